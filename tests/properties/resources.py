"""Monotonicity: more of a resource is not slower by more than the margin, on the mean of several loads."""
import random

from drive import S, mixed, r, w
from general import VARIANTS, counts, seeds, slow


# 2 %: a schedule that starts earlier may order a few requests worse, but not on the mean of many.
MARGIN = 0.02


def total(p, text, load, few=2, path="response.mean_ns", base=S, **more):
    return sum(p.run(text, load(seed), base=base, rows=False, **more)[path] for seed in seeds(p, few, 6))


def monotone(p, what, designs, load, path="response.mean_ns", margin=MARGIN, base=S):
    last = None
    for text in designs:
        value = total(p, text, load, path=path, base=base)
        if last is not None:
            p.no_slower(value, last[0], margin, f"{what}: {path} of `{text}` against `{last[1]}`")
        last = value, text


# The loads take some 40 % of the base drive. In overload the mean depends on the order of service more than on speed:
# a slower link delays writes, so short reads go first and the mean falls.
def busy(seed):
    return mixed(seed, count=600, mean=1_000_000, kinds="rrwww")


def reads(seed):
    return mixed(seed, count=600, mean=60_000, kinds="r")


def writes(seed):
    return mixed(seed, count=500, mean=1_500_000, kinds="w", whole=True)


ALLOCATIONS = ("allocation: static channel > die > plane > chip", VARIANTS["write_order"], VARIANTS["dynamic"],
               VARIANTS["cost"])


def more_units(p):
    for allocation in ALLOCATIONS:
        for commands in ("", "commands { multiplane: wise }", "commands { cache: always }") if p.deep else ("",):
            for key in ("channels", "chips", "dies"):
                monotone(p, f"more {key}", [f"geometry {{ {key}: {n} }}  {allocation}  {commands}" for n in (1, 2, 4)],
                         busy, base=S.replace("blocks: 12", "blocks: 40"))  # large enough with one channel


def more_planes(p):
    """Without multi-plane commands planes add only space; with them also speed."""
    for commands in ("", "commands { multiplane: wise }"):
        for allocation in ALLOCATIONS:
            monotone(p, "more planes", [f"geometry {{ planes: {n} }}  {allocation}  {commands}" for n in (1, 2, 4)],
                     busy, base=S.replace("planes: 2", "planes: 1").replace("channels: 2", "channels: 4"))


def more_planes_blind(p):
    for allocation in ALLOCATIONS:
        monotone(p, "more planes", [f"geometry {{ planes: {n} }}  {allocation}  commands {{ multiplane: blind }}" for n in (1, 2, 4)],
                 busy, base=S.replace("planes: 2", "planes: 1").replace("channels: 2", "channels: 4"))


def faster_parts(p):
    for key, values in (("program", ("600us", "300us", "100us")), ("erase", ("8ms", "2ms", "0ms")),
                        ("read", ("100us", "40us", "10us"))):
        monotone(p, f"a faster {key}", [f"nand {{ {key}: {v} }}" for v in values], busy)
    monotone(p, "a faster bus", [f"nand {{ bus {{ rate: {v}MB/s }} }}" for v in (25, 50, 100, 400)], busy)
    monotone(p, "a faster link", [f"host {{ link: {v} }}" for v in ("50MB/s", "100MB/s", "400MB/s", "unlimited")], busy)


def more_spare(p):
    """More over-provisioning moves no more pages (2 %)."""
    for name in ("static", "dynamic", "cost", "wise", "preempt", "shared", "same_die", "superblock"):
        text = VARIANTS[name] + "  start { state: erased }"
        load = "requests: 3000  write: 100%  size: 2KiB  interval: 2ms  address: uniform over 700KiB  seed: 4"
        last = None
        for blocks in (9, 11, 13, 16, 20):  # the host uses 350 pages of more and more
            x = p.run(f"geometry {{ blocks: {blocks} }}  {text}", load, rows=False,
                      base=S.replace("blocks: 12", "blocks: 13"))
            moved = x["flash.collection_programs"]
            if last is not None:
                p.expect(moved <= last * (1 + MARGIN), f"{name}: {blocks} blocks move {moved} pages, fewer move {last}")
            last = moved


def more_cache(p):
    """A larger LRU buffer has no fewer hits (1 %: slots are occupied while they are evicted)."""
    for policy in ("lru",):
        for address in ("uniform over 600KiB", "zipf(0.9) over 600KiB", "sequential over 100KiB"):
            last, slower = None, None
            for size in (8, 16, 32, 64, 128, 256):
                load = f"requests: 1500  read: 50%  size: 2KiB  interval: exponential(2ms)  address: {address}  seed: 5"
                x = p.run(f"buffer {{ size: {size}KiB  policy: {policy}  latency: 2us }}", load, rows=False)
                if last is not None:
                    p.expect(x["buffer.hits"] >= last * 0.99, f"{address}: {size} KiB hit {x['buffer.hits']}, less {last}")
                    p.no_slower(x["response.mean_ns"], slower, MARGIN, f"{address}: {size} KiB")
                last, slower = x["buffer.hits"], x["response.mean_ns"]


def features_help(p):
    """Each of these features is there to help, and on these loads is not slower than the design without it."""
    for what, without, feature, load, path in (
            ("interleave", "commands { interleave: never }", "", busy, "response.mean_ns"),
            ("cache for reads", "", "commands { cache: always }", reads, "response.mean_ns"),
            ("cache for writes", "", "commands { cache: always }", writes, "response.mean_ns"),
            ("multi-plane writes", "", "commands { multiplane: wise }", writes, "response.mean_ns"),
            ("multi-plane reads", "", "commands { multiplane: wise }", reads, "response.mean_ns"),
            ("copyback", "", "commands { copyback: wise }", writes, "response.mean_ns"),
            ("suspension for reads", "", "commands { suspend: always }", busy, "read.mean_ns"),
            ("priority of reads", "", "schedule { priority(o): if o.is_read and o.is_host then 1 else 0 }", busy, "read.mean_ns"),
            ("collection without cost", "", "gc { cost: zero }", busy, "response.mean_ns"),
            ("preemption for reads", "commands { multiplane(w): false }", "commands { multiplane(w): false }  gc { preempt: page }", busy, "read.mean_ns"),
            ("any order", "schedule { reorder: fifo }", "", busy, "response.mean_ns"),
            ("completion when transferred", "", "host { complete_write: transferred }", busy, "response.mean_ns"),
            ("transfers of sectors", "host { transfer { read: page } }", "", busy, "response.mean_ns"),
            ("dynamic placement", VARIANTS["static"], VARIANTS["dynamic"], writes, "response.mean_ns"),
            ("cost of the queue", VARIANTS["static"], VARIANTS["cost"], writes, "response.mean_ns"),
            ("any_idle for reads", VARIANTS["dynamic"], VARIANTS["any_idle"], busy, "read.mean_ns"),
            ("avoid", "host { queue: 8 }", "host { queue: 8 }  gc { avoid: on }", busy, "response.mean_ns"),
    ):
        a, b = total(p, feature, load, path=path, few=4), total(p, without, load, path=path, few=4)
        p.no_slower(a, b, MARGIN, f"{what}: {path}")


def hot_reads(seed):
    """Writes that collect, and reads of eight pages, so that most of them meet a collection again and again."""
    draw = random.Random(seed)
    return [q for i in range(500) for q in (w(1_500_000 * i, draw.randrange(150)),
                                            r(1_500_000 * i + draw.randrange(1_400_000) // 10 * 10, 160 + draw.randrange(8)))]


def replicas_help(p):
    without = "commands { multiplane(w): false }"
    p.no_slower(total(p, VARIANTS["replicate"], hot_reads, path="read.mean_ns", few=4),
                total(p, without, hot_reads, path="read.mean_ns", few=4), MARGIN, "replicas, reads of few pages: read.mean_ns")


def replicas_help_uniform(p):
    without = "commands { multiplane(w): false }"
    p.no_slower(total(p, VARIANTS["replicate"], busy, path="read.mean_ns", few=4),
                total(p, without, busy, path="read.mean_ns", few=4), MARGIN, "replicas, uniform reads: read.mean_ns")


def background(p):
    """With pauses long enough to collect in, background collection makes requests no slower, and moves no fewer."""
    def load(seed):  # bursts of 16 writes, 100 ms apart
        return [(op, at // 16 * 16 * 0 + i // 16 * 100_000_000 + i % 16 * 400_000, s, n)
                for i, (op, at, s, n) in enumerate(mixed(seed, count=480, kinds="w", whole=True, most=1))]
    without, feature = "commands { multiplane(w): false }", "commands { multiplane(w): false }  " + VARIANTS["idle"]
    p.no_slower(total(p, feature, load), total(p, without, load), MARGIN, "background collection")
    p.expect(total(p, feature, load, path="gc.background") > 0, "nothing was collected in the background")


def classes_agree(p):
    """If each request (and what it collects) ends before the next, placement at admission and at issue decide alike."""
    # Of static placement only: with write_order the two classes move other numbers of pages under requests of several
    # and of parts of pages, which has not been explained yet.
    for seed in seeds(p, 2, 6):
        load = slow(seed)
        a, b = p.run("", load), p.run("gc { preempt: page }", load)
        p.expect(a["gc.collections"] > 10, "too few collections for a test")
        p.same((a["gc.forced"], b["gc.forced"]), (0, 0), f"seed {seed}: forced collections")
        p.same(counts(b), counts(a), f"seed {seed}: counts")
        p.expect(a.responses == b.responses, f"seed {seed}: responses differ")
