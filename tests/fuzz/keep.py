#!/usr/bin/env python3
"""Makes the corpus in the repository from the one that the fuzzers have collected: keep.py BUILD TARGET… (all targets if
none is named). Of build/fuzz/corpus/TARGET and tests/fuzz/corpus/TARGET, what reaches most new edges for its size is kept
in tests/fuzz/corpus/TARGET, input by input, at most 60 of them and each at most as long as the target usually takes."""
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
ROW = re.compile(r"^SSD_FUZZ_TARGET\((\w+), (\d+), \d+, \w+\)", re.M)
MOST_INPUTS = 60
FREE_BYTES = 100  # an input of so many bytes costs twice as much as one of none


def inputs_of(target, longest):
    texts = set()
    for folder in (ROOT / "build/fuzz/corpus" / target, ROOT / "tests/fuzz/corpus" / target):
        texts.update(path.read_bytes()[:longest] for path in folder.glob("*"))
    return sorted(texts, key=len)


def edges_of(fuzzer, texts, longest):
    """The edges that each text reaches, by the file with which libFuzzer controls its merges. Its first lines are the
    numbers of files, and the files."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for part in ("from", "to"):
            (folder / part).mkdir()
        for i, text in enumerate(texts):
            (folder / "from" / f"{i:06}").write_bytes(text)
        subprocess.run([fuzzer, "-set_cover_merge=1", f"-merge_control_file={folder}/control", "-use_counters=0",
                        f"-max_len={longest}", "-detect_leaks=0", folder / "to", folder / "from"],
                       check=True, capture_output=True)
        lines = (folder / "control").read_text().splitlines()
        files = [int(pathlib.Path(line).name) for line in lines[2:2 + int(lines[0])]]
        rows = [line.split() for line in lines if line.startswith("FT ")]
        return {files[int(row[1])]: frozenset(row[2:]) for row in rows}


def chosen(texts, edges):
    """Chooses, one after another, the text with most new edges for its size."""
    reached, kept = set(), []
    while len(kept) < MOST_INPUTS:
        best = max(edges, key=lambda i: len(edges[i] - reached) / (FREE_BYTES + len(texts[i])))
        if not edges[best] - reached:
            break
        reached |= edges[best]
        kept.append(texts[best])
    return kept, len(reached), len(set().union(*edges.values()))


def main():
    build = pathlib.Path(sys.argv[1])
    rows = ROW.findall((ROOT / "tests/fuzz/targets.def").read_text())
    for target, usual in rows:
        if sys.argv[2:] and target not in sys.argv[2:]:
            continue
        texts = inputs_of(target, int(usual))
        kept, reached, known = chosen(texts, edges_of(build / "bin" / f"fuzz_{target}", texts, int(usual)))
        folder = ROOT / "tests/fuzz/corpus" / target
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for text in kept:
            (folder / hashlib.sha1(text).hexdigest()[:12]).write_bytes(text)
        print(f"{target}: {len(kept)} of {len(texts)} inputs, {sum(map(len, kept))} bytes, {reached} of {known} edges")


main()
