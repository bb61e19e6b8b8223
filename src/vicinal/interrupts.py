"""Ctrl-C, which a terminal sends to all processes of a command: only the main one tells about it.

Callers: `corpus.engines` and `evaluation.spreading`, where they start processes.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ctrl_c_deferred() -> Iterator[None]:
    """Defer Ctrl-C while a process starts, which would print a traceback; it has Ctrl-C deferred, too."""
    if not hasattr(signal, "pthread_sigmask"):  # not on this system
        yield
        return
    from multiprocessing import resource_tracker  # late: importing it would slow every start of the command line

    resource_tracker.ensure_running()  # starting it with the first process would let Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_by_ctrl_c() -> None:
    """Let Ctrl-C end this process, which was started with it deferred, and say nothing."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
