"""Do the same with many things, in this process or, if that takes long, on all cores.

The first second of work is done here: most gold is small, and starting processes takes longer. What is left after that
goes to processes, because counting is Python. The results are the same, and come in order.

Callers: `scores`, for `evaluate`, `compare` and `tune`.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from vicinal.errors import SettingError, lost_worker
from vicinal.interrupts import ctrl_c_deferred, end_by_ctrl_c

if TYPE_CHECKING:
    from concurrent.futures import Future

Item = TypeVar("Item")
Done = TypeVar("Done")
Warned = list[tuple[type[Warning], str]]

ALONE = 1.0  # seconds of work in this process before others are started
_MOST = 32  # items that a process takes at a time


def spread(function: Callable[[Item], Done], items: Sequence[Item], workers: int) -> Iterator[Done]:
    """Yield the result of a function for each item, in order.

    Args:
        function: What to do with an item; with several workers it can be pickled, and so can items and results.
        items: The items.
        workers: How many processes to use at most; 1 for this process alone.

    Raises:
        SettingError: Something cannot be sent to other processes.
        VicinalError: A process ended without an answer.
    """
    begun = monotonic()
    done = 0
    while done < len(items) and (workers == 1 or len(items) - done < 2 or not done or monotonic() - begun < ALONE):
        yield function(items[done])
        done += 1
    if done < len(items):
        yield from _in_processes(function, items[done:], workers)


def _in_processes(function: Callable[[Item], Done], items: Sequence[Item], workers: int) -> Iterator[Done]:
    import multiprocessing  # late: importing these would slow every start of the command line
    import pickle
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    size = max(1, min(_MOST, len(items) // (4 * workers)))
    chunks = [items[start : start + size] for start in range(0, len(items), size)]
    try:
        pickle.dumps((function, chunks[0]))
    except Exception:  # noqa: BLE001  (a pickle may fail in any way)
        raise SettingError("the aligner cannot be sent to other processes; use workers=1") from None
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(chunks)), mp_context=context, initializer=end_by_ctrl_c)
    waiting: deque[Future[tuple[list[Done], Warned]]] = deque()
    try:
        for chunk in chunks:
            with ctrl_c_deferred():  # a process may be started
                waiting.append(pool.submit(partial(_each, function), chunk))
            if len(waiting) > 2 * workers:
                yield from _received(waiting.popleft())
        while waiting:
            yield from _received(waiting.popleft())
    except BrokenProcessPool:
        raise lost_worker() from None
    finally:
        pool.shutdown(cancel_futures=True)


def _each(function: Callable[[Item], Done], items: Sequence[Item]) -> tuple[list[Done], Warned]:
    """Do it with some items, in another process; warnings go back with the results."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        done = [function(item) for item in items]
    return done, list(dict.fromkeys((one.category, str(one.message)) for one in caught))


def _received(future: Future[tuple[list[Done], Warned]]) -> list[Done]:
    done, warned = future.result()
    for category, message in warned:
        warnings.warn(message, category, stacklevel=4)
    return done
