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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Protocol, TypeVar

from vicinal.corpus.contract import Shard
from vicinal.errors import InputError, VicinalError, check_workers
from vicinal.interrupts import ctrl_c_deferred

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
        check_workers(self.workers)

    def __call__(self, function: Callable[[Shard], T], shards: Iterable[Shard]) -> Iterator[T]:
        """Yield the result of the function for each shard, in the order in which they are finished.

        Raises:
            VicinalError: The function raised it; no more shards are started.
            InputError: A shard lost its worker several times.
        """
        with self.opened(0) as engine:
            yield from engine(function, shards)

    @contextmanager
    def opened(self, shards: int, modules: Sequence[str] = ()) -> Iterator[Engine]:
        """Return an engine whose workers stay from call to call, and end with the block.

        Args:
            shards: How many shards there are at least, as far as is known. So many workers are started at once, and get
                ready while the main process does other things, such as cutting the corpus.
            modules: What workers import when they start.
        """
        team = _Team(self.workers, modules)
        try:
            team.start(shards if self.workers > 1 else 0)
            yield team
        finally:
            team.end()


class _Team:
    """Some workers, and what hands out shards to them."""

    def __init__(self, most: int, modules: Sequence[str]) -> None:
        self.most = most
        self.modules = modules
        self.workers: list[_Worker] = []

    def start(self, number: int) -> None:
        """Start workers until there are so many, or as many as there may be."""
        while len(self.workers) < min(number, self.most):
            self.workers.append(_Worker(self.modules))

    def end(self) -> None:
        """Kill all workers."""
        for worker in self.workers:
            worker.end()
        self.workers = []

    def __call__(self, function: Callable[[Shard], T], shards: Iterable[Shard]) -> Iterator[T]:
        """Do what `Processes` does."""
        if self.most == 1:
            yield from map(function, shards)
            return
        waiting = deque(shards)
        losses = Counter[int]()
        try:
            while waiting or any(worker.shard for worker in self.workers):
                self.start(len(waiting) + sum(bool(worker.shard) for worker in self.workers))
                for worker in self.workers:
                    if waiting and worker.shard is None:
                        worker.begin(function, waiting.popleft())
                ready = wait([worker.connection for worker in self.workers])
                for worker in [worker for worker in self.workers if worker.connection in ready]:
                    shard = worker.shard
                    try:
                        failed, answer = worker.answer()
                    except (EOFError, OSError):
                        self.workers.remove(worker)
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
            for worker in [worker for worker in self.workers if worker.shard is not None]:
                self.workers.remove(worker)
                worker.end()


def too_heavy(shard: Shard, times: int = _TRIES) -> InputError:
    """Return the error for a shard whose workers died too often."""
    return InputError(
        f"shard {shard.number} lost its worker {times} times (killed, or out of memory?); use fewer workers, or "
        "smaller shards in a new folder; a script must call this under 'if __name__ == ...'"
    )


class _Worker:
    """A process that applies a function, the connection to it, and its current shard."""

    def __init__(self, modules: Sequence[str]) -> None:
        # A spawned worker inherits neither the locks of this process nor the pipes of other workers.
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_work, args=(other, modules), daemon=True)
        with ctrl_c_deferred():
            self.process.start()
        other.close()
        self.function: Callable[[Shard], Any] | None = None
        self.shard: Shard | None = None

    def begin(self, function: Callable[[Shard], Any], shard: Shard) -> None:
        """Send a shard, and the function if it is new; `answer` finds out if the process is dead."""
        self.shard = shard
        try:
            if self.function is not function:
                self.connection.send(function)
                self.function = function
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


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(connection: Connection, modules: Sequence[str]) -> None:
    """Apply the last function that came to shards until there are no more, or until the main process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process handles Ctrl-C
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for module in modules:
        import_module(module)
    function: Any = None
    while True:
        try:
            received = connection.recv()
        except (EOFError, OSError):
            return
        if not isinstance(received, Shard):
            function = received
            continue
        shard = received
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
