"""What the HTML of results and experiments has in common. It has no background and takes the colour of the text around it,
so it is readable on light and dark pages."""
from __future__ import annotations

from collections.abc import Iterable

STYLE = """<style>
.ssdc { color: inherit; font-size: 14px; line-height: 1.45; max-width: 900px }
.ssdc table { border-collapse: collapse; margin: .3em 0 1em; color: inherit; font-size: 13px }
.ssdc th, .ssdc td { padding: .15em .7em .15em 0; text-align: left; color: inherit; background: none; border: 0; white-space: nowrap }
.ssdc tr { border-bottom: 1px solid rgba(128, 128, 128, .35); background: none }
.ssdc .n { text-align: right; font-variant-numeric: tabular-nums }
.ssdc h4 { margin: 1em 0 .2em; font-size: 14px }
.ssdc .bar { display: flex; width: 320px; height: 14px; gap: 1px }
.ssdc .key { display: inline-block; width: 10px; height: 10px; margin-right: .35em }
.ssdc svg { max-width: 100%; height: auto; color: inherit }
.ssdc .note { opacity: .75; font-size: 13px }
.ssdc pre { color: inherit; background: none; overflow-x: auto; font-size: 12px; line-height: 1.3 }
</style>"""


def table(head: Iterable[str], rows: Iterable[Iterable[str]], words: int = 1) -> str:
    """A table of cells that are HTML already. All but the first `words` columns have numbers."""

    def line(cells: Iterable[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}{' class=n' if at >= words else ''}>{cell}</{tag}>" for at, cell in enumerate(cells)) + "</tr>"

    titles = list(head)
    top = f"<thead>{line(titles, 'th')}</thead>" if titles else ""
    return f"<table>{top}<tbody>{''.join(line(row, 'td') for row in rows)}</tbody></table>"
