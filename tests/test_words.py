"""Words with their places in a text, and the function words of a few languages."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal.text.function_words import function_words
from vicinal.text.tokens import words

# (text, its words with their places)
TABLE: dict[str, list[tuple[str, int, str]]] = {
    "": [],
    "... !": [],
    "Don't stop": [("don", 0, "Don"), ("t", 4, "t"), ("stop", 6, "stop")],
    "snake_case": [("snake", 0, "snake"), ("case", 6, "case")],
    "Über 2 Straßen": [("über", 0, "Über"), ("2", 5, "2"), ("strassen", 7, "Straßen")],
    "cafe\u0301 x": [("café", 0, "cafe\u0301"), ("x", 6, "x")],
    "नमस्ते दुनिया।": [("नमस्ते", 0, "नमस्ते"), ("दुनिया", 7, "दुनिया")],
    "日本語": [("日", 0, "日"), ("本", 1, "本"), ("語", 2, "語")],
    "か\u3099き": [("が", 0, "か\u3099"), ("き", 2, "き")],
    "iPhone手机2x": [("iphone", 0, "iPhone"), ("手", 6, "手"), ("机", 7, "机"), ("2x", 8, "2x")],
    "手a机": [("手", 0, "手"), ("a", 1, "a"), ("机", 2, "机")],
    "กำ ab": [("ก", 0, "ก"), ("ำ", 1, "ำ"), ("ab", 3, "ab")],
    "ที่": [("ที่", 0, "ที่")],
    "❤\ufe0f x": [("x", 3, "x")],
    "\u0301a日": [("\u0301a", 0, "\u0301a"), ("日", 2, "日")],
    "\u0301 é": [("é", 2, "é")],
    "“quoted” – dash": [("quoted", 1, "quoted"), ("dash", 11, "dash")],
    "x ὀδός": [("x", 0, "x"), ("ὀδόσ", 2, "ὀδός")],
    "Die Brief·wahl": [("die", 0, "Die"), ("briefwahl", 4, "Brief·wahl")],
    "3·4 \u00adm\u00ads日·本": [
        ("3", 0, "3"),
        ("4", 2, "4"),
        ("ms", 5, "m\u00ads"),
        ("日", 8, "日"),
        ("本", 10, "本"),
    ],
    "𠮷a": [("𠮷", 0, "𠮷"), ("a", 1, "a")],
}


@pytest.mark.parametrize("text", TABLE, ids=ascii)
def test_words_and_their_places(text: str) -> None:
    found = words(text)
    assert [(word.form, word.start, text[word.start : word.end]) for word in found] == TABLE[text]


@given(st.text(st.sampled_from("aZ9_'·\u00adé\u0301\u3099ß日本がกำ्क ❤\ufe0f"), max_size=12))
def test_words_cover_all_letters_in_order(text: str) -> None:
    found = words(text)
    covered = {place for word in found for place in range(word.start, word.end)}
    assert {place for place, character in enumerate(text) if character.isalnum()} <= covered
    assert sum(word.end - word.start for word in found) == len(covered)
    for word in found:
        letters = text[word.start : word.end].replace("·", "").replace("\u00ad", "")
        assert word.form == unicodedata.normalize("NFC", unicodedata.normalize("NFD", letters).casefold())


# Function words


@pytest.mark.parametrize(
    ("language", "inside", "outside"),
    [
        ("de", "der dies diese dieses jede jedem eurer kein keinen wurde", "jed eur dies+ diesa haus"),
        ("en", "the is isn't could couldn't won't can't don't", "n't willn't thes is+"),
        ("pt", "à nossa nosso nossas nossos pelas", "noss nosse casa"),
    ],
)
def test_function_words_with_their_endings(language: str, inside: str, outside: str) -> None:
    found = function_words(language)
    assert set(inside.split()) <= found
    assert found.isdisjoint(outside.split())
    assert all(word == word.strip("+- ") and word for word in found)
    for code in (language.upper(), f"{language}-XX", f"{language}_XX"):
        assert function_words(code) == found


def test_other_languages_have_no_function_words() -> None:
    assert function_words("ja") == function_words("") == function_words(None) == frozenset()
