"""A pair that is too long for live sliders, in a real browser: the app says so at once, and gives the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.app_window import SHOWN, asked, press, served
from tests.browser import Open, settled
from vicinal.app.offered_methods import offered


def test_a_pair_too_long_for_a_method_gets_the_command_with_its_settings(open_app: Open, tmp_path: Path) -> None:
    source, target = ([f"Sentence {number} of the text." for number in range(size)] for size in (1001, 1000))
    line = {"id": "long", "lang": "en", "source": [source], "target": [target], "gold": [[[0], [0]], [[1], [1]]]}
    (tmp_path / "long.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    with served(tmp_path / "long.jsonl", edits=tmp_path / "edits.sqlite") as app:
        (pair,) = asked(app + "api/pairs")["pairs"]
        window = open_app(f"{app}#pair={pair['key']}&mode=method&m=nearest&m.threshold=0.2")
        asked_for: list[str] = []
        window.on("request", lambda request: asked_for.append(request.url))
        words = window.locator(".too-long")
        words.filter(has_text="too long for live sliders").wait_for()
        text = words.inner_text()
        assert "1,001 by 1,000 sentences are 1,001,000 pairs of sentences" in text
        assert "With Nearest the app aligns at most 1,000,000 pairs" in text
        command = window.locator(".too-long code")
        assert command.inner_text() == "vicinal align SOURCE TARGET --method nearest --threshold 0.2 -o aligned.html"
        settled(window, SHOWN, [[[0], [0]], [[1], [1]]])  # the saved links
        window.get_by_role("spinbutton", name="Threshold, exactly").fill("0.7")
        assert "--threshold 0.7 " in command.inner_text()
        window.get_by_role("combobox", name="Method", exact=True).select_option("jaccard")
        window.get_by_role("switch", name="Stem").uncheck()
        assert command.inner_text() == "vicinal align SOURCE TARGET --method jaccard --no-stem -o aligned.html"
        assert window.get_by_role("button", name="Correct these links").is_disabled()
        assert not [url for url in asked_for if url.endswith("api/align")]
        assert "".join(window.get_by_role("alert").all_inner_texts()) == ""
        press(window, "Copy")
        copied = window.get_by_role("button", name="Copied")
        copied.or_(window.get_by_role("button", name="Selected: press Ctrl + C")).wait_for()
        press(window, "Export")
        option = window.get_by_role("combobox", name="What", exact=True).locator("option").first
        assert option.inner_text() == "What is on the screen: the links of Ada, 2 links"
        window.keyboard.press("Escape")


def test_every_setting_of_the_app_is_an_option_of_the_command() -> None:
    for method, settings in offered().items():
        command = [sys.executable, "-m", "vicinal", "align", "--method", method, "--help"]
        shown = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
        for setting in settings:
            flag = setting.name.replace("_", "-")
            assert f"--{flag} / --no-{flag}" in shown if setting.type == "boolean" else f"--{flag} " in shown


def test_where_nothing_is_found_buttons_lead_on(open_app: Open, tmp_path: Path) -> None:
    similar = {
        "source": [["The old cat sat on a mat by the door.", "It slept all day.", "Then heavy rain fell on the town."]],
        "target": [["A cat sat on the mat.", "The cat slept all day long.", "Rain fell on the town."]],
    }
    apart = {"source": [["The cat sat on a mat.", "It slept."]], "target": [["Dogs bark.", "Nobody knew why."]]}
    lines = [{"id": name, "lang": "en", **texts, "gold": []} for name, texts in (("near", similar), ("far", apart))]
    (tmp_path / "none.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with served(tmp_path / "none.jsonl", edits=tmp_path / "edits.sqlite") as app:
        keys = {pair["id"]: pair["key"] for pair in asked(app + "api/pairs")["pairs"]}
        window = open_app(f"{app}#pair={keys['near']}&mode=correct")
        ways = window.get_by_role("group", name="What to try").get_by_role("button")
        ways.first.wait_for()
        assert ways.all_inner_texts() == ["Try global", "Try vicinity"]  # people made no links here
        # With a method, the ways that find more, and how many links that is.
        strict = "m=vicinity&m.paragraph_alpha=0.99&m.sentence_alpha=0.99"
        window.goto(f"{app}#pair={keys['near']}&mode=method&{strict}")
        lower = ways.filter(has_text="Try paragraph alpha 0.71 and sentence alpha 0.71 (1 link)")
        lower.wait_for()
        assert ways.nth(1).inner_text() == "Try global (3 links)"
        lower.click()
        settled(window, f"({SHOWN}).length", 1)
        settled(window, "Vicinal.app.bench.method.settings.value.settings.sentence_alpha", 0.71)
        assert ways.count() == 0
        # Where nothing finds more, nothing is offered, and the line says so.
        window.goto(f"{app}#pair={keys['far']}&mode=method&m=global")
        settled(window, "document.querySelector('.little')?.textContent.includes('find no more')", True)
        assert ways.count() == 0
