"""Where the command line meets the outside: standard streams, files named by the user, and the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from vicinal.errors import InputError
from vicinal.files import decode, reason
from vicinal.text.document import Document
from vicinal.view.printable import printable

if TYPE_CHECKING:
    from rich.console import RenderableType


_ROOM_FOR_RATE = 70  # columns


def say(line: str) -> None:
    """Talk to the user: one line on stderr that cannot drive the terminal; nobody there to listen is no failure."""
    with suppress(OSError):
        click.echo(printable(line), err=True)


def write(data: bytes) -> None:
    """Write data to stdout, all of it or with an error."""
    if sys.stdout is None:
        raise InputError("standard output is closed; write to a file with -o FILE")
    try:
        rest = memoryview(data)
        while rest:
            # Unbuffered, a stream may take a part only, and leaves it to us to notice.
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The reader has gone (`| head`): nothing is wrong, and nothing more can be said.
        _discard_stdout()
        sys.exit(0)
    except OSError as error:
        _discard_stdout()
        raise InputError(f"standard output: cannot be written: {reason(error)}") from None


def _discard_stdout() -> None:
    """Let what Python still holds for stdout go nowhere, so that its last flush cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def show(renderable: RenderableType) -> None:
    """Show something of rich's on stdout, in colour where that is a terminal."""
    from rich.console import Console

    console = Console(highlight=False)
    with console.capture() as capture:
        console.print(renderable)
    write(capture.get().encode(getattr(sys.stdout, "encoding", None) or "utf-8", "replace"))


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Show a progress bar on stderr while a long work goes on, if stderr is a terminal; yield what counts one step."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


@contextmanager
def advancing() -> Iterator[Callable[[str, int, int], None]]:
    """Show how far a long work is, with rate and time left; yield what takes (what is done, how much, of how much).

    In a terminal that is a bar; elsewhere (a log file, a batch system) a line now and then.
    """
    pace = _Pace()
    if sys.stderr is None or not sys.stderr.isatty():

        def tell(what: str, done: int, total: int) -> None:
            if pace.is_due(what, done, total):
                say(f"{what}: {done:,} of {total:,}{pace.shown(what, done, total)}")

        yield tell
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    words, rate = TextColumn("{task.description}", markup=False), TextColumn("{task.fields[pace]}", markup=False)
    columns = (words, BarColumn(), MofNCompleteColumn(), *([rate] if console.width >= _ROOM_FOR_RATE else []))
    with suppress(OSError), Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None, pace="")

        def draw(what: str, done: int, total: int) -> None:
            shown = pace.shown(what, done, total).removeprefix(", ")
            bar.update(task, description=printable(what), completed=done, total=total, pace=shown)

        yield draw


class _Pace:
    """How quickly a work goes on, since it was begun or gone on with, and when to speak of it again."""

    _EVERY = 10.0  # seconds

    def __init__(self) -> None:
        self._what = ""
        self._begun = (0.0, 0)
        self._spoke = 0.0

    def shown(self, what: str, done: int, total: int) -> str:
        """Return ", 13,100 a second, 7 s left", or nothing while it cannot be told."""
        self._note(what, done)
        seconds, more = monotonic() - self._begun[0], done - self._begun[1]
        if seconds < 0.5 or more <= 0:
            return ""
        rate = more / seconds
        left = (total - done) / rate
        size = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
        return f", {size} a second, {_duration(left)} left"

    def is_due(self, what: str, done: int, total: int) -> bool:
        """Tell whether it is time for another line."""
        new = what != self._what
        self._note(what, done)
        due = monotonic() - self._spoke >= self._EVERY and (done < total or not new)
        if due:
            self._spoke = monotonic()
        return due

    def _note(self, what: str, done: int) -> None:
        if what != self._what:
            self._what, self._begun = what, (monotonic(), done)
            self._spoke = monotonic()


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"


def standard_input() -> str:
    """Return the text on standard input."""
    if sys.stdin is None:
        raise InputError("standard input is closed; give a file")
    return decode(sys.stdin.buffer.read(), "standard input")


def read_document(name: str, language: str | None, split: str) -> Document:
    """Read a text file, or standard input for '-'; raise InputError when there is no sentence in it."""
    if name == "-":
        document = Document.from_text(standard_input(), language, split=split, id="standard input")
    else:
        document = Document.from_file(name, language, split=split)
    if not document.sentences:
        raise InputError(f"{name}: is empty; there is nothing to align")
    return document


def check_output(file: Path, inputs: tuple[str, ...]) -> None:
    """Say what is wrong with an output before any work is done, and never write over an input."""
    try:
        if file.is_dir():
            raise InputError(f"{file}: is a directory; give a file name")
        if not file.absolute().parent.is_dir():
            raise InputError(f"{file}: cannot be written: there is no folder {file.absolute().parent}")
        for name in inputs:
            if file.exists() and Path(name).exists() and file.samefile(name):
                raise InputError(f"{file}: is one of the files to read; choose another name for the output")
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {reason(error)}") from None
