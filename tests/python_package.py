#!/usr/bin/env python3
"""Builds the Python package, installs it into a fresh virtual environment, and runs its tests (tests/python) there.

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
        f"--config-settings=build-dir={work}", "--config-settings=cmake.define.CMAKE_DISABLE_PRECOMPILE_HEADERS=ON",
        env={**os.environ, "PATH": f"{tools / 'bin'}:{os.environ['PATH']}"})
    wheel, = (work / "wheel").glob("*.whl")
    print(f"python_package: {wheel.name}: {wheel.stat().st_size:,} bytes")
    if wheel.stat().st_size > MOST_BYTES:
        raise SystemExit(f"python_package: a wheel has at most {MOST_BYTES:,} bytes")
    return wheel


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=pathlib.Path, help="the ssdc whose output the package must give, too")
    parser.add_argument("--work", required=True, type=pathlib.Path, help="the folder for the build, kept for the next call")
    options = parser.parse_args()
    if importlib.util.find_spec("ensurepip") is None:
        skip("Python has no venv (Debian: python3-venv)")
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    tools = tools_in(work)
    wheel = built_wheel(work, tools)
    fresh = work / "env-fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    run(sys.executable, "-m", "venv", "--without-pip", fresh)
    python = fresh / "bin/python"
    run(tools / "bin/pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps", wheel)
    package, = fresh.glob("lib/*/site-packages/ssdc")
    environment = {**os.environ, "SSDC_PROGRAM": str(options.program.resolve()), "SSDC_CACHE_DIR": str(work / "cache")}
    frames, = tools.glob("lib/*/site-packages")
    run(python, "-m", "unittest", "discover", "-s", ROOT / "tests/python", "-t", ROOT / "tests/python",
        env={**environment, "SSDC_FRAMES": str(frames)})
    run(sys.executable, ROOT / "tests/generic_only.py", "--program", package / "bin/ssdc", env=environment)
    run(tools / "bin/mypy", "--strict", "--cache-dir", work / "mypy", "--python-executable", python, package,
        ROOT / "tests/python/typed_use.py")


if __name__ == "__main__":
    main()
