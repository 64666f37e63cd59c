"""Columns for data frames."""
from __future__ import annotations

import importlib
from typing import Any

from ssdc import _core


class Frame:
    """Columns of a result. A data frame takes it by Arrow's C stream, without a copy where the library can:
    ``polars.DataFrame(f)``, ``pandas.DataFrame.from_arrow(f)``, ``pyarrow.table(f)``."""

    def __init__(self, core: _core.Table) -> None:
        self._core = core

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._core.names()

    def __len__(self) -> int:
        return len(self._core)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """A capsule with Arrow's stream of the columns; other types are not offered."""
        return self._core.stream()

    def to_polars(self) -> Any:
        """The columns as a polars.DataFrame; needs the package polars."""
        return importlib.import_module("polars").DataFrame(self)

    def to_pandas(self) -> Any:
        """The columns as a pandas.DataFrame; needs the packages pandas and pyarrow."""
        return importlib.import_module("pandas").DataFrame.from_arrow(self)

    def __repr__(self) -> str:
        return f"<ssdc.Frame {len(self)} rows: {', '.join(self.columns)}>"
