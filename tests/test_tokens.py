"""Tokens: a golden table in many scripts, and properties over all of Unicode."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vicinal.text.tokens import has_words, tokens, writes_no_spaces

# (what, text, its tokens joined by one space)
TABLE: list[tuple[str, str, str]] = [
    ("nothing", "", ""),
    ("white space", " \t\n\u3000", ""),
    ("marks only", "... -- !?", ""),
    ("case", "The CAT", "the cat"),
    ("sharp s", "Straße STRASSE GROẞ", "strasse strasse gross"),
    ("dotted I", "İstanbul Istanbul ı", "i\u0307stanbul istanbul ı"),
    ("final sigma", "ΟΔΟΣ οδος", "οδοσ οδοσ"),
    ("ligature", "ﬁne", "fine"),
    ("apostrophes", "don't it’s l'eau", "don t it s l eau"),
    ("hyphens", "well-known e–mail", "well known e mail"),
    ("underscore", "snake_case _a_ __", "snake case a"),
    ("underscore beside letters beyond ASCII", "größe_über", "grösse über"),
    ("digits", "3.14 1,000 2024 a1b2", "3 14 1 000 2024 a1b2"),
    ("superscripts and other numbers", "x² H₂O ½ Ⅳ", "x² h₂o ½ ⅳ"),
    ("Arabic digits", "٢٠٢٤ عام", "٢٠٢٤ عام"),
    ("Hindi", "नमस्ते दुनिया।", "नमस्ते दुनिया"),
    ("Arabic with vowel marks", "كَتَبَ", "كَتَبَ"),
    ("decomposed and composed", "cafe\u0301 caf\u00e9", "caf\u00e9 caf\u00e9"),
    ("two marks", "a\u0323\u0302", "\u1ead"),
    ("Korean", "한국어 문장", "한국어 문장"),
    ("decomposed Korean", unicodedata.normalize("NFD", "한국어"), "한국어"),
    ("Chinese", "第一句。第二", "第一 一句 第二"),
    ("beyond the basic plane", "𠮷野家", "𠮷野 野家"),
    ("Japanese", "日本語のテスト", "日本 本語 語の のテ テス スト"),
    ("iteration mark", "人々", "人々"),
    ("soft hyphen", "Sil\u00adben Straßen\u00adbahn", "silben strassenbahn"),
    ("Mediopunkt", "Bundes·tag BRIEF·WAHL·UNTER·LAGEN", "bundestag briefwahlunterlagen"),
    ("hyphenation point", "Brief\u2027wahl", "briefwahl"),
    ("Catalan", "col·lecció", "collecció"),
    ("Greek middle dot", "\u03b1\u0387\u03b2 \u03b1\u00b7\u03b2", "αβ αβ"),
    ("a joiner after an accent", "cafe\u0301·bar caf\u00e9·bar", "cafébar cafébar"),
    ("a joiner beyond Latin-1", "Žižek·ova", "žižekova"),
    ("several joiners", "Bundes·\u00adtag", "bundestag"),
    ("no joiner between digits", "3·4 m·2 2·m", "3 4 m 2 2 m"),
    ("no joiner at a border", "·Bundes· ·tag \u00ad", "bundes tag"),
    ("no joiner in Chinese", "达·芬奇", "达 芬奇"),
    ("no joiner between scripts", "a·日本", "a 日本"),
    ("middle dot parts", "ジョン・スミス", "ジョ ョン スミ ミス"),
    ("decomposed kana", "か\u3099き", "がき"),
    ("half-width katakana", "ｱｲｳ", "ｱｲ ｲｳ"),
    ("half-width voicing", "ｶﾞ", "ｶﾞ"),
    ("a mark after several characters", "日本\u0301", "日本 本\u0301"),
    ("Thai", "ภาษาไทย", "ภา าษ ษา าไ ไท ทย"),
    ("Lao", "ພາສາ", "ພາ າສ ສາ"),
    ("Khmer", "ខ្មែរ។", "ខ្ ្ម មែ ែរ"),
    ("Burmese", "မြန်မာ။", "မြ ြန န် ်မ မာ"),
    ("lone characters", "本 日、年", "本 日 年"),
    ("number before", "2024年", "2024 年"),
    ("letters before", "iPhone手机", "iphone 手机"),
    ("letters between", "中国GDP增长", "中国 gdp 增长"),
    ("accent before", "é年", "é 年"),
    ("emoji", "😀 hi 👩\u200d👩\u200d👧 ok", "hi ok"),
    ("emoji with a variation selector", "❤\ufe0f x", "x"),
    ("lone surrogates", "\ud800abc \udfff", "abc"),
    ("NUL", "a\x00b", "a b"),
]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in TABLE], ids=[case[0] for case in TABLE])
def test_table(text: str, expected: str) -> None:
    assert tokens(text) == expected.split(" ") if expected else tokens(text) == []


def test_capitals_without_a_composed_form() -> None:
    """The capital of ΰ has no composed form; folding it must still give the same word."""
    assert tokens("προΰπαρξη".upper()) == tokens("προΰπαρξη")


@pytest.mark.parametrize("character", "日々ぁンｱกກកက𠮷")
def test_scripts_without_spaces(character: str) -> None:
    assert writes_no_spaces(character)


@pytest.mark.parametrize("character", "aßжक한ع1. ")
def test_scripts_with_spaces(character: str) -> None:
    assert not writes_no_spaces(character)


# All of Unicode, with more of what matters here: marks, scripts without spaces, letters that fold to several.
_TEXT = st.lists(
    st.text(max_size=5)
    | st.text(
        "aZ9_'- ·\u00ad\u0387\u2027é\u0301\u0308\u0345\u3099ßİΣςǰΐﬁ日本語々がカ・ｶﾞกำາសမြक्षि한\u200d\ufe0f", max_size=8
    )
    | st.text(st.characters(categories=["Mn", "Mc", "Me", "Lo", "Cs", "Nd"]), max_size=4)
).map("".join)


@given(_TEXT, _TEXT)
def test_tokens_of_joined_texts_are_joined(first: str, second: str) -> None:
    assert tokens(first + " " + second) == tokens(first) + tokens(second)


@given(_TEXT)
@example("\u212a")  # the Kelvin sign, which composes to an ASCII letter
def test_composition_makes_no_difference(text: str) -> None:
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert tokens(composed) == tokens(decomposed) == tokens(text)


def _folded(text: str) -> str:
    """Return Unicode's caseless form, composed."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())


@given(_TEXT)
def test_tokens_are_folded_words(text: str) -> None:
    for token in tokens(text):
        assert token
        assert token == _folded(token)
        assert not any(character.isspace() or character == "_" for character in token)
        assert all(character.isalnum() or unicodedata.category(character)[0] == "M" for character in token)


@given(_TEXT)
def test_nothing_is_left_out_and_order_is_kept(text: str) -> None:
    """Every letter and digit of the folded text is in the tokens, in order (bigrams hold inner characters twice)."""
    folded = _folded(text)
    rest = iter("".join(tokens(text)))
    assert all(character in rest for character in folded if character.isalnum())


@given(st.text("abcXYZ019 .,_-'"))
def test_the_ascii_shortcut_equals_the_general_path(text: str) -> None:
    """A letter beyond ASCII in front forces the general path."""
    assert tokens("é " + text) == ["é", *tokens(text)]


@given(st.text(max_size=4) | st.text("·\u00ad\u0301\u0345\u0338a日=", max_size=6))
@example("\u0345")  # a mark that becomes a letter
@example("\ud800_")
def test_whether_there_are_words_is_known_without_them(text: str) -> None:
    assert has_words(text) is bool(tokens(text))
