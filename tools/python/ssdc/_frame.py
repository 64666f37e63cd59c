"""Columns for data frames."""
from __future__ import annotations

import importlib
from typing import Any, NoReturn

from ssdc import _core
from ssdc._errors import Error, one_diagnostic


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

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Frame cannot be pickled: send `to_polars()` or `to_pandas()`, or the result that gives it")

    def __repr__(self) -> str:
        return f"<ssdc.Frame {len(self)} rows: {', '.join(self.columns)}>"


def stream_of(frame: object) -> object | None:
    """The Arrow stream of a data frame; None for what is none. A frame that cannot give one raises ImportError if it
    needs another package, or else Error."""
    give = getattr(frame, "__arrow_c_stream__", None)
    if give is None or isinstance(frame, type):
        return None
    library = type(frame).__module__.partition(".")[0]
    try:
        stream: object = give()
    except ImportError as error:
        raise ImportError(f"{library} gives the columns of a frame by another package: `pip install pyarrow` ({error})") from error
    except Exception as error:
        help_ = "a column has values of one type; a trace has time (ns), op (read, write, fua, trim or flush), offset and size (bytes)"
        raise Error(*one_diagnostic("E0403", f"the data frame cannot be read as a trace: {library} says: {error}", help_)) from error
    return stream
