"""Prose to sentences: where quotation marks, brackets and unusual stops part a text."""

from __future__ import annotations

import pytest

from vicinal import Document, LanguageWarning
from vicinal.text.segment import rules_for, sentences, warn_without_rules

# (text, the code of its rules, its sentences)
TABLE: list[tuple[str, str, list[str]]] = [
    ("", "en", []),
    (" \n\n", "ja", []),
    ("I am 70. He is 71.", "en", ["I am 70.", "He is 71."]),
    ("Er kam am 3. Oktober. Sie blieb.", "de", ["Er kam am 3. Oktober.", "Sie blieb."]),
    ("“Why?” she asked. “Go.” He left.", "en", ["“Why?” she asked.", "“Go.”", "He left."]),
    (".” c", "en", [".” c"]),
    ("៕a", "en", ["៕", "a"]),
    # Stops before a digit part, but not inside brackets.
    ("「はい。2つ」と言った。", "ja", ["「はい。2つ」と言った。"]),
    ("」「a。1", "en", ["」「a。", "1"]),
    ("」។a", "en", ["」។a"]),
    # Marks that close stay with what is before them, marks that open go with what follows.
    ("ក។”ខ", "en", ["ក។”", "ខ"]),
    ("។”B", "de", ["។”", "B"]),
    ("ក។„", "en", ["ក។", "„"]),
    ("។«", "en", ["។«"]),
    ("។”“ !", "de", ["។”“", "!"]),
    ("“！«？", "de", ["“！", "«？"]),
    ("\n?„？", "zh", ["?", "„？"]),
    ("\n\n„.” “Ms. 。»", "de", ["„.”", "“Ms. 。»"]),
    ('\n\n！"」', "en", ['！"」']),
    ("(។”", "es", ["(។”"]),
    # Lone surrogates, the first and the last.
    ("One \ud800. Two.", "en", ["One \ud800.", "Two."]),
    ("One \udfff. Two.", "en", ["One \udfff.", "Two."]),
]


@pytest.mark.parametrize(("text", "rules", "expected"), TABLE, ids=[ascii(case[0]) for case in TABLE])
def test_sentences(text: str, rules: str, expected: list[str]) -> None:
    assert sentences(text, rules) == expected


@pytest.mark.parametrize(
    ("language", "rules"), [(None, "en"), ("", "en"), ("de", "de"), ("de-AT", "de"), ("PT_br", "pt"), ("zh-Hant", "zh")]
)
def test_rules_of_known_languages(language: str | None, rules: str) -> None:
    assert rules_for(language) == rules


@pytest.mark.parametrize(("language", "rules"), [("gsw", "gsw"), ("SV_se", "sv-se"), ("é", "en")])
def test_rules_of_other_languages(language: str, rules: str) -> None:
    assert rules_for(language) == rules
    with pytest.warns(LanguageWarning, match="no sentence rules for language"):
        warn_without_rules(language)


def test_a_related_language_lends_its_rules() -> None:
    """Swiss German has German ordinals."""
    with pytest.warns(LanguageWarning):
        document = Document.from_text("Er kam am 3. Oktober. Sie blieb.", "gsw")
    assert document.sentences == ("Er kam am 3. Oktober.", "Sie blieb.")
