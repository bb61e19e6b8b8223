"""Write the report of a run: the report itself, and a folder beside it with pages of the pairs that it names.

    report.html              the report
    report-pages/NAME.html   pages of single pairs, from `vicinal.view.page`

The files are written when all of them are complete, the report last. Nothing is written into the run folder.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from vicinal.corpus.contract import Advance, silent
from vicinal.corpus.engines import Engine
from vicinal.corpus.filenames import FileNames
from vicinal.corpus.folders import is_url
from vicinal.corpus.run_folder import Run
from vicinal.errors import InputError, SettingError
from vicinal.files import reason, write_files
from vicinal.report.highlights import BEST, DOUBTFUL, PAIRS, Position
from vicinal.report.overview import Overview, alignments_at, overview
from vicinal.report.run_page import run_page
from vicinal.view.page import page

PAGES = PAIRS + DOUBTFUL + BEST  # a report names no more pairs
SUFFIX = ".report.html"


@dataclass(frozen=True)
class Written:
    """What was written.

    Attributes:
        report: The report.
        folder: The folder of the pages.
        pages: How many pages were written.
        others: How many other files are in the folder; they are left unchanged.
    """

    report: Path
    folder: Path
    pages: int
    others: int


def place_for(run: str, output: str | os.PathLike[str] | None) -> Path:
    """Return the file for a report: the given one, or NAME.report.html beside the run folder NAME.

    Raises:
        SettingError: The name does not end in .html, or it is missing and the run is at a URL.
        InputError: The file would be in the run folder.
    """
    if output is None:
        if is_url(run):
            raise SettingError(f"{run}: is a URL; give a file for the report, with -o FILE.html")
        folder = Path(run) if Path(run).name not in ("", "..") else Path(run).resolve()
        return folder.with_name((folder.name or "run") + SUFFIX)
    file = Path(output)
    if file.suffix.lower() not in (".html", ".htm"):
        raise SettingError(f"{file}: end the name in .html")
    if not is_url(run) and file.resolve().is_relative_to(Path(run).resolve()):
        raise InputError(f"{file}: is in the run folder; choose a place outside of {run}")
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
    advance: Advance = silent,
) -> Written:
    """Write the report of a run, and pages of the pairs that it names.

    Args:
        run: A finished run, from `vicinal.corpus.open_run`.
        output: The file to write; defaults to NAME.report.html beside the run folder NAME.
        by: "level" or "source", for a table of groups of one kind only; defaults to both.
        pages: The greatest number of pages: of doubtful pairs first, then of doubtful links, then of the best links.
        engine: Where the work is done; defaults to this process.
        advance: Called with the current task, how much of it is done, and how much there is.

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
    for position, aligned in alignments_at(run, names):
        contents[folder / names[position]] = page(aligned.alignment).encode()
        advance("Writing pages", len(contents), len(names))
    addresses = {position: quote(os.fsencode(f"{folder.name}/{name}")) for position, name in names.items()}
    contents[file] = run_page(found, addresses).encode()
    _write(contents, folder if names else None)
    others = sum(1 for other in folder.iterdir() if other not in contents) if folder.is_dir() else 0
    return Written(file, folder, len(names), others)


def _names(found: Overview, pages: int) -> dict[Position, str]:
    """Return a file name for each pair that gets a page."""
    taken = FileNames()
    named = islice(found.highlights.pairs(), pages)
    return {pair.position: taken.take(pair.id, found.number(pair.position)) + ".html" for pair in named}


def _write(contents: dict[Path, bytes], folder: Path | None) -> None:
    is_new = folder is not None and not folder.exists()
    try:
        if folder is not None:
            folder.mkdir(exist_ok=True)
        write_files(contents)
    except OSError as error:
        raise InputError(f"{folder}: cannot be created: {reason(error)}") from None
    except InputError:
        if folder is not None and is_new:
            folder.rmdir()
        raise
