"""Where the command line meets the outside: standard streams, files named by the user, and the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vicinal.document import Document
from vicinal.errors import InputError
from vicinal.files import decode, reason
from vicinal.view.printable import printable

if TYPE_CHECKING:
    from rich.console import RenderableType


def say(line: str) -> None:
    """Talk to the user: one line on stderr that cannot drive the terminal."""
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
