#!/usr/bin/env python3
"""Checks that the C++ sources have the layout of .clang-format, with the clang-format that tools/versions.env names.
The tests run it. `tools/check_format.py . --fix` formats the sources."""
import pathlib
import re
import subprocess
import sys

def clang_format(root):
    major = re.search(r"^LLVM_MAJOR=(\d+)", (root / "tools" / "versions.env").read_text(), re.M)[1]
    return f"clang-format-{major}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    names = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "*.cpp", "*.h", "*.hpp"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    fixing = "--fix" in sys.argv[2:]
    done = subprocess.run([clang_format(root), *(["-i"] if fixing else ["--dry-run", "-Werror"]), *names], cwd=root)
    if done.returncode != 0:
        sys.exit("format: tools/check_format.py . --fix lays the files out")
    print(f"format: {len(names)} files are laid out as .clang-format says")


if __name__ == "__main__":
    main()
