"""Superblocks beside indirection units and word lines (iu.superblock)."""
from drive import S, S_PAGES, every, mixed
from general import seeds
from row import Row
from units import HALVES, QUARTERS, sectors

ORDER = "allocation: write_order channel > chip > die > plane  "
BUFFER = "buffer {{ size: {}KiB  latency: 5us  flush: {} }}  "
ROOM = S.replace("blocks: 12", "blocks: 20").replace("30%", "50%")
ERASED = "start { state: erased }  "


def text_of(unit, lines=1, group="die", buffer=BUFFER.format(32, "eager"), more="", gc=""):
    return f"{ORDER}ftl {{ unit: {unit} }}  nand {{ program_unit: {lines} }}  {buffer}gc {{ superblock: {group}{gc} }}  {more}"


def group_of_one(p):
    """Superblocks of one plane equal their absence, bit for bit."""
    base = ROOM.replace("planes: 2", "planes: 1").replace("dies: 2", "dies: 1")
    for seed in seeds(p):
        load = mixed(seed, count=900, mean=80_000, pages=S_PAGES // 4)
        for unit, lines in (("1KiB", 1), ("512B", 2), ("2KiB", 4)):
            for buffer in (BUFFER.format(32, "eager"), BUFFER.format(16, "full")):
                x, y = (p.run(text_of(unit, lines, group, buffer), load, base=base) for group in ("die", "none"))
                p.expect(y["gc.collections"] > 10, f"only {y['gc.collections']} collections")
                p.equal(x, y, f"units of {unit}, {lines} pages, {buffer}, seed {seed}")


def unit_of_a_page(p):
    """Superblocks beside a unit that is the page equal those without the key, bit for bit."""
    for seed in seeds(p):
        load = mixed(seed, count=900, mean=80_000)
        for group in ("die", "chip", "device"):
            x, y = (p.run(f"{ORDER}{ftl}{BUFFER.format(32, 'eager')}gc {{ superblock: {group} }}", load, base=ROOM)
                    for ftl in ("ftl { unit: 2KiB }  ", ""))
            p.equal(x, y, f"{group}, seed {seed}")


def places_are_conserved(p):
    """Free pages are those at the start, minus those programmed, plus those erased. Places programmed hold what the buffer
    wrote, at most what collections read, and padding."""
    for seed in seeds(p, 2, 5):
        for (unit, share), lines in ((HALVES, 1), (QUARTERS, 1), (HALVES, 2), (("2KiB", 1), 4)):
            for group in ("die", "device"):
                load = mixed(seed, count=3000, mean=90_000, kinds="wwwwwt", pages=400)
                x, where = p.run(text_of(unit, lines, group, BUFFER.format(64, "full"), ERASED), load, base=ROOM), f"{unit}, {lines} pages, {group}, seed {seed}"
                p.expect(x["gc.collections"] > 5, f"{where}: only {x['gc.collections']} collections")
                host, moved, padding = (x[f"flash.{key}"] for key in ("host_programs", "collection_programs", "padding"))
                p.same((host % lines, moved % lines), (0, 0), f"{where}: pages beyond word lines")
                p.same(x["series.free_pages"][-1], x["design.physical_pages"] - host - moved - x["flash.wasted_multiplane"] + 8 * x["flash.erases"], f"{where}: free pages")
                written, held = x["buffer.evictions"] + x["buffer.flushes"], share * (host + moved) - padding
                p.expect(written <= held <= written + share * x["flash.collection_reads"], f"{where}: {held} places are held, {written} written")
                p.expect(padding <= (share * lines - 1) * (host // lines + x["gc.collections"]), f"{where}: {padding} places of padding")


def planes_fill_alike(p):
    """Superblocks are filled plane by plane: the word lines that the planes of a group have got differ by one at most, also
    where writes come at random, of two streams by one for each."""
    base = S.replace("blocks: 12", "blocks: 60")
    streams = ("allocation: write_order { order: channel > chip > die > plane  streams: [one, two]  stream(r): if r.lpn % 3 == 0 then one else two }  ")
    for seed in seeds(p, 2, 5):
        load = mixed(seed, count=500, mean=90_000, kinds="w", pages=300, whole=True)
        for unit, lines in (("1KiB", 1), ("512B", 1), ("1KiB", 2)):
            for group, planes in (("die", 2), ("chip", 4), ("device", 8)):
                for allocation, most in ((ORDER, 1), (streams, 2)):
                    text = text_of(unit, lines, group, more=ERASED).replace(ORDER, allocation)
                    x = p.run(text, load, base=base, rows=False)
                    p.same(x["gc.collections"], 0, "collections")
                    found = x.programs("planes")
                    for first in range(0, 8, planes):
                        of_group = found[first:first + planes]
                        p.expect(max(of_group) - min(of_group) <= most, f"{unit}, {lines} pages, {group}, seed {seed}: {of_group}")
                    p.expect(sum(found) > 100, f"only {sum(found)} programs")


def is_a_large_plane(p):
    """For the map a superblock of G planes is a block of G x N pages of one plane, whatever a program holds."""
    geometry = "geometry {{ channels: 1  dies: 1  planes: {}  pages: {} }}  capacity {{ logical: 400KiB }}  "
    for seed in seeds(p, 1, 3):
        for (unit, share), lines in ((HALVES, 1), (QUARTERS, 1), (HALVES, 2)):
            size = 4 // share
            load = every(60_000_000, [sectors("w", 0, i // 4 * size, size) for _, _, i, _ in mixed(seed, count=900 * share, kinds="w", whole=True, most=1, pages=150 * share)])
            buffer = BUFFER.format(16, "full")
            group, plane = (p.run(geometry.format(planes, pages) + text_of(unit, lines, superblock, buffer, ERASED, f"  trigger: free_blocks < {blocks}"), load)
                            for planes, pages, superblock, blocks in ((4, 8, "die", 16), (1, 32, "none", 4)))
            where = f"units of {unit}, {lines} pages, seed {seed}"
            p.expect(plane["gc.collections"] > 3, f"{where}: only {plane['gc.collections']} collections")
            for key in ("gc.collections", "flash.collection_reads", "flash.collection_programs", "flash.host_programs", "flash.padding", "write_amplification_by_bytes"):
                p.same(group[key], plane[key], f"{where}: {key}")
            p.same(group["flash.erases"], 4 * plane["flash.erases"], f"{where}: erases")


def circles_move_nothing(p):
    """Units that are overwritten in order are never moved, and nothing is padding."""
    load = "requests: 12000  write: 100%  size: 512B  align: 512B  address: sequential  closed: 8"
    for unit, lines in (("512B", 1), ("1KiB", 2)):
        load_of_unit = load.replace("512B", unit)
        x = p.run(text_of(unit, lines, "device", BUFFER.format(64, "eager"), ERASED), load_of_unit, base=ROOM, rows=False)
        p.expect(x["gc.collections"] > 5, f"{unit}: only {x['gc.collections']} collections")
        p.same((x["flash.collection_programs"], x["flash.padding"], x["write_amplification"]), (0, 0, 1), unit)


ROWS = [
    Row("unit_superblock_of_one", "iu.superblock superblock.group",
        "A feature that never acts equals its absence, bit for bit: superblocks of units, of one plane.",
        group_of_one),
    Row("superblock_of_page_units", "iu.superblock iu.map",
        "A feature that never acts equals its absence, bit for bit: units as large as a page beside superblocks.",
        unit_of_a_page),
    Row("unit_superblocks_conserve", "iu.superblock iu.account",
        "Free pages are those at the start, minus those programmed, plus those erased; places hold what was written or read, and padding.",
        places_are_conserved),
    Row("unit_superblocks_fill_alike", "iu.superblock superblock.host",
        "The programs of the planes of a group differ by one for each stream at most.",
        planes_fill_alike),
    Row("unit_superblock_is_block", "iu.superblock superblock.space",
        "For the map a superblock of units of G planes is a block of G x N pages: equal counts, padding and amplification.",
        is_a_large_plane),
    Row("unit_superblocks_in_circles", "iu.superblock iu.collection",
        "Units overwritten in order are never moved out of superblocks, and nothing is padding.",
        circles_move_nothing),
]
