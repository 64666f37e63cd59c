"""The report of one run as HTML: a fragment without scripts or other files, for notebooks. Its colours have a contrast
of at least 3 with white and with black."""
from __future__ import annotations

import html
import json
from collections.abc import Mapping
from typing import Any

from ssdc import _core
from ssdc._html import STYLE, table
from ssdc._response_plot import response_plot
from ssdc._run_again import KeptRun
from ssdc._shown import digits, rate_text, share_text, size_text, time_text

_Json = Mapping[str, Any]
_DIRECTIONS = ("read", "write", "trim", "flush")
# The parts of a response time, with the colour of each.
_PARTS = {
    "queue": "#7b6fd0",
    "firmware": "#9a7b12",
    "link": "#2f8ea3",
    "buffer": "#c4566f",
    "unit": "#2f7ed8",
    "collection": "#d9480f",
    "channel": "#a06a2c",
    "transfer": "#0f8f6f",
    "array": "#808080",
    "controller": "#c2559a",
}
_TIMES = ("mean", "stddev", "min", "p50", "p90", "p99", "p999", "max")
_TITLES = {"p999": "p99.9"}

def _heading(text: str) -> str:
    """The first lines of the text report, which name design, workload and start."""
    rows: list[list[str]] = []
    for line in text.partition("\n\n")[0].splitlines():
        label, value = html.escape(line[:10].strip()), html.escape(line[10:].strip())
        if label or not rows:
            rows.append([label, value])
        else:
            rows[-1][1] += "<br>" + value
    return table((), rows, words=2)


def _notes(report: _Json) -> str:
    notes = list(report["notes"])
    if report["partial"]:
        notes.insert(0, "The run was ended early: the numbers cover the requests that were complete by then.")
    return "".join(f"<p class=note>{html.escape(note)}</p>" for note in notes)


def _populations(report: _Json) -> list[tuple[str, _Json]]:
    """The names of all, of each direction, and of those of each flow or phase, with their part of the report."""
    found = [(name, report[name]) for name in ("response", *_DIRECTIONS)]
    for flow in report.get("flows", report.get("phases", ())):
        found += [(f"{flow['name']}: {name}", flow[name]) for name in _DIRECTIONS]
    return [(name, times) for name, times in found if times["count"]]


def _latencies(report: _Json) -> str:
    rows = [
        [html.escape({"response": "reads and writes"}.get(name, name)), f"{times['count']:,}", *(time_text(times[f"{key}_ns"]) for key in _TIMES)]
        for name, times in _populations(report)
    ]
    if not rows:
        return ""
    return "<h4>Response times</h4>" + table(["", "requests", *(_TITLES.get(key, key) for key in _TIMES)], rows)


def _plot(core: _core.Run | KeptRun) -> str:
    counts: dict[str, list[tuple[int, int]]] = {}
    for direction, response, requests in core.responses():
        counts.setdefault(direction, []).append((response, requests))
    return response_plot(counts)


def _bar(parts: _Json) -> str:
    whole = sum(parts.values())
    boxes = "".join(
        f'<span style="background:{colour};flex:{parts[f"{name}_ns"] / whole:.6f}" title="{name}: {time_text(parts[f"{name}_ns"])}"></span>'
        for name, colour in _PARTS.items()
        if parts.get(f"{name}_ns", 0) > 0
    )
    return f"<div class=bar>{boxes}</div>"


def _split_row(name: str, parts: _Json, shown: list[str]) -> list[str]:
    whole = sum(parts.values())
    shares = [parts.get(f"{part}_ns", 0) / whole for part in shown]
    return [name, _bar(parts), time_text(whole), *("–" if share == 0 else f"{share:.2%}" for share in shares)]


def _band_name(band: _Json) -> str:
    begin, end = band["from_share"], band["to_share"]
    if begin == 0:
        return f"fastest {share_text(end)}"
    return f"slowest {share_text(round(1 - begin, 9))}" if end == 1 else f"{share_text(begin)} to {share_text(end)}"


def _split(report: _Json, blame: _Json | None) -> str:
    """What the requests waited for: of each direction on average, and in the bands of `ssdc blame` if it is known."""
    splits: list[tuple[str, _Json]] = []
    for direction in _DIRECTIONS:
        splits.append((f"<b>{direction}</b>", report["parts"][direction]))
        if direction == "write":
            splits.append(("its wait for a slot of the buffer", report["slot_wait"]))
        if blame is not None and direction in blame:
            splits += [(_band_name(band), band["parts"]) for band in blame[direction]["bands"]]
    splits = [(name, parts) for name, parts in splits if sum(parts.values()) > 0]
    if not splits:
        return ""
    shown = [part for part in _PARTS if any(parts.get(f"{part}_ns", 0) > 0 for _, parts in splits)]
    rows = [_split_row(name, parts, shown) for name, parts in splits]
    keys = [f'<span class=key style="background:{_PARTS[part]}"></span>{part}' for part in shown]
    return "<h4>What the requests waited for</h4>" + table(["", "", "mean", *keys], rows, words=2)


def _work(report: _Json) -> str:
    """Throughput, and what the drive did for the host and by itself."""
    flash, gc, erases, life = report["flash"], report["gc"], report["erases"], report["lifetime"]
    rows: list[tuple[str, str, str]] = []
    if "bandwidth_bytes_per_second" in report:
        span = report["last_completion_ns"] - report["first_arrival_ns"]
        rows.append(("throughput", rate_text(report["bandwidth_bytes_per_second"]), f"{digits(report['iops'])} requests/s over {time_text(span)}"))
    rows.append(("written by the host", size_text(report["bytes"]["written"]), f"{size_text(report['bytes']['read'])} read"))
    rows.append(("write amplification", digits(report["write_amplification"]), f"{digits(report['write_amplification_by_bytes'])} by bytes"))
    rows.append(("pages programmed", f"{flash['host_programs'] + flash['collection_programs']:,}",
                 f"{flash['host_programs']:,} for the host, {flash['collection_programs']:,} by collection"))
    rows.append(("collections", f"{gc['collections']:,}", f"{digits(gc['pages_moved'])} pages moved each" if gc["collections"] else ""))
    rows.append(("erases of a block", digits(erases["mean"]), f"from {erases['min']:,} to {erases['max']:,}"))
    if life["endurance"]:
        ends = f"ended at {time_text(life['end_ns'])}" if life["ended"] else f"{size_text(life['projected_bytes_mean'])} until all blocks are worn out"
        rows.append(("lifetime", f"{life['endurance']:,} erases", ends))
    if report.get("energy", {}).get("total_joules"):
        rows.append(("energy", f"{digits(report['energy']['total_joules'])} J", f"{digits(report['energy']['idle_joules'])} J of it idle"))
    return "<h4>Work of the drive</h4>" + table((), ([name, f"<b>{value}</b>", more] for name, value, more in rows), words=3)


def report_html(core: _core.Run | KeptRun, timed: _core.Run | None) -> str:
    """The report. `timed`: the run, if it kept the times of its requests."""
    report = json.loads(core.json())
    has_clock = "response" in report
    parts = [STYLE, _heading(core.text()), _notes(report)]
    if has_clock:
        parts += [_latencies(report), _plot(core), _split(report, None if timed is None else json.loads(timed.blame(0.0)[1]))]
    parts += [_work(report), f"<details><summary>The whole report</summary><pre>{html.escape(core.text())}</pre></details>"]
    return f'<div class="ssdc">{"".join(parts)}</div>'
