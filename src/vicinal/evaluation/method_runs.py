"""Run methods on gold sets, for `vicinal compare`: scores by document, seconds, peak memory.

Each method runs on each set in a process of its own, so that its peak memory can be measured, and a failure becomes a
result with the reason without stopping the others. Several run at the same time; their seconds are processor time, so
that they can still be compared.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vicinal.errors import VicinalError, check_workers
from vicinal.evaluation.resampling import randomisation
from vicinal.evaluation.scores import Scores, score_documents, total_of
from vicinal.gold import Gold

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


@dataclass(frozen=True)
class MethodRun:
    """One method on one set.

    Attributes:
        method: The method's name.
        set: The set's name.
        documents: The scores of each document; empty if the method failed.
        seconds: The processor time to fit, if that is needed, and to align and score all documents.
        megabytes: The peak memory of its process.
        error: Why it failed; None if it did not.
        empty: How many documents it could not align; they are scored as empty predictions.
    """

    method: str
    set: str
    documents: tuple[Scores, ...] = ()
    seconds: float = 0.0
    megabytes: float = 0.0
    error: str | None = None
    empty: int = 0

    @property
    def total(self) -> Scores:
        """The scores of all documents together."""
        return total_of(self.documents)


def run_methods(
    sets: Mapping[str, Sequence[Gold]],
    methods: Sequence[str],
    *,
    settings: Mapping[str, Mapping[str, Any]] | None = None,
    folds: int = 5,
    workers: int = 1,
    progress: Callable[[], None] = lambda: None,
) -> list[MethodRun]:
    """Return the results of every method on every set, set by set.

    Args:
        sets: Gold documents, by the name of their set.
        methods: Names of methods.
        settings: Settings of methods, by name; the others use their defaults.
        folds: The largest number of folds to cross-validate a supervised method over.
        workers: How many of them to run at the same time.
        progress: Called after each document of each run.
    """
    from concurrent.futures import ThreadPoolExecutor
    from threading import Lock

    check_workers(workers)
    lock = Lock()

    def step() -> None:
        with lock:
            progress()

    runs = [
        (method, dict((settings or {}).get(method, {})), name, gold, folds, step)
        for name, gold in sets.items()
        for method in methods
    ]
    with ThreadPoolExecutor(workers) as pool:  # a thread waits for each process
        return list(pool.map(lambda run: _run(*run), runs))


def best_of(results: Sequence[MethodRun], measure: str) -> MethodRun | None:
    """Return the result with the highest F1 of a measure (ties: the first); None if all failed."""
    done = [result for result in results if result.error is None]
    return max(done, key=lambda result: result.total[measure].f1, default=None)


def chance(result: MethodRun, best: MethodRun, measure: str) -> float:
    """Return the p-value of the difference between a result and the best of its set; 1 for the best itself."""
    return 1.0 if result is best else randomisation(result.documents, best.documents, measure)


def _run(
    method: str, settings: dict[str, Any], name: str, gold: Sequence[Gold], folds: int, progress: Callable[[], None]
) -> MethodRun:
    import multiprocessing  # late: importing it would slow every start of the command line

    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(theirs, method, settings, list(gold), folds))
    process.start()
    theirs.close()
    reported = 0
    result = None
    try:
        while True:
            message = ours.recv()
            if message is None:
                reported += 1
                progress()
            else:
                result = message
    except EOFError:
        process.join()
    for _ in range(len(gold) - reported):
        progress()
    if result is None:
        return MethodRun(method, name, error=f"its process ended with code {process.exitcode}")
    if isinstance(result, str):
        return MethodRun(method, name, error=result)
    scores, seconds, megabytes, empty = result
    return MethodRun(method, name, tuple(scores), seconds, megabytes, empty=empty)


def _work(connection: Connection, method: str, settings: dict[str, Any], gold: list[Gold], folds: int) -> None:
    """Score one method in its own process: send None after each document, then the result or an error message."""
    start = time.process_time()
    problems: list[str] = []
    try:
        scores = score_documents(
            gold, method, settings, folds=folds, progress=lambda: connection.send(None), problem=problems.append
        )
    except VicinalError as error:
        connection.send(str(error))
    except Exception as error:  # noqa: BLE001  (it becomes this method's row, and the others run)
        connection.send(f"{type(error).__name__}: {error}")
    else:
        connection.send((scores, time.process_time() - start, peak_megabytes(), len(problems)))
    connection.close()


def peak_megabytes() -> float:
    """Return the peak memory of this process.

    On Linux, ru_maxrss includes the memory of the process that started this one; VmHWM does not.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        status = ""
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / (1 << 10)
    try:
        import resource
    except ImportError:  # not on Windows
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
