#!/usr/bin/env python3
"""Runs the experiments of examples/papers and reports which of the papers' claims hold.

    python3 tools/paper_claims.py build/release/bin/ssdc [-o FOLDER] [--long] [--page] [--traces FOLDER] [PAPER…]

The short form takes two to three minutes of processor time, spread over the cores.
`--long` runs ten times as many requests.
With `-o` the results, plots and reports stay in FOLDER, and a second call makes only the runs that are missing.
In the tests the environment may select some of the papers (tools/slices.py).
real_traces.ssd needs excerpts of traces in the folder that `--traces` names (default: ../shared/traces beside the project).
If that folder does not exist, real_traces.ssd is skipped with a message.
`--page` writes docs/papers.md from the claims of all papers.
The exit code is 1 if a claim fails that should hold, or holds although it is known to fail.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import slices

ROOT = pathlib.Path(__file__).parents[1]
PAPERS = ROOT / "examples" / "papers"
REAL_TRACES = "real_traces"
LONG = 10

# Program 1 of Chen et al., run by `ssdc probe`: what response times alone reveal about SSD-S. The keys are the probe's
# names of the quantities.
PROBED_PAPER, PROBED_DESIGN = "chen2011", "Chen2011_SSDS"
PROBED = {"chunk_bytes": ("the chunk is 4 KiB (8 sectors)", 4096), "channels": ("the interleaving degree is 10", 10),
          "units_per_channel": ("and 2 behind it", 2), "mapping": ("places go by the order of writes, not by address", "write_order")}


def experiments(file):
    return re.findall(r"^experiment (\w+)", file.read_text(), re.MULTILINE)


def usual_count(file):
    return int(re.search(r"^param count: int\s*= ([\d_]+)", file.read_text(), re.MULTILINE)[1].replace("_", ""))


def traces_of(file):
    """The pairs (param, file name) of all traces that the file names."""
    return re.findall(r'^param (\w+): string\s*= "traces/([^"]+)"', file.read_text(), re.MULTILINE)


def run(program, file, name, folder, options):
    """The experiment's results.json. If ssdc ends with an error, this script ends, too; ssdc has printed the reason."""
    words = [program, "run", f"{file}:{name}", "-o", str(folder), "--quiet"]
    if options.long:
        words += ["-D", f"count={LONG * usual_count(file)}"]
    for param, trace in traces_of(file):
        words += ["-D", f"{param}={json.dumps(str(options.traces / trace))}"]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 3):
        sys.exit(f"paper_claims: {file.name}:{name} ended with exit code {done.returncode}")
    return json.loads((folder / "results.json").read_text())


def chosen_files(options):
    """The files to run. Without the folder of traces, files that need traces are skipped, or are an error if the call
    names them."""
    files = sorted(PAPERS.glob("*.ssd"), key=lambda file: (file.stem == REAL_TRACES, file.stem))
    unknown = set(options.papers) - {file.stem for file in files}
    if unknown:
        sys.exit(f"paper_claims: there is no {', '.join(sorted(unknown))}; there are {', '.join(file.stem for file in files)}")
    if options.papers:
        files = [file for file in files if file.stem in options.papers]
    elif not options.page:
        files = slices.part(files, "papers", lambda part: " ".join(["tools/paper_claims.py", options.program, *(file.stem for file in part)]))
    missing = [file for file in files if traces_of(file) and not options.traces.is_dir()]
    for file in missing:
        words = f"{file.name} needs traces, and there is no folder {options.traces}"
        if options.page or options.papers:
            sys.exit(f"paper_claims: {words}: name it with --traces")
        print(f"paper_claims: skipped: {words}")
    return [file for file in files if file not in missing]


def probed(options):
    """Yields the claims about the findings of the black-box probe, in the form of an experiment's claims."""
    target = f"{PAPERS / PROBED_PAPER}.ssd:{PROBED_DESIGN}"
    done = subprocess.run([options.program, "probe", target, "--format", "json", "--quiet"], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"paper_claims: the probe of {PROBED_DESIGN} ended with exit code {done.returncode}")
    for answer in json.loads(done.stdout)["answers"]:
        if answer["quantity"] in PROBED:
            title, said = PROBED[answer["quantity"]]
            found = answer["inferred"]
            yield {"title": title, "values": "cannot be told" if found is None else f"{found}", "margin": None, "known": None, "reason": answer["reason"] if found != said else None,
                   "verdict": "holds" if found == said else "fails"}


def claims(folder, options):
    """Yields (paper, experiment, claim) for each claim, in the order of the files."""
    for file in chosen_files(options):
        if file.stem == PROBED_PAPER:
            for claim in probed(options):
                yield file.stem, "probe", claim
        for name in experiments(file):
            for claim in run(options.program, file, name, folder / f"{file.stem}.{name}", options)["expectations"]:
                yield file.stem, name, claim


def as_expected(claim):
    return (claim["verdict"] == "holds") == (claim["known"] is None)


def short_orders(values):
    """Abbreviates orders of the four levels by Jung's letters: `channel > chip > die > plane` becomes CWDP."""
    letters = {"channel": "C", "chip": "W", "die": "D", "plane": "P"}
    level = "|".join(letters)
    return re.sub(rf"\b({level}) > ({level}) > ({level}) > ({level})\b", lambda order: "".join(map(letters.get, order.groups())), values)


def row(paper, name, claim):
    margin = "" if claim["margin"] is None else f"{100 * claim['margin']:+.3g} %"
    verdict = {"holds": "holds", "fails": "**fails**", "undecided": "undecided"}[claim["verdict"]]
    cells = (f"{paper} `{name}`", claim["title"], short_orders(claim["values"]), margin, verdict, claim["known"] or claim["reason"] or "")
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
A claim that does not hold stays, with the number that came out and why. Where a claim is about a number, what it allows is said in brackets: 25 % of a ratio, 10 points of a share, less where the
number is arithmetic; a claim without a number allows nothing. Orders stand by their letters, W for chip: CWDP is channel > chip > die > plane. Experiments that bear no figure's name test the words of a paper's abstract, or say why another claim fails.
What depends on the length of a run is said at the experiment; for Gao's ratios, whose paper does not say it, the length is an axis.

{summary}.

## On stand-ins and generators
What anybody can run: the papers' traces are stood in for by generators with the same figures (`std/workloads.ssd`).

{generated}
## On real traces
Excerpts of public traces, which are not part of ssdc: {traces}. Only `--traces FOLDER` makes these rows. They are not the papers' whole traces: directions are claimed, and ratios
only of Gao's means, on other volumes and a smaller drive than the paper's.

{real}"""


def write_page(found, options):
    summary, _ = counted(found)
    form = f"the long form ({LONG} times the files' `count`)" if options.long else "the short form (the files' own `count`)"
    traces = ", ".join(f"`{trace}`" for _, trace in traces_of(PAPERS / f"{REAL_TRACES}.ssd"))
    table = {real: HEAD + "".join(row(*each) for each in found if (each[0] == REAL_TRACES) == real) for real in (False, True)}
    text = PAGE.format(form=form, summary=summary, traces=traces, generated=table[False], real=table[True])
    (ROOT / "docs" / "papers.md").write_text(text)


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("-o", "--output")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--traces", type=lambda folder: pathlib.Path(folder).resolve(), default=(ROOT.parent / "shared" / "traces").resolve())
    parser.add_argument("papers", nargs="*", metavar="PAPER")
    options = parser.parse_intermixed_args()
    if options.page and options.papers:
        parser.error("--page writes the page of all papers: leave out " + " ".join(options.papers))
    return options


def main():
    options = parsed()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(options.output or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        found = list(claims(folder, options))
    seconds = time.monotonic() - begun
    for paper, name, claim in found:
        mark = " " if as_expected(claim) else "!"
        print(f"{mark} {claim['verdict']:<10} {paper}:{name}  {claim['title']}  ({claim['values']})")
    if options.page:
        write_page(found, options)
    summary, odd = counted(found)
    print(f"{summary}; {seconds:.0f} s")
    sys.exit(1 if odd else 0)


if __name__ == "__main__":
    main()
