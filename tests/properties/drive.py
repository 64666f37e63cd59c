"""What the properties are made of: base drives, requests, and one run of the program."""
import csv
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import called_program

# What only the whole-drive loop counts (account.conflicts): null where the channels run independently.
COUNTED_BY_ONE_LOOP = {"gc.idle_drive", "gc.idle_chips"}
SECTORS = 4  # of a page of both base drives

# The example drive of docs/model.md: a command takes 1 us, a page on the bus 50, read 20, program 200, erase 1000.
T = """
design T {
  geometry { channels: 1  chips: 1  dies: 1  planes: 1  blocks: 8  pages: 4  page: 2KiB  spare: 0B }
  capacity { logical: 16KiB }
  nand { read: 20us  program: 200us  erase: 1000us  bus { rate: 40.96MB/s  command: 1us } }
  allocation: static plane > chip > channel > die
}
"""
COMMAND, PAGE, READ, PROGRAM, ERASE = 1000, 50_000, 20_000, 200_000, 1_000_000

# A drive of eight planes in four dies that collects. At the start 8 of the 12 blocks of a plane are full.
S = """
design S {
  geometry { channels: 2  chips: 1  dies: 2  planes: 2  blocks: 12  pages: 8  page: 2KiB  spare: 64B }
  capacity { overprovision: 30% }
  nand { read: 40us  program: 300us  erase: 2ms  bus { rate: 100MB/s  command: 200ns } }
  gc { trigger: free_pages < 20% }
  buffer { latency: 700ns }
  start { state: filled { valid: 45%  invalid: 20% } }
}
"""
S_PLANES, S_PAGES = 8, 537  # planes, logical pages


def w(at, lpn, pages=1):
    return ("w", at, lpn * SECTORS, pages * SECTORS)


def r(at, lpn, pages=1):
    return ("r", at, lpn * SECTORS, pages * SECTORS)


def trim(at, lpn, pages=1):
    return ("t", at, lpn * SECTORS, pages * SECTORS)


def flush(at):
    return ("f", at, 0, 0)


def every(step, requests, begin=0):
    """The same requests, one every `step` ns."""
    return [(op, begin + i * step, sector, n) for i, (op, _, sector, n) in enumerate(requests)]


def mixed(seed, count=400, mean=60_000, pages=S_PAGES, kinds="rrrrwwwwwwt", whole=False, most=3):
    """Random requests: reads, writes and trims of whole and of partial pages. Times are multiples of 10 ns."""
    draw, at, found = random.Random(seed), 0, []
    for _ in range(count):
        n = draw.randint(1, most) * SECTORS
        if not whole and draw.random() < 0.3:
            n = draw.randint(1, most * SECTORS)
        first = draw.randint(0, pages * SECTORS - n)
        if whole:
            first -= first % SECTORS
        found.append((draw.choice(kinds), at, first, n))
        at += int(draw.expovariate(1 / mean)) // 10 * 10
    return found


def scaled(text, factor=10):
    """A design whose times are all `factor` times as long."""
    text = re.sub(r"\b([\d.]+)(ns|us|ms)\b", lambda m: f"{float(m[1]) * factor:.10g}{m[2]}", text)
    return re.sub(r"\b([\d.]+)MB/s", lambda m: f"{float(m[1]) / factor:.10g}MB/s", text)


def later(requests, factor=10):
    return [(op, at * factor, sector, n) for op, at, sector, n in requests]


class Result:
    def __init__(self, code, report, rows, errors):
        self.code, self.report, self.rows, self.errors = code, report, rows, errors

    def __getitem__(self, path):
        value = self.report
        for key in path.split("."):
            value = value[key]
        return value

    @property
    def ends(self):
        return [row["completion_ns"] for row in self.rows]

    @property
    def responses(self):
        return [row["response_ns"] for row in self.rows]

    def programs(self, level="planes", latency=300_000):
        """How many array phases of `latency` the host's programs took in each plane (die, chip)."""
        return [round(part["host"] * self["clock_ns"] / latency) for part in self["busy." + level]]


class Program:
    """Runs the program. Equal runs of several properties are made once."""

    def __init__(self, path, stdlib, engine="generic"):
        self.path, self.engine, self.lock, self.made, self.runs = path, engine, threading.Lock(), {}, 0
        self.fastest = "jit" if called_program.has_jit(path) else "generic"
        self.environment = dict(os.environ, **({"SSDC_STDLIB": stdlib} if stdlib else {}))

    def run(self, text, trace, options, rows, engine):
        key = (text, trace, tuple(options), rows, engine)
        with self.lock:
            entry = self.made.setdefault(key, [threading.Lock(), None])
        with entry[0]:
            if entry[1] is None:
                entry[1] = self.make(*key)
        return entry[1]

    def make(self, text, trace, options, rows, engine):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "d.ssd").write_text(text)
            if trace is not None:
                (folder / "trace").write_text(trace)
            words = [self.path, "run", "d.ssd:D", "--workload", "W", "--format", "json", "--no-cache"]
            words += ["--engine", engine] if "--only" not in options else []
            words += ["--requests-out", "rows.csv"] * rows
            done = subprocess.run([*words, *options], cwd=folder, env=self.environment, capture_output=True, text=True,
                                  timeout=300)
            with self.lock:
                self.runs += 1
            table = []
            if rows and (folder / "rows.csv").exists():
                with open(folder / "rows.csv", newline="") as file:
                    table = [{k: v if k == "direction" else int(v) for k, v in row.items()}
                             for row in csv.DictReader(file)]
            report = json.loads(done.stdout) if done.stdout.lstrip().startswith("{") else None
            return Result(done.returncode, report, table, done.stderr)


class Property:
    """What the function of a property gets: it runs drives and states what must hold of them."""

    def __init__(self, program, deep=False, swap=None):
        self.program, self.deep, self.swap, self.swapped, self.failures = program, deep, swap, 0, []
        self.trace = None  # the text of the trace that a workload's text names

    def run(self, text, load, base=S, options=(), rows=True, engine=None, fails=False):
        """Runs the design `base { text }`. `load` is a list of requests, or the text of a workload. With `fails` the
        run may end in an error."""
        name = re.search(r"design (\w+)", base)[1]
        whole, trace = f"{base}\ndesign D from {name} {{ {text} }}\n", self.trace
        closed = ""
        if isinstance(load, tuple):  # requests in a closed loop
            load, closed = load[0], f"  closed: {load[1]}"
        if isinstance(load, list):
            op = {"r": "R", "w": "W", "u": "WF", "t": "D", "f": "FN"}
            trace = "".join(f"8,0 0 {i} {at // 10**9}.{at % 10**9:09d} 1 Q {op[kind]} " + f"{sector} + {n} " * (kind != "f") + "[p]\n"
                            for i, (kind, at, sector, n) in enumerate(load))
            load = f'trace: "trace"  format: blkparse{closed}'
        whole += f"workload W {{ {load} }}\n"
        if self.swap and self.swap[0] in whole:
            self.swapped += 1
            whole = whole.replace(*self.swap)
        result = self.program.run(whole, trace, options, rows, engine or self.program.engine)
        if result.code and not fails:
            said = "; ".join(d["message"] for d in (result.report or {}).get("diagnostics", []) if d["severity"] == "error")
            raise RuntimeError(f"a run failed (exit {result.code}): {said} {result.errors} `{text}`")
        return result

    def expect(self, holds, text):
        if not holds:
            self.failures.append(text)

    def close(self, value, expected, margin, what):
        """`value` is within the relative `margin` of `expected`."""
        self.expect(abs(value - expected) <= margin * abs(expected),
                    f"{what}: {value:.6g}, expected {expected:.6g} within {margin:.2%}")

    def same(self, value, expected, what):
        self.expect(value == expected, f"{what}: {value}, expected {expected}")

    def no_slower(self, better, worse, margin, what):
        self.expect(better <= worse * (1 + margin), f"{what}: {better:.6g}, with less {worse:.6g}, margin {margin:.1%}")

    def equal(self, one, other, what, ignoring=()):
        """Both runs have the same times of all requests and the same report, but for the given keys."""
        if one.rows != other.rows:
            differ = [(a, b) for a, b in zip(one.rows, other.rows) if a != b]
            self.failures.append(f"{what}: {len(differ)} of {len(one.rows)} requests differ, first "
                                 + " / ".join(str(tuple(row.values())) for row in differ[0]) if differ
                                 else f"{what}: {len(one.rows)} and {len(other.rows)} requests")
        keys = {"host", "memory_bytes", "design", "workload", "notes", *ignoring}
        for key in one.report:
            if key in keys:
                continue
            a, b = one[key], other[key]
            if isinstance(a, dict):
                uncounted = {f"{key}.{k}" for k in a if f"{key}.{k}" in COUNTED_BY_ONE_LOOP and None in (a[k], b.get(k))}
                a, b = ({k: v for k, v in x.items() if f"{key}.{k}" not in keys | uncounted} for x in (a, b))
            self.expect(a == b, f"{what}: {key} is {str(a)[:150]} and {str(b)[:150]}")


def processor_time():
    return sum(getattr(resource.getrusage(who), part) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
               for part in ("ru_utime", "ru_stime"))
