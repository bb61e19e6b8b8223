"""What the commands for corpora say: at the end of a run, about how a corpus was read, and about an export.

Callers: `run_command` and `corpus_commands`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vicinal.cli.console import note, say
from vicinal.corpus.contract import Corpus, Noting
from vicinal.corpus.folders import folder_at
from vicinal.formats import FORMATS
from vicinal.methods import title_of
from vicinal.wording import many

if TYPE_CHECKING:
    from vicinal.corpus.exports import Exported
    from vicinal.corpus.manifest import Manifest


def say_counts(manifest: Manifest, output: str) -> None:
    """Say what a run found, read and left out, and which of its pairs to look at."""
    from vicinal.corpus.accounting import what_became_of_it, what_was_left_out
    from vicinal.corpus.run_folder import REJECTED, SUSPECTS
    from vicinal.view.little_found import advice, little_in_pairs

    counts = manifest["counts"]
    rejected, pairs, little = counts["rejected"], counts["pairs"], counts.get("little", 0)
    where = folder_at(output).where(REJECTED)
    links = many(counts["links"], "link")
    say(f"{output}: {many(pairs, 'pair')}, {links} by {title_of(manifest['method'])}")
    if suspect := counts.get("suspect", 0):
        say(
            f"vicinal: note: {suspect:,} of {many(pairs, 'pair')} {'is' if suspect == 1 else 'are'} probably not "
            f"versions of each other; see {folder_at(output).where(SUSPECTS)}; "
            "leave them out with 'vicinal export --no-suspect'"
        )
    if little:
        ways = advice(manifest["method"], flags=True)
        note(f"{little_in_pairs(little, pairs, suspect)}; see 'vicinal report {output}'; {ways}")
    listed = f"; see {where}" if rejected and what_was_left_out(manifest) else ""
    say(what_became_of_it(manifest) + listed)


def say_notes(corpus: Corpus) -> None:
    """Say what a corpus has to tell about its files."""
    for one in corpus.notes() if isinstance(corpus, Noting) else ():
        note(one)


def taken_for(paths: tuple[str, ...], corpus: Corpus, encoding: str | None) -> str | None:
    """Return whether a corpus was taken for a document a line, or could have been; None if it is something else."""
    from vicinal.corpus.readers.document_lines import DocumentLines
    from vicinal.corpus.readers.folder import PairedFiles
    from vicinal.corpus.readers.line_signs import corpus_in_a_file

    if isinstance(corpus, DocumentLines):
        instead = "use 'vicinal align'" if len(paths) > 1 else "add --reader folder"
        return f"read {', '.join(paths)} as a document a line (recognised); if each file is one document, {instead}"
    return corpus_in_a_file(paths[0], encoding) if isinstance(corpus, PairedFiles) else None


def say_exported(made: Exported, format_name: str, output: str) -> None:
    """Say which files an export wrote, what is in them, and what was left out."""
    from vicinal.corpus.exports import CARD, NEW_CARD

    for file in made.files:
        say(f"wrote {file}")
    for file in made.removed:
        say(f"removed {file}, which an earlier export wrote")
    for file in made.strange:
        note(f"{file} is not of this export; remove it, or choose another folder")
    is_new = made.card.endswith(NEW_CARD)
    if made.card_is_kept and not is_new:
        say(f"kept {made.card}, which was edited and still describes these data")
    else:
        say(f"wrote {made.card}; fill in the licence")
    if is_new:
        old = folder_at(output).where(CARD)
        say(f"vicinal: note: {old} was edited and is kept; {made.card} is the card for the new data")
    dropped = sum(made.dropped.values())
    suspect = f"; {many(made.suspect, 'suspect pair')} left out" if made.suspect else ""
    less = (f"; {many(dropped, 'link')} dropped" if dropped else "") + suspect
    say(f"{many(made.links, 'link')} of {many(made.pairs, 'pair')}" + less)
    for name, part in made.splits.items():
        say(f"{name}: {many(part.articles, 'article')}, {many(part.pairs, 'pair')}, {many(part.links, 'link')}")
    if made.links and any(not part.links for part in made.splits.values()):
        say("vicinal: note: a split is empty; the corpus is small, so try other shares, or split it by hand")
    if not made.links:
        why = "the filters dropped all of them" if dropped else "the run has none"
        say(f"vicinal: note: no links written; {f'{format_name} can hold none of them' if made.left_out else why}")
    if made.left_out:
        known = FORMATS[format_name]
        total = made.links if known.hides_from else made.links + made.left_out
        note(known.what_becomes_of(made.left_out, total))


def interrupt(*_: Any) -> None:
    """Treat SIGTERM, which batch systems send, like Ctrl-C."""
    raise KeyboardInterrupt
