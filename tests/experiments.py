#!/usr/bin/env python3
"""Running experiments as a user does: resuming, Ctrl-C, threads, folders, and problems that are reported before the
first run."""
import fcntl
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import time

import called_program

DRIVE = """param ways: int = 2
param gap: time = 20us

design A { geometry { channels: 2  chips: ways  blocks: 64  pages: 16 }  capacity { overprovision: 20% } }
design B from A { geometry { dies: 4 } }
workload W { requests: 2000  interval: gap }
workload V from W { size: 8KiB }
"""
WHOLE = DRIVE + """experiment E {
  vary design: [A, B]  vary workload: [W, V]  vary ways: [1, 2, 4]  vary gap: [20us, 200us]
  seeds: 2
  measure iops, response.mean, waf
  expect "more ways are faster": mean(response.mean, ways == 4) < mean(response.mean, ways == 1)
  plot bars(response.mean) by workload group design
  plot lines(iops) over ways by workload group design
}
"""
TRACED = """workload T { trace: "t.txt"  format: ssdsim }
experiment E { vary design: [A] vary workload: [T, W] measure iops }
"""
# Every second write overwrites page 39. So with write_order all other data go to one channel, whose plane fills up with
# valid pages.
FULL = """design Crowded {
  geometry { channels: 2  chips: 1  dies: 1  planes: 1  blocks: 8  pages: 4  page: 2KiB }
  capacity { logical: 80KiB }
  allocation: write_order channel > chip > die > plane
  gc { trigger: free_blocks < 2 }
}
workload W { requests: 20  size: 2KiB }
workload T { trace: "full.txt"  format: ssdsim }
experiment E { vary workload: [T, W] measure iops }
"""
FULL_TRACE = "".join(f"{2 * i}000000 0 {4 * i} 4 0\n{2 * i + 1}000000 0 156 4 0\n" for i in range(39))
LONG = DRIVE + """workload L { requests: 4_000_000  interval: 20us }
experiment Slow { vary design: [A]  vary workload: [W, L]  vary ways: [1, 2, 4, 8]  measure iops }
"""


def runs_of(journal):
    """The lines of a journal by key, without the time that the runs took."""
    found = {}
    for line in journal.splitlines()[1:]:
        _, key, state, _, rest = line.split(" ", 4)
        assert key not in found, f"{key} ran twice"
        found[key] = (state, rest)
    return found


class Experiments(called_program.CalledProgram):
    def journal(self, folder="E.results"):
        return self.read(f"{folder}/journal")

    def assertFine(self, done, exit_code=0):
        self.assertEqual(done.returncode, exit_code, done.stdout + done.stderr)

    def refused(self, code, *words, **how):
        done = self.call("run", *words, **how)
        self.assertFine(done, 1)
        self.assertIn(f"error[{code}]", done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_the_number_of_threads_and_the_engine_change_nothing(self):
        design = self.write("x.ssd", WHOLE)
        found = []
        for number, words in enumerate([("--jobs", 1), ("--jobs", 2), ("--jobs", 7), ("--engine", self.engines()[-1], "--check")]):
            done = self.call("run", f"{design}:E", "-o", f"r{number}", *words)
            self.assertFine(done)
            self.assertIn("24 points x 2 seeds, 48 of 48 runs done", done.stdout)
            self.assertIn("holds           more ways are faster", done.stdout)
            found.append((done.stdout.replace(f"r{number}", "R"), runs_of(self.journal(f"r{number}")), self.files(f"r{number}")))
        for other in found[1:]:
            self.assertEqual(other, found[0])

    def test_results_are_the_same_wherever_they_come_from(self):
        """In one go, or begun, resumed and with other points chosen in between."""
        design = self.write("x.ssd", WHOLE)
        self.assertFine(self.call("run", f"{design}:E", "-o", "one"))
        for points in ("3,5-9", "design=B, ways=1|4", "gap=200us"):
            self.assertFine(self.call("run", f"{design}:E", "-o", "many", "--points", points))
        self.assertNotEqual(self.files("many"), self.files("one"))
        self.assertFine(self.call("run", f"{design}:E", "-o", "many"))
        self.assertEqual(self.files("many"), self.files("one"))
        self.assertEqual(sorted(self.files("one")), ["plots/1-bars-response.mean.svg", "plots/2-lines-iops.svg", "report.html", "results.csv", "results.json", "source/x.ssd"])

    def test_copies_of_the_sources_include_imports_from_elsewhere(self):
        """One file that is imported by three spellings of its path is one file, and is copied once."""
        for folder in ("common", "mine/below"):
            os.makedirs(self.path(folder))
        self.write("common/drive.ssd", WHOLE)
        self.write("mine/below/more.ssd", 'import "../../common/drive.ssd"\n')
        os.symlink("../common/drive.ssd", self.path("mine/link.ssd"))
        whole = os.path.realpath(self.path("common/drive.ssd"))
        experiment = self.write("mine/x.ssd", f'import "below/more.ssd"\nimport "link.ssd"\nimport "{whole}"\nimport "../mine/../common/drive.ssd"\n'
                                'experiment F { vary design: [A] vary workload: [W] measure iops }\n')
        self.assertFine(self.call("run", f"{experiment}:F", "-o", "r"))
        copies = sorted(name for name in self.files("r") if name.startswith("source/"))
        self.assertEqual(copies, ["source/below/more.ssd", "source/outside" + whole, "source/x.ssd"])

    def facts(self, folder):
        return json.loads(self.read(f"{folder}/results.json"))["facts"]

    def test_facts_tell_results_of_other_values_apart(self):
        """A value of -D that a generator uses, one that a design uses, and how a trace was read."""
        self.write("t.txt", "0 0 0 8 0\n100000 0 8 8 1\n")
        design = self.write("x.ssd", DRIVE + TRACED)
        found = []
        for number, words in enumerate([(), ("-D", "gap=50us"), ("-D", "ways=4"), ("-D", "gap=60us"), ("--sort-trace",), ("--skip-bad-lines",)]):
            self.assertFine(self.call("run", f"{design}:E", "-o", f"r{number}", *words))
            found.append(self.facts(f"r{number}"))
        self.assertEqual(len({tuple(facts.items()) for facts in found}), len(found), found)
        self.assertEqual((found[1]["-D gap"], found[2]["-D ways"]), ("50us", "4"))
        self.assertNotEqual(found[1]["workload of point 1"], found[3]["workload of point 1"])
        self.assertEqual(found[2]["workload of point 1"], found[0]["workload of point 1"])
        self.assertTrue(found[0]["workload of point 0"].startswith("T "), found[0])
        self.assertIn("--sort-trace", found[4])

    def test_points_that_were_not_chosen_are_counted_and_not_shown(self):
        done = self.call("run", self.write("x.ssd", WHOLE) + ":E", "-o", "r", "--points", "3,5-9")
        self.assertFine(done)
        table = done.stdout.split("\n\n")[1]
        rows = [line for line in table.splitlines()[1:] if not line.startswith(("  (", "  *"))]
        self.assertEqual(len(rows), 6, done.stdout)
        self.assertRegex(table, r"\(\d+ points not run\)")
        self.assertEqual(pathlib.Path(self.path("r/report.html")).read_text().count('<tr><td class="n" data-v='), 6)

    def test_results_are_no_stream(self):
        self.refused("E0606", self.write("x.ssd", WHOLE) + ":E", "-o", "-")
        self.assertFalse(os.path.exists(self.path("-")))

    def test_plots_are_those_of_this_call(self):
        self.assertFine(self.call("run", self.write("x.ssd", WHOLE) + ":E", "-o", "r"))
        lines = self.read("r/plots/2-lines-iops.svg")
        self.assertIn("lines(iops) over ways by workload group design", lines)
        self.assertEqual(lines.count("</title></path>"), 2 * 2 * 3)  # a mark for each value
        self.assertFine(self.call("run", self.write("x.ssd", WHOLE.replace("plot lines(iops)", "plot heat(iops)").replace("by workload group design\n}", "by workload\n}")) + ":E", "-o", "r"))
        self.assertEqual(sorted(os.listdir(self.path("r/plots"))), ["1-bars-response.mean.svg", "2-heat-iops.svg"])

    def files(self, folder):
        """All files that were written, except the journal."""
        root = pathlib.Path(self.path(folder))
        return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file() and path.name != "journal"}

    def test_a_second_call_runs_nothing_again(self):
        design = self.write("x.ssd", WHOLE)
        first = self.call("run", f"{design}:E")
        journal = self.journal()
        second = self.call("run", f"{design}:E")
        self.assertFine(second)
        self.assertEqual(second.stdout, first.stdout)
        self.assertEqual(self.journal(), journal)
        self.assertIn("48 runs: 0 to run, 48 in the journal", self.call("run", f"{design}:E", "--dry-run").stdout)

    def test_a_changed_design_runs_its_points_only(self):
        design = self.write("x.ssd", WHOLE)
        self.assertFine(self.call("run", f"{design}:E"))
        self.write("x.ssd", WHOLE.replace("dies: 4", "dies: 3"))
        self.assertIn("48 runs: 24 to run, 24 in the journal", self.call("run", f"{design}:E", "--dry-run").stdout)
        self.write("x.ssd", WHOLE.replace("size: 8KiB", "size: 16KiB"))
        self.assertIn("48 runs: 24 to run, 24 in the journal", self.call("run", f"{design}:E", "--dry-run").stdout)
        self.write("x.ssd", WHOLE.replace("measure iops,", "measure erases, iops,").replace("seeds: 2", "seeds: 3") + "// a comment\n")
        self.assertIn("72 runs: 24 to run, 48 in the journal", self.call("run", f"{design}:E", "--dry-run").stdout)

    def test_a_trace_that_cannot_be_read_is_told_once(self):
        self.write("t.txt", "a b\nc d\n")
        design = self.write("x.ssd", DRIVE + 'workload T { trace: "t.txt" }\nexperiment E { vary design: [A, B] vary workload: [T] measure iops }\n')
        done = self.call("run", f"{design}:E")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("error["), 1, done.stderr)
        self.assertIn("error[E0410]", done.stderr)
        self.assertFalse(os.path.exists(self.path("E.results")))

    def test_what_was_done_to_a_trace_is_said_with_the_results(self):
        self.write("t.txt", "0 0 0 8 0\n100000 0 800000000 8 1\n")
        folded = DRIVE + 'workload T { trace: "t.txt"  format: ssdsim  fold: modulo }\nexperiment E { vary design: [A, B] vary workload: [T, W] seeds: 2 measure iops }\n'
        design = self.write("x.ssd", folded)
        note = "1 request beyond the logical size wrapped around (`fold: modulo`)"
        for again in (False, True):  # also if the journal has the runs
            done = self.call("run", f"{design}:E")
            self.assertFine(done)
            self.assertIn(f"note: {note} (at 2 of 4 points, the first is A, T)\n", done.stdout)
            self.assertEqual(json.loads(self.read("E.results/results.json"))["notes"], [{"text": note, "points": [0, 2]}], again)
            self.assertIn("<li>1 request beyond the logical size wrapped around (`fold: modulo`) (at 2 of 4 points, the first is A, T)</li>", self.read("E.results/report.html"))

    def test_a_torn_line_runs_again_and_a_damaged_one_is_told(self):
        design = self.write("x.ssd", WHOLE)
        first = self.call("run", f"{design}:E")
        whole = self.journal()
        for cut in (1, 40, len(whole.splitlines()[-1])):
            pathlib.Path(self.path("E.results/journal")).write_text(whole[:-cut])
            again = self.call("run", f"{design}:E")
            self.assertFine(again)
            self.assertEqual((again.stdout, again.stderr), (first.stdout, first.stderr))
            self.assertEqual(runs_of(self.journal()), runs_of(whole))
        lines = whole.splitlines(keepends=True)
        lines[3] = lines[3].replace(" done ", " DONE ")
        pathlib.Path(self.path("E.results/journal")).write_text("".join(lines))
        again = self.call("run", f"{design}:E")
        self.assertFine(again)
        self.assertEqual(again.stdout, first.stdout)
        self.assertIn("warning[W0601]: 1 line in the journal of `E.results` is damaged", again.stderr)

    def test_a_journal_of_another_version_begins_anew(self):
        design = self.write("x.ssd", WHOLE)
        self.assertFine(self.call("run", f"{design}:E"))
        journal = self.journal()
        pathlib.Path(self.path("E.results/journal")).write_text(re.sub("metrics [0-9a-f]+", "metrics 0", journal))
        done = self.call("run", f"{design}:E")
        self.assertFine(done)
        self.assertIn("warning[W0600]", done.stderr)
        self.assertEqual(runs_of(self.journal()), runs_of(journal))

    def test_folders_of_others_are_left_alone(self):
        design = self.write("x.ssd", WHOLE + "experiment F { vary design: [A] vary workload: [W] measure iops }\n")
        self.assertFine(self.call("run", f"{design}:F", "-o", "r"))
        journal = self.journal("r")
        self.assertIn("`r` holds the results of `F` of `x.ssd`", self.refused("E0604", f"{design}:E", "-o", "r"))
        self.assertEqual(self.journal("r"), journal)
        for name in ("photos/a.jpg", "diary/journal"):
            os.makedirs(os.path.dirname(self.path(name)))
            self.write(name, "mine\n")
            self.assertIn("holds the results of no experiment", self.refused("E0604", f"{design}:E", "-o", os.path.dirname(name)))
            self.assertEqual(self.read(name), "mine\n")

    def refused_both_ways(self, code, *words):
        """The run and the dry run reject it with the same words."""
        told = self.refused(code, *words)
        self.assertEqual(self.refused(code, *words, "--dry-run"), told)
        return told

    def test_a_folder_of_another_experiment_of_the_same_names_is_left_alone(self):
        def experiment(*axes):
            return DRIVE + f"experiment E {{ vary design: [A] vary workload: [W] {' '.join(axes)} measure iops }}\n"

        ways, gap = "vary ways: [1, 2]", "vary gap: [20us, 40us]"
        self.assertFine(self.call("run", self.write("x.ssd", experiment(ways)) + ":E", "-o", "r"))
        before = self.files("r")
        os.makedirs(self.path("other"))
        for axes in ((gap,), ()):
            self.write("other/x.ssd", experiment(*axes))
            self.assertIn("`r` holds the results of `E` of `x.ssd` over ways", self.refused_both_ways("E0604", "other/x.ssd:E", "-o", "r"))
            self.assertEqual(self.files("r"), before)
        self.assertFine(self.call("run", self.write("x.ssd", experiment(gap, ways)) + ":E", "-o", "r"))
        self.assertEqual(len(runs_of(self.journal("r"))), 4, "an axis more: what was there is taken")
        self.assertFine(self.call("run", self.write("x.ssd", experiment("vary ways: [4]")) + ":E", "-o", "r"))

    def test_a_dry_run_tells_what_the_run_would_tell_and_writes_nothing(self):
        design = self.write("x.ssd", WHOLE)
        self.assertFine(self.call("run", f"{design}:E", "--dry-run", "-o", "a/b"))
        self.assertFalse(os.path.exists(self.path("a")))
        self.assertFine(self.call("run", f"{design}:E", "-o", "r"))
        whole = self.journal("r")
        for damaged, code in ((whole.replace(" done ", " DONE ", 1), "W0601"), (re.sub("metrics [0-9a-f]+", "metrics 0", whole), "W0600")):
            pathlib.Path(self.path("r/journal")).write_text(damaged)
            self.assertIn(f"warning[{code}]", self.call("run", f"{design}:E", "-o", "r", "--dry-run").stderr)
            self.assertEqual(self.journal("r"), damaged)
        pathlib.Path(self.path("r/journal")).write_text("x" + whole)
        self.refused_both_ways("E0604", f"{design}:E", "-o", "r")
        self.write("file", "")
        self.refused_both_ways("E0606", f"{design}:E", "-o", "file/r")

    def test_only_a_regular_file_is_a_journal(self):
        design = self.write("x.ssd", WHOLE)
        os.makedirs(self.path("pipe"))
        os.mkfifo(self.path("pipe/journal"))
        os.makedirs(self.path("device"))
        os.symlink("/dev/zero", self.path("device/journal"))
        for folder in ("pipe", "device"):
            self.assertIn("not a regular file", self.refused_both_ways("E0606", f"{design}:E", "-o", folder))

    def test_an_empty_journal_beside_other_results_is_no_journal(self):
        design = self.write("x.ssd", WHOLE)
        for folder, others in (("mine", ["results.csv"]), ("new", [])):
            os.makedirs(self.path(folder))
            for name in ["journal", *others]:
                self.write(f"{folder}/{name}", "")
        self.refused_both_ways("E0604", f"{design}:E", "-o", "mine")
        self.assertEqual(self.read("mine/results.csv"), "")
        self.assertFine(self.call("run", f"{design}:E", "-o", "new"))

    def test_two_processes_do_not_share_a_folder(self):
        design = self.write("x.ssd", WHOLE)
        self.assertFine(self.call("run", f"{design}:E"))
        with open(self.path("E.results/journal"), "rb") as journal:
            fcntl.flock(journal, fcntl.LOCK_EX)
            self.refused("E0605", f"{design}:E")
        self.assertFine(self.call("run", f"{design}:E"))

    def test_a_folder_that_cannot_be_made_is_told_before_anything_runs(self):
        design = self.write("x.ssd", WHOLE)
        self.write("file", "")
        for folder in ("file/r", "/proc/r"):
            self.assertIn(f"results cannot be kept in `{folder}`", self.refused("E0606", f"{design}:E", "-o", folder))

    def test_a_disk_that_fills_up_loses_nothing_that_was_found(self):
        design = self.write("x.ssd", WHOLE)
        whole = self.call("run", f"{design}:E", "-o", "whole")
        limit = len(self.journal("whole")) // 2

        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        done = self.call("run", f"{design}:E", preexec_fn=small_files)
        self.assertFine(done, 1)
        self.assertIn("error[E0607]", done.stderr)
        kept = self.journal()
        kept = runs_of(kept[: kept.rfind("\n") + 1])
        self.assertGreater(len(kept), 5)
        self.assertLess(len(kept), 48)
        self.assertIn(f", {len(kept)} in the journal", self.call("run", f"{design}:E", "--dry-run").stdout)
        again = self.call("run", f"{design}:E")
        self.assertFine(again)
        self.assertEqual(again.stdout.replace("E.results", "whole"), whole.stdout)
        self.assertEqual(runs_of(self.journal()), runs_of(self.journal("whole")))

    def test_a_limit_on_sizes_is_a_full_disk_to_one_file_only(self):
        """The page is the largest file: all others are written, and the program reports the one that is missing."""
        design = self.write("x.ssd", WHOLE)
        self.assertFine(self.call("run", f"{design}:E"))
        limit = os.path.getsize(self.path("E.results/report.html")) - 1
        os.remove(self.path("E.results/report.html"))
        self.write("E.results/results.csv", "old\n")

        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        done = self.call("run", f"{design}:E", preexec_fn=limited)
        self.assertFine(done, 1)
        self.assertIn("error[E0508]: cannot write `E.results/report.html`: File too large", done.stderr)
        self.assertIn("a folder elsewhere: `-o DIR`", done.stderr)
        self.assertNotIn("results are in", done.stdout)
        self.assertTrue(self.read("E.results/results.csv").startswith("point,"))
        self.assertEqual(sorted(self.files("E.results")), ["plots/1-bars-response.mean.svg", "plots/2-lines-iops.svg", "results.csv", "results.json", "source/x.ssd"])
        limit = 100
        alone = self.call("run", f"{design}:A", "--workload", "W", "-o", "alone.json", preexec_fn=limited)
        self.assertFine(alone, 1)
        self.assertIn("error[E0508]: cannot write `alone.json`: File too large", alone.stderr)
        every = self.call("run", f"{design}:E", preexec_fn=limited)
        self.assertEqual(every.stderr.count("error["), 1, every.stderr)
        self.assertIn("nor `results.json`, `plots/1-bars-response.mean.svg`", every.stderr)

    def test_an_interrupt_keeps_what_was_found(self):
        for sent, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(sent=sent):
                shutil.rmtree(self.path("r"), ignore_errors=True)
                self.check_what_an_interrupt_keeps(sent, code)

    def check_what_an_interrupt_keeps(self, sent, code):
        design = self.write("x.ssd", LONG)
        words = [self.program, "run", f"{design}:Slow", "--jobs", "2", "--engine", "generic", "-o", "r"]
        running = subprocess.Popen(words, cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "SSDC_CACHE_DIR": self.path("cache")})
        while not os.path.exists(self.path("r/journal")) or self.journal("r").count("\n") < 2:
            self.assertIsNone(running.poll(), "it ended before it was interrupted")
            time.sleep(0.01)
        running.send_signal(sent)
        out, err = running.communicate(timeout=60)
        self.assertEqual(running.returncode, code, err)
        kept = runs_of(self.journal("r"))
        self.assertLess(len(kept), 8)
        self.assertIn(f"interrupted: {len(kept)} of 8 runs done and kept; the same call continues from there", err)
        self.assertIn(f"{len(kept)} of 8 runs done, {8 - len(kept)} missing", out)
        again = self.call("run", f"{design}:Slow", "-o", "r")
        self.assertFine(again)
        self.assertIn("8 of 8 runs done, 8 overloaded\n", again.stdout)
        for key, found in kept.items():
            self.assertEqual(runs_of(self.journal("r"))[key], found)

    def test_failures_are_named_and_run_again(self):
        self.write("full.txt", FULL_TRACE)
        design = self.write("x.ssd", FULL)
        done = self.call("run", f"{design}:E")
        self.assertFine(done, 1)
        self.assertIn("error[E0610]: 1 of 2 runs failed", done.stderr)
        self.assertIn("E0513", done.stderr)
        self.assertEqual(sorted(state for state, _ in runs_of(self.journal()).values()), ["done", "failed"])
        self.assertIn("1 to run, 1 in the journal, 1 of them failed before", self.call("run", f"{design}:E", "--dry-run").stdout)

    def test_memory_of_the_largest_point_is_told_before_anything_runs(self):
        design = self.write("x.ssd", WHOLE)
        self.assertIn("point 0 (A, W, ways 1, gap 20us) needs at least", self.refused("E0609", f"{design}:E", "--memory", "64KiB"))
        self.assertFalse(os.path.exists(self.path("E.results")))

    def test_runs_that_are_short_of_memory_beside_others_run_alone(self):
        design = self.write("x.ssd", DRIVE + "experiment E { vary design: [A] vary workload: [W, V] vary ways: [1, 2] measure iops }\n")
        needed = [size for size in range(1, 64) if self.call("run", f"{design}:E", "--memory", f"{size}MiB", "--jobs", 1, "-o", f"r{size}").returncode == 0]
        least = needed[0]
        done = self.call("run", f"{design}:E", "--memory", f"{least}MiB", "--jobs", 4)
        self.assertFine(done)
        self.assertIn("4 of 4 runs done", done.stdout)

    def test_one_expectation_holds_and_several_hold(self):
        design = 'workload W { requests: 10 }\ndesign D { }\n'
        for claims, said in ((1, "1 of 1 expectation holds"), (2, "2 of 2 expectations hold")):
            text = " ".join(f'expect "{i}": mean(iops) > {i}' for i in range(claims))
            file = self.write("h.ssd", design + "experiment E { measure iops  " + text + " }\n")
            self.assertEqual(self.call("run", file + ":E", "-o", self.path(f"h{claims}")).returncode, 0)
            self.assertIn(said, self.read(f"h{claims}/report.html"))


if __name__ == "__main__":
    called_program.main(__doc__)
