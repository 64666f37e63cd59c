"""The names of metrics as arguments."""
from __future__ import annotations

from ssdc._arguments import near, text_of
from ssdc._errors import UnknownName, one_diagnostic
from ssdc._metrics import NAMES


def first_name(metric: object) -> str:
    """The first name of a metric: ``write_amplification`` for ``waf``. An unknown one raises, with a suggestion."""
    name = text_of("metric", metric)
    if name not in NAMES:
        way_out = near(name, NAMES) or '`ssdc.explain("metrics")` lists them'
        raise UnknownName(*one_diagnostic("E0321", f"there is no metric {name!r}", way_out))
    return NAMES[name]
