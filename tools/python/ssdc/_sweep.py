"""Experiments: their runs, made in this process or by workers, and their results."""
from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

from ssdc import _core
from ssdc._experiment import Experiment
from ssdc._progress_bar import ProgressBar, SweepProgress
from ssdc._arguments import count_of, flag_of, optional_count, path_of, shown, text_of
from ssdc._run_options import engine_of
from ssdc._workers import Executor, made_by_workers, workers_of

if TYPE_CHECKING:
    from ssdc._file import File
    from ssdc._params import Value


def _opened(experiment: str | os.PathLike[str] | File, params: Mapping[str, Value] | None) -> tuple[File, str]:
    """The file, and the name of the experiment in it; an empty name is the only one."""
    from ssdc._file import File, load, loads

    if isinstance(experiment, File):
        return experiment.with_params(**params) if params else experiment, ""
    text = path_of("experiment", experiment)
    if "{" in text:
        return loads(text, params), ""
    named = re.fullmatch(r"(.+):([A-Za-z_]\w*)", text, re.DOTALL)
    path, name = named.groups() if named and not os.path.exists(text) else (text, "")
    return load(path, params), name


def _told(progress: SweepProgress | bool | None) -> Callable[[int, int, int, float], object] | None:
    if progress is None or isinstance(progress, bool):
        bar = ProgressBar()
        return bar if progress or (progress is None and bar.is_seen()) else None
    if not callable(progress):
        raise TypeError(f"`progress` is a bool or a function of the runs that are done, failed and to make, and a share, not {shown(progress)}")
    return progress


def _options(
    journal: str | os.PathLike[str] | None, folder: str | os.PathLike[str] | None, jobs: int | None, points: str
) -> _core.ExperimentOptions:
    if journal is not None and folder is not None:
        raise TypeError("a sweep takes a journal or a folder, which has a journal of its own, not both")
    options = _core.ExperimentOptions()
    options.points = text_of("points", points)
    options.jobs = 0 if jobs is None else count_of("jobs", jobs, 1)
    options.journal = "" if journal is None else path_of("journal", journal)
    options.folder = "" if folder is None else path_of("folder", folder)
    return options


def dry_run(
    experiment: str | os.PathLike[str] | File,
    name: str = "",
    *,
    params: Mapping[str, Value] | None = None,
    journal: str | os.PathLike[str] | None = None,
    folder: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    points: str = "",
) -> str:
    """What :func:`sweep` with these arguments would do, as `ssdc run --dry-run` prints it: the points, the runs that the
    journal or the folder already has, and an estimate of the time for the rest. Nothing is simulated or written."""
    options = _options(journal, folder, jobs, points)
    file, named = _opened(experiment, params)
    return _core.dry_run(file._core, text_of("name", name) or named, options)


def sweep(
    experiment: str | os.PathLike[str] | File,
    name: str = "",
    *,
    params: Mapping[str, Value] | None = None,
    executor: Executor | None = None,
    journal: str | os.PathLike[str] | None = None,
    folder: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    points: str = "",
    engine: Literal["auto", "generic", "jit"] = "auto",
    memory: int | None = None,
    check: bool = False,
    sort_trace: bool = False,
    skip_bad_lines: bool = False,
    cache: bool = True,
    progress: SweepProgress | bool | None = None,
) -> Experiment:
    """Runs an experiment, as ``ssdc run FILE:EXPERIMENT`` does, with the same results, byte for byte.

    Without an executor the runs are made in threads of this process, which hold no lock of Python. With one they are
    sent to its workers, in batches of about a second. Ctrl-C ends it; with a journal or a folder, the same call goes on
    from there. Runs that fail do not end it: they are a warning, and have their reason in the table.

    :param experiment: ``"FILE:EXPERIMENT"``, the path of a file, the text of one, or a :class:`ssdc.File`.
    :param name: of the experiment; empty: the one after the colon, or the file's only one.
    :param params: other values for params that the experiment does not vary, or for keys of the designs.
    :param executor: a ``concurrent.futures`` executor, or a client of Dask. Its workers need this version of ssdc, and
        traces and snapshots under the same paths, but not the file.
    :param journal: a file that keeps each run as soon as it is done. The same call makes only the missing runs. Its
        folder must exist.
    :param folder: instead of a journal: the folder of ``ssdc run -o``, with the journal and the files of results. It is
        made, with those above it, if it does not exist.
    :param jobs: runs at a time: of this process one per core, if it is None; of an executor as many as its workers.
    :param points: only these points, as with ``--points``: ``"ways=4|8, design=S4"`` or ``"3,5-9"``.
    :param engine: the numbers do not depend on it; ``"jit"`` needs the compiler (:func:`has_compiler`), and no
        executor.
    :param memory: the most bytes that all runs on one machine may take together.
    :param check: verify the conservation laws after each run.
    :param sort_trace: order the requests of traces by arrival.
    :param skip_bad_lines: skip lines of traces that cannot be read, with a warning.
    :param cache: use and fill the user's cache folder (packed traces).
    :param progress: called a few times a second with the numbers of runs that are done, that failed, and that this
        call has to make, and with the share of their work that is done; False ends it, and the results are partial.
        True shows a bar on the standard error, False does not; None shows it on a terminal.
    """
    if executor is not None and engine == "jit":
        raise TypeError("`engine=\"jit\"` and an executor exclude each other: workers run the generic engine")
    told = _told(progress)
    options = _options(journal, folder, jobs, points)
    options.engine = engine_of(engine)
    options.memory = optional_count("memory", memory, 1)
    options.check, options.sort_trace = flag_of("check", check), flag_of("sort_trace", sort_trace)
    options.skip_bad_lines, options.cache = flag_of("skip_bad_lines", skip_bad_lines), flag_of("cache", cache)
    workers = None if executor is None else workers_of(executor, jobs)
    file, named = _opened(experiment, params)
    name = text_of("name", name) or named
    try:
        if workers is None:
            return Experiment(_core.run_experiment(file._core, name, options, told))
        runs = _core.runs_elsewhere(file._core, name, options)
        return Experiment(made_by_workers(runs, workers, told, bool(options.journal or options.folder)))
    finally:
        if isinstance(told, ProgressBar):
            told.close()
