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

REQUESTS = ["time", "op", "offset", "size", "completion", "response", "queue", "firmware", "link", "buffer", "unit", "collection", "channel", "transfer", "array", "controller", "slot_unit", "slot_collection", "slot_channel", "slot_transfer", "slot_array"]
# Of each library: a frame of columns that ssdc gives, a frame of Python's lists, and a column as a list.
LIBRARIES = {
    "polars": (polars.DataFrame, polars.DataFrame, lambda frame, name: frame[name].to_list()),
    "pandas": (pandas.DataFrame.from_arrow, pandas.DataFrame, lambda frame, name: frame[name].tolist()),
    "pyarrow": (pyarrow.table, pyarrow.table, lambda frame, name: frame[name].to_pylist()),
}


def encoded(columns, begin, end):
    """Rows as dictionaries of their own, in places of their own."""
    return pyarrow.table({name: pyarrow.array(values[begin:end]).dictionary_encode() for name, values in columns.items()})


class Streamed:
    """The rows of a struct as a stream, with what the struct lacks."""

    def __init__(self, rows):
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema=None):
        return pyarrow.chunked_array([self._rows]).__arrow_c_stream__(requested_schema)


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
                    pandas.DataFrame(columns).astype({"op": "category"}),
                    pandas.DataFrame(columns).astype({name: "category" for name in ("time", "op", "offset", "size")}),
                    pyarrow.table({**columns, "time": pyarrow.array(columns["time"], pyarrow.duration("ns")).dictionary_encode()}),
                    pyarrow.concat_tables([encoded(columns, 0, 101), encoded(columns, 101, count)])]
        for index in (pyarrow.int8(), pyarrow.uint8(), pyarrow.int16(), pyarrow.uint16(), pyarrow.int32(), pyarrow.uint32(), pyarrow.int64(), pyarrow.uint64()):
            variants.append(pyarrow.table({**columns, "size": pyarrow.DictionaryArray.from_arrays(pyarrow.array([1] * count, index), pyarrow.array([7, 4096]))}))
        for frame in variants:
            self.assertEqual(self.design.run(trace=frame, seed=1).response.mean, found[0])

    def test_values_of_dictionaries(self):
        """Not their places in it, which are other numbers."""
        frame = pandas.DataFrame({"time": [0, 500_000, 900_000], "op": ["write"] * 3, "offset": [8192, 0, 4096], "size": [4096, 8192, 4096]})
        result = self.design.run(trace=frame.astype("category"), request_times=True)
        taken = polars.DataFrame(result.requests())
        for name in ("time", "offset", "size"):
            self.assertEqual(taken[name].to_list(), frame[name].tolist())
        for places, values, text in (([0, 1, None], [4096, 8192], "row 2 .*missing"), ([0, 1, 2], [4096, 8192, None], "row 2 .*missing"),
                                     ([0, 1, 2], [4096, 8192, -1], "row 2 .*-1 is negative"), ([0, 1, 1], [4096, 0.5], "dictionary|type that Arrow calls `g`")):
            sizes = pyarrow.DictionaryArray.from_arrays(pyarrow.array(places, pyarrow.int8()), pyarrow.array(values))
            with self.subTest(text=text), self.assertRaisesRegex(ssdc.Error, text):
                self.design.run(trace=pyarrow.table({**frame.to_dict("list"), "size": sizes}))
        beyond = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0, 1, 2], pyarrow.int8()), pyarrow.array([4096, 4096]), safe=False)
        with self.assertRaisesRegex(ssdc.Error, "row 2 .*no place 2"):
            self.design.run(trace=pyarrow.table({**frame.to_dict("list"), "size": beyond}))

    def test_rows_that_are_missing_as_a_whole(self):
        fields = [pyarrow.array(values) for values in ([0, 1], ["read", "write"], [0, 0], [4096, 4096])]
        rows = pyarrow.StructArray.from_arrays(fields, ["time", "op", "offset", "size"], mask=pyarrow.array([False, True]))
        with self.assertRaisesRegex(ssdc.Error, r"the whole row 1 \(from 0\) is missing"):
            self.design.run(trace=Streamed(rows))

    def test_a_frame_that_needs_another_package(self):
        class Bare:
            def __arrow_c_stream__(self, requested_schema=None):
                raise ImportError("`Import pyarrow` failed.")

        with self.assertRaisesRegex(ImportError, "gives the columns of a frame by another package: `pip install pyarrow`"):
            self.design.run(trace=Bare())

    def test_the_requests_of_a_run_are_a_trace(self):
        first = self.design.run("Writes", request_times=True)
        again = self.design.run(trace=first.requests(), request_times=True)
        self.assertEqual(polars.DataFrame(first.requests())["response"].to_list(), polars.DataFrame(again.requests())["response"].to_list())

    def test_a_frame_with_flushes(self):
        frame = pyarrow.table({"time": [0, 0, 10_000], "op": ["write", "write", "flush"], "offset": [0, 4096, 0], "size": [4096, 4096, 0]})
        found = self.design.run(trace=frame, request_times=True)
        self.assertEqual((found.flush.count, found.write.count), (1, 2))
        self.assertEqual(pyarrow.table(found.requests())["op"].to_pylist(), ["write", "write", "flush"])
        with self.assertRaisesRegex(ssdc.Error, "row|record"):
            self.design.run(trace=pyarrow.table({"time": [0], "op": ["flush"], "offset": [0], "size": [4096]}))

    def test_frames_that_are_no_trace(self):
        good = {"time": [0, 1], "op": ["read", "write"], "offset": [0, 0], "size": [4096, 4096]}
        for change, text in (({"time": None}, "no column `time`"), ({"time": [0.0, 0.5]}, "`g`; it needs whole numbers"),
                             ({"op": [1, 2]}, "texts: read, write, fua, trim or flush"), ({"op": ["read", "erase all of the drive"]}, "row 1 .*`erase all"),
                             ({"offset": [0, -1]}, "row 1 .*-1 is negative"), ({"size": [None, 1]}, "row 0 .*missing"), ({"size": [None, None]}, "type that Arrow calls `n`"),
                             ({"size": pyarrow.array([1, 2], pyarrow.duration("ns"))}, "`tDn`; it needs whole numbers .bytes")):
            frame = pyarrow.table({name: values for name, values in {**good, **change}.items() if values is not None})
            with self.subTest(change=change), self.assertRaisesRegex(ssdc.Error, text) as caught:
                self.design.run(trace=frame)
            self.assertEqual(caught.exception.code, "E0403")
            self.assertIn("a trace has the columns time (ns", caught.exception.help)
            with self.subTest(change=change), self.assertRaisesRegex(ssdc.Error, text):
                ssdc.save_trace(frame, os.devnull)
        for change in ({"size": [0, 4096]}, {"time": [1, 0]}, {"offset": [0, 2**50]}):
            with self.subTest(change=change), self.assertRaises(ssdc.Error) as caught:
                self.design.run(trace=polars.DataFrame({**good, **change}))
            self.assertTrue(caught.exception.message)
        with self.assertRaises(ssdc.Error):
            self.design.run(trace=polars.DataFrame({"time": [], "op": [], "offset": [], "size": []}, schema={"time": polars.Int64, "op": polars.String, "offset": polars.Int64, "size": polars.Int64}))
