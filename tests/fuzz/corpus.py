#!/usr/bin/env python3
"""The input from which the fuzzers start. corpus.py FOLDER [SLICE SEED] writes a seed corpus to FOLDER/seeds: the examples,
the standard library, the inputs of the golden tests, the old finds, and texts that reach the limits, each once; or every
SLICE-th of these texts, as the number SEED selects them. It writes the words of the language, as they occur in those
files and in the tables of keys, to FOLDER/dictionary."""
import hashlib
import pathlib
import re
import shutil
import sys

from limit_seeds import limit_seeds

ROOT = pathlib.Path(__file__).parents[2]
LARGEST_SEED = 16 * 1024  # the same as in tools/fuzz.sh
WORD = re.compile(r'[A-Za-z_][A-Za-z0-9_]*|[0-9][0-9_.]*(?:[A-Za-z%]+(?:/s)?)|[<>=!]=|<<|>>|[{}()\[\]:,.<>=+*/%&|-]')
KEY = re.compile(r'\.name = "(\w+)"|\.words = "([\w ]+)"')


def seeds():
    for pattern in ("examples/*.ssd", "examples/modern/*.ssd", "tests/design_examples/*.ssd", "stdlib/**/*.ssd", "tests/golden/**/*.ssd", "tests/fuzz/finds/check/*"):
        for path in sorted(ROOT.glob(pattern)):
            text = path.read_bytes()
            yield text.split(b"\n//--- ")[0] + b"\n" if "golden" in path.parts else text
    yield from limit_seeds()


def words(texts):
    found = set()
    for text in texts:
        found.update(WORD.findall(re.sub(r"//[^\n]*", "", text.decode(errors="replace"))))
    for path in (ROOT / "compiler/check").glob("**/*.cpp"):
        for name, listed in KEY.findall(path.read_text()):
            found.update([name] if name else listed.split())
    return sorted(found)


def main():
    folder = pathlib.Path(sys.argv[1])
    shutil.rmtree(folder / "seeds", ignore_errors=True)
    (folder / "seeds").mkdir(parents=True)
    texts = [text for text in seeds() if len(text) <= LARGEST_SEED]
    slice_of, seed = map(int, sys.argv[2:4]) if sys.argv[2:] else (1, 0)
    for text in texts[seed % slice_of::slice_of]:
        (folder / "seeds" / hashlib.sha1(text).hexdigest()).write_bytes(text)
    (folder / "dictionary").write_text("".join(f'"{word}"\n' for word in words(texts) if len(word) <= 40))


main()
