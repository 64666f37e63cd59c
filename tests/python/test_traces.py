"""Traces, fits, probes, pictures of runs and dry runs: what the program prints, as values."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.append(os.environ["SSDC_FRAMES"])
import drives
import polars
import ssdc

TRACE = "".join(f"{i * 1000000} 0 {i * 8 % 4096} 8 {i % 2}\n" for i in range(500))


def program(*words, cwd=None):
    return subprocess.run([drives.PROGRAM, *map(str, words)], capture_output=True, text=True, cwd=cwd, check=True).stdout


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "t.csv"
        self.path.write_text(TRACE)


class Traces(Folder):
    def test_what_the_program_prints(self):
        trace = ssdc.load_trace(self.path)
        self.assertEqual((trace.format, len(trace)), ("ssdsim", 500))
        self.assertEqual(trace.text, program("trace", "info", self.path))
        self.assertEqual(json.loads(trace.json), json.loads(program("trace", "info", self.path, "--format", "json")))
        self.assertEqual(repr(trace), trace.text.rstrip("\n"))
        self.assertEqual(len(ssdc.load_trace(self.path, records=20)), 20)

    def test_records_are_a_trace(self):
        frame = ssdc.load_trace(self.path).records()
        self.assertEqual(frame.columns, ["time", "op", "offset", "size", "device"])
        drive = ssdc.loads(drives.SMALL)["Drive"]
        of_file, of_frame = (drive.run(trace=trace) for trace in (self.path, frame))
        self.assertEqual(of_file.metrics(), of_frame.metrics())

    def test_other_formats(self):
        trace, other, again = ssdc.load_trace(self.path), self.folder / "o.csv.zst", self.folder / "again.csv"
        self.assertEqual(trace.save(other), 0)
        self.assertEqual(ssdc.load_trace(other).format, "msr")
        self.assertTrue(ssdc.load_trace(other).records().to_polars().equals(trace.records().to_polars()))
        program("trace", "convert", self.path, "--to", "disksim", "-o", again)
        ssdc.save_trace(trace.records().to_polars(), self.folder / "mine.csv", "disksim")
        self.assertEqual((self.folder / "mine.csv").read_text(), again.read_text())
        cut = polars.DataFrame({"time": [0, 150], "op": ["read", "read"], "offset": [0, 0], "size": [512, 512]})
        self.assertEqual(ssdc.save_trace(cut, self.folder / "cut.csv", "msr"), 1)

    def test_requests_of_a_workload(self):
        file = ssdc.loads(drives.SMALL)
        (self.folder / "text.ssd").write_text(drives.SMALL)
        program("trace", "generate", f"{self.folder / 'text.ssd'}:Writes", "--seed", 3, "--requests", 50, "--size", "1GiB", "-o", self.folder / "g.csv")
        made = file.requests("Writes", seed=3, requests=50, space=2**30)
        self.assertTrue(made.to_polars().equals(ssdc.load_trace(self.folder / "g.csv").records().to_polars()))
        with self.assertRaises(ssdc.Error) as caught:
            file.requests("Mixed")
        self.assertEqual(caught.exception.code, "E0460")

    def test_a_fit(self):
        fit = ssdc.fit_trace(self.path, name="Alike", cache=False)
        self.assertEqual(fit.text, program("trace", "fit", self.path, "--name", "Alike", "--no-cache", "--quiet"))
        self.assertEqual(json.loads(fit.json), json.loads(program("trace", "fit", self.path, "--name", "Alike", "--no-cache", "--format", "json")))
        self.assertEqual((fit.name, ssdc.loads(fit.text).workloads[0]), ("Alike", "Alike"))
        self.assertTrue(any(figure.fitted and figure.within and figure.trace > 0 for figure in fit.figures))
        self.assertEqual(repr(fit), fit.text.rstrip("\n"))

    def test_mistakes(self):
        for call, code in ((lambda: ssdc.load_trace(self.folder / "none.csv"), "E0401"), (lambda: ssdc.fit_trace(self.folder / "none.csv"), "E0401"),
                           (lambda: ssdc.load_trace(self.path).save(self.folder / "none/x.csv"), "E0508")):
            with self.assertRaises(ssdc.Error) as caught:
                call()
            self.assertEqual(caught.exception.code, code)
        for call, told in ((lambda: ssdc.load_trace(self.path, records=0), ValueError), (lambda: ssdc.save_trace([1], "x"), TypeError),
                           (lambda: ssdc.load_trace(3), TypeError), (lambda: ssdc.fit_trace(self.path, progress=3), TypeError),
                           (lambda: ssdc.loads(drives.SMALL).requests("Writes", space=-1), ValueError)):
            with self.assertRaises(told):
                call()


class Probes(unittest.TestCase):
    def test_what_the_program_prints(self):
        text = "design Drive { geometry { channels: 2  chips: 2  dies: 1  planes: 1  blocks: 64  pages: 32  page: 4KiB } }\n"
        found = ssdc.loads(text)["Drive"].probe(seed=2)
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "text.ssd").write_text(text)
            shown = json.loads(program("probe", "text.ssd", "--seed", 2, "--format", "json", cwd=folder))
        self.assertEqual({**json.loads(found.json), "host": None}, {**shown, "host": None})
        answers = {answer.quantity: answer for answer in found.answers}
        self.assertEqual((answers["chunk_bytes"].value, answers["chunk_bytes"].agreement), (4096, "agrees"))
        self.assertLessEqual(answers["chunk_bytes"].agreeing, answers["chunk_bytes"].tested)
        self.assertTrue(found.requests > 0 and found.drive_time > 0)
        self.assertIn("<svg", found.plot(found.plots[0]).svg)
        with self.assertRaisesRegex(KeyError, "no plot 'x'"):
            found.plot("x")
        self.assertEqual(repr(found), found.text.rstrip("\n"))

    def test_progress_can_end_a_probe(self):
        large = ssdc.loads("design Drive { geometry { channels: 16  chips: 8  dies: 2  planes: 2  blocks: 2048  pages: 64  page: 4KiB } }\n")["Drive"]
        with self.assertRaisesRegex(ssdc.Error, "ended the probe"):
            large.probe(progress=lambda stage, share: False)


class PicturesOfRuns(Folder):
    def test_what_the_program_draws(self):
        (self.folder / "text.ssd").write_text(drives.SMALL)
        drive = ssdc.loads(drives.SMALL)["Drive"]
        for name, picture, words in (
            ("timing", drive.draw_run("Writes", requests=5), ("--requests", 5)),
            ("timing", drive.draw_run("Writes", begin=0, until=2_000_000), ("--timeline-until", "2ms")),
            ("heat", drive.draw_run("Writes", "heat", of="erases", seed=4), ("--of", "erases", "--seed", 4)),
        ):
            with self.subTest(words=words):
                program("draw", "text.ssd:Drive", "--workload", "Writes", "--view", name, *words, "-o", "p.svg", cwd=self.folder)
                self.assertEqual(picture.svg, (self.folder / "p.svg").read_text())
        self.assertIn("<svg", drive.draw_run(trace=self.path, requests=9).svg)
        for options, told in (({"view": "side"}, ValueError), ({"of": "noise", "view": "heat"}, ValueError), ({"begin": -1}, ValueError), ({"closed": 2}, TypeError)):
            with self.subTest(options=options), self.assertRaises(told):
                drive.draw_run("Writes", **options)


class DryRuns(Folder):
    def test_what_the_program_prints(self):
        path = self.folder / "e.ssd"
        path.write_text(drives.SMALL + "experiment E { vary design: [Drive]  vary workload: [Mixed]  vary ways: [1, 2]  measure waf }\n")
        text = ssdc.dry_run(f"{path}:E", points="ways=2")
        self.assertEqual(text.strip(), program("run", f"{path}:E", "--dry-run", "--points", "ways=2", "-o", self.folder / "none").strip())
        journal = self.folder / "j"
        self.assertNotIn("in the journal", ssdc.dry_run(f"{path}:E", journal=journal))
        self.assertFalse(journal.exists())
        ssdc.sweep(f"{path}:E", points="ways=2", journal=journal)
        self.assertIn("1 in the journal", ssdc.dry_run(f"{path}:E", journal=journal))
