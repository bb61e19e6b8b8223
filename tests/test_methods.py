"""The earlier systems: properties of all of them, and small cases by hand for the simple ones."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document, InputError, SettingError, align
from vicinal.gold import Gold
from vicinal.methods import METHODS, aligner_for, is_supervised, method_class, settings_of, summary_of
from vicinal.methods.bott_saggion import BottSaggion
from vicinal.methods.coster_kauchak import CosterKauchak
from vicinal.methods.jaccard import Jaccard
from vicinal.methods.nearest import Nearest
from vicinal.signature import signature_of

UNSUPERVISED = [name for name in METHODS if not is_supervised(name)]
WORDS = st.sampled_from(["ferry", "harbour", "boat", "night", "rain", "bread", "the", "a"])
SENTENCE = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)
DOCUMENT = st.lists(st.lists(SENTENCE, min_size=1, max_size=4), min_size=1, max_size=3).map(Document)


@pytest.mark.parametrize("name", METHODS)
def test_every_method_and_its_settings_are_documented(name: str) -> None:
    assert 20 < len(summary_of(name)) < 130
    documented = str(method_class(name).__doc__)
    for setting in settings_of(name):
        assert f"{setting}: " in documented
    assert set(method_class(name).GRID) <= set(settings_of(name))
    module = str(sys.modules[method_class(name).__module__].__doc__)
    assert name == "vicinity" or ("econstructed" in module or "quirk" in module or "slip" in module)


def test_importing_the_methods_is_light() -> None:
    heavy = "{'numpy', 'scipy', 'sklearn'}"
    load = "from vicinal.methods import METHODS, method_class; [method_class(name) for name in METHODS]"
    code = f"import sys; {load}; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("name", UNSUPERVISED)
@given(source=DOCUMENT, target=DOCUMENT)
def test_any_documents(name: str, source: Document, target: Document) -> None:
    method = aligner_for(name, {})
    alignment = method(source, target)
    assert alignment == method(source, target)
    assert alignment.signature == signature_of(method)
    cells = {(x, y) for link in alignment.sentences for x in link.source for y in link.target}
    assert set(alignment.cells) <= cells
    assert {step.cell for step in alignment.steps if step.level == "sentence"} <= cells
    assert len(set(alignment.sentences)) == len(alignment.sentences)


@pytest.mark.parametrize("name", UNSUPERVISED)
def test_a_document_is_aligned_with_itself(name: str) -> None:
    text = [["Ferries cross the harbour at night."], ["Bread costs two crowns.", "Nobody counted the gulls."]]
    alignment = align(text, text, name)
    assert [(link.source, link.target) for link in alignment.sentences] == [((i,), (i,)) for i in range(3)]
    assert [(link.source, link.target) for link in alignment.paragraphs] == [((0,), (0,)), ((1,), (1,))]


@pytest.mark.parametrize("name", UNSUPERVISED)
def test_documents_without_words_are_refused(name: str) -> None:
    with pytest.raises(InputError, match=r"^source document: has no words to align$"):
        align([["  "]], "Some words.", name)
    with pytest.raises(InputError, match=r"^empty: has no words to align$"):
        aligner_for(name, {})(Document([["Some words."]]), Document([["  "]], "empty"))


@pytest.mark.parametrize("name", [name for name in METHODS if is_supervised(name)])
def test_a_supervised_method_without_a_model_explains_how_to_make_one(name: str) -> None:
    with pytest.raises(SettingError) as caught:
        align("One.", "Two.", name)
    assert str(caught.value) == (
        f"method {name!r} needs a model: make one with 'vicinal fit GOLD --method {name} -o {name}.json' "
        f"and pass it with --model {name}.json"
    )


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("nearest", {"threshold": 1.5}),
        ("jaccard", {"threshold": -1}),
        ("coster_kauchak", {"skip": 2}),
        ("bott_saggion", {"none": 7}),
        ("bott_saggion", {"rounds": -1}),
        ("bott_saggion", {"rounds": 1.0}),
        ("bott_saggion", {"rounds": True}),
        ("massalign", {"beta": 3}),
        ("nearest", {"alpha": 0.3}),
    ],
)
def test_settings_out_of_range(name: str, settings: dict[str, float]) -> None:
    with pytest.raises(SettingError):
        aligner_for(name, settings)


def _links(alignment: object) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(link.source, link.target) for link in alignment.sentences]  # type: ignore[attr-defined]


def test_nearest_follows_any_order_and_merges_neighbours_only() -> None:
    source = Document([["red apples grow", "green pears fall", "blue plums rot"]])
    target = Document([["blue plums", "red apples", "apples grow", "green pears", "red grow"]])
    assert _links(Nearest()(source, target)) == [((0,), (1, 2)), ((0,), (4,)), ((1,), (3,)), ((2,), (0,))]


def test_nearest_takes_the_first_of_ties_and_nothing_below_the_threshold() -> None:
    source = Document([["red apples", "red apples", "odd one"]])
    target = Document([["red apples"], ["strange thing"]])
    assert _links(Nearest()(source, target)) == [((0,), (0,))]


def test_jaccard_counts_common_stems() -> None:
    source = Document([["the dogs barked loudly", "cats sleep"]], language="en")
    target = Document([["the dog barks loud", "the cat sleeps"]], language="en")
    # dog, bark, loud, the: 4 of 4; cat, sleep of cat, sleep, the: 2 of 3
    alignment = Jaccard()(source, target)
    assert _links(alignment) == [((0,), (0,)), ((1,), (1,))]
    assert [step.similarity for step in alignment.steps] == [pytest.approx(4 / 4), pytest.approx(2 / 3)]
    assert Jaccard(stem=False)(source, target).sentences == ()


def test_jaccard_joins_pairs_that_share_a_sentence() -> None:
    source = Document([["red apples grow", "blue plums"]])
    target = Document([["red apples", "apples grow"]])
    alignment = Jaccard()(source, target)
    assert _links(alignment) == [((0,), (0, 1))]
    assert alignment.cells == ((0, 0), (0, 1))


def test_coster_kauchak_aligns_every_similar_pair_of_paragraphs() -> None:
    source = Document([["red apples grow", "green pears fall"], ["odd one"]])
    target = Document([["red apples grow"], ["green pears fall"]])
    alignment = CosterKauchak()(source, target)
    assert [(link.source, link.target) for link in alignment.paragraphs] == [((0,), (0,)), ((0,), (1,))]
    # Skipping costs a little and a mismatch nothing, so in each pair both sentences are linked with the one.
    assert _links(alignment) == [((0, 1), (0, 1))]
    assert _links(CosterKauchak(skip=0.0)(source, target)) == [((0,), (0,)), ((1,), (1,))]


def test_coster_kauchak_drops_weak_links() -> None:
    source = Document([["red apples grow here", "green pears fall down"]])
    target = Document([["red apples grow here", "green pears fell hard on stones"]])
    assert _links(CosterKauchak()(source, target)) == [((0,), (0,))]
    assert _links(CosterKauchak(sentence_alpha=0.1)(source, target)) == [((0,), (0,)), ((1,), (1,))]


def test_bott_saggion_prefers_the_next_sentence_if_similarities_are_equal() -> None:
    repeated = "the same words again"
    source = Document([["one first thing", repeated, "a middle part", repeated, "the last thing of all"]])
    target = Document([["one first thing", repeated, "a middle part", repeated]])
    assert _links(BottSaggion()(source, target)) == [((i,), (i,)) for i in range(4)]


def test_bott_saggion_leaves_dissimilar_sentences_unaligned() -> None:
    source = Document([["red apples grow", "green pears fall"]])
    target = Document([["red apples grow", "some other matter", "green pears fall"]])
    assert _links(BottSaggion()(source, target)) == [((0,), (0,)), ((1,), (2,))]


def test_methods_work_on_every_sample_document(sample: list[Gold]) -> None:
    for name in UNSUPERVISED:
        for gold in sample[::4]:
            align(gold.source, gold.target, name)
