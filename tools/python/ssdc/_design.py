"""Designs: what is said about them, their pictures, and their runs."""
from __future__ import annotations

import functools
import operator
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ssdc import _core
from ssdc._arguments import count_of, flag_of, optional_count, shown, text_of, word_of
from ssdc._picture import Picture
from ssdc._probe import Probe
from ssdc._progress import Progress, checked_progress
from ssdc._result import Result
from ssdc._run_again import RunAgain
from ssdc._run_options import run_options, trace_workload


@dataclass(frozen=True)
class Change:
    """A value in which two designs differ; `before` or `after` is empty where a design does not have it."""

    section: str
    key: str
    before: str
    after: str


@dataclass(frozen=True)
class Difference:
    """What two designs differ in, and what follows from that."""

    same: bool
    """Whether both designs give the same numbers for every workload."""
    changes: tuple[Change, ...]
    text: str
    json: str

    def __repr__(self) -> str:
        return self.text.rstrip("\n")


class Design:
    """A design of a file."""

    def __init__(self, file: Mapping[str, Design], core: _core.File, reading: _core.Reading, name: str) -> None:
        self._file, self._core, self._reading, self._name = file, core, reading, name

    def __reduce__(self) -> tuple[Callable[[Mapping[str, Design], str], Design], tuple[Mapping[str, Design], str]]:
        return operator.getitem, (self._file, self._name)

    @property
    def name(self) -> str:
        """The name of the design."""
        return self._name

    @property
    def logical_bytes(self) -> int:
        """The capacity of the drive as the host sees it (bytes)."""
        return self._plan("").logical_bytes()

    @property
    def page_bytes(self) -> int:
        """The size of a page (bytes)."""
        return self._plan("").page_bytes()

    @property
    def hash(self) -> str:
        """128 bits in hexadecimal of everything about the drive that changes simulated numbers."""
        return self._plan("").hash()

    def _plan(self, workload: str) -> _core.Plan:
        names = self._core.workloads()
        return self._core.plan(self._name, workload or (names[0] if names else ""))

    def _plan_for(self, workload: str, trace: object, trace_format: str, fold: str, closed: int) -> _core.Plan:
        """The plan with a workload, or with a trace."""
        if trace is None:
            return self._core.plan(self._name, workload)
        return self._core.plan_of_trace(self._name, trace_workload(trace, trace_format, fold, closed))

    def explain(self, key: str = "") -> str:
        """All values of the design with the places they come from; of a key, what it means and its value here."""
        page = _core.explain_file(self._reading, self._name)
        if not text_of("key", key):
            return page
        meaning = _core.explain_name(self._reading, key)
        section, _, rest = key.partition(".")
        found = _lines_of(page, section, rest)
        return meaning + ("\n" + self._name + " has\n" + found if found else "")

    def diff(self, other: Design) -> Difference:
        """What this design and another one differ in, also of another file or with other params."""
        if not isinstance(other, Design):
            raise TypeError(f"a design is compared with a design, not with {shown(other)}")
        same, changes, text, json = self._core.diff(self._name, other._core, other._name)
        return Difference(same, tuple(Change(*change) for change in changes), text, json)

    def draw(self, view: Literal["allocation", "tree"] = "allocation", pages: int = 0) -> Picture:
        """A picture of the design: where its pages go, or its parts as a tree. `pages` is the number of logical pages
        that the allocation shows; 0 is a whole number of stripes."""
        shape = word_of("view", view, ("allocation", "tree"))
        return Picture(self._core.draw(self._name, shape, "svg", count_of("pages", pages, 0)).decode())

    def run(
        self,
        workload: str = "",
        *,
        trace: object = None,
        requests: int | None = None,
        seed: int = 1,
        engine: Literal["auto", "generic", "jit"] = "auto",
        trace_format: str = "auto",
        fold: Literal["error", "modulo", "compact"] = "error",
        closed: int = 0,
        sort_trace: bool = False,
        skip_bad_lines: bool = False,
        until_end_of_life: bool = False,
        only_ftl: bool = False,
        check: bool = False,
        memory: int | None = None,
        cache: bool = True,
        request_times: bool = False,
        timeline: bool = False,
        save_snapshot: str | os.PathLike[str] = "",
        progress: Progress | None = None,
    ) -> Result:
        """Runs the design with a workload of its file, or with a trace.

        Without both, the file's only workload runs, or `Default` of the standard library if the file has none. A run
        holds no lock of Python, so threads run at the same time; Ctrl-C ends it, as every call, within a second.

        :param trace: the path of a trace file, or a data frame with the columns time (ns), op (read, write, fua, trim or flush),
            offset and size (bytes): of polars, pandas, pyarrow, or any other with ``__arrow_c_stream__``.
        :param requests: their number, instead of the workload's own; of a trace at most so many.
        :param seed: of the random numbers; the same seed gives the same numbers.
        :param engine: the numbers do not depend on it; ``"jit"`` needs the compiler (:func:`has_compiler`).
        :param trace_format: one of the formats of ``ssdc explain formats``.
        :param fold: what happens to addresses of a trace beyond the drive.
        :param closed: above 0, the trace runs as a closed loop of so many requests, and its times are ignored.
        :param sort_trace: order the requests of a trace by arrival; without it, times that go back are an error.
        :param skip_bad_lines: skip lines of a trace that cannot be read, with a warning.
        :param until_end_of_life: repeat the workload until worn-out blocks end the drive's life.
        :param only_ftl: run map, collection and wear only, without the clock.
        :param check: verify the conservation laws in the results.
        :param memory: the most bytes that the run may take.
        :param cache: use and fill the user's cache folder (packed traces).
        :param request_times: keep the times of each request, for :meth:`Result.requests` and :meth:`Result.blame`, which
            otherwise make the run again.
        :param timeline: record the phases of buses and arrays, for :meth:`Result.timeline`, which otherwise makes the
            run again.
        :param save_snapshot: a file for the drive's state at the end of the run.
        :param progress: called a few times a second with the stage and the share of it that is done; False ends the
            run, and the result is partial.
        """
        _check_trace_options(workload, trace, trace_format, fold, closed)
        arguments: dict[str, Any] = {
            "requests": requests,
            "seed": seed,
            "engine": engine,
            "memory": memory,
            "save_snapshot": "",
            "flags": {
                "sort_trace": sort_trace,
                "skip_bad_lines": skip_bad_lines,
                "until_end_of_life": until_end_of_life,
                "only_ftl": only_ftl,
                "check": check,
                "cache": cache,
                "request_times": request_times,
            },
        }
        options = run_options(**{**arguments, "timeline": timeline, "save_snapshot": save_snapshot})
        told = checked_progress(progress)
        plan = self._plan_for(workload, trace, trace_format, fold, closed)
        ran = _core.run(plan, options, told)
        is_file = trace is None or isinstance(trace, (str, os.PathLike))
        plan_there = functools.partial(self._plan_for, workload, trace if is_file else None, trace_format, fold, closed)
        again = RunAgain(plan, plan_there, arguments, "" if is_file else "its trace was a data frame")
        return Result(ran, options.request_times, bool(timeline), again)

    def draw_run(
        self,
        workload: str = "",
        view: Literal["timing", "heat"] = "timing",
        *,
        begin: int | None = None,
        until: int | None = None,
        of: Literal["erases", "busy", "wasted"] | None = None,
        trace: object = None,
        requests: int | None = None,
        seed: int = 1,
        trace_format: str = "auto",
        fold: Literal["error", "modulo", "compact"] = "error",
        closed: int = 0,
        sort_trace: bool = False,
        skip_bad_lines: bool = False,
        memory: int | None = None,
        cache: bool = True,
        progress: Progress | None = None,
    ) -> Picture:
        """Runs the design as :meth:`run` does, and draws the run.

        :param view: ``"timing"``: which request uses which bus and array when, without `requests` of the first 24
            requests; ``"heat"``: erases, busy shares and wasted pages of each plane.
        :param begin: of the timing view: the begin of its window (ns of the run).
        :param until: the end of that window (ns of the run).
        :param of: of the heat view: only this figure.
        """
        _check_trace_options(workload, trace, trace_format, fold, closed)
        options = run_options(
            requests=requests,
            seed=seed,
            engine="auto",
            memory=memory,
            timeline=False,
            save_snapshot="",
            flags={"sort_trace": sort_trace, "skip_bad_lines": skip_bad_lines, "cache": cache},
        )
        options.workload = workload
        shape = word_of("view", view, ("timing", "heat"))
        figure = None if of is None else word_of("of", of, ("erases", "busy", "wasted"))
        source = None if trace is None else trace_workload(trace, trace_format, fold, closed)
        drawing = _core.drawing(shape, optional_count("begin", begin, 0), optional_count("until", until, 0), figure, source)
        return Picture(_core.draw_run(self._core, self._name, drawing, options, checked_progress(progress)).decode())

    def probe(self, *, seed: int = 1, memory: int | None = None, cache: bool = True, progress: Progress | None = None) -> Probe:
        """Examines the design from outside, as `ssdc probe` does: what its response times reveal about chunk, channels,
        units and mapping, and whether that agrees with the design.

        :param seed: of the run, and of the choice of places to probe.
        :param memory: the most bytes that the probe may take.
        :param cache: use and fill the user's cache folder.
        :param progress: called a few times a second with the stage and the share of it that is done; False ends the
            probe with :class:`ssdc.Error`.
        """
        options = _core.ProbeOptions()
        options.seed, options.cache = count_of("seed", seed, 0), flag_of("cache", cache)
        options.memory = optional_count("memory", memory, 1)
        return Probe(_core.probe(self._core, self._name, options, checked_progress(progress)))

    def __repr__(self) -> str:
        return f"<ssdc.Design {self._name}>"

    def _repr_svg_(self) -> str:
        return self.draw().svg


def _check_trace_options(workload: str, trace: object, trace_format: str, fold: str, closed: int) -> None:
    if text_of("workload", workload) and trace is not None:
        raise TypeError("a run takes a workload or a trace, not both")
    if trace is None and (trace_format, fold, closed) != ("auto", "error", 0):
        raise TypeError("`trace_format`, `fold` and `closed` need a trace")


def _lines_of(page: str, section: str, key: str) -> str:
    """The lines of a design's page about a key, or about a whole section."""
    found, inside = [], False
    for line in page.splitlines():
        if line and not line.startswith(" "):
            inside = line == section
        elif inside and (not key or line.split(":")[0].strip().partition(".")[0] == key.partition(".")[0]):
            found.append(line)
    return "".join(line + "\n" for line in found)
