#!/usr/bin/env python3
"""Properties of the rules of docs/model.md, tested on the program itself.

The engine and the oracle agree bit for bit, but both may implement a wrong rule. A property states what a rule must
bring about (evenness, monotonicity, a closed form, conservation …), so it fails if the rule itself is wrong.
table.py has one row for each property. A property that is marked as known must fail: if it holds, this is reported.
Variants in wrong.py show that properties can fail: each changes a design, and the property must fail then."""
import argparse
import concurrent.futures
import pathlib
import re
import shutil
import sys
import time

import table
import wrong
from drive import Program, Property, processor_time

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULE = re.compile(r"^### `([\w.]+)`$", re.M)


def faults_of_table():
    """Every rule has a property or a reason; every name is that of a rule."""
    rules = set(RULE.findall((ROOT / "docs" / "model.md").read_text()))
    names = [row.name for row in table.ROWS]
    covered = {rule for row in table.ROWS for rule in row.rules}
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"two properties have the name {name}"
    for what, found in (("a property", covered), ("WITHOUT", set(table.WITHOUT)), ("NOT_YET", set(table.NOT_YET))):
        for rule in sorted(found - rules):
            yield f"{what} names {rule}, which is not a rule"
    for rule in sorted(covered & (set(table.WITHOUT) | set(table.NOT_YET))):
        yield f"{rule} has a property, and stands in WITHOUT or NOT_YET as well"
    for rule in sorted(rules - covered - set(table.WITHOUT) - set(table.NOT_YET)):
        yield f"{rule} has no property"
    for rule, reason in table.WITHOUT.items():
        if len(reason.split()) < 4:
            yield f"{rule} of WITHOUT has no reason"
    for row in table.ROWS:
        if not row.rules or len(row.text.split()) < 4:
            yield f"{row.name} names no rule or states nothing"
    for variant in wrong.WRONG:
        if variant.name not in names:
            yield f"a wrong variant names the property {variant.name}, which does not exist"


def attempt(program, row, deep, swap=None):
    begin, prop = time.monotonic(), Property(program, deep, swap)
    try:
        row.function(prop)
    except Exception as error:  # a run that ends in an error shows the property wrong, too
        prop.failures.append(f"{type(error).__name__}: {error}")
    return prop, time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "build/release/bin/ssdc"))
    parser.add_argument("--stdlib", help="the folder of the standard library")
    parser.add_argument("--only", metavar="NAME", action="append", help="only properties whose name or rule contains NAME")
    parser.add_argument("--deep", action="store_true", help="more seeds and designs")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--engine", default="generic", choices=("generic", "jit", "auto"))
    parser.add_argument("--verbose", action="store_true", help="also every failure of known properties, and times")
    options = parser.parse_args()
    if not shutil.which(options.program):
        sys.exit(f"{options.program} is not a program")
    program = Program(str(pathlib.Path(options.program).resolve()), options.stdlib, options.engine)

    def chosen(row):
        return not options.only or any(word in text for word in options.only for text in (row.name, *row.rules))

    failed = []
    for fault in faults_of_table():
        print(f"FAIL table: {fault}")
        failed.append(fault)
    rows = [row for row in table.ROWS if chosen(row)]
    by_name = {row.name: row for row in table.ROWS}
    variants = [variant for variant in wrong.WRONG if chosen(by_name[variant.name])]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tried = [pool.submit(attempt, program, row, options.deep) for row in rows]
        spoilt = [pool.submit(attempt, program, by_name[v.name], False, (v.old, v.new)) for v in variants]
        known = 0
        for row, future in zip(rows, tried):
            prop, seconds = future.result()
            holds = not prop.failures
            verdict = "ok   " if holds else "FAIL "
            if row.known:
                verdict, known = ("FAIL " if holds else "known"), known + 1
            print(f"{verdict} {row.name}: {row.text}" + (f"  [{seconds:.1f} s]" if options.verbose else ""), flush=True)
            if verdict == "FAIL ":
                failed.append(row.name)
            if row.known:
                print(f"      {'it holds now: remove its mark, which says' if holds else 'because'}: {row.known}")
            if not row.known or options.verbose:
                for text in prop.failures if options.verbose else prop.failures[:8]:
                    print(f"      {text}")
        for variant, future in zip(variants, spoilt):
            prop, _ = future.result()
            if not prop.swapped:
                prop.failures = []
            print(f"{'ok   ' if prop.failures else 'FAIL '} {variant.name} fails where {variant.text}"
                  + ("" if prop.swapped else " (nothing was replaced)"))
            if not prop.failures:
                failed.append(f"{variant.name} ({variant.text})")
            elif options.verbose:
                print(f"      {prop.failures[0][:300]}")
    covered = {rule for row in table.ROWS for rule in row.rules}
    print(f"{len(rows)} properties of {len(covered)} rules, {known} known to fail; {len(variants)} wrong variants; "
          f"{len(table.WITHOUT)} rules need none, {len(table.NOT_YET)} have none yet; "
          f"{program.runs} runs, {processor_time():.0f} s of processor time")
    for name in failed:
        print(f"failed: {name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
