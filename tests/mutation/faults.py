"""The planted faults: reading their rows (faults/*.toml), and writing sources in which the environment chooses one.

A row has these keys:
    name        of the fault, unique
    fault       what is wrong, in one line
    file        the source
    text        a text that the source has exactly once, with the faulty part between « and »
    becomes     the faulty part instead; empty if a statement is left out
    caught_by   the suites that should fail, likeliest first; SUITE/WORDS runs a part of a suite (suites.py)

The part is a whole expression, or whole statements if it ends with `;`. It must not declare anything that the
code behind it uses, and must not be a constant expression."""
import pathlib
import tomllib
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS = pathlib.Path(__file__).with_name("faults")
INCLUDE = '#include "tests/mutation/mutant.h"\n'
KEYS = {"name", "fault", "file", "text", "becomes", "caught_by"}


class BadRow(Exception):
    pass


class Fault:
    def __init__(self, row):
        if set(row) != KEYS:
            raise BadRow(f"mutant {row.get('name')}: its keys must be {', '.join(sorted(KEYS))}")
        self.name, self.fault, self.file = row["name"], row["fault"], row["file"]
        self.becomes, self.caught_by = row["becomes"], row["caught_by"]
        before, opened, rest = row["text"].partition("«")
        self.part, closed, after = rest.partition("»")
        if not (opened and closed and self.part.strip()):
            raise BadRow(f"mutant {self.name}: its text must mark the faulty part by « and »")
        if not self.file.endswith((".cpp", ".h")):
            raise BadRow(f"mutant {self.name}: {self.file} is neither a .cpp nor a .h")
        self.text, self.offset = before + self.part + after, len(before)

    @property
    def number(self):
        """The value of SSDC_MUTANT. It depends on the name alone, so a new row changes no other source."""
        return zlib.crc32(self.name.encode()) & 0x7FFFFFFF

    def place(self, source):
        """Where the faulty part begins and ends in the text of its file."""
        count = source.count(self.text)
        if count != 1:
            found = "not in" if count == 0 else f"{count} times in"
            raise BadRow(f"mutant {self.name}: its text is {found} {self.file}; update the row")
        begin = source.index(self.text) + self.offset
        return begin, begin + len(self.part)

    def chosen(self):
        """The part with the choice at run time."""
        chosen = f"::ssdc::mutant({self.number})"
        if self.part.rstrip().endswith(";"):
            return f"{{ if ({chosen}) {{ {self.becomes} }} else {{ {self.part} }} }}"
        return f"({chosen} ? ({self.becomes}) : ({self.part}))"


def read():
    """All rows, in the order of their files."""
    faults = []
    for path in sorted(ROWS.glob("*.toml")):
        try:
            faults += [Fault(row) for row in tomllib.loads(path.read_text())["mutant"]]
        except tomllib.TOMLDecodeError as error:
            raise BadRow(f"{path.name}: {error}") from error
    for key in ("name", "number"):
        values = [getattr(fault, key) for fault in faults]
        for value in values:
            if values.count(value) > 1:
                raise BadRow(f"mutant {value}: another row has this {key}")
    return faults


def sources(faults):
    """Path and text of each source that has a place for a fault, with the choice at run time."""
    changed = {}
    for file in {fault.file: None for fault in faults}:
        path = ROOT / file
        source = path.read_text() if path.is_file() else ""
        places = sorted((*fault.place(source), fault) for fault in faults if fault.file == file)
        for (_, end, one), (begin, _, other) in zip(places, places[1:]):
            if begin < end:
                raise BadRow(f"mutants {one.name} and {other.name}: their parts of {file} overlap")
        for begin, end, fault in reversed(places):
            source = source[:begin] + fault.chosen() + source[end:]
        changed[file] = INCLUDE + source
    return changed
