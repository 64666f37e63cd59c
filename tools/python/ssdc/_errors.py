"""What users are told: errors, warnings, and the places that they are about."""
from __future__ import annotations

import sys
import warnings
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Span:
    """A place in a text. Lines and columns count from 1; the end is the column after the last character."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Note:
    """A remark that belongs to a diagnostic, often about another place."""

    span: Span | None
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """A problem of a text, a file or a call."""

    code: str
    """For example "E0105", which ``ssdc.explain`` explains; empty for a wrong argument."""
    severity: Literal["error", "warning", "note"]
    message: str
    label: str
    help: str
    """How to correct the mistake; may be empty."""
    span: Span | None
    notes: tuple[Note, ...]


class Error(Exception):
    """A mistake in a text, a file or a call. As text it is what the program prints, with the lines of the source."""

    text: str
    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, text: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(text, diagnostics)
        self.text, self.diagnostics = text, diagnostics

    def _first(self) -> Diagnostic:
        return next((one for one in self.diagnostics if one.severity == "error"), self.diagnostics[0])

    @property
    def code(self) -> str:
        """The code of the first error, for example "E0105"."""
        return self._first().code

    @property
    def message(self) -> str:
        """The first error in one sentence."""
        return self._first().message

    @property
    def help(self) -> str:
        """How to correct the first error; may be empty."""
        return self._first().help

    @property
    def span(self) -> Span | None:
        """The place of the first error; None if it has none."""
        return self._first().span

    def __str__(self) -> str:
        return self.text.rstrip("\n")


class UnknownName(Error, KeyError):
    """A name that is not there: both an error of the package, with a suggestion, and the KeyError of a mapping."""


class DesignWarning(UserWarning):
    """What ssdc warns of, as ``warnings`` shows it."""


def _span(raw: tuple[str, int, int, int, int] | None) -> Span | None:
    return None if raw is None else Span(*raw)


def _diagnostics(raw: list[tuple[Any, ...]]) -> tuple[Diagnostic, ...]:
    return tuple(
        Diagnostic(code, severity, message, label, help_, _span(span), tuple(Note(_span(at), text) for at, text in notes))
        for code, severity, message, label, help_, span, notes in raw
    )


def error_of(text: str, raw: list[tuple[Any, ...]]) -> Error:
    """The exception for a call that failed."""
    return Error(text, _diagnostics(raw))


def one_diagnostic(code: str, message: str, help: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """The arguments of an Error with one diagnostic, which has no place."""
    text = f"error{f'[{code}]' if code else ''}: {message}\n" + (f"  = help: {help}\n" if help else "")
    return text, (Diagnostic(code, "error", message, "", help, None, ()),)


def _first_level_outside() -> int:
    """The number of frames from the caller of this function's caller to the first one outside the package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "ssdc":
        level, frame = level + 1, frame.f_back
    return level


def warn(text: str, raw: list[tuple[Any, ...]]) -> None:
    """Warns of what stands beside the value of a call."""
    del raw
    warnings.warn(text.rstrip("\n"), DesignWarning, stacklevel=_first_level_outside())
