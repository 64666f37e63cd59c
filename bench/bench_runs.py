"""Runs ssd_bench, ssdc and other programs for the tools of bench/, and reads their results: plain names of benchmarks,
the counters of every repetition, processor time, and errors that say what to do."""
import json
import os
import pathlib
import re
import resource
import shlex
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "release"
# The function of bench/engine_time.cpp that calls the engine.
TOGGLE = "ssd_bench_engine_call"


class Failed(Exception):
    """An error with its remedy; the command prints it and ends."""


def plain(name):
    """The name without `/iterations:1/manual_time` and the like, which only describe how the benchmark is run."""
    return re.sub(r"/(iterations|repeats|min_time):[^/]+|/(manual|real|process)_time", "", name)


def last_lines(text, count=5):
    return "\n".join("  " + line for line in text.strip().splitlines()[-count:])


def parse(text, source):
    """The JSON that a run printed, after any other output."""
    begin = text.find("{")
    try:
        return json.loads(text[begin:] if begin >= 0 else text)["benchmarks"]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise Failed(f"{source} printed no benchmark results ({error}); is it a build of ssd_bench? It said:\n{last_lines(text)}") from None


def numbers_of(benchmark):
    """The counters, and the times in ns; Google Benchmark gives times in the benchmark's unit."""
    unit = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[benchmark.get("time_unit", "ns")]
    found = {key: value for key, value in benchmark.items() if isinstance(value, (int, float)) and not isinstance(value, bool)}
    found["cpu_time"] *= unit
    found["real_time"] *= unit
    # The time that the benchmark defines, if it does; otherwise processor time.
    found["time"] = found["real_time"] if "/manual_time" in benchmark["name"] else found["cpu_time"]
    return found


def call(program, *words, short=False, prefix=()):
    """Returns the benchmarks' results by plain name (a list with one dictionary per repetition), and the output on
    stderr."""
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
    """Gives the medians over all repetitions."""

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
CACHEGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def collected(said):
    """The number of instructions that callgrind counted."""
    found = re.search(r"Collected : (\d+)", said)
    if not found:
        raise Failed(f"callgrind did not say what it counted; it said:\n{last_lines(said)}")
    return int(found[1])


def instructions_of(words):
    """The number of instructions of a whole process. cachegrind counts what callgrind would, in half the time."""
    done = subprocess.run([*CACHEGRIND, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failed(f"`{' '.join(words)}` ended with {done.returncode} under valgrind; it said:\n{last_lines(done.stderr, 12)}")
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    if not found:
        raise Failed(f"cachegrind did not say what it counted; it said:\n{last_lines(done.stderr)}")
    return int(found[1].replace(",", ""))


def by_callgrind(program, name):
    """The counters of a benchmark in its short form, with the engine's instructions per host page as callgrind counts
    them, which is the same number each time. None if the benchmark does not call the engine."""
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
    """The names of the benchmarks that match a filter."""
    environment = {**os.environ, "SSDC_BENCH": "short" if short else ""}
    done = subprocess.run([str(program), "--benchmark_list_tests", f"--benchmark_filter={pattern}"], capture_output=True, text=True, env=environment)
    names = [plain(line) for line in done.stdout.splitlines() if line and " " not in line]
    if done.returncode != 0 or not names:
        raise Failed(f"no benchmark of {program} has a name like {pattern!r}; `{program} --benchmark_list_tests` lists them")
    return names


def program_of(build, name):
    path = pathlib.Path(build)
    if path.is_dir():
        path = path / "bin" / name
    if not path.is_file() or not os.access(path, os.X_OK):
        raise Failed(f"{build} has no {name}: there is no program {path}; give a build directory (`cmake --build {build} --target {name}`), or the program itself")
    return path.resolve()


def order(number):
    """The order of two sides in a round: A B, then B A, and so on, so that a drift affects both equally."""
    return (0, 1) if number % 2 == 0 else (1, 0)


def processor_time(words, *, good=(0,), limit=None, **options):
    """Runs a process; returns the seconds of processor time (user and system) that it took, and what it said on
    stderr. `good` are the exit codes of success, `limit` is how many seconds it may take by the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", timeout=limit, **options)
    except OSError as error:
        raise Failed(f"{words[0]} does not start: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise Failed(f"`{shlex.join(words)}` did not end within {limit} s") from None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in good:
        raise Failed(f"`{shlex.join(words)}` ended with {done.returncode}; it said:\n{last_lines(done.stderr, 12)}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stderr


def build_program(ssdc, design, program):
    """`ssdc build`."""
    words = [str(ssdc), "build", str(design), "-o", str(program), "--quiet"]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed(f"`{' '.join(words)}` ended with {done.returncode}; it said:\n{last_lines(done.stderr, 12)}")


def time_text(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def page_operations(results):
    """Of `--only ftl` the document has `page_reads`, of other runs `host_reads`."""
    flash = results["flash"]
    return sum(flash.get(key, 0) for key in ("host_reads", "page_reads", "host_programs", "collection_reads", "collection_programs", "erases"))
