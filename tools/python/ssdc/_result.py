"""Results of runs."""
from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping
from typing import Literal, NamedTuple

from ssdc import _core
from ssdc._arguments import count_of, float_of, optional_count, path_of, shown
from ssdc._frame import Frame
from ssdc._metric_names import first_name
from ssdc._metrics import Metrics
from ssdc._report import report_html
from ssdc._run_again import KeptRun, RunAgain, kept

# What a timeline has by default: the begin and the end of its window (ns of the run), and the bytes of its file.
_Window = tuple[int, int | None, int]
_WHOLE: _Window = (0, None, 64 * 2**20)


class Blame(NamedTuple):
    """What the slow requests of a run waited for."""

    text: str
    json: str


class Result(Metrics):
    """The results of a run. The metrics are attributes (``r.read.p99``), floats in the unit that their documentation
    names; NaN where the run does not have the number.

    A result can be pickled: it then holds its numbers, and makes the run again for the rest.

    A run gives the same numbers each time. What it did not keep (``request_times=True``, ``timeline=True``) is had by
    making it again, when somebody asks for it."""

    def __init__(self, core: _core.Run | KeptRun, timed: bool, with_timeline: bool, again: RunAgain) -> None:
        values: Mapping[str, float | None] = core.values()
        super().__init__(values)
        self._core, self._again = core, again
        self._with_times = core if timed and isinstance(core, _core.Run) else None
        self._with_timeline = core if with_timeline and isinstance(core, _core.Run) else None
        self._window = _WHOLE  # of that timeline
        self._requests: Frame | None = None

    def __reduce__(self) -> tuple[type[Result], tuple[KeptRun, bool, bool, RunAgain]]:
        return Result, (kept(self._core), False, False, self._again)

    @property
    def partial(self) -> bool:
        """Whether `progress` ended the run. The numbers then cover the requests that were complete by that time."""
        return self._core.partial()

    def metric(self, name: str) -> float:
        """The metric of that name (``"read.p99"``), in ns, bytes, bytes per second, J, W, or as a share up to 1. NaN if
        the run does not have the number; another name raises."""
        value = self._values.get(first_name(name))
        return float("nan") if value is None else value

    def metrics(self) -> dict[str, float | None]:
        """All metrics by name; None for a number that the run does not have."""
        return dict(self._values)

    def json(self) -> str:
        """The report as `ssdc run --format json` prints it."""
        return self._core.json()

    def text(self) -> str:
        """The report as `ssdc run` prints it."""
        return self._core.text()

    def _made_again(self, what: Literal["request_times", "timeline"], timeline: _core.TimelineOptions | None = None) -> _core.Run:
        if self.partial:
            raise ValueError(f"the run was ended early, so it cannot be made again: call run(…, {what}=True)")
        if obstacle := self._again.obstacle():
            raise ValueError(f"the result was pickled, and its run cannot be made again, as {obstacle}: take this before it is pickled")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they have been told
            ran = self._again.run(request_times=what == "request_times", timeline=timeline)
        if ran.values() != self._values:
            raise ValueError(f"the run gives other numbers now, because its trace or snapshot is another one: call run(…, {what}=True)")
        return ran

    def _timed_run(self) -> _core.Run:
        if self._with_times is None:
            self._with_times = self._made_again("request_times")
        return self._with_times

    def requests(self) -> Frame:
        """The completed requests (without ``request_times=True`` the run is made again): `time` (arrival), `op` (read, write
        or trim), `offset` and `size` (bytes), `completion`, `response`, and the seven parts of the response. Times are
        in ns. The first call makes the columns; the result keeps them, and later calls and frames share them."""
        if self._requests is None:
            self._requests = Frame(self._timed_run().requests())
        return self._requests

    def series(self) -> Frame:
        """The run over simulated time, in at most 128 equal intervals: `time` is the begin of an interval (ns); the other
        columns are those of the report's `series`. NaN where an interval has no value. A run of the map alone
        (``only_ftl=True``) has no series, and gives no rows."""
        series = json.loads(self.json()).get("series") or {}
        interval = series.pop("interval_ns", 0)
        rows = max((len(values) for values in series.values()), default=0)
        nothing = float("nan")
        columns = [(name, "number", [nothing if value is None else value for value in values]) for name, values in series.items()]
        return Frame(_core.table_of([("time", "number", [number * interval for number in range(rows)]), *columns]))

    def distribution(self) -> Frame:
        """The distribution of the response times, from the histogram that percentiles come from: `op` (read, write or
        trim), `response` (ns), and the number of `requests` that took at most that, and longer than the row before.
        Exact below 2048 ns, otherwise at most 1/1024 too high. No rows for a run of the map alone."""
        rows = self._core.responses()
        kinds = (("op", "text"), ("response", "count"), ("requests", "count"))
        return Frame(_core.table_of([(name, kind, [row[number] for row in rows]) for number, (name, kind) in enumerate(kinds)]))

    def requests_csv(self) -> str:
        """The completed requests as the CSV of `ssdc run --requests-out` (without ``request_times=True`` the run is made
        again)."""
        return self._timed_run().requests_csv()

    def blame(self, share: float | None = None) -> Blame:
        """What the slow requests waited for (without ``request_times=True`` the run is made again): in the bands of
        `ssdc blame`, or, with a share above 0 and below 1, for the requests beyond it: ``r.blame(0.99)`` parts the
        slowest hundredth of the reads (and of the writes, and trims) from the others. Ranks are exact; times in the
        JSON are in ns."""
        beyond = 0.0 if share is None else float_of("share", share)
        if share is not None and not 0 < beyond < 1:
            raise ValueError(f"`share` is above 0 and below 1, not {shown(share)}")
        return Blame(*self._timed_run().blame(beyond))

    def _timeline_run(self, window: _Window) -> _core.Run:
        if self._with_timeline is None or self._window != window:
            if self._with_timeline is not None and self.partial:
                raise ValueError("the run was ended early, so only the timeline that it recorded can be written: leave `begin`, `until` and `size` out")
            options = _core.TimelineOptions()
            options.begin, options.until, options.bytes = window
            self._with_timeline, self._window = self._made_again("timeline", options), window
        return self._with_timeline

    def timeline(self, path: str | os.PathLike[str], *, begin: int = 0, until: int | None = None, size: int = _WHOLE[2]) -> list[str]:
        """Writes the phases of buses and arrays to a file for https://ui.perfetto.dev. Without ``timeline=True``, and for
        another window or size than before, the run is made again. Returns what was left out.

        :param begin: of the window that the file shows (ns of the run).
        :param until: the end of the window (ns of the run); None: to the end of the run.
        :param size: the most bytes of the file; phases beyond it are only counted.
        """
        name = path_of("path", path)
        window = (count_of("begin", begin, 0), optional_count("until", until, 0), count_of("size", size, 1))
        content, notes = self._timeline_run(window).timeline()
        with open(name, "wb") as file:
            file.write(content)
        if notes and window == _WHOLE:
            notes.append("`timeline(path, begin=…, until=…)` writes another window (ns of the run), `size=…` a larger file (bytes)")
        return notes

    def __repr__(self) -> str:
        return self.text().rstrip("\n")

    def _repr_html_(self) -> str:
        return report_html(self._core, self._with_times)
