#!/usr/bin/env python3
"""What a run of an experiment depends on beside its design and its workload: if that changes, the run is done again."""
import called_program
import experiments


class Keys(called_program.CalledProgram):
    def run_all(self, text):
        """Runs the experiment `E` of the text; returns its name for later calls."""
        name = self.write("x.ssd", text) + ":E"
        done = self.call("run", name)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return name

    def planned(self, name, *words):
        """The last line of a dry run."""
        done = self.call("run", name, "--dry-run", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()[-1]

    def test_the_bytes_of_a_trace(self):
        self.write("t.txt", "0 0 0 8 0\n100000 0 8 8 1\n")
        name = self.run_all(experiments.DRIVE + experiments.TRACED)
        self.write("t.txt", "0 0 0 8 0\n200000 0 8 8 1\n")
        self.assertIn("2 runs: 1 to run, 1 in the journal", self.planned(name))

    def test_the_bytes_of_the_trace_of_the_first_workload(self):
        writes = [f"{i}00000 0 {8 * i} 8 0\n" for i in range(40)]
        self.write("first.txt", "".join(writes))
        name = self.run_all(experiments.DRIVE + 'workload First { trace: "first.txt"  format: ssdsim }\n'
                            "design Used from A { start { run: First } }\nworkload R { requests: 40  interval: gap  read: 100% }\n"
                            "experiment E { vary design: [A, Used] vary workload: [R] measure response.mean }\n")
        before = experiments.runs_of(self.read("E.results/journal"))
        self.assertIn("2 runs: 0 to run, 2 in the journal", self.planned(name))
        self.write("first.txt", "".join(writes[:-1]) + f"3900000 0 {8 * 50} 8 0\n")  # as long, one page elsewhere
        self.assertIn("2 runs: 1 to run, 1 in the journal", self.planned(name))
        self.assertEqual(self.call("run", name).returncode, 0)
        self.assertEqual(len(set(experiments.runs_of(self.read("E.results/journal"))) - set(before)), 1)
        self.write("first.txt", "".join(writes))
        self.assertIn("2 runs: 0 to run, 2 in the journal", self.planned(name))

    def test_the_order_of_a_trace_in_a_closed_loop(self):
        self.write("t.txt", "1000 0 0 8 0\n900000 0 8 8 0\n800000 0 16 8 1\n1900000 0 24 8 0\n")
        name = self.run_all(experiments.DRIVE + experiments.TRACED.replace("ssdsim }", "ssdsim  closed: 2 }"))
        self.assertIn("2 runs: 0 to run, 2 in the journal", self.planned(name))
        self.assertIn("2 runs: 1 to run, 1 in the journal", self.planned(name, "--sort-trace"))

    def age(self, interval):
        age = self.write("age.ssd", experiments.DRIVE + f"workload Age {{ requests: 300  interval: {interval} }}\n")
        self.assertEqual(self.call("run", age + ":A", "--workload", "Age", "--save-snapshot", "a.snap").returncode, 0)

    def test_the_bytes_of_a_snapshot(self):
        self.age("1ms")
        name = self.run_all(experiments.DRIVE + 'design Aged from A { start { state: snapshot("a.snap") } }\n'
                            "experiment E { vary design: [A, Aged] vary workload: [W] measure iops }\n")
        self.assertIn("2 runs: 0 to run, 2 in the journal", self.planned(name))
        self.age("1ms  seed: 2")
        self.assertIn("2 runs: 1 to run, 1 in the journal", self.planned(name))


if __name__ == "__main__":
    called_program.main(__doc__)
