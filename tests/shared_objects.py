#!/usr/bin/env python3
"""One compiled object serves every point of a sweep over numbers, and each point's results are those of the generic
engine; a sweep over a feature needs an object for each of its values."""
import json
import pathlib

import called_program

DESIGN = """param block_count: int = 40
param page_count: int = 16
param read_latency: time = 25us
param chip_count: int = 2
design A {
  geometry { channels: 2  chips: chip_count  blocks: block_count  pages: page_count }
  capacity { overprovision: 20% }
  nand { read: read_latency }
}
workload W { requests: 500  interval: 30us }
"""
NUMBERS = ("vary block_count: [32, 40, 48, 57, 64]  vary page_count: [8, 12, 16, 31]  vary read_latency: [20us, 50us]", 40)
FEATURE = ("vary chip_count: [1, 2, 4]", 3)


class SharedObjects(called_program.CalledProgram):
    def sweep(self, engine, varied, *words):
        points, runs = varied
        name = self.write("x.ssd", DESIGN + f"experiment E {{ {points}  measure iops, response.mean, waf }}\n")
        done = self.call("run", f"{name}:E", "--engine", engine, "-o", engine, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(self.read(f"{engine}/results.json"))["runs"]
        self.assertEqual(len(found), runs)
        return [{key: value for key, value in run.items() if "seconds" not in key} for run in found]

    def objects(self):
        return len(list(pathlib.Path(self.path("cache")).glob("*.object")))

    def test_a_sweep_over_numbers_compiles_once(self):
        shared = self.sweep("jit", NUMBERS, "--jobs", 2)
        self.assertEqual(self.objects(), 1)
        self.assertEqual(shared, self.sweep("generic", NUMBERS))
        self.assertEqual(self.objects(), 1)

    def test_a_sweep_over_a_feature_compiles_each(self):
        self.assertEqual(self.sweep("jit", FEATURE), self.sweep("generic", FEATURE))
        self.assertEqual(self.objects(), 3)


if __name__ == "__main__":
    called_program.main(__doc__)
