"""The similarity map and the replay of the search, in a real browser."""

from __future__ import annotations

import pytest

from tests.browser import Open, aligned, in_view, indices
from vicinal.similarity.tfidf import TfIdf
from vicinal.view.reasons import reason

# Goes through all steps of the replay with its button, and returns what each one shows.
STEPS = """() => {
    const { replay } = Vicinal.view.panel;
    return Vicinal.view.model.steps.map(() => {
        replay.next.click();
        const card = [".step", ".vicinity", ".reason"].map(part => replay.card.querySelector(part).textContent);
        return [card, [...document.querySelectorAll(".stepped")].map(node => Number(node.dataset.index))];
    });
}"""


def test_the_replay_gives_every_step_its_reason(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment)
    window.wait_for_selector(".panel[data-ready]")
    shown = window.evaluate(STEPS)
    assert len(shown) == len(alignment.steps)
    for number, (step, (card, stepped)) in enumerate(zip(alignment.steps, shown, strict=True), start=1):
        words = reason(step)
        assert card == [
            f"Step {number} of {len(alignment.steps)} · {step.level}s {step.vicinity}",
            step.vicinity,
            words[0].upper() + words[1:],
        ]
        if step.level == "sentence":
            assert stepped == list(step.cell)
    assert window.locator("td.chosen").count() == 1
    window.get_by_role("button", name="Show the whole path").click()
    assert indices(window, ".stepped") == []


def test_the_replay_shows_what_the_search_examined(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment)
    examined = window.evaluate(
        "() => Vicinal.view.model.steps.map(step => SearchSteps.examined(Vicinal.view.model, step))"
    )
    for step, found in zip(alignment.steps, examined, strict=True):
        if step.vicinity != "nearest":
            assert list(step.cell) in found["lit"]
        if step.vicinity == "V1" and step.level == "paragraph":
            x, y = step.stood or (0, 0)
            sizes = (len(alignment.source.paragraphs), len(alignment.target.paragraphs))
            around = [[x + 1, y + 1], [x, y + 1], [x + 1, y]]
            assert found["lit"] == [[a, b] for a, b in around if a < sizes[0] and b < sizes[1]]
        if step.vicinity == "V2":
            assert len(found["tried"]) == 3
        if step.vicinity == "nearest":
            assert found["corner"] == list(step.stood or ())


def test_the_replay_plays_and_pauses(open_page: Open) -> None:
    window = open_page(aligned())
    step = "Vicinal.view.panel.replay.step"
    window.clock.install(time=0)
    window.clock.pause_at(1000)
    window.get_by_label("Speed of the replay").select_option("fast")  # 250 ms a step
    window.get_by_role("button", name="Play").click()
    assert window.evaluate(step) == 0
    window.clock.run_for(5 * 250)
    assert window.evaluate(step) == 5
    window.get_by_role("button", name="Pause").click()
    window.clock.run_for(10 * 250)
    assert window.evaluate(step) == 5
    window.get_by_role("button", name="Play").click()
    window.clock.run_for(60 * 250)
    assert window.evaluate(step) == window.evaluate("Vicinal.view.model.steps.length - 1")
    assert window.get_by_role("button", name="Play").is_visible()


def test_the_replay_follows_the_arrow_keys(open_page: Open) -> None:
    window = open_page(aligned())
    window.get_by_role("button", name="Next step").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        window.keyboard.press(key)
    assert window.evaluate("Vicinal.view.panel.replay.step") == 1
    spoken = window.locator(".replay [role=status]").text_content()
    assert spoken
    assert spoken.startswith("Step 2 of ")


@pytest.mark.parametrize(("article", "language"), [("igel", "de"), ("shoutengai", "ja")])
def test_the_map_shows_the_similarities_of_the_library(open_page: Open, article: str, language: str) -> None:
    alignment = aligned(article, language)
    vectors = TfIdf()(alignment.source, alignment.target)
    rows, columns = vectors.shape
    expected = [vectors.pair(x, y) for x in range(rows) for y in range(columns)]
    window = open_page(alignment)
    window.wait_for_selector(".panel[data-ready]")
    heat = window.evaluate("Array.from(Vicinal.view.panel.map.heat.values)")
    assert heat == pytest.approx([255 * value for value in expected], abs=0.51)
    pairs = """([rows, columns]) => Array.from({length: rows * columns}, (_, i) =>
        Vicinal.view.panel.similarities.pair(Math.floor(i / columns), i % columns))"""
    assert window.evaluate(pairs, [rows, columns]) == pytest.approx(expected, abs=1e-9)


def test_the_map_can_be_read_and_clicked(open_page: Open) -> None:
    alignment = aligned()
    window = open_page(alignment)
    window.wait_for_selector(".panel[data-ready]")
    link = alignment.sentences[-1]
    box = window.locator(".map-box canvas").last.bounding_box()
    assert box
    x = box["x"] + box["width"] * (link.target[0] + 0.5) / len(alignment.target.sentences)
    y = box["y"] + box["height"] * (link.source[0] + 0.5) / len(alignment.source.sentences)
    window.mouse.move(x, y)
    similarity = TfIdf()(alignment.source, alignment.target).pair(link.source[0], link.target[0])
    assert window.locator(".readout").text_content() == (
        f"source {link.source[0] + 1} · target {link.target[0] + 1} · {similarity:.2f}"
    )
    window.mouse.down()
    window.mouse.up()
    window.wait_for_selector(".text-source .pinned")
    assert indices(window, ".text-source .pinned") == list(link.source)
    assert in_view(window, "source", link.source[0])
    assert in_view(window, "target", link.target[0])
