"""How plain text is read: which layout `auto` recognises, alone and for texts that belong together, and headings."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document
from vicinal.extract.block import Block
from vicinal.extract.content import Content
from vicinal.text.reading import Read, Reading, read, settled

STORY = [
    "The ferry left the island at seven. Nobody stood on the pier. It was grey, and a cold wind blew from the west.",
    "Marta counted the boxes twice. One was missing! She asked the captain, who only shrugged and looked at the sky.",
    "“We cannot turn back now,” he said. “The storm will be here by noon, and there is no harbour on the way.”",
    "At last she found it under the stairs. Somebody had used it as a seat, and it still smelled of oranges.",
]
SENTENCES = [
    "The ferry left the island at seven.",
    "Nobody stood on the pier.",
    "Marta counted the boxes twice.",
    "One was missing!",
    "She asked the captain, who only shrugged.",
    "At last she found it under the stairs.",
]
WRAPPED = "\n\n".join(textwrap.fill(paragraph, 50) for paragraph in STORY)

# (what, text, language, how it is read)
LAYOUTS = [
    ("a paragraph a line", "\n".join(STORY), None, "paragraphs"),
    ("a paragraph a line, CRLF", "\r\n".join(STORY), None, "paragraphs"),
    (
        "a paragraph a line, blank lines between some",
        f"{STORY[0]}\n{STORY[1]}\n\n{STORY[2]}\n{STORY[3]}",
        None,
        "paragraphs",
    ),
    ("a paragraph a line below a heading", "The missing box\n" + "\n".join(STORY), None, "paragraphs"),
    (
        "a paragraph a line, each below a heading",
        "\n".join(f"{n} Part {n}\n{text}" for n, text in enumerate(STORY, 1)),
        None,
        "paragraphs",
    ),
    ("a paragraph a line, one that lacks its stop", "\n".join([*STORY, STORY[0][:-1], STORY[1]]), None, "paragraphs"),
    ("a paragraph a line, some of one sentence", "\n".join([*STORY, *SENTENCES[:2]]), None, "paragraphs"),
    ("a sentence a line", "\n".join(SENTENCES), None, "lines"),
    ("a sentence a line, marked headings", "\n== At sea ==\n".join(["\n".join(SENTENCES)] * 2), None, "lines"),
    ("tokenised sentences in small letters", "\n".join(s.lower().replace(".", " .") for s in SENTENCES), None, "lines"),
    ("wrapped lines", WRAPPED, None, "prose"),
    ("wrapped lines, no blank lines", WRAPPED.replace("\n\n", "\n"), None, "prose"),
    ("wrapped lines that are narrow", textwrap.fill(STORY[1], 20), None, "prose"),
    ("everything on one line", " ".join(STORY), None, "prose"),
    ("blank lines, and a wrapped line that happens to end", f"{STORY[0]}\n\n{STORY[1]}\n{STORY[2]}", None, "prose"),
    ("a paragraph a line, blank lines between all", "\n\n".join(STORY), None, "prose"),
    (
        "an e-mail",
        "Dear Anna,\n\nthank you for the photos of the garden. They arrived on\nTuesday, and I have shown them to "
        "everybody here. Are\nthe roses by the gate the ones that we planted together?\n\nBest wishes\nTom",
        None,
        "prose",
    ),
    (
        "easy language: a sentence on two lines",
        "Am Sonntag ist Wahl.\nSie können wählen,\nwenn Sie 18 Jahre alt sind.\nDas Wahl-Lokal ist offen\n"
        "von 8 Uhr bis 18 Uhr.\nSie brauchen Ihren Ausweis.\nIhr Stimm-Zettel\nbleibt geheim.",
        "de",
        "prose",
    ),
    (
        "easy language: a sentence a line",
        "Am Sonntag ist Wahl.\nSie können wählen.\nDafür müssen Sie 18 Jahre alt sein.\nSie brauchen Ihren Ausweis.\n"
        "Das ist wichtig:\nIhr Stimm-Zettel bleibt geheim.",
        "de",
        "lines",
    ),
    (
        "a poem",
        "The lamp is out, the window dark,\nand all along the river park\nthe benches wait for morning light\n"
        "that took the long way home tonight.\n\nThe baker lifts his iron door,\nand flour whitens half the floor;\n"
        "he hums a song he never learned\nwhile in the stove the ashes burned.",
        None,
        "prose",
    ),
    (
        "German nouns at the beginning of wrapped lines",
        "Der alte Leuchtturm steht seit dem Jahr 1870 auf der\nKlippe über der Bucht. Im Winter schlagen die hohen\n"
        "Wellen bis an seine Mauern, und der Wärter hört den\nSturm die ganze Nacht. Trotzdem wollte er nie in der\n"
        "Stadt leben.",
        "de",
        "prose",
    ),
    (
        "prose with a list",
        "These things are needed. We buy them today:\n- Milk and bread for the morning.\n- Two boxes of tea.\n\n"
        "Then we go home. It will be late.",
        None,
        "prose",
    ),
    (
        "Japanese, a paragraph a line",
        "船は七時に島を出た。風が強い。\n誰もいない。海は灰色だった。\n箱が一つない。探した。",
        "ja",
        "paragraphs",
    ),
    ("Japanese, a sentence a line", "船は七時に島を出た。\n誰もいない。\n箱が一つない。", "ja", "lines"),
    (
        "Chinese, wrapped",
        "渡船早上七点离开了小岛，码头上一个人\n也没有，海面是灰色的，冷风从西边吹来\n。她数了两遍箱子，少了一个。",
        "zh",
        "prose",
    ),
    ("no stops", "milk\nbread\ntwo boxes of tea", None, "lines"),
    ("nothing", "", None, "prose"),
]


@pytest.mark.parametrize(("text", "language", "split"), [case[1:] for case in LAYOUTS], ids=[c[0] for c in LAYOUTS])
def test_layouts_are_recognised(text: str, language: str | None, split: str) -> None:
    assert settled(Reading(language), [text]).split == split


def test_a_line_is_a_paragraph() -> None:
    document = Document.from_text("\ufeff" + "\n".join(STORY) + "\n")
    assert document.paragraphs == Document.from_text("\n\n".join(STORY)).paragraphs
    assert [len(paragraph) for paragraph in document.paragraphs] == [3, 3, 2, 2]


def test_blank_lines_make_no_difference_between_paragraphs() -> None:
    text = "\n\n".join(STORY)
    assert Document.from_text(text, split="paragraphs") == Document.from_text(text, split="prose")


def test_a_given_split_is_kept() -> None:
    for split in ("prose", "paragraphs", "lines"):
        assert settled(Reading(split=split), ["\n".join(STORY), "\n".join(SENTENCES)]).split == split


# (what, texts that belong together, how they are read)
TOGETHER = [
    ("both a sentence a line", ["\n".join(SENTENCES), "\n".join(SENTENCES[::-1])], "lines"),
    ("one of a single line says nothing", [SENTENCES[0], "\n".join(SENTENCES)], "lines"),
    ("one holds everything on one line", [" ".join(STORY), "\n".join(SENTENCES)], "paragraphs"),
    ("one with several sentences a line", ["\n".join(SENTENCES), "\n".join(STORY)], "paragraphs"),
    ("one is wrapped", ["\n".join(SENTENCES), WRAPPED], "prose"),
    ("a short one is wrapped", ["\n".join(SENTENCES * 50), textwrap.fill(STORY[0], 50)], "prose"),
]


@pytest.mark.parametrize(("texts", "split"), [case[1:] for case in TOGETHER], ids=[case[0] for case in TOGETHER])
def test_texts_that_belong_together_are_read_alike(texts: list[str], split: str) -> None:
    assert settled(Reading(), texts).split == split
    assert settled(Reading(), texts[::-1]).split == split


def test_whether_all_is_in_lower_case_is_decided_once_for_a_document() -> None:
    cell = "pens and paper, inks. for the class, with the names of all who came. and those who did not, by the way."
    reading = Reading("en", "paragraphs", is_settled=True)
    contents: list[Content] = [f"The list.\n{cell}", (Block("The list."), Block(cell))]
    for found in read(contents, reading):
        assert found.paragraphs[-1] == (cell,)
    small, smaller = read([(Block("he left. she stayed."), Block("it rained.")), "he left. she stayed."], reading)
    assert small.paragraphs == (("he left.", "she stayed."), ("it rained.",))
    assert smaller.paragraphs == (("he left.", "she stayed."),)


def test_documents_with_markup_say_nothing() -> None:
    blocks = (Block("A title", heading=True), Block("One. Two."), Block("Three."))
    assert settled(Reading(), [blocks]).split == "prose"
    reading = settled(Reading(), [blocks, "\n".join(SENTENCES)])
    assert reading.split == "lines"
    assert read([blocks], reading) == [Read((("A title",), ("One.", "Two."), ("Three.",)), (0,), "en")]


def test_a_long_text_is_recognised_from_some_of_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []

    def counting(text: str, rules: str, is_lower: bool) -> list[str]:
        counted.append(len(text))
        return [] if is_lower else [text, rules]

    monkeypatch.setattr("vicinal.text.line_layout.sentences", counting)
    assert settled(Reading(), ["\n".join(STORY * 5000), " ".join(STORY * 5000)]).split == "paragraphs"
    assert len(counted) <= 100
    assert sum(counted) <= 40_000


PARAGRAPH = "The ferry left the island at seven. Nobody stood on the pier, and a cold wind blew from the west."

# (what, text, split, (headings, other paragraphs))
HEADINGS = [
    ("alone in its block", f"At sea\n\n{PARAGRAPH}", "prose", ["At sea"]),
    ("on top of its paragraph", f"At sea\n{textwrap.fill(PARAGRAPH, 40)}", "prose", ["At sea"]),
    ("on top of a later one", f"{PARAGRAPH}\n\nAt sea\n{textwrap.fill(PARAGRAPH, 40)}", "prose", ["At sea"]),
    ("a line of its own", f"At sea\n{PARAGRAPH}\nOn land\n{PARAGRAPH}", "paragraphs", ["At sea", "On land"]),
    ("in lines", "At sea\n\nThe ferry left.\nNobody came.\n\nOn land\n\nIt was late.", "lines", ["At sea", "On land"]),
    ("title and heading", f"The missing box\n\nAt sea\n\n{PARAGRAPH}", "prose", ["The missing box", "At sea"]),
    ("numbers", f"3.2 Results\n{PARAGRAPH}\n4. Ferries\n{PARAGRAPH}", "paragraphs", ["3.2 Results", "4. Ferries"]),
    ("a Roman number", f"IV. The end\n\n{PARAGRAPH}", "prose", ["IV. The end"]),
    ("capitals", f"AT SEA\n\n{PARAGRAPH}", "prose", ["AT SEA"]),
    ("an article of one letter", f"A quiet new boat\n\n{PARAGRAPH}", "prose", ["A quiet new boat"]),
    ("a question is none", f"What now?\n\n{PARAGRAPH}", "prose", []),
    ("in quotes", f"“At sea”\n\n{PARAGRAPH}", "prose", ["“At sea”"]),
    ("a number and a colon", f"{PARAGRAPH}\nPart 2: At sea\n{PARAGRAPH}", "paragraphs", ["Part 2: At sea"]),
    ("a title with a colon", f"At sea: a story\n{PARAGRAPH}", "paragraphs", ["At sea: a story"]),
    ("Japanese", "海の上\n\n船は七時に島を出た。誰もいない。", "prose", ["海の上"]),
    ("Arabic", "في البحر\n\nغادرت العبارة الجزيرة في السابعة. لم يكن أحد هناك.", "prose", ["في البحر"]),
    ("underlined", f"At sea\n======\n{textwrap.fill(PARAGRAPH, 40)}", "prose", ["At sea"]),
    ("underlined with dashes", f"{PARAGRAPH}\n\nAt sea\n-----\n\n{PARAGRAPH}", "prose", ["At sea"]),
    ("marked, in prose", f"{PARAGRAPH}\n== At sea ==\n{PARAGRAPH}", "prose", ["At sea"]),
    (
        "marked, a paragraph a line",
        f"==At sea==\n{PARAGRAPH}\n=== On land ===\n{PARAGRAPH}",
        "paragraphs",
        ["At sea", "On land"],
    ),
    ("marked, in lines", "It left.\n==== Why? ====\nNobody knew.", "lines", ["Why?"]),
    ("marked on one side", "It left.\n\n=== Why?\n\nNobody knew.", "lines", ["Why?"]),
    ("marked, at the end", f"{PARAGRAPH}\n\n== Links ==", "prose", ["Links"]),
    ("a last line is none", f"{PARAGRAPH}\n\nAt sea", "prose", []),
    ("a short line that ends a sentence is none", f"At sea!\n\n{PARAGRAPH}", "prose", []),
    ("a line that ends with a comma is none", f"Dear Anna,\n\n{PARAGRAPH}", "prose", []),
    ("small letters are none", f"at sea\n\n{PARAGRAPH}", "prose", []),
    ("a list item is none", f"- At sea\n\n{PARAGRAPH}", "prose", []),
    ("a number is none", f"{PARAGRAPH}\n\n12\n\n{PARAGRAPH}", "prose", []),
    ("a label is none", f"{PARAGRAPH}\nPrice: 20 euros\n{PARAGRAPH}", "paragraphs", []),
    ("a line before a small letter is none", f"The ferry\n\nleft the island at seven. {PARAGRAPH}", "prose", []),
    ("three short lines are a list", f"Milk\nBread\nTea\n{PARAGRAPH}", "paragraphs", []),
    ("a line as long as what follows is none", "The captain was a very old man\n\nHe died.", "prose", []),
    ("two signs of equality", f"{PARAGRAPH}\n\n== ==\n\n{PARAGRAPH}", "prose", []),
    ("a line of dashes between paragraphs", f"{textwrap.fill(PARAGRAPH, 40)}\n---\n{PARAGRAPH}", "prose", []),
    ("a wrapped line is none", textwrap.fill(PARAGRAPH, 40), "prose", []),
    ("a line inside of lines is none", "It left.\nNobody there\nIt was late.", "lines", []),
]


@pytest.mark.parametrize(("text", "split", "headings"), [case[1:] for case in HEADINGS], ids=[c[0] for c in HEADINGS])
def test_headings(text: str, split: str, headings: list[str]) -> None:
    document = Document.from_text(text, split=split)
    assert [document.paragraphs[number] for number in document.headings] == [(heading,) for heading in headings]
    rest = [p for number, p in enumerate(document.paragraphs) if number not in document.headings]
    without = Document.from_text(text, split=split, headings=False)
    assert without.paragraphs == tuple(rest)
    assert without.headings == ()


def test_a_heading_is_one_sentence() -> None:
    document = Document.from_text(f"== What? Where? 1. Why? ==\n{PARAGRAPH}")
    assert document.paragraphs[0] == ("What? Where? 1. Why?",)


_LINE = st.sampled_from(
    ["At sea", "== At sea ==", "It left.", "It left. It came.", "and went", "======", "- tea", "海の上", ""]
)


@given(st.lists(_LINE), st.sampled_from(["auto", "prose", "paragraphs", "lines"]))
def test_without_headings_the_rest_stays_the_same(lines: list[str], split: str) -> None:
    text = "\n".join(lines)
    document = Document.from_text(text, split=split)
    kept = tuple(p for number, p in enumerate(document.paragraphs) if number not in document.headings)
    assert Document.from_text(text, split=split, headings=False).paragraphs == kept
    assert all(len(document.paragraphs[number]) == 1 for number in document.headings)


@given(st.lists(st.text("aB. \n=-海。", max_size=30), max_size=4))
def test_the_order_of_texts_does_not_matter(texts: list[str]) -> None:
    assert settled(Reading(), texts) == settled(Reading(), texts[::-1])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("港では、\n魚を売る。", "港では、魚を売る。"),
        ("魚を売る\n（朝だけ）。", "魚を売る（朝だけ）。"),
        ("朝は\nTOKYOで", "朝は TOKYOで"),
        ("배가 섬을\n떠났다.", "배가 섬을 떠났다."),
        ("เรือออก\nจากเกาะ", "เรือออกจากเกาะ"),
    ],
)
def test_a_line_break_is_no_space_in_scripts_without_spaces(text: str, wanted: str) -> None:
    assert Document.from_text(text, "ja", split="prose").sentences == (wanted,)
