#!/usr/bin/env python3
"""The file of `ssdc run --timeline`, read by a decoder of its own (protobuf by hand, independent of the program's
code): tracks, slices that follow each other, arrows that lead somewhere, sums that equal those of the report, and
bounds that hold."""
import collections
import json
import os
import pathlib
import re
import struct

import called_program

ROOT = pathlib.Path(__file__).resolve().parents[1]

DRIVE = """design D {
  geometry { channels: 2 chips: 2 dies: 2 planes: 2 blocks: 16 pages: 8 page: 4KiB sector: 512B }
  capacity { logical: 3MiB }
  nand { read: 50us program: 400us erase: 2ms MORE bus { rate: 200MB/s command: 1us } }
}
workload W { requests: 1500  read: 40%  size: 8KiB  interval: 60us  seed: 1 }
"""
PLAIN = ("", "")
COMMANDS = ("suspend: 10us resume: 20us dummy_busy: 1us cache_busy: 3us",
            "commands { multiplane: wise copyback: wise suspend: always cache: always interleave: always } allocation: dynamic channel > chip > die > plane")


def drive(more):
    return DRIVE.replace("MORE", more[0]).replace("}\n}\n", "}\n  " + more[1] + "\n}\n", 1)



BEGIN, END, INSTANT = 1, 2, 3
Slice = collections.namedtuple("Slice", "track start end name facts flows")


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def fields(data):
    """(number, value) of each field of a message; a value with a length remains bytes."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        number, form = tag >> 3, tag & 7
        if form == 0:
            value, at = varint(data, at)
        elif form == 1:
            value, at = struct.unpack_from("<Q", data, at)[0], at + 8
        elif form == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
            if len(value) != length:
                raise ValueError("a message is cut off")
        else:
            raise ValueError(f"no such form of a field: {form}")
        yield number, value


def message(data):
    found = collections.defaultdict(list)
    for number, value in fields(data):
        found[number].append(value)
    return found


class Trace:
    """Tracks (uuid: name, parent), slices and instants of a file, which is checked while it is read."""

    def __init__(self, data):
        self.tracks, self.slices, self.instants, self.names, self.facts = {}, [], [], {}, {}
        open_slices, last = {}, 0
        for number, packet in fields(data):
            assert number == 1
            packet = message(packet)
            assert packet[10] == [1]  # trusted_packet_sequence_id
            for interned in packet[12]:
                self.learn(message(interned))
            for descriptor in packet[60]:
                track = message(descriptor)
                parent = track[5][0] if track[5] else None
                assert track[1][0] not in self.tracks and (parent is None or parent in self.tracks)
                self.tracks[track[1][0]] = (track[2][0].decode(), parent)
            for event in packet[11]:
                assert packet[8][0] >= last, "events go back in time"
                last = packet[8][0]
                self.take(message(event), last, open_slices)
        assert not any(open_slices.values()), "a slice does not end"

    def learn(self, interned):
        for table, field in ((self.names, 2), (self.facts, 3)):
            for entry in interned[field]:
                entry = message(entry)
                table[entry[1][0]] = entry[2][0].decode()

    def take(self, event, time, open_slices):
        kind, track = event[9][0], event[11][0]
        assert track in self.tracks
        if kind == END:
            self.slices.append(open_slices.pop(track)._replace(end=time))
            return
        facts = {}
        for note in event[4]:
            note = message(note)
            facts[self.facts[note[1][0]]] = note[3][0]
        begun = Slice(track, time, time, self.names[event[10][0]], facts, event[47])
        if kind == INSTANT:
            self.instants.append(begun)
            return
        assert track not in open_slices, f"two slices at a time on {self.path(track)}"
        open_slices[track] = begun

    def path(self, track):
        name, parent = self.tracks[track]
        return name if parent is None else f"{self.path(parent)}/{name}"

    def under(self, word):
        return [s for s in self.slices + self.instants if word in self.path(s.track)]


def on_bus(piece):
    return piece.name.split(" (")[0] in ("command", "data in", "data out", "bus held")


def of_collection(piece):
    return any(word in piece.name for word in ("(collection)", "(wear levelling)", "(write-back)", "(replica)"))


class Timeline(called_program.CalledProgram):
    def run_json(self, more, *words):
        self.write("d.ssd", drive(more))
        done = self.call("run", "d.ssd:D", "--format", "json", "--check", "--timeline", "t.perfetto-trace", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.notes = "".join(line for line in done.stderr.splitlines(True) if line.startswith("note: "))
        return json.loads(done.stdout)

    def trace(self):
        return Trace(pathlib.Path(self.path("t.perfetto-trace")).read_bytes())

    def test_a_picture_shows_no_requests_that_the_workload_has_not(self):
        design = self.write("two.ssd", "design One { geometry { channels: 1 chips: 1 blocks: 64 pages: 16 } }\nworkload Two { requests: 2 read: 100% interval: 1us }\n")
        done = self.call("draw", design, "--workload", "Two", "--view", "timing", "-o", "two.dot")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(">2 requests of Two", pathlib.Path(self.path("two.dot")).read_text())

    def test_recording_changes_no_number(self):
        for more in (PLAIN, COMMANDS):
            recorded = self.run_json(more)
            plain = json.loads(self.call("run", "d.ssd:D", "--format", "json").stdout)
            for result in (recorded, plain):
                for key in ("host", "memory_bytes"):
                    result.pop(key)
            self.assertEqual(recorded, plain)

    def test_sums_are_those_of_the_report(self):
        for more in (PLAIN, COMMANDS):
            result, trace = self.run_json(more), self.trace()
            self.assertEqual(self.notes, "")
            busy = collections.Counter()
            for piece in trace.under("channel"):
                if piece.name.split(" (")[0] in ("suspend", "resume"):
                    continue
                parts = trace.path(piece.track).split("/")
                cause = "collection" if of_collection(piece) else "host"
                busy[("/".join(parts[1:]), cause)] += piece.end - piece.start
            clock, found = result["clock_ns"], 0
            self.assertGreater(clock, 0)
            for channel in range(2):
                for cause in ("host", "collection"):
                    self.assertAlmostEqual(busy[(f"channel {channel}/bus", cause)] / clock, result["busy"]["channels"][channel][cause], 12)
            for plane in range(16):
                path = f"channel {plane // 8}/chip {plane // 4 % 2}/die {plane // 2 % 2}/plane {plane % 2}"
                for cause in ("host", "collection"):
                    self.assertAlmostEqual(busy[(path, cause)] / clock, result["busy"]["planes"][plane][cause], 12)
                    found += busy[(path, cause)] > 0
            self.assertGreater(found, 20)
            if more == COMMANDS:
                self.assertGreater(result["flash"]["suspends"], 0)
                self.assertTrue([s for s in trace.slices if s.name.startswith("suspend")])

    def test_arrows_lead_from_requests_and_collections_to_their_operations(self):
        result, trace = self.run_json(COMMANDS), self.trace()
        requests = trace.under("host requests")
        self.assertEqual(len(requests), result["workload"]["requests"])
        self.assertEqual(sorted(r.facts["request"] for r in requests), list(range(1500)))
        groups = trace.under("collections")
        self.assertEqual(len(groups), result["gc"]["collections"])
        begun = {flow: owner for owner in requests + groups for flow in owner.flows}
        self.assertEqual(len(begun), sum(len(owner.flows) for owner in requests + groups), "an operation of two owners")
        followed = set()
        for piece in trace.under("channel"):
            self.assertEqual(len(piece.flows), 1)
            owner = begun[piece.flows[0]]
            followed.add(piece.flows[0])
            self.assertLessEqual(owner.start, piece.start)
            self.assertLessEqual(piece.end, owner.end)
            self.assertEqual(piece.facts.get("request"), owner.facts.get("request"))
        self.assertEqual(followed, set(begun))
        self.assertGreater(min(begun), 0)  # in the format no arrow has the number 0
        erased = [s for s in trace.slices if s.name == "erase (collection)"]
        self.assertEqual(len({s.flows[0] for s in erased}), result["erases"]["total"])  # some erases are in pieces
        self.assertTrue(all(s.facts["block"] == begun[s.flows[0]].facts["block"] for s in erased))

    def test_phases_name_the_page_on_whose_track_they_are(self):
        self.run_json(PLAIN)
        trace, blocks, pages = self.trace(), set(), set()
        for piece in trace.under("plane "):
            channel, chip, die, plane = (int(number) for number in re.findall(r" (\d+)", trace.path(piece.track))[-4:])
            side = {"read": "from", "program": "to"}.get(piece.name.split(" (")[0])
            if side is None:
                continue
            self.assertEqual(piece.facts[side + "_plane"], channel * 8 + chip * 4 + die * 2 + plane)
            blocks.add(piece.facts[side + "_block"])
            pages.add(piece.facts[side + "_page"])
        self.assertEqual((blocks, pages), (set(range(16)), set(range(8))))

    def test_a_request_that_takes_no_time_is_an_instant(self):
        self.write("d.ssd", drive(PLAIN).replace("read: 40%  size", "read: 40%  trim: 20%  size"))
        done = self.call("run", "d.ssd:D", "--format", "json", "--timeline", "t.perfetto-trace")
        self.assertEqual(done.returncode, 0, done.stderr)
        trace = self.trace()
        trims = {r.facts["request"] for r in trace.under("host requests") if r.name == "trim"}
        self.assertGreater(len(trims), 200)
        self.assertLessEqual(trims, {instant.facts["request"] for instant in trace.instants})
        self.assertTrue(all(piece.end > piece.start for piece in trace.slices))

    def test_a_window_keeps_what_overlaps_it(self):
        self.run_json(PLAIN)
        whole = self.trace()
        self.run_json(PLAIN, "--timeline-from", "5ms", "--timeline-until", "7.5ms")
        part = self.trace()
        overlapping = [s[1:5] for s in whole.under("channel") if s.end > 5_000_000 and s.start < 7_500_000]
        self.assertEqual([s[1:4] for s in part.under("channel")], [s[:3] for s in overlapping])
        self.assertGreater(len(overlapping), 50)
        left = len(whole.under("channel")) - len(overlapping)
        self.assertIn(f"the timeline covers 5.000 ms to 7.500 ms: {left:,} phases of the run", self.notes)

    def test_the_file_gets_no_larger_than_it_may(self):
        for more in (PLAIN, COMMANDS):
            for size in ("16KiB", "100KB", "1MiB"):
                self.run_json(more, "--timeline-size", size)
                bytes_ = os.path.getsize(self.path("t.perfetto-trace"))
                limit = {"16KiB": 16 << 10, "100KB": 100_000, "1MiB": 1 << 20}[size]
                self.assertLessEqual(bytes_, limit)
                self.assertGreater(bytes_, limit * 0.3)
                self.assertIn("did not fit into", self.notes)
                self.trace()
        self.run_json(PLAIN, "--timeline-size", "1B")
        self.assertEqual(self.trace().slices, [])
        self.assertRegex(self.notes, r"complete up to .*: [0-9,]+ phases? and [0-9,]+ requests? after that did not fit into 1.000 B")

    def test_what_cannot_be_recorded_is_refused(self):
        self.write("d.ssd", drive(PLAIN))
        for words, told in ((("--timeline", "t", "--engine", "jit"), "E0502" if "jit" in self.engines() else "E0596"), (("--timeline", "t", "--only", "ftl"), "E0502"), (("--timeline", "-"), "E0502"),
                            (("--timeline", "d.ssd"), "E0"), (("--timeline", "t", "-o", "t"), "E0502"), (("--timeline", "none/t"), "E0508"),
                            (("--timeline", "t", "--timeline-from", "5ms", "--timeline-until", "5ms"), "E0630"),
                            (("--timeline", "t", "--timeline-from", "5"), "E0551"), (("--timeline", "t", "--timeline-size", "0B"), "E0551"),
                            (("--timeline-from", "5ms"), "E0")):
            with self.subTest(words=words):
                done = self.call("run", "d.ssd:D", *words)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn(f"error[{told}", done.stderr)
        self.assertFalse(os.path.exists(self.path("t")))

    def test_the_same_run_gives_the_same_bytes(self):
        self.run_json(COMMANDS)
        first = pathlib.Path(self.path("t.perfetto-trace")).read_bytes()
        self.run_json(COMMANDS)
        self.assertEqual(pathlib.Path(self.path("t.perfetto-trace")).read_bytes(), first)

    def test_the_commands_of_the_page_do_what_it_says(self):
        page = (ROOT / "docs" / "pictures.md").read_text()
        os.symlink(ROOT / "examples", self.path("examples"))
        commands = [line.split() for block in re.findall(r"^```\n(.*?)^```", page, re.M | re.S) for line in block.splitlines()]
        self.assertGreater(len(commands), 4)
        for words in commands:
            done = self.call(*words[1:])
            self.assertEqual(done.returncode, 0, done.stderr)
            made = words[words.index("-o" if "-o" in words else "--timeline") + 1]
            bytes_ = pathlib.Path(self.path(made)).read_bytes()
            if made.endswith("-trace"):
                self.assertGreater(len(Trace(bytes_).slices), 500)
            else:
                self.assertTrue(bytes_.startswith(b"\x89PNG" if made.endswith(".png") else b"<?xml"), made)

    def test_a_workload_again_and_again_is_recorded_within_its_window(self):
        self.write("d.ssd", drive(PLAIN).replace("erase: 2ms", "erase: 2ms endurance: 6"))
        done = self.call("run", "d.ssd:D", "--until", "end_of_life", "--timeline", "t.perfetto-trace", "--timeline-until", "10ms", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(all(s.start < 10_000_000 for s in self.trace().under("channel")))


if __name__ == "__main__":
    called_program.main(__doc__)
