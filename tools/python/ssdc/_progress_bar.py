"""The progress of a sweep on a terminal."""
from __future__ import annotations

import sys
import time
from collections.abc import Callable

SweepProgress = Callable[[int, int, int, float], object]
"""Called with the numbers of runs that are done, that failed, and that are to make, and with the share of their work
that is done (0 to 1); False ends the sweep."""

_WIDTH = 30
_BETWEEN = 0.1  # seconds


class ProgressBar:
    """A bar on the standard error, with the runs that are done and an estimate of the time for the rest."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._shown: float | None = None

    def is_seen(self) -> bool:
        """Whether the standard error is a terminal."""
        return sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: int, failed: int, runs: int, share: float) -> None:
        now = time.monotonic()
        if self._shown is not None and now - self._shown < _BETWEEN and done != runs:
            return
        self._shown = now
        bar = "#" * round(_WIDTH * share)
        text = f"[{bar:{_WIDTH}}] {done:,} of {runs:,} runs" + (f", {failed:,} failed" if failed else "")
        if 0 < share < 1:
            text += f", {(now - self._begun) * (1 / share - 1):,.0f} s left"
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Ends the line."""
        if self._shown is not None:
            print(file=sys.stderr)
