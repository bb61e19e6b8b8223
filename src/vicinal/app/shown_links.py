"""The links that someone sees in the browser, as an alignment to export: exactly those, or an error."""

from __future__ import annotations

from collections.abc import Iterable

from vicinal.alignment import Alignment, assemble
from vicinal.app.corrections import Indices, first_links, key_of
from vicinal.errors import InputError
from vicinal.wording import many


def only_links(alignment: Alignment, links: Iterable[Indices]) -> Alignment:
    """Return an alignment with exactly the links given; `Api.export_shown` calls it, so that no other link is written.

    Args:
        alignment: What the server knows: the result of the method, or the links of the annotator.
        links: Two sequences of sentence indices for each link that the browser shows. Links of the alignment that share
            a sentence may be given as one, as corrections show them.

    Raises:
        InputError: A link is not one of the alignment.
    """
    known = {key_of(link): link for link in (*first_links(alignment), *alignment.sentences)}
    wanted = {(tuple(sorted(source)), tuple(sorted(target))) for source, target in links}
    strange = len(wanted - known.keys())
    if strange:
        raise InputError(
            f"links: {many(strange, 'link')} of the screen not known to the server; wait until everything is saved, or "
            "reload the page, and export again"
        )
    if wanted == {key_of(link) for link in alignment.sentences}:
        return alignment
    shown = [known[key] for key in sorted(wanted)]
    signature = f"{len(shown)} of the links of {alignment.signature}"
    return assemble(alignment.source, alignment.target, shown, signature, steps=())
