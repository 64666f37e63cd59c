#!/usr/bin/env python3
"""The command line as a user meets it: exit codes, what goes to which stream, interruption, output files, equal
results of both engines."""
import csv
import gzip
import json
import os
import pathlib
import pty
import re
import resource
import shutil
import signal
import subprocess

import called_program

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
LONG = "workload Long { requests: 10_000_000  write: 100%  size: 4KiB  interval: 1us  seed: 1 }\n"
# Forty times as long as any test needs, for runs that are interrupted.
ENDLESS = LONG.replace("10_000_000", "30_000_000")
DESIGN = "design D { geometry { channels: 2 chips: 2 dies: 1 planes: 1 blocks: 64 pages: 32 page: 4KiB } }\n"


class CommandLine(called_program.CalledProgram):
    def test_both_engines_find_the_same(self):
        found = []
        for engine in self.engines():
            done = self.call("run", f"{EXAMPLES}/small_drive.ssd:SmallDrive", "--workload", "Office", "--engine", engine, "--format", "json")
            self.assertEqual(done.returncode, 0, done.stderr)
            result = json.loads(done.stdout)
            self.assertEqual(result.pop("host")["engine"], engine)
            found.append(result)
        self.assertEqual(found[0], found[-1])
        self.assertGreater(found[0]["flash"]["erases"], 0)

    def test_a_param_changes_the_design(self):
        logical = []
        for ways in (2, 4):
            done = self.call("run", f"{EXAMPLES}/small_drive.ssd:SmallDrive", "--workload", "Reads", "--requests", 10, "-D", f"ways={ways}", "--format", "json")
            logical.append(json.loads(done.stdout)["design"]["logical_pages"])
        self.assertAlmostEqual(logical[1] / logical[0], 2, places=4)

    def test_results_go_to_stdout_and_talk_does_not(self):
        done = self.call("run", self.write("d.ssd", DESIGN + "param unused: int = 1\n"), "--requests", 100)
        self.assertEqual(done.returncode, 0)
        self.assertIn("write amplification", done.stdout)
        self.assertNotIn("warning", done.stdout)
        self.assertIn("warning[", done.stderr)
        self.assertNotIn("\x1b", done.stdout + done.stderr)

    def test_a_library_of_another_version_is_told(self):
        os.mkdir(self.path("bin"))
        program = shutil.copy(self.program, self.path("bin/ssdc"))
        library = pathlib.Path(shutil.copytree(EXAMPLES.parent / "stdlib", self.path("share/ssdc/stdlib")))
        design = self.write("d.ssd", DESIGN)
        own = (library / "VERSION").read_text()

        def check():
            return subprocess.run([program, "check", design], capture_output=True, text=True, timeout=120, cwd=self.folder.name)

        self.assertEqual(check().returncode, 0, check().stderr)
        for stated, told in [("0.0.9\n", "version 0.0.9"), ("", "an unknown version")]:
            (library / "VERSION").write_text(stated)
            done = check()
            self.assertEqual(done.returncode, 1)
            self.assertIn("error[E0446]", done.stderr)
            for fact in (str(library), told, program, f"of version {own.strip()}"):
                self.assertIn(fact, done.stderr)
        shutil.rmtree(library)
        done = check()
        self.assertEqual(done.returncode, 1)
        for fact in ("error[E0453]", str(library), "cmake --install"):
            self.assertIn(fact, done.stderr)

    def test_the_place_of_the_library_can_be_named(self):
        library = pathlib.Path(shutil.copytree(EXAMPLES.parent / "stdlib", self.path("lib")))
        (library / "own.ssd").write_text("nand Own { read: 33us }\n")
        design = self.write("d.ssd", 'import "std/own.ssd"\ndesign D { nand: Own }\n')
        other = {**os.environ, "SSDC_STDLIB": self.path("nothing")}
        self.assertIn("error[E0301]", self.call("check", design).stderr)
        for how in ({"env": {**os.environ, "SSDC_STDLIB": str(library)}}, {"env": {**os.environ, "SSDC_STDLIB": ""}}):
            self.assertEqual(self.call("check", design, **how).returncode, 0 if how["env"]["SSDC_STDLIB"] else 1)
        self.assertEqual(self.call("check", design, "--stdlib", library, env=other).returncode, 0)
        self.assertIn("33us", self.call("explain", design, "--stdlib", library).stdout)
        for done in (self.call("check", design, env=other), self.call("check", design, "--stdlib", self.path("nothing"))):
            self.assertEqual(done.returncode, 1)
            for fact in ("error[E0453]", self.path("nothing"), "`--stdlib` or SSDC_STDLIB"):
                self.assertIn(fact, done.stderr)

    def test_usage_errors_exit_1(self):
        for words in (["fly"], ["run"], ["run", "x.ssd", "--engine", "steam"], ["run", "no.ssd"], ["explain", "E9999"], ["run", "x.ssd", "--fold", "modulo"]):
            done = self.call(*words)
            self.assertEqual(done.returncode, 1, words)
            self.assertTrue(done.stderr, words)

    def test_usage_names_the_command_and_not_where_it_lies(self):
        self.assertIn("\nUsage: ssdc run [OPTIONS] FILE\n", self.call("run", "--help").stdout)

    def test_an_output_that_cannot_be_written_is_told_before_the_run(self):
        design = self.write("d.ssd", DESIGN + LONG)
        os.mkdir(self.path("folder"))
        for command, output in [("run", "none/result.json"), ("run", "folder"), ("draw", "none/d.svg")]:
            done = self.call(command, design, "-o", self.path(output))
            self.assertEqual(done.returncode, 1)
            self.assertIn("error[E0508]", done.stderr)
            self.assertEqual(done.stdout, "")
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["d.ssd", "folder"])

    def test_an_output_that_fails_after_all_loses_nothing(self):
        done = self.call("run", self.write("d.ssd", DESIGN), "--requests", 10, "-o", "/dev/full")
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[E0508]", done.stderr)
        self.assertIn("write amplification", done.stdout)

    def call_within(self, memory, *words):
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        return self.call(*words, preexec_fn=limit)

    def test_a_drive_larger_than_the_memory_is_refused(self):
        large = "design D { geometry { channels: 8 chips: 8 dies: 2 planes: 2 blocks: 8192 pages: 256 page: 4KiB } }\n"
        done = self.call_within(1 << 30, "run", self.write("d.ssd", large), "--requests", 10)
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[E0501]", done.stderr)
        self.assertIn("this is what the machine has available", done.stderr)

    def test_a_drive_larger_than_what_it_may_take_is_refused(self):
        done = self.call("run", self.write("d.ssd", DESIGN), "--requests", 10, "--memory", "1MiB")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"error\[E0501\]: this run needs .* of memory; it may use 1\S* MiB")
        self.assertIn("`--memory` sets this limit", done.stderr)

    def test_requests_beyond_the_memory_are_refused_before_they_are_made(self):
        flow = "{ requests: 5_000_000  size: 4KiB  address: uniform  interval: 1us }"
        done = self.call("run", self.write("d.ssd", DESIGN + f"workload W {{ flow a {flow} flow b {flow} }}"), "--memory", "100MB")
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[E0505]", done.stderr)
        self.assertRegex(done.stderr, r"10,000,000 requests take .* the run may use 95\S* MiB")

    def test_requests_that_pile_up_beyond_the_memory_are_refused(self):
        """In both loops, at one instant or over time. All requests together would take at most a gigabyte."""
        flood = "workload Flood { requests: 2_000_000  write: 100%  size: 4KiB  interval: 0ns  address: uniform }\n"
        stream = flood.replace("0ns", "1us")
        aged = DESIGN.replace("geometry", "gc { victim(b): b.age } geometry")
        other = self.engines()[-1]
        for design, workload, engine in [(DESIGN, flood, "generic"), (DESIGN, stream, other), (aged, flood, other), (aged, stream, "generic")]:
            done = self.call("run", self.write("d.ssd", design + workload), "--engine", engine, "--memory", "200MiB", "--quiet")
            self.assertEqual(done.returncode, 1, done.stdout[:300])
            self.assertRegex(done.stderr, r"error\[E0511\]: request \d{6,} does not fit into 200\S* MiB of memory")
            self.assertIn("workload Flood", done.stderr)

    def test_memory_that_ends_while_a_trace_is_read_is_told(self):
        with gzip.open(self.path("t.csv.gz"), "wb", compresslevel=1) as file:
            file.write(b"".join(b"0 0 %d 8 0\n" % (i * 64) for i in range(2_000_000)))  # as many places as requests
        limit = lambda: resource.setrlimit(resource.RLIMIT_DATA, (96 << 20, 96 << 20))
        done = self.call("trace", "info", "t.csv.gz", preexec_fn=limit)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("error[E0506]: `ssdc trace info t.csv.gz` ran out of memory", done.stderr)

    def test_a_size_of_memory_has_a_unit(self):
        design = self.write("d.ssd", DESIGN)
        for size in ("4", "4ms", "-1GiB", "0B", "nanGiB", "1e400GiB", "GiB", "4 GiB"):
            done = self.call("run", design, "--requests", 10, f"--memory={size}")
            self.assertEqual(done.returncode, 1, size)
            self.assertIn("write `--memory 4GiB`", done.stderr, size)
        self.assertEqual(self.call("run", design, "--requests", 10, "--memory=0.5GB").returncode, 0)

    def test_what_is_no_command_is_told_with_help_or_without(self):
        for words, shown in [(["fly"], "fly"), (["simulate", "x.ssd"], "simulate"), (["bild", "--help"], "bild"), (["--help", "bild"], "bild"),
                             (["trace", "fly", "--help"], "trace fly"), (["trace", "fly"], "trace fly")]:
            done = self.call(*words)
            self.assertEqual(done.returncode, 1, words)
            self.assertIn(f"error[E0515]: there is no command `{shown}`", done.stderr)
            self.assertEqual(done.stdout, "")
        self.assertIn("did you mean `ssdc run`?", self.call("rum", "--help").stderr)
        for words in ["--help"], ["run", "--help"], ["trace", "--help"], ["run", "x.ssd", "--help"]:
            self.assertEqual(self.call(*words).returncode, 0, words)

    def test_a_full_disk_has_its_own_way_out(self):
        done = self.call("run", self.write("d.ssd", DESIGN), "--requests", 10, "-o", "/dev/full")
        self.assertIn("make room there", done.stderr)

    def test_a_full_standard_output_is_told_once_and_alike(self):
        design = self.write("d.ssd", DESIGN)
        calls = (["explain", "metrics"], ["explain", "E0108"], ["reference"], ["dump", design], ["completion", "bash"], ["check", design],
                 ["run", design, "--requests", 10], ["run", design, "--requests", 10, "--format", "json"], ["draw", design, "-o", "-"],
                 ["fmt", design, "-o", "-"], ["run", self.path("none.ssd"), "--format", "json"], ["--help"])
        for words in calls:
            with open("/dev/full", "wb") as full:
                done = subprocess.run([self.program, *map(str, words)], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual(done.returncode, 1, words)
            told = "error[E0508]: cannot write `standard output`: No space left on device\n = help: make room on its disk, or redirect it to another file: `> FILE`\n"
            self.assertEqual((words, done.stderr), (words, told))

    def test_an_output_spares_what_the_run_reads(self):
        design, trace = self.write("d.ssd", DESIGN), self.write("t.csv", "0 0 0 8 0\n1000000 0 8 8 0\n")
        packed = self.path("t.csv.gz")
        with gzip.open(packed, "wt") as file:
            file.write("0 0 0 8 0\n1000000 0 8 8 0\n")
        os.link(trace, self.path("linked"))
        os.symlink(packed, self.path("pointed"))
        for read, output in [(trace, trace), (trace, "linked"), (packed, packed), (packed, "pointed"), (trace, design)]:
            before = pathlib.Path(self.path(output)).read_bytes()
            done = self.call("run", design, "--trace", read, "-o", self.path(output))
            self.assertEqual(done.returncode, 1)
            self.assertIn("error[E0429]", done.stderr)
            self.assertEqual(done.stdout, "")
            self.assertEqual(pathlib.Path(self.path(output)).read_bytes(), before)
        self.assertEqual(self.call("run", design, "--trace", trace, "-o", self.path("new.json")).returncode, 0)
        self.assertEqual(self.call("run", design, "--trace", trace, "-o", self.path("new.json")).returncode, 0, "results may be replaced")

    def test_data_behind_packed_text_is_told(self):
        packed = gzip.compress(b"0 0 0 8 0\n1000000 0 8 8 0\n")
        more = gzip.compress(b"2000000 0 8 8 0\n")
        for tail, requests, code in [(b"", 2, None), (more, 3, None), (b"x", 2, "W0411"), (b"\0" * 600, 2, "W0411"), (b"2 0 0 8 0\n", 2, "W0411"),
                                     (more[:1], 2, "W0411"), (more[:-9], None, "E0405"), (more[:2] + b"\xff" * 20, None, "E0406")]:
            pathlib.Path(self.path("t.gz")).write_bytes(packed + tail)
            done = self.call("trace", "info", "t.gz", "--format", "json")
            self.assertEqual(done.returncode, 0 if requests else 1, (tail, done.stderr))
            told = re.findall(r"\[([EW]\d+)\]", done.stderr) if requests else [d["code"] for d in json.loads(done.stdout)["diagnostics"]]
            self.assertEqual(told, [code] if code else [])
            if requests:
                info = json.loads(done.stdout)
                self.assertEqual(info["requests"], requests, tail)
                self.assertEqual(["W0411" in note for note in info["notes"]], [True] if code else [])

    def test_a_check_that_holds_is_said(self):
        design = self.write("d.ssd", DESIGN)
        for words, checked in (["--check"], True), ([], False):
            done = self.call("run", design, "--requests", 10, "--format", "json", *words)
            self.assertEqual(json.loads(done.stdout)["host"]["checked"], checked)

    def test_a_closed_loop_beyond_the_memory_is_not_told_to_close_the_loop(self):
        deep = "workload Deep { requests: 100_000  write: 100%  size: 64KiB  closed: 65536 }\n"
        done = self.call("run", self.write("d.ssd", DESIGN + deep), "--engine", "generic", "--quiet", "--memory", "32MiB")
        self.assertEqual(done.returncode, 1, done.stdout[:300])
        self.assertIn("error[E0511]", done.stderr)
        self.assertIn("less deep, such as `closed: 32`", done.stderr)

    def test_interruption_before_the_simulation_says_so(self):
        drawn_for_seconds = LONG.replace("10_000_000", "100_000_000").replace("write: 100%", "write: 50%")
        for sent, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            process = subprocess.Popen([self.program, "run", self.write("d.ssd", DESIGN + drawn_for_seconds), "--format", "json"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.wait_until_interrupts_are_caught(process)
            process.send_signal(sent)
            out, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, code, err)
            self.assertRegex(err, r"^ssdc: interrupted while .* before the simulation began: there are no results\n$")
            self.assertEqual(out, "")

    def test_interruption_is_ignored_where_the_caller_ignores_it(self):
        process = subprocess.Popen([self.program, "run", self.write("d.ssd", DESIGN + LONG), "--requests", "300000", "--engine", "generic", "--format", "json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(0.01)
            except subprocess.TimeoutExpired:
                pass
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, err)
        self.assertFalse(json.loads(out)["partial"])

    def test_a_picture_that_cannot_be_drawn_is_told(self):
        file, drawn = self.write("d.ssd", DESIGN), self.write("d.svg", "of an earlier call")
        done = self.call("draw", file, "-o", drawn, env={**os.environ, "GVBINDIR": self.path("none")})
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("error[E0516]", done.stderr)
        self.assertEqual(self.read("d.svg"), "of an earlier call")

    def test_a_dash_is_the_standard_output(self):
        file = self.write("d.ssd", DESIGN)
        self.assertEqual(json.loads(self.call("run", file, "--requests", 100, "-o", "-", "--quiet").stdout)["schema"], "ssdc.results")
        self.assertIn("<svg", self.call("draw", file, "-o", "-").stdout)
        starter = self.call("new", "Mine", "-o", "-").stdout
        self.assertIn("design Mine", starter)
        self.assertEqual(self.call("check", self.write("Mine.ssd", starter)).returncode, 0)
        builds = (("build", file, "-o", "-"), ("build", file, "--shared", "-o", "-")) if "jit" in self.engines() else ()
        for words in (*builds, ("run", file, "--requests", 100, "--save-snapshot", "-")):
            done = self.call(*words)
            self.assertEqual(done.returncode, 1)
            self.assertIn("error[E0437]", done.stderr)
            self.assertIn("`./-`", done.stderr)
            self.assertEqual(done.stdout, "")
        self.assertFalse(os.path.exists(self.path("-")))

    def test_requests_one_by_one(self):
        file = self.write("d.ssd", DESIGN)
        report = json.loads(self.call("run", file, "--requests", 500, "--requests-out", self.path("r.csv"), "--format", "json").stdout)
        with open(self.path("r.csv"), newline="") as lines:
            rows = list(csv.DictReader(lines))
        self.assertEqual(len(rows), 500)
        for direction in ("read", "write"):
            times = [int(row["response_ns"]) for row in rows if row["direction"] == direction]
            self.assertEqual(len(times), report[direction]["count"])
            if times:
                self.assertAlmostEqual(sum(times) / len(times), report[direction]["mean_ns"], places=3)
        parts = [f"{part}_ns" for part in ("queue", "firmware", "link", "buffer", "unit", "collection", "channel", "transfer", "array", "controller")]
        for row in rows:
            self.assertEqual(int(row["completion_ns"]) - int(row["arrival_ns"]), int(row["response_ns"]))
            self.assertEqual(sum(int(row[part]) for part in parts), int(row["response_ns"]))
        self.assertIn("arrived at", self.call("blame", file, "--requests", 500).stdout)

    def test_requests_go_where_they_may(self):
        file = self.write("d.ssd", DESIGN)
        os.mkdir(self.path("folder"))
        for words, code in (((self.path("folder"),), "E0508"), ((self.path("no/such/r.csv"),), "E0508"), ((file,), "E0429"),
                            ((self.path("r.json"), "-o", self.path("r.json")), "E0502"), ((self.path("r.csv"), "--until", "end_of_life"), "E0502")):
            done = self.call("run", file, "--requests", 100, "--requests-out", *words)
            self.assertEqual(done.returncode, 1, words)
            self.assertIn(code, done.stderr, words)
            self.assertEqual(done.stdout, "", words)
        with open(file) as unchanged:
            self.assertEqual(unchanged.read(), DESIGN)

    def test_filling_a_large_drive_shows_its_progress_and_can_be_interrupted(self):
        large = DESIGN.replace("design ", "design Large { geometry { channels: 8  chips: 2  dies: 2  planes: 2  blocks: 16384  pages: 256  page: 4KiB } start { state: filled { valid: 80% } } }\ndesign ", 1)
        file = self.write("large.ssd", large + "workload Few { requests: 100 }\n") + ":Large"
        for words in (("run", file, "--workload", "Few"), ("probe", file), ("draw", file, "--view", "heat", "--workload", "Few", "-o", self.path("h.svg"))):
            out, shown = self.interrupted_at(b" of the drive filled", *words)
            self.assertEqual(out, "", words)
            self.assertRegex(shown, rb"million pages/s", words)
            self.assertRegex(shown, rb"interrupted while the drive was filled, before the simulation began: there are no results", words)
        self.assertFalse(os.path.exists(self.path("h.svg")))

    def test_a_picture_of_an_interrupted_run_says_so(self):
        file = self.write("d.ssd", DESIGN + ENDLESS)
        self.interrupted_at(b"left", "draw", file, "--view", "heat", "-o", self.path("h.svg"))
        with open(self.path("h.svg")) as picture:
            self.assertRegex(picture.read(), r"after [0-9,]+ \(interrupted\) of 30,000,000 requests of ")
        out, shown = self.interrupted_at(b"left", "draw", file, "--view", "timing", "--timeline-from", "1000000s", "-o", self.path("t.svg"))
        self.assertEqual(out, "")
        self.assertRegex(shown, rb"interrupted at .* of the run, before the time to be drawn: there is no picture")
        self.assertFalse(os.path.exists(self.path("t.svg")))

    def interrupt(self, *arguments):
        """Interrupts a run once the simulation has begun. Returns the result and what was printed."""
        out, shown = self.interrupted(*arguments)
        return json.loads(out), shown

    def interrupted(self, *arguments, twice=False):
        """Interrupts a run once the progress bar shows that the simulation has begun. Returns the output and what
        was printed."""
        return self.interrupted_at(b"left", "run", *arguments, "--format", "json", twice=twice)

    def interrupted_at(self, mark, *words, twice=False):
        """Interrupts once the progress bar shows `mark`."""
        reader, writer = pty.openpty()
        with open(self.path("out"), "w+") as out:
            process = subprocess.Popen([self.program, *words], stdout=out, stderr=writer)
            os.close(writer)
            shown = b""
            try:
                while piece := os.read(reader, 4096):
                    if mark in shown + piece and mark not in shown:
                        process.send_signal(signal.SIGINT)
                        if twice:
                            self.wait_until_taken(process)
                            process.send_signal(signal.SIGINT)
                    shown += piece
            except OSError:  # the terminal is gone: the program has ended
                pass
            self.assertEqual(process.wait(timeout=60), 130, shown)
        return pathlib.Path(self.path("out")).read_text(), shown

    def wait_until_taken(self, process):
        """Waits until no signal is pending, because of two pending ones one is lost."""
        pending = "1"
        while int(pending, 16) != 0:
            pending = re.search(r"ShdPnd:\s*([0-9a-f]+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1]

    def test_interruption_ends_with_partial_results(self):
        result, shown = self.interrupt(self.write("d.ssd", DESIGN + ENDLESS))
        self.assertTrue(result["partial"])
        self.assertLess(result["response"]["count"], 30_000_000)
        self.assertNotIn(b"error", shown)

    def test_a_second_interrupt_ends_at_once_and_says_so(self):
        design = self.write("d.ssd", DESIGN + ENDLESS)
        for _ in range(20):  # the first interrupt may have ended the run before the second one comes
            _, shown = self.interrupted(design, twice=True)
            if b"interrupted again: ended at once; its output is incomplete" in shown:
                return
        self.fail("no second interrupt was told")

    def test_interruption_of_a_life(self):
        worn = DESIGN.replace("} }", "} nand { endurance: 1_000_000_000 } }") + ENDLESS.replace("1us", "1ms")
        result, shown = self.interrupt(self.write("d.ssd", worn), "--until", "end_of_life", "--requests", "1000")
        self.assertTrue(result["partial"])
        self.assertFalse(result["lifetime"]["ended"])
        self.assertGreater(result["lifetime"]["projected_bytes_mean"], 0)
        self.assertGreater(result["workload"]["requests"], 1000)
        self.assertIn(b"% of all erases", shown)
        self.assertNotIn(b"error", shown)

    def test_progress_is_shown_on_a_terminal_only(self):
        design = self.write("d.ssd", DESIGN + ENDLESS)
        _, shown = self.interrupt(design)
        self.assertRegex(shown, rb"\r\x1b\[K\[[#.]{30}\] +[0-9.]+ %.* million requests/s  [0-9:]+ left")
        self.assertIn(b"\r\x1b[K", shown[shown.rindex(b"left"):])
        long = subprocess.Popen([self.program, "run", design, "--format", "json"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        with self.assertRaises(subprocess.TimeoutExpired):  # long enough for the bar to be shown
            long.wait(timeout=1.5)
        long.send_signal(signal.SIGINT)
        self.assertNotRegex(long.communicate(timeout=60)[1], rb"\x1b|left")
        self.assertEqual(long.returncode, 130)


if __name__ == "__main__":
    called_program.main(__doc__)
