"""Files of designs."""
from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from ssdc import _core
from ssdc._design import Design
from ssdc._frame import Frame
from ssdc._run_options import count_of, optional_count
from ssdc._standard_library import STANDARD_LIBRARY

Value = bool | int | float | str
"""A value of a param: a number, or a text of the language such as "4KiB"."""


def _texts(params: Mapping[str, Value]) -> dict[str, str]:
    for name, value in params.items():
        if not isinstance(name, str):
            raise TypeError(f"the name of a param is a str, not {name!r}")
        if not isinstance(value, (bool, int, float, str)):
            raise TypeError(f"the value of the param {name} is a number or a str, not {value!r}")
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in params.items()}


class File(Mapping[str, Design]):
    """A file without errors, with what it imports. It maps the names of its designs to the designs."""

    def __init__(self, path: str, text: str | None, params: Mapping[str, str]) -> None:
        """Users call :func:`load` and :func:`loads`. Without a text, the file is read."""
        self._path, self._params = path, dict(params)
        self._core = _core.check(self._reading_of(text))
        self._text = self._core.text()
        self._reading = self._reading_of(self._text)

    def _reading_of(self, text: str | None) -> _core.Reading:
        return _core.reading(self._path, {} if text is None else {self._path: text}, list(self._params.items()), STANDARD_LIBRARY)

    @property
    def path(self) -> str:
        """The path of the file; of a text the name that messages use."""
        return self._path

    @property
    def text(self) -> str:
        """The text of the file, without its imports."""
        return self._text

    @property
    def params(self) -> dict[str, str]:
        """The params that were given another value than in the text."""
        return dict(self._params)

    @property
    def designs(self) -> list[str]:
        """The names of the designs that the file declares or imports, its own first."""
        return self._core.designs()

    @property
    def workloads(self) -> list[str]:
        """The names of the workloads that the file declares or imports, its own first."""
        return self._core.workloads()

    @property
    def experiments(self) -> list[str]:
        """The names of the experiments that the file declares or imports, its own first."""
        return self._core.experiments()

    def __getitem__(self, name: str) -> Design:
        if name not in self.designs:
            has = ", ".join(self.designs) or "no design"
            raise KeyError(f"{self._path} has no design {name!r}; it has {has}")
        return Design(self._core, self._reading, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.designs)

    def __len__(self) -> int:
        return len(self.designs)

    def with_params(self, **params: Value) -> File:
        """The same text with other values of its params: ``f.with_params(ways=8, page="16KiB")``. Params that are not
        named keep the values that they have in this file."""
        return File(self._path, self._text, {**self._params, **_texts(params)})

    def edit(self, design: str, key: str, text: str) -> File:
        """The file with another value of a key of a design: ``f.edit("Drive", "gc.victim", "b.invalid")``. The value is
        a text of the language. A policy may name its parameters: ``f.edit("Drive", "gc.trigger(s)", "…")``."""
        return File(self._path, self._core.edited(design, key, text), self._params)

    def requests(self, workload: str = "", *, requests: int | None = None, seed: int = 1, space: int = 0) -> Frame:
        """The requests that a workload makes, as `ssdc trace generate` writes them, with the columns of
        :meth:`ssdc.Trace.records`. A closed loop raises: its requests have no times before a run.

        :param requests: their number, instead of the workload's own.
        :param seed: of the random numbers.
        :param space: the size of the drive (bytes); 0 is 16 GiB.
        """
        options = _core.RunOptions()
        options.seed = count_of("seed", seed, 0)
        options.requests = optional_count("requests", requests, 1)
        return Frame(_core.requests_of(self._core, workload, count_of("space", space, 0), options))

    def explain(self, name: str = "") -> str:
        """The page of a declaration of the file; without a name, about all that the file declares."""
        return _core.explain_file(self._reading, name)

    def __repr__(self) -> str:
        return f"<ssdc.File {self._path}: {', '.join(self.designs) or 'no designs'}>"


def load(path: str | os.PathLike[str], params: Mapping[str, Value] | None = None) -> File:
    """Reads and checks a file. `params` gives params of the file, or keys of its designs (``"gc.trigger"``), other
    values. A mistake, or a file that cannot be read, raises :class:`ssdc.Error`."""
    return File(os.fspath(path), None, _texts(params or {}))


def loads(text: str, params: Mapping[str, Value] | None = None, path: str = "text.ssd") -> File:
    """Checks a text, as :func:`load` does. Messages call it `path`, and imports are relative to the folder of that."""
    if not isinstance(text, str):
        raise TypeError(f"a text is a str, not {text!r}")
    return File(path, text, _texts(params or {}))


def explain(name: str) -> str:
    """The page of a name of the language (``"gc.trigger"``, ``"zipf"``), of a metric, or of a code (``"E0105"``)."""
    return _core.explain_name(_core.reading("", {}, [], STANDARD_LIBRARY), name)
