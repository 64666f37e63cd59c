#!/usr/bin/env python3
"""The black-box probe as a user meets it: Chen et al.'s drives and variants of them, the figures, and every way in
which it can end."""
import json
import os
import pathlib
import re
import signal
import subprocess

import called_program

ROOT = pathlib.Path(__file__).parents[1]
CHEN = ROOT / "examples" / "papers" / "chen2011.ssd"
VARIANTS = """import "std/drives/chen2011.ssd"
param channel_count: int = 10
param page_size: size = 4KiB
design Varied from Chen2011_SSDS { geometry { channels: channel_count  page: page_size } }
design ByAddress from Varied { allocation: static channel > chip > die > plane }
design ChipsFirst from Varied { allocation: static chip > channel > die > plane }
design ByIdleness from Varied { allocation: dynamic channel > chip > die > plane }
design OneAtATime from Varied { host { queue: 1 } }
design Alone from Varied { geometry { channels: 1  chips: 1 } }
design Weak { geometry { channels: 2  chips: 2  dies: 1  planes: 1  blocks: 8  pages: 8  page: 4KiB }  capacity { overprovision: 50% }
  nand { read: 25us  program: 200us  erase: 1ms  endurance: 1 } }
"""

UNEQUAL = """design Unequal { geometry { channels: 4  chips: 2  dies: 1  planes: 1  blocks: 512  pages: 32  page: 4KiB }  capacity { overprovision: 60% }
  allocation: static map(lpn) { channel: if lpn % 8 < 4 then 0 else lpn % 3 + 1
    chip: lpn / 8 % 2
    die: 0
    plane: 0 } }
design OneUnit { geometry { channels: 1  chips: 1  dies: 1  planes: 4  blocks: 256  pages: 32  page: 4KiB }  allocation: static plane > channel > chip > die  commands { multiplane: wise } }
design Small { geometry { channels: 2  chips: 1  dies: 1  planes: 1  blocks: 256  pages: 32  page: 4KiB } }
design Cost { geometry { channels: 4  chips: 2  dies: 1  planes: 2  blocks: 256  pages: 32  page: 4KiB }
  allocation: dynamic { order: channel > chip > die > plane  cost(u): if u.busy_for > 1us then u.busy_for else 0us } }
"""


class Probe(called_program.CalledProgram):
    def probe(self, *words):
        done = self.call("probe", *words, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual((result["schema"], result["version"]), ("ssdc.probe", 1))
        return result

    def answers(self, *words):
        return {answer["quantity"]: answer for answer in self.probe(*words)["answers"]}

    def inferred(self, *words):
        return {name: answer["inferred"] for name, answer in self.answers(*words).items()}

    def variant(self, name, *words):
        return self.inferred(f"{self.write('v.ssd', VARIANTS)}:{name}", *words)

    def test_the_drives_of_the_paper(self):
        for name in ("Chen2011_SSDS", "Chen2011_SSDM"):
            found = self.answers(f"{CHEN}:{name}")
            self.assertEqual({key: answer["inferred"] for key, answer in found.items()},
                             {"chunk_bytes": 8 * 512, "channels": 10, "units_per_channel": 2, "units": 20, "mapping": "write_order"})
            self.assertEqual({answer["verdict"] for answer in found.values()}, {"agrees"})
            for answer in found.values():
                self.assertEqual(answer["agreeing"], answer["tested"])

    def test_variants(self):
        written = {"chunk_bytes": 4096, "channels": 10, "units_per_channel": 2, "units": 20, "mapping": "write_order"}
        self.assertEqual(self.variant("Varied", "-D", "channel_count=7"), {**written, "channels": 7, "units": 14})
        self.assertEqual(self.variant("Varied", "-D", "page_size=6KiB"), {**written, "chunk_bytes": 6144})
        self.assertEqual(self.variant("ByAddress"), {**written, "mapping": "address"})
        self.assertEqual(self.variant("ChipsFirst"), {**written, "mapping": "address"})
        self.assertEqual(self.variant("ByIdleness"), {**written, "mapping": "idle_units"})
        self.assertEqual(self.variant("Varied", "-D", "channel_count=1"), {**written, "channels": None, "units_per_channel": None, "units": 2})

    def test_what_hides_the_drive_is_said(self):
        for name in ("OneAtATime", "Alone"):
            found = self.answers(f"{self.write('v.ssd', VARIANTS)}:{name}")
            self.assertEqual({answer["verdict"] for answer in found.values()}, {"cannot_tell"})
            self.assertIn("no two reads overlap", found["chunk_bytes"]["reason"])

    def test_the_text_says_the_same(self):
        done = self.call("probe", f"{CHEN}:Chen2011_SSDS")
        self.assertRegex(done.stdout, r"interleaving degree +10 channels +channels: 10 +agrees\n")
        self.assertRegex(done.stdout, r"on a channel +2 units +chips: 2")
        self.assertRegex(done.stdout, r"mapping +by order of writes +allocation: write_order +agrees\n")
        self.assertEqual(done.stderr, "")
        alone = self.call("probe", f"{self.write('v.ssd', VARIANTS)}:Alone").stdout
        self.assertRegex(alone, r"chunk +cannot be determined +page: 4.000 KiB")

    def test_what_a_period_without_units_and_one_unit_look_like(self):
        unequal = self.write("v.ssd", UNEQUAL)
        text = self.call("probe", f"{unequal}:Unequal").stdout
        self.assertRegex(text, r"in an order that repeats after 48\n\n")
        one = self.call("probe", f"{unequal}:OneUnit").stdout
        self.assertRegex(one, r"units in total +1 unit +")
        self.assertIn("form 1 group whose reads", one)
        self.assertRegex(self.call("probe", f"{unequal}:Small").stdout, r"on a channel +1 unit +")

    def test_a_cost_that_does_not_say_agrees_with_nothing(self):
        target = f"{self.write('v.ssd', UNEQUAL)}:Cost"
        answer = self.answers(target)["mapping"]
        self.assertEqual((answer["inferred"], answer["design_says"], answer["verdict"]), ("idle_units", None, "not_said"))
        self.assertRegex(self.call("probe", target).stdout, r"mapping +by order of writes, to idle units +allocation: dynamic, by cost +not said\n")

    def test_figures(self):
        folder = self.path("new/figures")
        result = self.probe(f"{CHEN}:Chen2011_SSDS", "-o", folder)
        self.assertEqual(sorted(os.listdir(folder)), ["1-chunk.svg", "2-interleaving.svg", "3-mapping.svg"])
        self.assertEqual(result["files"], [os.path.join(folder, name) for name in sorted(os.listdir(folder))])
        for name in os.listdir(folder):
            self.assertIn("<svg", pathlib.Path(folder, name).read_text())
        for name in ("2-interleaving.svg", "3-mapping.svg"):
            self.assertRegex(pathlib.Path(folder, name).read_text(), r">0</text>")
        strides = result["figures"]["interleaving"]["curves"][0]["bytes_per_second"]
        self.assertEqual([i + 1 for i, rate in enumerate(strides) if rate < 0.9 * max(strides)], [10, 20, 30, 40])
        by_address, by_time = (curve["bytes_per_second"] for curve in result["figures"]["mapping"]["curves"])
        self.assertEqual([i + 1 for i, rate in enumerate(by_time) if rate < 0.6 * max(by_time)], [10, 20, 30, 40])
        self.assertGreater(min(by_address), 0.6 * max(by_address))

    def test_a_seed_gives_the_same_again_and_another_one_the_same_answers(self):
        results = [self.probe(f"{CHEN}:Chen2011_SSDM", *words) for words in ((), (), ("--seed", "5"))]
        for result in results:
            result.pop("host")
        self.assertEqual(results[0], results[1])
        self.assertNotEqual(results[0]["figures"], results[2]["figures"])
        told = [[(answer["quantity"], answer["inferred"]) for answer in result["answers"]] for result in results]
        self.assertEqual(told[0], told[2])

    def test_drives_that_are_not_new(self):
        text = VARIANTS.replace("design Alone", "workload Age { requests: 20_000  write: 100%  size: 4KiB  interval: 1ms  address: uniform over 10% }\n"
                                "design Aged from Varied { geometry { blocks: 64 }  start { run: Age } }\n"
                                "design Filled from Varied { geometry { blocks: 64 }  start { state: filled { valid: 80%  invalid: 10%  layout: random  seed: 1 } } }\ndesign Alone")
        for name in ("Aged", "Filled"):
            found = self.inferred(f"{self.write('v.ssd', text)}:{name}")
            self.assertEqual((found["channels"], found["units"], found["mapping"]), (10, 20, "write_order"))

    def refused(self, code, *words):
        done = self.call("probe", *words)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rf"error\[{code}\]")
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_what_is_refused(self):
        variants = self.write("v.ssd", VARIANTS)
        self.assertIn("during the probe", self.refused("E0620", f"{variants}:Weak"))
        self.assertNotIn("--requests", self.refused("E0501", f"{CHEN}:Chen2011_SSDS", "--memory", "1MiB"))
        self.assertRegex(self.refused("E0501", f"{CHEN}:Chen2011_SSDS", "--memory", "71MiB"), r"the requests [\d.]+ [KM]iB")
        self.refused("E0508", f"{CHEN}:Chen2011_SSDS", "-o", "/proc/nowhere")
        self.refused("E0508", f"{CHEN}:Chen2011_SSDS", "-o", variants)
        self.refused("E0437", f"{CHEN}:Chen2011_SSDS", "-o", "-")
        self.assertEqual(self.call("probe", f"{CHEN}:Fig5").returncode, 1)

    def test_an_interrupt_ends_it_without_results(self):
        running = subprocess.Popen([self.program, "probe", f"{ROOT}/examples/tlc_drive.ssd:Drive1TB"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.wait_until_interrupts_are_caught(running)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
        self.assertEqual((running.returncode, out), (130, ""))
        self.assertTrue(re.search(r"interrupted while .*: there are no results|before the simulation began", err), err)


if __name__ == "__main__":
    called_program.main(__doc__)
