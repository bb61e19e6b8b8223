"""Worker threads for requests that take a while, so that quick requests do not wait for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from vicinal.errors import VicinalError

T = TypeVar("T")


class BusyError(VicinalError):
    """Too many requests are waiting."""


class WorkerThreads:
    """A few threads with a bounded queue.

    The threads are daemons: they do not delay the end of the program, and hold nothing that could be lost.

    Args:
        threads: How many may run at a time.
        waiting: How many calls may wait for a thread; further calls are refused.
    """

    def __init__(self, threads: int = 2, waiting: int = 32) -> None:
        self._free = asyncio.Semaphore(threads)
        self._most = threads + waiting
        self._inside = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Call a function in a thread, and return its result.

        Raises:
            BusyError: Too many calls are waiting.
        """
        if self._inside >= self._most:
            raise BusyError("the app is busy; try again in a moment")
        self._inside += 1
        try:
            async with self._free:
                loop = asyncio.get_running_loop()
                result: asyncio.Future[T] = loop.create_future()
                threading.Thread(target=_do, args=(work, loop, result), name="vicinal work", daemon=True).start()
                return await result
        finally:
            self._inside -= 1


def _do(work: Callable[[], Any], loop: asyncio.AbstractEventLoop, result: asyncio.Future[Any]) -> None:
    def settle(how: Callable[[Any], None], value: Any) -> None:
        if not result.done():
            how(value)

    how, value = result.set_result, None
    try:
        value = work()
    except BaseException as error:  # noqa: BLE001  (raised again in `run`)
        how, value = result.set_exception, error
    with suppress(RuntimeError):  # the loop is closed because the program ends
        loop.call_soon_threadsafe(settle, how, value)
