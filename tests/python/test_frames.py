"""Results as data frames, and data frames as traces, by polars, pandas and pyarrow."""
import json
import os
import sys
import unittest

sys.path.append(os.environ["SSDC_FRAMES"])  # the three libraries; the package itself needs none of them
import drives
import pandas
import polars
import pyarrow
import ssdc

REQUESTS = ["time", "op", "offset", "size", "completion", "response", "queue", "unit", "collection", "channel", "transfer", "array", "controller"]
# Of each library: a frame of columns that ssdc gives, a frame of Python's lists, and a column as a list.
LIBRARIES = {
    "polars": (polars.DataFrame, polars.DataFrame, lambda frame, name: frame[name].to_list()),
    "pandas": (pandas.DataFrame.from_arrow, pandas.DataFrame, lambda frame, name: frame[name].tolist()),
    "pyarrow": (pyarrow.table, pyarrow.table, lambda frame, name: frame[name].to_pylist()),
}


class Frames(unittest.TestCase):
    def setUp(self):
        self.design = ssdc.loads(drives.SMALL)["Drive"]

    def test_requests(self):
        result = self.design.run("Mixed", request_times=True)
        frame = result.requests()
        self.assertEqual((frame.columns, len(frame)), (REQUESTS, 2000))
        lines = [line.split(",") for line in result.requests_csv().splitlines()]
        for name, (take, _, column) in LIBRARIES.items():
            with self.subTest(library=name):
                taken = take(frame)
                self.assertEqual(list(taken.column_names if name == "pyarrow" else taken.columns), REQUESTS)
                self.assertEqual(sum(column(taken, "response")), sum(sum(column(taken, part)) for part in REQUESTS[6:]))
                self.assertEqual(column(taken, "op").count("read"), result.read.count)
                self.assertEqual(max(column(taken, "response")), result.response.max)
                self.assertEqual(len(column(taken, "time")), len(lines) - 1)
        self.assertEqual(self.design.run("Mixed").requests_csv(), result.requests_csv())

    def test_requests_are_not_copied(self):
        """All frames of a result have the same memory, also after the result."""
        result = self.design.run("Mixed")
        tables = [pyarrow.table(result.requests()) for _ in range(2)]
        del result
        for name in REQUESTS:
            first, second = ([buffer and buffer.address for buffer in table[name].chunk(0).buffers()] for table in tables)
            self.assertEqual(first, second)
        self.assertTrue(tables[0].equals(tables[1]))

    def test_series(self):
        result = self.design.run("Mixed")
        series = json.loads(result.json())["series"]
        for name, (take, _, column) in LIBRARIES.items():
            with self.subTest(library=name):
                taken = take(result.series())
                self.assertEqual(column(taken, "time"), [i * series["interval_ns"] for i in range(len(series["requests"]))])
                self.assertEqual(column(taken, "requests"), series["requests"])
                self.assertEqual(column(taken, "free_pages"), series["free_pages"])
        self.assertEqual(len(self.design.run("Writes", only_ftl=True).series()), 0)

    def test_the_table_of_an_experiment(self):
        found = ssdc.loads(drives.SMALL + "experiment E { vary design: [Drive, Other]  vary workload: [Mixed, Writes]  seeds: 2  measure read.mean }\n")
        sweep = ssdc.sweep(found, "E")
        for name, (take, _, column) in LIBRARIES.items():
            with self.subTest(library=name):
                taken = take(sweep.table())
                self.assertEqual(column(taken, "point"), [0, 0, 1, 1, 2, 2, 3, 3])
                self.assertEqual(column(taken, "seed"), [1, 2] * 4)
                self.assertEqual(column(taken, "workload"), ["Mixed", "Mixed", "Writes", "Writes"] * 2)
                means = column(taken, "read.mean [ns]")
                self.assertEqual(means[1], sweep.value(0, "read.mean", seed=2))
                self.assertEqual([mean == mean for mean in means], [True, True, False, False] * 2)  # NaN without reads
        self.assertTrue(sweep.table().to_polars().equals(polars.DataFrame(sweep.table())))
        self.assertTrue(sweep.table().to_pandas().equals(pandas.DataFrame.from_arrow(sweep.table())))

    def test_a_frame_outlives_its_result_and_can_be_taken_twice(self):
        frame = self.design.run("Mixed", request_times=True).requests()
        stream = frame.__arrow_c_stream__()
        first = polars.DataFrame(frame)
        del frame
        self.assertTrue(polars.DataFrame(pyarrow.RecordBatchReader._import_from_c_capsule(stream).read_all()).equals(first))
        del stream

    def test_a_frame_is_a_trace(self):
        count = 500
        columns = {"time": [i * 400_000 for i in range(count)], "op": ["write", "read", "WRITE", "r"] * (count // 4),
                   "offset": [i * 8192 % 2**20 for i in range(count)], "size": [4096] * count, "comment": ["a text of more than twelve bytes"] * count}
        found = []
        for name, (_, make, _) in LIBRARIES.items():
            with self.subTest(library=name):
                result = self.design.run(trace=make(columns), seed=1)
                self.assertEqual((result.read.count, result.write.count, result.bytes.written), (250, 250, 250 * 4096))
                found.append(result.response.mean)
        self.assertEqual(found, [found[0]] * 3)
        variants = [pyarrow.table({**columns, "size": pyarrow.array(columns["size"], pyarrow.int32())}),
                    pyarrow.table({**columns, "time": pyarrow.array([t // 1000 for t in columns["time"]], pyarrow.duration("us"))}),
                    pyarrow.table({**columns, "op": pyarrow.array(columns["op"]).dictionary_encode()}),
                    pyarrow.table({**columns, "op": pyarrow.array(columns["op"], pyarrow.string_view())}),
                    pyarrow.concat_tables([pyarrow.table(columns).slice(0, 101), pyarrow.table(columns).slice(101)]),
                    polars.DataFrame(columns).with_columns(polars.col("op").cast(polars.Categorical)),
                    pandas.DataFrame(columns).astype({"op": "category"})]
        for frame in variants:
            self.assertEqual(self.design.run(trace=frame, seed=1).response.mean, found[0])

    def test_the_requests_of_a_run_are_a_trace(self):
        first = self.design.run("Writes", request_times=True)
        again = self.design.run(trace=first.requests(), request_times=True)
        self.assertEqual(polars.DataFrame(first.requests())["response"].to_list(), polars.DataFrame(again.requests())["response"].to_list())

    def test_frames_that_are_no_trace(self):
        good = {"time": [0, 1], "op": ["read", "write"], "offset": [0, 0], "size": [4096, 4096]}
        for change, told, text in (({"time": None}, TypeError, "no column `time`"), ({"time": [0.0, 0.5]}, TypeError, "whole numbers.*`g`"),
                                   ({"op": [1, 2]}, TypeError, "texts: read, write or trim"), ({"op": ["read", "erase all of the drive"]}, ValueError, "row 1 .*`erase all"),
                                   ({"offset": [0, -1]}, ValueError, "row 1 .*-1 is negative"), ({"size": [None, 1]}, ValueError, "row 0 .*missing")):
            frame = pyarrow.table({name: values for name, values in {**good, **change}.items() if values is not None})
            with self.subTest(change=change), self.assertRaisesRegex(told, text):
                self.design.run(trace=frame)
        for change in ({"size": [0, 4096]}, {"time": [1, 0]}, {"offset": [0, 2**50]}):
            with self.subTest(change=change), self.assertRaises(ssdc.Error) as caught:
                self.design.run(trace=polars.DataFrame({**good, **change}))
            self.assertTrue(caught.exception.message)
        with self.assertRaises(ssdc.Error):
            self.design.run(trace=polars.DataFrame({"time": [], "op": [], "offset": [], "size": []}, schema={"time": polars.Int64, "op": polars.String, "offset": polars.Int64, "size": polars.Int64}))
