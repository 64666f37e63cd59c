"""Streams of any_idle, and what is counted beside collections."""
from drive import S, T, every, mixed, r, w
from general import VARIANTS, seeds
from resources import MARGIN

DYNAMIC = VARIANTS["dynamic"]


def any_idle(keys):
    return f"{DYNAMIC}  gc {{ migrate: any_idle {{ {keys} }} }}"


def busy(seed):
    """Requests so close that most collections meet one."""
    return mixed(seed, count=900, mean=150_000, kinds="rrwww", whole=True, most=1)


def always_reads_all(p):
    """With more slots than valid pages, `always` moves no page over the bus by a program of the collection; with one slot it does."""
    for seed in seeds(p, 2, 6):
        x = p.run(any_idle("buffer: 1000  when: always"), busy(seed), rows=False)
        p.expect(x["gc.buffered_moves"] > 0, f"seed {seed}: no page in a slot")
        p.same(x["gc.moved_by_bus"], 0, f"seed {seed}: moved over the bus")
        p.same(x["flash.collection_programs"], x["gc.write_backs"], f"seed {seed}: programs")
        y = p.run(any_idle("buffer: 1  when: always"), busy(seed), rows=False)
        p.expect(y["gc.moved_by_bus"] > 0 and y["gc.moved_by_slot"] > 0, f"seed {seed}: one slot: {y['gc.moved_by_bus']} and {y['gc.moved_by_slot']}")


def slots_are_conserved(p):
    """Where nobody writes what is held, every page read into a slot is written back; otherwise no more are than were read."""
    load = every(20_000_000, mixed(1, count=300, kinds="w", whole=True, most=1))
    x = p.run(any_idle("buffer: 8  when: always"), load, rows=False)
    p.expect(x["gc.buffered_moves"] > 0, "no page in a slot")
    p.same((x["gc.write_backs"], x["gc.held_pages"]), (x["gc.buffered_moves"],) * 2, "written back, and left")
    for seed in seeds(p, 2, 6):
        for when in ("conflict", "always"):
            x = p.run(any_idle(f"buffer: 12  when: {when}"), mixed(seed, count=900, mean=40_000, kinds="rrwwwwt"), rows=False)
            gc = x["gc"]
            p.expect(0 < gc["held_pages"] <= gc["buffered_moves"] and gc["write_backs"] <= gc["buffered_moves"], f"seed {seed}, {when}: {gc}")


def without_conflict(p):
    """Without a host operation near a collection `conflict` is `same_plane`, in all times."""
    load = every(50_000_000, mixed(2, count=300, kinds="w", whole=True, most=1))
    a, b = p.run(DYNAMIC, load), p.run(any_idle("buffer: 16"), load)
    p.expect(a["gc.collections"] > 10, "too few collections for a test")
    p.same(b.ends, a.ends, "completions")
    for path in ("clock_ns", "gc.collections", "flash.collection_programs", "gc.idle", "gc.idle_drive"):
        p.same(b[path], a[path], path)
    p.same(b["gc.conflicting"], 0, "streams")


def power_loss(p):
    """The time at power loss follows from the mean number of pages that are held: a write-back takes 321.32 us, on 2 chips."""
    for buffer in (2, 16, 200):
        for seed in seeds(p, 2, 4):
            x = p.run(any_idle(f"buffer: {buffer}  when: always"), mixed(seed, count=900, mean=40_000, kinds="rwwww"), rows=False)
            mean = x["gc.held_pages_mean"]
            p.expect(0 < mean <= buffer, f"seed {seed}: {mean} of {buffer} pages on average")
            formula = mean * 50 + int(mean / 2) * 321_320
            p.expect(abs(x["gc.power_loss_ns"] - formula) < 0.51, f"seed {seed}, {buffer} slots: {x['gc.power_loss_ns']}, expected {formula}")


def larger_buffer(p):
    """On a loaded drive a larger buffer makes reads no slower."""
    sizes = (1, 4, 16, 64)
    for when in ("conflict", "always"):
        means = [sum(p.run(any_idle(f"buffer: {n}  when: {when}"), busy(seed), rows=False)["read.mean_ns"] for seed in seeds(p, 4, 8)) for n in sizes]
        for i in range(1, len(sizes)):
            p.no_slower(means[i], means[i - 1], MARGIN, f"{when}: {sizes[i]} slots instead of {sizes[i - 1]}")


EIGHT = T.replace("channels: 1", "channels: 8").replace("blocks: 8", "blocks: 4").replace("16KiB", "112KiB").replace(
    "static plane > chip > channel > die", "static channel > chip > die > plane")


def beside_collections(p):
    """Shares of chips and collections are shares; a collection with one read that waits leaves 7 of 8 chips idle; plain designs have none."""
    for name in ("dynamic", "preempt", "any_idle", "replicate", "superblock", "wear"):
        x = p.run(VARIANTS[name], busy(1), rows=False)
        gc = x["gc"]
        if gc["idle_drive"] is None:
            p.same((name, gc["idle_chips"]), ("wear", None), "absent")
            continue
        p.expect(0 <= gc["idle_chips"] <= 1, f"{name}: {gc['idle_chips']} of the chips")
        p.expect(0 <= gc["idle_drive"] * gc["collections"] <= gc["idle"] + 1e-9, f"{name}: {gc['idle_drive']} of {gc['collections']}, idle {gc['idle']}")
    load = [w(1_000_000 * i, lpn) for i, lpn in enumerate((0, 8, 16, 24, 0))] + [r(4_500_000, 8)]
    gc = "gc { trigger: free_blocks < 3 }"
    x = p.run(f"host {{ command: 1us }}  {gc}", load, base=EIGHT)
    p.same((x["gc.collections"], x["gc.idle_chips"], x["gc.idle_drive"]), (1, 0.875, 1.0), "collections, idle chips, in an idle drive")
    x = p.run(gc, load, base=EIGHT)
    p.same((x["gc.collections"], x["gc.idle_chips"], x["gc.idle_drive"]), (1, None, None), "of a plain design")
