#!/usr/bin/env python3
"""Checks what keeps the code readable: no long files, no long functions, and no text compared with a name by hand where a table belongs
(compiler/source/words.h). Run by the tests."""
import re

import check

LONGEST_FILE = 400
LONGEST_FUNCTION = 40
FOLDERS = ("bench", "compiler", "runtime", "tests", "tools")
# The engine's functions are inlined into each other for speed, and tests list cases.
FUNCTIONS_OF = ("compiler", "runtime", "tools")
ANY_LENGTH = ("runtime/engine/",)
NAMES_OF = ("compiler", "runtime", "tools")
# What compares texts, for now.
COMPARING = {"compiler/design/difference.cpp", "tools/ssdc/explain_figures.cpp"}

# Heads of functions stand at most two levels deep; what opens a body and is none begins with one of these words.
DEEPEST = 4
OTHERS = re.compile(r"\s*(\} |(namespace|class|struct|enum|union|extern|if|for|while|switch|else|do|try|case|default|return|using)\b)")
OPENS = re.compile(r"\)[^;()=]*\{$")
COMPARISON = re.compile(r'[=!]= "[A-Za-z_]')


def indent_of(line):
    return len(line) - len(line.lstrip())


def head_of(lines, number):
    """Where the head whose body opens on a line begins: parameters and initialisers may stand on lines of their own."""
    unopened = 0
    while True:
        unopened += lines[number].count(")") - lines[number].count("(")
        if number == 0 or (unopened <= 0 and not lines[number].lstrip().startswith(":")):
            return number
        number -= 1


def functions(lines):
    """(number of the first line, lines) of each; the body ends at the first `}` as deep as its head."""
    for opening, line in enumerate(lines):
        if not OPENS.search(line):
            continue
        first = head_of(lines, opening)
        indent = indent_of(lines[first])
        if indent > DEEPEST or OTHERS.match(lines[first]):
            continue
        end = next((i for i in range(opening + 1, len(lines)) if lines[i].startswith(" " * indent + "}")), opening)
        yield first + 1, end - first + 1


def of_file(name, lines):
    """Findings of one file, each with whether it may stand among the exceptions."""
    if len(lines) > LONGEST_FILE:
        yield False, f"{name}: {len(lines)} lines, and at most {LONGEST_FILE} are read in one go: split it by reason to exist"
    if not name.endswith((".cpp", ".h")):
        return
    if name.startswith(FUNCTIONS_OF) and not name.startswith(ANY_LENGTH):
        for number, length in functions(lines):
            if length > LONGEST_FUNCTION:
                yield False, f"{name}:{number}: a function of {length} lines, at most {LONGEST_FUNCTION}: name its parts"
    if name.startswith(NAMES_OF):
        for number, line in enumerate(lines, 1):
            if COMPARISON.search(line):
                yield True, f"{name}:{number}: a name is compared by hand: give it a table (compiler/source/words.h) or a constant"


def findings(root):
    used = set()
    for name, lines in check.sources(root, FOLDERS, {".h", ".cpp", ".def", ".py", ".sh"}):
        for excusable, finding in of_file(name, lines):
            if excusable and name in COMPARING:
                used.add(name)
            else:
                yield finding
    for name in sorted(COMPARING - used):
        yield f"{name} needs no exception: take it out of COMPARING in tools/check_shape.py"


if __name__ == "__main__":
    check.run(findings, "shape: files and functions are short, names are in tables")
