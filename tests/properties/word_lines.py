"""Programs that take a word line (iu.word_line), on the base drives with blocks of whole word lines."""
from drive import COMMAND, PAGE, PROGRAM, S, T, mixed, w
from general import seeds
from row import Row
from units import PLACEMENTS

LINES = (2, 3, 4)
BASE = T.replace("pages: 4", "pages: 12").replace("logical: 16KiB", "logical: 64KiB")


def with_lines(pages, buffer, placement=PLACEMENTS[0], more=""):
    return f"{placement}nand {{ program_unit: {pages} }}  buffer {{ latency: 5us  {buffer} }}  {more}"


def a_word_line_of_a_page(p):
    """A word line of one page equals its absence, bit for bit."""
    for seed in seeds(p):
        load = mixed(seed, count=500, mean=50_000)
        for placement in PLACEMENTS:
            for flush in ("eager", "full", "above 25%"):
                x, y = (p.run(f"{placement}buffer {{ size: 32KiB  flush: {flush} }}  {more}", load)
                        for more in ("nand { program_unit: 1 }", ""))
                p.equal(x, y, f"{placement}{flush}, seed {seed}")


def word_lines_fill(p):
    """Pages that are written once, and fast, need one program for each word line of them, without padding, and the
    programs of a plane follow each other without a gap."""
    for pages in LINES:
        for placement in PLACEMENTS:
            x = p.run(with_lines(pages, "size: 32KiB", placement), [w(0, i) for i in range(12)], base=BASE)
            p.same((x["flash.host_programs"], x["flash.padding"]), (12, 0), f"{pages} pages: pages and padding")
            p.same(x["clock_ns"], 12 // pages * (COMMAND + pages * PAGE + PROGRAM), f"{pages} pages: the end")


def word_lines_are_large_pages(p):
    """Where nothing is read from the flash, a drive with word lines of k pages is one of pages k times as large, of which a
    unit is a page of the first: all times are equal, and so are write amplification and bytes."""
    for seed in seeds(p, 2, 5):
        for pages in LINES:
            base = S.replace("pages: 8", "pages: 24").replace("blocks: 12", "blocks: 16")
            large = base.replace("pages: 24", f"pages: {24 // pages}").replace("page: 2KiB", f"page: {2 * pages}KiB").replace(
                "spare: 64B", f"spare: {64 * pages}B")
            load = mixed(seed, count=300, mean=40_000, kinds="www", whole=True, pages=400)
            for placement in PLACEMENTS:
                for buffer in ("size: 48KiB  flush: eager", "size: 6KiB  flush: full"):
                    erased = "start { state: erased }  gc { trigger: free_blocks < 2 }"
                    x = p.run(with_lines(pages, buffer, placement, erased), load, base=base)
                    y = p.run(f"{placement}ftl {{ unit: 2KiB }}  buffer {{ latency: 5us  {buffer} }}  {erased}", load, base=large)
                    what = f"{pages} pages, {placement}{buffer}, seed {seed}"
                    p.same(x.rows, y.rows, f"{what}: requests")
                    for key in ("clock_ns", "flash.padding", "write_amplification_by_bytes"):
                        p.same(x[key], y[key], f"{what}: {key}")
                    p.same(x["flash.host_programs"], pages * y["flash.host_programs"], f"{what}: programs")


def word_lines_conserve(p):
    """Where drives collect, pages programmed are whole word lines, and hold what the buffer wrote, at most what collections
    read, and padding."""
    for seed in seeds(p, 2, 5):
        for pages, of_block in ((2, 8), (4, 8), (3, 9)):
            base = S.replace("pages: 8", f"pages: {of_block}").replace("blocks: 12", "blocks: 20").replace("30%", "45%")
            x = p.run(with_lines(pages, "size: 32KiB  flush: full"), mixed(seed, count=2_500, mean=100_000), base=base)
            p.expect(x["gc.collections"] > 20, f"{pages} pages, seed {seed}: only {x['gc.collections']} collections")
            host, moved, padding = (x[f"flash.{key}"] for key in ("host_programs", "collection_programs", "padding"))
            what = f"{pages} pages, seed {seed}"
            p.same((host % pages, moved % pages), (0, 0), f"{what}: programmed pages beyond word lines")
            written = x["buffer.evictions"] + x["buffer.flushes"]
            p.expect(written <= host + moved - padding <= written + x["flash.collection_reads"],
                     f"{what}: {host} + {moved} pages programmed, {written} written, {padding} padding")


ROWS = [
    Row("a_word_line_of_a_page", "iu.word_line",
        "`program_unit: 1` equals its absence, bit for bit.",
        a_word_line_of_a_page),
    Row("word_lines_fill", "iu.word_line iu.program",
        "Pages written fast fill word lines without padding, and their programs end at their closed form.",
        word_lines_fill),
    Row("word_lines_are_large_pages", "iu.word_line",
        "Without reads a drive of word lines has the times, padding and bytes of one of pages as large as these, exactly.",
        word_lines_are_large_pages),
    Row("word_lines_conserve", "iu.word_line iu.collection iu.account",
        "Pages programmed are whole word lines, of what the buffer wrote, what collections read, and padding.",
        word_lines_conserve),
]
