"""Completions that the host sees several at a time (host.coalesce)."""
from drive import COMMAND, PAGE, READ, T, mixed, r
from general import seeds
from row import Row
from units import PLACEMENTS


def coalesce(requests, time):
    return f"host {{ coalesce {{ requests: {requests}  time: {time}us }} }}"


def one_at_a_time(p):
    """`requests: 1`, and `time: 0us`, equal the absence of the key, bit for bit."""
    for seed in seeds(p, 2, 6):
        load = mixed(seed)
        for placement in PLACEMENTS:
            for text in (coalesce(1, 100), coalesce(8, 0)):
                p.equal(p.run(placement + text, load), p.run(placement, load), f"{placement}{text}, seed {seed}")


def seen_in_time(p):
    """In an open loop without limits the drive does the same work at the same times; the host sees each completion at most
    `time` later, and there are fewer moments at which it sees some."""
    for seed in seeds(p, 2, 6):
        load = mixed(seed)
        for placement in PLACEMENTS:
            plain = p.run(placement, load)
            for requests, time in ((2, 1000), (4, 50), (64, 300)):
                x = p.run(placement + coalesce(requests, time), load, options=("--check",))
                late = [a - b for a, b in zip(x.ends, plain.ends)]
                p.expect(0 <= min(late) and max(late) <= time * 1000, f"{placement}{requests} in {time} us, seed {seed}: {min(late)} to {max(late)}")
                p.expect(len(set(x.ends)) < len(set(plain.ends)), f"{placement}{requests} in {time} us, seed {seed}: interrupts")
                p.same((x["clock_ns"], x["flash"], x["busy"]), (plain["clock_ns"], plain["flash"], plain["busy"]), f"{placement}: the flash")


def alone_it_waits(p):
    """At depth 1 each request waits for the whole time, so a loop is slower by it."""
    for time in (10, 250):
        x = p.run(coalesce(8, time), ([r(0, i % 8) for i in range(40)], 1), base=T)
        p.same(set(x.responses), {COMMAND + READ + PAGE + time * 1000}, f"{time} us")


def a_loop_of_n_is_seen_at_once(p):
    """Where n requests are always in the drive, interrupts for n make them leave together, n at a time."""
    for n in (2, 8):
        x = p.run(coalesce(n, 1_000_000), ([r(0, i % 8) for i in range(8 * n)], n), base=T)
        ends = sorted(x.ends)
        p.same([ends[i] for i in range(0, len(ends), n)], [ends[i + n - 1] for i in range(0, len(ends), n)], f"depth {n}")
        p.same(len(set(ends)), 8, f"depth {n}: interrupts")


ROWS = [
    Row("one_at_a_time", "host.coalesce",
        "One request, or no time, equals the absence of the key.",
        one_at_a_time),
    Row("seen_in_time", "host.coalesce",
        "The flash does the same, and the host sees each completion at most `time` later.",
        seen_in_time),
    Row("alone_it_waits", "host.coalesce",
        "At depth 1 a request takes its closed form: `time` longer.",
        alone_it_waits),
    Row("a_loop_of_n_is_seen_at_once", "host.coalesce",
        "A loop of n requests with interrupts for n is seen n at a time.",
        a_loop_of_n_is_seen_at_once),
]
