"""Units that are larger than a page (iu.lock_step): planes that work together."""
from drive import COMMAND, PAGE, PROGRAM, READ, S, T, mixed
from general import VARIANTS, seeds
from row import Row



def energy(planes):
    return f"energy {{ read: {100 * planes}pJ  program: {700 * planes}pJ  erase: {9000 * planes}pJ  transfer_per_byte: 2pJ }}"


BLOCKS = S.replace("blocks: 12", "blocks: 16").replace("30%", "45%")
NAMES = ("static", "write_order", "dynamic", "cost", "wise", "blind", "cache", "suspend", "copyback", "preempt", "superblock", "buffer", "link", "sectors")


def drives(planes, of_die, dummy_busy):
    """The base drive with `of_die` planes a die, of which `planes` are one, and what is written out for the same: base
    and text of each."""
    base = BLOCKS.replace("planes: 2", f"planes: {of_die}")
    large = base.replace(f"planes: {of_die}", f"planes: {of_die // planes}").replace("page: 2KiB  spare: 64B", f"page: {2 * planes}KiB  spare: {64 * planes}B")
    command = planes * 200 + (planes - 1) * dummy_busy
    return ((base.replace("command: 200ns }", f"command: 200ns }}  {energy(1)}"), f"ftl {{ unit: {2 * planes}KiB }}  "),
            (large.replace("command: 200ns }", f"command: {command}ns }}  {energy(planes)}"), ""))


def is_a_drive_of_large_pages(p):
    """With `unit` the drive equals the one of such pages, with their command time, spare bytes, planes and energy."""
    for seed in seeds(p, 1, 3):
        for planes, of_die in ((2, 2), (2, 4), (4, 4)):
            load = mixed(seed, count=500, mean=120_000, pages=500)
            for name in NAMES if p.deep or (planes, of_die) == (2, 4) else NAMES[:3]:
                x, y = (p.run(text + VARIANTS[name], load, base=base)
                        for base, text in drives(planes, of_die, 500 if "dummy_busy: 500ns" in VARIANTS[name] else 0))
                p.equal(x, y, f"{planes} of {of_die} planes, {name}, seed {seed}")


def single_operations_in_lock_step(p):
    """A program of K planes takes K commands and K pages on the bus, and one array phase; a read of a sector K commands,
    one array phase and that sector."""
    for planes in (2, 4):
        text = f"geometry {{ planes: {planes} }}  ftl {{ unit: {2 * planes}KiB }}  nand {{ dummy_busy: 300ns }}"
        command = planes * COMMAND + (planes - 1) * 300
        x = p.run(text, [("w", 0, 0, 4 * planes), ("r", 5_000_000, 1, 1)], base=T)
        p.same(x.responses, [command + planes * PAGE + PROGRAM, command + READ + PAGE // 4], f"{planes} planes")


ROWS = [
    Row("lock_step", "iu.lock_step",
        "A unit of K pages equals the drive whose pages have K times the size, with their command time and energy, bit for bit.",
        is_a_drive_of_large_pages),
    Row("single_operations_in_lock_step", "iu.lock_step command.phases",
        "A program of K planes in lock step takes K commands and pages and one array phase, a read of a sector only that of the data, exactly.",
        single_operations_in_lock_step),
]
