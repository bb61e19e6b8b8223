"""Headings in the global method: linked with headings only, by their spelling and by the prose below them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT
from tests.test_lattice import needs_compiled
from vicinal import Document, InputError
from vicinal.alignment import Alignment
from vicinal.gold import Gold, read_gold_lines
from vicinal.methods.global_.decoding import Group
from vicinal.methods.global_.headings import Sections, parted
from vicinal.methods.global_.method import COMPILED, PYTHON, Global
from vicinal.methods.global_.pooling import Pool
from vicinal.methods.global_.priors import PRIORS
from vicinal.similarity.tfidf import TfIdf
from vicinal.text.tokens import tokens
from vicinal.versions.consistent import align_versions


def page(text: str) -> Document:
    """Return the document of a text with a paragraph a line; `#` marks headings, `/` ends a sentence."""
    lines = [line.strip() for line in text.strip().splitlines()]
    paragraphs = [[part.strip() for part in line.lstrip("# ").split("/")] for line in lines]
    return Document(paragraphs, headings=[number for number, line in enumerate(lines) if line.startswith("#")])


def linked(alignment: Alignment) -> list[tuple[str, str]]:
    return [alignment.texts(link) for link in alignment.sentences]


def linked_headings(alignment: Alignment) -> list[tuple[str, str]]:
    headings = alignment.source.heading_sentences
    return [alignment.texts(link) for link in alignment.sentences if headings.issuperset(link.source)]


LIBRARY = page("""
    # City library of Brenton
    The library lends books, films and games to everybody in the county. / Registration requires an identity card.
    # Opening hours
    We are open from Monday to Friday between 9 am and 7 pm. / On Saturdays the library closes at 1 pm.
    # Fees
    Adults pay an annual fee of 20 euros. / Children and students borrow free of charge.
    # Contact
    Call us on weekdays at 555 0182. / You can also write an e-mail to the information desk.
    # Imprint
    Responsible for the content is the municipal cultural office.
""")
EASY_LIBRARY = page("""
    # The library in Brenton
    Everybody in the county can borrow books, films and games. / You need your identity card to register.
    # When can I come?
    The library is open Monday to Friday from 9 am to 7 pm. / On Saturdays it closes at 1 pm.
    # What does it cost?
    Adults pay 20 euros a year. / Children and students pay nothing.
    # Contact
    Our phone number is 555 0182. / You can also write an e-mail.
""")


def test_headings_without_a_word_in_common_belong_together_if_their_prose_does() -> None:
    alignment = Global()(LIBRARY, EASY_LIBRARY)
    assert linked_headings(alignment) == [
        ("City library of Brenton", "The library in Brenton"),
        ("Opening hours", "When can I come?"),
        ("Fees", "What does it cost?"),
        ("Contact", "Contact"),
    ]
    assert [(link.source, link.target) for link in alignment.paragraphs] == [((i,), (i,)) for i in range(8)]
    assert alignment.unaligned_target == ()


def test_links_cells_and_steps_are_in_order() -> None:
    alignment = Global()(LIBRARY, EASY_LIBRARY)
    found = [(link.source, link.target) for link in alignment.sentences]
    assert found == sorted(found)
    assert [y for _, y in alignment.cells] == list(range(len(EASY_LIBRARY.sentences)))
    assert [step.cell for step in alignment.steps] == list(alignment.cells)
    assert [step.stood for step in alignment.steps] == [None, *alignment.cells[:-1]]
    assert [step.vicinity for step in alignment.steps] == ["first", *["next"] * (len(alignment.steps) - 1)]
    contact = alignment.source.sentences.index("Contact")
    assert [step.similarity for step in alignment.steps if step.cell[0] == contact] == [1.0]


def test_prose_is_aligned_as_without_headings() -> None:
    whole, prose = (
        Global()(LIBRARY, EASY_LIBRARY),
        Global()(*(parted(side)[0].text for side in (LIBRARY, EASY_LIBRARY))),
    )
    headings = linked_headings(whole)
    scores = {whole.texts(link): link.score for link in whole.sentences}
    assert {text: score for text, score in scores.items() if text not in headings} == {
        prose.texts(link): link.score for link in prose.sentences
    }


def test_a_title_and_the_sentence_that_repeats_it() -> None:
    source = page("""
        # The night bus to the harbour
        The night bus to the harbour runs again. / It leaves at midnight from the market square.
    """)
    target = page("""
        The night bus to the harbour is back. / It starts at the market square at midnight.
    """)
    assert linked(Global()(source, target)) == [
        ("The night bus to the harbour runs again.", "The night bus to the harbour is back."),
        ("It leaves at midnight from the market square.", "It starts at the market square at midnight."),
    ]


FRUIT = page("""
    # Apples
    # Overview
    Apples grow on trees in cool climates. / They are harvested in autumn.
    # Storage
    Keep apples in a cool and dark cellar.
    # Pears
    # Overview
    Pears are softer than apples and ripen after picking. / Many kinds exist in Europe.
    # Storage
    Ripe pears must be eaten within three days.
    # Plums
    # Overview
    Plums have a stone and a blue skin.
""")


def test_of_the_same_heading_in_each_chapter_that_above_the_same_prose_is_taken() -> None:
    target = page("""
        # Pears
        # Overview
        Pears are soft. / They ripen after they are picked. / There are many kinds in Europe.
        # Storage
        Eat ripe pears within three days.
        # Plums
        # Overview
        Plums are blue and have a stone inside.
    """)
    alignment = Global()(FRUIT, target)
    first = FRUIT.sentences.index("Pears")
    found = [(link.source[0] - first, link.target[0]) for link in alignment.sentences]
    headings = target.heading_sentences
    assert [pair for pair in found if pair[1] in headings] == [(0, 0), (1, 1), (4, 5), (6, 7), (7, 8)]


def test_the_same_heading_above_other_prose_is_the_same_heading() -> None:
    source = page("""
        # Introduction
        The first thing that a visitor sees is the harbour. / Ferries leave it every hour.
        # See also
        Lighthouses of the northern coast.
        # Literature
        Smith and Jones wrote a book about it.
    """)
    target = page("""
        # Introduction
        A visitor sees the harbour first. / Every hour a ferry leaves it.
        # See also
        Our other pages.
        # Literature
        Miller, 1987.
    """)
    assert linked_headings(Global()(source, target)) == [
        (text,) * 2 for text in ("Introduction", "See also", "Literature")
    ]


def test_documents_of_headings_only_are_aligned_as_if_they_were_prose() -> None:
    lines = ["One introduction", "Two methods of measurement", "Three results", "Four conclusions"]
    others = ["Introduction", "Methods", "Results"]
    source, target = (Document([[line] for line in side], headings=range(len(side))) for side in (lines, others))
    alignment = Global()(source, target)
    assert linked(alignment) == list(zip(lines, others, strict=False))
    plain = Global()(*(replace_headings(side, ()) for side in (source, target)))
    assert alignment.sentences == plain.sentences
    assert alignment.steps == plain.steps


def replace_headings(document: Document, headings: tuple[int, ...]) -> Document:
    return Document(document.paragraphs, document.id, document.language, headings)


def test_headings_on_one_side_only_are_unaligned() -> None:
    target = parted(EASY_LIBRARY)[0].text
    alignment = Global()(LIBRARY, target)
    assert LIBRARY.heading_sentences <= set(alignment.unaligned_source)
    assert alignment.unaligned_target == ()


def test_headings_against_prose() -> None:
    source, target = page("# Introduction\n# Results"), page("This is the introduction. / These are the results.")
    alignment = Global()(source, target)
    assert not any((alignment.sentences, alignment.paragraphs, alignment.cells, alignment.steps))


def test_a_document_whose_words_are_all_in_its_headings() -> None:
    source, target = page("# Introduction\n***"), page("# Introduction\nThe harbour is old.")
    assert linked(Global()(source, target)) == [("Introduction", "Introduction")]


@pytest.mark.parametrize("swapped", [False, True])
def test_without_any_word_the_document_is_named(swapped: bool) -> None:
    pair = Document([["---"], ["***"]], id="stars", headings=[0]), page("# Introduction\nThe harbour is old.")
    with pytest.raises(InputError, match=r"^stars: has no words to align$"):
        Global()(*(pair[::-1] if swapped else pair))


def test_the_sections_of_headings() -> None:
    source = page("""
        before
        # one
        a / b
        # two
        # three
        c
    """)
    target = page("""
        # eins
        A / B
        # zwei
        C
    """)
    # before is linked with A; a with B, b and c with C. Sentences: before 0, one 1, a 2, b 3, two 4, three 5, c 6.
    links = [Group((0,), (1,), 0.5), Group((2,), (2,), 1.0), Group((3, 6), (4,), 0.75)]
    sections = Sections(source, target, links)
    assert sections.are_linked
    # Linked in "one": a 1, b .75; in "eins": A .5, B 1; between them: a and B.
    assert sections.shared(1, 0, 0.0) == 2.0 / (1.75 + 1.5 + 1)
    assert sections.shared(1, 0, 0.5) == 2.125 / (1.75 + 1.5 + 1)
    # In "zwei" C is linked with "one" and with the section of "two" and "three".
    assert sections.shared(1, 3, 0.0) == 1.5 / (1.75 + 0.75 + 1)
    assert sections.shared(4, 3, 0.0) == sections.shared(5, 3, 0.0) == 1.5 / (0.75 + 0.75 + 1)
    assert sections.shared(4, 0, 1.0) == 1.0 / (0.75 + 1.5 + 1)
    assert not Sections(source, target, links[:1]).are_linked


def test_the_parts_of_a_document() -> None:
    document = Document([["Title", "Line two"], ["a", "b"], [], ["Next"], ["c"]], "id", "de", [0, 3])
    prose, headings = parted(document)
    assert prose.text == Document([["a", "b"], [], ["c"]], "id", "de")
    assert list(prose.indices) == [2, 3, 5]
    assert headings.text == Document([["Title", "Line two"], ["Next"]], "id", "de")
    assert list(headings.indices) == [0, 1, 4]
    plain = replace_headings(document, ())
    assert parted(plain)[0].text is plain
    assert parted(plain)[1].text.sentences == ()


def test_versions_are_not_mixed_either() -> None:
    versions = align_versions([LIBRARY, EASY_LIBRARY, page("# Contact\nPhone 555 0182. / Or write an e-mail.")])
    alignments = [versions.alignment(level, other) for level, other in combinations(range(3), 2)]
    assert all(map(is_unmixed, alignments))
    assert [len(linked_headings(alignment)) for alignment in alignments] == [4, 1, 1]


# ------------------------------------------------------------------------------------------- pooled priors, embeddings


def test_priors_are_pooled_over_prose() -> None:
    prose = [parted(side)[0].text for side in (LIBRARY, EASY_LIBRARY)]
    found = Global().estimates(LIBRARY, EASY_LIBRARY)
    assert found == Global().estimates(*prose)
    headings = page("# One\n# Two")
    assert Global().estimates(headings, headings).sentences == 0
    pool = Pool.of([found, Global().estimates(headings, headings)])
    assert pool == Pool.of([found])
    assert len(linked_headings(Global(pooled=pool.pooled())(LIBRARY, EASY_LIBRARY))) == 4


def test_with_a_second_similarity() -> None:
    alignment = Global(meaning=TfIdf())(LIBRARY, EASY_LIBRARY)
    assert ("Contact", "Contact") in linked_headings(alignment)
    assert is_unmixed(alignment)


def test_with_embeddings() -> None:
    pytest.importorskip("numpy")
    from tests.test_blocks import TOPICS

    words = ["ferry", "cows", "music", "bridge", "gulls"]
    source = page("\n".join(f"# {word} one\nThe {word} is long and here. / {word} again." for word in words))
    target = page("\n".join(f"# {word} two\nHere the {word} is longer." for word in words))
    alignment = Global(meaning=TOPICS)(source, target)
    assert linked_headings(alignment) == [(f"{word} one", f"{word} two") for word in words]
    assert is_unmixed(alignment)


# ------------------------------------------------------------------------------------------------------- any documents


def is_unmixed(alignment: Alignment) -> bool:
    """Tell whether each link is of headings or of prose, paragraphs too."""
    sides = alignment.source, alignment.target
    sentences = [side.heading_sentences for side in sides]
    paragraphs = [set(side.headings) for side in sides]
    return all(
        len({index in found[side] for side, indices in enumerate((link.source, link.target)) for index in indices}) == 1
        for links, found in ((alignment.sentences, sentences), (alignment.paragraphs, paragraphs))
        for link in links
    )


WORDS = st.sampled_from(["ferry", "harbour", "boat", "night", "rain", "bread", "the", "a", "日本語", "ß", "."])
SENTENCE = st.lists(WORDS, max_size=6).map(" ".join)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Return a document any of whose paragraphs may be headings."""
    paragraphs = draw(st.lists(st.tuples(st.lists(SENTENCE, max_size=4), st.booleans()), max_size=7))
    headings = [number for number, (_, is_heading) in enumerate(paragraphs) if is_heading]
    return Document([sentences for sentences, _ in paragraphs], headings=headings)


def has_words(document: Document) -> bool:
    return any(tokens(sentence) for sentence in document.sentences)


METHODS = st.sampled_from([Global(), Global(caution=0.0), Global(meaning=TfIdf(), caution=0.1)])


@given(documents(), documents(), METHODS, st.sampled_from([4, 100_000]))
def test_no_link_is_mixed_and_sides_can_be_swapped(
    source: Document, target: Document, method: Global, whole: int
) -> None:
    parts, priors = COMPILED or PYTHON, replace(PRIORS, whole=whole)
    if not (has_words(source) and has_words(target)):
        with pytest.raises(InputError, match="has no words to align"):
            method.align_with(parts, source, target, priors)
        return
    alignment = method.align_with(parts, source, target, priors)
    assert alignment == method.align_with(parts, source, target, priors)
    assert is_unmixed(alignment)
    found = {(link.source, link.target, link.score) for link in alignment.sentences}
    assert len(found) == len(alignment.sentences)
    for one, other in combinations(alignment.sentences, 2):
        assert set(one.source).isdisjoint(other.source)
        assert set(one.target).isdisjoint(other.target)
    swapped = method.align_with(parts, target, source, priors)
    assert {(link.target, link.source, link.score) for link in swapped.sentences} == found


@needs_compiled
@given(documents(), documents(), METHODS)
def test_compiled_and_python_agree(source: Document, target: Document, method: Global) -> None:
    assert COMPILED is not None
    if has_words(source) and has_words(target):
        expected = method.align_with(PYTHON, source, target)
        assert method.align_with(COMPILED, source, target) == expected


SAMPLE = [gold for path in sorted((ROOT / "data" / "gold").glob("*.jsonl")) for gold in read_gold_lines(path)]


@pytest.mark.parametrize("gold", SAMPLE, ids=[gold.id for gold in SAMPLE])
def test_the_titles_of_the_sample_corpus_are_linked(gold: Gold) -> None:
    sides = [replace_headings(side, (0,)) for side in (gold.source, gold.target)]
    first = Global()(*sides).sentences[0]
    assert (first.source, first.target) == ((0,), (0,))
