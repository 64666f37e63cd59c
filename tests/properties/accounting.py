"""Accounting, policies, and what else a run reports."""
import math

from closed_forms import C, X
from drive import ERASE, PROGRAM, READ, S, T, mixed, r, w
from general import VARIANTS, seeds
from resources import reads


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


def amplification_by_bytes(p):
    """Of whole pages both figures agree, and quarters of pages cost four times as much by bytes; a trim changes neither."""
    for name in ("static", "dynamic", "blind", "wear", "blind_copyback", "replicate", "superblock", "streams"):
        for sectors, factor in ((4, 1), (1, 4)):
            load = [(op, at, s if sectors == 1 else s - s % 4, sectors) if op == "w" else (op, at, s, n)
                    for op, at, s, n in mixed(9, count=700, kinds="rwwwt")]
            x = p.run(VARIANTS[name], load, rows=False)
            p.expect(x["flash.collection_programs"] > 0 or sectors == 4, f"{name}: nothing is collected")
            p.close(x["write_amplification_by_bytes"], factor * x["write_amplification"], 1e-12, f"{name}, writes of {sectors} sectors")
    load = "requests: 500  write: 100%  size: 512B  address: uniform"
    x = p.run("", load, base=T.replace("blocks: 8", "blocks: 300"), rows=False)
    p.same((x["write_amplification"], x["write_amplification_by_bytes"]), (1, 4), "uniform quarters of pages on a new drive")
    x = p.run("buffer { size: 32KiB  flush: full }", [w(i * 1000, i % 8) for i in range(100)], base=T, rows=False)
    p.same(x["write_amplification_by_bytes"], 0, "a buffer that absorbs all writes")


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
