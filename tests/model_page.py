#!/usr/bin/env python3
"""The specification is consistent: every rule of docs/model.md has a source, and a test that exists where the page
says; the table of old numbers leads to rules that exist; and it has a row for every number that sources and tests
cite."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "model.md"
CITING = ("runtime", "compiler", "tools", "tests")
SUFFIXES = {".h", ".cpp", ".hpp", ".def", ".py"}

RULE = re.compile(r"^### `([\w.]+)`$", re.M)
ROW = re.compile(r"^\| ((?:rule |S)\d+(?:\([a-f]\))?|R_[abc]|model \d) \| (.*) \|$", re.M)
TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P)\((\w+), *(\w+)\)", re.M)
PYTHON_TEST = re.compile(r"^(?:class (\w+)|    def (test_\w+))", re.M)
PINNED = re.compile(r"((?:`\w+\.\w+`,?\s+)+)\(([\w/.]+)\)")
# `rule 14`, `rule 14a`, `rule 14(a)`, `rules 9, 10 and 12`, `rules 27 to 30`
RULES = re.compile(r"\b[Rr]ules?\s+(\d+(?:\s?\([a-f]\)|[a-f]\b)?(?:(?:,\s|\sand\s|,\sand\s|\sto\s)\d+(?:[a-f]\b)?)*)")
SECTION = re.compile(r"\bmodel\.md,? section (\d)")
NUMBER = re.compile(r"\bS([1-9]\d?)(?:\s?\(([a-f])\)|\s([a-f])\b(?=[,)]))?(?!\w|\.\d)")


def rules_of(page):
    """The text of each rule by its name."""
    at = list(RULE.finditer(page))
    ends = [m.start() for m in at[1:]] + [len(page)]
    return {m[1]: re.split(r"^## ", page[m.end() : end], maxsplit=1, flags=re.M)[0] for m, end in zip(at, ends)}


def faults_of_rules(page, tests):
    """`tests`: the file of each test, by its name."""
    names = RULE.findall(page)
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{name} is there twice"
    for name, text in rules_of(page).items():
        if not re.search(r"^Source: \w", text, re.M):
            yield f"{name} has no source"
        _, _, pins = text.partition("\nPinned by: ")
        pinned = [(test, file) for group, file in PINNED.findall(pins) for test in re.findall(r"`([\w.]+)`", group)]
        if not pinned:
            yield f"{name} is pinned by nothing"
        if len(pinned) != len(re.findall(r"`\w+\.\w+`", pins)):
            yield f"{name} names a test without its file"
        for test, file in pinned:
            if tests.get(test) != file:
                yield f"{name} is pinned by {test} of {file}, which is not there"


def faults_of_table(page):
    rules, seen = rules_of(page), set()
    for old, names in ROW.findall(page):
        if old in seen:
            yield f"{old} has two rows"
        seen.add(old)
        for name in re.findall(r"`([^`]*)`", names) or [""]:
            if name not in rules:
                yield f"{old} leads to {name or 'nothing'}, which is no rule"


def comments(text, suffix):
    """The text of all comments, as one line, because a citation may be broken over two."""
    mark = "#" if suffix == ".py" else "//"
    return " ".join(line.partition(mark)[2] for line in text.splitlines() if mark in line)


def citations(text, suffix):
    """The old numbers that a file cites, in the form of the table. "rule N" counts everywhere, "SN" only in
    comments, because papers have schemes of that name."""
    text_of_comments = comments(text, suffix)
    found = set()
    for cited in RULES.findall(text) + RULES.findall(text_of_comments):
        numbers = re.findall(r"(\d+)(?:\s?\(([a-f])\)|([a-f])\b)?", cited)
        for (number, letter, alone), (until, _, _) in zip(numbers, numbers[1:] + [("", "", "")]):
            found.add(f"rule {number}({letter or alone})" if letter or alone else f"rule {number}")
            if re.search(rf"\b{number}\sto\s{until}\b", cited) and until:
                found |= {f"rule {n}" for n in range(int(number), int(until))}
    found |= {f"model {number}" for number in SECTION.findall(text)} | set(re.findall(r"\bR_[abc]\b", text))
    for number, letter, alone in NUMBER.findall(text_of_comments):
        found.add(f"S{number}({letter or alone})" if letter or alone else f"S{number}")
    return found


def faults_of_citations(page, files):
    """`files`: name and text of each."""
    rows = {old for old, _ in ROW.findall(page)}
    for name, text in files:
        for cited in sorted(citations(text, pathlib.PurePath(name).suffix) - rows):
            yield f"{name} cites {cited}, which has no row"


def sources():
    for folder in CITING:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and path != pathlib.Path(__file__).resolve():
                yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def tests_there_are():
    files = [(path, path.read_text(encoding="utf-8")) for path in sorted((ROOT / "tests").rglob("*.cpp"))]
    tests = {f"{suite}.{name}": str(path.relative_to(ROOT)) for path, text in files for suite, name in TEST.findall(text)}
    for path in sorted((ROOT / "tests").glob("*.py")):
        suite = ""
        for named, test in PYTHON_TEST.findall(path.read_text(encoding="utf-8")):
            suite = named or suite
            if test:
                tests[f"{suite}.{test}"] = str(path.relative_to(ROOT))
    return tests


class Page(unittest.TestCase):
    page = PAGE.read_text(encoding="utf-8")

    def test_rules_have_sources_and_tests(self):
        self.assertEqual(list(faults_of_rules(self.page, tests_there_are())), [])
        self.assertGreater(len(rules_of(self.page)), 100)

    def test_old_numbers_lead_to_rules(self):
        self.assertEqual(list(faults_of_table(self.page)), [])
        rows = {old for old, _ in ROW.findall(self.page)}
        self.assertLessEqual({f"rule {n}" for n in range(1, 46)} | {f"S{n}" for n in range(1, 74)}, rows)

    def test_what_is_cited_has_a_row(self):
        files = list(sources())
        self.assertGreater(sum(len(citations(text, pathlib.PurePath(name).suffix)) for name, text in files), 100)
        self.assertEqual(list(faults_of_citations(self.page, files)), [])


GOOD = "### `a.b`\ntext\n\nSource: ours.\nPinned by: `S.One`, `S.Two` (tests/s.cpp).\n\n## End\n| rule 1 | `a.b` |\n| S2 | `a.b` |\n| S3(a) | `a.b` |\n"
TESTS = {"S.One": "tests/s.cpp", "S.Two": "tests/s.cpp"}


class Checks(unittest.TestCase):
    """The checks find what they should find."""

    def faults(self, old, new):
        page = GOOD.replace(old, new)
        self.assertTrue(old == "" or page != GOOD)
        return " ".join([*faults_of_rules(page, TESTS), *faults_of_table(page)])

    def test_nothing_in_a_page_that_is_sound(self):
        self.assertEqual(self.faults("", ""), "")

    def test_rules(self):
        self.assertRegex(self.faults("Source: ours.\n", ""), "a.b has no source")
        self.assertRegex(self.faults("Pinned by: ", "See "), "a.b is pinned by nothing")
        self.assertRegex(self.faults("S.Two", "S.Three"), "S.Three of tests/s.cpp, which is not there")
        self.assertRegex(self.faults("tests/s.cpp", "tests/t.cpp"), "S.One of tests/t.cpp, which is not there")
        self.assertRegex(self.faults(" (tests/s.cpp)", ""), "a.b is pinned by nothing")
        self.assertRegex(self.faults("## End", "### `a.b`\n"), "a.b is there twice")

    def test_table(self):
        self.assertRegex(self.faults("| S2 | `a.b` |", "| S2 | `a.c` |"), "S2 leads to a.c, which is no rule")
        self.assertRegex(self.faults("| S2 | `a.b` |", "| S2 |  |"), "S2 leads to nothing, which is no rule")
        self.assertRegex(self.faults("| S2 |", "| rule 1 |"), "rule 1 has two rows")

    def test_citations(self):
        def cited(text, name="x.h"):
            return " ".join(faults_of_citations(GOOD, [(name, text)]))

        self.assertEqual(cited("// Rule 1 and S2, S3(a)\nint S9 = 0;  // S2"), "")
        self.assertRegex(cited("// see rule\n// 4 of it"), "x.h cites rule 4, which has no row")
        self.assertRegex(cited("int a;  // rules 1, 6 and 7"), "rule 6, .*rule 7, ")
        self.assertRegex(cited("// rules 3 to 5"), "rule 3, .*rule 4, .*rule 5, ")
        self.assertRegex(cited("// rule 1b"), r"rule 1\(b\), ")
        self.assertRegex(cited('char a[] = "rule 8";'), "rule 8, ")
        self.assertRegex(cited("// model.md section 7"), "model 7, ")
        self.assertRegex(cited("// (S17)"), "S17, ")
        self.assertRegex(cited("// It is S18."), "S18, ")
        self.assertRegex(cited("# S3(b)", "x.py"), r"S3\(b\), ")
        self.assertRegex(cited("// (S60 d)"), r"S60\(d\), ")


if __name__ == "__main__":
    unittest.main()
