"""Numbers as a report shows them: four digits, and a unit in which they are easy to read."""
from __future__ import annotations

from collections.abc import Sequence

_TIMES = ((1.0, "ns"), (1e3, "us"), (1e6, "ms"), (1e9, "s"), (60e9, "min"), (3600e9, "h"), (86400e9, "d"))
_SIZES = tuple((2.0 ** (10 * power), unit) for power, unit in enumerate(("B", "KiB", "MiB", "GiB", "TiB", "PiB")))
_RATES = tuple((1000.0**power, unit) for power, unit in enumerate(("B/s", "kB/s", "MB/s", "GB/s", "TB/s")))


def digits(value: float) -> str:
    """The number with four digits, or more before the point."""
    before = len(str(int(abs(value))))
    return f"{value:,.{max(0, 4 - before)}f}"


def _in_unit(value: float, units: Sequence[tuple[float, str]]) -> str:
    factor, unit = next((one for one in reversed(units) if abs(value) >= one[0]), units[0])
    return f"{digits(value / factor)} {unit}"


def time_text(nanoseconds: float) -> str:
    """A time, of ns."""
    return _in_unit(nanoseconds, _TIMES)


def size_text(size: float) -> str:
    """A size, of bytes."""
    return _in_unit(size, _SIZES)


def rate_text(rate: float) -> str:
    """A bandwidth, of bytes per second."""
    return _in_unit(rate, _RATES)


def share_text(share: float) -> str:
    """A share as percent."""
    return f"{100 * share:.4g} %"
