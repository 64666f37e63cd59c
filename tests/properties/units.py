"""Indirection units smaller than a page (iu.map to iu.account). Pages of both base drives have four sectors, so a unit of
1 KiB is half a page, and one of 512 bytes a quarter."""
import itertools

from drive import COMMAND, PAGE, PROGRAM, READ, S, S_PAGES, T, every, mixed
from general import seeds
from row import Row

PLACEMENTS = ("allocation: dynamic plane > die > channel > chip  ", "allocation: write_order channel > die > plane > chip  ")
HALVES, QUARTERS = ("1KiB", 2), ("512B", 4)  # a unit, and how many share a page


def with_units(unit, placement=PLACEMENTS[0], slots=32, flush="eager", more=""):
    return f"{placement}ftl {{ unit: {unit} }}  buffer {{ size: {slots * 512}B  latency: 5us  flush: {flush} }}  {more}"


def sectors(kind, at, first, count):
    return (kind, at, first, count)


def a_page_is_no_unit(p):
    """A unit that is as large as a page equals its absence, bit for bit."""
    for seed in seeds(p, 1, 4):
        load = mixed(seed, count=500, mean=50_000, pages=S_PAGES)
        for placement in PLACEMENTS:
            for flush in ("eager", "full", "above 25%"):
                with_key, without = (p.run(f"{placement} {ftl} buffer {{ size: 32KiB  flush: {flush} }}", load)
                                     for ftl in ("ftl { unit: 2KiB }", ""))
                p.equal(with_key, without, f"{placement}, {flush}, seed {seed}")


def units_fill_pages(p):
    """Units that are written once, and fast, need a page for each page's worth of them, without padding, and their
    programs follow each other without a gap: the last one ends when so many programs have."""
    for unit, share in (HALVES, QUARTERS):
        size = 4 // share
        load = [sectors("w", 0, i * size, size) for i in range(8 * share)]
        for placement in PLACEMENTS:
            x = p.run(with_units(unit, placement), load, base=T)
            p.same((x["flash.host_programs"], x["flash.padding"]), (8, 0), f"{unit}: programs and padding")
            p.same(x["clock_ns"], 8 * (COMMAND + PAGE + PROGRAM), f"{unit}: the end of eight programs in one plane")


def units_go_evenly(p):
    """Single units at random places leave no plane behind: the programs of planes differ from the mean by a quarter at most."""
    load = "requests: 4000  write: 100%  size: 512B  align: 512B  address: uniform over 30%  interval: 50us"
    for placement in PLACEMENTS:
        for commands in ("multiplane: never", "multiplane: wise"):
            text = with_units("512B", placement, slots=64, more=f"commands {{ {commands} }} start {{ state: erased }}")
            x = p.run(text, load, rows=False)
            found = x.programs("planes")
            mean = sum(found) / len(found)
            p.expect(mean > 40, f"{placement}{commands}: only {mean} programs a plane")
            p.expect(min(found) >= 0.75 * mean and max(found) <= 1.25 * mean, f"{placement}{commands}: {found}")


def reads_of_a_page_are_one(p):
    """Units that lie in one page and are read together are one read of the flash, which takes as long as that of a page;
    a unit alone moves only its share."""
    filled = "start { state: filled { valid: 25%  invalid: 0% } }"
    for unit, share in (HALVES, QUARTERS):
        size = 4 // share
        whole = [sectors("r", i * 1_000_000, i * 4, 4) for i in range(8)]
        alone = [sectors("r", i * 1_000_000, i * 4, size) for i in range(8)]
        x, y = (p.run(with_units(unit, more=filled), load, base=T) for load in (whole, alone))
        p.same((x["flash.host_reads"], set(x.responses)), (8, {COMMAND + READ + PAGE}), f"{unit}: whole pages")
        p.same((y["flash.host_reads"], set(y.responses)), (8, {COMMAND + READ + PAGE // share}), f"{unit}: one unit of each page")


def collections_move_units(p):
    """Padding is at most what the last page of each collection can have, if no program of the host has any; and no page is
    read or programmed that has no unit: each collection reads and programs fewer pages than a block has."""
    load = "requests: 6000  write: 100%  size: 512B  align: 512B  address: uniform over 60%  closed: 8"
    for unit, share in (HALVES, QUARTERS):
        for placement, more in itertools.product(PLACEMENTS, ("", "gc { preempt: page }")):
            x = p.run(with_units(unit, placement, slots=64, more="commands { multiplane: wise } " + more), load, options=("--check",), rows=False)
            collections, moved = x["gc.collections"], x["flash.collection_programs"]
            p.expect(collections > 50, f"{unit}: only {collections} collections")
            p.same(x["buffer.evictions"], 0, f"{unit}: evictions")
            p.expect(x["flash.padding"] <= (share - 1) * collections, f"{unit}: {x['flash.padding']} places of padding in {collections} collections")
            p.expect(moved < 8 * collections and x["flash.collection_reads"] <= 8 * collections, f"{unit}: moves of {collections} collections")
            units = x["buffer.flushes"] + x["flash.padding"]
            p.expect(share * x["flash.host_programs"] == x["buffer.flushes"], f"{unit}: the host's programs hold {units} units")


def rewritten_blocks_are_free(p):
    """Where everything is overwritten in order, victims hold nothing: no move, no padding, and amplification 1."""
    load = "requests: 3000  write: 100%  size: 512B  align: 512B  address: sequential  closed: 1"
    for placement in PLACEMENTS:
        x = p.run(with_units("512B", placement, slots=8, more="start { state: erased }"), load, base=T, rows=False)
        p.expect(x["gc.collections"] > 20, f"{placement}: only {x['gc.collections']} collections")
        p.same((x["flash.collection_programs"], x["flash.padding"], x["write_amplification"]), (0, 0, 1), placement)


def alone_units_are_not_preempted(p):
    """Where every collection ends before the next request, `preempt` equals its absence, bit for bit."""
    for seed in seeds(p, 1, 4):
        load = every(100_000_000, mixed(seed, count=600, pages=S_PAGES * 6 // 10, kinds="rwww", whole=True, most=2))
        for unit, _ in (HALVES, QUARTERS):
            text = with_units(unit, slots=64)
            a, b = p.run(text + "gc { preempt: page }", load), p.run(text, load)
            p.expect(b["gc.collections"] > 10, f"{unit}, seed {seed}: only {b['gc.collections']} collections")
            p.equal(a, b, f"{unit}, seed {seed}")


def preempted_units_let_reads_pass(p):
    """Reads pass between the moves of a collection, so their mean is lower, and no more is moved for it."""
    load = ("requests: 6000  read: 50%  size: 512B  align: 512B  address: uniform over 60%  interval: exponential(400us)")
    for unit, _ in (HALVES, QUARTERS):
        text = with_units(unit, PLACEMENTS[1], slots=64)
        a, b = (p.run(text + more, load, rows=False) for more in ("gc { preempt: page }", ""))
        p.expect(b["gc.collections"] > 50, f"{unit}: only {b['gc.collections']} collections")
        p.expect(a["read.mean_ns"] < b["read.mean_ns"], f"{unit}: reads take {a['read.mean_ns']} instead of {b['read.mean_ns']}")
        p.no_slower(a["write_amplification_by_bytes"], b["write_amplification_by_bytes"], 0.1, f"{unit}: amplification by bytes")


def read_ahead_page_by_page(p):
    """Units read in order, one after another, cost one read of the flash for each page that is read ahead, and each unit
    before that one of its own; reads that are never in a row are untouched by the key, bit for bit."""
    filled, pages = "start { state: filled { valid: 25%  invalid: 0%  layout: sequential } }", 5
    ahead = "readahead { trigger: 2  pages: 2 }"
    for unit, share in (HALVES, QUARTERS):
        size, count = 4 // share, pages * share
        text = with_units(unit, slots=64, more=filled)
        key = text.replace("latency: 5us", f"latency: 5us  {ahead}")
        x = p.run(key, [sectors("r", i * 1_000_000, i * size, size) for i in range(count)], base=T)
        # The second read ends in page 0: the rest of it, which lies on the flash page 0, and pages 1 and 2 follow.
        rest = 1 if share > 2 else 0
        p.same(x["flash.host_reads"], 2 + rest + (pages - 1) + 2, f"{unit}: reads of the flash")
        p.same(x["buffer.readaheads"], (pages + 2) * share - 2, f"{unit}: units read ahead")
        apart = [sectors("r", i * 1_000_000, (i * 3 % 8) * 4, size) for i in range(40)]
        p.equal(p.run(key, apart, base=T), p.run(text, apart, base=T), f"{unit}: reads that are not in a row")


def with_streams(unit, stream, more=""):
    return (f"allocation: dynamic {{ order: plane > die > channel > chip  streams: [one, two]  stream(r): {stream} }}  ftl {{ unit: {unit} }}"
            f"  buffer {{ size: 32KiB  latency: 5us  flush: eager }}  {more}")


def streams_fill_their_pages(p):
    """Units of two streams that are written by turns fill pages by stream, without padding: a page's worth of each."""
    for unit, share in (HALVES, QUARTERS):
        size = 4 // share
        load = [sectors("w", i * 1000, i * size, size) for i in range(8 * share)]
        x = p.run(with_streams(unit, "if r.lpn % 2 == 0 then one else two"), load, base=T)
        p.same((x["flash.host_programs"], x["flash.padding"]), (8, 0), f"{unit}: programs and padding")
        p.same([part["host_programs"] for part in x["streams"]], [4, 4], f"{unit}: programs of each stream")


def rewritten_streams_are_free(p):
    """Two streams whose units are overwritten in order, one four times as fast: where collection keeps them apart no unit
    is moved, and nothing is padding."""
    for unit, share in (HALVES, QUARTERS):
        size, pages = 4 // share, 150
        fast = [i % pages * 4 + j * size for i in range(2000) for j in range(share)]
        slow = [(pages + i % pages) * 4 + j * size for i in range(500) for j in range(share)]
        load = [sectors("w", i * 200_000, first, size) for i, first in enumerate(fast)]
        load += [sectors("w", i * 800_000 + 7, first, size) for i, first in enumerate(slow)]
        load.sort(key=lambda request: request[1])
        apart = with_streams(unit, f"if r.lpn < {pages * share} then one else two",
                             "gc { active: by_stream }  capacity { overprovision: 50% }  start { state: erased }")
        x = p.run(apart, load, rows=False)
        p.expect(x["gc.collections"] > 20, f"{unit}: only {x['gc.collections']} collections")
        p.same((x["flash.collection_programs"], x["flash.padding"]), (0, 0), f"{unit}: moved pages and padding")
        p.same(sum(part["host_programs"] for part in x["streams"]), x["flash.host_programs"], f"{unit}: programs of the streams")


ROWS = [
    Row("streams_fill_their_pages", "iu.buffer iu.program account.streams",
        "Units of two streams by turns fill a page for each page's worth of each stream, without padding.",
        streams_fill_their_pages),
    Row("rewritten_streams_are_free", "iu.collection collection.active account.streams",
        "Units of two streams that are overwritten in order, each at its own pace, are never moved.",
        rewritten_streams_are_free),
    Row("a_page_is_no_unit", "iu.map iu.start",
        "A feature that never acts equals its absence, bit for bit: units as large as a page.",
        a_page_is_no_unit),
    Row("units_fill_pages", "iu.program iu.buffer iu.account",
        "Units written once take a page for each page's worth, without padding, to the closed form.",
        units_fill_pages),
    Row("units_go_evenly", "iu.program iu.buffer",
        "Programs of single units differ between planes by a quarter of the mean at most.",
        units_go_evenly),
    Row("reads_of_a_page_are_one", "iu.read iu.start",
        "Units of one page that are read together take as long as a page, one of them its share, to the closed form.",
        reads_of_a_page_are_one),
    Row("collections_move_units", "iu.collection iu.map iu.account",
        "A collection leaves at most U - 1 places of padding, and moves fewer pages than a block has.",
        collections_move_units),
    Row("alone_units_are_not_preempted", "iu.collection collection.preempt",
        "A feature that never acts equals its absence, bit for bit: collections of units that nobody meets, preemptible.",
        alone_units_are_not_preempted),
    Row("preempted_units_let_reads_pass", "iu.collection collection.preempt",
        "Reads pass between the moves of a collection of units: they are faster, and not more is written.",
        preempted_units_let_reads_pass),
    Row("read_ahead_page_by_page", "iu.read buffer.readahead",
        "Units read in order cost a read of the flash for each page, to the closed form; others know nothing of it.",
        read_ahead_page_by_page),
    Row("rewritten_blocks_are_free", "iu.collection iu.account",
        "Units overwritten in order are never moved, and nothing is padding.",
        rewritten_blocks_are_free),
]
