#!/usr/bin/env python3
"""What runs in several threads, in a program built with the thread sanitizer (tools/threads.sh): the jobs of an
experiment, and the compiler in the background of a run. The sanitizer reports every race, and the results are those of
one job."""
import json
import os
import signal
import subprocess
import time

import called_program

DESIGNS = """param ways: int = 2
design A { geometry { channels: 2  chips: ways  blocks: 64  pages: 16 }  capacity { overprovision: 20% } }
design B from A { geometry { dies: 4 } }
workload W { requests: 1000  interval: 20us }
workload V from W { size: 8KiB }
workload Long { requests: 10_500_000  interval: 40us  read: 100% }
workload Slow from W { requests: 400_000 }
experiment E { vary design: [A, B]  vary workload: [W, V]  vary ways: [1, 2, 4]  measure iops, waf }
experiment Ended { vary design: [A, B]  vary workload: [Slow]  vary ways: [1, 2, 4]  measure iops }
"""


class Threads(called_program.CalledProgram):
    def setUp(self):
        super().setUp()
        self.design = self.write("x.ssd", DESIGNS)

    def assertSound(self, stderr, code, wanted=0):
        self.assertNotIn("ThreadSanitizer", stderr)
        self.assertEqual(code, wanted, stderr)

    def call_soundly(self, *words):
        done = self.call(*words)
        self.assertSound(done.stderr, done.returncode)
        return done

    def test_jobs_of_an_experiment(self):
        self.call_soundly("run", f"{self.design}:E", "--jobs", 1, "-o", "alone")
        for engine in ("generic", "jit", "auto"):
            self.call_soundly("run", f"{self.design}:E", "--jobs", 6, "--engine", engine, "-o", engine)
            self.assertEqual(self.read(f"{engine}/results.csv"), self.read("alone/results.csv"))

    def test_an_interrupt_among_the_jobs(self):
        words = [self.program, "run", f"{self.design}:Ended", "--jobs", "4", "--engine", "generic", "-o", "r"]
        running = subprocess.Popen(words, cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "SSDC_CACHE_DIR": self.path("cache")})
        self.wait_until_interrupts_are_caught(running)
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=100)
        self.assertSound(err, running.returncode, 130)

    def test_the_compiler_beside_a_run(self):
        done = self.call_soundly("run", f"{self.design}:A", "--workload", "Long", "--no-cache", "--format", "json")
        alone = self.call_soundly("run", f"{self.design}:A", "--workload", "Long", "--no-cache", "--format", "json", "--engine", "jit")
        done, alone = (json.loads(one.stdout) for one in (done, alone))
        self.assertEqual(alone.pop("host")["engine"], "jit")
        self.assertIn("jit_from_request", done.pop("host"))
        self.assertEqual(done, alone)


if __name__ == "__main__":
    called_program.main(__doc__)
