"""The compiler to native code, which the package ssdc-jit adds (the extra ``ssdc[jit]``). The dynamic linker finds its
library when `_core` is imported, if it belongs to this version."""
from __future__ import annotations

import importlib.metadata
import importlib.util
import warnings

from ssdc import _core
from ssdc._errors import DesignWarning, Error, one_diagnostic
from ssdc._version import __version__

_WAY_OUT = (
    "install both together: `pip install --force-reinstall --no-index --find-links FOLDER 'ssdc[jit]'`, where FOLDER has the wheels of ssdc"
)


def has_compiler() -> bool:
    """Whether runs can take a specialised engine (``engine="jit"``): whether ssdc-jit of this version is installed."""
    return _core.has_compiler()


def _obstacle() -> str:
    """Why the library of a package ssdc-jit that is installed is not used; empty if it is, or if there is none."""
    if has_compiler() or importlib.util.find_spec("ssdc_jit") is None:
        return ""
    found = importlib.metadata.version("ssdc-jit")
    return f"ssdc-jit {found} is installed, but does not belong to this ssdc {__version__}, so there is no compiler to native code"


def require_engine(engine: str) -> None:
    """Raises Error if the engine needs the compiler, and the installed one is that of another ssdc."""
    obstacle = _obstacle() if engine == "jit" else ""
    if obstacle:
        raise Error(*one_diagnostic("E0596", obstacle, _WAY_OUT))


def warn_of_another_version() -> None:
    """Warns once, when ssdc is imported."""
    obstacle = _obstacle()
    if obstacle:
        warnings.warn(f"{obstacle}; {_WAY_OUT}", DesignWarning, stacklevel=2)
