"""Pages: their data, the escaping of all text, and no network access."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import vicinal
from vicinal.alignment import Alignment
from vicinal.link import Link, Step
from vicinal.text.document import Document
from vicinal.text.function_words import function_words
from vicinal.view.asset_list import APP, PAGE, REPORT
from vicinal.view.markup import Html, attribute, escaped, policy, script_data
from vicinal.view.page import fragment, page
from vicinal.view.viewer_data import viewer_data

ROOT = Path(__file__).resolve().parents[1]
ASSETS = sorted((ROOT / "src" / "vicinal" / "view" / "assets").iterdir())

SMALL = Alignment(
    source=Document([["Löwen"], ["The big cat sat.", "It slept.", "Rain fell."]], "original.txt", "en"),
    target=Document([["Lions"], ["A cat sat and slept."], []], "simple.txt"),
    paragraphs=(Link((0,), (0,), 0.5), Link((1,), (1,), 0.75)),
    sentences=(Link((0,), (0,), 1.0), Link((1, 2), (1,), 0.625)),
    cells=((0, 0), (1, 1), (2, 1)),
    steps=(
        Step("paragraph", None, "start", (0, 0), 0.5),
        Step("paragraph", (0, 0), "V1", (1, 1), 0.75),
        Step("sentence", None, "start", (0, 0), 1.0),
        Step("sentence", None, "start", (1, 1), 1 / 3),
        Step("sentence", (1, 1), "V1", (2, 1), 0.625),
    ),
    signature="By hand(x='y')",
)

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "]]> --> <!-- <![CDATA[",
    "<!--<script>",
    "&lt;b&gt; &amp; \" ' ` \\u003c",
    "\u202eoverride \u2067 isolate \u2028 line \u2029 paragraph",
    "nul \x00 escape \x1b lone \ud800 and \udfff",
]


class Outline(HTMLParser):
    """The elements of a page with their attributes and texts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.texts: dict[str, list[str]] = {}
        self.inside = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self.attributes += [(tag, name, value) for name, value in attrs]
        self.inside = tag
        self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.texts[self.inside][-1] += data


def shown_data(html: str) -> dict[str, object]:
    data: dict[str, object] = json.loads(Outline(html).texts["script"][0])
    return data


def without_surrogates(text: str) -> str:
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def with_texts(texts: list[str], title: str | None = None) -> str:
    """Return the page of an alignment with these texts wherever it can have text."""
    document = Document([texts], id=texts[0], language=texts[0])
    links = (Link((0,), (0,), 0.5),)
    steps = (Step("sentence", None, texts[0], (0, 0), 0.5),)
    return page(Alignment(document, document, links, links, ((0, 0),), steps, texts[0]), title=title)


@given(st.text(st.characters(codec=None), max_size=30))
@example("</b>\"'&\u202e\n")
def test_text_in_a_template_is_escaped_and_html_is_not(text: str) -> None:
    found = Html('<p title="{0}">{0}</p>{1}<b>{2:.1f}{name}</b>').format(text, Html("<br>"), 2.25, name=text)
    outline = Outline(found)
    shown = re.sub("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]", "\ufffd", text)
    assert [tag for tag, _ in outline.tags] == ["p", "br", "b"]
    assert outline.attributes == [("p", "title", shown)]
    assert (outline.texts["p"], outline.texts["b"]) == ([shown], [f"2.2{shown}"])
    assert Html("<br>").join([text, Html("<i>"), text]) == f"{escaped(text)}<br><i><br>{escaped(text)}"


def test_an_f_string_is_not_html() -> None:
    def mistake(name: str) -> Html:
        return f"<b>{name}</b>"  # type: ignore[return-value]  # mypy would report this comment if it allowed the line

    assert Html("<p>{}</p>").format(mistake("<i>")) == "<p>&lt;b&gt;&lt;i&gt;&lt;/b&gt;</p>"
    assert Html("{}").format(Html("<b>") + "<i>") == "&lt;b&gt;&lt;i&gt;"  # a sum is text, too


def test_the_parts_of_html_are_html() -> None:
    made = [
        Html("{}").format(1),
        Html("").join([]),
        escaped("a"),
        script_data({}),
        attribute(Html("a")),
        policy([], []),
    ]
    assert {type(part) for part in made} == {Html}
    assert policy([], []).startswith("default-src 'none'; script-src 'none'; style-src 'none'; ")
    assert policy(["a", "b"], ["c"]).count("'sha256-") == 3


def test_viewer_data() -> None:
    assert viewer_data(SMALL) == {
        "format": "vicinal-view/1",
        "signature": "By hand(x='y')",
        "method": None,
        "little": None,
        "ways": None,
        "source": {
            "name": "original.txt",
            "language": "en",
            "paragraphs": (("Löwen",), ("The big cat sat.", "It slept.", "Rain fell.")),
            "headings": (),
        },
        "target": {
            "name": "simple.txt",
            "language": None,
            "paragraphs": (("Lions",), ("A cat sat and slept.",), ()),
            "headings": (),
        },
        "links": [[(0,), (0,), 1.0], [(1, 2), (1,), 0.625]],
        "changes": [
            [["replace", [0, 0, 5], [0, 0, 5]]],
            [["replace", [1, 0, 7], [1, 0, 1]], ["replace", [2, 0, 2], [1, 10, 13]]],
        ],
        "paragraphs": [[(0,), (0,), 0.5], [(1,), (1,), 0.75]],
        "cells": ((0, 0), (1, 1), (2, 1)),
        "steps": [
            [0, None, "start", (0, 0), 0.5, 0],
            [0, (0, 0), "V1", (1, 1), 0.75, 1],
            [1, None, "start", (0, 0), 1.0, 2],
            [1, None, "start", (1, 1), 0.333333, 2],
            [1, (1, 1), "V1", (2, 1), 0.625, 3],
        ],
        "reasons": [
            "the first paragraphs: where the search starts",
            "best neighbour: the next paragraph on both sides",
            "the similar sentence pair nearest to the start",
            "best neighbour: one more source sentence",
        ],
        "search": {"alpha": None, "vicinities": (((1, 1), (0, 1), (1, 0)), ((2, 1), (1, 2))), "words": False},
        "folds": {},
        "function_words": sorted(function_words("en")),
    }


def test_headings_are_part_of_the_data() -> None:
    source = Document([["Cats"], ["Cats purr."]], headings=[0])
    target = Document([["Cats purr."], ["End"]], headings=[1])
    data = viewer_data(Alignment(source, target, (), (), (), (), "By hand()"))
    assert (data["source"]["headings"], data["target"]["headings"]) == ((0,), (1,))


def test_the_page_names_the_method_and_says_that_little_was_found() -> None:
    alignment = vicinal.align("Cats purr. It rained.", "Dogs bark. It snowed hard.", "vicinity", sentence_alpha=0.0)
    data = viewer_data(alignment)
    assert data["method"] == "vicinity, the method of Paetzold & Specia (2016)"
    nothing = viewer_data(vicinal.align("Cats purr.", "Dogs bark."))
    assert (nothing["method"], nothing["links"]) == ("global", [])
    assert nothing["little"].startswith("nothing found: no sentences are aligned; ")
    assert nothing["little"].endswith(" If so, try --meaning e5 on the command line (compares meanings)")
    assert nothing["little"] in page(vicinal.align("Cats purr.", "Dogs bark."))
    assert viewer_data(vicinal.align("Cats purr.", "Cats purr."))["little"] is None


def test_changes_are_left_out_of_long_documents() -> None:
    def repeated(links: int, text: str, end: str = "") -> Alignment:
        source, target = Document([[text] * links]), Document([[text] * (links - 1) + [text + end]])
        pairs = tuple(Link((i,), (i,), 1.0) for i in range(links))
        return Alignment(source, target, (), pairs, (), (), "By hand()")

    assert viewer_data(repeated(2000, "A."))["changes"] == [[]] * 2000
    assert viewer_data(repeated(2001, "A."))["changes"] is None
    assert viewer_data(repeated(2, "a" * 125_000))["changes"] == [[], []]
    assert viewer_data(repeated(2, "a" * 125_000, "."))["changes"] is None


def test_the_search_settings_come_from_the_signature() -> None:
    vicinities = (((1, 1),), ((0, 1), (1, 0)), ((2, 12),))
    method = vicinal.Vicinity(paragraph_alpha=0.5, sentence_alpha=1, vicinities=vicinities)
    alignment = vicinal.align("A cat. A dog.", "A cat.", method)
    assert viewer_data(alignment)["search"] == {
        "alpha": [0.5, 1.0],
        "vicinities": vicinities,
        "words": True,
    }


@pytest.mark.parametrize(
    "signature",
    [
        "",
        "Vicinity(",
        "vicinal 1: Vicinity(vicinities=((((((",
        "vicinal 1: Nearest(sentence_alpha=0.3)",
        "vicinal 1: Vicinity(paragraph_alpha='<b>', sentence_alpha=0.3, vicinities=())",
        "vicinal 1: Vicinity(paragraph_alpha=0.5, sentence_alpha=0.3, vicinities=(((0, 0),),))",
        "vicinal 1: " + "(" * 9000,
        "vicinal 1: Vicinity(" + "x=Vicinity(" * 900 + ")" * 901,
    ],
)
def test_a_signature_of_another_kind_gives_the_default_vicinities(signature: str) -> None:
    alignment = Alignment(SMALL.source, SMALL.target, (), (), (), (), signature)
    assert viewer_data(alignment)["search"] == {"alpha": None, "vicinities": vicinal.search.VICINITIES, "words": False}


def test_folds_are_case_foldings_other_than_lower_case() -> None:
    alignment = vicinal.align("STRASSE Ὀδυσσεύς", "Straße ΟΔΥΣΣΕΎΣ Ｆull")
    assert viewer_data(alignment)["folds"] == {"ß": "ss", "ς": "σ"}


def test_a_page_contains_its_data_and_its_title() -> None:
    html = page(SMALL)
    as_json = json.loads(json.dumps(viewer_data(SMALL)))
    assert shown_data(html) == {"title": "original.txt / simple.txt", **as_json}
    assert Outline(html).texts["title"] == ["original.txt / simple.txt"]
    assert shown_data(page(SMALL, title="A & B"))["title"] == "A & B"
    assert Outline(page(SMALL, title="A & B")).texts["title"] == ["A & B"]


def test_the_policy_allows_the_inline_script_and_style_only() -> None:
    outline = Outline(page(SMALL))
    hashes = [
        f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
        for text in (outline.texts["script"][1], outline.texts["style"][0])
    ]
    policies = [value for tag, name, value in outline.attributes if tag == "meta" and value and "default-src" in value]
    assert policies == [
        f"default-src 'none'; script-src {hashes[0]}; style-src {hashes[1]}; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    ]


def test_nothing_is_fetched() -> None:
    outline = Outline(page(SMALL))
    references = [value for _, name, value in outline.attributes if name in ("src", "href", "srcset", "data", "action")]
    assert len(references) == 1
    assert all(value and value.startswith("data:image/svg+xml,") for value in references)


def test_the_page_leaves_out_the_comments_of_its_scripts() -> None:
    script = Outline(page(SMALL)).texts["script"][1]
    assert "class Viewer" in script
    assert not re.search(r"^ *(//|\*/)|@param|@typedef", script, re.MULTILINE)


def test_every_asset_is_listed() -> None:
    listed = {name for assets in (PAGE, REPORT, APP) for names in assets for name in names}
    assert {path.name for path in ASSETS} == listed


def check_text_stays_text(texts: list[str]) -> None:
    html = with_texts(texts, title=texts[0])
    html.encode("utf-8")
    outline = Outline(html)
    assert outline.tags == Outline(with_texts(["plain"], title="plain")).tags
    data = shown_data(html)
    assert data["source"]["paragraphs"] == [[without_surrogates(text) for text in texts]]  # type: ignore[index]
    assert not any("\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069" for c in outline.texts["title"][0])
    framed = fragment(Alignment(Document([texts], texts[0]), Document([texts]), (), (), (), (), texts[0]))
    assert [tag for tag, _ in Outline(framed).tags] == ["iframe"]


def test_hostile_text_stays_text() -> None:
    check_text_stays_text(HOSTILE)
    check_text_stays_text(HOSTILE[::-1])


@settings(max_examples=60)
@given(st.lists(st.text(st.characters(codec=None), max_size=30), min_size=1, max_size=4))
@example(["<", "/script", "\\"])
def test_any_text_stays_text(texts: list[str]) -> None:
    check_text_stays_text(texts)


@given(st.text("</>&!-[]scriptSCRIPT\"'= \u2028", max_size=40))
def test_text_like_markup_stays_text(text: str) -> None:
    check_text_stays_text([text])


def test_only_language_codes_are_kept() -> None:
    for language, expected in (("de", "de"), ("pt-BR", "pt-BR"), ('en" onload="x', None), ("", None), (None, None)):
        document = Document([["A."]], language=language)
        assert viewer_data(Alignment(document, document, (), (), (), (), ""))["source"]["language"] == expected


def test_a_sentence_of_a_megabyte() -> None:
    html = with_texts(["<" * 1_000_000])
    assert shown_data(html)["source"]["paragraphs"] == [["<" * 1_000_000]]  # type: ignore[index]


def test_the_same_alignment_gives_the_same_bytes() -> None:
    program = (
        "import vicinal; from vicinal.view.page import page; import hashlib;"
        "a = vicinal.align('Die Straße ist weiß. Ὀδυσσεύς schlief.', 'Straßen sind weiß. ΟΔΥΣΣΕΎΣ ſchlief.');"
        "print(hashlib.sha256(page(a).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_a_saved_alignment_gives_the_same_page(tmp_path: Path) -> None:
    vicinal.save(SMALL, tmp_path / "small.json")
    assert page(vicinal.load(tmp_path / "small.json")) == page(SMALL)


def test_the_fragment_is_the_page_in_a_frame_of_its_own() -> None:
    outline = Outline(fragment(SMALL))
    attributes = {name: value for _, name, value in outline.attributes}
    assert [tag for tag, _ in outline.tags] == ["iframe"]
    assert attributes["srcdoc"] == page(SMALL)
    assert attributes["sandbox"] == "allow-scripts"  # not allow-same-origin: it must not reach the notebook
    assert attributes["title"] == "Alignment of original.txt / simple.txt"


def test_a_notebook_that_takes_frames_out_says_what_is_missing() -> None:
    (left,) = Outline(fragment(SMALL)).texts["iframe"]
    expected = "Alignment of original.txt / simple.txt: run the cell again, or trust the notebook, to see it."
    assert left == expected


def test_documents_without_words_or_sentences() -> None:
    nothing: tuple[list[list[str]], ...] = ([], [[]], [["…"]])
    for paragraphs in nothing:
        document = Document(paragraphs)
        assert page(Alignment(document, document, (), (), (), (), "")).startswith("<!doctype html>")
