"""Experiments: in this process and by workers, stopped and resumed, with the bytes of the program."""
import concurrent.futures
import multiprocessing
import os
import pathlib
import pickle
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock
import warnings

import drives
import ssdc
from ssdc import _core, _workers

SWEEP = """param ways: int = 1
param gap: time = 200us
param part: ratio = 50%
param block: int = 64
param length: int = 300
design Drive { geometry { channels: 2  chips: ways  dies: 1  planes: 1  blocks: block  pages: 32  page: 4KiB } }
design Other from Drive { gc { trigger: free_pages < 8%  victim(b): b.age } }
workload Writes { requests: length  write: part  size: 4KiB  address: uniform  interval: gap }
workload Big { requests: 40  write: 100%  size: 14MiB  address: sequential  closed: 1 }
workload Closed { requests: length  write: part  size: 8KiB  address: uniform  closed: 4 }
experiment Many {
  vary design: [Drive, Other]
  vary workload: [Writes, Closed]
  vary ways: [1, 2, 4]
  vary gap: [100us, 200us, 400us]
  vary part: [0%, 20%, 40%, 60%, 80%, 100%]
  seeds: 2
  measure response.mean, read.p99, write_amplification
  normalize response.mean to ways == 1
  expect "more ways are faster": mean(response.mean, ways == 4) < mean(response.mean, ways == 1)
  expect "and never amplify": all(write_amplification < 1)
  plot lines(response.mean) over ways group design
}
experiment Ftl { only: ftl  vary design: [Drive]  vary workload: [Writes]  vary block: [48, 64, 96]  vary ways: [1, 2]  measure waf  plot bars(waf) over block }
experiment Failing { vary design: [Drive]  vary workload: [Big]  vary ways: [1, 2, 3]  measure response.mean }
"""
POINTS, RUNS = 216, 432
LONGER = {"length": 3000}
# Of the points, gap makes no difference for the workload Closed.
DIFFERENT = RUNS - 2 * 3 * 2 * 6 * 2
PLOT = "1-lines-response.mean"


def quiet():
    return warnings.catch_warnings(action="ignore")


class Watched:
    """A progress that notes what it is told, and calls `then` once as many runs are done."""

    def __init__(self, at=None, then=None):
        self.at, self.then, self.told = at, then, []

    def __call__(self, done, failed, runs, share):
        self.told.append((done, failed, runs, share))
        if self.at is not None and done >= self.at:
            self.at = None
            return self.then()
        return True

    @property
    def runs(self):
        return self.told[-1][2]


class Sweeps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "s.ssd").write_text(SWEEP)
        self.file = str(self.folder / "s.ssd")
        self.journal = self.folder / "s.journal"

    def made_by_the_program(self, name, *options):
        results = self.folder / f"{name}.program"
        subprocess.run([drives.PROGRAM, "run", f"{self.file}:{name}", "-o", results, "--quiet", *options], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return {path.name: path.read_text() for path in (results / "results.csv", results / "results.json", *results.glob("plots/*"))}

    def assert_same(self, sweep, files):
        self.assertEqual(sweep.csv, files["results.csv"])
        self.assertEqual(sweep.json, files["results.json"])
        self.assertEqual({f"{name}.svg": sweep.plot(name).svg for name in sweep.plots}, {name: text for name, text in files.items() if name.endswith(".svg")})

    def test_the_bytes_of_the_program(self):
        for name in ("Many", "Ftl", "Failing"):
            files = self.made_by_the_program(name)
            with self.subTest(experiment=name), quiet(), concurrent.futures.ThreadPoolExecutor(2) as threads:
                self.assert_same(ssdc.sweep(f"{self.file}:{name}"), files)
                self.assert_same(ssdc.sweep(ssdc.load(self.file), name, executor=threads), files)
                ssdc.sweep(self.file, name, executor=threads, folder=self.folder / "own")
                self.assertEqual((self.folder / "own/results.csv").read_text(), files["results.csv"])
            subprocess.run(["rm", "-r", self.folder / "own"], check=True)
        some = ssdc.sweep(f"{self.file}:Many", points="ways=2, part=40%", params={"block": 96})
        self.assertEqual(some.csv, self.made_by_the_program("Many", "--points", "ways=2, part=40%", "-D", "block=96")["results.csv"])
        self.assertEqual(ssdc.sweep(SWEEP, "Ftl").csv, self.made_by_the_program("Ftl")["results.csv"])

    def test_a_killed_worker(self):
        """The sweep ends with the executor's exception, and the same call makes the rest."""
        kept = Watched(60, lambda: os.kill(next(iter(pool._processes)), signal.SIGKILL))
        small = unittest.mock.patch.object(_workers, "_SECONDS", 0.02)
        with concurrent.futures.ProcessPoolExecutor(2) as pool, small, self.assertRaises(concurrent.futures.process.BrokenProcessPool) as caught:
            ssdc.sweep(f"{self.file}:Many", params=LONGER, executor=pool, journal=self.journal, progress=kept)
        self.assertIn("only the missing runs", caught.exception.__notes__[0])
        self.assertEqual(kept.runs, DIFFERENT)
        rest = Watched()
        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            found = ssdc.sweep(f"{self.file}:Many", params=LONGER, executor=pool, journal=self.journal, progress=rest)
        self.assert_same(found, self.made_by_the_program("Many", "-D", "length=3000"))
        self.assertTrue(0 < rest.runs <= DIFFERENT - 60, rest.runs)
        self.assertEqual(rest.told[-1], (rest.runs, 0, rest.runs, 1.0))

    def test_a_worker_that_is_killed_while_it_answers(self):
        """The executor would wait for the rest of the answer for ever."""
        patched = unittest.mock.patch.multiple(_workers, make_runs=answer_a_part, _PATIENCE=0.5)
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as pool, patched, \
                self.assertRaises(concurrent.futures.process.BrokenProcessPool) as caught:
            ssdc.sweep(f"{self.file}:Many", executor=pool, journal=self.journal, progress=False)
        self.assertIn("only the missing runs", caught.exception.__notes__[0])
        self.assert_same(ssdc.sweep(f"{self.file}:Many", journal=self.journal), self.made_by_the_program("Many"))

    def test_an_exception_half_way(self):
        def fail():
            raise RuntimeError("half-way")

        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            first = Watched(DIFFERENT // 2, fail)
            with self.assertRaisesRegex(RuntimeError, "half-way"), unittest.mock.patch.object(_workers, "_SECONDS", 0.02):
                ssdc.sweep(f"{self.file}:Many", params=LONGER, executor=pool, journal=self.journal, progress=first)
            rest = Watched()
            found = ssdc.sweep(f"{self.file}:Many", params=LONGER, journal=self.journal, progress=rest)  # here
            files = self.made_by_the_program("Many", "-D", "length=3000")
            self.assert_same(found, files)
            self.assertTrue(0 < rest.runs <= DIFFERENT - DIFFERENT // 2, rest.runs)
            again = Watched()
            self.assert_same(ssdc.sweep(f"{self.file}:Many", params=LONGER, executor=pool, journal=self.journal, progress=again), files)
            self.assertEqual(again.runs, 0)

    def interrupted(self, seconds, experiment, name, **options):
        """Sends an interrupt after that time; returns how much processor time the sweep took until it ended by it."""
        sent = []

        def interrupt():
            sent.append(time.process_time())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(seconds, interrupt)
        self.addCleanup(timer.cancel)
        timer.start()
        with quiet(), self.assertRaises(KeyboardInterrupt):
            ssdc.sweep(experiment, name, progress=False, **options)
        used = time.process_time() - sent[0]
        print(f"Ctrl-C took {used:.2f} s of processor time")
        return used

    def test_ctrl_c(self):
        """While many points are checked, while runs are made here, and while workers make them."""
        lengths = ", ".join(str(length) for length in range(300, 4_300))
        many = SWEEP + f"experiment Points {{ only: ftl  vary design: [Drive]  vary workload: [Writes]  vary length: [{lengths}]  measure waf }}\n"
        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            with quiet():
                file = ssdc.loads(many)  # it has a note that so many points are not all checked at once
            self.assertLess(self.interrupted(0.2, file, "Points", executor=pool, journal=self.journal), 1)
            self.assertLess(self.interrupted(1, ssdc.loads(SWEEP, params={"length": 3_000_000}), "Many", jobs=2), 1)
            self.assertLess(self.interrupted(1, ssdc.loads(SWEEP, params={"length": 3_000_000}), "Many", executor=pool), 1)
            for worker in pool._processes.values():
                worker.kill()

    def test_progress_can_end_a_sweep(self):
        whole = ssdc.sweep(f"{self.file}:Many", params=LONGER)
        for number, executor in enumerate((None, concurrent.futures.ThreadPoolExecutor(2))):
            journal = self.folder / f"{number}.journal"
            found = ssdc.sweep(f"{self.file}:Many", params=LONGER, executor=executor, journal=journal, progress=Watched(20, lambda: False))
            self.assertTrue(found.partial)
            states = [row.split(",")[7] for row in found.csv.splitlines()[1:]]
            self.assertTrue(20 <= states.count("done") < RUNS)
            self.assertEqual(states.count("done") + states.count("missing"), RUNS)
            rest = ssdc.sweep(f"{self.file}:Many", params=LONGER, executor=executor, journal=journal)
            self.assertEqual((rest.partial, rest.csv), (False, whole.csv))
            if executor is not None:
                executor.shutdown()

    def test_results(self):
        found = ssdc.sweep(f"{self.file}:Many")
        self.assertEqual((found.name, found.partial, found.contradicts_a_claim), ("Many", False, True))
        self.assertEqual([(claim.title, claim.verdict) for claim in found.claims], [("more ways are faster", "holds"), ("and never amplify", "fails")])
        self.assertGreater(found.claims[0].margin, 0)
        self.assertEqual(pickle.loads(pickle.dumps(found.claims)), found.claims)
        self.assertTrue(found.claims[1].where)
        self.assertEqual(found.plots, [PLOT])
        self.assertIn("<svg", found.plot(PLOT)._repr_svg_())
        with self.assertRaisesRegex(KeyError, "(?s)no plot 'x'.*there are 1-lines"):
            found.plot("x")
        self.assertIn("<html", found.page)
        shown = found._repr_html_()
        for part in ("<b>Many</b>", "more ways are faster", "holds", "<th class=n>response.mean [ns]</th>", "and 332 more rows"):
            self.assertIn(part, shown)
        self.assertEqual(repr(found), found.text.rstrip("\n"))
        self.assertEqual(found.value(0, "response.mean"), float(found.csv.splitlines()[1].split(",")[8]))
        self.assertEqual(found.value(0, "response.mean", seed=2), float(found.csv.splitlines()[2].split(",")[8]))
        with self.assertRaisesRegex(ValueError, "no point 216"):
            found.value(POINTS, "response.mean")
        table = found.table()
        self.assertEqual(len(table), RUNS)
        self.assertEqual(found.table().columns, table.columns)  # read anew
        named = found.csv.splitlines()[0].replace(",gap,part,", ",gap [ns],part [share],")
        self.assertEqual(table.columns, named.split(","))

    def test_runs_that_fail_are_a_warning(self):
        with concurrent.futures.ThreadPoolExecutor(2) as threads, self.assertWarnsRegex(ssdc.DesignWarning, "E0610") as told:
            found = ssdc.sweep(f"{self.file}:Failing", executor=threads)
        self.assertEqual(told.filename, __file__)
        again = f"""`ssdc.load("{self.file}", params={{"ways": 1}})["Drive"].run(workload="Big")` shows the first one completely"""
        self.assertIn(again, str(told.warning))
        with self.assertRaises(ssdc.Error):  # the call of the help
            ssdc.load(self.file, params={"ways": 1})["Drive"].run(workload="Big")
        self.assertIn(",failed,", found.csv)

    def test_journals_of_others(self):
        ssdc.sweep(f"{self.file}:Ftl", journal=self.journal)
        notes = self.folder / "notes.txt"
        notes.write_text("mine\n")
        for journal, code, way_out in ((self.journal, "E0604", "another file"), (notes, "E0604", "a file that is empty"), (self.folder, "E0606", "another file"),
                                       (self.folder / "s.ssd" / "x", "E0606", "another file")):
            with self.subTest(journal=journal.name), self.assertRaises(ssdc.Error) as caught:
                ssdc.sweep(f"{self.file}:Many", journal=journal)
            self.assertEqual(caught.exception.code, code)
            self.assertIn(way_out, caught.exception.help)
        self.assertEqual(notes.read_text(), "mine\n")
        with self.journal.open("a") as file:
            file.write("a damaged line\n")
        with self.assertWarnsRegex(ssdc.DesignWarning, "W0601"):
            ssdc.sweep(f"{self.file}:Ftl", journal=self.journal)

    def test_the_folder_of_a_journal_must_be_there(self):
        """A slip in a path makes no folders; a folder of results is made with those above it."""
        for call in (ssdc.sweep, ssdc.dry_run):
            with self.subTest(call=call.__name__), self.assertRaises(ssdc.Error) as caught:
                call(f"{self.file}:Ftl", journal=self.folder / "none" / "s.journal")
            self.assertEqual(caught.exception.code, "E0606")
            self.assertEqual(caught.exception.help, f"make the folder `{self.folder}/none` first, or name another file for the journal")
            self.assertIn("No such file or directory", caught.exception.message)
        self.assertFalse((self.folder / "none").exists())
        ssdc.sweep(f"{self.file}:Ftl", folder=self.folder / "none" / "s")
        self.assertTrue((self.folder / "none" / "s" / "results.csv").exists())

    def test_wrong_arguments(self):
        file = f"{self.file}:Many"
        for options, told in (({"jobs": 0}, ValueError), ({"jobs": "2"}, TypeError), ({"executor": 3}, TypeError), ({"engine": "fast"}, ValueError),
                              ({"memory": -1}, ValueError), ({"progress": 3}, TypeError), ({"journal": 3}, TypeError), ({"colour": "red"}, TypeError),
                              ({"journal": "a", "folder": "b"}, TypeError), ({"executor": concurrent.futures.ThreadPoolExecutor(), "engine": "jit"}, TypeError)):
            with self.subTest(options=options), self.assertRaises(told):
                ssdc.sweep(file, **options)
        for where, options, code in ((file, {"points": "wais=2"}, "E0603"), (file, {"params": {"ways": 2}}, "E0602"), (f"{self.file}:Mny", {}, "E0309"),
                                     (self.file, {}, "E0308"), (file, {"memory": 1000}, "E0609"), ("none.ssd", {}, "E0301")):
            with self.subTest(where=where, options=options), self.assertRaises(ssdc.Error) as caught:
                ssdc.sweep(where, **options)
            self.assertEqual(caught.exception.code, code, str(caught.exception))
            self.assertTrue(caught.exception.help)


def answer_a_part(runs):
    """Instead of _workers.make_runs: in the pipe is the begin of an answer, and then the process is dead."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), struct.pack("!i", 1000) + b"a part")
    os.kill(os.getpid(), signal.SIGKILL)


MOST = 4 << 20  # bytes of a batch


class Sent(unittest.TestCase):
    """Runs as bytes."""

    def setUp(self):
        self.runs = _core.runs_elsewhere(ssdc.loads(SWEEP)._core, "Many", _core.ExperimentOptions())

    def sent(self, count, most_bytes=MOST):
        return self.runs.give(0, count, 1, most_bytes)[0]

    def damaged(self, whole):
        """The bytes cut off at many places, and with a changed bit at each of many others."""
        for at in (*range(0, min(len(whole), 100)), *range(100, len(whole), 37)):
            yield whole[:at]
            yield whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1:]

    def test_bytes_that_a_worker_rejects(self):
        sent = self.sent(3)
        self.assertEqual(self.runs.take(_core.make_runs(sent))[:2], (3, 0))
        version = sent.split()[3]
        for bytes_, told in ((b"", "are not runs"), (b"ssdc made" + sent[9:], "are not runs"), (sent[:-1], "cut off or altered"), (sent + b"1", "cut off or altered"),
                             (sent.replace(version, b"9.9.9", 1), "another version")):
            with self.subTest(told=told), self.assertRaisesRegex(ssdc.Error, told):
                _core.make_runs(bytes_)
        for bytes_ in self.damaged(sent):
            with self.assertRaisesRegex(ssdc.Error, "a worker cannot make these runs: the bytes"):
                _core.make_runs(bytes_)

    def test_answers_that_are_rejected(self):
        answer = _core.make_runs(self.sent(1))
        other = _core.runs_elsewhere(ssdc.loads(SWEEP)._core, "Ftl", _core.ExperimentOptions())
        for bytes_, told in ((b"", "are not results"), (answer[:-1], "cut off or altered"), (answer[:-40], "cut off or altered"), (answer + b"1", "cut off or altered"),
                             (self.sent(1), "are not results"), (_core.make_runs(other.give(0, 1, 1, MOST)[0]), "was not given")):
            with self.subTest(told=told), self.assertRaisesRegex(ssdc.Error, told):
                self.runs.take(bytes_)
        for bytes_ in self.damaged(answer):
            with self.assertRaisesRegex(ssdc.Error, "the answer of a worker cannot be used: the bytes"):
                self.runs.take(bytes_)
        self.assertEqual(self.runs.take(answer)[:2], (1, 0))

    def test_bytes_have_a_limit(self):
        """What does not fit is given again: the bytes and the answer end with the run that reaches the limit."""
        count = self.runs.to_make()
        self.assertEqual(self.runs.give(0, count, 1, 1)[1], 1)
        bytes_, is_in = self.runs.give(0, count, 1, 2000)
        self.assertEqual(is_in, count)
        runs, _, _, _, reached = self.runs.take(_core.make_runs(bytes_))
        self.assertEqual(runs, reached)
        self.assertTrue(1 < reached < count, reached)
        bytes_, is_in = self.runs.give(reached, count, 1, MOST)  # only those that are left
        self.assertEqual(is_in, count - reached)
        self.assertEqual(self.runs.take(_core.make_runs(bytes_))[-1], is_in)
        self.assertEqual(self.runs.results(False).csv(), ssdc.sweep(SWEEP, "Many").csv)

    def test_other_files_on_a_workers_machine(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = pathlib.Path(folder, "t.csv")
            trace.write_text("".join(f"{i * 1000000} 0 {i * 8 % 4096} 8 {i % 2}\n" for i in range(50)))
            pathlib.Path(folder, "t.ssd").write_text("design D { geometry { channels: 2  chips: 1  blocks: 64  pages: 32  page: 4KiB } }\n"
                                                     'workload T { trace: "t.csv" }\nexperiment E { vary workload: [T]  measure response.mean }\n')
            runs = _core.runs_elsewhere(ssdc.load(pathlib.Path(folder, "t.ssd"))._core, "E", _core.ExperimentOptions())
            sent, _ = runs.give(0, 1, 1, MOST)
            lines = _core.make_runs(sent)
            trace.write_text(trace.read_text()[:-30] + "\n")
            with self.assertRaisesRegex(ssdc.Error, "another file of that name"):
                _core.make_runs(sent)
            trace.unlink()
            with self.assertRaisesRegex(ssdc.Error, "does not exist on the worker"):
                _core.make_runs(sent)
            self.assertEqual(runs.take(lines)[:2], (1, 0))
            self.assertEqual(runs.results(False).csv().count("done"), 1)

    def test_batches(self):
        """Small ones while the cost is a guess, then of a second; the longest runs first."""
        def pages(place):
            return 100_000.0 - place

        costs = _workers._Costs()
        batches = _workers._Batches(100, pages, costs, 2)
        self.assertEqual(batches.next(), range(2))
        costs.learn(2, 2 * 0.0505, 200_000, 200)
        self.assertEqual(len(batches.next()), 20)
        rest = []
        while batch := batches.next():
            rest.extend(batch)
        self.assertEqual(rest, list(range(22, 100)))
        self.assertEqual(len(_workers._Batches(100, pages, costs, 200).next()), 80)  # four seconds, for 50 batches a second

    def test_batches_of_runs_with_large_results(self):
        """An answer has the half of its limit, and all that are on their way have 256 MiB; what was put back comes next."""
        costs = _workers._Costs()
        costs.learn(10, 0.01, 10_000, 10 << 20)
        batches = _workers._Batches(1000, lambda _: 1000.0, costs, 2)
        self.assertEqual((batches.most_bytes, batches.next()), (4 << 20, range(2)))
        batches.put_back(range(1, 2))
        self.assertEqual(batches.next(), range(1, 3))
        batches = _workers._Batches(1000, lambda _: 1000.0, costs, 1024)
        self.assertEqual((batches.most_bytes, batches.next(), batches.next()), (64 << 10, range(1), range(1, 2)))

    def test_a_sweep_with_a_limit_of_bytes(self):
        """What was cut off from batches and from answers is made by the workers, too."""
        for most in (1, 2000):
            done = Watched()
            with unittest.mock.patch.multiple(_workers, _MOST_BYTES=most), concurrent.futures.ThreadPoolExecutor(2) as threads:
                found = ssdc.sweep(SWEEP, "Many", executor=threads, progress=done)
            self.assertEqual(done.told[-1], (DIFFERENT, 0, DIFFERENT, 1.0))
            self.assertEqual(found.csv, ssdc.sweep(SWEEP, "Many").csv)

    def test_batches_on_their_way(self):
        """At most four for each worker, and one until the first answer."""
        lock, now, most = threading.Lock(), [0], []

        class Counting(concurrent.futures.ThreadPoolExecutor):
            def submit(self, fn, /, *args, **kwargs):
                with lock:
                    now[0] += 1
                    most.append(now[0])
                future = super().submit(fn, *args, **kwargs)
                future.add_done_callback(lambda _: now.__setitem__(0, now[0] - 1))
                return future

        with unittest.mock.patch.multiple(_workers, _SECONDS=0.002, _GUESSED_SECONDS=0.001, _BATCHES_A_SECOND=1000), Counting(2) as pool:
            ssdc.sweep(SWEEP, "Many", params=LONGER, executor=pool)
        self.assertEqual(most[0], 1)
        self.assertTrue(2 < max(most) <= 8, most)

    def test_a_client_of_dask(self):
        """What a sweep uses of one."""
        class Client:
            def submit(self, fn, /, *args, **kwargs):
                raise AssertionError("the client's executor submits")

            def nthreads(self):
                return {"tcp://10.0.0.1:37": 2, "tcp://10.0.0.1:38": 1, "tcp://10.0.0.2:37": 1, "inproc://x/1": 1}

            def get_executor(self, pure):
                return concurrent.futures.ThreadPoolExecutor(1)

        workers = _workers.workers_of(Client(), None)
        self.assertEqual((workers.count, workers.beside), (5, 3))
        self.assertEqual(ssdc.sweep(SWEEP, "Ftl", executor=Client()).csv, ssdc.sweep(SWEEP, "Ftl").csv)


class Bar(unittest.TestCase):
    def test_progress_on_a_terminal(self):
        """Shown if asked for or on a terminal, and not otherwise."""
        words = "import ssdc, sys; ssdc.sweep(sys.argv[1], progress={})"
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "f.ssd")
            path.write_text(SWEEP)
            for progress, shown in (("None", ""), ("False", ""), ("True", "] 6 of 6 runs")):
                done = subprocess.run([drives.PYTHON, "-c", words.format(progress), f"{path}:Ftl"], capture_output=True, text=True, check=True)
                with self.subTest(progress=progress):
                    self.assertIn(shown, done.stderr)
                    self.assertEqual(bool(done.stderr), bool(shown))
