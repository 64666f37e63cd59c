#!/usr/bin/env python3
"""The designs of examples/modern/sepbit.ssd as a plain program: a log of superblocks in which pages of the host and of
collection are mixed, apart, or separated by SepBIT (Wang et al., FAST 2022). It is written from the paper, the example's
comment and docs/model.md, reads no policy of the example, and shares no code with ssdc. It takes the requests from
`ssdc run --requests-out`; what it counts must equal `ssdc run --only ftl`. The first difference ends it, with exit code 1."""
import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "modern" / "sepbit.ssd"
SHARED = ROOT.parent / "shared" / "traces"  # a clone alone does not have it
PAGE = 4096          # bytes
SUPERBLOCK = 4 * 32  # pages: a block of each of the four planes
FILLED = 0.8         # share of the drive that the pages of a trace fill
LEAST, LARGE = 90, 1 << 15  # superblocks that are enough for six streams, for every trace

# The superblocks of the drive, and the workload. With six streams a missing page forces each collection on the small
# drive, and `trigger` begins each on the large one.
GENERATED = {
    "skewed": (96, "requests: 50_000  write: 88%  trim: 2%  size: mix(60%: 4KiB, 20%: 16KiB, 20%: 6KiB)  address: zipf(1.0)  closed: 1"),
    "hot spot": (256, "requests: 80_000  write: 95%  size: 4KiB  address: hotspot(20%: 80%)  closed: 1"),
}
# Traces of the folder, and how often each is run: what is hardly written again needs more than one pass.
TRACES = {"msr-cambridge_rsrch_1.csv.zst": 4, "msr-cambridge_web_0.excerpt-100k.csv.zst": 1}
FIGURES = ("preloaded pages", "host programs", "pages moved", "collections", "forced collections", "pages by stream", "write amplification")


class NoSeparation:
    """A log of superblocks; host and collection fill the same one (`active: shared`)."""
    is_shared, streams = True, 1

    def __init__(self, superblocks):
        self.free = list(range(superblocks))           # in the order in which they became free
        self.pages = [[] for _ in range(superblocks)]  # the logical pages written to each, valid or not
        self.valid = [0] * superblocks                 # how many of these are valid
        self.stream = [0] * superblocks                # the stream that it was opened for
        self.opened = [0] * superblocks                # `clock` at that moment
        self.place = {}                                # logical page -> superblock, page in it
        self.host_open = {}                            # stream -> open superblock
        self.collection_open = self.host_open if self.is_shared else {}
        self.clock = 0                                 # pages that the host has written
        self.behind = {}                               # logical page -> `clock` behind its last write
        self.free_pages = superblocks * SUPERBLOCK
        self.preloaded = self.collections = self.forced = 0
        self.written = [0] * self.streams              # pages of the host
        self.moved = [0] * self.streams                # pages that collection moved, by the stream that they left

    def stream_of_write(self, page):
        return 0

    def stream_of_move(self, page, superblock):
        return 0

    def host_can_take(self, stream):
        """The host opens none of the last free superblocks, one for each stream; a shared one it fills beside a free one."""
        return len(self.free) >= (self.streams + 1 if stream not in self.host_open else 1 if self.is_shared else 0)

    def put(self, page, stream, open_superblocks):
        """Writes a logical page to the open superblock of the stream."""
        if stream not in open_superblocks:
            opened = open_superblocks[stream] = self.free.pop(0)
            self.stream[opened], self.opened[opened] = stream, self.clock
        self.forget(page)
        superblock = open_superblocks[stream]
        self.place[page] = superblock, len(self.pages[superblock])
        self.pages[superblock].append(page)
        self.valid[superblock] += 1
        self.free_pages -= 1
        if len(self.pages[superblock]) == SUPERBLOCK:
            del open_superblocks[stream]

    def forget(self, page):
        """What the page held is invalid: it was trimmed, or is in another place."""
        if page in self.place:
            superblock, _ = self.place.pop(page)
            self.valid[superblock] -= 1

    def victim(self):
        """The full superblock of fewest valid pages, the lower of equals; one without invalid pages is none."""
        eligible = [number for number, pages in enumerate(self.pages) if len(pages) == SUPERBLOCK > self.valid[number]]
        return min(eligible, key=lambda number: self.valid[number], default=None)

    def collect(self, victim):
        self.collections += 1
        for index, page in enumerate(self.pages[victim]):
            if self.place.get(page) == (victim, index):
                self.moved[self.stream[victim]] += 1
                self.put(page, self.stream_of_move(page, victim), self.collection_open)
        self.pages[victim] = []
        self.free.append(victim)
        self.free_pages += SUPERBLOCK

    def write(self, page):
        """A page of the host. `trigger` and `stop` are the defaults: less than 5 % of all pages are free, and not so."""
        stream = self.stream_of_write(page)
        while not self.host_can_take(stream):
            self.collect(self.victim())
            self.forced += 1
        self.put(page, stream, self.host_open)
        self.written[stream] += 1
        self.clock += 1
        self.behind[page] = self.clock
        while 100 * self.free_pages < 5 * SUPERBLOCK * len(self.pages) and (victim := self.victim()) is not None:
            self.collect(victim)

    def figures(self):
        host, moved = sum(self.written), sum(self.moved)
        by_stream = list(zip(self.written, self.moved)) if self.streams > 1 else []
        return self.preloaded, host, moved, self.collections, self.forced, by_stream, (host + moved) / host


class HostApart(NoSeparation):
    """Collection has open superblocks of its own."""
    is_shared = False


LONG, SHORT, AFTER, YOUNG, MID, OLD = range(6)


class SepBit(HostApart):
    """All times count pages of the host. The age of a page is how many the host has written after it; a page that the host
    has not written is as old as the run, and long-lived when the host writes it."""
    streams = 6

    def __init__(self, superblocks):
        super().__init__(superblocks)
        self.bound = 2**32 - 1  # between short and long
        self.lives = []         # of the superblocks of SHORT that were collected since the bound was made

    def age(self, page):
        return self.clock - self.behind.get(page, 0)

    def stream_of_write(self, page):
        return SHORT if page in self.behind and self.age(page) < self.bound else LONG

    def stream_of_move(self, page, superblock):
        if self.stream[superblock] == SHORT:
            return AFTER
        return YOUNG if self.age(page) < 4 * self.bound else MID if self.age(page) < 16 * self.bound else OLD

    def collect(self, victim):
        """The sixteenth collection of a superblock of SHORT makes a new bound."""
        super().collect(victim)
        if self.stream[victim] == SHORT:
            self.lives.append(self.clock - self.opened[victim])
        if len(self.lives) == 16:
            self.bound, self.lives = sum(self.lives) // 16, []


def pages_of(direction, offset, size):
    """The logical pages of a request: of a trim those that it covers wholly."""
    first, end = (-(-offset // PAGE), (offset + size) // PAGE) if direction == "trim" else (offset // PAGE, -(-(offset + size) // PAGE))
    return range(first, end)


def simulate(design, superblocks, requests):
    drive, seen = design(superblocks), set()
    for request in requests:
        for page in pages_of(*request):
            if page not in seen and request[0] == "read":
                drive.put(page, 0, drive.host_open)  # before the run, to the first stream
                drive.preloaded += 1
            seen.add(page)
    changes = {"write": drive.write, "trim": drive.forget}
    for request in requests:
        for page in pages_of(*request) if request[0] in changes else ():
            changes[request[0]](page)
    return drive


class Ssdc(typing.NamedTuple):
    program: str          # the ssdc that is compared
    folder: pathlib.Path  # for its files

    def run(self, design, superblocks, workload, *words):
        (self.folder / "case.ssd").write_text(f'import "{EXAMPLE}"\ndesign Sized from {design} {{ geometry {{ blocks: {superblocks} }} }}\nworkload Case {{ {workload} }}\n')
        done = subprocess.run([self.program, "run", self.folder / "case.ssd:Sized", "--workload", "Case", "--quiet", "--no-cache", "--format", "json", *words],
                              capture_output=True, text=True)
        return json.loads(done.stdout) if done.returncode == 0 else sys.exit(f"FAIL {design}, {workload}:\n{done.stdout}{done.stderr}")

    def requests(self, workload, superblocks):
        self.run("NoSeparation", superblocks, workload, "--requests-out", self.folder / "requests.csv")
        with open(self.folder / "requests.csv", newline="") as lines:
            return [(row["direction"], int(row["offset_bytes"]), int(row["bytes"])) for row in csv.DictReader(lines)]

    def figures(self, design, superblocks, workload):
        result = self.run(design, superblocks, workload, "--only", "ftl")
        flash, gc = result["flash"], result["gc"]
        by_stream = [(stream["host_programs"], stream["collection_programs"]) for stream in result.get("streams", ())]
        pages = flash["preloaded_pages"], flash["host_programs"], flash["collection_programs"]
        return *pages, gc["collections"], gc["forced"], by_stream, result["write_amplification"]


def compare(ssdc, name, superblocks, workload, requests):
    """The three drives after the requests, if their figures are those of ssdc; otherwise it ends the program."""
    drives = [simulate(design, superblocks, requests) for design in (NoSeparation, HostApart, SepBit)]
    for drive in drives:
        theirs = ssdc.figures(type(drive).__name__, superblocks, workload)
        for what, our, their in zip(FIGURES, drive.figures(), theirs, strict=True):
            if our != their:
                sys.exit(f"FAIL {name}, {type(drive).__name__}, {what}: ssdc {their}, sepbit.py {our}")
    amplifications = ", ".join(f"{type(drive).__name__} {drive.figures()[-1]:.3f}" for drive in drives)
    print(f"ok   {name}: {len(requests):,} requests, {drives[0].clock:,} pages written, {superblocks * SUPERBLOCK:,} in the drive: {amplifications}", flush=True)
    return drives


def compare_generated(ssdc):
    reached = set()
    for name, (superblocks, workload) in GENERATED.items():
        sepbit = compare(ssdc, name, superblocks, workload, ssdc.requests(workload, superblocks))[-1]
        reached |= {stream for stream, pages in enumerate(sepbit.moved) if pages} | {("forced", sepbit.forced / sepbit.collections)}
    if missed := {SHORT, LONG, AFTER, YOUNG, MID, OLD, ("forced", 0), ("forced", 1)} - reached:
        sys.exit(f"FAIL the generated cases do not reach {missed}")


def compare_trace(ssdc, path):
    """The trace as it is, on a drive that its pages fill; then its writes alone, on a drive that these fill."""
    writes = ssdc.folder / "writes.txt"
    for kind, workload in (("all", f'trace: "{path}"  repeat: {TRACES.get(path.name, 1)}'), ("writes", f'trace: "{writes}"  format: ssdsim')):
        workload += "  fold: compact"
        requests = ssdc.requests(workload, LARGE)
        superblocks = int(len({page for request in requests for page in pages_of(*request)}) / FILLED / SUPERBLOCK) + 1
        if superblocks < LEAST:
            print(f"skip {path.name} ({kind}): a drive of {superblocks} superblocks has no room for six streams")
        else:
            compare(ssdc, f"{path.name} ({kind})", superblocks, workload, requests)
        writes.write_text("".join(f"{time} 0 {at // 512} {size // 512} 0\n" for time, (what, at, size) in enumerate(requests) if what == "write"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, type=lambda name: str(pathlib.Path(name).resolve()), help="the ssdc to compare")
    parser.add_argument("--traces", default=SHARED, type=lambda name: pathlib.Path(name).resolve(), help="the folder of the shared traces")
    parser.add_argument("--trace", nargs="+", type=lambda name: pathlib.Path(name).resolve(strict=True), help="other traces instead of those of the folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ssdc = Ssdc(options.program, pathlib.Path(folder))
        compare_generated(ssdc)
        for path in options.trace or map(options.traces.joinpath, TRACES):
            compare_trace(ssdc, path) if path.exists() else print(f"skip {path}: it is not there")


if __name__ == "__main__":
    main()
