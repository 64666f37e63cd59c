#!/usr/bin/env python3
"""Writes the figures of long runs of the fuzzers into docs/fuzzing.md: campaign.py OUTPUT…, where each OUTPUT is a file
with what a call of tools/fuzz.sh printed. Inputs are summed over all calls; edges are the most that one process reached,
in the build that the column names."""
import collections
import datetime
import pathlib
import platform
import re
import sys

ROOT = pathlib.Path(__file__).parents[2]
PAGE = ROOT / "docs/fuzzing.md"
LINE = re.compile(r"^fuzz: (\w+), at most \d+ bytes: (\d+) inputs, \d+ a second, (\d+) edges; again: (.*)$", re.M)
TARGET = re.compile(r"^SSD_FUZZ_TARGET\((\w+),", re.M)
BEGIN, END = "<!-- figures: tests/fuzz/campaign.py -->\n", "<!-- end of figures -->\n"


def machine():
    found = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    return found[1] if found else platform.machine()


def figures(outputs):
    inputs, edges, calls = collections.Counter(), collections.Counter(), set()
    for target, count, reached, again in LINE.findall("".join(outputs)):
        build = "fast" if "SSDC_FUZZ_PRESET" in again else "sanitizer"
        inputs[target, build] += int(count)
        edges[target, build] = max(edges[target, build], int(reached))
        calls.add(again.rsplit(" ", 1)[0])
    return inputs, edges, calls


def text_of(outputs):
    inputs, edges, calls = figures(outputs)
    lines = [f"{datetime.date.today()}, {machine()}, {sum(inputs.values()):,} inputs in all, by",
             " and ".join(f"`{call}`" for call in sorted(calls)) + ":", "",
             "| target | inputs with the sanitizer | edges | inputs without | edges |", "|---|--:|--:|--:|--:|"]
    for target in TARGET.findall((ROOT / "tests/fuzz/targets.def").read_text()):
        cells = [f"{values[target, build]:,}" for build in ("sanitizer", "fast") for values in (inputs, edges)]
        lines.append(f"| `{target}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main():
    outputs = [pathlib.Path(name).read_text(errors="replace") for name in sys.argv[1:]]
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(before + BEGIN + text_of(outputs) + END + rest.split(END)[1])


main()
