#!/usr/bin/env python3
"""Runs the examples of README.md and the pages in docs/, and compares the output with what the pages show.
`--update` writes the output into the pages, and the pictures that their commands make into docs/pictures; review the
change with `git diff`.

Each page runs in a folder of its own, with the program in PATH and examples/ beside the folder, from its first block to
its last:
- ```ssd: `ssdc check` must accept it without a warning. If the first line is `// NAME.ssd`, the file is written under
  that name for later blocks; `ssd in design` (or workload, nand …) is the body of one. The same names are possible for
  c, python and csv (`// my.c`, `# my.py`), and for ssd-wrong, a file with mistakes.
- ```console: `$ COMMAND` (bash; a line that ends in \\ continues) and its output, errors included. A line `…` stands
  for any number of lines; `(exit code N)` ends the output if N is not 0.
- ```sh: commands that must succeed, whatever they print. `sh not run`: not run (they install, or need what a test
  lacks).
- <!-- picture: FILE --> in the line behind a picture: the file in the page's folder that the picture shows.
What differs from run to run is masked on both sides: MASKS. Links to files and headings of the pages must lead
somewhere, the speeds on the front page must be those of docs/performance.md, and docs/commands.md must have a row for
every command."""
import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tools"))
import slices
BLOCK = re.compile(r"^```([\w-]+)([^\n]*)\n(.*?)^```$", re.M | re.S)
NAME = re.compile(r"(?://|#|/\*) ([\w-]+\.(?:ssd|c|py|csv))\b")
PICTURE = re.compile(r"""^(?:!\[[^\]]*\]\(|<img src=")([^)"]+)[^\n]*\n<!-- picture: (\S+) -->$""", re.M)
LINK = re.compile(r"""(?:\[[^\]]*\]\(|<img src=")([^)\s"]+)""")
WRITTEN = {"ssd", "ssd-wrong", "c", "python", "csv"}
SKIP = "…"
# Texts that depend on a clock, on the load or on a path of this machine.
MASKS = [
    (r"^simulated .*", "simulated …"),  # speed, engine, memory of a run
    (r"^ssdc: (\S+: `\w+` for [\w-]+), .*", r"ssdc: \1 …"),  # size of a built program
]
# What a long experiment prints while it runs.
PROGRESS = re.compile(r"\d+ of \d+ runs done(  .* left)?")


def masked(line):
    for pattern, instead in MASKS:
        line = re.sub(pattern, instead, line)
    return line.rstrip()


def agrees(shown, found):
    """Whether the found lines are those shown, where SKIP stands for any number of lines."""
    shown, found = [masked(line) for line in shown], [masked(line) for line in found]
    ends = {0}  # how many of the found lines the lines shown so far may have used up
    for line in shown:
        if line == SKIP:
            ends = set(range(min(ends), len(found) + 1)) if ends else set()
        else:
            ends = {end + 1 for end in ends if end < len(found) and found[end] == line}
    return len(found) in ends


def renewed(shown, found):
    """The found lines, shortened like those shown: each shown line becomes the next found line of its form, or the
    next that begins with its words. Where there is none, all lines."""
    form = lambda line: re.sub(r"[\d.,]+", "0", " ".join(line.split()))
    lines, at, skipping = [], 0, False
    for line in shown:
        if line == SKIP:
            skipping = True
            lines.append(SKIP)
            continue
        reach = range(at, len(found) if skipping else min(at + 1, len(found)))
        place = next((i for i in reach if form(found[i]) == form(line)), None)
        if place is None:
            place = next((i for i in reach if " ".join(found[i].split()).startswith(" ".join(line.split()))), None)
        if place is None:
            return found
        lines.append(found[place] if masked(found[place]) != masked(line) else line)
        at, skipping = place + 1, False
    return lines if skipping or at == len(found) else found


class Page:
    def __init__(self, path, program, folder):
        self.path, self.name, self.text = path, str(path.relative_to(ROOT)), path.read_text()
        self.folder = folder / "book"
        self.folder.mkdir()
        (folder / "examples").symlink_to(ROOT / "examples")
        self.program = program
        self.environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "SSDC_CACHE_DIR": str(folder / "cache"), "LC_ALL": "C.UTF-8"}
        self.failures, self.files, self.commands = [], 0, 0
        self.link_with_sanitizers(folder / "bin")

    def link_with_sanitizers(self, folder):
        """A library of an ssdc with sanitizers needs them in the program that links it."""
        words = [word for word in self.environment.get("CXX", "").split() if word.startswith("-fsanitize")]
        if words:
            folder.mkdir()
            (folder / "cc").write_text(f"#!/bin/sh\nexec {shutil.which('cc')} {' '.join(words)} \"$@\"\n")
            (folder / "cc").chmod(0o755)
            self.environment["PATH"] = f"{folder}:{self.environment['PATH']}"

    def fail(self, what, detail=""):
        self.failures.append(f"{self.name}: {what}\n{detail}")

    def call(self, command):
        done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.folder, env=self.environment, timeout=600)
        self.commands += 1
        lines = [line for line in done.stdout.splitlines() if not PROGRESS.fullmatch(line)]
        return done.returncode, lines if done.returncode == 0 else lines + [f"(exit code {done.returncode})"]

    def run(self):
        """Runs all blocks; afterwards `text` is the page as it should be."""
        self.text = BLOCK.sub(self.block, self.text)
        return self

    def block(self, match):
        kind, about, body = match[1], match[2].strip(), match[3]
        if kind in WRITTEN and (name := NAME.match(body)):
            (self.folder / name[1]).write_text(body)
            self.files += 1
            if kind == "ssd":
                self.check(name[1], body)
        elif kind == "ssd":
            self.files += 1
            around = re.fullmatch(r"in (\w+)", about)
            name = f"block_{self.files}.ssd"
            (self.folder / name).write_text(f"{around[1]} Example {{\n{body}}}\n" if around else body)
            self.check(name, body)
        elif kind == "sh" and about != "not run":
            code, lines = self.call("set -e\n" + body)
            if code:
                self.fail(f"`{body.splitlines()[0]} …` fails", "\n".join(lines))
        elif kind == "console":
            return f"```{kind}{match[2]}\n{self.console(body)}```"
        return match[0]

    def check(self, name, body):
        """Files that are shown as correct must be accepted without a warning."""
        code, lines = self.call(f"ssdc check {name}")
        if code or any(line.startswith("warning[") for line in lines):
            self.fail(f"the check does not take\n{body}", "\n".join(lines))

    def console(self, body):
        result = []
        for call in re.findall(r"^\$ .*(?:\\\n.*)*\n(?:(?!\$ ).*\n)*", body, re.M):
            command, *rest = re.match(r"\$ ((?:.*\\\n)*.*)\n((?:.*\n)*)", call).groups()
            shown = rest[0].splitlines()
            _, found = self.call(command)
            if not agrees(shown, found):
                as_found = renewed(shown, found)
                difference = difflib.unified_diff([masked(line) for line in shown], [masked(line) for line in as_found], "the page", "found", lineterm="", n=1)
                self.fail(f"`{command}` prints something else", "\n".join(difference))
                shown = as_found
            result += [f"$ {command}", *shown]
        return "".join(line + "\n" for line in result)

    def pictures(self):
        """The pictures that the page's commands have made, each with its place among the project's files."""
        for place, source in PICTURE.findall(self.text):
            yield self.folder / source, (self.path.parent / place).resolve()

    def compare_pictures(self, update):
        for made, kept in self.pictures():
            if not made.is_file():
                self.fail(f"no command makes {made.relative_to(self.folder)}")
            elif not kept.is_file() or not same_picture(made.read_text(), kept.read_text()):
                self.fail(f"{kept.relative_to(ROOT)} is not what the page's commands make")
                if update:
                    kept.write_bytes(made.read_bytes())


def same_picture(made, kept):
    """Equal byte for byte; if another Graphviz drew them, equal in their texts."""
    generator = lambda text: re.findall(r"Generated by graphviz.*", text)
    texts = lambda text: sorted(re.findall(r"<text[^>]*>([^<]*)", text))
    return made == kept if generator(made) == generator(kept) else texts(made) == texts(kept)


def anchors(path):
    """The anchors of headings, as GitHub names them."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", BLOCK.sub("", path.read_text()), re.M):
        anchor = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        found.add(anchor)
    return found


def dead_links(path):
    for target in LINK.findall(BLOCK.sub("", path.read_text())):
        if re.match(r"\w+:", target):
            continue
        file, _, anchor = target.partition("#")
        to = (path.parent / file).resolve() if file else path
        if not to.exists():
            yield f"{path.relative_to(ROOT)}: {target} is not there"
        elif anchor and to.suffix == ".md" and anchor not in anchors(to):
            yield f"{path.relative_to(ROOT)}: {target}: no such heading"


def stale_figures():
    """The speeds on the front page must be in the measured table."""
    measured = (ROOT / "docs" / "performance.md").read_text()
    figures = re.findall(r"([\d.]+) (?:ns|bytes)\b", BLOCK.sub("", (ROOT / "README.md").read_text()))
    if not figures:
        yield "README.md has no figures of speed"
    for figure in figures:
        if not re.search(rf"(?<![\d.]){re.escape(figure)} (?:ns|bytes)", measured):
            yield f"README.md: {figure} is not in docs/performance.md"


def untold_commands(program):
    """Every command of the program must have a row on the page of commands."""
    page = (ROOT / "docs" / "commands.md").read_text()
    told = subprocess.run([program, "--help"], capture_output=True, text=True).stdout
    for command in re.findall(r"^  (\w+) {2,}\S", told.partition("Subcommands:")[2], re.M):
        if not re.search(rf"`ssdc {command}\b", page):
            yield f"docs/commands.md says nothing of `ssdc {command}`"


def run_page(path, program, update):
    with tempfile.TemporaryDirectory() as folder:
        page = Page(path, program, pathlib.Path(folder)).run()
        page.compare_pictures(update)
    if update and page.text != path.read_text():
        path.write_text(page.text)
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--update", action="store_true", help="write what comes out into the pages, and the pictures")
    parser.add_argument("pages", nargs="*", type=pathlib.Path, help="only these pages")
    options = parser.parse_args()
    every = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    chosen = [page.resolve() for page in options.pages]
    if not chosen:
        again = lambda pages: " ".join(["tests/book.py --program", str(options.program), *(str(page.relative_to(ROOT)) for page in pages)])
        chosen = every if options.update else slices.part(every, "pages", again)
    failures = [] if options.pages else [*(link for page in every for link in dead_links(page)), *stale_figures(), *untold_commands(options.program.resolve())]
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for page in pool.map(lambda path: run_page(path, options.program.resolve(), options.update), chosen):
            failures += page.failures
            if page.commands:
                print(f"{'FAIL' if page.failures else 'ok  '} {page.name}: {page.commands} commands, {page.files} files", flush=True)
    for failure in failures:
        print(f"\n{failure}")
    if failures and options.update:
        print("\nthe pages say now what came out; `git diff` shows it")
    print(f"\n{f'FAILED: {len(failures)}' if failures else 'book: all pages say what comes out'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
