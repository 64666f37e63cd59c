#!/usr/bin/env python3
"""Runs the experiments of examples/papers and reports which of the papers' claims hold.

    python3 tools/paper_claims.py build/release/bin/ssdc [-o FOLDER] [--long] [--page] [--traces FOLDER] [PAPER…]

The short form takes two to three minutes on two cores; the processor time of each file is printed.
`--long` runs ten times as many requests.
PAPER is a paper (hu2013: its claims and our findings) or one file (hu2013_ours).
With `-o` the results, plots and reports stay in FOLDER, and a second call makes only the runs that are missing.
In the tests the environment may select some of the papers (tools/slices.py).

`--page` writes docs/papers.md and the plots in docs/pictures/papers from the claims of all papers.
Without it and without `--long`, the page and the plots must be what it would write.
`--long --page` also runs the long form and keeps its results in docs/papers-long.json, with the date and the commit.

real_traces.ssd needs excerpts of traces in the folder that `--traces` names (default: ../shared/traces beside the project).
If that folder does not exist, real_traces.ssd is skipped with a message; `--page` shows the results that the last call
with traces kept in docs/papers-traces.json.

The exit code is 1 if a file of a paper lacks an id or has it twice, names no experiment that shows why a claim fails,
or has titles of another form; if a claim fails that should hold, or holds although it is known to fail; or if the page
is out of date. With `--long --page` it tells about the short form; the page shows where the long form differs.
"""
import argparse
import datetime
import pathlib
import sys
import tempfile
import time

import paper_files
import paper_page
import paper_runs
import slices

ROOT = pathlib.Path(__file__).parents[1]


def chosen_files(folder, options):
    """The files to run. Without the folder of traces, files that need traces are skipped, or are an error if the call
    names them."""
    papers = list(dict.fromkeys(file.paper() for file in folder.files.values()))
    unknown = set(options.papers) - set(papers) - set(folder.files)
    if unknown:
        paper_runs.stop(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(folder.files)}")
    chosen = options.papers or papers
    if not options.papers and not options.page:
        chosen = slices.part(papers, "papers", lambda part: " ".join(["tools/paper_claims.py", options.program, *part]))
    files = [file for file in folder.files.values() if file.stem in chosen or file.paper() in chosen]
    missing = [file for file in files if file.traces and not options.traces.is_dir()]
    for file in missing:
        words = f"{file.path.name} needs traces, and there is no folder {options.traces}"
        if options.papers:
            paper_runs.stop(f"{words}: name it with --traces")
        print(f"paper_claims: skipped: {words}")
    return [file for file in files if file not in missing]


def report(results):
    """Prints the results of all claims, and returns how many are not as the files say."""
    every = holding = known = odd = 0
    for (stem, experiment), claims in results.claims.items():
        for title, claim in claims.items():
            good = paper_page.as_expected(claim, claim["known"])
            every += 1
            holding += claim["verdict"] == "holds"
            known += claim["verdict"] != "holds" and claim["known"] is not None
            odd += not good
            print(f"{' ' if good else '!'} {claim['verdict']:<10} {stem}:{experiment}  {title}  ({paper_page.told(claim).replace('<br>', '; ')})")
    print(f"{every} claims: {holding} hold, {known} are known to fail, {odd} {'is' if odd == 1 else 'are'} not as the files say")
    return odd


def run_long(folder, files, options, scratch):
    """Runs the long form. With `--page` it keeps the results, in the name of the commit."""
    commit = paper_runs.commit_of(options.root) if options.page else None
    results = paper_runs.run_all(folder, [file for file in files if not (options.page and file.traces)], options, scratch, long=True)
    if options.page:
        facts = {"date": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}", "commit": commit, "version": paper_runs.version_of(options.program)}
        paper_runs.keep(options.root / paper_page.LONG_FORM, results, facts)
    print("the long form:")
    return report(results)


def compare_or_write(folder, files, short, options):
    """Whether the page is as it should be; with `--page`, it is made so."""
    if any(file.traces for file in files) and options.page:
        real = {key: found for key, found in short.claims.items() if key[0] == paper_files.REAL_TRACES}
        paper_runs.keep(options.root / paper_page.ON_TRACES, paper_runs.Results(real), {})
    long, facts = paper_runs.kept(options.root / paper_page.LONG_FORM)
    real, _ = paper_runs.kept(options.root / paper_page.ON_TRACES)
    pieces = paper_page.pieces(folder, files, short, long, facts, real)
    plots = paper_page.kept_plots(folder, files, short)
    if options.page:
        paper_page.write(options.root, pieces, plots)
        return True
    different = [*paper_page.differences(options.root, pieces), *paper_page.plot_differences(options.root, files, plots)]
    for one in different:
        print(f"! {one}")
    if different:
        print(f"`{paper_page.AGAIN}` writes the page and its plots again; review them with `git diff`")
    return not different


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("-o", "--output")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--traces", type=lambda folder: pathlib.Path(folder).resolve(), default=(ROOT.parent / "shared" / "traces").resolve())
    parser.add_argument("--root", type=lambda folder: pathlib.Path(folder).resolve(), default=ROOT.resolve(), help="the project (for the tests)")
    parser.add_argument("papers", nargs="*", metavar="PAPER")
    options = parser.parse_intermixed_args()
    if options.page and options.papers:
        parser.error("--page writes the page of all papers: leave out " + " ".join(options.papers))
    return options


def main():
    options = parsed()
    begun = time.monotonic()
    folder = paper_files.Folder(options.root / "examples" / "papers")
    problems = list(folder.problems())
    if problems:
        sys.exit("\n".join(problems))
    files = chosen_files(folder, options)
    good = True
    with tempfile.TemporaryDirectory() as temporary:
        scratch = pathlib.Path(options.output or temporary)
        scratch.mkdir(parents=True, exist_ok=True)
        if options.long:
            good = run_long(folder, files, options, scratch) == 0 or options.page
        if options.page or not options.long:
            short = paper_runs.run_all(folder, files, options, scratch)
            good = report(short) == 0
            good = compare_or_write(folder, files, short, options) and good
    print(f"{time.monotonic() - begun:.0f} s")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
