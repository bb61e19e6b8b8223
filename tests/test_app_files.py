"""Files that are sent to the app: read as on the command line, within limits, and never stored."""

from __future__ import annotations

import asyncio
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.test_app import SOURCE, TARGET, Client, asking
from vicinal import Document, align
from vicinal.app import guard, uploaded_file
from vicinal.app.edits import Edits
from vicinal.app.library import empty_library
from vicinal.errors import InputError
from vicinal.extract import content
from vicinal.extract.block import Block, of_text
from vicinal.extract.content import content_of
from vicinal.text.reading import Reading, settled

FILE = {"content-type": "application/octet-stream"}
DOCUMENTS = Path(__file__).parent / "documents"
MADE = [Block("The harbour", heading=True), Block("It was built of stone. Ships came."), Block("== not a heading ==")]


def made(data: bytes, name: str, encoding: str | None) -> list[Block]:
    """Read a kind of file that only these tests know: MADE, or one long paragraph."""
    del encoding
    if data.startswith(b"bad"):
        raise InputError(f"{name}: is damaged")
    return [Block(data.decode())] if data.startswith(b"long") else MADE


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """An app without a library, to which `.md` files are the kind that the tests know."""
    monkeypatch.setitem(content.KINDS, "markdown", "tests.test_app_files:made")
    edits = Edits(tmp_path / "edits.sqlite", patience=0.2)
    with asking(empty_library(edits), edits, limit=1000, file_limit=5000) as client:
        yield client


def sent(client: Client, data: bytes, name: str = "", *, encoding: str = "", **headers: str) -> Any:
    more = f"&encoding={quote(encoding)}" if encoding else ""
    return client("POST", f"/api/read?name={quote(name)}{more}", content=data, headers={**FILE, **headers})


def test_plain_text_is_returned_as_it_is(client: Client) -> None:
    text = "The harbour\r\n\r\n It is old. \r\nIt is big.\u2028"
    answer = sent(client, b"\xef\xbb\xbf" + text.encode(), "a.txt")
    assert answer.json() == {"kind": "text", "text": text, "paragraphs": 3, "headings": None}
    assert sent(client, text.encode()).json() == answer.json()  # without a name


def test_a_document_is_returned_as_text_that_can_be_read_back(client: Client) -> None:
    answer = sent(client, b"any", "a.md").json()
    assert (answer["kind"], answer["paragraphs"], answer["headings"]) == ("markdown", 3, 1)
    assert answer["text"].startswith("== The harbour ==\n\nIt was built of stone. Ships came.\n\n")
    assert of_text(answer["text"]) == tuple(MADE)


def test_documents_are_aligned_as_on_the_command_line(client: Client, tmp_path: Path) -> None:
    """Not as plain text, in which a line could be taken for a heading, or the other side for one sentence a line."""
    target = "The harbour\nThe harbour was built of stone.\nMany ships came.\nThey brought salt."
    (tmp_path / "a.md").write_bytes(b"any")
    (tmp_path / "b.txt").write_text(target)
    expected = align(Document.from_file(tmp_path / "a.md"), Document.from_file(tmp_path / "b.txt"))
    text = sent(client, b"any", "a.md").json()["text"]
    body = {"source": text, "target": target, "documents": ["source"]}
    answer = client.post("/api/align", body).json()
    for side, document in (("source", expected.source), ("target", expected.target)):
        assert answer["view"][side]["paragraphs"] == [list(paragraph) for paragraph in document.paragraphs]
    assert answer["split"] == "lines"
    key = client.post("/api/pairs", {**body, "target": text, "documents": ["target", "source"]}).json()["key"]
    shown = client.get(f"/api/pairs/{key}").json()["view"]
    assert shown["source"]["paragraphs"] == shown["target"]["paragraphs"]
    assert shown["source"]["paragraphs"] == [["The harbour"], ["It was built of stone.", "Ships came."], [MADE[2].text]]
    without = client.post("/api/align", {**body, "headings": False}).json()["view"]
    assert without["source"]["paragraphs"] == shown["source"]["paragraphs"][1:]


def test_the_answers_say_how_the_texts_were_read(client: Client) -> None:
    lines = "The harbour was built of stone.\nMany ships came.\nThey brought salt."
    both = settled(Reading("en"), [lines, TARGET]).split  # one way for both sides, whichever it is
    for source, target, asked, taken in (
        (SOURCE, TARGET, "auto", "prose"),
        (lines, lines, "auto", "lines"),
        (lines, TARGET, "auto", both),
        (lines, lines, "prose", "prose"),
    ):
        body = {"source": source, "target": target, "split": asked, "language": "en"}
        for path in ("/api/align", "/api/pairs"):
            answer = client.post(path, body).json()
            assert (answer["language"], answer["split"]) == ("en", taken)
    answer = client.post("/api/align", {"key": answer["key"]}).json()
    assert (answer["language"], answer["split"]) == ("en", None)
    for side in ("source", "target", "both"):
        refused = client.post("/api/align", {"source": "One.", "target": "One.", "documents": [side]})
        assert refused.status_code == (400 if side == "both" else 200)


def test_a_language_is_recognised_from_both_texts_or_named(client: Client) -> None:
    body = {
        "source": "Der Hafen wurde im Winter aus Stein gebaut. Schiffe aus vielen Ländern kamen zu seinem Markt.",
        "target": "Der Hafen ist aus Stein.",
    }
    for asked, taken in ((None, "de"), ("", "de"), ("Deutsch", "de"), ("français", "fr"), ("pt_BR", "pt-BR")):
        for path in ("/api/align", "/api/pairs"):
            assert client.post(path, {**body, "language": asked}).json()["language"] == taken
    refused = client.post("/api/align", {**body, "language": "germna"})
    assert refused.status_code == 400
    assert "german" in refused.json()["error"]


@pytest.mark.parametrize(
    ("name", "data", "error"),
    [
        ("a.txt", b"", "a.txt: is empty; give a text with at least one sentence"),
        ("a.txt", b" \n ", "a.txt: is empty; give a text with at least one sentence"),
        ("a.txt", b"a\0b", "a.txt: is binary data"),
        ("a.md", b"bad", "a.md: is damaged"),
        ("a.docx", b"PK\x03\x04", "a.docx: is damaged or incomplete: the zip archive cannot be opened"),
        ("a.doc", b"\xd0\xcf\x11\xe0 old", "a.doc: is an old Word file (.doc)"),
        ("", b"a\0b", "the file: is binary data"),
    ],
)
def test_bad_files_are_refused_in_one_line(client: Client, name: str, data: bytes, error: str) -> None:
    answer = sent(client, data, name)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(error)


def test_an_archive_that_is_no_document_is_refused(client: Client) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("picture.txt", "no")
    answer = sent(client, file.getvalue(), "a.docx")
    assert (answer.status_code, answer.json()["error"].startswith("a.docx: is a zip archive, not a text")) == (
        400,
        True,
    )


def test_text_in_another_encoding_is_refused_until_it_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    data = "Das Café schließt früh. Die Gäste gehen über die Straße nach Hause.".encode("windows-1252")
    refused = sent(client, data, "a.txt")
    assert (refused.status_code, refused.json()) == (
        400,
        {
            "error": "a.txt: is not UTF-8, it seems to be windows-1252; read it so, or save it as UTF-8",
            "encoding": "windows-1252",
        },
    )
    assert sent(client, data, "a.txt", encoding="CP1252").json()["text"] == data.decode("windows-1252")
    wide = "Ein Satz.".encode("utf-16")
    assert sent(client, wide, "a.txt").json()["encoding"] == "utf-16"
    assert sent(client, wide, "a.txt", encoding="utf-16").json()["text"] == "Ein Satz."
    wrong = sent(client, data, "a.txt", encoding="euc-kr").json()
    assert wrong == {"error": "a.txt: is not euc-kr; choose another encoding", "encoding": "euc-kr"}
    monkeypatch.setattr(uploaded_file, "likely_encoding", lambda data: None)
    unclear = sent(client, data, "a.txt").json()
    assert unclear["error"] == "a.txt: is not UTF-8; choose its encoding, or save it as UTF-8"
    assert unclear["encoding"] == "windows-1252"
    assert "encoding" not in sent(client, b"\x89PNG\r\n\x1a\n\0\0", "a.png").json()
    for name in ("rot13", "zlib", "idna", "../x", "no\0", "unicode_escape", "utf-7"):
        answer = sent(client, data, "a.txt", encoding=name)
        assert answer.status_code == 400
        assert "is not offered; give one of: utf-8, " in answer.json()["error"]


@pytest.mark.parametrize("name", uploaded_file.ENCODINGS)
def test_every_offered_encoding_exists(name: str) -> None:
    assert "a".encode(name).decode(name) == "a"
    assert uploaded_file.offered_encoding(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../../etc/passwd.txt", "passwd.txt"),
        ("C:\\Users\\me\\letter.txt", "letter.txt"),
        ("a\nb\u202e.txt", "a\ufffdb\ufffd.txt"),
        ("<img src=x onerror=alert(1)>.txt", "<img src=x onerror=alert(1)>.txt"),
        ("x" * 900 + ".txt", "x" * 69 + "…" + "xxxxxx.txt"),
        ("folder/", "the file"),
        ("...", "..."),
    ],
)
def test_hostile_names_are_only_shown(client: Client, tmp_path: Path, name: str, shown: str) -> None:
    before = sorted(tmp_path.iterdir())
    assert sent(client, b"A text.", name).json()["kind"] == "text"
    assert sent(client, b"a\0", name).json()["error"].startswith(f"{shown}: is binary data")
    assert sorted(tmp_path.iterdir()) == before


def test_a_long_hostile_name_keeps_its_suffix(client: Client) -> None:
    assert sent(client, b"any", "a" * 500 + ".md").json()["kind"] == "markdown"
    assert sent(client, b"any", "a" * 1001).status_code == 400


def test_files_and_their_texts_have_limits(client: Client) -> None:
    assert sent(client, b"long" + b"a" * 995, "a.md").status_code == 200
    answer = sent(client, b"long" + b"a" * 1996, "a.md")
    assert answer.status_code == 413
    assert answer.json()["error"] == (
        "a.md: has 0.0 MB of text; the app takes at most 0.0 MB, use 'vicinal align' for long texts"
    )
    answer = sent(client, b"any" + b"a" * 4998, "a.md")
    assert answer.status_code == 413
    assert answer.json()["error"] == "the file is larger than the limit of 5,000 bytes; use 'vicinal align' for it"
    assert client.get("/api/info").json()["file_limit"] == 5000


def test_only_files_may_be_sent_and_only_there(client: Client) -> None:
    for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x", ""):
        answer = sent(client, b"A text.", "a.txt", **{"content-type": kind})
        assert answer.status_code == 415
        assert answer.json()["error"] == "send a file, with the header 'Content-Type: application/octet-stream'"
    body = json.dumps({"source": SOURCE, "target": TARGET}).encode()
    assert client("POST", "/api/align", content=body, headers=FILE).status_code == 415
    assert client.get("/api/read").status_code == 405
    assert client("POST", "/api/read?name=a&path=b", content=b"A text.", headers=FILE).status_code == 400


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"host": "evil.example"}], ids=str
)
def test_files_of_other_sites_are_refused(client: Client, headers: dict[str, str]) -> None:
    assert sent(client, b"A text.", "a.txt", **headers).status_code == 403


def test_a_public_app_reads_files_only_with_its_token(tmp_path: Path) -> None:
    edits = Edits(tmp_path / "edits.sqlite")
    with asking(empty_library(edits), edits, token="s3cret") as client:
        assert sent(client, b"A text.", "a.txt").status_code == 401
        assert sent(client, b"A text.", "a.txt", cookie="vicinal_token=wrong").status_code == 401
        assert sent(client, b"A text.", "a.txt", cookie="vicinal_token=s3cret").status_code == 200


def test_slow_files_neither_block_the_app_nor_pile_up(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def slow(*arguments: Any) -> Any:
        assert go_on.wait(timeout=30)
        return content_of(*arguments)

    monkeypatch.setattr(uploaded_file, "content_of", slow)

    async def ask() -> None:
        reading = [
            asyncio.ensure_future(client.asked("POST", "/api/read?name=a.txt", content=b"A text.", headers=FILE))
            for _ in range(guard.MOST_FILES)
        ]
        await asyncio.sleep(0.05)
        refused = await client.asked("POST", "/api/read?name=a.txt", content=b"A text.", headers=FILE)
        assert refused.status_code == 503
        assert refused.json()["error"] == "too many files are being read; try again in a moment"
        body = {"source": SOURCE, "target": TARGET}
        for path, options in (("/api/info", {}), ("/api/align", {"json": body})):
            answer = await asyncio.wait_for(client.asked("POST" if options else "GET", path, **options), 10)
            assert answer.status_code == 200
        assert not any(one.done() for one in reading)
        go_on.set()
        assert [(await one).status_code for one in reading] == [200] * guard.MOST_FILES
        again = await client.asked("POST", "/api/read?name=a.txt", content=b"A text.", headers=FILE)
        assert again.status_code == 200

    client.loop.run_until_complete(ask())


@pytest.mark.parametrize("path", sorted(DOCUMENTS.glob("*.json")), ids=lambda path: path.stem)
def test_every_kind_of_file_is_read_as_on_the_command_line(tmp_path: Path, path: Path) -> None:
    document = path.with_suffix("")
    edits = Edits(tmp_path / "edits.sqlite")
    with asking(empty_library(edits), edits) as client:
        found = sent(client, document.read_bytes(), document.name).json()
    if "error" in found:
        with pytest.raises(InputError) as error:
            content_of(document.read_bytes(), document.name)
        assert found["error"] == str(error.value)
    else:
        read = found["text"] if found["kind"] == "text" else of_text(found["text"])
        assert read == content_of(document.read_bytes(), document.name)
