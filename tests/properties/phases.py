"""Workloads with phases, and bursts (host.phases, account.phases, generator.phases, generator.bursts)."""
from drive import S_PAGES
from row import Row

WRITES = "requests: 300  write: 100%  size: 2KiB"
MIXED = "requests: 300  read: 60%  trim: 5%  size: mix(50%: 1KiB, 50%: 4KiB)"
DESIGNS = ("", "allocation: dynamic channel > die > plane > chip", "buffer { size: 32KiB  latency: 5us }",
           "host { queue: 2  queues: 2 }")
FLASH = ("flash.host_programs", "gc.collections", "flash.collection_programs", "erases.total", "write_amplification")


def one_phase(p):
    """A workload of one phase is the workload with its keys."""
    for design in DESIGNS:
        for keys in (MIXED, f"{MIXED}  closed: 4", f"{WRITES}  interval: exponential(150us)"):
            p.equal(p.run(design, f"phase a {{ {keys} }}"), p.run(design, keys), f"{design}, {keys}",
                    ignoring=("phases",))


def phases_follow(p):
    """Each phase begins when the one before has ended, and their counts sum to those of the run."""
    load = (f"phase a {{ {WRITES}  closed: 3 }}  phase b {{ read: 100%  size: 2KiB  interval: 3ms  for: 20ms }}"
            f"  phase c {{ {WRITES}  closed: 1 }}")
    for design in DESIGNS:
        result = p.run(design, load)
        a, b, c = result["phases"]
        p.same(b["begin_ns"], a["end_ns"], f"{design}: begin of b")
        p.same(c["begin_ns"], max(b["end_ns"], b["begin_ns"] + 20_000_000), f"{design}: begin of c")
        p.same(b["read"]["count"], 7, f"{design}: reads of b")
        for key in ("read", "write"):
            p.same(sum(x[key]["count"] for x in (a, b, c)), result[f"{key}.count"], f"{design}: {key}s")


def warm_up_is_start_run(p):
    """A warm-up that is not counted leaves what the workload of `start` leaves."""
    before, then = f"{WRITES}  closed: 3  seed: 5", f"{MIXED}  closed: 2  seed: 6"
    for design in ("host { read_unwritten: none }",
                   "host { read_unwritten: none }  allocation: dynamic channel > die > plane > chip"):
        phases = p.run(design, f"phase warm {{ {before}  counted: no }}  phase b {{ {then} }}")
        # `start` of the base is filled; the workload of `start` runs behind that.
        other = p.run(f"{design}  start {{ run: Before }}", f"{then} }} workload Before {{ {before}")
        for key in (*FLASH, "response.mean_ns", "read.p99_ns", "write.max_ns"):
            p.same(phases[key], other[key], f"{design}: {key}")


def warm_up_without_a_clock(p):
    """The map alone counts what the run with a clock counts behind a warm-up, and drive writes are bytes written."""
    load = ("phase fill { write: 100%  size: 4KiB  until: 1.5 drive_writes  closed: 4  counted: no }"
            "  phase b { read: 30%  size: 2KiB  closed: 2  until: 0.5 drive_writes }")
    whole, alone = p.run("", load), p.run("", load, options=("--only", "ftl"), rows=False)
    for key in FLASH:
        p.same(whole[key], alone[key], key)
    fill, b = whole["phases"]
    p.same(fill["write"]["count"], -(-3 * S_PAGES // 4), "requests of the filling")
    p.same(b["write"]["count"], -(-S_PAGES // 2), "writes of the counted phase")
    p.same(whole["bytes.written"], b["write"]["count"] * 2048, "bytes that count")


def bursts_have_their_share(p):
    """All arrivals are in the `on` part of their period, and the mean rate is that share of the rate."""
    load = "requests: 2000  read: 100%  size: 2KiB  rate: exponential(100_000/s)  bursts { on: 1ms  off: 4ms }"
    rows = p.run("", load).rows
    at = [row["arrival_ns"] for row in rows]
    p.expect(all(time % 5_000_000 < 1_000_000 for time in at), "a request arrives in a pause")
    p.close(len(at) / max(at) * 1e9, 20_000, 0.1, "requests a second")


ROWS = [
    Row("one_phase", "host.phases generator.phases",
        "A workload of one phase equals the workload with its keys, bit for bit, in open and closed loops.",
        one_phase),
    Row("phases_follow", "host.phases generator.phases",
        "Each phase begins with the end of the one before or when its time is over, and counts sum to those of the run.",
        phases_follow),
    Row("warm_up_is_start_run", "account.phases start.run",
        "A warm-up that is not counted and `start { run }` give the same numbers, exactly.",
        warm_up_is_start_run),
    Row("warm_up_without_a_clock", "account.phases host.phases generator.phases",
        "Behind a warm-up the map alone counts what the run with a clock counts; drive writes are bytes written.",
        warm_up_without_a_clock),
    Row("bursts_have_their_share", "generator.bursts",
        "All requests arrive while the source is on, and the mean rate is that share of the rate within 10 %.",
        bursts_have_their_share),
]
