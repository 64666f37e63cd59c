#!/usr/bin/env python3
"""Mutations: plants small faults in a copy of the sources, and tells which suite catches each of them.

All faults (faults/*.toml) are in one build; the environment variable SSDC_MUTANT chooses one when a program starts. The
suites run as `tools/test.sh` runs them (SSDC_SLICE=5), so a fault that survives here would survive there. A row's own
suites come first, then the quick ones, then the others, until one fails. A hang counts as caught. A suite must pass without a
fault before it is used.

    run.py                   all faults
    run.py --only NAME…      some of them
    run.py --own             a row's own suites alone
    run.py --resume          what the last campaign has not judged or not caught
    run.py --list            names and numbers, for SSDC_MUTANT
    run.py --check           only tests that each row still fits the sources; builds nothing"""
import argparse
import concurrent.futures
import os
import pathlib
import signal
import subprocess
import sys
import time

import faults
import suites

COPIED = ("cmake", "compiler", "docs", "examples", "grammar", "runtime", "stdlib", "tests", "third_party", "tools", "bench")

EXPORTED = "tools/api/library/exported.map"  # the library's specialised engines, too, find the choice among its symbols


def wanted_sources(rows):
    """The copy's files: path and bytes."""
    wanted = {path.name: path.read_bytes() for path in faults.ROOT.iterdir() if path.is_file()}
    for folder in COPIED:
        for path in (faults.ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                wanted[path.relative_to(faults.ROOT).as_posix()] = path.read_bytes()
    wanted.update((file, text.encode()) for file, text in faults.sources(rows).items())
    wanted[EXPORTED] = wanted[EXPORTED].replace(b"global:", b"global: ssdc_mutant;", 1)
    return wanted


def bring_up_to_date(tree, wanted):
    """Writes only files that differ, so nothing else is compiled again. The build is in the copy, where ccache finds
    what builds of the sources themselves have compiled."""
    for path in [path for folder in COPIED for path in (tree / folder).rglob("*") if path.is_file()]:
        if path.relative_to(tree).as_posix() not in wanted and "__pycache__" not in path.parts:
            path.unlink()
    for name, contents in wanted.items():
        path = tree / name
        if not path.is_file() or path.read_bytes() != contents:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents)
            path.chmod((faults.ROOT / name).stat().st_mode)


def build(work, rows, jobs):
    """Builds all faults at once; returns the folder of the build."""
    tree = work / "source"
    folder, log = tree / "build" / "release", work / "build.log"
    bring_up_to_date(tree, wanted_sources(rows))
    with log.open("w") as out:
        # The specialised engine finds the choice among the symbols that the program exports.
        for command in (["cmake", "--preset", "release", "-DCMAKE_EXE_LINKER_FLAGS=-rdynamic"], ["cmake", "--build", folder, "--parallel", str(jobs)]):
            if subprocess.run(command, cwd=tree, stdout=out, stderr=subprocess.STDOUT).returncode != 0:
                sys.exit(f"mutation: the sources with all faults do not build (see {log}):\n{log.read_text()[-4000:]}")
    return folder


class Verdict:
    def __init__(self, fault, suite, end, seconds, output):
        self.fault, self.suite, self.end, self.seconds, self.output = fault, suite, end, seconds, output


def order_of(fault, known, only_own):
    """The row's own suites, then all others."""
    own = [suite for words in fault.caught_by for suite in known.named(words)]
    if only_own:
        return own
    names = {suite.name for suite in own}
    return own + [suite for suite in known.all() if suite.name not in names]


def judge(fault, known, work, only_own):
    """Runs suites with the fault until one fails."""
    total = 0.0
    for suite in order_of(fault, known, only_own):
        end, output, seconds = suite.run(known.seed, fault.number, known.limit(suite))
        total += seconds
        if end:
            caught_file(work, fault).write_text(f"{suite.name} {end}\n\n{output}")
            return Verdict(fault, suite.name, end, total, output)
    return Verdict(fault, None, "", total, "")


def row_of(verdict):
    caught = "SURVIVES" if verdict.suite is None else verdict.suite + ("" if verdict.end == "fails" else f" ({verdict.end})")
    return f"{verdict.fault.name:40} {verdict.seconds:7.1f} s  {caught:58} {verdict.fault.fault}"


def caught_file(work, fault):
    """What the suite that caught the fault printed; it is there if the last campaign has caught it."""
    return work / "caught" / f"{fault.name}.txt"


def campaign(rows, known, work, jobs, only_own):
    """Prints a row for each fault as soon as it is judged; returns the survivors."""
    (work / "caught").mkdir(parents=True, exist_ok=True)
    for fault in rows:
        caught_file(work, fault).unlink(missing_ok=True)
    survivors = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        try:
            for done in concurrent.futures.as_completed([pool.submit(judge, fault, known, work, only_own) for fault in rows]):
                verdict = done.result()
                print(row_of(verdict), flush=True)
                survivors += [verdict.fault.name] if verdict.suite is None else []
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return survivors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--only", nargs="+", metavar="NAME", help="judge only these faults")
    what.add_argument("--resume", action="store_true", help="judge only faults that the last campaign has not judged or not caught")
    what.add_argument("--list", action="store_true", help="print the faults and their numbers")
    what.add_argument("--check", action="store_true", help="test that each row fits the sources")
    parser.add_argument("--own", action="store_true", help="run only the suites that a row names")
    parser.add_argument("--work", type=pathlib.Path, default=faults.ROOT / "build" / "mutation", help="the folder of the copy and its build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="suites, or compilers, that run at the same time")
    options = parser.parse_args()
    rows = faults.read()
    if options.list:
        print("\n".join(f"{fault.number:10} {fault.name:40} {fault.fault}" for fault in rows))
        return 0
    if options.check:
        places = faults.sources(rows)
        print(f"{len(rows)} faults fit their places in {len(places)} sources")
        return 0
    work = options.work.resolve()
    chosen = [fault for fault in rows if not options.only or fault.name in options.only]
    if options.resume:
        chosen = [fault for fault in rows if not caught_file(work, fault).exists()]
    unknown = set(options.only or ()) - {fault.name for fault in rows}
    if unknown:
        sys.exit(f"mutation: there is no fault {', '.join(sorted(unknown))}; `run.py --list` shows all")
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it, and so would the tests
    begin = time.monotonic()
    known = suites.Suites(build(work, rows, options.jobs), int(os.environ.get("SSDC_TEST_SEED", 1)))
    print(f"{len(rows)} faults in one build after {time.monotonic() - begin:.0f} s; SSDC_TEST_SEED={known.seed}", flush=True)
    survivors = campaign(chosen, known, work, options.jobs, options.own)
    print(f"\n{len(chosen)} faults, {len(chosen) - len(survivors)} caught, {time.monotonic() - begin:.0f} s")
    if survivors:
        print(f"survivors: {' '.join(survivors)}")
    return 1 if survivors else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (faults.BadRow, suites.UnsoundSuite) as error:
        sys.exit(f"mutation: {error}")
