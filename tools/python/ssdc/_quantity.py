"""Numbers with units, and the classes that give the metrics of a result their names."""
from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Generic, NoReturn, TypeVar, overload

# The units that a quantity can be converted to, by kind: how many of the kind's own unit they are.
_KINDS: tuple[Mapping[str, float], ...] = (
    {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "h": 3600e9, "d": 86400e9},
    {"B": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30, "TiB": 2.0**40},
    {"B/s": 1.0, "kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9, "KiB/s": 2.0**10, "MiB/s": 2.0**20, "GiB/s": 2.0**30},
    {"J": 1.0, "mJ": 1e-3, "uJ": 1e-6, "nJ": 1e-9, "kJ": 1e3},
    {"W": 1.0, "mW": 1e-3, "uW": 1e-6},
    {"share": 1.0, "%": 1e-2},
)


class Quantity(float):
    """A float that knows its unit. NaN stands for a number that the run does not have, such as the mean response time
    of reads where nothing was read."""

    unit: str

    def __new__(cls, value: float, unit: str) -> Quantity:
        made = super().__new__(cls, value)
        made.unit = unit
        return made

    def __reduce__(self) -> tuple[type[Quantity], tuple[float, str]]:
        return Quantity, (float(self), self.unit)

    def to(self, unit: str) -> Quantity:
        """The same quantity in another unit of its kind: ``r.read.p99.to("us")``."""
        kind = next((kind for kind in _KINDS if self.unit in kind), {self.unit: 1.0})
        if unit not in kind:
            raise ValueError(f"a quantity in {self.unit} has no value in {unit!r}; it has one in {', '.join(kind)}")
        return Quantity(float(self) * kind[self.unit] / kind[unit], unit)

    def __repr__(self) -> str:
        number = "nan" if math.isnan(self) else f"{float(self):,.6g}" if abs(self) < 1e6 else f"{float(self):,.0f}"
        return number if self.unit in ("count", "number") else f"{number} {self.unit}"

    def __str__(self) -> str:
        return float.__repr__(self)


class Group:
    """Metrics of a result whose names begin with the same words."""

    def __init__(self, values: Mapping[str, float | None]) -> None:
        self._values = values

    def __repr__(self) -> str:
        names = [name for name, kind in vars(type(self)).items() if isinstance(kind, (Metric, Sub))]
        return "\n".join(f"{name}: {getattr(self, name)!r}" for name in names if isinstance(vars(type(self))[name], Metric)) or ", ".join(names)


class Metric:
    """A metric of a result: a float in the unit that its documentation names."""

    def __init__(self, name: str, unit: str, meaning: str) -> None:
        self.name, self.unit = name, unit
        self.__doc__ = f"{meaning[:1].upper()}{meaning[1:]} ({unit})."

    @overload
    def __get__(self, owner: None, kind: type[Group]) -> Metric: ...
    @overload
    def __get__(self, owner: Group, kind: type[Group]) -> Quantity: ...
    def __get__(self, owner: Group | None, kind: type[Group]) -> Metric | Quantity:
        if owner is None:
            return self
        value = owner._values.get(self.name)
        return Quantity(math.nan if value is None else value, self.unit)

    def __set__(self, owner: Group, value: object) -> NoReturn:
        raise AttributeError(f"{self.name} is a metric of a result, and cannot be set")


G = TypeVar("G", bound=Group)


class Sub(Generic[G]):
    """A group of metrics inside a result or another group."""

    def __init__(self, kind: type[G]) -> None:
        self.kind = kind
        self.__doc__ = kind.__doc__

    @overload
    def __get__(self, owner: None, kind: type[Group]) -> Sub[G]: ...
    @overload
    def __get__(self, owner: Group, kind: type[Group]) -> G: ...
    def __get__(self, owner: Group | None, kind: type[Group]) -> Sub[G] | G:
        return self if owner is None else self.kind(owner._values)

    def __set__(self, owner: Group, value: object) -> NoReturn:
        raise AttributeError("a group of metrics of a result cannot be set")
