#!/usr/bin/env python3
"""What tools/paper_claims.py rejects and leaves out, and its messages; the test `papers` checks the claims
themselves."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    program = parser.parse_args().program
    page = ROOT / "docs" / "papers.md"
    before = page.read_bytes()
    failures = []
    with tempfile.TemporaryDirectory() as empty:
        absent = pathlib.Path(empty) / "absent"
        cases = (
            ("a page of some papers is refused", ("--page", "hu2013"), 2, "--page writes the page of all papers"),
            ("an unknown paper is refused", ("hu2014",), 1, "there is no hu2014; there are chen2011"),
            ("real traces that were asked for and are not there", ("--traces", absent, "real_traces"), 1, "name it with --traces"),
            ("a page without its real traces is refused", ("--traces", absent, "--page"), 1, "name it with --traces"),
            ("a folder without the traces: the program names them", ("--traces", empty, "real_traces"), 1, "E0608"),
        )
        for name, words, code, said in cases:
            done = subprocess.run([sys.executable, ROOT / "tools" / "paper_claims.py", program, *words], capture_output=True, text=True, timeout=300)
            good = done.returncode == code and said in done.stdout + done.stderr and page.read_bytes() == before
            print(f"{'ok  ' if good else 'FAIL'} {name}")
            if not good:
                failures.append(name)
                print(done.returncode, done.stdout, done.stderr, sep="\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
