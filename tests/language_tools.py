#!/usr/bin/env python3
"""The tools of the language as a user meets them: fmt, diff, check of many files, new, completion, reference,
explain of names."""
import json
import os
import pathlib
import re
import shutil
import subprocess

import called_program

ROOT = pathlib.Path(__file__).parents[1]
MESSY = "// why\ndesign   D{geometry{channels:2,chips:2}  // two\n\n\n}\n"
TIDY = "// why\ndesign D {\n  geometry { channels: 2  chips: 2 }  // two\n}\n"
EVERYTHING = """import "std/nand.ssd"
design D {
  geometry { channels: 2  chips: 1  dies: 1  planes: 2  blocks: 64  pages: 32 }
  nand: Hu2013_SLC
  allocation: dynamic { order: channel > chip > die > plane  cost(u): u.queued  streams: [a, b]  stream(r): if r.pages > 1 then a else b }
  commands { multiplane(w): w.wasted < 2 }
  gc       { migrate: any_idle { buffer: 8 }  replicate { pages: 4 }  hard: free_blocks < 2  preempt: page }
  wear     { level: static { threshold: 10 }  allocate: least_worn }
  buffer   { size: 64KiB  readahead { } }
  start    { state: filled { valid: 20% } }
}
design M {
  geometry { channels: 2  chips: 1  dies: 1  planes: 1 }
  nand { bus { rate: 40MB/s  command: 1us }  read(p): if p.kind == lsb then 1us else 2us  cell: MLC }
  capacity { logical: 64MiB }
  allocation: static map(n) { let c = n % channels  channel: c  chip: 0  die: 0  plane: 0 }
}
workload W { read: 20%  trim: 10%  closed: 4 }
workload T { trace: "t.csv" }
"""
WRONG = "design D { geometry { channels 2 } }\n"


class LanguageTools(called_program.CalledProgram):
    def call(self, *words, code=0):
        done = super().call(*words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    # ---- fmt

    def test_fmt_writes_in_place_and_lists_what_changed(self):
        self.write("a.ssd", MESSY)
        self.write("b.ssd", TIDY)
        self.assertEqual(self.call("fmt", "a.ssd", "b.ssd").stdout, "a.ssd\n")
        self.assertEqual(self.read("a.ssd"), TIDY)
        self.assertEqual(self.call("fmt", "a.ssd", "b.ssd").stdout, "")

    def test_fmt_elsewhere(self):
        self.write("a.ssd", MESSY)
        self.assertEqual(self.call("fmt", "a.ssd", "-o", "-").stdout, TIDY)
        self.call("fmt", "a.ssd", "-o", "b.ssd")
        self.assertEqual((self.read("a.ssd"), self.read("b.ssd")), (MESSY, TIDY))
        self.assertIn("E0534", self.call("fmt", "a.ssd", "b.ssd", "-o", "c.ssd", code=1).stderr)

    def test_fmt_check_changes_nothing(self):
        self.write("a.ssd", MESSY)
        self.assertIn("E0531", self.call("fmt", "--check", "a.ssd", code=1).stderr)
        self.write("it's a file.ssd", self.read("a.ssd"))
        told = self.call("fmt", "--check", "it's a file.ssd", code=1).stderr
        self.assertIn("run `ssdc fmt 'it'\\''s a file.ssd'`", told, "a command that a shell can read")
        self.assertEqual(self.read("a.ssd"), MESSY)
        self.assertIn("E0502", self.call("fmt", "--check", "a.ssd", "-o", "b.ssd", code=1).stderr)

    def test_fmt_leaves_files_with_mistakes_alone(self):
        self.write("a.ssd", WRONG)
        self.write("b.ssd", MESSY)
        done = self.call("fmt", "a.ssd", "b.ssd", "missing.ssd", code=1)
        self.assertIn("a.ssd:1:", done.stderr)
        self.assertIn("E0301", done.stderr)
        self.assertEqual((self.read("a.ssd"), self.read("b.ssd")), (WRONG, TIDY))

    def test_the_projects_own_files_are_canonical(self):
        files = sorted(f for folder in ("examples", "stdlib") for f in (ROOT / folder).rglob("*.ssd"))
        self.assertGreater(len(files), 4)
        self.call("fmt", "--check", *files)

    # ---- check

    def test_check_of_many_files(self):
        self.write("a.ssd", TIDY)
        self.write("b.ssd", WRONG)
        self.write("c.ssd", TIDY + "param unused: int = 1\n")
        done = self.call("check", "a.ssd", "b.ssd", "c.ssd", code=1)
        self.assertIn("a.ssd: no mistakes in 1 design", done.stdout)
        self.assertIn("c.ssd: no mistakes in 1 design", done.stdout)
        self.assertNotIn("b.ssd", done.stdout)
        self.assertIn("b.ssd:1:", done.stderr)
        self.assertIn("warning[", done.stderr)  # the warning of c.ssd, although b.ssd has an error

    def test_check_as_json_is_one_object(self):
        self.write("a.ssd", TIDY)
        self.write("b.ssd", WRONG)
        result = json.loads(self.call("check", "a.ssd", "b.ssd", "--format", "json", code=1).stdout)
        self.assertEqual([f["passed"] for f in result["files"]], [True, False])
        self.assertEqual(result["diagnostics"][0]["place"]["file"], "b.ssd")
        wrong_option = json.loads(self.call("check", "a.ssd", "-D", "x", "--format", "json", code=1).stdout)
        self.assertEqual(wrong_option["diagnostics"][0]["code"], "E0509")

    # ---- new

    def test_every_template_is_sound_canonical_and_runs(self):
        for kind in ("minimal", "tlc", "paper"):
            name = f"My_{kind}"
            self.assertEqual(self.call("new", name, "--template", kind).stdout, f"{name}.ssd\n")
            self.call("fmt", "--check", f"{name}.ssd")
            checked = self.call("check", f"{name}.ssd")
            self.assertEqual(checked.stderr, "")
            text = self.read(f"{name}.ssd")
            workload = re.search(r"^workload (\w+)", text, re.M)[1]
            done = self.call("run", f"{name}.ssd:{name}", "--workload", workload, "--requests", 500)
            self.assertIn("response", done.stdout)

    def test_new_never_overwrites(self):
        self.write("First.ssd", "mine")
        self.assertIn("E0532", self.call("new", "First", code=1).stderr)
        self.assertEqual(self.read("First.ssd"), "mine")
        self.assertIn("E0533", self.call("new", "2-channels", code=1).stderr)
        self.assertIn("E0533", self.call("new", "let", code=1).stderr)
        self.assertEqual(self.call("new", "First", "-o", "other.ssd").stdout, "other.ssd\n")

    def test_new_names_its_file_and_a_name_that_may_be(self):
        self.call("new", "First", "-o", "other.ssd")
        self.assertIn("`ssdc explain other.ssd`", self.read("other.ssd"))
        self.assertNotIn("First.ssd", self.read("other.ssd"))
        self.call("new", "First", "--template", "paper", "-o", "odd name\nof two lines.ssd")
        self.call("check", "odd name\nof two lines.ssd")
        command = re.search(r"`ssdc (run \S+ [^`]*)`", pathlib.Path(self.path(self.call("new", "P", "--template", "paper").stdout.strip())).read_text())[1]
        self.call(*command.split(), "--requests", 100)
        for bad in ("fn", "2-channels", "my-drive.ssd", "Kühl", "---"):
            help = self.call("new", bad, code=1).stderr
            proposed = re.search(r"`ssdc new (\w+)`", help)[1]
            self.call("new", proposed, "-o", f"{proposed}.made.ssd")

    # ---- outputs

    def test_outputs_spare_designs(self):
        self.write("a.ssd", TIDY)
        self.write("b.ssd", TIDY)
        os.symlink("b.ssd", self.path("link.json"))
        for words in (("run", "a.ssd", "-o", "a.ssd"), ("run", "a.ssd", "-o", "./b.ssd"), ("run", "a.ssd", "-o", "link.json"), ("reference", "-o", "a.ssd"),
                      ("reference", "--format", "textmate", "-o", "b.ssd")):
            done = self.call(*words, "--requests", 10, code=1) if words[0] == "run" else self.call(*words, code=1)
            self.assertIn("error[E0429]", done.stderr)
            self.assertEqual(done.stdout, "")
        self.assertEqual((self.read("a.ssd"), self.read("b.ssd")), (TIDY, TIDY))
        self.write("drive.svg", TIDY)  # a design may have any file name
        self.assertIn("error[E0429]", self.call("draw", "drive.svg", "-o", "drive.svg", code=1).stderr)
        self.assertEqual(self.read("drive.svg"), TIDY)
        self.call("fmt", self.write("messy.ssd", MESSY), "-o", "messy.ssd")
        self.assertEqual(self.read("messy.ssd"), TIDY)

    def test_outputs_are_whole_and_leave_nothing_beside_them(self):
        self.write("a.ssd", TIDY)
        self.write("r.json.part", "mine")
        self.write("r.json", "old")
        os.chmod(self.path("r.json"), 0o640)
        self.call("run", "a.ssd", "--requests", 10, "-o", "r.json")
        self.assertEqual(json.loads(self.read("r.json"))["schema"], "ssdc.results")
        self.assertEqual(os.stat(self.path("r.json")).st_mode & 0o777, 0o640)
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["a.ssd", "r.json", "r.json.part"])
        self.assertEqual(self.read("r.json.part"), "mine")

    # ---- diff

    def test_diff_and_exit_codes(self):
        self.write("a.ssd", TIDY)
        self.write("b.ssd", TIDY.replace("channels: 2", "channels: 4"))
        self.assertIn("geometry\n  channels: 2 -> 4\n", self.call("diff", "a.ssd", "b.ssd").stdout)
        self.call("diff", "a.ssd", "b.ssd", "--exit-code", code=1)
        self.assertEqual(self.call("diff", "a.ssd", "a.ssd:D", "--exit-code").stdout, "a.ssd:D and a.ssd:D mean the same\n")
        result = json.loads(self.call("diff", "a.ssd", "b.ssd", "--format", "json").stdout)
        self.assertEqual((result["schema"], result["same"]), ("ssdc.diff", False))
        self.assertEqual(result["changes"][0], {"section": "geometry", "key": "channels", "before": "2", "after": "4"})
        self.call("diff", "a.ssd", "missing.ssd", code=1)

    # ---- completion

    def complete(self, *words):
        """What bash offers for the last of the words."""
        script = self.call("completion", "bash").stdout
        line = " ".join(f"'{w}'" for w in ("ssdc", *words))
        ask = f"ssdc() {{ {self.program!r} \"$@\"; }}\n{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words)}; _ssdc; printf '%s\\n' \"${{COMPREPLY[@]}}\"; complete -p ssdc"
        done = subprocess.run(["bash", "--norc", "-c", ask], capture_output=True, text=True, cwd=self.folder.name, timeout=60)
        self.assertEqual(done.stderr, "")
        *found, rule = done.stdout.splitlines()
        self.assertIn("_ssdc", rule)
        return set(found)

    def test_completion_in_bash(self):
        self.write("drive.ssd", TIDY)
        self.write("notes.txt", "")
        os.mkdir(self.path("more"))
        self.assertLessEqual({"check", "run", "explain", "fmt", "diff", "new", "trace"}, self.complete(""))
        self.assertEqual(self.complete("tra"), {"trace"})
        self.assertEqual(self.complete("trace", "in"), {"info"})
        self.assertEqual(self.complete("check", ""), {"drive.ssd", "more/"})
        self.assertEqual(self.complete("check", "--form"), {"--format"})
        self.assertEqual(self.complete("check", "--format", ""), {"text", "json"})
        self.assertEqual(self.complete("run", "drive.ssd", "--engine", "g"), {"generic"})
        self.assertIn("gc.trigger", self.complete("explain", "gc.t"))
        self.assertIn("E0105", self.complete("explain", "E01"))
        self.assertEqual(self.complete("completion", "z"), {"zsh"})

    def test_completion_of_names(self):
        self.write("more.ssd", "workload More { requests: 1 }\nparam more: int = 1\n")
        self.write("far.ssd", "workload Far { requests: 1 }\n")
        self.write("drive.ssd", 'import "more.ssd"\nparam ways: int = 1\nworkload Web { requests: 1 }\n' + TIDY)
        self.assertEqual(self.complete("run", "drive.ssd", "--workload", ""), {"Default", "More", "Web"})
        self.assertEqual(self.complete("run", "drive.ssd:D", "--workload", "W"), {"Web"})
        self.assertEqual(self.complete("run", "drive.ssd", ":", "D", "-D", "w"), {"ways="})
        self.assertEqual(self.complete("check", "drive.ssd", "-D", ""), {"ways=", "more="})
        self.assertEqual(self.complete("run", "--workload", ""), {""})
        self.assertEqual(self.complete("run", "drive.ssd", "--trace", "m"), {"more.ssd"})
        self.assertEqual(self.complete("run", "drive.ssd", "--seed", ""), {""})
        self.assertNotIn("--names", self.call("completion", "--help").stdout)
        self.assertIn("SHELL", self.call("completion", code=1).stderr)

    def test_scripts_of_other_shells_are_sound(self):
        for shell in ("zsh", "fish"):
            if shutil.which(shell) is None:
                continue
            self.write("script", self.call("completion", shell).stdout)
            done = subprocess.run([shell, "-n", self.path("script")], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""), shell)

    def test_completion_lists_every_command(self):
        commands = re.findall(r"^  (\w+) +[A-Z]", self.call("--help").stdout, re.M)
        self.assertGreater(len(commands), 8)
        for shell in ("bash", "zsh", "fish"):
            script = self.call("completion", shell).stdout
            for command in commands:
                self.assertRegex(script, rf"\b{command}\b")

    # ---- reference, explain

    def test_generated_files_are_current(self):
        for words, file in ((("reference",), "docs/reference/keys.md"),
                            (("reference", "--format", "textmate"), "tools/editor/ssd/syntaxes/ssd.tmLanguage.json")):
            text = self.call(*words).stdout
            self.assertEqual(text, (ROOT / file).read_text(), f"run `ssdc {' '.join(words)} -o {file}`")

    def test_patterns_of_the_grammar_are_regular_expressions(self):
        patterns = json.loads(self.call("reference", "--format", "textmate").stdout)["patterns"]
        whole = {p["name"]: p["match"] for p in patterns if "match" in p and "name" in p}
        for pattern in whole.values():
            re.compile(pattern)
        self.assertEqual(re.search(whole["constant.numeric.ssd"], "rate: 40MB/s ")[0], "40MB/s")
        self.assertEqual(re.search(whole["constant.numeric.ssd"], "20us, 3")[0], "20us")
        self.assertIsNone(re.search(whole["constant.numeric.ssd"], "20xs"))
        self.assertEqual(re.search(whole["variable.other.property.key.ssd"], "  trigger: x")[0], "trigger")

    def test_every_line_of_explain_is_explained(self):
        self.write("all.ssd", EVERYTHING)
        lines = []
        for name in ("D", "M", "W", "T"):
            section = "workload" if name in "WT" else ""
            for line in self.call("explain", f"all.ssd:{name}").stdout.split("\nwhere ")[0].split("\nwhat it")[0].splitlines():
                section = line if re.fullmatch(r"\w+", line) else section
                if key := re.match(r"  ([\w.]+)(?:\(\w+\))?: .*//", line):
                    lines.append(f"{section}.{key[1]}")
        self.assertGreater(len(set(lines)), 100)
        for line in sorted(set(lines)):
            self.assertNotEqual(self.call("explain", line).stdout, "", line)

    def test_limits_are_those_of_the_table(self):
        shown = self.call("explain", "limits").stdout
        for code in re.findall(r'"(E\d{4})"', (ROOT / "runtime/base/limits.def").read_text()):
            self.assertIn(code, shown)

    def test_every_name_is_explained(self):
        names = self.call("completion", "fish").stdout
        words = re.search(r"from explain' -a '([^']*)'", names)[1].split()
        self.assertGreater(len(words), 200)
        for word in words[::7]:
            self.assertNotEqual(self.call("explain", word).stdout, "", word)


if __name__ == "__main__":
    called_program.main(__doc__)
