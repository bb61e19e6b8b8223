"""Input and output of the command line: standard streams, files named by the user, and the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import click

from vicinal.errors import InputError, SettingError

# What reads texts is loaded where texts are read: every command loads this module.
if TYPE_CHECKING:
    from rich.console import RenderableType

    from vicinal.corpus.contract import Advance
    from vicinal.extract.content import Content
    from vicinal.text.document import Document
    from vicinal.text.reading import Reading

_WIDTH_FOR_RATE = 70  # columns
_UNCUT = 100_000  # columns: wider than any line
_INTERVAL = 10.0  # seconds between two lines of progress
SPLIT_WORDS = {"prose": "prose", "paragraphs": "a paragraph a line", "lines": "a sentence a line"}


def say(line: str) -> None:
    """Print a line to stderr, without control characters; a closed stderr is not an error."""
    from vicinal.view.printable import printable

    with suppress(OSError):
        click.echo(printable(line), err=True)


def note(line: str | None) -> None:
    """Print a note to stderr, if there is one."""
    if line is not None:
        say(f"vicinal: note: {line}")


def write(data: bytes) -> None:
    """Write all data to stdout, or raise InputError."""
    if sys.stdout is None:
        raise InputError("standard output is closed; write to a file with -o FILE")
    try:
        rest = memoryview(data)
        while rest:
            # An unbuffered stream may write only a part.
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The reader has exited, as in `| head`, which is not an error.
        _discard_stdout()
        sys.exit(0)
    except OSError as error:
        from vicinal.files import reason

        _discard_stdout()
        raise InputError(f"standard output: cannot be written: {reason(error)}") from None


def write_json(data: Any) -> None:
    """Write a JSON object to stdout."""
    import json

    write((json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace"))


def _discard_stdout() -> None:
    """Redirect stdout to nowhere, so that Python's final flush cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def is_terminal() -> bool:
    """Tell whether a person sees what is written to stdout; False for a pipe or a file."""
    return sys.stdout is not None and sys.stdout.isatty()


def show(renderable: RenderableType, *, fills: bool = False) -> None:
    """Print a rich renderable to stdout: in colour on a terminal; in a pipe or file, no line is cut or wrapped.

    Args:
        renderable: What to print.
        fills: Whether it fills the width of a terminal, as columns of text do, so that it needs one in a pipe, too.
    """
    from rich.console import Console

    is_open = not fills and not is_terminal() and "COLUMNS" not in os.environ
    console = Console(highlight=False, width=_UNCUT if is_open else None)
    with console.capture() as capture:
        console.print(renderable)
    text = capture.get()
    show_text("\n".join(map(str.rstrip, text.split("\n"))) if is_open else text)


def show_text(text: str) -> None:
    """Print text to stdout, in the encoding that it has."""
    write(text.encode(getattr(sys.stdout, "encoding", None) or "utf-8", "replace"))


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Show a progress bar if stderr is a terminal; yield a function that counts one step."""
    with advancing(log=False) as advance:
        done = 0

        def step() -> None:
            nonlocal done
            done += 1
            advance(what, done, total)

        yield step


@contextmanager
def advancing(*, log: bool = True) -> Iterator[Advance]:
    """Show progress with rate and remaining time on stderr; yield a function that takes (what, done, total).

    On a terminal, that is a bar; elsewhere (a log file, a batch system), with log, a line every few seconds.
    """
    pace = _Pace()
    if sys.stderr is None or not sys.stderr.isatty():

        def print_line(what: str, done: int, total: int) -> None:
            if log and pace.is_due(what, done, total):
                rate = pace.shown(what, done, total)
                say(f"{what}: {done:,} of {total:,}" + (f" ({rate})" if rate else ""))

        yield print_line
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from vicinal.view.printable import printable

    console = Console(stderr=True)
    words, rate = TextColumn("{task.description}", markup=False), TextColumn("{task.fields[pace]}", markup=False)
    columns = (words, BarColumn(), MofNCompleteColumn(), *([rate] if console.width >= _WIDTH_FOR_RATE else []))
    with suppress(OSError), Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None, pace="")

        def draw(what: str, done: int, total: int) -> None:
            shown = pace.shown(what, done, total)
            bar.update(task, description=printable(what), completed=done, total=total, pace=shown)

        yield draw


class _Pace:
    """The rate of a task since it was started or resumed, and when to report it."""

    def __init__(self) -> None:
        self._what = ""
        self._begun = (0.0, 0)
        self._reported = 0.0

    def shown(self, what: str, done: int, total: int) -> str:
        """Return '13,100/s, 7 s left', or '' while the rate is unknown."""
        self._note(what, done)
        seconds, more = monotonic() - self._begun[0], done - self._begun[1]
        if seconds < 0.5 or more <= 0:
            return ""
        rate = more / seconds
        size = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
        return f"{size}/s, {_duration((total - done) / rate)} left"

    def is_due(self, what: str, done: int, total: int) -> bool:
        """Tell whether it is time for the next report."""
        new = what != self._what
        self._note(what, done)
        due = monotonic() - self._reported >= _INTERVAL and (done < total or not new)
        if due:
            self._reported = monotonic()
        return due

    def _note(self, what: str, done: int) -> None:
        if what != self._what:
            self._what, self._begun = what, (monotonic(), done)
            self._reported = monotonic()


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"


def standard_input(read: Callable[[BinaryIO], bytes] | None = None) -> bytes:
    """Return the data on standard input; `read` reads them, None reads all."""
    if sys.stdin is None:
        raise InputError("standard input is closed; give a file")
    return read(sys.stdin.buffer) if read else sys.stdin.buffer.read()


class Texts(NamedTuple):
    """Texts that belong together: documents, how all of them were read, and a note of what was recognised, if any."""

    documents: list[Document]
    reading: Reading
    recognised: str | None


def read_documents(names: Sequence[str], reading: Reading, encoding: str | None = None) -> Texts:
    """Read texts that belong together: files of any kind that is read, or standard input for '-'.

    The split of the returned reading is "auto" if none of them is plain text.

    Raises:
        InputError: A file cannot be read, or has no sentences, or none but headings, which were to be left out.
        SettingError: Two of them are standard input.
    """
    from vicinal.text.document import Document, documents_of
    from vicinal.text.reading import settled
    from vicinal.text.segment import warn_without_rules

    if list(names).count("-") > 1:
        raise SettingError("only one text can be '-', standard input")
    contents = [_content(name, encoding) for name in names]
    warn_without_rules(reading.language)
    taken = settled(reading, contents)
    documents = documents_of(contents, taken, ["standard input" if name == "-" else Path(name).name for name in names])
    for name, content, document in zip(names, contents, documents, strict=True):
        if not document.sentences:
            if Document.from_content(content, replace(taken, headings=True)).sentences:
                raise InputError(f"{name}: has nothing but headings, which were left out; read without --no-headings")
            raise InputError(f"{name}: is empty; there is nothing to align")
    if not any(isinstance(content, str) for content in contents):
        # Documents with markup were not split, whatever was given.
        reading, taken = replace(reading, split="auto"), replace(taken, split="auto", is_settled=False)
    return Texts(documents, taken, reading_note(reading, taken))


def _content(name: str, encoding: str | None) -> Content:
    """Return the content of a file, or of standard input for '-'."""
    from vicinal.extract.content import content_at, content_of, read_document

    if name != "-":
        return content_at(name, encoding)
    name = "standard input"
    data = standard_input(partial(read_document, name=name, encoding=encoding))
    return content_of(data, name, encoding)


def reading_note(given: Reading, taken: Reading) -> str | None:
    """Return what was recognised in texts, and how to change it; None if nothing was left open."""
    from vicinal.text.language import language_name

    found = {}
    if taken.split != given.split:
        found["--split"] = f"as {SPLIT_WORDS[taken.split]}"
    if taken.language is not None and taken.language != given.language:
        found["--language"] = f"in {language_name(taken.language)}"
    return f"read {', '.join(found.values())} (recognised); change it with {', '.join(found)}" if found else None


def check_output(file: Path, inputs: tuple[str, ...]) -> None:
    """Raise InputError early if an output file cannot be written, or would overwrite an input."""
    try:
        if file.is_dir():
            raise InputError(f"{file}: is a directory; give a file name")
        if not file.absolute().parent.is_dir():
            raise InputError(f"{file}: cannot be written: no such folder: {file.absolute().parent}")
        for name in inputs:
            if file.exists() and Path(name).exists() and file.samefile(name):
                raise InputError(f"{file}: is also an input; choose another output name")
    except OSError as error:
        from vicinal.files import reason

        raise InputError(f"{file}: cannot be written: {reason(error)}") from None
