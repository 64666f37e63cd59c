#!/usr/bin/env python3
"""Puts the Python package into a fresh virtual environment, and runs its tests (tests/python) there: the module for a
build of ssdc that exists (--build), wheels that exist (--wheels; tools/package.sh), or a wheel that pip builds.

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

ROOT = pathlib.Path(__file__).parents[1]
PACKAGE = ROOT / "tools/python"
REQUIREMENTS = ROOT / "tests/python/requirements.txt"
MOST_BYTES = 10_000_000  # of the wheel
SKIPPED = 77
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


def built_wheel(work, tools):
    shutil.rmtree(work / "wheel", ignore_errors=True)
    # ccache finds nothing for what depends on a precompiled header of another build folder.
    run(tools / "bin/pip", "wheel", PACKAGE, "--quiet", "--no-build-isolation", "--no-deps", "--wheel-dir", work / "wheel",
        f"--config-settings=build-dir={work / 'build'}", "--config-settings=cmake.define.CMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
        env={**os.environ, "PATH": f"{tools / 'bin'}:{os.environ['PATH']}"})
    wheel, = (work / "wheel").glob("*.whl")
    print(f"python_package: {wheel.name}: {wheel.stat().st_size:,} bytes")
    if wheel.stat().st_size > MOST_BYTES:
        raise SystemExit(f"python_package: a wheel has at most {MOST_BYTES:,} bytes")
    return wheel


def put_module(work, tools, build, python, packages):
    """Builds the module alone, for the library of the build, and puts the package into the environment of this Python."""
    core = work / "core"
    run("cmake", "-S", PACKAGE / "core", "-B", core, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DSSDC_BUILD={build}",
        f"-DPython_EXECUTABLE={tools / 'bin/python'}", f"-Dnanobind_DIR={said(tools / 'bin/python', '-m', 'nanobind', '--cmake_dir')}",
        *(["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []), stdout=subprocess.DEVNULL)
    run("cmake", "--build", core)
    run("cmake", "--install", core, "--component", "python", "--prefix", packages, stdout=subprocess.DEVNULL)
    shutil.copytree(PACKAGE / "ssdc", packages / "ssdc", dirs_exist_ok=True)
    program = python.with_name("ssdc")  # as pip makes it
    program.write_text(f"#!{python}\nfrom ssdc._program import main\nmain()\n")
    program.chmod(0o755)


def fresh_environment(work):
    """Its Python, and its folder of packages."""
    fresh = work / "env-fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    run(sys.executable, "-m", "venv", "--without-pip", fresh)
    packages, = fresh.glob("lib/*/site-packages")
    return fresh / "bin/python", packages


def check(python, packages, tools, work, program, tests):
    package = packages / "ssdc"
    environment = {**os.environ, "SSDC_PROGRAM": str(program or package / "bin/ssdc"), "SSDC_CACHE_DIR": str(work / "cache")}
    frames, = tools.glob("lib/*/site-packages")
    run(python, "-m", "unittest", *(tests or ["discover"]), cwd=ROOT / "tests/python", env={**environment, "SSDC_FRAMES": str(frames)})
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
    python, packages = fresh_environment(work)
    if options.build:
        put_module(work, tools, options.build.resolve(), python, packages)
    else:
        wheels = options.wheels or [built_wheel(work, tools)]
        run(tools / "bin/pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps", *wheels)
    check(python, packages, tools, work, options.program and options.program.resolve(), options.tests)


if __name__ == "__main__":
    main()
