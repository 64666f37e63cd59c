"""Ctrl-C and the end of Python, in processes of their own: each long call raises soon after the signal, gives its work up,
and the process ends as usual, whatever its threads do. Bounds are in processor time, so that a busy machine does not
matter."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

import drives

FRAMES = pathlib.Path(os.environ["SSDC_FRAMES"])
HERE = pathlib.Path(__file__).parent
MOST = 1.0  # seconds of processor time
LONGEST = 600  # seconds that a process may take on a busy machine; it would take hours without an interrupt
BEGIN = f"""
import json, os, pathlib, resource, signal, sys, threading, time
sys.path.append({str(FRAMES)!r})
import drives, ssdc
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
file = ssdc.loads(drives.ENDLESS + 'workload Open {{ requests: 100_000_000  write: 50%  size: 4KiB  address: uniform  interval: 1us }}')
drive = file["Drive"]
def busy():  # processor time, without that of processes that are not waited for
    return time.process_time()
def interrupted(call, after):
    "Calls it, sends an interrupt once so much processor time was used, and prints how much was used from then on."
    sent = []
    def interrupt():
        begin = busy()
        while busy() - begin < after:
            time.sleep(0.02)
        sent.append(busy())
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=interrupt, daemon=True).start()
    try:
        call()
    except KeyboardInterrupt:
        print(json.dumps([sent[0], busy()]), flush=True)
        return
    raise SystemExit("it ended before the interrupt" if not sent else "it ended without KeyboardInterrupt")
"""
# Calls that would take minutes or more, and what they need: the first line is the call.
CALLS = {
    "run": ("drive.run('Endless')", ""),
    "run, requests made": ("drive.run('Open', requests=100_000_000)", ""),
    "run again": ("r.requests()", "r = drive.run('Endless', requests=4_000_000)"),
    "File.requests": ("file.requests('Open')", ""),
    "dry_run": ("ssdc.dry_run(points, 'Points')", ""),
    "sweep": ("ssdc.sweep(points, 'Points', progress=False, jobs=2)", ""),
    "sweep, requests made": ("ssdc.sweep(points, 'Long', progress=False, jobs=1)", ""),
    "draw_run": ("drive.draw_run('Endless', 'heat')", ""),
}
POINTS = """
ways = ", ".join(f"{i / 1000}%" for i in range(20_000, 60_000))
points = ssdc.loads(drives.SMALL + "param part: ratio = 30%\\nworkload Open { requests: 100_000_000  write: part  size: 4KiB  address: uniform  interval: 1us }\\n"
  "workload Parts { requests: 100  write: part  size: 4KiB  address: uniform  interval: 1ms }\\n"
  "experiment Points { only: ftl  vary design: [Drive]  vary workload: [Parts]  vary part: [" + ways + "]  measure waf }\\n"
  "experiment Long { vary design: [Drive]  vary workload: [Open]  measure waf }")
"""

# Calls whose data is large: their time grows with it.
LARGE = """
import polars, tempfile
folder = pathlib.Path(tempfile.mkdtemp(dir=sys.argv[1]))
r = drive.run("Endless", requests=1_000_000, request_times=True, timeline=True)
frame = r.requests().to_polars().select("time", "op", "offset", "size").sort("time")
ssdc.save_trace(frame, folder / "t.csv")
trace = ssdc.load_trace(folder / "t.csv")
calls = {
    "requests": lambda: (setattr(r, "_requests", None), r.requests()),  # as the first call
    "requests_csv": r.requests_csv,
    "blame": r.blame,
    "timeline": lambda: r.timeline(folder / "timeline"),
    "a frame as trace": lambda: drive.run(trace=frame, fold="modulo", closed=4, requests=1000),
    "save_trace": lambda: ssdc.save_trace(frame, folder / "u.csv"),
    "load_trace": lambda: ssdc.load_trace(folder / "t.csv"),
    "records": trace.records,
    "save": lambda: trace.save(folder / "u.csv.gz"),
}
"""
STALLS = LARGE + """
stall = [0.0]  # the most processor time of the process between two steps of another thread
def tick():
    last = busy()
    while True:
        time.sleep(0.001)
        now = busy()
        stall[0], last = max(stall[0], now - last), now
threading.Thread(target=tick, daemon=True).start()
for name, call in calls.items():
    time.sleep(0.05)
    stall[0], begin = 0.0, busy()
    call()
    took = busy() - begin
    time.sleep(0.05)
    print(json.dumps([name, took, stall[0]]))
"""
LARGE_INTERRUPTED = LARGE + """
for name, call in calls.items():
    print(json.dumps(name))
    interrupted(call, 0.05)
"""
DASK = """
import dask.distributed
client = dask.distributed.Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None)
interrupted(lambda: ssdc.sweep(drives.ENDLESS + "experiment E { vary design: [Drive, Other]  vary workload: [Endless]  seeds: 4  measure waf }", executor=client, progress=False), 1)
print("end")
"""


def python(text, *words):
    """The process that ran the text, and the processor time that it took in all."""
    begin = os.times()
    done = subprocess.run([drives.PYTHON, "-W", "ignore", "-c", BEGIN + text, *words], cwd=HERE, capture_output=True, text=True, timeout=LONGEST)
    end = os.times()
    return done, end.children_user + end.children_system - begin.children_user - begin.children_system


class Interrupts(unittest.TestCase):
    def assert_ends(self, call, before="", after=0.5):
        """The call raises within the bound, and so does the process end."""
        done, whole = python(f"{before}\ninterrupted(lambda: {call}, {after})")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        sent, raised = json.loads(done.stdout)
        print(f"{call}: raised after {raised - sent:.2f} s of processor time, and the process ended after {whole - raised:.2f} s more")
        self.assertLess(raised - sent, MOST)
        self.assertLess(whole - raised, MOST)

    def test_calls_that_make_something(self):
        for name, (call, before) in CALLS.items():
            with self.subTest(call=name):
                self.assert_ends(call, (POINTS if "points" in call else "") + before)

    def test_calls_with_large_data(self):
        with tempfile.TemporaryDirectory() as folder:
            done, whole = python(LARGE_INTERRUPTED, folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual([path.name for path in pathlib.Path(folder).glob("*/*")], ["t.csv"])  # no part of another file
        said = list(map(json.loads, done.stdout.splitlines()))
        for name, (sent, raised) in zip(said[::2], said[1::2], strict=True):
            print(f"{name}: raised after {raised - sent:.2f} s of processor time")
            with self.subTest(call=name):
                self.assertLess(raised - sent, MOST)
        self.assertLess(whole - said[-1][1], MOST)


class Lock(unittest.TestCase):
    def test_other_threads_go_on(self):
        """Calls hold Python's lock only while they make Python's objects."""
        with tempfile.TemporaryDirectory() as folder:
            done, _ = python(STALLS, folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for name, took, stall in map(json.loads, done.stdout.splitlines()):
            print(f"{name}: {took:.2f} s of processor time, of which another thread waits {stall:.3f} s at a time")
            with self.subTest(call=name):
                self.assertLess(stall, max(took / 4, 0.15))


class End(unittest.TestCase):
    def assert_quiet(self, text):
        done, _ = python(text)
        self.assertEqual((done.returncode, done.stderr, done.stdout), (0, "", "end\n"))

    def test_threads_inside_calls(self):
        """Daemon threads run, make requests, repeat short calls, and are in a function that a run calls."""
        for name, call in {"run": "drive.run('Endless')", "requests": "file.requests('Open')", "short": "[file['Drive'].hash for _ in iter(int, 1)]",
                           "none": "[time.sleep(0.001) for _ in iter(int, 1)]", "progress": "drive.run('Endless', progress=lambda stage, share: time.sleep(0.001))"}.items():
            with self.subTest(thread=name):
                self.assert_quiet(f"""
for _ in range(3):
    threading.Thread(target=lambda: {call}, daemon=True).start()
time.sleep(0.7)
print("end")""")

    @unittest.skipUnless((FRAMES / "distributed").exists(), "needs the package distributed")
    def test_a_client_of_dask_with_threads(self):
        """A sweep is interrupted, and the client is not closed."""
        done, _ = python(DASK)
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "end"), done.stderr)
        self.assertNotIn("terminate", done.stderr)


if __name__ == "__main__":
    unittest.main()
