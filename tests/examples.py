#!/usr/bin/env python3
"""Runs every example of the project but the papers, and those of the design pages, as a user would. Of the latter the
project has a copy. Where the pages themselves are available, the copy must equal them letter by letter."""
import argparse
import filecmp
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[1]
OF_THE_PAGES = ROOT / "tests" / "design_examples"
SHARED = ROOT.parent / "shared" / "design" / "examples"  # the original of the copy; a clone alone does not have it
# The examples of the design pages must run unchanged, except for one that must be rejected.
REFUSED = {"refused_map.ssd"}
# Its priority is evaluated for everything that waits, and its workload overloads the drive.
REQUESTS = {"own_policies.ssd": "5000"}


def call(program, *words):
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([program, *map(str, words)], capture_output=True, text=True, timeout=300, cwd=folder)


def names(kind, file):
    return re.findall(rf"^{kind} (\w+)", file.read_text(), flags=re.M)


def expect(condition, name, done, failures):
    print(f"{'ok  ' if condition else 'FAIL'} {name}")
    if not condition:
        failures.append(name)
        print(done.stdout, done.stderr, sep="\n")


def check_copy():
    """What differs between the copy and the folder of the design pages."""
    copied = {file.name for file in OF_THE_PAGES.glob("*.ssd")}
    if not copied:
        return [f"{OF_THE_PAGES} has no example"]
    if not SHARED.is_dir():
        print(f"skip the comparison with {SHARED}: not at hand")
        return []
    names_of_all = copied | {file.name for file in SHARED.glob("*.ssd")}
    same, _, _ = filecmp.cmpfiles(OF_THE_PAGES, SHARED, names_of_all, shallow=False)
    print(f"ok   {len(same)} of {len(names_of_all)} examples are those of {SHARED}")
    return [f"tests/design_examples/{name} is not that of {SHARED}" for name in sorted(names_of_all - set(same))]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    program = str(pathlib.Path(parser.parse_args().program).resolve())
    failures = []
    for file in sorted((ROOT / "examples").glob("*.ssd")):
        for design in names("design", file):
            for workload in names("workload", file) or [None]:
                chosen = ["--workload", workload] if workload else []
                done = call(program, "run", f"{file}:{design}", "--check", "--requests", "20000", *chosen)
                expect(done.returncode == 0, f"run {file.name}:{design} {workload or ''}", done, failures)
    for file in sorted((ROOT / "examples" / "modern").glob("*.ssd")):
        for experiment in names("experiment", file):
            done = call(program, "run", f"{file}:{experiment}", "--quiet")
            expect(done.returncode == 0, f"run {file.name}:{experiment}, claims hold or are known to fail", done, failures)
    failures += check_copy()
    for file in sorted(OF_THE_PAGES.glob("*.ssd")):
        if file.name in REFUSED:
            done = call(program, "run", file)
            expect(done.returncode == 1 and "error[" in done.stderr, f"design page's {file.name} is refused", done, failures)
            continue
        for design in names("design", file):
            workload = (names("workload", file) or ["hm_0"] if "std/workloads" in file.read_text() else names("workload", file) or [None])[0]
            chosen = ["--workload", workload] if workload else []
            done = call(program, "run", f"{file}:{design}", "--check", "--requests", REQUESTS.get(file.name, "20000"), *chosen)
            expect(done.returncode == 0, f"run design page's {file.name}:{design} {workload or ''}", done, failures)
    print(f"{'FAILED: ' + ', '.join(failures) if failures else 'examples: all as they should be'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
