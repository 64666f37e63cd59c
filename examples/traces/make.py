#!/usr/bin/env python3
"""Makes office.csv.zst: a trace in the format of the MSR Cambridge traces, with bursts, hot files, long sequential reads and unaligned
small writes. Made, not recorded: nobody's data are in it. The same script gives the same bytes (seeded; needs the zstd program)."""
import random
import subprocess

REQUESTS = 80_000
SPACE = 820 << 20          # bytes that the trace touches
HOT = SPACE // 20          # the hot twentieth gets most of the small writes
START = 132_000_000_000_000_000  # Windows file time, 100 ns


def main():
    rng = random.Random(2026)
    now, cursor, lines = START, 0, []
    for _ in range(REQUESTS):
        now += int(rng.expovariate(1 / 400) * 10) if rng.random() < 0.8 else int(rng.expovariate(1 / 9_000) * 10)
        kind = rng.random()
        if kind < 0.15:                                    # a long sequential read
            size, write = 65536, False
            cursor = (cursor + size) % (SPACE - size)
            offset = cursor
        elif kind < 0.45:                                  # a small read
            size, write = 4096 * rng.randint(1, 4), False
            offset = rng.randrange((SPACE - size) // 512) * 512
        elif kind < 0.75:                                  # a small write of a hot file, often not aligned to pages
            size, write = 512 * rng.randint(1, 16), True
            offset = rng.randrange((HOT - size) // 512) * 512
        else:                                              # a write anywhere
            size, write = 4096 * rng.randint(1, 8), True
            offset = rng.randrange((SPACE - size) // 4096) * 4096
        lines.append(f"{now},office,0,{'Write' if write else 'Read'},{offset},{size},0\n")
    subprocess.run(["zstd", "-19", "-q", "-f", "-o", "office.csv.zst"], input="".join(lines).encode(), check=True)


if __name__ == "__main__":
    main()
