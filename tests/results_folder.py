#!/usr/bin/env python3
"""Files of a results folder: what others left or made there, and what a call that lacks something writes."""
import fcntl
import os
import pathlib

import called_program

DESIGN = """design A { geometry { channels: 1  chips: 1  blocks: 64  pages: 16 } }
workload W { requests: 20 }
experiment E { vary design: [A]  vary workload: [W]  measure iops  plot bars(iops) by workload }
"""


class ResultsFolder(called_program.CalledProgram):
    def run_experiment(self, **environment):
        done = self.call("run", self.write("x.ssd", DESIGN) + ":E", "-o", "r", env={**os.environ, "SSDC_CACHE_DIR": self.path("cache"), **environment})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stderr

    def test_what_killed_writers_left_is_removed_and_what_others_write_stays(self):
        self.run_experiment()
        left, used = self.path("r/.ssdc-1-0.part"), self.path("r/.ssdc-999999-0.part")
        for name in (left, used):
            pathlib.Path(name).write_text("half")
        with open(used, "r+") as writer:
            fcntl.flock(writer, fcntl.LOCK_EX)
            self.run_experiment()
        self.assertFalse(os.path.exists(left))
        self.assertEqual(pathlib.Path(used).read_text(), "half")

    def test_only_plots_that_are_drawn_remain(self):
        self.run_experiment()
        plots = pathlib.Path(self.path("r/plots"))
        drawn = sorted(plots.iterdir())
        (plots / "2-of-an-earlier-call.svg").write_text("old")
        (plots / "folder").mkdir()
        self.run_experiment()
        self.assertEqual(sorted(plots.iterdir()), drawn)

    def test_a_page_without_the_picture_of_the_design_is_told(self):
        self.assertIn("warning[W0603]", self.run_experiment(GVBINDIR=self.path("none")))
        without = self.read("r/report.html")
        self.assertNotIn("warning", self.run_experiment())
        self.assertEqual(self.read("r/report.html").count("<svg"), without.count("<svg") + 1)

    def test_a_link_in_the_folder_is_replaced(self):
        self.run_experiment()
        self.write("mine", "of somebody else")
        replaced = ("report.html", "results.csv", "source/x.ssd", "plots/1-bars-iops.svg")
        for name in replaced:
            os.remove(self.path(f"r/{name}"))
            os.symlink(self.path("mine"), self.path(f"r/{name}"))
        self.run_experiment()
        self.assertEqual(self.read("mine"), "of somebody else")
        for name in replaced:
            self.assertFalse(os.path.islink(self.path(f"r/{name}")), name)


if __name__ == "__main__":
    called_program.main(__doc__)
