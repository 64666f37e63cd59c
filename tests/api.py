#!/usr/bin/env python3
"""The installed library: a program built against it, by CMake's package and by pkg-config, gives the numbers of
`ssdc run`; and the page of the library shows what that program contains."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import called_program

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE / "api/program.cpp"
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
find_package(ssdc REQUIRED)
add_executable(user program.cpp)
target_link_libraries(user PRIVATE ssdc::ssd)
"""
COMPILER = os.environ.get("CXX", "c++").split()


def done(*words, **how):
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600, **how)
    if result.returncode != 0:
        raise AssertionError(f"{words} ended with {result.returncode}:\n{result.stdout}\n{result.stderr}")
    return result.stdout


def without_host(report):
    return {key: value for key, value in json.loads(report).items() if key != "host"}


class Installed(called_program.CalledProgram):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.prefix = pathlib.Path(cls.place.name) / "prefix"
        done("cmake", "--install", pathlib.Path(cls.program).parent.parent, "--prefix", cls.prefix)

    def run_program(self, program):
        environment = {**os.environ, "SSDC_CACHE_DIR": self.path("cache"), "LD_LIBRARY_PATH": str(self.prefix / "lib")}
        return done(program, self.folder.name, env=environment)

    def assert_numbers_of_ssdc(self, report):
        text = re.search(r'R"\((.*?)\)"', PROGRAM.read_text(), re.S)[1]
        self.write("drive.ssd", text)
        theirs = self.call("run", "drive.ssd:Drive", "-D", "ways=4", "--workload", "Writes", "--requests", 10000, "--seed", 3,
                           "--format", "json")
        self.assertEqual(theirs.returncode, 0, theirs.stderr)
        self.assertEqual(without_host(report), without_host(theirs.stdout))

    def assert_experiment_of_ssdc(self):
        """The files that both write are equal byte for byte, and each continues where the other was ended."""
        theirs = self.call("run", "drive.ssd:Load", "-D", "ways=4", "-o", self.path("by_command"))
        self.assertEqual(theirs.returncode, 0, theirs.stderr)
        for name in ("results.csv", "results.json", "report.html", "source/drive.ssd"):
            self.assertEqual(self.read(f"by_library/{name}"), self.read(f"by_command/{name}"), name)
        again = self.call("run", "drive.ssd:Load", "-D", "ways=4", "-o", self.path("by_library"), "--dry-run")
        self.assertIn("6 runs: 0 to run, 6 in the journal", again.stdout)

    def test_by_cmake(self):
        source = pathlib.Path(self.path("source"))
        source.mkdir()
        shutil.copy(PROGRAM, source)
        (source / "CMakeLists.txt").write_text(PROJECT)
        done("cmake", "-S", source, "-B", self.path("made"), f"-DCMAKE_PREFIX_PATH={self.prefix}",
             f"-DCMAKE_CXX_COMPILER={COMPILER[0]}", f"-DCMAKE_CXX_FLAGS={' '.join(COMPILER[1:])}")
        done("cmake", "--build", self.path("made"))
        self.assert_numbers_of_ssdc(self.run_program(self.path("made/user")))
        self.assert_numbers_of_ssdc(done(self.path("sim"), "--workload", "Writes", "--requests", 10000, "--seed", 3,
                                         "--format", "json"))
        self.assertIn("<svg", self.read("tree.svg"))
        self.assert_experiment_of_ssdc()
        self.assertEqual(len(self.read("writes.ssdsim").splitlines()), 100)

    def test_by_pkg_config(self):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.prefix / "lib/pkgconfig")}
        flags = done("pkg-config", "--cflags", "--libs", "ssdc", env=environment).split()
        done(*COMPILER, "-std=c++20", "-Wall", "-Wextra", "-Werror", PROGRAM, "-o", self.path("user"), *flags)
        self.assert_numbers_of_ssdc(self.run_program(self.path("user")))

    def test_only_the_library_is_seen(self):
        names = done("nm", "-DC", "--defined-only", self.prefix / "lib/libssd.so").splitlines()
        seen = [name for _, kind, name in (line.split(maxsplit=2) for line in names) if kind.isupper()]
        self.assertTrue(any("ssd::api::run(" in name for name in seen))
        header = (HERE.parent / "tools/api/ssd.hpp").read_text()
        called = {name: re.search(r"ssd::api::(\w+)", name) for name in seen}
        self.assertEqual([name for name, what in called.items() if not what or not re.search(rf"\b{what[1]}\b", header)], [])


class Page(called_program.unittest.TestCase):
    def test_it_shows_what_the_program_has(self):
        parts = dict(re.findall(r"^// \[(\w+)\]\n(.*?)^// \[end\]$", PROGRAM.read_text(), re.S | re.M))
        page = (HERE.parent / "docs/library.md").read_text()
        self.assertEqual(re.findall(r"^```c\+\+\n(.*?)^```$", page, re.S | re.M), list(parts.values()))
        built = re.findall(r"^```cmake\n(.*?)^```$", page, re.S | re.M)
        self.assertEqual(built, [PROJECT])


if __name__ == "__main__":
    called_program.main(__doc__)
