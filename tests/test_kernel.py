"""The compiled kernel against the Python: the same cells, scores and steps, bit for bit, for any input."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vicinal import Alignment, Document, Idf, InputError, Link, Step, TfIdf, Vicinity
from vicinal.compiled import kernel
from vicinal.gold import Gold
from vicinal.methods import auto_alpha
from vicinal.similarity.blend import Blend
from vicinal.similarity.characters import Characters
from vicinal.similarity.kernel_parts import is_of_text, parts_of, parts_of_vectors
from vicinal.similarity.stems import Stems
from vicinal.similarity.vectors import Similarity, Vectors

pytestmark = pytest.mark.skipif(
    kernel is None, reason="the compiled kernel was not built, or VICINAL_PURE_PYTHON is set"
)

# Characters that fold to several, compose, belong to scripts without spaces, are marks, or are no letters at all.
UGLY = [
    *"aZ09 .,-_'é",
    "ß", "ẞ", "İ", "ı", "ſ", "µ", "ŉ", "ǰ", "Σ", "ς", "ﬁ", "ΐ", "ª", "²", "½", "Ⅷ", "Ⓐ",
    "\u0301", "\u0345", "e\u0301", "\u200d", "\u00ad", "·", "\u2027", "\ufe0f", "❤",
    "日", "本", "々", "ー", "ｱ", "ｶﾞ", "か\u3099",
    "ก", "ำ", "า\u0e34", "ນ", "ក", "្", "မ", "ြ", "ह", "ि", "न्दी", "한", "ᄒ", "ᅡ", "ᆫ", "𖵧", "𐐀", "𝟘", "🙂",
    "\ud800", "\udfff", "\x00", "\x7f", "\x85", "\u2028", "ab", "ferry", "harbour", "Straße",
    "longerthansixteenletters",
]  # fmt: skip
WORD = st.lists(st.sampled_from(UGLY), max_size=6).map("".join)
SENTENCE = st.lists(WORD | st.text(max_size=5) | st.sampled_from(["the", "ferry", "boat", "rain"]), max_size=7).map(
    " ".join
)
DOCUMENT = st.lists(st.lists(SENTENCE, max_size=4), max_size=5).map(Document)
ALPHA = st.sampled_from([0.0, 1e-12, 0.05, 0.2, 0.3, 0.45, 0.7, 1.0])
OFFSETS = st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(any)
VICINITIES = st.lists(st.lists(OFFSETS, max_size=3).map(tuple), max_size=3).map(tuple)
SETTINGS = st.fixed_dictionaries(
    {
        "paragraph_alpha": ALPHA,
        "sentence_alpha": ALPHA | st.just("auto"),
        "beta": st.sampled_from([0.0, 0.05, 1.0]),
        "title": st.booleans(),
    },
    optional={"vicinities": VICINITIES},
)
WORDS = TfIdf()
BRIEF = st.sampled_from([0, 1 << 16])  # searched as a long document, and as a short one


def given_rows(source: Document, target: Document) -> Vectors:
    """Return rows as a similarity of one's own may: one column for the length of a word, one for its first letter."""
    return Vectors(
        *(
            [{**Counter(map(len, s.split())), **Counter(1000 + ord(w[0]) for w in s.split())} for s in side.sentences]
            for side in (source, target)
        )
    )


class InPython(Vectors):
    """Vectors that the kernel does not take."""


def by_python(source: Document, target: Document, similarity: Similarity = WORDS, **settings: object) -> Alignment:
    """Align in Python."""

    def slowly(source: Document, target: Document) -> Vectors:
        return InPython.of_rows(similarity(source, target).rows)

    return Vicinity(similarity=slowly, **settings)(source, target)  # type: ignore[arg-type]


def by_kernel(
    source: Document, target: Document, brief: int, similarity: Similarity = WORDS, **settings: object
) -> object:
    method = Vicinity(**settings)  # type: ignore[arg-type]
    alphas = [-1.0 if alpha == "auto" else alpha for alpha in (method.paragraph_alpha, method.sentence_alpha)]
    given = (*alphas, method.beta, method.vicinities, method.title)
    parts = parts_of(similarity, source, target) or parts_of_vectors(similarity(source, target))
    assert kernel is not None
    (result,) = kernel.align_all([(source.paragraphs, target.paragraphs)], *given, [parts], brief, auto_alpha.NUMBERS)
    return None if result is None else result.objects(Link, Step)


def check(source: Document, target: Document, brief: int, similarity: Similarity = WORDS, **settings: object) -> None:
    try:
        expected = by_python(source, target, similarity, **settings)
    except InputError:
        if is_of_text(similarity):
            assert by_kernel(source, target, brief, similarity, **settings) is None
        return
    made = (expected.paragraphs, expected.sentences, expected.cells, expected.steps)
    found = by_kernel(source, target, brief, similarity, **settings)
    if not source.sentences or not target.sentences:
        assert found is None  # left to Python
        return
    assert found == made
    assert repr(found) == repr(made)  # 0.0, and not -0.0


@given(DOCUMENT, DOCUMENT, SETTINGS, BRIEF)
@example(Document([["\u0301 x"]]), Document([["x \u0301日"]]), {}, 0)
def test_any_text(source: Document, target: Document, given: dict[str, object], brief: int) -> None:
    check(source, target, brief, WORDS, **given)


FEW_WORDS = st.sampled_from(["ferry", "harbour", "boat", "night", "rain", "bread", "the", "a", "of"])
PLAIN = st.lists(FEW_WORDS, max_size=6).map(" ".join)
LONG = st.lists(st.lists(PLAIN, max_size=12), min_size=1, max_size=12).map(Document)


@given(LONG, LONG, SETTINGS, BRIEF)
def test_documents_with_many_ties(source: Document, target: Document, given: dict[str, object], brief: int) -> None:
    check(source, target, brief, WORDS, **given)


@given(DOCUMENT, DOCUMENT, st.lists(DOCUMENT, min_size=1, max_size=3), BRIEF)
def test_a_corpus_model(source: Document, target: Document, corpus: list[Document], brief: int) -> None:
    check(source, target, brief, TfIdf(Idf.fit(corpus)))


def test_the_sample_corpus(sample: list[Gold]) -> None:
    for gold, brief in product(sample, (0, 1 << 16)):
        check(gold.source, gold.target, brief)
        check(gold.source, gold.target, brief, paragraph_alpha=0.25, sentence_alpha=0.15, beta=0.05, title=False)


def test_far_jumps() -> None:
    """Unaligned stretches longer than each distance up to which the index is searched."""
    filler = [[f"filler{k} of no use{k}"] for k in range(700)]
    shared = [[f"shared sentence number{k} about thing{k}"] for k in range(6)]
    source = Document([*shared[:2], *filler[:60], *shared[2:4], *filler[60:70], *shared[4:]])
    target = Document(
        [*shared[:2], [["other"] * 3][0], *shared[2:4], *([f"alone{k}"] for k in range(400)), *shared[4:]]
    )
    check(source, target, 0)
    one = Document([[sentence for paragraph in source.paragraphs for sentence in paragraph]])
    other = Document([[sentence for paragraph in target.paragraphs for sentence in paragraph]])
    check(one, other, 0)
    check(one, Document([["nothing", "in", "common"]] * 70), 0)


def jumping(cells: dict[tuple[int, int], int], shape: tuple[int, int]) -> tuple[list[str], list[str]]:
    """Return sentences that are similar only in (0, 0) and the given cells; words not shared make them less so."""
    words: tuple[list[list[str]], list[list[str]]] = ([[] for _ in range(shape[0])], [[] for _ in range(shape[1])])
    for (x, y), others in {(0, 0): 0, **cells}.items():
        words[0][x] += [f"shared{x}x{y}"]
        words[1][y] += [f"shared{x}x{y}", *(f"other{x}x{y}x{k}" for k in range(others))]
    source, target = (
        [" ".join(found) or f"{side}{k}" for k, found in enumerate(words[i])] for i, side in enumerate("st")
    )
    return source, target


@pytest.mark.parametrize("by_paragraphs", [True, False], ids=["paragraphs", "sentences"])
@pytest.mark.parametrize("brief", [0, 1 << 16])
@pytest.mark.parametrize(
    ("cells", "shape", "nearest"),
    [
        ({(3, 4): 2, (5, 0): 0}, (6, 5), (5, 0)),  # squared distance 25 both: the more similar
        ({(3, 4): 0, (5, 0): 0}, (6, 5), (3, 4)),
        ({(3, 4): 0, (0, 5): 0}, (6, 6), (3, 4)),
        ({(4, 3): 2, (0, 5): 0}, (6, 6), (0, 5)),
        ({(48, 48): 0, (0, 60): 0}, (70, 70), (0, 60)),  # further than the index looks at first, but nearer
        ({(48, 48): 0, (60, 0): 0}, (70, 70), (60, 0)),
        ({(48, 48): 0, (60, 60): 0}, (70, 70), (48, 48)),
        ({(0, 48): 0, (60, 0): 0}, (70, 70), (0, 48)),
    ],
)
def test_the_nearest_of_several_cells(
    cells: dict[tuple[int, int], int], shape: tuple[int, int], nearest: tuple[int, int], brief: int, by_paragraphs: bool
) -> None:
    source, target = (Document([[one] for one in side] if by_paragraphs else [side]) for side in jumping(cells, shape))
    check(source, target, brief, paragraph_alpha=0.3, sentence_alpha=0.3)
    found = by_kernel(source, target, brief, paragraph_alpha=0.3, sentence_alpha=0.3)
    level = "paragraph" if by_paragraphs else "sentence"
    path = [step.cell for step in found[3] if step.level == level]  # type: ignore[index]
    assert path[:2] == [(0, 0), nearest]


@pytest.mark.parametrize("brief", [0, 1 << 16])
@pytest.mark.parametrize(
    "sentence",
    [
        "a" * 10_000_000,
        "word " * 2_000_000,
        "日本" * 1_000_000,
        "ह\u093f" * 500_000,
        "\ud800\x00" * 1_000_000,
        " ".join(f"w{k}" for k in range(200_000)),
    ],
    ids=["one word", "words", "no spaces", "marks", "no letters", "many words"],
)
def test_huge_sentences(sentence: str, brief: int) -> None:
    found = by_kernel(Document([[sentence, "The end."]]), Document([[sentence + " and", "The end."]]), brief)
    assert found is not None
    assert found[2] == (((1, 1),) if "\ud800" in sentence else ((0, 0), (1, 1)))  # type: ignore[index]


def test_documents_without_anything() -> None:
    empty: list[tuple[tuple[str, ...], ...]] = [(), ((),), ((), ()), (("",),), (("...", "!"),)]
    for source, target in product([*empty, (("A b.",),)], [*empty, (("A b.",),)]):
        check(Document(source), Document(target), 1 << 16)
        check(Document(source), Document(target), 0, title=False)


def test_the_kernel_does_all_of_the_work_for_similarities_it_knows_and_no_others() -> None:
    class Other(TfIdf):
        pass

    compiled = (WORDS, TfIdf(Idf.fit([Document([["a"]])])), Characters(7), Stems(), Blend(), Blend(((Blend(), 1.0),)))
    assert all(Vicinity(similarity=similarity).is_compiled for similarity in compiled)
    assert not any(Vicinity(similarity=similarity).is_compiled for similarity in (Other(), given_rows))
    assert not Vicinity(similarity=Blend(((Characters(), 1.0), (Other(), 1.0)))).is_compiled


def test_wrong_arguments_are_refused_and_nothing_leaks() -> None:
    assert kernel is not None
    wrong: tuple[tuple[Any, ...], ...] = (
        ((), 0.3, 0.3, 0.0, (), True, None),
        ([((("a",),), (("a",),))], 0.3, 0.3, 0.0, (), True, []),
        ([((("a",),), (("a",),))], 0.3, 0.3, 0.0, (), True, [None]),
        ([((("a",),), (("a",),))], 0.3, 0.3, 0.0, (), True, [(("words", None, False, 1),)]),
        ([((("a",),), (("a",),))], 0.3, 0.3, 0.0, (), True, [(("dense", None, False, (b"a", b"a")),)]),
        ([((("a",),), (("a",),))], 0.3, 0.3, 0.0, (), True, [(("sparse", None, False, ([], [])),)]),
        ([((("a",),),)], 0.3, 0.3, 0.0, (), True, None),
        ([([["a"]], (("a",),))], 0.3, 0.3, 0.0, (), True, None),
        ([((("a",),), ((1,),))], 0.3, 0.3, 0.0, (), True, None),
        ([((("a",),), (["a"],))], 0.3, 0.3, 0.0, (), True, None),
        ([((("a",),), (("a",),))], 0.3, 0.3, 0.0, ((1,),), True, None),
    )
    for arguments in wrong:
        before = sys.getrefcount(None)
        for _ in range(50):
            with pytest.raises((TypeError, ValueError)):
                kernel.align_all(*arguments)
        assert abs(sys.getrefcount(None) - before) < 40


# ---------------------------------------------------------------------------------------------------------------------
# Running out of memory.

PLAIN_TEXT = Document([["The ferry left.", "It was late."], ["Rain fell on the harbour."]])
MIXED_TEXT = Document([["日本の船 left"], ["ह\u093f boat", "Straße und Meer", "x" * 3000], ["boat", "Meer"]])
MANY_WORDS = Document(
    [[f"word{k} and word{k + 1}" for k in range(p, p + 15)] for p in range(0, 600, 15) if p % 2 or p < 300]
)


@pytest.mark.parametrize("brief", [0, 1 << 16])
@pytest.mark.parametrize("alpha", [0.3, "auto"])
@pytest.mark.parametrize(
    "similarity",
    [
        lambda: WORDS,
        lambda: TfIdf(Idf.fit([PLAIN_TEXT])),
        lambda: Characters(5),
        lambda: Stems("en"),
        lambda: Blend(((WORDS, 1.0), (Blend(((Stems("de"), 1.0), (Characters(), 1.0))), 0.5), (given_rows, 1.0))),
    ],
    ids=["words", "corpus weights", "characters", "stems", "blend"],
)
@pytest.mark.parametrize("document", [PLAIN_TEXT, MIXED_TEXT, MANY_WORDS], ids=["plain", "mixed", "many words"])
def test_every_allocation_that_fails_is_a_memory_error(
    document: Document, similarity: Callable[[], Similarity], alpha: float | str, brief: int
) -> None:
    assert kernel is not None
    expected = by_kernel(document, document, brief, similarity(), sentence_alpha=alpha)
    failures = 0
    while True:
        kernel.fail_allocation(failures + 1)
        try:
            found = by_kernel(document, document, brief, similarity(), sentence_alpha=alpha)
        except MemoryError:
            assert kernel.fail_allocation(0) == 0  # it was this allocation
            failures += 1
        else:
            assert kernel.fail_allocation(0) > 0  # there were not that many
            break
    assert failures > 30
    assert found == expected


LITTLE_MEMORY = """
import resource, sys
from vicinal import Vicinity, Document
small, large = (Document([[" ".join(f"word{k}" for k in range(count))]]) for count in (100_000, 1_000_000))
align = Vicinity()
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 200_000_000, -1))
for _ in range(5):
    assert align(small, small).cells == ((0, 0),)
    try:
        align(large, large)
    except MemoryError:
        continue
    sys.exit("there was enough memory")
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the test reads how much memory it uses from /proc")
def test_a_small_document_is_aligned_after_one_that_does_not_fit() -> None:
    """Nothing leaks: the small document takes most of the memory there is, and fits again after each attempt."""
    subprocess.run([sys.executable, "-c", LITTLE_MEMORY], check=True)


@pytest.mark.parametrize("words", [8191, 8193, 65535, 65536, 65537])
def test_a_vocabulary_at_the_limit_of_sorting_by_bits(words: int) -> None:
    sentences = [" ".join(f"w{k}" for k in range(begin, min(begin + 100, words))) for begin in range(0, words, 100)]
    sentences += [f"{' '.join(f'w{k}' for k in range(12))} w{words - 1}"]
    check(Document([sentences]), Document([sentences[-2:]]), 0)
