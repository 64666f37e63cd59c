#!/usr/bin/env python3
"""Standard output and standard error that are full or closed. Lost messages cost nothing else; a lost result gives exit
code 1; files that do not depend on the stream are complete; and no command is ended by a signal."""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

import called_program

DESIGN = """design D { geometry { channels: 2 chips: 2 dies: 1 planes: 1 blocks: 64 pages: 32 page: 4KiB } }
workload W { requests: 300  write: 100%  size: 4KiB  interval: 1us  seed: 1 }
experiment E { vary design: [D]  vary workload: [W]  measure waf }
"""
# An experiment that runs until it is interrupted: progress is shown after ten seconds.
ENDLESS = DESIGN.replace("300", "30_000_000").replace("measure", "seeds: 30  measure")
TRACE = "128166372003061629,host,0,Write,4096,4096,100\n128166372004061629,host,0,Write,8192,4096,100\n" * 40

# The words of each call, in a folder with the files d.ssd, bad.ssd and t.csv.
CALLS = """
--version
--help
run --help
fly
run
check d.ssd
check bad.ssd
check bad.ssd --format json
new fresh
run d.ssd --workload W
run d.ssd --workload W -o r.json --requests-out q.csv --timeline t.trace --save-snapshot s.snap
run d.ssd --workload W --format json -o r.json
run d.ssd:D --workload W --timeline t.trace --timeline-size 64KiB
run d.ssd --workload W -o -
run bad.ssd
run d.ssd:E -o results
run d.ssd:E --dry-run
run d.ssd:E --shard 1/1 -o results
merge d.ssd:E part -o results
blame d.ssd --workload W -o b.json
explain d.ssd
explain metrics
explain formats
fmt d.ssd
fmt d.ssd -o -
fmt d.ssd --check
diff d.ssd d.ssd
draw d.ssd --view tree
draw d.ssd --view allocation -o -
draw d.ssd --view timing --workload W -o timing.svg
draw d.ssd --view heat --workload W -o heat.svg
probe d.ssd -o figures
trace info t.csv
trace generate Fin1 --to msr --requests 200 -o w.csv
trace generate Fin2 --to msr --requests 5 -o -
trace generate d.ssd:W --to msr -o w.csv
trace generate d.ssd:W --to msr -o -
trace convert t.csv --to spc -o c.spc
trace convert t.csv --to spc -o -
trace fit t.csv -o f.ssd
trace fit t.csv
build d.ssd -o sim
build d.ssd -o sim.so --shared
cache
cache --clear
reference
reference -o r.md
completion bash
dump d.ssd --stage ast
dump d.ssd --stage plan
dump d.ssd --stage ir
""".split("\n")[1:-1]

# The calls that exit with 1 in any case.
FAILING = {"fly", "run", "check bad.ssd", "check bad.ssd --format json", "run bad.ssd", "fmt d.ssd --check"}

FINE, FULL, CLOSED = "fine", "full", "closed"
LOST = [(out, err) for out in (FINE, FULL, CLOSED) for err in (FINE, FULL, CLOSED) if (out, err) != (FINE, FINE)]


def lose(out, err, none_in=False):
    """For a child: replaces its standard streams by full or closed ones."""
    def act():
        for number, how in ((0, CLOSED if none_in else FINE), (1, out), (2, err)):
            if how == FULL:
                full = os.open("/dev/full", os.O_WRONLY)
                os.dup2(full, number)
                os.close(full)
            elif how == CLOSED:
                os.close(number)
    return act


def shown(path):
    """What a file of results says, without the times of the host, which differ from call to call."""
    content = path.read_bytes()
    if path.suffix == ".json":
        whole = json.loads(content)
        whole.pop("host", None)
        return json.dumps(whole)
    return content if path.suffix in (".csv", ".svg", ".ssd", ".spc", ".h", ".md") else bool(content)


class LostStreams(called_program.CalledProgram):
    part = None  # the journal of a shard of the experiment, for `merge`

    def setUp(self):
        super().setUp()
        if LostStreams.part is None:
            self.write("d.ssd", DESIGN)
            self.call("run", "d.ssd:E", "--shard", "1/1", "-o", "part")
            LostStreams.part = self.read("part/journal")

    def call_in(self, folder, words, *lost, **how):
        """The result of a call in a folder of its own, and the files that it leaves there."""
        there = pathlib.Path(folder)
        (there / "d.ssd").write_text(DESIGN)
        (there / "bad.ssd").write_text("design D { geometry { channels: none } }\n")
        (there / "t.csv").write_text(TRACE)
        (there / "part").mkdir()
        (there / "part" / "journal").write_text(self.part)
        done = subprocess.run([self.program, *words.split()], stdin=subprocess.DEVNULL, capture_output=True, timeout=120, cwd=there,
                              env={**os.environ, "SSDC_CACHE_DIR": self.path("cache")}, preexec_fn=lose(*lost, **how) if lost else None)
        files = {str(path.relative_to(there)): shown(path) for path in sorted(there.rglob("*")) if path.is_file() and path.name != "journal"}
        return done, files

    def test_every_command(self):
        for words in CALLS:
            with tempfile.TemporaryDirectory() as folder:
                reference, expected = self.call_in(folder, words)
            with self.subTest(words=words):
                self.assertEqual(reference.returncode, words in FAILING, reference.stderr)
            for out, err in LOST:
                with self.subTest(words=words, out=out, err=err), tempfile.TemporaryDirectory() as folder:
                    done, files = self.call_in(folder, words, out, err)
                    lost = out != FINE and reference.stdout != b""
                    self.assertEqual(done.returncode, 1 if lost else reference.returncode, done.stderr)
                    self.assertEqual(files, expected)
                    if err == FINE and lost:
                        self.assertEqual(done.stderr.count(b"error[E0508]"), 1, done.stderr)
                        self.assertIn(b"standard output", done.stderr)

    def test_every_command_of_the_program_is_called(self):
        commands = re.findall(r"^  ([a-z]+) ", self.call("--help").stdout.partition("Subcommands:")[2], flags=re.M)
        self.assertGreater(len(commands), 10)
        self.assertEqual(set(commands) - {words.split()[0] for words in CALLS if words}, set())

    def test_without_any_stream_no_file_gets_what_is_printed(self):
        with tempfile.TemporaryDirectory() as folder:
            _, expected = self.call_in(folder, "run d.ssd --workload W -o r.json")
        with tempfile.TemporaryDirectory() as folder:
            done, files = self.call_in(folder, "run d.ssd --workload W -o r.json", CLOSED, CLOSED, none_in=True)
        self.assertEqual((done.returncode, files), (1, expected))

    def test_progress_that_cannot_be_shown_costs_nothing(self):
        design = self.write("d.ssd", ENDLESS)
        with open("/dev/full", "w") as full:
            run = subprocess.Popen([self.program, "run", f"{design}:E", "--jobs", "1", "-o", self.path("r")], stdout=subprocess.PIPE, stderr=full,
                                   env={**os.environ, "SSDC_CACHE_DIR": self.path("cache")})
            self.addCleanup(run.kill)
            self.wait_until_interrupts_are_caught(run)
            time.sleep(10.5)
            self.assertIsNone(run.poll(), "the program ended at its first line of progress")
            run.send_signal(signal.SIGINT)
            out, _ = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 130)
        self.assertIn(b"results are in", out)
        self.assertTrue(os.path.exists(self.path("r/results.csv")))


if __name__ == "__main__":
    called_program.main(__doc__)
