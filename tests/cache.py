#!/usr/bin/env python3
"""What runs keep for later runs: it is used if it is correct, made again if it is not, and never makes a run fail.
Also `ssdc cache`."""
import concurrent.futures
import json
import os
import pathlib

import called_program

DESIGN = "design D { geometry { channels: 2 chips: 2 dies: 1 planes: 1 blocks: 64 pages: 32 page: 4KiB } }\n"


class Cache(called_program.CalledProgram):
    def run_jit(self, *words, **how):
        done = self.call("run", self.write("d.ssd", DESIGN), "--requests", 1000, "--engine", "jit", "--format", "json", *words, **how)
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        return result, result.pop("host"), done.stderr

    def objects(self):
        return sorted(pathlib.Path(self.path("cache")).glob("*.object"))

    def test_the_second_run_finds_what_the_first_has_kept(self):
        first, cold, _ = self.run_jit()
        second, warm, _ = self.run_jit()
        self.assertEqual((cold["engine"], cold["from_cache"]), ("jit", False))
        self.assertEqual((warm["engine"], warm["from_cache"]), ("jit", True))
        self.assertEqual(first, second)
        self.assertLess(warm["compile_seconds"], cold["compile_seconds"])
        self.assertEqual(len(self.objects()), 1)
        text = self.call("run", self.path("d.ssd"), "--requests", 1000, "--engine", "jit").stdout
        self.assertRegex(text, r"\(jit engine.*\); from the cache in ")

    def test_another_design_is_another_entry(self):
        self.run_jit()
        other = self.write("e.ssd", DESIGN.replace("chips: 2", "chips: 4"))
        done = self.call("run", other, "--requests", 1000, "--engine", "jit", "--format", "json")
        self.assertFalse(json.loads(done.stdout)["host"]["from_cache"])
        self.assertEqual(len(self.objects()), 2)

    def test_no_cache_neither_keeps_nor_uses(self):
        self.run_jit("--no-cache")
        self.assertEqual(self.objects(), [])
        self.run_jit()
        _, host, _ = self.run_jit("--no-cache")
        self.assertFalse(host["from_cache"])

    def test_what_is_damaged_is_made_again(self):
        first, _, _ = self.run_jit()
        (entry,) = self.objects()
        whole = entry.read_bytes()
        for damaged in (b"", whole[:-1], whole[:2000] + bytes([whole[2000] ^ 1]) + whole[2001:], b"x" * len(whole)):
            entry.write_bytes(damaged)
            again, host, stderr = self.run_jit()
            self.assertFalse(host["from_cache"])
            self.assertNotIn("error", stderr)
            self.assertEqual(first, again)
            self.assertEqual(entry.read_bytes(), whole, "the same bytes are made again")

    def test_auto_uses_what_is_there_also_in_a_run_too_short_to_specialise(self):
        words = ("run", self.write("d.ssd", DESIGN), "--requests", 200_000, "--engine", "auto", "--format", "json")
        self.assertEqual(json.loads(self.call(*words).stdout)["host"]["engine"], "generic")
        self.run_jit()
        host = json.loads(self.call(*words).stdout)["host"]
        self.assertEqual((host["engine"], host["from_cache"]), ("jit", True))

    def test_many_at_once(self):
        self.write("d.ssd", DESIGN)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            words = ("run", self.path("d.ssd"), "--requests", 1000, "--engine", "jit", "--format", "json")
            results = [json.loads(done.stdout) for done in pool.map(lambda _: self.call(*words), range(8))]
        for result in results:
            del result["host"]
            self.assertEqual(result, results[0])
        self.assertEqual(len(self.objects()), 1)
        self.assertEqual([name for name in os.listdir(self.path("cache")) if name.endswith(".part")], [])

    def test_a_folder_that_cannot_be_written_is_told_once(self):
        self.write("file", "")
        environment = {**os.environ, "SSDC_CACHE_DIR": self.path("file/cache")}
        _, host, stderr = self.run_jit(env=environment)
        self.assertEqual(host["engine"], "jit")
        self.assertEqual(stderr.count("warning[W0420]"), 1)
        self.assertIn("--no-cache", stderr)

    def test_what_others_may_write_is_not_executed(self):
        self.run_jit()
        (entry,) = self.objects()
        self.assertEqual(entry.stat().st_mode & 0o777, 0o600)
        entry.chmod(0o666)
        _, host, _ = self.run_jit()
        self.assertFalse(host["from_cache"])
        self.assertEqual(entry.stat().st_mode & 0o777, 0o600, "it is made again, for this user alone")
        self.assertTrue(self.run_jit()[1]["from_cache"])

    def test_a_folder_that_others_may_change_is_not_used(self):
        self.run_jit()
        folder = pathlib.Path(self.path("cache"))
        for mode in (0o777, 0o720, 0o1777):
            folder.chmod(mode)
            before = [(path.name, path.stat().st_mtime_ns) for path in folder.iterdir()]
            _, host, stderr = self.run_jit()
            self.assertFalse(host["from_cache"])
            self.assertEqual(stderr.count("warning[W0422]"), 1)
            self.assertIn(f"chmod go-w {folder}", stderr)
            self.assertEqual(before, [(path.name, path.stat().st_mtime_ns) for path in folder.iterdir()])
        folder.chmod(0o755)
        self.assertTrue(self.run_jit()[1]["from_cache"])

    def test_an_environment_without_a_folder_is_told(self):
        bare = {name: value for name, value in os.environ.items() if name not in ("SSDC_CACHE_DIR", "XDG_CACHE_HOME", "HOME")}
        done = self.call("cache", env=bare)
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[E0560]", done.stderr)
        _, host, stderr = self.run_jit(env=bare)
        self.assertFalse(host["from_cache"])
        self.assertNotIn("W0420", stderr)

    def test_the_command_shows_and_clears(self):
        self.run_jit()
        pathlib.Path(self.path("cache/mine.txt")).write_text("mine")
        shown = self.call("cache").stdout
        self.assertIn(self.path("cache"), shown)
        self.assertIn("1 entry", shown)
        held = json.loads(self.call("cache", "--format", "json").stdout)
        self.assertEqual(held["schema"], "ssdc.cache")
        self.assertEqual(held["kinds"]["object"], {"entries": 1, "bytes": self.objects()[0].stat().st_size})
        cleared = self.call("cache", "--clear")
        self.assertEqual(cleared.returncode, 0)
        self.assertIn("1 entry removed", cleared.stderr)
        self.assertEqual(os.listdir(self.path("cache")), ["mine.txt"])


if __name__ == "__main__":
    called_program.main(__doc__)
