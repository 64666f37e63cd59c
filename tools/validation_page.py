#!/usr/bin/env python3
"""Writes docs/validation.md from the measurements of the validation tests, so no number in its tables is typed by hand.

    python3 tools/validation_page.py build/release/bin/ssd_validation_tests  # runs the tests in full; takes minutes
    python3 tools/validation_page.py --report report.json                    # uses the report of such a run
                                                                             # (--gtest_output=json:report.json)
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[1]
HEAD = "| what | source | reference | found | allowed | |\n|---|---|--:|--:|--:|---|\n"


def run(program):
    """Runs the tests in full and returns their report. The row of a failed test contains "fails"."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.json")
        environment = os.environ | {"SSDC_VALIDATION": "full"}
        subprocess.run([program, f"--gtest_output=json:{report}"], stdout=subprocess.DEVNULL, env=environment, check=False)
        return report.read_text()


def rows_of_parts(report):
    """The rows that the tests recorded, in their order, grouped by part of the page."""
    parts = {}
    for suite in json.loads(report)["testsuites"]:
        for test in suite["testsuite"]:
            number = 0
            while (figure := test.get(f"figure{number}")) is not None:
                part, *cells = figure.split("\t")
                parts.setdefault(part, []).append("| " + " | ".join(cells) + " |\n")
                number += 1
    return parts


def main():
    parts = rows_of_parts(pathlib.Path(sys.argv[2]).read_text() if sys.argv[1] == "--report" else run(sys.argv[1]))
    page = (ROOT / "tests" / "validation" / "page.md").read_text()
    if set(re.findall(r"<!-- figures: (\w) -->", page)) != set(parts):
        raise SystemExit(f"validation page: page.md lacks parts that the tests recorded, or has others; recorded: {' '.join(sorted(parts))}")
    page = re.sub(r"<!-- figures: (\w) -->\n", lambda part: HEAD + "".join(parts[part[1]]), page)
    (ROOT / "docs" / "validation.md").write_text(page)
    print(f"docs/validation.md: {sum(map(len, parts.values()))} figures")


if __name__ == "__main__":
    main()
