#!/usr/bin/env python3
"""tools/paper_claims.py on made-up papers: what it rejects, what it writes, and that its links lead to the lines; the
links and pictures of the page that the repository has. The test `papers` checks the claims themselves."""
import os
import pathlib
import re
import subprocess
import sys

import called_program

ROOT = pathlib.Path(__file__).parents[1]
sys.path.append(str(ROOT / "tools"))
import paper_files
import paper_page
import paper_values

ALL_PLOTS = 3 * 1024 * 1024  # bytes of all plots that the repository keeps
SHIN = """/// Claims of a made-up paper. It has one drive.
///
/// not asked S4 (Fig. 3): the figure is
///   a picture without heights
param count: int = 200
param size_of_request: size = 4KiB
design A { geometry { channels: 2  chips: 2  blocks: 64  pages: 16 } }
design B from A { geometry { channels: 4 } }
workload Reads { requests: count  read: 100%  size: size_of_request  address: uniform  closed: 4 }
workload Writes from Reads { read: 0% }

/// Two drives. More is not said.
experiment Fig1 {
  vary design:   [A, B]
  vary workload: [Reads, Writes]
  measure response.mean, bandwidth
  normalize response.mean to design == A
  expect "S1 (Fig. 1): four channels are faster, on both workloads" each workload:
      mean(response.mean, B) < mean(response.mean, A)
  expect "S1 (Fig. 1, text): and not slower than half": min(normalized(response.mean), B) > 50%  // a comment
  expect "S2 (Fig. 1): a | bar": mean(bandwidth, A) > mean(bandwidth, B) known: "the other way round (see Why): \\"channels\\""
  plot bars(normalized(response.mean)) by workload group design
  plot bars(bandwidth) by workload group design  // Fig. 7b
}

experiment Table2 {
  vary design:           [A]
  vary workload:         [Reads]
  vary size_of_request:  [4KiB, 8KiB]
  measure bandwidth
  expect "S3 (Table 2): larger requests carry more": mean(bandwidth, size_of_request == 8KiB) > mean(bandwidth, size_of_request == 4KiB)
  plot lines(bandwidth) over size_of_request
}
"""
OURS = """/// Our findings.
import "shin2017.ssd"
experiment Why {
  vary design:   [A, B]
  vary workload: [Reads]
  measure bandwidth
  expect "Ours: more channels carry more": mean(bandwidth, A) < mean(bandwidth, B)
  plot bars(bandwidth) by workload group design
}
"""
REAL = """/// Real traces.
param t: string = "traces/t.txt"
param count: int = 10
design R { geometry { channels: 2  blocks: 64  pages: 16 } }
workload T { trace: t  format: disksim  requests: count  fold: modulo }
experiment Shin {
  vary design:   [R]
  vary workload: [T]
  measure response.mean
  expect "S1 (Fig. 1): reads take time": mean(response.mean) > 1us
}
"""
TRACE = "1000.000 0 8916 8 1\n1000.900 0 7116 8 0\n1005.900 0 1075 8 0\n"


class PaperClaims(called_program.CalledProgram):
    def setUp(self):
        super().setUp()
        self.root = pathlib.Path(self.folder.name)
        self.papers = self.root / "examples" / "papers"
        self.papers.mkdir(parents=True)
        (self.root / "docs").mkdir()
        (self.root / "traces").mkdir()
        for paper in paper_files.PAPERS:
            lines = "".join(f"/// not asked {id} (nowhere): made up\n" for id in paper.all_ids())
            (self.papers / f"{paper.stem}.ssd").write_text(f"/// A paper.\n///\n{lines}")
        (self.papers / "shin2017.ssd").write_text(SHIN)
        (self.papers / "shin2017_ours.ssd").write_text(OURS)
        (self.root / "traces" / "t.txt").write_text(TRACE)

    def change(self, name, old, new):
        path = self.papers / name
        self.assertIn(old, path.read_text())
        path.write_text(path.read_text().replace(old, new))

    def tool(self, *words, root=None, traces=None, slice=None):
        kept = ["--traces", traces or self.root / "traces", "-o", self.root / "results"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SSDC_SLICE")} | (slice or {})
        call = [sys.executable, ROOT / "tools" / "paper_claims.py", self.program, "--root", root or self.root, *kept, *words]
        return subprocess.run(call, capture_output=True, text=True, timeout=300, env=environment, cwd=self.folder.name)

    def check(self, done, code, *said):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for words in said:
            self.assertIn(words, done.stdout + done.stderr)

    def page(self):
        return (self.root / "docs" / "papers.md").read_text()

    def commit(self):
        for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-m", "x"]):
            subprocess.run(["git", *words], cwd=self.root, check=True)
        return subprocess.run(["git", "rev-parse", "HEAD"], cwd=self.root, check=True, stdout=subprocess.PIPE, text=True).stdout[:12]

    # ---- the form of the files

    def test_what_is_wrong_in_a_file_is_reported_with_its_line(self):
        line = lambda text, of=SHIN: of[:of.index(text)].count("\n") + 1
        not_asked = '/// not asked S4 (Fig. 3): the figure is\n'
        cases = (
            ("shin2017.ssd", "not asked S4", "not asked S3", 3, "S3 is asked, too, by `expect` in line"),
            ("shin2017.ssd", not_asked, f"{not_asked}/// not asked S4 (Fig. 4): again\n", 4, "S4 is not asked in line 3 already"),
            ("shin2017.ssd", f"{not_asked}///   a picture without heights\n", "", 1, "S4 is missing: an `expect` asks it"),
            ("shin2017.ssd", "S4 (Fig. 3): the", "S4: the", 3, "is `/// not asked ID (place): reason`"),
            ("shin2017.ssd", "S3 (Table 2)", "S5 (Table 2)", line('expect "S3'), "S5 is no id of the paper: they are S1 to S4"),
            ("shin2017.ssd", "S3 (Table 2)", "J3 (Table 2)", line('expect "S3'), "J3 is no id of the paper"),
            ("shin2017.ssd", "S3 (Table 2): ", "S3, ", line('expect "S3'), "a title is `ID (place): text`, or begins with `Ours: `: S3, larger"),
            ("shin2017.ssd", " (see Why)", "", line('expect "S2'), "the reason names the experiment that shows it"),
            ("shin2017.ssd", "(see Why)", "(see Fig1, Y)", line('expect "S2'), "there is no experiment Y in shin2017.ssd or shin2017_ours.ssd"),
            ("shin2017.ssd", "(see Why)", "(see Table2)", line('expect "S2'), "the experiment Table2 shows no reason"),
            ("shin2017_ours.ssd", "mean(bandwidth, B)", 'mean(bandwidth, B) known: "no"', None, "the experiment Why shows no reason"),
            ("shin2017_ours.ssd", "Ours: more", "more", line('expect "Ours', OURS), "begins with `Ours: `: more channels"),
            ("shin2017_ours.ssd", "Ours: more", "S4 (Fig. 3): more", line('expect "Ours', OURS), "only the paper's file has the paper's claims"),
            ("gao.ssd", "/// not asked G7 (nowhere): made up\n", "", 1, "G7 is missing"),
        )
        for name, old, new, number, said in cases:
            with self.subTest(said=said, new=new):
                before = (self.papers / name).read_text()
                self.change(name, old, new)
                done = self.tool()
                self.check(done, 1, said)
                where = (name, number) if number else ("shin2017.ssd", line('expect "S2'))
                place = f"{self.papers / where[0]}:{where[1]}: "
                self.assertIn(place, [shown[:len(place)] for shown in done.stderr.splitlines()], done.stderr)
                self.assertEqual(done.stdout, "")  # before anything runs
                (self.papers / name).write_text(before)

    def test_a_paper_without_a_file_and_findings_without_a_paper(self):
        (self.papers / "gao.ssd").unlink()
        (self.papers / "xu_ours.ssd").write_text("/// X.\n")
        self.check(self.tool(), 1, "there is no gao.ssd", "xu_ours.ssd:1: there is no paper `xu` in PAPERS")

    def test_the_probe_asks_four_ids(self):
        text = (self.papers / "chen2011.ssd").read_text()
        (self.papers / "chen2011.ssd").write_text(text + "design Chen2011_SSDS { geometry { channels: 2  blocks: 64 } }\n")
        self.check(self.tool(), 1, "C1 is asked, too, by `ssdc probe`", "C4 is asked, too, by `ssdc probe`")

    # ---- verdicts

    def test_defects(self):
        for name, old, new, said in (
                ("a claim fails", "larger requests carry more\": mean", "larger requests carry more\": 0.1 * mean", "! fails      shin2017:Table2  S3 (Table 2)"),
                ("a known failure holds", "mean(bandwidth, A) > mean(bandwidth, B) known", "mean(bandwidth, A) < mean(bandwidth, B) known", "! holds      shin2017:Fig1  S2"),
                ("a claim is undecided", "measure bandwidth\n  expect \"S3 (Table 2): larger requests carry more\":", "measure bandwidth, write.mean\n  expect \"S3 (Table 2): larger requests carry more\": mean(write.mean) > 1us and",
                 "! undecided  shin2017:Table2  S3")):
            with self.subTest(name):
                before = (self.papers / "shin2017.ssd").read_text()
                self.change("shin2017.ssd", old, new)
                self.check(self.tool("shin2017"), 1, said, "1 is not as the files say")
                self.check(self.tool("--page"), 1, "1 is not as the files say")
                self.assertIn("not as the file says", self.page())
                self.assertRegex(self.page(), r"(?m)^- Not as the file says: \[S[23]\]")
                (self.papers / "shin2017.ssd").write_text(before)

    def test_a_paper_is_its_file_and_that_of_our_findings(self):
        done = self.tool("shin2017_ours")
        self.check(done, 0, "shin2017_ours:Why", "1 claims: 1 hold")
        done = self.tool("shin2017")
        self.check(done, 1, "shin2017_ours:Why", "5 claims: 4 hold, 1 are known to fail, 0 are not", "docs/papers.md is out of date: Shin 2017")
        self.assertRegex(done.stdout, r"(?m)^shin2017: \d+ s of processor time$")

    def test_a_slice_takes_whole_papers(self):
        done = self.tool(slice={"SSDC_SLICE": "5", "SSDC_TEST_SEED": "4"})
        self.check(done, 1, "1 of 5 papers", "shin2017:Fig1", "shin2017_ours:Why", "papers.md is out of date: Shin 2017")
        self.assertNotIn("out of date: the head", done.stdout)

    # ---- the page

    def test_the_page(self):
        self.check(self.tool("--page"), 0)
        page = self.page()
        for text in (
                "| [Shin 2017](#shin-2017) | 4 | 2 | 1 | 1 |", "| all | 111 | 2 | 1 | 108 |", "**4 claims: 2 hold, 1 known to fail, 1 cannot be asked.**",
                "Claims of a made-up paper. It has one drive.", "larger requests carry more", "a \\| bar", "[**fails**](#shin-2017-why)", "[cannot be asked](#shin-2017-why)",
                "- **S4** cannot be asked: the figure is a picture without heights\n", "### Shin 2017: why", "#### Shin 2017, Fig. 1\n", "#### Shin 2017, Fig. 7b\n", "#### Shin 2017, Table 2\n", "`Fig1`](../examples/papers/shin2017.ssd#L13-L24): Two drives.\n",
                "the other way round (see [`Why`](../examples/papers/shin2017_ours.ssd#L3-L9)): \"channels\"", "### Beside Shin 2017\n", "Results of the long form are not kept."):
            self.assertIn(text, page)
        self.assertGreater(page.index("more channels carry more"), page.index("## This project's own findings"))
        self.assertNotRegex(page, r"\b20\d\d-\d\d-\d\d\b")
        names = sorted(path.name for path in (self.root / "docs" / "pictures" / "papers").iterdir())
        self.assertEqual(names, ["shin2017-Fig1-bars-bandwidth.svg", "shin2017-Fig1-bars-normalized-response.mean.svg", "shin2017-Table2-lines-bandwidth.svg"])
        self.assertEqual([name for name in names if f"](pictures/papers/{name})" not in page], [])
        self.assertEqual(list(wrong_links(self.root)), [])

        self.check(self.tool(), 0)
        self.check(self.tool("--page"), 0)
        self.assertEqual(self.page(), page)

    def test_quantities_instead_of_distances(self):
        """Claims about a distance, each after a plain comparison of the quantity that they are about."""
        forms = (
            ("ratio", "mean(bandwidth, A, Reads) > 1MB/s", "abs(mean(bandwidth, A, Reads) / 80MB/s - 1) < 10%", "in 72 to 88 MB/s"),
            ("ratio of two", "mean(bandwidth, B) / mean(bandwidth, A) > 1", "abs(mean(bandwidth, B) / mean(bandwidth, A) - 1) < 200%", "in -1 to 3"),
            ("share", "mean(normalized(response.mean), B, workload == [Reads, Writes]) > 1%", "abs(mean(normalized(response.mean), B) - 60%) < 30%", "in 30 to 90 %"),
            ("reduction", "1 - mean(normalized(response.mean), B, Reads) > 0.01", "abs(1 - mean(normalized(response.mean), B, Reads) - 33%) <= 10%", "in 23 to 43 %"),
            ("by points", "geomean(bandwidth / bytes.read * 4KiB, A, Reads) > 1KB/s", "abs(geomean(bandwidth / bytes.read * 4KiB, A, Reads) / 1MB/s - 1) < 99%", " MB/s"),
            ("not within", "min(response.mean, workload) > 1us", "abs(min(response.mean, A, Reads) - 1ms) < 500us", ", not in 0.5 to 1.5 ms"),
            ("scaled", "mean(bandwidth, A, Reads) / mean(bandwidth, B, Reads) > 1%", "abs(mean(bandwidth, A, Reads) - 80% * mean(bandwidth, B, Reads)) < 50% * mean(bandwidth, B, Reads)", "in 30 to 130 %"),
            ("small", "mean(response.mean, A) > 1us", "abs(mean(response.mean, A) - 1s) < 10ms", " us, not in 0.99 to 1.01 s"),
            ("several", "mean(bandwidth, A) > 1MB/s", "abs(mean(bandwidth, A, Reads) / 80MB/s - 1) < 50% and mean(bandwidth, B, Reads) > 1MB/s and mean(bandwidth, B, Reads) < 2MB/s", ", not in 1 to 2 MB/s"),
            ("unknown", "mean(bandwidth, A) > 1MB/s", "abs(mean(bandwidth, A) / wanted - 1) < 90%", "< 0.9"))
        lines = "".join(f'  expect "Ours: {name}, plain": {plain}\n  expect "Ours: {name}": {distance} known: "no"\n' for name, plain, distance, _ in forms)
        text = OURS.replace("experiment Why", f"const wanted = 80MB/s\nexperiment Forms {{\n  vary design: [A, B]\n  vary workload: [Reads, Writes]\n  measure bandwidth, response.mean, bytes.read\n  normalize response.mean to design == A\n{lines}"
                            '  expect "Ours: of each" each workload: abs(mean(normalized(response.mean), B) - 1) < 90%\n}\nexperiment Why')
        (self.papers / "shin2017_ours.ssd").write_text(text)
        done = self.tool("--page")
        self.check(done, 1, "are not as the files say")
        rows = dict(re.findall(r"(?m)^\| \[`Forms`\][^|]*\| ([^|]*) \| ([^|]*) \|", self.page()))
        for name, _, _, bounds in forms:
            with self.subTest(name):
                self.assertTrue(rows[name].endswith(bounds), rows)
                if name in ("ratio", "ratio of two"):
                    self.assertEqual(rows[name].split(" ")[0], rows[f"{name}, plain"].split(" ")[0], rows)
                if name in ("share", "reduction", "scaled"):
                    self.assertAlmostEqual(float(rows[name].split(" ")[0]), 100 * float(rows[f"{name}, plain"].split(" ")[0]), delta=0.1, msg=rows)
        self.assertRegex(rows["several"], r"^A: [\d.]+ in 40 to 120 MB/s(; |<br>)B: \d+, not in 1 to 2 MB/s$")
        self.assertRegex(rows["of each"], r"^Reads 0\.\d+, Writes 0\.\d+ \(each in 0\.1 to 1\.9\)$")

    def test_a_page_that_is_out_of_date(self):
        self.check(self.tool("--page"), 0)
        page, plots = self.root / "docs" / "papers.md", self.root / "docs" / "pictures" / "papers"
        before, again = page.read_text(), "paper_claims.py build/release/bin/ssdc --page` writes the page"
        for old, new, said in (("| all | 111", "| all | 112", ": the head"), ("larger requests", "smaller requests", ": Shin 2017"), ("more channels carry", "fewer channels carry", ": the findings beside Shin 2017"),
                               ("## This project's", "words\n\n## This project's", ": the order of its parts, or what stands between them")):
            page.write_text(before.replace(old, new))
            self.check(self.tool(), 1, f"docs/papers.md is out of date{said}", again)
        page.write_text(before)
        (plots / "shin2017-Fig1-bars-normalized-response.mean.svg").write_text("x")
        (plots / "shin2017-Table2-lines-bandwidth.svg").rename(plots / "shin2017-Old.svg")
        self.check(self.tool("shin2017"), 1, "papers/shin2017-Fig1-bars-normalized-response.mean.svg is out of date", "lines-bandwidth.svg is missing", "shin2017-Old.svg is made by no experiment", again)
        self.check(self.tool("--page"), 0)
        self.check(self.tool(), 0)

    def test_a_changed_line_number_puts_the_page_out_of_date(self):
        self.check(self.tool("--page"), 0)
        self.change("shin2017.ssd", "param size_of", "\nparam size_of")
        self.check(self.tool("gao"), 0)
        self.check(self.tool("shin2017"), 1, "docs/papers.md is out of date: Shin 2017")
        self.assertNotEqual(list(wrong_links(self.root)), [])

    def test_a_plot_that_is_too_large(self):
        with self.assertRaisesRegex(SystemExit, "the plot x.svg has 131,073 bytes, and the repository keeps at most 131,072: plot less in one figure"):
            paper_page.write(self.root, {"the head": ""}, {"x.svg": b"x" * 131073})
        self.assertEqual(list((self.root / "docs").iterdir()), [])

    # ---- results that are kept

    def test_the_long_form(self):
        commit = self.commit()
        done = self.tool("--long", "--page")
        self.check(done, 0, "the long form:")
        kept = (self.root / "docs" / "papers-long.json").read_text()
        self.assertRegex(kept.splitlines()[0], rf'^{{"date": "20\d\d-\d\d-\d\d", "commit": "{commit}", "version": "[\d.]+", "claims": \[$')
        page = self.page()
        self.assertRegex(page, rf"The long form is of 20\d\d-\d\d-\d\d, made at commit {commit} \(ssdc [\d.]+\)")
        self.assertRegex(page, r"(?m)^\| \[S3\].*\| holds \| holds \|$")
        self.assertRegex(page, r"(?m)^\| \[S2\].*\| \[\*\*fails\*\*\]\(#shin-2017-why\) \| \*\*fails\*\* \|$")
        self.check(self.tool(), 0)

        # Where the long form has another verdict, the page has its values; where another thing is asked since, none.
        lines = [line.replace('"verdict": "holds", "values": "', '"verdict": "fails", "values": "7.123 > 1; ') if "S3 (" in line else line for line in kept.splitlines(True)]
        (self.root / "docs" / "papers-long.json").write_text("".join(lines))
        self.change("shin2017.ssd", "B) > 50%", "B) > 51%")
        self.check(self.tool("--page"), 0)
        self.assertRegex(self.page(), r"(?m)^\| \[S3\].*\| holds \| \*\*fails\*\*: 7.12 > 1; .*\|$")
        self.assertRegex(self.page(), r"(?m)^\| \[S1\].* not slower .*\| holds \| – \|$")

        self.check(self.tool("--long", "--page"), 1, "name the commit that made them; commit these changes first", "examples/papers/shin2017.ssd")
        self.check(self.tool("--long", "shin2017"), 0)  # nothing is kept

    def test_results_on_real_traces(self):
        (self.papers / "real_traces.ssd").write_text(REAL)
        self.check(self.tool("--page"), 0)
        page = self.page()
        self.assertIn("| [`Shin`](../examples/papers/real_traces.ssd#L10) | S1 (Fig. 1): reads take time |", page)
        self.assertIn("| all | 111 | 2 | 1 | 108 |", page)
        absent = self.root / "absent"
        self.check(self.tool("--page", traces=absent), 0, "skipped: real_traces.ssd needs traces, and there is no folder")
        self.assertEqual(self.page(), page)
        self.check(self.tool(traces=absent), 0)
        self.change("real_traces.ssd", "1us", "2us")
        self.check(self.tool("--page", traces=absent), 0)
        self.assertIn("| [`Shin`](../examples/papers/real_traces.ssd#L10) | S1 (Fig. 1): reads take time | – | – |", self.page())
        self.assertEqual(list(wrong_links(self.root)), [])

    # ---- the command, and the repository's own page

    def test_calls_that_are_rejected(self):
        page = ROOT / "docs" / "papers.md"
        before, absent = page.read_bytes(), self.root / "absent"
        self.check(self.tool("--page", "hu2013", root=ROOT), 2, "--page writes the page of all papers")
        self.check(self.tool("hu2014", root=ROOT), 1, "there is no hu2014; there are hu2013")
        self.check(self.tool("real_traces", root=ROOT, traces=absent), 1, "name it with --traces")
        self.check(self.tool("real_traces", root=ROOT), 1, "E0608")
        self.assertEqual(page.read_bytes(), before)

    def test_the_links_of_the_page_lead_to_the_lines(self):
        self.assertEqual(list(wrong_links(ROOT)), [], f"`{paper_page.AGAIN}` writes the page")

    def test_the_pictures_are_those_of_the_page_and_small(self):
        pictures = {path.name: path for path in (ROOT / paper_page.PLOTS).iterdir()}
        shown = re.findall(r"\]\(pictures/papers/([^)]+)\)", (ROOT / paper_page.PAGE).read_text())
        self.assertEqual(sorted(pictures), sorted(shown))
        sizes = [path.stat().st_size for path in pictures.values()]
        self.assertLessEqual(max(sizes), paper_page.LARGEST_PLOT)
        self.assertLessEqual(sum(sizes), ALL_PLOTS)
        for path in pictures.values():
            self.assertNotRegex(path.read_text(), r"\b20\d\d-\d\d-\d\d\b|http:(?!//www\.w3\.org/)")

    def test_the_lines_of_the_page_can_be_read(self):
        for row in (ROOT / paper_page.PAGE).read_text().splitlines():
            for cell in re.split(r"(?<!\\)\|", row) if row.startswith("|") else []:
                self.assertLess(len(cell), 600, cell)

    def test_names_of_figures(self):
        for name, shown in (("Fig8", "Fig. 8"), ("Fig17a", "Fig. 17a"), ("Fig13to16", "Figs. 13 to 16"), ("Figs1to20", "Figs. 1 to 20"), ("TableIII", "Table III"), ("Fig15Table5", "Fig. 15, Table 5"),
                            ("Fig18RealTraces", "Fig. 18, real traces"), ("Fig5SSDM", "Fig. 5, SSDM"), ("Section5", "Section5")):
            self.assertEqual(paper_page.figure_name(name), shown)

    def test_values_in_a_form_to_read(self):
        for values, shown in (
                ("0.9984 > 1", "0.998, not > 1"), ("0.9996 <= 1", "0.9996 ≤ 1"), ("10.11 > 5.4; 10.11 < 9", "10.1, not in 5.4 to 9"), ("72.53 % > 62.00 %; 72.53 % < 83.00 %", "72.5 in 62 to 83 %"),
                ("311.7 us < 1.162 ms", "312 us < 1.16 ms"), ("1.018 ms > 1.006 ms", "1.02 > 1.01 ms"), ("99.96 % > 99.00 %", "99.96 > 99 %"), ("0.9403 > 0.94; 0.9403 < 1.14", "0.9403 in 0.94 to 1.14"), ("72.53 % > 72.4 %; 72.53 % < 72.6 %", "72.53 in 72.4 to 72.6 %"),
                ("scheme S1 == scheme S1; scheme S2 == scheme S2; 1.5 > 1", "S1; S2; 1.5 > 1"), ("3,375.7 < 1,975.7", "3,380, not < 1,980"),
                ("A: 32.11 MB/s < 61.31 MB/s; 61.31 MB/s < 111.5 MB/s; B: 2.5 MB/s < 3.5 MB/s; 3.5 MB/s < 4.5 MB/s", "A: 32.1 < 61.3 < 112 MB/s; B: 2.5 < 3.5 < 4.5 MB/s"),
                ("length 20000: 1 > 0.757; 1 < 0.957; length 100000: 1 > 0.757; 1 < 0.957", "length 20000: 1; length 100000: 1 (none in 0.757 to 0.957)"),
                ("1.097 > 1; 1.064 > 1", "1.1, 1.06 (each > 1)"), ("a: scheme S1 == scheme S1; b: scheme S1 == scheme S1", "S1 on a, b"), ("a: scheme S3 == scheme S6; b: scheme S2 == scheme S6", "a S3, b S2 (none S6)"),
                ("placement plane > chip > die > channel != placement channel > chip > die > plane", "PWDC, not CWDP"), ("at 2 of 9 points", "at 2 of 9 points"), ("4096", "4096"), ("0 == 0", "0 = 0")):
            self.assertEqual(paper_values.readable(values), shown)
        self.assertEqual(paper_values.readable("1 < 1.000", margin=2e-6), "1 < 1 (by 0.0002 %)")
        self.assertEqual(paper_values.readable("1 < 1.000", verdict="fails", margin=-2e-6), "1, not < 1 (by 0.0002 %)")
        self.assertEqual(paper_values.readable("a: 1.5 > 1; b: 2.5 > 1; …", count=8), "a 1.5, b 2.5 (each > 1); and 6 more")


def wrong_links(root):
    """Yields the links of the page to lines of papers' files that do not hold what the link's text names: an id or an
    experiment."""
    page = (root / paper_page.PAGE).read_text()
    links = re.findall(r"\[(`?)([^\]`]*)`?\]\(\.\./examples/papers/([\w.]+)#L(\d+)(?:-L(\d+))?\)", page)
    if len(links) < 10:
        yield f"only {len(links)} links"
    for quoted, text, name, first, last in links:
        lines = (root / "examples" / "papers" / name).read_text().splitlines()[int(first) - 1:int(last or first)]
        if last and not (lines[0].startswith("experiment ") and lines[-1] == "}"):
            yield f"{name}#L{first}-L{last} is no experiment"
        elif last and quoted and not lines[0].startswith(f"experiment {text} "):
            yield f"{name}#L{first} is not the experiment {text}"
        elif not last and not quoted and f'expect "{text} (' not in lines[0] and f"not asked {text} (" not in lines[0] and paper_files.PROBED_DESIGN not in lines[0]:
            yield f"{name}#L{first} is not {text}"
        elif not last and quoted and "expect " not in lines[0]:
            yield f"{name}#L{first} expects nothing"


if __name__ == "__main__":
    called_program.main(__doc__)
