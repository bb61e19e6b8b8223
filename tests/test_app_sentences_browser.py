"""Correcting sentences in the app, in a real browser: keys, mouse, undo, two tabs, no server, other annotators."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

from tests.app_window import SETTLED, SHOWN, asked, paste, press, saved
from tests.browser import HOSTILE, RAN, Open, painted, sentence, settled
from vicinal import Document
from vicinal.alignment import NotedLink
from vicinal.app.change_steps import SentencesAsked, Work, applied, planned
from vicinal.app.corrected_texts import Piece, checked_pieces, document_of, texts_of
from vicinal.view.asset_list import APP, asset

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

SOURCE = (
    "The cat\n\nThe old cat slept on the warm roof, and it woke when rain fell on the town. Then it ran home."
    "\n\nBirds sang. It was {}."
)
TARGET = "The cat\n\nThe cat slept on the roof. Rain woke it. The cat ran home.\n\nBirds sang. Dogs barked."
FIRST = "The old cat slept on the warm roof,"
SECOND = "and it woke when rain fell on the town."
RAN_HOME = "Then it ran home."
TEXTS = "side => Vicinal.app.bench.corrections.view[side].paragraphs"
FOCUSED = "[document.activeElement.closest('.text')?.dataset.side, Number(document.activeElement.dataset.index)]"
LINKS = [[[0], [0]], [[1], [1, 2]], [[2], [3]], [[3], [4]]]


@pytest.fixture
def correcting(app: str, open_app: Open, request: pytest.FixtureRequest) -> tuple[Page, str, str]:
    """Two texts with known links, corrected by an annotator of this test only: the window, the key, the name."""
    name = request.node.name
    window = open_app(app, name=name, known="409|ERR_INTERNET_DISCONNECTED|ERR_FAILED")
    key = paste(window, SOURCE.format(name), TARGET)
    press(window, "Correct")
    window.wait_for_selector(".correct")
    window.evaluate("links => Vicinal.app.bench.take(links)", LINKS)
    settled(window, SHOWN, LINKS)
    settled(window, SETTLED, 0)
    return window, key, name


def texts(window: Page, side: str = "source") -> list[list[str]]:
    found: list[list[str]] = window.evaluate(TEXTS, side)
    return found


def on_server(app: str, key: str, name: str, side: str = "source") -> list[list[str]]:
    found: list[list[str]] = asked(f"{app}api/pairs/{key}?annotator={name}")["view"][side]["paragraphs"]
    return found


def keys(window: Page, *pressed: str) -> None:
    for key in pressed:
        window.keyboard.press(key)


def said(window: Page) -> str:
    return window.locator(".message [role=status]").text_content() or ""


def test_a_sentence_is_split_where_the_app_proposes(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    before = texts(window)
    sentence(window, "source", 1).focus()
    keys(window, "x")
    assert window.get_by_role("button", name="Split here").is_visible()
    assert "roof,” | “and it woke" in said(window)
    keys(window, "ArrowRight")
    assert "“when rain" in said(window)
    keys(window, "Shift+ArrowRight")
    assert "“rain fell" in said(window)
    keys(window, "ArrowLeft", "ArrowLeft", "Enter")
    settled(window, SHOWN, [[[0], [0]], [[1, 2], [1, 2]], [[3], [3]], [[4], [4]]])
    assert texts(window)[1] == [FIRST, SECOND, RAN_HOME]
    assert window.evaluate(FOCUSED) == ["source", 1]
    assert "both are in its link" in said(window)
    settled(window, SETTLED, 0)
    assert on_server(app, key, name) == texts(window)
    assert saved(app, key, name) == [[[0], [0]], [[1, 2], [1, 2]], [[3], [3]], [[4], [4]]]
    # Undo and redo, and what is shown after a reload.
    keys(window, "Control+z")
    settled(window, SHOWN, LINKS)
    assert texts(window) == before
    assert window.evaluate(FOCUSED) == ["source", 1]
    keys(window, "Control+Shift+z")
    settled(window, SHOWN, [[[0], [0]], [[1, 2], [1, 2]], [[3], [3]], [[4], [4]]])
    settled(window, SETTLED, 0)
    window.reload()
    window.wait_for_selector(".sentence")
    settled(window, SHOWN, [[[0], [0]], [[1, 2], [1, 2]], [[3], [3]], [[4], [4]]])
    assert texts(window)[1] == [FIRST, SECOND, RAN_HOME]
    # Corrected sentences are marked, and tell what they were.
    marked = window.locator(".text-source .corrected")
    assert [node.get_attribute("data-index") for node in marked.all()] == ["1", "2"]
    assert f"{FIRST} {SECOND}" in (marked.first.get_attribute("title") or "")


def test_the_mouse_chooses_where_to_split(correcting: tuple[Page, str, str]) -> None:
    window, _, _ = correcting
    sentence(window, "source", 1).click()
    press(window, "Split sentence")
    spot = window.evaluate(
        """() => {
            const { words, text } = Vicinal.app.bench.viewer.texts.source.sentences[1];
            const range = document.createRange();
            const at = text.indexOf("warm");
            range.setStart(words, at);
            range.setEnd(words, at + 1);
            const box = range.getBoundingClientRect();
            return [box.left + 1, box.top + box.height / 2];
        }"""
    )
    window.mouse.click(*spot)
    assert "“The old cat slept on the” | “warm roof" in said(window)
    press(window, "Split here")
    assert texts(window)[1][:2] == ["The old cat slept on the", f"warm roof, {SECOND}"]
    # Escape, and another key, leave everything as it is.
    sentence(window, "source", 2).focus()
    for leave in ("Escape", "ArrowDown"):
        keys(window, "x", leave)
        assert window.get_by_role("button", name="Split here").count() == 0
    assert len(texts(window)[1]) == 3


def test_a_sentence_is_edited_in_place(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    before = texts(window)
    sentence(window, "source", 2).focus()
    keys(window, "e")
    field = window.get_by_role("textbox", name="Text of source sentence")
    assert field.input_value() == RAN_HOME
    field.fill("  Then   it walked home.\n")
    keys(window, "Escape")
    assert (texts(window), window.evaluate(FOCUSED)) == (before, ["source", 2])
    keys(window, "e")
    field.fill("")
    keys(window, "Enter")
    assert field.is_visible()
    assert "cannot be empty" in said(window)
    field.fill("  Then   it walked home.\n")
    keys(window, "Enter")
    assert texts(window)[1][1] == "Then it walked home."
    assert window.evaluate(FOCUSED) == ["source", 2]
    settled(window, SETTLED, 0)
    assert on_server(app, key, name) == texts(window)
    assert saved(app, key, name) == LINKS
    # Letters typed into the field are text, and leaving it saves.
    keys(window, "e")
    field.press_sequentially(" dxk")
    window.get_by_role("button", name="Mark as done").focus()
    assert texts(window)[1][1] == "Then it walked home. dxk"


def test_the_editor_splits_and_joins(correcting: tuple[Page, str, str]) -> None:
    window, _, _ = correcting
    sentence(window, "source", 1).focus()
    keys(window, "e")
    window.evaluate("at => document.activeElement.setSelectionRange(at, at)", len(FIRST))
    keys(window, "Shift+Enter")
    assert texts(window)[1] == [FIRST, SECOND, RAN_HOME]
    assert window.evaluate(FOCUSED) == ["source", 1]
    # At the very start there is nothing to split off.
    keys(window, "e", "Home", "Control+Home", "Shift+Enter")
    assert "Both parts need words" in said(window)
    keys(window, "Escape", "ArrowDown", "e", "Control+Home", "Backspace")
    assert texts(window)[1] == [f"{FIRST} {SECOND}", RAN_HOME]
    settled(window, SHOWN, LINKS)


def test_joining_says_what_becomes_of_links_and_paragraphs(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    before = texts(window)
    sentence(window, "source", 2).focus()
    painted(window)
    assert window.locator(".sentence-tools .outcomes").text_content() == (
        "M: 2 links become one, two paragraphs become one"
    )
    keys(window, "m")
    assert texts(window)[1] == [before[1][0], f"{RAN_HOME} Birds sang.", before[2][1]]
    settled(window, SHOWN, [[[0], [0]], [[1], [1, 2]], [[2], [3, 4]]])
    assert said(window) == "Joined: 2 links became one, two paragraphs became one"
    settled(window, SETTLED, 0)
    assert saved(app, key, name) == [[[0], [0]], [[1], [1, 2]], [[2], [3, 4]]]
    window.locator(".message").get_by_role("button", name="Undo").click()
    settled(window, SHOWN, LINKS)
    assert texts(window) == before
    sentence(window, "source", 4).focus()
    keys(window, "m")
    assert "no next sentence" in said(window)


def test_paragraphs_headings_and_deleting(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    before = texts(window)
    sentence(window, "source", 2).focus()
    keys(window, "k")
    assert texts(window)[1:3] == [before[1][:1], [RAN_HOME]]
    painted(window)
    assert window.get_by_role("button", name="Paragraph begins here").get_attribute("aria-pressed") == "true"
    assert window.evaluate(FOCUSED) == ["source", 2]
    keys(window, "k")
    assert texts(window) == before
    # A heading is a paragraph of its own; one undo takes it back.
    sentence(window, "source", 1).focus()
    keys(window, "h")
    assert texts(window)[1:3] == [before[1][:1], [RAN_HOME]]
    assert window.evaluate("Vicinal.app.bench.corrections.view.source.headings") == [0, 1]
    assert window.locator(".text-source .heading").count() == 2
    settled(window, SETTLED, 0)
    assert saved(app, key, name) == LINKS
    keys(window, "Control+z")
    settled(window, "Vicinal.app.bench.corrections.view.source.headings", [0])
    assert texts(window) == before
    sentence(window, "source", 0).focus()
    keys(window, "h")
    assert window.evaluate("Vicinal.app.bench.corrections.view.source.headings") == []
    # Deleting the first sentence of a paragraph: the next one begins it.
    sentence(window, "source", 1).focus()
    press(window, "Delete sentence")
    assert texts(window) == [before[0], [RAN_HOME], before[2]]
    settled(window, SHOWN, [[[0], [0]], [[1], [3]], [[2], [4]]])
    settled(window, SETTLED, 0)
    assert on_server(app, key, name) == texts(window)


def test_two_tabs_and_another_annotator(app: str, correcting: tuple[Page, str, str], open_app: Open) -> None:
    window, key, name = correcting
    stranger = asked(f"{app}api/pairs/{key}?annotator=stranger")["view"]["source"]
    # Another tab of this browser shows a change at once.
    second = window.context.new_page()
    second.goto(f"{app}#pair={key}&mode=correct")
    second.wait_for_selector(".sentence")
    settled(second, SHOWN, LINKS)
    # Another browser does not hear of it; what it changes then is refused, and it shows the sentences as they are.
    other = open_app(f"{app}#pair={key}&mode=correct", name=name, known="409")
    settled(other, SHOWN, LINKS)
    sentence(window, "source", 1).focus()
    keys(window, "x", "Enter")
    settled(window, SETTLED, 0)
    now = [[[0], [0]], [[1, 2], [1, 2]], [[3], [3]], [[4], [4]]]
    settled(second, SHOWN, now)
    assert texts(second) == texts(window)
    sentence(other, "source", 3).focus()
    keys(other, "k")
    other.get_by_role("alert").filter(has_text="Not saved").wait_for()
    settled(other, SHOWN, now)
    assert texts(other) == texts(window)
    assert asked(f"{app}api/pairs/{key}?annotator=stranger")["view"]["source"] == stranger


def test_changes_of_sentences_wait_for_the_server(app: str, correcting: tuple[Page, str, str]) -> None:
    window, key, name = correcting
    before = texts(window)
    window.context.set_offline(True)
    sentence(window, "source", 1).focus()
    keys(window, "x", "Enter", "ArrowDown", "m", "ArrowDown", "k")
    wanted = texts(window)
    assert wanted[1:] == [[FIRST, f"{SECOND} {RAN_HOME}", *before[2]]]
    window.get_by_role("alert").filter(has_text="3 changes not saved yet.").wait_for()
    assert on_server(app, key, name) == before
    window.context.set_offline(False)
    window.get_by_role("button", name="Try now").click()
    settled(window, SETTLED, 0)
    assert on_server(app, key, name) == wanted == texts(window)
    # The change arrives but its answer is lost: it is not made twice, and no failure is reported.
    lost: list[Route] = []

    def swallow(route: Route) -> None:
        route.fetch()
        lost.append(route)
        route.abort()

    window.route("**/change", swallow, times=1)
    sentence(window, "source", 0).focus()
    keys(window, "m")
    wanted = texts(window)
    window.get_by_role("button", name="Try now").click()
    settled(window, SETTLED, 0)
    assert len(lost) == 1
    assert on_server(app, key, name) == wanted == texts(window)
    assert window.get_by_role("alert").text_content() == ""


def test_a_long_text_stays_where_the_reader_is(app: str, open_app: Open) -> None:
    lines = [f"Sentence number {n} tells of the harbour, and of boat {n * 7}." for n in range(300)]
    source = "\n\n".join(" ".join(lines[n : n + 5]) for n in range(0, 300, 5))
    window = open_app(app, name="Reader")
    paste(window, source, source)
    press(window, "Correct")
    window.wait_for_selector(".stage[data-whole]")
    window.evaluate("Vicinal.app.bench.stage.selection.go({ side: 'source', index: 200 })")
    settled(window, FOCUSED, ["source", 200])
    painted(window)
    window.evaluate("window.kept = [...document.querySelectorAll('.text-source .sentence')]")
    places = """() => ['source', 'target'].map(side => {
        const { list, sentences } = Vicinal.app.bench.viewer.texts[side];
        return Math.round(sentences[200].node.getBoundingClientRect().top - list.getBoundingClientRect().top);
    })"""
    before = window.evaluate(places)
    for pressed in (("x", "Enter"), ("m",), ("k",), ("Control+z",)):
        keys(window, *pressed)
        settled(window, SETTLED, 0)
        painted(window)
        assert window.evaluate(FOCUSED) == ["source", 200], pressed
        assert window.evaluate(places) == before, pressed
    # All other sentences are the same elements as before.
    same = "Vicinal.app.bench.viewer.texts.source.sentences.filter(({ node }) => window.kept.includes(node)).length"
    assert window.evaluate(same) == 299
    numbers = "[...document.querySelectorAll('.text-source .sentence')].map(node => Number(node.dataset.index))"
    assert window.evaluate(numbers) == list(range(300))


def test_hostile_sentences_are_shown_as_text_and_exported(app: str, correcting: tuple[Page, str, str]) -> None:
    window, _, name = correcting
    for index, text in enumerate(HOSTILE, 1):
        sentence(window, "source", index).focus()
        keys(window, "e")
        window.get_by_role("textbox", name="Text of source sentence").fill(text)
        keys(window, "Enter")
    settled(window, SETTLED, 0)
    assert window.evaluate(RAN) == [None, 0]
    kept = [" ".join(text.split()) for text in HOSTILE]
    assert [text for part in texts(window)[1:] for text in part] == kept
    with urlopen(f"{app}api/export?annotator={name}&format=gold", timeout=10) as answer:
        gold = json.loads(answer.read().splitlines()[0])
    assert [text for part in gold["source"][1:] for text in part] == kept


# The scripts and the server agree -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def scripts(browser: Browser) -> Iterator[Page]:
    """A window with the scripts of the app up to that of the patches of sentences."""
    context = browser.new_context()
    window = context.new_page()
    for name in APP.scripts[: APP.scripts.index("app-sentence-patches.js") + 1]:
        window.add_script_tag(content=asset(name))
    yield window
    context.close()


def random_case(choose: random.Random) -> tuple[Work, dict[str, Any], list[SentencesAsked]]:
    """Return two texts with links and notes, as Python and JavaScript have them, and changes of sentences."""
    sides = []
    for side in "ab":
        sizes = [choose.randint(1, 4) for _ in range(choose.randint(1, 4))]
        paragraphs = [[f"{side}{number}.{k}" for k in range(size)] for number, size in enumerate(sizes)]
        sides.append(Document(paragraphs, headings=[n for n in range(len(sizes)) if choose.random() < 0.3]))
    free = [list(range(len(side.sentences))) for side in sides]
    links: list[NotedLink] = []
    while all(free) and choose.random() < 0.9:
        ends = [tuple(sorted(choose.sample(left, min(len(left), choose.choice([1, 1, 2]))))) for left in free]
        free = [[index for index in left if index not in end] for left, end in zip(free, ends, strict=True)]
        noted = choose.random() < 0.4
        links.append(NotedLink(ends[0], ends[1], noted, f"note {len(links)}" if noted else ""))
    work = Work(texts_of(*sides), tuple(sorted(links)))
    changes, now = [], work
    for _ in range(choose.randint(1, 3)):
        side = choose.choice(["source", "target"])
        sentences = now.texts[side == "target"]
        at = choose.randrange(len(sentences))
        before = [sentence.piece for sentence in sentences[at : at + choose.randint(1, 3)]]
        after = [
            Piece(f"new{choose.randrange(99)}", choose.random() < 0.5 or (not at and not k))
            for k in range(choose.randint(0, 3))
        ]
        if len(sentences) - len(before) + len(after) < 1 or before == after:
            continue
        change = SentencesAsked(side, at, before, after)
        step = planned(now, sentences=[change])
        assert not isinstance(step, str)
        stepped = applied(now, step)
        assert stepped
        now = stepped
        changes.append(change)
    documents = [
        {"name": None, "language": None, "paragraphs": side.paragraphs, "headings": side.headings} for side in sides
    ]
    shown = {
        "source": documents[0],
        "target": documents[1],
        "links": [[*link.key, 0.5] for link in work.links],
        "changes": None,
        "cells": [],
        "paragraphs": [],
        "steps": [],
    }
    return work, shown, changes


RUN = """cases => cases.map(({ view, notes, sentences }) => {
    const links = view.links.map(([xs, ys]) => [xs, ys]);
    const patch = { remove: [], add: [], sentences };
    const { source, target } = sentences.reduce(SentenceChanges.changed, view);
    return {
        source: SentenceChanges.pieces(source),
        target: SentenceChanges.pieces(target),
        links: Patches.patched(links, patch),
        notes: Notes.after(notes, links, patch),
    };
})"""


def test_the_scripts_change_sentences_as_the_server_does(scripts: Page) -> None:
    choose = random.Random(15)
    cases: list[dict[str, Any]] = []
    expected: list[dict[str, Any]] = []
    while len(cases) < 400:
        work, view, changes = random_case(choose)
        if not changes:
            continue
        step = planned(work, sentences=changes)
        assert not isinstance(step, str)
        after = applied(work, step)
        assert after
        documents = [document_of(side, Document([["x"]])) for side in after.texts]
        notes = [
            {"source": link.source, "target": link.target, "unsure": link.unsure, "comment": link.comment}
            for link in work.links
            if link.noted
        ]
        asked_for = [change._asdict() for change in changes]
        cases.append({"view": view, "notes": notes, "sentences": asked_for})
        expected.append(
            {
                "source": [list(each.piece) for each in texts_of(*documents)[0]],
                "target": [list(each.piece) for each in texts_of(*documents)[1]],
                "links": [[list(link.source), list(link.target)] for link in after.links],
                "notes": [
                    [list(link.source), list(link.target), link.unsure, sorted(link.comment.split("; "))]
                    for link in after.links
                    if link.noted
                ],
            }
        )
    for found, wanted in zip(scripts.evaluate(RUN, cases), expected, strict=True):
        found["notes"] = sorted(
            [note["source"], note["target"], note["unsure"], sorted(note["comment"].split("; "))]
            for note in found["notes"]
        )
        assert found == wanted


def test_the_scripts_tidy_white_space_as_the_server_does(scripts: Page) -> None:
    spaces = [chr(code) for code in range(0x10000) if not 0xD800 <= code < 0xE000 and code]
    texts = [f" a{space}b{space}{space}" for space in spaces if space.isspace() or not chr(ord(space)).isprintable()]
    expected = [checked_pieces([Piece(text)], [], "x")[0].text for text in texts]
    assert scripts.evaluate("texts => texts.map(SentencePatches.tidy)", texts) == expected


@pytest.mark.parametrize(
    ("text", "language", "likely", "best"),
    [
        ("It rained; we stayed. Then we left.", "en", ["we stayed. Then we left.", "Then we left."], "Then we left."),
        ("She sang and he danced", "en", ["and he danced"], "and he danced"),
        ("one two three", "en", ["two three", "three"], "three"),
        ("Word", "en", [], None),
        ("He said “no, never” twice, then left.", "en", ["never” twice, then left.", "then left."], None),
        ("雨が降った。猫は家へ帰り、眠った。", "ja", ["猫は家へ帰り、眠った。", "眠った。"], "猫は家へ帰り、眠った。"),
        ("Es regnete und wir blieben", "de", ["und wir blieben"], "und wir blieben"),
        ("don't e-mail 3.5 me", "en", ["e-mail 3.5 me", "3.5 me", "me"], None),
    ],
)
def test_where_a_sentence_may_be_split(
    scripts: Page, text: str, language: str, likely: list[str], best: str | None
) -> None:
    found = scripts.evaluate(
        """([text, language]) => {
            const cuts = SentenceCuts.likely(SentenceCuts.all(text, language));
            const best = SentenceCuts.best(cuts, text);
            return [cuts.map(({ at }) => text.slice(at)), best && text.slice(best.at)];
        }""",
        [text, language],
    )
    assert found[0] == likely
    if best is not None or not likely:
        assert found[1] == best


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("It rained.", "We left.", "It rained. We left."),
        ("雨が降った。", "猫は眠った。", "雨が降った。猫は眠った。"),
        ("東京", "Tokyo", "東京 Tokyo"),
    ],
)
def test_joined_texts_have_a_space_where_the_language_uses_one(
    scripts: Page, one: str, two: str, expected: str
) -> None:
    document = {"name": None, "language": None, "paragraphs": [[one, two]], "headings": []}
    joined = "document => SentencePatches.join(document, { side: 'source', index: 0 }).sentences[0].after"
    assert scripts.evaluate(joined, document) == [[expected, True, False]]


def test_corrected_sentences_tell_what_they_were(scripts: Page) -> None:
    corrected = "([before, now]) => [...SentenceOrigins.corrected(before, now)]"
    before = ["a", "b", "c", "d", "a"]
    for now, expected in [
        (before, []),
        (["a", "b1", "b2", "c", "d", "a"], [[1, "b"], [2, "b"]]),
        (["a", "b c", "d", "a"], [[1, "b c"]]),
        (["a", "b", "c", "d", "x"], [[4, "a"]]),
        (["a", "c", "d", "a"], []),
        (["new", *before], [[0, ""]]),
    ]:
        assert scripts.evaluate(corrected, [before, now]) == expected
