#!/usr/bin/env python3
"""Kinds of runs in experiments: overloaded ones, runs of traces that are sorted, and runs without a clock."""
import csv
import json

import called_program
import experiments


class Kinds(called_program.CalledProgram):
    def assertFine(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_an_overloaded_run_stays_marked_when_it_comes_from_the_journal(self):
        design = self.write("x.ssd", experiments.DRIVE + "experiment E { vary design: [A]  vary workload: [W]  vary gap: [1us, 1ms]  measure response.mean }\n")
        plain = self.call("run", f"{design}:A", "--workload", "W", "-D", "gap=1us")
        self.assertIn("note      overload: ", plain.stdout)
        first = self.call("run", f"{design}:E")
        self.assertIn("2 of 2 runs done, 1 overloaded\n", first.stdout)
        self.assertRegex(first.stdout, r"\n  1us +[\d.]+  \*\n  1ms +[\d.]+\n  \* overload: requests arrive faster")
        files = {name: self.read(f"E.results/{name}") for name in ("results.csv", "results.json", "report.html")}
        again = self.call("run", f"{design}:E")
        self.assertEqual(again.stdout, first.stdout)
        self.assertEqual({name: self.read(f"E.results/{name}") for name in files}, files)
        late = [run["overload"] for run in json.loads(self.read("E.results/results.json"))["runs"]]
        self.assertGreater(late[0], 1_000_000)
        self.assertIsNone(late[1])

    def test_a_workload_that_sorts_its_trace_runs_as_with_the_option(self):
        self.write("t.txt", "1000 0 0 8 0\n900000 0 8 8 0\n800000 0 16 8 1\n1900000 0 24 8 0\n")
        text = experiments.DRIVE + experiments.TRACED.replace("vary workload: [T, W]", "vary workload: [T]")
        self.assertIn("E0420", self.call("run", self.write("plain.ssd", text) + ":E", "-o", "plain").stderr)
        self.assertFine(self.call("run", self.path("plain.ssd") + ":E", "-o", "option", "--sort-trace"))
        self.assertFine(self.call("run", self.write("key.ssd", text.replace("format: ssdsim", "format: ssdsim  sort: true")) + ":E", "-o", "key"))
        self.assertEqual(self.read("key/results.csv"), self.read("option/results.csv"))
        self.assertIn("1 request arrived before the request ahead: the trace is sorted (`sort: true`)", json.loads(self.read("key/results.json"))["notes"][0]["text"])

    def numbers(self, folder):
        """Of each run its point and what is measured."""
        return [(row["point"], row["write_amplification"], row["erases"]) for row in csv.DictReader(self.read(f"{folder}/results.csv").splitlines())]

    def test_runs_without_a_clock_count_as_whole_runs_do_and_have_their_own_keys(self):
        text = experiments.DRIVE.replace("design A { ", "design A { allocation: static channel > chip > die > plane  ") + "experiment E { vary design: [A]  vary workload: [W]  vary ways: [1, 2]  measure waf, erases }\n"
        whole = self.call("run", self.write("x.ssd", text) + ":E", "-o", "r")
        self.assertFine(whole)
        whole_numbers = self.numbers("r")
        fast = self.call("run", self.write("x.ssd", text.replace("measure", "only: ftl  measure")) + ":E", "-o", "r")
        self.assertFine(fast)
        self.assertIn("E: 2 points without a clock, 2 of 2 runs done", fast.stdout)
        self.assertEqual(self.numbers("r"), whole_numbers)
        self.assertEqual(len(experiments.runs_of(self.read("r/journal"))), 4)
        results = json.loads(self.read("r/results.json"))
        self.assertEqual(results["experiment"]["only"], "ftl")
        self.assertIsNone(results["runs"][0]["values"]["response.mean"])
        self.assertIsNone(results["runs"][0]["values"]["read.count"])
        self.assertEqual(results["runs"][0]["values"]["flash.erases"], 0)


if __name__ == "__main__":
    called_program.main(__doc__)
