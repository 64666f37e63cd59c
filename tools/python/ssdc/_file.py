"""Files of designs."""
from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Mapping

from ssdc import _core
from ssdc._arguments import count_of, optional_count, path_of, text_of
from ssdc._design import Design
from ssdc._errors import Error, UnknownName, one_diagnostic
from ssdc._frame import Frame
from ssdc._params import Value, texts_of
from ssdc._standard_library import STANDARD_LIBRARY



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
        if name in self.designs:
            return Design(self, self._core, self._reading, name)
        try:
            self._core.plan(text_of("name", name), "")
        except Error as error:
            raise UnknownName(error.text, error.diagnostics) from None
        raise UnknownName(*one_diagnostic("E0309", f"`{self._path}` has no design `{name}`", ""))

    def __contains__(self, name: object) -> bool:
        return name in self.designs

    def __iter__(self) -> Iterator[str]:
        return iter(self.designs)

    def __len__(self) -> int:
        return len(self.designs)

    def with_params(self, **params: Value) -> File:
        """The same text with other values of its params: ``f.with_params(ways=8, page="16KiB")``. Params that are not
        named keep the values that they have in this file."""
        return File(self._path, self._text, {**self._params, **texts_of(params)})

    def edit(self, design: str, key: str, text: str) -> File:
        """The file with another value of a key of a design: ``f.edit("Drive", "gc.victim", "b.invalid")``. The value is
        a text of the language. A policy may name its parameters: ``f.edit("Drive", "gc.trigger(s)", "…")``."""
        return File(self._path, self._core.edited(text_of("design", design), text_of("key", key), text_of("text", text)), self._params)

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
        return Frame(_core.requests_of(self._core, text_of("workload", workload), count_of("space", space, 0), options))

    def explain(self, name: str = "") -> str:
        """The page of a declaration of the file; without a name, about all that the file declares."""
        return _core.explain_file(self._reading, text_of("name", name))

    def __reduce__(self) -> tuple[Callable[[str, str, dict[str, str]], File], tuple[str, str, dict[str, str]]]:
        return _again, (self._path, self._text, self._params)

    def __repr__(self) -> str:
        return f"<ssdc.File {self._path}: {', '.join(self.designs) or 'no designs'}>"


def _again(path: str, text: str, params: dict[str, str]) -> File:
    """A file that was pickled. Its imports are read again."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they have been told
        return File(path, text, params)


def load(path: str | os.PathLike[str], params: Mapping[str, Value] | None = None) -> File:
    """Reads and checks a file. `params` gives params of the file, or keys of its designs (``"gc.trigger"``), other
    values. A mistake, or a file that cannot be read, raises :class:`ssdc.Error`."""
    return File(path_of("path", path), None, texts_of(params))


def loads(text: str, params: Mapping[str, Value] | None = None, path: str = "text.ssd") -> File:
    """Checks a text, as :func:`load` does. Messages call it `path`, and imports are relative to the folder of that."""
    return File(path_of("path", path), text_of("text", text), texts_of(params))


def explain(name: str) -> str:
    """The page of a name of the language (``"gc.trigger"``, ``"zipf"``), of a metric, or of a code (``"E0105"``)."""
    return _core.explain_name(_core.reading("", {}, [], STANDARD_LIBRARY), text_of("name", name))
