"""The bits of ints in maps and policies, and the fields of operations and blocks that policies read (place.static,
bus.priority, space.last_write)."""
from drive import S, T, mixed, r, w
from isolation import FTL, PLANE
from row import Row

# Eight channels of one plane each, with room for 256 logical pages.
CHANNELS = """
design E {
  geometry { channels: 8  chips: 1  dies: 1  planes: 1  blocks: 16  pages: 16  page: 2KiB  spare: 0B }
  nand { read: 20us  program: 200us  erase: 1000us  bus { rate: 40.96MB/s  command: 1us } }
}
"""


def on_channels(p, channel, load, **options):
    return p.run(f"allocation: static map(lpn) {{ channel: {channel}  chip: 0  die: 0  plane: 0 }}", load, base=CHANNELS, **options)


def hashed_maps_are_even(p):
    """A stride of 8 pages meets one channel of `lpn % 8`, and all channels of the hash equally often, as strides of 1, 2
    and 4 pages do."""
    for stride in (1, 2, 4, 8):
        load = [w(300_000 * i, i * stride) for i in range(min(64, 256 // stride))]
        plain = on_channels(p, "lpn % 8", load).programs("planes", 200_000)
        hashed = on_channels(p, "(lpn xor (lpn >> 3)) % 8", load).programs("planes", 200_000)
        p.same(sum(1 for n in hashed if n), 8, f"stride {stride}: channels of the hash")
        p.same(max(hashed), min(hashed), f"stride {stride}: programs of the channels of the hash")
        p.same(sum(1 for n in plain if n), 8 // stride, f"stride {stride}: channels of lpn % 8")


def bits_are_arithmetic(p):
    """Maps by shifts and masks are those by quotients and remainders of powers of two."""
    load = mixed(5, count=200, pages=200)
    for bits, numbers in (("lpn >> 2 & 7", "lpn / 4 % 8"), ("lpn >> 3 & 4 | lpn & 3", "lpn / 32 % 2 * 4 + lpn % 4"),
                          ("lpn << 1 & 6 | lpn >> 2 & 1", "lpn % 4 * 2 + lpn / 4 % 2"),
                          ("(lpn xor 5) % 8", "if lpn % 2 == 0 then (lpn / 2 % 2 * 2 + 1 + (1 - lpn / 4 % 2) * 4) else lpn / 2 % 2 * 2 + (1 - lpn / 4 % 2) * 4")):
        p.equal(on_channels(p, bits, load), on_channels(p, numbers, load), bits)


def last_write_is_the_age(p):
    """The block that was written last is the youngest one: by `b.last_write` and by `b.age` the same blocks are
    collected, with a clock and without one."""
    for seed in (1, 2, 3):
        load = mixed(seed, count=700, kinds="rwwwwwt")
        by = lambda score, options=(): p.run(f"gc {{ victim(b): {score} }}", load, base=S, options=options, rows=not options)
        p.equal(by("0us - b.last_write"), by("b.age"), f"seed {seed}, the oldest block")
        p.equal(by("b.last_write"), by("0us - b.age"), f"seed {seed}, the youngest block")
        p.expect(by("b.age")["gc.collections"] > 20, f"seed {seed}: only {by('b.age')['gc.collections']} collections")
        for key in ("gc.collections", "flash.collection_programs", "flash.erases"):
            p.same(by("0us - b.last_write", FTL)[key], by("0us - b.last_write")[key], f"seed {seed}, {key} without a clock")


def last_write_and_age_make_the_time(p):
    """At each erase `b.last_write + b.age` is the time of the event, and `b.last_write` not behind it: a table counts the
    erases at which that holds."""
    base = PLANE.replace("gc {", "tables { seen { values: 0 .. 100_000  on_erase(b): if b.last_write + b.age == now and "
                         "b.last_write <= now then seen + 1 else seen } }  gc {")
    load = [w(1000 * (i + 1), i * i * 7 % 700) for i in range(6000)]
    run = lambda bound: p.run("allocation: write_order { order: channel > die > plane > chip  streams: [hot, cold]  "
                              f"stream(r): if seen < {bound} then hot else cold }}", load, base=base, rows=False)
    erases = run(100_000)["flash.erases"]
    p.expect(erases > 100, f"only {erases} erases")
    p.same(run(erases + 1)["streams"][1]["host_programs"], 0, "pages of the host behind more erases than there are")
    p.expect(run(erases - 20)["streams"][1]["host_programs"] > 0, "at some erase the two do not make the time of the event")


def equal_operations_keep_their_order(p):
    """Where all operations have the same bytes, or all requests the same queue, a priority by these changes nothing."""
    load = mixed(7, count=300, pages=200, whole=True, kinds="rw", mean=20_000)
    text = "allocation: static channel > die > plane > chip"
    plain = p.run(text, load, base=CHANNELS)
    for score in ("-op.bytes", "op.bytes", "if op.lpn % 1 == 0 then op.queue * 5 else 7", "if op.bytes == 2KiB then 3 else 1"):
        p.equal(p.run(f"{text}  schedule {{ priority(op): {score} }}", load, base=CHANNELS), plain, score)


def short_transfers_first(p):
    """At one decision the read that moves less goes first, whichever came first; and the pages of the lower numbers
    before others, whichever came first."""
    drive = T.replace("chips: 1", "chips: 2").replace("plane > chip >", "chip > plane >")
    short = ("r", 0, 4, 1)
    for order in ((r(0, 0), short), (short, r(0, 0))):
        ends = p.run("schedule { priority(op): -op.bytes }", list(order), base=drive).ends
        p.same(ends[order.index(short)], 33_500, "the end of the short read")
        p.same(ends[1 - order.index(short)], 83_500, "the end of the long read")
    for order in ((r(0, 0), r(0, 1)), (r(0, 1), r(0, 0))):
        ends = p.run("schedule { priority(op): -op.lpn }", list(order), base=drive).ends
        p.same(ends[order.index(r(0, 0))], 71_000, "the end of the read of LPN 0")


ROWS = [
    Row("hashed_maps_are_even", "place.static",
        "Strides of 1, 2, 4 and 8 pages use all channels of an XOR-hashed map equally, and 8, 4, 2 and 1 of a remainder, exactly.",
        hashed_maps_are_even),
    Row("bits_are_arithmetic", "place.static policy.exact",
        "Maps by shifts and masks equal those by quotients and remainders of powers of two, exactly.",
        bits_are_arithmetic),
    Row("last_write_is_the_age", "space.last_write collection.victim only_ftl.results",
        "The oldest block is the one of the least `last_write`, with a clock and without one, exactly.",
        last_write_is_the_age),
    Row("last_write_and_age_make_the_time", "space.last_write space.time table.events",
        "At every erase the sum of `last_write` and `age` is the time of the event, exactly.",
        last_write_and_age_make_the_time),
    Row("equal_operations_keep_their_order", "bus.priority",
        "Where all operations have the same bytes and queue, a priority by these changes no time.",
        equal_operations_keep_their_order),
    Row("short_transfers_first", "bus.priority command.transfer",
        "By `-op.bytes` the shorter of two reads goes first, and by `-op.lpn` that of the lower page, exactly.",
        short_transfers_first),
]
