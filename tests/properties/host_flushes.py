"""Flushes of the host, and what they ask the DRAM buffer for (host.flush, buffer.asked)."""
from drive import COMMAND, PAGE, PROGRAM, S, T, flush, mixed, w
from general import seeds
from row import Row
from units import PLACEMENTS

LATENCY = 5_000
POLICIES = ("flush: full", "flush: idle", "flush: above 40%", "flush: eager", "flush(f): f.dirty > 3")


def buffer(text, slots=16):
    return f"buffer {{ size: {2 * slots}KiB  latency: 5us  {text} }}"


def flushes_that_never_come(p):
    """`flush_every` of more writes than there are equals its absence, bit for bit."""
    load = "requests: 400  read: 30%  size: mix(60%: 2KiB, 40%: 5KiB)  interval: 60us  align: 512B"
    for placement in PLACEMENTS:
        for text in POLICIES:
            x, y = (p.run(placement + buffer(text), load + more) for more in ("  flush_every: 401", ""))
            p.equal(x, y, f"{placement}{text}")


def flushes_of_nothing(p):
    """Where a write is complete when it is on flash, and the host waits for each request, a flush is complete at once, and
    the other requests have the times that they have without flushes."""
    for placement in PLACEMENTS:
        load = "requests: {}  write: 100%  size: 2KiB  address: uniform  closed: 1"
        x = p.run(placement, load.format(400) + "  flush_every: 1")
        y = p.run(placement, load.format(200))
        p.same({row["response_ns"] for row in x.rows if row["direction"] == "flush"}, {0}, f"{placement}: flushes")
        p.same([row["completion_ns"] for row in x.rows if row["direction"] == "write"], y.ends, f"{placement}: writes")


def a_write_and_a_flush(p):
    """At depth 1 a write takes the buffer's latency, and the flush behind it the program of its page, whatever `flush`
    says; with `eager` the program began when the write came."""
    one = COMMAND + PAGE + PROGRAM
    for text in POLICIES:
        x = p.run(buffer(text), "requests: 20  write: 100%  size: 2KiB  address: sequential  closed: 1  flush_every: 1", base=T)
        ahead = LATENCY if "eager" in text else 0
        wanted = {"write": LATENCY, "flush": one - ahead}
        p.same([row["response_ns"] for row in x.rows], [wanted[row["direction"]] for row in x.rows], text)
        p.same(x["flash.host_programs"], 10, f"{text}: programs")


def flushed_pages_are_on_flash(p):
    """A flush behind n pages that the buffer holds needs n programs, and is complete when the last one ends; later requests
    are not waited for."""
    for placement in PLACEMENTS:
        for n in (1, 5, 16):
            load = [w(0, i) for i in range(n)]
            x = p.run(placement + buffer("flush: full", 32), [*load, flush(10_000), w(20_000, 100)])
            y = p.run(placement + buffer("flush: full", 32), load)
            p.same((x["flash.host_programs"], y["flash.host_programs"]), (n, 0), f"{placement}{n} pages")
            p.same(x["clock_ns"], x.rows[n]["completion_ns"], f"{placement}{n} pages: the flush and the last program")


def flushes_come_in_order(p):
    """Flushes are complete in the order in which they come, and never before they come."""
    for seed in seeds(p, 2, 6):
        load = mixed(seed, count=500, mean=60_000, kinds="rrwwwwtff")
        for placement in PLACEMENTS:
            for text in POLICIES:
                x = p.run(placement + buffer(text), load, options=("--check",))
                ends = [row["completion_ns"] for row in x.rows if row["direction"] == "flush"]
                p.expect(len(ends) > 30 and ends == sorted(ends), f"{placement}{text}, seed {seed}: {ends[:5]}")
                p.expect(max(row["response_ns"] for row in x.rows if row["direction"] == "flush") > PROGRAM,
                         f"{placement}{text}, seed {seed}: no flush waits")


def fewer_flushes_write_less(p):
    """The more writes share a flush, the fewer pages are programmed."""
    for seed in seeds(p, 2, 5):
        load = f"requests: 3000  write: 100%  size: 2KiB  address: hotspot(5%: 80%)  interval: 200us  seed: {seed}"
        before = None
        for n in (1, 2, 4, 16, 64):
            x = p.run(buffer("flush: full", 64), f"{load}  flush_every: {n}")
            programs = x["flash.host_programs"] / x["write.count"]
            p.expect(before is None or programs < before, f"a flush for {n} writes, seed {seed}: {programs} programs a write, before {before}")
            before = programs


ROWS = [
    Row("flushes_that_never_come", "host.flush generator.request",
        "`flush_every` beyond the last write equals its absence, bit for bit.",
        flushes_that_never_come),
    Row("flushes_of_nothing", "host.flush",
        "Where nothing volatile is pending a flush takes no time, and changes no other time.",
        flushes_of_nothing),
    Row("a_write_and_a_flush", "host.flush buffer.asked",
        "At depth 1 writes and flushes take their closed forms with every `flush`.",
        a_write_and_a_flush),
    Row("flushed_pages_are_on_flash", "host.flush buffer.asked",
        "A flush needs a program for each dirty page, ends with the last, and waits for nothing later.",
        flushed_pages_are_on_flash),
    Row("flushes_come_in_order", "host.flush",
        "Flushes are complete in their order, and wait for what is dirty.",
        flushes_come_in_order),
    Row("fewer_flushes_write_less", "buffer.asked",
        "The more writes share a flush, the fewer pages are programmed.",
        fewer_flushes_write_less),
]
