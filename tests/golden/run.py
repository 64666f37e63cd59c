#!/usr/bin/env python3
"""Golden tests: each .ssd file below this folder names the command to run on it, and contains the expected output.

    // run: ssdc check %s
    // why this case exists
    design D { … }
    //--- file other.ssd        (further files of the case, any number)
    //--- stdout                (empty if left out)
    //--- stderr
    //--- exit 1                (0 if left out)

%s is the file itself; the command sees the part above the first //--- line. `--update` writes the actual output into
the files; review the change with `git diff`. What depends on the machine (wall-clock facts, the place of the standard
library) is replaced.
"""
import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import called_program

SECTION = re.compile(r"^//--- (file (?P<file>\S+)|stdout|stderr|exit (?P<exit>\d+))\s*$")


def split(text):
    """The input, and the sections after it as (header line, lines)."""
    head, sections = [], []
    for line in text.splitlines(keepends=True):
        if SECTION.match(line):
            sections.append((line.rstrip("\n"), []))
        elif sections:
            sections[-1][1].append(line)
        else:
            head.append(line)
    return "".join(head), [(header, "".join(lines)) for header, lines in sections]


def neutral(text, stdlib):
    """The text without what differs from machine to machine and from run to run."""
    text = text.replace(stdlib, "STDLIB")
    text = re.sub(r"^simulated .*$", "simulated …", text, flags=re.M)
    text = re.sub(r'"memory_bytes": \d+', '"memory_bytes": …', text)  # the engine's memory, not the design's
    return re.sub(r'"host": \{[^}]*\}', '"host": …', text)


def in_generic(words):
    """The command for a program without the compiler to native code: the generic engine prints the same."""
    return ["generic" if word == "jit" else word for word in words]


def run_case(path, program, stdlib, has_jit):
    """What the case's command printed, in the form of the whole case file."""
    head, sections = split(path.read_text())
    command = re.match(r"// run: ssdc (.*)", head)
    if not command:
        raise SystemExit(f"{path}: the first line must be `// run: ssdc …`")
    files = [(SECTION.match(header)["file"], body) for header, body in sections if header.startswith("//--- file ")]
    with tempfile.TemporaryDirectory() as folder:
        for name, body in [(path.name, head), *files]:
            target = pathlib.Path(folder, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(body)
        words = [word.replace("%s", path.name) for word in shlex.split(command[1])]
        words = words if has_jit else in_generic(words)
        environment = {**os.environ, "SSDC_CACHE_DIR": "cache"}
        done = subprocess.run([program, *words], cwd=folder, capture_output=True, timeout=120, stdin=subprocess.DEVNULL, env=environment)
    result = head + "".join(f"//--- file {name}\n{body}" for name, body in files)
    for name, raw in [("stdout", done.stdout), ("stderr", done.stderr)]:
        if raw:
            text = neutral(raw.decode(errors="replace"), stdlib)
            result += f"//--- {name}\n" + (text if text.endswith("\n") else text + "\n")
    return result + (f"//--- exit {done.returncode}\n" if done.returncode else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the ssdc to test")
    parser.add_argument("--stdlib", default=str(pathlib.Path(__file__).parents[2] / "stdlib"))
    parser.add_argument("--update", action="store_true", help="write what came out into the case files")
    parser.add_argument("cases", nargs="*", type=pathlib.Path, help="files, also as named from this folder; all below it if none are named")
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    folder = pathlib.Path(__file__).parent
    cases = [case if case.exists() else folder / case for case in options.cases] or sorted(folder.rglob("*.ssd"))
    if not cases:
        raise SystemExit("golden: no case found")
    has_jit = called_program.has_jit(program)
    if not has_jit:
        cases = [case for case in cases if "--stage ir" not in case.read_text().partition("\n")[0]]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda case: run_case(case, program, options.stdlib, has_jit), cases))
    failed = 0
    for case, result in zip(cases, results):
        expected = case.read_text()
        if result == expected:
            continue
        if options.update:
            case.write_text(result)
            print(f"updated {case}")
            continue
        failed += 1
        sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), result.splitlines(True), str(case), "what came out"))
    print(f"golden: {len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
