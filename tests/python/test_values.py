"""Values that cross the border: numbers of numpy, columns of axes, and what is pickled."""
import concurrent.futures
import multiprocessing
import os
import pathlib
import pickle
import sys
import tempfile
import unittest
import warnings

sys.path.append(os.environ["SSDC_FRAMES"])
import drives
import numpy
import polars
import ssdc


class NumbersOfNumpy(unittest.TestCase):
    def test_where_a_number_is_taken(self):
        file = ssdc.loads(drives.SMALL, params={"ways": numpy.int64(4)})
        self.assertEqual(file.params, {"ways": "4"})
        drive = file["Drive"]
        result = drive.run("Mixed", requests=numpy.int64(100), seed=numpy.uint8(3), request_times=numpy.True_)
        self.assertEqual(result.metrics(), drive.run("Mixed", requests=100, seed=3).metrics())
        self.assertEqual(result.blame(numpy.float32(0.5)), result.blame(0.5))
        self.assertEqual(len(file.requests("Writes", requests=numpy.int32(7))), 7)
        for value, text in ((numpy.float64(0.1), "0.1"), (numpy.float32(0.1), "0.1"), (1e-05, "0.00001"), (1e16, "10000000000000000"),
                            (numpy.bool_(True), "true"), (numpy.str_("4"), "4")):
            with self.subTest(value=repr(value)):
                kind = {"true": "bool = false", "4": "int = 2"}.get(text, "real = 1.5")
                with warnings.catch_warnings(action="ignore"):  # the param is not used
                    given = ssdc.loads(f"param x: {kind}\n" + drives.SMALL, params={"x": value})
                self.assertEqual(given.params, {"x": text})
        for value in (float("nan"), float("inf"), numpy.float64("nan")):
            with self.assertRaisesRegex(ValueError, "the param x is a number, not"):
                file.with_params(x=value)
        for value in (numpy.array([1, 2]), 1j, None):
            with self.assertRaisesRegex(TypeError, "the param x is a number or a str, not"):
                file.with_params(x=value)
        for options in ({"requests": numpy.float64(5)}, {"requests": numpy.array([1, 2])}, {"seed": numpy.True_}):
            with self.subTest(options=options), self.assertRaisesRegex(TypeError, "is an int, not"):
                drive.run("Mixed", **options)


class Axes(unittest.TestCase):
    TEXT = ("param part: ratio = 10%\nparam slow: time = 10us\nparam room: size = 4KiB\n"
            + drives.SMALL.replace("page: 4KiB", "page: room", 1).replace("gc { victim: greedy }", "gc { victim: greedy }  capacity { overprovision: part }  nand { read: slow }", 1))

    def table(self, vary):
        return ssdc.sweep(self.TEXT + f"experiment E {{ vary design: [Drive]  vary workload: [Mixed]  {vary}  measure waf }}\n", progress=False).table().to_polars()

    def test_axes_that_are_numbers_are_columns_of_numbers(self):
        table = self.table("vary ways: [16, 2, 1]")
        self.assertEqual(table.sort("ways")["ways"].to_list(), [1, 2, 16])
        self.assertEqual(table.filter(polars.col("ways") > 1)["ways"].to_list(), [16, 2])
        self.assertEqual(table["design"].to_list(), ["Drive"] * 3)

    def test_units_are_in_the_name(self):
        for vary, name, values in (("vary slow: [500ns, 25us, 1ms]", "slow [ns]", [500, 25_000, 1_000_000]), ("vary room: [4KiB, 512B]", "room [B]", [4096, 512]),
                                   ("vary part: [7%, 12.5%]", "part [share]", [0.07, 0.125])):
            with self.subTest(vary=vary):
                self.assertEqual(self.table(vary)[name].to_list(), values)


class Pickles(unittest.TestCase):
    def test_files_and_designs(self):
        file = ssdc.loads(drives.SMALL, params={"ways": 4}, path="mine.ssd")
        again = pickle.loads(pickle.dumps(file))
        self.assertEqual((again.text, again.params, again.path, list(again)), (file.text, file.params, file.path, list(file)))
        design = pickle.loads(pickle.dumps(file["Other"]))
        self.assertEqual((design.name, design.hash), ("Other", file["Other"].hash))

    def test_imports_are_read_again(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "part.ssd").write_text("nand Part { read: 30us }\n")
            path = pathlib.Path(folder, "d.ssd")
            path.write_text('import "part.ssd"\ndesign D { geometry { channels: 2 }  nand: Part }\n')
            self.assertIn("30us", pickle.loads(pickle.dumps(ssdc.load(path)["D"])).explain())

    def test_results_hold_their_numbers_and_make_the_run_again_for_the_rest(self):
        result = ssdc.loads(drives.SMALL)["Drive"].run("Mixed", requests=50, seed=numpy.int64(4), request_times=True)
        again = pickle.loads(pickle.dumps(result))
        self.assertEqual((again.json(), again.text(), again.metrics(), again.partial), (result.json(), result.text(), result.metrics(), False))
        self.assertEqual((again.read.p99, again.read.p99.unit), (result.read.p99, "ns"))
        self.assertIn("Response times", again._repr_html_())
        self.assertTrue(again.distribution().to_polars().equals(result.distribution().to_polars()))
        self.assertEqual((again.requests_csv(), again.blame()), (result.requests_csv(), result.blame()))
        trace = result.requests().to_polars()
        of_frame = pickle.loads(pickle.dumps(ssdc.loads(drives.SMALL)["Drive"].run(trace=trace)))
        self.assertEqual(of_frame.response.count, 50)
        with self.assertRaisesRegex(ValueError, "was pickled, and its run cannot be made again, as its trace was a data frame"):
            of_frame.requests()

    def test_an_executor_makes_runs(self):
        design = ssdc.loads(drives.SMALL)["Drive"]
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
            results = list(pool.map(design.run, ["Mixed", "Writes"]))
        self.assertEqual([one.metrics() for one in results], [design.run(name).metrics() for name in ("Mixed", "Writes")])

    def test_what_cannot_be_pickled_says_what_to_send(self):
        swept = ssdc.sweep(drives.SMALL + "experiment E { vary design: [Drive]  vary workload: [Mixed]  measure waf }\n", progress=False)
        for one, text in ((swept, "send its `csv` or `json`"), (swept.table(), "send `to_polars")):
            with self.assertRaisesRegex(TypeError, text):
                pickle.dumps(one)
