"""What the files of examples/papers say: experiments, expectations with their ids, and ids that cannot be asked.

A paper has a file with its evaluation and may have a file `NAME_ours.ssd` with this project's own findings. In the
paper's file the title of an `expect` that is a claim of the paper is `ID (place): text`. A line of a comment
`/// not asked ID (place): reason` (it continues in lines that begin with `///   `) says why nothing is asked of an id.
All other titles begin with `Ours: `. Where an experiment has plots of several figures, a comment behind each `plot`
names its figure (`plot … // Fig. 14`); otherwise the experiment's name does.
"""
import collections
import dataclasses
import json
import pathlib
import re


@dataclasses.dataclass(frozen=True)
class Paper:
    """A paper by the name of its file, with the letter and the number of its ids (H1 to H34)."""
    stem: str
    name: str
    letter: str
    ids: int

    def all_ids(self):
        return [f"{self.letter}{number}" for number in range(1, self.ids + 1)]


PAPERS = (Paper("hu2013", "Hu et al. 2013", "H", 34), Paper("gao", "Gao et al. 2018", "G", 33), Paper("chen2011", "Chen et al. 2011", "C", 20),
          Paper("jung2012", "Jung and Kandemir 2012", "J", 20), Paper("shin2017", "Shin 2017", "S", 4))
OURS = "_ours"
# Claims on excerpts of real traces. Their titles may begin with ids, but an id is settled by the paper's own file.
REAL_TRACES = "real_traces"

# Program 1 of Chen et al., run by `ssdc probe`: what response times alone reveal about SSD-S. The keys are the probe's
# names of the quantities; the values are the claim's title and what the paper says.
PROBED_PAPER, PROBED_DESIGN = "chen2011", "Chen2011_SSDS"
PROBED = {"chunk_bytes": ("C1 (Program 1): the chunk is 4 KiB (8 sectors)", 4096), "channels": ("C2 (Program 1): the interleaving degree is 10", 10),
          "units_per_channel": ("C3 (Program 1): each domain has two sub-domains", 2),
          "mapping": ("C4 (Program 1): places go by the order of writes, not by address", "write_order")}

TITLE = re.compile(r"([A-Z]\d+) \(([^)]*)\): (.+)", re.S)
NOT_ASKED = re.compile(r"/// not asked ([A-Z]\d+) \(([^)]*)\): (\S.*)")
TEXT = r'"(?:[^"\\]|\\.)*"'
# An expectation in the lines of an experiment, up to the next part of it, without comments.
EXPECT = re.compile(rf'\s*expect ({TEXT})((?:{TEXT}|[^"])*?)(?:known: ({TEXT})\s*)?', re.S)
PART = re.compile(r"\s*(expect|plot|measure|normalize|vary|seeds|only)\b")
COMMENT = re.compile(rf"({TEXT})|//[^\n]*")
SEE = re.compile(r"\(see ([\w, ]+)\)")


@dataclasses.dataclass
class Expect:
    title: str
    line: int
    asked: str  # from the title to the end, or to the reason
    known: str | None

    def claim(self):
        """The match of TITLE (id, place, text) if it is a claim of the paper."""
        return TITLE.fullmatch(self.title)


@dataclasses.dataclass
class Experiment:
    name: str
    first: int  # line
    last: int
    expects: list[Expect]
    figures: list[str | None]  # for each plot, the comment behind it: the figure that it draws


@dataclasses.dataclass
class NotAsked:
    id: str
    place: str
    reason: str
    line: int


@dataclasses.dataclass
class File:
    path: pathlib.Path
    about: str  # the first paragraph of its head
    experiments: list[Experiment]
    not_asked: list[NotAsked]
    count: int | None  # the default of `param count`
    traces: list[tuple[str, str]]  # (param, file name) of each trace that it names
    probed_line: int | None  # where it names the design that `ssdc probe` examines
    problems: list[str]

    @property
    def stem(self):
        return self.path.stem

    def paper(self):
        """The name of the paper's file whose claims or own findings it has."""
        return self.stem.removesuffix(OURS)

    def ids(self):
        """The places (line) at which each id of a claim or a line `not asked` stands."""
        asked, not_asked = collections.defaultdict(list), collections.defaultdict(list)
        for expect in (expect for experiment in self.experiments for expect in experiment.expects if expect.claim()):
            asked[expect.claim()[1]].append(expect.line)
        for one in self.not_asked:
            not_asked[one.id].append(one.line)
        return asked, not_asked


def paragraph(lines):
    """The first paragraph of the comment at the top of a file."""
    words = []
    for line in lines:
        if not line.startswith("/// "):
            break
        words.append(line[4:].strip())
    return " ".join(words)


def lines_not_asked(lines, problem):
    found = []
    for number, line in enumerate(lines, 1):
        if line.startswith("/// not asked"):
            if parts := NOT_ASKED.fullmatch(line):
                found.append(NotAsked(*parts.groups(), number))
            else:
                problem(number, "a line about an id that cannot be asked is `/// not asked ID (place): reason`")
        elif found and line.startswith("///   ") and lines[number - 2].startswith(("/// not asked", "///   ")):
            found[-1].reason += " " + line[3:].strip()
    return found


def experiments_of(lines):
    """The experiments with their expectations. An experiment ends at the first line that begins with a brace."""
    found, inside = [], False
    for number, line in enumerate(lines, 1):
        if name := re.match(r"experiment (\w+)", line):
            found.append(Experiment(name[1], number, number, [], []))
            inside = True
        elif inside and line.startswith("}"):
            found[-1].last, inside = number, False
        elif inside and line.lstrip().startswith("plot "):
            found[-1].figures.append(line.partition("// ")[2].strip() or None)
        elif inside and (part := PART.match(line)) and part[1] == "expect":
            end = next(end for end in range(number, len(lines)) if PART.match(lines[end]) or lines[end].startswith("}"))
            text = COMMENT.sub(lambda text: text[1] or "", "\n".join(lines[number - 1:end]))
            title, asked, known = EXPECT.fullmatch(text).groups()
            found[-1].expects.append(Expect(json.loads(title), number, " ".join(asked.split()), known and json.loads(known)))
    return found


def read(path):
    text = path.read_text()
    lines, problems = text.splitlines(), []
    not_asked = lines_not_asked(lines, lambda line, words: problems.append(f"{path}:{line}: {words}"))
    count = re.search(r"^param count: int\s*= ([\d_]+)", text, re.M)
    traces = re.findall(r'^param (\w+): string\s*= "traces/([^"]+)"', text, re.M)
    usual = int(count[1].replace("_", "")) if count else None
    probed = next((number for number, line in enumerate(lines, 1) if PROBED_DESIGN in line), None) if path.stem == PROBED_PAPER else None
    return File(path, paragraph(lines), experiments_of(lines), not_asked, usual, traces, probed, problems)


class Folder:
    """All files of a folder of papers, by name; those of a paper follow each other, and those on real traces are
    last."""

    def __init__(self, path):
        self.path = path
        rank = {paper.stem: place for place, paper in enumerate(PAPERS)}
        files = [read(file) for file in path.glob("*.ssd")]
        files.sort(key=lambda file: (rank.get(file.paper(), len(rank)), file.stem))
        self.files = {file.stem: file for file in files}

    def of(self, paper):
        """The files of a paper: its own one, and that of this project's findings."""
        return [file for file in self.files.values() if file.paper() == paper]

    def experiment(self, paper, name):
        """The file and the experiment of this name, in one of the paper's files."""
        return next(((file, found) for file in self.of(paper) for found in file.experiments if found.name == name), (None, None))

    def problems(self):
        """Yields what contradicts the form of the files, with file and line."""
        for file in self.files.values():
            yield from file.problems
            if file.stem.endswith(OURS):
                yield from strange_titles(file, "only the paper's file has the paper's claims: a title here begins with `Ours: `", lambda expect: False)
            if file.paper() not in {*(paper.stem for paper in PAPERS), REAL_TRACES}:
                yield f"{file.path}:1: there is no paper `{file.paper()}` in PAPERS (tools/paper_files.py), so no page would show it"
        for paper in PAPERS:
            file = self.files.get(paper.stem)
            if file is None:
                yield f"{self.path}: there is no {paper.stem}.ssd"
                continue
            yield from strange_titles(file, "a title is `ID (place): text`, or begins with `Ours: `", Expect.claim)
            yield from strange_ids(paper, file)
            yield from self.strange_reasons(paper, file)

    def strange_reasons(self, paper, file):
        """Claims that are known to fail, but whose reason is not shown by an experiment."""
        for expect in (expect for experiment in file.experiments for expect in experiment.expects if expect.claim() and expect.known):
            names = seen(expect.known)
            if not names:
                yield f"{file.path}:{expect.line}: the reason names the experiment that shows it: `(see NAME)`"
            for name in names:
                _, found = self.experiment(paper.stem, name)
                if found is None:
                    yield f"{file.path}:{expect.line}: there is no experiment {name} in {' or '.join(one.path.name for one in self.of(paper.stem))}"
                elif not any(ours(other.title) and other.known is None for other in found.expects):
                    yield f"{file.path}:{expect.line}: the experiment {name} shows no reason: it has no `expect` whose title begins with `Ours: ` and that holds"


def ours(title):
    return title.startswith("Ours: ")


def seen(reason):
    """The experiments that a reason names."""
    return [name for names in SEE.findall(reason) for name in re.split(r", and |, | and ", names)]


def strange_titles(file, words, allowed):
    for experiment in file.experiments:
        for expect in experiment.expects:
            if not ours(expect.title) and not allowed(expect):
                yield f"{file.path}:{expect.line}: {words}: {expect.title}"


def strange_ids(paper, file):
    """Ids that are missing, unknown, or both asked and not asked."""
    asked, not_asked = file.ids()
    if file.probed_line:
        for title, _ in PROBED.values():
            asked[TITLE.fullmatch(title)[1]].append(0)
    known = paper.all_ids()
    for id, lines in (asked | not_asked).items():
        if id not in known:
            yield f"{file.path}:{lines[0]}: {id} is no id of the paper: they are {known[0]} to {known[-1]}"
    for id in known:
        if id in asked and id in not_asked:
            where = f"by `expect` in line {asked[id][0]}" if asked[id][0] else "by `ssdc probe`"
            yield f"{file.path}:{not_asked[id][0]}: {id} is asked, too, {where}"
        if len(not_asked[id]) > 1:
            yield f"{file.path}:{not_asked[id][1]}: {id} is not asked in line {not_asked[id][0]} already"
        if id not in asked and not not_asked[id]:
            yield f"{file.path}:1: {id} is missing: an `expect` asks it, or a line `/// not asked {id} (place): reason` says why nothing can"
