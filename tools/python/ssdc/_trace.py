"""Traces: files as columns, requests of workloads, and workloads that resemble a trace."""
from __future__ import annotations

import os
from dataclasses import dataclass

from ssdc import _core
from ssdc._arguments import flag_of, optional_count, path_of, shown, text_of
from ssdc._frame import Frame, stream_of
from ssdc._progress import Progress, checked_progress
from ssdc._standard_library import STANDARD_LIBRARY


class Trace:
    """A trace file that was read."""

    def __init__(self, core: _core.Trace) -> None:
        """Users call :func:`load_trace`."""
        self._core = core
        self._text, self._json = core.figures()

    @property
    def format(self) -> str:
        """The format of the file, for example ``"msr"``."""
        return self._core.format()

    @property
    def text(self) -> str:
        """The characteristics of the trace, as `ssdc trace info` prints them."""
        return self._text

    @property
    def json(self) -> str:
        """The same as `ssdc trace info --format json` prints it; times are in ns, sizes in bytes."""
        return self._json

    def records(self) -> Frame:
        """The requests in the order of the file: `time` (ns, from the earliest one), `op` (read, write, fua, trim or flush),
        `offset` and `size` (bytes), and the number of the `device`. A run takes it as a trace."""
        return Frame(self._core.records())

    def save(self, path: str | os.PathLike[str], format: str = "msr") -> int:
        """Writes the trace in another format; the file is compressed if the path ends in .zst or .gz. Returns how many
        times were cut to whole units of that format. A request that the format cannot express is an error."""
        return self._core.write(path_of("path", path), text_of("format", format))

    def __len__(self) -> int:
        return len(self._core)

    def __repr__(self) -> str:
        return self._text.rstrip("\n")


def load_trace(path: str | os.PathLike[str], *, trace_format: str = "auto", skip_bad_lines: bool = False, records: int | None = None) -> Trace:
    """Reads a trace file, plain or .zst or .gz.

    :param trace_format: one of the formats of ``ssdc explain formats``; ``"auto"`` recognises it by the content.
    :param skip_bad_lines: skip lines that cannot be read, with a warning.
    :param records: read at most so many.
    """
    most = optional_count("records", records, 1)
    return Trace(_core.open_trace(path_of("path", path), text_of("trace_format", trace_format), flag_of("skip_bad_lines", skip_bad_lines), most))


def save_trace(frame: object, path: str | os.PathLike[str], format: str = "msr") -> int:
    """Writes a data frame with the columns time (ns), op (read, write, fua, trim or flush), offset and size (bytes) as a trace file,
    as :meth:`Trace.save` does."""
    name, form, stream = path_of("path", path), text_of("format", format), stream_of(frame)
    if stream is None:
        raise TypeError(f"`frame` is a data frame, not {shown(frame)}")
    return _core.write_stream(name, stream, form)


@dataclass(frozen=True)
class FittedFigure:
    """A figure of a trace, and of the requests that the workload makes."""

    name: str
    unit: str
    trace: float
    workload: float
    fitted: bool
    """Whether the fit aimed at it; the others are only told."""
    within: bool
    """Whether the two differ by at most 3 %, or shares by half a percent of the requests."""


@dataclass(frozen=True)
class Fit:
    """A workload that resembles a trace."""

    name: str
    text: str
    """The text of a file with the workload, for :func:`ssdc.loads`."""
    figures: tuple[FittedFigure, ...]
    not_expressible: tuple[str, ...]
    """Properties of the trace that no workload of the language can have."""
    notes: tuple[str, ...]
    """What was left out or chosen."""
    json: str

    def __repr__(self) -> str:
        return self.text.rstrip("\n")


def fit_trace(
    path: str | os.PathLike[str],
    *,
    trace_format: str = "auto",
    skip_bad_lines: bool = False,
    name: str = "",
    requests: int | None = None,
    space: int | None = None,
    cache: bool = True,
    progress: Progress | None = None,
) -> Fit:
    """Makes a workload of the language that resembles a trace, as `ssdc trace fit` does.

    :param trace_format: one of the formats of ``ssdc explain formats``; ``"auto"`` recognises it by the content.
    :param skip_bad_lines: skip lines that cannot be read, with a warning.
    :param name: of the workload; empty: made from the file's name.
    :param requests: fit only the first so many requests; None: 4 million.
    :param space: the bytes of the drive, which no address exceeds; None: up to the highest address of the trace.
    :param cache: use and fill the user's cache folder (packed traces).
    :param progress: called a few times a second with ``"fit"`` and the share that is done.
    """
    options = _core.FitOptions()
    options.format, options.name = text_of("trace_format", trace_format), text_of("name", name)
    options.skip_bad_lines, options.cache = flag_of("skip_bad_lines", skip_bad_lines), flag_of("cache", cache)
    options.requests = optional_count("requests", requests, 1)
    options.space = optional_count("space", space, 1)
    options.standard_library = STANDARD_LIBRARY
    fitted = _core.fit_trace(path_of("path", path), options, checked_progress(progress))
    figures = tuple(FittedFigure(*figure) for figure in fitted.figures())
    return Fit(fitted.name, fitted.text, figures, tuple(fitted.not_expressible), tuple(fitted.notes), fitted.json)
