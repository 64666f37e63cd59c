#!/usr/bin/env python3
"""Fault injection: makes one allocation, write, read, … of a call fail, for each one that the call reaches, and judges
what the call does then (judge.py). Calls are in calls.py, kinds of faults in injector.cpp.

    run.py --program SSDC --injector LIBRARY                    all points; a part, if SSDC_SLICE is above 1
    run.py … --kinds write sync                                 points of these kinds
    run.py … --call 'run d.ssd:E -o results' --point write:3    one point; `write:3-` fails from the third write on
    run.py … --stack                                            prints where the fault was, for each failure

Allocations are too many. Of those that have the innermost frames of their stacks in common, the first one fails."""
import argparse
import collections
import dataclasses
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

import calls
import judge

# In the order of `Kind` in injector.cpp.
KINDS = ("allocation", "map", "write", "short_write", "read", "short_read", "open", "rename", "sync", "truncate", "thread")
FRAMES = 3
RARELY = 4  # one in so many of the allocations that fail alone also fails with all that follow
NEVER_ENDS = 1 << 62
LONGEST = 60  # seconds of a call; a picture that never ends is ended after 12
TMP = "tmp"


@dataclasses.dataclass(frozen=True)
class Point:
    """`rest`: all from `at` on fail, not only that one."""
    kind: str
    at: int
    rest: bool = False

    def __str__(self):
        return f"{self.kind}:{self.at}{'-' if self.rest else ''}"

    @property
    def environment(self):
        return {"SSDC_FAULT_KIND": KINDS.index(self.kind), "SSDC_FAULT_AT": self.at, "SSDC_FAULT_LAST": NEVER_ENDS if self.rest else self.at}


def point_of(text):
    kind, _, at = text.partition(":")
    return Point(kind, int(at.rstrip("-")), at.endswith("-"))


class Bench:
    """Calls the program in a folder that begins each time with the same files."""

    def __init__(self, options, folder):
        self.options = options
        self.at, self.kept = folder / "at", folder / "kept"
        self.counts, self.sites = folder / "counts", folder / "sites"

    def call(self, call, words, environment=None):
        """The result; its returncode is None if the call did not end."""
        ours = {"SSDC_CACHE_DIR": self.at / "cache", "TMPDIR": self.at / TMP}
        if environment is not None:
            ours |= {"LD_PRELOAD": self.options.injector} | environment
        program = call.program if call.program and words == call.words else self.options.program
        try:
            return subprocess.run([program, *words.split()], capture_output=True, cwd=self.at, timeout=LONGEST, stdin=subprocess.DEVNULL,
                                  env=os.environ | {name: str(value) for name, value in ours.items()})
        except subprocess.TimeoutExpired as late:
            return subprocess.CompletedProcess(words, None, late.stdout or b"", late.stderr or b"")

    def begin(self):
        shutil.rmtree(self.at, ignore_errors=True)
        shutil.copytree(self.kept, self.at)

    def prepare(self, call):
        """Makes the files from which the call starts; then calls it without faults, counting."""
        shutil.rmtree(self.at, ignore_errors=True)
        shutil.rmtree(self.kept, ignore_errors=True)
        (self.at / TMP).mkdir(parents=True)
        for name, content in calls.FILES.items():
            (self.at / name).write_bytes(content)
        for words in call.after:
            made = self.call(call, words)
            assert made.returncode == 0, (words, made.stderr)
        shutil.copytree(self.at, self.kept)
        self.before = judge.files_in(self.at)
        self.reference = self.call(call, call.words)
        assert self.reference.returncode == call.code, (call.name, self.reference.stderr)
        self.after = judge.files_in(self.at)

    def count(self, call, with_sites):
        """How many points of each kind the call reaches, and with sites, (hash, number) of allocations."""
        self.counts.write_bytes(bytes(8 * len(KINDS)))
        self.sites.write_bytes(b"")
        self.begin()
        environment = {"SSDC_FAULT_COUNTS": self.counts}
        if with_sites:
            environment |= {"SSDC_FAULT_SITES": self.sites, "SSDC_FAULT_FRAMES": FRAMES}
        done = self.call(call, call.words, environment)
        assert done.returncode == call.code and judge.timeless(done.stdout) == judge.timeless(self.reference.stdout), (call.name, done)
        counts = struct.unpack(f"{len(KINDS)}Q", self.counts.read_bytes())
        return dict(zip(KINDS, counts)), list(struct.iter_unpack("2Q", self.sites.read_bytes()))

    def complaints_at(self, call, point):
        """What is wrong with the call, and with the same call after it without faults; and the first one's result."""
        self.begin()
        stack = {"SSDC_FAULT_STACK": 1} if self.options.stack else {}
        done = self.call(call, call.words, point.environment | stack)
        found = judge.files_in(self.at)
        wrong = list(judge.complaints(done, found, self.before, self.reference, self.after))
        if found not in (self.before, self.after):
            again = self.call(call, call.words)
            if again.returncode != call.code:
                wrong.append(f"without faults, the next call's exit code is {again.returncode}: {again.stderr.decode()}")
            wrong += [f"after the next call, {text}" for text in judge.wrong_files(judge.files_in(self.at), self.before, self.after, True)]
        return wrong, done


class Points:
    """Chooses the points of each call."""

    def __init__(self, options):
        self.options = options
        self.sampled = int(os.environ.get("SSDC_SLICE", 1)) > 1
        self.seed = int(os.environ.get("SSDC_TEST_SEED", 1))
        self.seen = set()

    def of(self, bench, call):
        if self.options.point:
            return [point_of(text) for text in self.options.point]
        with_sites = "allocation" in self.options.kinds and not self.sampled
        counts, sites = bench.count(call, with_sites)
        counts = {kind: count for kind, count in counts.items() if kind in self.options.kinds and count}
        if self.sampled:
            return self.some(call, counts)
        numbers = {kind: range(1, count + 1) for kind, count in counts.items()}
        if with_sites:
            numbers["allocation"] = [number for site, number in sites if site not in self.seen]
            self.seen.update(site for site, _ in sites)
        return [Point(kind, at, rest) for kind, all_of_kind in numbers.items() for i, at in enumerate(all_of_kind)
                for rest in ((False, True) if i % RARELY == 0 or kind != "allocation" else (False,))]

    def some(self, call, counts):
        """One point of each kind."""
        random_of_call = random.Random(f"{self.seed} {call}")
        return [Point(kind, random_of_call.randint(1, count), random_of_call.random() < 0.5) for kind, count in counts.items()]


def tell(options, call, point, wrong, done):
    again = f"run.py --program {options.program} --injector {options.injector} --call '{call.name}' --point {point}"
    print(f"FAILED {call.name!r} at {point}", *wrong, f"again: {again}", done.stderr.decode(errors="replace")[-6000 if options.stack else -600:], sep="\n  ", flush=True)


def try_call(options, bench, call, points):
    """The numbers of points by kind, and of failures."""
    bench.prepare(call)
    tried, failed = collections.Counter(), 0
    for point in points.of(bench, call):
        wrong, done = bench.complaints_at(call, point)
        tried[point.kind] += 1
        if wrong:
            failed += 1
            tell(options, call, point, wrong, done)
    print(f"{call.name}{' again' if call.after else ''}: " + ", ".join(f"{count} {kind}" for kind, count in tried.items()), flush=True)
    return tried, failed


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=lambda text: pathlib.Path(text).resolve(), help="the ssdc to test")
    parser.add_argument("--injector", required=True, type=lambda text: pathlib.Path(text).resolve(), help="the library of injector.cpp")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--call", help="only calls of these words")
    parser.add_argument("--point", nargs="+", help="only these: KIND:NUMBER, or KIND:NUMBER- for all from there on")
    parser.add_argument("--stack", action="store_true", help="print where the fault was")
    return parser.parse_args()


def main():
    options = parse_options()
    points = Points(options)
    if points.sampled:
        print(f"one point of each call and kind (SSDC_TEST_SEED={points.seed})", flush=True)
    total, failures = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, pathlib.Path(folder))
        for call in calls.CALLS:
            if options.call in (None, call.name):
                tried, failed = try_call(options, bench, call, points)
                total += tried
                failures += failed
    print(f"{total.total()} points, {failures} failed: " + ", ".join(f"{count} {kind}" for kind, count in total.items()))
    return 1 if failures or not total else 0


if __name__ == "__main__":
    sys.exit(main())
