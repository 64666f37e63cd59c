"""A second implementation of generators, which follows the section "Generators" of docs/model.md rule by rule and in
its names. It shares no code and no table with the program. Slow and simple; tests/generators.py compares the two.

A workload is a chain of declarations, the oldest first; each is a dict from a key of the language to its exact value:

    share           Fraction, 1 is 100 %
    amount          Fraction, of bytes or of ns
    quantity        ("constant", amount) | ("exponential", amount) | ("mix", [(share, quantity), …])
    pattern         (kind, argument, over): kind is "uniform", "sequential", "stride" (amount), "zipf" (Fraction),
                    "hotspot" ((share, share)), or "mix" ([(share, pattern), …])
    over            None | ("share", share) | ("size", amount)
"""
import dataclasses
from fractions import Fraction

import oracle_draws as draws
from oracle_draws import GOLDEN, WHOLE, WORD

MOST_BYTES, MOST_TIME, MOST_REQUESTS = 1 << 30, 1 << 63, 1 << 27
READ, WRITE, FORCED, TRIM, FLUSH = "read", "write", "forced write", "trim", "flush"


class Rejected(Exception):
    """The workload is rejected; the argument is the code of the error."""


# generator.keys


@dataclasses.dataclass
class Parameters:
    reads: int
    trims: int
    size: tuple
    read_size: tuple | None
    write_size: tuple | None
    interval: tuple
    pattern: tuple
    align: int | None
    flush_every: int | None
    forced: int  # parts of the writes
    seed: int
    requests: int
    closed: int


def half_up(amount):
    return (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)


def parts_of(share):
    parts = share * WHOLE
    if parts.denominator != 1:
        raise Rejected("E0245")
    return int(parts)


def quantity_of(written, rounded):
    kind, value = written
    if kind == "mix":
        return kind, [(parts_of(share), quantity_of(option, rounded)) for share, option in value]
    return kind, rounded(value)


def pattern_of(written):
    kind, value, over = written
    if kind == "mix":
        value = [(parts_of(share), pattern_of(option)) for share, option in value]
    elif kind == "hotspot":
        value = parts_of(value[0]), parts_of(value[1])
    elif kind == "zipf":
        value = float(value.numerator) / float(value.denominator)
    elif kind == "stride":
        value = int(value)
    if over is not None:
        over = (over[0], parts_of(over[1]) if over[0] == "share" else over[1].numerator // over[1].denominator)
    return kind, value, over


def parameters_of(chain, requests=None):
    place = {key: i for i, declaration in enumerate(chain) for key in declaration}
    keys = {key: value for declaration in chain for key, value in declaration.items()}
    trims = parts_of(keys.get("trim", Fraction(0)))
    if "read" in keys and ("write" not in keys or place["read"] >= place["write"]):
        reads = parts_of(keys["read"])
    elif "write" in keys:
        reads = WHOLE - trims - parts_of(keys["write"])
    else:
        reads = (WHOLE - trims) // 2
    for key in ("read_size", "write_size"):
        if key in keys and "size" in keys and place["size"] > place[key]:
            del keys[key]
    closed = keys.get("closed", 0)
    size = lambda key: quantity_of(keys[key], int) if key in keys else None
    return Parameters(
        reads=reads,
        trims=trims,
        size=size("size") or ("constant", 4096),
        read_size=size("read_size"),
        write_size=size("write_size"),
        interval=quantity_of(keys["interval"], half_up) if "interval" in keys else ("constant", 0 if closed else 100_000),
        pattern=pattern_of(keys.get("address", ("uniform", None, None))),
        align=int(keys["align"]) if "align" in keys else None,
        flush_every=keys.get("flush_every"),
        forced=parts_of(keys.get("fua", Fraction(0))),
        seed=keys.get("seed", 1),
        requests=requests if requests is not None else keys.get("requests", 100_000),
        closed=closed,
    )


# generator.space


@dataclasses.dataclass
class Space:
    sector: int  # bytes: s
    page: int  # sectors: p
    sectors: int  # S

    @classmethod
    def of_drive(cls, logical_pages, page_bytes, sector_bytes):
        page = page_bytes // sector_bytes
        return cls(sector_bytes, page, logical_pages * page)

    @classmethod
    def of_bytes(cls, size):
        return cls.of_drive(max(1, size // 4096), 4096, 512)


# generator.region


def region_of(over, around, space):
    if over is None:
        return around
    kind, value = over
    return around * value // WHOLE if kind == "share" else min(value // space.sector, around)


def patterns_in(pattern, around, space):
    """Every pattern and its region, also those in mixes."""
    kind, value, over = pattern
    region = region_of(over, around, space)
    yield pattern, region
    if kind == "mix":
        for _, option in value:
            yield from patterns_in(option, region, space)


def smallest_region(pattern, space):
    return min(region for _, region in patterns_in(pattern, space.sectors, space))


# The patterns. place() gives the first sector for a request of n sectors with the alignment a.


def last_place(region, n, a):
    return (region - n) // a * a


def uniform_place(x, y, region, n, a, stream):
    f, l = -(-x // a), (y - n) // a
    if y < n or l < f:
        return min(x // a * a, last_place(region, n, a))
    return (f + draws.below(stream, l - f + 1)) * a


class Uniform:
    def __init__(self, _, region, *others):
        self.region = region

    def place(self, n, a, stream):
        return uniform_place(0, self.region, self.region, n, a, stream)


class Sequential:
    def __init__(self, _, region, *others):
        self.region, self.c = region, 0

    def place(self, n, a, stream):
        result = -(-self.c // a) * a
        if result > last_place(self.region, n, a):
            result = 0
        self.c = result + n
        return result


class Stride:
    def __init__(self, stride, region, space, *others):
        self.region, self.e, self.c = region, stride // space.sector % region, 0

    def place(self, n, a, stream):
        result = min(self.c // a * a, last_place(self.region, n, a))
        self.advance()
        return result

    def advance(self):
        self.c = (self.c + self.e) % self.region


class Hotspot:
    def __init__(self, shares, region, *others):
        self.region, self.hot, self.access = region, region * shares[0] // WHOLE, shares[1]

    def place(self, n, a, stream):
        hot = draws.below(stream, WHOLE) < self.access
        return uniform_place(0 if hot else self.hot, self.hot if hot else self.region, self.region, n, a, stream)


class Zipf:
    def __init__(self, theta, region, space, run_seed, block_seed):
        self.theta, self.region, self.page = theta, region, space.page
        self.pages = max(1, region // space.page)
        self.first = self.area(1.5) - 1.0
        self.all = self.area(float(self.pages) + 0.5)
        self.near = 2.0 - self.inverse(self.area(2.5) - self.weight(2.0))
        self.scatter = Scatter(self.pages, draws.key_of(run_seed, block_seed, "scatter"))

    def weight(self, x):
        return draws.exp(-self.theta * draws.log(x))

    def area(self, x):
        l = draws.log(x)
        t = (1.0 - self.theta) * l
        return (1.0 if t == 0 else draws.expm1(t) / t) * l

    def inverse(self, v):
        t = max(v * (1.0 - self.theta), -1.0 + 2.0**-52)
        return draws.exp((1.0 if t == 0 else draws.log1p(t) / t) * v)

    def rank(self, stream):
        while True:
            v = self.all + draws.unit(stream) * (self.first - self.all)
            x = self.inverse(v)
            r = float(min(max(int(x + 0.5), 1), self.pages))
            if r - x <= self.near or v >= self.area(r + 0.5) - self.weight(r):
                return int(r)

    def place(self, n, a, stream):
        z = self.scatter.page(self.rank(stream)) * self.page
        if a < self.page:
            z += draws.below(stream, self.page // a) * a
        return min(z // a * a, last_place(self.region, n, a))


class Scatter:
    ROUNDS = 6

    def __init__(self, pages, key):
        self.pages = pages
        self.keys = [draws.mixed((key + j * GOLDEN) & WORD) for j in range(self.ROUNDS)]
        self.half = max(1, -(-(pages - 1).bit_length() // 2))

    def page(self, rank):
        y = rank - 1
        while True:
            left, right = y >> self.half, y & ((1 << self.half) - 1)
            for key in self.keys:
                left, right = right, left ^ (draws.mixed(right ^ key) & ((1 << self.half) - 1))
            y = left << self.half | right
            if y < self.pages:
                return y


class Mix:
    def __init__(self, weighted, region, space, run_seed, block_seed):
        self.options = []
        for parts, option in weighted:
            block_seed = draws.mixed(block_seed)
            self.options.append((parts, placer(option, region, space, run_seed, block_seed)))

    def place(self, n, a, stream):
        return draws.choice(stream, self.options).place(n, a, stream)


KINDS = {"uniform": Uniform, "sequential": Sequential, "stride": Stride, "hotspot": Hotspot, "zipf": Zipf, "mix": Mix}


def placer(pattern, around, space, run_seed, block_seed):
    kind, value, over = pattern
    return KINDS[kind](value, region_of(over, around, space), space, run_seed, block_seed)


# generator.limits


def constants_in(quantity):
    if quantity is None:
        return
    kind, value = quantity
    if kind == "constant":
        yield value
    if kind == "mix":
        for _, option in value:
            yield from constants_in(option)


def check(parameters, space):
    sizes = [size for q in (parameters.size, parameters.read_size, parameters.write_size) for size in constants_in(q)]
    regions = list(patterns_in(parameters.pattern, space.sectors, space))
    strides = [(value, region * space.sector) for (kind, value, _), region in regions if kind == "stride"]
    smallest = smallest_region(parameters.pattern, space) * space.sector
    least, align = min(sizes, default=space.sector), parameters.align or 0
    if parameters.requests > MOST_REQUESTS:
        raise Rejected("E0424")
    if any(amount % space.sector for amount in [*sizes, *(stride for stride, _ in strides), align]):
        raise Rejected("E0425")
    if any(size > MOST_BYTES for size in sizes):
        raise Rejected("E0423")
    if align and least < smallest < align + least:
        raise Rejected("E0451")
    if any(size > smallest for size in [*sizes, space.sector]):
        raise Rejected("E0427")
    if any(stride % region == 0 and 2 * least <= region for stride, region in strides):
        raise Rejected("E0451")


# generator.request


def alignment(parameters, space, n):
    if parameters.align:
        return parameters.align // space.sector
    largest_in_a_page = 1 << (space.page.bit_length() - 1)
    return min(n & -n, largest_in_a_page)


class Requests:
    """Gives (time, first sector, sectors, direction); the time is the arrival, or the think time in a closed loop. Of a
    flush both numbers of sectors are 0."""

    def __init__(self, parameters, space, run_seed):
        self.parameters, self.space = parameters, space
        stream = lambda name: draws.Stream(draws.key_of(run_seed, parameters.seed, name))
        self.intervals, self.directions, self.addresses = stream("interval"), stream("direction"), stream("address")
        self.sizes, self.forcing = stream("size"), stream("fua")
        self.sizes_of = {READ: (parameters.read_size, stream("read size")), WRITE: (parameters.write_size, stream("write size"))}
        self.most = min(smallest_region(parameters.pattern, space), MOST_BYTES // space.sector)
        self.places = placer(parameters.pattern, space.sectors, space, run_seed, parameters.seed)
        self.arrival = 0
        self.writes = 0  # since the last flush

    def time(self, i):
        v = draws.drawn(self.intervals, self.parameters.interval)
        if self.parameters.closed:
            return v
        self.arrival += v if i > 0 else 0
        return self.arrival

    def direction(self):
        d = draws.below(self.directions, WHOLE)
        if d < self.parameters.reads:
            return READ
        return TRIM if d < self.parameters.reads + self.parameters.trims else WRITE

    def size(self, direction):
        own, stream = self.sizes_of.get(direction, (None, None))
        return draws.drawn(self.sizes, self.parameters.size) if own is None else draws.drawn(stream, own)

    def is_forced(self, direction):
        return direction == WRITE and self.parameters.forced > 0 and draws.below(self.forcing, WHOLE) < self.parameters.forced

    def flush_is_due(self):
        return self.writes == self.parameters.flush_every

    def request(self, i):
        time = self.time(i)
        if time > MOST_TIME:
            raise Rejected("E0426")
        if self.flush_is_due():
            self.writes = 0
            return time, 0, 0, FLUSH
        direction = self.direction()
        self.writes += direction == WRITE
        n = min(max(-(-self.size(direction) // self.space.sector), 1), self.most)
        first = self.places.place(n, alignment(self.parameters, self.space, n), self.addresses)
        return time, first, n, FORCED if self.is_forced(direction) else direction


def requests_of(chain, space, run_seed=1, requests=None):
    parameters = parameters_of(chain, requests)
    check(parameters, space)
    made = Requests(parameters, space, run_seed)
    return [made.request(i) for i in range(parameters.requests)]
