"""The thresholds with which an alignment was made, read from its signature.

Where the documents set them ("auto"), the signature says only that; they are computed again from the two texts.
"""

from __future__ import annotations

from contextlib import suppress

from vicinal.alignment import Alignment
from vicinal.errors import VicinalError
from vicinal.methods.vicinity import Vicinity
from vicinal.signature import Call, call_in

WORDS = Call("TfIdf", {"idf": None})  # the similarity that the two texts alone determine


def thresholds(alignment: Alignment) -> tuple[float, float] | None:
    """Return the alphas of paragraphs and of sentences that the vicinity method took.

    None for another method, for a signature that anybody may have written, and for "auto" with a similarity that
    cannot be made again from the signature.
    """
    call = call_in(alignment.signature)
    if call is None or call.name != "Vicinity":
        return None
    with suppress(VicinalError, KeyError, TypeError):
        method = Vicinity(call.settings["paragraph_alpha"], call.settings["sentence_alpha"])
        if method.sentence_alpha != "auto" or call.settings["similarity"] == WORDS:
            return method.alphas(alignment.source, alignment.target)
    return None


def chosen(alignment: Alignment) -> str:
    """Return a sentence with the thresholds that the documents set; empty where they set none.

    >>> from vicinal import align
    >>> chosen(align("A cat. " * 10, "A dog. " * 10, "vicinity", sentence_alpha="auto"))
    'Auto thresholds: paragraphs 0.45, sentences 0.29.'
    """
    call = call_in(alignment.signature)
    settings = {} if call is None else call.settings
    found = thresholds(alignment) if "auto" in map(settings.get, ("paragraph_alpha", "sentence_alpha")) else None
    if found is None:
        return ""
    return f"Auto thresholds: paragraphs {found[0]:g}, sentences {found[1]:g}."
