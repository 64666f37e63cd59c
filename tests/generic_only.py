#!/usr/bin/env python3
"""A program without the compiler to native code (SSDC_JIT=OFF): what needs it is refused with a way out, and all else
works."""
import json
import os

import called_program

WITH_COMPILER = r"use an ssdc with LLVM|add the compiler with `pip install --no-index --find-links FOLDER 'ssdc\[jit\]'`"  # a build by CMake, or by pip
DESIGN = """param depth: int = 8
design D { geometry { channels: 2 chips: 2 dies: 1 planes: 1 blocks: 64 pages: 32 page: 4KiB } }
workload W { requests: 1000  write: 50%  size: 4KiB  closed: depth }
experiment E { vary depth: [4, 8]  measure iops }
"""


class GenericOnly(called_program.CalledProgram):
    def setUp(self):
        super().setUp()
        self.write("d.ssd", DESIGN)

    def test_what_needs_the_compiler_is_refused(self):
        for words, way_out in ((("run", "d.ssd:D", "--engine", "jit"), "leave `--engine` out"),
                               (("run", "d.ssd:E", "--engine", "jit"), "leave `--engine` out"),
                               (("build", "d.ssd:D", "-o", "sim"), WITH_COMPILER),
                               (("build", "d.ssd:D", "--shared", "-o", "sim.so"), WITH_COMPILER),
                               (("dump", "d.ssd:D", "--stage", "ir"), "need no compiler"),
                               (("dump", "d.ssd:D", "--stage", "ir-opt"), "need no compiler"),
                               (("dump", "d.ssd:D", "--stage", "asm"), "need no compiler")):
            with self.subTest(words=words):
                done = self.call(*words)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn("error[E0596]", done.stderr)
                self.assertRegex(done.stderr, way_out)
                self.assertRegex(done.stderr, WITH_COMPILER)
                self.assertEqual(done.stdout, "")
        self.assertEqual(os.listdir(self.folder.name), ["d.ssd"])

    def test_runs_take_the_generic_engine(self):
        for words in ((), ("--engine", "auto"), ("--engine", "generic"), ("--no-cache",)):
            done = self.call("run", "d.ssd:D", "--format", "json", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["host"]["engine"], "generic")

    def test_an_experiment_and_a_stage_without_code(self):
        self.assertEqual(self.call("run", "d.ssd:E", "-o", "r").returncode, 0)
        self.assertIn("iops", self.read("r/results.csv"))
        self.assertIn("geometry", self.call("dump", "d.ssd:D", "--stage", "plan").stdout)


if __name__ == "__main__":
    called_program.main(__doc__)
