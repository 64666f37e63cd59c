"""Selects the part of its cases that a test runs. In the environment, SSDC_SLICE=n selects one n-th of the cases, and
SSDC_TEST_SEED selects which (tools/test.sh sets both)."""
import os


def part(cases, what, again):
    """Returns all cases, or every n-th one from a start that the seed selects. Then it also prints the selection and
    the command that repeats it, which is `again(cases)`."""
    n, seed = (int(os.environ.get(name, 1)) for name in ("SSDC_SLICE", "SSDC_TEST_SEED"))
    chosen = cases[seed % n::n] if 1 < n <= len(cases) else cases
    if chosen is not cases:
        print(f"{len(chosen)} of {len(cases)} {what} (SSDC_TEST_SEED={seed}), again: {again(chosen)}", flush=True)
    return chosen
