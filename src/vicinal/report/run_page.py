"""The report of a corpus run: totals, plots, tables of groups, what to check first, and the settings.

The page is one file that needs no network; its script only sorts tables. All text from the corpus is shortened and
escaped. The same run gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from vicinal.corpus.accounting import counts_left_out, counts_read
from vicinal.corpus.relatedness import SUSPECT
from vicinal.corpus.stats import Side, Statistics, Stats
from vicinal.link import KINDS
from vicinal.methods import title_of
from vicinal.report.highlights import NAME, PER_PAIR, FoundLink, FoundPair, Position
from vicinal.report.histogram import aligned_plot, kind_plot, length_plot, ratio_plot, score_plot, without_style
from vicinal.report.link_list import link_list, pair_name, pair_origin
from vicinal.report.overview import MOST_GROUPS, Overview
from vicinal.view.excerpt import shortened
from vicinal.view.html_table import Cell, Column, count, decimal, share, table, text
from vicinal.view.layout import definitions, report_page
from vicinal.view.little_found import LIMITS, advice, little_in_pairs
from vicinal.view.markup import Html
from vicinal.wording import SIDES, many, percent

ROWS = 100  # of a table of groups
_LONGEST = 2000  # characters of a setting or a reason
_TILE = Html('<div class="tile"><dt>{}</dt><dd><b>{}</b> <span class="quiet">{}</span></dd></div>')

_GROUP_COLUMNS = (
    Column("pairs", "pairs of documents"),
    Column("source sentences"),
    Column("target sentences"),
    Column("source aligned", "share of the source sentences that are in a link"),
    Column("target aligned", "share of the target sentences that are in a link"),
    Column("links"),
    *(Column(kind, f"share of the links that are {kind}") for kind in KINDS),
    Column("identical", "share of the links whose two sides have the same text"),
    Column("score", "mean score of the links"),
)
_DOUBTFUL_PAIRS = Html("""\
<p>Check these first. The doubt of a pair is the share of its links, and of its target sentences without a link, that \
probably need a correction; the last column says why. If the method has no probabilities, its scores stand for them. \
Source sentences do not count: each sentence of a simpler version should come from somewhere, but much of an original \
may be left out.</p>
{}""")
_LITTLE = Html("""\
<p>{}{}. That is unusual for this method: {}.</p>""")
_DOUBTFUL_LINKS = Html("""\
<p>The links with the lowest probabilities of being exactly right (the lowest scores, if the method has no \
probabilities), at most {} per pair; equal texts are listed once. That does not mean that a link is wrong, but wrong \
links are more frequent here. Links with the same words on both sides are left out, here and below, because every \
method finds them. Words that both sides share are marked.</p>
{}""")
_SUSPECT_PAIRS = Html("""\
<p>The documents of {} of {:,} probably are not versions of each other: they have few words in common that tell a \
subject. Their relatedness is below {}; 1 is that of equal texts. Some may be real: a free retelling in other words. \
Read a few before you decide. <code>suspect.jsonl</code> in the run folder lists all of them, and <code>vicinal export \
--no-suspect</code> leaves them out.</p>
{}""")
_BEST_LINKS = Html("""\
<p>The links with the highest scores, at most {} per pair; equal texts are listed once.</p>
{}""")


def run_page(found: Overview, pages: Mapping[Position, str] | None = None) -> Html:
    """Return the report.

    Args:
        found: The contents, from `vicinal.report.overview.overview`.
        pages: The addresses of the pages of single pairs, where there are any.
    """
    pages = pages or {}
    highlights = found.highlights
    sections = [
        ("Totals", _totals(found)),
        ("Distributions", _plots(found)),
        ("Groups", _groups(found)),
        ("Suspect pairs", _suspect_pairs(found, pages)),
        ("Doubtful pairs", _doubtful_pairs(found, pages)),
        ("Doubtful links", _links(_DOUBTFUL_LINKS, highlights.doubtful_links, found, pages)),
        ("Best links", _links(_BEST_LINKS, highlights.best_links, found, pages)),
        ("How it was made", _settings(found.manifest)),
        ("Left out", _left_out(found)),
    ]
    total = found.total
    method = shortened(title_of(str(found.manifest.get("method", ""))), NAME)
    summary = f"{many(total.documents, 'pair')} of documents, {many(total.links, 'link')}, aligned by {method}"
    return report_page(found.name, "Corpus report", summary, sections)


def _totals(found: Overview) -> Html:
    total = found.total
    missing: list[str] = [f"{total.without_links:,} without links"] if total.without_links else []
    if total.suspect:
        missing.append(Html('<a href="#suspect-pairs">{:,} suspect</a>').format(total.suspect))
    if total.little_found:
        missing.append(little_in_pairs(total.little_found, total.documents, total.suspect))
    left_out = _number_left_out(found)
    if left_out:
        missing.append(Html('<a href="#left-out">{:,} left out</a>').format(left_out))
    mean = "-" if total.mean_score is None else f"{total.mean_score:.2f}"
    crossing = f"{percent(total.share_of_links(total.crossing))} cross others" if total.crossing else "none cross"
    per_pair = f"{total.links / total.documents:.1f} per pair, {crossing}" if total.links else ""
    tiles = [
        ("Pairs", f"{total.documents:,}", Html("; ").join(missing) or "all have links"),
        ("Links", f"{total.links:,}", per_pair),
        ("Source aligned", percent(total.source.share_aligned), _of_sentences(total.source)),
        ("Target aligned", percent(total.target.share_aligned), _of_sentences(total.target)),
        ("Mean score", mean, "of all links"),
        ("Copies", percent(total.share_of_links(total.identical)), "of the links have the same text on both sides"),
    ]
    columns = [Column("side", is_number=False), *map(Column, ("paragraphs", "sentences", "aligned", "share"))]
    columns += [Column("words"), Column("words per sentence")]
    sides = [_side(SIDES[name], side) for name, side in (("source", total.source), ("target", total.target))]
    return Html('<dl class="tiles">{}</dl>\n{}').format(
        Html("").join(_TILE.format(*tile) for tile in tiles), table("The two sides", columns, sides, is_sortable=False)
    )


def _of_sentences(side: Side) -> str:
    return f"{side.aligned:,} of {many(side.sentences, 'sentence')}"


def _side(name: str, side: Side) -> list[Cell]:
    return [
        Cell(name),
        *map(count, (side.paragraphs, side.sentences, side.aligned)),
        share(side.share_aligned, name),
        count(side.words),
        decimal(side.words_per_sentence, 1),
    ]


def _plots(found: Overview) -> Html:
    total = found.total
    plots = [score_plot(total), kind_plot(total), length_plot(total), ratio_plot(total)]
    grouped = [groups for groups in found.groups.values() if groups is not None and len(groups.groups) > 1]
    plots += [aligned_plot(groups) for groups in grouped[:1]]
    # The page's own style sheet has the rules of the plots; its policy allows no other.
    figures = Html("\n").join(Html("<figure>{}</figure>").format(without_style(plot)) for plot in plots)
    return Html('<div class="pictures">\n{}\n</div>').format(figures)


def _groups(found: Overview) -> Html:
    too_many = Html("<p>There are more than {0:,} {1}s; <code>vicinal stats --by {1}</code> lists them.</p>")
    parts = []
    for by, statistics in found.groups.items():
        if statistics is None:
            parts.append(too_many.format(MOST_GROUPS, by))
        elif len(statistics.groups) > 1:
            parts.append(_group_table(by, statistics))
    return Html("\n").join(parts)


def _group_table(by: str, statistics: Statistics) -> Html:
    largest = statistics.largest(ROWS)
    rows = [_group(text(shortened(name, NAME) or "(none)"), stats) for name, stats in largest.items()]
    all_of_them = len(statistics.groups)
    note = f"the {len(largest)} largest of {all_of_them:,}" if all_of_them > len(largest) else ""
    columns = [Column(by, is_number=False), *_GROUP_COLUMNS]
    return table(f"By {by}", columns, rows, note=note, foot=_group(Cell("all"), statistics.total))


def _group(name: Cell, stats: Stats) -> list[Cell]:
    return [
        name,
        count(stats.documents),
        count(stats.source.sentences),
        count(stats.target.sentences),
        share(stats.source.share_aligned, "source"),
        share(stats.target.share_aligned, "target"),
        count(stats.links),
        *(_plain_share(stats.share_of_links(number)) for number in (*stats.kinds, stats.identical)),
        decimal(stats.mean_score, 3),
    ]


def _plain_share(part: float | None) -> Cell:
    return Cell(percent(part), -1 if part is None else round(part, 6))


def _suspect_pairs(found: Overview, pages: Mapping[Position, str]) -> Html:
    suspects = list(found.highlights.suspects)
    if not suspects:
        return Html("")
    columns = [Column("pair", is_number=False), Column("relatedness"), Column("source sentences")]
    columns += [
        Column("target sentences"),
        *(Column(f"{side} begins", is_number=False) for side in ("source", "target")),
    ]
    rows = [
        [
            Cell(pair_name(pair, found.number(pair.position), pages.get(pair.position))),
            decimal(score, 3),
            *map(count, pair.sentences),
            *map(text, openings),
        ]
        for pair, score, openings in suspects
    ]
    total = found.total.suspect
    which = many(total, "suspect pair") if total == len(rows) else f"{len(rows)} of {many(total, 'suspect pair')}"
    shown = table(f"{which}, the least related first", columns, rows)
    return _SUSPECT_PAIRS.format(many(total, "pair"), found.total.documents, SUSPECT, shown)


def _doubtful_pairs(found: Overview, pages: Mapping[Position, str]) -> Html:
    pairs = list(found.highlights.doubtful_pairs)
    if not pairs:
        return Html("")
    columns = [Column("pair", is_number=False), Column("from", is_number=False), Column("doubt")]
    columns += [Column("source aligned"), Column("target aligned"), Column("links"), Column("mean score")]
    columns.append(Column("why", is_number=False))
    rows = [_pair(found, pair, pages) for pair in pairs]
    if not any(pair_origin(pair) for pair in pairs):
        columns, rows = [columns[0], *columns[2:]], [[row[0], *row[2:]] for row in rows]
    which = "All pairs" if len(pairs) == found.total.documents else f"{len(pairs)} of {found.total.documents:,} pairs"
    shown = _DOUBTFUL_PAIRS.format(table(f"{which}, the most doubtful first", columns, rows))
    return Html("{}\n{}").format(_little(found), shown) if found.total.little_found else shown


def _little(found: Overview) -> Html:
    """Return what to think and do about the pairs of which little was aligned."""
    method = str(found.manifest.get("method", ""))
    limit = LIMITS.get(method)
    least = f" (less than {percent(limit)} of the shorter document)" if limit else ""
    total = found.total
    said = little_in_pairs(total.little_found, total.documents, total.suspect)
    return _LITTLE.format(said[0].upper() + said[1:], least, advice(method))


def _pair(found: Overview, pair: FoundPair, pages: Mapping[Position, str]) -> list[Cell]:
    shares = [
        share(aligned / size if size else None, side)
        for side, aligned, size in zip(("source", "target"), pair.aligned, pair.sentences, strict=True)
    ]
    return [
        Cell(pair_name(pair, found.number(pair.position), pages.get(pair.position))),
        Cell(pair_origin(pair)),
        Cell(percent(pair.doubt.value), pair.doubt.value),
        *shares,
        count(pair.links),
        decimal(pair.mean_score),
        Cell(pair.doubt.reason),
    ]


def _links(words: Html, links: Iterable[FoundLink], found: Overview, pages: Mapping[Position, str]) -> Html:
    links = list(links)
    return words.format(PER_PAIR, link_list(links, found.number, pages)) if links else Html("")


def _settings(manifest: Mapping[str, Any]) -> Html:
    given, output = manifest.get("input", {}), manifest.get("output", {})
    settings, signature = manifest.get("settings", ""), manifest.get("signature", "")
    weights = {"pair": "from each pair", "corpus": "from the whole corpus"}
    facts: list[tuple[str, object]] = [
        ("Method", manifest.get("method", "")),
        ("Settings", settings),
        *([("Signature", signature)] if not signature.endswith(settings) else []),
        ("Word weights", weights.get(str(manifest.get("idf")), manifest.get("idf", ""))),
        *([("Priors", "from the whole corpus")] if manifest.get("pool") else []),
        ("Corpus", manifest.get("corpus", "")),
        ("Input", f"{many(int(given.get('files', 0)), 'file')}, {int(given.get('bytes', 0)):,} bytes"),
        ("Input SHA-256", given.get("sha256", "")),
        ("Output", f"{many(int(output.get('shards', 0)), 'shard')}, {int(output.get('bytes', 0)):,} bytes"),
        ("Output SHA-256", output.get("sha256", "")),
        ("Versions", ", ".join(f"{name} {number}" for name, number in manifest.get("versions", {}).items())),
    ]
    code = Html("<code><bdi>{}</bdi></code>")
    return definitions((name, code.format(shortened(str(value), _LONGEST))) for name, value in facts)


def _number_left_out(found: Overview) -> int:
    """Return how much was left out; of runs of older versions, only what could not be read or aligned."""
    if "accounting" in found.manifest:
        return sum(counts_left_out(found.manifest).values())
    return int(found.manifest.get("counts", {}).get("rejected", 0))


def _left_out(found: Overview) -> Html:
    """Return what was read, and what was left out and why."""
    parts = [_accounts(found)] if "accounting" in found.manifest else []
    parts += [_rejected(found)] if found.rejected else []
    return Html("\n").join(parts)


def _accounts(found: Overview) -> Html:
    """Return the table that accounts for everything that was read."""
    rows = [("read", unit, number) for unit, number in counts_read(found.manifest).items()]
    rows += [("aligned", "pairs of documents", found.total.documents)]
    left_out = counts_left_out(found.manifest) or {"nothing": 0}
    rows += [("left out", why, number) for why, number in left_out.items()]
    columns = [Column("outcome", is_number=False), Column("what", is_number=False), Column("number")]
    cells = [[Cell(step), text(shortened(what, NAME)), count(number)] for step, what, number in rows[:ROWS]]
    return table("What was read, and what became of it", columns, cells, is_sortable=False)


def _rejected(found: Overview) -> Html:
    total = int(found.manifest.get("counts", {}).get("rejected", len(found.rejected)))
    columns = [Column(name, is_number=False) for name in ("file", "line", "pair", "reason")]
    rows = []
    for file, number, id, reason, _ in found.rejected:
        names = [text(shortened(file, NAME)), Cell("" if number is None else f"{number:,}", number)]
        rows.append([*names, text(shortened(id or "", NAME)), text(shortened(reason, _LONGEST))])
    which = many(total, "pair") if total == len(rows) else f"The first {len(rows)} of {total:,} pairs"
    return Html("{}\n<p><code>rejected.jsonl</code> in the run folder lists all of them.</p>").format(
        table(f"{which} that could not be read or aligned", columns, rows)
    )
