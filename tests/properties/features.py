"""Monotonicity, write amplification, wear, copies, buffer, start states and policies."""
import math
import random

from closed_forms import C, READ, X
from drive import ERASE, PROGRAM, S, S_PAGES, S_PLANES, T, every, mixed, r, trim, w
from general import VARIANTS, counts, seeds, slow

# ---- Monotonicity: more of a resource is not slower by more than the margin, on the mean of several loads.

# 2 %: a schedule that starts earlier may order a few requests worse, but not on the mean of many.
MARGIN = 0.02


def total(p, text, load, few=2, path="response.mean_ns", base=S, **more):
    return sum(p.run(text, load(seed), base=base, rows=False, **more)[path] for seed in seeds(p, few, 6))


def monotone(p, what, designs, load, path="response.mean_ns", margin=MARGIN, base=S):
    last = None
    for text in designs:
        value = total(p, text, load, path=path, base=base)
        if last is not None:
            p.no_slower(value, last[0], margin, f"{what}: {path} of `{text}` against `{last[1]}`")
        last = value, text


# The loads take some 40 % of the base drive. In overload the mean depends on the order of service more than on speed:
# a slower link delays writes, so short reads go first and the mean falls.
def busy(seed):
    return mixed(seed, count=600, mean=1_000_000, kinds="rrwww")


def reads(seed):
    return mixed(seed, count=600, mean=60_000, kinds="r")


def writes(seed):
    return mixed(seed, count=500, mean=1_500_000, kinds="w", whole=True)


ALLOCATIONS = ("allocation: static channel > die > plane > chip", VARIANTS["write_order"], VARIANTS["dynamic"],
               VARIANTS["cost"])


def more_units(p):
    for allocation in ALLOCATIONS:
        for commands in ("", "commands { multiplane: wise }", "commands { cache: always }") if p.deep else ("",):
            for key in ("channels", "chips", "dies"):
                monotone(p, f"more {key}", [f"geometry {{ {key}: {n} }}  {allocation}  {commands}" for n in (1, 2, 4)],
                         busy, base=S.replace("blocks: 12", "blocks: 40"))  # large enough with one channel


def more_planes(p):
    """Without multi-plane commands planes add only space; with them also speed."""
    for commands in ("", "commands { multiplane: wise }"):
        for allocation in ALLOCATIONS:
            monotone(p, "more planes", [f"geometry {{ planes: {n} }}  {allocation}  {commands}" for n in (1, 2, 4)],
                     busy, base=S.replace("planes: 2", "planes: 1").replace("channels: 2", "channels: 4"))


def more_planes_blind(p):
    for allocation in ALLOCATIONS:
        monotone(p, "more planes", [f"geometry {{ planes: {n} }}  {allocation}  commands {{ multiplane: blind }}" for n in (1, 2, 4)],
                 busy, base=S.replace("planes: 2", "planes: 1").replace("channels: 2", "channels: 4"))


def faster_parts(p):
    for key, values in (("program", ("600us", "300us", "100us")), ("erase", ("8ms", "2ms", "0ms")),
                        ("read", ("100us", "40us", "10us"))):
        monotone(p, f"a faster {key}", [f"nand {{ {key}: {v} }}" for v in values], busy)
    monotone(p, "a faster bus", [f"nand {{ bus {{ rate: {v}MB/s }} }}" for v in (25, 50, 100, 400)], busy)
    monotone(p, "a faster link", [f"host {{ link: {v} }}" for v in ("50MB/s", "100MB/s", "400MB/s", "unlimited")], busy)


def more_spare(p):
    """More over-provisioning moves no more pages (2 %)."""
    for name in ("static", "dynamic", "cost", "wise", "preempt", "shared", "same_die", "superblock"):
        text = VARIANTS[name] + "  start { state: erased }"
        load = "requests: 3000  write: 100%  size: 2KiB  interval: 2ms  address: uniform over 700KiB  seed: 4"
        last = None
        for blocks in (9, 11, 13, 16, 20):  # the host uses 350 pages of more and more
            x = p.run(f"geometry {{ blocks: {blocks} }}  {text}", load, rows=False,
                      base=S.replace("blocks: 12", "blocks: 13"))
            moved = x["flash.collection_programs"]
            if last is not None:
                p.expect(moved <= last * (1 + MARGIN), f"{name}: {blocks} blocks move {moved} pages, fewer move {last}")
            last = moved


def more_cache(p):
    """A larger LRU buffer has no fewer hits (1 %: slots are occupied while they are evicted)."""
    for policy in ("lru",):
        for address in ("uniform over 600KiB", "zipf(0.9) over 600KiB", "sequential over 100KiB"):
            last, slower = None, None
            for size in (8, 16, 32, 64, 128, 256):
                load = f"requests: 1500  read: 50%  size: 2KiB  interval: exponential(2ms)  address: {address}  seed: 5"
                x = p.run(f"buffer {{ size: {size}KiB  policy: {policy}  latency: 2us }}", load, rows=False)
                if last is not None:
                    p.expect(x["buffer.hits"] >= last * 0.99, f"{address}: {size} KiB hit {x['buffer.hits']}, less {last}")
                    p.no_slower(x["response.mean_ns"], slower, MARGIN, f"{address}: {size} KiB")
                last, slower = x["buffer.hits"], x["response.mean_ns"]


def features_help(p):
    """Each of these features is there to help, and on these loads is not slower than the design without it."""
    for what, without, feature, load, path in (
            ("interleave", "commands { interleave: never }", "", busy, "response.mean_ns"),
            ("cache for reads", "", "commands { cache: always }", reads, "response.mean_ns"),
            ("cache for writes", "", "commands { cache: always }", writes, "response.mean_ns"),
            ("multi-plane writes", "", "commands { multiplane: wise }", writes, "response.mean_ns"),
            ("multi-plane reads", "", "commands { multiplane: wise }", reads, "response.mean_ns"),
            ("copyback", "", "commands { copyback: wise }", writes, "response.mean_ns"),
            ("suspension for reads", "", "commands { suspend: always }", busy, "read.mean_ns"),
            ("priority of reads", "", "schedule { priority(o): if o.is_read and o.is_host then 1 else 0 }", busy, "read.mean_ns"),
            ("collection without cost", "", "gc { cost: zero }", busy, "response.mean_ns"),
            ("preemption for reads", "commands { multiplane(w): false }", "commands { multiplane(w): false }  gc { preempt: page }", busy, "read.mean_ns"),
            ("any order", "schedule { reorder: fifo }", "", busy, "response.mean_ns"),
            ("completion when transferred", "", "host { complete_write: transferred }", busy, "response.mean_ns"),
            ("transfers of sectors", "host { transfer { read: page } }", "", busy, "response.mean_ns"),
            ("dynamic placement", VARIANTS["static"], VARIANTS["dynamic"], writes, "response.mean_ns"),
            ("cost of the queue", VARIANTS["static"], VARIANTS["cost"], writes, "response.mean_ns"),
            ("any_idle for reads", VARIANTS["dynamic"], VARIANTS["any_idle"], busy, "read.mean_ns"),
            ("avoid", "host { queue: 8 }", "host { queue: 8 }  gc { avoid: on }", busy, "response.mean_ns"),
    ):
        a, b = total(p, feature, load, path=path, few=4), total(p, without, load, path=path, few=4)
        p.no_slower(a, b, MARGIN, f"{what}: {path}")


def hot_reads(seed):
    """Writes that collect, and reads of eight hot pages."""
    draw = random.Random(seed)
    return [q for i in range(500) for q in (w(1_500_000 * i, draw.randrange(150)),
                                            r(1_500_000 * i + draw.randrange(1_400_000) // 10 * 10, 160 + draw.randrange(8)))]


def replicas_help(p):
    without = "commands { multiplane(w): false }"
    p.no_slower(total(p, VARIANTS["replicate"], hot_reads, path="read.mean_ns", few=4),
                total(p, without, hot_reads, path="read.mean_ns", few=4), MARGIN, "replicas of hot pages: read.mean_ns")


def replicas_help_uniform(p):
    without = "commands { multiplane(w): false }"
    p.no_slower(total(p, VARIANTS["replicate"], busy, path="read.mean_ns", few=4),
                total(p, without, busy, path="read.mean_ns", few=4), MARGIN, "replicas, uniform reads: read.mean_ns")


def background(p):
    """With pauses long enough to collect in, background collection makes requests no slower, and moves no fewer."""
    def load(seed):  # bursts of 16 writes, 100 ms apart
        return [(op, at // 16 * 16 * 0 + i // 16 * 100_000_000 + i % 16 * 400_000, s, n)
                for i, (op, at, s, n) in enumerate(mixed(seed, count=480, kinds="w", whole=True, most=1))]
    without, feature = "commands { multiplane(w): false }", "commands { multiplane(w): false }  " + VARIANTS["idle"]
    p.no_slower(total(p, feature, load), total(p, without, load), MARGIN, "background collection")
    p.expect(total(p, feature, load, path="gc.background") > 0, "nothing was collected in the background")


def classes_agree(p):
    """If each request (and what it collects) ends before the next, placement at admission and at issue decide alike."""
    for seed in seeds(p, 2, 6):
        for allocation in ("", VARIANTS["write_order"]):
            # With write_order planes have different numbers of valid pages. 300 pages leave each enough room that no
            # collection is forced: what forces one is looked at at other times in the two classes.
            load = slow(seed) if not allocation else every(60_000_000, mixed(seed, count=500, kinds="rwwww", most=2, pages=150))
            a = p.run(allocation, load)
            b = p.run(allocation + "  gc { preempt: page }", load)
            p.expect(a["gc.collections"] > 10, "too few collections for a test")
            p.same((a["gc.forced"], b["gc.forced"]), (0, 0), f"`{allocation}`, seed {seed}: forced collections")
            p.same(counts(b), counts(a), f"`{allocation}`, seed {seed}: counts")
            p.expect(a.responses == b.responses, f"`{allocation}`, seed {seed}: responses differ")


# ---- Write amplification

def uniform(requests, seed, pages):
    return f"requests: {requests}  write: 100%  size: 2KiB  interval: 1us  address: uniform over {2 * pages}KiB  seed: {seed}"


WA = """
design A {
  geometry { channels: 1  chips: 1  dies: 1  planes: 1  blocks: 404  pages: 64  page: 2KiB  spare: 0B }
  capacity { logical: 40MiB }
  gc { trigger: free_blocks < 3 }
}
"""


def amplification(p, victim, seed=1, pages=20_480, text="", requests=240_000, only=True):
    """Write amplification in steady state: of the second half of a run."""
    one, two = (p.run(f"gc {{ victim{victim} }}  {text}", uniform(n, seed, pages), base=WA, rows=False,
                      options=("--only", "ftl") if only else ()) for n in (requests // 2, requests))
    programs = [(x["flash.host_programs"], x["flash.collection_programs"]) for x in (one, two)]
    return 1 + (programs[1][1] - programs[0][1]) / (programs[1][0] - programs[0][0])


def victims(p):
    """Uniform writes: oldest first is the solution of d = exp(-(1 - d) / f), random that of a block with a constant rate of being chosen, each within 3 %;
    greedy is not worse than oldest first, oldest first not than random (1 %)."""
    f = 20_480 / (64 * (404 - 3))  # without the blocks that are kept free
    d = f
    for _ in range(200):
        d = math.exp(-(1 - d) / f)
    oldest, at_random, greedy = (amplification(p, v) for v in ("(b): b.age_rank * -1", "(b): b.random", ": greedy"))
    p.close(oldest, 1 / (1 - d), 0.03, "oldest first")
    # A block cannot be chosen before its first page is invalid, U / N writes after it was full; then at a constant rate.
    e, total_pages = f, 20_480 / f
    for _ in range(200):
        rate = 1 / (total_pages * (1 - e) - 20_480 / 64)
        e = (1 - 1 / 64) * rate / (rate + 1 / 20_480)
    p.close(at_random, 1 / (1 - e), 0.03, "random")
    p.expect(greedy <= oldest * 1.01 and oldest <= at_random * 1.01, f"greedy {greedy:.3f}, oldest {oldest:.3f}, random {at_random:.3f}")
    p.close(greedy, amplification(p, "(b): b.invalid * 3 + 1"), 1e-12, "greedy as a score")
    shared = amplification(p, ": greedy  active: shared", only=False)
    p.close(shared, greedy, 0.05, "one write head and two, uniform writes")


def sequential_overwrites(p):
    """Writes in address order, again and again: nothing is moved, and all blocks are erased alike (one apart)."""
    for name in ("static", "write_order", "dynamic", "shared", "superblock", "preempt", "dynamic_wear"):
        load = f"requests: 6000  write: 100%  size: 2KiB  interval: 1ms  address: sequential over {2 * 512}KiB"
        x = p.run(VARIANTS[name] + "  start { state: erased }", load, rows=False)
        p.same(x["flash.collection_programs"], 0, f"{name}: pages moved")
        p.expect(x["erases.max"] - x["erases.min"] <= 2, f"{name}: erases {x['erases.min']} to {x['erases.max']}")


def hot_and_cold(p):
    """Streams that keep hot and cold pages apart move fewer pages than one stream."""
    load = "requests: 100_000  write: 100%  size: 2KiB  interval: 1us  address: hotspot(10%: 90%) over 40MiB  seed: 2"
    stream = "allocation: static { order: channel > chip > die > plane  streams: [hot, cold]  stream(r): if r.lpn < 2048 then hot else cold }"
    one = p.run("", load, base=WA, rows=False)["write_amplification"]
    two = p.run(stream, load, base=WA, rows=False)["write_amplification"]
    p.expect(two < one, f"write amplification {two:.3f} with two streams, {one:.3f} with one")


def later_trigger(p):
    """A lower trigger moves no more pages (2 %), and after a collection the plane has what `stop` asks for."""
    last = None
    for limit in (24, 16, 8, 4, 3):
        x = p.run(f"gc {{ trigger: free_blocks < {limit}  stop: free_blocks >= {limit + 1} }}", uniform(100_000, 3, 20_480), base=WA,
                  rows=False, options=("--only", "ftl"))
        moved = x["flash.collection_programs"]
        if last is not None:
            p.expect(moved <= last * (1 + MARGIN), f"free_blocks < {limit}: {moved} pages moved, with a higher one {last}")
        last = moved
    x = p.run("gc { trigger: free_blocks < 8  stop: free_blocks >= 20 }", uniform(60_000, 3, 20_480), base=WA, rows=False)
    p.expect(min(x["series.free_pages"]) >= 7 * 64, f"fewer than 7 free blocks: {min(x['series.free_pages'])} free pages")
    p.expect(x["gc.collections"] > 0, "nothing was collected")


def reserve(p):
    """The host fills B - 1 blocks of a plane without a forced collection, and not one page more."""
    base = T.replace("blocks: 8", "blocks: 6").replace("16KiB", "12KiB")
    for count, forced in ((20, 0), (21, 1)):
        x = p.run("gc { trigger: free_blocks < 1 }", [w(2_000_000 * i, i % 6) for i in range(count)], base=base)
        p.same((x["gc.forced"] > 0, x["gc.collections"]), (bool(forced), forced), f"{count} writes: collections")


def survives(*names):
    def check(p):
        for name in names:
            for blocks, pages in ((5, 4), (6, 8)):
                logical = (blocks - 2) * pages - 1  # pages of each plane: the most that the check accepts
                text = (f"geometry {{ blocks: {blocks}  pages: {pages} }}  capacity {{ logical: {2 * logical * 8}KiB }}  "
                        f"start {{ state: erased }}  {VARIANTS[name]}")
                for address in ("uniform", "zipf(0.9)"):
                    load = f"requests: {min(2_000, 160 * logical)}  write: 100%  size: 2KiB  interval: 2ms  address: {address}  seed: 6"
                    x = p.run(text, load, rows=False, fails=True, base=S.replace("free_pages < 20%", "free_blocks < 2"))
                    p.expect(not x.code, f"{name}, {blocks} blocks of {pages} pages, {address}: "
                             + (str([d["message"] for d in x["diagnostics"] if d["severity"] == "error"])[:160] if x.code else ""))
    return check


def ratio_is_count(p):
    load = mixed(2, count=500, kinds="w")
    for ratio, count in (("free_pages < 20%", "free_pages < 20"), ("free_pages <= 20%", "free_pages <= 19"), ("free_blocks < 30%", "free_blocks < 4")):
        a, b = p.run(f"gc {{ trigger: {ratio} }}", load), p.run(f"gc {{ trigger: {count} }}", load)
        p.equal(a, b, f"{ratio} of 96 pages, 12 blocks")
        p.expect(a["gc.collections"] > 0, f"{ratio}: nothing was collected")


def alone_as_whole(p):
    """`--only ftl` counts what the whole run counts."""
    for name in ("static", "write_order", "wear", "dynamic_wear", "copyback"):
        for seed in seeds(p, 1, 3):
            load = mixed(seed, count=600, kinds="rwwwwt")
            a, b = p.run(VARIANTS[name], load), p.run(VARIANTS[name], load, rows=False, options=("--only", "ftl"))
            for key in ("flash.host_programs", "flash.collection_programs", "flash.erases", "flash.wasted_wear", "erases.max", "erases.min",
                        "flash.trimmed_pages", "flash.preloaded_pages", "gc.collections", "gc.forced", "gc.wear"):
                p.same(b[key], a[key], f"{name}, seed {seed}: {key}")


# ---- Wear

def levelled(p):
    """Static levelling keeps the erases of a plane's blocks within the threshold + 2; both kinds spread them no
    wider than none; wear levelling never touches how much the host writes."""
    load = [w(1_500_000 * i, (i * 7) % 40 if i > 480 else i) for i in range(4000)]
    none = p.run("start { state: erased }", load, rows=False)
    dynamic = p.run("start { state: erased }  wear { level: dynamic }", load, rows=False)
    p.expect(dynamic["erases.stddev_within_planes"] <= none["erases.stddev_within_planes"] * 1.02,
             f"spread {dynamic['erases.stddev_within_planes']:.2f} with dynamic levelling, {none['erases.stddev_within_planes']:.2f} without")
    for threshold in (3, 6):
        x = p.run(f"start {{ state: erased }}  wear {{ level: static {{ threshold: {threshold} }} }}", load, rows=False)
        p.expect(x["gc.wear"] > 0 and x["erases.max"] - x["erases.min"] <= threshold + 2 + 2,
                 f"threshold {threshold}: erases {x['erases.min']} to {x['erases.max']}, {x['gc.wear']} wear collections")
        p.expect(x["erases.stddev_within_planes"] < none["erases.stddev_within_planes"], f"threshold {threshold}: spread no less")
        p.same(x["flash.host_programs"], none["flash.host_programs"], "host programs")


def life(p):
    """A drive of E erases a block takes at most E x its pages / write amplification from the host, and at least 70 %
    of that under uniform writes with dynamic levelling; twice the endurance gives twice the life within 10 %."""
    last = None
    for endurance in (40, 80, 160):  # blocks differ by a few erases, which must be few beside the endurance
        x = p.run(f"nand {{ endurance: {endurance} }}  wear {{ level: dynamic }}  start {{ state: erased }}",
                  "requests: 2000  write: 100%  size: 2KiB  interval: 2ms  address: uniform  seed: 8", rows=False, options=("--until", "end_of_life"))
        written, most = x["flash.host_programs"], endurance * 768 / x["write_amplification"]
        # Pages taken since the last erase of their block come on top.
        p.expect(x["lifetime.ended"] and x["erases.max"] <= endurance, f"{endurance}: erases {x['erases.max']}")
        p.expect(0.7 * most <= written <= most + 768, f"{endurance}: {written} pages written, {most:.0f} possible")
        if last:
            p.close(written, 2 * last, 0.10, f"life at endurance {endurance}")
        last = written


def even_wear(p):
    """Overwriting a few pages in turn, with nothing to move: the blocks of a plane are erased alike (two apart)."""
    for footprint, level in ((4, "none"), (8, "none"), (4, "dynamic")):
        x = p.run(f"gc {{ trigger: free_blocks < 3 }}  wear {{ level: {level} }}", [w(5_000_000 * i, i % footprint) for i in range(400)], base=T, rows=False)
        p.expect(x["erases.max"] - x["erases.min"] <= 2,
                 f"{footprint} pages in turn, level {level}: {x['erases.total']} erases, of a block {x['erases.min']} to {x['erases.max']}")


def superblock_is_block(p):
    """For the map a superblock over G planes is a block of G x N pages of one plane."""
    load = every(40_000_000, mixed(3, count=600, kinds="w", whole=True, most=1, pages=250))
    group = "geometry { channels: 1  dies: 1  planes: 4 }  capacity { logical: 500KiB }  start { state: erased }  allocation: write_order plane > die > chip > channel  gc { superblock: die  trigger: free_blocks < 12 }"
    plane = "geometry { channels: 1  dies: 1  planes: 1  pages: 32 }  capacity { logical: 500KiB }  start { state: erased }  allocation: write_order plane > die > chip > channel  gc { trigger: free_blocks < 3 }"
    a, b = p.run(group, load), p.run(plane, load)
    p.expect(b["gc.collections"] > 3, "too few collections for a test")
    for key in ("gc.collections", "flash.collection_programs", "flash.host_programs"):
        p.same(a[key], b[key], key)
    p.same(a["flash.erases"], 4 * b["flash.erases"], "erases")
    programs = [round((u["host"] + u["collection"]) * a["clock_ns"] / 300_000) for u in a["busy.planes"]]
    p.expect(bool(programs), "planes")


# ---- Copies, buffer, start

def slots(p):
    """Pages read into slots leave them by write-backs, writes or trims, and are read there meanwhile."""
    for seed in seeds(p, 2, 6):
        x = p.run(VARIANTS["any_idle"], mixed(seed, count=900, mean=40_000, kinds="rrwwwt"), rows=False)
        gc = x["gc"]
        p.expect(gc["buffered_moves"] > 0, f"seed {seed}: no page in a slot")
        p.expect(gc["held_pages"] <= gc["buffered_moves"] and gc["write_backs"] <= gc["buffered_moves"], f"seed {seed}: {gc}")
        p.expect(gc["held_mean_ns"] <= gc["held_max_ns"], f"seed {seed}: held times")
        p.same(gc["power_loss_ns"], (1 + 16 // 2) * 300_000 + 200 + 21_120, "time for a full buffer")


def replicas(p):
    """Only pages that are read twice get replicas; nothing is read from them if nothing is collected."""
    once = [r(500_000 * i, i) for i in range(200)]
    x = p.run(VARIANTS["replicate"], once)
    p.same(x["gc.replica_programs"], 0, "replicas of pages that are read once")
    twice = [r(500_000 * i, i // 2) for i in range(80)]  # so few replicas cause no collection
    x = p.run(VARIANTS["replicate"], twice)
    p.same((x["gc.replica_programs"], x["gc.replica_reads"]), (40, 0), "replicas, and reads of them, of pages read twice")
    y = p.run("", twice)
    p.same(x.responses, y.responses, "response times of slow reads")
    load = [q for i in range(600) for q in (w(900_000 * i, i % 150), r(900_000 * i + 500_000, 160 + i % 8))]
    x = p.run(VARIANTS["replicate"], load)
    p.expect(x["gc.replica_reads"] > 0, "no replica was read though units are collected")


def buffered(p):
    """A buffer that holds all pages written programs nothing; with write-through every page write is programmed."""
    load = every(100_000, mixed(4, count=500, kinds="w", whole=True, most=1, pages=16))
    x = p.run("buffer { size: 32KiB  latency: 5us }", load)
    p.same((x["flash.host_programs"], x["buffer.evictions"], x["buffer.hits"]), (0, 0, 500 - len({s for _, _, s, _ in load})), "programs, evictions, hits")
    p.same(set(x.responses), {5000}, "response times")
    x = p.run("buffer { size: 32KiB  latency: 5us  write_back: false }", load)
    p.same(x["flash.host_programs"], 500, "programs with write-through")
    reads = load + [r(60_000_000 + 100_000 * i, s // 4) for i, (_, _, s, _) in enumerate(load[-16:])]
    x = p.run("buffer { size: 32KiB  latency: 5us  write_back: false }", reads)
    p.same(set(x.responses[500:]), {5000}, "response times of hits")
    # What is evicted was written, and nothing is programmed twice.
    x = p.run("buffer { size: 8KiB  latency: 5us }", mixed(4, kinds="w", whole=True, most=1))
    p.same(400, x["buffer.hits"] + x["flash.host_programs"] + 4, "writes: hits, programs and the four resident pages")


def read_ahead(p):
    """Slow sequential reads are all served from the buffer but for the first ones; random reads read nothing ahead."""
    text = "buffer { size: 64KiB  latency: 5us  readahead { trigger: 2  pages: 4 } }"
    x = p.run(text, [r(1_000_000 * i, i) for i in range(100)])
    p.same(x.responses[2:], [5000] * 98, "response times of sequential reads")
    p.same(x["buffer.hits"], 98, "hits")
    p.expect(x["flash.host_reads"] <= 100 + 4, f"{x['flash.host_reads']} pages read for 100")
    x = p.run(text, [r(1_000_000 * i, i * 37 % 500) for i in range(100)])
    p.same((x["buffer.readaheads"], x["flash.host_reads"]), (0, 100), "pages read ahead, and reads, of random reads")


def controller_data(p):
    """A read of a page whose program has not ended takes no flash, later reads do, in both classes."""
    for name in ("", "gc { preempt: page }", VARIANTS["dynamic"]):
        for at, flash in ((1000, 0), (100_000, 0), (320_000, 0), (321_320, 1), (500_000, 1)):
            x = p.run(name + "  start { state: erased }", [w(0, 0), r(at, 0)])
            p.same((x["flash.host_reads"], x["flash.buffer_reads"]), (flash, 1 - flash), f"`{name}`: a read {at} ns after a write")


def sectors(p):
    """Only pages that a write covers in part, and that hold other sectors, are read first."""
    for text, old in (("start { state: erased }", 0), ("", 1)):
        for sectors_, partial in ((4, 0), (3, 1), (1, 1)):
            x = p.run(text, [("w", 2_000_000 * i, 4 * i, sectors_) for i in range(40)])
            p.same(x["flash.read_modify_write_reads"], 40 * old * partial, f"`{text}`: {sectors_} sectors of 40 pages")


def filled(p):
    """A filled start holds the shares it says, and collection finds them."""
    for valid, invalid in ((45, 20), (30, 40), (60, 0)):
        x = p.run(f"start {{ state: filled {{ valid: {valid}%  invalid: {invalid}% }} }}", [trim(0, 0, S_PAGES), trim(1000, 0, S_PAGES), w(2000, 0)])
        p.same(x["flash.trimmed_pages"], 8 * (96 * valid // 100), f"{valid} %, {invalid} %: valid pages")
        blocks = -(-(96 * valid // 100 + 96 * invalid // 100) // 8)
        p.same(x["series.free_pages"][-1], 8 * (96 - 8 * blocks) - 1, f"{valid} %, {invalid} %: free pages")
    layouts = [p.run(f"start {{ state: filled {{ valid: 45%  invalid: 20%  seed: {s} }} }}", mixed(1, kinds="w"))["flash.collection_programs"] for s in range(4)]
    p.expect(max(layouts) <= 1.25 * min(layouts), f"pages moved by the seed of the layout: {layouts}")


def preloaded(p):
    """Pages that are read before they are written are there, once each, and take no time."""
    load = [r(1_000_000 * i, i % 60) for i in range(120)] + [w(200_000_000, 3)]
    x = p.run("start { state: erased }", load)
    p.same((x["flash.preloaded_pages"], x["flash.host_programs"], x["flash.host_reads"]), (60, 1, 120), "pages preloaded, programs, reads")
    p.same(set(x.responses[:120]), {200 + 40_000 + 20_480}, "responses of the reads")
    x = p.run("", [r(1_000_000 * i, 340 + i % 190) for i in range(600)])  # more than the free blocks take
    p.same((x["gc.collections"], x["flash.erases"], x["flash.collection_programs"]), (0, 0, 0), "what collecting before time 0 counts")
    p.expect(x["flash.preloaded_pages"] > 150, "too few pages for a test")


def run_in_two(p):
    """Two halves of a load, the second from the snapshot of the first (here with `start { run }`), erase and move
    what the whole load does, where each request ends before the next."""
    one = "workload A { requests: 700  write: 100%  size: 2KiB  interval: 20ms  address: sequential over 900KiB }\n"
    for name in ("static", "write_order", "dynamic", "preempt"):
        base = one + S
        load = "requests: {}  write: 100%  size: 2KiB  interval: 20ms  address: sequential over 900KiB"
        whole = p.run(VARIANTS[name], load.format(1400), base=base, rows=False)
        half = p.run(VARIANTS[name], load.format(700), base=base, rows=False)
        text = VARIANTS[name] + "  start { state: filled { valid: 45%  invalid: 20% }  run: A }"
        # 700 writes go once and a half around 450 pages, so the second half begins anew at page 0.
        second = p.run(text, load.format(700), base=base, rows=False)
        p.expect(second["flash.host_programs"] == 700 and second["start.pages_written"] == 700, f"{name}: programs")
        p.expect(half["erases.total"] + second["erases.total"] >= (whole["erases.total"]) * 0.9, f"{name}: erases")


# ---- Accounting and policies

def energy(p):
    text = "nand { energy { read: 3uJ  program: 20uJ  erase: 100uJ  transfer_per_byte: 10pJ  idle: 2mW } }"
    for name in ("static", "copyback", "replicate", "superblock", "any_idle"):
        x = p.run(VARIANTS[name] + "  " + text, mixed(3), rows=False)
        flash = x["flash"]
        reads = flash["host_reads"] + flash["collection_reads"] + flash["copybacks"]
        programs = flash["host_programs"] + flash["collection_programs"] + x["gc.replica_programs"]
        expected = {"read": reads * 3e-6, "program": programs * 20e-6, "erase": flash["erases"] * 100e-6,
                    "transfer": x["bus_bytes"] * 10e-12, "idle": 4 * 2e-3 * x["clock_ns"] * 1e-9}
        for key, value in expected.items():
            p.close(x[f"energy.{key}_joules"], value, 1e-9, f"{name}: energy of {key}")
        p.close(x["energy.total_joules"], sum(expected.values()), 1e-9, f"{name}: energy")


def percentiles(p):
    """Percentiles are at least the exact ones, and at most 1/1024 above them; means are exact."""
    for name in ("static", "buffer", "suspend"):
        x = p.run(VARIANTS[name], mixed(7, count=1000))
        found = sorted(row["response_ns"] for row in x.rows if row["direction"] != "trim")
        p.close(x["response.mean_ns"], sum(found) / len(found), 1e-12, f"{name}: mean")
        for key, q in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999)):
            exact, value = found[math.ceil(q * len(found)) - 1], x[f"response.{key}_ns"]
            p.expect(exact <= value <= exact * (1 + 1 / 1024) + 1, f"{name}: {key} is {value}, exactly {exact}")
        span = x["last_completion_ns"] - x["first_arrival_ns"]
        p.close(x["iops"], len(found) * 1e9 / span, 1e-9, f"{name}: requests a second")


def amplification_counts(p):
    for name in ("static", "blind", "wear", "any_idle", "blind_copyback", "replicate"):
        x = p.run(VARIANTS[name], mixed(8, count=700, kinds="rwww"), rows=False)
        flash = x["flash"]
        both = flash["host_programs"] + flash["collection_programs"]
        p.close(x["write_amplification"], both / flash["host_programs"], 1e-12, f"{name}: write amplification")
        skipped = sum(flash["wasted_" + k] for k in ("multiplane", "copyback", "wear"))
        p.close(x["write_amplification_with_skipped"], (both + skipped) / flash["host_programs"], 1e-12, f"{name}: with skipped pages")
        p.expect((flash["wasted_multiplane"] > 0) <= (name == "blind"), f"{name}: pages skipped for commands")
        p.expect((flash["wasted_copyback"] > 0) <= (name == "blind_copyback"), f"{name}: pages skipped for parity")


def page_kinds(p):
    """A saturated plane programs pages of three kinds in turn: the time of all is the sum of their times."""
    base = T.replace("pages: 4", "pages: 6").replace("program: 200us", "cell: TLC  program(p): if p.kind == lsb then 100us else if p.kind == csb then 300us else 700us")
    for n in (3, 6, 12, 13):
        x = p.run("", [w(0, i % 8) for i in range(n)], base=base)
        p.same(x["clock_ns"], n * (C + X) + sum((100_000, 300_000, 700_000)[i % 3] for i in range(n)), f"{n} programs")


def worn_latency(p):
    """A latency that grows with the erases of a block sums up over all erases."""
    base = T.replace("erase: 1000us", "erase(b): 1000us + b.erases * 10us")
    x = p.run("gc { trigger: free_blocks < 3  victim(b): b.invalid * 1000 - b.erases }", [w(5_000_000 * i, i % 4) for i in range(200)], base=base, rows=False)
    n, per = x["flash.erases"], x["erases.max"]
    spent = round(sum(u["collection"] for u in x["busy.planes"]) * x["clock_ns"])
    expected = n * ERASE + (READ + PROGRAM) * x["flash.collection_programs"]
    extra = (spent - expected) / 10_000
    least, most = 8 * sum(range(n // 8)), 8 * sum(range(n // 8 + 1))
    p.expect(least <= extra <= most, f"{extra} steps of 10 us over {n} erases, expected {least} to {most} (most {per})")


def costs(p):
    """With a cost that counts only what it should even out, that is even."""
    base = S.replace("filled { valid: 45%  invalid: 20% }", "erased")
    order = "allocation: dynamic {{ order: channel > die > plane > chip  cost(u): {} }}"
    x = p.run(order.format("u.queued"), [w(0, i) for i in range(160)], base=base)
    dies = [sum(x.programs()[2 * i:2 * i + 2]) for i in range(4)]
    p.same(dies, [40] * 4, "u.queued, all at once: programs of the dies")
    x = p.run(order.format("-u.free_pages"), [w(0, i) for i in range(160)], base=base)
    p.same(x.programs(), [20] * 8, "-u.free_pages: programs of the planes")
    x = p.run(order.format("u.channel"), [w(0, i) for i in range(60)], base=base)
    p.same(sum(x.programs()[4:]), 0, "u.channel: programs of channel 1")
    x = p.run(order.format("u.busy_for"), [w(100_000 * i, i) for i in range(160)], base=base)
    p.expect(max(x.responses) < 400_000, "u.busy_for: a write waits though a unit is idle")
    a, b = (p.run(order.format(t), mixed(5, kinds="rw")) for t in ("u.busy_for + u.queued * 340us", "2 * (u.busy_for + u.queued * 340us) + 7us"))
    p.equal(a, b, "twice the cost and a constant")


def policy_forms(p):
    """Scores that order alike, and expressions of equal value, give equal runs."""
    load = mixed(5, count=500, kinds="rwww")
    dynamic = VARIANTS["dynamic"]
    for a, b in (("gc { victim: greedy }", "gc { victim(b): 0.5 * b.invalid - 3 }"), ("gc { victim: greedy }", "gc { victim(b): 0 - b.utilisation }"),
                 ("gc { victim(b): b.age * b.invalid }", "gc { victim(b): 1ms + b.invalid * b.age }"),
                 ("wear { level: dynamic }", "wear { allocate(b): 0 - b.erases }"),
                 ("commands { copyback: wise }", "commands { copyback(w): w.wasted == 0 }"), ("commands { copyback: blind }", "commands { copyback(w): w.planes == 1 }"),
                 (dynamic + "  commands { multiplane: wise }", dynamic + "  commands { multiplane(w): w.wasted == 0 }"),
                 (dynamic + "  commands { multiplane: blind }", dynamic + "  commands { multiplane(w): w.planes > 0 }"),
                 ("gc { preempt: page }", "gc { preempt(g): g.moved >= 0 }"),
                 ("gc { stop: free_pages >= 20% }", ""), ("gc { stop: not (free_pages < 20%) }", ""),
                 ("schedule { priority(o): if o.is_read then 2 else 1 }", "schedule { priority(o): if o.is_write or o.is_erase or o.is_gc and not o.is_read then -8 else 5.5 }"),
                 ("schedule { priority(o): o.waited }", "schedule { priority(o): 3 * o.waited + 1us }"), ("schedule { priority(o): 4 }", ""),
                 ("nand { read(p): 40us + p.index * 0ns }", ""), ("nand { erase(b): if b.erases < 1000 then 2ms else 3ms }", ""), ("nand { program(p): 250us + 1us * 50 }", ""),
                 ("buffer { size: 32KiB  policy: fifo }", "buffer { size: 32KiB  policy(e): 1 }"), ("buffer { size: 32KiB  policy: lru }", "buffer { size: 32KiB  policy(e): e.age }"),
                 ("allocation: static channel > die > plane > chip", "allocation: static map(lpn) { channel: lpn % channels  die: lpn / channels % dies  plane: lpn / (channels * dies) % planes  chip: 0 }"),
                 (VARIANTS["streams"], VARIANTS["streams"].replace("r.lpn % 2 == 0", "r.lpn - 2 * (r.lpn / 2) < 1"))):
        x, y = p.run(a, load), p.run(b, load)
        p.equal(x, y, f"`{a}` and `{b}`")


def faults_stop(p):
    """A check that fails stops the run with its place and time; a part that is not evaluated never fails."""
    load = mixed(5, kinds="rw")
    x = p.run("gc { victim(b): 10 / b.erases }", load, fails=True, rows=False)
    p.expect(x.code == 1 and "E0520" in str(x.report) + x.errors, f"a division by 0 gives exit {x.code}")
    x = p.run("gc { victim(b): if b.erases > 0 then 10 / b.erases else 11 }", load, rows=False)
    p.same(x.code, 0, "a division that is guarded")


def constants(p):
    """A time of a part is rounded half up to a nanosecond once, and what would become 0 is rejected."""
    for time, expected in ((20_000.4, 20_000), (20_000.5, 20_001), (20_000.6, 20_001)):
        x = p.run("", [r(0, 0)], base=T.replace("read: 20us", f"read: {time}ns"))
        p.same(x.ends, [C + expected + X], f"a read of {time} ns")
    x = p.run("", [r(0, 0)], base=T.replace("read: 20us", "read: 0.3ns"), fails=True)
    p.expect(x.code == 1 and "E0139" in str(x.report) + x.errors, "a read of 0.3 ns is accepted")


def parallelism(p):
    """Commands of one die at a time are never interleaved; saturated dies of a chip nearly always are."""
    x = p.run("commands { interleave: never }", mixed(3), rows=False)
    p.same([x[f"commands.{k}.interleaved"] + x[f"commands.{k}.both"] for k in ("read", "program", "erase")], [0, 0, 0], "interleaved without interleave")
    x = p.run("start { state: erased }", [w(0, i) for i in range(200)], rows=False)
    p.expect(x["commands.program.interleaved"] >= 0.95 * 200, f"{x['commands.program.interleaved']} of 200 programs interleaved")
    x = p.run("start { state: erased }  commands { multiplane: wise }  allocation: static plane > die > channel > chip", [w(0, 8 * i, 8) for i in range(20)], rows=False)
    p.same((x["commands.program.plain"] + x["commands.program.interleaved"], x["commands.program.by_planes"]), (0, [0, 80]), "two-plane programs")


def ordered_writes(p):
    """Writes of one plane end in order of admission, whatever is read, collected or suspended meanwhile."""
    for name in ("static", "priority", "cache", "suspend", "preempt", "wise", "fifo", "copyback", "wear"):
        for seed in seeds(p, 1, 3):
            load = [(op, at, s - s % 4, 4) for op, at, s, n in mixed(seed, mean=30_000, kinds="rww")]
            x = p.run(VARIANTS[name], load)
            for plane in range(8):
                ends = [x.rows[i]["completion_ns"] for i, q in enumerate(load) if q[0] == "w" and q[2] // 4 % 8 == plane]
                p.expect(ends == sorted(ends), f"{name}, seed {seed}: writes of plane {plane} end out of order")


def devices(p):
    """Devices lie end to end, each rounded up to 1 MiB, and the first requests keep their places in a longer run."""
    lines = "".join(f"{i * 50_000} {i % 3} {i * 8 % 900} 4 0\n" for i in range(120))
    p.trace, load = lines, 'trace: "trace"  format: ssdsim  requests: {}'
    try:
        base = S.replace("blocks: 12", "blocks: 60")
        a, b = (p.run("", load.format(n), base=base) for n in (40, 120))
    finally:
        p.trace = None
    p.same([row["offset_bytes"] for row in a.rows], [row["offset_bytes"] for row in b.rows[:40]], "places")
    p.same([row["offset_bytes"] for row in b.rows], [i % 3 * 2**20 + i * 8 % 900 * 512 for i in range(120)], "places end to end")
    p.expect(a.responses[:30] == b.responses[:30], "responses of the first requests")
