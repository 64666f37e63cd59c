#!/usr/bin/env python3
"""Follows helps literally. Each case is a file with one mistake. What the help has in backquotes is put in the place
of the mistake, and the file must then pass. So no help can name something that does not exist, and none leads to the
next mistake. The helps are read as JSON, as tools do."""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

PROGRAM = None
DRIVE = "design D { geometry { channels: 2  chips: 2  dies: 1  planes: 2  blocks: 64  pages: 32  page: 4KiB } %s }\n"
EXPERIMENT = "design A { }\ndesign B { }\nworkload W { requests: 10 }\nexperiment E { vary design: [A, B]  measure response.mean  expect \"x\": %s }\n"


def design(section, before=""):
    return before + DRIVE % section


def score(expression):
    return f"fn f(b: block) = {expression}\n" + design("gc { victim: f }")


def workload(keys):
    return design("") + "workload W { requests: 10  %s }\n" % keys


# (code, text, the mistake, which of the backquoted parts of the help replaces it, what fills its … or, with {}, what
# surrounds it)
CASES = [
    # ratios, units, numbers
    ("E0008", score("if b.utilisation > 10%and b.valid > 1 then 1 else 0"), "10%and", 0, ""),
    ("E0008", "const k = 7\n" + design("gc { victim(b): b.valid + 10%k }"), "10%k", 0, ""),
    ("E0102", workload("size: 4k"), "4k", 0, ""),
    ("E0102", "workload W { requests: 2K }\n" + design(""), "2K", 2, ""),
    ("E0102", "nand N { read: 20usec }\n" + design("nand: N"), "20usec", 0, ""),
    ("E0102", "nand N { bus { rate: 1200MT } }\n" + design("nand: N"), "1200MT", 0, ""),
    ("E0219", "design D { geometry { page: 16KB } }\n", "page: 16KB", 0, ""),
    ("E0111", "param op: int = 3\n" + design("schedule { priority(op): 1 }"), "(op)", 0, "({})"),
    ("E0201", design("host { qd: 32 }"), "qd: 32", 0, "32"),
    ("E0105", "nand N { read: 20000 }\n" + design("nand: N"), "20000", 0, ""),
    ("E0105", "nand N { read: 20 }\n" + design("nand: N"), "read: 20", 0, "read: {}"),
    ("E0105", workload("size: 4"), "size: 4", 0, "size: {}"),
    ("E0105", workload("size: 4096"), "4096", 0, ""),
    ("E0105", workload("address: stride(4)"), "stride(4)", 0, "stride({})"),
    ("E0105", "design D { geometry { page: 16 } }\n", "16", 0, ""),
    ("E0105", "design D { geometry { page: 4096 } }\n", "4096", 0, ""),
    ("E0105", "design D { geometry { channels: \"4\" } }\n", "\"4\"", 0, ""),
    ("E0105", "design D { geometry { channels: [4, 8] } }\n", "[4, 8]", 0, ""),
    ("E0105", "param s: size = 4096\n" + design("buffer { size: s }"), "4096", 0, ""),
    ("E0105", design("host { read_modify_write: 1 }"), "write: 1", 0, "write: {}"),
    ("E0204", "nand N { read: 3h }\n" + design("nand: N"), "read: 3h", 0, ""),
    ("E0101", design("host { read_modify_write: True }"), "True", 0, ""),
    ("E0101", design("host { read_modify_write: no }"), "no", 0, ""),
    # words, forms, keys
    ("E0212", design("wear { level: statik { threshold: 100 } }"), "statik", 0, ""),
    ("E0261", design("wear { level: dynamic { threshold: 100 } }"), "level: dynamic { threshold: 100 }", 0, ""),
    ("E0212", design("allocation: dynamic channel > die > plane > chip  gc { migrate: any_idel { buffer: 8 } }"), "any_idel", 0, ""),
    ("E0261", design("gc { migrate: same_plane { } }"), "migrate: same_plane { }", 0, ""),
    ("E0212", design("start { state: filed { valid: 20% } }"), "filed", 0, ""),
    ("E0212", design("start { state: erasd }"), "erasd", 0, ""),
    ("E0212", design("allocation: statik { order: channel > die > plane > chip }"), "statik", 0, ""),
    ("E0212", design("gc { victim: b.invalid }"), "victim: b.invalid", 0, ""),
    ("E0212", design("gc { victim: cost_benfit }"), "cost_benfit", 0, ""),
    ("E0431", design("gc { victim: wise }"), "wise", 0, ""),
    ("E0431", design("commands { multiplane: greedy }"), "greedy", 0, ""),
    ("E0101", design("schedule { priority: read_frst }"), "read_frst", 0, ""),
    ("E0212", design("gc { victim: d_choises }"), "victim: d_choises", 0, "2"),
    ("E0101", "fn slow(p: page) = 40us + p.index * 1ns\n" + design("nand { read: slwo }"), "slwo", 0, ""),
    ("E0122", "fn f(b: block, n: int) = b.valid * n\n" + design("gc { victim: f }"), "victim: f", 0, "2"),
    ("E0213", "design D { nand: SLC }\n", "nand: SLC", 0, ""),
    ("E0105", design("nand { read: [40us, 60us] }"), "read: [40us, 60us]", 0, "40us"),
    ("E0106", design("nand { read(p): if p.kind == \"lsb\" then 40us else 60us }"), "\"lsb\"", 0, ""),
    ("E0105", design("host { link: \"PCIe 3.0 x4\" }"), "\"PCIe 3.0 x4\"", 0, ""),
    ("E0101", design("gc { trigger: free < 10% }"), "free <", 0, "{} <"),
    ("E0204", workload("size: 4KiB-16KiB"), "4KiB-16KiB", 0, ""),
    ("E0241", workload("size: mix(4KiB: 50%, 50%: 8KiB)"), "4KiB: 50%", 0, ""),
    ("E0033", "import std/nand\ndesign D { nand: Hu2013_SLC }\n", "import std/nand", 0, ""),
    ("E0020", "design D(Base) { }\ndesign Base { }\n", "design D(Base) { }", 0, ""),
    ("E0020", "param ways float = 0.5\n" + design("gc { victim(b): b.utilisation * ways }"), "param ways float = 0.5", 0, "0.5"),
    ("E0020", "param ways: 4\ndesign D { geometry { chips: ways } }\n", "param ways: 4", 0, ""),
    # experiments
    ("E0024", "design D { }\nworkload W { requests: 10 }\nexperiment E { vary design = [D]  measure waf }\n", "vary design =", 0, ""),
    ("E0020", "design D { }\nworkload W { requests: 10 }\nexperiment E { vary: design: [D]  measure waf }\n", "vary: design: [D]", 0, "[D]"),
    ("E0321", "design D { }\nworkload W { requests: 10 }\nexperiment E { measure latency.avg }\n", "latency.avg", 0, ""),
    ("E0333", EXPERIMENT % "A < mean(response.mean, B)", "\": A", 0, "\": {}"),
    ("E0430", "design A { }\nworkload W { requests: 10 }\nexperiment A { measure waf }\n", None, None, None),
    # other languages
    ("E0050", "param int ways = 4\ndesign D { geometry { chips: ways } }\n", "param int ways = 4", 0, "4"),
    ("E0050", "const float r = 0.5\n" + design("gc { victim(b): b.utilisation * r }"), "const float r = 0.5", 0, "0.5"),
    ("E0050", "fn f(block b) = b.valid\n" + design("gc { victim: f }"), "block b", 0, ""),
    ("E0050", score("{ int x = b.valid  x * 2 }"), "int x = b.valid", 0, "b.valid"),
    ("E0051", "design my-drive { }\n", "my-drive", 0, ""),
    ("E0052", score("b->valid"), "b->valid", 0, ""),
    ("E0053", score("{ return b.valid }"), "return b.valid", 0, ""),
    ("E0053", design("gc { victim(b): return b.valid }"), "return b.valid", 0, ""),
    ("E0054", score("{ x = b.valid  x * 2 }"), "x = b.valid", 0, "b.valid"),
    ("E0055", "const x == 3\ndesign D { geometry { chips: x } }\n", "const x == 3", 0, "3"),
    ("E0055", score("{ let x == b.valid  x * 2 }"), "let x == b.valid", 0, "b.valid"),
    ("E0055", design("gc { trigger == free_pages < 5% }"), "trigger == free_pages < 5%", 0, "free_pages < 5%"),
    ("E0059", design("allocation: write_order map(n) { channel: n % 2  chip: 0  die: 0  plane: 0 }"), "write_order map(n) { channel: n % 2  chip: 0  die: 0  plane: 0 }", 0, ""),
    ("E0056", "param xs: [int] = [1, 2, 3]\nparam i: int = 1\ndesign D { geometry { chips: xs[i] } }\n", "param xs: [int] = [1, 2, 3]", 0, "[1, 2, 3]"),
    ("E0056", "param xs: list = [1, 2, 3]\nparam i: int = 1\ndesign D { geometry { chips: xs[i] } }\n", "param xs: list = [1, 2, 3]", 0, "[1, 2, 3]"),
    ("E0056", "fn at(xs: [int], i: int) = xs[i]\ndesign D { geometry { chips: at([1, 2], 1) } }\n", "xs: [int]", 0, ""),
    ("E0058", "design D { \"geometry\" { channels: 4 } }\n", "\"geometry\" { channels: 4 }", 0, "channels: 4"),
    ("E0020", "fn f(b: block) { b.valid }\n" + design("gc { victim: f }"), "fn f(b: block) { b.valid }", 0, "b.valid"),
    ("E0020", score("(float) b.valid / pages"), "(float) b.valid", 0, ""),
    ("E0020", workload("address: zipf 0.99"), "zipf 0.99", 1, ""),
    ("E0020", workload("trace: /tmp/none.csv"), "/tmp/none.csv", 0, ""),
    ("E0020", design("allocation: static: channel > chip > die > plane"), "static: channel > chip > die > plane", 0, ""),
    ("E0101", "workload W { trace: hm_0.csv }\n" + design(""), "trace: hm_0.csv", 0, ""),
    ("E0160", "param mine: order = channel > die > plane\n" + design("allocation: static mine"), "channel > die > plane\n", 0, "{}\n"),
    ("E0160", "param mine: order = channel > die > plan > chip\n" + design("allocation: static mine"), "plan ", 0, "{} "),
    ("E0162", workload("interval: poisson(1ms)"), "poisson(1ms)", 0, ""),
    ("E0162", workload("interval: exponental(1ms)"), "exponental", 0, ""),
    ("E0162", workload("interval: gamma(1ms, 2ms)"), "gamma(1ms, 2ms)", 1, ""),
    ("E0212", "workload W { trace: \"a.csv\"  format: mrs }\n" + design(""), "mrs", 0, ""),
    ("E0243", workload("address: random"), "random", 0, ""),
    ("E0121", "param x: float = 0.5\n" + design("gc { victim(b): b.utilisation * x }"), "float", 0, ""),
    ("E0121", "param x: uint32 = 4\ndesign D { geometry { chips: x } }\n", "uint32", 0, ""),
    # collection and placement
    ("E0020", design("allocation: dynamic channel > die > plane > chip { streams: [a, b]  stream(r): a }"),
     "dynamic channel > die > plane > chip { streams: [a, b]  stream(r): a }", 0, "streams: [a, b]  stream(r): a"),
    ("E0037", score("{ let u = ceil (1.5)  u * b.valid }"), "ceil (1.5)", 0, "1.5"),
    ("E0101", design("gc { trigger: is_idle and free_pages < 20% }"), "is_idle", 0, ""),
    ("E0101", design("allocation: static map(lpn) { channel: lpn % channels  chip: lpn / channels % ways  die: 0  plane: lpn / 4 % planes }"), "ways", 0, ""),
    ("E0106", design("gc { trigger: idle > 5ms and free_pages < 20% }"), "idle > 5ms", 0, ""),
    ("E0124", design("schedule { priority(op): op.unit.way }"), "way", 0, ""),
    ("E0262", design("gc { trigger: free_pages < 10%  stop: free_blocks >= 2 }"), "stop: free_blocks >= 2", 0, ""),
    ("E0262", design("gc { scope: die  trigger: free_blocks < 20  stop: free_pages > 99 }"), "stop: free_pages > 99", 0, ""),
    ("E0264", design("gc { trigger: free_pages < 10%  preempt: page  hard: free_blocks < 30 }"), "hard: free_blocks < 30", 0, ""),
    ("E0264", design("gc { scope: die  trigger: free_blocks < 9  preempt: page  hard: free_blocks < 10 }"), "hard: free_blocks < 10", 0, ""),
    ("E0205", "workload W { requests: 10 }\n" + design("start { run: W { requests: 20 } }"), "run: W { requests: 20 }", 0, ""),
    ("E0245", workload("read: 120%"), "120%", 0, ""),
    ("E0245", workload("read: 33.33333%"), "33.33333%", 0, ""),
]
# The same for warnings.
WARNINGS = [
    ("W0230", design("gc { trigger: free_blocks < 1 }"), "free_blocks < 1", 0, ""),
    ("W0230", design("gc { scope: device  trigger: free_blocks < 8 }"), "free_blocks < 8", 0, ""),
    ("W0230", design("gc { scope: die  trigger: free_pages < 64 }"), "free_pages < 64", 0, ""),
    ("W0230", design("gc { scope: device  preempt: page  trigger: free_blocks < 1 }"), "free_blocks < 1", 0, ""),
    ("W0230", design("allocation: write_order channel > die > plane > chip  gc { superblock: chip  trigger: free_blocks < 2 }"), "free_blocks < 2", 0, ""),
]
# Keys of other simulators: the file, the key with its value, and the value that our key gets.
KEYS = [
    ("design D { %s }\n", "channels: 4", "4"),
    ("design D { geometry { %s } }\n", "Flash_Channel_Count: 8", "8"),
    ("design D { %s }\n", "Page_Capacity: 8192", "8KiB"),
    ("design D { nand { %s } }\n", "t_PROG: 200us", "200us"),
    ("design D { nand { %s } }\n", "Channel_Transfer_Rate: 333MT/s", "333MT/s"),
    ("design D { capacity { %s } }\n", "size: 512MB", "512MB"),
    (DRIVE % "host { %s }", "queue_depth: 32", "32"),
    (DRIVE % "start { %s }", "snapshot: \"f\"", "erased"),
    (DRIVE % "gc { %s }", "policy: greedy", "greedy"),
    ("workload W { requests: 10  %s }\n" + design(""), "iodepth: 32", "32"),
]
CASES += [("E0201", where % key, key, 0, value) for where, key, value in KEYS]
# Sections that are given as a value.
SECTIONS = ["allocation: plane > die > chip > channel", "allocation: round_robin", "buffer: 64KiB", "gc: greedy", "capacity: 20%", "capacity: 512MB"]
CASES += [("E0205", "design D { %s }\n" % section, section, 0, "") for section in SECTIONS]


class Helps(unittest.TestCase):
    def check(self, text, severities=("error",)):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "x.ssd").write_text(text)
            done = subprocess.run([PROGRAM, "check", "x.ssd", "--format", "json"], cwd=folder, capture_output=True, text=True, timeout=60)
        found = json.loads(done.stdout)["diagnostics"]
        return [d for d in found if d["severity"] in severities]

    def test_each_can_be_followed(self):
        self.follow(CASES, ("error",))

    def test_each_warning_can_be_followed(self):
        self.follow(WARNINGS, ("error", "warning"))

    def follow(self, cases, severities):
        for code, text, slip, part, fill in cases:
            with self.subTest(code=code, text=text):
                errors = self.check(text, severities)
                self.assertEqual([e["code"] for e in errors], [code])
                self.assertIsNotNone(errors[0]["place"])
                self.assertNotEqual(errors[0]["help"], "")
                if slip is None:
                    continue
                self.assertEqual(text.count(slip), 1, "the slip must stand once in the text")
                proposed = re.findall(r"`([^`]*)`", errors[0]["help"])[part]
                proposed = fill.format(proposed) if "{}" in fill else proposed.replace("…", fill)
                mended = text.replace(slip, proposed)
                left = self.check(mended, severities)
                self.assertEqual(left, [], f"after the help `{errors[0]['help']}`: {mended}")


    def test_every_error_of_the_golden_files_has_a_way_out(self):
        checked = 0
        for path in sorted((pathlib.Path(__file__).parent / "golden").rglob("*.ssd")):
            text = path.read_text().split("//--- ")[0]
            if not text.startswith("// run: ssdc check %s\n") or "//--- file" in path.read_text():
                continue
            for error in self.check(text):
                checked += 1
                self.assertNotEqual(error["help"], "", f"{path}: {error['message']}")
        self.assertGreater(checked, 300)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    options, rest = parser.parse_known_args()
    PROGRAM = str(pathlib.Path(options.program).resolve())
    unittest.main(argv=[__file__, *rest])
