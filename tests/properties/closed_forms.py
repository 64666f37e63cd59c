"""Closed forms: what single operations take, what buses and arrays can carry, and how long a queue makes one wait."""
import math
import random

from drive import COMMAND as C, ERASE, PAGE as X, PROGRAM, READ, S, T, every, mixed, r, trim, w
from general import VARIANTS, seeds


def saturated(kind, count, pages=16):
    """All requests at time 0, one page each."""
    return [(kind, 0, i % pages * 4, 4) for i in range(count)]


def single_operations(p):
    p.same(p.run("", [r(0, 0)], base=T).ends, [C + READ + X], "a read")
    p.same(p.run("", [w(0, 0)], base=T).ends, [C + X + PROGRAM], "a program")
    for sectors in (1, 2, 3):
        p.same(p.run("", [("r", 0, 0, sectors)], base=T).ends, [C + READ + X * sectors // 4], f"a read of {sectors}")
        text = "host { transfer { read: page } }"
        p.same(p.run(text, [("r", 0, 0, sectors)], base=T).ends, [C + READ + X], f"a read of {sectors}, whole page")
        text = "host { transfer { program: sectors } }  start { state: erased }"
        p.same(p.run(text, [("w", 0, 0, sectors)], base=T).ends, [C + X * sectors // 4 + PROGRAM], f"sectors {sectors}")
    # An old page of k sectors that the write leaves: a read of them first.
    for sectors in (1, 2, 3):
        x = p.run("", [w(0, 0), ("w", 1_000_000, 0, sectors)], base=T)
        p.same(x.responses[1], C + READ + X * (4 - sectors) // 4 + C + X + PROGRAM, f"a partial write of {sectors}")
        p.same(x["flash.read_modify_write_reads"], 1, "reads of the partial write")
    for planes in (2, 4):
        text = f"geometry {{ planes: {planes} }}  nand {{ dummy_busy: 2us }}  commands {{ multiplane: wise }}"
        begin = planes * C + (planes - 1) * 2000 + READ
        p.same(p.run(text, [r(0, i) for i in range(planes)], base=T).ends,
               [begin + X * (i + 1) for i in range(planes)], f"a read of {planes} planes")
        p.same(p.run(text, [w(0, i) for i in range(planes)], base=T).ends,
               [planes * (C + X) + (planes - 1) * 2000 + PROGRAM] * planes, f"a program of {planes} planes")
    hu = "nand { read: 20us  program: 200us  bus { cycle: 25ns  width: 8bit  command_cycles: 7 } }  geometry { spare: 64B }"
    base = "design A { capacity { overprovision: 50% }  " + hu.replace("spare", "blocks: 8  pages: 4  page: 2KiB  spare") + " }"
    p.same(p.run("", [("r", 0, 0, 4)], base=base).ends, [71_375], "a read of 2048 bytes (Hu 2013)")
    p.same(p.run("", [w(0, 0)], base=base).ends, [252_975], "a program of 2112 bytes (Hu 2013)")


def rounding(p):
    """A transfer of n bytes takes ceil(n x time of a byte); the command is rounded up once."""
    for tenths in (1, 3, 7, 9, 11, 13):  # of a nanosecond a byte
        bus = f"bus {{ cycle: {tenths / 10}ns  width: 8bit  command_cycles: 8 }}"
        base = T.replace("bus { rate: 40.96MB/s  command: 1us }", bus)
        command = -(-8 * tenths // 10)
        for sectors in (1, 3, 4):
            transfer = -(-sectors * 512 * tenths // 10)
            p.same(p.run("", [("r", 0, 0, sectors)], base=base).ends, [command + READ + transfer],
                   f"{tenths} tenths of a ns a byte, {sectors} sectors")


def rounding_of_command(p):
    """The command time is rounded up once (time.rounding 2), also where it is given as a time."""
    for time in (0.6, 1.2, 1.4, 1.6):
        bus = f"bus {{ rate: 40.96MB/s  command: {time}ns }}"
        base = T.replace("bus { rate: 40.96MB/s  command: 1us }", bus)
        p.same(p.run("", [r(0, 0)], base=base).ends, [math.ceil(time) + READ + X], f"a command of {time} ns")


def moves(p):
    """A collection of k valid pages takes k moves and an erase; a copyback takes c + read + program."""
    base = T.replace("blocks: 8", "blocks: 4").replace("logical: 16KiB", "logical: 14KiB")
    for valid in range(0, 4):
        for text, move in (("", C + READ + X + C + X + PROGRAM), ("commands { copyback: wise }", C + READ + PROGRAM)):
            # The first block holds pages 0 to 3; those from `valid` on are written again into the second one.
            load = [w(i, i) for i in range(4)] + [w(4, i) for i in range(valid, 4)]
            x = p.run(text + "  gc { trigger: free_pages <= " + str(8 + valid) + "  stop: free_pages > "
                      + str(8 + valid) + " }", load, base=base)
            p.same(x["gc.collections"], 1, f"`{text}`, {valid} valid pages: collections")
            p.same(x["clock_ns"], len(load) * (C + X + PROGRAM) + valid * move + C + ERASE,
                   f"`{text}`, {valid} valid pages: time of all")
            p.same(x["bus_bytes"], 2048 * (len(load) + (0 if "copyback" in text else 2 * valid)), f"`{text}`: bytes")


def bus_bounds(p):
    """n units on one channel, saturated: the bus carries min(1, n x bus time / time of an operation), within 1 %."""
    for chips in (1, 2, 3, 4, 5, 6, 8):
        for kind, array in (("r", READ), ("w", PROGRAM)):
            base = T.replace("blocks: 8", "blocks: 64").replace("pages: 4", "pages: 32").replace("16KiB", "128KiB")
            load = [(kind, 0, i % (8 * chips) * 4, 4) for i in range(840)]  # the same number for each chip
            x = p.run(f"geometry {{ chips: {chips} }}", load, base=base)
            used = C + X
            # A read's command can go while another chip's array works, so the period of a chip is c + array + x.
            bound = min(1, chips * used / (used + array))
            share = x["busy.channels"][0]["host"]
            p.expect(share <= bound + 1e-9, f"{kind}, {chips} chips: the bus carries {share:.4f}, more than {bound:.4f}")
            p.close(share, bound, 0.015, f"{kind}, {chips} chips: share of the bus")


def hu_figures(p):
    """Shares of the bus by the formulas of Hu 2013, Fig. 19, within 1 %; the times of Fig. 16, exactly."""
    base = """
design H {
  geometry { channels: 1  chips: 1  dies: 1  planes: 1  blocks: 256  pages: 64  page: 2KiB  spare: 64B }
  nand { read: 20us  program: 200us  bus { cycle: 25ns  width: 8bit  command: 0ns } }
  host { transfer { read: page } }
  allocation: static chip > die > plane > channel
}
"""
    for text, kind, share in (("", "r", 52.8 / 72.8), ("geometry { chips: 2 }", "r", 1),
                              ("geometry { chips: 4 }", "w", 4 * 52.8 / 252.8), ("geometry { chips: 5 }", "w", 1),
                              ("geometry { dies: 2  planes: 2 }  commands { multiplane: wise }", "w", 211.2 / 305.6)):
        x = p.run(text, [(kind, 0, i * 4, 4) for i in range(800)], base=base)
        p.close(x["busy.channels"][0]["host"], share, 0.01, f"{kind}, `{text}`")
    for cycles, ends in ((7, (558_925, 611_900, 411_900)), (0, (558_400, 611_200, 411_200))):
        for text, order, end in zip(("commands { multiplane: never }", "commands { multiplane: wise  interleave: never }",
                                     "commands { multiplane: wise }"), ("die > plane", "plane > die", "plane > die"), ends):
            bus = base.replace("command: 0ns", f"command: {25 * cycles}ns")
            x = p.run(f"geometry {{ dies: 2  planes: 2 }}  {text}  allocation: static {order} > chip > channel",
                      [w(0, i) for i in range(4)], base=bus)
            p.same(max(x.ends), end, f"Fig. 16, {cycles} cycles, `{text}`")


def cache_register(p):
    """Saturated reads (programs) of one plane with a cache register: the array or the bus never rests, exactly."""
    for program in (20_000, 200_000):
        text = f"commands {{ cache: always }}  nand {{ program: {program}ns }}"
        n = 12
        x = p.run(text, [w(0, i % 8) for i in range(n)], base=T)
        step = max(program, C + X)
        p.same(x["clock_ns"], C + X + (n - 1) * step + program, f"{n} programs of {program} ns")
        p.same(x.ends[-1], x["clock_ns"], "the last one")
    for read in (20_000, 65_000, 200_000):
        n = 10
        x = p.run(f"commands {{ cache: always }}  nand {{ read: {read}ns }}", [r(0, i % 8) for i in range(n)], base=T)
        # c, array, then each transfer hides the array of the next one.
        p.same(x["clock_ns"], C + read + (n - 1) * (C + max(read, X)) + X, f"{n} reads of {read} ns")


def suspension(p):
    """A program that reads suspend still has the whole of its array time, and its pauses are those of the reads."""
    base = T.replace("blocks: 8", "blocks: 64")
    text = "commands { suspend: always }  nand { suspend: 10us  resume: 20us }"
    for seed in seeds(p, 4, 12):
        draw = random.Random(seed)
        at = sorted(draw.randrange(60_000, 240_000, 10) for _ in range(4))
        load = [w(0, 0)] + [r(t, 1 + i) for i, t in enumerate(at)]
        x = p.run(text, load, base=base)
        one = x.rows[0]
        p.same(one["array_ns"], PROGRAM + 30_000 * x["flash.suspends"], f"seed {seed}: array part of the program")
        p.expect(x["flash.suspends"] >= 1, f"seed {seed}: nothing was suspended")
        p.same(x["clock_ns"], one["completion_ns"], f"seed {seed}: the program ends last")
        p.same(one["completion_ns"], C + X + PROGRAM + 30_000 * x["flash.suspends"] + 4 * (C + READ + X),
               f"seed {seed}: end of the program")
        first = x.rows[1]
        p.same(first["response_ns"], 10_000 + C + READ + X, f"seed {seed}: the first read")
        once = p.run(text.replace("always", "always  suspend_limit: 1"), load, base=base)
        p.same(once["flash.suspends"], 1, f"seed {seed}: suspensions with the limit 1")


def waiting(kind, text, service, load_share, p, count):
    mean = service / load_share
    load = [(kind, 0, 0, 4)]
    gen = f"requests: {count}  {'read' if kind == 'r' else 'write'}: 100%  size: 2KiB  interval: exponential({mean:.0f}ns)  address: uniform  seed: {{}}"
    waits = []
    for seed in range(1, (24 if p.deep else 8) + 1):
        x = p.run(text, gen.format(seed), base=T.replace("blocks: 8", "blocks: 4096").replace("pages: 4", "pages: 64"), rows=False)
        waits.append(x["response.mean_ns"] - service)
    return sum(waits) / len(waits)


def m_d_1(p):
    """Poisson arrivals at one unit with a constant service time s wait rho x s / (2 (1 - rho)) on the mean."""
    for kind, text, service in (("r", "", C + READ + X), ("w", "", C + X + PROGRAM)):
        for rho in (0.3, 0.6):
            mean = waiting(kind, text, service, rho, p, 6000)
            p.close(mean, rho * service / (2 * (1 - rho)), 0.06, f"{kind} at a load of {rho}: mean waiting time")


def closed_loop(p):
    """A closed loop of depth n always has n requests in flight, so by Little's law sum of responses = n x time; more
    depth is never less throughput by more than 1 %."""
    for name in ("static", "dynamic", "cost", "wise", "suspend", "preempt", "any_idle", "superblock", "link"):
        last = None
        for depth in (1, 2, 4, 8, 32):
            load = [x for x in mixed(3, count=600, whole=True, most=1) if x[0] != "t"]
            x = p.run(VARIANTS[name], (load, depth))
            total, longest = x["last_completion_ns"], max(x.responses)
            short = depth * total - sum(x.responses)
            p.expect(0 <= short <= depth * longest, f"{name}, depth {depth}: {short} ns without a request in flight")
            if last:
                p.no_slower(total, last, 0.01, f"{name}: time of all requests with depth {depth}")
            last = total


def think_time(p):
    """At depth 1 a think time z lengthens the run by z a request, and changes no response."""
    plain = "requests: 300  read: 60%  size: 2KiB  closed: 1  address: uniform"
    base = p.run("start { state: erased }", plain)
    slow = p.run("start { state: erased }", plain + "  interval: 70us")
    p.same(slow.responses, base.responses, "responses")
    p.same(slow["last_completion_ns"], base["last_completion_ns"] + 299 * 70_000, "the last completion")


def constants_of_the_host(p):
    """At depth 1 ECC, command time and the link each lengthen a request by exactly what they take."""
    load = [x for x in mixed(5, whole=True, most=1, kinds="rw")]
    base = p.run("", (load, 1))

    def waits(row):  # a collection may run meanwhile; data that are not yet programmed need no array
        return row["collection_ns"] + row["channel_ns"] + row["unit_ns"] or not row["array_ns"]
    for text, read, write in (("host { ecc: 7us }", 7000, 0), ("host { command: 9us }", 9000, 9000),
                              ("host { link: 100MB/s }", 20_480, 20_480)):
        x = p.run(text, (load, 1))
        for i, (a, b) in enumerate(zip(base.rows, x.rows)):
            if waits(a) or waits(b):
                continue
            more = read if a["direction"] == "read" else write
            if b["response_ns"] - a["response_ns"] != more:
                p.expect(False, f"`{text}`: request {i} takes {b['response_ns'] - a['response_ns']} more, not {more}")
                break


def link_bound(p):
    """The link carries at most its rate in each direction, and 98 % of it if nothing else is slower."""
    for kind in "rw":
        text = "geometry { channels: 8 }  host { link: 20MB/s }  start { state: erased }"
        load = [(kind, 0, i % 500 * 4, 4) for i in range(600)]
        x = p.run(text, load)
        rate = 600 * 2048 / x["last_completion_ns"] * 1e9
        p.expect(rate <= 20e6 * (1 + 1e-9), f"{kind}: {rate:.0f} bytes a second over a link of 20 MB/s")
        p.close(rate, 20e6, 0.02, f"{kind}: bytes a second over the link")


def link_request(p):
    """The link carries a request of one page each q + its bytes / rate: the k-th of n at time 0 has crossed at k times
    that. Requests of several pages pay q once; trims pay nothing."""
    q = 3_000
    for text, page in (("link_request: 3us  link: 102.4MB/s", 20_000), ("link_request: 3us", 0)):
        text = f"geometry {{ channels: 8 }}  host {{ {text}  read_unwritten: none }}  start {{ state: erased }}"
        # Reads of pages that were never written: their data are nowhere, so all stand before the link at 0.
        for pages in (1, 3):
            x = p.run(text, [r(0, i % 2 * pages, pages) for i in range(50)], base=T)
            p.same(x.ends, [(k + 1) * (q + pages * page) for k in range(50)], f"`{text}`: reads of {pages} pages")
        # Writes to eight channels: each program begins when its data have crossed, and is alone on its channel.
        x = p.run(text, [w(0, i) for i in range(8)], base=T.replace("plane > chip > channel", "channel > plane > chip"))
        p.same(x.ends, [(k + 1) * (q + page) + C + X + PROGRAM for k in range(8)], f"`{text}`: writes")
        x = p.run(text, [trim(0, i) for i in range(8)], base=T)
        p.same(x.ends, [0] * 8, f"`{text}`: trims")
    for name in ("static", "dynamic", "buffer"):
        load = mixed(5)
        p.equal(p.run(VARIANTS[name], load), p.run(VARIANTS[name] + "  host { link_request: 0ns }", load), f"{name}: 0 ns")


def transferred(p):
    """A write that is complete when transferred ends one program earlier than the same write when programmed; the
    flash does the same."""
    for name in ("static", "write_order", "wise", "copyback", "preempt", "dynamic", "fifo"):
        load = mixed(4)
        a, b = p.run(VARIANTS[name], load), p.run(VARIANTS[name] + "  host { complete_write: transferred }", load)
        p.expect(all(y["completion_ns"] <= x["completion_ns"] for x, y in zip(a.rows, b.rows)), f"{name}: later")
        p.same([y["completion_ns"] for y in b.rows if y["direction"] == "read"],
               [x["completion_ns"] for x in a.rows if x["direction"] == "read"], f"{name}: reads")
        p.same(b["flash"], a["flash"], f"{name}: operations")
        single = [i for i, x in enumerate(load) if x[0] == "w" and x[3] <= 4 and x[2] % 4 + x[3] <= 4]
        saved = {a.rows[i]["completion_ns"] - b.rows[i]["completion_ns"] for i in single}
        # Of a multi-plane command a page's own data may end before those of the others.
        p.expect(min(saved) == 300_000 and (len(saved) == 1 or name == "wise"), f"{name}: transferred saves {saved}")


def queue_depth(p):
    """A queue never has more requests in flight than its depth."""
    for queues, depth in ((1, 1), (1, 3), (2, 1), (3, 2)):
        for name in ("static", "dynamic", "preempt", "buffer"):
            x = p.run(VARIANTS[name] + f"  host {{ queue: {depth}  queues: {queues} }}", mixed(6, mean=20_000))
            for queue in range(queues):
                events = []
                for i, row in enumerate(x.rows):
                    if i % queues == queue and row["direction"] != "trim":
                        events += [(row["arrival_ns"] + row["queue_ns"], 1), (row["completion_ns"], -1)]
                flight = most = 0
                for _, change in sorted(events):
                    flight += change
                    most = max(most, flight)
                p.expect(most <= depth, f"{name}, {queues} x {depth}: {most} in flight in queue {queue}")


def queues_are_fair(p):
    """Two host queues with equal random loads in overload: their mean responses, over ten loads, differ by less than
    8 %. In one load which queue is ahead is a random walk of some 7 %, so 8 % is three standard errors."""
    means = [0, 0]
    for seed in range(20 if p.deep else 10):
        load = mixed(seed, count=1000, mean=5_000, whole=True, most=1, kinds="r")
        x = p.run("start { state: erased }  geometry { channels: 4 }  host { queue: 4  queues: 2 }", load)
        means = [total + sum(x.responses[i::2]) for i, total in enumerate(means)]
    p.close(means[0], means[1], 0.08, "mean response of queue 0 and of queue 1")


def held_unit(p):
    """A read of a unit that is collected waits for the erase; a read of another unit on another channel does not."""
    base = T.replace("blocks: 8", "blocks: 4").replace("pages: 4", "pages: 2").replace("16KiB", "4KiB")
    text = "geometry { channels: 2 }  capacity { logical: 8KiB }  gc { trigger: free_blocks < 3 }  allocation: static channel > chip > die > plane"
    for at in (800_000, 1_000_000, 1_200_000, 2_000_000):
        load = [w(0, 0), w(0, 2), w(0, 0), r(at, 2), r(at, 1)]
        x = p.run(text, load, base=base)
        p.same(x["gc.collections"], 1, "collections")
        end = 3 * (C + X + PROGRAM) + (C + READ + X + C + X + PROGRAM) + C + ERASE
        p.same(x.rows[3]["completion_ns"], end + C + READ + X, f"a read at {at} of the collecting unit")
        p.same(x.rows[3]["collection_ns"], end - at, f"its wait for the collection")
        p.same(x.rows[4]["response_ns"], C + READ + X, f"a read at {at} of the other channel")
        p.same(x["gc.conflicts"], 1, "conflicts")


def erase_together(p):
    """Collections of all planes of a die go together: k moves a plane one after another, and one erase."""
    for planes in (2, 4):
        base = T.replace("blocks: 8", "blocks: 4").replace("pages: 4", "pages: 2").replace("16KiB", "4KiB")
        text = f"geometry {{ planes: {planes} }}  capacity {{ logical: {4 * planes}KiB }}  commands {{ multiplane: wise }}  gc {{ trigger: free_blocks < 3 }}"
        load = [w(0, 0, planes), w(0, planes, planes), w(0, 0, planes)]
        x = p.run(text, load, base=base)
        write = planes * (C + X) + PROGRAM
        p.same(x["clock_ns"], 3 * write + planes * (2 * C + READ + 2 * X + PROGRAM) + planes * C + ERASE,
               f"{planes} planes: time of all")
        p.same(x["commands.erase.by_planes"], [0] * (planes - 1) + [1], f"{planes} planes: erase commands")


def predicates(p):
    """Predicates of multi-plane commands see what they combine: `w.is_read` combines reads alone, as `wise` combines
    them; `w.wasted == 0` is `wise`, also where collections go together; `not w.is_gc` combines all but collections."""
    load = every(1_000_000, mixed(7, count=900, kinds="rww", whole=True, most=4))
    reads_alone = mixed(8, count=600, pages=300, kinds="r", whole=True, most=4)  # pages that hold data
    def combined(x, kind):
        return sum(x[f"commands.{kind}.by_planes"][1:])
    wise, read, write, host = ("allocation: static plane > channel > die > chip  commands { multiplane" + text + " }" for text in
                               (": wise", "(w): w.is_read", "(w): w.wasted == 0 and not w.is_read", "(w): w.wasted == 0 and not w.is_gc"))
    p.equal(p.run(read, reads_alone), p.run(wise, reads_alone), "reads alone, `w.is_read` and `wise`", ignoring=("engine",))
    at_issue = "gc { preempt: page }  "
    a, b = p.run(at_issue + wise, load), p.run(at_issue + wise.replace(": wise", "(w): w.wasted == 0"), load)
    p.equal(a, b, "`w.wasted == 0` and `wise`, both placed at issue")
    p.expect(combined(a, "erase") > 0, "no collections went together")
    for text, kinds in ((read, (1, 0, 0)), (write, (0, 1, 1)), (host, (1, 1, 0))):
        x = p.run(text, load)
        p.same(tuple(int(combined(x, kind) > 0) for kind in ("read", "program", "erase")), kinds,
               f"`{text}`: combined reads, programs, erases")


def superblock_times(p):
    """A superblock over two channels erases both blocks at once, after the last move."""
    base = T.replace("blocks: 8", "blocks: 4").replace("pages: 4", "pages: 2").replace("16KiB", "4KiB")
    text = ("geometry { channels: 2 }  capacity { logical: 8KiB }  allocation: write_order channel > chip > die > plane  "
            "gc { superblock: device  trigger: free_blocks < 6 }")
    x = p.run(text, [w(0, 0), w(0, 1), w(0, 2), w(0, 3), w(0, 0)], base=base)
    p.same((x.ends, x["clock_ns"]), ([251_000, 251_000, 502_000, 502_000, 753_000], 2_327_000), "the example's times")
    # Nothing valid: erases alone.
    x = p.run(text, [w(0, i) for i in (0, 1, 2, 3, 0, 1, 2, 3)], base=base)
    p.same(x["flash.erases"] % 2, 0, "erases come in pairs")
