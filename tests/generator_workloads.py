"""Random and chosen workloads for tests/generators.py: each as text of the language and in the form that the oracle
(tests/oracle_generators.py) takes."""
import collections
import dataclasses
import math
import random
from fractions import Fraction

import oracle_draws as draws
import oracle_generators as oracle

UNITS = {"ns": Fraction(1), "us": Fraction(10**3), "ms": Fraction(10**6), "s": Fraction(10**9), "d": Fraction(86_400 * 10**9),
         "B": Fraction(1)}
THETAS = ("0.99", "1", "1.0", "0.5", "0.01", "2", "4", "1.0000001", "0.999999999999999", "3.999", "1.0 / 3",
          "0.123456789012345678901234567", "1.2345678901234567891", "0.000001")


def amount(number, unit):
    return f"{number}{unit}", Fraction(number) * UNITS[unit]


def percent(parts):
    return f"{parts // 10_000}.{parts % 10_000:04}".rstrip("0").rstrip(".") + "%", Fraction(parts, draws.WHOLE)


class Writer:
    """Makes random values, each as text of the language and in the form that the oracle takes."""

    def __init__(self, rng, most_bytes, sector):
        self.rng, self.most_bytes, self.sector = rng, most_bytes, sector
        self.kinds = collections.Counter()

    def share(self, least=0, most=draws.WHOLE):
        coarse = [p for p in (0, 100_000, 250_000, 500_000, 900_000, 1_000_000) if least <= p <= most]
        return percent(self.rng.choice(coarse) if coarse and self.rng.random() < 0.5 else self.rng.randint(least, most))

    def shares(self):
        n = self.rng.choice((1, 2, 2, 3, 4, 7))
        cuts = sorted(self.rng.randint(0, draws.WHOLE) for _ in range(n - 1))
        if self.rng.random() < 0.3:
            cuts = [cut // 10_000 * 10_000 for cut in cuts]
        return [percent(b - a) for a, b in zip([0, *cuts], [*cuts, draws.WHOLE])]

    def size(self):
        most = max(1, min(self.most_bytes * (16 if self.rng.random() < 0.05 else 1), 16 << 20) // self.sector)
        count = self.rng.choice((1, 2, 3, 4, 8, 16, 24, 32, 64, 128, int(math.exp(self.rng.uniform(0, math.log(most))))))
        bytes_ = min(count, most) * self.sector
        if self.rng.random() < 0.04:
            bytes_ += 512
        if bytes_ % 1024 == 0 or self.rng.random() < 0.5:
            return f"{bytes_ // 1024}{'.5' if bytes_ % 1024 else ''}KiB", Fraction(bytes_)
        return amount(str(bytes_), "B")

    def time(self):
        digits = lambda: f"{self.rng.randint(0, 999)}" + (f".{self.rng.randint(0, 9999)}" if self.rng.random() < 0.4 else "")
        kind = self.rng.random()
        if kind < 0.1:
            return "0ns", Fraction(0)
        if kind < 0.2:
            return amount(self.rng.choice(("1", "0.5", "0.123456789")), "d")
        text, value = amount(digits(), self.rng.choice(("ns", "us", "us", "ms", "s")))
        return (text, value) if value == 0 or value >= 1 else ("2.5ns", Fraction(5, 2))

    def quantity(self, constant, depth=0):
        kind = self.rng.random()
        if depth < 3 and kind < 0.3:
            self.kinds["mix of amounts"] += 1
            options = [(share, self.quantity(constant, depth + 1)) for share in self.shares()]
            return (f"mix({', '.join(f'{s[0]}: {o[0]}' for s, o in options)})", ("mix", [(s[1], o[1]) for s, o in options]))
        text, value = constant()
        if kind < 0.6:
            self.kinds["exponential"] += 1
            if constant == self.size:
                value = value // 512 * 512
                text = f"{value}B"
            return f"exponential({text})", ("exponential", value)
        self.kinds["constant"] += 1
        return text, ("constant", value)

    def over(self):
        if self.rng.random() < 0.6:
            text, share = self.share(1 if self.rng.random() < 0.1 else 50_000)
            return text, ("share", share)
        least = max(4096, self.most_bytes)
        bytes_ = int(least * math.exp(self.rng.uniform(0, 4)))
        text, value = amount(str(bytes_) + (".5" if self.rng.random() < 0.2 else ""), "B")
        return text, ("size", value)

    def pattern(self, depth=0):
        kind = self.rng.choice(("uniform", "sequential", "stride", "hotspot", "zipf", "zipf") + (("mix", "mix") if depth < 3 else ()))
        self.kinds[kind] += 1
        value, text = None, kind
        if kind == "stride":
            around = min(20 * self.most_bytes // self.sector, 1 << 31)
            count = self.rng.choice((1, 2, 3, 5, 7, 24, 40, self.rng.randint(1, 100_000), self.rng.randint(1, max(2, around))))
            written, value = amount(str(count * self.sector), "B")
            text = f"stride({written})"
        elif kind == "hotspot":
            space, access = self.share(1, draws.WHOLE - 1), self.share()
            text, value = f"hotspot({space[0]}: {access[0]})", (space[1], access[1])
        elif kind == "zipf":
            theta = self.rng.choice(THETAS) if self.rng.random() < 0.6 else f"{self.rng.uniform(0.01, 3.99):.{self.rng.randint(2, 6)}f}"
            numerator, _, denominator = theta.partition(" / ")
            text, value = f"zipf({theta})", Fraction(numerator) / Fraction(denominator or 1)
        elif kind == "mix":
            options = [(share, self.pattern(depth + 1)) for share in self.shares()]
            text, value = f"mix({', '.join(f'{s[0]}: {o[0]}' for s, o in options)})", [(s[1], o[1]) for s, o in options]
        over = None
        if self.rng.random() < 0.35:
            self.kinds["over in a mix" if depth else "over"] += 1
            written, over = self.over()
            text = f"{text} over {written}"
        return text, (kind, value, over)

    def directions(self, keys):
        trims = self.rng.choice((0, 0, 100_000, 333_333, self.rng.randint(0, draws.WHOLE)))
        if trims or self.rng.random() < 0.2:
            self.kinds["trim"] += 1
            keys["trim"] = percent(trims)
        reads = self.rng.randint(0, draws.WHOLE - trims)
        states = self.rng.random()
        if states < 0.6:
            keys["read"] = percent(reads)
        if 0.4 < states < 0.8:
            keys["write"] = percent(draws.WHOLE - trims - reads)

    def keys(self, closed):
        """The keys of one declaration."""
        keys = {}
        self.directions(keys)
        for key, likely in (("size", 0.8), ("read_size", 0.25), ("write_size", 0.25)):
            if self.rng.random() < likely:
                self.kinds[key] += 1
                keys[key] = self.quantity(self.size)
        if self.rng.random() < 0.8:
            keys["interval"] = self.quantity(self.time)
        if self.rng.random() < 0.95:
            keys["address"] = self.pattern()
        if self.rng.random() < 0.3:
            self.kinds["align"] += 1
            count = self.rng.choice((1, 2, 3, 5, 8, 12, 16, 64))
            keys["align"] = amount(str(min(count * self.sector, 16 << 20)), "B")
        if self.rng.random() < 0.3:
            self.kinds["fua"] += 1
            keys["fua"] = self.share()
        if self.rng.random() < 0.8:
            seed = self.rng.choice((0, 1, 7, (1 << 63) - 1, self.rng.getrandbits(40)))
            keys["seed"] = str(seed), seed
        count = self.rng.randint(1, 300)
        keys["requests"] = str(count), count
        if closed:
            depth = self.rng.choice((1, 2, 8, 500))
            keys["closed"] = str(depth), depth
        return keys

    def chain(self, closed):
        """The text of the declarations, and their keys for the oracle."""
        declarations = [self.keys(closed)]
        if self.rng.random() < 0.25:
            self.kinds["from"] += 1
            later = self.keys(False)
            kept = {key: later[key] for key in later if self.rng.random() < 0.4 and key not in ("read", "write", "trim")}
            if self.rng.random() < 0.5:
                key = self.rng.choice(("read", "write"))
                kept[key] = self.share(most=draws.WHOLE - round(declarations[0].get("trim", ("", 0))[1] * draws.WHOLE))
            declarations.append(kept)
        text, names = "", ["Base", "W"] if len(declarations) > 1 else ["W"]
        for name, before, keys in zip(names, [None, *names], declarations):
            written = list(keys.items())
            self.rng.shuffle(written)
            lines = "".join(f"  {key}: {value[0]}\n" for key, value in written)
            text += f"workload {name}{f' from {before}' if before else ''} {{\n{lines}}}\n"
        return text, [{key: value[1] for key, value in keys.items()} for keys in declarations]


@dataclasses.dataclass
class Case:
    """A workload, the words that call the program, and what the oracle needs to make the same requests."""

    number: int
    text: str
    chain: list
    space: oracle.Space
    run_seed: int
    requests: int | None
    words: list
    runs: bool
    kinds: collections.Counter

    def expected(self):
        try:
            return oracle.requests_of(self.chain, self.space, self.run_seed, self.requests)
        except oracle.Rejected as why:
            return str(why)

    @property
    def closed(self):
        return next((keys["closed"] for keys in reversed(self.chain) if "closed" in keys), 0)


def random_drive(rng):
    sector = rng.choice((512, 512, 1024, 2048, 4096))
    page = sector * rng.choice((1, 2, 3, 4, 5, 8, 16))
    channels, planes, pages = rng.randint(1, 2), rng.randint(1, 2), rng.choice((8, 16, 32))
    blocks = rng.randint(16, 40)
    logical = rng.randint(32, max(33, channels * planes * (blocks - 3) * pages // 2))
    text = (f"design D {{\n  geometry {{ channels: {channels}  chips: 1  dies: 1  planes: {planes}  blocks: {blocks}  pages: {pages}  "
            f"page: {page}B  sector: {sector}B }}\n  capacity {{ logical: {logical * page}B }}\n}}\n")
    return text, logical, page, sector


def random_space(rng):
    """The text of `--size`, and its bytes."""
    kind = rng.random()
    if kind < 0.05:
        return rng.choice((("1B", 1), ("4KiB", 4096), ("4097B", 4097), ("4194304TiB", 1 << 62), ("1TiB", 1 << 40)))
    if kind < 0.3:
        count = rng.randint(1, 64)
        return f"{count}MiB", count << 20
    bytes_ = int(math.exp(rng.uniform(math.log(20_000), math.log(1 << 42))))
    return f"{bytes_}B", bytes_


def random_case(test_seed, number):
    rng = random.Random(f"{test_seed}/{number}")
    run_seed = rng.choice((None, 0, 1, 2, (1 << 64) - 1, rng.getrandbits(64)))
    requests = rng.randint(1, 300) if rng.random() < 0.2 else None
    drive, logical, page, sector = random_drive(rng)
    options = [] if run_seed is None else ["--seed", run_seed]
    options += [] if requests is None else ["--requests", requests]
    runs = rng.random() < 0.35
    if runs:
        space = oracle.Space.of_drive(logical, page, sector)
        writer = Writer(rng, min(logical * page // 8, 1 << 16), sector)
        text, chain = writer.chain(closed=rng.random() < 0.4)
        words = ["run", "w.ssd:D", "--workload", "W", "--requests-out", "out.csv", "--engine", "generic", *options]
    else:
        kind = rng.random()
        if kind < 0.85:
            written, size = random_space(rng)
            options += ["--size", written]
        else:
            size = logical * page if kind < 0.95 else 16 << 30
        space = oracle.Space.of_bytes(size)
        writer = Writer(rng, min(max(size // 8, 512), 16 << 20), 512)
        text, chain = writer.chain(closed=False)
        words = ["trace", "generate", "w.ssd:W", "-o", "-", "--to", "blkparse", *options]
        drive = drive if 0.85 <= kind < 0.95 else ""
    return Case(number, drive + text, chain, space, 1 if run_seed is None else run_seed, requests, [*words, "--quiet"], runs, writer.kinds)


def made_case(text, keys, size=1 << 20, run_seed=1):
    """`text` holds the keys in the language, `keys` the same keys for the oracle."""
    words = ["trace", "generate", "w.ssd:W", "-o", "-", "--to", "blkparse", "--size", f"{size}B", "--seed", run_seed, "--quiet"]
    return Case(0, f"workload W {{ {text} }}\n", [keys], oracle.Space.of_bytes(size), run_seed, None, words, False, collections.Counter())


def cases_at_borders():
    """Workloads whose options end just before or just behind a number that the choice draws. A random share hardly
    ever does."""
    size = "size", "mix({0}: 512B, {1}: 1KiB)", lambda p, rest: ("mix", [(p, ("constant", Fraction(512))), (rest, ("constant", Fraction(1024)))])
    interval = "interval", "mix({0}: 1ns, {1}: 2ns)", lambda p, rest: ("mix", [(p, ("constant", Fraction(1))), (rest, ("constant", Fraction(2)))])
    address = ("address", "mix({0}: sequential, {1}: stride(8KiB))",
               lambda p, rest: ("mix", [(p, ("sequential", None, None)), (rest, ("stride", Fraction(8192), None))], None))
    hotspot = "address", "hotspot(50%: {0})", lambda p, rest: ("hotspot", (Fraction(1, 2), p), None)
    reads = "read", "{0}", lambda p, rest: p
    writes = "write", "{1}", lambda p, rest: rest
    for stream, (key, written, said) in (("size", size), ("interval", interval), ("address", address), ("address", hotspot),
                                         ("direction", reads), ("direction", writes)):
        for run_seed in (1, 2):
            drawn = draws.Stream(draws.key_of(run_seed, 1, stream))
            parts = [draws.below(drawn, draws.WHOLE) for _ in range(3)]
            for border in (parts[0], parts[0] + 1, parts[2], parts[2] + 1):
                share, rest = percent(border), percent(draws.WHOLE - border)
                yield made_case(f"requests: 4  {key}: {written.format(share[0], rest[0])}", {"requests": 4, key: said(share[1], rest[1])}, run_seed=run_seed)


def stride_of_the_page():
    """The example of generator.stride, and the first sectors that the page gives for it."""
    keys = {"requests": 6, "size": ("constant", Fraction(2048)), "align": Fraction(512), "address": ("stride", Fraction(2048), ("size", Fraction(5120)))}
    return made_case("requests: 6  size: 2KiB  align: 512B  address: stride(2KiB) over 5120B", keys), [0, 4, 6, 2, 6, 0]


def cases_of_flushes():
    """Flushes behind every write, behind some writes between reads and trims, and as the last request or not."""
    percent_of = lambda n: Fraction(n, 100)
    for every, requests, read, trim in ((1, 9, 0, 0), (1, 10, 0, 0), (2, 40, 50, 10), (3, 40, 20, 20), (7, 200, 60, 0), (50, 40, 0, 0), (2, 40, 90, 10)):
        keys = {"requests": requests, "read": percent_of(read), "trim": percent_of(trim), "flush_every": every,
                "interval": ("exponential", UNITS["us"]), "size": ("exponential", Fraction(4096))}
        text = f"requests: {requests}  read: {read}%  trim: {trim}%  flush_every: {every}  interval: exponential(1us)  size: exponential(4KiB)"
        yield made_case(text, keys)


def cases_of_forced_writes():
    """Shares that end just before or just behind a number that is drawn, none and all of the writes, and forced writes
    between reads, trims and flushes."""
    percent_of = lambda n: Fraction(n, 100)
    for run_seed in (1, 2):
        drawn = draws.Stream(draws.key_of(run_seed, 1, "fua"))
        parts = [draws.below(drawn, draws.WHOLE) for _ in range(3)]
        for border in (0, 1, parts[0], parts[0] + 1, parts[2], parts[2] + 1, draws.WHOLE):
            share = percent(border)
            yield made_case(f"requests: 9  write: 100%  fua: {share[0]}", {"requests": 9, "write": Fraction(1), "fua": share[1]}, run_seed=run_seed)
    for every, read, trim, fua in ((2, 20, 20, 50), (3, 50, 0, 10), (1, 0, 10, 90)):
        keys = {"requests": 200, "read": percent_of(read), "trim": percent_of(trim), "flush_every": every, "fua": percent_of(fua),
                "interval": ("exponential", UNITS["us"]), "size": ("exponential", Fraction(4096))}
        yield made_case(f"requests: 200  read: {read}%  trim: {trim}%  flush_every: {every}  fua: {fua}%  interval: exponential(1us)  size: exponential(4KiB)", keys)


def cases_of_the_last_bit():
    """Intervals so long and pages so many that the last bit of log, exp, log1p and expm1 changes requests."""
    for theta in ("0.5", "0.99", "1", "1.5"):
        keys = {"requests": 2000, "interval": ("exponential", UNITS["d"]), "address": ("zipf", Fraction(theta), None)}
        yield made_case(f"requests: 2000  interval: exponential(1d)  address: zipf({theta})", keys, size=1 << 62)


def cases_of_limits():
    """Workloads just within and just beyond the limits of generator.limits, each with the code of its error or None."""
    over, tiny = ("size", Fraction(16 << 10)), ("share", Fraction(1, draws.WHOLE))
    uniform = ("uniform", None, over)
    bytes_ = lambda n: ("constant", Fraction(n))
    yield made_case("requests: 9  align: 12KiB  address: uniform over 16KiB", {"requests": 9, "align": Fraction(12288), "address": uniform}), None
    yield made_case("requests: 9  align: 12.5KiB  address: uniform over 16KiB", {"requests": 9, "align": Fraction(12800), "address": uniform}), "E0451"
    for size, code in ((16384, None), (16896, "E0427")):
        keys = {"requests": 9, "size": bytes_(size), "align": Fraction(16384), "address": uniform}
        yield made_case(f"requests: 9  size: {size}B  align: 16KiB  address: uniform over 16KiB", keys), code
    for size, stride, code in ((8192, 16384, "E0451"), (8704, 16384, None), (8192, 32768, "E0451"), (8192, 32256, None)):
        keys = {"requests": 9, "size": bytes_(size), "address": ("stride", Fraction(stride), over)}
        yield made_case(f"requests: 9  size: {size}B  address: stride({stride}B) over 16KiB", keys), code
    mix = ("mix", [(Fraction(0), ("uniform", None, tiny)), (Fraction(1), ("uniform", None, None))], None)
    yield made_case("requests: 9  address: mix(0%: uniform over 0.0001%, 100%: uniform)", {"requests": 9, "address": mix}), "E0427"
    unused = {"requests": 9, "read_size": bytes_(512), "write_size": bytes_(512), "address": ("uniform", None, ("share", Fraction(2, 1000)))}
    yield made_case("requests: 9  read_size: 512B  write_size: 512B  address: uniform over 0.2%", unused), "E0427"
