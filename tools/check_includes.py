#!/usr/bin/env python3
"""Checks the includes of all sources against the table of docs/architecture.md: the table allows every include,
every entry of the table is needed by an include, and every folder has a row. The tests run it."""
import pathlib
import re

import check

OPEN = {"runtime/abi", "runtime/base"}  # to all rooms
# Libraries that only these rooms may include.
LIBRARIES = {"llvm/": {"compiler/codegen", "compiler/jit"}, "antlr4": {"compiler/syntax"}, "graphviz/": {"compiler/draw"}}


# Floors, the lowest first. A room includes nothing of a higher floor. Of the runtime, the compiler may include only the
# shared rooms and the engine's entry.
FLOORS = ("runtime", "compiler", "tools")
OF_RUNTIME = OPEN | {"runtime/engine"}


def is_below(room, other):
    """Whether an include of `other` in `room` would lead to a higher floor, or from the compiler into a closed room
    of the runtime."""
    floor, others = FLOORS.index(room.split("/")[0]), FLOORS.index(other.split("/")[0])
    into_runtime = room.startswith("compiler/") and other.startswith("runtime/") and other not in OF_RUNTIME
    return floor < others or into_runtime


ROW = re.compile(r"^\| `(?P<room>(?:compiler|runtime|tools)[\w/]*)`[^|]*\|[^|]*\|(?P<others>[^|]*)\|$", re.M)


def table(root):
    """Maps each room to the rooms whose headers it may include, besides its own and those that are open to all.
    The page names rooms by the last part of their paths."""
    rows = {row["room"]: re.findall(r"\w+", row["others"]) for row in ROW.finditer((root / "docs/architecture.md").read_text())}
    by_name = {room.rpartition("/")[2]: room for room in rows}
    return {room: {by_name.get(other, other) for other in others} for room, others in rows.items()}


def room_of(path):
    parts = pathlib.PurePosixPath(path).parts
    return "/".join(parts[:2])


def findings(root):
    allowed = table(root)
    used = {room: set() for room in allowed}
    for name, lines in check.sources(root, ("compiler", "runtime", "tools"), {".h", ".cpp"}):
        room = room_of(name)
        if room not in allowed:
            yield f"{name}: {room} has no row in the table of docs/architecture.md"
            continue
        for number, line in enumerate(lines, 1):
            include = re.match(r'\s*#\s*include\s+(["<])([^">]+)[">]', line)
            if not include:
                continue
            target = include[2]
            for library, knowing in LIBRARIES.items():
                if target.startswith(library) and room not in knowing:
                    yield f"{name}:{number}: {room} may not know {library.rstrip('/')}"
            if include[1] == '"' and target.startswith(("compiler/", "runtime/", "tools/")):
                other = room_of(target)
                used[room].add(other)
                if is_below(room, other):
                    yield f"{name}:{number}: {room} may not include {other}: its floor is below, whatever the table says"
                if other != room and other not in OPEN and not {other, "all"} & allowed[room]:
                    yield f"{name}:{number}: {room} may not include {other}"
            elif include[1] == '"' and target.startswith("tests/"):
                yield f"{name}:{number}: {room} may not include {target}"
    for room, others in allowed.items():
        for other in sorted(others - used[room] - {"all"}):
            yield f"docs/architecture.md: {room} does not include {other}: take it out of the row"
    yield from oracle_findings(root)


def oracle_findings(root):
    """The oracle must not share code with the program, or it would share its errors."""
    for name, lines in check.sources(root, ("tests/oracle",), {".h", ".cpp"}):
        for number, line in enumerate(lines, 1):
            if re.match(r'\s*#\s*include\s+"(?!tests/oracle/)', line):
                yield f"{name}:{number}: the oracle may include nothing but itself"


if __name__ == "__main__":
    check.run(findings, "includes: every arrow runs forward")
