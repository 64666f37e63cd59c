#!/usr/bin/env python3
"""What tools/package.sh does before it builds, and how tests/packages.py and tools/packages/licences.py judge: without a
network and without root. The script runs in a copy of its folder, where programs of this test stand for those that build."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tools/packages"))
import licences
import packages

BUILDS = "#!/bin/sh\necho building\nexit {}\n"
DEBIAN_PACKAGE, WHEEL = 3, 5  # how the script ends when these programs fail: cmake, and the Python of the wheels
NO_NETWORK = "#!/bin/sh\necho 'uv: no network' >&2\nexit 2\n"
# A Python of this version, as uv installs it.
BRINGS = """#!/bin/sh
[ "$*" = "python install --no-bin 3.12" ] || exit 4
mkdir -p "$UV_PYTHON_INSTALL_DIR/cpython-3.12.9-linux/bin"
printf '#!/bin/sh\\n' > "$UV_PYTHON_INSTALL_DIR/cpython-3.12.9-linux/bin/python"
chmod +x "$UV_PYTHON_INSTALL_DIR/cpython-3.12.9-linux/bin/python"
"""


class Script(unittest.TestCase):
    """tools/package.sh on a machine without pyenv, on whose path only the programs of this test build something."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "tools").mkdir()
        (self.folder / "bin").mkdir()
        for name in ("package.sh", "setup.sh", "versions.env"):
            shutil.copy(ROOT / "tools" / name, self.folder / "tools")
        for name, code in (("cmake", DEBIAN_PACKAGE), ("python3.11", WHEEL)):
            self.put(name, BUILDS.format(code))
        for minor in (12, 13, 14):
            self.put(f"python3.{minor}", "#!/bin/sh\nexit 1\n")
        self.put("uv", NO_NETWORK)

    def put(self, name, text):
        program = self.folder / "bin" / name
        program.write_text(text)
        program.chmod(0o755)

    def call(self, *words):
        environment = {"SSDC_NO_SETUP": "1", "HOME": str(self.folder), "PATH": f"{self.folder / 'bin'}:/usr/bin:/bin"}
        return subprocess.run(["bash", self.folder / "tools/package.sh", *words], env=environment, capture_output=True, text=True)

    def test_without_a_later_python_it_ends_before_it_builds_and_says_what_to_do(self):
        for words in ((), ("wheel",), ("wheel", "deb"), ("wheel", "--python", "3.13")):
            done = self.call(*words)
            self.assertEqual(done.returncode, 1, words)
            self.assertNotIn("building", done.stdout)
            version = words[-1] if words[-1:] == ("3.13",) else "3.12"
            for way_out in (f"`pyenv install {version}`", f"`uv python install {version}`", "--python 3.11"):
                self.assertIn(way_out, done.stderr)

    def test_the_debian_package_and_the_wheel_for_debians_python_need_none(self):
        for first, words in ((DEBIAN_PACKAGE, ("deb",)), (WHEEL, ("wheel", "--python", "3.11")),
                             (DEBIAN_PACKAGE, ("deb", "wheel", "--python", "3.11"))):
            done = self.call(*words)
            self.assertEqual(done.returncode, first, (words, done.stderr))
            self.assertNotIn("uv:", done.stderr)

    def test_uv_brings_one(self):
        self.put("uv", BRINGS)
        done = self.call("wheel")
        self.assertEqual(done.returncode, WHEEL, done.stderr)
        self.assertTrue((self.folder / "build/packages/pythons").is_dir())

    def test_one_that_is_there_is_taken_first(self):
        self.put("python3.13", "#!/bin/sh\n")
        done = self.call("wheel")
        self.assertEqual(done.returncode, WHEEL, done.stderr)
        self.assertNotIn("uv:", done.stderr)

    def test_unknown_words(self):
        for words in (("rpm",), ("--python",), ("--python", "2.7")):
            done = self.call(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("package: ", done.stderr)


class Judge(unittest.TestCase):
    """What tests/packages.py accepts of a use."""

    def test_processor_time_counts_always_and_elapsed_time_on_an_idle_machine(self):
        slow, busy = packages.Took(elapsed=30, worked=4), packages.Took(elapsed=30, worked=11)
        self.assertEqual(packages.too_slow(packages.Took(9, 9), load=0, cores=2), [])
        self.assertEqual(packages.too_slow(slow, load=2, cores=2), [])
        self.assertEqual(len(packages.too_slow(slow, load=1.9, cores=2)), 1)
        self.assertEqual(len(packages.too_slow(busy, load=9, cores=2)), 1)
        self.assertEqual(len(packages.too_slow(busy, load=0, cores=2)), 2)

    def test_a_use_writes_what_it_is_asked_for(self):
        self.assertEqual(packages.asked_for([("ssdc", "run", "/a.ssd"), ("ssdc", "draw", "/a.ssd", "-o", "/work/a.svg")]), ["work/a.svg"])
        before, after = {"a": (1, 1), "b": (1, 1), "c": (1, 1)}, {"a": (1, 1), "b": (1, 2), "d": (1, 1)}
        self.assertEqual(packages.touched(before, after), ["b", "c", "d"])

    def test_a_file_that_no_list_has_is_found(self):
        before = {"usr/bin/sh": (1, 1), "etc/hosts": (2, 2), "var/lib/dpkg/status": (3, 3), "etc/passwd": (4, 4)}
        after = {"usr/bin/sh": (1, 1), "etc/hosts": (2, 9), "var/lib/dpkg/status": (3, 9), "usr/bin/ssdc": (5, 5),
                 "usr/lib/python3/dist-packages/ssdc/__pycache__/x.cpython-311.pyc": (6, 6), "usr/share/stray": (7, 7)}
        listed = {"usr/bin/ssdc", "usr/lib/python3/dist-packages/ssdc/x.py"}
        self.assertEqual(packages.not_listed(before, after, listed), ["etc/hosts", "etc/passwd", "usr/share/stray"])


@unittest.skipUnless(shutil.which("dpkg-query"), "only Debian has its packages")
class Licences(unittest.TestCase):
    def test_names_of_libraries_in_wheels(self):
        for name, original in (("libfmt-4f700944.so.9.1.0", "libfmt.so.9.1.0"), ("libexpat-ssdc-035d8970.so.1", "libexpat.so.1"),
                               ("libglib-2-a2ff5e2b.0-ssdc.so.0", "libglib-2.0.so.0"), ("libpcre2-8-19c62625.so.0.11.2", "libpcre2-8.so.0.11.2")):
            self.assertEqual(licences.ADDED.sub("", name), original)

    def test_a_library_without_a_package_is_an_error(self):
        with tempfile.NamedTemporaryFile(suffix=".so") as library, self.assertRaisesRegex(SystemExit, "no package of Debian"):
            licences.owners_of({"x.libs/libx.so": pathlib.Path(library.name)})

    def test_licences_of_debians_libraries(self):
        texts = licences.texts_of(licences.owners_of({"x.libs/libgvc.so.6": licences.library_of_system("libgvc-c8044645.so.6")}))
        self.assertRegex(texts["CONTENTS"].decode(), r"^libgvc6 \S+: x\.libs/libgvc\.so\.6\n$")
        self.assertIn(b"Eclipse Public License", texts["libgvc6/copyright"])


if __name__ == "__main__":
    unittest.main()
