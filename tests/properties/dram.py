"""The bandwidth of the controller's DRAM (host.dram)."""
from drive import COMMAND, PAGE, READ, S, S_PAGES, T, mixed, r, w
from general import VARIANTS, fresh_pages, reads_only, seeds, slow
from resources import busy, monotone
from row import Row

# A flash that is much faster than the DRAMs of the bounds: 64 dies behind 8 buses.
FAST = """
design F {
  geometry { channels: 8  chips: 4  dies: 2  planes: 1  blocks: 24  pages: 64  page: 16KiB  spare: 0B }
  capacity { overprovision: 30% }
  nand { read: 10us  program: 100us  erase: 1ms  bus { rate: 2GB/s  command: 100ns } }
}
"""


def without_work(p):
    """Entries of 0 bytes, no buffer, and no read that is served without flash: as without the key, bit for bit."""
    for name in ("static", "dynamic", "cost", "wise", "suspend", "preempt", "superblock", "link", "firmware"):
        for load in (fresh_pages, reads_only, slow):
            for seed in seeds(p, 1, 3):
                text, requests = VARIANTS[name], load(seed)
                with_key = text + "  host { dram { rate: 1MB/s  entry: 0B } }"
                if "host {" in text:
                    with_key = text.replace("host {", "host { dram { rate: 1MB/s  entry: 0B } ")
                p.equal(p.run(with_key, requests), p.run(text, requests), f"{name}, {load.__name__}, seed {seed}")


def looked_up_in_turn(p):
    """The k-th of n requests at time 0 has its entries at k times their time; the pages of a write have theirs one by one."""
    for entry, each in (("64B", 640), ("100B", 1000)):
        text = f"host {{ dram {{ rate: 100MB/s  entry: {entry} }} }}"
        for pages in (1, 3):
            x = p.run(text, [r(0, 4 * i, pages) for i in range(20)])
            p.same([row["controller_ns"] for row in x.rows], [pages * each * (i + 1) for i in range(20)], f"{entry}, reads of {pages} pages")
    x = p.run("host { dram { rate: 100MB/s  entry: 64B } }", [w(0, i) for i in range(16)])
    p.same([row["controller_ns"] for row in x.rows], [640 * (i + 1) for i in range(16)], "writes")
    x = p.run("host { dram { rate: 100MB/s  entry: 64B } }", [r(0, 0)], base=T)
    p.same(x.responses, [640 + COMMAND + READ + PAGE], "a read alone")


def faster_dram(p):
    """A faster DRAM is not slower (2 %), with or without a buffer, where no collection makes responses a matter of chance."""
    for text in ("", VARIANTS["write_order"], VARIANTS["buffer"], VARIANTS["write_through"], VARIANTS["superblock"]):
        designs = [f"{text}  host {{ dram {{ rate: {rate}MB/s  entry: 256B }} }}" for rate in (10, 30, 100, 1000)]
        monotone(p, "a faster DRAM", designs + [text], busy, base=S.replace("blocks: 12", "blocks: 60"))


def most_written(p):
    """Sequential writes through a buffer reach rate x unit / (2 x unit + entry), and no more (1 %)."""
    load = "requests: 24000  write: 100%  size: 16KiB  align: 16KiB  address: sequential  closed: 64"
    for entry in (0, 8, 4096):
        for unit in (4096, 16384):
            for rate in (100_000_000, 300_000_000):
                text = (f"allocation: dynamic channel > chip > die > plane  ftl {{ unit: {unit}B }}  buffer {{ size: 2MiB  latency: 1us }}"
                        f"  host {{ dram {{ rate: {rate // 1_000_000}MB/s  entry: {entry}B }} }}")
                x = p.run(text, load, base=FAST, rows=False)
                p.close(x["bandwidth_bytes_per_second"], rate * unit / (2 * unit + entry), 0.01, f"entries of {entry} bytes, units of {unit}, {rate} bytes a second")


def most_looked_up(p):
    """Reads reach rate / entry a second, and no more (1 %)."""
    load = "requests: 20000  read: 100%  size: 16KiB  align: 16KiB  address: uniform over 50%  closed: 512"
    for rate, entry in ((1, 20), (1, 64), (4, 100)):
        text = f"host {{ dram {{ rate: {rate}MB/s  entry: {entry}B }} }}"
        x = p.run(text, load, base=FAST, rows=False)
        p.close(x["iops"], rate * 1_000_000 / entry, 0.01, f"{rate} MB/s, entries of {entry} bytes")


def waits_are_the_controllers(p):
    """What the DRAM adds to a lone request is in the part controller, and nothing else changes."""
    for seed in seeds(p, 1, 3):
        requests = [(op, i * 50_000_000, s, n) for i, (op, _, s, n) in enumerate(mixed(seed, count=120, kinds="rw", pages=S_PAGES))]
        for name in ("static", "write_order", "superblock"):
            x, y = p.run(VARIANTS[name] + "  host { dram { rate: 10MB/s  entry: 100B } }", requests), p.run(VARIANTS[name], requests)
            for one, other in zip(x.rows, y.rows):
                more = one["controller_ns"] - other["controller_ns"]
                p.expect(more >= 10_000, f"{name}, seed {seed}: {more} ns more in the controller")
                if one["direction"] == "read":
                    p.same(one["response_ns"] - other["response_ns"], more, f"{name}, seed {seed}: a longer read")


ROWS = [
    Row("dram_without_work", "host.dram",
        "A feature that never acts equals its absence, bit for bit: entries of 0 bytes, without a buffer.",
        without_work),
    Row("looked_up_in_turn", "host.dram",
        "The k-th of n requests at time 0 has its entries at k times what they take, exactly.",
        looked_up_in_turn),
    Row("faster_dram", "host.dram",
        "A faster DRAM is not slower (2 %), and none at all is fastest.",
        faster_dram),
    Row("most_written", "host.dram buffer.write",
        "Sequential writes through a buffer reach rate x unit / (2 x unit + entry) within 1 %.",
        most_written),
    Row("most_looked_up", "host.dram",
        "Reads reach rate / entry a second within 1 %.",
        most_looked_up),
    Row("waits_are_the_controllers", "host.dram account.split",
        "What the DRAM adds to a request that is alone is the controller's part, and lengthens reads by just that.",
        waits_are_the_controllers),
]
