#!/usr/bin/env python3
"""Proves that a sweep by Dask gives the bytes of `ssdc run`, also after kills, and measures what it costs.

    SSDC_PROGRAM=…/ssdc python tests/python/dask_proof.py --points 100000

needs the package `ssdc` and `distributed`. A LocalCluster of two processes is a process of its own, and so is the
client, so that each can be killed:
1. `ssdc run` makes all points of a toy experiment without a clock;
2. a sweep by Dask makes them with a worker killed by -9 after a quarter of the runs and the client after half of them;
   another client goes on, and its `results.csv` must be that of the first step, byte for byte;
3. a sweep by Dask makes them undisturbed. The overhead is the processor time that all processes of the cluster and the
   client take during the call of `ssdc.sweep`, beyond that of the first step: also that of the workers when they import
   the package. Starting and stopping cluster and client takes seconds whatever they run, and one time differs from the
   next by a second; it is told, but does not count.
Exits with 1 if bytes differ, nothing was left to resume, or the overhead is above --most."""
import argparse
import importlib.util
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

WORKERS = 2
EXPERIMENT = "Toy"
TEXT = """param part: ratio = 50%
param far: ratio = 50%
param length: int = 4000
design Drive {{ geometry {{ channels: 1  chips: 1  dies: 1  planes: 1  blocks: 64  pages: 32  page: 4KiB }} }}
workload Writes {{ requests: length  write: part  size: 4KiB  address: hotspot(far: 80%)  interval: 1ms }}
experiment Toy {{
  only: ftl
  vary part: [{parts}]
  vary far: [{fars}]
  vary length: [{lengths}]
  measure waf, erases.stddev
}}
"""
LEAST_LENGTH, STEP = 4000, 10  # requests
# What Dask's processes do all the time, whether they work or not: by default 0.11 s of processor time a second for two
# workers, so 0.02 s.
QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.scheduler.work-stealing": False,
    "distributed.scheduler.active-memory-manager.start": False,
}


def text_of(points):
    """An experiment of about that many points; all differ."""
    parts, fars = min(100, max(1, points // 40)), 10
    lengths = max(1, round(points / parts / fars))

    def listed(values):
        return ", ".join(values)

    return TEXT.format(parts=listed(f"{100 - i * 0.5}%" for i in range(parts)), fars=listed(f"{5 + i}%" for i in range(fars)),
                       lengths=listed(str(LEAST_LENGTH + STEP * i) for i in range(lengths)))


def ends_with_parent():
    """The process ends when its standard input closes: nobody else would end it if the proof is killed."""
    sys.stdin.read()


def processor_time_of(process):
    """Seconds that a process has taken so far, to a hundredth."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def be_cluster(options):
    import dask
    import distributed

    dask.config.set(QUIET)
    with distributed.LocalCluster(n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0) as cluster:
        with distributed.Client(cluster) as client:
            workers = list(client.run(os.getpid).values())
        options.told.with_suffix(".part").write_text(json.dumps({"address": cluster.scheduler_address, "scheduler": os.getpid(), "workers": workers}))
        os.replace(options.told.with_suffix(".part"), options.told)
        ends_with_parent()


def be_client(options):
    import dask
    import distributed
    import ssdc
    from ssdc import _workers

    dask.config.set(QUIET)
    if options.batch is not None:
        _workers._SECONDS = _workers._GUESSED_SECONDS = options.batch
    cluster = json.loads(options.told.read_text())
    told = {"runs": 0}

    def progress(done, failed, runs, share):
        told["runs"] = runs

    def spent():
        return [time.process_time(), *map(processor_time_of, [cluster["scheduler"], *cluster["workers"]])]

    with distributed.Client(cluster["address"]) as client:
        before = spent() if options.measure else []
        found = ssdc.sweep(options.file, EXPERIMENT, executor=client, folder=options.folder, progress=progress)
        told["spent"] = [end - begin for begin, end in zip(before, spent() if options.measure else [], strict=True)]
    status = pathlib.Path("/proc/self/status").read_text()
    told["peak_kib"] = int(status.partition("VmHWM:")[2].split()[0])
    told["partial"] = found.partial
    print(json.dumps(told))


def started(role, options, **more):
    if options.batch is not None:
        more["batch"] = options.batch
    words = [sys.executable, "-W", "ignore", __file__, "--role", role, *(f"--{name}={value}" for name, value in more.items())]
    return subprocess.Popen(words, stdin=subprocess.PIPE if role == "cluster" else None, stdout=subprocess.PIPE if role == "client" else None, text=True)


class Cluster:
    """The process of a cluster. `seconds`: after its end, the processor time of it and its workers."""

    def __init__(self, options, folder):
        self.told = folder / "cluster.json"
        self.told.unlink(missing_ok=True)
        self.process = started("cluster", options, told=self.told)

    def __enter__(self):
        while not self.told.exists():
            if self.process.poll() is not None:
                raise SystemExit("dask_proof: the cluster did not start")
            time.sleep(0.05)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        _, _, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = 0
        self.seconds = usage.ru_utime + usage.ru_stime

    def kill_a_worker(self):
        os.kill(json.loads(self.told.read_text())["workers"][0], signal.SIGKILL)


def processor_time(process):
    """Waits for the end. Returns seconds, and whether it ended well."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, process.returncode == 0


def kept_runs(folder):
    """How many runs the journal in a folder has."""
    journal = folder / "journal"
    return journal.read_bytes().count(b"\n") - 1 if journal.exists() else 0


def made_by_the_program(options, file, folder):
    done = subprocess.Popen([options.program, "run", f"{file}:{EXPERIMENT}", "-o", folder, "--quiet", "--jobs", str(WORKERS)], stdout=subprocess.DEVNULL)
    begin = time.monotonic()
    seconds, well = processor_time(done)
    if not well:
        raise SystemExit("dask_proof: ssdc run failed")
    return {"seconds": seconds, "elapsed": time.monotonic() - begin, "csv": (folder / "results.csv").read_bytes()}


def wait_for(runs, folder, client):
    while kept_runs(folder) < runs:
        if client.poll() is not None:
            raise SystemExit(f"dask_proof: the client ended before {runs} runs were made")
        time.sleep(0.02)


def made_with_kills(options, file, folder, runs):
    """Returns what the second client tells."""
    with Cluster(options, file.parent) as cluster:
        client = started("client", options, told=cluster.told, file=file, folder=folder)
        wait_for(runs // 4, folder, client)
        cluster.kill_a_worker()
        wait_for(runs // 2, folder, client)
        client.kill()
        client.communicate()
        kept = kept_runs(folder)
        print(f"killed a worker after {runs // 4:,} runs and the client with {kept:,} of {runs:,} runs in the journal", flush=True)
        second = started("client", options, told=cluster.told, file=file, folder=folder)
        told, _ = second.communicate()
        if second.returncode != 0:
            raise SystemExit("dask_proof: the second client failed")
    return {**json.loads(told), "kept": kept}


def made_undisturbed(options, file, folder):
    """Returns processor times, and what the client tells."""
    begin = time.monotonic()
    with Cluster(options, file.parent) as cluster:
        client = started("client", options, told=cluster.told, file=file, folder=folder, measure=1)
        told = client.stdout.read()
        seconds, well = processor_time(client)
        if not well:
            raise SystemExit("dask_proof: the client failed")
    return {**json.loads(told), "client": seconds, "cluster": cluster.seconds, "elapsed": time.monotonic() - begin}


def prove(options, work):
    file = work / "toy.ssd"
    file.write_text(text_of(options.points))
    alone = made_by_the_program(options, file, work / "alone")
    runs = alone["csv"].count(b"\n") - 1
    print(f"ssdc run: {runs:,} points, {alone['seconds']:.1f} s of processor time, {alone['elapsed']:.1f} s", flush=True)
    faults = [] if options.only == "overhead" else survive_kills(options, work, file, runs, alone["csv"])
    faults += [] if options.only == "kills" else measure(options, work, file, alone)
    print("equal bytes" if not faults else "\n".join(faults))
    return not faults


def survive_kills(options, work, file, runs, csv):
    resumed = made_with_kills(options, file, work / "killed", runs)
    print(f"the second client made {resumed['runs']:,} runs; its peak memory was {resumed['peak_kib'] / 1024:,.0f} MiB", flush=True)
    faults = []
    if (work / "killed/results.csv").read_bytes() != csv:
        faults.append("results.csv after the kills differs from that of ssdc run")
    if not 0 < resumed["runs"] < runs or resumed["runs"] > runs - resumed["kept"]:
        faults.append(f"the second client made {resumed['runs']} runs, with {resumed['kept']} of {runs} in the journal")
    return faults


def measure(options, work, file, alone):
    """The medians of the rounds, each with a call of `ssdc run` and a sweep by Dask."""
    faults, alone_seconds, dask_seconds = [], [alone["seconds"]], []
    for number in range(options.rounds):
        if number != 0:
            alone_seconds.append(made_by_the_program(options, file, work / f"alone-{number}")["seconds"])
        whole = made_undisturbed(options, file, work / f"whole-{number}")
        client, scheduler, *workers = whole["spent"]
        dask_seconds.append(sum(whole["spent"]))
        print(f"Dask undisturbed: {dask_seconds[-1]:.2f} s of processor time in the sweep (client {client:.2f} s, scheduler {scheduler:.2f} s, "
              f"workers {sum(workers):.2f} s), {whole['elapsed']:.1f} s with start and stop, which took {whole['client'] + whole['cluster'] - dask_seconds[-1]:.1f} s "
              f"of processor time; the client's peak memory was {whole['peak_kib'] / 1024:,.0f} MiB; ssdc run took {alone_seconds[-1]:.2f} s", flush=True)
        if (work / f"whole-{number}/results.csv").read_bytes() != alone["csv"]:
            faults.append("results.csv of the undisturbed sweep differs from that of ssdc run")
    here, there = statistics.median(alone_seconds), statistics.median(dask_seconds)
    print(f"overhead: {there - here:.2f} s of {here:.2f} s, {there / here - 1:.1%} (median of {options.rounds})", flush=True)
    if there / here - 1 > options.most:
        faults.append(f"the overhead is above {options.most:.0%}")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=100_000)
    parser.add_argument("--most", type=float, default=0.10, help="the most overhead, as a share of the processor time of ssdc run")
    parser.add_argument("--rounds", type=int, default=1, help="how often the overhead is measured; the medians count")
    parser.add_argument("--only", choices=("kills", "overhead"), help="only this part of the proof")
    parser.add_argument("--batch", type=float, help="seconds of a batch, instead of those of the package: for few points")
    parser.add_argument("--program", default=os.environ.get("SSDC_PROGRAM", "ssdc"))
    parser.add_argument("--role", choices=("cluster", "client"), help=argparse.SUPPRESS)
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    for name in ("told", "file", "folder"):
        parser.add_argument(f"--{name}", type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.role:
        return {"cluster": be_cluster, "client": be_client}[options.role](options)
    if importlib.util.find_spec("distributed") is None:
        raise SystemExit("dask_proof: it needs the package `distributed`")
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(0 if prove(options, pathlib.Path(folder)) else 1)


if __name__ == "__main__":
    main()
