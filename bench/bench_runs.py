"""Runs of ssd_bench and what they measured, for bench/report and bench/compare: names without what only says how often something ran, every
repetition's counters, and errors that say what to do."""
import json
import os
import pathlib
import re
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "release"
# The engine's calls, in bench/engine_time.cpp.
TOGGLE = "ssd_bench_engine_call"


class Failed(Exception):
    """What went wrong, with a way out; the command says it and ends."""


def plain(name):
    """Without `/iterations:1/manual_time` and the like, which is how a benchmark is run."""
    return re.sub(r"/(iterations|repeats|min_time):[^/]+|/(manual|real|process)_time", "", name)


def last_lines(text, count=5):
    return "\n".join("  " + line for line in text.strip().splitlines()[-count:])


def parse(text, source):
    """What a run printed as JSON, behind whatever else it said."""
    begin = text.find("{")
    try:
        return json.loads(text[begin:] if begin >= 0 else text)["benchmarks"]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise Failed(f"{source} printed no benchmark results ({error}); is it a build of ssd_bench? It said:\n{last_lines(text)}") from None


def numbers_of(benchmark):
    """Counters, and times in ns, which Google Benchmark gives in the benchmark's unit."""
    unit = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[benchmark.get("time_unit", "ns")]
    found = {key: value for key, value in benchmark.items() if isinstance(value, (int, float)) and not isinstance(value, bool)}
    found["cpu_time"] *= unit
    found["real_time"] *= unit
    # Where a benchmark says what its time is, that; else the processor's.
    found["time"] = found["real_time"] if "/manual_time" in benchmark["name"] else found["cpu_time"]
    return found


def call(program, *words, short=False, prefix=()):
    """The benchmarks' results, a dictionary a repetition, by plain name; what they said beside them."""
    environment = {key: value for key, value in os.environ.items() if key != "SSDC_BENCH"}
    if short:
        environment["SSDC_BENCH"] = "short"
    try:
        done = subprocess.run([*prefix, str(program), "--benchmark_format=json", *words], capture_output=True, text=True, env=environment)
    except OSError as error:
        raise Failed(f"{program} does not start: {error.strerror}; build it with `cmake --build DIRECTORY --target ssd_bench`") from None
    if done.returncode != 0:
        how = f"was ended by signal {-done.returncode}" if done.returncode < 0 else f"ended with code {done.returncode}"
        raise Failed(f"{program} {how}; it said:\n{last_lines(done.stderr or done.stdout)}")
    if "Failed to match any benchmarks" in done.stdout + done.stderr:
        asked = next((word.split("=", 1)[1] for word in words if word.startswith("--benchmark_filter=")), "")
        raise Failed(f"no benchmark of {program} has a name like {asked!r}; `{program} --benchmark_list_tests` lists them")
    runs = {}
    for benchmark in parse(done.stdout, program):
        if benchmark.get("run_type") == "aggregate":
            continue
        if benchmark.get("error_occurred"):
            raise Failed(f"{plain(benchmark['name'])} of {program} failed: {benchmark.get('error_message', 'it does not say why')}")
        runs.setdefault(plain(benchmark.get("run_name", benchmark["name"])), []).append(numbers_of(benchmark))
    return runs, done.stderr


class Measured:
    """The medians of all repetitions."""

    def __init__(self, runs):
        self.runs = runs

    def __contains__(self, name):
        return name in self.runs

    def __call__(self, name, counter):
        if name not in self.runs:
            raise Failed(f"there is no benchmark {name}; bench/targets.py names one that bench/*.cpp has not")
        values = [run[counter] for run in self.runs[name] if counter in run]
        return statistics.median(values) if values else None


CALLGRIND = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")


def collected(said):
    """What callgrind counted."""
    found = re.search(r"Collected : (\d+)", said)
    if not found:
        raise Failed(f"callgrind did not say what it counted; it said:\n{last_lines(said)}")
    return int(found[1])


def by_callgrind(program, name):
    """What a benchmark measures at its short size, the engine's instructions a host page counted by callgrind: the same each time. Nothing if the
    benchmark calls no engine."""
    words = f"--benchmark_filter=^{re.escape(name)}(/iterations.*)?$"
    try:
        runs, said = call(program, words, short=True, prefix=(*CALLGRIND, f"--toggle-collect={TOGGLE}"))
    except Failed as failed:
        raise Failed(f"counting instructions of {name}: {failed}") from None
    run = runs[name][0]
    if not collected(said):
        return None
    return {**run, "instructions_per_host_page": collected(said) / run["host_pages"]}


def names_of(program, pattern, short):
    """The benchmarks that a filter means."""
    environment = {**os.environ, "SSDC_BENCH": "short" if short else ""}
    done = subprocess.run([str(program), "--benchmark_list_tests", f"--benchmark_filter={pattern}"], capture_output=True, text=True, env=environment)
    names = [plain(line) for line in done.stdout.splitlines() if line and " " not in line]
    if done.returncode != 0 or not names:
        raise Failed(f"no benchmark of {program} has a name like {pattern!r}; `{program} --benchmark_list_tests` lists them")
    return names
