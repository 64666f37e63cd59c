#!/usr/bin/env python3
"""The values of an experiment's axes in what it prints and writes: their names, and claims that are made for each of
them."""
import json

import called_program

ORDERS = """const S1 = chip > die > plane > channel
param scheme: order = S1
param gap: time = 20us
const short = 20us
design A { geometry { channels: 2  chips: 2  blocks: 64  pages: 16 }  allocation: static scheme }
workload W { requests: 200  interval: gap }
experiment E {
  vary scheme: [S1, channel > chip > die > plane]  vary gap: [short, 30us]
  measure response.mean
  normalize response.mean to scheme == S1
  expect "x": argmin(response.mean, scheme) == S1
  expect "y" each gap: mean(response.mean, scheme == S1) < 2ms
  plot lines(normalized(response.mean)) over gap group scheme
}
"""


class Results(called_program.CalledProgram):
    def test_a_named_order_keeps_its_name(self):
        done = self.call("run", self.write("x.ssd", ORDERS) + ":E", "-o", "r", "--points", "scheme=S1|channel>chip>die>plane")
        self.assertIn("scheme channel > chip > die > plane == scheme S1", done.stdout)
        rows = [line.split(",") for line in self.read("r/results.csv").splitlines()]
        self.assertEqual([row[3] for row in rows], ["scheme", "S1", "S1"] + 2 * ["channel > chip > die > plane"])
        self.assertEqual([row[4] for row in rows], ["gap", "20us", "30us", "20us", "30us"])
        axis = json.loads(self.read("r/results.json"))["experiment"]["axes"][2]
        self.assertEqual([(value["text"], value["alias"]) for value in axis["values"]],
                         [("chip > die > plane > channel", "S1"), ("channel > chip > die > plane", None)])
        picture = self.read("r/plots/1-lines-normalized-response.mean.svg")
        self.assertIn("relative to scheme S1<", picture)
        self.assertNotIn("chip &gt; die &gt; plane &gt; channel", picture)
        self.assertIn("S1 (chip > die > plane > channel), channel > chip", self.call("explain", self.path("x.ssd") + ":E").stdout)
        self.assertIn("its values: `S1`, `channel >", self.call("run", self.path("x.ssd") + ":E", "--points", "scheme=").stderr)
        self.assertIn("--points 'scheme=S1'", self.call("run", self.path("x.ssd") + ":E", "-D", "scheme=S1").stderr)

    def test_a_claim_for_each_value_shows_what_was_compared_there(self):
        done = self.call("run", self.write("x.ssd", ORDERS) + ":E", "-o", "r")
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stdout, r"FAILS           y\n +gap 20us: \d\.\d+ ms < 2\.000 ms; gap 30us: \d\.\d+ ms < 2\.000 ms, missed by 1\d\d %")
        claim = json.loads(self.read("r/results.json"))["expectations"][1]
        self.assertEqual(claim["claim"], "each gap: mean(response.mean, scheme == S1) < 2ms")
        self.assertIn("gap 20us: ", claim["values"])
        self.assertLess(claim["margin"], 0)
        self.assertRegex(self.read("r/report.html"), r'<td class="note">gap 20us</td><td class="fails">\d\.\d+ ms</td><td class="fails">&lt; 2\.000 ms</td>')


if __name__ == "__main__":
    called_program.main(__doc__)
