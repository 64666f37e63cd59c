#!/usr/bin/env python3
"""Installs the Python package into a fresh virtual environment with pip, as a user does and without a network, and runs its
tests (tests/python) there: a wheel of the module for a build of ssdc that exists (--build), wheels that exist (--wheels;
tools/package.sh), or a wheel of a build of its own. SSDC_SLICE=n (tools/test.sh) takes the modules of tests in ALWAYS, and one
n-th of the other tests.

The packages that build and check it come from PyPI, into an environment that is kept for the next call. Where PyPI
cannot be reached, or Python has no `venv`, the test is skipped with a message (exit code 77)."""
import argparse
import hashlib
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tools"))
import slices

PACKAGE = ROOT / "tools/python"
REQUIREMENTS = ROOT / "tests/python/requirements.txt"
MOST_BYTES = 10_000_000  # of the wheel
SKIPPED = 77
# Modules that take seconds each, and call most of the package.
ALWAYS = ("test_files", "test_commands", "test_frames", "test_report", "test_traces")
# What pip says where there is no network.
NO_NETWORK = ("NewConnectionError", "ConnectTimeoutError", "ReadTimeoutError", "ProxyError", "name resolution")


def skip(why):
    print(f"python_package: skipped: {why}")
    sys.exit(SKIPPED)


def run(*words, **how):
    print("+", *words, flush=True)
    subprocess.run([str(word) for word in words], check=True, **how)


def said(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout.strip()


def tools_in(work):
    """The environment with what builds and checks the package, as the pinned versions say."""
    wanted = [*tomllib.loads((PACKAGE / "pyproject.toml").read_text())["build-system"]["requires"], *REQUIREMENTS.read_text().split()]
    digest = hashlib.sha256(" ".join([sys.version, *wanted]).encode()).hexdigest()
    tools = work / "env-tools"
    mark = tools / digest
    if mark.exists():
        return tools
    shutil.rmtree(tools, ignore_errors=True)
    run(sys.executable, "-m", "venv", tools)
    done = subprocess.run([tools / "bin/pip", "install", "--quiet", *wanted], capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stdout + done.stderr)
        if any(sign in done.stderr for sign in NO_NETWORK):
            skip("PyPI cannot be reached")
        raise SystemExit("python_package: the pinned packages cannot be installed")
    mark.touch()
    return tools


def make_wheel(work, tools, folder, *settings):
    """The wheel that pip makes of the package with these settings of scikit-build-core, in this folder of `work`."""
    shutil.rmtree(work / "wheel", ignore_errors=True)
    run(tools / "bin/pip", "wheel", PACKAGE, "--quiet", "--no-build-isolation", "--no-deps", "--wheel-dir", work / "wheel",
        *(f"--config-settings={setting}" for setting in (f"build-dir={work / folder}", *settings)),
        env={**os.environ, "PATH": f"{tools / 'bin'}:{os.environ['PATH']}"})
    wheel, = (work / "wheel").glob("*.whl")
    print(f"python_package: {wheel.name}: {wheel.stat().st_size:,} bytes")
    return wheel


def built_wheel(work, tools):
    """A wheel that needs no other build, but libraries of this machine."""
    # ccache finds nothing for what depends on a precompiled header of another build folder.
    wheel = make_wheel(work, tools, "build", "cmake.define.CMAKE_DISABLE_PRECOMPILE_HEADERS=ON")
    if wheel.stat().st_size > MOST_BYTES:
        raise SystemExit(f"python_package: a wheel has at most {MOST_BYTES:,} bytes")
    return wheel


def wheel_of(build, work, tools):
    """A wheel with the module for the library of this build, and with its program."""
    return make_wheel(work, tools, "core", f"cmake.source-dir={PACKAGE / 'core'}", f"cmake.define.SSDC_BUILD={build}",
                      "build.targets=ssdc_python;ssdc_python_stub",
                      *(["cmake.define.CMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []))


def installed(work, wheels):
    """The Python of a fresh environment with these wheels, and its folder of packages."""
    fresh = work / "env-fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    run(sys.executable, "-m", "venv", fresh)
    run(fresh / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", *wheels)
    packages, = fresh.glob("lib/*/site-packages")
    return fresh / "bin/python", packages


def chosen_tests(python, environment):
    """All tests, or the part that SSDC_SLICE selects."""
    listing = ("import unittest\ndef tests(of):\n  for each in of:\n    if isinstance(each, unittest.TestSuite): tests(each)\n"
               "    else: print(each.id())\ntests(unittest.defaultTestLoader.discover('.'))")
    names = subprocess.run([python, "-c", listing], check=True, capture_output=True, text=True, cwd=ROOT / "tests/python",
                           env=environment).stdout.split()
    others = sorted(name for name in names if name.partition(".")[0] not in ALWAYS)
    part = slices.part(others, "tests", lambda cases: f"tests/python_package.py … --tests {' '.join(cases)}")
    return ["discover"] if part is others else [*ALWAYS, *part]


def check(python, packages, tools, work, program, tests):
    package = packages / "ssdc"
    environment = {**os.environ, "SSDC_PROGRAM": str(program or package / "bin/ssdc"), "SSDC_CACHE_DIR": str(work / "cache")}
    frames, = tools.glob("lib/*/site-packages")
    environment["SSDC_FRAMES"] = str(frames)
    run(python, "-m", "unittest", *(tests or chosen_tests(python, environment)), cwd=ROOT / "tests/python", env=environment)
    run(python, ROOT / "bench/python_calls", "--rounds", "1", env=environment)
    if said(python, "-c", "import ssdc; print(ssdc.has_compiler())") == "False":
        run(sys.executable, ROOT / "tests/generic_only.py", "--program", package / "bin/ssdc", env=environment)
    run(tools / "bin/mypy", "--strict", "--cache-dir", work / "mypy", "--python-executable", python, package,
        ROOT / "tests/python/typed_use.py")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, help="the ssdc whose output the package must give, too (default: its own)")
    parser.add_argument("--work", required=True, type=pathlib.Path, help="the folder for the build, kept for the next call")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--build", type=pathlib.Path, help="the build of ssdc for whose library the module is built")
    source.add_argument("--wheels", nargs="+", type=pathlib.Path, help="the wheels to install")
    parser.add_argument("--tests", nargs="+", default=[], help="only these, as unittest names them (test_runs)")
    options = parser.parse_args()
    if importlib.util.find_spec("ensurepip") is None:
        skip("Python has no venv (Debian: python3-venv)")
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    tools = tools_in(work)
    wheels = [wheel_of(options.build.resolve(), work, tools)] if options.build else options.wheels or [built_wheel(work, tools)]
    python, packages = installed(work, wheels)
    check(python, packages, tools, work, options.program and options.program.resolve(), options.tests)


if __name__ == "__main__":
    main()
