"""Runs and their results: the same bytes as the program's, and calls that end as they should."""
import json
import math
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import drives
import ssdc

FEWEST_DESIGNS = 20
FILES = [*sorted(drives.ROOT.glob("stdlib/drives/*.ssd")), *sorted(drives.ROOT.glob("examples/*.ssd")), *sorted(drives.ROOT.glob("examples/papers/*.ssd"))]


def without_host(text):
    """A report without what differs from run to run."""
    return re.sub(r'"host": \{[^}]*\}', '"host": …', text)


def quiet():
    return warnings.catch_warnings(action="ignore")


def program(*words):
    return subprocess.run([drives.PROGRAM, *map(str, words)], capture_output=True, text=True, cwd=drives.ROOT)


class SameBytes(unittest.TestCase):
    def test_reports_equal_those_of_the_program(self):
        """Up to three designs of each file."""
        compared = 0
        for path in FILES:
            with quiet():
                file = ssdc.load(path)
            for name in file.designs[:3]:
                with self.subTest(design=f"{path.name}:{name}"):
                    words = ("--requests", 500, "--seed", 3, "--format", "json", "--engine", "generic", "--quiet")
                    done = program("run", f"{path}:{name}", *words, *(("--workload", file.workloads[0]) if file.workloads else ()))
                    if done.returncode != 0:
                        with self.assertRaises(ssdc.Error) as caught, quiet():
                            file[name].run(file.workloads[0] if file.workloads else "", requests=500, seed=3)
                        self.assertIn(caught.exception.code, done.stdout + done.stderr)
                        continue
                    with quiet():
                        result = file[name].run(file.workloads[0] if file.workloads else "", requests=500, seed=3)
                    self.assertEqual(without_host(result.json()), without_host(done.stdout))
                    compared += 1
        self.assertGreaterEqual(compared, FEWEST_DESIGNS)
        print(f"{compared} designs give the program's bytes")

    def test_a_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "text.ssd")
            path.write_text(drives.SMALL)
            trace = pathlib.Path(folder, "t.csv")
            trace.write_text("".join(f"{i * 1000000} 0 {i * 8 % 4096} 8 {i % 2}\n" for i in range(500)))
            done = program("run", f"{path}:Drive", "--trace", trace, "--format", "json", "--engine", "generic")
            self.assertEqual(done.returncode, 0, done.stderr)
            result = ssdc.load(path)["Drive"].run(trace=trace)
            self.assertEqual(without_host(result.json()), without_host(done.stdout))
            self.assertEqual(result.text().splitlines()[:3], program("run", f"{path}:Drive", "--trace", trace).stdout.splitlines()[:3])


class Results(unittest.TestCase):
    def setUp(self):
        self.design = ssdc.loads(drives.SMALL)["Drive"]

    def test_metrics_are_attributes_with_units(self):
        result = self.design.run("Mixed", seed=2)
        report = json.loads(result.json())
        self.assertEqual(result.read.p99, report["read"]["p99_ns"])
        self.assertEqual((result.read.p99.unit, result.read.p99.to("us"), result.read.p99.to("us").unit),
                         ("ns", report["read"]["p99_ns"] / 1000, "us"))
        self.assertEqual(result.parts.read.queue, report["parts"]["read"]["queue_ns"])
        self.assertEqual(result.write_amplification, report["write_amplification"])
        self.assertEqual(result.erases.total, report["flash"]["erases"])
        lacking = [name for name, value in result.metrics().items() if value is None]
        self.assertTrue(lacking)
        for name, value in result.metrics().items():
            found = result
            for part in name.split("."):
                found = getattr(found, part)
            found = found.total if isinstance(found, type(result.erases).__mro__[1]) else found
            self.assertTrue(found == result.metric(name) == value or (value is None and math.isnan(found)), name)
        with self.assertRaisesRegex(ValueError, "a quantity in ns has no value in 'MB'; it has one in ns, us"):
            result.read.p99.to("MB")
        with self.assertRaisesRegex(KeyError, "no metric 'reed.p99'"):
            result.metric("reed.p99")
        with self.assertRaises(AttributeError):
            result.reed
        self.assertEqual(pickle.loads(pickle.dumps(result.read.p99)).unit, "ns")
        self.assertIn("(ns)", type(result.read).p99.__doc__)

    def test_shown_in_a_notebook(self):
        result = self.design.run("Mixed")
        self.assertIn("<svg", self.design._repr_svg_())
        self.assertEqual(repr(result), result.text().rstrip("\n"))

    def test_requests_blame_and_timeline(self):
        result = self.design.run("Mixed", request_times=True, timeline=True)
        self.assertEqual(len(result.requests_csv().splitlines()), 2001)
        self.assertIn("99 to 99.9 %", result.blame().text)
        json.loads(result.blame().json)
        parted = json.loads(result.blame(0.75).json)
        self.assertEqual([(band["from_share"], band["to_share"]) for band in parted["read"]["bands"]], [(0, 0.75), (0.75, 1)])
        self.assertEqual(parted["read"]["bands"][0]["count"], int(result.read.count * 0.75))
        self.assertEqual(parted["read"]["all"], json.loads(result.blame().json)["read"]["all"])
        for share in (0, 1, -1, 99):
            with self.assertRaisesRegex(ValueError, "above 0 and below 1"):
                result.blame(share)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.perfetto")
            self.assertEqual(result.timeline(path), [])
            self.assertGreater(os.path.getsize(path), 1000)

    def test_what_a_run_did_not_keep_is_had_by_making_it_again(self):
        kept = self.design.run("Mixed", seed=3, request_times=True, timeline=True)
        result = self.design.run("Mixed", seed=3)
        before = result.json()
        self.assertEqual(result.requests_csv(), kept.requests_csv())
        self.assertEqual(result.blame(0.75), kept.blame(0.75))
        with tempfile.TemporaryDirectory() as folder:
            for name, of in (("kept", kept), ("again", result)):
                of.timeline(os.path.join(folder, name))
            contents = [pathlib.Path(folder, name).read_bytes() for name in ("kept", "again")]
        self.assertEqual(contents[0], contents[1])
        self.assertEqual(result.json(), before)
        with self.assertRaises(ssdc.Error) as caught:
            self.design.run("Mixed", only_ftl=True).requests()
        self.assertEqual(caught.exception.code, "E0502")

    def test_windows_of_a_timeline(self):
        """The same files as the program writes, in any order, and from a run that recorded all of it."""
        results = [self.design.run("Mixed", seed=3, timeline=kept) for kept in (False, True)]
        with tempfile.TemporaryDirectory() as folder:
            design, ours, theirs = (pathlib.Path(folder, name) for name in ("d.ssd", "ours", "theirs"))
            design.write_text(drives.SMALL)
            for window, words, left in (
                ({"begin": 1_000_000, "until": 3_000_000}, ("--timeline-from", "1ms", "--timeline-until", "3ms"), "covers 1.000 ms to 3.000 ms"),
                ({"size": 100 * 1024}, ("--timeline-size", "100KiB"), "did not fit into 100.0 KiB"),
                ({}, (), None),
                ({"begin": 20_000_000}, ("--timeline-from", "20ms"), "covers 20.00 ms to the end"),
            ):
                done = program("run", f"{design}:Drive", "--workload", "Mixed", "--seed", 3, "--timeline", theirs, *words)
                self.assertEqual(done.returncode, 0, done.stderr)
                for result in results:
                    with self.subTest(window=window):
                        notes = result.timeline(ours, **window)
                        self.assertEqual(ours.read_bytes(), theirs.read_bytes())
                        self.assertEqual(len(notes), 0 if left is None else 1)
                        self.assertIn(left or "", "".join(notes))
            with self.assertRaises(ssdc.Error) as caught:
                results[0].timeline(ours, begin=5, until=5)
            self.assertEqual(caught.exception.code, "E0630")
            for window, told in (({"begin": -1}, ValueError), ({"size": 0}, ValueError), ({"until": "1ms"}, TypeError)):
                with self.subTest(window=window), self.assertRaises(told):
                    results[0].timeline(ours, **window)
            self.assertEqual(len(results[0].requests()), 2000)  # a wrong window changes nothing
            stopped = ssdc.loads(drives.ENDLESS)["Drive"].run("Endless", timeline=True, progress=lambda stage, share: stage != "measured")
            stopped.timeline(ours)
            with self.assertRaisesRegex(ValueError, "ended early.*leave `begin`, `until` and `size` out"):
                stopped.timeline(ours, begin=1)

    def test_a_run_that_changed_is_not_made_again(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = pathlib.Path(folder, "t.csv")
            trace.write_text("".join(f"{i * 1000000} 0 {i * 8 % 4096} 8 {i % 2}\n" for i in range(50)))
            result = self.design.run(trace=trace)
            trace.write_text(trace.read_text().replace(" 8 1\n", " 8 0\n"))
            with self.assertRaisesRegex(ValueError, "other numbers now.*request_times=True"):
                result.requests()
        stopped = ssdc.loads(drives.ENDLESS)["Drive"].run("Endless", progress=lambda stage, share: stage != "measured")
        with self.assertRaisesRegex(ValueError, "ended early.*timeline=True"):
            stopped.timeline("none")

    def test_the_seed_and_the_number_of_requests_count(self):
        first, again, other = (self.design.run("Mixed", seed=seed, requests=700) for seed in (1, 1, 2))
        self.assertEqual(without_host(first.json()), without_host(again.json()))
        self.assertNotEqual(without_host(first.json()), without_host(other.json()))
        self.assertEqual(first.read.count + first.write.count, 700)

    def test_wrong_arguments(self):
        for options, told in (({"requests": 0}, ValueError), ({"requests": "9"}, TypeError), ({"requests": True}, TypeError), ({"seed": -1}, ValueError),
                              ({"seed": 2**64}, ValueError), ({"trace": 5}, TypeError), ({"engine": "fast"}, ValueError), ({"memory": 0}, ValueError),
                              ({"trace": "t.csv", "fold": "twice"}, ValueError), ({"progress": 3}, TypeError), ({"colour": "red"}, TypeError)):
            with self.subTest(options=options), self.assertRaises(told):
                self.design.run("" if "trace" in options else "Mixed", **options)
        with self.assertRaisesRegex(TypeError, "need a trace"):
            self.design.run("Mixed", closed=3)
        with self.assertRaisesRegex(TypeError, "a workload or a trace"):
            self.design.run("Mixed", trace="t.csv")
        for options, code in (({"workload": "Mixd"}, "E0309"), ({"trace": "no.csv"}, "E0401"),
                              ({"save_snapshot": "/no/folder/s"}, "E0508"), ({"only_ftl": True, "request_times": True}, "E0502")):
            with self.subTest(options=options), self.assertRaises(ssdc.Error) as caught:
                self.design.run(**options if options.keys() & {"workload", "trace"} else {"workload": "Mixed", **options})
            self.assertEqual(caught.exception.code, code)
            self.assertTrue(caught.exception.help)


class LongRuns(unittest.TestCase):
    def setUp(self):
        self.design = ssdc.loads(drives.ENDLESS)["Drive"]

    def test_ctrl_c_ends_a_run(self):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
        sent = []

        def interrupt():
            sent.append(time.process_time())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Timer(1, interrupt).start()
        with self.assertRaises(KeyboardInterrupt):
            self.design.run("Endless")
        used = time.process_time() - sent[0]
        print(f"Ctrl-C took {used:.2f} s of processor time")
        self.assertLess(used, 1)
        self.assertEqual(self.design.run("Mixed", requests=10).response.count, 10)  # the next run is whole

    def test_progress_can_end_a_run(self):
        told = []

        def tell(stage, share):
            told.append((stage, share))
            return stage != "measured" or share < 0.01

        result = self.design.run("Endless", progress=tell)
        self.assertTrue(result.partial)
        self.assertEqual(told[-1][0], "measured")
        self.assertFalse(self.design.run("Mixed", progress=tell).partial)

        def fail(stage, share):
            raise RuntimeError(f"in {stage}")

        with self.assertRaisesRegex(RuntimeError, "^in "):
            self.design.run("Endless", progress=fail)

    def test_a_run_holds_no_lock(self):
        ended = threading.Event()
        worker = threading.Thread(target=lambda: self.design.run("Endless", progress=lambda stage, share: not ended.is_set()))
        worker.start()
        begin, count = time.monotonic(), 0
        while time.monotonic() - begin < 0.5:
            count += 1
        ended.set()
        worker.join()
        self.assertGreater(count, 1000)


class Program(unittest.TestCase):
    def test_the_package_brings_the_program(self):
        """On the path, and as `python -m ssdc`."""
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "d.ssd").write_text(drives.SMALL)
            for words in ([pathlib.Path(sys.executable).with_name("ssdc")], [sys.executable, "-m", "ssdc"]):
                said = subprocess.run([*words, "run", "d.ssd:Drive", "--workload", "Mixed", "--format", "json"], cwd=folder, capture_output=True, text=True, check=True)
                self.assertEqual(without_host(said.stdout), without_host(ssdc.loads(drives.SMALL)["Drive"].run("Mixed").json()))
            version = subprocess.run([*words, "--version"], capture_output=True, text=True, check=True).stdout
            engines = "" if ssdc.has_compiler() else ", generic engine only"
            self.assertEqual(version, f"ssdc {ssdc.__version__}{engines}\n")
