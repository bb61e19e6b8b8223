"""Wikitext to paragraphs: cases worked by hand, texts whose words are known by construction, and hostile input."""

from __future__ import annotations

import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal.corpus.readers.wikitext import paragraphs
from vicinal.corpus.readers.wikitext_templates import is_disambiguation, is_stub, template_names

CASES = {
    # Text and its marks
    "'''Oslo''' is a ''big'' '''''town'''''.": ["Oslo is a big town."],
    "Two\nlines.\n\nNext one.": ["Two lines.", "Next one."],
    "One.\n\n\n \n\t\nTwo.": ["One.", "Two."],
    "L'''Iliade'' et l''''Odyssée'''": ["L'Iliade et l'Odyssée"],
    "The dog's '''''bone''' is'' old": ["The dog's bone is old"],
    "AT&amp;T &lt;b&gt; 5&nbsp;km &ndash; x &#233;&#xe9; &notit &bogus;": ["AT&T <b> 5 km – x éé &notit &bogus;"],
    "soft&shy;ly, left&lrm;right": ["softly, leftright"],
    "東京は\n首都です。": ["東京は首都です。"],
    "東京は、\n首都です。": ["東京は、首都です。"],
    "": [],
    "\n\n----\n...\n": [],
    "Above\n----\nbelow": ["Above", "below"],
    # Links
    "A [[town]], [[town|two towns]], [[bus]]es, [[a#b|c]] and [[Paris (city)|]].": [
        "A town, two towns, buses, c and Paris."
    ],
    "[[:Category:Towns]] and [[wikt:word|word]]": ["Category:Towns and word"],
    "See [https://example.org the ''best'' site] or [//example.org that] or [ftp://a.org].": [
        "See the best site or that or."
    ],
    "Read https://example.org now.": ["Read https://example.org now."],
    "A[[Category:Towns]] b[[Kategorie:Orte]] [[Catégorie:Villes|x]]c": ["A b c"],
    "[[File:a.jpg|thumb|A [[link|with]] [[File:b.jpg|one]] {{t|x}}\nin two lines]]Text": ["Text"],
    "[[Datei:a.jpg|mini]]Text [[Image:b.png]]and [[Fichier:c.png|x]]more": ["Text and more"],
    "Text.\n\n[[de:Oslo]]\n[[fr:Oslo]] [[nds-nl:Oslo]]\n[[simple:Oslo]]": ["Text."],
    "The fair [[re:publica]] is in Berlin.": ["The fair re:publica is in Berlin."],
    # Templates
    "{{Infobox\n| a = {{b|{{c}}}}\n| d = [[e|f]]\n|}}\nText": ["Text"],
    "A {{t}} b{{t|x=1}}, c {{t|{{t}}|[[x]]}}.": ["A b, c."],
    "{{lang|fr|Bonjour}}, {{lang-de|Guten Tag}}, {{nowrap|two words}}": ["Bonjour, Guten Tag, two words"],
    "{{Lang|fr|2=a = b}} {{transl|ar|ALA|Abū}} {{ill|Foo|de|Fu|lt=a foo}}": ["a = b Abū a foo"],
    "{{convert|5|km}}, {{convert|5|km|mi|0}}, {{cvt|5|-|10|m}}, {{convert|6|ft|2|in|m}}": [
        "5 km, 5 km, 5–10 m, 6 ft 2 in"
    ],
    "{{convert|3|by|4|m}} {{convert|7}} {{val|5.2|u=kg}} {{formatnum:1,234}}": ["3 by 4 m 5.2 kg 1,234"],
    "one{{snd}}two{{'s}} {{circa|900|950}}": ["one – two's c. 900–950"],
    "He said:\n{{quote|We came. We saw.|Caesar}}\nThen he left.": ["He said:", "We came. We saw.", "Then he left."],
    "{{{1|x}}} {{a|{{{2|{{b}}}}}}} y": ["y"],
    "Paris ({{x}}) is ({{a}}, {{b}}; {{lang|fr|c}}, {{d}}) here ( ).": ["Paris is (c) here."],
    "one {{x}}, {{y}}, two {{z}}.": ["one, two."],
    # Tags
    "a<ref>b</ref> c<ref name=d /> e<REF name='f'>g\n\nh</REF >.": ["a c e."],
    "a<br>b<br />c<br/>\n<BR>d": ["a b c", "d"],
    "H<sub>2</sub>O <small>is <span style='x'>wet</span></small>": ["H2O is wet"],
    "if a <b and c> d, or x < y > z": ["if a d, or x < y > z"],
    "a <unknown>b</unknown>": ["a <unknown>b</unknown>"],
    "x <math>a < b | c</math> y <gallery>\nFile:a|b\n</gallery>z": ["x y z"],
    "<nowiki>[[no]] ''link'' {{x}} &amp;lt;</nowiki> '''b'''": ["[[no]] ''link'' {{x}} &lt; b"],
    "<nowiki>* no item &#39;</nowiki><nowiki></nowiki>": ["* no item '"],
    "a<!-- x\n\n[[y {{z --> b": ["a b"],
    "a\n<!-- alone -->\nb": ["a b"],
    "a<!-- never closed": ["a"],
    "<div class='x'>One.</div><p>Two.</p>Three.": ["One.", "Two.", "Three."],
    "<ul><li>one</li><li>two</li></ul>": ["one\ntwo"],
    "<includeonly>no</includeonly><noinclude>yes</noinclude>": ["yes"],
    "__NOTOC__A __FORCETOC__ b__KEIN_INHALTSVERZEICHNIS__ a__b__c": ["A b a__b__c"],
    # Tables
    "A\n{|\n! b\n|-\n| c || [[d|e]]\n{|\n| f\n|}\n| g\n|}\nh": ["A", "h"],
    ":{| class='x'\n| a\n|}\nText": ["Text"],
    "{{t|\n{|\n| a\n|}}}Text": ["Text"],
    "<table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table>Text": ["Text"],
    # Lists
    "There are:\n* one,\n** two\n# three\n:four\n; five\nText": ["There are:\none,\ntwo\nthree\nfour\nfive", "Text"],
    "* {{x}}\n* a\n*\n* b": ["a\nb"],
    "* a\n\n* b": ["a", "b"],
    # Sections
    "A.\n== History ==\nB.\n=== Early ===\nC.": ["A.", "B.", "C."],
    "A.\n==See also==\n* x\n===More===\ny\n== Life ==\nB.\n=== ''References'' ===\nz\n==End==\nC.": ["A.", "B.", "C."],
    "A.\n== Weblinks ==\nx\n== Literatur: ==\nx": ["A."],
    "A.\n==\n= x": ["A. == = x"],
    # What was never closed, or never opened
    "A [[town is here.\n\nNext [[one]].": ["A town is here.", "Next one."],
    "A [[town|place is here.\n\nNext.": ["A place is here.", "Next."],
    "[[File:a.jpg|thumb|never closed\n\nText [[x]].": ["Text x."],
    "{{Infobox\n| a = b\n| c = {{d}}\n\nText [[x]]. {{f}}\n\nMore.": ["Text x.", "More."],
    "{{a|b [[c}} d]] e": ["d e"],
    "a }} b ]] c |} d </ref> e --> f": ["a b c |} d e --> f"],
    "{| class='x'\n| a\n! b\n|-\n\nText.": ["Text."],
    "a<ref>b": ["ab"],
    "a {| b": ["a {| b"],
    "<b>a": ["a"],
}


@pytest.mark.parametrize(("wikitext", "expected"), CASES.items())
def test_cases(wikitext: str, expected: list[str]) -> None:
    assert paragraphs(wikitext) == expected


def test_namespaces_of_a_wiki_can_be_given() -> None:
    assert paragraphs("[[Pildi:a.jpg|x]]Text") == ["xText"]
    assert paragraphs("[[Pildi:a.jpg|x]]Text", ["Pildi"]) == ["Text"]


def test_line_ends_and_control_characters() -> None:
    assert paragraphs("One\r\ntwo.\r\n\r\nThree\x00\x0bfour\x0c.\u2028five") == ["One two.", "Three four. five"]


Marked = tuple[str, list[str]]  # a wikitext, and the words it must give

_word = st.text(st.sampled_from("abcdeéßяあ한1"), min_size=1, max_size=6).map(lambda word: (word, [word]))


# What stands around words, and whether it keeps them.
_wrappers: st.SearchStrategy[tuple[str, str, bool]] = st.sampled_from(
    [
        ("[[Target|", "]]", True),
        ("<small>", "</small>", True),
        ("{{lang|xx|", "}}", True),
        ("<span class='a'>", "</span>", True),
        ("{{unknown|a=b|", "}}", False),
        ("[[File:a.jpg|thumb|", "]]", False),
        ("{{{1|", "}}}", False),
        ("\n{|\n| ", "\n|}", False),
    ]
)


def _wrapped(content: st.SearchStrategy[Marked]) -> st.SearchStrategy[Marked]:
    def wrap(parts: tuple[list[Marked], tuple[str, str, bool]]) -> Marked:
        inner, (before, after, keeps) = parts
        text = " ".join(text for text, _ in inner)
        return f"{before}{text}{after}", [word for _, words in inner for word in words] if keeps else []

    return st.tuples(st.lists(content, min_size=1, max_size=4), _wrappers).map(wrap)


_marked = st.recursive(
    st.one_of(
        _word, st.sampled_from([("<ref>[[x {{y</ref>", []), ("<!-- ]] -->", []), ("<br>", []), ("'''b'''", ["b"])])
    ),
    _wrapped,
    max_leaves=25,
)


@given(st.lists(_marked, max_size=6))
def test_words_of_well_formed_wikitext_are_kept_or_left_out(content: list[Marked]) -> None:
    text = " ".join(text for text, _ in content)
    assert " ".join(paragraphs(text)).split() == [word for _, words in content for word in words]


_ANY = (
    "{{~}}~{{{~}}}~[[~]]~|~{|~|}~|}}~\n~\n\n~<ref>~</ref>~<b>~</b>~<!--~-->~''~'''~'''''~==~*~#~:~;~(~)~,~.~a~b~"
    "lang|~File:~de:~&amp;~&~<nowiki>~</nowiki>~<table>~</table>~<br>~[http://x~]~__X__~=~!~-~\\~\0~\f~é~ "
)
_MARKS = _ANY.split("~")


@given(st.lists(st.sampled_from(_MARKS), max_size=60).map("".join))
def test_any_wikitext_gives_clean_paragraphs(text: str) -> None:
    for paragraph in paragraphs(text):
        assert any(map(str.isalnum, paragraph))
        for line in paragraph.split("\n"):
            assert line == " ".join(line.split())
            assert line


@given(st.text(st.characters(categories=("L", "Nd")), min_size=1, max_size=40))
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert paragraphs(f"{text} {text}") == [f"{text} {text}"]


_ALONE = (
    "{{~}}~{{{~{{{{x~[[~]]~<b>~<x>~<ref>~<ref ~<div class='~<~<!--~<!-- -->~[[a\n~\n{{x~{{lang|fr|~'~'''''a ~"
    "''a'''b~[http://a ~[http://~== a ~=~* <b>\n~[[<i>{{~[[File:a|~, ~,~(~( , ~ ;~\n~\n ~<br>~<br> ~__A~&~&#~"
    "<nowiki>~\n:::~<li>~</ref~{{=}}~[[a (~[[a (x)|]]~a\n~a\n\n~* a\n~ .~{{a|b}}~-~{{#if:~|~{|\n~\n|}~{|"
)


def _steps(text: str) -> int:
    """Return how many functions are called, of Python's own too, while a text is read."""
    steps = 0

    def count(*_: object) -> None:
        nonlocal steps
        steps += 1

    sys.setprofile(count)
    try:
        paragraphs(text)
        template_names(text)
    finally:
        sys.setprofile(None)
    return steps


@pytest.mark.parametrize("mark", _ALONE.split("~"))
def test_hostile_pages_take_steps_in_proportion_to_their_length(mark: str) -> None:
    """A parser that goes back over the text would take sixteen times as many for a text four times as long."""
    assert _steps(mark * (40_000 // len(mark))) <= 4.5 * _steps(mark * (10_000 // len(mark))) + 1000


def test_hostile_pages_of_many_marks() -> None:
    """Long enough to take minutes where a single search goes back over the text."""
    choose = random.Random(1)
    texts = ["".join(choose.choices(_MARKS, k=50_000)) for _ in range(4)]
    texts += ["[[a|" * 30_000 + "]]" * 30_000, "{{lang|fr|x" * 15_000 + "}}" * 15_000, "{|\n| [[a {{b|" * 9000]
    texts += [mark * (200_000 // len(mark)) for mark in _ALONE.split("~")]
    for text in texts:
        for paragraph in paragraphs(text):
            assert paragraph == paragraph.strip()
        template_names(text)


@pytest.mark.parametrize(
    ("title", "wikitext", "expected"),
    [
        ("Mole", "A list.\n{{disambiguation}}", True),
        ("Mole", "{{ Disambig |geo}}", True),
        ("Mole", "{{hndis|Mole, A}}", True),
        ("Mole", "{{School disambiguation}}", True),
        ("Mole", "{{Begriffsklärung}}", True),
        ("Mole", "__DISAMBIG__", True),
        ("Mole (disambiguation)", "", True),
        ("Maulwurf (Begriffsklärung)", "", True),
        ("Mole", "{{other uses|Mole (disambiguation)}} A mole{{disambiguation needed}} digs.", False),
        ("Disambiguation", "Text", False),
    ],
)
def test_disambiguation_pages_are_known(title: str, wikitext: str, expected: bool) -> None:
    assert is_disambiguation(title, wikitext, template_names(wikitext)) is expected


@pytest.mark.parametrize(
    ("wikitext", "expected"),
    [
        ("{{stub}}", True),
        ("{{Tech-stub}}", True),
        ("{{UK_history stub}}", True),
        ("{{Ébauche|bateau}}", True),
        ("{{stubborn}} stub {{not|stub}}", False),
    ],
)
def test_stubs_are_known(wikitext: str, expected: bool) -> None:
    assert is_stub(template_names(wikitext)) is expected
