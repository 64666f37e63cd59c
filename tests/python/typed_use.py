"""A program that uses the package as its types promise: mypy --strict accepts it."""
from concurrent.futures import ProcessPoolExecutor

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
