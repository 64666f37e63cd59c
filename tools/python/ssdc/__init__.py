"""ssdc: describe a solid-state drive, check it, draw it, and simulate it fast.

>>> import ssdc
>>> f = ssdc.load("drive.ssd", params={"ways": 8})
>>> r = f["Drive"].run("Writes", requests=100_000, seed=1)
>>> r.write.p99.to("us"), r.write_amplification

Times are in nanoseconds of simulated time, sizes in bytes, shares from 0 to 1, unless a name or its documentation
gives another unit. Mistakes in texts, files and calls raise :class:`ssdc.Error`.
"""
from ssdc._compiler import has_compiler, warn_of_another_version
from ssdc._design import Change, Design, Difference
from ssdc._errors import Diagnostic, DesignWarning, Error, Note, Span
from ssdc._experiment import Claim, Experiment
from ssdc._file import File, explain, load, loads
from ssdc._frame import Frame
from ssdc._picture import Picture
from ssdc._quantity import Quantity
from ssdc._result import Blame, Result
from ssdc._sweep import sweep
from ssdc._version import __version__

__all__ = [
    "Blame",
    "Change",
    "Claim",
    "Design",
    "DesignWarning",
    "Diagnostic",
    "Difference",
    "Error",
    "Experiment",
    "File",
    "Frame",
    "Note",
    "Picture",
    "Quantity",
    "Result",
    "Span",
    "__version__",
    "explain",
    "has_compiler",
    "load",
    "loads",
    "sweep",
]

for _public in (Blame, Change, Claim, Design, DesignWarning, Diagnostic, Difference, Error, Experiment, File, Frame, Note, Picture, Quantity, Result, Span):
    _public.__module__ = "ssdc"  # messages call them as users do
warn_of_another_version()
