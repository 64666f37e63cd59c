#!/usr/bin/env python3
"""The engines that are made when ssdc is built: every design of the standard library and of the examples has one, they
find the numbers of the generic engine, and a damaged archive costs only time."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import called_program

ROOT = pathlib.Path(__file__).parents[1]
FLOWS = """
workload Both { flow one { requests: 500  write: 100%  size: 4KiB  address: uniform over 1MiB  closed: 1 }
  flow two { requests: 500  read: 100%  size: 4KiB  address: uniform over 1MiB  interval: 100us } }
"""


def files():
    """The files whose designs have engines, but not the papers (CMakeLists.txt of tools/prebuilt)."""
    return [*sorted((ROOT / "stdlib").rglob("*.ssd")), *sorted((ROOT / "examples").glob("*.ssd")),
            *sorted((ROOT / "examples" / "modern").glob("*.ssd"))]


def designs():
    return [(file, name) for file in files() for name in re.findall(r"^design (\w+)", file.read_text(), flags=re.M)]


class Prebuilt(called_program.CalledProgram):
    def archive(self):
        return pathlib.Path(self.program).parent / "../lib/ssdc/engines.prebuilt"

    def objects(self, target):
        """By the kind of run: what `explain --engine` says of the object, and its key."""
        done = self.call("explain", "--engine", target)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = re.findall(r"^(\S.*?)  +(\S.*?)  +([0-9a-f]{32})$", done.stdout, flags=re.M)
        self.assertTrue(rows, done.stdout)
        return {runs: (place, key) for runs, place, key in rows}

    def result(self, target, engine, *words, **variables):
        done = self.call("run", target, "--workload", "Default", "--engine", engine, "--requests", 300, "--format", "json", *words,
                         env={**os.environ, "SSDC_CACHE_DIR": self.path("cache"), **variables})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        found = json.loads(done.stdout)
        return found, found.pop("host")

    def kept(self):
        return list(pathlib.Path(self.path("cache")).glob("*.object"))

    def test_the_archive_is_found_by_a_program_that_the_shell_has_searched(self):
        file, name = designs()[0]
        words = ("run", f"{file}:{name}", "--workload", "Default", "--requests", "300", "--format", "json")
        for folder in (self.folder.name, "/"):
            done = subprocess.run(["sh", "-c", 'ssdc "$@"', "sh", *words], cwd=folder, capture_output=True, text=True, timeout=60,
                                  env={**os.environ, "SSDC_CACHE_DIR": self.path("cache"), "PATH": f"{pathlib.Path(self.program).parent}:{os.environ['PATH']}"})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(json.loads(done.stdout)["host"]["prebuilt"], folder)

    def test_every_design_of_the_library_and_the_examples_has_engines_that_find_the_same_numbers(self):
        self.assertGreater(len(designs()), 40)
        seen = set()
        for file, name in designs():
            target = f"{file}:{name}"
            for runs, (place, key) in self.objects(target).items():
                with self.subTest(design=target, runs=runs):
                    self.assertRegex(place, r"^prebuilt, ", "built with other sources? `cmake --build BUILD --target prebuilt_engines`")
                    if key in seen or runs == "workloads of several flows":
                        continue
                    seen.add(key)
                    words = ("--only", "ftl") if runs == "--only ftl" else ()
                    fast, host = self.result(target, "jit", *words)
                    self.assertEqual((host["engine"], host["prebuilt"], host["from_cache"]), ("jit", True, False))
                    self.assertEqual(fast, self.result(target, "generic", *words)[0])
        self.assertEqual(self.kept(), [], "nothing was compiled")
        self.assertGreater(len(seen), 30)

    def test_flows_on_a_plain_drive(self):
        name = self.write("flows.ssd", (ROOT / "examples/first.ssd").read_text() + FLOWS)
        done = [self.call("run", name, "--workload", "Both", "--engine", engine, "--format", "json") for engine in ("jit", "generic")]
        fast, slow = [json.loads(one.stdout) for one in done]
        self.assertTrue(fast.pop("host")["prebuilt"])
        slow.pop("host")
        self.assertEqual(fast, slow)

    def test_short_runs_use_them_too(self):
        _, host = self.result(ROOT / "examples/first.ssd", "auto")
        self.assertEqual((host["engine"], host["prebuilt"]), ("jit", True))

    def test_a_sweep_over_numbers_compiles_nothing(self):
        design = (ROOT / "examples/first.ssd").read_text().replace("2048", "block_count")
        name = self.write("x.ssd", "param block_count: int = 64\n" + design +
                          "workload W { requests: 200  interval: 30us }\n"
                          f"experiment E {{ vary block_count: {list(range(64, 264))}  measure iops, waf }}\n")
        done = self.call("run", f"{name}:E", "--engine", "jit", "-o", "E")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(json.loads(self.read("E/results.json"))["runs"]), 200)
        self.assertEqual(self.kept(), [])

    def test_a_damaged_or_missing_archive_costs_only_time(self):
        target = ROOT / "examples/first.ssd"
        right = self.result(target, "generic")[0]
        whole = self.archive().read_bytes()
        begin = whole.index(b"\x7fELF")
        flipped = bytearray(whole)
        for place in range(begin, len(whole), 1000):  # every object
            flipped[place] ^= 1
        table = bytearray(whole)
        table[100] ^= 1
        damaged = {"empty": b"", "short": whole[:-1], "half": whole[:len(whole) // 2], "header": whole[:20],
                   "objects": bytes(flipped), "table": bytes(table), "version": whole[:8] + b"\2" + whole[9:],
                   "text": b"no archive\n" * 100}
        for name, content in damaged.items():
            pathlib.Path(self.path(name)).write_bytes(content)
        for name in (*damaged, "missing", "."):
            with self.subTest(name):
                found, host = self.result(target, "auto", SSDC_PREBUILT=self.path(name))
                self.assertEqual(host["engine"], "generic")
                self.assertEqual(found, right)
        found, host = self.result(target, "jit", SSDC_PREBUILT=self.path("objects"))
        self.assertEqual((host["engine"], host["prebuilt"], host["from_cache"]), ("jit", False, False))
        self.assertEqual(found, right)
        self.assertEqual(len(self.kept()), 1)

    def test_a_copy_elsewhere_is_as_good(self):
        shutil.copy(self.archive(), self.path("copy"))
        self.assertTrue(self.result(ROOT / "examples/first.ssd", "jit", SSDC_PREBUILT=self.path("copy"))[1]["prebuilt"])
        self.assertFalse(self.result(ROOT / "examples/first.ssd", "jit", SSDC_PREBUILT="")[1]["prebuilt"])

    def test_the_assembly_is_that_of_the_object(self):
        clang = shutil.which("clang-19")
        if clang is None:
            self.skipTest("needs clang-19 to assemble")
        assembly = self.call("dump", "--stage", "asm", ROOT / "examples/first.ssd")
        self.write("first.s", assembly.stdout)
        subprocess.run([clang, "-march=native", "-c", self.path("first.s"), "-o", self.path("first.o")], check=True)
        self.assertIn(pathlib.Path(self.path("first.o")).read_bytes(), self.archive().read_bytes())

    def test_explain_says_what_is_missing_and_what_the_cache_has(self):
        name = self.write("own.ssd", "design Own { geometry { chips: 3  blocks: 64  pages: 16 } }\n")
        self.assertEqual({place for place, _ in self.objects(name).values()}, {"not compiled yet"})
        self.result(name, "jit")
        place, key = self.objects(name)["all others"]
        self.assertRegex(place, r"^in the cache, \d")
        self.assertEqual([file.name for file in self.kept()], [f"{key}.object"])


if __name__ == "__main__":
    called_program.main(__doc__)
