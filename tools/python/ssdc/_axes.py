"""The values of an experiment's axes as numbers."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

_NUMBER = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?(?:/[0-9]+)?)([A-Za-z%][A-Za-z/]*)?")
# The units of a kind, as the results write them: how many of the unit that metrics have.
_KINDS: Mapping[str, Mapping[str, Fraction]] = {
    "ns": {"ns": Fraction(1), "us": Fraction(10**3), "ms": Fraction(10**6), "s": Fraction(10**9)},
    "B": {"bit": Fraction(1, 8), "B": Fraction(1), "KiB": Fraction(2**10), "MiB": Fraction(2**20), "GiB": Fraction(2**30), "TiB": Fraction(2**40)},
    "B/s": {"B/s": Fraction(1), "KB/s": Fraction(10**3), "MB/s": Fraction(10**6), "GB/s": Fraction(10**9)},
    "Hz": {"Hz": Fraction(1), "kHz": Fraction(10**3), "MHz": Fraction(10**6), "GHz": Fraction(10**9)},
    "share": {"%": Fraction(1, 100)},
    "J": {"pJ": Fraction(1, 10**12), "nJ": Fraction(1, 10**9), "uJ": Fraction(1, 10**6), "mJ": Fraction(1, 10**3), "J": Fraction(1)},
    "W": {"uW": Fraction(1, 10**6), "mW": Fraction(1, 10**3), "W": Fraction(1)},
    "": {"": Fraction(1)},
}
_OF_UNIT = {unit: (kind, factor) for kind, units in _KINDS.items() for unit, factor in units.items()}


def _number(cell: str) -> tuple[str, Fraction] | None:
    """The kind of the number and its value; None for what is no number."""
    found = _NUMBER.fullmatch(cell)
    if found is None or (found[2] or "") not in _OF_UNIT:
        return None
    whole, _, below = found[1].partition("/")
    kind, factor = _OF_UNIT[found[2] or ""]
    return kind, Fraction(whole) / Fraction(below or 1) * factor


def axis_column(name: str, cells: Sequence[str]) -> tuple[str, str, list[object]]:
    """Name, kind and values of the column of an axis, for `_core.table_of`: numbers if all cells are of one kind."""
    numbers = {cell: _number(cell) for cell in set(cells)}
    kinds = {found[0] if found else None for found in numbers.values()}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is None:
        return name, "text", list(cells)
    values = {cell: found[1] for cell, found in numbers.items() if found}
    title = f"{name} [{kind}]" if kind else name
    if all(value.denominator == 1 and 0 <= value < 2**64 for value in values.values()):
        return title, "count", [int(values[cell]) for cell in cells]
    return title, "number", [float(values[cell]) for cell in cells]
