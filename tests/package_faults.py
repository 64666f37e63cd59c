#!/usr/bin/env python3
"""Spoils the packages of tools/package.sh in one thing at a time, and requires that tests/packages.py fails on each and
names what is wrong. Needs what that needs: root, and a network for Debian's own packages. It takes about a minute a fault."""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import time
import typing
import zipfile

CHECK = pathlib.Path(__file__).with_name("packages.py")
OF_DEBIANS_PYTHON, WITH_COMPILER, DEBIAN = "ssdc-*-cp311-*.whl", "ssdc_jit-*.whl", "ssdc_*.deb"


def one(tree, pattern):
    found, = tree.glob(pattern)
    return found


def without(pattern):
    def spoil(tree):
        path = one(tree, pattern)
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return spoil


def changed(pattern, form, to):
    """Replaces what the regular expression matches, once."""
    def spoil(tree):
        path = one(tree, pattern)
        text, count = re.subn(form, to, path.read_text(), count=1, flags=re.M)
        assert count == 1, (pattern, form)
        path.write_text(text)
    return spoil


class Fault(typing.NamedTuple):
    name: str
    package: str
    spoil: typing.Callable
    says: str  # what the check must say, as a regular expression


CONTROL = "DEBIAN/control"
FAULTS = (
    Fault("wheel without the standard library", OF_DEBIANS_PYTHON, without("ssdc/share/ssdc/stdlib"), r"share/ssdc/stdlib"),
    Fault("wheel without a library", OF_DEBIANS_PYTHON, without("ssdc.libs/libcgraph-*"), r"libcgraph-"),
    Fault("wheel without the licence of a library", OF_DEBIANS_PYTHON, without("*.dist-info/licenses/libgvc6"), r"licenses/libgvc6"),
    Fault("wheel whose CONTENTS lacks a library", OF_DEBIANS_PYTHON, changed("*.dist-info/licenses/CONTENTS", r"^libgvc6 .*\n", ""), r"ssdc\.libs/libgvc-"),
    Fault("wheel whose CONTENTS lacks what is compiled in", OF_DEBIANS_PYTHON, changed("*.dist-info/licenses/CONTENTS", r"^nanobind .*\n", ""), r"nanobind"),
    Fault("wheel without its own licence", OF_DEBIANS_PYTHON, without("*.dist-info/licenses/LICENSE"), r"licenses/LICENSE"),
    Fault("wheel that needs another project", OF_DEBIANS_PYTHON,
          changed("*.dist-info/METADATA", r"^(Requires-Python:.*)", r"\1\nRequires-Dist: numpy"), r"numpy"),
    Fault("wheel that writes where it should not", OF_DEBIANS_PYTHON, changed("ssdc/__init__.py", r"\Z", "\nopen('/var/stray', 'w').close()\n"), r"var/stray"),
    Fault("wheel that leaves a file in /tmp", OF_DEBIANS_PYTHON, changed("ssdc/__init__.py", r"\Z", "\nopen('/tmp/stray', 'w').close()\n"), r"tmp/stray"),
    Fault("wheel without the extra", OF_DEBIANS_PYTHON, changed("*.dist-info/METADATA", r"^Requires-Dist: ssdc[-_]jit.*\n", ""), r"ssdc\[jit\]"),
    Fault("compiler without engines", WITH_COMPILER, without("ssdc_jit/lib/ssdc/engines.prebuilt"), r"prebuilt"),
    Fault("compiler without its library", WITH_COMPILER, without("ssdc_jit/lib/libssdc-*"), r"jit"),
    Fault("Debian package without the standard library", DEBIAN, without("usr/share/ssdc/stdlib"), r"std/nand"),
    Fault("Debian package without a dependency", DEBIAN, changed(CONTROL, r"libcgraph6, ", ""), r"libcgraph\.so\.6"),
    Fault("Debian package with a needless dependency", DEBIAN, changed(CONTROL, r"libcgraph6, ", "libcgraph6, media-types, "), r"media-types"),
    Fault("Debian package that needs Python", DEBIAN, changed(CONTROL, r"libcgraph6, ", "libcgraph6, python3, "), r"needs no Python"),
    Fault("Debian package that recommends another Python", DEBIAN, changed(CONTROL, r"python3 \(<< 3\.12~\)", "python3 (<< 3.13~)"), r"3\.13~"),
    Fault("Debian package without its copy of a library", DEBIAN, without("usr/lib/ssdc/libgvc.so.6"), r"libgvc\.so\.6"),
    Fault("Debian package without the licence of a copy", DEBIAN, without("usr/share/doc/ssdc/licences/libgvc6"), r"licences/libgvc6"),
    Fault("Debian package that does not recommend Graphviz", DEBIAN, changed(CONTROL, r"libgvc6, python3 ", "python3 "), r"libgvc6"),
    Fault("Debian package of a wrong size", DEBIAN, changed(CONTROL, r"^(Installed-Size: )", r"\g<1>1"), r"Installed-Size"),
    Fault("Debian package without the licence of what is linked in", DEBIAN, without("usr/share/doc/ssdc/licences/llvm-*-dev"), r"licences/llvm-\d+-dev"),
    Fault("Debian package without its own licence", DEBIAN, without("usr/share/doc/ssdc/copyright"), r"ssdc/copyright"),
    Fault("Debian package whose script writes where it should not", DEBIAN, changed("DEBIAN/postinst", r"\Z", "touch /etc/stray\n"), r"etc/stray"),
    Fault("Debian package without the Python package", DEBIAN, without("usr/lib/python3/dist-packages/ssdc"), r"No module named 'ssdc'"),
    Fault("Debian package without engines", DEBIAN, without("usr/lib/ssdc/engines.prebuilt"), r"prebuilt"),
)


def spoil_wheel(wheel, fault, work):
    tree = work / "tree"
    with zipfile.ZipFile(wheel) as old:
        for item in old.infolist():
            path = pathlib.Path(old.extract(item, tree))
            if not item.is_dir():
                path.chmod(item.external_attr >> 16)
    fault.spoil(tree)
    with zipfile.ZipFile(wheel, "w") as new:
        for path in sorted(tree.rglob("*")):
            new.write(path, path.relative_to(tree))


def spoil_deb(package, fault, work):
    tree = work / "tree"
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    fault.spoil(tree)
    subprocess.run(["dpkg-deb", "--build", "--root-owner-group", "-Znone", tree, package], check=True, stdout=subprocess.DEVNULL)


def judged(fault, packages, work):
    """What tests/packages.py says of the spoilt package; empty if it passes."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    (work / "check").symlink_to(packages / "check")
    for pattern in {fault.package, *(() if fault.package == DEBIAN else (OF_DEBIANS_PYTHON, WITH_COMPILER))}:
        shutil.copy(one(packages, pattern), work)
    package = one(work, fault.package)
    (spoil_deb if fault.package == DEBIAN else spoil_wheel)(package, fault, work)
    words = ["deb"] if fault.package == DEBIAN else ["--debian-python", "--jit", "wheel"]
    done = subprocess.run([sys.executable, CHECK, "--packages", work, *words], capture_output=True, text=True)
    shutil.rmtree(work)
    return done.stdout + done.stderr if done.returncode != 0 else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", required=True, type=pathlib.Path, help="the folder of the packages, which tests/packages.py accepts")
    parser.add_argument("--only", nargs="+", default=[], help="faults whose names contain one of these")
    options = parser.parse_args()
    packages = options.packages.resolve()
    chosen = [fault for fault in FAULTS if not options.only or any(part in fault.name for part in options.only)]
    survivors = 0
    for fault in chosen:
        begin = time.monotonic()
        said = judged(fault, packages, packages / "spoilt")
        # Names in the output of a failed check, not in the lines of what went well.
        failure = said[said.find("\nERROR: ") if "\nERROR: " in said else said.find("\nFAIL: "):] if said else ""
        named = re.search(rf"^.*({fault.says}).*$", failure, re.M)
        survivors += named is None
        verdict = f"found: {named[0].strip()[-160:]}" if named else "FAILS WITHOUT NAMING IT:\n" + said[-3000:] if said else "NOT FOUND"
        print(f"package_faults: {fault.name}: {time.monotonic() - begin:.0f} s, {verdict}", flush=True)
    print(f"package_faults: {len(chosen) - survivors} of {len(chosen)} faults are found and named")
    raise SystemExit(survivors > 0 or not chosen)


if __name__ == "__main__":
    main()
