#!/usr/bin/env python3
"""bench/compare, bench/report and bench/counts on simulated builds: programs that print what a benchmark is supposed to
have measured, and a valgrind that says what it is supposed to have counted."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench"))
import targets  # noqa: E402

# Each call prints the next item of a list of runs: counters by name, or an exit code, or a text to print.
FAKE = f"#!{sys.executable}" + r"""
import json, os, pathlib, re, sys
here = pathlib.Path(__file__)
turns = json.loads(here.with_suffix(".turns").read_text())
said = here.parent.parent.parent / "order"
said.write_text((said.read_text() if said.exists() else "") + here.parent.parent.name)
number = here.with_suffix(".number")
turn = turns[min(int(number.read_text()) if number.exists() else 0, len(turns) - 1)]
number.write_text(str(int(number.read_text()) + 1 if number.exists() else 1))
if isinstance(turn, int):
    print("it fell over", file=sys.stderr)
    os.kill(os.getpid(), -turn) if turn < 0 else sys.exit(turn)
if isinstance(turn, str):
    sys.exit(print(turn))
if "-o" in sys.argv:
    pathlib.Path(sys.argv[sys.argv.index("-o") + 1]).write_text(json.dumps(turn))
    sys.exit()
pattern = next(word.split("=", 1)[1] for word in sys.argv if word.startswith("--benchmark_filter="))
found = {name: counters for name, counters in turn.items() if re.search(pattern, name)}
if not found:
    sys.exit(print("Failed to match any benchmarks against regex: " + pattern))
runs = [{"name": name, "run_name": name, "run_type": "iteration", "time_unit": "ms", "real_time": 1, "cpu_time": 1, **counters} for name, counters in found.items()]
print("a word before")
print(json.dumps({"benchmarks": runs}))
"""


class Tools(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def build(self, name, *turns, program="ssd_bench"):
        path = self.folder / name / "bin" / program
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(FAKE)
        path.chmod(0o755)
        path.with_suffix(".turns").write_text(json.dumps(turns))
        return path.parent.parent

    def call(self, tool, *words):
        return subprocess.run([sys.executable, ROOT / "bench" / tool, *map(str, words)], capture_output=True, text=True, timeout=60, cwd=self.folder)

    def compare(self, *words):
        return self.call("compare", self.folder / "a", self.folder / "b", *words)


def times(**milliseconds):
    return {name: {"cpu_time": value, "result": 7} for name, value in milliseconds.items()}


class Compare(Tools):
    def test_ratio_and_spread_of_the_rounds(self):
        self.build("a", times(X=100), times(X=100), times(X=200))
        self.build("b", times(X=110), times(X=90), times(X=300))
        done = self.compare("--rounds", 3)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"X +100 ms +110 ms +1\.100 \(0\.900 to 1\.500\) +– +equal")
        self.assertEqual((self.folder / "order").read_text(), "abbaab")

    def test_a_benchmark_that_says_what_its_time_is(self):
        for build, real in (("a", 2), ("b", 3)):
            self.build(build, {"X/iterations:1/manual_time": {"cpu_time": 50, "real_time": real}})
        self.assertRegex(self.compare("--rounds", 1).stdout, r"X +2 ms +3 ms +1\.500")

    def test_instructions_stand_beside_times(self):
        self.build("a", {"X": {"instructions_per_host_page": 200, "result": 1}})
        self.build("b", {"X": {"instructions_per_host_page": 210, "result": 1}})
        self.assertRegex(self.compare("--rounds", 1).stdout, r"1\.0500 +equal")

    def test_results_that_differ(self):
        self.build("a", {"X": {"result": 1}, "Y": {"result": 1}})
        self.build("b", {"X": {"result": 2}, "Y": {"result": 1}})
        done = self.compare("--rounds", 2)
        self.assertEqual(done.returncode, 1)
        self.assertIn("X: the results differ", done.stdout)
        self.assertNotIn("Y: the results differ", done.stdout)

    def test_results_that_differ_from_round_to_round(self):
        self.build("a", {"X": {"result": 1}}, {"X": {"result": 2}})
        self.build("b", {"X": {"result": 1}}, {"X": {"result": 2}})
        self.assertEqual(self.compare("--rounds", 2).returncode, 1)

    def test_what_tells_no_result_is_said_to_be_unchecked(self):
        for build in "ab":
            self.build(build, {"X": {}})
        self.assertRegex(self.compare("--rounds", 1).stdout, r"X .* unchecked")

    def test_fail_above(self):
        self.build("a", times(X=100))
        self.build("b", times(X=103))
        self.assertEqual(self.compare("--rounds", 1, "--fail-above", 1.05).returncode, 0)
        done = self.compare("--rounds", 1, "--fail-above", 1.02)
        self.assertEqual(done.returncode, 1)
        self.assertIn("X: B takes 1.030 of A's time, more than 1.02", done.stdout)

    def test_what_one_build_alone_has(self):
        self.build("a", times(X=1, Old=1))
        self.build("b", times(X=1, New=1))
        done = self.compare("--rounds", 1)
        self.assertEqual(done.returncode, 0)
        self.assertIn("Old: only in A", done.stdout)
        self.assertIn("New: only in B", done.stdout)

    def expect_failure(self, words, *texts):
        done = self.compare(*words)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        for text in texts:
            self.assertIn(text, done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_a_build_that_ends_with_a_code(self):
        self.build("a", times(X=1))
        self.build("b", times(X=1), 3)
        self.expect_failure(["--rounds", 2], "b/bin/ssd_bench ended with code 3", "it fell over")

    def test_a_build_that_crashes(self):
        self.build("a", -11)
        self.build("b", times(X=1))
        self.expect_failure([], "a/bin/ssd_bench was ended by signal 11", "it fell over")

    def test_a_benchmark_that_fails(self):
        self.build("a", {"X": {"error_occurred": True, "error_message": "the engines disagree"}})
        self.build("b", times(X=1))
        self.expect_failure([], "X of ", "a/bin/ssd_bench failed: the engines disagree")

    def test_an_unknown_filter(self):
        for build in "ab":
            self.build(build, times(X=1))
        self.expect_failure(["--filter", "Nope"], "has a name like 'Nope'", "--benchmark_list_tests")

    def test_a_program_that_prints_something_else(self):
        self.build("a", "hello")
        self.build("b", times(X=1))
        self.expect_failure([], "printed no benchmark results", "hello")

    def test_a_build_that_is_not_there(self):
        self.build("a", times(X=1))
        self.expect_failure([], "b has no ssd_bench", "cmake --build")

    def test_no_rounds(self):
        for build in "ab":
            self.build(build, times(X=1))
        self.expect_failure(["--rounds", 0], "--rounds is at least 1")

    def test_runs_of_a_design(self):
        self.build("a", {"waf": 2.5, "host": {"run_seconds": 1}}, program="ssdc")
        self.build("b", {"waf": 2.5, "host": {"run_seconds": 2}}, program="ssdc")
        done = self.compare("--run", "d.ssd --workload W", "--rounds", 2)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"d\.ssd --workload W .* equal")
        self.assertEqual((self.folder / "order").read_text(), "ab" + "abba", "each once before the first round")

    def test_runs_of_a_design_that_differ(self):
        self.build("a", {"waf": 2.5}, program="ssdc")
        self.build("b", {"waf": 2.6}, program="ssdc")
        self.assertEqual(self.compare("--run", "d.ssd", "--rounds", 1).returncode, 1)

    def test_a_design_that_does_not_run(self):
        self.build("a", 1, program="ssdc")
        self.build("b", {}, program="ssdc")
        self.expect_failure(["--run", "d.ssd"], "a/bin/ssdc run d.ssd", "ended with 1", "it fell over")



def names_asked(full):
    """All benchmarks and counters that the table reads."""
    asked = {}

    class Listening:
        size = 64 if full else 8

        def __init__(self):
            self.full = full

        def __call__(self, name, counter):
            asked.setdefault(name, set()).add(counter)
            return 1.0

        def floor(self, reads):
            return self(f"Floor/GiB:{self.size}/reads:{reads}", "ns_per_host_page")

        def instructions(self, name):
            return self(name, "instructions_per_host_page")

        def resident_bytes_a_page(self):
            return 1.0

    for row in targets.ROWS:
        if full or row.short:
            row.reads(Listening())
    return asked


class Report(Tools):
    def measurements(self, full=False):
        """Every number of the table is 10."""
        runs = {name: {counter: 10 for counter in counters} for name, counters in names_asked(full).items()}
        for counters in runs.values():
            counters.setdefault("instructions_per_host_page", 10)
            for time in ("cpu_time", "real_time"):
                if time in counters:
                    counters[time] = 10
        return runs

    def report(self, runs, *words):
        bench = self.build("a", runs) / "bin" / "ssd_bench"
        ssdc = self.build("a", {}, program="ssdc") / "bin" / "ssdc"
        return self.call("report", "--program", bench, "--ssdc", ssdc, *words)

    def row(self, text, what):
        return next([cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith(f"| {what}"))

    def test_met_and_missed(self):
        runs = self.measurements()
        runs["Plan/open/jit:1/GiB:8/reads:0"]["ns_per_host_page"] = 29
        runs["Plan/open/jit:1/GiB:8/reads:50"]["ns_per_host_page"] = 31
        runs["Floor/GiB:8/reads:0"]["ns_per_host_page"] = 5
        runs["Plan/dynamic/jit:1/GiB:8/reads:0"]["ns_per_host_page"] = runs["Plan/dynamic/jit:1/GiB:8/reads:50"]["ns_per_host_page"] = 61
        runs["Plan/closed_32/jit:1/GiB:8/reads:50"]["ns_per_host_page"] = 75
        done = self.report(runs, "--short")
        self.assertEqual(done.returncode, 0, done.stderr)
        exact = self.row(done.stdout, "exact, open loop")
        self.assertEqual(exact[2:4], ["29.0 ns (writes); 31.0 ns (half reads)", "5.80x; 3.10x"])
        self.assertRegex(exact[4], r"in part \(\d+\)")
        self.assertRegex(self.row(done.stdout, "placement by what is idle")[4], r"no \(\d+\)")
        self.assertEqual(self.row(done.stdout, "closed loop")[4], "**yes**")
        number = re.search(r"\d+", exact[4])[0]
        self.assertRegex(done.stdout, rf"(?m)^{number}\. \*exact, open loop.*\*: .{{3,}}")

    def test_a_lower_limit(self):
        runs = self.measurements()
        runs["ParseText/msr"]["lines"] = 46e6
        self.assertEqual(self.row(self.report(runs, "--short").stdout, "CSV")[2:5], ["46.0 M lines/s", "–", "**yes**"])
        runs["ParseText/msr"]["lines"] = 44e6
        self.assertRegex(self.row(self.report(runs, "--short").stdout, "CSV")[4], "^no")

    def test_a_feature_that_is_off_and_changes_results(self):
        runs = self.measurements()
        runs["FeaturesWrittenOff/jit:1/written:1"]["result"] = 11
        self.assertRegex(self.row(self.report(runs, "--short").stdout, "a feature that is off")[4], "^no")

    def test_between_the_marks_only(self):
        page = self.folder / "page.md"
        page.write_text("before\n<!-- made by bench/report: begin -->\nold\n<!-- made by bench/report: end -->\nbehind\n")
        done = self.report(self.measurements(), "--short", "-o", page)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = page.read_text()
        self.assertTrue(text.startswith("before\n<!-- made") and text.endswith("end -->\nbehind\n"))
        self.assertNotIn("old", text)
        self.assertIn("| exact, open loop", text)
        self.assertIn("--short", text)

    def test_the_full_table_has_the_large_drives(self):
        done = self.report(self.measurements(full=True), "-o", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 1 TiB against 128 GiB", done.stdout)

    def test_a_page_without_marks(self):
        page = self.folder / "page.md"
        page.write_text("mine\n")
        done = self.report(self.measurements(), "--short", "-o", page)
        self.assertEqual(done.returncode, 1)
        self.assertIn("lacks the lines `<!-- made by bench/report: begin -->`", done.stderr)
        self.assertEqual(page.read_text(), "mine\n")

    def test_a_benchmark_that_is_missing(self):
        runs = self.measurements()
        del runs["UnpackRecords/file:1"]
        done = self.report(runs, "--short")
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no benchmark UnpackRecords", done.stderr)

    def test_a_build_that_crashes(self):
        done = self.report(-6, "--short")
        self.assertEqual(done.returncode, 1)
        self.assertIn("was ended by signal 6", done.stderr)

    def test_notes_are_of_rows_that_there_are(self):
        notes = json.loads((ROOT / "bench" / "missed.json").read_text())
        self.assertLessEqual(set(notes), {row.key for row in targets.ROWS})


# `ssdc build` makes a file; valgrind counts 1000 instructions and 100 more for each request, and a request is a page
# operation.
FAKE_SSDC = f"#!{sys.executable}" + r"""
import pathlib, sys
if sys.argv[1] == "build":
    pathlib.Path(sys.argv[sys.argv.index("-o") + 1]).write_text("")
"""
FAKE_VALGRIND = f"#!{sys.executable}" + r"""
import json, pathlib, sys
requests = int(sys.argv[sys.argv.index("--requests") + 1])
pathlib.Path(sys.argv[sys.argv.index("-o") + 1]).write_text(json.dumps({"flash": {"host_programs": requests}}))
print(f"==1== I   refs:      {1000 + 100 * requests:,}", file=sys.stderr)
"""


class Counts(Tools):
    """On a copy of bench/, whose recorded counts are `recorded`."""

    def setUp(self):
        super().setUp()
        shutil.copytree(ROOT / "bench", self.folder / "bench", ignore=shutil.ignore_patterns("__pycache__"))
        for path, text in ((self.folder / "build" / "bin" / "ssdc", FAKE_SSDC), (self.folder / "path" / "valgrind", FAKE_VALGRIND)):
            path.parent.mkdir(parents=True)
            path.write_text(text)
            path.chmod(0o755)
        made = self.folder / "build" / "CMakeFiles" / "3.25.1" / "CMakeCXXCompiler.cmake"
        made.parent.mkdir(parents=True)
        made.write_text('set(CMAKE_CXX_COMPILER_ID "GNU")\nset(CMAKE_CXX_COMPILER_VERSION "12.2.0")\n')
        (self.folder / "build" / "CMakeCache.txt").write_text("CMAKE_BUILD_TYPE:STRING=Release\n")

    def recorded(self, compiler="GNU 12 Release", **counts):
        path = self.folder / "bench" / "counts.json"
        path.write_text(json.dumps({"compiler": compiler, "instructions_per_page_operation": {name.replace("_", " "): count for name, count in counts.items()}}))
        return path

    def counts(self, *words, path=None):
        words = [sys.executable, self.folder / "bench" / "counts", self.folder / "build", "--only", "open loop", *words]
        environment = {**os.environ, "PATH": str(path or self.folder / "path")}
        return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=60, env=environment)

    def test_a_count_near_the_recorded_one(self):
        for recorded in (97.2, 100.0, 102.9):
            self.recorded(open_loop=recorded)
            done = self.counts("--check")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertRegex(done.stdout, rf"open loop +100\.0 +{recorded}")

    def test_a_count_that_is_off_in_either_direction(self):
        for recorded, words in ((96.9, "3.2% more than the 96.9"), (103.2, "3.1% fewer than the 103.2")):
            self.recorded(open_loop=recorded)
            done = self.counts("--check")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(f"open loop: 100.0 instructions, {words} that are recorded", done.stdout)
            self.assertIn("bench/counts --update --only 'open loop'", done.stdout)
            self.assertEqual(self.counts().returncode, 0, "without --check it only prints")

    def test_a_count_that_is_not_recorded(self):
        self.recorded(closed_loop=100)
        done = self.counts("--check")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("none are recorded", done.stdout)

    def test_update_keeps_what_was_not_counted(self):
        path = self.recorded(closed_loop=7.5, open_loop=50)
        self.assertEqual(self.counts("--update").returncode, 0)
        self.assertEqual(json.loads(path.read_text()), {"compiler": "GNU 12 Release", "instructions_per_page_operation": {"open loop": 100.0, "closed loop": 7.5}})

    def test_nothing_to_compare_with(self):
        self.recorded(compiler="GNU 13 Release", open_loop=50)
        done = self.counts("--check")
        self.assertEqual(done.returncode, 77)
        self.assertIn("skipped: the counts are recorded for GNU 13 Release, and this build is of GNU 12 Release", done.stdout)
        self.recorded(open_loop=100)
        done = self.counts("--check", path=self.folder / "nothing")
        self.assertEqual(done.returncode, 77)
        self.assertIn("skipped: valgrind is not installed", done.stdout)

    def test_what_cannot_be_counted(self):
        self.recorded(open_loop=100)
        done = self.counts("--only", "nonsense")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no count nonsense; the counts are: everything on; ", done.stderr)
        (self.folder / "build" / "bin" / "ssdc").unlink()
        self.assertIn("there is no program", self.counts("--check").stderr)

    def test_every_run_has_its_count(self):
        recorded = json.loads((ROOT / "bench" / "counts.json").read_text())["instructions_per_page_operation"]
        names = self.counts("--only", "nonsense").stderr.partition("the counts are: ")[2].strip().split("; ")
        self.assertEqual(names, list(recorded))


if __name__ == "__main__":
    unittest.main()
