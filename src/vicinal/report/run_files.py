"""The report of a run as files: the page itself, and beside it a folder with pages of the pairs that it names.

    report.html              the report
    report-pages/NAME.html   the pages of single pairs, as `vicinal.view.page` makes them

The files appear when all of them are made, the report last. Nothing is written into the run folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from vicinal.corpus.engines import Engine
from vicinal.corpus.filenames import FileNames
from vicinal.corpus.runs import Run
from vicinal.corpus.store import is_url
from vicinal.errors import InputError, SettingError
from vicinal.files import reason, write_files
from vicinal.report.highlights import BEST, DOUBTFUL, PAIRS, Place
from vicinal.report.overview import Overview, alignments_at, overview
from vicinal.report.run_page import report
from vicinal.view.page import page

PAGES = PAIRS + DOUBTFUL + BEST  # as many as a report can name
SUFFIX = ".report.html"


@dataclass(frozen=True)
class Written:
    """What was written.

    Attributes:
        report: The report.
        folder: The folder of the pages.
        pages: How many pages were written into it.
        others: How many other files are in it, which were left alone.
    """

    report: Path
    folder: Path
    pages: int
    others: int


def place_for(run: str, output: str | os.PathLike[str] | None) -> Path:
    """Return the file of a report: the one that is wanted, or NAME.report.html beside the run folder NAME.

    Raises:
        SettingError: The name does not end in .html, or is needed, because the run is behind a URL.
        InputError: The file would be in the run folder.
    """
    if output is None:
        if is_url(run):
            raise SettingError(f"{run}: say where to write the report, with -o FILE.html")
        folder = Path(run) if Path(run).name not in ("", "..") else Path(run).resolve()
        return folder.with_name((folder.name or "run") + SUFFIX)
    file = Path(output)
    if file.suffix.lower() not in (".html", ".htm"):
        raise SettingError(f"{file}: end the name in .html")
    if not is_url(run) and file.resolve().is_relative_to(Path(run).resolve()):
        raise InputError(f"{file}: is in the run folder, which is left as it is; choose a place outside of {run}")
    return file


def pages_folder(file: Path) -> Path:
    """Return the folder for the pages of a report."""
    return file.with_name(file.stem + "-pages")


def write_report(
    run: Run,
    output: str | os.PathLike[str] | None = None,
    *,
    by: str | None = None,
    pages: int = PAGES,
    engine: Engine | None = None,
    advance: Callable[[str, int, int], None] | None = None,
) -> Written:
    """Write the report of a run, and pages of pairs that it names.

    Args:
        run: A finished run, from `vicinal.corpus.open_run`.
        output: The file to write; by default NAME.report.html beside the run folder NAME.
        by: "level" or "source", for a table of groups of one kind only; by default of both.
        pages: At most so many pages of single pairs: of the doubtful pairs first, then of doubtful links, then of the
            best ones.
        engine: Where the work is done; by default in this process.
        advance: Called with what is being done, how much of it is done and how much there is.

    Raises:
        InputError: The run cannot be read, or the files cannot be written.
        SettingError: A setting is out of range.
    """
    if pages < 0:
        raise SettingError(f"pages must be 0 or more, not {pages}")
    file = place_for(run.path, output)
    folder = pages_folder(file)
    found = overview(run, by, engine=engine, advance=advance)
    names = _names(found, pages)
    contents: dict[Path, bytes] = {}
    for place, aligned in alignments_at(run, names):
        contents[folder / names[place]] = page(aligned.alignment).encode()
        if advance is not None:
            advance("Making pages", len(contents), len(names))
    addresses = {place: quote(os.fsencode(f"{folder.name}/{name}")) for place, name in names.items()}
    contents[file] = report(found, addresses).encode()
    _write(contents, folder if names else None)
    others = sum(1 for other in folder.iterdir() if other not in contents) if folder.is_dir() else 0
    return Written(file, folder, len(names), others)


def _names(found: Overview, pages: int) -> dict[Place, str]:
    """Return a file name for each pair that is to have a page."""
    taken = FileNames()
    named = islice(found.standouts.pairs(), pages)
    return {pair.place: taken.take(pair.id, found.number(pair.place)) + ".html" for pair in named}


def _write(contents: dict[Path, bytes], folder: Path | None) -> None:
    is_new = folder is not None and not folder.exists()
    try:
        if folder is not None:
            folder.mkdir(exist_ok=True)
        write_files(contents)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made: {reason(error)}") from None
    except InputError:
        if folder is not None and is_new:
            folder.rmdir()
        raise
