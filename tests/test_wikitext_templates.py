"""Templates that show text inside a sentence, and sections that are lists or prose."""

from __future__ import annotations

import pytest

from tests.test_wikitext import _steps
from vicinal.corpus.readers.wikitext import paragraphs

SHOWN = {
    # Dates
    "{{As of|2011}}, it was {{as of|2011|5|lc=y}}.": "As of 2011, it was as of May 2011.",
    "{{as of|2011|05|04}} {{as of|2011|5|4|df=US}}": "As of 4 May 2011 As of May 4, 2011",
    "{{as of|2011|alt=In 2011}} {{as of|2012|since=y|lc=y}} {{as of|2012|bare=y}} {{as of}}": "In 2011 since 2012 2012",
    "{{birth date|1815|12|10}} {{death date|1852|11|27|df=yes}} {{start date|1900|3}}": (
        "December 10, 1815 27 November 1852 March 1900"
    ),
    "{{date|14|juillet|1789}}, {{date|2009-12-31|dmy}}": "14 juillet 1789, 2009-12-31",
    "She was {{age|1815|12|10|1852|11|27}}, he is {{age|1990|1|1}}.": "She was 36, he is.",
    "{{OldStyleDate|February 2|1905|January 20}}": "February 2 [O.S. January 20] 1905",
    "{{circa|900|950}} {{floruit|1200}} {{reign|1210|1220}}": "c. 900–950 fl. 1200 r. 1210–1220",
    "au {{s|XIX}}, le 3{{e}}, {{1er}}": "au XIXe siècle, le 3e, 1er",
    # Numbers and measures
    "{{convert|22|e6acre|km2}} {{convert|52419|sqmi|km2|abbr=out}}": "22 million acres 52419 sq mi",
    "{{convert|90|°F}} {{convert|18|C|F}} {{convert|3|km2}} {{convert|2|m3/s}}": "90 °F 18 °C 3 km² 2 m³/s",
    "{{convert|400|to|670|mm|1|abbr=on}} {{convert|2|by|3|by|4|m}}": "400 to 670 mm 2 by 3 by 4 m",
    "{{convert|1+1/2|in|mm}} {{convert|20|m|ft|adj=mid|-high}} tower": "1 1/2 in 20 m-high tower",
    "{{convert|5|koilbbl/d}} {{convert|7|PD/sqmi}} {{convert|10|LT}}": "5 thousand barrels/d 7/sq mi 10 long tons",
    "{{val|6.241|e=18}} {{val|30000|u=C}} {{val|1.5|0.2|ul=m|up=s}}": "6.241×10¹⁸ 30000 C 1.5±0.2 m/s",
    "3{{e|8}} {{x10|-3}}": "3×10⁸ ×10⁻³",
    "{{frac|2}} {{sfrac|3|4}} {{frac|1|3|4}} {{Bruch|1|2}}": "1/2 3/4 1 3/4 1/2",
    "{{ordinal|1}} {{ordinal|12}} {{ord|23}} {{gaps|1|000|000}}": "1st 12th 23rd 1000000",
    "{{US$|2 billion}} {{INR}}40 {{€|5}} {{unité|5|km}}": "US$2 billion ₹40 €5 5 km",
    # Chemistry and mathematics
    "{{chem|H|2|O}} {{chem2|CO2}} {{fchim|CO|2}} {{chem|C|''n''|H|2''n''+2}}": "H2O CO2 CO2 CnH2n+2",
    "{{math|1=a = b}} {{mvar|x}} {{radic|2}} {{pi}}": "a = b x √2 π",
    # Places
    "at {{coord|13|19|N|169|9|W|type:event|name=Splash}}.": "at 13°19′N 169°9′W.",
    "at {{Coord|44.1|-87.9}} or {{coord|1|2|3|S|4|5|6|E|display=inline,title}}": "at 44.1°N 87.9°W or 1°2′3″S 4°5′6″E",
    "Here.{{coord|32.7|-86.7|display=title}} {{coord|bad}}": "Here.",
    # Sounds
    "{{IPA|/a/}} {{IPA|de|ˈapfl̩}} {{IPA-fr|alɛ̃|lang}} {{API|ø}}": "/a/ [ˈapfl̩] [alɛ̃] ø",
    "{{IPAc-en|audio=x.ogg|ˈ|f|iː|b|_|z|US|En-us-x.ogg}} {{respell|FEE|bəs|_|lee}}": "/ˈfiːb z/ FEE-bəs lee",
    "{{angbr|e}} {{angle bracket|{{IPA|a}}}} {{IPAslink|ʃ}} {{music|flat}}": "⟨e⟩ ⟨a⟩ /ʃ/ ♭",
    # Ships
    "{{USS|Hornet|CV-12}} {{HMS|Hood|51|6}} {{SS|Great Western||2}} {{MV|Dara}}": (
        "USS Hornet (CV-12) HMS Hood Great Western MV Dara"
    ),
    "{{ship|French brig|Alcyon|1802|6}} {{ship||Fram}} {{sclass|Iowa|battleship}} {{sclass|Iowa|battleship|1}}": (
        "French brig Alcyon Fram Iowa-class battleship Iowa class"
    ),
    # Languages
    "{{lang|fr|Bonjour}} {{langx|ru|мир|mir}} {{lang-de|Welt|links=no}} {{enS|world}}": "Bonjour мир Welt world",
    "{{transl|ja|dō}} {{translit|ar|DIN|ʿAbd}} {{script/Arabic|سلام}}": "dō ʿAbd سلام",
    '{{nihongo|"health"|元気|genki}} {{nihongo||道|dō}} {{nihongo3|way|道|dō}} {{japonais|voie|道}}': (
        '"health" (元気, genki) 道, dō dō (道, way) voie (道)'
    ),
    "{{zh|c=道|p=dào|links=no}}": "Chinese: 道; pinyin: dào",
    "{{ill|Foo|de|Fu}} {{ill|de|Old title|Alter Titel|a label}} {{lien|Titre|texte=un mot}}": "Foo a label un mot",
    "Works: {{hlist |''Nets'' |''Tides''}}": "Works: Nets · Tides",
    # Shape
    "{{nowrap|a b}} {{small|c}} {{sub|1}}{{sup|2}} {{mono|d}} {{code|e}} {{sc|ad}} {{abbr|f|g}}": "a b c 12 d e ad f",
    "one{{spaced ndash}}two{{em dash}}three{{nbsp}}four{{'s}}{{' \"}}": "one – two—three four's' \"",
    "{{Template:Nowrap|a}} {{color|red|b}} {{resize|90%|c}} {{sic}} {{sic|d}}": "a b c [sic] d",
    "{{bibleverse||Mark|3:25|KJV}} {{harvtxt|Boole|Jevons|1874|p=3}}": "Mark 3:25 Boole and Jevons (1874)",
    "a{{sfn|Boole|1854}}{{refn|x}}{{efn|y}}{{citation needed|date=May}}{{rp|3}}{{who}}{{ISBN|1}}.": "a.",
    "''a''<sub>''b''</sub> ''c''<ref>x</ref>''d''": "ab cd",
}


@pytest.mark.parametrize(("wikitext", "expected"), SHOWN.items())
def test_what_templates_show_in_a_sentence(wikitext: str, expected: str) -> None:
    assert paragraphs(wikitext) == [expected]


def test_a_place_on_a_line_of_its_own_is_no_prose() -> None:
    assert paragraphs("One.\n\n{{coord|32.7|-86.7}}\n\nTwo.") == ["One.", "Two."]


def test_quotations_and_columns_are_paragraphs() -> None:
    assert paragraphs("He said: {{blockquote|We came.|Caesar}} Then:") == ["He said:", "We came.", "Then:"]
    assert paragraphs("{{columns-list|colwidth=9em|\n* one\n* two\n}}") == ["one\ntwo"]
    assert paragraphs("Elle dit :\n{{citation bloc|Il pleut.}}") == ["Elle dit :", "Il pleut."]


PROSE = (
    "The first poems of the island were sung by fishermen, who kept them for three hundred years without paper. In "
    "1840 a teacher wrote them down, and since then every school has used his book."
)
PROSA = (
    "Die ersten Lieder der Insel wurden von Fischern gesungen, die sie dreihundert Jahre lang ohne Papier bewahrten. "
    "Erst 1840 schrieb ein Lehrer sie auf, und seither liest man sein Buch in jeder Schule."
)
JAPANESE = (
    "島の最初の歌は漁師たちが歌い、三百年のあいだ紙なしで伝えられた。"
    "一八四〇年に一人の教師がそれを書き留め、その本は今もすべての学校で読まれている。"
)
BOOKS = (
    "* Ann Rowe: ''Songs of the Island''. Harbour Press, 1902.\n* {{cite book|title=Nets}}\n* Tom Lee, ''Tides'' (1911)"
)
ENTRIES = (
    "Rowe, Ann (1902). ''Songs of the Northern Island''. Port Ellis: Harbour Press, pp. 3–18.\n\n"
    "Lee, Thomas and Mary Byrne (1911). ''Tides and Nets''. London: Quay Books, 2nd edition."
)


@pytest.mark.parametrize(
    "name", ["Literature", "Further reading", "Bibliography", "Notes", "Sources", "''Literature''"]
)
def test_a_section_is_left_out_if_it_is_a_list(name: str) -> None:
    start = f"A.\n== {name} ==\n"
    assert paragraphs(f"{start}{PROSE}\n== End ==\nB.") == ["A.", PROSE, "B."]
    for listed in (BOOKS, ENTRIES, "Some books are listed here.\n" + BOOKS, "See the list.", "", f"{BOOKS}\n{ENTRIES}"):
        assert paragraphs(f"{start}{listed}\n== End ==\nB.") == ["A.", "B."]


@pytest.mark.parametrize(
    ("name", "text"),
    [("Literatur", PROSA), ("Littérature", PROSE), ("Literatura", PROSE), ("Quellen", PROSA), ("Notes", JAPANESE)],
)
def test_sections_of_prose_in_other_languages(name: str, text: str) -> None:
    assert paragraphs(f"A.\n== {name} ==\n{text}") == ["A.", text]
    assert paragraphs(f"A.\n== {name} ==\n{BOOKS}\n* {text}") == ["A."]


def test_prose_with_a_short_list_is_kept_whole_and_a_subsection_is_judged_with_it() -> None:
    found = paragraphs(f"== Literature ==\n{PROSE}\n* one book\n=== Early ===\n{PROSE}\n=== References ===\n{BOOKS}")
    assert found == [f"{PROSE}\none book", PROSE]
    assert paragraphs(f"A.\n== Bibliography ==\n=== Novels ===\n{BOOKS}\n=== Essays ===\n{BOOKS}\n== B ==\nC.") == [
        "A.",
        "C.",
    ]


def test_sections_of_links_and_references_are_left_out_whatever_they_hold() -> None:
    for name in ("References", "See also", "External links", "Einzelnachweise", "Voir aussi"):
        assert paragraphs(f"A.\n== {name} ==\n{PROSE}") == ["A."]


_HOSTILE = (
    "{{convert|1|to|~{{convert|~|to|1~{{coord|1~{{coord|1|N|~{{chem|H|~{{val|1|e=~{{frac|1|~{{IPAc-en|a|~{{nihongo|~"
    "{{as of|1~{{birth date|1|~{{respell|a|_|~{{bibleverse|1|~\n== Literature ==\n~\n=== Notes ===\na b c\n~"
    "''<b>''~1~.~1+1/~{{e|1~{{sclass|~{{harvtxt|a|~{{zh|p=~{{99=~|99=a"
)


@pytest.mark.parametrize("mark", _HOSTILE.split("~"))
@pytest.mark.parametrize("end", ["", "}}", "x}}"])
def test_hostile_arguments_take_steps_in_proportion_to_their_length(mark: str, end: str) -> None:
    def page(length: int) -> str:
        return f"{{{{convert|{mark * (length // len(mark))}{end}"

    assert _steps(page(40_000)) <= 4.5 * _steps(page(10_000)) + 1000


@pytest.mark.parametrize(
    "name", ["convert", "coord", "val", "frac", "e", "IPA", "ordinal", "as of", "age", "ill", "cvt"]
)
def test_hostile_arguments_do_not_take_long(name: str) -> None:
    """Long enough to take minutes where a pattern goes back over the text."""
    for argument in ("1" * 200_000 + "x", "1|to|" * 40_000, "1+1/" * 50_000, "a-" * 100_000 + "1", "." * 200_000 + "x"):
        for text in (f"{{{{{name}|{argument}}}}}", f"{{{{{name}|1|{argument}|km}}}}"):
            assert len(paragraphs(text)) <= 1
