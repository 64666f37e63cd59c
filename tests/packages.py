#!/usr/bin/env python3
"""Tries the packages of tools/package.sh as their users would: in a bare Debian 12 (debootstrap), into which nothing but
a package and what it depends on is put. Without a network it is installed, runs and draws the first design, from the
program and from Python. The installation adds what the lists of the packages say; the uses write no file but what they
were asked for and their cache. The licences of all that a package holds are there. Needs root, and a network for Debian's
own packages."""
import argparse
import csv
import json
import os
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
# From the package's file to the last use, in processor time of dpkg or pip and of the uses. On a machine with a core to
# spare the elapsed time must hold it, too; elsewhere it is that of the other work.
MOST_SECONDS = 10
# Pages mount what a bare system has, and nothing of the machine's.
INSIDE = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
WRITABLE = ("root/.cache/ssdc/", "proc/")  # a use's cache, and the system's own
ENVIRONMENT = "work/venv/"
# What Debian's own programs and packages write as they are installed: the lists and archives of dpkg and apt, logs,
# caches and registers, settings that a script copies into /etc, and the list that Graphviz keeps of its plug-ins.
KEPT_BY_DEBIAN = re.compile(r"var/(lib/(dpkg|apt|ucf|systemd|python|update-rc\.d)|cache/(apt|debconf|ldconfig|fontconfig)|log)/"
                            r"|etc/(ld\.so\.cache$|inputrc$|python3/debian_config$|alternatives/|fonts/conf\.d/)|usr/lib/[^/]+/graphviz/config6a$|run/")


class Took(typing.NamedTuple):
    """Seconds."""
    elapsed: float = 0.0
    worked: float = 0.0  # of processors

    def __add__(self, other):
        return Took(self.elapsed + other.elapsed, self.worked + other.worked)

    def __str__(self):
        return f"{self.elapsed:.2f} s ({self.worked:.2f} s of processor time)"


def too_slow(took, load, cores):
    """What of this Took is more than it may be on a machine with so many cores and this load before."""
    limits = {"processor time": took.worked, **({"elapsed time": took.elapsed} if load < cores else {})}
    return [f"{seconds:.2f} s of {name}, at most {MOST_SECONDS}" for name, seconds in limits.items() if seconds > MOST_SECONDS]


def touched(before, after):
    """The files that were added, changed or removed."""
    return sorted(name for name in {*before, *after} if before.get(name) != after.get(name))


def asked_for(uses):
    """The files that these calls are told to write."""
    return [words[words.index("-o") + 1].removeprefix("/") for words in uses if "-o" in words]


def needed_libraries(path):
    """The names of the shared libraries that this file says it needs: none unless it is a program or a library."""
    with path.open("rb") as file:
        if file.read(4) != b"\x7fELF":
            return set()
    said = subprocess.run(["readelf", "--dynamic", path], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", said))


def not_listed(before, after, listed):
    """The files that an installation added, changed or removed without being told by the lists of packages. A list has
    the module that bytecode comes from."""
    def is_listed(name):
        source = re.sub(r"__pycache__/([^/]+?)\.cpython-\d+(\.opt-\d)?\.pyc$", r"\1.py", name)
        return bool(KEPT_BY_DEBIAN.match(name)) or name in listed or source in listed
    return [name for name in touched(before, after) if not is_listed(name)]


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

    def files_of(self, package):
        """The paths of the files of this package of Debian, in this system."""
        paths = (self.folder / name.removeprefix("/") for name in self.call("dpkg", "--listfiles", package)[0].splitlines())
        return [path for path in paths if path.is_symlink() or path.is_file()]

    def control_of(self, package, field):
        return self.call("dpkg-query", "--show", f"--showformat=${{{field}}}", package)[0]

    def listed_by_debian(self):
        """The files of all packages of Debian that are installed. /bin, /lib and /sbin are links into /usr."""
        lists = (self.folder / "var/lib/dpkg/info").glob("*.list")
        names = {line.removeprefix("/") for found in lists for line in found.read_text().splitlines()}
        return names | {f"usr/{name}" for name in names if name.startswith(("bin/", "lib", "sbin/"))}

    def listed_by_pip(self):
        """The files of all packages in the environment."""
        names = set()
        for record in (self.folder / ENVIRONMENT).glob("lib/*/site-packages/*.dist-info/RECORD"):
            folder = record.parents[1]
            names.update(os.path.relpath(folder / row[0], self.folder) for row in csv.reader(record.open()))
        return names


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
    packages, pythons, jit = None, [], True  # set by main()

    def setUp(self):
        self.machine = bare(self.packages / "check")
        (self.machine.folder / "work/first.ssd").write_text(first_design())

    def put(self, pattern):
        """Puts the package into the machine, and returns its path there."""
        package, = self.packages.glob(pattern)
        shutil.copy(package, self.machine.folder / "work")
        return f"/work/{package.name}"

    def installed(self, install, listed):
        """Installs, and returns what that Took. It touches only what the packages list afterwards."""
        before = self.machine.files()
        took = install()
        self.assertEqual(not_listed(before, self.machine.files(), listed()), [])
        return took

    def uses(self, installed, load, *uses):
        """Calls what the uses say; prints how long each took. Returns what each said. The load is that before the
        installation, which took so long."""
        before, total, all_said = self.machine.files(), Took(), []
        for words in uses:
            said, took = self.machine.call(*words)
            total += took
            all_said.append(said)
            print(f"packages: {' '.join(words)}: {took}")
            if "run" in words:
                self.assertIn("9955 requests/s", said)
        print(f"packages: installed in {installed}, used in {total}; load {load:.1f} on {os.cpu_count()} cores")
        self.assertEqual(too_slow(installed + total, load, os.cpu_count()), [])
        self.assertEqual(touched(before, self.machine.files()), sorted(asked_for(uses)))
        return all_said

    def has_licences(self, folder, libraries, *compiled_in):
        """The folder, of a package that has these libraries, has the licence of each, and of the packages whose code is
        compiled in."""
        contents = (folder / "CONTENTS").read_text()
        for owner in (line.split()[0] for line in contents.splitlines()):
            texts = [path.read_text() for path in (folder / owner).iterdir()]
            self.assertRegex("\n".join(texts), r"(?i)copyright", owner)
        self.assertEqual([name for name in libraries if name.removeprefix("lib/ssdc/") not in contents], [])
        for package in ("nlohmann-json3-dev", *compiled_in):
            self.assertRegex(contents, rf"(?m)^{package} \S+: compiled in$")

    def has_pictures(self):
        for name in ("first.svg", "timing.svg"):
            self.assertIn("</svg>", (self.machine.folder / "work" / name).read_text())

    def pictures(self, program):
        """Two pictures that need different plug-ins of Graphviz."""
        yield program, "draw", "/work/first.ssd", "--view", "allocation", "-o", "/work/first.svg"
        yield program, "draw", "/work/first.ssd", "--view", "timing", "--requests", "200", "-o", "/work/timing.svg"

    def test_deb(self):
        package, load = self.put("ssdc_*.deb"), os.getloadavg()[0]
        self.machine.fetch(package)
        installed = self.installed(lambda: self.machine.install(package), self.machine.listed_by_debian)
        self.assertFalse((self.machine.folder / "usr/bin/python3").exists(), "the program needs no Python")
        self.uses(installed, load, ("ssdc", "run", "/work/first.ssd"), *self.pictures("ssdc"))
        self.has_pictures()
        self.assertRegex(self.machine.call("ssdc", "run", "/work/first.ssd")[0], r"\(jit engine,.*; prebuilt,")
        self.dependencies_are_those_of_libraries("ssdc")
        self.states_its_size("ssdc")
        for name in ("share/man/man1/ssdc-run.1", "share/bash-completion/completions/ssdc", "include/ssdc/ssd.hpp",
                     "lib/libssd.so", "lib/ssdc/engines.prebuilt", "share/doc/ssdc/docs/install.md"):
            self.assertTrue((self.machine.folder / "usr" / name).exists(), name)
        documentation = self.machine.folder / "usr/share/doc/ssdc"
        self.assertIn("Apache License", (documentation / "copyright").read_text())
        copies = [f"lib/ssdc/{path.name}" for path in (self.machine.folder / "usr/lib/ssdc").glob("*.so.*")]
        self.assertGreater(len(copies), 0, "the package brings libraries")
        self.has_licences(documentation / "licences", copies, r"llvm-\d+-dev", "nanobind")
        self.png_of_deb()

    def dependencies_are_those_of_libraries(self, package):
        """That none is missing shows where the package is used."""
        files = [path for path in self.machine.files_of(package) if not path.is_symlink()]
        needed = set().union(*map(needed_libraries, files))
        depends = [re.match(r"[^ (|]+", one)[0] for one in self.machine.control_of(package, "Depends").split(", ")]
        self.assertEqual([name for name in depends if needed.isdisjoint(path.name for path in self.machine.files_of(name))], [],
                         f"the package depends on these, and needs no library of theirs; it needs {sorted(needed)}")

    def states_its_size(self, package):
        """In KiB, as Debian's policy counts it."""
        files = [path for path in self.machine.files_of(package) if not path.is_symlink()]
        self.assertEqual(f"Installed-Size: {self.machine.control_of(package, 'Installed-Size')}",
                         f"Installed-Size: {sum(-(-path.stat().st_size // 1024) for path in files)}")

    def png_of_deb(self):
        """With Debian's Graphviz, which the package recommends."""
        draw = ("ssdc", "draw", "/work/first.ssd", "-o", "/work/first.png")
        with self.assertRaisesRegex(AssertionError, r"E0516.*Debian: libgvc6"):
            self.machine.call(*draw)
        self.machine.fetch("libgvc6")
        self.machine.install("libgvc6")
        self.machine.call(*draw)
        self.assertEqual((self.machine.folder / "work/first.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_deb_with_python(self):
        """With Debian's Python, which the package recommends, in one installation."""
        wanted, load = (self.put("ssdc_*.deb"), "python3"), os.getloadavg()[0]
        self.machine.fetch(*wanted)
        installed = self.installed(lambda: self.machine.install(*wanted), self.machine.listed_by_debian)
        inside = ("python3", "-c")
        load_first = "import ssdc; first = ssdc.load('/work/first.ssd')['First']; "
        *_, drawn = self.uses(installed, load, ("ssdc", "run", "/work/first.ssd"), *self.pictures("ssdc"),
                              (*inside, load_first + "print(first.draw().svg)"))
        engine, command = self.uses(Took(), load, (*inside, load_first + "print(first.run(engine='jit').json())"),
                                    ("python3", "-m", "ssdc", "run", "/work/first.ssd"))
        self.assertEqual(json.loads(engine)["host"]["engine"], "jit")
        self.assertIn("</svg>", drawn)
        self.assertIn("; prebuilt,", command)
        version = self.machine.call(*inside, "import importlib.metadata, ssdc; print(ssdc.__version__ == importlib.metadata.version('ssdc'))")[0]
        self.assertEqual(version, "True\n")
        self.assertEqual(self.machine.control_of("ssdc", "Recommends"), "libgvc6, python3 (>= 3.11~), python3 (<< 3.12~)")
        self.machine.call("dpkg", "--remove", "ssdc")
        self.assertEqual(list(self.machine.folder.glob("usr/lib/python3/dist-packages/ssdc*")), [])

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
        wheel = self.put(f"ssdc-*-{tags}-*.whl")
        print(f"packages: {wheel} with {self.machine.call(python, '--version')[0].strip()}")
        self.machine.call(python, "-m", "venv", "/work/venv")
        program, inside = "/work/venv/bin/ssdc", ("/work/venv/bin/python", "-c")
        run = (program, "run", "/work/first.ssd")
        load_first = "import ssdc; first = ssdc.load('/work/first.ssd')['First']; "
        self.uses(*self.pip(wheel), run, *self.pictures(program), (*inside, load_first + "print(first.draw().svg[:9])"))
        self.has_pictures()
        self.wheel_has_licences("ssdc", "nanobind")
        if self.jit:
            self.put("ssdc_jit-*-py3-none-*.whl")
            prebuilt, compiled, listed, from_python = self.uses(
                *self.pip("ssdc[jit]"), run, ("env", "SSDC_PREBUILT=", *run, "--engine", "jit", "--no-cache"),
                (program, "dump", "/work/first.ssd", "--stage", "ir"), (*inside, load_first + "print(first.run(engine='jit').json())"))
            self.assertRegex(prebuilt, r"\(jit engine,.*; prebuilt,")
            self.assertRegex(compiled, r"\(jit engine,.*; compiled in")
            self.assertIn("define", listed)
            self.assertEqual(json.loads(from_python)["host"]["engine"], "jit")
            self.wheel_has_licences("ssdc_jit", r"llvm-\d+-dev")

    def pip(self, package):
        """Installs the package without a network; returns what that Took, and the load before."""
        load = os.getloadavg()[0]
        words = ("/work/venv/bin/pip", "install", "--no-index", "--find-links", "/work", package)
        return self.installed(lambda: self.machine.call(*words)[1], self.machine.listed_by_pip), load

    def wheel_has_licences(self, name, *compiled_in):
        folder, = (self.machine.folder / "work/venv").glob(f"lib/*/site-packages/{name}-*.dist-info/licenses")
        self.assertIn("Apache License", (folder / "LICENSE").read_text())
        libraries = [path.relative_to(folder.parents[1]).as_posix() for path in folder.parents[1].glob(f"{name}.libs/*")]
        self.assertGreater(len(libraries), 0, f"{name} brings libraries")
        self.has_licences(folder, libraries, *compiled_in)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", required=True, type=pathlib.Path, help="the folder of the packages")
    parser.add_argument("--debian-python", action="store_true", help="try the wheel of Debian's Python")
    parser.add_argument("--jit", action="store_true", help="try the extra with the compiler, too")
    parser.add_argument("--python", action="append", default=[], help="a CPython 3.12 or later to try wheels with; repeatable")
    parser.add_argument("kinds", nargs="+", choices=["deb", "wheel"])
    options = parser.parse_args()
    Packages.packages = options.packages.resolve()
    (Packages.packages / "check").mkdir(exist_ok=True)
    Packages.pythons, Packages.jit = options.python, options.jit
    tests = {"test_deb": "deb" in options.kinds, "test_deb_with_python": "deb" in options.kinds, "test_wheel": "wheel" in options.kinds and options.debian_python,
             "test_wheel_of_later_pythons": "wheel" in options.kinds and options.python}
    names = [f"__main__.Packages.{name}" for name, wanted in tests.items() if wanted]
    done = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromNames(names))
    raise SystemExit(not done.wasSuccessful())


if __name__ == "__main__":
    main()
