"""Which part of its cases a test takes: SSDC_SLICE=n in the environment asks for an n-th of them, and SSDC_TEST_SEED says which (tools/test.sh sets both)."""
import os


def part(cases, what, again):
    """All cases, or every n-th, beginning where the seed says; it prints which, and how to run them again: `again(cases)` is the command."""
    n, seed = (int(os.environ.get(name, 1)) for name in ("SSDC_SLICE", "SSDC_TEST_SEED"))
    chosen = cases[seed % n::n] if 1 < n <= len(cases) else cases
    if chosen is not cases:
        print(f"{len(chosen)} of {len(cases)} {what} (SSDC_TEST_SEED={seed}), again: {again(chosen)}", flush=True)
    return chosen
