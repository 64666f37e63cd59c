"""Probes: what response times alone reveal about a design."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ssdc import _core
from ssdc._arguments import near, text_of
from ssdc._errors import UnknownName, one_diagnostic
from ssdc._picture import Picture

Agreement = Literal["agrees", "differs", "cannot tell", "not said"]
_AGREEMENTS: dict[str, Agreement] = {"agrees": "agrees", "differs": "differs", "cannot tell": "cannot tell", "not said": "not said"}


@dataclass(frozen=True)
class ProbeAnswer:
    """What a probe found about a quantity."""

    quantity: str
    """For example ``"chunk_bytes"``."""
    value: int | None
    """The value that response times show; None if they do not show one."""
    inferred: str
    """The same in words."""
    said: str
    """The value of the design in words."""
    expected: int | None
    """The value of the design; None if the design leaves it open."""
    agreement: Agreement
    reason: str
    """The evidence for the answer, or why there is none."""
    tested: int
    """Measurements that could have contradicted it."""
    agreeing: int
    """Those of them that did not."""


class Probe:
    """What response times alone reveal about a design."""

    def __init__(self, core: _core.ProbeFindings) -> None:
        self._core = core

    @property
    def answers(self) -> tuple[ProbeAnswer, ...]:
        """An answer for each quantity."""
        return tuple(
            ProbeAnswer(quantity, value, inferred, said, expected, _AGREEMENTS[agreement], reason, tested, agreeing)
            for quantity, value, inferred, said, expected, agreement, reason, tested, agreeing in self._core.answers()
        )

    @property
    def requests(self) -> int:
        """The reads and writes that the probe issued."""
        return self._core.reads + self._core.writes

    @property
    def drive_time(self) -> int:
        """The simulated time that they took (ns)."""
        return self._core.drive_time

    @property
    def text(self) -> str:
        """The findings as `ssdc probe` prints them."""
        return self._core.text

    @property
    def json(self) -> str:
        """The findings as `ssdc probe --format json` prints them."""
        return self._core.json

    @property
    def plots(self) -> list[str]:
        """The names of the plots."""
        return [name for name, _ in self._core.figures()]

    def plot(self, name: str) -> Picture:
        """A plot by its name."""
        plots = dict(self._core.figures())
        if text_of("name", name) not in plots:
            raise UnknownName(*one_diagnostic("", f"the probe has no plot {name!r}", near(name, plots)))
        return Picture(plots[name])

    def __repr__(self) -> str:
        return self.text.rstrip("\n")
