"""Filter the links of a corpus by kind, score, identity and length ratio, and remove duplicates.

`text_measures` defines when two texts are identical, and the length of a text, also for scripts without spaces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from hashlib import blake2b
from math import inf, isfinite
from numbers import Real

from vicinal.alignment import Aligned, Alignment
from vicinal.corpus.relatedness import is_suspect, relatedness
from vicinal.corpus.stored_pairs import with_links
from vicinal.corpus.text_measures import comparable, words
from vicinal.errors import SettingError, check_choice
from vicinal.link import KINDS, Link

REASONS = ("suspect", "kind", "score", "identical", "length", "duplicate")


@dataclass(frozen=True)
class LinkFilter:
    """The conditions for keeping a link.

    Calling it with an alignment returns the alignment with only the sentence links (and their cells) that are kept.
    Paragraph links and search steps are unchanged. `export` applies it to a whole run, and remembers duplicates across
    alignments. Its repr is part of the signature of what is exported.

    Attributes:
        kinds: The kinds of links to keep.
        least_score: The lowest score to keep; None for no limit. For `vicinity` and `global` it is the probability
            that the link is exactly right, so that one number means the same for both.
        most_score: The highest score to keep, in the same way; None for no limit.
        drop_identical: Whether to drop links with the same text on both sides.
        length_ratio: The highest ratio of the longer to the shorter side in words, at least 1; None for no limit. With
            a limit, links with a wordless side are dropped.
        dedupe: Whether to drop links whose two texts equal those of an earlier link.
        no_suspect: Whether to drop all links of two documents that probably are not versions of each other.
    """

    kinds: tuple[str, ...] = KINDS
    least_score: float | None = None
    most_score: float | None = None
    drop_identical: bool = False
    length_ratio: float | None = None
    dedupe: bool = False
    no_suspect: bool = False

    def __post_init__(self) -> None:
        """Sort the kinds; raise SettingError if a setting is out of range."""
        given = (self.kinds,) if isinstance(self.kinds, str) else tuple(self.kinds)
        for kind in given:
            check_choice("kind", kind, KINDS)
        if not given:
            raise SettingError(f"kinds must name at least one of {', '.join(KINDS)}")
        object.__setattr__(self, "kinds", tuple(kind for kind in KINDS if kind in given))
        for name in ("least_score", "most_score", "length_ratio"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value)):
                raise SettingError(f"{name} must be a number, not {value!r}")
        if self.least_score is not None and self.most_score is not None and self.least_score > self.most_score:
            raise SettingError(f"least_score ({self.least_score}) must not be above most_score ({self.most_score})")
        if self.length_ratio is not None and self.length_ratio < 1:
            raise SettingError(f"length_ratio must be at least 1, not {self.length_ratio!r}")

    def __call__(self, alignment: Alignment) -> Alignment:
        """Return an alignment with only the links that are kept; duplicates are found within it."""
        return self.start()(alignment)

    @property
    def options(self) -> list[str]:
        """The options of 'vicinal export' that give this filter, without those that change nothing."""
        found = []
        for one in fields(self):
            value = getattr(self, one.name)
            if value != one.default:
                given = ",".join(value) if isinstance(value, tuple) else value
                found.append(f"--{one.name.replace('_', '-')}" + ("" if value is True else f" {given}"))
        return found

    def start(self) -> Filtering:
        """Return a filter for a sequence of alignments."""
        return Filtering(self)


@dataclass
class Filtering:
    """A filter applied to a sequence of alignments.

    Attributes:
        filter: The conditions.
        kept: The number of links kept so far.
        dropped: The number of links dropped so far, by the first condition (one of REASONS) that they failed.
        suspect: The number of suspect pairs so far, if they are dropped.
    """

    filter: LinkFilter
    kept: int = 0
    dropped: dict[str, int] = field(default_factory=lambda: dict.fromkeys(REASONS, 0))
    suspect: int = 0
    _seen: set[bytes] = field(default_factory=set, repr=False)

    def __call__(self, alignment: Alignment) -> Alignment:
        """Return an alignment with only the links that are kept, and count kept and dropped links."""
        passed = self.pair(Aligned(alignment))
        return replace(alignment, sentences=(), cells=()) if passed is None else passed.alignment

    def pair(self, aligned: Aligned) -> Aligned | None:
        """Do the same with a pair of a corpus; return None if it is dropped because it is suspect."""
        alignment = aligned.alignment
        if self.filter.no_suspect and is_suspect(relatedness_of(aligned)):
            self.suspect += 1
            self.dropped["suspect"] += len(alignment.sentences)
            return None
        if self.filter == _EVERYTHING:
            self.kept += len(alignment.sentences)
            return aligned
        links = tuple(self._passing(alignment))
        self.kept += len(links)
        if len(links) == len(alignment.sentences):
            return aligned
        inside = {(x, y) for link in links for x in link.source for y in link.target}
        cells = tuple(cell for cell in alignment.cells if cell in inside)
        return aligned._replace(alignment=with_links(alignment, links, cells))

    def add(self, other: Filtering) -> None:
        """Add the counts of a filter that was applied to other alignments, by another worker."""
        self.kept += other.kept
        self.suspect += other.suspect
        for reason, number in other.dropped.items():
            self.dropped[reason] += number

    def _passing(self, alignment: Alignment) -> Iterator[Link]:
        limited = self.filter.least_score is not None or self.filter.most_score is not None
        scores = (alignment.probabilities if limited else None) or [link.score for link in alignment.sentences]
        for link, score in zip(alignment.sentences, scores, strict=True):
            reason = self._reason(alignment, link, score)
            if reason is None:
                yield link
            else:
                self.dropped[reason] += 1

    def _reason(self, alignment: Alignment, link: Link, score: float) -> str | None:
        """Return the reason to drop a link with this score or probability; None to keep it."""
        wanted = self.filter
        if link.kind not in wanted.kinds:
            return "kind"
        if wanted.least_score is not None and score < wanted.least_score:
            return "score"
        if wanted.most_score is not None and score > wanted.most_score:
            return "score"
        if not (wanted.drop_identical or wanted.length_ratio is not None or wanted.dedupe):
            return None
        texts = alignment.texts(link)
        source, target = map(comparable, texts)
        if wanted.drop_identical and source == target:
            return "identical"
        if wanted.length_ratio is not None and _ratio(*texts) > wanted.length_ratio:
            return "length"
        if wanted.dedupe and self._is_known(source, target):
            return "duplicate"
        return None

    def _is_known(self, source: str, target: str) -> bool:
        """Tell whether two texts were seen before; only their digest is stored."""
        digest = blake2b(f"{source}\0{target}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if digest in self._seen:
            return True
        self._seen.add(digest)
        return False


_EVERYTHING = LinkFilter()


def relatedness_of(aligned: Aligned) -> float | None:
    """Return how related the documents of a pair are; older runs did not store it."""
    if aligned.relatedness is not None:
        return aligned.relatedness
    return relatedness(aligned.alignment.source, aligned.alignment.target)


def _ratio(source: str, target: str) -> float:
    """Return the ratio of the longer to the shorter text, in words."""
    shorter, longer = sorted((words(source), words(target)))
    return longer / shorter if shorter else inf
