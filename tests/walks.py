#!/usr/bin/env python3
"""Tests the walks of CONTRIBUTING.md: each patch of tests/walks/ changes the files of its walk, and works.

Each patch is a small addition. All patches are applied to one copy of the sources, which is built once (without
optimisation) in the folder that --work names; after a change only the files that it affects are built again.
`--renew NAME` writes tests/walks/NAME.patch anew from the output of `git diff HEAD` in this repository."""
import argparse
import csv
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import called_program

ROOT = pathlib.Path(__file__).resolve().parents[1]
PATCHES = ROOT / "tests" / "walks"
# What a build of ssdc reads, besides CMakeLists.txt.
BUILT = ("cmake", "compiler", "grammar", "runtime", "stdlib", "third_party", "tools")
WALK = re.compile(r"^### Another (.+)\n((?:(?!^#).*\n)*)", flags=re.M)
FILE = re.compile(r"^\d+\. `([^`]+)`", flags=re.M)
PLACEHOLDER = re.compile(r"[A-Z]{3,}")  # NAME in a path stands for any word


def walks():
    """The files of each walk, by the name of the walk's patch."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    return {title.replace(" ", "_"): FILE.findall(body) for title, body in WALK.findall(text)}


def touched(patch):
    return re.findall(r"^diff --git a/\S+ b/(\S+)$", patch.read_text(), flags=re.M)


def is_named(path, names):
    return any(fnmatch.fnmatchcase(path, PLACEHOLDER.sub("*", name)) for name in names)


class DoesNotApply(Exception):
    pass


def apply_to(folder, patch):
    """`folder` is not treated as part of a repository, even if it lies in one."""
    done = subprocess.run(["git", "apply", "--whitespace=nowarn", str(patch)], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent), "GIT_DIR": str(folder / "none")})
    if done.returncode != 0:
        raise DoesNotApply(f"tests/walks/{patch.name} no longer applies to the sources:\n{done.stderr}"
                           f"Make the same addition by hand in a clean work tree (CONTRIBUTING.md has the walk), then write the patch anew with\n"
                           f"  python3 tests/walks.py --renew {patch.stem}\nand undo the addition (git stash -u).")


def wanted_sources(patches):
    """Path and contents of all files of the copy, with the patches applied."""
    files = {}
    for name in ("CMakeLists.txt", *BUILT):
        for path in [ROOT / name] if name.endswith(".txt") else (ROOT / name).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                files[path.relative_to(ROOT).as_posix()] = path
    wanted = {name: path.read_bytes() for name, path in files.items()}
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "tree"
        paths = {path for patch in patches for path in touched(patch)}
        for path in paths:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            if path in wanted:
                (folder / path).write_bytes(wanted[path])
        for patch in patches:
            apply_to(folder, patch)
        for path in paths:
            wanted[path] = (folder / path).read_bytes()
    return wanted


def bring_up_to_date(tree, wanted):
    """Writes only files that differ, so that nothing else is compiled again."""
    for path in [p for p in tree.rglob("*") if p.is_file()] if tree.exists() else []:
        if path.relative_to(tree).as_posix() not in wanted:
            path.unlink()
    for name, contents in wanted.items():
        path = tree / name
        if not path.exists() or path.read_bytes() != contents:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents)


def build(work):
    """The ssdc of the patched copy."""
    bring_up_to_date(work / "tree", wanted_sources(sorted(PATCHES.glob("*.patch"))))
    log = work / "build.log"
    with log.open("w") as out:
        for command in (["cmake", "-S", work / "tree", "-B", work / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
                         "-DBUILD_TESTING=OFF"], ["cmake", "--build", work / "build", "--target", "ssdc"]):
            if subprocess.run(list(map(str, command)), stdout=out, stderr=subprocess.STDOUT).returncode != 0:
                sys.exit(f"the sources with all patches of tests/walks/ do not build:\n{log.read_text()[-4000:]}")
    beside = work / "build" / "share" / "ssdc"  # where the program looks for the standard library
    if not beside.is_symlink():
        beside.parent.mkdir(exist_ok=True)
        beside.symlink_to(work / "tree", target_is_directory=True)
    return work / "build" / "bin" / "ssdc"


DESIGN = """design D {
  geometry { channels: 2 chips: 1 dies: 1 planes: 2 blocks: 32 pages: 32 page: 4KiB }
  buffer { size: 64KiB  flush: full }
  host { command: 100us %s }
}
workload W { requests: 500  read: 50%%  size: mix(50%%: 4KiB, 50%%: 16KiB)  interval: 5ms }
"""
TRACE = "".join(f"{i * 200};{'rw'[i % 2]};{i * 4096};4096\n" for i in range(50))


class Walks(called_program.CalledProgram):
    def ok(self, *words):
        done = self.call(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def design(self, of_host=""):
        return self.write("d.ssd", DESIGN % of_host)

    def run_of(self, of_host=""):
        return json.loads(self.ok("run", self.design(of_host), "--format", "json", "--engine", "generic"))

    def test_each_patch_touches_the_files_of_its_walk(self):
        all_walks = walks()
        for patch in sorted(PATCHES.glob("*.patch")):
            with self.subTest(patch=patch.name):
                self.assertIn(patch.stem, all_walks, "CONTRIBUTING.md has no walk of that name")
                files, names = touched(patch), all_walks[patch.stem]
                print(f"another {patch.stem.replace('_', ' ')}: {len(files)} files: {', '.join(files)}")
                self.assertEqual(len(files), len(names), f"the walk names {names}")
                for path in files:
                    self.assertTrue(is_named(path, names), f"{path} is none of {names}")

    def test_walks_name_files_of_this_house(self):
        for walk, names in walks().items():
            for name in names:
                self.assertTrue(list(ROOT.glob(PLACEHOLDER.sub("*", name))), f"{walk}: {name}")

    def test_metric(self):
        report = self.run_of()
        share = report["buffer"]["share"]
        self.assertGreater(share, 0)
        keys = list(report["buffer"])
        self.assertEqual(keys.index("share"), keys.index("evictions") + 1, "the order of the rows")
        self.assertRegex(self.ok("run", self.design()), r"(?m)^turnover +[\d.]+ % of the buffer$")
        self.assertRegex(self.ok("explain", "metrics"), r"(?m)^buffer\.share +share +share of the buffer's pages that were evicted +/buffer/share$")
        experiment = self.write("e.ssd", 'import "d.ssd"\nexperiment E { vary design: [D]  vary workload: [W]  measure buffer.share }\n')
        self.ok("run", f"{experiment}:E", "-o", self.path("results"))
        with open(self.path("results/results.csv")) as table:
            self.assertEqual(float(next(csv.DictReader(table))["buffer.share"]), share)

    def test_key(self):
        self.assertRegex(self.ok("explain", self.design("decompress: 70us")), r"(?m)^ *decompress: +70us")
        self.assertIn("to decompress it", self.ok("explain", "host.decompress"))
        self.assertIn("`decompress`", self.ok("reference"))
        without, with_it = self.run_of(), self.run_of("decompress: 70us")
        self.assertGreater(with_it["read"]["mean_ns"], without["read"]["mean_ns"] + 10_000)
        refused = self.call("check", self.design("decompress: 2ms"))
        self.assertEqual(refused.returncode, 1)
        self.assertIn("E0204", refused.stderr)
        before, after = self.write("a.ssd", DESIGN % ""), self.write("b.ssd", DESIGN % "decompress: 70us")
        self.assertIn("decompress: 0ns -> 70us", self.ok("diff", before, after))

    def test_hook(self):
        policy = "express(r): r.size <= 4KiB"
        plain, express = self.run_of(), self.run_of(policy)
        self.assertLess(express["response"]["mean_ns"], plain["response"]["mean_ns"] - 20_000, "half of the requests save 100 us")
        explained = self.ok("explain", self.design(policy))
        self.assertRegex(explained, r"host\.express: +once a request")
        self.assertNotEqual(plain["design"]["hash"], express["design"]["hash"])
        special = json.loads(self.ok("run", self.design(policy), "--format", "json", "--engine", "jit"))
        self.assertEqual(special["response"], express["response"], "the specialised engine asks it too")
        self.assertEqual(self.call("check", self.design("express(r): r.pages")).returncode, 1, "no bool")

    def test_trace_format(self):
        trace = self.write("t.txt", TRACE)
        self.assertIn("plain", self.ok("trace", "info", trace))
        for name in ("plain", "auto"):
            report = json.loads(self.ok("run", self.design(), "--trace", trace, "--trace-format", name, "--format", "json"))
            self.assertEqual((report["read"]["count"], report["write"]["count"]), (25, 25))
        self.ok("trace", "convert", trace, "--to", "plain", "-o", self.path("again.txt"))
        self.assertEqual(self.read("again.txt"), TRACE)

    def test_draw_view(self):
        self.ok("draw", self.design(), "--view", "buses", "-o", self.path("buses.dot"))
        self.assertEqual(re.findall(r"<(channel \d: \d chips?)>", self.read("buses.dot")), ["channel 0: 1 chip", "channel 1: 1 chip"])
        self.assertIn("buses", self.ok("draw", "--help"))
        self.assertIn("the buses view runs nothing", self.call("draw", self.design(), "--view", "buses", "--seed", "1").stderr)

    def test_command(self):
        self.assertRegex(self.ok("--help"), r"(?m)^ *planes +Print how many planes")
        self.assertEqual(self.ok("planes", self.design()), "4\n")


def renew(name):
    subprocess.run(["git", "add", "--intent-to-add", "."], cwd=ROOT, check=True)
    diff = subprocess.run(["git", "diff", "HEAD", "--", *BUILT], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    if not diff:
        sys.exit("git shows no change of the sources")
    (PATCHES / f"{name}.patch").write_text(diff)
    print(f"tests/walks/{name}.patch: {len(touched(PATCHES / f'{name}.patch'))} files")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=pathlib.Path, help="a folder for the copy of the sources and its build")
    parser.add_argument("--renew", metavar="NAME", help="write tests/walks/NAME.patch from the changes of this work tree")
    options, rest = parser.parse_known_args()
    if options.renew:
        return renew(options.renew)
    if options.work is None:
        parser.error("--work FOLDER is needed")
    options.work.mkdir(parents=True, exist_ok=True)
    try:
        called_program.CalledProgram.program = str(build(options.work.resolve()))
    except DoesNotApply as fault:
        sys.exit(str(fault))
    unittest.main(argv=["walks", *rest])


if __name__ == "__main__":
    main()
