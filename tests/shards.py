#!/usr/bin/env python3
"""Experiments that several processes share: `ssdc run --shard K/N` and `ssdc merge`."""
import os
import shutil
import subprocess

import called_program

EXPERIMENT = """param ways: int = 2
param gap: time = 20us

design A { geometry { channels: 2  chips: ways  blocks: 64  pages: 16 }  capacity { overprovision: 20% } }
design B from A { geometry { dies: 4 } }
workload W { requests: 300  interval: gap }
workload V from W { size: 8KiB }
experiment E {
  vary design: [A, B]  vary workload: [W, V]  vary ways: [1, 2, 4]  vary gap: [20us, 200us]
  seeds: 2
  measure iops, response.mean, waf
  expect "more ways are faster": mean(response.mean, ways == 4) < mean(response.mean, ways == 1)
  plot bars(response.mean) by workload group design
}
experiment F { vary design: [A, B]  vary workload: [W]  measure iops }
"""
# The trace fills a plane with valid pages, so that run ends with a full drive; requests of 16 MiB do not fit into the drive.
FAILING = """param size: size = 2KiB
design Crowded {
  geometry { channels: 2  chips: 1  dies: 1  planes: 1  blocks: 8  pages: 4  page: 2KiB }
  capacity { logical: 80KiB }
  allocation: write_order channel > chip > die > plane
  gc { trigger: free_blocks < 2 }
}
workload W { requests: 20  size: size }
workload T { trace: "full.txt"  format: ssdsim }
experiment E { vary workload: [T, W]  vary size: [2KiB, 16MiB]  measure iops }
"""
FULL_TRACE = "".join(f"{2 * i}000000 0 {4 * i} 4 0\n{2 * i + 1}000000 0 156 4 0\n" for i in range(39))


class Shards(called_program.CalledProgram):
    def fine(self, *words, exit_code=0):
        done = self.call(*words)
        self.assertEqual(done.returncode, exit_code, done.stdout + done.stderr)
        return done.stdout

    def refused(self, code, *words):
        done = self.call(*words)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(f"error[{code}]", done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def results(self, folder):
        """The files of results by name: all but the journal, whose lines tell how long each run took."""
        found = {}
        for place, _, names in os.walk(self.path(folder)):
            for name in names:
                with open(os.path.join(place, name), "rb") as file:
                    found[os.path.relpath(os.path.join(place, name), self.path(folder))] = file.read()
        del found["journal"]
        return found

    def points(self, *words):
        """The points that a call would run."""
        lines = self.fine("run", *words, "--dry-run").splitlines()
        return [int(line.split()[0]) for line in lines[1:-1]]

    def run_shards(self, target, count, exit_code=0):
        for number in range(1, count + 1):
            self.fine("run", target, "--shard", f"{number}/{count}", exit_code=exit_code)
        return [f"E.{number}of{count}" for number in range(1, count + 1)]

    def test_merged_shards_are_what_one_call_makes(self):
        self.write("x.ssd", EXPERIMENT)
        whole = self.fine("run", "x.ssd:E", "-o", "whole")
        for count in (1, 2, 5, 40):
            folders = self.run_shards("x.ssd:E", count)
            self.assertEqual(os.listdir(self.path(folders[0])), ["journal"])
            merged = self.fine("merge", "x.ssd:E", *reversed(folders), "-o", f"merged{count}")
            self.assertEqual(merged, whole.replace("results are in whole", f"results are in merged{count}"))
            self.assertEqual(self.results(f"merged{count}"), self.results("whole"))

    def test_shards_share_the_points_and_each_gets_its_part_of_every_value(self):
        self.write("x.ssd", EXPERIMENT)
        for chosen, number_of_points in (((), 24), (("--points", "ways=1|4"), 16)):
            wanted = self.points("x.ssd:E", *chosen)
            self.assertEqual(len(wanted), number_of_points)
            for count in (1, 2, 3, 7, 24, 30):
                parts = [self.points("x.ssd:E", *chosen, "--shard", f"{number}/{count}") for number in range(1, count + 1)]
                self.assertEqual(sorted(sum(parts, [])), wanted)
                self.assertLessEqual(max(map(len, parts)) - min(map(len, parts)), 1)
        # The last axis has two values: with two shards that take every second point, each would have one of them.
        self.assertEqual({point % 2 for point in self.points("x.ssd:E", "--shard", "1/2")}, {0, 1})

    def test_failed_runs_stay_failed(self):
        self.write("x.ssd", FAILING)
        self.write("full.txt", FULL_TRACE)
        self.assertEqual(self.call("run", "x.ssd:E", "-o", "whole").returncode, 1)
        self.call("run", "x.ssd:E", "--shard", "1/2")
        self.call("run", "x.ssd:E", "--shard", "2/2")
        merged = self.call("merge", "x.ssd:E", "E.1of2", "E.2of2", "-o", "merged")
        self.assertEqual(merged.returncode, 1)
        self.assertIn("E0610", merged.stderr)
        self.assertIn("running the experiment with the same `-o` repeats the failed runs", merged.stderr)
        self.assertEqual(self.results("merged"), self.results("whole"))
        self.assertEqual(self.read("merged/results.csv").count(",failed"), 3)
        self.assertIn(" failed ", self.read("merged/journal"))

    def test_missing_runs_are_told_and_made_by_run(self):
        self.write("x.ssd", EXPERIMENT)
        self.fine("run", "x.ssd:E", "-o", "whole")
        self.run_shards("x.ssd:E", 3)
        told = self.refused("E0612", "merge", "x.ssd:E", "E.1of3", "E.3of3", "-o", "m")
        self.assertIn("16 of 48 runs are in none of the folders", told)
        self.assertEqual(os.listdir(self.path("m")), ["journal"])
        self.assertIn("16 to run, 32 in the journal", self.fine("run", "x.ssd:E", "-o", "m", "--dry-run"))
        self.fine("run", "x.ssd:E", "-o", "m")
        self.assertEqual(self.results("m"), self.results("whole"))

    def test_merging_again_and_into_a_part_changes_nothing(self):
        self.write("x.ssd", EXPERIMENT)
        folders = self.run_shards("x.ssd:E", 2)
        self.fine("merge", "x.ssd:E", *folders, "-o", "m")
        lines = sorted(self.read("m/journal").splitlines())
        self.assertEqual(len(set(lines)), 49)
        self.fine("merge", "x.ssd:E", *folders, "m", "-o", "m")
        self.assertEqual(sorted(self.read("m/journal").splitlines()), lines)
        self.fine("merge", "x.ssd:E", *folders, "-o", folders[0])
        self.assertEqual(self.results(folders[0]), self.results("m"))

    def test_a_killed_shard_goes_on(self):
        self.write("x.ssd", EXPERIMENT)
        self.fine("run", "x.ssd:E", "-o", "whole")
        self.run_shards("x.ssd:E", 2)
        lines = self.read("E.1of2/journal").splitlines(keepends=True)
        self.write("E.1of2/journal", "".join(lines[:5]) + lines[5][:40])  # as if it had been killed while it wrote
        self.refused("E0612", "merge", "x.ssd:E", "E.1of2", "E.2of2", "-o", "m")
        self.assertIn("24 done", self.fine("run", "x.ssd:E", "--shard", "1/2"))
        self.fine("merge", "x.ssd:E", "E.1of2", "E.2of2", "-o", "m")
        self.assertEqual(self.results("m"), self.results("whole"))

    def test_folders_that_do_not_fit_are_refused(self):
        self.write("x.ssd", EXPERIMENT)
        self.run_shards("x.ssd:E", 2)
        self.fine("run", "x.ssd:F", "-o", "other")
        self.assertIn("it holds the results of `F` of `x.ssd`, not of `E` of `x.ssd` over ways, gap",
                      self.refused("E0611", "merge", "x.ssd:E", "E.1of2", "other"))
        os.mkdir(self.path("empty"))
        for folder in ("empty", "absent", "x.ssd"):
            self.assertIn("no experiment", self.refused("E0611", "merge", "x.ssd:E", folder))
        shutil.copytree(self.path("E.1of2"), self.path("old"))
        self.write("old/journal", self.read("old/journal").replace("ssdc journal ", "ssdc journal 0", 1))
        self.assertIn("another version", self.refused("E0611", "merge", "x.ssd:E", "old"))
        self.refused("E0613", "merge", "x.ssd:A", "E.1of2")
        self.refused("E0606", "merge", "x.ssd:E", "E.1of2", "E.2of2", "-o", "/proc/m")

    def test_a_damaged_line_is_told(self):
        self.write("x.ssd", EXPERIMENT)
        self.run_shards("x.ssd:E", 2)
        lines = self.read("E.2of2/journal").splitlines(keepends=True)
        lines[3] = lines[3].replace(" done ", " d0ne ", 1)
        self.write("E.2of2/journal", "".join(lines))
        told = self.refused("E0612", "merge", "x.ssd:E", "E.1of2", "E.2of2", "-o", "m")
        self.assertIn("warning[W0601]", told)
        self.assertIn("run its part again", told)
        self.assertIn("1 of 48 runs are in none", told)

    def test_other_definitions_are_other_runs(self):
        self.write("x.ssd", EXPERIMENT)
        self.fine("run", "x.ssd:F", "-D", "ways=4", "--shard", "1/1", "-o", "four")
        self.assertIn("2 of 2 runs", self.refused("E0612", "merge", "x.ssd:F", "four", "-o", "two"))
        self.fine("merge", "x.ssd:F", "-D", "ways=4", "four", "-o", "m")

    def test_wrong_shards_are_refused(self):
        self.write("x.ssd", EXPERIMENT)
        for text in ("0/2", "3/2", "1", "1/", "/2", "1/2/3", "a/b", "-1/2", "1/1000001", "99999999999999999999/2", " 1/2"):
            self.assertIn("K/N", self.refused("E0551", "run", "x.ssd:E", f"--shard={text}"))
        self.refused("E0601", "run", "x.ssd:A", "--shard", "1/2")

    def test_shards_run_at_the_same_time(self):
        self.write("x.ssd", EXPERIMENT)
        calls = [subprocess.Popen([self.program, "run", "x.ssd:E", "--shard", f"{number}/4", "--jobs", "1"], cwd=self.folder.name,
                                  stdout=subprocess.DEVNULL, env={**os.environ, "SSDC_CACHE_DIR": self.path("cache")})
                 for number in range(1, 5)]
        self.assertEqual([call.wait() for call in calls], [0] * 4)
        self.fine("merge", "x.ssd:E", *[f"E.{number}of4" for number in range(1, 5)])
        self.assertTrue(os.path.exists(self.path("E.results/results.csv")))


if __name__ == "__main__":
    called_program.main(__doc__)
