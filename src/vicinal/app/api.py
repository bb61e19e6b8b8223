"""The HTTP API: one typed function for each endpoint; `endpoint_list` has their addresses.

The functions know nothing of sockets or threads; `server` calls them. The type of `asked` says how the request is read
and checked, the return type what the answer is, and the docstring is the text in the OpenAPI document.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TypeVar

from vicinal.alignment import Aligned, NotedLink
from vicinal.app import adjudication_types as adjudicating
from vicinal.app import answer_types as answers
from vicinal.app import correction_types as correcting
from vicinal.app import list_types as listing
from vicinal.app import request_types as requests
from vicinal.app.adjudication import adjudicator, annotators_of, links_on
from vicinal.app.annotator_agreement import agreements
from vicinal.app.annotator_state import first_state
from vicinal.app.change_steps import SentencesAsked
from vicinal.app.download import Download, download, formats
from vicinal.app.edits import Edits
from vicinal.app.library import Library
from vicinal.app.library_listing import Selection
from vicinal.app.live_alignment import MOST_SENTENCES, align_live, check_live, read_pair
from vicinal.app.offered_methods import aligner_with, methods
from vicinal.app.request_reading import title_of
from vicinal.app.shown_links import only_links
from vicinal.app.uploaded_file import ENCODINGS, read_uploaded
from vicinal.app.view_types import View
from vicinal.errors import InputError, VicinalError
from vicinal.methods import DEFAULT
from vicinal.text.abbreviations import LANGUAGES
from vicinal.text.reading import SPLITS, Reading
from vicinal.version import __version__
from vicinal.view.printable import printable
from vicinal.view.viewer_data import viewer_data
from vicinal.view.why_not import why

_YES = ("1", "true")
T = TypeVar("T")


class MissingError(VicinalError):
    """There is nothing under that name."""


@dataclass(frozen=True)
class Api:
    """The answers to all requests.

    Attributes:
        library: The pairs to show.
        edits: The corrections.
        limit: The maximum size of a request in bytes.
        file_limit: The maximum size of a file in bytes.
    """

    library: Library
    edits: Edits
    limit: int
    file_limit: int

    def info(self) -> answers.Info:
        """Methods and their settings, formats, languages, the library, and the annotators."""
        kind = self.library.kind
        return answers.Info(
            version=__version__,
            methods=methods(),
            default_method=DEFAULT,
            formats=formats(),
            languages=sorted(LANGUAGES),
            splits=[answers.OfferedSplit(name, requests.SPLIT_LABELS[name]) for name in SPLITS],
            encodings=ENCODINGS,
            library=answers.LibraryInfo(
                kind, answers.short_line(self.library.name), self.library.pairs(), ordered=kind != "empty"
            ),
            annotators=self.edits.annotators(),
            most_sentences=MOST_SENTENCES,
            limit=self.limit,
            file_limit=self.file_limit,
        )

    def pairs(self, asked: listing.ListQuery) -> listing.Listing:
        """List the pairs of the library, then the others in the file of edits."""
        return self.library.listing(_selection(asked), offset=asked.offset, count=asked.count)

    def place(self, key: str, asked: listing.PlaceQuery) -> listing.PlaceAnswer:
        """Find the place of a pair in a list, or the pair that stands so many steps from it.

        A pair that the list does not have stands between its neighbours.
        """
        return _present(key, self.library.place(key, _selection(asked), asked.step))

    def unfinished(self, key: str, asked: listing.SelectionQuery) -> listing.UnfinishedAnswer:
        """Find the next pair of a list, after this one, that the annotator has not done.

        After the last pair the list begins again.
        """
        return _present(key, self.library.unfinished(key, _selection(asked)))

    def read(self, asked: requests.ReadQuery, data: bytes) -> answers.FileAnswer:
        """Read a file: plain text, Word, OpenDocument, RTF, EPUB, PDF, a web page, Markdown.

        The body is the file. What it is, its content tells; the name helps with Markdown. Nothing is stored.
        """
        return read_uploaded(data, asked.name, asked.encoding, self.limit)

    def paste(self, asked: requests.PasteRequest) -> answers.PasteAnswer:
        """Store two texts as a pair, aligned by a method.

        The same texts with the same title have the same key; their links are replaced, unless someone has begun to
        correct them.
        """
        title = title_of(asked.title)
        aligner = aligner_with(asked.method, asked.settings)
        pair = read_pair(asked.source, asked.target, _reading(asked), documents=asked.documents, id=title)
        alignment = align_live(aligner, asked.method, pair.source, pair.target)
        key = self.edits.keep(Aligned(alignment, origin="pasted"))
        return answers.PasteAnswer(key, pair.reading.language, pair.reading.split)

    def pair(self, key: str, asked: requests.PairQuery) -> answers.PairAnswer:
        """Show a pair, with the links of the annotator if they have changed any, else with its own."""
        aligned, annotator = self._pair_at(key), asked.annotator or ""
        summary = _present(key, self.library.summary(key, annotator))
        state = self.edits.state(key, annotator)
        alignment = state.alignment(aligned.alignment, annotator) if state else aligned.alignment
        view = View(**viewer_data(alignment))
        return answers.PairAnswer(summary, view, (state or first_state(aligned)).shown)

    def align(self, asked: requests.AlignRequest) -> answers.AlignAnswer:
        """Align two texts, or a pair of the library with the corrected sentences of an annotator; nothing is stored."""
        begun = perf_counter()
        aligner = aligner_with(asked.method, asked.settings)
        if asked.key is not None:
            if asked.source is not None or asked.target is not None:
                raise InputError("give a key, or source and target, not both")
            known = self._corrected(asked.key, asked.annotator or "").alignment
            source, target, reading = known.source, known.target, None
        elif asked.source is None or asked.target is None:
            raise InputError("give source and target, or the key of a pair")
        else:
            source, target, reading = read_pair(asked.source, asked.target, _reading(asked), documents=asked.documents)
        view = View(**viewer_data(align_live(aligner, asked.method, source, target)))
        taken = (reading.language, reading.split) if reading else (source.language, None)
        return answers.AlignAnswer(view, round(perf_counter() - begun, 6), *taken)

    def why(self, key: str, asked: requests.WhyRequest) -> answers.WhyAnswer:
        """Tell why two sentences of a pair are linked or not; nothing is stored.

        The links are those that the annotator sees; with a method, those that it finds.
        """
        alignment = self._corrected(key, asked.annotator or "").alignment
        if asked.method is None and asked.settings:
            raise InputError("settings: they go with a method; give its name as method")
        check_live(asked.method or "global", alignment.source, alignment.target)
        aligner = None if asked.method is None else aligner_with(asked.method, asked.settings)
        if aligner is not None:
            alignment = align_live(aligner, str(asked.method), alignment.source, alignment.target)
        found = why(alignment, asked.source, asked.target, aligner)
        return answers.WhyAnswer(
            found.linked,
            found.similarity,
            found.compared,
            found.threshold,
            found.probability,
            found.gain,
            [(printable(one.word), round(one.weight, 6), round(one.part, 6)) for one in found.words],
            list(found.lines),
        )

    def change(self, key: str, asked: correcting.ChangeRequest) -> correcting.StateAnswer:
        """Replace sentences, remove links and add others, and note something about links, as one step.

        The change applies to the current state and can be undone. All sentences to replace and links to remove must
        be there, and no link to add may use a sentence of another link. The change is on the disk when the answer is
        sent.
        """
        state = self.edits.change(
            key,
            asked.annotator,
            self._pair_at(key),
            sentences=[SentencesAsked(each.side, each.at, each.before, each.after) for each in asked.sentences],
            remove=asked.remove,
            add=asked.add,
            notes=[NotedLink(each.source, each.target, each.unsure, each.comment) for each in asked.notes],
            settled=asked.settled,
            version=asked.version,
            text_version=asked.text_version,
        )
        return correcting.StateAnswer(state.shown)

    def undo(self, key: str, asked: correcting.StepRequest) -> correcting.StateAnswer:
        """Undo the last change."""
        return correcting.StateAnswer(
            self.edits.undo(key, asked.annotator, self._pair_at(key), version=asked.version).shown
        )

    def redo(self, key: str, asked: correcting.StepRequest) -> correcting.StateAnswer:
        """Redo the change that was undone last."""
        return correcting.StateAnswer(
            self.edits.redo(key, asked.annotator, self._pair_at(key), version=asked.version).shown
        )

    def done(self, key: str, asked: correcting.MarkRequest) -> correcting.StateAnswer:
        """Mark a pair as done, or as not done."""
        return correcting.StateAnswer(self.edits.mark(key, asked.annotator, self._pair_at(key), asked.done).shown)

    def agreement(self, asked: requests.AgreementQuery) -> list[answers.AgreementAnswer]:
        """Measure the agreement of every two annotators, on the pairs that both have changed or marked.

        With an annotator: of that one with every other. Without: between the 20 who have the most pairs.
        """
        return agreements(self.edits, asked.annotator, only_done=asked.only_done in _YES)

    def annotators(self, key: str) -> list[adjudicating.PairAnnotator]:
        """List everyone who has changed or marked a pair, those with the most pairs first."""
        self._pair_at(key)
        return annotators_of(self.edits, key)

    def links(self, key: str, asked: adjudicating.LinksQuery) -> adjudicating.LinksAnswer:
        """Show a pair with the links of an annotator on the sentences of another, for a comparison.

        Where the two corrected the sentences differently, links are carried over by the original sentences.
        """
        return links_on(self.edits, key, self._pair_at(key), asked.annotator, asked.sentences_of or "")

    def differences(self, key: str, asked: adjudicating.DifferencesQuery) -> adjudicating.DifferencesAnswer:
        """List where two annotators differ in a pair, and what a third set has there.

        A difference is decided by a change of the third set. A change that adds no link there says with `settled` that
        there is none.
        """
        among = adjudicator(self.edits, asked.one, asked.other, asked.annotator)
        return among.differences(key, self._pair_at(key), asked.sentences)

    def adjudicate(self, key: str, asked: adjudicating.AdjudicateRequest) -> correcting.StateAnswer:
        """Begin a third set with the links that two annotators both have; if it is begun, return it."""
        among = adjudicator(self.edits, asked.one, asked.other, asked.annotator)
        return correcting.StateAnswer(among.begin(key, self._pair_at(key), asked.sentences).shown)

    def progress(self, asked: adjudicating.ProgressQuery) -> adjudicating.ProgressAnswer:
        """Count the pairs that two annotators have done, and find the next one to adjudicate."""
        return adjudicator(self.edits, asked.one, asked.other, asked.annotator).progress(asked.after)

    def take_over(self, asked: adjudicating.TakeOverRequest) -> adjudicating.TakeOverAnswer:
        """Take over the pairs in which two annotators, both done, do not differ, and mark them as done."""
        return adjudicator(self.edits, asked.one, asked.other, asked.annotator).take_over()

    def export(self, asked: requests.ExportQuery) -> Download:
        """Download the links of an annotator as a file.

        Links that the annotator did not change keep the score of the method; the others have the score 1. An annotator
        or a key is required.
        """
        annotator = asked.annotator or ""
        if asked.key is not None:
            return download([self._corrected(asked.key, annotator)], asked.format, one=True)
        if not annotator:
            raise InputError("give the annotator whose links to export (annotator=NAME), or one pair (key=KEY)")
        keys = self.edits.keys(annotator, only_done=asked.only_done in _YES)
        if not keys:
            raise MissingError(f"{annotator} has no pair to export yet; correct one, or mark it as done")
        return download(self._all_corrected(keys, annotator), asked.format)

    def export_shown(self, asked: requests.ShownRequest) -> Download:
        """Download the links on the screen as a file: exactly those given.

        The method is run again with the same settings, or the links of the annotator are read, so that scores and
        settings are in the file too. A link that is not among those is refused.
        """
        aligned = self._corrected(asked.key, asked.annotator or "")
        if asked.method is not None:
            aligner, known = aligner_with(asked.method, asked.settings), aligned.alignment
            found = align_live(aligner, asked.method, known.source, known.target)
            aligned = aligned._replace(alignment=found, notes=())  # the notes are about other links
        shown = aligned._replace(alignment=only_links(aligned.alignment, asked.links))
        return download([shown], asked.format, one=True)

    def exportable(self, asked: requests.PairQuery) -> answers.Exportable:
        """Count the pairs that an annotator has changed or marked, and those of them that are done."""
        annotator = asked.annotator or ""
        return answers.Exportable(
            pairs=len(self.edits.keys(annotator)), done=len(self.edits.keys(annotator, only_done=True))
        )

    def _pair_at(self, key: str) -> Aligned:
        return _present(key, self.library.find(key))

    def _corrected(self, key: str, annotator: str) -> Aligned:
        """Return a pair with the links and sentences of an annotator; with its own if they have not begun."""
        aligned, state = self._pair_at(key), self.edits.state(key, annotator)
        return state.aligned(aligned, annotator) if state else aligned

    def _all_corrected(self, keys: list[str], annotator: str) -> Iterator[Aligned]:
        for key in keys:
            aligned, state = self.edits.kept(key), self.edits.state(key, annotator)
            if aligned is not None and state is not None:
                yield state.aligned(aligned, annotator)


def _reading(asked: requests.AlignRequest | requests.PasteRequest) -> Reading:
    return Reading(asked.language or None, asked.split, asked.headings)


def _selection(asked: listing.SelectionQuery) -> Selection:
    return Selection(asked.order, asked.filter, asked.search, asked.annotator or "")


def _present(key: str, found: T | None) -> T:
    if found is None:
        raise MissingError(f"there is no pair {key!r:.40}")
    return found
