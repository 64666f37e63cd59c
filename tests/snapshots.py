#!/usr/bin/env python3
"""Drives that are not new, as a user meets them: a workload that runs first, snapshots that are written and used,
and every file that is rejected."""
import json
import os
import pathlib
import struct
import zlib

import called_program

GEOMETRY = "geometry { channels: 2 chips: 1 dies: 1 planes: 1 blocks: 16 pages: 8 page: 4KiB sector: 512B }"
DRIVE = f"design D {{ {GEOMETRY}  capacity {{ logical: 640KiB }}  START }}\n"
WORKLOADS = """workload Age { requests: 400  write: 100%  size: 512B  interval: 300us  seed: 1 }
workload Measure { requests: 300  read: 40%  size: 4KiB  interval: 200us  seed: 2 }
"""
LOGICAL, BLOCKS, PLANES = 160, 32, 2


def frame(payload):
    """In the format of zstd, without compression."""
    blocks, rest = b"", payload
    while True:
        piece, rest = rest[:100_000], rest[100_000:]
        blocks += struct.pack("<I", (len(piece) << 3) | (0 if rest else 1))[:3] + piece
        if not rest:
            return struct.pack("<IBB", 0xFD2FB528, 0, 0x50) + blocks


def forged(version=4, blocks_in_a_plane=16, retired=0, free=None):
    """A snapshot of an erased D with correct checksums, whatever its content."""
    free = [16 - retired, 16] if free is None else free
    numbers = [number for plane in range(PLANES) for number in range(free[plane])]
    payload = struct.pack(f"<{LOGICAL}I", *[0xFFFFFFFF] * LOGICAL) + bytes(4 * BLOCKS)
    payload += bytes(1 if 16 - retired <= block < 16 else 0 for block in range(BLOCKS))
    payload += struct.pack(f"<{PLANES}I", *free) + struct.pack(f"<{len(numbers)}H", *numbers)
    payload += struct.pack("<II", 0xFFFFFFFF, 0) * (2 * PLANES) + struct.pack(f"<Q{PLANES}QII", *[0] * (PLANES + 3))
    packed = frame(payload)
    shape = [2, 1, 1, 1, blocks_in_a_plane, 8, 4096, 512, LOGICAL, 1, 0xFFFFFFFF, 0, 1]
    head = b"SSDSNAP\n" + struct.pack("<18Q", version, *shape, 0, 2, len(numbers), len(packed))
    return head + struct.pack("<Q", zlib.crc32(head)) + packed + struct.pack("<Q", zlib.crc32(packed))


class Snapshots(called_program.CalledProgram):
    def design(self, start, more=""):
        return self.write("d.ssd", DRIVE.replace("START", start) + WORKLOADS + more)

    def run_json(self, *words):
        done = self.call("run", *words, "--format", "json", "--check")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        result.pop("host")
        return result

    def measured(self, result):
        for key in ("start", "design", "memory_bytes"):
            result.pop(key)
        return result

    def put(self, bytes_):
        pathlib.Path(self.path("aged.snap")).write_bytes(bytes_)

    def refused(self, code, *texts, start='start { state: snapshot("aged.snap") }'):
        done = self.call("run", self.design(start), "--workload", "Measure")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(f"error[{code}]", done.stderr)
        self.assertIn("= help:", done.stderr)
        for text in texts:
            self.assertIn(text, done.stderr)
        self.assertEqual(done.stdout, "")

    def test_a_snapshot_is_what_a_workload_before_leaves(self):
        for engine in self.engines():
            self.run_json(self.design("start { state: filled { valid: 50%  invalid: 10% } }"), "--workload", "Age", "--save-snapshot", "aged.snap",
                          "--engine", engine)
            direct = self.run_json(self.design("start { state: filled { valid: 50%  invalid: 10% }  run: Age }"), "--workload", "Measure",
                                   "--engine", engine)
            begun = self.run_json(self.design('start: snapshot("aged.snap")'), "--workload", "Measure", "--engine", engine)
            self.assertEqual(direct["start"]["workload"], "Age")
            self.assertEqual(direct["start"]["requests"], 400)
            self.assertEqual(direct["start"]["state"], "filled")
            self.assertGreater(direct["start"]["pages_written"], 300)
            self.assertEqual(begun["start"]["state"], "snapshot")
            self.assertEqual(begun["start"]["snapshot"], "aged.snap")
            self.assertRegex(begun["start"]["snapshot_checksum"], "^[0-9a-f]{8}$")
            self.assertEqual(self.measured(direct), self.measured(begun))
            self.assertGreater(begun["erases"]["mean"], 0)
        self.assertEqual(sorted(set(os.listdir(self.folder.name)) - {"cache"}), ["aged.snap", "d.ssd"], "nothing is left beside it")

    def test_a_run_from_filled_is_one_from_the_snapshot_of_nothing_on_it(self):
        nothing = "workload Nothing { requests: 1  read: 100%  size: 4KiB }\n"
        for layout in ("random", "even"):
            filled = f"start {{ state: filled {{ valid: 50%  free: 40%  layout: {layout} }} }}"
            self.run_json(self.design(filled, nothing), "--workload", "Nothing", "--save-snapshot", "aged.snap")
            for engine in self.engines():
                direct = self.measured(self.run_json(self.design(filled), "--workload", "Measure", "--engine", engine))
                begun = self.measured(self.run_json(self.design('start { state: snapshot("aged.snap") }'), "--workload", "Measure", "--engine", engine))
                self.assertEqual(direct, begun)

    def test_text_says_how_it_began(self):
        self.assertEqual(self.call("run", self.design(""), "--workload", "Age", "--save-snapshot", "aged.snap").returncode, 0)
        done = self.call("run", self.design('host { read_unwritten: none }  start { state: snapshot("aged.snap")  run: Age }'), "--workload", "Measure")
        self.assertRegex(done.stdout, r"start     the snapshot aged.snap \([0-9a-f]{8}\)\nran first Age: 400 requests, \d+ pages written")

    def test_what_is_no_snapshot_of_the_drive_is_refused(self):
        self.refused("E0540", "No such file", "a drive of the same shape as `D`")
        self.put(b'{"schema": "ssdc.results"}')
        self.refused("E0541", "`aged.snap` is not a snapshot")
        self.put(forged(version=7))
        self.refused("E0542", "version 7", "reads version 4")
        self.put(forged()[:-20])
        self.refused("E0543", "is cut off")
        whole = forged()
        self.put(whole[:200] + bytes([whole[200] ^ 4]) + whole[201:])
        self.refused("E0544", "checksum")
        self.put(forged(free=[0, 16]))
        self.refused("E0544", "plane 0 has no free block")
        self.put(forged(blocks_in_a_plane=17))
        self.refused("E0545", "it has 17 blocks in a plane, and `D` has 16 blocks in a plane")
        streams = "allocation: write_order { order: channel > chip > die > plane  streams: [a, b]  stream(r): if r.pages > 1 then a else b }"
        self.put(forged())
        self.refused("E0545", "it has 1 stream, and `D` has 2 streams", start=streams + '  start { state: snapshot("aged.snap") }')
        self.put(forged(retired=2))
        self.refused("E0548", "2 blocks of `D` would be retired")
        self.put(forged())
        self.assertEqual(self.call("run", self.design('start { state: snapshot("aged.snap") }'), "--workload", "Measure").returncode, 0)

    def test_one_of_another_map_or_without_ages_is_refused(self):
        other = DRIVE.replace("START", "allocation: static map(lpn) { channel: (lpn + 1) % channels  chip: 0  die: 0  plane: 0 }") + WORKLOADS
        self.assertEqual(self.call("run", self.write("other.ssd", other), "--workload", "Age", "--save-snapshot", "aged.snap").returncode, 0)
        self.refused("E0546", "the map of `D` puts it into plane")
        self.assertEqual(self.call("run", self.design(""), "--workload", "Age", "--save-snapshot", "aged.snap").returncode, 0)
        self.refused("E0547", "a policy of `D` reads the age of blocks", start='gc { victim(b): b.age }  start { state: snapshot("aged.snap") }')

    def test_one_without_the_blocks_that_moved_pages_need_is_refused(self):
        apart = ("design D { geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 32 pages: 4 page: 2KiB }  capacity { overprovision: 50% }\n"
                 "allocation: write_order { order: channel > chip > die > plane  streams: [a, b, c, d]  "
                 "stream(r): if r.lpn < 8 then a else if r.lpn < 16 then b else if r.lpn < 24 then c else d }\n"
                 "gc { active: by_stream  trigger: free_blocks < 2  MOVES }  START }\n"
                 "workload Age { requests: 4000  write: 100%  size: 2KiB  address: uniform  closed: 1 }\n")
        plain = self.write("plain.ssd", apart.replace("MOVES", "").replace("START", ""))
        self.assertEqual(self.call("run", plain, "--workload", "Age", "--save-snapshot", "aged.snap").returncode, 0)
        moving = self.write("moving.ssd", apart.replace("MOVES", "stream(m): m.stream").replace("START", 'start { state: snapshot("aged.snap") }'))
        done = self.call("run", moving, "--workload", "Age")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("error[E0556]", done.stderr)
        self.assertIn("= help:", done.stderr)

    def test_one_without_room_before_time_0_is_told_with_ways_that_a_snapshot_has(self):
        crowded = ("design D { geometry { channels: 2 chips: 1 dies: 1 planes: 1 blocks: 8 pages: 4 page: 2KiB }  capacity { logical: 80KiB }\n"
                   "allocation: dynamic { order: channel > chip > die > plane  cost(u): u.channel }  START }\n"
                   "workload Fill { requests: 36  write: 100%  size: 2KiB  address: sequential  closed: 1 }\n"
                   "workload Measure { requests: 40  read: 100%  size: 2KiB  address: sequential  closed: 1 }\n")
        fill = self.write("fill.ssd", crowded.replace("START", ""))
        self.assertEqual(self.call("run", fill, "--workload", "Fill", "--save-snapshot", "aged.snap").returncode, 0)
        start = 'start { state: snapshot("aged.snap") }'
        done = self.call("run", self.write("measure.ssd", crowded.replace("START", start)), "--workload", "Measure")
        self.assertEqual(done.returncode, 1)
        for text in ["error[E0513]", "before time 0", "or save the snapshot after a workload that writes the pages that are read"]:
            self.assertIn(text, done.stderr)
        self.assertNotIn("overprovision", done.stderr, "the logical size is the snapshot's")
        done = self.call("run", self.write("followed.ssd", crowded.replace("START", start + "  host { read_unwritten: none }")), "--workload", "Measure")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_it_can_be_written_anew_by_another_design_of_the_file(self):
        path = self.design("", 'design E from D { start { state: snapshot("aged.snap") } }\n')
        for _ in range(2):
            self.assertEqual(self.call("run", path + ":D", "--workload", "Age", "--save-snapshot", "aged.snap").returncode, 0)
            os.chmod(self.path("aged.snap"), 0o600)
        self.assertEqual(os.stat(self.path("aged.snap")).st_mode & 0o777, 0o600)
        self.assertEqual(self.call("run", path + ":E", "--workload", "Measure").returncode, 0)

    def test_a_snapshot_takes_no_others_place(self):
        design = self.design("")
        self.write("begun.ssd", DRIVE.replace("START", 'start { state: snapshot("aged.snap") }') + WORKLOADS)
        self.assertEqual(self.call("run", design, "--workload", "Age", "--save-snapshot", "aged.snap").returncode, 0)
        before = pathlib.Path(self.path("aged.snap")).read_bytes()
        for code, words in [("E0429", ["begun.ssd", "--save-snapshot", "aged.snap"]), ("E0429", ["d.ssd", "--save-snapshot", "begun.ssd"]),
                            ("E0502", ["d.ssd", "--save-snapshot", "new.snap", "-o", "new.snap"]), ("E0508", ["d.ssd", "--save-snapshot", "none/new.snap"]),
                            ("E0508", ["d.ssd", "--save-snapshot", "/dev/null"]), ("E0508", ["d.ssd", "--save-snapshot", "."])]:
            done = self.call("run", *words, "--workload", "Age")
            self.assertEqual(done.returncode, 1, words)
            self.assertIn(f"error[{code}]", done.stderr)
            self.assertEqual(done.stdout, "", "told before the run")
            self.assertNotIn(f"`{words[1]} {words[2]}`", done.stderr, "the way out is another one")
        self.assertEqual(pathlib.Path(self.path("aged.snap")).read_bytes(), before)
        self.assertEqual(self.call("run", design, "--workload", "Age", "--save-snapshot", "aged.snap").returncode, 0, "an older one may be replaced")
        self.assertEqual(pathlib.Path(self.path("aged.snap")).read_bytes(), before, "the same run leaves the same")


called_program.main(__doc__)
