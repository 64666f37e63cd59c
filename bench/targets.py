"""The table of performance targets. Each row has a target, the figures of the feasibility study and of other simulators
(peers), and the benchmarks that measure it. The peers' figures were measured on the same machine as the study's.

A row's `reads` returns triples (label, number, limit or None). The target is met if no number is above its limit, or,
with `at_least`, below it."""
import dataclasses
import typing


@dataclasses.dataclass
class Row:
    key: str
    what: str
    target: str
    study: str
    peers: str
    reads: typing.Callable
    unit: str = "ns"
    floor: bool = False      # the report also shows its number divided by the floor
    at_least: bool = False   # the limits are lower bounds
    short: bool = True       # the short form of the report measures it, too


WORDS = {0: "writes", 50: "half reads"}
ENGINES = {0: "generic", 1: "specialised"}


def plan(kind, jit, size, reads):
    return f"Plan/{kind}/jit:{jit}/GiB:{size}/reads:{reads}"


def each(kind, counter, limit, reads=(0, 50), jit=1):
    return lambda m: [(WORDS[r], m(plan(kind, jit, m.size, r), counter), limit) for r in reads]


def over_floor(kind, limit):
    return lambda m: [(f"{WORDS[r]}, to the floor", m(plan(kind, 1, m.size, r), "ns_per_host_page") / m.floor(r), limit) for r in (0, 50)]


def both(*parts):
    return lambda m: [found for part in parts for found in part(m)]


def gain(kind, reads):
    return lambda m: m(plan(kind, 0, m.size, reads), "ns_per_host_page") / m(plan(kind, 1, m.size, reads), "ns_per_host_page")


def gains(m):
    found = [("functional, writes", gain("only_ftl", 0)(m), 1.35), ("functional, half reads", gain("only_ftl", 50)(m), 1.35)]
    found += [("exact, writes", gain("open", 0)(m), 1.1), ("exact, half reads", gain("open", 50)(m), 1.1)]
    return found + [("collecting, with a user's formula", gain("only_ftl_formula", 0)(m), 2.0)]


def written_off(m):
    found = []
    for jit in (0, 1):
        left_out, written = (f"FeaturesWrittenOff/jit:{jit}/written:{w}" for w in (0, 1))
        if m(left_out, "result") != m(written, "result"):
            return [("the results differ", float("inf"), 1)]
        # One call of the engine more or less is at most a thousandth.
        found.append((ENGINES[jit], m.instructions(written) / m.instructions(left_out), 1.001))
    return found


def ratio(above, below, counter):
    return lambda m: m(above, counter) / m(below, counter)


def scale(only_ftl, small, large, limit):
    names = [f"Scale/jit:1/GiB:{size}/only_ftl:{only_ftl}" for size in (large, small)]
    return lambda m: [(f"{'functional' if only_ftl else 'exact'}, {large} to {small} GiB", ratio(*names, "ns_per_flash_op")(m), limit)]


def largest_scale(m):
    sizes = (16, 1024) if m.full else (16, 128)
    return scale(0, *sizes, 1.5)(m) + scale(1, *sizes, 1.5)(m)


def trace_length(m):
    return [(f"{t} times as long", ratio(f"TraceLength/jit:1/times:{t}", "TraceLength/jit:1/times:1", "ns_per_flash_op")(m), 1.15) for t in (4, 16)]


def overload(m):
    names = {"plain": "plain loops", "host_queue": "host queue of 32", "closed": "closed loop, depth 100,000 to 32", "whole": "whole-drive loop"}
    pair = {kind: (f"Overload/{kind}/jit:1/overload:1", f"Overload/{kind}/jit:1/overload:0") for kind in names}
    return [(name, ratio(*pair[kind], "ns_per_request")(m), 1.15) for kind, name in names.items()]


def memory(m):
    size = 1024 if m.full else 128
    limit = 6.5
    return [(f"{size} GiB drive, as the run reports", m(f"Scale/jit:1/GiB:{size}/only_ftl:0", "bytes_per_page"), limit),
            ("128 GiB drive, resident set less that of a small drive", m.resident_bytes_a_page(), limit)]


def instructions(m):
    kinds = (("only_ftl", "functional", 60), ("open", "exact", 280))
    return [(f"{name}, {WORDS[r]}", m.instructions(plan(kind, 1, m.size, r)), limit) for kind, name, limit in kinds for r in (0, 50)]


ROWS = [
    Row("floor", "the floor: bare table updates for the same requests, measured again together with the rows below", "–", "6", "–",
        lambda m: [(WORDS[r], m.floor(r), None) for r in (0, 50)]),
    Row("only_ftl", "`--only ftl`, no timing", "at most 2x floor", "8 to 12", "SSD-iq, also without timing: 43 ns a program",
        both(each("only_ftl", "ns_per_host_page", None), over_floor("only_ftl", 2))),
    Row("open", "exact, open loop, static placement, without collection; a host page", "at most 30, at most 5x floor", "22 to 27",
        "a page operation: SSDsim 1,300, MQSim 1,790 at its fastest and 6,300 by default; a request: SimpleSSD 4,900",
        both(each("open", "ns_per_host_page", 30), over_floor("open", 5))),
    Row("write_order", "the same with write-order placement", "at most 30, at most 5x floor", "22 to 27", "as above",
        both(each("write_order", "ns_per_host_page", 30), over_floor("write_order", 5))),
    Row("collecting", "exact, static placement, with collection; a flash op", "at most 32 (stretch 15 to 18)", "24 to 27",
        "a request: SSDsim 6,000 to 12,000, SimpleSSD 7,000; MQSim 1,800", each("open_collecting", "ns_per_flash_op", 32, reads=(0,))),
    Row("closed", "closed loop, depth 32; a host page", "at most 75 (stretch 45)", "69, not tuned", "MQSim 2,300 to 5,700, SimpleSSD 4,900",
        each("closed_32", "ns_per_host_page", 75)),
    Row("dynamic", "placement by what is idle (`dynamic`); a host page", "at most 60", "52, not tuned", "SSDsim 1,300", each("dynamic", "ns_per_host_page", 60)),
    Row("everything", "everything on: `examples/tlc_drive.ssd` with 96 blocks a plane; a page operation of the flash", "at most 120", "–", "–",
        lambda m: [("70 % reads of 4 KiB, depth 32", m("TlcDrive/jit:1", "ns_per_page_op"), 120)]),
    Row("off", "a feature that is off: ratio of instructions of a design that writes it out to those of a design that leaves it out (both give the same configuration, so this tests only the front end)", "1", "–", "–", written_off, unit="x"),
    Row("terabyte", "1 TiB against 128 GiB; a flash op", "at most 1.15x", "1.01", "–",
        both(scale(0, 128, 1024, 1.15), scale(1, 128, 1024, 1.15)), unit="x", short=False),
    Row("scale", "the largest drive against 16 GiB; a flash op", "at most 1.5x", "–", "–", largest_scale, unit="x"),
    Row("length", "a longer trace; a flash op", "the same (within 1.15x)", "–", "–", trace_length, unit="x"),
    Row("overload", "100,000 waiting requests against few; a request", "the same (within 1.15x)", "–", "SSDsim 20x", overload, unit="x"),
    Row("memory", "memory a physical page, half of them logical", "at most 6.5 bytes, plus one bit a sector if parts of pages are written", "6.2", "SSDsim 24, MQSim 30", memory, unit="bytes"),
    Row("prebuilt", "file to a specialised engine, for designs of stdlib and examples", "at most 20 ms", "–", "start: MQSim 400, SimpleSSD 7,000 to 10,000",
        lambda m: [("processor time", m("FileToReadyKnown/prebuilt", "cpu_time") / 1e6, 20)], unit="ms"),
    Row("cached", "the same, from the object cache", "at most 10 ms", "5.3", "–", lambda m: [("processor time", m("FileToReadyKnown/cached", "cpu_time") / 1e6, 10)], unit="ms"),
    Row("cold", "the same, where no object exists", "at most 150 ms", "112 to 145", "–",
        lambda m: [("processor time", m("FileToReady/jit:1", "cpu_time") / 1e6, 150)], unit="ms"),
    Row("gain", "specialised against generic", "1.35x functional, 1.1x exact, 2x with a user's formula", "1.25 to 1.5, 1.08 to 1.2, 2 to 3", "–",
        gains, unit="x", at_least=True),
    Row("instructions", "instructions a host page, without collection", "at most 60 functional, 280 exact", "55, 267", "MQSim 17,800 to 49,700 a transaction",
        instructions, unit=""),
    Row("parse", "CSV (MSR) to records", "at least 45 M lines/s", "48; 95 with AVX-512", "–",
        lambda m: [("", m("ParseText/msr", "lines") / 1e6, 45)], unit="M lines/s", at_least=True),
    Row("unpack", "a request read from a cached trace", "at most 2", "1.9", "–", lambda m: [("", 1e9 / m("UnpackRecords/file:1", "requests"), 2)]),
]

# The filter for ssd_bench: all benchmarks that the rows read. `{size}`: GiB of the drives of Plan and Floor.
FILTER = (r"^(Floor/GiB:{size}/|Plan/(only_ftl|open)/jit:./GiB:{size}/|Plan/only_ftl_formula/jit:./GiB:{size}/|Plan/(write_order|open_collecting|closed_32|dynamic)/jit:1/GiB:{size}/"
          r"|TlcDrive/jit:1|FeaturesWrittenOff/|TraceLength/jit:1/|Overload/.*/jit:1/|FileToReady/jit:1|FileToReadyKnown|ParseText/msr|UnpackRecords|Scale/jit:1/GiB:{scale}/)")
