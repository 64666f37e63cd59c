"""The version of the package, which is that of the program and of the standard library."""
import pathlib

__version__ = (pathlib.Path(__file__).parent / "share" / "ssdc" / "stdlib" / "VERSION").read_text().strip()
