#!/usr/bin/env python3
"""The benchmarks, each once at its smallest size: they run, and their checks of results hold. No time is measured.
One number is: how many instructions the generic engine takes for a host page. callgrind counts the same number on
every machine, because the engine is built for no special processor."""
import argparse
import json
import pathlib
import shutil
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))
import bench_runs  # noqa: E402
import bench_tools  # noqa: E402

# The counts, with the compiler for which they hold; slightly more is not an error.
COUNTS = ROOT / "bench" / "instructions.json"
ALLOWED = 1.10


class Short(unittest.TestCase):
    program, compiler = None, None  # set by main()

    def test_each_benchmark_runs_and_finds_what_it_should(self):
        runs, _ = bench_runs.call(self.program, "--benchmark_min_time=0.001", short=True)
        for name in ("Floor/GiB:1/reads:0", "Plan/open/jit:1/GiB:1/reads:50", "Overload/plain/jit:0/overload:1", "Fill/random:1", "ParseText/msr"):
            self.assertIn(name, runs)

    def test_the_report_finds_its_benchmarks(self):
        names = set(bench_runs.names_of(self.program, ".", short=False))
        for full in (False, True):
            self.assertEqual(set(bench_tools.names_asked(full)) - names, set())

    def test_instructions_of_the_generic_engine(self):
        counted = json.loads(COUNTS.read_text())
        if self.compiler != counted["compiler"]:
            self.skipTest(f"counted with {counted['compiler']}, and this is {self.compiler}")
        if not shutil.which("valgrind"):
            self.skipTest("valgrind is not installed")
        for name, count in counted["instructions_per_host_page"].items():
            found = bench_runs.by_callgrind(self.program, name)["instructions_per_host_page"]
            print(f"{name}: {found:.1f} instructions a host page, {count} when last written down", file=sys.stderr)
            self.assertLess(found, count * ALLOWED, f"{name} takes more than a tenth more instructions; if that must be, write the number into {COUNTS.relative_to(ROOT)}")
            self.assertGreater(found, count / ALLOWED, f"{name} takes a tenth less than written down: write the number into {COUNTS.relative_to(ROOT)}, so that it stays so")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the ssd_bench to run")
    parser.add_argument("--compiler", required=True, help="what it was built by, such as `GNU 12 Release`")
    options, rest = parser.parse_known_args()
    Short.program, Short.compiler = str(pathlib.Path(options.program).resolve()), options.compiler
    unittest.main(argv=["bench_short", *rest], defaultTest="Short")


if __name__ == "__main__":
    main()
