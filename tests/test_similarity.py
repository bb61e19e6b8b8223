"""Similarity: against scikit-learn and numpy, exact identities, errors that name the row, idf models."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import product
from math import inf, log, nan, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vicinal import Document, FormatError, Idf, InputError, TfIdf, Vectors
from vicinal.similarity.vectors import BestPair
from vicinal.text.tokens import tokens

CORPUS = Path(__file__).resolve().parents[1] / "data" / "gold"
CLOSE = 1e-12


def _corpus() -> list[tuple[str, Document, Document]]:
    records = [
        json.loads(line)
        for path in sorted(CORPUS.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").strip().split("\n")
    ]
    return [(r["id"], Document(r["source"]), Document(r["target"])) for r in records]


PAIRS = _corpus()

# Few words, so that sentences share them; some sentences have none at all.
_WORDS = ["the", "cat", "sat", "Cat's", "on", "Straße", "mat", "3", "日本語", "日本", "é", ".", "!"]
_SENTENCES = st.lists(st.sampled_from(_WORDS), max_size=9).map(" ".join)
_DOCUMENTS = st.lists(_SENTENCES, min_size=1, max_size=6).map(lambda s: Document([["The", *s]]))

# Zeros and numbers whose squares neither overflow nor vanish.
_NUMBERS = st.just(0.0) | st.floats(1e-6, 1e6) | st.floats(-1e6, -1e-6)


def _rows(width: int) -> st.SearchStrategy[list[list[float]]]:
    return st.lists(st.lists(_NUMBERS, min_size=width, max_size=width), min_size=1, max_size=5)


_TWO_SIDES = st.integers(1, 6).flatmap(lambda width: st.tuples(_rows(width), _rows(width)))


def _matrix(vectors: Vectors) -> np.ndarray[Any, np.dtype[np.float64]]:
    rows, columns = vectors.shape
    return np.array([[vectors.pair(x, y) for y in range(columns)] for x in range(rows)]).reshape(rows, columns)


def _sklearn_matrix(source: Document, target: Document) -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(tokenizer=tokens, token_pattern=None, lowercase=False, smooth_idf=False, norm="l2")
    rows = vectorizer.fit_transform([*source.sentences, *target.sentences])
    size = len(source.sentences)
    return (rows[:size] @ rows[size:].T).toarray()


def _cosine(a: Any, b: Any) -> float:
    length = np.linalg.norm(a) * np.linalg.norm(b)
    return float(np.dot(a, b) / length) if length else 0.0


# TF-IDF


@pytest.mark.parametrize(("source", "target"), [pair[1:] for pair in PAIRS], ids=[pair[0] for pair in PAIRS])
def test_tfidf_agrees_with_scikit_learn(source: Document, target: Document) -> None:
    np.testing.assert_allclose(_matrix(TfIdf()(source, target)), _sklearn_matrix(source, target), rtol=0, atol=CLOSE)


@given(_DOCUMENTS, _DOCUMENTS)
def test_tfidf_agrees_with_scikit_learn_on_any_sentences(source: Document, target: Document) -> None:
    np.testing.assert_allclose(_matrix(TfIdf()(source, target)), _sklearn_matrix(source, target), rtol=0, atol=CLOSE)


def _concatenated(idf: Idf, source: Sequence[str], target: Sequence[str]) -> float:
    """Return the cosine of two texts, by the definition."""
    a, b = ({t: n * idf.weight(t) for t, n in Counter(tokens(" ".join(text))).items()} for text in (source, target))
    dot = sum(a[term] * b.get(term, 0.0) for term in a)
    length = sqrt(sum(v * v for v in a.values())) * sqrt(sum(v * v for v in b.values()))
    return dot / length if length else 0.0


@given(_DOCUMENTS, _DOCUMENTS, st.data())
def test_block_is_the_similarity_of_the_concatenated_text(
    source: Document, target: Document, data: st.DataObject
) -> None:
    xs, ys = (sorted(data.draw(st.tuples(*[st.integers(0, len(d.sentences))] * 2))) for d in (source, target))
    expected = _concatenated(
        Idf.fit([source, target]), source.sentences[xs[0] : xs[1]], target.sentences[ys[0] : ys[1]]
    )
    assert TfIdf()(source, target).block(*xs, *ys) == pytest.approx(expected, rel=0, abs=CLOSE)


@pytest.mark.parametrize(("source", "target"), [pair[1:] for pair in PAIRS[::5]], ids=[pair[0] for pair in PAIRS[::5]])
def test_block_on_the_sample_corpus(source: Document, target: Document) -> None:
    vectors, idf = TfIdf()(source, target), Idf.fit([source, target])
    for x, y in zip(range(0, len(source.sentences) - 3, 2), range(len(target.sentences) - 4), strict=False):
        expected = _concatenated(idf, source.sentences[x : x + 3], target.sentences[y : y + 4])
        assert vectors.block(x, x + 3, y, y + 4) == pytest.approx(expected, rel=0, abs=CLOSE)


def test_one_sentence_documents_that_share_every_word() -> None:
    assert TfIdf()(Document([["A cat."]]), Document([["a CAT!"]])).pair(0, 0) == 1.0


def test_tfidf_with_a_corpus_model() -> None:
    source, target = Document([["The cat sat.", "It slept."]]), Document([["The cat lay.", "The end."]])
    model = Idf.fit([source, target, Document([["The dog.", "The cow.", "The owl."]])])
    own, corpus = TfIdf()(source, target), TfIdf(model)(source, target)
    assert own.pair(0, 0) != corpus.pair(0, 0)
    assert corpus.pair(0, 0) == pytest.approx(
        _concatenated(model, source.sentences[:1], target.sentences[:1]), rel=0, abs=CLOSE
    )
    assert TfIdf(Idf.fit([source, target]))(source, target).pair(0, 0) == own.pair(0, 0)
    assert repr(model) in repr(TfIdf(model))
    assert repr(TfIdf()) == "TfIdf(idf=None)"
    assert TfIdf(model) == TfIdf(Idf(model.sentences, dict(model.counts)))


@pytest.mark.parametrize("empty", [[], [[]], [["..."]], [["", " "], ["😀"]]], ids=repr)
def test_a_document_without_words(empty: list[list[str]]) -> None:
    full = Document([["A cat."]])
    with pytest.raises(InputError, match="source document: has no words"):
        TfIdf()(Document(empty), full)
    with pytest.raises(InputError, match=r"cat\.txt: has no words"):
        TfIdf()(full, Document(empty, id="cat.txt"))


# Vectors


@given(_TWO_SIDES)
def test_cosine_agrees_with_numpy(rows: tuple[list[list[float]], list[list[float]]]) -> None:
    source, target = rows
    expected = [[_cosine(a, b) for b in target] for a in source]
    np.testing.assert_allclose(_matrix(Vectors(source, target)), expected, rtol=0, atol=CLOSE)


@given(_TWO_SIDES, st.data())
def test_block_agrees_with_numpy(rows: tuple[list[list[float]], list[list[float]]], data: st.DataObject) -> None:
    source, target = (np.abs(np.array(side)) for side in rows)  # no sums that cancel out
    xs, ys = (sorted(data.draw(st.tuples(*[st.integers(0, len(side))] * 2))) for side in (source, target))
    expected = _cosine(source[xs[0] : xs[1]].sum(axis=0), target[ys[0] : ys[1]].sum(axis=0))
    assert Vectors(source, target).block(*xs, *ys) == pytest.approx(expected, rel=0, abs=CLOSE)


@given(_TWO_SIDES, st.data())
def test_block_group_select_and_pair_agree(
    rows: tuple[list[list[float]], list[list[float]]], data: st.DataObject
) -> None:
    vectors = Vectors(*rows)
    height, width = vectors.shape
    for x, y in product(range(height), range(width)):
        assert vectors.pair(x, y) == vectors.block(x, x + 1, y, y + 1) == vectors.group([x], [y])
    x0, x1 = sorted(data.draw(st.tuples(st.integers(0, height), st.integers(0, height))))
    y0, y1 = sorted(data.draw(st.tuples(st.integers(0, width), st.integers(0, width))))
    assert vectors.block(x0, x1, y0, y1) == vectors.group(range(x0, x1), range(y0, y1))
    xs = data.draw(st.lists(st.integers(0, height - 1), max_size=5))
    ys = data.draw(st.lists(st.integers(0, width - 1), max_size=5))
    chosen = vectors.select(xs, ys)
    assert chosen.shape == (len(xs), len(ys))
    assert all(chosen.pair(i, j) == vectors.pair(x, y) for i, x in enumerate(xs) for j, y in enumerate(ys))
    assert chosen.block(0, len(xs), 0, len(ys)) == vectors.group(xs, ys)


@given(_TWO_SIDES)
def test_equal_rows_give_exactly_one(rows: tuple[list[list[float]], list[list[float]]]) -> None:
    vectors = Vectors(rows[0], rows[0])
    for x, row in enumerate(rows[0]):
        assert vectors.pair(x, x) == (1.0 if any(row) else 0.0)


@pytest.mark.parametrize(("_", "source", "target"), PAIRS, ids=[pair[0] for pair in PAIRS])
def test_equal_sentences_give_exactly_one(_: str, source: Document, target: Document) -> None:
    vectors = TfIdf()(source, source)
    assert all(vectors.pair(x, x) == 1.0 for x in range(len(source.sentences)))


@given(_TWO_SIDES)
def test_symmetric(rows: tuple[list[list[float]], list[list[float]]]) -> None:
    there, back = Vectors(rows[0], rows[1]), Vectors(rows[1], rows[0])
    np.testing.assert_allclose(_matrix(there), _matrix(back).T, rtol=0, atol=1e-15)


@given(_TWO_SIDES)
def test_a_row_of_zeros_is_similar_to_nothing(rows: tuple[list[list[float]], list[list[float]]]) -> None:
    source, target = rows
    zeros = [0.0] * len(source[0])
    vectors = Vectors([*source, zeros], [*target, zeros])
    height, width = vectors.shape
    assert all(vectors.pair(height - 1, y) == 0.0 for y in range(width))
    assert all(vectors.pair(x, width - 1) == 0.0 for x in range(height))
    assert vectors.block(0, 0, 0, width) == 0.0


@given(_TWO_SIDES, st.randoms())
def test_mappings_arrays_and_lists_are_the_same_rows(
    rows: tuple[list[list[float]], list[list[float]]], random: Any
) -> None:
    def mapping(row: list[float]) -> dict[int, float]:
        columns = [column for column in range(len(row)) if row[column] or random.random() < 0.5]
        random.shuffle(columns)
        return {column: row[column] for column in columns}

    expected = _matrix(Vectors(*rows)).tolist()
    assert _matrix(Vectors(*([mapping(row) for row in side] for side in rows))).tolist() == expected
    assert _matrix(Vectors(*map(np.array, rows))).tolist() == expected
    assert _matrix(Vectors(iter(rows[0]), tuple(map(tuple, rows[1])))).tolist() == expected


def test_mathematically_equal_similarities_are_equal() -> None:
    """Both are 1 / sqrt(2); unrounded, the last bit would decide between them."""
    vectors = Vectors([[1, 3], [2, 2]], [[0, 3], [1, 0]])
    assert vectors.pair(1, 1) == vectors.pair(1, 0) == 0.707106781187
    assert Vectors([[1] * 10 + [0] * 90], [[1] * 10 + [0] * 90]).pair(0, 0) == 1.0
    assert Vectors([[3, 0, 1]], [[0, 0, 1], [1, 0, 0]]).pair(0, 1) == round(3 / sqrt(10), 12)


def test_arrays_of_single_precision_and_of_integers() -> None:
    vectors = Vectors(np.eye(2, dtype=np.float32), np.array([[1, 1], [0, -3]]))
    assert vectors.shape == (2, 2)
    assert [vectors.pair(0, 0), vectors.pair(1, 1)] == [round(1 / sqrt(2), 12), -1.0]
    assert type(vectors.pair(0, 0)) is float


def test_no_rows() -> None:
    assert Vectors([], []).shape == (0, 0)
    assert Vectors([], []).block(0, 0, 0, 0) == 0.0


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ([[1, 2], [nan, 0]], [[1, 2]], "source row 1: value 0 is nan"),
        ([[1, 2]], [[1, 2], [1, inf]], "target row 1: value 1 is inf"),
        ([[1, 2]], [[1, -inf]], "target row 0: value 1 is -inf"),
        ([{7: nan}], [], "source row 0: value 7 is nan"),
        (np.array([[1.0], [np.nan]]), [], "source row 1: value 0 is nan"),
        ([[1, 2], [1, 2, 3]], [], "source row 1: has 3 values where other rows have 2"),
        ([[1, 2]], [[1, 2], [1]], "target row 1: has 1 values where other rows have 2"),
        ([[1], ["a"]], [], "source row 1: is not a row of numbers"),
        ([[1]], [[None]], "target row 0: is not a row of numbers"),
        ([1], [], "source row 0: is not a row of numbers"),
        (["cat"], [], "source row 0: is not a row of numbers"),
        (["12"], [], "source row 0: "),
        ([b"12"], [], "source row 0: "),
        ([{0: "a"}], [], "source row 0: "),
        ([{0: None}], [], "source row 0: "),
        ([{"a": 1.0}], [], "source row 0: "),
        ([{1: 1.0, "b": 1.0}], [], "source row 0: "),
        ([[1]], [[2], [1e200]], "target row 1: the numbers are too large"),
        ([{3: -1e200}], [], "source row 0: the numbers are too large"),
        ([[10**400]], [], "source row 0: "),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_invalid_rows_are_refused(source: Any, target: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Vectors(source, target)


def test_sums_that_overflow_are_refused() -> None:
    with pytest.raises(InputError, match="too large"):
        Vectors([[1e154]] * 4, [[1.0]]).block(0, 4, 0, 1)


@pytest.mark.parametrize("scale", [1e-150, 1e-100, 1e-90, 1e90, 1e100, 1e150])
def test_the_cosine_does_not_depend_on_scale(scale: float) -> None:
    vectors = Vectors([[3 * scale, 4 * scale]], [[3 * scale, 4 * scale], [4 * scale, 3 * scale], [1.0, 0.0]])
    assert [vectors.pair(0, y) for y in range(3)] == pytest.approx([1.0, 0.96, 0.6], rel=0, abs=CLOSE)


# Paragraphs


@given(_TWO_SIDES, st.data())
def test_best_pair_is_the_best_pair(rows: tuple[list[list[float]], list[list[float]]], data: st.DataObject) -> None:
    vectors = Vectors(*rows)
    source, target = (
        data.draw(st.lists(st.lists(st.integers(0, size - 1), max_size=3), max_size=4)) for size in vectors.shape
    )
    best = BestPair(vectors, source, target)
    assert best.shape == (len(source), len(target))
    for i, j in product(range(len(source)), range(len(target))):
        pairs = [vectors.pair(x, y) for x in source[i] for y in target[j]]
        assert best.pair(i, j) == (max(pairs) if pairs else 0.0)


def test_best_pair_takes_the_spans_of_documents() -> None:
    source, target = Document([["A cat."], [], ["A dog.", "A cow."]]), Document([["The cow."], ["A cat."]])
    best = BestPair(TfIdf()(source, target), source.spans, target.spans)
    assert best.shape == (3, 2)
    assert best.pair(0, 1) == 1.0
    assert best.pair(1, 0) == best.pair(1, 1) == 0.0
    assert best.pair(2, 0) > best.pair(0, 0) == 0.0


# Idf


@given(st.lists(_DOCUMENTS, min_size=3, max_size=3))
def test_models_of_parts_add_up(documents: list[Document]) -> None:
    a, b, c = (Idf.fit([document]) for document in documents)
    whole = Idf.fit(iter(documents))
    assert (a + b) + c == a + (b + c) == c + a + b == whole
    assert repr((a + b) + c) == repr(whole)
    assert whole + Idf.fit([]) == whole
    assert whole.sentences == sum(len(document.sentences) for document in documents)
    assert set(whole.counts) == {t for document in documents for s in document.sentences for t in tokens(s)}


def test_weight() -> None:
    model = Idf.fit([Document([["A cat, a cat.", "A dog."], ["A cow!"]]), Document([["the"]])])
    assert model.sentences == 4
    assert dict(model.counts) == {"a": 3, "cat": 1, "dog": 1, "cow": 1, "the": 1}
    assert model.weight("a") == log(4 / 3) + 1
    assert model.weight("cat") == log(4) + 1
    assert model.weight("never seen") == log(4) + 1
    assert Idf.fit([]).weight("a") == 1.0


# A high surrogate before a low one is left out: JSON cannot tell the two from the character they make up.
_TERMS = st.text(
    st.characters() | st.characters(categories=["Cs"]) | st.sampled_from('\\"/\n\u2028'), max_size=5
).filter(lambda term: term.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") == term)


@given(st.dictionaries(_TERMS, st.integers(1, 50)), st.integers(50, 10**12))
def test_models_are_saved_and_loaded(counts: dict[str, int], sentences: int) -> None:
    model = Idf(sentences, counts)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        model.save(path)
        loaded = Idf.load(path)
        first = path.read_bytes()
        loaded.save(str(path))
        assert path.read_bytes() == first
    assert loaded == model
    assert repr(loaded) == repr(model)


def _model(**changes: object) -> bytes:
    return json.dumps({"format": "vicinal-idf/1", "sentences": 2, "counts": {"a": 1}} | changes).encode()


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", FormatError),
        (b"some text", FormatError),
        (b"[]", FormatError),
        (b"null", FormatError),
        (b"{}", FormatError),
        (b"[" * 100_000, FormatError),
        (_model()[:-5], FormatError),
        (_model(format="vicinal-idf/2"), FormatError),
        (_model(counts=None), FormatError),
        (_model(counts=["a"]), FormatError),
        (_model(counts={"a": None}), FormatError),
        (_model(counts={"a": "one"}), FormatError),
        (_model(counts={"a": 0}), FormatError),
        (_model(counts={"a": -1}), FormatError),
        (_model(counts={"a": 3}), FormatError),
        (_model(counts={"a": 1.5}), FormatError),
        (_model(sentences=None), FormatError),
        (_model(sentences=2.5), FormatError),
        (_model(sentences=inf), FormatError),
        (_model(sentences=nan), FormatError),
        (_model(sentences=-1, counts={}), FormatError),
        (b"\xff\xfe{\x00", InputError),
        (b'{"format": "\xff"}', InputError),
        (b"a\x00b", InputError),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_invalid_model_files_are_refused(tmp_path: Path, content: bytes, error: type[InputError]) -> None:
    path = tmp_path / "wrong.json"
    path.write_bytes(content)
    with pytest.raises(error, match=r"wrong\.json: "):
        Idf.load(path)


def test_unreadable_and_unwritable_model_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nothing\.json: cannot be read"):
        Idf.load(tmp_path / "nothing.json")
    with pytest.raises(InputError, match="is a directory"):
        Idf.load(tmp_path)
    with pytest.raises(InputError, match=r"model\.json: cannot be written"):
        Idf.fit([]).save(tmp_path / "nowhere" / "model.json")
    assert list(tmp_path.iterdir()) == []


@given(st.dictionaries(_TERMS, st.integers(1, 50), min_size=1), st.data())
def test_repr_is_short_and_tells_models_apart(counts: dict[str, int], data: st.DataObject) -> None:
    model = Idf(60, counts)
    assert repr(model) == repr(Idf(60, dict(reversed(counts.items()))))
    assert len(repr(model)) < 100
    term = data.draw(st.sampled_from(sorted(counts)))
    assert repr(Idf(60, counts | {term: counts[term] + 1})) != repr(model)
    assert repr(Idf(61, counts)) != repr(model)
    other = data.draw(_TERMS)
    assume(other not in counts)
    renamed = {other if key == term else key: count for key, count in counts.items()}
    assert repr(Idf(60, renamed)) != repr(model)


def test_repr_is_pinned() -> None:
    """The signature of saved results names models this way: it must not change between versions."""
    model = Idf.fit([Document([["A cat.", "A dog."]])])
    assert repr(model) == repr(Idf(2, {"dog": 1, "a": 2, "cat": 1}))
    assert repr(model) == "Idf(sentences=2, terms=3, sha256='e015559c159d')"
