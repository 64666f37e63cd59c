"""The values of params as texts of the language."""
from __future__ import annotations

import operator
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import SupportsFloat, SupportsIndex

from ssdc._arguments import shown, text_of
from ssdc._quantity import Quantity

Value = bool | str | SupportsFloat | SupportsIndex
"""A value of a param: a number, also of numpy, a :class:`ssdc.Quantity` with its unit, or a text of the language such as
"4KiB"."""

# The units of quantities that the language calls otherwise, or lacks: the factor, and the unit of the language.
_UNITS = {"share": (100, "%"), "count": (1, ""), "number": (1, ""), "kB": (1, "KB"), "kB/s": (1, "KB/s"), "kJ": (1000, "J")}


def _plain(number: Decimal) -> str:
    """The number without an exponent, and without zeros at its end."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _exact(name: str, value: SupportsFloat | SupportsIndex) -> Decimal:
    """The number as people write it: 0.1 for the float that is nearest to it."""
    try:
        number = Decimal(float.__repr__(value) if isinstance(value, float) else str(value))
    except InvalidOperation:
        number = Decimal(repr(float(value)))
    if not number.is_finite():
        raise ValueError(f"the value of the param {name} is a number, not {shown(value)}")
    return number


def _text_of(name: str, value: object) -> str:
    if isinstance(value, str):
        return text_of(name, value)
    if isinstance(value, bool) or getattr(value, "dtype", None) == bool:
        return str(bool(value)).lower()
    if isinstance(value, Quantity):
        factor, unit = _UNITS.get(value.unit, (1, value.unit))
        return _plain(_exact(name, value) * factor) + unit
    try:
        if isinstance(value, SupportsIndex):
            return str(operator.index(value))
        if isinstance(value, SupportsFloat):
            return format(_exact(name, value), "f")
    except TypeError:  # an array of numpy has both only if it has one value
        pass
    raise TypeError(f"the value of the param {name} is a number or a str, not {shown(value)}")


def texts_of(params: Mapping[str, Value] | None) -> dict[str, str]:
    """The texts; a wrong name or value raises TypeError or ValueError."""
    if params is None:
        return {}
    if not isinstance(params, Mapping):
        raise TypeError(f"`params` is a dict of names and values, such as {{'ways': 8}}, not {shown(params)}")
    for name in params:
        if not isinstance(name, str):
            raise TypeError(f"the name of a param is a str, not {shown(name)}")
    return {text_of("params", name): _text_of(name, value) for name, value in params.items()}
