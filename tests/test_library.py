"""The library as programs use it: texts in any form, links of one's own, rows, and names that say what they are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vicinal
from vicinal import Alignment, Document, InputError, Link, SettingError, align, align_versions

CATS = "Cats purr. Dogs bark."
DOGS = "Dogs bark. Birds sing."


# Texts in any form


def test_a_path_is_read_and_names_the_document(tmp_path: Path) -> None:
    (tmp_path / "cats.txt").write_text(CATS, encoding="utf-8")
    alignment = align(tmp_path / "cats.txt", DOGS, language="en")
    assert alignment.source == Document([["Cats purr.", "Dogs bark."]], "cats.txt", "en")
    assert [(link.source, link.target) for link in alignment.sentences] == [((1,), (0,))]


def test_two_paths_are_read_alike(tmp_path: Path) -> None:
    """A line in one text is a sentence if it is one in the other: files are read together, as texts are."""
    texts = "Cats purr\nDogs bark\n\nBirds sing\n", "Dogs bark\nBirds sing\n"
    paths = [tmp_path / f"{number}.txt" for number in (0, 1)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    by_path, by_text = align(paths[0], paths[1]), align(texts[0], texts[1])
    assert by_path.source.paragraphs == by_text.source.paragraphs
    assert by_path.target.paragraphs == by_text.target.paragraphs


@pytest.mark.parametrize("kind", [list, tuple, iter])
def test_a_flat_list_is_one_paragraph(kind: Any) -> None:
    alignment = align([["Cats purr."], ["Dogs bark."]], kind(["Dogs bark.", "Birds sing."]))
    assert alignment.target.paragraphs == (("Dogs bark.", "Birds sing."),)
    assert alignment.source.paragraphs == (("Cats purr.",), ("Dogs bark.",))


def test_a_flat_document_is_one_paragraph() -> None:
    assert Document(["One.", "Two."]) == Document([["One.", "Two."]])
    assert Document([]).paragraphs == ()


@pytest.mark.parametrize("mixed", [["One.", ["Two."]], [["One."], "Two."], [1], [["One.", 2]], 3, None, b"One."])
def test_what_is_no_text_is_refused(mixed: Any) -> None:
    with pytest.raises(InputError, match="list of"):
        align(mixed, "One.")


@pytest.mark.parametrize("side", [0, 1])
def test_a_text_that_names_a_file_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: int) -> None:
    monkeypatch.chdir(tmp_path)
    Path("article.txt").write_text(CATS, encoding="utf-8")
    texts = ["article.txt", CATS]
    message = r"'article.txt' is the name of a file, but a str is aligned as text; pass pathlib.Path\('article.txt'\)"
    with pytest.raises(InputError, match=message):
        align(texts[side], texts[1 - side])
    with pytest.raises(InputError, match=message):
        list(vicinal.align_many([(texts[side], texts[1 - side])]))
    with pytest.raises(InputError, match=message):
        align_versions(["article.txt", CATS, DOGS])
    with pytest.raises(InputError, match=message):
        Alignment.from_links(texts[side], texts[1 - side], [])


@pytest.mark.parametrize("text", ["article", "article.txt", "a" * 5000, "nul \0 byte", "folder", "first\nsecond"])
def test_a_text_that_names_no_file_is_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    assert align(text, text).source.sentences


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nosuch\.txt"):
        align(tmp_path / "nosuch.txt", CATS)


# Similarities by name


@pytest.mark.parametrize("method", ["vicinity", "nearest", "coster_kauchak", "bott_saggion"])
@pytest.mark.parametrize(
    ("name", "similarity"),
    [
        ("tfidf", vicinal.TfIdf()),
        ("char", vicinal.Characters()),
        ("stem", vicinal.Stems()),
        ("blend", vicinal.Blend()),
    ],
)
def test_a_similarity_by_name_is_the_object(method: str, name: str, similarity: Any) -> None:
    by_name = align(CATS, DOGS, method, language="en", similarity=name)
    assert by_name == align(CATS, DOGS, method, language="en", similarity=similarity)
    assert repr(similarity) in by_name.signature


def test_meaning_by_name_is_the_object() -> None:
    assert vicinal.Global(meaning="char") == vicinal.Global(meaning=vicinal.Characters())
    assert align(CATS, DOGS, meaning="char") == align(CATS, DOGS, vicinal.Global(meaning=vicinal.Characters()))


def test_unknown_similarities_are_refused() -> None:
    with pytest.raises(SettingError, match="unknown similarity 'word'; choose one of: blend, char"):
        align(CATS, DOGS, "vicinity", similarity="word")
    with pytest.raises(SettingError, match="unknown meaning 'word'"):
        vicinal.Global(meaning="word")
    for kind in (vicinal.Vicinity, vicinal.Nearest, vicinal.CosterKauchak, vicinal.BottSaggion):
        with pytest.raises(SettingError, match="similarity must be a function of two documents, or one of tfidf, char"):
            kind(similarity=3)  # type: ignore[arg-type]


# Links of one's own


def test_links_become_an_alignment() -> None:
    found = Alignment.from_links(
        "Cats purr. Dogs bark.\n\nBirds sing.", "Dogs bark. They sing.", [(1, 0), (2, 1, 0.25)]
    )
    assert found.sentences == (Link((1,), (0,), 1.0), Link((2,), (1,), 0.25))
    assert found.cells == ((1, 0), (2, 1))
    assert found.paragraphs == (Link((0, 1), (0,), 1.0),)
    assert found.signature == "given links"
    assert (found.unaligned_source, found.unaligned_target) == ((0,), ())


def test_sides_may_be_numbers_or_any_iterables() -> None:
    numpy = pytest.importorskip("numpy")
    links: list[Any] = [
        ((1, 0), [0]),
        (range(2), {0}),
        (numpy.array([1, 0, 1]), numpy.int64(0)),
        Link((1, 0), (0,), 1.0),
        [[0, 1], iter([0]), 1],
    ]
    for link in links:
        assert Alignment.from_links(CATS, DOGS, [link]).sentences == (Link((0, 1), (0,), 1.0),)


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ((2, 0), "source indices must be from 0 to 1"),
        ((0, -1), "target indices must be from 0 to 1"),
        ((0, []), "at least one"),
        ((0,), r"a link is \(source, target\) or \(source, target, score\); found \(0,\)"),
        (7, r"a link is \(source, target\)"),
        ((0, 1, 0.5, 2), r"a link is \(source, target\)"),
        (("0", 1), "a link has sentence numbers on each side"),
        ((0.5, 1), "a link has sentence numbers on each side"),
        ((0, 1, "high"), "its score is a number"),
        ((0, 1, float("nan")), "finite"),
    ],
)
def test_bad_links_are_refused(link: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Alignment.from_links(CATS, DOGS, [link])


def test_an_aligner_of_ones_own() -> None:
    def first_with_first(source: Document, target: Document) -> Alignment:
        return Alignment.from_links(source, target, [(0, 0)], signature="first with first 1.0; settings: none")

    alignment = align(CATS, DOGS, first_with_first)
    assert repr(alignment) == "<Alignment: 2 and 2 sentences, 1 link, by first with first 1.0>"
    assert list(vicinal.align_many([(CATS, DOGS)], first_with_first)) == [alignment]


def test_an_aligner_that_returns_something_else() -> None:
    with pytest.raises(SettingError, match=r"<lambda> returned None, not an Alignment; Alignment.from_links makes one"):
        align(CATS, DOGS, lambda source, target: None)  # type: ignore[arg-type]


# Rows


def test_rows_are_plain() -> None:
    source = Document([["Cats purr.", "Dogs bark."]], "pair")
    target = Document([["Dogs bark.", "Birds sing."]], "pair")
    found = Alignment.from_links(source, target, [(1, 0, 0.5)])
    link = {
        "id": "pair",
        "kind": "1-1",
        "score": 0.5,
        "probability": None,
        "source": [1],
        "target": [0],
        "pairs": [[1, 0]],
        "source_text": "Dogs bark.",
        "target_text": "Dogs bark.",
    }
    empty: dict[str, Any] = {"id": "pair", "score": None, "probability": None, "pairs": []}
    assert found.rows() == [link]
    assert found.rows(unaligned=True) == [
        link,
        {**empty, "kind": "1-0", "source": [0], "target": [], "source_text": "Cats purr.", "target_text": ""},
        {**empty, "kind": "0-1", "source": [], "target": [1], "source_text": "", "target_text": "Birds sing."},
    ]
    assert all(list(row) == list(link) for row in found.rows(unaligned=True))


def test_rows_have_probabilities_and_the_pairs_of_the_search() -> None:
    found = align(CATS, DOGS)
    assert [row["probability"] for row in found.rows()] == [link.score for link in found.sentences]
    partly = Alignment(found.source, found.target, (), (Link((0, 1), (0, 1), 0.5),), ((0, 0), (1, 1)), (), "by hand")
    assert partly.rows()[0]["pairs"] == [[0, 0], [1, 1]]


def test_rows_become_tables() -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    rows = align("Cats purr. Dogs bark.", "Dogs bark. Birds sing.").rows(unaligned=True)
    assert list(pandas.DataFrame(rows)["kind"]) == ["1-1", "1-0", "0-1"]
    assert polars.DataFrame(rows)["source"].to_list() == [[1], [0], []]


# Names, modules, representations


@given(st.text(max_size=100), st.text(max_size=30), st.text(min_size=1, max_size=200))
def test_representations_are_short_and_one_line(text: str, name: str, signature: str) -> None:
    document = Document([[text, text]], name, "en")
    alignment = Alignment.from_links(document, document, [(0, 1)], signature=signature)
    for shown in (repr(document), repr(alignment), str(alignment)):
        assert len(shown.splitlines()) == 1
        assert len(shown) < 250


def test_representations() -> None:
    alignment = align(Document([["Cats purr."]], "cats", "en"), Document([["Cats purr."]], "cats", "en"))
    assert repr(alignment) == "<Alignment 'cats': 1 and 1 sentences, 1 link, by Global>"
    assert repr(alignment.source) == "<Document 'cats': 1 paragraph, 1 sentence, en>"
    assert repr(Document([["a", "b"], ["c"]])) == "<Document: 2 paragraphs, 3 sentences>"


def test_a_representation_makes_no_objects() -> None:
    alignment = align(CATS, DOGS, "vicinity")
    made = alignment.result is None
    assert repr(alignment).endswith("by Vicinity>")
    assert (alignment.result is None) == made


def test_every_public_name_is_listed_and_no_other_is_found() -> None:
    assert set(vicinal.__all__) <= set(dir(vicinal))
    with pytest.raises(AttributeError, match="module 'vicinal' has no attribute 'nosuch'"):
        vicinal.nosuch  # type: ignore[attr-defined]  # noqa: B018


def test_a_late_import_hides_no_function() -> None:
    """A module with the name of a function would replace it when it is imported."""
    code = (
        "import pkgutil, importlib, vicinal\n"
        "names = {name: getattr(vicinal, name) for name in vicinal.__all__}\n"
        "for module in pkgutil.walk_packages(vicinal.__path__, 'vicinal.'):\n"
        "    if '__main__' not in module.name: importlib.import_module(module.name)\n"
        "print([name for name in names if getattr(vicinal, name) is not names[name]])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_importing_loads_only_what_is_used() -> None:
    code = "import sys, vicinal; print(sorted(name for name in sys.modules if name.startswith('vicinal.')))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found == "['vicinal.notebook', 'vicinal.version']\n"


def test_the_package_runs_as_a_program() -> None:
    command = [sys.executable, "-m", "vicinal", "--version"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.startswith("vicinal ")
