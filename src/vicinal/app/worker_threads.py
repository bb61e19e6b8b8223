"""Work that takes a while, beside the requests that do not."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from vicinal.errors import VicinalError

T = TypeVar("T")


class BusyError(VicinalError):
    """Too much is waiting to be done."""


class Background:
    """A few threads for long work; what comes when all are at work waits, and what comes then is refused.

    The threads do not keep the program from ending: they hold nothing that could be lost.

    Args:
        threads: How many may work at a time.
        waiting: How many may wait.
    """

    def __init__(self, threads: int = 2, waiting: int = 32) -> None:
        self._free = asyncio.Semaphore(threads)
        self._most = threads + waiting
        self._inside = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Do a piece of work in a thread, and return what it returns.

        Raises:
            BusyError: Too much is waiting already.
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
    except BaseException as error:  # noqa: BLE001  (it is raised again where the work was asked for)
        how, value = result.set_exception, error
    with suppress(RuntimeError):  # the loop is closed: the program ends
        loop.call_soon_threadsafe(settle, how, value)
