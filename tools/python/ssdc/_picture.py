"""Pictures."""
from __future__ import annotations

import os
import pathlib

from ssdc._arguments import path_of

# The endings of files of other kinds.
_OTHERS = frozenset((".bmp", ".dot", ".eps", ".gif", ".html", ".jpeg", ".jpg", ".pdf", ".png", ".ps", ".tif", ".tiff", ".webp"))


class Picture:
    """A picture as SVG; a notebook shows it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file, as SVG."""
        name = path_of("path", path)
        if pathlib.PurePath(name).suffix.lower() in _OTHERS:
            raise ValueError(f"a picture is saved as SVG, not as {name!r}: name a file .svg; `ssdc draw -o x.png` draws designs as PNG")
        with open(name, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def __repr__(self) -> str:
        return f"<ssdc.Picture of {len(self.svg)} bytes>"
