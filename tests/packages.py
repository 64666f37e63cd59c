#!/usr/bin/env python3
"""Tries the packages of tools/package.sh as their users would: in a bare Debian 12 (debootstrap), into which nothing but
a package and what it depends on is put. Without a network it is installed, runs and draws the first design, and writes
no file but what it was asked for and its cache. Needs root, and a network for Debian's own packages."""
import argparse
import json
import pathlib
import re
import resource
import shutil
import subprocess
import time
import typing
import unittest

ROOT = pathlib.Path(__file__).parents[1]
SUITES = "".join(f"deb http://deb.debian.org/{archive} {suite} main\n" for archive, suite in (
    ("debian", "bookworm"), ("debian", "bookworm-updates"), ("debian-security", "bookworm-security")))
# From the package's file to the last use, in processor time of dpkg or pip and of the uses: other work on the machine
# does not count.
MOST_SECONDS = 10
# Pages mount what a bare system has, and nothing of the machine's.
INSIDE = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
WRITABLE = ("work/", "root/.cache/ssdc", "proc/", "tmp/")


class Took(typing.NamedTuple):
    """Seconds."""
    elapsed: float = 0.0
    worked: float = 0.0  # of processors

    def __add__(self, other):
        return Took(self.elapsed + other.elapsed, self.worked + other.worked)

    def __str__(self):
        return f"{self.elapsed:.2f} s ({self.worked:.2f} s of processor time)"


class Machine:
    """A bare Debian in a folder."""

    def __init__(self, folder):
        self.folder, self.brought = folder, ()

    def call(self, *words, network=False):
        """Calls a program there, and returns what it says and what it Took."""
        apart = ["unshare", "--mount", "--pid", "--fork", *([] if network else ["--net"])]
        begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*apart, "sh", "-c", INSIDE, self.folder, "env", "-i", "HOME=/root", "LC_ALL=C.UTF-8",
                               "DEBIAN_FRONTEND=noninteractive", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", *words],
                              capture_output=True, text=True, timeout=900)
        if done.returncode != 0:
            raise AssertionError(f"{words} ended with {done.returncode}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        worked = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return done.stdout, Took(time.monotonic() - begin, worked)

    def fetch(self, *packages):
        self.call("apt-get", "install", "-y", "--no-install-recommends", "--download-only", *packages, network=True)

    def install(self, *packages):
        return self.call("apt-get", "install", "-y", "--no-install-recommends", *packages)[1]

    def bring(self, prefix):
        """Copies a Python of this machine, which keeps compiled modules in its own folder."""
        inside = prefix.relative_to("/")
        shutil.copytree(prefix, self.folder / inside, symlinks=True, ignore=shutil.ignore_patterns("test"))
        self.brought = (f"{inside}/",)

    def files(self):
        """Each file that is not part of what WRITABLE names or of what was brought, with its size and time of change."""
        found = {}
        for path in self.folder.rglob("*"):
            name = path.relative_to(self.folder).as_posix()
            if not path.is_dir() and not name.startswith(WRITABLE + self.brought):
                status = path.lstat()
                found[name] = (status.st_size, status.st_mtime_ns)
        return found


def bare(work):
    """A fresh copy of the bare Debian, which is made once."""
    base, machine = work / "bookworm", Machine(work / "machine")
    if not (work / "bookworm.made").exists():
        shutil.rmtree(base, ignore_errors=True)
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", base, "http://deb.debian.org/debian"], check=True,
                       stdout=subprocess.DEVNULL)
        (work / "bookworm.made").touch()
    shutil.rmtree(machine.folder, ignore_errors=True)
    subprocess.run(["cp", "-a", base, machine.folder], check=True)
    shutil.copy("/etc/resolv.conf", machine.folder / "etc/resolv.conf")
    (machine.folder / "etc/apt/sources.list").write_text(SUITES)
    (machine.folder / "work").mkdir()
    machine.call("apt-get", "update", network=True)
    return machine


def first_design():
    """The design of the front page."""
    return re.search(r"```ssd\n(// first\.ssd\n.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[1]


class Packages(unittest.TestCase):
    packages, pythons = None, []  # set by main()

    def setUp(self):
        self.machine = bare(self.packages / "check")
        (self.machine.folder / "work/first.ssd").write_text(first_design())

    def put(self, pattern):
        """Puts the package into the machine, and returns its path there."""
        package, = self.packages.glob(pattern)
        shutil.copy(package, self.machine.folder / "work")
        return f"/work/{package.name}"

    def uses(self, installed, *uses):
        """Calls what the uses say; prints how long each took. Returns what each said."""
        before, total, all_said = self.machine.files(), Took(), []
        for words in uses:
            said, took = self.machine.call(*words)
            total += took
            all_said.append(said)
            print(f"packages: {' '.join(words)}: {took}")
            if "run" in words:
                self.assertIn("9955 requests/s", said)
        print(f"packages: installed in {installed}, used in {total}")
        self.assertLessEqual((installed + total).worked, MOST_SECONDS)
        self.assertEqual(self.machine.files(), before)
        return all_said

    def has_pictures(self):
        for name in ("first.svg", "timing.svg"):
            self.assertIn("</svg>", (self.machine.folder / "work" / name).read_text())

    def pictures(self, program):
        """Two pictures that need different plug-ins of Graphviz."""
        yield program, "draw", "/work/first.ssd", "--view", "allocation", "-o", "/work/first.svg"
        yield program, "draw", "/work/first.ssd", "--view", "timing", "--requests", "200", "-o", "/work/timing.svg"

    def test_deb(self):
        package = self.put("ssdc_*.deb")
        self.machine.fetch(package)
        installed = self.machine.install(package)
        self.uses(installed, ("ssdc", "run", "/work/first.ssd"), *self.pictures("ssdc"))
        self.has_pictures()
        self.assertRegex(self.machine.call("ssdc", "run", "/work/first.ssd")[0], r"\(jit engine,.*; prebuilt,")
        for name in ("share/man/man1/ssdc-run.1", "share/bash-completion/completions/ssdc", "include/ssdc/ssd.hpp",
                     "lib/libssd.so", "lib/ssdc/engines.prebuilt", "share/doc/ssdc/docs/install.md"):
            self.assertTrue((self.machine.folder / "usr" / name).exists(), name)

    def test_wheel(self):
        self.machine.fetch("python3-venv")
        self.machine.install("python3-venv")
        self.wheels_for("python3", "cp311-cp311")

    def test_wheel_of_later_pythons(self):
        """In the bare Debian, with a copy of a Python of this machine, which needs no other packages."""
        for python in self.pythons:
            words = [python, "-c", "import sys; print(sys.base_prefix)"]
            prefix = pathlib.Path(subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip())
            with self.subTest(python=python):
                self.setUp()
                self.machine.bring(prefix)
                self.wheels_for(str(prefix / "bin/python3"), "cp312-abi3")

    def wheels_for(self, python, tags):
        """Installs the wheel into an environment of this Python and tries it; then the extra with the compiler."""
        self.put("ssdc_jit-*-py3-none-*.whl")
        wheel = self.put(f"ssdc-*-{tags}-*.whl")
        print(f"packages: {wheel} with {self.machine.call(python, '--version')[0].strip()}")
        self.machine.call(python, "-m", "venv", "/work/venv")
        installs = ("/work/venv/bin/pip", "install", "--no-index", "--find-links", "/work")
        program, inside = "/work/venv/bin/ssdc", ("/work/venv/bin/python", "-c")
        run = (program, "run", "/work/first.ssd")
        load = "import ssdc; first = ssdc.load('/work/first.ssd')['First']; "
        self.uses(self.machine.call(*installs, wheel)[1], run, *self.pictures(program),
                  (*inside, load + "print(first.draw().svg[:9])"))
        self.has_pictures()
        installed = self.machine.call(*installs, "ssdc[jit]")[1]
        prebuilt, compiled, listed, from_python = self.uses(
            installed, run, ("env", "SSDC_PREBUILT=", *run, "--engine", "jit", "--no-cache"),
            (program, "dump", "/work/first.ssd", "--stage", "ir"), (*inside, load + "print(first.run(engine='jit').json())"))
        self.assertRegex(prebuilt, r"\(jit engine,.*; prebuilt,")
        self.assertRegex(compiled, r"\(jit engine,.*; compiled in")
        self.assertIn("define", listed)
        self.assertEqual(json.loads(from_python)["host"]["engine"], "jit")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", required=True, type=pathlib.Path, help="the folder of the packages")
    parser.add_argument("--python", action="append", default=[], help="a CPython 3.12 or later to try wheels with; repeatable")
    parser.add_argument("kinds", nargs="+", choices=["deb", "wheel"])
    options = parser.parse_args()
    Packages.packages = options.packages.resolve()
    (Packages.packages / "check").mkdir(exist_ok=True)
    Packages.pythons = options.python
    names = [f"__main__.Packages.test_{kind}" for kind in options.kinds]
    if "wheel" in options.kinds and options.python:
        names.append("__main__.Packages.test_wheel_of_later_pythons")
    done = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromNames(names))
    raise SystemExit(not done.wasSuccessful())


if __name__ == "__main__":
    main()
