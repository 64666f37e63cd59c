"""The program `ssdc` of this package, which `pip` puts on the path."""
import os
import pathlib
import sys


def main() -> None:
    """Becomes the program, with the words of this call."""
    program = pathlib.Path(__file__).parent / "bin" / "ssdc"
    os.execv(program, [sys.argv[0], *sys.argv[1:]])
