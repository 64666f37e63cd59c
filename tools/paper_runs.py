"""Runs the experiments of papers' files, and keeps the results of runs that a test does not repeat.

A result is a dictionary in the form of an expectation of results.json (`title`, `claim`, `verdict`, `values`, `margin`,
`reason`, `known`) with two more keys: `instances`, the number of instances of a claim with `each`, and `asked`, the
text of the file that was asked.
"""
import dataclasses
import json
import math
import os
import pathlib
import re
import subprocess
import sys

import paper_files
import paper_formulas

LONG = 10
KEPT = ("claim", "asked", "verdict", "values", "margin", "reason", "instances")
PROBE = "probe"  # stands for an experiment: the claims that `ssdc probe` answers


@dataclasses.dataclass
class Results:
    """By (file, experiment): the results by title, the doc and the plots."""
    claims: dict = dataclasses.field(default_factory=dict)
    docs: dict = dataclasses.field(default_factory=dict)
    plots: dict = dataclasses.field(default_factory=dict)

    def of(self, file, experiment, title):
        return self.claims.get((file.stem, experiment), {}).get(title)


def stop(words):
    sys.exit(f"paper_claims: {words}")


def instances(report, claim):
    """How many instances a claim has: the product of the numbers of values of the axes behind `each`."""
    axes = re.match(r"each ([^:]+): ", claim["claim"])
    sizes = {axis["name"]: len(axis["values"]) for axis in report["experiment"]["axes"]}
    return math.prod(sizes.get(axis, 1) for axis in axes[1].split(", ")) if axes else 1


def usual_count(folder, file):
    """The file's `param count`, or that of the paper's file, which it imports."""
    count = file.count or folder.files[file.paper()].count
    return count if count else stop(f"{file.path} has no `param count: int`, which the long form multiplies")


def run(program, experiment, folder, words):
    """The report (results.json) of an experiment. If ssdc ends with an error, this script ends, too; ssdc has printed
    the reason."""
    done = subprocess.run([program, "run", experiment, "-o", str(folder), "--quiet", *words], stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 3):
        stop(f"{experiment} ended with exit code {done.returncode}")
    return json.loads((folder / "results.json").read_text())


def run_file(folder, file, options, scratch, long, results):
    words = ["-D", f"count={LONG * usual_count(folder, file)}"] if long and file.experiments else []
    for param, trace in file.traces:
        words += ["-D", f"{param}={json.dumps(str(options.traces / trace))}"]
    for experiment in file.experiments:
        place = scratch / f"{file.stem}.{experiment.name}{'.long' if long else ''}"
        report = run(options.program, f"{file.path}:{experiment.name}", place, words)
        found = {claim["title"]: claim | {"instances": instances(report, claim)} for claim in report["expectations"]}
        if list(found) != [expect.title for expect in experiment.expects]:
            stop(f"{file.path}:{experiment.first}: this script found other expectations in {experiment.name} than ssdc did")
        for expect in experiment.expects:
            claim = found[expect.title]
            claim["asked"] = expect.asked
            claim["values"] = paper_formulas.readable_bounds(report, claim, expect.asked)
        results.claims[file.stem, experiment.name] = found
        results.docs[file.stem, experiment.name] = report["experiment"]["doc"] or ""
        plots = sorted((place / "plots").glob("*.svg"), key=lambda plot: int(plot.name.partition("-")[0]))
        if len(plots) != len(experiment.figures):
            stop(f"{file.path}:{experiment.first}: this script found {len(experiment.figures)} plots in {experiment.name}, ssdc {len(plots)}: begin a line with each `plot`")
        results.plots[file.stem, experiment.name] = plots


def run_probe(file, options, results):
    """The claims about the findings of the black-box probe."""
    target = f"{file.path}:{paper_files.PROBED_DESIGN}"
    done = subprocess.run([options.program, "probe", target, "--format", "json", "--quiet"], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        stop(f"the probe of {paper_files.PROBED_DESIGN} ended with exit code {done.returncode}")
    answers = {answer["quantity"]: answer for answer in json.loads(done.stdout)["answers"]}
    found = results.claims[file.stem, PROBE] = {}
    for quantity, (title, said) in paper_files.PROBED.items():
        inferred, reason = answers[quantity]["inferred"], answers[quantity]["reason"]
        right = inferred == said
        found[title] = {"title": title, "claim": f"{quantity} == {said}", "asked": f"{said}", "verdict": "holds" if right else "fails",
                        "values": "cannot be told" if inferred is None else f"{inferred}", "margin": None, "known": None,
                        "reason": None if right else reason, "instances": 1}


def processor_time():
    times = os.times()
    return times.children_user + times.children_system


def run_all(folder, files, options, scratch, long=False):
    """The results of these files, in the short or the long form. Prints the processor time of each."""
    results = Results()
    for file in files:
        begun = processor_time()
        if file.probed_line:
            run_probe(file, options, results)
        run_file(folder, file, options, scratch, long, results)
        print(f"{file.stem}: {processor_time() - begun:.0f} s of processor time", flush=True)
    return results


def keep(path, results, facts):
    """Writes the results of claims to a file of the repository, in lines that `git diff` shows well."""
    claims = [{"file": stem, "experiment": experiment, "title": title} | {key: claim[key] for key in KEPT}
              for (stem, experiment), found in results.claims.items() for title, claim in found.items()]
    lines = ",\n".join(json.dumps(claim, ensure_ascii=False) for claim in claims)
    path.write_text(json.dumps(facts)[:-1] + (", " if facts else "") + f'"claims": [\n{lines}\n]}}\n')


def kept(path):
    """The results and the facts that keep() wrote: none if there is no such file."""
    results = Results()
    if not path.exists():
        return results, {}
    facts = json.loads(path.read_text())
    for claim in facts.pop("claims"):
        results.claims.setdefault((claim["file"], claim["experiment"]), {})[claim["title"]] = claim
    return results, facts


def commit_of(root):
    """The commit of the project. Results name it, so nothing that they depend on may have changed since."""
    git = lambda *words: subprocess.run(["git", "-C", root, *words], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    changed = git("status", "--porcelain", "--", "compiler", "runtime", "stdlib", "tools", "examples/papers")
    if changed:
        stop(f"the results that are kept name the commit that made them; commit these changes first:\n{changed}")
    return git("rev-parse", "HEAD")[:12]


def version_of(program):
    """The number alone: which engines a program has changes no result."""
    return re.match(r"ssdc ([\d.]+)", subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout)[1]
