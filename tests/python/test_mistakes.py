"""Mistakes in calls: each ends in an exception of Python that says in plain words what is wrong."""
import inspect
import os
import pathlib
import pickle
import sys
import tempfile
import unittest
import warnings

sys.path.append(os.environ["SSDC_FRAMES"])
import drives
import polars
import ssdc

# What nanobind says of a wrong argument, and what Python says where a call forgot to look.
RAW = ("incompatible function arguments", "Invoked with types", "nanobind", "std::", "object has no attribute", "must be str, not", "_core.")
WRONG = (5, -1, 2.5, b"x", object(), [1], {1: 2}, "\ud800", "\0", "", "no such thing", ssdc, int, True, float("nan"))
CLEAN = (ssdc.Error, TypeError, ValueError, OSError)
FEWEST_CALLS = 500
EXPERIMENT = "experiment E { vary design: [Drive]  vary workload: [Mixed]  vary ways: [1, 2]  seeds: 2  measure waf  plot lines(waf) over ways }\n"


def calls(folder):
    """Every public function with arguments that are right; only one of them is replaced."""
    file = ssdc.loads(drives.SMALL + EXPERIMENT)
    drive = file["Drive"]
    result = drive.run("Mixed", requests=20, request_times=True, timeline=True)
    swept = ssdc.sweep(file, "E", progress=False)
    trace = polars.DataFrame({"time": [0, 1], "op": ["read", "write"], "offset": [0, 0], "size": [4096, 4096]})
    path = pathlib.Path(folder, "t.csv")
    ssdc.save_trace(trace, path)
    loaded = ssdc.load_trace(path)
    quick = {"requests": 5, "progress": None}
    return [
        (ssdc.load, {"path": path.with_suffix(".ssd")}), (ssdc.loads, {"text": drives.SMALL}), (ssdc.explain, {"name": "gc"}),
        (ssdc.dry_run, {"experiment": file, "name": "E"}), (ssdc.sweep, {"experiment": file, "name": "E", "progress": False}),
        (ssdc.load_trace, {"path": path}), (ssdc.save_trace, {"frame": trace, "path": path}), (ssdc.fit_trace, {"path": path}),
        (file.edit, {"design": "Drive", "key": "gc.victim", "text": "b.invalid"}), (file.requests, {"workload": "Writes", "requests": 5}),
        (file.explain, {}), (file.__getitem__, {"name": "Drive"}), (drive.explain, {}), (drive.diff, {"other": drive}), (drive.draw, {}),
        (drive.run, {"workload": "Mixed", **quick}), (drive.run, {"trace": trace, "fold": "modulo", "progress": None}),
        (drive.draw_run, {"workload": "Mixed", **quick}), (drive.probe, {}), (result.metric, {"name": "waf"}), (result.blame, {}),
        (result.timeline, {"path": pathlib.Path(folder, "x")}), (swept.value, {"point": 0, "metric": "waf"}), (swept.plot, {"name": swept.plots[0]}),
        (loaded.save, {"path": path}), (drive.draw().save, {"path": pathlib.Path(folder, "p.svg")}), (result.read.p99.to, {"unit": "us"}),
    ]


class Mistakes(unittest.TestCase):
    def test_no_wrong_argument_is_told_in_the_words_of_the_binding(self):
        """Each argument of each public function, replaced with values of many kinds."""
        made = 0
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(action="ignore"):
            os.chdir(folder)  # a word that is taken as a path
            for function, right in calls(folder):
                for name in inspect.signature(function).parameters:
                    # Executors are tested with sweeps; a probe of every seed takes long.
                    if name in ("executor", "jobs") or (function.__name__, name) == ("probe", "seed"):
                        continue
                    for value in WRONG:
                        made += 1
                        with self.subTest(function=function.__qualname__, argument=name, value=repr(value)):
                            try:
                                function(**{**right, name: value})
                            except CLEAN as error:
                                self.assertTrue(str(error), type(error))
                                self.assertFalse([raw for raw in RAW if raw in str(error)], str(error))
        self.assertGreater(made, FEWEST_CALLS)

    def test_wrong_types_say_what_is_taken(self):
        file = ssdc.loads(drives.SMALL)
        drive = file["Drive"]
        for call, text in (
            (lambda: drive.run(None), "`workload` is a str, not None"), (lambda: drive.run(5), "`workload` is a str, not 5"),
            (lambda: file.edit("Drive", "geometry.channels", 4), "`text` is a str, not 4"), (lambda: drive.explain(5), "`key` is a str, not 5"),
            (lambda: ssdc.load(b"x.ssd"), "`path` is a path, as a str or a pathlib.Path, not b'x.ssd'"),
            (lambda: ssdc.sweep(file, points=3), "`points` is a str, not 3"), (lambda: drive.run("Mixed", engine=None), "`engine` is a str, not None"),
            (lambda: drive.run("Mixed", check="no"), "`check` is True or False, not 'no'"),
            (lambda: ssdc.loads("", params=[("ways", 8)]), r"`params` is a dict of names and values, such as {'ways': 8}, not \[\('ways', 8\)\]"),
            (lambda: drive.run("Mixed", request_times=True).blame("a"), "`share` is a number, not 'a'"),
        ):
            with self.subTest(text=text), self.assertRaisesRegex(TypeError, text):
                call()
        for call, text in ((lambda: ssdc.loads("\ud800"), "`text` has half a character"), (lambda: drive.draw(pages=-1), "`pages` is at least 0"),
                           (lambda: drive.draw("sideways"), "`view` is one of allocation, tree, not 'sideways'"),
                           (lambda: drive.draw().save("x.png"), r"saved as SVG, not as 'x.png': name a file .svg")):
            with self.subTest(text=text), self.assertRaisesRegex(ValueError, text):
                call()

    def test_a_metric_of_a_result_cannot_be_set(self):
        result = ssdc.loads(drives.SMALL)["Drive"].run("Mixed", requests=20)
        for owner, name in ((result, "read"), (result, "write_amplification"), (result.read, "p99")):
            before = getattr(owner, name)
            with self.assertRaisesRegex(AttributeError, "cannot be set"):
                setattr(owner, name, 5)
            self.assertEqual(repr(getattr(owner, name)), repr(before))


class UnknownNames(unittest.TestCase):
    def test_names_that_are_not_there_come_with_a_suggestion(self):
        file = ssdc.loads(drives.SMALL + EXPERIMENT)
        drive = file["Drive"]
        result = drive.run("Mixed", requests=20)
        swept = ssdc.sweep(file, "E", progress=False)
        for call, code, help_ in (
            (lambda: file["Drve"], "E0309", "did you mean `Drive`?"), (lambda: drive.run("Mixd"), "E0309", "did you mean `Mixed`?"),
            (lambda: file["Mixed"], "E0309", '`Mixed` is a workload: choose it with `workload="Mixed"`'),
            (lambda: result.metric("reed.p99"), "E0321", "did you mean 'read.p99'?"), (lambda: swept.value(0, "reed.p99"), "E0321", "did you mean 'read.p99'?"),
            (lambda: ssdc.save_trace(result_frame(drive), "x.csv", "msrr"), "E0409", "did you mean `msr`?"),
            (lambda: swept.plot("1-line-write_amplification"), "", "did you mean '1-lines-write_amplification'?"),
        ):
            with self.subTest(help=help_), self.assertRaises(ssdc.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.help), (code, help_))
            self.assertIn(help_, str(caught.exception))
        with self.assertRaises(KeyError):
            file["Drve"]
        self.assertIsNone(file.get("Drve"))
        self.assertFalse("Drve" in file or 5 in file)
        self.assertEqual(type(pickle.loads(pickle.dumps(error_of(lambda: file["Drve"])))), ssdc.UnknownName)

    def test_points_and_seeds_that_are_not_there(self):
        swept = ssdc.sweep(ssdc.loads(drives.SMALL + EXPERIMENT), "E", progress=False)
        for arguments, text in (((77, "waf"), "E has no point 77; its 2 points are from 0 to 1"), ((0, "waf", 3), "E has no seed 3; its seeds are 1 to 2"),
                                ((-1, "waf"), "`point` is at least 0"), ((0, "waf", 0), "`seed` is at least 1")):
            with self.subTest(text=text), self.assertRaisesRegex(ValueError, text):
                swept.value(*arguments)
        self.assertEqual(swept.value(1, "waf", seed=2), swept.value(1, "write_amplification", seed=2))
        lacking = ssdc.sweep(drives.SMALL + "experiment W { vary design: [Drive]  vary workload: [Writes]  measure read.mean }\n", progress=False)
        self.assertNotEqual(lacking.value(0, "read.mean"), lacking.value(0, "read.mean"))  # NaN: nothing was read


class Advice(unittest.TestCase):
    PARAMS = ("param part: ratio = 10%\nparam slow: time = 10us\n" + drives.SMALL.replace("gc { victim: greedy }", "gc { victim: greedy }  capacity { overprovision: part }  nand { read: slow }", 1))

    def error(self, **params):
        with warnings.catch_warnings(action="ignore"):
            return error_of(lambda: ssdc.loads(self.PARAMS, params=params))

    def test_settings_have_the_names_of_python(self):
        file = ssdc.loads(drives.SMALL)
        far = polars.DataFrame({"time": [0], "op": ["read"], "offset": [2**40], "size": [4096]})
        back = polars.DataFrame({"time": [9, 4], "op": ["read"] * 2, "offset": [0] * 2, "size": [4096] * 2})
        for call, help_ in ((lambda: file["Drive"].run(trace=far), '`fold="compact"`'), (lambda: file["Drive"].run(trace=back), "`sort_trace=True`"),
                            (lambda: ssdc.loads(drives.SMALL, params={"wais": 8}), '`params={"ways": 8}`'),
                            (lambda: ssdc.loads('param name: string = "a"\n' + drives.SMALL, params={"name": "b/c"}), """`params={"name": '"b/c"'}`""")):
            error = error_of(call)
            self.assertIn(help_, error.help)
            for raw in ("--", "`-D", "RunOptions", "definitions"):
                self.assertNotIn(raw, str(error).replace("-->", ""))
        self.assertIn('--> params["ways"]:1:1', str(error_of(lambda: ssdc.loads(drives.SMALL, params={"ways": "8us"}))))
        self.assertEqual(error_of(lambda: ssdc.loads(drives.SMALL, params={"ways": "8us"})).span.file, 'params["ways"]')

    def test_commands_are_calls_of_python(self):
        """Helps that name a whole command on the command line."""
        start = drives.SMALL.replace("gc { victim: greedy }", 'gc { victim: greedy }  start { state: snapshot("none.drive") }', 1)
        with warnings.catch_warnings(action="ignore"):
            for call, help_ in ((lambda: ssdc.loads(EXPERIMENT.replace("measure waf", "measure qqqqqqqq") + drives.SMALL), '`ssdc.explain("metrics")` lists them'),
                                (lambda: ssdc.loads(drives.SMALL)["Drive"].run("Mixed", requests=5).metric("qqqqqqqq"), '`ssdc.explain("metrics")` lists them'),
                                (lambda: ssdc.sweep(start + EXPERIMENT, "E", progress=False), 'write it first: `ssdc.load("FILE")["DESIGN"].run(save_snapshot="none.drive")`')):
                self.assertEqual(error_of(call).help, help_)

    def test_units(self):
        self.assertIn("`100%` if it is the whole", self.error(part=1).help)
        self.assertEqual(self.error(slow=122575.0).help, "write `122575.0ns` if it counts ns, `122575.0us` if us")
        drawn = error_of(lambda: ssdc.loads("param part: ratio = 10%\n" + drives.SMALL.replace("write: 50%", "write: part"), params={"part": 0.1 + 0.2}))
        self.assertIn("30.000000000000004% is not a share", str(drawn))

    def test_quantities_know_their_unit(self):
        result = ssdc.loads(drives.SMALL)["Drive"].run("Mixed", requests=20)
        for params, shown in (({"slow": result.read.max}, f"{result.read.max / 1e6:g}ms"), ({"slow": ssdc.Quantity(25.5, "us")}, "25.5us"),
                              ({"part": ssdc.Quantity(0.25, "share")}, "25%"), ({"part": ssdc.Quantity(7, "%")}, "7%"), ({"ways": ssdc.Quantity(4, "count")}, "4")):
            with self.subTest(params=params):
                with warnings.catch_warnings(action="ignore"):
                    page = ssdc.loads(self.PARAMS, params=params)["Drive"].explain()
                self.assertIn(f" {shown} ", page)

    def test_rows_of_frames_are_named(self):
        good = {"time": [0, 1, 2], "op": ["read"] * 3, "offset": [0] * 3, "size": [4096] * 3}
        drive = ssdc.loads(drives.SMALL)["Drive"]
        for change, code in (({"time": [0, 9, 4]}, "E0420"), ({"size": [1, 2, 2**31]}, "E0423"), ({"offset": [0, 0, 2**40]}, "E0421"), ({"size": [1, 1, 0]}, "E0403")):
            error = error_of(lambda: drive.run(trace=polars.DataFrame({**good, **change})))
            self.assertEqual(error.code, code)
            self.assertRegex(str(error), r"(row|record) 2 \(from 0\)")


def result_frame(drive):
    return drive.run("Mixed", requests=5, request_times=True).requests()


def error_of(call):
    try:
        call()
    except ssdc.Error as error:
        return error
    raise AssertionError("no error")
