#!/usr/bin/env python3
"""Runs the experiments of examples/papers and tells which of the papers' claims hold.

    python3 tools/paper_claims.py build/release/bin/ssdc [-o FOLDER] [--long] [--page] [PAPER…]

The short form takes less than two minutes on two cores; `--long` runs ten times as many requests. With `-o` the results, plots and reports stay in FOLDER, and a second call runs only what
is not there. `--page` writes docs/papers.md from all of them. The exit code is 1 if a claim fails that is not known to, or holds that is known to fail.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PAPERS = pathlib.Path(__file__).parents[1] / "examples" / "papers"
LONG = 10


def experiments(file):
    return re.findall(r"^experiment (\w+)", file.read_text(), re.MULTILINE)


def usual_count(file):
    return int(re.search(r"^param count: int = ([\d_]+)", file.read_text(), re.MULTILINE)[1].replace("_", ""))


def run(program, file, name, folder, long):
    """The experiment's results.json. A run that fails, or cannot be begun, ends everything: the program has said why."""
    words = [program, "run", f"{file}:{name}", "-o", str(folder), "--quiet"]
    if long:
        words += ["-D", f"count={LONG * usual_count(file)}"]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 3):
        sys.exit(f"paper_claims: {file.name}:{name} ended with exit code {done.returncode}")
    return json.loads((folder / "results.json").read_text())


def claims(program, folder, long=False, papers=()):
    """(paper, experiment, claim) for each claim, in the files' order."""
    for file in sorted(PAPERS.glob("*.ssd")):
        if papers and file.stem not in papers:
            continue
        for name in experiments(file):
            for claim in run(program, file, name, folder / f"{file.stem}.{name}", long)["expectations"]:
                yield file.stem, name, claim


def as_expected(claim):
    return (claim["verdict"] == "holds") == (claim["known"] is None)


def row(paper, name, claim):
    margin = "" if claim["margin"] is None else f"{100 * claim['margin']:+.3g} %"
    verdict = {"holds": "holds", "fails": "**fails**", "undecided": "undecided"}[claim["verdict"]]
    cells = (f"{paper} `{name}`", claim["title"], claim["values"], margin, verdict, claim["known"] or claim["reason"] or "")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


HEAD = "| experiment | claim | found | margin | | why it fails |\n|---|---|---|--:|---|---|\n"


def counted(found):
    holding = sum(claim["verdict"] == "holds" for *_, claim in found)
    known = sum(claim["verdict"] != "holds" and claim["known"] is not None for *_, claim in found)
    odd = sum(not as_expected(claim) for *_, claim in found)
    return f"{len(found)} claims: {holding} hold, {known} are known to fail, {odd} {'is' if odd == 1 else 'are'} not as the files say", odd


PAGE = """# The papers' claims

Each file of `examples/papers/` is a paper's evaluation: its designs, its workloads or what stands in for them, and what it says should come out, as `expect` lines. This page is written by
`python3 tools/paper_claims.py build/release/bin/ssdc --page`, from runs of {form}; `ssdc run examples/papers/hu2013.ssd:Fig18` makes tables, plots and a report of one.
A claim that does not hold stays, with the number that came out and why. Of papers whose numbers are ratios, a claim allows for what is said beside it (10 points, or 25 %).

{summary}.

"""


def write_page(found, long):
    summary, _ = counted(found)
    text = PAGE.format(form=f"the long form ({LONG} times the files' `count`)" if long else "the short form (the files' own `count`)", summary=summary)
    (PAPERS.parents[1] / "docs" / "papers.md").write_text(text + HEAD + "".join(row(*each) for each in found))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("-o", "--output")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("papers", nargs="*")
    options = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(options.output or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        found = list(claims(options.program, folder, options.long, options.papers))
    for paper, name, claim in found:
        mark = " " if as_expected(claim) else "!"
        print(f"{mark} {claim['verdict']:<10} {paper}:{name}  {claim['title']}  ({claim['values']})")
    if options.page:
        write_page(found, options.long)
    summary, odd = counted(found)
    print(summary)
    sys.exit(1 if odd else 0)


if __name__ == "__main__":
    main()
