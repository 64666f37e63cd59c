"""Rules of generators that are slightly wrong: the test of tests/generators.py must see each of them."""
import math

import oracle_draws as draws
import oracle_generators as oracle


def stride_goes_to_its_end(self):
    self.c = self.c + self.e if self.c + self.e <= self.region else self.c + self.e - self.region


def stride_begins_again(self):
    self.c = self.c + self.e if self.c + self.e < self.region else 0


def hotspot_of_one_number(self, n, a, stream):
    words = stream.words
    hot = draws.below(stream, draws.WHOLE) < self.access
    stream.words = words
    return oracle.uniform_place(0 if hot else self.hot, self.hot if hot else self.region, self.region, n, a, stream)


def hotspot_with_its_border(self, n, a, stream):
    hot = draws.below(stream, draws.WHOLE) <= self.access
    return oracle.uniform_place(0 if hot else self.hot, self.hot if hot else self.region, self.region, n, a, stream)


def direction_with_its_border(self):
    d = draws.below(self.directions, draws.WHOLE)
    if d <= self.parameters.reads:
        return oracle.READ
    return oracle.TRIM if d <= self.parameters.reads + self.parameters.trims else oracle.WRITE


def offset_before_rank(self, n, a, stream):
    offset = draws.below(stream, self.page // a) * a if a < self.page else 0
    z = self.scatter.page(self.rank(stream)) * self.page + offset
    return min(z // a * a, oracle.last_place(self.region, n, a))


def no_interval_of_the_first(self, i):
    if i == 0 and not self.parameters.closed:
        return 0
    v = draws.drawn(self.intervals, self.parameters.interval)
    if self.parameters.closed:
        return v
    self.arrival += v
    return self.arrival


def flush_behind_requests(self, i, request=oracle.Requests.request):
    made = request(self, i)
    self.writes += made[3] in (oracle.READ, oracle.TRIM)
    return made


def flush_that_draws_a_direction(self, due=oracle.Requests.flush_is_due):
    if due(self):
        self.direction()
    return due(self)


def flush_without_an_interval(self, i, time=oracle.Requests.time):
    return self.arrival if self.flush_is_due() else time(self, i)


def flush_once(self, due=oracle.Requests.flush_is_due):
    is_due = due(self)
    if is_due:
        self.parameters.flush_every = None
    return is_due


def forced_with_its_border(self, direction):
    return direction == oracle.WRITE and draws.below(self.forcing, draws.WHOLE) <= self.parameters.forced


def forced_drawn_for_all(self, direction):
    return draws.below(self.forcing, draws.WHOLE) < self.parameters.forced and direction == oracle.WRITE


def forced_drawn_with_directions(self, direction):
    forced = self.parameters.forced
    return direction == oracle.WRITE and forced > 0 and draws.below(self.directions, draws.WHOLE) < forced


def flush_behind_unforced_writes(self, i, request=oracle.Requests.request):
    made = request(self, i)
    self.writes -= made[3] == oracle.FORCED
    return made


def choice_with_its_border(stream, weighted):
    d = draws.below(stream, draws.WHOLE)
    for parts, option in weighted[:-1]:
        if d < parts + 1:
            return option
        d -= parts
    return weighted[-1][1]


def choice_from_the_end(stream, weighted):
    return choice_of(stream, weighted[::-1])


choice_of = draws.choice


def trims_have_a_write_size(self, direction):
    own, stream = self.sizes_of[oracle.READ if direction == oracle.READ else oracle.WRITE]
    return draws.drawn(self.sizes, self.parameters.size) if own is None else draws.drawn(stream, own)


def one_stream_of_sizes(self, direction):
    own, _ = self.sizes_of.get(direction, (None, None))
    return draws.drawn(self.sizes, self.parameters.size if own is None else own)


def sequential_stops_early(self, n, a, stream):
    result = -(-self.c // a) * a
    if result >= oracle.last_place(self.region, n, a):
        result = 0
    self.c = result + n
    return result


def mix_of_one_scattering(self, weighted, region, space, run_seed, block_seed):
    self.options = [(parts, oracle.placer(option, region, space, run_seed, block_seed)) for parts, option in weighted]


def mix_in_the_whole_space(self, weighted, region, space, run_seed, block_seed):
    self.options = []
    for parts, option in weighted:
        block_seed = draws.mixed(block_seed)
        self.options.append((parts, oracle.placer(option, space.sectors, space, run_seed, block_seed)))


def region_rounded_up(over, around, space):
    if over is None:
        return around
    kind, value = over
    return -(-around * value // draws.WHOLE) if kind == "share" else min(-(-value // space.sector), around)


def last_of_all(region, n, a):
    return region - n


# What is wrong, where it is in the oracle, its name there, and the wrong rule.
MUTATIONS = (
    ("a stride stops at the end of its region", oracle.Stride, "advance", stride_goes_to_its_end),
    ("a stride begins again at 0", oracle.Stride, "advance", stride_begins_again),
    ("keys without the block seed", draws, "key_of",
     lambda run, block, name: draws.mixed(draws.mixed(draws.mixed(run)) ^ draws.hashed(name))),
    ("keys with the two seeds exchanged", draws, "key_of",
     lambda run, block, name: draws.mixed(draws.mixed(draws.mixed(block) ^ run) ^ draws.hashed(name))),
    ("names without their last letter", draws, "hashed", lambda name, whole=draws.hashed: whole(name[:-1])),
    ("one stream for all sizes", oracle.Requests, "size", one_stream_of_sizes),
    ("trims have the size of writes", oracle.Requests, "size", trims_have_a_write_size),
    ("the offset in a page is drawn before its rank", oracle.Zipf, "place", offset_before_rank),
    ("part and place of a hotspot from one number", oracle.Hotspot, "place", hotspot_of_one_number),
    ("the share of a hotspot includes its border", oracle.Hotspot, "place", hotspot_with_its_border),
    ("the share of reads includes its border", oracle.Requests, "direction", direction_with_its_border),
    ("no interval is drawn for request 0", oracle.Requests, "time", no_interval_of_the_first),
    ("a flush stands behind every n-th request", oracle.Requests, "request", flush_behind_requests),
    ("a flush draws a direction", oracle.Requests, "flush_is_due", flush_that_draws_a_direction),
    ("a flush draws no interval", oracle.Requests, "time", flush_without_an_interval),
    ("only one flush", oracle.Requests, "flush_is_due", flush_once),
    ("the share of forced writes includes its border", oracle.Requests, "is_forced", forced_with_its_border),
    ("reads and trims draw whether they are forced", oracle.Requests, "is_forced", forced_drawn_for_all),
    ("forced writes have no stream of their own", oracle.Requests, "is_forced", forced_drawn_with_directions),
    ("a flush stands behind every n-th write that is not forced", oracle.Requests, "request", flush_behind_unforced_writes),
    ("a choice includes its border", draws, "choice", choice_with_its_border),
    ("a choice goes from the last option to the first", draws, "choice", choice_from_the_end),
    ("below is the remainder", draws, "below", lambda stream, n: stream.number() % n),
    ("below(1) draws nothing", draws, "below", lambda stream, n: stream.number() * n >> 64 if n > 1 else 0),
    ("unit from 0, not to 1", draws, "unit", lambda stream: float(stream.number() >> 11) * 2.0**-53 or 2.0**-53),
    ("exponentials are rounded down", draws, "exponential",
     lambda stream, mean: int(-float(mean) * draws.log(draws.unit(stream)))),
    ("the logarithm of the C library", draws, "log", math.log),
    ("log1p of the C library", draws, "log1p", math.log1p),
    ("expm1 of the C library", draws, "expm1", math.expm1),
    ("the exponential function of the C library", draws, "exp", math.exp),
    ("alignment beyond a page", oracle, "alignment",
     lambda p, space, n: p.align // space.sector if p.align else n & -n),
    ("a sequence stops before the last place", oracle.Sequential, "place", sequential_stops_early),
    ("patterns of a mix scatter alike", oracle.Mix, "__init__", mix_of_one_scattering),
    ("regions in a mix are those of the whole space", oracle.Mix, "__init__", mix_in_the_whole_space),
    ("regions are rounded up", oracle, "region_of", region_rounded_up),
    ("the last place is not aligned", oracle, "last_place", last_of_all),
    ("five rounds of the network", oracle.Scatter, "ROUNDS", 5),
    ("intervals are rounded down", oracle, "half_up", int),
)
