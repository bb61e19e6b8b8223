"""PDF to blocks: `pdf_process` gives letters and where they stand; the other modules `pdf_...` make a text of them.

Why PDFium (pypdfium2, Apache and BSD licences): measured on the files in tests/documents, which were made for this
project, and on 239 pages of 150,000 words, in one run on a busy machine with two cores. A sentence is found if it
stands in the plain text that a library returns for all pages with its default settings, white space aside:

| | sentences found, of 274 | CPU seconds | peak MB |
| --- | ---: | ---: | ---: |
| pypdfium2 5.14 | 235 | 0.8 | 25 |
| pypdf 7.0 | 235 | 2.8 | 44 |
| pdfminer.six 20260107 | 224 | 17.1 | 40 |

What is missing in all of them (columns, hyphens, pages, marks of footnotes) is done here; then all 274 are found.
1,500 damaged files neither crashed PDFium nor kept it longer than 0.12 s; but a page of 0.8 MB that unpacks to 400 MB
of lines to draw took 7.6 GB and 107 s.

So PDFium is asked in a process of its own with limits: a bad file can neither crash this one nor fill its memory.
Nothing is drawn, no script is run, and files inside the file are not looked at.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import msgspec

from vicinal.errors import InputError
from vicinal.extract.block import Block
from vicinal.extract.libraries import library, missing
from vicinal.extract.pdf_lines import Page
from vicinal.extract.pdf_paragraphs import document_blocks
from vicinal.extract.pdf_process import NO_LIBRARY

MOST_PAGES = 5_000
MOST_WORDS = 2_000_000
MOST_LETTERS = 200_000  # of one page
MOST_PIECES = 50_000  # words of one page, or letters if each is drawn by itself
MOST_SECONDS = 120.0
MOST_MEMORY = 1_500_000_000  # bytes of the process, and four times the size of the file

_UNKNOWN = re.compile(
    "[\ufffd\ue000-\uefff\uf100-\uf8ff]"
)  # letters without a meaning; U+F0xx are symbols of old fonts


def blocks(data: bytes, name: str, encoding: str | None) -> list[Block]:
    """Return the headings, paragraphs, list items and table cells of a PDF; called by `content_of`.

    Args:
        data: All bytes of the file.
        name: The name of the file, for errors.
        encoding: Not used: a PDF says what its letters are.

    Raises:
        InputError: The file is damaged, encrypted, too large, or has no text; or pypdfium2 is not installed.
    """
    del encoding
    if find_spec("pypdfium2") is None:
        library("pypdfium2", "pypdfium2", ".pdf", name)
    until = time.monotonic() + MOST_SECONDS
    pages = _pages(data, name)
    text = "".join(chunk.text for page in pages for chunk in page.chunks)
    if not text and any(page.pictures for page in pages):
        raise InputError(
            f"{name}: has no text, only pictures of pages (a scan); run text recognition (OCR) on it first"
        )
    if len(_UNKNOWN.findall(text)) > 0.3 * len(text):
        raise InputError(
            f"{name}: does not say which letters its text consists of; run text recognition (OCR) on it first"
        )
    try:
        return document_blocks(pages, until)
    except TimeoutError:
        raise InputError(_too_slow(name)) from None


def _pages(data: bytes, name: str) -> list[Page]:
    """Return what stands on the pages of a file."""
    memory = MOST_MEMORY + 4 * len(data)
    limits = (memory, MOST_PAGES, MOST_WORDS, MOST_LETTERS)
    command = [sys.executable, str(Path(__file__).with_name("pdf_process.py")), *map(str, limits)]
    # The process finds modules where this one does, but never in the current folder, which an empty entry stands for.
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        ended = subprocess.run(command, input=data, capture_output=True, timeout=MOST_SECONDS, check=False, env=env)  # noqa: S603
    except subprocess.TimeoutExpired:
        raise InputError(_too_slow(name)) from None
    if ended.returncode == NO_LIBRARY:
        raise missing("pypdfium2", ".pdf", name)
    messages = _messages(ended.stdout)
    try:
        problem = msgspec.msgpack.decode(messages.pop(), type=str)
        pages = [msgspec.msgpack.decode(message, type=Page) for message in messages]
    except (IndexError, msgspec.MsgspecError):  # the process ended without its last message
        problem = f"is damaged, or needs more memory to read than {memory // 10**6:,} MB"
    if problem:
        raise InputError(f"{name}: {problem}")
    for number, page in enumerate(pages, 1):
        if len(page.chunks) > MOST_PIECES:
            raise InputError(f"{name}: page {number} has more than {MOST_PIECES:,} words; it is no page of a text")
    return pages


def _too_slow(name: str) -> str:
    return f"{name}: takes longer than {MOST_SECONDS:.0f} seconds to read; split it"


def _messages(output: bytes) -> list[bytes]:
    """Return the messages of the process."""
    messages = []
    start = 0
    while start + 4 <= len(output):
        end = start + 4 + int.from_bytes(output[start : start + 4], "big")
        messages.append(output[start + 4 : end])
        start = end
    return messages
