"""The progress of runs, probes and fits."""
from __future__ import annotations

from collections.abc import Callable

from ssdc._arguments import shown

Progress = Callable[[str, float], object]
"""Called a few times a second with the stage of a run and the share of it that is done; False ends the run."""


def checked_progress(progress: Progress | None) -> Progress | None:
    """The progress; a wrong argument raises TypeError."""
    if progress is not None and not callable(progress):
        raise TypeError(f"`progress` is a function of a stage and a share, not {shown(progress)}")
    return progress
