#!/usr/bin/env python3
"""Checks that no name in a source's anonymous namespace hides a name that another file uses, and that no two sources of one
library have different types or constants of the same name there.
Several sources are compiled as one unit (CMakeLists.txt). Code that follows `namespace ssd::run { namespace { struct
Fault …` in the same unit would therefore use that Fault instead of the ssd::Fault of a header, and only in that unit.
Two constants of one name do not compile in one unit, and which sources share a unit depends on the build.
The tests run it."""
import collections
import pathlib
import re

import check

OPENS = re.compile(r"^(?:inline )?namespace ?([\w:]*) ?\{$")
CLOSES = re.compile(r"^\}  // (?:inline )?namespace")
# A declaration begins at the start of a line: .clang-format does not indent inside namespaces.
DECLARES = (
    re.compile(r"^(?:struct|class|union|enum(?: class| struct)?) (\w+)\b(?!.*;$)"),
    re.compile(r"^using (\w+) ="),
    re.compile(r"^(?:inline |static |constexpr |const |extern |thread_local )+[\w:<>,*& ]+ [*&]?(\w+)(?:\[.*\])?(?: =|\{|;)"),
    re.compile(r"^(?:[\w:<>,*&\[\]]+ )+[*&]?(\w+)\("),
)
FUNCTION, ALIAS = DECLARES[-1], DECLARES[1]
NO_CODE = re.compile(r'//.*|"(?:[^"\\]|\\.)*"')
# A use of a name: not as a member and not qualified by another scope; a function only if it is called.
MEANT = re.compile(r"(?<![\w:.>])(?:[A-Zk]\w*\b|[a-z]\w*(?=\())")


class File:
    """The declarations of a file at namespace scope (namespace, whether it is anonymous, name, line), the names among them
    that no other file may have (not functions, and not names of other types, which may be said twice), the namespaces that
    it opens, and the words of its code."""

    def __init__(self, name, lines):
        self.name, self.declared, self.single, self.opened, self.words = name, [], set(), set(), set()
        scopes = []
        for number, line in enumerate(lines, 1):
            if opened := OPENS.match(line):
                scopes.append(opened[1])
                self.opened.add("::".join(filter(None, scopes)))
            elif CLOSES.match(line) and scopes:
                scopes.pop()
            else:
                self.words.update(MEANT.findall(NO_CODE.sub("", line)))
                found = next(filter(None, (form.match(line) for form in DECLARES)), None)
                if found:
                    self.declared.append(("::".join(filter(None, scopes)), "" in scopes, found[1], number))
                    if found.re not in (FUNCTION, ALIAS):
                        self.single.add(found[1])

    def is_within(self, namespace):
        return any(opened == namespace or opened.startswith(namespace + "::") for opened in self.opened)

    def declares(self, what):
        return any(what == name for _, _, name, _ in self.declared)


def around(namespace):
    """Yields the named namespaces around an anonymous one, innermost first."""
    while namespace:
        yield namespace
        namespace = namespace.rpartition("::")[0]


def findings(root):
    folders = ("compiler", "runtime", "tools")
    sources = [File(*one) for one in check.sources(root, folders, {".cpp"})]
    yield from hidden_names([File(*one) for one in check.sources(root, folders, {".h", ".hpp"})], sources)
    yield from repeated_names(sources, lambda name: library_of(root, name))


def library_of(root, source):
    """The folder of the library that a source belongs to: all below its CMakeLists.txt, unless that has ssd_room_here."""
    folder = next(folder for folder in pathlib.PurePath(source).parents if (root / folder / "CMakeLists.txt").exists())
    is_one = "ssd_room_here" not in (root / folder / "CMakeLists.txt").read_text()
    return folder if is_one else pathlib.PurePath(source).parent


def repeated_names(sources, library):
    first = {}
    for source in sources:
        for namespace, own, what, number in source.declared:
            if own and what in source.single:
                place = first.setdefault((library(source.name), namespace, what), f"{source.name}:{number}")
                if not place.startswith(f"{source.name}:"):
                    yield f"{source.name}:{number}: {what} is another one in {place}, which may be compiled in the same unit; give it another name"


def hidden_names(headers, sources):
    shown = collections.defaultdict(dict)
    for header in headers:
        for namespace, _, what, number in header.declared:
            shown[namespace].setdefault(what, f"{header.name}:{number}")
    for source in sources:
        for namespace, own, what, number in source.declared:
            hidden = [scope for scope in around(namespace) if own and what in shown[scope]]
            if not hidden:
                continue
            for other in headers + sources:
                if other is not source and other.is_within(namespace) and what in other.words and not other.declares(what):
                    yield (f"{source.name}:{number}: {what} hides {hidden[0]}::{what} ({shown[hidden[0]][what]}) from {other.name}, which may be compiled "
                           "in the same unit; give it another name")
                    break


if __name__ == "__main__":
    check.run(findings, "names: no source's own name hides what another file means, or is also another source's")
