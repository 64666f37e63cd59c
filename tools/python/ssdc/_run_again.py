"""What a result keeps of its run: the way to make it again, and, once it was pickled, its numbers."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ssdc import _core
from ssdc._run_options import run_options


class RunAgain:
    """Makes a run again with the same arguments."""

    def __init__(self, plan: _core.Plan | None, plan_there: Callable[[], _core.Plan], arguments: dict[str, Any], lost: str) -> None:
        """`plan_there` gives the plan where the result was unpickled, unless `lost` says why it cannot."""
        self._plan, self._plan_there, self._arguments, self._lost = plan, plan_there, arguments, lost

    def obstacle(self) -> str:
        """Why the run cannot be made again; empty if it can."""
        return self._lost if self._plan is None else ""

    def run(self, *, request_times: bool = False, timeline: _core.TimelineOptions | None = None) -> _core.Run:
        """The run, which also keeps the times of its requests or this timeline."""
        flags = {**self._arguments["flags"], "request_times": request_times}
        options = run_options(**{**self._arguments, "flags": flags, "timeline": False})
        options.timeline = timeline
        if self._plan is None:
            self._plan = self._plan_there()
        return _core.run(self._plan, options, None)

    def __reduce__(self) -> tuple[type[RunAgain], tuple[None, Callable[[], _core.Plan], dict[str, Any], str]]:
        return RunAgain, (None, self._plan_there, self._arguments, self._lost)


@dataclass(frozen=True)
class KeptRun:
    """The numbers of a run, with the methods of `_core.Run` that give them."""

    is_partial: bool
    metrics: dict[str, float | None]
    report: str
    summary: str
    distribution: list[tuple[str, int, int]]

    def partial(self) -> bool:
        return self.is_partial

    def values(self) -> dict[str, float | None]:
        return self.metrics

    def json(self) -> str:
        return self.report

    def text(self) -> str:
        return self.summary

    def responses(self) -> list[tuple[str, int, int]]:
        return self.distribution


def kept(core: _core.Run | KeptRun) -> KeptRun:
    """The numbers of the run."""
    return KeptRun(core.partial(), dict(core.values()), core.json(), core.text(), list(core.responses()))
