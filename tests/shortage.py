#!/usr/bin/env python3
"""Experiments, runs and pictures where the system gives fewer threads or less memory than they ask for: fewer jobs, the
same results, and a message where nothing is left."""
import os
import resource
import shutil
import subprocess

import called_program

DESIGNS = """param ways: int = 2
design A { geometry { channels: 2  chips: ways  blocks: 64  pages: 16 }  capacity { overprovision: 20% } }
design B from A { geometry { dies: 4 } }
workload W { requests: 2000  interval: 20us }
workload V from W { size: 8KiB }
workload Long from W { requests: 12_000_000 }
experiment E { vary design: [A, B]  vary workload: [W, V]  vary ways: [1, 2, 4, 8]  seeds: 2  measure iops }
"""
SOMEBODY_ELSE = 54321  # a user without other processes
FEWER_THREADS, FEWER_FOR_MEMORY = "the system starts no more threads", "the memory does not suffice for more"


def only_threads(count):
    """The limit binds no superuser, so the program runs as somebody else."""
    def before():
        if os.getuid() == 0:
            os.setgroups([])
            os.setgid(SOMEBODY_ELSE)
            os.setuid(SOMEBODY_ELSE)
        resource.setrlimit(resource.RLIMIT_NPROC, (count, count))
    return before


def only_addresses(mebibytes):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))


class Shortage(called_program.CalledProgram):
    def setUp(self):
        super().setUp()
        os.chmod(self.folder.name, 0o777)
        self.design = self.write("x.ssd", DESIGNS)

    def call_with_threads(self, count, *words):
        """Skips the test if another user may not run the program where it is."""
        try:
            return self.call(*words, preexec_fn=only_threads(count))
        except (PermissionError, subprocess.SubprocessError) as error:
            self.skipTest(f"user {SOMEBODY_ELSE} may not run {self.program}: {error}")

    def table(self, folder="r"):
        return self.read(f"{folder}/results.csv")

    def run_experiment(self, *words, folder="r", **how):
        shutil.rmtree(self.path(folder), ignore_errors=True)
        return self.call("run", f"{self.design}:E", "-o", folder, "--jobs", 64, *words, **how)

    def run_with_threads(self, count):
        shutil.rmtree(self.path("r"), ignore_errors=True)
        return self.call_with_threads(count, "run", f"{self.design}:E", "-o", "r", "--jobs", 64)

    def test_fewer_threads_give_the_same_results(self):
        self.assertEqual(self.run_experiment(folder="whole").returncode, 0)
        for threads, jobs in ((1, 1), (5, 4)):
            done = self.run_with_threads(threads)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stderr.count("W0602"), 1, done.stderr)
            self.assertIn(f"some runs were made with {jobs} of 64 jobs: {FEWER_THREADS}", done.stderr)
            self.assertEqual("warning[W0603]: `report.html` lacks pictures of designs: the system starts no process" in done.stderr, threads < 5)
            self.assertEqual(self.table(), self.table("whole"))

    def test_a_run_without_a_thread_for_the_compiler_stays_generic(self):
        done = self.call_with_threads(1, "run", f"{self.design}:A", "--workload", "Long", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("internal error", done.stderr)

    def test_a_picture_without_threads_is_told(self):
        done = self.call_with_threads(1, "draw", f"{self.design}:A", "-o", "a.svg")
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[E0516]: the picture cannot be drawn: the system starts no process for Graphviz", done.stderr)
        self.assertFalse(os.path.exists(self.path("a.svg")))
        self.assertEqual(self.call_with_threads(1, "draw", f"{self.design}:A", "-o", "a.dot").returncode, 0)

    def test_less_memory_gives_the_same_results_or_is_told(self):
        """Addresses from what is enough for one job to what is enough for all."""
        self.assertEqual(self.run_experiment(folder="whole").returncode, 0)
        succeeded = 0
        for engine in ("generic", "jit", "auto"):
            for mebibytes in range(200, 1000, 250):
                with self.subTest(engine=engine, mebibytes=mebibytes):
                    done = self.run_experiment("--engine", engine, "--no-cache", preexec_fn=only_addresses(mebibytes))
                    self.assertIn(done.returncode, (0, 1), done.stderr)
                    self.assertLessEqual(done.stderr.count("W0602"), 1)
                    self.assertEqual("error[" in done.stderr, done.returncode == 1, done.stderr)
                    if done.returncode == 0:
                        self.assertEqual(self.table(), self.table("whole"))
                        succeeded += 1
                    else:
                        self.assertRegex(done.stderr, "E0506|E0609")
                        self.assertNotIn("internal", done.stderr)
        self.assertGreater(succeeded, 6)
        self.assertIn(FEWER_FOR_MEMORY, self.run_experiment("--engine", "generic", preexec_fn=only_addresses(350)).stderr)

    def test_an_engine_that_the_memory_does_not_allow_is_told(self):
        words = ["run", f"{self.design}:A", "--workload", "W", "--no-cache", "--engine"]
        for engine, code in (("generic", 0), ("auto", 0), ("jit", 1)):
            done = self.call(*words, engine, preexec_fn=only_addresses(300))
            self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn("error[E0506]", done.stderr)


if __name__ == "__main__":
    called_program.main(__doc__)
