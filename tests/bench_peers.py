#!/usr/bin/env python3
"""bench/compare_peers on programs that stand for MQSim, SSDsim and ssdc: they read the trace that they are given, and
write the results that a test tells them."""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from bench_tools import ROOT, Tools  # noqa: E402


def tool_as_module():
    loader = importlib.machinery.SourceFileLoader("compare_peers", str(ROOT / "bench" / "compare_peers"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    sys.modules[loader.name] = module  # where dataclasses look it up
    loader.exec_module(module)
    return module


# Other simulators and ssdc, which need a processor time of their own for each line of a trace, and which write what they
# are told to in place of the lines' number and the mean response.
FAKE_PEER = f"#!{sys.executable}" + r"""
import json, os, pathlib, sys, time
here = pathlib.Path(__file__)
if sys.argv[1:2] == ["build"]:
    made = pathlib.Path(sys.argv[sys.argv.index("-o") + 1])
    made.write_text(here.read_text())
    made.chmod(0o755)
    made.with_name("told").write_text((here.parent / "told").read_text())
    sys.exit()
told = json.loads((here.parent / "told").read_text())
lines = pathlib.Path("peer_trace" if "--trace" not in sys.argv else "trace").read_text().splitlines()
end = time.process_time() + told["seconds"] * len(lines)
while time.process_time() < end:
    pass
if told["code"]:
    print("it fell over", file=sys.stderr)
    sys.exit(told["code"])
reads = sum(line.endswith(" 1") for line in lines)
values = {"reads": reads, "programs": int((len(lines) - reads) * told["scale"]), "response": told["response"]}
pathlib.Path("work_scenario_1.xml" if "-w" in sys.argv else "results.json" if "-o" in sys.argv else "statistic10.dat").write_text(told["text"] % values)
"""
MQSIM_RESULTS = '<End_to_End_Request_Delay>%(response)d</End_to_End_Request_Delay> Issued_Flash_Read_CMD="%(reads)d" Issued_Flash_Program_CMD="%(programs)d" Issued_Flash_Erase_CMD="0"'
SSDSIM_RESULTS = "read count:     %(reads)d\nprogram count:    %(programs)d   words\nerase count:    0\nwrite request average response time: %(response)d\n"
SSDC_RESULTS = '{"flash": {"host_reads": %(reads)d, "host_programs": %(programs)d}, "response": {"mean_ns": %(response)d}, "write": {"mean_ns": %(response)d}}'


class Peers(Tools):
    def place(self, name, program, text, response, seconds=4e-7, scale=1, code=0):
        path = self.folder / name / program
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(FAKE_PEER)
        path.chmod(0o755)
        (path.parent / "told").write_text(json.dumps({"text": text, "response": response, "seconds": seconds, "scale": scale, "code": code}))

    def peers(self, *words):
        return self.call("compare_peers", self.folder / "build", "--rounds", 1, *words)

    def mqsim(self, **told):
        self.place("mqsim", "MQSim", MQSIM_RESULTS, **{"response": 500, **told})
        self.place("build/bin", "ssdc", SSDC_RESULTS, 500_000)
        return self.peers("--mqsim", self.folder / "mqsim")

    def test_figures_and_ratio(self):
        done = self.mqsim()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"MQSim / ssdc: [\d.]+ \([\d.]+ to [\d.]+\)")
        self.assertIn("page operations measured: MQSim 200,000, ssdc 200,000", done.stdout)
        self.assertIn("mean response: MQSim 500 us, ssdc 500 us, 0.00% apart", done.stdout)
        self.assertNotIn("SSDsim", done.stdout)

    def test_time_and_ratio_are_of_differences(self):
        tool = tool_as_module()
        pair = tool.Pair.__new__(tool.Pair)
        pair.peer, pair.folders = tool.MQSIM, ["short", "long"]
        pair.runs = {(side, place): [tool.Run(seconds, operations, 1000.0) for seconds in times] for side, place, operations, times in (
            (tool.PEER, "short", 100, (1.0, 1.1, 1.2)), (tool.PEER, "long", 1100, (5.0, 5.1, 6.2)),
            (tool.SSDC, "short", 100, (0.5, 0.5, 0.5)), (tool.SSDC, "long", 1100, (1.5, 1.0, 1.5)))}
        middle, each = pair.time(tool.PEER)
        self.assertAlmostEqual(middle, 4.0e6)
        self.assertEqual([round(value) for value in each], [4_000_000, 4_000_000, 5_000_000])
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            tool.print_pair(pair, 3)
        self.assertIn("MQSim 4 ms (4 ms to 5 ms), ssdc 1 ms (500 us to 1 ms)", said.getvalue())
        self.assertIn("MQSim / ssdc: 4.0 (4.0 to 8.0)", said.getvalue())

    def test_ssdsim_ends_with_code_1_and_has_a_line_more(self):
        self.place("ssdsim", "ssd", SSDSIM_RESULTS, 20_515)
        self.place("build/bin", "ssdc", SSDC_RESULTS, 20_515)
        done = self.peers("--ssdsim", self.folder / "ssdsim")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("page operations measured: SSDsim 120,000, ssdc 120,000", done.stdout)

    def test_work_that_is_not_equal(self):
        done = self.mqsim(scale=0.5)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"the work is not equal: 1\d\d,\d+ page operations of MQSim, 200,000 of ssdc")
        done = self.mqsim(response=520)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("the work is not equal: a mean response of 520 us of MQSim, 500 us of ssdc", done.stdout)

    def expect_failure(self, done, *texts):
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        for text in texts:
            self.assertIn(text, done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_what_is_not_there(self):
        self.place("build/bin", "ssdc", SSDC_RESULTS, 1)
        self.expect_failure(self.peers(), "give --mqsim DIR, --ssdsim DIR or both")
        self.expect_failure(self.peers("--mqsim", self.folder), "has no MQSim", "build MQSim with `make`", "or leave --mqsim out")
        self.expect_failure(self.peers("--ssdsim", self.folder), "has no SSDsim", "or leave --ssdsim out")

    def test_a_peer_that_fails(self):
        self.expect_failure(self.mqsim(code=3), "ended with 3", "it fell over")

    def test_a_peer_with_other_results(self):
        self.place("mqsim", "MQSim", "nothing", 500)
        self.place("build/bin", "ssdc", SSDC_RESULTS, 1)
        self.expect_failure(self.peers("--mqsim", self.folder / "mqsim"), "MQSim wrote results without", "docs/performance.md")


if __name__ == "__main__":
    unittest.main()
