#!/usr/bin/env python3
"""The benchmarks, each once at its smallest size: they run, and their checks of results hold. No time is measured."""
import argparse
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))
import bench_runs  # noqa: E402
import bench_tools  # noqa: E402


class Short(unittest.TestCase):
    program = None  # set by main()

    def test_each_benchmark_runs_and_finds_what_it_should(self):
        runs, _ = bench_runs.call(self.program, "--benchmark_min_time=0.001", short=True)
        for name in ("Floor/GiB:1/reads:0", "Plan/open/jit:1/GiB:1/reads:50", "Overload/plain/jit:0/overload:1", "Fill/random:1", "ParseText/msr"):
            self.assertIn(name, runs)

    def test_the_report_finds_its_benchmarks(self):
        names = set(bench_runs.names_of(self.program, ".", short=False))
        for full in (False, True):
            self.assertEqual(set(bench_tools.names_asked(full)) - names, set())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the ssd_bench to run")
    options, rest = parser.parse_known_args()
    Short.program = str(pathlib.Path(options.program).resolve())
    unittest.main(argv=["bench_short", *rest], defaultTest="Short")


if __name__ == "__main__":
    main()
