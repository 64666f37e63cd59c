"""The arguments of a run as the options of the library."""
from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal

from ssdc import _core
from ssdc._arguments import count_of, flag_of, optional_count, path_of, shown, text_of, word_of
from ssdc._compiler import require_engine
from ssdc._frame import stream_of

Engine = Literal["auto", "generic", "jit"]
_ENGINES: tuple[Engine, ...] = ("auto", "generic", "jit")


def engine_of(engine: object) -> Engine:
    """The engine; one that is not there raises Error."""
    word = word_of("engine", engine, _ENGINES)
    require_engine(word)
    return word


def run_options(
    *, requests: object, seed: object, engine: object, memory: object, timeline: object, save_snapshot: object, flags: Mapping[str, object]
) -> _core.RunOptions:
    """The options; a wrong argument raises TypeError or ValueError."""
    options = _core.RunOptions()
    options.seed = count_of("seed", seed, 0)
    options.requests = optional_count("requests", requests, 1)
    options.engine = engine_of(engine)
    options.memory = optional_count("memory", memory, 1)
    options.timeline = _core.TimelineOptions() if flag_of("timeline", timeline) else None
    options.save_snapshot = path_of("save_snapshot", save_snapshot)
    for name, value in flags.items():
        setattr(options, name, flag_of(name, value))
    return options


def trace_workload(trace: object, trace_format: object, fold: object, closed: object) -> _core.TraceWorkload:
    """The trace as a workload."""
    workload = _core.TraceWorkload()
    workload.format = text_of("trace_format", trace_format)
    workload.fold = word_of("fold", fold, ("error", "modulo", "compact"))
    workload.closed = count_of("closed", closed, 0)
    stream = stream_of(trace)
    if stream is not None:
        workload.path = "frame"
        workload.take(stream)
    elif isinstance(trace, (str, os.PathLike)):
        workload.path = path_of("trace", trace)
    else:
        raise TypeError(f"`trace` is the path of a trace file or a data frame, not {shown(trace)}")
    return workload
