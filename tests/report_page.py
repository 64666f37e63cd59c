#!/usr/bin/env python3
"""The page of an experiment in a headless browser: no error, no request to a network, every plot drawn, and it can
be printed. Without a browser (SSDC_CHROMIUM, or chromium-headless-shell, chromium or google-chrome in PATH) only
what needs none is tested."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import called_program

ROOT = pathlib.Path(__file__).parents[1]
NAMES = ("chromium-headless-shell", "chromium", "google-chrome")
BROWSER = os.environ.get("SSDC_CHROMIUM") or next((found for found in map(shutil.which, NAMES) if found), None)
EXPERIMENT = """param ways: int = 2
design A { geometry { channels: 2  chips: ways  blocks: 64  pages: 16 } }
design B from A { geometry { dies: 4 } }
workload W { requests: 500  interval: 20us }
workload V from W { size: 8KiB }
/// Text with <b>markup</b> & "quotes".
experiment E {
  vary design: [A, B]  vary workload: [W, V]  vary ways: [1, 2, 4]
  seeds: 2
  measure iops, response.mean, read.p99
  expect "more ways <are> faster": mean(response.mean, ways == 4) < mean(response.mean, ways == 1)
  plot bars(response.mean) by workload group design
  plot lines(iops) over ways by workload group design
  plot cdf(read.p99) group design
  plot heat(iops) over ways by workload
  plot box(response.mean) by workload group design
  plot stack(read.p99, response.mean) by workload group design
}
"""
PANELS = 1 + 2 + 1 + 1 + 1 + 2


class ReportPage(called_program.CalledProgram):
    def page(self):
        done = self.call("run", self.write("x.ssd", EXPERIMENT) + ":E", "-o", "r", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.path("r/report.html")

    def browse(self, *words):
        # Root needs --no-sandbox. The browser prints messages about the machine to stderr as well.
        return subprocess.run([BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={self.path('profile')}", "--virtual-time-budget=5000",
                               "--enable-logging=stderr", "--v=0", *words], capture_output=True, text=True, timeout=120, env={**os.environ, "HOME": self.folder.name})

    def test_the_page_has_everything_without_a_browser(self):
        text = pathlib.Path(self.page()).read_text()
        for what in ("more ways &lt;are&gt; faster", "Text with &lt;b&gt;markup&lt;/b&gt; &amp; &quot;quotes&quot;.", "✓ holds", "workload V from W"):
            self.assertIn(what, text)
        self.assertEqual(text.count('<div class="still"><svg'), 6)
        self.assertNotIn("<b>markup", text)
        self.assertEqual(re.findall(r'<(?:script|link|img)[^>]*(?:src|href)=', text), [])

    def test_the_library_is_the_one_that_its_readme_says(self):
        folder = ROOT / "third_party" / "plotly"
        said = re.search(r"([0-9a-f]{64})  plotly-cartesian.min.js", (folder / "README.md").read_text())[1]
        self.assertEqual(hashlib.sha256((folder / "plotly-cartesian.min.js").read_bytes()).hexdigest(), said)

    @unittest.skipUnless(BROWSER, "no headless browser here (SSDC_CHROMIUM)")
    def test_it_is_drawn_without_errors_and_without_a_network(self):
        log = self.path("net.json")
        done = self.browse("--dump-dom", f"--log-net-log={log}", "file://" + self.page())
        self.assertEqual([line for line in done.stderr.splitlines() if "CONSOLE" in line], [])
        self.assertEqual(done.stdout.count('class="plot-container'), PANELS)
        self.assertEqual(done.stdout.count('<div class="figure live">'), 6)
        self.assertEqual(re.findall(r'"url":"https?:[^"]*', pathlib.Path(log).read_text()), [])

    @unittest.skipUnless(BROWSER, "no headless browser here (SSDC_CHROMIUM)")
    def test_a_click_sorts_by_the_numbers_as_they_were_found(self):
        page = pathlib.Path(self.page())
        clicked = page.with_name("clicked.html")
        # Of iops, after point, design, workload and ways.
        click = "<script>document.querySelectorAll('table.sortable th')[4].click()</script></body>"
        clicked.write_text(page.read_text().replace("</body>", click))
        rows = re.findall(r'<tr><td class="n" data-v="(\d+)">.*?</tr>', self.table(self.browse("--dump-dom", f"file://{clicked}").stdout))
        values = {point["point"]: point["metrics"]["iops"]["mean"] for point in json.loads(page.with_name("results.json").read_text())["points"]}
        found = [values[int(row)] for row in rows]
        self.assertEqual(len(found), 12)
        self.assertEqual(found, sorted(found))
        self.assertNotEqual(rows, sorted(rows, key=int))

    def table(self, dom):
        return dom[dom.index('<table class="sortable">'):]

    @unittest.skipUnless(BROWSER, "no headless browser here (SSDC_CHROMIUM)")
    def test_it_can_be_looked_at_and_printed(self):
        page = "file://" + self.page()
        self.browse("--hide-scrollbars", "--window-size=1200,2400", f"--screenshot={self.path('page.png')}", page)
        self.assertGreater(os.path.getsize(self.path("page.png")), 50_000)
        self.browse("--no-pdf-header-footer", f"--print-to-pdf={self.path('page.pdf')}", page)
        self.assertTrue(pathlib.Path(self.path("page.pdf")).read_bytes().startswith(b"%PDF"))

    @unittest.skipUnless(BROWSER, "no headless browser here (SSDC_CHROMIUM)")
    def test_on_a_phone_nothing_is_cut(self):
        """At 360 px the page itself has no width to scroll; what is wider stands in an area that scrolls, still and interactive."""
        page = pathlib.Path(self.page())
        for script in ("", "window.Plotly = null;"):  # with the library, and without it
            phone = page.with_name("phone.html")
            look = """<script>document.querySelectorAll("details").forEach(function (one) { one.open = true; });
              setTimeout(function () {
                var scrolls = function (e) { return e && (["auto", "scroll"].includes(getComputedStyle(e).overflowX) ? e.getBoundingClientRect().right <= 360 : scrolls(e.parentElement)); };
                var shown = Array.from(document.querySelectorAll("table, svg, pre, .plot")).filter(function (e) { return e.getClientRects().length; });
                var wide = shown.filter(function (e) { return e.getBoundingClientRect().right > 360; });
                var small = Array.from(document.querySelectorAll(".plot, .still > svg")).filter(function (e) { return e.getClientRects().length && e.getBoundingClientRect().width < 500; });
                parent.document.title = [document.documentElement.scrollWidth <= 360, wide.length > 0, wide.filter(function (e) { return !scrolls(e); }).length, small.length].join(" ");
              }, 1000);</script></body>"""
            text = page.read_text().replace("</body>", look)
            phone.write_text(text.replace("if (window.Plotly) {", script + "if (window.Plotly) {"))
            # A window of a headless browser is no narrower than 500 px: the page stands in a frame of 360. The browser's
            # time passes while a busy machine still loads the frame, so there is much of it.
            frame = page.with_name("frame.html")
            frame.write_text('<title>no answer</title><iframe src="phone.html" style="width: 360px; height: 2000px; border: 0"></iframe>')
            words = ("--allow-file-access-from-files", "--virtual-time-budget=60000", "--dump-dom")
            title = re.search(r"<title>(.*?)</title>", self.browse(*words, f"file://{frame}").stdout)[1]
            self.assertEqual(title, "true true 0 0", script)

    @unittest.skipUnless(BROWSER, "no headless browser here (SSDC_CHROMIUM)")
    def test_on_paper_everything_is_open_and_nothing_is_cut(self):
        page = pathlib.Path(self.page())
        printed = page.with_name("printed.html")
        width = 680  # px of A4 between the margins
        look = """<script>document.body.style.width = "%dpx"; dispatchEvent(new Event("beforeprint"));
          var wide = Array.from(document.querySelectorAll("table, svg, pre")).filter(function (e) { return e.getClientRects().length && e.getBoundingClientRect().right > %d; });
          var hidden = Array.from(document.querySelectorAll(".plot")).filter(function (e) { return e.getClientRects().length; });
          var still = Array.from(document.querySelectorAll(".still > svg")).filter(function (e) { return e.getClientRects().length; });
          document.title = [wide.length, hidden.length, still.length, document.querySelectorAll("details:not([open])").length].join(" ");</script></body>""" % (width, width + 16)
        # Applies the rules for paper to the screen.
        printed.write_text(page.read_text().replace("@media print", "@media screen").replace("</body>", look))
        title = re.search(r"<title>(.*?)</title>", self.browse(f"--window-size={width + 16},2000", "--dump-dom", f"file://{printed}").stdout)[1]
        self.assertEqual(title, "0 0 6 0")


if __name__ == "__main__":
    called_program.main(__doc__)
