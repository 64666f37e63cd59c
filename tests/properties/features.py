"""Write amplification, wear, copies, buffer and start states."""
import math

from drive import COMMAND, PAGE, PROGRAM, READ, S, S_PAGES, S_PLANES, T, every, mixed, r, trim, w
from general import VARIANTS, seeds
from resources import MARGIN, reads


def chip_commands(p):
    """`interleave: command`: dies of a chip begin together and end together."""
    for dies in (2, 4):
        text = f"geometry {{ dies: {dies}  pages: 16 }}  allocation: static die > plane > chip > channel  commands {{ interleave: command }}"
        for rounds in (1, 3):
            x = p.run(text, [w(0, i) for i in range(rounds * dies)], base=T.replace("logical: 16KiB", "overprovision: 50%"))
            p.same(max(x.ends), rounds * (dies * (COMMAND + PAGE) + PROGRAM), f"{dies} dies, {rounds} programs each: the last end")
        # The commands go first; the first data out follows the first array phase, the others the bus.
        x = p.run(text, [r(0, i) for i in range(dies)], base=T.replace("logical: 16KiB", "overprovision: 50%"))
        p.same(x.ends, [COMMAND + READ + PAGE * (i + 1) for i in range(dies)], f"{dies} dies: reads at once")
    one = "geometry { dies: 1  channels: 4 }  commands { interleave: %s }"
    p.equal(p.run(one % "command", mixed(5)), p.run(one % "always", mixed(5)), "one die a chip: command and always", ignoring=("parallelism",))
    for allocation in ("static channel > die > plane > chip", "dynamic channel > die > plane > chip"):
        for seed in seeds(p, 1, 3):
            never, command, always = (
                p.run(f"geometry {{ dies: 4 }}  allocation: {allocation}  commands {{ interleave: {word} }}", mixed(seed, count=600, mean=90_000, kinds="rwww"),
                      rows=False)["response.mean_ns"] for word in ("never", "command", "always"))
            p.no_slower(always, command, 0.02, f"{allocation}, seed {seed}: always against command")
            p.no_slower(command, never, 0.02, f"{allocation}, seed {seed}: command against never")


def uniform(requests, seed, pages):
    return f"requests: {requests}  write: 100%  size: 2KiB  interval: 1us  address: uniform over {2 * pages}KiB  seed: {seed}"


WA = """
design A {
  geometry { channels: 1  chips: 1  dies: 1  planes: 1  blocks: 404  pages: 64  page: 2KiB  spare: 0B }
  capacity { logical: 40MiB }
  gc { trigger: free_blocks < 3 }
}
"""


def amplification(p, victim, seed=1, pages=20_480, text="", requests=240_000, only=True):
    """Write amplification in steady state: of the second half of a run."""
    one, two = (p.run(f"gc {{ victim{victim} }}  {text}", uniform(n, seed, pages), base=WA, rows=False,
                      options=("--only", "ftl") if only else ()) for n in (requests // 2, requests))
    programs = [(x["flash.host_programs"], x["flash.collection_programs"]) for x in (one, two)]
    return 1 + (programs[1][1] - programs[0][1]) / (programs[1][0] - programs[0][0])


def victims(p):
    """Uniform writes: oldest first is the solution of d = exp(-(1 - d) / f), random that of a block with a constant rate of being chosen, each within 3 %;
    greedy is not worse than oldest first, oldest first not than random (1 %)."""
    f = 20_480 / (64 * (404 - 3))  # without the blocks that are kept free
    d = f
    for _ in range(200):
        d = math.exp(-(1 - d) / f)
    oldest, at_random, greedy = (amplification(p, v) for v in ("(b): b.age_rank * -1", "(b): b.random", ": greedy"))
    p.close(oldest, 1 / (1 - d), 0.03, "oldest first")
    # A block cannot be chosen before its first page is invalid, U / N writes after it was full; then at a constant rate.
    e, total_pages = f, 20_480 / f
    for _ in range(200):
        rate = 1 / (total_pages * (1 - e) - 20_480 / 64)
        e = (1 - 1 / 64) * rate / (rate + 1 / 20_480)
    p.close(at_random, 1 / (1 - e), 0.03, "random")
    p.expect(greedy <= oldest * 1.01 and oldest <= at_random * 1.01, f"greedy {greedy:.3f}, oldest {oldest:.3f}, random {at_random:.3f}")
    p.close(greedy, amplification(p, "(b): b.invalid * 3 + 1"), 1e-12, "greedy as a score")
    shared = amplification(p, ": greedy  active: shared", only=False)
    p.close(shared, greedy, 0.05, "one write head and two, uniform writes")


def sequential_overwrites(p):
    """Writes in address order, again and again: nothing is moved, and all blocks are erased alike (one apart)."""
    for name in ("static", "write_order", "dynamic", "shared", "superblock", "preempt", "dynamic_wear"):
        load = f"requests: 6000  write: 100%  size: 2KiB  interval: 1ms  address: sequential over {2 * 512}KiB"
        x = p.run(VARIANTS[name] + "  start { state: erased }", load, rows=False)
        p.same(x["flash.collection_programs"], 0, f"{name}: pages moved")
        p.expect(x["erases.max"] - x["erases.min"] <= 2, f"{name}: erases {x['erases.min']} to {x['erases.max']}")


def hot_and_cold(p):
    """Streams that keep hot and cold pages apart move fewer pages than one stream."""
    load = "requests: 100_000  write: 100%  size: 2KiB  interval: 1us  address: hotspot(10%: 90%) over 40MiB  seed: 2"
    stream = "allocation: static { order: channel > chip > die > plane  streams: [hot, cold]  stream(r): if r.lpn < 2048 then hot else cold }"
    one = p.run("", load, base=WA, rows=False)["write_amplification"]
    two = p.run(stream, load, base=WA, rows=False)["write_amplification"]
    p.expect(two < one, f"write amplification {two:.3f} with two streams, {one:.3f} with one")


def later_trigger(p):
    """A lower trigger moves no more pages (2 %), and after a collection the plane has what `stop` asks for."""
    last = None
    for limit in (24, 16, 8, 4, 3):
        x = p.run(f"gc {{ trigger: free_blocks < {limit}  stop: free_blocks >= {limit + 1} }}", uniform(100_000, 3, 20_480), base=WA,
                  rows=False, options=("--only", "ftl"))
        moved = x["flash.collection_programs"]
        if last is not None:
            p.expect(moved <= last * (1 + MARGIN), f"free_blocks < {limit}: {moved} pages moved, with a higher one {last}")
        last = moved
    x = p.run("gc { trigger: free_blocks < 8  stop: free_blocks >= 20 }", uniform(60_000, 3, 20_480), base=WA, rows=False)
    p.expect(min(x["series.free_pages"]) >= 7 * 64, f"fewer than 7 free blocks: {min(x['series.free_pages'])} free pages")
    p.expect(x["gc.collections"] > 0, "nothing was collected")


def reserve(p):
    """The host fills B - 1 blocks of a plane without a forced collection, and not one page more."""
    base = T.replace("blocks: 8", "blocks: 6").replace("16KiB", "12KiB")
    for count, forced in ((20, 0), (21, 1)):
        x = p.run("gc { trigger: free_blocks < 1 }", [w(2_000_000 * i, i % 6) for i in range(count)], base=base)
        p.same((x["gc.forced"] > 0, x["gc.collections"]), (bool(forced), forced), f"{count} writes: collections")


def survives(*names):
    def check(p):
        for name in names:
            for blocks, pages in ((5, 4), (6, 8)):
                logical = (blocks - 2) * pages - 1  # pages of each plane: the most that the check accepts
                text = (f"geometry {{ blocks: {blocks}  pages: {pages} }}  capacity {{ logical: {2 * logical * 8}KiB }}  "
                        f"start {{ state: erased }}  {VARIANTS[name]}")
                for address in ("uniform", "zipf(0.9)"):
                    load = f"requests: {min(2_000, 160 * logical)}  write: 100%  size: 2KiB  interval: 2ms  address: {address}  seed: 6"
                    x = p.run(text, load, rows=False, fails=True, base=S.replace("free_pages < 20%", "free_blocks < 2"))
                    p.expect(not x.code, f"{name}, {blocks} blocks of {pages} pages, {address}: "
                             + (str([d["message"] for d in x["diagnostics"] if d["severity"] == "error"])[:160] if x.code else ""))
    return check


def ratio_is_count(p):
    load = mixed(2, count=500, kinds="w")
    for ratio, count in (("free_pages < 20%", "free_pages < 20"), ("free_pages <= 20%", "free_pages <= 19"), ("free_blocks < 30%", "free_blocks < 4")):
        a, b = p.run(f"gc {{ trigger: {ratio} }}", load), p.run(f"gc {{ trigger: {count} }}", load)
        p.equal(a, b, f"{ratio} of 96 pages, 12 blocks")
        p.expect(a["gc.collections"] > 0, f"{ratio}: nothing was collected")


def alone_as_whole(p):
    """`--only ftl` counts what the whole run counts."""
    for name in ("static", "write_order", "wear", "dynamic_wear", "copyback"):
        for seed in seeds(p, 1, 3):
            load = mixed(seed, count=600, kinds="rwwwwt")
            a, b = p.run(VARIANTS[name], load), p.run(VARIANTS[name], load, rows=False, options=("--only", "ftl"))
            for key in ("flash.host_programs", "flash.collection_programs", "flash.erases", "flash.wasted_wear", "erases.max", "erases.min",
                        "flash.trimmed_pages", "flash.preloaded_pages", "gc.collections", "gc.forced", "gc.wear"):
                p.same(b[key], a[key], f"{name}, seed {seed}: {key}")


# ---- Wear

def levelled(p):
    """Static levelling keeps the erases of a plane's blocks within the threshold + 2; both kinds spread them no
    wider than none; wear levelling never touches how much the host writes."""
    load = [w(1_500_000 * i, (i * 7) % 40 if i > 480 else i) for i in range(4000)]
    none = p.run("start { state: erased }", load, rows=False)
    dynamic = p.run("start { state: erased }  wear { level: dynamic }", load, rows=False)
    p.expect(dynamic["erases.stddev_within_planes"] <= none["erases.stddev_within_planes"] * 1.02,
             f"spread {dynamic['erases.stddev_within_planes']:.2f} with dynamic levelling, {none['erases.stddev_within_planes']:.2f} without")
    for threshold in (3, 6):
        x = p.run(f"start {{ state: erased }}  wear {{ level: static {{ threshold: {threshold} }} }}", load, rows=False)
        p.expect(x["gc.wear"] > 0 and x["erases.max"] - x["erases.min"] <= threshold + 2 + 2,
                 f"threshold {threshold}: erases {x['erases.min']} to {x['erases.max']}, {x['gc.wear']} wear collections")
        p.expect(x["erases.stddev_within_planes"] < none["erases.stddev_within_planes"], f"threshold {threshold}: spread no less")
        p.same(x["flash.host_programs"], none["flash.host_programs"], "host programs")


def life(p):
    """A drive of E erases a block takes at most E x its pages / write amplification from the host, and at least 70 %
    of that under uniform writes with dynamic levelling; twice the endurance gives twice the life within 10 %."""
    last = None
    for endurance in (40, 80, 160):  # blocks differ by a few erases, which must be few beside the endurance
        x = p.run(f"nand {{ endurance: {endurance} }}  wear {{ level: dynamic }}  start {{ state: erased }}",
                  "requests: 2000  write: 100%  size: 2KiB  interval: 2ms  address: uniform  seed: 8", rows=False, options=("--until", "end_of_life"))
        written, most = x["flash.host_programs"], endurance * 768 / x["write_amplification"]
        # Pages taken since the last erase of their block come on top.
        p.expect(x["lifetime.ended"] and x["erases.max"] <= endurance, f"{endurance}: erases {x['erases.max']}")
        p.expect(0.7 * most <= written <= most + 768, f"{endurance}: {written} pages written, {most:.0f} possible")
        if last:
            p.close(written, 2 * last, 0.10, f"life at endurance {endurance}")
        last = written


def even_wear(p):
    """Overwriting a few pages in turn, with nothing to move: the blocks of a plane are erased alike (two apart)."""
    for footprint, level in ((4, "none"), (8, "none"), (4, "dynamic")):
        x = p.run(f"gc {{ trigger: free_blocks < 3 }}  wear {{ level: {level} }}", [w(5_000_000 * i, i % footprint) for i in range(400)], base=T, rows=False)
        p.expect(x["erases.max"] - x["erases.min"] <= 2,
                 f"{footprint} pages in turn, level {level}: {x['erases.total']} erases, of a block {x['erases.min']} to {x['erases.max']}")


def superblock_is_block(p):
    """For the map a superblock over G planes is a block of G x N pages of one plane."""
    load = every(40_000_000, mixed(3, count=600, kinds="w", whole=True, most=1, pages=250))
    group = "geometry { channels: 1  dies: 1  planes: 4 }  capacity { logical: 500KiB }  start { state: erased }  allocation: write_order plane > die > chip > channel  gc { superblock: die  trigger: free_blocks < 12 }"
    plane = "geometry { channels: 1  dies: 1  planes: 1  pages: 32 }  capacity { logical: 500KiB }  start { state: erased }  allocation: write_order plane > die > chip > channel  gc { trigger: free_blocks < 3 }"
    a, b = p.run(group, load), p.run(plane, load)
    p.expect(b["gc.collections"] > 3, "too few collections for a test")
    for key in ("gc.collections", "flash.collection_programs", "flash.host_programs"):
        p.same(a[key], b[key], key)
    p.same(a["flash.erases"], 4 * b["flash.erases"], "erases")
    programs = [round((u["host"] + u["collection"]) * a["clock_ns"] / 300_000) for u in a["busy.planes"]]
    p.expect(bool(programs), "planes")


# ---- Copies, buffer, start

def slots(p):
    """Pages read into slots leave them by write-backs, writes or trims, and are read there meanwhile."""
    for seed in seeds(p, 2, 6):
        x = p.run(VARIANTS["any_idle"], mixed(seed, count=900, mean=40_000, kinds="rrwwwt"), rows=False)
        gc = x["gc"]
        p.expect(gc["buffered_moves"] > 0, f"seed {seed}: no page in a slot")
        p.expect(gc["held_pages"] <= gc["buffered_moves"] and gc["write_backs"] <= gc["buffered_moves"], f"seed {seed}: {gc}")
        p.expect(gc["held_mean_ns"] <= gc["held_max_ns"], f"seed {seed}: held times")


def replicas(p):
    """Only reads that meet a collection lead to replicas: without them, and without collections, the drive is the one
    without `replicate`; and reads do go to replicas where units are collected."""
    without = "commands { multiplane(w): false }"  # placed at issue, too
    reads = [r(500_000 * i, i // 2) for i in range(80)]
    apart = [q for i in range(600) for q in (w(4_000_000 * i, i % 150), r(4_000_000 * i + 3_500_000, 160 + i % 8))]
    for what, load in (("reads alone", reads), ("reads long after each collection", apart)):
        x, y = p.run(VARIANTS["replicate"], load), p.run(without, load)
        p.same((x["gc.replica_programs"], x["gc.replicas_broken_off"], x["gc.replica_reads"]), (0, 0, 0), f"{what}: replicas")
        p.same(x.responses, y.responses, f"{what}: response times")
        p.same((x["clock_ns"], x["flash"]), (y["clock_ns"], y["flash"]), f"{what}: the rest")
    p.expect(x["gc.collections"] > 20, "too few collections for a test")
    load = [q for i in range(600) for q in (w(3_000_000 * i, i % 150), r(3_000_000 * i + 500_000, 160 + i % 8))]
    x = p.run(VARIANTS["replicate"], load)
    p.expect(x["gc.replica_reads"] > 0, "no replica was read though units are collected")
    p.expect(x["gc.replicas_broken_off"] <= x["gc.replica_programs"], "more replicas were broken off than begun")


def replicas_give_way(p):
    """A burst that collects, then reads while replicas are made: every request takes the time that it takes without
    `replicate`, wherever in its program a replica is broken off."""
    drive = "commands { multiplane(w): false }  gc { stop: free_pages >= 40%%  %s }"
    burst = [w(0, i % 150) for i in range(200)] + [r(60_000 * i, 160 + 7 * i % 300) for i in range(300)]
    for gap in (20_500, 100_500, 260_500, 300_500):
        load = burst + [r(1_000_000_000 + gap * i, 53 * i % S_PAGES) for i in range(60)]
        x, y = p.run(drive % "replicate { pages: 40 }", load), p.run(drive % "", load)
        p.same(x["gc.collections"], y["gc.collections"], f"gap {gap}: collections")
        p.same(x.responses, y.responses, f"gap {gap}: response times")
        p.expect(x["gc.replica_programs"] > 0, f"gap {gap}: no replica")


def even_start(p):
    """An even start of no item is the erased one. Otherwise a plane takes exactly as many pages as its blocks but one have
    left before it must collect, whatever the layout does to what is read."""
    base = S.replace("start { state: filled { valid: 45%  invalid: 20% } }", "")
    never = "gc { trigger: free_blocks < 1 }  "
    load = mixed(4, count=500)
    p.equal(p.run("start { state: filled { valid: 1%  layout: even } }", load, base=base),
            p.run("start: erased", load, base=base), "an even start of no item and an erased drive",
            ignoring=("start",))
    for valid, invalid in ((50, 0), (45, 20), (10, 3), (45, 40)):
        taken = sum(96 * part // 100 for part in (valid, invalid))
        room = (12 - 1) * 8 - taken
        start = never + f"start {{ state: filled {{ valid: {valid}%  invalid: {invalid}%  layout: even }} }}"
        for pages, forced in ((room, 0), (room + 1, S_PLANES)):
            load = [w(3_000_000 * i, i % S_PLANES + S_PLANES * (i // S_PLANES % 2)) for i in range(S_PLANES * pages)]
            x = p.run(start, load, base=base, rows=False)
            p.same(min(x["gc.forced"], S_PLANES), forced, f"{valid} + {invalid} %: forced collections with {pages} pages a plane")


def buffered(p):
    """A buffer that holds all pages written programs nothing if it never flushes; with write-through every page write
    is programmed."""
    load = every(100_000, mixed(4, count=500, kinds="w", whole=True, most=1, pages=16))
    x = p.run("buffer { size: 32KiB  latency: 5us  flush: full }", load)
    p.same((x["flash.host_programs"], x["buffer.evictions"], x["buffer.hits"]), (0, 0, 500 - len({s for _, _, s, _ in load})), "programs, evictions, hits")
    p.same(set(x.responses), {5000}, "response times")
    x = p.run("buffer { size: 32KiB  latency: 5us  write_back: false }", load)
    p.same(x["flash.host_programs"], 500, "programs with write-through")
    reads = load + [r(60_000_000 + 100_000 * i, s // 4) for i, (_, _, s, _) in enumerate(load[-16:])]
    x = p.run("buffer { size: 32KiB  latency: 5us  write_back: false }", reads)
    p.same(set(x.responses[500:]), {5000}, "response times of hits")
    # What is evicted was written, and nothing is programmed twice.
    x = p.run("buffer { size: 8KiB  latency: 5us  flush: full }", mixed(4, kinds="w", whole=True, most=1))
    p.same(400, x["buffer.hits"] + x["flash.host_programs"] + 4, "writes: hits, programs and the four resident pages")


def read_ahead(p):
    """Slow sequential reads are all served from the buffer but for the first ones; random reads read nothing ahead."""
    text = "buffer { size: 64KiB  latency: 5us  readahead { trigger: 2  pages: 4 } }"
    x = p.run(text, [r(1_000_000 * i, i) for i in range(100)])
    p.same(x.responses[2:], [5000] * 98, "response times of sequential reads")
    p.same(x["buffer.hits"], 98, "hits")
    p.expect(x["flash.host_reads"] <= 100 + 4, f"{x['flash.host_reads']} pages read for 100")
    x = p.run(text, [r(1_000_000 * i, i * 37 % 500) for i in range(100)])
    p.same((x["buffer.readaheads"], x["flash.host_reads"]), (0, 100), "pages read ahead, and reads, of random reads")


def controller_data(p):
    """A read of a page whose program has not ended takes no flash, later reads do, in both classes."""
    for name in ("", "gc { preempt: page }", VARIANTS["dynamic"]):
        for at, flash in ((1000, 0), (100_000, 0), (320_000, 0), (321_320, 1), (500_000, 1)):
            x = p.run(name + "  start { state: erased }", [w(0, 0), r(at, 0)])
            p.same((x["flash.host_reads"], x["flash.buffer_reads"]), (flash, 1 - flash), f"`{name}`: a read {at} ns after a write")


def sectors(p):
    """Only pages that a write covers in part, and that hold other sectors, are read first."""
    for text, old in (("start { state: erased }", 0), ("", 1)):
        for sectors_, partial in ((4, 0), (3, 1), (1, 1)):
            x = p.run(text, [("w", 2_000_000 * i, 4 * i, sectors_) for i in range(40)])
            p.same(x["flash.read_modify_write_reads"], 40 * old * partial, f"`{text}`: {sectors_} sectors of 40 pages")


def filled(p):
    """A filled start holds the shares it says, and collection finds them."""
    for valid, invalid in ((45, 20), (30, 40), (60, 0)):
        x = p.run(f"start {{ state: filled {{ valid: {valid}%  invalid: {invalid}% }} }}", [trim(0, 0, S_PAGES), trim(1000, 0, S_PAGES), w(2000, 0)])
        p.same(x["flash.trimmed_pages"], 8 * (96 * valid // 100), f"{valid} %, {invalid} %: valid pages")
        blocks = -(-(96 * valid // 100 + 96 * invalid // 100) // 8)
        p.same(x["series.free_pages"][-1], 8 * (96 - 8 * blocks) - 1, f"{valid} %, {invalid} %: free pages")
    layouts = [p.run(f"start {{ state: filled {{ valid: 45%  invalid: 20%  seed: {s} }} }}", mixed(1, kinds="w"))["flash.collection_programs"] for s in range(4)]
    p.expect(max(layouts) <= 1.25 * min(layouts), f"pages moved by the seed of the layout: {layouts}")


def preloaded(p):
    """Pages that are read before they are written are there, once each, and take no time."""
    load = [r(1_000_000 * i, i % 60) for i in range(120)] + [w(200_000_000, 3)]
    x = p.run("start { state: erased }", load)
    p.same((x["flash.preloaded_pages"], x["flash.host_programs"], x["flash.host_reads"]), (60, 1, 120), "pages preloaded, programs, reads")
    p.same(set(x.responses[:120]), {200 + 40_000 + 20_480}, "responses of the reads")
    x = p.run("", [r(1_000_000 * i, 340 + i % 190) for i in range(600)])  # more than the free blocks take
    p.same((x["gc.collections"], x["flash.erases"], x["flash.collection_programs"]), (0, 0, 0), "what collecting before time 0 counts")
    p.expect(x["flash.preloaded_pages"] > 150, "too few pages for a test")


def run_in_two(p):
    """Two halves of a load, the second from the snapshot of the first (here with `start { run }`), erase and move
    what the whole load does, where each request ends before the next."""
    one = "workload A { requests: 700  write: 100%  size: 2KiB  interval: 20ms  address: sequential over 900KiB }\n"
    for name in ("static", "write_order", "dynamic", "preempt"):
        base = one + S
        load = "requests: {}  write: 100%  size: 2KiB  interval: 20ms  address: sequential over 900KiB"
        whole = p.run(VARIANTS[name], load.format(1400), base=base, rows=False)
        half = p.run(VARIANTS[name], load.format(700), base=base, rows=False)
        text = VARIANTS[name] + "  start { state: filled { valid: 45%  invalid: 20% }  run: A }"
        # 700 writes go once and a half around 450 pages, so the second half begins anew at page 0.
        second = p.run(text, load.format(700), base=base, rows=False)
        p.expect(second["flash.host_programs"] == 700 and second["start.pages_written"] == 700, f"{name}: programs")
        p.expect(half["erases.total"] + second["erases.total"] >= (whole["erases.total"]) * 0.9, f"{name}: erases")
