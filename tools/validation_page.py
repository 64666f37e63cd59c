#!/usr/bin/env python3
"""Writes docs/validation.md from what the validation tests measured: no number in that page is typed by hand.

    python3 tools/validation_page.py build/release/bin/ssd_validation_tests
"""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[1]
HEAD = """# What the numbers were checked against

Written by `tools/validation_page.py` from the validation tests (`tests/validation`); do not edit. "Allowed" is the test's own limit. Beyond this table,
every run of the tests compares the generic and the specialised engine with an independent slow simulator, bit for bit, on random designs and
traces (`tests/differential`, `tests/oracle`).

| what | source | reference | found | allowed | |
|---|---|--:|--:|--:|---|
"""


def measured(program):
    """The properties that each test recorded, in order."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        subprocess.run([program, f"--gtest_output=json:{report}"], stdout=subprocess.DEVNULL, check=False)
        suites = json.loads(report.read_text())["testsuites"]
    return [test for suite in suites for test in suite["testsuite"] if "what" in test]


def row(test):
    verdict = "fails" if "failures" in test else "holds"
    return f"| {test['what']} | {test['source']} | {test['reference']} | {test['found']} | {test['allowed']} | {verdict} |\n"


def main():
    rows = [row(test) for test in measured(sys.argv[1])]
    if not rows:
        raise SystemExit("validation page: no test recorded a figure")
    (ROOT / "docs" / "validation.md").write_text(HEAD + "".join(rows))
    print(f"docs/validation.md: {len(rows)} figures")


if __name__ == "__main__":
    main()
