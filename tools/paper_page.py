"""docs/papers.md, in pieces: the head with the counts of all papers, a section for each paper with its claims and the
plots of its figures, this project's own findings, and the claims on real traces. A piece depends only on the files of
examples/papers and on the results of its own, so that a part of the papers can be compared with the page."""
import dataclasses
import re

import paper_files
import paper_runs
import paper_values

PAGE, PLOTS, LONG_FORM, ON_TRACES = "docs/papers.md", "docs/pictures/papers", "docs/papers-long.json", "docs/papers-traces.json"
LARGEST_PLOT = 128 * 1024  # bytes
LONGEST_ABOUT = 500  # characters
FROM_DOCS = "../examples/papers/"
AGAIN = "python3 tools/paper_claims.py build/release/bin/ssdc --page"

HEAD = """# The papers' claims

What five papers say, what comes out here, and the plots of their figures.
Each file of `examples/papers/` is a paper's evaluation: its designs, its workloads or what stands in for them,
and what should come out, as `expect` lines.

- An id such as H8 is a claim of a paper. It links to the lines that ask it, and its place in the paper links to the
  experiment. It holds if everything holds that is asked under it.
- A claim that fails stays, with what came out and with the experiment that shows why.
  If nothing can be asked, the page says why.
- Where a claim is about a number, the brackets say what is allowed: 25 % of a ratio, 10 points of a share, less where
  the number is arithmetic. A claim without a number allows nothing.
- Orders of the levels stand by their letters, W for chip: CWDP is channel > chip > die > plane.

`{again}` writes this page and its plots
from the short form (the files' own `count`); the test `papers` compares them.
`--long --page` also runs {times} times as many requests, and keeps their results.
`ssdc run examples/papers/hu2013.ssd:Fig18` makes tables, plots and a page of one experiment.
{long}

{table}
"""
FINDINGS = """## This project's own findings
What no paper claims: what the reasons above rest on, and what came out beside them.
`NAME_ours.ssd` is the file beside that of a paper.

"""
REAL = """## On real traces
Excerpts of public traces, which are not part of ssdc: {traces}.
Only `--traces FOLDER` runs these claims; their results are kept in [papers-traces.json](papers-traces.json).
They are not the papers' whole traces: directions are claimed, and ratios only of Gao's means,
on other volumes and a smaller drive than the paper's.

{table}"""
VERDICTS = {"holds": "holds", "fails": "**fails**", "undecided": "undecided"}
NOT_RUN = "–"
STATES = ("hold", "known to fail", "cannot be asked")


def as_expected(claim, known):
    return (claim["verdict"] == "holds") == (known is None)


def linked(file, experiment, text):
    return f"[{text}]({FROM_DOCS}{file.path.name}#L{experiment.first}-L{experiment.last})"


def anchor(heading):
    """The anchor of a heading, as GitHub names it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def why_heading(paper):
    return f"{paper.name}: why"


def table(columns, lines):
    return f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|\n" + "".join(lines)


def line(*cells):
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |\n"


def told(claim):
    if claim is None or not claim["values"]:
        return NOT_RUN
    return paper_values.readable(claim["values"], claim["instances"], claim["verdict"], claim["margin"])


@dataclasses.dataclass
class Row:
    """Something that a file expects, with its results in the short and the long form (None: not run)."""
    file: paper_files.File
    experiment: paper_files.Experiment | None  # None: the probe
    title: str
    line: int
    known: str | None
    short: dict | None
    long: dict | None

    def __post_init__(self):
        claim = paper_files.TITLE.fullmatch(self.title)
        self.id, self.place, self.text = claim.groups() if claim else (None, "", self.title.removeprefix("Ours: "))
        self.name = self.experiment.name if self.experiment else paper_runs.PROBE

    def number(self):
        return number_of(self.id) if self.id else 0

    def address(self):
        return f"{FROM_DOCS}{self.file.path.name}#L{self.line}"

    def link(self):
        return f"[{self.id or f'`{self.name}`'}]({self.address()})"

    def place_link(self):
        if not self.place:
            return ""
        return linked(self.file, self.experiment, self.place) if self.experiment else f"[{self.place}](probe.md)"

    def is_odd(self):
        return self.short is not None and not as_expected(self.short, self.known)

    def verdict(self, why=None):
        """The verdict, with a link to the heading under which the reason stands."""
        if self.short is None:
            return NOT_RUN
        text = VERDICTS[self.short["verdict"]]
        if self.known and why:
            text = f"[{text}](#{anchor(why)})"
        return f"{text}: **not as the file says**" if self.is_odd() else text

    def long_verdict(self):
        """The verdict of the long form, with its values where the short form has another."""
        if self.long is None:
            return NOT_RUN
        text = VERDICTS[self.long["verdict"]]
        return text if self.short and self.short["verdict"] == self.long["verdict"] else f"{text}: {told(self.long)}"

    def reason(self):
        parts = [self.known, self.short["reason"] if self.short else None]
        if self.is_odd():
            parts.insert(0, "known to fail, but holds" if self.known else "should hold")
        return "; ".join(filter(None, parts))


def number_of(id):
    return int(id[1:])


def rows_of(file, short, long):
    """What a file expects, in its order."""
    rows = []
    if file.probed_line:
        for title, _ in paper_files.PROBED.values():
            rows.append(Row(file, None, title, file.probed_line, None, *(results.of(file, paper_runs.PROBE, title) for results in (short, long))))
    for experiment in file.experiments:
        for expect in experiment.expects:
            found = [results.of(file, experiment.name, expect.title) for results in (short, long)]
            found = [claim if claim and claim["asked"] == expect.asked else None for claim in found]
            rows.append(Row(file, experiment, expect.title, expect.line, expect.known, *found))
    return rows


def states(file, rows):
    """The ids of a paper by what became of them: STATES, and defects if there are any."""
    ids = {row.id for row in rows if row.id}
    odd = {row.id for row in rows if row.id and row.is_odd()}
    failing = {row.id for row in rows if row.id and row.known is not None} - odd
    sets = dict(zip(STATES, (ids - failing - odd, failing, {one.id for one in file.not_asked}))) | ({"not as the file says": odd} if odd else {})
    return {state: sorted(these, key=number_of) for state, these in sets.items()}


def link_to(file, one):
    return f"[{one.id}]({FROM_DOCS}{file.path.name}#L{one.line})"


def claims_table(paper, file, rows):
    """Claims by id, those of one id in the order of the file, and the ids that cannot be asked."""
    why = why_heading(paper)
    lines = [(row.number(), line(row.link(), row.place_link(), row.text, told(row.short), row.verdict(why), row.long_verdict())) for row in rows]
    lines += [(number_of(one.id), line(link_to(file, one), one.place, "", "", f"[cannot be asked](#{anchor(why)})", "")) for one in file.not_asked]
    return table(("claim", "where", "what the paper says", "ours", "verdict", "long form"), (text for _, text in sorted(lines, key=lambda one: one[0])))


def reasons(folder, paper, rows, not_asked=()):
    """Why claims fail, and why ids cannot be asked: a list by id. Claims that share a reason share a line. Reasons link
    to the experiments of the paper that they name."""
    def link(word):
        file, experiment = folder.experiment(paper, word[0])
        return linked(file, experiment, f"`{word[0]}`") if experiment else word[0]
    found = {}
    for row in rows:
        if reason := row.reason():
            whose = found.setdefault((row.number(), paper_files.SEE.sub(lambda see: re.sub(r"\w+", link, see[0]), reason)), [])
            whose.append(f"**{row.id}**" if row.id else f"`{row.name}`, {row.text}")
    for one in not_asked:
        found[number_of(one.id), one.reason] = [f"**{one.id}** cannot be asked"]
    return "".join(f"- {', '.join(dict.fromkeys(whose))}: {reason}\n" for (_, reason), whose in sorted(found.items(), key=lambda one: one[0][0]))


def figure_name(name):
    """`Fig13to16` is Figs. 13 to 16, `Fig15Table5` is Fig. 15, Table 5, `Fig18RealTraces` is Fig. 18, real traces; other
    names stay."""
    parts = re.fullmatch(r"(Fig|Table)s?(\d+(?:[a-z](?![a-z]))?|[IVX]+)(?:to(\d+(?:[a-z](?![a-z]))?))?(.*)", name)
    if not parts:
        return name
    kind, first, last, rest = parts.groups()
    kind = f"{kind}{'s' if last else ''}{'.' if kind == 'Fig' else ''}"
    if not re.match("Fig|Table", rest):
        words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+[a-z]?", rest)
        rest = " ".join(word if len(word) > 1 and word.isupper() else word.lower() for word in words)
    return f"{kind} {first}" + (f" to {last}" if last else "") + (f", {figure_name(rest)}" if rest else "")


def first_sentence(doc):
    return re.split(r"(?<!Fig)(?<!Figs)\.(?=\s+[A-Z\"`]|$)", " ".join(doc.split()))[0]


def plots_of(file, results):
    """Yields (experiment, [(name in the repository, plot, figure)]) for each experiment that plots figures of the paper:
    all but those that only show a reason."""
    for experiment in file.experiments:
        if experiment.expects and all(paper_files.ours(expect.title) for expect in experiment.expects):
            continue
        plots, names = results.plots.get((file.stem, experiment.name), []), {}
        for plot, figure in zip(plots, experiment.figures):
            name = f"{file.stem}-{experiment.name}-{plot.stem.partition('-')[2]}"
            while name in names:
                name += "-again"
            names[name] = plot, figure or figure_name(experiment.name)
        if names:
            yield experiment, [(f"{name}.svg", *plot) for name, plot in names.items()]


def figures(paper, file, results):
    """The plots, each under the name of its figure."""
    text = before = ""
    for experiment, plots in plots_of(file, results):
        doc = first_sentence(results.docs[file.stem, experiment.name])
        for name, plot, figure in plots:
            heading = f"\n#### {paper.name}, {figure}\n{linked(file, experiment, f'`{experiment.name}`')}{': ' + doc if doc else ''}.\n\n"
            text += ("" if heading == before else heading) + f"![{figure}: {plot.stem.partition('-')[2]}](pictures/papers/{name})\n"
            before = heading
    return text and f"\n### Figures of {paper.name}\n{text}"


def about(file):
    """The beginning of the file's head, in whole sentences."""
    text, sentences = "", re.split(r"(?<=[.:]) (?=[A-Z])", file.about)
    for sentence in sentences:
        if len(text) + len(sentence) > LONGEST_ABOUT:
            break
        text += sentence + " "
    return text.strip()


def paper_section(folder, paper, short, long):
    file = folder.files[paper.stem]
    rows = [row for row in rows_of(file, short, long) if not paper_files.ours(row.title)]
    found, index = states(file, rows), ""
    if any(found.values()):
        links = {row.id: row.link() for row in reversed(rows)} | {one.id: link_to(file, one) for one in file.not_asked}
        counts = ", ".join(f"{len(ids)} {state}" for state, ids in found.items())
        index = f"**{sum(map(len, found.values()))} claims: {counts}.**\n\n" + "".join(f"- {state.capitalize()}: {', '.join(map(links.get, ids))}\n" for state, ids in found.items() if ids) + "\n"
    text = f"## {paper.name}\n{about(file)}\nThe file is [{file.path.name}]({FROM_DOCS}{file.path.name}).\n\n{index}{claims_table(paper, file, rows)}"
    if why := reasons(folder, paper.stem, rows, file.not_asked):
        text += f"\n### {why_heading(paper)}\n{why}"
    return text + figures(paper, file, short) + "\n"


def findings_section(folder, paper, short, long):
    """This project's own findings about a paper; "" if there are none."""
    rows = [row for file in folder.of(paper.stem) for row in rows_of(file, short, long) if paper_files.ours(row.title)]
    if not rows:
        return ""
    lines = (line(row.link(), row.text, told(row.short), row.verdict(), row.long_verdict()) for row in rows)
    why = reasons(folder, paper.stem, rows)
    return f"### Beside {paper.name}\n{table(('experiment', 'what we find', 'ours', 'verdict', 'long form'), lines)}{why and chr(10) + why}\n"


def real_section(folder, real):
    """The claims on real traces, with their kept results; "" if there is no such file."""
    file = folder.files.get(paper_files.REAL_TRACES)
    if file is None:
        return ""
    rows = rows_of(file, real, paper_runs.Results())
    lines = (line(f"[`{row.name}`]({row.address()})", row.title, told(row.short), row.verdict()) for row in rows)
    why = reasons(folder, file.stem, rows)
    shown = table(("experiment", "claim", "ours", "verdict"), lines)
    return REAL.format(traces=",\n".join(f"`{trace}`" for _, trace in file.traces), table=shown + (why and "\n" + why))


def long_form(facts):
    if not facts:
        return "Results of the long form are not kept."
    return (f"The long form is of {facts['date']}, made at commit {facts['commit']} (ssdc {facts['version']});\n"
            "[papers-long.json](papers-long.json) has its numbers. A dash stands where a file has asked something else since.")


def head(folder, short, long, facts):
    """The beginning of the page, with how many ids of each paper hold, fail and cannot be asked."""
    lines, sums = [], [0] * (1 + len(STATES))
    for paper in paper_files.PAPERS:
        file = folder.files[paper.stem]
        found = states(file, rows_of(file, short, long))
        counts = [sum(map(len, found.values())), *(len(found[state]) for state in STATES)]
        sums = [a + b for a, b in zip(sums, counts)]
        lines.append(line(f"[{paper.name}](#{anchor(paper.name)})", *map(str, counts)))
    lines.append(line("all", *map(str, sums)))
    return HEAD.format(again=AGAIN, times=paper_runs.LONG, long=long_form(facts), table=table(("paper", "claims", *STATES), lines))


def pieces(folder, files, short, long, facts, real):
    """The pieces of the page that the results of these files make, by name; the head only if no paper is missing."""
    stems, found = {file.stem for file in files}, {}
    complete = [paper for paper in paper_files.PAPERS if all(file.stem in stems for file in folder.of(paper.stem))]
    if len(complete) == len(paper_files.PAPERS):
        found["the head"] = head(folder, short, long, facts)
    for paper in complete:
        found[paper.name] = paper_section(folder, paper, short, long)
    if "the head" in found:
        found["the heading of findings"] = FINDINGS
    for paper in complete:
        found[f"the findings beside {paper.name}"] = findings_section(folder, paper, short, long)
    found["the claims on real traces"] = real_section(folder, real)
    return found


def differences(root, found):
    """Yields what of these pieces the page lacks."""
    page = (root / PAGE).read_text() if (root / PAGE).exists() else ""
    for name, text in found.items():
        if text not in page:
            yield f"{PAGE} is out of date: {name}"
    if "the head" in found and page != "".join(found.values()) and all(text in page for text in found.values()):
        yield f"{PAGE} is out of date: the order of its parts, or what stands between them"


def kept_plots(folder, files, results):
    """The plots of the papers' figures by their names in the repository, of those of the files that are a paper's."""
    papers = {paper.stem for paper in paper_files.PAPERS}
    return {name: plot.read_bytes() for file in files if file.stem in papers for _, plots in plots_of(file, results) for name, plot, _ in plots}


def plot_differences(root, files, plots):
    """Yields the plots of these files that are missing, are different or are no longer made."""
    present = {path.name: path.read_bytes() for file in files for path in (root / PLOTS).glob(f"{file.stem}-*.svg")}
    for name in sorted(present.keys() | plots.keys()):
        if present.get(name) != plots.get(name):
            yield f"{PLOTS}/{name} {'is missing' if name not in present else 'is made by no experiment' if name not in plots else 'is out of date'}"


def write(root, found, plots):
    for name, plot in plots.items():
        if len(plot) > LARGEST_PLOT:
            paper_runs.stop(f"the plot {name} has {len(plot):,} bytes, and the repository keeps at most {LARGEST_PLOT:,}: plot less in one figure")
    (root / PAGE).write_text("".join(found.values()))
    (root / PLOTS).mkdir(parents=True, exist_ok=True)
    for path in (root / PLOTS).glob("*.svg"):
        if path.name not in plots:
            path.unlink()
    for name, plot in plots.items():
        (root / PLOTS / name).write_bytes(plot)
