"""The whole method of the paper: small documents by hand, properties of any documents, scores on real documents."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vicinal
from vicinal import Alignment, Document, Idf, InputError, SettingError, TfIdf, Vectors, Vicinity, align
from vicinal.evaluation.scores import Scores, score
from vicinal.formats import alignment_json as json
from vicinal.gold import Gold, read_gold_lines
from vicinal.methods.global_.method import Global
from vicinal.signature import signature_of

WORDS = st.sampled_from(
    ["the", "a", "ferry", "harbour", "boat", "crossed", "night", "Zug", "süß", "日本", "2024", "it"]
)
SENTENCE = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
DOCUMENT = st.lists(st.lists(SENTENCE, max_size=5), min_size=1, max_size=4).filter(any).map(Document)
ALPHA = st.sampled_from([0.0, 0.1, 0.3, 0.5, 1.0])
METHOD = st.builds(Vicinity, paragraph_alpha=ALPHA, sentence_alpha=ALPHA, beta=ALPHA, title=st.booleans())

ORIGINAL = Document(
    [
        ["Harbour news"],
        ["The old ferry crossed the harbour at dawn.", "It carried nine cars and a horse called Bertram."],
        ["Nobody had counted the gulls on the roof."],
        ["Captain Okafor retired in March, and the mayor gave her a brass clock."],
    ]
)
SIMPLE = Document(
    [
        ["News"],
        ["The old ferry crossed the harbour at dawn.", "It carried nine cars.", "It carried a horse called Bertram."],
        ["Captain Okafor retired in March.", "The mayor gave her a brass clock."],
    ]
)


def test_a_small_pair_by_hand() -> None:
    alignment = align(ORIGINAL, SIMPLE, "vicinity")
    assert [(link.source, link.target, link.kind) for link in alignment.paragraphs] == [
        ((0,), (0,), "1-1"),
        ((1,), (1,), "1-1"),
        ((3,), (2,), "1-1"),
    ]
    assert [(link.source, link.target, link.kind) for link in alignment.sentences] == [
        ((0,), (0,), "1-1"),
        ((1,), (1,), "1-1"),
        ((2,), (2, 3), "1-N"),
        ((4,), (4, 5), "1-N"),
    ]
    assert alignment.unaligned_source == (3,)
    assert alignment.unaligned_target == ()
    assert alignment.sentences[1].score == 1.0
    assert [(step.level, step.vicinity, step.stood, step.cell) for step in alignment.steps][:6] == [
        ("paragraph", "start", None, (0, 0)),
        ("paragraph", "V1", (0, 0), (1, 1)),
        ("paragraph", "V2", (1, 1), (3, 2)),
        ("sentence", "start", None, (0, 0)),
        ("sentence", "start", None, (1, 1)),
        ("sentence", "V1", (1, 1), (2, 2)),
    ]
    assert alignment.signature == signature_of(Vicinity())


def test_sentences_are_aligned_inside_paragraph_groups_with_gaps() -> None:
    # The source paragraph is aligned with target paragraphs 0 and 2: one group, whose sentences are concatenated.
    source = Document([["red apples grow here", "green pears fall down"]])
    target = Document([["red apples grow here"], ["nothing alike"], ["green pears fall down"]])
    alignment = align(source, target, "vicinity")
    assert [(link.source, link.target) for link in alignment.paragraphs] == [((0,), (0, 2))]
    assert [(link.source, link.target, link.score) for link in alignment.sentences] == [
        ((0,), (0,), 1.0),
        ((1,), (2,), 1.0),
    ]


def test_the_defaults() -> None:
    assert repr(Vicinity()) == (
        "Vicinity(paragraph_alpha=0.45, sentence_alpha=0.3, beta=0.0, "
        "vicinities=(((1, 1), (0, 1), (1, 0)), ((2, 1), (1, 2))), title=True, similarity=TfIdf(idf=None))"
    )


def test_the_grid_for_tuning_is_valid_and_holds_the_defaults() -> None:
    for setting, values in Vicinity.GRID.items():
        assert [round(b - a, 3) for a, b in pairwise(values)] == [0.05] * (len(values) - 1)
        assert getattr(Vicinity(), setting) in values
        for value in values:
            assert getattr(Vicinity(**{setting: value}), setting) == value  # type: ignore[arg-type]


def test_one_sentence_documents() -> None:
    assert [link.kind for link in align("Rain fell all night.", "All night rain fell.", "vicinity").sentences] == [
        "1-1"
    ]
    assert align("Rain fell all night.", "Bread is cheap.", "vicinity").sentences == ()


def test_texts_documents_and_lists_are_the_same() -> None:
    text = "Rain fell all night. Bread is cheap."
    lists = [["Rain fell all night.", "Bread is cheap."]]
    assert align(text, lists).cells == align(Document(lists), text).cells == ((0, 0), (1, 1))


@given(DOCUMENT)
def test_a_document_is_aligned_with_itself(document: Document) -> None:
    for link in align(document, document, "vicinity", sentence_alpha=1.0).sentences:
        source, target = link.source, link.target
        assert link.score >= 0.99
        assert len(source) > 0
        assert len(target) > 0
    distinct = Document([[f"word{i}x{j} alone" for j in range(3)] for i in range(3)])
    assert [link.source for link in align(distinct, distinct, "vicinity").sentences] == [(i,) for i in range(9)]


@given(DOCUMENT, DOCUMENT, METHOD)
def test_any_documents(source: Document, target: Document, method: Vicinity) -> None:
    alignment = align(source, target, method)
    _check_consistent(alignment)
    again = align(source, target, method)
    assert json.render(again) == json.render(alignment)
    assert json.parse(json.render(alignment)) == alignment


def _check_consistent(alignment: Alignment) -> None:
    """Check what holds for every alignment: a sentence is in at most one link, and each cell has a link and a step."""
    for side, unaligned, document in (
        ([link.source for link in alignment.sentences], alignment.unaligned_source, alignment.source),
        ([link.target for link in alignment.sentences], alignment.unaligned_target, alignment.target),
    ):
        linked = [i for indices in side for i in indices]
        assert sorted([*linked, *unaligned]) == list(range(len(document.sentences)))
    assert {(x, y) for link in alignment.sentences for x in link.source for y in link.target} >= set(alignment.cells)
    assert {x for x, _ in alignment.cells} == {x for link in alignment.sentences for x in link.source}
    assert tuple(step.cell for step in alignment.steps if step.level == "sentence") == alignment.cells
    paragraphs = {step.cell for step in alignment.steps if step.level == "paragraph"}
    assert {x for x, _ in paragraphs} == {x for link in alignment.paragraphs for x in link.source}
    assert all(-1.0 <= link.score <= 1.0 for link in (*alignment.paragraphs, *alignment.sentences))


def test_alignments_of_the_sample_corpus_are_consistent(sample: list[Gold]) -> None:
    for gold in sample:
        _check_consistent(align(gold.source, gold.target, "vicinity"))


def test_custom_aligners_and_similarities() -> None:
    def nothing(source: Document, target: Document) -> Alignment:
        return Alignment(source, target, (), (), (), (), "nothing")

    assert align("A b.", "C d.", nothing).signature == "nothing"

    def by_length(source: Document, target: Document) -> Vectors:
        return Vectors([[len(s), 1] for s in source.sentences], [[len(s), 1] for s in target.sentences])

    assert len(align("A b. C d.", "E f.", "vicinity", similarity=by_length).sentences) == 1


def test_a_corpus_model_changes_the_weights() -> None:
    pair = Idf.fit([ORIGINAL, SIMPLE])
    assert (
        align(ORIGINAL, SIMPLE, "vicinity", similarity=TfIdf(pair)).sentences
        == align(ORIGINAL, SIMPLE, "vicinity").sentences
    )
    # "red" is all that the two share: the more common it is in the corpus, the less similar they are.
    corpus = Idf.fit([Document([["red"] * 20, ["the ferry", "a boat"]])])
    alignment = align("red ferry", "red boat", "vicinity", similarity=TfIdf(corpus))
    assert "Idf(sentences=22, terms=5" in alignment.signature
    assert alignment.paragraphs[0].score < 0.1 < align("red ferry", "red boat", "vicinity").paragraphs[0].score


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"method": "nosuch"}, "unknown method 'nosuch'; choose one of: .*vicinity"),
        ({"alpha": 0.3}, "unknown setting of method 'vicinity': 'alpha'; choose one of: beta, paragraph_alpha"),
        ({"beta": 2}, "beta must be a number from 0 to 1, not 2"),
        ({"paragraph_alpha": float("nan")}, "paragraph_alpha must be a number from 0 to 1, not nan"),
        ({"sentence_alpha": -0.1}, "sentence_alpha must be a number from 0 to 1, not -0.1"),
        ({"vicinities": (((0, 0),),)}, "vicinity V1: offset"),
        ({"title": 1}, "title must be True or False, not 1"),
        ({"similarity": TfIdf}, r"^similarity: TfIdf is a class, not a similarity; make one: TfIdf\(\)$"),
        ({"similarity": "words"}, "unknown similarity 'words'; choose one of: blend, char, e5"),
        ({"method": Vicinity(), "beta": 0.1}, "settings .beta. go with a method's name"),
    ],
)
def test_settings_are_checked(settings: dict[str, object], message: str) -> None:
    with pytest.raises(SettingError, match=message):
        align("A b.", "C d.", **{"method": "vicinity", **settings})  # type: ignore[arg-type]


def test_global_is_the_default() -> None:
    assert align(ORIGINAL, SIMPLE) == align(ORIGINAL, SIMPLE, "global")
    assert align(ORIGINAL, SIMPLE).signature == signature_of(Global())


def test_a_setting_of_another_method_says_which_method_to_name() -> None:
    with pytest.raises(SettingError, match="method 'global' has no setting 'sentence_alpha'; say method='vicinity'"):
        align("A b.", "C d.", sentence_alpha=0.2)
    with pytest.raises(SettingError, match="method 'vicinity' has no setting 'caution'; say method='global'"):
        align("A b.", "C d.", "vicinity", caution=0.2)


@pytest.mark.parametrize(
    ("source", "similarity", "message"),
    [
        ("... !!!", TfIdf(), "has no words"),
        (Document([]), TfIdf(), "has no words"),
        ("A b.", lambda s, t: Vectors([[1, 2]], [[1, float("nan")]]), "target row 0: value 1 is nan"),
        ("A b.", lambda s, t: Vectors([[1, 2]], [[1]]), "target row 0: has 1 values where other rows have 2"),
        ("A b.", lambda s, t: Vectors([[1, 2]], []), r"vectors for \(1, 0\) sentences; the documents have \(1, 1\)"),
        ("A b.", lambda s, t: [[1.0]], r"^the similarity gave list, not Vectors; return vicinal\.Vectors"),
        ("A b.", lambda s, t: None, r"^the similarity gave NoneType, not Vectors"),
    ],
)
def test_unusable_documents_and_vectors_are_refused(
    source: str | Document, similarity: vicinal.Similarity, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        align(source, "C d.", "vicinity", similarity=similarity)


# The F1 that the paper's method must reach on the development gold: of links, and of pairs (None: no floor).
FLOORS = {"wiki_en_dev": (0.705, 0.753), "deplain_de_dev": (0.490, None), "porsimples_pt_dev": (0.937, None)}


@pytest.mark.parametrize("name", FLOORS)
def test_quality_on_the_development_gold(name: str, development_gold: Path) -> None:
    scores = sum(
        (score(g, align(g.source, g.target, "vicinity")) for g in read_gold_lines(development_gold / f"{name}.jsonl")),
        Scores(),
    )
    links, pairs = FLOORS[name]
    assert scores.links.f1 >= links
    assert pairs is None or scores.pairs.f1 >= pairs
