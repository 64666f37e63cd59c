"""The random numbers of generators: the rules generator.streams, generator.draws and generator.functions of
docs/model.md. See oracle_generators.py."""
import struct

WORD = (1 << 64) - 1
WHOLE = 1_000_000
GOLDEN = 0x9E3779B97F4A7C15


# generator.streams


def mixed(x):
    """m of space.random."""
    z = (x + GOLDEN) & WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


def hashed(name):
    h = 0xCBF29CE484222325
    for byte in name.encode():
        h = ((h ^ byte) * 0x100000001B3) & WORD
    return h


def key_of(run_seed, block_seed, name):
    return mixed(mixed(mixed(run_seed) ^ block_seed) ^ hashed(name))


def rotated(x, by):
    return ((x << by) | (x >> (64 - by))) & WORD


class Stream:
    def __init__(self, key):
        self.words = [mixed((key + i * GOLDEN) & WORD) for i in range(4)]

    def number(self):
        s0, s1, s2, s3 = self.words
        result = (rotated((s1 * 5) & WORD, 7) * 9) & WORD
        t = (s1 << 17) & WORD
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        self.words = [s0, s1, s2, rotated(s3, 45)]
        return result


# generator.draws


def below(stream, n):
    while True:
        product = stream.number() * n
        if product & WORD >= ((1 << 64) - n) % n:
            return product >> 64


def unit(stream):
    return float((stream.number() >> 11) + 1) * 2.0**-53


def choice(stream, weighted):
    d = below(stream, WHOLE)
    for parts, option in weighted[:-1]:
        if d < parts:
            return option
        d -= parts
    return weighted[-1][1]


def exponential(stream, mean):
    return int(-float(mean) * log(unit(stream)) + 0.5)


def drawn(stream, quantity):
    kind, value = quantity
    if kind == "constant":
        return value
    if kind == "exponential":
        return exponential(stream, value)
    return drawn(stream, choice(stream, value))


# generator.functions: Python's floats are doubles, and it rounds each operation by itself.

LN2_HIGH = float.fromhex("0x1.62e42feep-1")
LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
ROOT_OF_2 = float.fromhex("0x1.6a09e667f3bcdp+0")


def split(x):
    """f and k of x = f x 2^k, 1 <= f < 2, for a normal x above 0."""
    bits = struct.unpack("<Q", struct.pack("<d", x))[0]
    fraction = (bits & ((1 << 52) - 1)) | (1023 << 52)
    return struct.unpack("<d", struct.pack("<Q", fraction))[0], (bits >> 52) - 1023


def log(x):
    f, k = split(x)
    if f >= ROOT_OF_2:
        f, k = f * 0.5, k + 1
    a = (f - 1.0) / (f + 1.0)
    b = a * a
    c = 0.0
    for n in range(21, 2, -2):
        c = (c + 1.0 / n) * b
    return k * LN2_HIGH + (2.0 * a * c + (k * LN2_LOW + 2.0 * a))


def log1p(x):
    u = 1.0 + x
    return x if u == 1.0 else log(u) * (x / (u - 1.0))


def exp(x):
    if x < -700.0:
        return 0.0
    x = min(x, 700.0)
    k = int(x / (LN2_HIGH + LN2_LOW) + (-0.5 if x < 0 else 0.5))
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    c = 1.0
    for n in range(15, 0, -1):
        c = 1.0 + r / n * c
    return c * 2.0**k


def expm1(x):
    if x > 0.25 or x < -0.25:
        return exp(x) - 1.0
    c = 1.0
    for n in range(14, 1, -1):
        c = 1.0 + x / n * c
    return x * c
