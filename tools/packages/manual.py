#!/usr/bin/env python3
"""manual.py PROGRAM FOLDER: writes the manual pages of ssdc, one for the program and one for each of its commands, from
what `--help` prints."""
import pathlib
import re
import subprocess
import sys

ENTRY = re.compile(r"  (\S.*?)(?:\s{2,}(\S.*))?$")  # a name or an option, and what it does on the same line
CONTINUED = re.compile(r"\s{3,}(\S.*)$")            # what it does, on a line of its own


def said(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True, timeout=120).stdout


def escaped(text):
    """The text as troff prints it unchanged."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return "\\&" + text if text.startswith(".") else text


def section(title, lines):
    """A section of `--help` (its title, and its entries) as troff."""
    yield f".SH {title.upper()}"
    for line in filter(None, lines):
        entry, continued = ENTRY.match(line), CONTINUED.match(line)
        if continued:
            yield escaped(continued[1])
        elif entry:
            yield from (".TP", f"\\fB{escaped(entry[1])}\\fR", *([escaped(entry[2])] if entry[2] else []))
        else:
            raise SystemExit(f"manual.py: this line of --help is of no known form: {line!r}")


def sections(text):
    """Splits what `--help` prints: (what the command does, its usage, {title: lines})."""
    head, *parts = re.split(r"\n\n(?=[A-Z]\w+:\n)", text.strip("\n"))
    does, usage = re.split(r"\nUsage: ", head, maxsplit=1)
    titled = (part.split("\n") for part in parts)
    return does.strip(), usage.strip(), {title.rstrip(":"): lines for title, *lines in titled}


def page(words, text, version, pages):
    """The manual page of a command, which the words name (`ssdc trace info`)."""
    does, usage, parts = sections(text)
    name = "-".join(words)
    yield f'.TH "{name.upper()}" 1 "" "ssdc {version}" "ssdc"'
    yield from (".SH NAME", f"{escaped(name)} \\- {escaped(does.removeprefix('ssdc: '))}", ".SH SYNOPSIS", escaped(usage))
    for title, lines in parts.items():
        yield from section(title, lines)
    yield ".SH SEE ALSO"
    yield ", ".join(f"\\fB{escaped(other)}\\fR(1)" for other in pages if other != name)
    yield ".PP\nThe whole documentation: /usr/share/doc/ssdc/README.md"


def commands(program, words=()):
    """Yields (words, what `--help` prints) of the program and of all commands below it."""
    text = said(program, *words, "--help")
    yield ("ssdc", *words), text
    for line in sections(text)[2].get("Subcommands", []):
        yield from commands(program, (*words, ENTRY.match(line)[1]))


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    version = said(program, "--version").split()[1]
    found = list(commands(program))
    for words, text in found:
        name = "-".join(words)
        related = [other for others, _ in found for other in ["-".join(others)] if len(others) <= 2 or name in other]
        (folder / f"{name}.1").write_text("\n".join(page(words, text, version, related)) + "\n")


if __name__ == "__main__":
    main()
