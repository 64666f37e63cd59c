"""Results of experiments."""
from __future__ import annotations

import csv
import html
import io
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NoReturn

from ssdc import _core
from ssdc._arguments import count_of, near, text_of
from ssdc._axes import axis_column
from ssdc._errors import UnknownName, one_diagnostic
from ssdc._frame import Frame
from ssdc._html import STYLE, table
from ssdc._metric_names import first_name
from ssdc._picture import Picture
from ssdc._shown import digits

Verdict = Literal["holds", "fails", "undecided"]
_VERDICTS: dict[str, Verdict] = {"holds": "holds", "fails": "fails", "undecided": "undecided"}
_MOST_ROWS = 100  # that a notebook shows


@dataclass(frozen=True)
class Claim:
    """An ``expect`` of an experiment, and whether it holds."""

    title: str
    text: str
    """The expression, in the canonical form."""
    verdict: Verdict
    values: str
    """Both sides of the comparison, with units; of `all(…)` at how many points it holds."""
    margin: float | None
    """The distance of the two sides as a share of the right one; above 0 if the claim holds."""
    reason: str
    """Of an undecided claim: what is missing."""
    where: tuple[str, ...]
    """Of an `all(…)` that fails: the first points at which it does, at most 5."""
    known: str
    """Why the claim is known to fail; empty: it should hold."""


class Experiment:
    """The results of an experiment."""

    def __init__(self, core: _core.Experiment) -> None:
        self._core = core

    def _rows(self) -> Iterator[list[str]]:
        """The rows of the CSV, the head first. Nothing of them is kept: there may be a million."""
        return csv.reader(io.TextIOWrapper(io.BytesIO(self._core.csv().encode()), encoding="utf-8", newline=""))

    @property
    def name(self) -> str:
        """The name of the experiment."""
        return self._core.name()

    @property
    def partial(self) -> bool:
        """Whether `progress` ended it before all runs were made."""
        return self._core.partial()

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of the experiment, in their order."""
        return tuple(
            Claim(title, text, _VERDICTS[verdict], values, margin, reason, tuple(where), known)
            for title, text, verdict, values, margin, reason, where, known in self._core.claims()
        )

    @property
    def contradicts_a_claim(self) -> bool:
        """Whether a claim that should hold fails, or is undecided although all runs were made."""
        return self._core.contradicts_a_claim()

    @property
    def csv(self) -> str:
        """The file `results.csv` of `ssdc run`: a row for each run."""
        return self._core.csv()

    @property
    def json(self) -> str:
        """The file `results.json` of `ssdc run`."""
        return self._core.json()

    @property
    def text(self) -> str:
        """The summary that `ssdc run` prints."""
        return self._core.text()

    @property
    def page(self) -> str:
        """The file `report.html` of `ssdc run`: a page with claims, plots, designs and the file."""
        return self._core.page()

    def table(self) -> Frame:
        """The runs as columns: `point` (from 0), each axis, `seed`, `state` (done, failed or missing), each measured
        metric with its unit in the name (``read.p99 [ns]``; NaN where a run does not have the number), each normalised
        one, `failure`, and `overload [ns]`. An axis whose values are numbers is a column of numbers, with the unit in
        the name as metrics have it (``ways``, ``page [B]``, ``spare [share]``); others are texts, as the CSV has them."""
        rows = self._rows()
        head = next(rows)
        metrics = range(head.index("state") + 1, head.index("failure"))
        cells: list[list[str]] = [[] for _ in head]
        known: dict[str, str] = {}  # one object for equal texts
        for row in rows:
            for column, cell in zip(cells, row, strict=True):
                column.append(known.setdefault(cell, cell))
        columns: list[tuple[str, str, list[object]]] = []
        for number, name in enumerate(head):
            column, cells[number] = cells[number], []
            if name in ("point", "seed"):
                columns.append((name, "count", [int(cell) for cell in column]))
            elif number in metrics or number == len(head) - 1:
                columns.append((name, "number", [float(cell or "nan") for cell in column]))
            elif number < head.index("seed"):
                columns.append(axis_column(name, column))
            else:
                columns.append((name, "text", list(column)))
        return Frame(_core.table_of(columns))

    def value(self, point: int, metric: str, seed: int = 1) -> float:
        """Any metric of one run, measured or not, in the unit of :meth:`ssdc.Result.metric`. NaN if the run does not
        have the number, or was not made. Points count from 0, seeds from 1; a metric, point or seed that the experiment
        does not have raises."""
        name, place, number = first_name(metric), count_of("point", point, 0), count_of("seed", seed, 1)
        found = self._core.value(place, number, name)
        if found is None:
            self._require_run(place, number)
        return float("nan") if found is None else found

    def _require_run(self, point: int, seed: int) -> None:
        rows = self._rows()
        at = next(rows).index("seed")
        points, seeds = set[int](), 0
        for row in rows:
            points.add(int(row[0]))
            seeds = max(seeds, int(row[at]))
        if point not in points:
            raise ValueError(f"{self.name} has no point {point}; its {len(points)} points are from {min(points, default=0)} to {max(points, default=0)}")
        if seed > seeds:
            raise ValueError(f"{self.name} has no seed {seed}; its seeds are 1 to {seeds}")

    @property
    def plots(self) -> list[str]:
        """The names of the plots."""
        return [name for name, _ in self._core.plots()]

    def plot(self, name: str) -> Picture:
        """A plot by its name."""
        plots = dict(self._core.plots())
        if text_of("name", name) not in plots:
            raise UnknownName(*one_diagnostic("", f"{self.name} has no plot {name!r}", near(name, plots)))
        return Picture(plots[name])

    def __reduce__(self) -> NoReturn:
        raise TypeError("an Experiment cannot be pickled: send its `csv` or `json`, or make the sweep there with the same journal")

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        claims = [
            [html.escape(text) for text in (claim.title, claim.verdict, claim.values or claim.reason)] + ["" if claim.margin is None else f"{claim.margin:.1%}"]
            for claim in self.claims
        ]
        rows = self._rows()
        head = next(rows)
        metrics = range(head.index("state") + 1, head.index("failure"))
        shown = [
            [html.escape(digits(float(cell)) if cell and number in metrics else cell) for number, cell in enumerate(row)]
            for row in itertools.islice(rows, _MOST_ROWS)
        ]
        left_out = sum(1 for _ in rows)
        more = f"<p>… and {left_out:,} more rows</p>" if left_out else ""
        told = table(["claim", "verdict", "values", "margin"], claims, words=3) if claims else ""
        runs = table([html.escape(name) for name in head], shown, words=metrics.start)
        return f'<div class="ssdc">{STYLE}<p><b>{html.escape(self.name)}</b></p>{told}{runs}{more}</div>'
