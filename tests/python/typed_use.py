"""A program that uses the package as its types promise: mypy --strict accepts it."""
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Any

import ssdc


def slowest(path: str, ways: list[int]) -> dict[int, float]:
    file: ssdc.File = ssdc.load(path, params={"gc.trigger": "free_pages < 8%"})
    found: dict[int, float] = {}
    for number in ways:
        design: ssdc.Design = file.with_params(ways=number)["Drive"]
        result: ssdc.Result = design.run("Writes", requests=1000, seed=number, progress=lambda stage, share: share < 1)
        microseconds: ssdc.Quantity = result.read.p99.to("us")
        found[number] = microseconds + result.parts.read.queue + result.gc.collections
    return found


def mistakes(text: str) -> list[tuple[str, int]]:
    try:
        ssdc.loads(text)
    except ssdc.Error as error:
        return [(one.code, one.span.line) for one in error.diagnostics if one.span is not None]
    return []


def changed(file: ssdc.File) -> str:
    difference: ssdc.Difference = file["A"].diff(file.edit("A", "gc.victim", "b.invalid")["A"])
    return "".join(change.key for change in difference.changes) + file["A"].draw().svg


def swept(path: str, pool: ProcessPoolExecutor) -> dict[str, str]:
    found: ssdc.Experiment = ssdc.sweep(path, executor=pool, journal="x.journal", progress=lambda done, failed, runs, share: failed == 0)
    picture: ssdc.Picture = found.plot(found.plots[0])
    picture.save("x.svg")
    frame: ssdc.Frame = found.table()
    frame.to_polars()
    margins: list[float | None] = [claim.margin for claim in found.claims]
    slow: float = found.value(0, "read.p99", seed=2) + (margins[0] or 0)
    print(slow, ssdc.sweep(ssdc.loads("…"), "Ways").csv)
    return {claim.title: claim.verdict for claim in found.claims}


def blamed(result: ssdc.Result) -> str:
    return result.blame().text + result.blame(0.99).json


def session(polars: Any, pandas: Any, folder: str, executor: Executor) -> dict[str, Any]:
    """What someone does in a first session; test_session.py makes the files, and looks at what comes out."""
    f = ssdc.load(f"{folder}/tlc.ssd", params={"ways": 8})
    d = f["Drive1TB"]
    r = d.run("Qd32", requests=1_000_000, seed=1, request_times=True, timeline=True)
    s = ssdc.sweep(f"{folder}/paper.ssd:Fig13to16", executor=executor, journal=f"{folder}/fig13.journal")
    return {
        "picture": d._repr_svg_(),
        "explained": d.explain("gc.trigger"),
        "difference": d.diff(f["Cached"]),
        "p99": (r.read.p99, r.write_amplification, r.read.p99.to("us")),
        "requests": polars.DataFrame(r.requests()),
        "series": pandas.DataFrame.from_arrow(r.series()),
        "table": s.table().to_polars(),
        "claims": s.claims,
        "plot": s.plot(s.plots[0]).svg,
        "shown": (r._repr_html_(), s._repr_html_()),
        "blamed": r.blame(0.99),
        "left out": r.timeline(f"{folder}/x.perfetto"),
        "narrower": f.with_params(ways=4)["Drive1TB"].logical_bytes,
        "edited": f.edit("Drive1TB", "gc.victim", "b.invalid")["Drive1TB"].diff(d).same,
    }
