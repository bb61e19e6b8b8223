"""The flow of corrections in a real browser: by keyboard alone, with the outcome and all messages on the screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.app_window import SETTLED, SHOWN, Links, asked, key_of, numbered, press, saved, served
from tests.browser import Open, in_view, indices, painted, sentence, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

SOURCE = [
    "The harbour was closed on Monday.",
    "A storm had damaged the old crane.",
    "Engineers from the city inspected the crane.",
    "They found cracks in two steel beams.",
    "Repairs will cost nine million euros.",
    "Ferries leave from the northern pier until then.",
    "Mayor Lind asked for patience.",
]
TARGET = [
    "The harbour closed on Monday.",
    "A storm damaged the crane.",
    "Engineers looked at the crane.",
    "Two steel beams have cracks.",
    "The repairs cost nine million euros.",
    "Until then ferries leave from the northern pier.",
    "Nobody was hurt.",
]
LINKS: Links = [[[0], [0]], [[1], [1]], [[3], [3]], [[5], [5]]]
FOCUS = """(() => {
    const text = document.activeElement.closest('.sentence')?.closest('.text');
    return text && [text.dataset.side, Number(document.activeElement.dataset.index)];
})()"""
OUTCOME = "document.querySelector('.outcome').textContent"
MESSAGE = "document.querySelector('.message p').textContent"
# What the viewer draws: links to come, and links that lose sentences.
DRAWN = """(() => {
    const { outcome } = Vicinal.app.bench.viewer;
    const pair = ({ source, target }) => [source, target];
    return outcome && [outcome.coming.map(pair), [...outcome.going].map(pair)];
})()"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an app over three pairs, of which the second is long; each test works under a name of its own."""
    folder = tmp_path_factory.mktemp("flow")
    long = [f"Sentence number {i} tells of the {i}th day." for i in range(60)]
    pairs: list[dict[str, Any]] = [
        {"id": "harbour", "source": [SOURCE], "target": [TARGET], "gold": LINKS},
        {"id": "days", "source": [long], "target": [long], "gold": [[[i], [i]] for i in range(60)]},
        {"id": "crane", "source": [SOURCE[:3]], "target": [TARGET[:3]], "gold": LINKS[:2]},
    ]
    path = folder / "three.jsonl"
    path.write_text("".join(json.dumps(pair) + "\n" for pair in pairs), encoding="utf-8")
    with served(path, edits=folder / "edits.sqlite") as url:
        yield url


@pytest.fixture
def harbour(app: str, open_app: Open, request: pytest.FixtureRequest) -> Page:
    """A window with the first pair in mode Correct, under the name of the test."""
    window = open_app(f"{app}#pair={key_of(app, 'harbour')}&mode=correct&order=corpus", name=request.node.name)
    settled(window, SHOWN, LINKS)
    settled(window, FOCUS, ["source", 0])
    settled(window, "Vicinal.app.bench.correct.similarities.table !== null", True)
    return window


def typed(window: Page, *keys: str) -> None:
    for key in keys:
        window.keyboard.press(key)
    painted(window)


def test_another_pair_opens_at_its_top_with_the_focus_on_its_first_sentence(app: str, open_app: Open) -> None:
    window = open_app(f"{app}#view=list&order=corpus", name="Top")
    window.get_by_role("link", name="days").click()
    settled(window, FOCUS, ["source", 0])
    typed(window, "End")
    assert in_view(window, "source", 59)
    assert not in_view(window, "source", 0)
    typed(window, "p")
    settled(window, "document.querySelector('.stage h1').textContent", "harbour")
    settled(window, FOCUS, ["source", 0])
    typed(window, "n")
    settled(window, "document.querySelector('.stage h1').textContent", "days")
    settled(window, FOCUS, ["source", 0])
    assert in_view(window, "source", 0)
    assert in_view(window, "target", 0)


def test_enter_adds_to_a_link_and_shows_that_before(app: str, harbour: Page) -> None:
    window = harbour
    # With something chosen on one side, the sentence that the keyboard reaches on the other is part of the outcome.
    typed(window, "ArrowDown", "ArrowDown", " ", "ArrowRight", "ArrowUp")
    settled(window, FOCUS, ["target", 1])
    assert window.evaluate(OUTCOME) == numbered(
        window,
        "Enter: <1>, <2> → <1> (was <1> → <1>)\nShift + Enter: <2> → <1>; breaks <1> → <1>",
    )
    assert window.evaluate(DRAWN) == [[[[1, 2], [1]]], []]
    assert indices(window, ".coming") == [1, 2, 1]
    # The focus on a button shows what that would do.
    typed(window, " ")
    window.get_by_role("button", name="Only these").focus()
    assert window.evaluate(OUTCOME) == numbered(window, "Shift + Enter: <2> → <1>; breaks <1> → <1>")
    assert window.evaluate(DRAWN) == [[[[2], [1]]], [[[1], [1]]]]
    assert indices(window, ".text-source .going") == [1]
    sentence(window, "target", 1).focus()
    typed(window, "Enter")
    added = [[[0], [0]], [[1, 2], [1]], *LINKS[2:]]
    settled(window, SHOWN, added)
    settled(window, SETTLED, 0)
    assert window.evaluate(MESSAGE) == numbered(window, "Linked: <1>, <2> → <1> (was <1> → <1>)")
    typed(window, "Control+z")
    settled(window, SHOWN, LINKS)
    # Shift+Enter links exactly what is chosen.
    sentence(window, "source", 2).focus()
    typed(window, " ", "ArrowRight", "ArrowUp", "Shift+Enter")
    settled(window, SHOWN, [[[0], [0]], [[2], [1]], *LINKS[2:]])
    settled(window, SETTLED, 0)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_messages_are_shown_once_and_cover_no_text(app: str, open_app: Open, size: tuple[int, int]) -> None:
    address = f"{app}#pair={key_of(app, 'harbour')}&mode=correct"
    window = open_app(address, name=f"Message {size[0]}", width=size[0], height=size[1])
    settled(window, FOCUS, ["source", 0])
    typed(window, "Enter")
    message = window.locator(".message")
    assert message.is_visible()
    assert window.evaluate(MESSAGE) == "Choose sentences on both sides first"
    typed(window, "Delete")
    settled(window, SHOWN, LINKS[1:])
    words = numbered(window, "Removed: <0> → <0>")
    assert window.evaluate(MESSAGE) == words
    regions = "[...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]"
    speaking = f"{regions}.filter(node => node.textContent.includes('Removed')).length"
    assert window.evaluate(speaking) == 1
    overlaps = """[...document.querySelectorAll('.text')].some(text => {
        const [a, b] = [text.getBoundingClientRect(), document.querySelector('.message').getBoundingClientRect()];
        const side = document.querySelector('.side').getBoundingClientRect();
        // The sheet of controls lies over the end of the page on a phone; the message is inside of it.
        if (b.top >= side.top && b.bottom <= side.bottom && b.left >= side.left && b.right <= side.right) return false;
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    })"""
    assert window.evaluate(overlaps) is False
    window.get_by_role("button", name="Undo this").click()
    settled(window, SHOWN, LINKS)
    assert window.evaluate(MESSAGE) == "Undone"
    assert window.get_by_role("button", name="Undo this").count() == 0


def test_a_method_replaces_work_only_after_a_question(app: str, harbour: Page, request: pytest.FixtureRequest) -> None:
    window = harbour
    key = key_of(app, "harbour")
    typed(window, "d", "1")
    window.get_by_role("combobox", name="Method", exact=True).select_option("vicinity")
    settled(window, "Vicinal.app.bench.viewer.model.data.method?.split(',')[0]", "vicinity")
    found = window.evaluate(SHOWN)
    press(window, "Correct these links")
    dialog = window.get_by_role("dialog")
    verb = f"Your 4 links, marked as done, are replaced by {len(found)} links of Vicinity. You can undo that."
    assert dialog.locator("p").text_content() == verb
    assert window.evaluate("document.activeElement.textContent") == "Keep my links"
    window.keyboard.press("Enter")
    dialog.wait_for(state="detached")
    settled(window, SETTLED, 0)
    assert saved(app, key, request.node.name) == LINKS
    press(window, "Correct these links")
    window.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert saved(app, key, request.node.name) == LINKS
    press(window, "Correct these links")
    dialog.get_by_role("button", name="Replace them").click()
    settled(window, SHOWN, found)
    settled(window, SETTLED, 0)
    typed(window, "Control+z")
    settled(window, SHOWN, LINKS)


def test_one_key_marks_a_pair_as_done_and_opens_the_next_unfinished_one(app: str, harbour: Page) -> None:
    window = harbour
    title = "document.querySelector('.stage h1').textContent"
    for name in ("days", "crane"):
        typed(window, "f")
        settled(window, title, name)
        settled(window, FOCUS, ["source", 0])
        settled(window, SETTLED, 0)
    assert window.evaluate(MESSAGE) == "Done: days. This is the next unfinished pair"
    typed(window, "p", "p")
    settled(window, title, "harbour")
    settled(window, FOCUS, ["source", 0])
    typed(window, "d", "n", "n")
    settled(window, title, "crane")
    settled(window, FOCUS, ["source", 0])
    typed(window, "f")  # the first one is unfinished again
    settled(window, title, "harbour")
    settled(window, SETTLED, 0)
    settled(window, FOCUS, ["source", 0])
    typed(window, "f")
    settled(window, MESSAGE, "Marked as done. No unfinished pair is left")
    assert window.evaluate(title) == "harbour"


def test_u_goes_through_the_sentences_without_a_link_in_reading_order(harbour: Page) -> None:
    window = harbour
    places = []
    for _ in range(7):
        typed(window, "u")
        places.append(window.evaluate(FOCUS))
    assert places == [
        ["target", 2],
        ["source", 2],
        ["target", 4],
        ["source", 4],
        ["target", 6],
        ["source", 6],
        ["target", 2],
    ]
    assert window.evaluate(MESSAGE) == "No more below; from the top again. 6 sentences without a link"


def test_l_goes_from_the_weakest_link_to_the_strongest(app: str, open_app: Open) -> None:
    window = open_app(app, name="Weak")
    window.get_by_role("link", name="New texts").click()
    window.get_by_role("textbox", name="Source").fill(" ".join(SOURCE))
    window.get_by_role("textbox", name="Target").fill(" ".join(TARGET))
    press(window, "Align")
    window.wait_for_selector(".sentence")
    press(window, "Correct")
    sentence(window, "source", 0).focus()
    typed(window, "b")  # the link below has one sentence more: it counts as made by hand
    scores = "Vicinal.app.bench.viewer.model.links.map(({ score }) => score)"
    settled(window, f"{scores}.filter(score => score === null).length", 1)
    pinned = []
    number = len(window.evaluate(scores))
    for _ in range(number):
        typed(window, "l")
        pinned.append(window.evaluate("Vicinal.app.bench.viewer.pinned.score"))
        assert window.evaluate(FOCUS)[0] == "source"
    assert pinned[:-1] == sorted(pinned[:-1])
    assert pinned[-1] is None
    assert len(set(pinned)) > 2
    typed(window, "l")
    assert window.evaluate(MESSAGE) == "No more links; L begins again with the weakest"


def test_a_suggestion_is_shown_and_accepted(harbour: Page) -> None:
    window = harbour
    typed(window, "u", "u")
    assert window.evaluate(FOCUS) == ["source", 2]
    assert window.evaluate(DRAWN) == [[[[2], [2]]], []]
    words = window.evaluate(OUTCOME)
    assert words.startswith(numbered(window, "Suggestion: target <2> (0."))
    assert words.endswith(numbered(window, "Y: <2> → <2>"))
    typed(window, "y")
    settled(window, SHOWN, [*LINKS[:2], [[2], [2]], *LINKS[2:]])
    # A sentence that is like no other gets none.
    sentence(window, "source", 6).focus()
    painted(window)
    assert window.evaluate(DRAWN) is None
    typed(window, "y")
    assert window.evaluate(MESSAGE) == "There is no suggestion for this sentence"
    # The most similar sentence may have a link: the outcome says that the sentence is added to it.
    sentence(window, "target", 1).focus()
    typed(window, "Delete")
    sentence(window, "source", 1).focus()
    typed(window, " ", "ArrowRight")
    sentence(window, "target", 2).focus()
    typed(window, "Enter")
    settled(window, SHOWN, [LINKS[0], [[1, 2], [2]], *LINKS[2:]])
    sentence(window, "target", 1).focus()
    painted(window)
    assert window.evaluate(OUTCOME).endswith(numbered(window, "Y: <1>, <2> → <1>, <2> (was <1>, <2> → <2>)"))
    settled(window, SETTLED, 0)


def test_unsure_and_comments_are_noted_and_shown(app: str, harbour: Page, request: pytest.FixtureRequest) -> None:
    window = harbour
    typed(window, "ArrowDown", "q")
    settled(window, SETTLED, 0)
    assert indices(window, ".sentence.unsure") == [1, 1]
    assert "unsure" in (sentence(window, "source", 1).get_attribute("aria-description") or "")
    typed(window, "c")
    assert window.evaluate("document.activeElement.getAttribute('aria-label')") == "Comment"
    # Nothing lies over the field.
    on_top = """(() => {
        const { left, top, width, height } = document.activeElement.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === document.activeElement;
    })()"""
    settled(window, on_top, True)
    window.keyboard.type("Cranes, <b>or</b> storms?")
    typed(window, "Enter")
    assert window.evaluate(FOCUS) == ["source", 1]
    assert window.locator(".note-words").text_content() == "“Cranes, <b>or</b> storms?”"
    settled(window, SETTLED, 0)
    state = asked(f"{app}api/pairs/{key_of(app, 'harbour')}?annotator={request.node.name}")["state"]
    note = {"source": [1], "target": [1], "unsure": True, "comment": "Cranes, <b>or</b> storms?"}
    assert state["notes"] == [note]
    # Escape keeps the comment as it was.
    typed(window, "c", "x", "Escape")
    assert window.evaluate(FOCUS) == ["source", 1]
    assert window.locator(".note-words").text_content() == "“Cranes, <b>or</b> storms?”"
    # The count leads to the unsure links.
    typed(window, "End")
    window.get_by_role("button", name="Next of 1 unsure").click()
    assert window.evaluate(FOCUS) == ["source", 1]
    typed(window, "q")
    settled(window, SETTLED, 0)
    assert indices(window, ".sentence.unsure") == []
    assert indices(window, ".sentence.noted") == [1, 1]
    typed(window, "Escape", "End", "q")
    assert window.evaluate(MESSAGE) == "This sentence has no link to note something about"


def test_links_are_corrected_with_at_most_three_keys_each(
    app: str, harbour: Page, request: pytest.FixtureRequest
) -> None:
    window = harbour
    corrections: list[tuple[list[str], Links]] = [
        # Suggestions for the next sentence without a link.
        (["u", "y"], [*LINKS[:2], [[2], [2]], *LINKS[2:]]),
        (["u", "y"], [*LINKS[:2], [[2], [2]], [[3], [3]], [[4], [4]], [[5], [5]]]),
        # Attach the next ones to the link above.
        (["u", "a"], [*LINKS[:2], [[2], [2]], [[3], [3]], [[4], [4]], [[5], [5, 6]]]),
        (["u", "a"], [*LINKS[:2], [[2], [2]], [[3], [3]], [[4], [4]], [[5, 6], [5, 6]]]),
        # Split a link, and remove one.
        (["s"], [*LINKS[:2], [[2], [2]], [[3], [3]], [[4], [4]], [[5], [5]], [[6], [6]]]),
        (["Home", "Delete"], [LINKS[1], [[2], [2]], [[3], [3]], [[4], [4]], [[5], [5]], [[6], [6]]]),
        # Link a sentence with the one beside it.
        ([" ", "ArrowRight", "Enter"], [*LINKS[:2], [[2], [2]], [[3], [3]], [[4], [4]], [[5], [5]], [[6], [6]]]),
        # Move a sentence from its link to the one below, and back with undo.
        (["ArrowDown", "b"], [LINKS[0], [[2], [1, 2]], [[3], [3]], [[4], [4]], [[5], [5]], [[6], [6]]]),
        (["Control+z"], [*LINKS[:2], [[2], [2]], [[3], [3]], [[4], [4]], [[5], [5]], [[6], [6]]]),
        (["l", "Delete"], [LINKS[1], [[2], [2]], [[3], [3]], [[4], [4]], [[5], [5]], [[6], [6]]]),
    ]
    for keys, expected in corrections:
        assert len(keys) <= 3
        typed(window, *keys)
        settled(window, SHOWN, expected)
    settled(window, SETTLED, 0)
    assert saved(app, key_of(app, "harbour"), request.node.name) == corrections[-1][1]
