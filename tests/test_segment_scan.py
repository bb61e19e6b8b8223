"""The compiled scan for sentences: the same as the rules in Python, on any text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vicinal.gold import Gold
from vicinal.text import segment
from vicinal.text.abbreviations import LANGUAGES, words_of
from vicinal.text.segment import sentences
from vicinal.text.sentence_signs import CLOSING, LEADING, MAY_CLOSE, STOPS, WIDE_STOPS

pytestmark = pytest.mark.skipif(
    segment._compiled is None, reason="the compiled parts were not built, or are switched off"
)

CODES = sorted(LANGUAGES)
SIGNS = sorted({*STOPS, *WIDE_STOPS, *CLOSING, *MAY_CLOSE, *LEADING, *",;:、，；%=_`[]{}/@&"})
SPACES = [" ", " ", " ", "  ", "\t", "\n", "\x1c", "\x85", "\xa0", "\u2028", "\u3000"]
_MIXED = """
    the The He he iPhone It a A b I U.S. u.s. a.m. p.m. etc etc. Mr Mr. Dr. z.B. z. B. Hauptstr. HAUPTSTR Str str. XIX.
    Mit IV
    3. 12. 1990 1990. 6./7. 2.1 20th der am 3 m. 10 l'av. d’une l'homme rock'n'roll www.Bank.One example.org long.It
    wide.Über Übermut İstanbul Σίγμα ΣΊΓΜΑΣ ﬆr ſtr Kelvin ² ½x ٣ ١٩٩٠ 日本 はい 「 」 （ ） ... … ?! ." [1] [12] [1234]
    '' `` ( ) (b) b) ((( no. No. p. § Art. M. MM. St. Sept. Sept J. J.-C. 𝐀𝐛 𐐨 \ud800 \x00 \U0001f600 Ǆ ǅ ß ẞ
"""
WORDS = _MIXED.split()


@contextmanager
def _in_python() -> Iterator[None]:
    """Run without the compiled scan."""
    scan, segment._compiled = segment._compiled, None
    try:
        yield
    finally:
        segment._compiled = scan


def _check(text: str, rules: str, is_lower: bool | None = None) -> None:
    found = sentences(text, rules, is_lower)
    with _in_python():
        assert found == sentences(text, rules, is_lower)


@st.composite
def _texts(draw: st.DrawFn) -> tuple[str, str]:
    """Return a text of pieces that matter, and the code of its rules."""
    rules = draw(st.sampled_from(CODES))
    words = words_of(rules)
    listed = sorted(words.within | words.anywhere | words.numbered | words.counted)
    starters = sorted(words.starters) or ["the"]
    piece = (
        st.sampled_from(WORDS)
        | st.sampled_from(SIGNS)
        | st.sampled_from(SPACES)
        | st.sampled_from([".", ". ", ".\u2003", "? ", " . ", '." ', ".) "])
        | st.sampled_from(listed).map(lambda word: f" {word}. ")
        | st.sampled_from(starters).map(str.capitalize)
        | st.text(max_size=3)
    )
    return "".join(draw(st.lists(piece, max_size=40))), rules


@settings(max_examples=300)
@given(_texts(), st.sampled_from([None, False, True]))
def test_the_scan_cuts_as_the_rules_do(given_text: tuple[str, str], is_lower: bool | None) -> None:
    _check(*given_text, is_lower)


@pytest.mark.parametrize("rules", CODES)
def test_every_listed_word_is_known_to_the_scan(rules: str) -> None:
    words = words_of(rules)
    listed = sorted(words.within | words.anywhere | words.numbered)
    starter = min(words.starters, default="the").capitalize()
    for following in (starter, "Xyz", "7", "IV"):
        forms = [form for word in listed for form in (word, word.upper(), word.capitalize(), f"({word}", f"l'{word}")]
        _check("".join(f"Wort {form}. {following} " for form in forms), rules)


@pytest.mark.parametrize("rules", ["en", "de", "el", "hy", "ja"])
def test_every_sign_before_and_after_a_stop(rules: str) -> None:
    signs = [*SIGNS, *SPACES, "a", "A", "1", "é", "日", "\ud800", "\U0001f600", "\x00", "´", "\u0301"]
    for before in signs:
        _check("".join(f"We saw it{before}.{after}She left us. " for after in signs), rules)
        _check("".join(f"We saw it.{before}{after} it was. " for after in signs), rules)
        _check("".join(f"A 「b {before} {after} c。d. " for after in signs), rules)


@pytest.mark.parametrize("width", ["", "é", "日", "\U0001f600"])
def test_a_text_beyond_a_turn_of_the_scan(width: str) -> None:
    pair = ["He came (so we hear).", f"She left {'x' * 4_000} us at 5.5 again."]
    text = " ".join([width + "One is here.", *pair * 300])
    assert sentences(text, "en")[1:] == pair * 300


def test_brackets_stay_known_across_turns() -> None:
    # The last bracket before the end of a turn decides about the stops after it.
    for at in range(1_048_560, 1_048_580):
        _check("x" * (at - 6) + " (One. Two) it. Three.", "en")


def test_sample_articles(sample: list[Gold]) -> None:
    for pair in sample:
        for document in (pair.source, pair.target):
            _check(" ".join(document.sentences), segment.rules_for(document.language))
            _check(" ".join(document.sentences).lower(), segment.rules_for(document.language))
