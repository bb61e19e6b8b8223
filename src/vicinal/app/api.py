"""What the app answers: one method for each request of the HTTP API, which openapi.json describes.

All of them are plain functions of the request; nothing here knows of sockets or threads.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations
from time import perf_counter
from typing import Any

import vicinal
from vicinal.alignment import Aligned, Alignment
from vicinal.app import request_types as bodies
from vicinal.app.annotator_state import State, beginning
from vicinal.app.download import Download, download, formats
from vicinal.app.edits import Edits
from vicinal.app.library import ORDERS, Library
from vicinal.app.live_alignment import align_live, document
from vicinal.app.offered_methods import aligner_of, described
from vicinal.app.request_types import Call, annotator_name, body
from vicinal.errors import InputError, VicinalError, check_choice
from vicinal.evaluate.agreement import Agreement, agreement
from vicinal.methods import DEFAULT
from vicinal.text.document import SPLITS
from vicinal.text.segment import LANGUAGES
from vicinal.view.content import content

MOST_ENTRIES = 500  # of one answer
MOST_ANNOTATORS = 20  # whom agreement is counted between, if nobody is named
_FURTHEST = 10**9


class MissingError(VicinalError):
    """There is nothing under the name that was asked for."""


@dataclass(frozen=True)
class Api:
    """The answers to all requests.

    Attributes:
        library: The pairs there are.
        edits: What people make of them.
        limit: How many bytes a request may have; told to the browser.
    """

    library: Library
    edits: Edits
    limit: int

    def info(self, call: Call) -> dict[str, Any]:
        """Tell what there is: methods with their settings, formats, languages, the library, who has worked on it."""
        bodies.only(call, ())
        return {
            "version": vicinal.__version__,
            "methods": described(),
            "default_method": DEFAULT,
            "formats": formats(),
            "languages": sorted(LANGUAGES),
            "splits": SPLITS,
            "library": {
                "kind": self.library.kind,
                "name": bodies.shown(self.library.name),
                "pairs": self.library.pairs(),
                "ordered": self.library.kind != "empty",
            },
            "annotators": self.edits.annotators(),
            "limit": self.limit,
        }

    def pairs(self, call: Call) -> dict[str, Any]:
        """List pairs."""
        wanted = bodies.only(call, ("offset", "count", "order", "annotator"))
        order = wanted.get("order") or "doubt"
        check_choice("order", order, ORDERS)
        found = self.library.listing(
            order=order,
            offset=bodies.number(wanted, "offset", 0, _FURTHEST),
            count=bodies.number(wanted, "count", 50, MOST_ENTRIES),
            annotator=annotator_name(wanted["annotator"]) if wanted.get("annotator") else "",
        )
        return {"total": found.total, "done": found.done, "pairs": [entry.as_json() for entry in found.entries]}

    def paste(self, call: Call) -> dict[str, Any]:
        """Keep two texts as a pair, aligned by the method that is named."""
        bodies.only(call, ())
        asked = body(call, bodies.Paste)
        name = bodies.title(asked.title)
        aligner = aligner_of(asked.method, asked.settings)
        language = bodies.language(asked.language)
        source, target = (
            document(text, side, language, asked.split, name)
            for side, text in (("source", asked.source), ("target", asked.target))
        )
        alignment = align_live(aligner, asked.method, source, target)
        return {"key": self.edits.keep(Aligned(alignment, origin="pasted"))}

    def pair(self, call: Call) -> dict[str, Any]:
        """Show a pair, with the annotator's links where he has some."""
        wanted = bodies.only(call, ("annotator",))
        annotator = annotator_name(wanted["annotator"]) if wanted.get("annotator") else ""
        aligned = self._found(call)
        entry = self.library.entry(call.key, annotator)
        state = self.edits.state(call.key, annotator) if annotator else None
        alignment = state.alignment(aligned.alignment, annotator) if state else aligned.alignment
        if entry is None:
            raise MissingError(f"there is no pair {call.key!r:.40}")
        return {
            "pair": entry.as_json(),
            "view": content(alignment),
            "state": (state or beginning(aligned)).as_json(),
        }

    def align(self, call: Call) -> dict[str, Any]:
        """Align two texts, or a pair that is known, and keep nothing."""
        bodies.only(call, ())
        asked = body(call, bodies.Method)
        begun = perf_counter()
        aligner = aligner_of(asked.method, asked.settings)
        if asked.key is not None:
            if asked.source is not None or asked.target is not None:
                raise InputError("give a key, or source and target, not both")
            known = self._found(call._replace(key=asked.key)).alignment
            source, target = known.source, known.target
        elif asked.source is None or asked.target is None:
            raise InputError("give source and target, or the key of a pair")
        else:
            language = bodies.language(asked.language)
            source = document(asked.source, "source", language, asked.split)
            target = document(asked.target, "target", language, asked.split)
        view = content(align_live(aligner, asked.method, source, target))
        return {"view": view, "seconds": round(perf_counter() - begun, 6)}

    def change(self, call: Call) -> dict[str, Any]:
        """Remove links and add others."""
        asked = body(call, bodies.Change)
        annotator, aligned = annotator_name(asked.annotator), self._found(call)
        state = self.edits.change(
            call.key, annotator, aligned, remove=asked.remove, add=asked.add, version=asked.version
        )
        return _told(state)

    def undo(self, call: Call) -> dict[str, Any]:
        """Take back the last change."""
        asked = body(call, bodies.Step)
        name = annotator_name(asked.annotator)
        return _told(self.edits.undo(call.key, name, self._found(call), version=asked.version))

    def redo(self, call: Call) -> dict[str, Any]:
        """Make the change again that was taken back."""
        asked = body(call, bodies.Step)
        name = annotator_name(asked.annotator)
        return _told(self.edits.redo(call.key, name, self._found(call), version=asked.version))

    def done(self, call: Call) -> dict[str, Any]:
        """Mark a pair as done, or as not done."""
        asked = body(call, bodies.Mark)
        return _told(self.edits.mark(call.key, annotator_name(asked.annotator), self._found(call), asked.done))

    def agreement(self, call: Call) -> list[dict[str, Any]]:
        """Tell how far every two annotators agree on the pairs that both have changed or marked."""
        wanted = bodies.only(call, ("annotator", "only_done"))
        own = annotator_name(wanted["annotator"]) if wanted.get("annotator") else None
        only_done = bodies.flag(wanted, "only_done")
        total: dict[tuple[str, str], Agreement] = {}
        among = self.edits.busiest(MOST_ANNOTATORS) if own is None else None
        for sizes, links in self.edits.labelled(among, only_done=only_done):
            names = sorted(links)
            if own is None:
                between = list(combinations(names, 2))
            else:
                between = [(own, other) for other in names if other != own and own in links]
            for one, other in between:
                found = agreement(links[one], links[other], sizes)
                total[one, other] = total.get((one, other), Agreement()) + found
        return [_agreement(names, found) for names, found in sorted(total.items())]

    def export(self, call: Call) -> Download:
        """Return what an annotator made, as a file."""
        wanted = bodies.only(call, ("format", "annotator", "only_done", "key"))
        annotator = annotator_name(wanted["annotator"]) if wanted.get("annotator") else ""
        name = wanted.get("format") or "gold"
        if "key" in wanted:
            aligned = self._found(call._replace(key=wanted["key"]))
            return download([self._corrected(wanted["key"], aligned, annotator)], name, one=True)
        if not annotator:
            raise InputError("say whose links to export: annotator=NAME, or key=KEY for one pair")
        keys = self.edits.keys(annotator, only_done=bodies.flag(wanted, "only_done"))
        if not keys:
            raise MissingError(f"{annotator} has no pair to export yet; correct one, or mark it as done")
        return download(self._all_corrected(keys, annotator), name)

    def openapi(self, call: Call) -> Any:
        """Return the description of this API."""
        bodies.only(call, ())
        return description()

    def _found(self, call: Call) -> Aligned:
        aligned = self.library.find(call.key)
        if aligned is None:
            raise MissingError(f"there is no pair {call.key!r:.40}")
        return aligned

    def _corrected(self, key: str, aligned: Aligned, annotator: str) -> Aligned:
        state = self.edits.state(key, annotator) if annotator else None
        if state is None:
            return aligned
        alignment: Alignment = state.alignment(aligned.alignment, annotator)
        return aligned._replace(alignment=alignment)

    def _all_corrected(self, keys: list[str], annotator: str) -> Iterator[Aligned]:
        for key in keys:
            aligned = self.edits.kept(key)
            if aligned is not None:
                yield self._corrected(key, aligned, annotator)


@cache
def description() -> Any:
    """Return the OpenAPI document."""
    return json.loads(files("vicinal.app").joinpath("openapi.json").read_text(encoding="utf-8"))


def _told(state: State) -> dict[str, Any]:
    return {"state": state.as_json()}


def _agreement(names: tuple[str, str], found: Agreement) -> dict[str, Any]:
    def rounded(value: float | None) -> float | None:
        return None if value is None else round(value, 6)

    return {
        "annotators": names,
        "pairs": found.documents,
        "precision": rounded(found.links.precision),
        "recall": rounded(found.links.recall),
        "f1": rounded(found.f1),
        "pair_precision": rounded(found.pairs.precision),
        "pair_recall": rounded(found.pairs.recall),
        "pair_f1": rounded(found.pair_f1),
        "kappa": rounded(found.kappa),
    }
