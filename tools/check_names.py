#!/usr/bin/env python3
"""Checks that no name in a source's anonymous namespace hides a name that another file uses.
Several sources are compiled as one unit (CMakeLists.txt). Code that follows `namespace ssd::run { namespace { struct
Fault …` in the same unit would therefore use that Fault instead of the ssd::Fault of a header, and only in that unit.
The tests run it."""
import collections
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
NO_CODE = re.compile(r'//.*|"(?:[^"\\]|\\.)*"')
# A use of a name: not as a member and not qualified by another scope; a function only if it is called.
MEANT = re.compile(r"(?<![\w:.>])(?:[A-Zk]\w*\b|[a-z]\w*(?=\())")


class File:
    """The declarations of a file at namespace scope (namespace, whether it is anonymous, name, line), the namespaces
    that it opens, and the words of its code."""

    def __init__(self, name, lines):
        self.name, self.declared, self.opened, self.words = name, [], set(), set()
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
    return hidden_names([File(*one) for one in check.sources(root, folders, {".h", ".hpp"})], [File(*one) for one in check.sources(root, folders, {".cpp"})])


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
    check.run(findings, "names: no source's own name hides what another file means")
