#!/usr/bin/env python3
"""Writes the small traces of this folder: one per format with the same 120 requests, packed ones, and broken ones.

The requests are made up here, from a seed; nothing is taken from a published trace. Run it in this folder after a change, and look at
`git diff`: tests name figures of these files.
"""
import gzip
import random
import subprocess

REQUESTS = 120
SECTOR = 512


def requests():
    """(time in us, device, sector, sectors, is_read); the first at 1,000,000 us, sizes of 1 to 64 sectors, 40 %
    reads, ascending."""
    draw = random.Random(2013)
    time = 1_000_000
    for i in range(REQUESTS):
        yield time, 0, draw.randrange(0, 200_000) * 8, draw.choice([1, 2, 8, 8, 8, 16, 64]), draw.random() < 0.4
        time += draw.choice([3, 40, 150, 900, 5000])


def msr(r):
    time, device, sector, sectors, is_read = r
    kind = "Read" if is_read else "Write"
    return f"{128166372000000000 + time * 10},made,{device},{kind},{sector * SECTOR},{sectors * SECTOR},{sectors * 100}"


def spc(r):
    time, device, sector, sectors, is_read = r
    return f"{device},{sector},{sectors * SECTOR},{'r' if is_read else 'W'},{time / 1e6:.6f}"


def ssdsim(r):
    time, device, sector, sectors, is_read = r
    return f"{time * 1000} {device} {sector} {sectors} {int(is_read)}"


def disksim(r):
    time, device, sector, sectors, is_read = r
    return f"{time / 1000:.3f}\t{device}\t{sector}\t{sectors}\t{int(is_read)}"


def blkparse(actions):
    def line(r):
        time, device, sector, sectors, is_read = r
        kind = "RA" if is_read else "WS"
        clock = f"{time // 1000000:5}.{time % 1000000 * 1000:09}"
        return "\n".join(
            f"  8,{device:<3} 3 {time % 1000:8} {clock} 4018  {action:>2}  {kind:>2} {sector} + {sectors} [make]"
            for action in actions)
    return line


BLKPARSE_TAIL = """  8,0    3      990     2.500000000  4018  Q   D 2048 + 8 [fstrim]
  8,0    3      991     2.500000000  4018  Q FWS [make]
  8,0    3      992     2.500000000  4018  U   N [make] 1
CPU3 (8,0):
 Reads Queued:          48,      480KiB\t Writes Queued:          72,      720KiB

Throughput (R/W): 1KiB/s / 2KiB/s
Events (8,0): 480 entries
Skips: 0 forward (0 -   0.0%)
"""


def write(name, text):
    with open(name, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())


def main():
    rows = list(requests())
    text = {"msr.csv": msr, "spc.csv": spc, "ssdsim.txt": ssdsim, "disksim.txt": disksim}
    made = {name: "".join(line(r) + "\n" for r in rows) for name, line in text.items()}
    for name, content in made.items():
        write(name, content)
    write("mqsim.txt", "".join(ssdsim((t, i % 4, s, n, d)) + "\n" for i, (t, _, s, n, d) in enumerate(rows)))
    # A request that was queued before the capture began has only its later steps.
    earlier = "  8,0    3      989     0.999000000  4018   D   R 4096 + 8 [make]\n"
    write("blkparse.txt", earlier + "".join(blkparse("QGIDC")(r) + "\n" for r in rows) + BLKPARSE_TAIL)
    write("blkparse_issue.txt", "".join(blkparse("DC")(r) + "\n" for r in rows))

    packed = subprocess.run(["zstd", "-19", "-c"], input=made["msr.csv"].encode(), capture_output=True, check=True).stdout
    write("msr.csv.zst", packed)
    write("two_frames.csv.zst", packed + packed)
    write("truncated.csv.zst", packed[: len(packed) // 2])
    write("damaged.csv.zst", packed + b"not packed")
    zipped = gzip.compress(made["spc.csv"].encode(), mtime=0)
    write("spc.csv.gz", zipped)
    write("truncated.csv.gz", zipped[: len(zipped) // 2])

    write("empty.csv", "")
    write("comments.csv", "# a comment\n\n# and no request\n")
    write("garbage.bin", random.Random(7).randbytes(512))
    lines = made["msr.csv"].splitlines()
    write("bad_line.csv", "\n".join(lines[:16] + [lines[16].replace("Write", "Wrote").replace("Read", "Raed")] + lines[17:30]) + "\n")
    write("backwards.csv", "\n".join(lines[:9] + [lines[12]] + lines[9:12] + lines[13:20]) + "\n")
    write("crlf.csv", "\r\n".join(lines[:20]))
    write("zero_sizes.txt", "".join(f"{i * 5000000} 0 {i * 8} {i % 4 * 8} 1\n" for i in range(20)))
    write("unknown.txt", "time,who,what\n1,me,this\n2,you,that\n")


if __name__ == "__main__":
    main()
