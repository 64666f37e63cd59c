"""The arguments of calls. A wrong type raises TypeError, a value out of bounds ValueError, both in plain words."""
from __future__ import annotations

import difflib
import math
import operator
import os
from collections.abc import Iterable
from typing import SupportsFloat, SupportsIndex, TypeVar, cast

_MOST_SHOWN = 60  # characters of a value
W = TypeVar("W", bound=str)


def shown(value: object) -> str:
    """The value as Python writes it, cut if it is long."""
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"


def near(word: str, words: Iterable[str]) -> str:
    """A suggestion: the nearest of the words, or else all of them if they are few."""
    known = list(words)
    if found := difflib.get_close_matches(word, known, n=1, cutoff=0.5):
        return f"did you mean {found[0]!r}?"
    return f"there are {', '.join(known)}" if 0 < len(known) <= 10 else ""


def count_of(name: str, value: object, least: int) -> int:
    """A whole number from `least` to 2**64 - 1: an int, or anything with ``__index__``."""
    try:
        number = operator.index(cast(SupportsIndex, value))
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise TypeError(f"`{name}` is an int, not {shown(value)}")
    if not least <= number < 2**64:
        raise ValueError(f"`{name}` is at least {least} and less than 2**64, not {number}")
    return number


def optional_count(name: str, value: object, least: int) -> int | None:
    """The number, or None for None."""
    return None if value is None else count_of(name, value, least)


def float_of(name: str, value: object) -> float:
    """A number: a float, an int, or anything with ``__float__``."""
    try:
        number = None if isinstance(value, (bool, str, bytes)) else float(cast("SupportsFloat | SupportsIndex", value))
    except TypeError:
        number = None
    if number is None:
        raise TypeError(f"`{name}` is a number, not {shown(value)}")
    if math.isnan(number):
        raise ValueError(f"`{name}` is a number, not nan")
    return number


def text_of(name: str, value: object) -> str:
    """A str that can be written as UTF-8."""
    if not isinstance(value, str):
        raise TypeError(f"`{name}` is a str, not {shown(value)}")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"`{name}` has half a character (a surrogate, {ascii(value[error.start])}) at place {error.start}") from None
    return value


def path_of(name: str, value: object) -> str:
    """A path: a str, or anything with ``__fspath__`` that gives one."""
    path = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(path, str):
        raise TypeError(f"`{name}` is a path, as a str or a pathlib.Path, not {shown(value)}")
    return text_of(name, path)


def flag_of(name: str, value: object) -> bool:
    """A truth value: a bool, also that of numpy."""
    if not isinstance(value, bool) and getattr(value, "dtype", None) != bool:
        raise TypeError(f"`{name}` is True or False, not {shown(value)}")
    return bool(value)


def word_of(name: str, value: object, words: tuple[W, ...]) -> W:
    """One of the words."""
    word = text_of(name, value)
    for one in words:
        if word == one:
            return one
    raise ValueError(f"`{name}` is one of {', '.join(words)}, not {word!r}")
