"""Calls ssdc as a user does. Each test has its own folder, in which the program runs; the test can look at the files
there, and they are removed at its end."""
import argparse
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest


def has_jit(program):
    """Whether the program contains the compiler to native code (the option SSDC_JIT of CMake)."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=120).stdout
    return not said.rstrip().endswith("generic engine only")


class CalledProgram(unittest.TestCase):
    program = None  # set by main()

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def engines(self):
        """The engines that the program has."""
        return ("generic", "jit") if has_jit(self.program) else ("generic",)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        pathlib.Path(self.path(name)).write_text(text)
        return self.path(name)

    def read(self, name):
        return pathlib.Path(self.path(name)).read_text()

    def call(self, *words, **how):
        """The result of a call; `how` goes to subprocess.run. What the program keeps for later calls is in the
        folder, too."""
        how.setdefault("env", {**os.environ, "SSDC_CACHE_DIR": self.path("cache")})
        return subprocess.run([self.program, *map(str, words)], capture_output=True, text=True, timeout=120, cwd=self.folder.name, **how)

    def wait_for_text(self, name, text):
        """Waits until a file of the test's folder contains the text."""
        deadline = time.monotonic() + 100
        while text not in self.read(name):
            self.assertLess(time.monotonic(), deadline, f"{name} has no {text}")
            time.sleep(0.05)

    def wait_until_interrupts_are_caught(self, process):
        """Waits by asking the kernel, so the test does not depend on the machine's speed."""
        deadline = time.monotonic() + 100
        while time.monotonic() < deadline and process.poll() is None:
            caught = re.search(r"^SigCgt:\s*([0-9a-f]+)", pathlib.Path(f"/proc/{process.pid}/status").read_text(), flags=re.M)
            if caught and int(caught[1], 16) >> (signal.SIGINT - 1) & 1:
                return
            time.sleep(0.01)
        self.fail("the run does not begin")


def main(description):
    """Runs the tests of the calling file on the program that `--program` names; further words go to unittest."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--program", required=True, help="the ssdc to test")
    options, rest = parser.parse_known_args()
    CalledProgram.program = str(pathlib.Path(options.program).resolve())
    unittest.main(argv=["ssdc", *rest])
