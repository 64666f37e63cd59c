#!/usr/bin/env python3
"""Traces that are larger than memory: runs and `ssdc trace info` take no more memory for a longer trace, with and
without the cache, and give the same results as a run without a memory limit. Also a run so long that its log shows
the progress."""
import errno
import json
import os
import pathlib
import resource
import signal
import subprocess
import time

import called_program

DESIGN = "design D { geometry { channels: 4 chips: 1 dies: 1 planes: 1 blocks: 256 pages: 64 page: 4KiB }  capacity { overprovision: 25% } }\n"
SMALL = "design D { geometry { channels: 2 chips: 2 dies: 1 planes: 1 blocks: 64 pages: 32 page: 4KiB } }\n"
BLOCK_LINES = 20_000
MIB = 1 << 20


def trace(path, lines, backwards=False):
    """Blocks of lines that arrive at the same time: writing them takes less time than reading them."""
    block = "".join(f"@ 0 {i * 7919 % 392_000} {1 + i % 8} {i % 3 % 2}\n" for i in range(BLOCK_LINES))
    times = range(lines // BLOCK_LINES)
    with open(path, "w") as out:
        for time in reversed(times) if backwards else times:
            out.write(block.replace("@", str(1_000_000_000 + time * 3_000_000_000)))


class Streaming(called_program.CalledProgram):
    def bounded(self, *words, most=None, **how):
        """A call with a limit of `most` bytes of memory."""
        def limit():
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        environment = {**os.environ, "SSDC_CACHE_DIR": self.path("cache"), "TMPDIR": self.folder.name}
        return self.call(*words, env=environment, preexec_fn=limit if most else None, **how)

    def results(self, *words, most=None):
        done = self.bounded("run", self.path("d.ssd"), "--engine", "generic", "--format", "json", *words, most=most)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        return {key: value for key, value in result.items() if key != "host"}

    def least(self, *words):
        """The memory that a run of a short trace needs, rounded up to 4 MiB."""
        low, high = 0, 512
        while high - low > 4:
            middle = (low + high) // 2
            failed = self.bounded(*words, most=middle * MIB).returncode != 0
            low, high = (middle, high) if failed else (low, middle)
        return high * MIB

    def setUp(self):
        super().setUp()
        self.write("d.ssd", DESIGN)

    # 32 bytes for each of 6 million records would be 192 MB, and 24 for each request 144 MB.
    def test_a_long_trace_takes_no_more_memory_than_a_short_one(self):
        trace(self.path("short.txt"), 20_000)
        trace(self.path("long.txt"), 6_000_000)
        words = ("run", self.path("d.ssd"), "--only", "ftl", "--no-cache", "--trace-format", "ssdsim", "--trace")
        most = self.least(*words, self.path("short.txt")) + 80 * MIB
        for way in (["--no-cache"], [], []):  # first the cache is filled, then it is used
            done = self.bounded("run", self.path("d.ssd"), "--only", "ftl", "--engine", "generic", "--format", "json", *way, "--trace-format", "ssdsim",
                                "--trace", self.path("long.txt"), most=most)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout)["workload"]["requests"], 6_000_000)
        self.assertEqual(len(list(pathlib.Path(self.path("cache")).glob("*.trace"))), 1)
        info = self.bounded("trace", "info", self.path("long.txt"), "--format", "json", most=most)
        self.assertEqual(info.returncode, 0, info.stderr)
        self.assertEqual(json.loads(info.stdout)["requests"], 6_000_000)
        self.assertEqual([name for name in os.listdir(self.folder.name) if name.startswith("ssdc-")], [])

    def test_the_ways_agree(self):
        trace(self.path("t.txt"), 200_000)
        words = ("--trace-format", "ssdsim", "--trace", self.path("t.txt"))
        read, kept, found = (self.results(*words, *way) for way in (["--no-cache"], [], []))
        self.assertEqual(read, kept)
        self.assertEqual(read, found)
        text = pathlib.Path(self.path("t.txt")).read_text()
        pathlib.Path(self.path("t.txt")).write_text(text.replace(" 0 0 1 0\n", " 0 0 1 1\n", 1))
        self.assertNotEqual(self.results(*words), read, "a changed trace is read again")

    def test_a_trace_out_of_order_is_sorted(self):
        trace(self.path("forwards.txt"), 400_000)
        trace(self.path("backwards.txt"), 400_000, backwards=True)
        forwards, backwards = (self.results("--trace-format", "ssdsim", "--sort-trace", "--no-cache", "--trace", self.path(name + ".txt"))
                               for name in ("forwards", "backwards"))
        for result in (forwards, backwards):
            del result["workload"]
            result.pop("notes")
        self.assertEqual(forwards, backwards)

    # Like a full disk: no file may become larger than the limit.
    def test_a_full_disk_is_told(self):
        trace(self.path("long.txt"), 6_000_000)
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (8 * MIB, 8 * MIB))
        done = subprocess.run([self.program, "run", self.path("d.ssd"), "--no-cache", "--trace-format", "ssdsim", "--trace", self.path("long.txt")], text=True,
                              capture_output=True, timeout=120, preexec_fn=limit, restore_signals=False, env={**os.environ, "TMPDIR": self.folder.name})
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[E0570]", done.stderr)
        self.assertIn("TMPDIR", done.stderr)

    def test_a_full_disk_keeps_nothing_of_a_trace(self):
        trace(self.path("some.txt"), 100_000)
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))
        done = subprocess.run([self.program, "run", self.path("d.ssd"), "--engine", "generic", "--trace-format", "ssdsim", "--trace", self.path("some.txt")], text=True,
                              capture_output=True, timeout=120, preexec_fn=limit, restore_signals=False, env={**os.environ, "SSDC_CACHE_DIR": self.path("cache")})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count("warning[W0420]"), 1, done.stderr)
        self.assertIn(os.strerror(errno.EFBIG), done.stderr)
        self.assertEqual(os.listdir(self.path("cache")), [])

    def test_a_trace_that_is_changed_while_it_is_read_is_refused(self):
        trace(self.path("long.txt"), 3_000_000)
        running = subprocess.Popen([self.program, "run", self.path("d.ssd"), "--no-cache", "--only", "ftl", "--trace-format", "ssdsim", "--trace",
                                    self.path("long.txt")], text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        with open(self.path("long.txt"), "a") as out:
            while running.poll() is None:
                out.write("# more\n")
                out.flush()
                time.sleep(0.001)
        self.assertIn("error[E0571]", running.stderr.read())
        running.stderr.close()
        self.assertEqual(running.returncode, 1)

    def test_a_folder_that_is_not_there_is_told(self):
        trace(self.path("long.txt"), 6_000_000)
        done = self.call("run", self.path("d.ssd"), "--no-cache", "--trace-format", "ssdsim", "--trace", self.path("long.txt"),
                         env={**os.environ, "TMPDIR": self.path("nowhere")})
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[E0570]", done.stderr)

    def test_a_log_has_warnings_first_and_a_line_of_progress_every_ten_seconds(self):
        long = "workload Long { requests: 100_000_000  write: 100%  size: 4KiB  closed: 8 }\n"
        design = self.write("d.ssd", SMALL.replace("} }", "} allocation: dynamic channel > chip > die > plane  gc { victim(b): 3 } }") + long)
        runs = []
        for name, words in (("log", ()), ("quiet", ("--quiet",))):
            with open(self.path(name), "w") as log:
                runs.append(subprocess.Popen([self.program, "run", design, "--format", "json", *words], stdout=subprocess.DEVNULL, stderr=log))
            self.addCleanup(runs[-1].kill)
        self.wait_for_text("log", "W0262")
        time.sleep(1)  # what is printed at the end must not be printed yet
        begun = self.read("log")
        self.assertNotIn("left", begun)
        self.wait_for_text("log", "left")
        for run in runs:
            run.send_signal(signal.SIGINT)
            self.assertEqual(run.wait(timeout=60), 130)
        self.assertRegex(self.read("log")[len(begun):], r"\A +[0-9.]+ %  [0-9.]+ million requests/s  [0-9:]+ left\n\Z")
        self.assertEqual(self.read("quiet"), "")


if __name__ == "__main__":
    called_program.main(__doc__)
