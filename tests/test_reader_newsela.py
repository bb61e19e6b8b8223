"""The Newsela corpus: metadata, which versions are paired, what texts become, and hostile metadata."""

from __future__ import annotations

import csv
import io
import os
import pickle
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vicinal.corpus.contract import Limits, Pair, Rejected, Shard
from vicinal.corpus.readers import corpus_at, reader_settings
from vicinal.corpus.readers.dateline import without_dateline
from vicinal.corpus.readers.newsela import Newsela
from vicinal.corpus.readers.newsela_metadata import METADATA
from vicinal.errors import InputError, SettingError

READ = "files that are read: .docx, .epub, .htm, .html, .markdown, .md, .odt, .pdf, .rtf, .txt, .xhtml"
WINDOWS = "it seems to be windows-1252: give --encoding windows-1252, or save it as UTF-8"

LIMITS = Limits()
HEADER = ("title", "filename", "grade_level", "language", "version", "slug")
Row = tuple[str, ...]


def row(slug: str, version: int | str, language: str = "en", title: str = "", filename: str | None = None) -> Row:
    name = f"{slug}.{language}.{version}.txt" if filename is None else filename
    return (title or f"Title {version}", name, "5.0", language, str(version), slug)


def table(*rows: Row, header: Row = HEADER) -> str:
    text = io.StringIO()
    csv.writer(text).writerows([header, *rows])
    return text.getvalue()


def write(folder: Path, metadata: str | bytes, files: dict[str, str | bytes]) -> Path:
    (folder / "articles").mkdir(parents=True, exist_ok=True)
    (folder / METADATA).write_bytes(metadata if isinstance(metadata, bytes) else metadata.encode())
    for name, content in files.items():
        (folder / "articles" / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def corpus_of(folder: Path, *rows: Row, text: str = "Some text.") -> Path:
    """Write a corpus whose rows all have their file."""
    return write(folder, table(*rows), {name: text for _, name, *_ in rows})


def read(corpus: Newsela, limits: Limits = LIMITS) -> list[Pair | Rejected]:
    return [found for shard in corpus.shards(limits) for found in corpus.read(shard)]


def pairs(corpus: Newsela) -> list[Pair]:
    found = read(corpus)
    assert all(isinstance(one, Pair) for one in found), found
    return [one for one in found if isinstance(one, Pair)]


def rejected(folder: Path) -> list[Rejected]:
    return [one for one in read(Newsela(str(folder))) if isinstance(one, Rejected)]


def levels(corpus: Newsela) -> list[tuple[str | None, tuple[str, str]]]:
    return [(pair.source.id, pair.levels) for pair in pairs(corpus)]


def paragraphs(folder: Path, text: str, title: str = "The bees", keep_datelines: bool = False) -> list[str]:
    """Return the paragraphs that a text becomes, their sentences joined."""
    write(folder, table(row("bees", 0, title=title), row("bees", 1)), {"bees.en.0.txt": text, "bees.en.1.txt": "Bees."})
    (pair,) = pairs(Newsela(str(folder), keep_datelines=keep_datelines))
    return [" | ".join(paragraph) for paragraph in pair.source.paragraphs]


def test_a_pair_has_texts_names_levels_and_language(tmp_path: Path) -> None:
    write(
        tmp_path,
        table(row("bees", 1, title="Bees"), row("bees", 0, title="The bees of the harbour")),
        {
            "bees.en.0.txt": "SAN JOSE, Calif. — The bees came. They stayed.\n\n## What they eat\n\nThey like limes.\n",
            "bees.en.1.txt": "Bees came to the harbour.\n",
        },
    )
    (pair,) = pairs(Newsela(str(tmp_path)))
    assert pair.source.paragraphs == (
        ("The bees of the harbour",),
        ("The bees came.", "They stayed."),
        ("What they eat",),
        ("They like limes.",),
    )
    assert pair.target.paragraphs == (("Bees",), ("Bees came to the harbour.",))
    assert (pair.source.id, pair.target.id, pair.id) == ("bees.en.0", "bees.en.1", "bees.en.0 / bees.en.1")
    assert (pair.source.language, pair.target.language) == ("en", "en")
    assert (pair.levels, pair.origin, pair.file, pair.line) == (("0", "1"), "en", "articles/bees.en.0.txt", None)


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        ("adjacent", ["0-1", "1-3", "3-10"]),
        ("all", ["0-1", "0-3", "0-10", "1-3", "1-10", "3-10"]),
        ("0-1", ["0-1"]),
        ("0-10, 0-3,0-3,2-4", ["0-3", "0-10"]),
    ],
)
def test_which_versions_are_paired(tmp_path: Path, which: str, expected: list[str]) -> None:
    corpus_of(tmp_path, *(row("a", version) for version in (10, 3, 0, 1)))
    assert ["-".join(pair.levels) for pair in pairs(Newsela(str(tmp_path), which))] == expected


@pytest.mark.parametrize("which", ["", "next", "0", "0-", "1-0", "1-1", "0-1;1-2", "0-1,", "-1-2", "٠-١", "0-1000"])
def test_pairs_that_cannot_be_meant(which: str) -> None:
    with pytest.raises(SettingError, match="pairs must be 'adjacent', 'all' or a list such as '0-1,0-4'"):
        Newsela("newsela", which)
    with pytest.raises(SettingError, match="split"):
        Newsela("newsela", split="words")


def test_articles_come_in_the_order_of_the_metadata(tmp_path: Path) -> None:
    corpus_of(tmp_path, row("z", 1), row("b", 0), row("a", 2), row("z", 0), row("a", 0), row("b", 4))
    assert levels(Newsela(str(tmp_path))) == [("z.en.0", ("0", "1")), ("b.en.0", ("0", "4")), ("a.en.0", ("0", "2"))]


def test_versions_are_paired_within_a_language(tmp_path: Path) -> None:
    corpus_of(tmp_path, row("a", 0), row("a", 1, "es"), row("a", 1), row("a", 0, "es"))
    both = pairs(Newsela(str(tmp_path)))
    assert [(pair.id, pair.origin, pair.target.language) for pair in both] == [
        ("a.en.0 / a.en.1", "en", "en"),
        ("a.es.0 / a.es.1", "es", "es"),
    ]
    assert pairs(Newsela(str(tmp_path), language="es")) == both[1:]
    assert pairs(Newsela(str(tmp_path), language="ES")) == both[1:]
    with pytest.raises(InputError, match=r"no article has language 'fr'; there are: en, es$"):
        Newsela(str(tmp_path), language="fr").fingerprint()


def test_columns_in_any_order_with_others_between(tmp_path: Path) -> None:
    header = ("Slug", "extra", " version ", "language", "filename", "title")
    rows = [("a", "x,y\nz", str(version), "en", f"a.en.{version}.txt", 'A "b", c') for version in (0, 1)]
    files: dict[str, str | bytes] = {"a.en.0.txt": "One.", "a.en.1.txt": "Two."}
    write(tmp_path, "\ufeff" + table(*rows, header=header), files)
    (pair,) = pairs(Newsela(str(tmp_path)))
    assert pair.source.sentences == ('A "b", c', "One.")


def test_a_filename_may_begin_with_its_folder(tmp_path: Path) -> None:
    rows = row("a", 0, filename="articles/a.en.0.txt"), row("a", 1, filename=" a.en.1.txt ")
    write(tmp_path, table(*rows), {"a.en.0.txt": "One.", "a.en.1.txt": "Two."})
    assert [pair.file for pair in pairs(Newsela(str(tmp_path)))] == ["articles/a.en.0.txt"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two.\n\nThree.", ["The bees", "One. | Two.", "Three."]),
        ("One.\n## A heading\nTwo.", ["The bees", "One.", "A heading", "Two."]),
        ("## First ##\n\nOne.\n\n###Second", ["The bees", "First", "One.", "Second"]),
        ("One.\n\n##\n\nTwo # 2.\n\n# 1 it is.\n\n#tag", ["The bees", "One.", "Two # 2.", "# 1 it is.", "#tag"]),
        ("THE BEES!\n\nOne.", ["The bees", "One."]),
        ("## The Bees\nOne.", ["The bees", "One."]),
        ("The bees\nOne is here.\nThe bees\n", ["The bees", "One is here. | The bees"]),
        ("The bees came.\n\nThe bees", ["The bees", "The bees came.", "The bees"]),
        ("\ufeff\r\nOne.\r\n\r\n## Two\r\n\r\nThree.\r\n", ["The bees", "One.", "Two", "Three."]),
        ("One.\u2029Two.", ["The bees", "One.", "Two."]),
    ],
)
def test_what_a_text_becomes(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert paragraphs(tmp_path, text) == expected


def test_a_title_is_one_line_and_may_be_missing(tmp_path: Path) -> None:
    assert paragraphs(tmp_path, "One.", title=" The\n bees ") == ["The bees", "One."]
    assert paragraphs(tmp_path, "***\n\nOne.", title=" ") == ["***", "One."]
    assert paragraphs(tmp_path, "***\n\nOne.", title="!") == ["!", "***", "One."]


def test_one_sentence_a_line_stays_so(tmp_path: Path) -> None:
    text = "LONDON — Mr. Fell spoke.\nHe left.\n\n## Why\nNobody knows.\nNot even he."
    assert paragraphs(tmp_path, text) == [
        "The bees",
        "Mr. Fell spoke. | He left.",
        "Why",
        "Nobody knows. | Not even he.",
    ]


def test_a_dateline_stands_only_at_the_start_of_the_first_paragraph_of_the_body(tmp_path: Path) -> None:
    text = "## PARIS — A heading\n\nPARIS — One.\n\nPARIS — Two.\n\nThen PARIS — Three."
    assert paragraphs(tmp_path, text) == [
        "The bees",
        "PARIS — A heading",
        "One.",
        "PARIS — Two.",
        "Then PARIS — Three.",
    ]
    assert paragraphs(tmp_path, text, keep_datelines=True)[2] == "PARIS — One."
    title = "PARIS — Bees are here"
    assert paragraphs(tmp_path, f"{title}\n\nLONDON — One.", title=title) == [title, "One."]


@pytest.mark.parametrize(
    "dateline",
    [
        "WASHINGTON — ",
        "WASHINGTON, D.C. — ",
        "WASHINGTON—",
        "LONDON -- ",
        "LONDON – ",
        "SAN JOSE, Calif. - ",
        "MEXICO CITY (AP) — ",
        "MEXICO CITY, Mexico (Reuters) — ",
        "ST. LOUIS — ",
        "WINSTON-SALEM, N.C. — ",
        "N'DJAMENA, Chad — ",
        "COEUR D’ALENE, Idaho — ",
        "McALLEN, Texas — ",
        "DeKALB, Ill. — ",
        "BOGOTÁ, Colombia — ",
        "SÃO PAULO — ",
        "GOMA, Democratic Republic of Congo — ",
        "LIMA, Peru — ",
        "ROME, March 3 — ",
        "ROME, March 3, 2014 (AP) — ",
        "ABOARD THE USS HERON — ",
    ],
)
@pytest.mark.parametrize("beginning", ["The law is new.", '"We waited," he said.', "“Wait,” he said.", "12 are left."])
def test_datelines(dateline: str, beginning: str) -> None:
    assert without_dateline(dateline + beginning) == beginning


@pytest.mark.parametrize(
    "text",
    [
        "The law — New to many — is here.",
        "NASA — The space people — has a plan.",
        "UNESCO — America pays for it — has a plan.",
        "UNESCO—America pays for it—has a plan.",
        "UNESCO - America pays for it - has a plan.",
        "NASA — Finally.",
        "LONDON — a town of rain.",
        "LONDON, a town of rain — The rain came.",
        "LONDON, the Town — and more.",
        "London — The rain came.",
        "LONDON-The rain came.",
        "LONDON -The rain came.",
        "LONDON: The rain came.",
        "LONDON. The rain — As ever — came.",
        "LONDON —",
        "LONDON — ",
        "— The rain came.",
        "3 MEN — The boat.",
        "日本 — The rain came.",
        "A — B",
        "I.B.M — The firm.",
        '"LONDON — The rain came," he said.',
        "",
    ],
)
def test_what_is_no_clear_dateline_stays(text: str) -> None:
    assert without_dateline(text) == text


def test_insertions_later_in_the_sentence_do_not_keep_a_dateline() -> None:
    assert without_dateline("PARIS — The law — a new one — is here.") == "The law — a new one — is here."
    assert without_dateline("PARIS — It rains. So what — we go.") == "It rains. So what — we go."


@given(st.text(alphabet="AB.,-— ()'ab1\n", max_size=60))
@example("A, " * 60)
@example("A " * 5000)
@example("A.-" * 5000)
def test_a_dateline_is_a_beginning_and_something_follows(text: str) -> None:
    rest = without_dateline(text)
    assert text.endswith(rest)
    assert bool(rest) == bool(text)
    assert rest == text or text[: len(text) - len(rest)].rstrip().endswith(("—", "-"))


@pytest.mark.parametrize(
    ("bad", "id", "reason"),
    [
        (("Title", "a.en.1.txt", "5.0"), None, "has 3 fields; the header has 6"),
        (("A", "title", "a.en.1.txt", "5.0", "en", "1", "a"), None, "has 7 fields; the header has 6"),
        (row("a", "one"), None, "version 'one' is not a number such as 0 or 4"),
        (row("a", "-1"), None, "version '-1' is not a number such as 0 or 4"),
        (row("a", "1.0"), None, "version '1.0' is not a number such as 0 or 4"),
        (row("a", "²"), None, "version '²' is not a number such as 0 or 4"),
        (row("a", "9" * 5000), None, f"version '{'9' * 79} is not a number such as 0 or 4"),
        (row("a", ""), None, "version '' is not a number such as 0 or 4"),
        (row("a", 1, ""), None, "language '' is not a language code such as 'en'"),
        (row("a", 1, "en\n../x"), None, r"language 'en\n../x' is not a language code such as 'en'"),
        (row(" ", 1), None, "slug is empty"),
        (row("a", 0), "a.en.0", "line 2 has the same slug, language and version; keep one"),
        (row("a", "00", filename="b.en.0.txt"), "a.en.0", "line 2 has the same slug, language and version; keep one"),
        (row("a", 2), "a.en.2", "filename 'a.en.2.txt': no such file in articles/, or a link out of the corpus"),
        (row("a", 2, filename=""), "a.en.2", "filename '' leads out of the folder; use a relative name"),
        (row("a", 2, filename="."), "a.en.2", "filename '.': no such file in articles/, or a link out of the corpus"),
        (
            row("a", 2, filename="sub"),
            "a.en.2",
            "filename 'sub': no such file in articles/, or a link out of the corpus",
        ),
    ],
)
def test_a_row_that_cannot_be_used_is_rejected_with_its_line(
    tmp_path: Path, bad: Row, id: str | None, reason: str
) -> None:
    (tmp_path / "articles" / "sub").mkdir(parents=True)
    files: dict[str, str | bytes] = {"a.en.0.txt": "One.", "a.en.1.txt": "Two.", "b.en.0.txt": "B."}
    write(tmp_path, table(row("a", 0, title="Two\nlines"), bad, row("a", 1)), files)
    # The title of the first row has a line end, so the bad row begins in line 4.
    first, second = read(Newsela(str(tmp_path)))
    assert isinstance(first, Pair)
    assert first.id == "a.en.0 / a.en.1"
    assert second == Rejected(METADATA, 4, id, reason, "unusable rows of the metadata")


@pytest.mark.parametrize(
    "filename",
    [
        "../../etc/passwd",
        "../secret.txt",
        "articles/../secret.txt",
        "articles/../../corpus/articles/a.en.0.txt",
        "/etc/passwd",
        "articles//etc/passwd",
        "..\\secret.txt",
        "C:secret.txt",
        "a.en.0.txt\0",
        "\0",
    ],
)
@pytest.mark.parametrize("as_url", [False, True])
def test_a_filename_never_leads_out_of_the_folder(tmp_path: Path, filename: str, as_url: bool) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/secret.txt").write_text("Secret.")
    (tmp_path / "secret.txt").write_text("Secret.")
    files: dict[str, str | bytes] = {"a.en.0.txt": "One.", "a.en.1.txt": "Two."}
    write(tmp_path / "corpus", table(row("a", 0), row("a", 1), row("a", 2, filename=filename)), files)
    corpus = Newsela((tmp_path / "corpus").as_uri() if as_url else str(tmp_path / "corpus"))
    first, second = read(corpus)
    assert first.id == "a.en.0 / a.en.1"
    assert isinstance(second, Rejected)
    assert (second.file, second.line) == (METADATA, 4)
    # Python 3.10 takes a row with a NUL for no row at all.
    assert "leads out of the folder; use a relative name" in second.reason or "NUL" in second.reason


def test_links_out_of_the_corpus_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("Secret.")
    folder = corpus_of(tmp_path / "corpus", row("a", 0), row("a", 1), row("a", 2))
    (folder / "articles/a.en.1.txt").unlink()
    (folder / "articles/a.en.1.txt").symlink_to(tmp_path / "secret.txt")
    pair, one = read(Newsela(str(folder)))
    assert isinstance(pair, Pair)
    assert pair.levels == ("0", "2")
    reason = "filename 'a.en.1.txt': no such file in articles/, or a link out of the corpus"
    assert one == Rejected(METADATA, 3, "a.en.1", reason, "unusable rows of the metadata")
    (shard,) = Newsela(str(folder)).shards(LIMITS)
    (folder / "articles/a.en.2.txt").unlink()
    (folder / "articles/a.en.2.txt").symlink_to(tmp_path / "secret.txt")
    found = next(Newsela(str(folder)).read(shard))
    assert found == Rejected("articles/a.en.2.txt", None, "a.en.2", "is a link that leads out of the folder")


def test_the_folder_or_the_metadata_may_not_be_links_out_either(tmp_path: Path) -> None:
    folder = corpus_of(tmp_path / "corpus", row("a", 0), row("a", 1))
    (folder / "articles").rename(tmp_path / "elsewhere")
    (folder / "articles").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="no files in articles/"):
        Newsela(str(folder)).fingerprint()
    folder = corpus_of(tmp_path / "other", row("a", 0), row("a", 1))
    (folder / METADATA).rename(tmp_path / "metadata")
    (folder / METADATA).symlink_to(tmp_path / "metadata")
    with pytest.raises(InputError, match="link that leads out"):
        Newsela(str(folder)).fingerprint()


def test_the_only_version_of_an_article_is_rejected(tmp_path: Path) -> None:
    corpus_of(tmp_path, row("a", 0), row("b", 0), row("b", 1), row("c", 0, "es"), row("c", 1))
    reason = "is the only version of its article"
    assert rejected(tmp_path) == [
        Rejected(METADATA, 2, "a.en.0", reason, "without a partner"),
        Rejected(METADATA, 5, "c.es.0", reason, "without a partner"),
        Rejected(METADATA, 6, "c.en.1", reason, "without a partner"),
    ]
    assert read(Newsela(str(tmp_path), "0-4", "es")) == rejected(tmp_path)[1:2]


def test_what_is_there_but_not_read_is_counted(tmp_path: Path) -> None:
    articles = [row("a", version) for version in range(4)] + [row("b", 0), row("c", 0, "es"), row("c", 1, "es")]
    corpus_of(tmp_path, *articles, row("d", "none", filename="d.txt"))
    write(tmp_path, (tmp_path / METADATA).read_bytes(), {"extra.txt": "Not named.", ".hidden": "Not seen."})
    unlisted = {"files that the metadata do not list": 1}
    assert Newsela(str(tmp_path)).accounts() == ({"articles": 3, "files": 7}, unlisted)
    some = Newsela(str(tmp_path), "0-3", "en").accounts()
    assert some.read == {"articles": 2, "files": 3}
    assert some.left_out == {"versions in other languages": 2, "versions in no chosen pair": 2} | unlisted
    assert [one.why for one in rejected(tmp_path)] == ["without a partner", "unusable rows of the metadata"]


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"\xef\xbb\xbf\n", None, "is empty"),
        (b"One.\n\nTwo \xe9.", 3, f"is not UTF-8: byte 0xe9 at offset 10, line 3; {WINDOWS}"),
        (b"\0", 1, f"is binary data (a NUL byte at offset 0); {READ}"),
    ],
)
def test_a_text_that_cannot_be_used_rejects_its_pairs(
    tmp_path: Path, content: bytes, line: int | None, reason: str
) -> None:
    corpus_of(tmp_path, *(row("a", version) for version in range(4)))
    (tmp_path / "articles/a.en.1.txt").write_bytes(content)
    one = Rejected("articles/a.en.1.txt", line, "a.en.1", reason, "empty" if reason == "is empty" else "unreadable")
    assert [found if isinstance(found, Rejected) else found.levels for found in read(Newsela(str(tmp_path)))] == [
        one,
        one,
        ("2", "3"),
    ]


def test_rows_that_are_no_csv_are_rejected_and_the_next_ones_read(tmp_path: Path) -> None:
    good = table(row("a", 0), row("a", 1))
    bad = '"Title" and more,a.en.1.txt,5,en,1,a\r\n\r\nTitle,b.en.0.txt,5,en,0,b\r\n'
    write(tmp_path, good + bad + '"open,\r\nb.en.1.txt', {"a.en.0.txt": "A.", "a.en.1.txt": "A.", "b.en.0.txt": "B."})
    found = rejected(tmp_path)
    assert [(one.line, one.id) for one in found] == [(4, None), (6, "b.en.0"), (7, None)]
    assert found[0].reason.startswith("is not a valid CSV row (up to line 4): ")
    assert found[2].reason.startswith("is not a valid CSV row (up to line 8): ")


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        (b"", "must name the columns title, filename, language, version, slug once; found ''"),
        (b"title,filename,language,version\n", "must name the column slug once; found 'title, filename, lang"),
        (b"title,title,filename,language,version,slug\n", "must name the column title once"),
        (b"\x89PNG\r\n\x1a\n", "is not UTF-8: byte 0x89 in line 1; save it as UTF-8"),
        (table(row("a", 0)).encode("utf-16"), "is not UTF-8: byte 0xff in line 1"),
        (table(row("a", 0)).encode() + b"caf\xe9,a,b,c,d,e\n", "is not UTF-8: byte 0xe9 in line 3"),
        (b'{"title": "a"}\n', "must name the columns"),
        (b'"title" x,filename\n', "is not CSV"),
        (b"x" * 200_000, "is not CSV"),
        (table(), "has no rows"),
    ],
)
def test_metadata_that_are_none(tmp_path: Path, metadata: bytes, message: str) -> None:
    write(tmp_path, metadata, {"a.en.0.txt": "A."})
    for ask in (Newsela(str(tmp_path)).fingerprint, lambda: list(Newsela(str(tmp_path)).shards(LIMITS))):
        with pytest.raises(InputError) as caught:
            ask()
        assert f"{METADATA}: " in str(caught.value)
        assert message in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_field_that_is_too_large_rejects_its_row_whatever_else_the_process_reads(tmp_path: Path) -> None:
    limit = csv.field_size_limit(2**31 - 1)
    try:
        write(tmp_path, table(row("a", 0), row("x" * 200_000, 0), row("a", 1)).encode(), {
            "a.en.0.txt": "A dog.", "a.en.1.txt": "A dog."
        })  # fmt: skip
        pair, rejected = read(Newsela(str(tmp_path)))
    finally:
        csv.field_size_limit(limit)
    assert isinstance(pair, Pair)
    assert isinstance(rejected, Rejected)
    assert rejected.reason.startswith("is not a valid CSV row (up to line 3): a field has more than 100,000 characters")


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("Text.")
    for missing in ("nowhere", "file"):
        for path in (str(tmp_path / missing), (tmp_path / missing).as_uri()):
            with pytest.raises(InputError, match=f"{missing}.*folder"):
                Newsela(path).fingerprint()
    with pytest.raises(InputError, match=f"{METADATA}: cannot be read: no such file"):
        Newsela(str(tmp_path)).fingerprint()
    (tmp_path / METADATA).write_text(table(row("a", 0)))
    with pytest.raises(InputError, match="no files in articles/; give the folder with"):
        Newsela(str(tmp_path)).fingerprint()


def plain(value: object) -> bool:
    return value is None or type(value) in (str, int) or (type(value) is tuple and all(map(plain, value)))


def test_shards_keep_to_the_limits_and_do_not_depend_on_each_other(tmp_path: Path) -> None:
    corpus_of(tmp_path, *(row(slug, version) for slug in "abc" for version in range(4)), row("d", 0), text="x" * 100)
    (tmp_path / "articles/b.en.3.txt").write_text("x" * 5000)
    corpus = Newsela(str(tmp_path))
    whole = read(corpus)
    assert [one.id for one in whole[2:5]] == ["a.en.2 / a.en.3", "b.en.0 / b.en.1", "b.en.1 / b.en.2"]
    shards = list(corpus.shards(Limits(pairs=4)))
    assert [(shard.number, shard.pairs) for shard in shards] == [(0, 6), (1, 4)]  # articles are not parted
    small = list(corpus.shards(Limits(bytes=450)))
    assert [shard.pairs for shard in small] == [3, 3, 3, 1]
    assert all(type(shard) is Shard and plain(shard.part) for shard in small)
    again = pickle.loads(pickle.dumps(corpus))
    assert [one for shard in reversed(small) for one in reversed(list(again.read(shard)))] == whole[::-1]


def test_the_fingerprint_is_that_of_the_metadata_and_the_texts_they_name(tmp_path: Path) -> None:
    folder = corpus_of(tmp_path, row("a", 0), row("a", 1), row("b", 0))
    corpus = Newsela(str(folder))
    first = corpus.fingerprint()
    files = [folder / METADATA, *(folder / "articles").iterdir()]
    assert first[:2] == (4, sum(path.stat().st_size for path in files))
    (folder / "articles/other.txt").write_text("Not named.")
    (folder / "README").write_text("Not named.")
    os.utime(folder / "articles/a.en.1.txt", (2e9, 2e9))
    assert corpus.fingerprint() == first._replace(dates=corpus.fingerprint().dates)
    assert corpus.fingerprint().dates != first.dates
    (folder / "articles/a.en.1.txt").write_text("Another length.")
    assert corpus.fingerprint().sha256 != first.sha256


def test_a_url_gives_the_same_as_the_folder(tmp_path: Path) -> None:
    rows = row("a", 0, title="Wörter"), row("é*[1] %20", 0), row("a", 1), row("é*[1] %20", 3), row("a", 4)
    folder = corpus_of(tmp_path, *rows)
    (folder / "articles/a.en.4.txt").unlink()
    here, there = Newsela(str(folder)), Newsela(f"file://{folder}/")
    assert [type(one) for one in read(here)] == [Pair, Pair, Rejected]
    assert read(there) == read(here)
    assert there.fingerprint() == here.fingerprint()
    assert list(there.shards(LIMITS)) == list(here.shards(LIMITS))


def test_a_store_that_is_no_file_system(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    try:
        memory.pipe_file(f"/news/{METADATA}", table(row("a", 0), row("a", 1), row("a", 2)).encode())
        for version in (0, 1):
            memory.pipe_file(f"/news/articles/a.en.{version}.txt", b"Text.")
        pair, one = read(Newsela("memory://news"))
        assert (pair.id, one.id) == ("a.en.0 / a.en.1", "a.en.2")
    finally:
        memory.rm("/news", recursive=True)


def test_the_reader_is_found_by_its_metadata(tmp_path: Path) -> None:
    corpus_of(tmp_path, row("a", 0), row("a", 1))
    assert corpus_at([str(tmp_path)], pairs="all") == Newsela(str(tmp_path), "all")
    assert list(reader_settings("newsela")) == ["pairs", "language", "keep_datelines", "split", "headings", "encoding"]


@given(st.text(max_size=200), st.text(alphabet="abc.en/\\\"',\r\n01é\0", max_size=80))
@example("", '"')
def test_whatever_the_metadata_are_nothing_else_is_raised(
    tmp_path_factory: pytest.TempPathFactory, one: str, two: str
) -> None:
    folder = tmp_path_factory.mktemp("hostile")
    metadata = (table(row("a", 0)) + one + "\n" + two + "\n" + ",".join(row("a", 1))).encode("utf-8", "replace")
    write(folder, metadata, {"a.en.0.txt": "One.", "a.en.1.txt": "Two."})
    found = read(Newsela(str(folder)))
    assert found
    assert all(found.file == METADATA for found in found if isinstance(found, Rejected))
