#!/usr/bin/env python3
"""Checks who includes whom against the table of docs/architecture.md: no arrow runs back. Run by the tests."""
import pathlib
import re
import sys

# Room -> rooms whose headers it may include, besides its own. `abi` and `source` are open to all.
ALLOWED = {
    "compiler/source": set(),
    "compiler/diag": set(),
    "compiler/ast": {"compiler/diag"},
    "compiler/parse": {"compiler/ast", "compiler/diag"},
    "compiler/format": {"compiler/ast", "compiler/parse"},
    "compiler/design": set(),
    "compiler/sema": {"compiler/ast", "compiler/diag", "compiler/parse", "compiler/design"},
    "compiler/codegen": {"compiler/design"},
    "compiler/jit": {"compiler/codegen", "runtime/engine"},
    "compiler/draw": {"compiler/design"},
    "compiler": {"compiler/design", "compiler/codegen", "compiler/jit", "runtime/engine"},
    "runtime/abi": set(),
    "runtime/engine": set(),
    "runtime/workload": {"compiler/diag", "compiler/design"},
    "runtime/simulation": {"compiler/design", "runtime/engine", "runtime/results"},
    "runtime/results": {"compiler/diag", "compiler/design"},
}
OPEN = {"runtime/abi", "compiler/source"}
# Libraries that only some rooms may know.
LIBRARIES = {"llvm/": {"compiler/codegen", "compiler/jit"}, "antlr4": {"compiler/parse"}, "graphviz/": {"compiler/draw"}}


def room_of(path):
    parts = pathlib.PurePosixPath(path).parts
    if parts[0] == "compiler" and len(parts) == 2:
        return "compiler"
    return "/".join(parts[:2])


def findings(root):
    for file in sorted(root.glob("compiler/**/*")) + sorted(root.glob("runtime/**/*")):
        if file.suffix not in {".h", ".cpp"}:
            continue
        name = file.relative_to(root).as_posix()
        room = room_of(name)
        for number, line in enumerate(file.read_text().splitlines(), 1):
            include = re.match(r'\s*#\s*include\s+(["<])([^">]+)[">]', line)
            if not include:
                continue
            target = include[2]
            for library, knowing in LIBRARIES.items():
                if target.startswith(library) and room not in knowing:
                    yield f"{name}:{number}: {room} may not know {library.rstrip('/')}"
            if include[1] == '"' and target.startswith(("compiler/", "runtime/")):
                other = room_of(target)
                if other != room and other not in OPEN and other not in ALLOWED[room]:
                    yield f"{name}:{number}: {room} may not include {other}"
            elif include[1] == '"' and target.startswith(("tools/", "tests/")):
                yield f"{name}:{number}: {room} may not include {target}"
    yield from oracle_findings(root)


def oracle_findings(root):
    """The oracle is worth nothing if it shares code with what it judges."""
    for file in sorted(root.glob("tests/oracle/*")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if re.match(r'\s*#\s*include\s+"(?!tests/oracle/)', line):
                yield f"{file.relative_to(root)}:{number}: the oracle may include nothing but itself"


def main():
    found = list(findings(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(found) if found else "includes: every arrow runs forward")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
