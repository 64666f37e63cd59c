"""The report of a run as HTML: its numbers are those of the result, it is well-formed, and it needs nothing else."""
import html.parser
import json
import re
import unittest
import xml.etree.ElementTree

import drives
import ssdc
from ssdc import _html, _report, _response_plot, _shown

FULL = drives.SMALL.replace("gc { victim: greedy }", "gc { victim: greedy }  start { state: filled { valid: 84% } }")
NO_END = {"br", "meta"}
LEAST_CONTRAST = 3.0  # of a colour with white, and with black


class Cells(html.parser.HTMLParser):
    """The rows of all tables; raises if an element does not end where it should."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.open, self.text = [], [], text
        self.feed(text)
        self.close()
        if self.open:
            raise AssertionError(f"not closed: {self.open}")

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in NO_END:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> ends nothing")

    def handle_data(self, data):
        if any(tag in ("td", "th") for tag in self.open):
            self.rows[-1][-1] += data

    def row(self, *begin):
        return next(row for row in self.rows if row[: len(begin)] == list(begin))


def shown(result):
    return Cells(result._repr_html_())


def luminance(colour):
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear))


class Report(unittest.TestCase):
    def setUp(self):
        self.file = ssdc.loads(FULL)
        self.design = self.file["Drive"]

    def test_the_numbers_of_the_result(self):
        result = self.design.run("Mixed", seed=3)
        found = shown(result)
        titles = found.row("", "requests")
        for name, times in (("reads and writes", result.response), ("read", result.read), ("write", result.write)):
            row = found.row(name, f"{int(times.count):,}")
            self.assertEqual(row[titles.index("p99")], _shown.time_text(times.p99))
            self.assertEqual(row[titles.index("p99.9")], _shown.time_text(times.p999))
        self.assertEqual(found.row("write amplification")[1], _shown.digits(result.write_amplification))
        self.assertEqual(found.row("collections")[1], f"{int(result.gc.collections):,}")
        self.assertIn(f"{_shown.digits(result.iops)} requests/s", found.row("throughput")[2])
        shares = [float(cell.rstrip("%")) if cell != "–" else 0 for cell in found.row("read", "", _shown.time_text(result.read.mean))[3:]]
        self.assertAlmostEqual(sum(shares), 100, delta=0.05)
        collection = found.row("", "", "mean")[3:].index("collection")
        self.assertEqual(shares[collection], round(100 * result.parts.read.collection / result.read.mean, 2))
        self.assertIn(result.text(), re.sub("&[a-z]+;|&#x27;", lambda one: html.unescape(one[0]), found.text))

    def test_the_bands_of_the_slow_requests(self):
        plain, timed = self.design.run("Mixed"), self.design.run("Mixed", request_times=True)
        self.assertFalse([row for row in shown(plain).rows if row and row[0].startswith("slowest")])
        band = json.loads(timed.blame().json)["write"]["bands"][-1]
        row = [row for row in shown(timed).rows if row and row[0] == "slowest 0.1 %"][-1]
        self.assertEqual(row[2], _shown.time_text(band["mean_ns"]))

    def test_other_runs(self):
        ftl = shown(self.design.run("Mixed", only_ftl=True))
        self.assertNotIn("<svg", ftl.text)
        self.assertNotIn("Response times", ftl.text)
        self.assertTrue(ftl.row("write amplification"))
        stopped = shown(ssdc.loads(drives.ENDLESS)["Drive"].run("Endless", progress=lambda stage, share: stage != "measured"))
        self.assertIn("ended early", stopped.text)
        flows = 'workload Two { flow a { requests: 300  write: 100%  size: 4KiB  address: uniform  closed: 2 }  flow b { requests: 100  read: 100%  size: 4KiB  address: uniform  closed: 1 } }\n'
        two = shown(ssdc.loads(FULL + flows)["Drive"].run("Two"))
        self.assertTrue(two.row("a: write") and two.row("b: read"))

    def test_it_needs_nothing_else(self):
        text = self.design.run("Mixed", request_times=True)._repr_html_()
        self.assertEqual(re.findall(r"https?://[^\"]*", text), ["http://www.w3.org/2000/svg"])
        for word in ("<script", "<link", "@import", "url("):
            self.assertNotIn(word, text)

    def test_names_are_text(self):
        self.assertIn("&lt;b&gt;", _report._heading("design    <b>: 1\n\nmore"))
        self.assertEqual(Cells(_report._heading("design    A: 1\n          2 & 3\nworkload  W\n\nx")).rows, [["design", "A: 12 & 3"], ["workload", "W"]])

    def test_colours_on_light_and_dark(self):
        """No background, and enough contrast with both."""
        self.assertNotRegex(_html.STYLE, r"background: (?!none)|color: (?!inherit)")
        colours = [*_report._PARTS.values(), *(colour for colour, _ in _response_plot._LOOKS.values())]
        for colour in colours:
            bright = luminance(colour)
            self.assertGreaterEqual(1.05 / (bright + 0.05), LEAST_CONTRAST, colour)
            self.assertGreaterEqual((bright + 0.05) / 0.05, LEAST_CONTRAST, colour)
        self.assertEqual(len(set(_report._PARTS.values())), 10)


class Distribution(unittest.TestCase):
    def test_it_is_that_of_the_percentiles(self):
        result = ssdc.loads(FULL)["Drive"].run("Mixed", request_times=True)
        counts = {}
        for op, response, requests in result._core.responses():
            counts.setdefault(op, []).append((response, requests))
        self.assertEqual({op: sum(count for _, count in entries) for op, entries in counts.items()}, {"read": result.read.count, "write": result.write.count})
        self.assertEqual((counts["read"][-1][0], counts["read"], len(result.distribution())),
                         (result.read.max, sorted(counts["read"]), sum(map(len, counts.values()))))
        below, wanted = 0, 0.99 * result.write.count
        for response, requests in counts["write"]:
            below += requests
            if below >= wanted:
                break
        self.assertEqual(response, result.write.p99)
        self.assertEqual(result.distribution().columns, ["op", "response", "requests"])

    def test_the_plot(self):
        svg = _response_plot.response_plot({"read": [(1000, 90), (20_000, 9), (3_000_000, 1)], "write": [(500_000, 4)]})
        picture = xml.etree.ElementTree.fromstring(svg)
        texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
        for label in ("1 us", "1 ms", "10 ms", "100 %", "10 %", "1 %", "read", "write"):
            self.assertIn(label, texts)
        self.assertNotIn("trim", texts)
        curve, = re.findall(r'<path d="M76.0,12.0((?:H[\d.]+V[\d.]+)+)"[^>]*stroke="#2f7ed8"', svg)
        steps = [tuple(map(float, step)) for step in re.findall(r"H([\d.]+)V([\d.]+)", curve)]
        self.assertEqual([round(y, 1) for _, y in steps], [116.0, 220.0, 220.0])  # 10 %, 1 %, and the slowest request
        self.assertEqual(_response_plot.response_plot({}), "")
        self.assertEqual(_response_plot.response_plot({"trim": []}), "")


class Numbers(unittest.TestCase):
    def test_four_digits(self):
        self.assertEqual([_shown.digits(value) for value in (0, 1, 4.08444, 24.667, 123.456, 12345.6)], ["0.000", "1.000", "4.084", "24.67", "123.5", "12,346"])
        self.assertEqual([_shown.time_text(value) for value in (0, 71_615, 3.2e6, 9e9, 120e9)], ["0.000 ns", "71.61 us", "3.200 ms", "9.000 s", "2.000 min"])
        self.assertEqual([_shown.size_text(2**25), _shown.rate_text(40.72e6), _shown.share_text(0.00001), _shown.share_text(1)],
                         ["32.00 MiB", "40.72 MB/s", "0.001 %", "100 %"])
