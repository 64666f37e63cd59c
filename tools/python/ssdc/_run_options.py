"""The arguments of a run as the options of the library."""
from __future__ import annotations

import os
from collections.abc import Mapping

from ssdc import _core
from ssdc._compiler import require_engine


def count_of(name: str, value: object, least: int) -> int:
    """The number; a wrong argument raises TypeError or ValueError."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"`{name}` is an int, not {value!r}")
    if not least <= value < 2**64:
        raise ValueError(f"`{name}` is at least {least} and less than 2**64, not {value}")
    return value


def optional_count(name: str, value: object, least: int) -> int | None:
    """The number, or None for None; a wrong argument raises TypeError or ValueError."""
    return None if value is None else count_of(name, value, least)


def run_options(
    *, requests: int | None, seed: int, engine: str, memory: int | None, timeline: bool, save_snapshot: str, flags: Mapping[str, bool]
) -> _core.RunOptions:
    """The options; a wrong argument raises TypeError or ValueError."""
    options = _core.RunOptions()
    options.seed = count_of("seed", seed, 0)
    options.requests = optional_count("requests", requests, 1)
    require_engine(engine)
    options.engine = engine
    options.memory = optional_count("memory", memory, 1)
    options.timeline = _core.TimelineOptions() if timeline else None
    options.save_snapshot = save_snapshot
    for name, value in flags.items():
        setattr(options, name, bool(value))
    return options


def trace_workload(trace: object, trace_format: str, fold: str, closed: int) -> _core.TraceWorkload:
    """The trace as a workload."""
    workload = _core.TraceWorkload()
    stream = getattr(trace, "__arrow_c_stream__", None)
    if stream is not None:
        workload.path = "frame"
        workload.take(stream())
    elif isinstance(trace, (str, os.PathLike)):
        workload.path = os.fspath(trace)
    else:
        raise TypeError(f"`trace` is the path of a trace file or a data frame, not {type(trace).__name__}")
    workload.format = trace_format
    workload.fold = fold
    workload.closed = count_of("closed", closed, 0)
    return workload
