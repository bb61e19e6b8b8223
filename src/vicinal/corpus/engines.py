"""Engines map a function over shards; `Processes` does so on the cores of this machine.

An engine takes a function and shards, and yields the results in the order in which they are finished. It does not
depend on texts, files or settings. `vicinal.corpus.cluster` is the engine for several machines.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol, TypeVar

from vicinal.corpus.contract import Shard
from vicinal.errors import InputError, SettingError, VicinalError

T = TypeVar("T")
_TRIES = 3  # workers that a shard may kill


class Engine(Protocol):
    """Anything that maps a function over shards."""

    def __call__(self, function: Callable[[Shard], T], shards: Iterable[Shard], /) -> Iterator[T]:
        """Yield the result of the function for each shard, in any order.

        Args:
            function: What to do with a shard; picklable.
            shards: The shards.
        """


@dataclass(frozen=True)
class Processes:
    """An engine of processes on this machine.

    A killed worker is replaced, and its shard repeated. If the calling process is killed or the iteration ends early,
    the workers end at once, since nothing locks the folder they write to any more.

    Attributes:
        workers: The number of processes; 1 means the calling process itself.
    """

    workers: int = 1

    def __post_init__(self) -> None:
        """Raise SettingError unless there is at least one worker."""
        if isinstance(self.workers, bool) or not isinstance(self.workers, int) or self.workers < 1:
            raise SettingError(f"workers must be a whole number of at least 1, not {self.workers!r}")

    def __call__(self, function: Callable[[Shard], T], shards: Iterable[Shard]) -> Iterator[T]:
        """Yield the result of the function for each shard, in the order in which they are finished.

        Raises:
            VicinalError: The function raised it; no more shards are started.
            InputError: A shard lost its worker several times.
        """
        if self.workers == 1:
            yield from map(function, shards)
            return
        waiting = deque(shards)
        losses = Counter[int]()
        team: list[_Worker] = []
        try:
            while waiting or any(worker.shard for worker in team):
                while len(team) < self.workers and len(team) < len(waiting) + sum(bool(w.shard) for w in team):
                    team.append(_Worker(function))
                for worker in team:
                    if waiting and worker.shard is None:
                        worker.begin(waiting.popleft())
                ready = wait([worker.connection for worker in team])
                for worker in [worker for worker in team if worker.connection in ready]:
                    shard = worker.shard
                    try:
                        failed, answer = worker.answer()
                    except (EOFError, OSError):
                        team.remove(worker)
                        worker.end()
                        if shard is not None:
                            losses[shard.number] += 1
                            if losses[shard.number] == _TRIES:
                                raise too_heavy(shard) from None
                            waiting.appendleft(shard)
                        continue
                    if failed:
                        raise answer
                    yield answer
        finally:
            for worker in team:
                worker.end()


def too_heavy(shard: Shard, times: int = _TRIES) -> InputError:
    """Return the error for a shard whose workers died too often."""
    return InputError(
        f"shard {shard.number} lost its worker {times} times (killed, or out of memory?); use fewer workers, or "
        "smaller shards in a new folder; a script must call this under 'if __name__ == ...'"
    )


class _Worker:
    """A process that applies a function, the connection to it, and its current shard."""

    def __init__(self, function: Callable[[Shard], Any]) -> None:
        # A spawned worker inherits neither the locks of this process nor the pipes of other workers.
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_work, args=(other, function), daemon=True)
        with _ctrl_c_deferred():
            self.process.start()
        other.close()
        self.shard: Shard | None = None

    def begin(self, shard: Shard) -> None:
        """Send a shard; `answer` finds out if the process is dead."""
        self.shard = shard
        try:
            self.connection.send(shard)
        except OSError:
            return

    def answer(self) -> tuple[bool, Any]:
        """Return whether the function failed, and its result or exception."""
        failed, answer = self.connection.recv()
        self.shard = None
        return failed, answer

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join()
        self.connection.close()


@contextmanager
def _ctrl_c_deferred() -> Iterator[None]:
    """Defer Ctrl-C while a worker starts, which would otherwise print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):  # not on this system
        yield
        return
    resource_tracker.ensure_running()  # starting it with the first worker would let Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(connection: Connection, function: Callable[[Shard], Any]) -> None:
    """Apply the function to shards until there are no more, or until the main process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles Ctrl-C
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            shard = connection.recv()
        except (EOFError, OSError):
            return
        try:
            message = (False, function(shard))
        except VicinalError as error:
            message = (True, error)
        except Exception as error:  # noqa: BLE001  (a defect: the main process shows it)
            import traceback

            message = (True, RuntimeError(f"shard {shard.number}: {error!r}\n{traceback.format_exc()}"))
        try:
            connection.send(message)
        except OSError:
            return
