"""The session of typed_use.py runs as it is written."""
import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.append(os.environ["SSDC_FRAMES"])
import pandas
import polars
import typed_use

TLC = """import "std/nand.ssd"
param ways: int = 2
design Drive1TB {
  geometry { channels: 8  chips: ways  dies: 2  planes: 2  blocks: 64  pages: 96  page: 16KiB }
  nand: TLC_1200
  gc { victim(b): b.age }
}
design Cached from Drive1TB { buffer { size: 4MiB } }
workload Qd32 { requests: 1000  read: 70%  size: 16KiB  address: uniform  closed: 32 }
"""
PAPER = """param ways: int = 1
design Drive { geometry { channels: 2  chips: ways  dies: 1  planes: 1  blocks: 64  pages: 32  page: 4KiB } }
workload Mixed { requests: 2000  write: 50%  size: 4KiB  address: uniform  closed: 8 }
experiment Fig13to16 {
  vary ways: [1, 2, 4]
  measure read.mean
  expect "more ways are faster": mean(read.mean, ways == 4) < mean(read.mean, ways == 1)
  plot lines(read.mean) over ways
}
"""


class Session(unittest.TestCase):
    def test_it_runs(self):
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as executor:
            pathlib.Path(folder, "tlc.ssd").write_text(TLC)
            pathlib.Path(folder, "paper.ssd").write_text(PAPER)
            found = typed_use.session(polars, pandas, folder, executor)
            self.assertGreater(pathlib.Path(folder, "x.perfetto").stat().st_size, 1_000_000)
            self.assertGreater(pathlib.Path(folder, "fig13.journal").stat().st_size, 1000)
        self.assertIn("<svg", found["picture"])
        self.assertIn("Drive1TB has", found["explained"])
        self.assertIn("buffer", {change.section for change in found["difference"].changes})
        p99, amplification, microseconds = found["p99"]
        self.assertTrue(p99 > 0 and amplification >= 1 and microseconds * 1000 == p99)
        self.assertEqual((len(found["requests"]), len(found["table"])), (1_000_000, 3))
        self.assertGreater(len(found["series"]), 10)
        self.assertEqual([claim.verdict for claim in found["claims"]], ["holds"])
        self.assertTrue(all("<svg" in text for text in (found["plot"], found["shown"][0])))
        self.assertIn("more ways are faster", found["shown"][1])
        self.assertEqual(json.loads(found["blamed"].json)["read"]["bands"][1]["to_share"], 1)
        self.assertIn("did not fit into 64.00 MiB", found["left out"][0])
        self.assertIn("`timeline(path, begin=…, until=…)` writes another window", found["left out"][-1])
        self.assertGreater(found["narrower"], 0)
        self.assertFalse(found["edited"])
