"""What is on flash, and when: forced writes, buffers that capacitors protect, and what only the buffer has (host.fua,
buffer.protected, account.volatile)."""
from drive import COMMAND, PAGE, PROGRAM, S, T, flush, mixed, w
from general import seeds
from host_flushes import LATENCY, POLICIES, buffer
from row import Row
from units import PLACEMENTS

SLOT = 2048


def no_forced_writes(p):
    """`fua: 0%` equals its absence, bit for bit, and so do forced writes where each write is complete when it is on flash
    anyway."""
    load = "requests: 400  read: 30%  size: mix(60%: 2KiB, 40%: 5KiB)  interval: 60us  align: 512B"
    for placement in PLACEMENTS:
        for text in POLICIES:
            x, y = (p.run(placement + buffer(text), load + more) for more in ("  fua: 0%", ""))
            p.equal(x, y, f"{placement}{text}")
        x, y = (p.run(placement, load + more) for more in ("  fua: 60%", ""))
        names = [{"fua": "write"}.get(row["direction"], row["direction"]) for row in x.rows]
        p.same(names, [row["direction"] for row in y.rows], f"{placement}: the requests")
        p.same(x.ends, y.ends, f"{placement}, without a buffer")


def a_forced_write(p):
    """At depth 1 a forced write takes the program of its page, whatever `flush` says, and any other the latency."""
    for text in POLICIES:
        load = "requests: 20  write: 100%  size: 2KiB  address: sequential  closed: 1"
        x = p.run(buffer(text), load + "  fua: 100%", base=T)
        p.same(set(x.responses), {COMMAND + PAGE + PROGRAM}, f"{text}: forced")
        p.same(x["flash.host_programs"], 20, f"{text}: programs")
        p.same(x["buffer.volatile_mean_bytes"], SLOT, f"{text}: volatile")
        y = p.run(buffer("protected: true  " + text), load + "  fua: 100%", base=T)
        p.same(set(y.responses[:8]), {LATENCY}, f"{text}: forced, protected")


def forced_writes_wait(p):
    """A forced write is complete not before the same one that is not forced; all of them together program at least as
    much."""
    for seed in seeds(p, 2, 6):
        load = mixed(seed, count=400, mean=600_000, kinds="rrwwwwt")
        for placement in PLACEMENTS:
            for text in POLICIES:
                forced = [("u" if kind == "w" else kind, *rest) for kind, *rest in load]
                x, y = (p.run(placement + buffer(text), each, options=("--check",)) for each in (forced, load))
                slow = [b["response_ns"] for a, b in zip(y.rows, x.rows) if a["direction"] == "write"]
                fast = [a["response_ns"] for a in y.rows if a["direction"] == "write"]
                p.expect(min(slow) >= PROGRAM, f"{placement}{text}, seed {seed}: a forced write of {min(slow)} ns")
                p.expect(sum(slow) > sum(fast), f"{placement}{text}, seed {seed}: forced writes are no slower")
                p.expect(x["flash.host_programs"] >= y["flash.host_programs"], f"{placement}{text}, seed {seed}: programs")


def protection_without_need(p):
    """Where no request asks for data on flash, `protected: true` equals its absence, bit for bit."""
    for seed in seeds(p, 2, 6):
        load = mixed(seed)
        for placement in PLACEMENTS:
            for text in POLICIES:
                x, y = (p.run(placement + buffer(text + more), load) for more in ("", "  protected: true"))
                p.equal(x, y, f"{placement}{text}, seed {seed}")


def protection_helps(p):
    """Flushes of a protected buffer take no longer, and are complete at once if no page waits for a slot."""
    for seed in seeds(p, 2, 6):
        load = mixed(seed, count=500, mean=60_000, kinds="rrwwwwtff")
        for placement in PLACEMENTS:
            for text in POLICIES:
                x, y = ([row["response_ns"] for row in p.run(placement + buffer(text + more), load).rows if row["direction"] == "flush"]
                        for more in ("", "  protected: true"))
                p.expect(sum(y) < sum(x), f"{placement}{text}, seed {seed}: {sum(y)} ns, unprotected {sum(x)}")
    z = p.run(buffer("protected: true  flush: full", 32), [*(w(0, i) for i in range(32)), flush(10_000)])
    p.same(z.rows[32]["response_ns"], 0, "a flush while each page has a slot")


def volatile_data_is_bounded(p):
    """The mean of volatile data is at most the most, and that at most the buffer; with `full` nothing is volatile for a
    shorter time than with `eager`."""
    for seed in seeds(p, 2, 6):
        load = mixed(seed, mean=200_000)
        for placement in PLACEMENTS:
            means = []
            for text in POLICIES:
                x = p.run(placement + buffer(text), load)
                mean, most = x["buffer.volatile_mean_bytes"], x["buffer.volatile_max_bytes"]
                p.expect(0 < mean <= most <= 16 * SLOT, f"{placement}{text}, seed {seed}: {mean} on average, {most} at most")
                means.append(mean)
            p.expect(means[POLICIES.index("flush: eager")] < means[POLICIES.index("flush: full")], f"{placement}, seed {seed}: {means}")


def volatile_data_by_hand(p):
    """n pages in a buffer that never flushes are volatile to the end; trims of them end that."""
    for n in (1, 5, 16):
        x = p.run(buffer("flush: full"), [w(0, i) for i in range(n)], base=T if n < 8 else S)
        p.same((x["buffer.volatile_mean_bytes"], x["buffer.volatile_max_bytes"]), (n * SLOT, n * SLOT), f"{n} pages")


ROWS = [
    Row("no_forced_writes", "host.fua generator.request",
        "Without forced writes, or where they change nothing, all is as without the key.",
        no_forced_writes),
    Row("a_forced_write", "host.fua buffer.protected",
        "At depth 1 a forced write takes its closed form with every `flush`.",
        a_forced_write),
    Row("forced_writes_wait", "host.fua buffer.asked",
        "Forced writes take at least a program, and program no less.",
        forced_writes_wait),
    Row("protection_without_need", "buffer.protected",
        "Where no request asks for data on flash, protection changes nothing.",
        protection_without_need),
    Row("protection_helps", "buffer.protected host.flush",
        "With protection flushes take no longer.",
        protection_helps),
    Row("volatile_data_is_bounded", "account.volatile",
        "Volatile data lies within the buffer, and is less where the buffer flushes.",
        volatile_data_is_bounded),
    Row("volatile_data_by_hand", "account.volatile",
        "What a buffer never flushes is volatile to the end.",
        volatile_data_by_hand),
]
