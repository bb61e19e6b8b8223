"""A long text in a real browser: only what is seen is laid out, and still every sentence is known to be where it is."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from tests.browser import Open, painted, settled
from vicinal.alignment import Alignment
from vicinal.link import Link
from vicinal.text.document import Document
from vicinal.view.viewer_data import viewer_data

SIZE = 600
SKIPPED = "Vicinal.view.texts.source.body.classList.contains('skips')"
# How far the known places of sentences are from the true ones at most, once all are laid out, in pixels.
WORST = """() => Math.max(...Object.values(Vicinal.view.texts).map(text => {
    const { list, body, sentences, tops, bottoms, whole } = text;
    const [before, skipped] = [whole - list.scrollHeight, body.classList.contains("skips")];
    body.classList.remove("skips");
    const start = list.getBoundingClientRect().top + list.clientTop - list.scrollTop;
    const far = sentences.flatMap(({ node }, index) => {
        const { top, bottom } = node.getBoundingClientRect();
        return [tops[index] - (top - start), bottoms[index] - (bottom - start)];
    });
    far.push(before, whole - list.scrollHeight);
    body.classList.toggle("skips", skipped);
    return Math.max(...far.map(Math.abs));
}))"""
DESCRIBED = """Vicinal.view.texts.target.sentences
    .map(({ node }) => node.getAttribute("aria-description")).join("\\n")"""


def long_text(*changes: tuple[int, list[str]]) -> Document:
    """Return a text of paragraphs of five sentences of different lengths, some sentences replaced by others."""
    sentences = [[f"Sentence {i} " + "goes on and on " * (i % 11) + "."] for i in range(SIZE)]
    for index, instead in changes:
        sentences[index] = instead
    paragraphs = [list(chain.from_iterable(sentences[i : i + 5])) for i in range(0, SIZE, 5)]
    return Document(paragraphs, headings=list(range(0, 120, 7)))


def view(source: Document, target: Document) -> Alignment:
    count = min(len(source.sentences), len(target.sentences))
    return Alignment(source, target, (), tuple(Link((i,), (i,), 0.5) for i in range(count)), (), (), "By hand()")


@pytest.mark.parametrize("scale", [1, 1.25])
def test_the_places_of_sentences_are_exact_after_changes(open_page: Open, scale: float) -> None:
    options: dict[str, Any] = {"device_scale_factor": scale}
    target = long_text()
    window = open_page(view(long_text(), target), **options)
    window.wait_for_selector("#view[data-whole]")
    settled(window, SKIPPED, True)
    assert window.evaluate(WORST) < 0.6
    for text in (
        long_text((301, ["Short."])),
        long_text((301, ["Short.", "And a second one " * 9 + "."])),
        long_text((301, [])),
        long_text((1, ["Another beginning."]), (40, ["Another middle."])),
    ):
        window.evaluate("data => Vicinal.view.update(data)", viewer_data(view(text, target)))
        window.wait_for_selector("#view[data-whole]")
        painted(window)
        assert window.evaluate(WORST) < 0.6
    window.set_viewport_size({"width": 900, "height": 640})
    settled(window, "Vicinal.view.texts.source.list.clientWidth < 500", True)
    painted(window)
    assert window.evaluate(WORST) < 0.6


def test_what_the_reader_sees_stays_where_it_is(open_page: Open) -> None:
    target = long_text()
    window = open_page(view(long_text(), target))
    window.wait_for_selector("#view[data-whole]")
    settled(window, SKIPPED, True)
    window.evaluate("Vicinal.view.texts.source.list.scrollTop = Vicinal.view.texts.source.tops[400] - 20")
    place = "document.querySelector('.text-source').children[0].querySelectorAll('.sentence')[{}]" + (
        ".getBoundingClientRect().top - document.querySelector('.text-source').getBoundingClientRect().top"
    )
    painted(window)
    before = window.evaluate(place.format(400))
    changed = long_text((301, ["One.", "Two " * 60 + ".", "Three."]))
    window.evaluate("data => Vicinal.view.update(data)", viewer_data(view(changed, target)))
    painted(window)
    assert abs(window.evaluate(place.format(402)) - before) <= 1


def test_sentences_out_of_sight_are_described_as_well(open_page: Open) -> None:
    source, target = long_text(), long_text()
    window = open_page(view(source, target))
    lines = "\n".join(f"source {i + 1} · 1-1 · 0.50" for i in range(SIZE))
    settled(window, DESCRIBED, lines)
    # One sentence more above: all links below lead to the next source sentence.
    window.wait_for_selector("#view[data-whole]")
    longer = long_text((3, [source.sentences[3], "One more."]))
    links = tuple(Link((i + (i > 3),), (i,), 0.5) for i in range(SIZE))
    data = viewer_data(Alignment(longer, target, (), links, (), (), "By hand()"))
    window.evaluate("data => Vicinal.view.update(data)", data)
    settled(window, DESCRIBED, "\n".join(f"source {i + 1 + (i > 3)} · 1-1 · 0.50" for i in range(SIZE)))
