"""Texts that reach the limits of runtime/base/limits.def, and texts that go one beyond: a fuzzer does not find 256
nested brackets by itself. Limits are left out if they need a text larger than the fuzzers use, seconds of work,
other files, or a trace."""
import pathlib
import re

TABLE = pathlib.Path(__file__).parents[2] / "runtime/base/limits.def"
ROW = re.compile(r"^SSD_LIMIT\((\w+), ([\d' *]+)U?,", re.M)


def limits():
    return {name: eval(number.replace("'", "")) for name, number in ROW.findall(TABLE.read_text())}


def numbered(piece, count, between=""):
    """`count` pieces in which # is their number."""
    return between.join(piece.replace("#", str(i)) for i in range(count))


def chained(head, link, count):
    """Pieces of which each names the one before."""
    return head + "".join(link.replace("@", str(i - 1)).replace("#", str(i)) for i in range(1, count))


def axis(values, seeds):
    return ("param size: int = 16\ndesign D { geometry { blocks: size pages: 8 } }\nworkload W { requests: 1 }\n"
            f"experiment E {{ vary size: [{numbered('10#', values, ', ')}]  seeds: {seeds}  measure response.mean }}")


def shares(count):
    return numbered("0.39%: 4KiB", count - 1, ", ") + f", {100 - 0.39 * (count - 1):.2f}%: 4KiB"


TEXTS = {
    "kMostErrors": lambda n: numbered("param p# = 1\n", n),
    "kLongestName": lambda n: f"const {'x' * n} = 1",
    "kLongestLiteral": lambda n: f'const a = "{"x" * (n - 2)}"',
    "kDeepestNesting": lambda n: f"const a = {'(' * n}1{')' * n}",
    "kMostOperators": lambda n: "const a = 1" + "+1" * n,
    "kMostItems": lambda n: f"const a = [[{numbered('#', n - 1, ', ')}]]",
    "kMostKeys": lambda n: f"design D {{ {numbered('k#: 1 ', n)}}}",
    "kMostArguments": lambda n: f"const a = min({numbered('#', n, ', ')})",
    "kDeepestEvaluation": lambda n: chained("fn f0(x: int) = x\n", "fn f#(x: int) = f@(x)\n", n - 1) + f"const a = f{n - 2}(1)",
    "kDeepestReference": lambda n: chained("const c0 = 1\n", "const c# = c@\n", n),
    "kMostOperations": lambda n: f"design D {{ gc {{ trigger: {numbered('free_pages == 7 * # + 1', n // 3, ' or ')} }} }}",
    "kMostSubpages": lambda n: f"design D {{ geometry {{ page: {512 * n}B spare: 0B }} ftl {{ unit: 512B }} allocation: dynamic channel > die > plane > chip buffer {{ size: 1MiB }} }}",
    "kMostTables": lambda n: f"design D {{ tables {{ {numbered('t# { } ', n)}}} }}",
    "kMostStreams": lambda n: f"design D {{ allocation: dynamic {{ order: channel > die > plane > chip  streams: [{numbered('s#', n, ', ')}]  stream(r): s0 }} }}",
    "kMostOptions": lambda n: f"workload W {{ requests: 1  size: mix({shares(n)}) }}",
    "kLongestChain": lambda n: chained("design D0 { }\n", "design D# from D@ { }\n", n),
    "kMostPhysicalPages": lambda n: f"design D {{ geometry {{ channels: 64 chips: 64 dies: 1 planes: 1 blocks: {(n + 1) // 64 // 4096} pages: 64 }} }}",
    "kMostWeight": lambda n: f"design D {{ host {{ queues: 2  outstanding: 8  arbitration: weighted([{n}, 1]) }} }}",
    "kMostHandle": lambda n: f"workload W {{ handle: {n} }}",
    "kMostSlots": lambda n: f"design D {{ buffer {{ size: {2 * n}KiB }} host {{ complete_write: buffered }} }}",
    "kLongestLatency": lambda n: f"design D {{ nand {{ read(p): if p.index == 3 then {n}ns else 1us }} }}",
    "kLargestByteTime": lambda n: f"design D {{ nand {{ bus {{ cycle: 1ns / {n} }} }} }}",
    "kMostChecked": lambda n: axis(n - 1, 1),
    "kMostSeeds": lambda n: axis(1, n),
    "kLargestSpeedTerm": lambda n: f'workload W {{ trace: "t.csv"  speed: 1.0 + 1.0 / {n - 1} }}',
}


def limit_seeds():
    known = limits()
    for name, text in TEXTS.items():
        yield from (text(known[name]).encode(), text(known[name] + 1).encode())
