#!/usr/bin/env python3
"""The specification is consistent: every rule of docs/model.md has a source, and a test that exists where the page
says; and every rule that sources and tests cite by name exists. Numbers that rules had once are not cited."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "model.md"
CITING = ("runtime", "compiler", "tools", "tests")
SUFFIXES = {".h", ".cpp", ".hpp", ".def", ".py"}

RULE = re.compile(r"^### `([\w.]+)`$", re.M)
TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P)\((\w+), *(\w+)\)", re.M)
PYTHON_TEST = re.compile(r"^(?:class (\w+)|    def (test_\w+))", re.M)
PINNED = re.compile(r"((?:`\w+\.\w+`,?\s+)+)\(([\w/.]+)\)")
# `(collection.trigger)`, `(place.dynamic, place.cost)`
CITED = re.compile(r"\(([a-z_]+\.[a-z_]+(?:(?:,\s+|\s+and\s+|;\s+)[a-z_]+\.[a-z_]+)*)\)")
FILES = {"h", "cpp", "hpp", "def", "py", "md"}  # `(unit.h)` is a file
# Rules had numbers before they had names: `rule 14`, `rules 9 and 12`, `S60(d)`.
NUMBERED = re.compile(r"\b[Rr]ules?\s+\d+")
NUMBER = re.compile(r"\bS[1-9]\d?(?:\s?\([a-f]\)|\s[a-f]\b(?=[,)]))?(?!\w|\.\d)")


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


def comments(text, suffix):
    """The text of all comments, as one line, because a citation may be broken over two."""
    mark = "#" if suffix == ".py" else "//"
    return " ".join(line.partition(mark)[2] for line in text.splitlines() if mark in line)


def faults_of_citations(page, files):
    """`files`: name and text of each. `S6` may be the name of a scheme of a paper, so only `S7` and more, and `S3(b)`,
    count as numbers of rules."""
    rules = rules_of(page)
    topics = {name.partition(".")[0] for name in rules}
    for name, text in files:
        said = comments(text, pathlib.PurePath(name).suffix)
        for group in CITED.findall(said):
            for cited in re.findall(r"[a-z_]+\.[a-z_]+", group):
                topic, _, rest = cited.partition(".")
                if topic in topics and rest not in FILES and cited not in rules:
                    yield f"{name} cites {cited}, which is no rule"
        numbers = set(NUMBERED.findall(said)) | {n for n in NUMBER.findall(said) if not re.fullmatch(r"S[1-6]", n)}
        for cited in sorted(" ".join(n.split()) for n in numbers):
            yield f"{name} cites {cited}: cite the rule by its name"


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

    def test_what_is_cited_is_a_rule(self):
        files = list(sources())
        cited = sum(len(CITED.findall(comments(text, pathlib.PurePath(name).suffix))) for name, text in files)
        self.assertGreater(cited, 400)
        self.assertEqual(list(faults_of_citations(self.page, files)), [])


GOOD = "### `a.b`\ntext\n\nSource: ours.\nPinned by: `S.One`, `S.Two` (tests/s.cpp).\n\n## End\n"
TESTS = {"S.One": "tests/s.cpp", "S.Two": "tests/s.cpp"}


class Checks(unittest.TestCase):
    """The checks find what they should find."""

    def faults(self, old, new):
        page = GOOD.replace(old, new)
        self.assertTrue(old == "" or page != GOOD)
        return " ".join(faults_of_rules(page, TESTS))

    def test_nothing_in_a_page_that_is_sound(self):
        self.assertEqual(self.faults("", ""), "")

    def test_rules(self):
        self.assertRegex(self.faults("Source: ours.\n", ""), "a.b has no source")
        self.assertRegex(self.faults("Pinned by: ", "See "), "a.b is pinned by nothing")
        self.assertRegex(self.faults("S.Two", "S.Three"), "S.Three of tests/s.cpp, which is not there")
        self.assertRegex(self.faults("tests/s.cpp", "tests/t.cpp"), "S.One of tests/t.cpp, which is not there")
        self.assertRegex(self.faults(" (tests/s.cpp)", ""), "a.b is pinned by nothing")
        self.assertRegex(self.faults("## End", "### `a.b`\n"), "a.b is there twice")

    def test_citations(self):
        def cited(text, name="x.h"):
            return " ".join(faults_of_citations(GOOD, [(name, text)]))

        self.assertEqual(cited("// (a.b), (a.h), (c.d), S6\nint S9 = 0;  // a.c in passing"), "")
        self.assertRegex(cited("// (a.c)"), "x.h cites a.c, which is no rule")
        self.assertRegex(cited("// (a.b, a.d)"), "x.h cites a.d, ")
        self.assertRegex(cited("// broken (a.b and\n// a.e)"), "x.h cites a.e, ")
        self.assertRegex(cited("// see rule\n// 4 of it"), "x.h cites rule 4: ")
        self.assertRegex(cited("int a;  // rules 1, 6 and 7"), "x.h cites rules 1: ")
        self.assertRegex(cited("// (S17)"), "x.h cites S17: ")
        self.assertRegex(cited("# S3(b)", "x.py"), r"x.py cites S3\(b\): ")
        self.assertRegex(cited("// (S60 d)"), "x.h cites S60 d: ")


if __name__ == "__main__":
    unittest.main()
