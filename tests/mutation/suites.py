"""The tests of a build as commands, and their runs with and without a fault."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time

OTHER_SOURCES = {"fuzz", "walks"}  # these build the sources again, without the choice of a fault
SHORTEST_LIMIT = 120  # seconds; a test that fails may take long to make its case smaller


class Suite:
    """One test of ctest, or a part of it: SUITE/WORDS, where the words are GoogleTest's filter, or further arguments."""

    def __init__(self, name, command, environment, labels, part=""):
        self.name, self.command, self.labels = name, command, labels
        self.environment = dict(word.split("=", 1) for word in environment)
        if part and pathlib.Path(command[0]).name.endswith("_tests"):
            self.environment = {"GTEST_FILTER": part}
        elif part:
            self.command = command + part.split()

    def run(self, seed, number, limit):
        """Runs it with the fault of that number (0: none). Returns how it ended ("" if it passed), its output, and the
        seconds that it took."""
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "GTEST_FAIL_FAST": "1", **self.environment, "SSDC_SLICE": "5", "SSDC_TEST_SEED": str(seed),
                           "SSDC_MUTANT": str(number), "SSDC_CACHE_DIR": str(pathlib.Path(folder, "cache")), "TMPDIR": folder}
            begin = time.monotonic()
            with open(pathlib.Path(folder, "output"), "w+", errors="replace") as output:
                process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=environment,
                                           cwd=folder, start_new_session=True)
                try:
                    status = process.wait(limit)
                    end = "" if status == 0 else "fails" if status > 0 else f"dies by signal {-status}"
                except subprocess.TimeoutExpired:
                    end = f"hangs (more than {limit:.0f} s)"
                finally:
                    end_group(process)
                seconds = time.monotonic() - begin
                output.seek(0)
                return end, output.read(), seconds


def end_group(process):
    """Ends what is left of a test: also the programs that it has called."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


class UnsoundSuite(Exception):
    pass


class Suites:
    """The suites of a build. Before a suite is used it must have passed without a fault, which also tells how long it
    takes."""

    def __init__(self, build, seed):
        listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
        self.seed, self.rows, self.seconds, self.locks = seed, {}, {}, {}
        for test in json.loads(listed.stdout)["tests"]:
            properties = {p["name"]: p["value"] for p in test["properties"]}
            runs_the_build = any(str(build) in word for word in test["command"])
            if runs_the_build and test["name"] not in OTHER_SOURCES:
                self.rows[test["name"]] = (test["command"], properties.get("ENVIRONMENT", []), properties.get("LABELS", []))
        self.guard = threading.Lock()

    def named(self, words):
        """The suites that a row's word names: one, all parts of a divided one, or a part of one."""
        name, _, part = words.partition("/")
        found = [row for row in self.rows if row == name or (row.startswith(name + "_") and row[len(name) + 1:].isdigit())]
        if not found:
            raise UnsoundSuite(f"there is no suite {name}; the build has {', '.join(self.rows)}")
        return [Suite(words if part else row, *self.rows[row], part) for row in (found[:1] if part else found)]

    def all(self):
        """All suites, the quick ones first."""
        return [Suite(name, *self.rows[name]) for name in sorted(self.rows, key=lambda name: "quick" not in self.rows[name][2])]

    def seconds_without_fault(self, suite):
        with self.guard:
            lock = self.locks.setdefault(suite.name, threading.Lock())
        with lock:
            if suite.name not in self.seconds:
                end, output, seconds = suite.run(self.seed, 0, 7200)
                if end:
                    raise UnsoundSuite(f"suite {suite.name} {end} without a fault:\n{output[-3000:]}")
                self.seconds[suite.name] = seconds
            return self.seconds[suite.name]

    def limit(self, suite):
        return max(SHORTEST_LIMIT, 6 * self.seconds_without_fault(suite))

