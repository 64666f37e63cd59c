#!/usr/bin/env python3
"""What `ssdc build` makes: programs and libraries that give the results of `ssdc run`, byte for byte, and report
what they cannot do."""
import ctypes
import json
import os
import pathlib
import re
import shutil
import subprocess

import called_program

HERE = pathlib.Path(__file__).resolve().parent
SANITIZERS = [word for word in os.environ.get("CXX", "").split() if word.startswith("-fsanitize")]
GEOMETRY = "geometry { channels: 2 chips: 2 dies: 1 planes: 1 blocks: 64 pages: 32 page: 4KiB sector: 512B }"
WORKLOADS = """
workload Writes { requests: 40_000  write: 80%  size: 4KiB  address: uniform  interval: 100us }
workload Closed { requests: 5000  write: 50%  size: 8KiB  closed: 8  address: zipf(0.9) }
workload Flows {
  flow reader { requests: 2000  read: 100%  size: 4KiB  closed: 2  address: sequential }
  flow writer { requests: 1000  write: 100%  size: 16KiB  interval: 200us  address: uniform  over: 50% .. 100% }
}
"""
DESIGNS = {
    "write order": f"design D {{ {GEOMETRY} allocation: write_order channel > die > plane > chip }}" + WORKLOADS,
    "plain": f"design D {{ {GEOMETRY} }}" + WORKLOADS,
    "policy": f"fn mine(b: block) = b.invalid * 3 + b.erases\ndesign D {{ {GEOMETRY} gc {{ victim: mine }} host {{ queue: 16 }} }}" + WORKLOADS,
    "dynamic": f"""param share: ratio = 15%
design D {{ {GEOMETRY} capacity {{ overprovision: share }} allocation: dynamic channel > die > plane > chip  buffer {{ size: 256KiB }}
  commands {{ suspend: always }} schedule {{ priority(op): if op.is_read then 1 else 0 }} }}""" + WORKLOADS,
}


class Build(called_program.CalledProgram):
    def built(self, *words, text=DESIGNS["plain"], name="d.ssd"):
        self.write(name, text)
        done = self.call("build", name, "-o", "sim", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.path("sim")

    def run_built(self, *words, **how):
        how.setdefault("env", {**os.environ, "SSDC_CACHE_DIR": self.path("cache")})
        return subprocess.run([self.path("sim"), *map(str, words)], capture_output=True, text=True, timeout=120, cwd=self.folder.name, **how)

    def results(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        host = r'  "host": \{[^}]*\}'
        self.assertRegex(done.stdout, host)
        return re.sub(host, "", done.stdout), json.loads(done.stdout)["host"]

    def assert_same(self, *words, defined=()):
        """The built program, the generic and the specialised engine give the same results, byte for byte."""
        ours, host = self.results(self.run_built("--format", "json", "--check", *words))
        self.assertEqual(host["engine"], "built")
        for engine in ("generic", "jit"):
            theirs, _ = self.results(self.call("run", "d.ssd", "--engine", engine, "--format", "json", "--check", *words, *defined))
            self.assertEqual(ours, theirs, engine)
        return ours

    def assert_refused(self, done, code, *texts):
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"error[{code}]", done.stderr)
        for text in texts:
            self.assertIn(text, done.stderr)

    def test_designs_and_workloads(self):
        for name, text in DESIGNS.items():
            with self.subTest(name):
                self.built(text=text)
                self.assert_same("--workload", "Writes")
                self.assert_same("--workload", "Closed", "--seed", 9)
                self.assertIn('"flows": [', self.assert_same("--workload", "Flows"))
                self.assert_same("--workload", "Writes", "--requests", 100)

    def test_a_trace_and_what_is_said_of_it(self):
        self.built()
        self.write("t.trace", "".join(f"{i * 50000} 0 {i * 7919 % 40000} {1 + i % 16} {i % 2}\n" for i in range(3000)))
        self.assert_same("--trace", "t.trace", "--fold", "modulo")
        self.write("bad.trace", "0 0 0 8 0\nnonsense\n")
        ours, theirs = self.run_built("--trace", "bad.trace", "--trace-format", "ssdsim"), self.call("run", "d.ssd", "--trace", "bad.trace", "--trace-format", "ssdsim")
        self.assertEqual((ours.returncode, ours.stderr), (theirs.returncode, theirs.stderr))
        self.assertEqual(ours.returncode, 1)

    def test_a_trace_that_flushes(self):
        """On a design that needs the whole-drive loop for nothing else, and whose own workloads do not flush."""
        lines = ("FN [x]" if i % 5 == 4 else f"W {i * 7919 % 4000 * 8} + 8 [x]" for i in range(500))
        self.write("f.trace", "".join(f"8,0 0 {i} 0.{i * 50000:09} 1 Q {line}\n" for i, line in enumerate(lines)))
        self.built(text=DESIGNS["plain"].removesuffix(WORKLOADS))
        self.assertIn('"count": 100', self.assert_same("--trace", "f.trace", "--fold", "modulo"))

    def test_a_drive_at_its_end_is_not_saved(self):
        class Request(ctypes.Structure):
            _fields_ = [("time_ns", ctypes.c_uint64), ("offset", ctypes.c_uint64), ("bytes", ctypes.c_uint64), ("kind", ctypes.c_uint32)]

        if SANITIZERS:
            self.skipTest("such a library cannot be loaded by an interpreter without the sanitizer")
        self.write("d.ssd", "design D { geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 16 pages: 8 page: 4KiB } nand { endurance: 3 } }")
        done = self.call("build", "d.ssd", "--shared", "-o", "sim.so")
        self.assertEqual(done.returncode, 0, done.stderr)
        library = ctypes.CDLL(self.path("sim.so"))
        library.ssd_sim_error.restype = ctypes.c_char_p
        drive = ctypes.c_void_p()
        self.assertEqual(library.ssd_sim_open(None, ctypes.byref(drive)), 0)
        requests = (Request * 10000)(*(Request(i * 10**7, i * 7 % 64 * 4096, 4096, 0) for i in range(10000)))
        self.assertEqual(library.ssd_sim_submit(drive, requests, len(requests)), 0)
        self.assertEqual(library.ssd_sim_finish(drive), 2)
        self.assertEqual(library.ssd_sim_save(drive, self.path("end.snap").encode()), 2)
        self.assertIn("life has ended", library.ssd_sim_error(drive).decode())
        library.ssd_sim_close(drive)
        library.ssd_sim_close(drive)
        self.assertEqual(library.ssd_sim_finish(drive), 1, "a drive that was closed")
        self.assertIn("closed", library.ssd_sim_error(drive).decode())

    def test_without_a_workload_it_runs_that_of_the_library(self):
        self.built(text=f"design D {{ {GEOMETRY} }}\n")
        self.assert_same("--requests", 2000)

    def test_the_map_alone(self):
        self.built()
        self.assertIn('"only": "ftl"', self.assert_same("--workload", "Writes", "--only", "ftl"))
        self.built(text=DESIGNS["dynamic"])
        ours, theirs = self.run_built("--workload", "Writes", "--only", "ftl"), self.call("run", "d.ssd", "--workload", "Writes", "--only", "ftl")
        self.assert_refused(ours, "E0580")
        self.assertEqual(ours.stderr, theirs.stderr)

    def test_values_given_when_it_is_made(self):
        self.built("-D", "share=30%", text=DESIGNS["dynamic"])
        at_30 = self.assert_same("--workload", "Closed", defined=("-D", "share=30%"))
        self.built(text=DESIGNS["dynamic"])
        self.assertNotEqual(at_30, self.assert_same("--workload", "Closed"))

    def test_one_of_several_designs_and_what_it_imports(self):
        self.write("part.ssd", "nand Slow { cell: MLC  read: 90us  program: 2ms  erase: 9ms  bus { cycle: 25ns  width: 8bit } }\n")
        text = f'import "part.ssd"\nimport "std/orders.ssd"\ndesign A {{ {GEOMETRY} }}\ndesign B from A {{ nand: Slow }}\n' + WORKLOADS
        self.write("d.ssd", text)
        self.assertEqual(self.call("build", "d.ssd:B", "-o", "sim").returncode, 0)
        theirs, _ = self.results(self.call("run", "d.ssd:B", "--workload", "Closed", "--format", "json"))
        for name in ("d.ssd", "part.ssd"):
            os.remove(self.path(name))
        ours, _ = self.results(self.run_built("--workload", "Closed", "--format", "json"))
        self.assertEqual(ours, theirs)

    def test_snapshots(self):
        self.built()
        self.assert_same("--workload", "Writes", "--save-snapshot", "a.snap")
        later = DESIGNS["plain"].replace("design D {", 'design D { start { state: snapshot("a.snap")  run: Closed }')
        self.built(text=later)
        self.assertIn('"state": "snapshot"', self.assert_same("--workload", "Writes"))
        os.remove(self.path("a.snap"))
        self.assert_refused(self.run_built("--workload", "Writes"), "E0540", "a.snap")

    def test_the_report_of_people_is_the_same(self):
        self.built()
        words = ("--workload", "Closed", "-o", "r.json")
        ours, theirs = self.run_built(*words), self.call("run", "d.ssd", *words)
        cut = lambda text: re.sub(r"^simulated .*$", "", text, flags=re.M)
        self.assertEqual(cut(ours.stdout), cut(theirs.stdout))
        self.assertIn("(built engine", ours.stdout)
        self.assertEqual(json.loads(self.read("r.json"))["host"]["engine"], "jit" if "(jit" in theirs.stdout else "generic")

    def test_what_needs_the_compiler_is_refused(self):
        self.built()
        for words, what in ((("-D", "a=1"), "-D"), (("--engine", "jit"), "--engine"), (("other.ssd",), "other.ssd")):
            self.assert_refused(self.run_built(*words), "E0593", f"`{what}`", "ssdc build d.ssd:D")
        self.assert_refused(self.run_built("--wrkload", "W"), "E0432", "did you mean `--workload`?")
        self.assert_refused(self.run_built("--workload", "Nothing"), "E0309")
        told = json.loads(self.run_built("--engine", "jit", "--format", "json").stdout)
        self.assertEqual(told["diagnostics"][0]["code"], "E0593")
        self.assertNotIn("--engine", self.run_built("--help").stdout)
        self.assertIn("`D` of d.ssd", self.run_built("--version").stdout)

    def test_it_needs_no_library_of_ours(self):
        needed = subprocess.run(["ldd", self.built()], capture_output=True, text=True, check=True).stdout
        if SANITIZERS:
            self.skipTest("of the sanitizers' library it has need")
        names = {line.split()[0].split("/")[-1].split(".so")[0] for line in needed.splitlines()}
        self.assertLessEqual(names, {"linux-vdso", "libm", "libc", "ld-linux-x86-64"})

    def test_processors(self):
        self.built("--target-cpu", "native")
        native = self.assert_same("--workload", "Writes")
        self.built()
        self.assertEqual(native, self.assert_same("--workload", "Writes"))

    def test_a_processor_without_its_instructions_is_told(self):
        program = pathlib.Path(self.built("--target-cpu", "native"))
        lacks = next((name for name in (b"xop", b"fma4", b"tbm") if b"-" + name + b"," in program.read_bytes()), None)
        if lacks is None:
            self.skipTest("this processor has what hardly any has")
        program.write_bytes(program.read_bytes().replace(b"-" + lacks + b",", b"+" + lacks + b","))
        self.assert_refused(self.run_built("--workload", "Closed"), "E0594", "ssdc build d.ssd:D")

    def test_outputs(self):
        self.write("sim", "of before")
        os.chmod(self.path("sim"), 0o640)
        self.built()
        self.assertEqual(self.run_built("--workload", "Closed", "--requests", 10).returncode, 0)
        self.assertEqual(os.stat(self.path("sim")).st_mode & 0o777, 0o750)
        before = self.read("d.ssd")
        self.assert_refused(self.call("build", "d.ssd", "-o", "d.ssd"), "E0429")
        self.assertEqual(self.read("d.ssd"), before)
        self.assert_refused(self.call("build", "d.ssd", "-o", "no/folder/sim"), "E0508")
        self.assertEqual(self.call("build", "d.ssd", "--quiet").stderr, "")
        self.assertTrue(os.access(self.path("d"), os.X_OK))
        self.assert_refused(self.call("build", self.write("e.ssd", "design E { geometry { chanels: 2 } }")), "E0201")
        self.assertFalse(os.path.exists(self.path("e")))

    def test_what_would_overwrite_itself(self):
        self.built()
        self.assert_refused(self.run_built("--workload", "Closed", "-o", "sim"), "E0429", "sim")
        self.assert_refused(self.run_built("--workload", "Closed", "--save-snapshot", "sim"), "E0429", "sim")
        self.run_built("--workload", "Closed")
        self.assert_refused(self.call("build", "d.ssd", "--shared", "-o", "sim.h"), "E0502", "header", "`.so`")

    def test_a_folder_for_what_is_linked(self):
        self.write("d.ssd", DESIGNS["plain"])
        self.assert_refused(self.call("build", "d.ssd", "-o", "sim", env={**os.environ, "TMPDIR": "/proc"}), "E0508", "set `TMPDIR` to")

    def test_an_experiment_is_no_design(self):
        self.write("x.ssd", DESIGNS["plain"] + "\nexperiment X { vary workload: [Writes, Closed]  measure response.mean }\n")
        self.assertEqual(self.call("build", "x.ssd:X").returncode, 1)
        self.assertFalse(os.path.exists(self.path("x")))

    def test_a_machine_without_a_compiler(self):
        self.write("d.ssd", DESIGNS["plain"])
        self.write("sim", "of before")
        plain = {name: value for name, value in os.environ.items() if name != "CXX"}
        self.assert_refused(self.call("build", "d.ssd", "-o", "sim", env={**plain, "PATH": self.folder.name}), "E0591", "g++")
        self.assert_refused(self.call("build", "d.ssd", "-o", "sim", env={**plain, "CXX": "/gone/g++"}), "E0591", "/gone/g++")
        self.write("bad", "#!/bin/sh\necho the disk is full >&2\nexit 3\n")
        os.chmod(self.path("bad"), 0o755)
        temporary = self.path("temporary")
        os.mkdir(temporary)
        self.assert_refused(self.call("build", "d.ssd", "-o", "sim", env={**plain, "CXX": self.path("bad"), "TMPDIR": temporary}), "E0592", "code 3", "the disk is full")
        self.assertEqual(os.listdir(temporary), [])
        self.assertEqual(self.read("sim"), "of before")
        self.assert_refused(self.call("build", "d.ssd", "--shared", "-o", "lib.so", env={**plain, "CXX": self.path("bad"), "TMPDIR": temporary}), "E0592", "code 3")
        self.assertFalse(os.path.exists(self.path("lib.h")), "a header without its library")

    def test_an_installation_elsewhere(self):
        place = pathlib.Path(self.path("elsewhere"))
        tree = pathlib.Path(self.program).parents[1]
        subprocess.run(["cmake", "--install", str(tree), "--prefix", str(place)], check=True, capture_output=True)
        self.write("d.ssd", DESIGNS["plain"])
        installed = place / "bin/ssdc"
        subprocess.run([installed, "build", "d.ssd", "-o", "sim"], check=True, capture_output=True, cwd=self.folder.name)
        subprocess.run([installed, "build", "d.ssd", "--shared", "-o", "sim.so"], check=True, capture_output=True, cwd=self.folder.name)
        shutil.rmtree(place / "share")
        self.assert_same("--workload", "Closed")
        os.remove(place / "lib/ssdc/ssd_sim.h")
        (place / "share/ssdc").mkdir(parents=True)
        shutil.copytree(HERE.parent / "stdlib", place / "share/ssdc/stdlib")
        done = subprocess.run([installed, "build", "d.ssd", "-o", "sim"], capture_output=True, text=True, cwd=self.folder.name)
        self.assert_refused(done, "E0590", "ssd_sim.h")


class Shared(called_program.CalledProgram):
    DESIGN = DESIGNS["plain"].replace("design D {", "design D { host { read_unwritten: none }")

    def compile(self, source, output):
        words = ["gcc", *SANITIZERS, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, "-o", output, "-I.", "./sim.so", "-pthread", "-Wl,-rpath,$ORIGIN"]
        done = subprocess.run(words, capture_output=True, text=True, cwd=self.folder.name)
        self.assertEqual(done.returncode, 0, done.stderr)

    def build(self):
        self.write("d.ssd", self.DESIGN)
        return self.call("build", "d.ssd", "--shared", "-o", "sim.so")

    def test_two_drives_in_two_threads(self):
        self.assertEqual(self.build().returncode, 0)
        self.compile(str(HERE / "build/two_drives.c"), "two_drives")
        done = subprocess.run([self.path("two_drives")], capture_output=True, text=True, cwd=self.folder.name, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        first, second, counters = (part.strip() for part in done.stdout.split("---"))
        first, second = json.loads(first), json.loads(second)
        self.assertEqual(pathlib.Path(self.path("a.snap")).read_bytes(), pathlib.Path(self.path("b.snap")).read_bytes())
        self.write("t.trace", self.trace(first["design"]))
        theirs = json.loads(self.call("run", "d.ssd", "--trace", "t.trace", "--trace-format", "ssdsim", "--save-snapshot", "c.snap", "--format", "json").stdout)
        self.assertEqual(pathlib.Path(self.path("a.snap")).read_bytes(), pathlib.Path(self.path("c.snap")).read_bytes())
        self.assertEqual(counters, f'D 5000 {theirs["read"]["count"]} {theirs["erases"]["total"]} {theirs["clock_ns"]} '
                                   f'{theirs["write_amplification"]:.17g} {theirs["write_amplification_by_bytes"]:.17g} {theirs["response"]["mean_ns"]:.17g}')
        for one in (first, second, theirs):
            del one["host"], one["memory_bytes"], one["workload"]["name"]
        self.assertEqual(first, theirs)
        self.assertEqual(second, theirs)

    def flushed(self, design, *handles):
        """The results of flushes.c with a library of the design, and its counters of flushes."""
        self.write("d.ssd", design)
        done = self.call("build", "d.ssd", "--shared", "-o", "sim.so")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.compile(str(HERE / "build/flushes.c"), "flushes")
        done = subprocess.run([self.path("flushes"), *handles], capture_output=True, text=True, cwd=self.folder.name, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        results, counters = done.stdout.split("---")
        return json.loads(results), counters.split()

    def test_flushes_and_forced_writes(self):
        """A library gives what the program gives for the same trace, with a buffer and without."""
        letters = {2: "WF", 3: "R"}
        lines = ("FN [x]" if i % 5 == 4 else f"{letters.get(i % 5, 'W')} {i * 7919 % 4000 * 8} + 8 [x]" for i in range(500))
        self.write("f.trace", "".join(f"8,0 0 {i} 0.{i * 50000:09} 1 Q {line}\n" for i, line in enumerate(lines)))
        buffer = "design D { buffer { size: 128KiB } "
        for name, design in {"plain": self.DESIGN, "buffer": self.DESIGN.replace("design D {", buffer)}.items():
            with self.subTest(name):
                ours, counters = self.flushed(design)
                theirs = json.loads(self.call("run", "d.ssd", "--trace", "f.trace", "--format", "json").stdout)
                self.assertEqual(counters, ["100", f'{theirs["flush"]["mean_ns"]:.17g}', str(theirs["flush"]["p99_ns"])])
                for one in (ours, theirs):
                    del one["host"], one["memory_bytes"], one["workload"]["name"]
                self.assertEqual(ours, theirs)

    def test_handles(self):
        design = self.DESIGN.replace("design D {", "design D { allocation: write_order { order: channel > chip > die > plane  streams: handles(3) } ")
        ours, _ = self.flushed(design, "3")
        written = [stream["host_programs"] for stream in ours["streams"]]
        self.assertEqual(written, [100, 100, 100])
        self.flushed(self.DESIGN)  # handle 0 alone

    @staticmethod
    def trace(design):
        """The requests of two_drives.c."""
        pages, sectors = design["logical_pages"], design["page_bytes"] // 512
        state, lines = 1, []
        for i in range(5000):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            lines.append(f"{i * 400000} 0 {(state >> 33) % pages * sectors} {sectors} {1 if (state >> 20) % 4 == 0 else 0}\n")
        return "".join(lines)

    def test_only_the_functions_of_the_header_are_seen(self):
        self.assertEqual(self.build().returncode, 0)
        names = subprocess.run(["nm", "-D", "--defined-only", self.path("sim.so")], capture_output=True, text=True, check=True).stdout
        seen = {line.split()[-1] for line in names.splitlines()}
        self.assertEqual(seen, set(re.findall(r"\b(ssd_sim_\w+)\(", re.sub(r"/\*.*?\*/", "", self.read("sim.h"), flags=re.S))))
        needed = subprocess.run(["ldd", self.path("sim.so")], capture_output=True, text=True, check=True).stdout
        self.assertNotRegex(needed, "LLVM|antlr|zstd|fmt|stdc")

    def test_a_header_of_somebody_else_stays(self):
        self.write("sim.h", "int mine;\n")
        done = self.build()
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[E0595]", done.stderr)
        self.assertEqual(self.read("sim.h"), "int mine;\n")
        os.remove(self.path("sim.h"))
        self.assertEqual([self.build().returncode for _ in range(2)], [0, 0])


if __name__ == "__main__":
    called_program.main(__doc__)
