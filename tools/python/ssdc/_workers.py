"""Runs of an experiment that the workers of an executor make.

The runs are sent in batches, the longest runs first. A batch takes about a second, by what the runs so far have taken,
so that sending it costs little beside, and longer with more than 50 workers, so that they do not wait for the client;
until the first answer the cost is a guess, and batches are smaller. At most
four batches for each worker are on their way, so that no worker waits, and little is lost if the sweep ends.

A batch and its answer are compressed streams, which are written and read run by run, so this process has only the
compressed bytes of what is on its way: some tens of bytes for a run, some hundred for its results. They are limited,
too: no run is added to a batch or an answer of 4 MiB, nor of 256 MiB divided by the number of batches that may be on
their way. What did not fit is sent again. So the batches take at most 256 MiB, and their answers as much; each batch and
each answer may exceed its share by its last run, and by what 128 KiB of Plans or results are when they are
compressed."""
from __future__ import annotations

import concurrent.futures
import os
import queue
import sys
import time
import urllib.parse
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ssdc import _core

_SECONDS = 1.0  # of a batch
_BATCHES_A_SECOND = 50  # of all workers: more would keep the client and Dask's scheduler busy
_GUESSED_SECONDS = 0.2  # of a batch whose cost is a guess
_MOST_BATCHES = 4  # of a worker, on their way
_MOST_BYTES = 4 << 20  # of a batch, and of its answer
_MOST_BYTES_OF_ALL = 256 << 20  # of all batches that are on their way, and of their answers
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
    """What runs cost: their time by the pages that they touch, and the bytes of their results."""

    def __init__(self) -> None:
        self._seconds = self._pages = 0.0
        self._runs = self._bytes = 0

    @property
    def is_known(self) -> bool:
        return self._pages > 0

    def learn(self, runs: int, seconds: float, pages: float, answered: int) -> None:
        """`answered`: bytes."""
        self._seconds += seconds
        self._pages += pages + runs * _PAGES_OF_A_RUN
        self._runs += runs
        self._bytes += answered

    def seconds(self, pages: float) -> float:
        return (pages + _PAGES_OF_A_RUN) * (self._seconds / self._pages if self.is_known else _GUESS)

    def runs_in(self, answered: int) -> int:
        """How many runs have answers of so many bytes, at least one; without a limit until one is known."""
        return max(1, answered * self._runs // self._bytes) if self._runs else sys.maxsize


class _Batches:
    """Cuts the runs into batches. A run is a place, as `pages` takes it."""

    def __init__(self, runs: int, pages: Callable[[int], float], costs: _Costs, workers: int) -> None:
        self._left = deque([range(runs)])
        self._pages, self._costs = pages, costs
        self._seconds = max(_SECONDS, workers / _BATCHES_A_SECOND)
        self.most_bytes = min(_MOST_BYTES, _MOST_BYTES_OF_ALL // (workers * _MOST_BATCHES))
        """Of a batch, and of its answer."""

    def next(self) -> range:
        """Empty if no run is left."""
        left = self._left.popleft() if self._left else range(0)
        # The half, so that most answers do not reach the limit: what is cut off is sent again.
        most_runs = min(len(left), self._costs.runs_in(self.most_bytes // 2))
        seconds, most, count = 0.0, self._seconds if self._costs.is_known else _GUESSED_SECONDS, 0
        while seconds < most and count < most_runs:
            seconds += self._costs.seconds(self._pages(left[count]))
            count += 1
        self.put_back(left[count:])
        return left[:count]

    def put_back(self, runs: range) -> None:
        """They are the next ones."""
        if runs and self._left and self._left[0].start == runs.stop:
            runs = range(runs.start, self._left.popleft().stop)
        if runs:
            self._left.appendleft(runs)


class _Sending:
    def __init__(self, runs: _core.RunsElsewhere, workers: Workers, told: Callable[[int, int, int, float], object] | None) -> None:
        self._runs, self._workers, self._told = runs, workers, told
        self._costs = _Costs()
        self._count = runs.to_make()
        self._batches = _Batches(self._count, runs.pages, self._costs, workers.count)
        self._pages = sum(map(runs.pages, range(self._count)))
        self._done = self._failed = 0
        self._done_pages = 0.0
        self._on_their_way: dict[concurrent.futures.Future[bytes], range] = {}
        self._answers: queue.SimpleQueue[concurrent.futures.Future[bytes]] = queue.SimpleQueue()
        self._answered = time.monotonic()

    def _send(self) -> None:
        most = self._workers.count * (_MOST_BATCHES if self._costs.is_known else 1)
        while len(self._on_their_way) < most and (batch := self._batches.next()):
            given, count = self._runs.give(batch.start, len(batch), self._workers.beside, self._batches.most_bytes)
            self._batches.put_back(batch[count:])
            future = self._workers.executor.submit(make_runs, given)
            self._on_their_way[future] = batch[:count]
            future.add_done_callback(self._answers.put)

    def _take(self, future: concurrent.futures.Future[bytes]) -> None:
        batch = self._on_their_way.pop(future)
        answer = future.result()
        runs, failed, seconds, pages, reached = self._runs.take(answer)
        self._batches.put_back(batch[reached:])
        self._costs.learn(runs, seconds, pages, len(answer))
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
