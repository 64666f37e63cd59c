"""Runs of an experiment that the workers of an executor make.

The runs are sent in batches, the longest runs first. A batch takes about a second, by what the runs so far have taken,
so that sending it costs little beside, and longer with more than 50 workers, so that they do not wait for the client;
until the first answer the cost is a guess, and batches are smaller. At most
four batches for each worker are on their way, so that no worker waits, and little is lost if the sweep ends."""
from __future__ import annotations

import concurrent.futures
import os
import queue
import time
import urllib.parse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from ssdc import _core

_SECONDS = 1.0  # of a batch
_BATCHES_A_SECOND = 50  # of all workers: more would keep the client and Dask's scheduler busy
_GUESSED_SECONDS = 0.2  # of a batch whose cost is a guess
_MOST_BATCHES = 4  # of a worker, on their way
_GUESS = 1e-6  # seconds for a page
_PAGES_OF_A_RUN = 1000.0  # what a run without pages costs, in pages
_BETWEEN_LOOKS = 0.1  # seconds
_PATIENCE = 5.0  # seconds without an answer before it is checked that the worker processes live


# The experiments whose runs this process has given away. A worker that is forked from it must not keep the locks of
# their journals.
_open: dict[int, _core.RunsElsewhere] = {}


def _close_all() -> None:
    for runs in _open.values():
        runs.close()
    _open.clear()


os.register_at_fork(after_in_child=_close_all)


class Executor(Protocol):
    """A ``concurrent.futures.Executor``, or a client of Dask."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any: ...


@dataclass(frozen=True)
class Workers:
    """Where the runs are made."""

    executor: concurrent.futures.Executor
    count: int
    """Of all workers."""
    beside: int
    """Of those of one machine: each of them takes its share of the memory."""


def workers_of(executor: Executor, jobs: int | None) -> Workers:
    """The workers of the executor; `jobs`: their number, if the caller knows it."""
    if isinstance(executor, concurrent.futures.Executor):
        count = jobs or getattr(executor, "_max_workers", None) or os.cpu_count() or 1
        return Workers(executor, count, count)
    get_executor = getattr(executor, "get_executor", None)
    if get_executor is None or not hasattr(executor, "nthreads"):
        raise TypeError(f"`executor` is a concurrent.futures executor or a client of Dask, not {executor!r}")
    threads = executor.nthreads()
    machines: Counter[str] = Counter()
    for address, number in threads.items():
        machines[urllib.parse.urlsplit(address).hostname or address] += number
    count = jobs or sum(threads.values()) or 1
    return Workers(get_executor(pure=False), count, min(max(machines.values(), default=1), count))


def make_runs(runs: bytes) -> bytes:
    """Called in a worker."""
    return _core.make_runs(runs)


def _break_if_deaf(executor: concurrent.futures.Executor) -> None:
    """A process that is killed while it sends an answer leaves a part of it, and a ProcessPoolExecutor waits for the rest
    for ever, as it holds the other end of the pipe itself. It notices at once every other death, so a dead process in
    its list, some seconds later, is a sign of that. Without the other ends it finds that the answer was cut off, and
    ends like after every death: with BrokenProcessPool."""
    if not isinstance(executor, concurrent.futures.ProcessPoolExecutor):
        return
    # What Python has no other name for; a version without it is left alone.
    processes = list((getattr(executor, "_processes", None) or {}).values())
    writer = getattr(getattr(executor, "_result_queue", None), "_writer", None)
    if writer is None or writer.closed or all(process.is_alive() for process in processes):
        return
    for process in processes:
        process.kill()
    writer.close()


class _Costs:
    """What runs cost, by the pages that they touch."""

    def __init__(self) -> None:
        self._seconds = self._pages = 0.0

    @property
    def is_known(self) -> bool:
        return self._pages > 0

    def learn(self, runs: int, seconds: float, pages: float) -> None:
        self._seconds += seconds
        self._pages += pages + runs * _PAGES_OF_A_RUN

    def seconds(self, pages: float) -> float:
        return (pages + _PAGES_OF_A_RUN) * (self._seconds / self._pages if self.is_known else _GUESS)


class _Batches:
    """Cuts the runs into batches."""

    def __init__(self, runs: Iterator[tuple[int, float]], costs: _Costs, workers: int) -> None:
        self._runs, self._costs = runs, costs
        self._seconds = max(_SECONDS, workers / _BATCHES_A_SECOND)

    def next(self) -> list[int]:
        batch: list[int] = []
        seconds, most = 0.0, self._seconds if self._costs.is_known else _GUESSED_SECONDS
        while seconds < most and (run := next(self._runs, None)) is not None:
            number, pages = run
            batch.append(number)
            seconds += self._costs.seconds(pages)
        return batch


class _Sending:
    def __init__(self, runs: _core.RunsElsewhere, workers: Workers, told: Callable[[int, int, int, float], object] | None) -> None:
        self._runs, self._workers, self._told = runs, workers, told
        self._costs = _Costs()
        self._count = runs.to_make()
        self._batches = _Batches(map(runs.run_to_make, range(self._count)), self._costs, workers.count)
        self._pages = sum(runs.run_to_make(place)[1] for place in range(self._count))
        self._done = self._failed = 0
        self._done_pages = 0.0
        self._on_their_way: set[concurrent.futures.Future[bytes]] = set()
        self._answers: queue.SimpleQueue[concurrent.futures.Future[bytes]] = queue.SimpleQueue()
        self._answered = time.monotonic()

    def _send(self) -> None:
        most = self._workers.count * (_MOST_BATCHES if self._costs.is_known else 1)
        while len(self._on_their_way) < most and (batch := self._batches.next()):
            future = self._workers.executor.submit(make_runs, self._runs.sent(batch, self._workers.beside))
            self._on_their_way.add(future)
            future.add_done_callback(self._answers.put)

    def _take(self, future: concurrent.futures.Future[bytes]) -> None:
        self._on_their_way.discard(future)
        runs, failed, seconds, pages = self._runs.take(future.result())
        self._costs.learn(runs, seconds, pages)
        self._done, self._failed, self._done_pages = self._done + runs, self._failed + failed, self._done_pages + pages

    def _goes_on(self) -> bool:
        share = min(self._done_pages / self._pages, 1.0) if self._pages else 0.0
        return self._told is None or self._told(self._done, self._failed, self._count, share) is not False

    def make(self) -> bool:
        """False if `told` ended it."""
        try:
            goes_on = self._goes_on()
            while goes_on:
                self._send()
                if not self._on_their_way:
                    break
                try:
                    self._take(self._answers.get(timeout=_BETWEEN_LOOKS))
                    self._answered = time.monotonic()
                except queue.Empty:
                    if time.monotonic() - self._answered > _PATIENCE:
                        _break_if_deaf(self._workers.executor)
                goes_on = self._goes_on()
            return goes_on
        finally:
            self._give_up()

    def _give_up(self) -> None:
        """Keeps the answers that are there, and wants no others."""
        for future in list(self._on_their_way):
            if not future.cancel() and future.done() and not future.cancelled() and future.exception() is None:
                self._take(future)
        self._on_their_way.clear()


def made_by_workers(
    runs: _core.RunsElsewhere, workers: Workers, told: Callable[[int, int, int, float], object] | None, is_kept: bool
) -> _core.Experiment:
    """Has the runs made, and gives the results. What a worker raises is raised here. `is_kept`: whether the runs that
    are done are in a journal."""
    _open[id(runs)] = runs
    try:
        return runs.results(not _Sending(runs, workers, told).make())
    except BaseException as error:
        if is_kept:
            error.add_note("The runs that are done are kept: the same call makes only the missing runs.")
        raise
    finally:
        del _open[id(runs)]
        runs.close()
