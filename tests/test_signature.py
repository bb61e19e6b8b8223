"""Signatures: their text, and reading the method and its settings back."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

import vicinal
from vicinal import Blend, Characters, TfIdf, Vicinity, align
from vicinal.methods.nearest import Nearest
from vicinal.signature import Call, call_in, signature_of
from vicinal.similarity.embeddings import Embeddings
from vicinal.version import __version__


def test_a_signature_is_the_version_and_the_settings() -> None:
    assert signature_of(Nearest(0.25)) == f"vicinal {__version__}: {Nearest(0.25)!r}"
    assert vicinal.align("A b.", "A b.", "vicinity").signature == signature_of(Vicinity())


def test_settings_are_read_back() -> None:
    blend = Blend(((TfIdf(), 2.0), (Characters(3), 1.0)))
    call = call_in(signature_of(Vicinity(sentence_alpha=0.25, title=False, similarity=Characters(5))))
    assert call is not None
    assert call.name == "Vicinity"
    assert call.settings["sentence_alpha"] == 0.25
    assert call.settings["title"] is False
    assert call.settings["vicinities"] == (((1, 1), (0, 1), (1, 0)), ((2, 1), (1, 2)))
    assert call.settings["similarity"] == Call("Characters", {"size": 5})
    with pytest.raises(FrozenInstanceError):
        call.name = "Nearest"  # type: ignore[misc]
    # A call inside a tuple is no literal.
    assert call_in(signature_of(Vicinity(similarity=blend))) is None


@pytest.mark.parametrize(
    "signature",
    [
        "",
        "gold",
        "Nearest(threshold=0.3)",
        "vicinal: Nearest(threshold=0.3)",
        "vicinal 0.1.0: ",
        "vicinal 0.1.0: Nearest",
        "vicinal 0.1.0: 'Nearest'",
        "vicinal 0.1.0: Nearest(threshold=",
        "vicinal 0.1.0: Nearest(0.3)",
        "vicinal 0.1.0: Nearest(**{'threshold': 0.3})",
        "vicinal 0.1.0: Nearest(threshold=open)",
        "vicinal 0.1.0: os.system(command='true')",
        "vicinal 0.1.0: Nearest(similarity=os.TfIdf(idf=None))",
        "vicinal 0.1.0: Nearest(similarity=TfIdf(None))",
        "vicinal 0.1.0: Nearest(a=" + "[" * 5000 + "]" * 4000 + ")",
        "vicinal 0.1.0: Nearest(a=" + "-" * 9000 + "1)",
        "vicinal 0.1.0: Nearest(a='\0')",
    ],
    ids=lambda signature: signature[:40],
)
def test_other_text_names_no_method(signature: str) -> None:
    assert call_in(signature) is None


def test_very_long_signatures_are_not_parsed() -> None:
    start, end = "vicinal 0.1.0: Nearest(a='", "')"
    longest = start + "x" * (10_000 - len(start) - len(end)) + end
    assert call_in(longest) is not None
    assert call_in(longest.replace("x", "xx", 1)) is None


def test_an_alignment_with_embeddings_tells_its_method_and_encoder() -> None:
    class Lengths:
        def encode(self, sentences: list[str]) -> list[list[float]]:
            return [[float(len(sentence)), 1.0] for sentence in sentences]

    pytest.importorskip("numpy")
    alignment = align("Cats purr. Dogs bark.", "Cats purr.", meaning=Embeddings(Lengths(), name="lengths 1"))
    call = call_in(alignment.signature)
    assert call is not None
    assert (call.name, call.settings["meaning"]) == ("Global", Call("Embeddings", {"encoder": "lengths 1"}))
    assert alignment.probabilities == tuple(link.score for link in alignment.sentences)
