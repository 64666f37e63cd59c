"""What a sweep keeps in memory of each run: its place in the order of the runs, and in two tables by which it is found.
All else is in files, of which a few MiB are in memory: FEW runs fill them. What is on its way to the workers and back
takes little, too."""
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile
import unittest

import drives

TEXT = """param part: ratio = 30%
param far: ratio = 50%
design Drive {{ geometry {{ channels: 1  chips: 1  dies: 1  planes: 1  blocks: 64  pages: 32  page: 4KiB }}  {design} }}
workload Writes {{ requests: 100  write: 100%  size: 4KiB  interval: 1ms  {workload} }}
experiment Many {{ only: ftl  vary part: [{parts}]  vary far: [{fars}]  seeds: 20  measure waf, erases.stddev }}
"""
# What differs at every point.
VARIED = {"designs": ("capacity { overprovision: part }  gc { trigger: free_pages < far / 2 }", ""),
          "workloads": ("", "address: hotspot(far: part)")}
SEEDS = 20
FEW, MANY = 1000, 3000  # points
MOST = 140  # bytes of a run; its plan, its place in the journal and its row of the table would add 130


def text_of(varied, points):
    design, workload = VARIED[varied]
    return TEXT.format(design=design, workload=workload, parts=", ".join(f"{30 + i / 10}%" for i in range(points // 20)),
                       fars=", ".join(f"{5 + i}%" for i in range(20)))


def peak():
    """Bytes that this process has taken at most."""
    return int(pathlib.Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) * 1024


def grown(varied, points, where):
    """By how many bytes a fresh process grows in a sweep of so many points."""
    call = f"import sys, test_memory; test_memory.sweep({varied!r}, {points}, {where!r})"
    done = subprocess.run([drives.PYTHON, "-W", "ignore", "-c", call], cwd=pathlib.Path(__file__).parent, capture_output=True, text=True, check=True)
    return int(done.stdout)


def sweep(varied, points, where):
    import ssdc

    text = text_of(varied, points)
    before = peak()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor(1) as pool:
        ssdc.sweep(text, executor=pool if where == "workers" else None, journal=f"{folder}/journal")
        with open(f"{folder}/journal") as journal:
            if sum(1 for _ in journal) != 1 + points * SEEDS:
                raise SystemExit("not all runs are done")
    print(peak() - before)


@unittest.skipUnless(sys.platform == "linux", "the peak comes from /proc")
class Memory(unittest.TestCase):
    def test_a_run_takes_little(self):
        for varied, where in (("designs", "workers"), ("workloads", "workers"), ("workloads", "here")):
            with self.subTest(varied=varied, where=where):
                each = (grown(varied, MANY, where) - grown(varied, FEW, where)) / (MANY - FEW) / SEEDS
                print(f"a run, {varied} that differ, made by {where}: {each:.0f} bytes")
                self.assertLess(each, MOST)
