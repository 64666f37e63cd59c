"""A plot of response times as SVG: of each direction the share of requests that take longer than a time, on logarithmic
axes, so that rare slow requests are visible."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ssdc._shown import share_text

# Response time (ns), and the number of requests that took at most that and longer than the entry before.
Counts = Sequence[tuple[int, int]]

_WIDTH, _HEIGHT = 560, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 92, 12, 40
# Of each direction its colour and its dashes.
_LOOKS = {"read": ("#2f7ed8", ""), "write": ("#d9480f", "7 3"), "trim": ("#0f8f6f", "2 3"), "flush": ("#7048b6", "9 2 2 2")}
_UNITS = ((0, "ns"), (3, "us"), (6, "ms"), (9, "s"))
_GRID = 'fill="none" stroke="currentColor" stroke-opacity=".2"'
_LEAST_STEP = 0.5  # px


def _beyond(counts: Counts) -> list[tuple[float, float]]:
    """Times, and the share of requests that take longer; of the slowest one the share that it is itself."""
    total, below = sum(count for _, count in counts), 0
    points = [(float(counts[0][0]), 1.0)]
    for time, count in counts:
        below += count
        points.append((float(time), max(total - below, 1) / total))
    return points


class _Axes:
    def __init__(self, curves: Mapping[str, Sequence[tuple[float, float]]]) -> None:
        times = [max(time, 1.0) for curve in curves.values() for time, _ in curve]
        self.first, self.last = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
        self.last = max(self.last, self.first + 1)
        self.least = min(math.log10(min(share for curve in curves.values() for _, share in curve)), -1.0)

    def x(self, time: float) -> float:
        return _LEFT + (math.log10(max(time, 1.0)) - self.first) / (self.last - self.first) * (_WIDTH - _LEFT - _RIGHT)

    def y(self, share: float) -> float:
        return _TOP + math.log10(share) / self.least * (_HEIGHT - _TOP - _BOTTOM)


def _time_label(power: int) -> str:
    below, unit = next(one for one in reversed(_UNITS) if power >= one[0])
    return f"{10 ** (power - below):,} {unit}"


def _grid(axes: _Axes) -> list[str]:
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    lines = []
    for power in range(axes.first, axes.last + 1):
        x = axes.x(10.0**power)
        lines.append(f'<path d="M{x:.1f},{_TOP}V{bottom}" {_GRID}/><text x="{x:.1f}" y="{bottom + 15}" text-anchor="middle">{_time_label(power)}</text>')
    for power in range(math.ceil(axes.least), 1):
        y = axes.y(10.0**power)
        lines.append(f'<path d="M{_LEFT},{y:.1f}H{right}" {_GRID}/><text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{share_text(10.0**power)}</text>')
    lines.append(f'<text x="{(_LEFT + right) / 2}" y="{_HEIGHT - 6}" text-anchor="middle">response time</text>')
    lines.append(f'<text transform="translate(11,{(_TOP + bottom) / 2}) rotate(-90)" text-anchor="middle">requests that take longer</text>')
    return lines


def _path(curve: Sequence[tuple[float, float]], axes: _Axes) -> str:
    """Steps; those that would not be visible are left out."""
    x, y = axes.x(curve[0][0]), axes.y(curve[0][1])
    path = f"M{x:.1f},{y:.1f}"
    for time, share in curve[1:]:
        at_x, at_y = axes.x(time), axes.y(share)
        if abs(at_x - x) >= _LEAST_STEP or abs(at_y - y) >= _LEAST_STEP or (time, share) == curve[-1]:
            path += f"H{at_x:.1f}V{at_y:.1f}"
            x, y = at_x, at_y
    return path


def response_plot(counts: Mapping[str, Counts]) -> str:
    """The plot; empty without requests. `counts`: of each direction, in ascending order."""
    curves = {name: _beyond(counts[name]) for name in _LOOKS if counts.get(name)}
    if not curves:
        return ""
    axes = _Axes(curves)
    lines = _grid(axes)
    for number, (name, curve) in enumerate(curves.items()):
        colour, dashes = _LOOKS[name]
        look = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"'
        x, y = _WIDTH - _RIGHT + 12, _TOP + 14 + 18 * number
        lines.append(f'<path d="{_path(curve, axes)}" {look}/><path d="M{x},{y}h24" {look}/><text x="{x + 30}" y="{y + 4}">{name}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" role="img" '
        f'aria-label="Share of requests that take longer than a response time"><g font-family="sans-serif" font-size="11" fill="currentColor">{"".join(lines)}</g></svg>'
    )
