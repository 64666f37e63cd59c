"""Planes that read by themselves (command.plane_reads)."""
from drive import COMMAND as C, COUNTED_BY_ONE_LOOP, PAGE as X, PROGRAM, READ, S, T, mixed, r, w
from general import VARIANTS, seeds
from row import Row

KEY = "plane_reads: independent"
NAMES = ("static", "write_order", "dynamic", "cost", "wise", "blind", "suspend", "copyback", "priority", "preempt", "shared",
         "same_die", "zero", "idle", "wear", "streams", "buffer", "write_through", "queues", "link")


def with_key(name):
    """The variant with planes that read by themselves."""
    variant = VARIANTS[name]
    return variant.replace("commands { ", f"commands {{ {KEY}  ", 1) if "commands { " in variant else f"{variant}  commands {{ {KEY} }}"


def one_plane_reads(p):
    """With one plane a die, and without reads, the key changes nothing."""
    one = S.replace("planes: 2", "planes: 1")
    for seed in seeds(p):
        for name in NAMES:
            for base, load, what in ((one, mixed(seed, pages=250), "one plane"),
                                     (S, mixed(seed, kinds="wwwwwt", whole=True), "no reads")):
                p.equal(p.run(with_key(name), load, base=base), p.run(VARIANTS[name], load, base=base),
                        f"{name}, seed {seed}: {what}", ignoring=COUNTED_BY_ONE_LOOP)


def reads_of_all_planes(p):
    """Reads of different pages in all planes of a die: their commands follow each other, their array phases overlap, and
    their data follow each other."""
    for planes in (2, 3, 4, 8):
        base = T.replace("planes: 1", f"planes: {planes}").replace("logical: 16KiB", f"logical: {planes * 16}KiB")
        x = p.run(f"commands {{ {KEY} }}", [r(0, k + planes * (k % 3)) for k in range(planes)], base=base)
        p.same(x.ends, [C + READ + (k + 1) * X for k in range(planes)], f"{planes} planes")
        x = p.run(f"commands {{ {KEY} }}", [r(0, planes * k) for k in range(planes)], base=base)
        p.same(x.ends, [(k + 1) * (C + READ + X) for k in range(planes)], f"{planes} reads of one plane")


def plane_reads_help(p):
    """Loads of reads alone are not slower than with planes that read together (1 %), and with four planes a die and many
    requests in flight 2.5 to 4 times as fast, where the bus allows it."""
    for seed in seeds(p):
        reads = mixed(seed, count=1_500, kinds="r", most=1)
        for name in ("static", "wise", "blind", "dynamic", "priority", "link"):
            for depth in (1, 4, 32):
                x, y = p.run(with_key(name), (reads, depth)), p.run(VARIANTS[name], (reads, depth))
                p.no_slower(x["last_completion_ns"], y["last_completion_ns"], 0.01, f"{name}, depth {depth}, seed {seed}")
    fast = T.replace("planes: 1", "planes: 4").replace("40.96MB/s", "4GB/s").replace("logical: 16KiB", "logical: 64KiB")
    reads = mixed(7, count=2_000, kinds="r", most=1, pages=32)
    x, y = (p.run(text, (reads, 64), base=fast)["last_completion_ns"] for text in (f"commands {{ {KEY} }}", ""))
    p.expect(2.5 * x < y < 4.001 * x, f"four planes: {y} ns together, {x} ns by themselves")


def no_write_starves(p):
    """While reads come to every plane of a die without end, a write begins when those that were there have ended: at most
    one read a plane goes before it beside those that are older."""
    base = T.replace("planes: 1", "planes: 2").replace("logical: 16KiB", "logical: 32KiB")
    for placement in ("static plane > chip > channel > die", "dynamic plane > chip > channel > die"):
        load = [r(i * 20_000, i) for i in range(16)] + [w(330_000, 0)] + [r(340_000 + i * 20_000, 1 + i % 15) for i in range(16)]
        x = p.run(f"commands {{ {KEY} }}  allocation: {placement}", load, base=base)
        last = max(row["completion_ns"] for row in x.rows[:16])
        end = x.rows[16]["completion_ns"]
        p.expect(end <= last + C + X + PROGRAM, f"{placement}: the write ends at {end}, the reads before it at {last}")
        later = min(row["completion_ns"] for row in x.rows[17:])
        p.expect(later >= end, f"{placement}: a younger read ends at {later}, before the write at {end}")


ROWS = [
    Row("one_plane_reads", "command.plane_reads",
        "With one plane a die, or without reads, `plane_reads: independent` changes nothing, bit for bit.",
        one_plane_reads),
    Row("reads_of_all_planes", "command.plane_reads",
        "Reads at once of all planes of a die end at their closed form: array phases overlap, transfers follow each other.",
        reads_of_all_planes),
    Row("plane_reads_help", "command.plane_reads",
        "Loads of reads are not slower if planes read by themselves (1 %); with four planes and a fast bus 2.5 to 4 times as fast.",
        plane_reads_help),
    Row("no_write_starves", "command.plane_reads",
        "A write waits for the reads that are older and under way, and not for younger ones, however many come.",
        no_write_starves),
]
