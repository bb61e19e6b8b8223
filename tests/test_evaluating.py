"""`vicinal.evaluate` and `vicinal.compare`: what they take, what they return, and what they refuse."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import vicinal
from vicinal import Alignment, Comparison, Counts, Document, Evaluation, Gold, InputError, Scores, SettingError
from vicinal.cli import cli
from vicinal.errors import GoldWarning

ROOT = Path(__file__).resolve().parents[1]
DE = ROOT / "data" / "gold" / "de.jsonl"

CATS = ["Cats purr.", "Dogs bark.", "Birds sing."]
DOGS = ["Dogs bark.", "Birds sing. ", "Fish swim."]


def gold_of(name: str = "a", links: tuple[tuple[int, int], ...] = ((1, 0), (2, 1))) -> Gold:
    return Gold.from_links(name, CATS, DOGS, links)


def alignment_of(name: str | None, *links: tuple[int, int], signature: str = "by hand") -> Alignment:
    source, target = Document([CATS], name), Document([DOGS], name)
    return Alignment.from_links(source, target, links, signature=signature)


def nothing(source: Document, target: Document) -> Alignment:
    return Alignment.from_links(source, target, [])


def first_with_first(source: Document, target: Document) -> Alignment:
    return Alignment.from_links(source, target, [(0, 0)])


# Gold ----------------------------------------------------------------------------------------------------------------


def test_gold_of_links_has_the_links_and_the_pairs_inside() -> None:
    gold = Gold.from_links("pets", "Cats purr. Dogs bark.", "Dogs bark. Loudly.", [(1, [1, 0])], language="en")
    assert gold.id == "pets"
    assert gold.links == {((1,), (0, 1))}
    assert gold.pairs == {(1, 0), (1, 1)}
    assert gold.paragraphs is None
    assert (gold.source.id, gold.target.id, gold.source.language) == ("pets", "pets", "en")
    assert Gold.from_json(gold.to_json()) == gold


def test_gold_of_links_may_have_annotated_pairs_and_paragraphs() -> None:
    source, target = [["One."], ["Two.", "Three."]], [["Two and three."], ["One."]]
    links = [([1, 2], [0]), ([0], [1])]
    gold = Gold.from_links("p", source, target, links, pairs=[(1, 0), (0, 1)], paragraphs=[(1, 0), (0, 1)])
    assert gold.links == {((1, 2), (0,)), ((0,), (1,))}
    assert gold.pairs == {(1, 0), (0, 1)}
    assert gold.paragraphs == frozenset({(1, 0), (0, 1)})
    assert Gold.from_json(gold.to_json()) == gold


@pytest.mark.parametrize(
    ("links", "more", "says"),
    [
        ([(3, 0)], {}, r"a: sentence link .*: source indices must be from 0 to 2"),
        ([(0, [])], {}, r"a: sentence link .*: target indices must be from 0 to 2, at least one"),
        ([(0,)], {}, r"a: a link is \(source, target\)"),
        ([(0, 0)], {"pairs": [(0, 3)]}, r"a: pair \(0, 3\) is outside the 3 x 3 sentences"),
        ([(0, 0)], {"paragraphs": [(1, 0)]}, r"a: pair \(1, 0\) is outside the 1 x 1 paragraphs"),
    ],
)
def test_gold_outside_its_documents_is_refused(links: list[object], more: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        Gold.from_links("a", CATS, DOGS, links, **more)  # type: ignore[arg-type]


def test_an_alignment_can_be_gold() -> None:
    alignment = alignment_of("x", (1, 0), (2, 1))
    gold = Gold.from_alignment(alignment)
    assert gold.id == "x"
    assert gold.links == {((1,), (0,)), ((2,), (1,))}
    assert gold.pairs == {(1, 0), (2, 1)}
    assert repr(gold) == "<Gold 'x': 3 and 3 sentences, 2 links>"
    assert [Gold.from_alignment(alignment, id).id for id in ("other", 7)] == ["other", "7"]
    assert Gold.from_links(7, CATS, DOGS, []).source.id == "7"
    assert vicinal.evaluate(gold, alignment).links.f1 == 1.0
    with pytest.raises(InputError, match="the alignment has no id; give one"):
        Gold.from_alignment(alignment_of(None, (1, 0)))


def test_gold_of_any_kind_is_read_with_its_texts(tmp_path: Path) -> None:
    assert [gold.id for gold in vicinal.read_gold(DE)] == [
        json.loads(line)["id"] for line in DE.read_text("utf-8").splitlines()
    ]
    alignment = alignment_of("x", (1, 0), (2, 1))
    for name in ("a.json", "a.alignment.xml", "a.csv"):
        vicinal.save(alignment, tmp_path / name)
        (gold,) = vicinal.read_gold(tmp_path / name)
        assert gold.links == {((1,), (0,)), ((2,), (1,))}
    vicinal.save_many([alignment, alignment_of("y", (0, 2))], tmp_path / "a.alignments.jsonl")
    assert [one.id for one in vicinal.read_gold(tmp_path / "a.alignments.jsonl")] == ["x", "y"]
    (tmp_path / "links.path").write_text("[0]:[0]:0.1\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"give its two texts with --source and --target; 'vicinal evaluate' takes"):
        vicinal.read_gold(tmp_path / "links.path")
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match=r"empty\.jsonl: contains no documents"):
        vicinal.read_gold(tmp_path / "empty.jsonl")


# Evaluate ------------------------------------------------------------------------------------------------------------


def test_counts_by_hand() -> None:
    gold = [gold_of("a"), gold_of("b", ((0, 2),))]
    found = vicinal.evaluate(gold, [alignment_of("a", (1, 0), (0, 2)), alignment_of("b", (0, 2))])
    assert found.links == found.pairs == Counts(correct=2, predicted=3, found=2, gold=3)
    assert found.links.precision == found.links.recall == pytest.approx(2 / 3)
    assert found.documents["a"].links == Counts(1, 2, 1, 2)
    assert found.documents["b"].links.f1 == 1.0
    assert found.scores["links without identical"] == Counts(1, 2, 1, 1)
    assert found.scores.documents == 2
    assert (found.name, found.signature, dict(found.empty)) == ("alignments", "by hand", {})


def test_gold_without_paragraphs_has_no_counts_of_them() -> None:
    found = vicinal.evaluate(gold_of(), first_with_first)
    assert found.paragraphs == Counts()
    assert "paragraphs" not in found.measures
    assert found.measures[:2] == ("links", "pairs")
    with pytest.raises(SettingError, match="unknown measure 'paragraphs'; choose one of: lax, links,"):
        found.interval("paragraphs")
    with pytest.raises(SettingError, match="unknown measure 'precision'"):
        found.scores["precision"]


@pytest.mark.parametrize(
    "predicted",
    [
        alignment_of("a", (1, 0), (2, 1)),
        alignment_of(None, (1, 0), (2, 1)),
        alignment_of("another", (1, 0), (2, 1)),
        [alignment_of(None, (1, 0), (2, 1))],
        {"a": alignment_of("another", (1, 0), (2, 1))},
    ],
)
def test_one_alignment_of_one_document_needs_no_id(predicted: Alignment) -> None:
    assert vicinal.evaluate(gold_of(), predicted).links.f1 == 1.0


def test_alignments_are_matched_by_id_in_any_order() -> None:
    gold = [gold_of("a"), gold_of("b", ((0, 2),))]
    alignments = [alignment_of("b", (0, 2)), alignment_of("a", (1, 0), (2, 1))]
    for predicted in (alignments, iter(alignments), {"b": alignments[0], "a": alignments[1]}):
        assert vicinal.evaluate(gold, predicted).links.f1 == 1.0
    swapped = {"a": alignments[0], "b": alignments[1]}
    assert vicinal.evaluate(gold, swapped).links.f1 == 0.0


def test_what_was_aligned_from_the_gold_belongs_to_it(sample: list[Gold]) -> None:
    gold = sample[:4]
    own = [Gold(f"own {one.id}", one.source, one.target, one.links, one.pairs) for one in gold]
    expected = vicinal.evaluate(gold, "vicinity").links
    for documents in (gold, own):
        pairs = [(one.source, one.target) for one in documents]
        assert vicinal.evaluate(documents, vicinal.align_many(pairs, "vicinity")).links == expected
        texts = [(source.sentences, target.sentences) for source, target in pairs]  # neither ids nor paragraphs
        found = vicinal.evaluate(documents, vicinal.align_many(texts, "vicinity"))
        assert list(found.documents) == [one.id for one in documents]
        assert found.links.gold == expected.gold


def test_documents_with_equal_texts_and_without_ids_are_matched_in_order() -> None:
    gold = [Gold(name, Document([CATS]), Document([DOGS]), frozenset(), frozenset()) for name in ("a", "b")]
    found = vicinal.evaluate(gold, [alignment_of(None, (0, 0)), alignment_of(None)])
    assert [found.documents[name].links.predicted for name in ("a", "b")] == [1, 0]


def test_paragraphs_follow_from_the_links_where_those_of_an_alignment_differ() -> None:
    gold = Gold.from_links("a", [["One."], ["Two."]], [["Two!"], ["One!"]], [(0, 1)], paragraphs=[(0, 1)])
    flat = Alignment.from_links(["One.", "Two."], ["Two!", "One!"], [(0, 1)])
    assert vicinal.evaluate(gold, flat).paragraphs == Counts(1, 1, 1, 1)


@pytest.mark.parametrize(
    ("predicted", "says"),
    [
        (
            [alignment_of("a")],
            r"alignments: nothing is predicted for 1 of 2 gold documents: 'b'; give their alignments",
        ),
        ({"a": alignment_of("a")}, r"nothing is predicted for 1 of 2 gold documents: 'b'"),
        ([], "nothing is predicted for 2 of 2 gold documents: 'a', 'b'"),
        ([alignment_of("x")], r"alignments\[0\]: document 'x' is not in the gold, which has 2 documents, such as 'a'"),
        ({"x": alignment_of("a")}, r"alignments\['x'\]: document 'x' is not in the gold"),
        ([alignment_of("a"), alignment_of("a")], r"alignments\[1\]: is a second alignment of gold document 'a'"),
        ([Alignment.from_links("One.", "Two.", [])], r"alignments\[0\]: has no id, and its texts are not in the gold"),
        (
            [Alignment.from_links(Document([["One."]], "a"), Document([DOGS], "a"), [])],
            r"alignments\[0\]: its source differs from the text of gold document 'a'",
        ),
        (["a"], r"alignments\[0\]: is 'a'; give an Alignment"),
        (7, "predicted is a method, an aligner, a file or alignments; found 7"),
        ("vicinty", r"'vicinty' is neither a file nor a method; the methods are vicinity, global, "),
        (Path("no.jsonl"), r"no\.jsonl: "),
    ],
)
def test_predictions_that_do_not_fit_the_gold_are_refused(predicted: object, says: str) -> None:
    with pytest.raises(InputError, match=says):
        vicinal.evaluate([gold_of("a"), gold_of("b")], predicted)  # type: ignore[arg-type]


def test_a_second_alignment_of_the_only_document_is_refused() -> None:
    with pytest.raises(InputError, match=r"alignments\[1\]: is a second alignment of gold document 'a'"):
        vicinal.evaluate(gold_of(), [alignment_of(None), alignment_of(None)])


def test_missing_predictions_are_scored_as_empty_if_that_is_wanted(recwarn: pytest.WarningsRecorder) -> None:
    gold = [gold_of("a"), gold_of("b")]
    found = vicinal.evaluate(gold, [alignment_of("a", (1, 0), (2, 1))], missing="empty")
    assert (found.links.precision, found.links.recall) == (1.0, 0.5)
    assert dict(found.empty) == {"b": "nothing is predicted"}
    assert "1 of 2 documents scored as if nothing were predicted; the first: 'b': nothing is predicted" in str(found)
    assert not recwarn.list
    with pytest.raises(SettingError, match="unknown value of missing: 'skip'; choose one of: empty, error"):
        vicinal.evaluate(gold, [], missing="skip")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("gold", "says"),
    [
        ([], "the gold has no documents"),
        ([gold_of("a"), gold_of("a")], "the gold has two documents with the id 'a'"),
        (
            alignment_of("a"),
            r"gold is a file, or Gold, which Gold\.from_links and Gold\.from_alignment make; found <Al",
        ),
        ("no.jsonl", r"no\.jsonl: "),
    ],
)
def test_gold_that_is_none_is_refused(gold: object, says: str) -> None:
    with pytest.raises(InputError, match=says):
        vicinal.evaluate(gold, "global")  # type: ignore[arg-type]


def test_a_file_of_links_is_scored(tmp_path: Path) -> None:
    gold = [gold_of("a"), gold_of("b", ((0, 2),))]
    path = tmp_path / "links.jsonl"
    path.write_text('{"id": "a", "links": [[[1], [0]]]}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"links\.jsonl: nothing is predicted for 1 of 2 gold documents: 'b'"):
        vicinal.evaluate(gold, path)
    found = vicinal.evaluate(gold, str(path), missing="empty")
    assert found.links == Counts(1, 1, 1, 3)
    assert (found.name, found.signature) == ("links.jsonl", "links.jsonl")
    path = tmp_path / "texts.tsv"
    path.write_text("Dogs bark.\tDogs bark.\nCats purr.\tA cat purrs.\n", encoding="utf-8")
    with pytest.warns(GoldWarning, match=r"texts\.tsv: 1 predicted link has texts that are not in the gold") as caught:
        found = vicinal.evaluate(gold_of(), path)
    assert (found.links, found.unmatched) == (Counts(1, 2, 1, 2), 1)
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    "name", ["a.alignments.jsonl", "a.gold.jsonl.gz", "a.jsonl", "a.tsv", "a.xlsx", "a.wiki-auto.tsv"]
)
def test_what_save_many_writes_is_scored_as_the_alignments_are(name: str, sample: list[Gold], tmp_path: Path) -> None:
    gold = sample[:3]
    alignments = list(vicinal.align_many([(one.source, one.target) for one in gold], "vicinity"))
    vicinal.save_many(alignments, tmp_path / name)
    expected, found = vicinal.evaluate(gold, alignments), vicinal.evaluate(gold, tmp_path / name)
    assert found.links == expected.links
    assert found.pairs == expected.pairs or name in ("a.tsv", "a.xlsx")  # these hold links only
    assert expected.links.correct > 0


def test_settings_go_with_the_name_of_a_method(sample: list[Gold]) -> None:
    low, high = (vicinal.evaluate(sample[:3], "nearest", threshold=value) for value in (0.1, 0.6))
    assert low.links.predicted > high.links.predicted
    assert low == vicinal.evaluate(sample[:3], vicinal.Nearest(threshold=0.1))
    assert low.signature == f"vicinal {vicinal.__version__}: Nearest(threshold=0.1, similarity=TfIdf(idf=None))"
    with pytest.raises(SettingError, match="unknown setting of method 'nearest': 'colour'"):
        vicinal.evaluate(sample[:1], "nearest", colour=1)
    for predicted in (first_with_first, alignment_of("a")):
        with pytest.raises(SettingError, match=r"settings \(threshold\) go with a method's name"):
            vicinal.evaluate(gold_of(), predicted, threshold=0.1)


def test_an_aligner_of_your_own_is_scored() -> None:
    found = vicinal.evaluate(gold_of(), first_with_first)
    assert found.links == Counts(0, 1, 0, 2)
    assert (found.name, found.signature) == ("first_with_first", "first_with_first")
    with pytest.raises(SettingError, match=r"Jaccard is a class, not an aligner; make one: Jaccard\(\)"):
        vicinal.evaluate(gold_of(), vicinal.Jaccard)  # type: ignore[arg-type]
    with pytest.raises(SettingError, match=r"returned \[\], not an Alignment"):
        vicinal.evaluate(gold_of(), lambda _source, _target: [])  # type: ignore[arg-type]


def test_an_aligner_that_returns_other_texts_is_refused() -> None:
    with pytest.raises(InputError, match="its source differs from the text of gold document 'a'"):
        vicinal.evaluate(gold_of(), lambda _source, target: nothing(Document([["Other."]]), target))


def test_what_cannot_be_aligned_is_scored_as_empty_with_a_warning() -> None:
    bare = Gold.from_links("bare", ["..."], ["!"], [(0, 0)])
    with pytest.warns(
        GoldWarning, match="1 of 2 documents scored as if nothing were predicted; the first: 'bare': has"
    ):
        found = vicinal.evaluate([gold_of(), bare], "vicinity")
    assert dict(found.empty) == {"bare": "has no words to align"}
    assert found.documents["bare"].links == Counts(0, 0, 0, 1)


def test_supervised_methods_are_cross_validated_and_never_scored_on_what_they_know(sample: list[Gold]) -> None:
    gold = sample[:4]
    found = vicinal.evaluate(gold, "smith", folds=2)
    assert found.signature.endswith(" cross-validated over 2 folds")
    assert vicinal.evaluate(gold, vicinal.Smith(), folds=2) == found
    fitted = vicinal.Smith.fit(gold)
    with pytest.raises(SettingError, match="4 of 4 documents were used to fit the model"):
        vicinal.evaluate(gold, fitted)
    assert vicinal.evaluate(sample[6:8], fitted).links.gold


def test_the_scores_are_those_of_the_command_line() -> None:
    for method in ("vicinity", "global"):
        done = CliRunner().invoke(cli, ["evaluate", str(DE), "--method", method, "--json"])
        expected = json.loads(done.stdout)
        found = vicinal.evaluate(DE, method)
        assert vicinal.evaluate(str(DE), method) == vicinal.evaluate(vicinal.read_gold(DE), method) == found
        assert (found.name, found.signature) == (expected["method"], expected["signature"])
        for measure in ("links", "pairs", "paragraphs", "strict", "lax"):
            for name in ("precision", "recall", "f1", "f05", "correct", "predicted", "found", "gold"):
                assert getattr(found.scores[measure], name) == expected[measure][name]
            for name, interval in expected[measure]["interval95"].items():
                assert found.interval(measure, name) == tuple(interval)


def test_several_files_are_one_gold() -> None:
    names = [ROOT / "data" / "gold" / f"{language}.jsonl" for language in ("de", "es")]
    parts = [vicinal.evaluate(name, "jaccard") for name in names]
    assert vicinal.evaluate(names, "jaccard").scores == parts[0].scores + parts[1].scores


# What it returns -----------------------------------------------------------------------------------------------------


def test_one_document_has_no_interval() -> None:
    found = vicinal.evaluate(gold_of(), first_with_first)
    assert found.interval() is None
    assert (found.rows()[0]["low"], found.rows()[0]["high"]) == (None, None)
    assert str(found).splitlines()[2].split() == ["links", *["0.000"] * 4, "-", "0", "1", "2"]


def test_an_evaluation_shows_itself() -> None:
    gold = [gold_of("a"), gold_of("b")]
    found = vicinal.evaluate(gold, [alignment_of("a", (1, 0), (2, 1)), alignment_of("b", (1, 0), (0, 2))])
    assert repr(found) == "<Evaluation of alignments: 2 documents, links F1 0.750, pairs F1 0.750>"
    lines = str(found).splitlines()
    assert lines[0] == "alignments: 2 documents"
    assert lines[1].split() == ["P", "R", "F1", "F0.5", "95%", "of", "F1", "right", "of", "gold"]
    assert lines[2].split() == ["links", *["0.750"] * 4, "0.500-1.000", "3", "4", "4"]
    assert len({len(line) for line in lines[1:-1]}) == 1
    assert lines[-1] == "by hand"


def test_rows_are_plain_and_complete() -> None:
    gold = [gold_of("a"), gold_of("b", ((0, 2),))]
    found = vicinal.evaluate(gold, [alignment_of("a", (1, 0)), alignment_of("b", (0, 2))])
    rows = found.rows()
    assert [row["measure"] for row in rows] == list(found.measures)
    low, high = found.interval() or (0, 0)
    assert rows[0] == {
        "name": "alignments",
        "measure": "links",
        "precision": 1.0,
        "recall": pytest.approx(2 / 3),
        "f1": pytest.approx(0.8),
        "f05": pytest.approx(10 / 11),
        "correct": 2,
        "predicted": 2,
        "found": 2,
        "gold": 3,
        "low": low,
        "high": high,
    }
    assert json.loads(json.dumps(rows)) == rows
    rows = found.rows(documents=True)
    assert {tuple(row) for row in rows} == {
        ("name", "id", "measure", *("precision", "recall", "f1", "f05", "correct", "predicted", "found", "gold"))
    }
    assert [(row["id"], row["recall"]) for row in rows if row["measure"] == "links"] == [("a", 0.5), ("b", 1.0)]


def test_evaluations_can_be_stored_and_compared() -> None:
    found = vicinal.evaluate(gold_of(), first_with_first)
    assert found.scores.links.predicted == 1
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(found) == hash(vicinal.evaluate(gold_of(), first_with_first))


def test_progress_counts_the_documents() -> None:
    seen: list[tuple[int, int]] = []
    gold = [gold_of("a"), gold_of("b")]
    vicinal.evaluate(gold, nothing, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]
    seen.clear()
    methods = {"none": nothing, "given": {"a": alignment_of("a"), "b": alignment_of("b")}}
    vicinal.compare(gold, methods, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 4), (2, 4), (4, 4)]


SIDE = st.integers(0, 2)
LINKS = st.lists(st.tuples(SIDE, SIDE), max_size=4).map(lambda links: tuple(dict.fromkeys(links)))
DOCUMENTS = st.lists(st.tuples(LINKS, LINKS), min_size=1, max_size=4)


@given(DOCUMENTS)
def test_any_predictions(documents: list[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]]) -> None:
    gold = [gold_of(str(at), right) for at, (right, _) in enumerate(documents)]
    alignments = [alignment_of(str(at), *links) for at, (_, links) in enumerate(documents)]
    found = vicinal.evaluate(gold, reversed(alignments))
    # The total is the sum of the documents, and the documents are in the order of the gold.
    assert found.scores == sum(found.documents.values(), Scores())
    assert list(found.documents) == [one.id for one in gold]
    for measure in found.measures:
        rows = [row for row in found.rows(documents=True) if row["measure"] == measure]
        assert found.scores[measure].correct == sum(row["correct"] for row in rows)
    # Gold and prediction change places: precision becomes recall.
    swapped = vicinal.evaluate(
        [Gold.from_alignment(one) for one in alignments],
        {one.id: Alignment.from_links(one.source, one.target, sorted(one.links)) for one in gold},
    )
    assert (found.links.precision, found.links.recall) == (swapped.links.recall, swapped.links.precision)
    assert found.links.f1 == pytest.approx(swapped.links.f1)
    # What is predicted exactly is right.
    perfect = vicinal.evaluate([Gold.from_alignment(one) for one in alignments], alignments)
    assert perfect.links.f1 == perfect.pairs.f1 == float(any(links for _, links in documents))


# Compare -------------------------------------------------------------------------------------------------------------


def test_a_comparison_is_a_dictionary_of_evaluations(sample: list[Gold]) -> None:
    gold = sample[:4]
    found = vicinal.compare(gold, ["jaccard", "vicinity", first_with_first])
    assert list(found) == ["jaccard", "vicinity", "first_with_first"]
    assert len(found) == 3
    assert found["vicinity"] == vicinal.evaluate(gold, "vicinity")
    assert isinstance(found, Comparison)
    assert all(isinstance(one, Evaluation) for one in found.values())
    with pytest.raises(KeyError):
        found["global"]


def test_the_best_and_how_probable_chance_is() -> None:
    gold = [gold_of(name) for name in "abcdefgh"]

    def some(*links: tuple[int, int]) -> Callable[[Document, Document], Alignment]:
        return lambda source, target: Alignment.from_links(source, target, links)

    found = vicinal.compare(gold, {"half": some((1, 0)), "all": some((1, 0), (2, 1)), "wrong": some((0, 0), (0, 1))})
    assert found.best() == found.best("pairs") == "all"
    assert found.chance("all") == 1.0
    assert found.chance("wrong") == pytest.approx(2 / 2**8, abs=0.01)
    assert found["half"].name == "half"
    assert [row["name"] for row in found.rows()] == ["all", "half", "wrong"]
    assert [row["f1"] for row in found.rows("links 1-1")] == [1.0, pytest.approx(2 / 3), 0.0]
    assert found.rows()[2]["chance"] == found.chance("wrong")
    assert repr(found) == "<Comparison by F1 of links: all 1.000, half 0.667, wrong 0.000>"
    lines = str(found).splitlines()
    assert lines[0] == "8 documents, ranked by F1 of links"
    assert lines[2].split() == ["all", "1.000", "1.000", "1.000", "1.000-1.000", "best", "1.000", "1.000"]
    assert [line.split()[0] for line in lines[2:]] == ["all", "half", "wrong"]
    with pytest.raises(
        SettingError, match="unknown method of this comparison: 'none'; choose one of: all, half, wrong"
    ):
        found.chance("none")
    for call in (found.best, found.rows):
        with pytest.raises(SettingError, match="unknown measure 'paragraphs'"):
            call("paragraphs")


def test_of_equal_methods_the_first_is_best() -> None:
    found = vicinal.compare(gold_of(), {"b": nothing, "a": nothing})
    assert found.best() == "b"
    assert found.chance("a") == 1.0
    assert [row["name"] for row in found.rows()] == ["b", "a"]


def test_gold_with_paragraphs_only_is_ranked_by_paragraphs() -> None:
    sides = Document([["One."], ["Two."]]), Document([["One."], ["Two."]])
    gold = Gold("p", *sides, frozenset(), frozenset(), frozenset({(0, 0), (1, 1)}), has_sentences=False)
    found = vicinal.compare(gold, ["vicinity", "jaccard"])
    assert found.measures == ("paragraphs",)
    assert found.best("paragraphs") == "vicinity"
    assert str(found).startswith("1 document, ranked by F1 of paragraphs\n")


def test_a_comparison_tells_what_was_scored_as_empty() -> None:
    gold = [gold_of(), gold_of("b")]
    found = vicinal.compare(gold, {"mine": [alignment_of("b", (1, 0))], "none": nothing}, missing="empty")
    says = "mine: 1 of 2 documents scored as if nothing were predicted; the first: 'a': nothing is predicted"
    assert str(found).splitlines()[-1] == says


def test_files_and_alignments_can_be_compared_with_methods(tmp_path: Path) -> None:
    vicinal.save(alignment_of("a", (1, 0)), tmp_path / "mine.json")
    found = vicinal.compare(gold_of(), [tmp_path / "mine.json", "nearest"])
    assert list(found) == ["mine.json", "nearest"]
    assert found["mine.json"].links == Counts(1, 1, 1, 2)


@pytest.mark.parametrize(
    ("methods", "says"),
    [
        ([], "there are no methods to compare"),
        ("global", "methods are a list, or a dictionary by name; found 'global'"),
        (["global", "global"], "two methods are called 'global'; give a dictionary of methods by name"),
        ([vicinal.Vicinity(), vicinal.Vicinity(sentence_alpha=0.2)], "two methods are called 'vicinity'"),
        (["smith"], "smith: cross-validation needs 2 or more groups"),
    ],
)
def test_methods_that_cannot_be_compared_are_refused(methods: object, says: str) -> None:
    with pytest.raises(SettingError, match=says):
        vicinal.compare(gold_of(), methods)  # type: ignore[arg-type]


def test_names_of_methods_are_texts() -> None:
    gold = Gold.from_links("a", ["Cats purr."], ["A cat purrs."], [(0, 0)])
    with pytest.raises(SettingError, match="the name of a method is a text; found 1"):
        vicinal.compare(gold, {1: "global"})  # type: ignore[dict-item]


def test_a_dictionary_of_gold_is_not_taken_for_names_of_files() -> None:
    gold = Gold.from_links("a", ["Cats purr."], ["A cat purrs."], [(0, 0)])
    with pytest.raises(InputError, match=r"gold is a file, or Gold, .*; found {'a': <Gold"):
        vicinal.evaluate({"a": gold}, "global")
