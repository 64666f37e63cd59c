#!/usr/bin/env python3
"""ssdc trace generate, convert, fit and info as a user calls them. Each stand-in of std/workloads.ssd has the
figures of its row in the paper's table. What is written in any format is read again unchanged. What is fitted to a
trace passes the check, runs and has the figures that it states."""
import glob
import gzip
import json
import os
import pathlib
import re
import subprocess

import called_program

# Share of reads, KiB a read and a write, ms between arrivals, share of bursts (within 0.2 ms of the one before),
# working set in GB; None: not in the table.
ROWS = {
    "Dev": (0.886, 18.45, 10.95, 1.985, None, None), "Ex": (0.308, 15.15, 14.5, 1.179, None, None), "Fin1": (0.232, 2.25, 3.75, 8.19, None, None),
    "Fin2": (0.823, 2.3, 2.9, 11.08, None, None), "MSN": (0.672, 9.6, 11.1, 0.513, None, None), "Rad": (0.171, 124.25, 12.45, 9.475, None, None),
    "Web": (0.999, 15.15, 8.6, 2.99, None, None),
    "Syn1": (0, None, 16, None, None, None), "Syn2": (0.75, 16, 16, None, None, None), "Syn3": (0, None, 20, None, None, None), "Syn4": (0.75, 20, 20, None, None, None),
    "hm_0": (0.371, 11.2, 12.4, 14.4, 0.767, 1.9), "prn_0": (0.107, 26.6, 13.9, 12.0, 0.808, 1.6), "prn_1": (0.692, 18.3, 13.8, 5.9, 0.73, 7.1),
    "proj_0": (0.209, 20.8, 19.5, 30.6, 0.446, 1.7), "prxy_0": (0.026, 11.3, 7.5, 4.84, 0.258, 22.6), "stg_0": (0.231, 33.6, 12.7, 27.4, 0.792, 6.2),
    "usr_0": (0.371, 47.4, 13.5, 27.5, 0.488, 2.1), "wdev_0": (0.201, 16.6, 12.1, 52.8, 0.848, 0.2),
    "shin_hm_0": (0.327, 7.35, 8.35, None, None, None), "shin_prn_0": (0.222, 22.85, 11.65, None, None, None), "shin_financial2": (0.785, 2.3, 2.9, None, None, None),
}
WITHIN = 0.03
FORMATS = re.findall(r"^SSD_TRACE_FORMAT\((\w+)", (pathlib.Path(__file__).parents[1] / "runtime/abi/trace_formats.def").read_text(), re.M)
KNOW_TRIMS = {"blkparse"}
COARSE_NS = {"msr": 100}  # formats whose times are cut off, and to what
DESIGN = "design D { geometry { channels: 2 chips: 1 dies: 1 planes: 1 blocks: 64 pages: 32 page: 4KiB } }\n"
MIXED = "workload W { requests: 3_000  read: 40%  size: mix(50%: 512B, 50%: 12KiB)  interval: exponential(30us)  address: uniform  seed: 3 }\n"
CLOSED = "workload C { requests: 10  closed: 4  size: 4KiB  address: uniform }\n"
SHARED = "/work/shared/traces"  # traces of real machines, too large for the repository
FORCED = "workload F { requests: 200  write: 100%  fua: 100%  size: 8KiB  interval: 1ms  address: uniform }\n"
FLUSHES = "workload F { requests: 200  write: 100%  flush_every: 4  size: 8KiB  interval: 1ms  address: uniform }\n"
TRIMS = "workload T { requests: 200  read: 20%  trim: 30%  size: 8KiB  interval: 1ms  address: uniform }\n"


class Traces(called_program.CalledProgram):
    def info(self, path, *options):
        return json.loads(self.call("trace", "info", path, "--format", "json", "--no-cache", *options).stdout)

    def generate(self, name, path, *options):
        done = self.call("trace", "generate", name, "-o", path, "--quiet", *options)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), name)
        return path

    def near(self, found, expected, what):
        self.assertLessEqual(abs(found - expected), WITHIN * expected, f"{what}: {found} for {expected}")

    def test_stand_ins_are_like_their_rows(self):
        for name, (reads, read_kib, write_kib, gap_ms, bursts, _) in ROWS.items():
            found = self.info(self.generate(name, self.path(name + ".csv"), "--size", "64GiB"))
            self.near(found["read_share"], reads, name + " reads")
            for key, kib in (("reads", read_kib), ("writes", write_kib)):
                if kib is not None:
                    self.near(found[key]["mean_bytes"] / 1024, kib, f"{name} {key}")
            if gap_ms is not None:
                self.near(found["inter_arrival"]["mean_ns"] / 1e6, gap_ms, name + " between arrivals")
            if bursts is not None:
                self.near(found["burst_share"], bursts, name + " bursts")

    def test_no_stand_in_reaches_beyond_its_working_set(self):
        for name, row in ROWS.items():
            if row[5] is not None:
                found = self.info(self.generate(name, self.path("set.csv"), "--size", "64GiB"))
                self.assertLessEqual(found["addresses"]["end_byte"], row[5] * 1e9 * 1.001, name)
                self.assertGreater(found["addresses"]["end_byte"], row[5] * 1e9 * 0.99, name)

    def test_every_workload_of_the_library_has_its_row(self):
        error = self.call("trace", "generate", "Nothing", "-o", self.path("x")).stderr
        self.assertIn("(23 in all)", error)
        self.assertEqual(len(ROWS) + 1, 23)  # `Default` stands for no table

    def test_formats_are_read_as_they_were_written(self):
        file = self.write("d.ssd", DESIGN + MIXED)
        figures, durations = [], []
        for name in FORMATS:
            found = self.info(self.generate(file + ":W", self.path("t." + name), "--to", name))
            self.assertEqual(found["format"]["name"], name)
            figures.append({key: found[key] for key in ("requests", "read_share", "reads", "writes", "addresses", "working_set", "sizes")})
            durations.append(found["duration_ns"])
        exact = durations[[name in COARSE_NS for name in FORMATS].index(False)]
        for name, each, duration in zip(FORMATS, figures, durations):
            self.assertEqual(each, figures[0], name)
            self.assertLess(abs(duration - exact), COARSE_NS.get(name, 1), name)

    def test_a_generated_trace_runs_like_its_workload(self):
        file = self.write("d.ssd", DESIGN + MIXED)
        trace = self.generate(file + ":W", self.path("w.txt"), "--to", "ssdsim")
        own = json.loads(self.call("run", file, "--workload", "W", "--format", "json", "--quiet").stdout)
        read = json.loads(self.call("run", file, "--trace", trace, "--trace-format", "ssdsim", "--format", "json", "--quiet").stdout)
        for key in ("response", "read", "write", "parts", "flash", "erases", "clock_ns"):
            self.assertEqual(own[key], read[key], key)

    def test_conversions_there_and_back(self):
        first = self.generate(self.write("d.ssd", DESIGN + MIXED) + ":W", self.path("a.txt"), "--to", "ssdsim")
        at = first
        for name in ("spc", "disksim", "blkparse", "ssdsim"):
            to = self.path("b." + name)
            self.assertEqual(self.call("trace", "convert", at, "--to", name, "-o", to, "--quiet").returncode, 0)
            at = to
        with open(first) as a, open(at) as b:
            self.assertEqual(a.read(), b.read())

    def test_trims_go_where_they_are_known(self):
        file = self.write("d.ssd", DESIGN + TRIMS)
        self.assertGreater(self.info(self.generate(file + ":T", self.path("t.txt"), "--to", "blkparse"))["trims"]["requests"], 30)
        for name in set(FORMATS) - KNOW_TRIMS:
            done = self.call("trace", "generate", file + ":T", "--to", name, "-o", self.path("no"))
            self.assertIn("error[E0461]", done.stderr)
            self.assertEqual(done.returncode, 1)
            self.assertFalse(os.path.exists(self.path("no")))

    def test_flushes_go_where_they_are_known(self):
        file = self.write("d.ssd", DESIGN + FLUSHES)
        made = self.generate(file + ":F", self.path("f.txt"), "--to", "blkparse")
        self.assertEqual(self.info(made)["flushes"], 40)
        again = self.path("again.txt")
        self.assertEqual(self.call("trace", "convert", made, "--to", "blkparse", "-o", again, "--quiet").returncode, 0)
        with open(made) as a, open(again) as b:
            self.assertEqual(a.read(), b.read())
        for name in set(FORMATS) - KNOW_TRIMS:
            done = self.call("trace", "generate", file + ":F", "--to", name, "-o", self.path("no"))
            self.assertIn("error[E0461]: request 4 is a flush", done.stderr)
            self.assertFalse(os.path.exists(self.path("no")))

    def test_forced_writes_go_where_they_are_known(self):
        file = self.write("d.ssd", DESIGN + FORCED)
        made = self.generate(file + ":F", self.path("f.txt"), "--to", "blkparse")
        self.assertEqual(self.info(made)["forced_writes"], 200)
        again = self.path("again.txt")
        self.assertEqual(self.call("trace", "convert", made, "--to", "blkparse", "-o", again, "--quiet").returncode, 0)
        with open(made) as a, open(again) as b:
            self.assertEqual(a.read(), b.read())
        for name in set(FORMATS) - KNOW_TRIMS:
            done = self.call("trace", "convert", made, "--to", name, "-o", self.path("no"))
            self.assertIn("error[E0461]: request 0 is a forced write", done.stderr)
            self.assertFalse(os.path.exists(self.path("no")))

    def test_flushes_alone(self):
        trace = self.write("k.txt", "".join(f"8,0 0 {i + 1} 0.{i:09} 1 Q FN [x]\n" for i in range(3)))
        info = self.info(trace)
        self.assertEqual((info["requests"], info["flushes"], info["addresses"]["lowest_byte"], info["sizes"]), (3, 3, 0, []))
        done = self.call("trace", "fit", trace)
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[E0414]", done.stderr)
        self.assertIn("3 flush requests alone", done.stderr)
        with open(trace, "a", encoding="utf-8") as file:
            file.write("8,0 0 9 0.000001 1 Q W 8 + 8 [x]\n")
        self.assertIn("3 flush requests left out", self.call("trace", "fit", trace).stdout)

    def test_lines_of_blkparse_ask_for_flushes(self):
        lines = ("FWS [jbd2]", "FWFS 8 + 8 [jbd2]", "WFS 16 + 8 [jbd2]", "FN [kworker]", "N [x]", "R 8 + 8 [x]")
        text = "".join(f"8,0 0 {i + 1} 0.{i:09} 1 Q {line}\n" for i, line in enumerate(lines))
        info = self.info(self.write("k.txt", text))
        self.assertEqual((info["flushes"], info["writes"]["requests"], info["reads"]["requests"], info["lines"]["other"]), (3, 2, 1, 1))
        file = self.write("d.ssd", DESIGN + 'workload K { trace: "k.txt" }\n')
        rows = self.path("rows.csv")
        self.assertEqual(self.call("run", file, "--workload", "K", "--requests-out", rows).returncode, 0)
        with open(rows) as table:
            self.assertEqual([line.split(",")[1:5] for line in table][1:4],
                             [["flush", "0", "0", "0"], ["flush", "0", "0", "1"], ["fua", "4096", "4096", "1"]])
        self.assertEqual(info["forced_writes"], 2)
        self.assertIn("2 forced writes made ordinary ones", self.call("trace", "fit", self.path("k.txt")).stdout)

    def test_what_cannot_be_written_is_told(self):
        file = self.write("d.ssd", DESIGN + CLOSED)
        odd = self.write("odd.csv", "128166372003061629,h,0,Read,700,100,0\n")
        for words, code in ((("generate", file + ":C", "-o", self.path("x")), "E0460"), (("convert", odd, "--to", "ssdsim", "-o", self.path("x")), "E0462"),
                            (("generate", "Fin1", "-o", self.path("no/such")), "E0508"), (("convert", odd, "--to", "msr", "-o", odd), "E0429"),
                            (("convert", self.path("none"), "--to", "msr", "-o", self.path("x")), "E04")):
            done = self.call("trace", *words)
            self.assertEqual(done.returncode, 1, words)
            self.assertIn(code, done.stderr, words)
            self.assertFalse(os.path.exists(self.path("x")))

    def test_a_full_disk_and_a_closed_pipe(self):
        done = self.call("trace", "generate", "Fin1", "-o", "/dev/full")
        self.assertIn("error[E0508]", done.stderr)
        self.assertEqual(done.returncode, 1)
        shown = subprocess.run(f"{self.program} trace generate Fin1 -o - 2>/dev/null | head -1", shell=True, capture_output=True, text=True)
        self.assertEqual(len(shown.stdout.splitlines()), 1)

    def test_the_size_of_the_space(self):
        small = self.info(self.generate("Syn1", self.path("s.csv"), "--size", "1GiB"))
        self.assertLessEqual(small["addresses"]["end_byte"], 2**30)
        own = self.info(self.generate(self.write("d.ssd", DESIGN + MIXED) + ":W", self.path("o.csv")))
        self.assertLessEqual(own["addresses"]["end_byte"], 64 * 32 * 2 * 4096)

    def test_a_library_workload_has_no_params(self):
        done = self.call("trace", "generate", "Fin1", "-D", "x=1", "-o", self.path("x"))
        self.assertIn("error[E0502]: `-D x=1` and a workload of the standard library exclude each other", done.stderr)
        self.assertEqual(done.returncode, 1)
        self.assertFalse(os.path.exists(self.path("x")))
        file = self.write("p.ssd", "param n: int = 10\nworkload W { requests: n  address: uniform }\n")
        self.assertEqual(self.info(self.generate(file + ":W", self.path("p.csv"), "-D", "n=25"))["requests"], 25)

    def test_output_is_packed_by_its_name(self):
        file = self.write("d.ssd", DESIGN + MIXED) + ":W"
        plain = self.generate(file, self.path("a.csv"))
        with open(plain, "rb") as text:
            expected = text.read()
        for ending, magic in ((".zst", b"\x28\xb5\x2f\xfd"), (".gz", b"\x1f\x8b")):
            packed = self.generate(file, self.path("a.csv" + ending))
            with open(packed, "rb") as data:
                self.assertEqual(data.read(len(magic)), magic)
            self.assertLess(os.path.getsize(packed), len(expected) / 2)
            again = self.path("again.csv")
            self.assertEqual(self.call("trace", "convert", packed, "--to", "msr", "-o", again, "--quiet").returncode, 0)
            self.assertEqual(self.info(packed)["reads"], self.info(plain)["reads"])
            self.assertEqual(self.info(again)["sizes"], self.info(plain)["sizes"])
        with gzip.open(self.path("a.csv.gz")) as unpacked:
            self.assertEqual(unpacked.read(), expected)
        twice = self.path("b.csv.zst")
        self.assertEqual(self.call("trace", "convert", self.path("a.csv.gz"), "--to", "msr", "-o", twice, "--quiet").returncode, 0)
        self.assertEqual(self.info(twice)["requests"], 3000)

    def test_a_zstd_file_may_need_the_largest_window(self):
        """A frame as `zstd --long=31` makes it: magic, no options, the window, one raw block (RFC 8878, section 3.1.1)."""
        text = b"0 0 0 8 0\n100000 0 8 8 1\n"
        for log in (27, 28, 31):
            block = (len(text) << 3 | 1).to_bytes(3, "little")
            path = pathlib.Path(self.path(f"long{log}.zst"))
            path.write_bytes(b"\x28\xb5\x2f\xfd\0" + bytes([(log - 10) << 3]) + block + text)
            self.assertEqual(self.info(str(path), "--trace-format", "ssdsim")["requests"], 2)

    def test_packings_that_are_not_written_are_refused(self):
        for ending in ("xz", "bz2", "lz4", "zip"):
            done = self.call("trace", "generate", "Fin1", "-o", self.path("x.csv." + ending))
            self.assertIn("error[E0463]", done.stderr)
            self.assertIn("x.csv.zst`", done.stderr)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertFalse(os.path.exists(self.path("x.csv." + ending)))

    def fit(self, trace, *options):
        done = self.call("trace", "fit", trace, "--format", "json", "--no-cache", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_a_fit_checks_runs_and_is_what_it_says(self):
        fitted = self.fit(self.generate("hm_0", self.path("hm.csv"), "--size", "4GiB", "--requests", "30000"), "--name", "Like")
        missed = [row["name"] for row in fitted["figures"] if row["fitted"] and not row["within"]]
        self.assertEqual((missed, fitted["name"], fitted["requests"]), ([], "Like", 30000))
        file = self.write("like.ssd", fitted["text"])
        self.assertEqual(self.call("check", file).returncode, 0)
        self.assertEqual(self.call("fmt", "--check", file).returncode, 0)
        found = self.info(self.generate(file + ":Like", self.path("like.csv"), "--size", "64GiB"))
        figures = {row["name"]: row["workload"] for row in fitted["figures"]}
        self.assertEqual(found["requests"], 30000)
        self.assertAlmostEqual(found["read_share"], figures["read_share"], 9)
        self.assertAlmostEqual(found["reads"]["mean_bytes"], figures["read_bytes"], 6)
        self.assertAlmostEqual(found["burst_share"], figures["burst_share"], 3)  # times of msr are multiples of 100 ns
        self.assertEqual(found["working_set"]["touched_bytes"] / 4096, figures["pages_touched"])
        design = self.write("d.ssd", 'import "like.ssd"\n' + DESIGN)
        run = self.call("run", design, "--workload", "Like", "--requests", "2000", "--format", "json", "--quiet")
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_a_fit_is_the_same_each_time_and_in_a_file(self):
        trace = self.generate("Fin1", self.path("f.csv"), "--requests", "5000")
        out = self.path("f.ssd")
        done = self.call("trace", "fit", trace, "-o", out)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("mean interval", done.stderr)
        with open(out) as text:
            self.assertEqual(text.read(), self.fit(trace)["text"])
        self.assertEqual(self.call("trace", "fit", trace, "--quiet").stderr, "")
        self.assertIn("error[E0532]", self.call("trace", "fit", trace, "-o", out).stderr)
        self.assertIn("error[E0508]", self.call("trace", "fit", trace, "-o", self.path("no/such.ssd")).stderr)

    def test_names_of_fits(self):
        for file, name in (("hm_0.csv", "hm_0"), ("2-disks.x.csv", "Trace_2_disks"), ("let.csv", "let_trace"), ("€.csv", "Fitted")):
            self.assertEqual(self.fit(self.generate("Fin1", self.path(file), "--requests", "50"))["name"], name)
        for name in ("let", "2x", "a b", "é"):
            done = self.call("trace", "fit", self.path("hm_0.csv"), "--name", name)
            self.assertIn(f"error[E0533]: a workload cannot be called `{name}`", done.stderr)
            self.assertEqual(done.returncode, 1)

    def test_odd_traces_are_fitted(self):
        line = "{},h,0,{},{},{},0\n"
        odd = {"one": line.format(128166372003061629, "Read", 700, 100), "place": "".join(line.format(10**17 + i * 1000, "Write", 4096, 4096) for i in range(50)),
               "time": "".join(line.format(10**17, "Read", 4096 * i, 512) for i in range(50)),
               "gap": line.format(0, "Read", 0, 4096) + line.format(9 * 10**16, "Write", 2**62, 4096),
               "large": "".join(line.format(10**17 + i, "Write", 0, 2**62) for i in range(9))}
        for name, text in odd.items():
            fitted = self.fit(self.write(name + ".csv", text))
            file = self.write(name + ".ssd", fitted["text"])
            self.assertEqual(self.call("check", file).returncode, 0, name)
            self.assertEqual(self.call("trace", "generate", file + ":" + name, "-o", self.path("o.csv"), "--quiet", "--size", "64GiB").returncode, 0, name)
            self.assertEqual(self.info(self.path("o.csv"))["requests"], text.count("\n"))
        self.assertIn("gives no times", self.fit(self.path("one.csv"))["notes"][0])
        self.assertIn("`closed: N`", self.fit(self.path("time.csv"))["notes"][0])
        self.assertIn("limited to a day", " ".join(self.fit(self.path("gap.csv"))["notes"]))

    def test_a_trace_that_cannot_be_read_is_told_as_elsewhere(self):
        own = pathlib.Path(__file__).parent / "traces"
        for name, code in (("empty.csv", "E0404"), ("truncated.csv.zst", "E0405"), ("damaged.csv.zst", "E0406"), ("unknown.txt", "E0410"), ("bad_line.csv", "E0411"),
                           ("none.csv", "E0401")):
            done = self.call("trace", "fit", str(own / name))
            self.assertIn(f"error[{code}]", done.stderr, name)
            self.assertEqual((done.returncode, done.stdout), (1, ""), name)
        self.assertIn("warning[W0409]", self.call("trace", "fit", str(own / "backwards.csv")).stderr)

    def test_doubts_about_a_trace_are_among_the_notes(self):
        same = self.write("same.txt", "".join(f"0 0 {8 * i} 8 1\n" for i in range(2000)))
        notes = self.fit(same, "--trace-format", "ssdsim")["notes"]
        self.assertTrue(any("W0406" in note for note in notes), notes)

    def test_a_part_of_a_trace_and_a_small_drive(self):
        trace = self.generate("Syn1", self.path("s.csv"), "--requests", "3000", "--size", "8GiB")
        part = self.fit(trace, "--requests", "1000")
        self.assertEqual(part["requests"], 1000)
        self.assertIn("first 1,000 of the trace", part["notes"][0])
        small = self.fit(trace, "--size", "64MiB")["text"]
        self.assertEqual(re.findall(r"over (\w+)", small), ["64MiB"])

    def test_traces_of_real_machines_are_fitted(self):
        found = sorted(glob.glob(SHARED + "/*_[0-9]*.csv.zst") + glob.glob(SHARED + "/*mqsim*.zst"))
        small = [path for path in found if os.path.getsize(path) < 250_000]
        if not small:
            self.skipTest(f"{SHARED} is not there")
        misses = 0
        for path in small:
            done = self.call("trace", "fit", path, "--format", "json", "--no-cache")
            if "E0410" in done.stderr + done.stdout:
                continue
            fitted = json.loads(done.stdout)
            self.assertEqual(self.call("check", self.write("real.ssd", fitted["text"])).returncode, 0, path)
            rows = {row["name"]: row for row in fitted["figures"]}
            self.assertLess(abs(rows["read_share"]["difference"]), 0.02, path)
            misses += sum(row["fitted"] and not row["within"] and row["name"] != "aligned_share" for row in fitted["figures"]) / len(small)
        self.assertLess(misses, 2.5)


if __name__ == "__main__":
    called_program.main(__doc__)
