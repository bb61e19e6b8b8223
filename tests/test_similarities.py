"""Similarities other than words (character n-grams, stems, blends): their common contract, and their flags."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import product
from math import inf, nan, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import vicinal
from vicinal import Document, Idf, InputError, LanguageWarning, SettingError, TfIdf, Vectors, align, align_many
from vicinal.similarity.blend import Blend
from vicinal.similarity.characters import Characters
from vicinal.similarity.embeddings import Embeddings
from vicinal.similarity.stems import Stems, stemmer_for
from vicinal.text.tokens import tokens

CLOSE = 2e-12  # similarities are rounded to twelve decimals, and may differ in the last


class Letters:
    """An encoder that counts some letters, with some negative values."""

    def encode(self, sentences: list[str]) -> Any:
        return [[s.count("a"), s.count("e") - 1.5, s.count("t"), -s.count("s"), len(s)] for s in sentences]


MEANING = Embeddings(Letters())
ALL = [TfIdf(), Characters(), Stems("en"), MEANING, Blend(((Stems("en"), 2), (MEANING, 1), (Characters(2), 0.5)))]

SOURCE = Document(
    [
        ["The cats of the towers"],
        ["The old cats climbed the towers.", "...", "They were sleeping there, and nobody saw them."],
        ["In the morning a baker came with warm bread.", "The bread smelled so good that the cats woke up."],
    ],
    language="en",
)
TARGET = Document(
    [
        ["The cats of the tower"],
        ["An old cat climbed a tower.", "It slept there.", "Nobody saw it."],
        ["In the morning a baker came with bread.", "!", "The smell of bread woke the cat."],
    ],
    language="en",
)

_WORDS = ["the", "cat", "cats", "tower", "towers", "bakes", "baking", "été", "ete", "日本語", "3", "a", "!"]
_SENTENCES = st.lists(st.sampled_from(_WORDS), max_size=7).map(" ".join)
_DOCUMENTS = st.lists(_SENTENCES, min_size=1, max_size=5).map(lambda s: Document([["The", *s]]))


def _matrix(vectors: Vectors) -> list[list[float]]:
    rows, columns = vectors.shape
    return [[vectors.pair(x, y) for y in range(columns)] for x in range(rows)]


def _expected(terms: Callable[[str], Iterable[str]], source: Document, target: Document) -> list[list[float]]:
    """Return the cosines of counts times idf, by the definition."""
    counted = [[Counter(terms(sentence)) for sentence in d.sentences] for d in (source, target)]
    everything = [counts for side in counted for counts in side]
    idf = Idf(len(everything), Counter(term for counts in everything for term in counts))

    def cosine(a: Counter[str], b: Counter[str]) -> float:
        dot = sum(a[t] * b[t] * idf.weight(t) ** 2 for t in a)
        length = sqrt(sum((a[t] * idf.weight(t)) ** 2 for t in a) * sum((b[t] * idf.weight(t)) ** 2 for t in b))
        return dot / length if length else 0.0

    return [[cosine(a, b) for b in counted[1]] for a in counted[0]]


# One contract for all


@pytest.mark.parametrize("similarity", ALL, ids=repr)
def test_pair_block_group_and_select_agree(similarity: Any) -> None:
    vectors = similarity(SOURCE, TARGET)
    rows, columns = vectors.shape
    assert (rows, columns) == (len(SOURCE.sentences), len(TARGET.sentences))
    for x, y in product(range(rows), range(columns)):
        pair = vectors.pair(x, y)
        assert type(pair) is float
        assert -1 <= pair <= 1
        assert pair == vectors.block(x, x + 1, y, y + 1) == vectors.group([x], [y])
    assert vectors.block(1, 4, 2, 5) == vectors.group(range(1, 4), (2, 3, 4))
    assert vectors.block(2, 2, 0, 3) == 0.0
    chosen = vectors.select([5, 1, 1], (3, 0))
    assert chosen.shape == (3, 2)
    assert _matrix(chosen) == [[vectors.pair(x, y) for y in (3, 0)] for x in (5, 1, 1)]
    assert chosen.block(0, 3, 0, 2) == vectors.group([5, 1, 1], iter([3, 0]))
    assert chosen.select([2], [1]).pair(0, 0) == vectors.pair(1, 0)


@pytest.mark.parametrize("similarity", ALL, ids=repr)
def test_equal_sentences_have_similarity_1_unless_they_have_no_words(similarity: Any) -> None:
    vectors = similarity(SOURCE, SOURCE)
    for x, sentence in enumerate(SOURCE.sentences):
        assert vectors.pair(x, x) == (1.0 if tokens(sentence) else 0.0)
    assert all(vectors.pair(2, y) == vectors.pair(y, 2) == 0.0 for y in range(6))


@pytest.mark.parametrize("similarity", ALL, ids=repr)
@pytest.mark.parametrize("empty", [[], [[]], [["..."]], [["", " "], ["😀"]]], ids=repr)
def test_a_document_without_words(similarity: Any, empty: list[list[str]]) -> None:
    with pytest.raises(InputError, match="source document: has no words"):
        similarity(Document(empty), TARGET)
    with pytest.raises(InputError, match=r"cat\.txt: has no words"):
        similarity(SOURCE, Document(empty, id="cat.txt"))


@pytest.mark.parametrize("similarity", ALL, ids=repr)
@pytest.mark.parametrize("method", ["vicinity", "nearest", "coster_kauchak", "bott_saggion"])
def test_every_method_accepts_every_similarity(similarity: Any, method: str) -> None:
    alignment = align(SOURCE, TARGET, method, similarity=similarity)
    assert alignment.sentences
    assert repr(similarity) in alignment.signature
    assert alignment == align(SOURCE, TARGET, method, similarity=pickle.loads(pickle.dumps(similarity)))


def test_results_do_not_depend_on_workers() -> None:
    pairs = [(SOURCE, TARGET), (TARGET, SOURCE)]
    similarity = Blend(((Characters(), 1), (MEANING, 1)))
    one, two = (list(align_many(pairs, "vicinity", similarity=similarity, workers=workers)) for workers in (1, 2))
    assert one == two


# Character n-grams


@pytest.mark.parametrize(
    ("size", "sentence", "grams"),
    [
        (3, "A cat!", [" a ", "a c", " ca", "cat", "at "]),
        (4, "A", [" a "]),
        (5, "Go", [" go "]),
        (4, "Go", [" go "]),
        (3, "Go", [" go", "go "]),
        (1, "a-b", [" ", "a", " ", "b", " "]),
        (4, "...", []),
        (4, "", []),
        (4, "ÉTÉ", [" été", "été "]),
        (4, "E\u0301te\u0301", [" été", "été "]),
        (4, "日本語", [" 日本 ", "日本 本", "本 本語", " 本語 "]),
        (100, "The cat sat.", [" the cat sat "]),
    ],
)
def test_characters(size: int, sentence: str, grams: list[str]) -> None:
    assert Characters(size).terms(sentence) == grams


@given(_DOCUMENTS, _DOCUMENTS, st.integers(1, 6))
def test_characters_are_weighted_like_words(source: Document, target: Document, size: int) -> None:
    expected = _expected(Characters(size).terms, source, target)
    np.testing.assert_allclose(_matrix(Characters(size)(source, target)), expected, rtol=0, atol=CLOSE)


def test_characters_match_compounds_that_words_miss() -> None:
    source, target = Document([["Stadtverwaltungen"], ["Hund"]]), Document([["Die Verwaltung der Stadt"], ["Katze"]])
    assert TfIdf()(source, target).pair(0, 0) == 0.0
    assert Characters()(source, target).pair(0, 0) > 0.3
    assert Characters()(source, target).pair(1, 1) == 0.0


@pytest.mark.parametrize("size", [0, -1, 101, 2.0, "4", True, None], ids=repr)
def test_the_size_is_checked(size: Any) -> None:
    with pytest.raises(SettingError, match="size must be a whole number from 1 to 100"):
        Characters(size)


# Stems


def test_stems_by_the_language_of_the_documents() -> None:
    source, target = [["Cats were running."], ["Häuser"]], [["A cat runs."], ["Haus"]]
    for languages in (("en", "en"), ("en-GB", None), (None, "EN_us")):
        vectors = Stems()(Document(source, language=languages[0]), Document(target, language=languages[1]))
        assert vectors.pair(0, 0) > 0.5
    german = Stems()(Document(source, language="de"), Document(target, language="de"))
    assert german.pair(1, 1) == 1.0
    assert Stems("de")(Document(source, language="en"), Document(target)).pair(1, 1) == 1.0


@given(_DOCUMENTS, _DOCUMENTS)
def test_stems_are_weighted_like_words(source: Document, target: Document) -> None:
    stems = stemmer_for("en")
    assert stems is not None
    expected = _expected(lambda sentence: stems(tokens(sentence)), source, target)
    np.testing.assert_allclose(_matrix(Stems("en")(source, target)), expected, rtol=0, atol=CLOSE)


def test_each_word_form_is_stemmed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def stems(words: list[str]) -> list[str]:
        seen.extend(words)
        return [word[:3] for word in words]

    monkeypatch.setattr("vicinal.similarity.stems.stemmer_for", lambda _: stems)
    assert Stems()(SOURCE, TARGET).pair(1, 1) > 0
    assert sorted(seen) == sorted({t for d in (SOURCE, TARGET) for s in d.sentences for t in tokens(s)})


@pytest.mark.parametrize(
    ("language", "message"),
    [("xx", "no stemmer for language 'xx'"), ("ja", "'ja'"), ("é" * 999, "no stemmer")],
)
def test_words_are_not_stemmed_without_a_stemmer(language: str | None, message: str) -> None:
    source, target = (Document(d.paragraphs, language=language) for d in (SOURCE, TARGET))
    with pytest.warns(LanguageWarning, match=f"{message}.*words are compared as they are") as caught:
        vectors = Stems()(source, target)
    assert len(caught) == 1
    assert len(str(caught[0].message)) < 200
    assert _matrix(vectors) == _matrix(TfIdf()(source, target))


def test_the_language_must_be_a_code() -> None:
    with pytest.raises(SettingError, match="language must be a code"):
        Stems(3)  # type: ignore[arg-type]


# Blends


@given(_DOCUMENTS, _DOCUMENTS, st.floats(1e-3, 1e3))
def test_a_blend_of_one_part_is_that_part(source: Document, target: Document, weight: float) -> None:
    for part in (TfIdf(), MEANING):
        blend, alone = Blend(((part, weight),))(source, target), part(source, target)
        np.testing.assert_allclose(_matrix(blend), _matrix(alone), rtol=0, atol=CLOSE)
        assert blend.block(0, 2, 0, 2) == pytest.approx(alone.block(0, 2, 0, 2), rel=0, abs=CLOSE)


@given(_DOCUMENTS, _DOCUMENTS, st.tuples(st.floats(0.1, 10), st.floats(0.1, 10)))
def test_a_blend_is_the_vectors_side_by_side(source: Document, target: Document, weights: tuple[float, float]) -> None:
    """Compare with concatenated rows, each part scaled so that its mean squared length is its weight."""

    def by_hand(terms: Callable[[str], list[str]]) -> list[np.ndarray[Any, Any]]:
        counted = [[Counter(terms(s)) for s in d.sentences] for d in (source, target)]
        both = counted[0] + counted[1]
        names = sorted({term for counts in both for term in counts})
        idf = Idf(len(both), Counter(term for counts in both for term in counts))
        rows = [np.array([[c[n] * idf.weight(n) for n in names] for c in side]) for side in counted]
        squares = (np.vstack(rows) ** 2).sum(axis=1)
        return [side / sqrt(squares[squares > 0].mean()) for side in rows]

    parts = [by_hand(tokens), by_hand(Characters(3).terms)]
    whole = [np.hstack([part[side] * sqrt(w) for part, w in zip(parts, weights, strict=True)]) for side in (0, 1)]
    expected = Vectors(*whole)
    blend = Blend(((TfIdf(), weights[0]), (Characters(3), weights[1])))(source, target)
    np.testing.assert_allclose(_matrix(blend), _matrix(expected), rtol=0, atol=1e-11)
    rows, columns = blend.shape
    assert blend.block(0, rows, 1, columns) == pytest.approx(expected.block(0, rows, 1, columns), rel=0, abs=1e-11)


def test_weights_count_by_their_ratio() -> None:
    one = Blend(((TfIdf(), 1), (MEANING, 3)))(SOURCE, TARGET)
    same = Blend(((TfIdf(), 5), (MEANING, 15)))(SOURCE, TARGET)
    np.testing.assert_allclose(_matrix(one), _matrix(same), rtol=0, atol=CLOSE)
    nearly = Blend(((TfIdf(), 1e-9), (MEANING, 1)))(SOURCE, TARGET)
    np.testing.assert_allclose(_matrix(nearly), _matrix(MEANING(SOURCE, TARGET)), rtol=0, atol=1e-6)


def test_rows_of_equal_length_give_the_weighted_mean() -> None:
    def first(source: Document, target: Document) -> Vectors:
        return Vectors([[1, 0], [0, 1]], [[1, 0], [0.6, 0.8]])

    def second(source: Document, target: Document) -> Vectors:
        return Vectors([[0, 9], [9, 0]], [[9, 0], [9, 0]])

    two = Document([["a", "b"]])
    vectors = Blend(((first, 3), (second, 1)))(two, two)
    assert _matrix(vectors) == [[0.75, 0.45], [0.25, 0.85]]
    assert Blend(((first, 1), (Blend(((second, 7),)), 1)))(two, two).pair(0, 1) == 0.3


def test_a_selection_keeps_the_scale_of_the_whole() -> None:
    vectors = Blend()(SOURCE, TARGET)
    assert vectors.select([1], [1]).pair(0, 0) == vectors.pair(1, 1)
    assert vectors.select([0, 3], [0, 4]).block(0, 2, 0, 2) == vectors.group([0, 3], [0, 4])


def test_a_part_of_zeros_only_adds_nothing() -> None:
    def nothing(source: Document, target: Document) -> Vectors:
        return Vectors([{}] * len(source.sentences), [{}] * len(target.sentences))

    blend = Blend(((TfIdf(), 1), (nothing, 4)))(SOURCE, TARGET)
    np.testing.assert_allclose(_matrix(blend), _matrix(TfIdf()(SOURCE, TARGET)), rtol=0, atol=CLOSE)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ((), "at least one pair"),
        (3, "pairs of a similarity and a weight"),
        ((TfIdf(),), "pairs of a similarity and a weight"),
        (((TfIdf(), 1, 2),), "pairs of a similarity and a weight"),
        ((("tfidf", 1),), "a part must be a function of two documents, not 'tfidf'"),
        (((TfIdf(), 0),), "must be a number above 0, not 0"),
        (((TfIdf(), -1),), "must be a number above 0"),
        (((TfIdf(), nan),), "must be a number above 0"),
        (((TfIdf(), inf),), "must be a number above 0"),
        (((TfIdf(), "1"),), "must be a number above 0"),
        (((TfIdf(), True),), "must be a number above 0"),
    ],
    ids=repr,
)
def test_parts_are_checked(parts: Any, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        Blend(parts)


def test_parts_must_return_matching_vectors() -> None:
    with pytest.raises(InputError, match="gave no Vectors"):
        Blend(((lambda s, t: [[1.0]], 1),))(SOURCE, TARGET)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"vectors for \(1, 1\) sentences, not for \(6, 7\)"):
        Blend(((lambda s, t: Vectors([[1]], [[1]]), 1),))(SOURCE, TARGET)


def test_signatures_name_all_settings() -> None:
    assert repr(Characters()) == "Characters(size=4)"
    assert repr(Stems("de")) == "Stems(language='de')"
    blend = Blend([[TfIdf(), 1], [Characters(5), 2]])  # type: ignore[arg-type]
    assert repr(blend) == "Blend(parts=((TfIdf(idf=None), 1.0), (Characters(size=5), 2.0)))"
    assert blend == Blend(((TfIdf(), 1.0), (Characters(5), 2.0)))


# The command line


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, document in (("a.txt", SOURCE), ("b.txt", TARGET)):
        text = "\n\n".join("\n".join(paragraph) for paragraph in document.paragraphs)
        (tmp_path / name).write_text(text + "\n", encoding="utf-8")
    return tmp_path


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "vicinal", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("name", "similarity"), [("tfidf", TfIdf()), ("char", Characters()), ("stem", Stems()), ("blend", Blend())]
)
def test_the_flag_names_a_similarity(folder: Path, name: str, similarity: Any) -> None:
    options = ("--method", "vicinity", "-l", "en", "--split", "lines", "--similarity", name)
    done = _run(folder, "align", "a.txt", "b.txt", *options, "-o", "out.json")
    assert (done.returncode, done.stderr) == (0, "wrote out.json\n")
    source, target = (Document(d.paragraphs, f"{n}.txt", "en", [0]) for d, n in ((SOURCE, "a"), (TARGET, "b")))
    assert vicinal.load(folder / "out.json") == align(source, target, "vicinity", similarity=similarity)


def test_the_flag_warns_without_a_stemmer(folder: Path) -> None:
    done = _run(folder, "align", "a.txt", "b.txt", "-m", "vicinity", "--similarity", "stem")
    assert done.returncode == 0
    assert done.stderr == (
        "vicinal: note: read as a sentence a line, in English (recognised); change it with --split, --language\n"
    )
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text("Xaver Zyx.\nQuim.\n", encoding="utf-8")
    done = _run(folder, "align", "a.txt", "b.txt", "-m", "vicinity", "--similarity", "stem")
    assert done.stderr == (
        "vicinal: note: no language known to choose a stemmer; words are compared as they are\n"
        "vicinal: note: read as a sentence a line (recognised); change it with --split\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--similarity", "words"], "'words' is not one of"),
        (["-m", "vicinity", "--similarity", "char", "--idf", "model.json"], "--idf needs --similarity tfidf"),
        (["-m", "vicinity", "--similarity", "blend", "--idf", "model.json"], "leave it out with --similarity blend"),
        (["--method", "jaccard", "--similarity", "char"], "method 'jaccard' has no setting --similarity"),
        (["--method", "jaccard", "--idf", "pair"], "method 'jaccard' has no setting --idf"),
    ],
    ids=" ".join,
)
def test_contradictory_flags_are_refused(folder: Path, arguments: list[str], message: str) -> None:
    (folder / "model.json").write_bytes(Idf.fit([SOURCE]).to_json())
    done = _run(folder, "align", "a.txt", "b.txt", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_idf_model_needs_words(folder: Path) -> None:
    (folder / "model.json").write_bytes(Idf.fit([SOURCE]).to_json())
    files = ("align", "a.txt", "b.txt", "-f", "json", "--method", "vicinity")
    with_model = _run(folder, *files, "--idf", "model.json").stdout
    assert with_model == _run(folder, *files, "--similarity", "tfidf", "--idf", "model.json").stdout
    assert "sha256=" in with_model
    assert _run(folder, *files, "--similarity", "char", "--idf", "pair").stdout.count("Characters(size=4)") == 1


def test_a_run_with_another_similarity(folder: Path) -> None:
    (folder / "texts").mkdir()
    for name, new in (("a.txt", "cats.complex.txt"), ("b.txt", "cats.simple.txt")):
        (folder / name).rename(folder / "texts" / new)
    refused = _run(folder, "run", "texts", "-o", "out", "-m", "vicinity", "--similarity", "char", "--idf", "corpus")
    assert refused.returncode == 2
    assert "--idf needs --similarity tfidf" in refused.stderr
    options = ("--method", "vicinity", "--similarity", "stem", "--language", "ja", "--workers", "1")
    done = _run(folder, "run", "texts", "-o", "out", *options)
    assert done.returncode == 0
    assert "vicinal: note: no stemmer for language 'ja'; words are compared as they are\n" in done.stderr
    assert "similarity=Stems(language=None)" in (folder / "out" / "manifest.json").read_text()
