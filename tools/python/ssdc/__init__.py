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
from ssdc._errors import Diagnostic, DesignWarning, Error, Note, Span, UnknownName
from ssdc._experiment import Claim, Experiment
from ssdc._file import File, explain, load, loads
from ssdc._frame import Frame
from ssdc._picture import Picture
from ssdc._probe import Probe, ProbeAnswer
from ssdc._quantity import Quantity
from ssdc._result import Blame, Result
from ssdc._sweep import dry_run, sweep
from ssdc._trace import Fit, FittedFigure, Trace, fit_trace, load_trace, save_trace
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
    "Fit",
    "FittedFigure",
    "Frame",
    "Note",
    "Picture",
    "Probe",
    "ProbeAnswer",
    "Quantity",
    "Result",
    "Span",
    "Trace",
    "UnknownName",
    "__version__",
    "dry_run",
    "explain",
    "fit_trace",
    "has_compiler",
    "load",
    "load_trace",
    "loads",
    "save_trace",
    "sweep",
]

for _name in __all__:
    if isinstance(_public := globals()[_name], type):
        _public.__module__ = "ssdc"  # messages call them as users do
warn_of_another_version()
