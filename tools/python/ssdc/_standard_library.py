"""The standard library of this package."""
import pathlib

STANDARD_LIBRARY = str(pathlib.Path(__file__).parent / "share" / "ssdc" / "stdlib")
