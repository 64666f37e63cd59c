"""Laws that hold for every design: scaling, shifting in time, conservation, and "a feature that never acts equals the
design without it"."""
from drive import S, S_PAGES, S_PLANES, T, every, later, mixed, r, scaled, trim, w

# The columns of the parts that sum to a response time, and of those of a wait for a slot.
PARTS = [part + "_ns" for part in ("queue", "firmware", "link", "buffer", "unit", "collection", "channel", "transfer", "array", "controller")]
SLOT_WAITS = [f"slot_{part}_ns" for part in ("unit", "collection", "channel", "transfer", "array")]

# Designs over the base S that between them use every feature.
VARIANTS = {
    "static": "",
    "firmware": "host { firmware { cores: 2  read: 10us  write: 25us  trim: 3us  per_page: 2us } }",
    "coalesce": "host { coalesce { requests: 3  time: 50us } }",
    "write_order": "allocation: write_order channel > chip > die > plane",
    "dynamic": "allocation: dynamic channel > die > plane > chip",
    "cost": "allocation: dynamic { order: channel > die > plane > chip  cost(u): u.busy_for + u.queued * 340us }",
    "wise": "commands { multiplane: wise }  nand { dummy_busy: 500ns }",
    "blind": "commands { multiplane: blind }  allocation: dynamic channel > die > plane > chip",
    "cache": "commands { cache: always }  nand { cache_busy: 3us }",
    "suspend": "commands { suspend: always  suspend_limit: 3 }  nand { suspend: 10us  resume: 20us }",
    "no_interleave": "commands { interleave: never }",
    "copyback": "commands { copyback: wise }",
    "blind_copyback": "commands { copyback: blind }",
    "fifo": "schedule { reorder: fifo }",
    "requests": "schedule { reorder: requests }",
    "priority": "schedule { priority(o): if o.is_read then 2 else if o.is_gc then 0 else 1 }",
    "preempt": "gc { preempt: page }",
    "shared": "gc { active: shared }",
    "same_die": "gc { migrate: same_die }",
    "any_idle": "allocation: dynamic channel > die > plane > chip  gc { migrate: any_idle { buffer: 16 } }",
    "replicate": "gc { replicate { pages: 16 } }",
    "zero": "gc { cost: zero }",
    "scope": "gc { scope: device  trigger: free_blocks < 24 }",
    "superblock": "allocation: write_order channel > chip > die > plane  gc { superblock: die }",
    "idle": "gc { idle: on  idle_after: 100us  stop: free_pages >= 24% }",
    "wear": "wear { level: static { threshold: 2 } }",
    "dynamic_wear": "wear { level: dynamic }",
    "streams": "allocation: static { order: channel > die > plane > chip  streams: [a, b]  "
               "stream(r): if r.lpn % 2 == 0 then a else b }",
    "buffer": "buffer { size: 32KiB  latency: 5us }",
    "fifo_buffer": "buffer { size: 32KiB  policy: fifo  latency: 5us }",
    "write_through": "buffer { size: 32KiB  write_back: false  latency: 5us  readahead { trigger: 2  pages: 4 } }",
    "dram": "buffer { size: 32KiB  latency: 5us }  host { dram { rate: 200MB/s  entry: 64B } }",
    "queues": "host { queue: 2  queues: 2 }",
    "link": "host { link: 200MB/s  command: 3us  ecc: 4us }",
    "transferred": "host { complete_write: transferred }",
    "sectors": "host { transfer { read: page  program: sectors } }",
}
SHORT = ("static", "dynamic", "cost", "wise", "blind", "cache", "suspend", "copyback", "preempt", "any_idle",
         "superblock", "idle", "buffer", "write_through", "queues", "link", "dram")


def variants(p, short=tuple(VARIANTS)):
    return {name: VARIANTS[name] for name in (VARIANTS if p.deep else short)}


def seeds(p, few=1, many=4):
    return range(1, (many if p.deep else few) + 1)


def flat(prefix, value):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(f"{prefix}.{key}", inner)
    elif not isinstance(value, list):
        yield prefix, value


COUNTS = ("flash", "erases", "commands", "buffer")


def counts(result):
    return {key: value for part in COUNTS for key, value in flat(part, result.report[part])
            if "stddev" not in key and "volatile" not in key}


def scaling_of_time(p):
    for seed in seeds(p):
        load = mixed(seed)
        for name, text in variants(p, SHORT).items():
            one, ten = p.run(text, load), p.run(scaled(text), later(load), base=scaled(S))
            for key in ("arrival_ns", "completion_ns", *PARTS, *SLOT_WAITS):
                a, b = [10 * row[key] for row in one.rows], [row[key] for row in ten.rows]
                p.expect(a == b, f"{name}, seed {seed}: {key} differs, first of request "
                         f"{next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), None)}")
            p.same(ten["clock_ns"], 10 * one["clock_ns"], f"{name}, seed {seed}: the clock")
            p.same(counts(ten), counts(one), f"{name}, seed {seed}: counts")


def scaling_of_size(p):
    double = S.replace("page: 2KiB  spare: 64B", "page: 4KiB  spare: 128B  sector: 1KiB").replace("100MB/s", "200MB/s")
    for seed in seeds(p):
        load = mixed(seed)
        large = [(op, at, 2 * sector, 2 * n) for op, at, sector, n in load]
        for name, text in variants(p, SHORT[:8] + ("sectors", "link", "buffer", "dram")).items():
            two = text.replace("32KiB", "64KiB").replace("200MB/s", "400MB/s").replace("64B", "128B")
            one, other = p.run(text, load), p.run(two, large, base=double)
            p.expect(one.ends == other.ends, f"{name}, seed {seed}: completions differ")
            p.same(other["bus_bytes"], 2 * one["bus_bytes"], f"{name}, seed {seed}: bytes on the bus")
            p.same(counts(other), counts(one), f"{name}, seed {seed}: counts")


def shift_in_time(p):
    """A trim within a page does nothing, and makes the run begin at 0."""
    nothing = ("t", 0, 1, 1)
    for seed in seeds(p):
        load = mixed(seed)
        for name, text in variants(p, SHORT).items():
            if name in ("idle", "queues"):  # idle units collect before the load; a queue's turn depends on the trim
                continue
            early, late = ([nothing] + [(op, at + begin, s, n) for op, at, s, n in load]
                           for begin in (1_000_000, 8_777_777))
            one, other = p.run(text, early), p.run(text, late)
            p.same(other.responses, one.responses, f"{name}, seed {seed}: response times")
            p.same(counts(other), counts(one), f"{name}, seed {seed}: counts")


def conservation(p):
    for seed in seeds(p):
        load = mixed(seed)
        for name, text in variants(p).items():
            x = p.run(text, load)
            flash, gc, where = x["flash"], x["gc"], f"{name}, seed {seed}"
            taken = (flash["host_programs"] + flash["collection_programs"] + gc["replica_programs"]
                     + flash["preloaded_pages"] + sum(flash["wasted_" + k] for k in ("multiplane", "copyback", "wear")))
            begun = 8 * S_PLANES  # blocks that hold the 43 valid and 19 invalid pages of each plane
            free = x["design.physical_pages"] - begun * 8 - taken + 8 * flash["erases"]
            p.same(x["series.free_pages"][-1], free, f"{where}: free pages at the end")
            p.same(sum(x["bytes." + k] for k in ("read", "written", "trimmed")), sum(n for *_, n in load) * 512,
                   f"{where}: bytes of requests")
            p.same(len(x.rows), len(load), f"{where}: completed requests")
            p.same([sum(row[key] for key in PARTS) for row in x.rows], x.responses, f"{where}: parts")


def commands_conserve(p):
    """Commands, by their planes, carry out exactly the page operations, and arrays and buses are busy for them."""
    for seed in seeds(p):
        load = mixed(seed)
        for name, text in variants(p).items():
            if name == "zero":  # its collections form no commands
                continue
            x, where = p.run(text, load), f"{name}, seed {seed}"
            flash = x["flash"]
            pages = {kind: sum(n * (i + 1) for i, n in enumerate(x[f"commands.{kind}.by_planes"]))
                     for kind in ("read", "program", "erase", "copyback")}
            programs = flash["host_programs"] + flash["collection_programs"] + x["gc.replica_programs"]
            p.same(pages, {"read": flash["host_reads"] + flash["collection_reads"],
                           "program": programs - flash["copybacks"], "erase": flash["erases"],
                           "copyback": flash["copybacks"]}, f"{where}: pages of commands")
            for kind in pages:
                classes = x["commands." + kind]
                p.same(sum(classes[c] for c in ("plain", "interleaved", "multiplane", "both")),
                       sum(classes["by_planes"]), f"{where}: classes of {kind}")
            if all(word not in name for word in ("wise", "blind")):
                busy = sum(part["host"] + part["collection"] for part in x["busy.planes"]) * x["clock_ns"]
                exact = (pages["read"] * 40_000 + pages["program"] * 300_000 + pages["erase"] * 2_000_000
                         + pages["copyback"] * 340_000)
                broken = x["gc.replicas_broken_off"]  # programs that ended early, or before their array phase
                p.expect(exact - broken * 300_000 - 1 <= busy + exact * 1e-9, f"{where}: the arrays were busy for too short a time")
                p.expect(busy <= exact * (1 + 1e-9), f"{where}: the arrays were busy for too long")
            moves = len(x["busy.channels"])
            bus = sum(part["host"] + part["collection"] for part in x["busy.channels"]) * x["clock_ns"]
            least = x["bus_bytes"] * 10 + 200 * sum(pages.values())
            if name not in ("wise", "blind", "cache", "blind_copyback"):  # transfers with busy times in them
                broken_transfer = x["gc.replicas_broken_off"] * ((2048 + 64) * 10 + 200)
                p.expect(least - broken_transfer <= bus * (1 + 1e-9) <= least * (1 + 2e-9), f"{where}: time of {moves} buses")
            for units in x["busy.units"]:
                p.expect(0 <= sum(units.values()) <= 1 + 1e-9, f"{where}: shares of a unit {units}")
            p.close(sum(x["execution"].values()), 1, 1e-9, f"{where}: shares of execution")


def determinism(p):
    for name in VARIANTS if p.deep else ("blind",):
        load = mixed(9)
        p.equal(p.run(VARIANTS[name], load), p.run(VARIANTS[name], load, engine=p.program.fastest), name)
        p.equal(p.run(VARIANTS[name], load), p.run(VARIANTS[name] + " ", load), name + " again")


def never(*cases, base=S, load=None, ignoring=()):
    """The property that a design with a feature that never acts equals the design without it."""
    def check(p):
        for seed in seeds(p, 1, 3):
            requests = load(seed) if load else mixed(seed)
            for without, feature in cases:
                p.equal(p.run(feature, requests, base=base), p.run(without, requests, base=base),
                        f"`{feature}` and `{without}`, seed {seed}", ignoring)
    return check


def reads_only(seed):
    return mixed(seed, kinds="r")


def single_pages(seed):
    return mixed(seed, whole=True, most=1)


def whole_pages(seed):
    return mixed(seed, whole=True)


def fresh_pages(seed):
    """Few distinct pages, each used once: nothing collects, no page has two operations."""
    load = mixed(seed, count=60, kinds="rw", whole=True, most=1)
    lpns = list(range(0, S_PAGES, 7))
    return [(op, at, lpns[i] * 4, 4) for i, (op, at, _, _) in enumerate(load)]


def slow(seed):
    """Each request ends long before the next one, and collections as well."""
    return every(60_000_000, mixed(seed, count=250, kinds="rwwww", most=2))


def permutation(p):
    """Static placement: exchanging the names of the channels, chips, dies or planes changes no response time."""
    base = S.replace("chips: 1", "chips: 2").replace("blocks: 12", "blocks: 6").replace("30%", "40%")
    base = base.replace("filled { valid: 45%  invalid: 20% }", "erased")
    order = "allocation: static channel > chip > die > plane"
    for seed in seeds(p, 2, 6):
        # 448 logical pages are whole turns of the 16 planes; 1200 requests make each plane collect
        load = mixed(seed, count=1200, pages=448, most=1, whole=True)
        first = None
        for stride in (None, 1, 2, 4, 8):  # the level that is exchanged: channel, chip, die, plane
            def name(lpn):
                return lpn if stride is None else lpn ^ stride
            # The drive starts erased, because a filled start would fill the planes in different orders.
            renamed = [(op, at, name(s // 4) * 4, n) for op, at, s, n in load]
            result = p.run(order, renamed, base=base)
            if first is None:
                first = result
                p.expect(result["gc.collections"] > 16, f"seed {seed}: too few collections for a test")
            p.expect(result.responses == first.responses, f"seed {seed}: exchanged level {stride}: responses differ")
            p.same(counts(result), counts(first), f"seed {seed}: exchanged level {stride}: counts")


def independence(p):
    """Open loop, static placement: the requests of one channel have the same times without those of the other."""
    for name in ("static", "copyback", "wise", "suspend", "preempt", "cache"):
        for seed in seeds(p):
            load = [(op, at, s - s % 4, 4) for op, at, s, n in mixed(seed, kinds="rw")]
            both = p.run(VARIANTS[name], load)
            for channel in (0, 1):
                mine = [i for i, (_, at, s, _) in enumerate(load) if s // 4 % 2 == channel]
                # The first request of a trace arrives at 0: a trim within a page keeps the times.
                alone = p.run(VARIANTS[name], [("t", 0, 1, 1)] + [load[i] for i in mine])
                p.expect(alone.responses[1:] == [both.responses[i] for i in mine],
                         f"{name}, seed {seed}: channel {channel} alone has other times")


def parts_of_requests(p):
    """Without link and buffer a request of several pages ends with the last of its pages, sent at the same time."""
    for name in ("static", "write_order", "dynamic", "cost", "cache", "copyback", "fifo"):
        for seed in seeds(p):
            load = mixed(seed, whole=True, kinds="rw")
            pages = [(op, at, s + 4 * k, 4) for op, at, s, n in load for k in range(n // 4)]
            one, other = p.run(VARIANTS[name], load), p.run(VARIANTS[name], pages)
            ends, found = other.ends, []
            for *_, n in load:
                found.append(max(ends[: n // 4]))
                ends = ends[n // 4:]
            p.expect(found == one.ends, f"{name}, seed {seed}: requests end otherwise than their pages")


def served_in_turn(p):
    """Reads of one unit without priorities are served first come, first served; so are the writes of a plane."""
    for kinds, text in (("r", ""), ("w", ""), ("rw", "schedule { reorder: fifo }"), ("r", "commands { cache: always }"),
                        ("w", "commands { cache: always }"), ("w", "gc { preempt: page }"),
                        ("rw", "schedule { reorder: fifo }  commands { cache: always }")):
        for seed in seeds(p, 2, 6):
            load = mixed(seed, count=150, mean=200_000, pages=8, kinds=kinds, whole=True, most=1)
            # A read that the data of a waiting write serves may overtake.
            load = [(op, at, (s if op == "w" else s // 2 % 16 + 0) // 4 * 4, n) for op, at, s, n in load]
            if "r" in kinds and "w" in kinds:
                load = [(op, at, s // 4 % 4 * 4 + (16 if op == "r" else 0), n) for op, at, s, n in load]
            ends = p.run(text, load, base=T).ends
            late = [i for i in range(1, len(ends)) if ends[i] < ends[i - 1]]
            p.expect(not late, f"{kinds}, `{text}`, seed {seed}: requests {late[:5]} end before the one before them")


def nothing_to_read(p):
    text = "start { state: erased }  host { read_unwritten: none }"
    load = [r(1000 * i, i) for i in range(50)] + [trim(100_000, 3), w(200_000, 5), trim(900_000, 5), r(1_000_000, 5)]
    x = p.run(text, load)
    p.same([row["response_ns"] for row in x.rows if row["direction"] == "read"], [0] * 51, "reads of no data")
    p.same((x["flash.host_reads"], x["flash.unwritten_reads"]), (0, 51), "flash reads and reads of no data")


def trims(p):
    """Trimming every page before it is overwritten leaves collection nothing more to move than without trims."""
    for name in ("static", "dynamic", "preempt", "shared", "superblock"):
        for seed in seeds(p, 1, 3):
            load = every(5_000_000, mixed(seed, count=500, kinds="w", whole=True, most=1))
            with_trims = [x for op, at, s, n in load for x in (("t", at, s, n), (op, at + 2_500_000, s, n))]
            late = p.run(VARIANTS[name], load)["flash.collection_programs"]
            early = p.run(VARIANTS[name], with_trims)["flash.collection_programs"]
            p.expect(early <= late, f"{name}, seed {seed}: {early} pages moved with trims, {late} without")
            # Everything trimmed: nothing is left to move.
            x = p.run(VARIANTS[name], [trim(0, 0, S_PAGES)] + [w(5_000_000 * i + 1, i % 16) for i in range(1200)])
            p.expect(x["flash.collection_programs"] <= 16 * x["gc.collections"],
                     f"{name}: {x['flash.collection_programs']} pages moved, of 16 that hold data")
