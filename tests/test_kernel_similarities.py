"""Every similarity in the compiled kernel against the Python: the same cells, scores and steps, bit for bit."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable
from itertools import product
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.test_kernel import ALPHA, BRIEF, DOCUMENT, LONG, SETTINGS, InPython, check, given_rows
from vicinal import Document, Idf, InputError, LanguageWarning, TfIdf, Vicinity, align_many
from vicinal.compiled import kernel
from vicinal.gold import Gold, read_gold_lines
from vicinal.similarity.blend import Blend
from vicinal.similarity.characters import Characters
from vicinal.similarity.embeddings import Embeddings
from vicinal.similarity.stems import Stems
from vicinal.similarity.vectors import Similarity, Vectors

np = pytest.importorskip("numpy")
dense = pytest.importorskip("vicinal.similarity.dense")

pytestmark = [
    pytest.mark.skipif(kernel is None, reason="the compiled kernel was not built, or VICINAL_PURE_PYTHON is set"),
    pytest.mark.filterwarnings("ignore::vicinal.LanguageWarning"),
]

SHARED = Path(__file__).resolve().parents[2] / "shared" / "gold"
MODEL = Idf.fit([Document([["The ferry left the harbour at night.", "Rain fell on the boat."], ["ab Straße"]])])


class Hashed:
    """A small encoder that is the same everywhere: each word adds 1 or -1 to one of 20 numbers."""

    def encode(self, sentences: list[str]) -> list[list[int]]:
        rows = [[0] * 20 for _ in sentences]
        for row, sentence in zip(rows, sentences, strict=True):
            for word in sentence.lower().split():
                number = crc32(word.encode("utf-8", "replace"))
                row[number % 20] += 1 if number & 1024 else -1
        return rows


def signed(source: Document, target: Document) -> Vectors:
    """Return rows with negative numbers."""
    rows = TfIdf()(source, target).rows.stored  # type: ignore[attr-defined]
    return Vectors(*([{c: -w if c % 3 == 0 else w for c, w in row.items()} for row in side] for side in rows))


def chosen(source: Document, target: Document) -> Vectors:
    """Return dense rows that are a selection of others, in another order."""
    sides = [np.arange(-n, 2 * n, dtype=np.int16).reshape(n, 3) for n in (len(source.sentences), len(target.sentences))]
    return Vectors.of_rows(dense.DenseRows(*sides)).select(*(range(len(side) - 1, -1, -1) for side in sides))


def wide(source: Document, target: Document) -> Vectors:
    """Return dense rows whose products need more than 32 bits."""
    sides = [
        np.array([[-32768, 32767 - (i % 5), 30000, *([31000] * 14)] for i in range(len(side.sentences))], np.int16)
        for side in (source, target)
    ]
    return Vectors.of_rows(dense.DenseRows(*(side.reshape(len(side), 17) for side in sides)))


EMBEDDED = Embeddings(Hashed())
SIMILARITIES: dict[str, Similarity] = {
    "corpus weights": TfIdf(MODEL),
    "char": Characters(),
    "char 1": Characters(1),
    "char 2": Characters(2),
    "char 9": Characters(9),
    "char 100": Characters(100),
    "stem": Stems("en"),
    "stem, other language": Stems("tr"),
    "stem, no language": Stems(),
    "blend": Blend(),
    "blend of all": Blend(((TfIdf(MODEL), 2.0), (Stems("de"), 0.3), (EMBEDDED, 1.0), (Characters(3), 1e-3))),
    "blend of one": Blend(((Characters(), 7.0),)),
    "nested": Blend(((Blend(((TfIdf(), 1.0), (signed, 3.0))), 2.0), (Blend(((Blend(), 0.1), (TfIdf(MODEL), 1.0))), 1))),
    "embed": EMBEDDED,
    "blend of embed": Blend(((EMBEDDED, 3.0),)),
    "rows": given_rows,
    "rows with negative numbers": signed,
    "chosen dense rows": chosen,
    "wide dense rows": wide,
}  # fmt: skip
SIMILARITY = st.sampled_from(sorted(SIMILARITIES))


@given(DOCUMENT, DOCUMENT, SIMILARITY, SETTINGS, BRIEF)
@example(Document([["\u0301 x"]]), Document([["x \u0301日"]]), "char", {}, 0)
@example(Document([["a"], []]), Document([[], ["a", ""]]), "embed", {"paragraph_alpha": 0.0, "title": False}, 1 << 16)
def test_any_text(source: Document, target: Document, name: str, given: dict[str, object], brief: int) -> None:
    check(source, target, brief, SIMILARITIES[name], **given)


@given(LONG, LONG, SIMILARITY, SETTINGS, BRIEF)
def test_documents_with_many_ties(
    source: Document, target: Document, name: str, given: dict[str, object], brief: int
) -> None:
    check(source, target, brief, SIMILARITIES[name], **given)


NUMBER = st.sampled_from([0.0, 1.0, -1.0, 0.1, 1e-15, 1e15, 1e-16, 1e200, -1e-200, 5e-324]) | st.floats(-1e3, 1e3)
ROW = st.dictionaries(st.sampled_from([-1, 0, 1, 5, 2**70, -(2**70)]), NUMBER, max_size=4)
ROWS = st.lists(ROW, min_size=1, max_size=5)


@given(ROWS, ROWS, ALPHA | st.just("auto"), BRIEF, st.booleans(), st.sampled_from([1e-300, 1e-40, 0.5, 1e40, 1e300]))
def test_any_rows_of_a_similarity_of_ones_own(
    one: list[dict[int, float]],
    other: list[dict[int, float]],
    alpha: float | str,
    brief: int,
    is_blended: bool,
    weight: float,
) -> None:
    """What may overflow or vanish is left to Python, which tells what is wrong."""
    try:
        vectors = Vectors(one, other)
    except InputError:
        return
    similarity: Similarity = lambda source, target: vectors  # noqa: E731
    if is_blended:
        similarity = Blend(((similarity, weight), (Characters(), 1.0)))
    source, target = (Document([["ab"] * len(side)]) for side in (one, other))

    def found(of: Callable[[Document, Document], Vectors]) -> object:
        method = Vicinity(similarity=of, sentence_alpha=alpha, paragraph_alpha=0.1)  # type: ignore[arg-type]
        try:
            made = method(source, target)
        except (InputError, ArithmeticError, ValueError) as error:
            return str(error)
        return made.paragraphs, made.cells, made.steps, made.sentences

    expected = found(lambda source, target: InPython.of_rows(similarity(source, target).rows))
    assert repr(found(similarity)) == repr(expected)


@pytest.mark.parametrize("name", SIMILARITIES)
def test_real_documents(sample: list[Gold], name: str) -> None:
    """The sample corpus, and where they lie beside the repository, some of the development sets."""
    documents = [*sample[::4], *(next(iter(read_gold_lines(path))) for path in sorted(SHARED.glob("*.jsonl")))]
    given: list[dict[str, object]] = [
        {"sentence_alpha": "auto", "paragraph_alpha": "auto"},
        {"paragraph_alpha": 0.25, "sentence_alpha": 0.15, "beta": 0.05, "title": False},
    ]
    for number, (gold, brief) in enumerate(product(documents, (0, 1 << 16))):
        check(gold.source, gold.target, brief, SIMILARITIES[name], **given[number // 2 % 2])


@pytest.mark.parametrize("name", ["char", "stem", "blend", "blend of all", "rows"])
def test_a_document_long_enough_for_the_index(name: str) -> None:
    """More sentence pairs than are searched as a short document, with a jump in the middle."""
    words = ["ferry", "harbour", "boat", "night", "rain", "bread", "storm", "island", "ticket", "captain"]
    lines = [f"{words[k % 10]}s {words[k * 7 % 9]} {words[k // 10 % 10]}ing number{k} of {k % 37}" for k in range(300)]
    source = Document([lines[k : k + 5] for k in range(0, 300, 5)])
    target = Document([lines[k : k + 3] for k in (*range(0, 60, 4), *range(140, 300, 4))] + [["nothing else"] * 80])
    assert len(source.sentences) * len(target.sentences) > 1 << 16
    expected = Vicinity(similarity=lambda s, t: InPython.of_rows(SIMILARITIES[name](s, t).rows))(source, target)
    found = Vicinity(similarity=SIMILARITIES[name])(source, target)
    assert (found.paragraphs, found.sentences, found.steps) == (
        expected.paragraphs,
        expected.sentences,
        expected.steps,
    )


@pytest.mark.parametrize("size", [1, 4, 100])
@pytest.mark.parametrize("sentence", ["a" * 5_000_000, "日本" * 300_000, "ह\u093f" * 300_000, "\ud800\x00" * 500_000])
def test_huge_sentences_in_characters(sentence: str, size: int) -> None:
    found = Vicinity(similarity=Characters(size))(
        Document([[sentence, "The end."]]), Document([[sentence, "The end."]])
    )
    assert (1, 1) in found.cells


@pytest.mark.parametrize("name", ["char", "stem", "blend", "corpus weights", "blend of all"])
def test_workers_give_the_same_results(sample: list[Gold], name: str) -> None:
    pairs = [(gold.source, gold.target) for gold in sample[::3]] * 3
    method = Vicinity(similarity=SIMILARITIES[name])
    one, two = (list(align_many(pairs, method, workers=workers)) for workers in (1, 2))
    assert [found.steps for found in one] == [found.steps for found in two]


def test_a_document_without_words_is_an_error_and_others_are_not() -> None:
    empty, other = Document([["..."]], id="dots"), Document([["The end."]])
    for similarity in (Characters(), Stems("en"), Blend(), Blend(((EMBEDDED, 1.0), (TfIdf(), 1.0)))):
        with pytest.raises(InputError, match="dots: has no words to align"):
            Vicinity(similarity=similarity).align_all([(other, other), (other, empty)])


@pytest.mark.filterwarnings("default::vicinal.LanguageWarning")
def test_stems_without_a_stemmer_warn() -> None:
    document = Document([["The end."]], language="xx")
    with pytest.warns(LanguageWarning, match="no stemmer for language 'xx'"):
        Vicinity(similarity=Stems())(document, document)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Vicinity(similarity=Stems("en"))(document, document)


def test_too_many_or_too_deep_parts_are_left_to_python() -> None:
    document = Document([["The ferry left.", "It was late."], ["Rain fell."]])
    deep: Similarity = TfIdf()
    for _ in range(9):
        deep = Blend(((deep, 1.0), (Characters(), 1.0)))
    for similarity in (deep, Blend(tuple((TfIdf(), 1.0 + k) for k in range(40)))):
        expected = Vicinity(similarity=lambda s, t, of=similarity: InPython.of_rows(of(s, t).rows))
        assert Vicinity(similarity=similarity)(document, document).steps == expected(document, document).steps


def test_a_corpus_model_is_copied_without_the_kernels_table() -> None:
    document = Document([["The ferry left the harbour."]])
    model = Idf.fit([document])
    before = Vicinity(similarity=TfIdf(model))(document, document)
    copied = pickle.loads(pickle.dumps(model))
    assert copied == model
    assert vars(copied).keys() == {"sentences", "counts"}
    assert Vicinity(similarity=TfIdf(copied))(document, document) == before
