"""A corpus run as a page: totals, histograms, tables of groups, what to look at first, and how it was made.

The page is one file that needs no network and no script; the script that it has sorts tables. All text from the corpus
is shortened and escaped. The same run gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vicinal.alignment import KINDS
from vicinal.corpus.stats import Side, Statistics, Stats
from vicinal.report.highlights import NAME, PER_PAIR, FoundPair, Place
from vicinal.report.histogram import STYLE, aligned_plot, kind_plot, length_plot, percent, ratio_plot, score_plot
from vicinal.report.link_list import link_list, pair_name, place_line
from vicinal.report.overview import MOST_GROUPS, Overview
from vicinal.view.escape import line
from vicinal.view.excerpt import shortened
from vicinal.view.frame import definitions, framed, many
from vicinal.view.html_table import Cell, Column, count, decimal, share, table, text

ROWS = 100  # of a table of groups
_LONGEST = 2000  # characters of a setting or a reason

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


def report(found: Overview, pages: Mapping[Place, str] | None = None) -> str:
    """Return the page.

    Args:
        found: What is to be shown, from `vicinal.report.overview.overview`.
        pages: The addresses of the pages of single pairs, as far as there are any.
    """
    pages = pages or {}
    sections = [
        ("Totals", _totals(found)),
        ("Distributions", _pictures(found)),
        ("Groups", _groups(found)),
        ("Doubtful pairs", _doubtful_pairs(found, pages)),
        ("Doubtful links", _doubtful_links(found, pages)),
        ("Best links", _best_links(found, pages)),
        ("How it was made", _making(found.manifest)),
        ("Not aligned", _rejected(found)),
    ]
    return framed(found.name, "Corpus report", _summary(found), sections)


def _summary(found: Overview) -> str:
    total = found.total
    method = line(shortened(str(found.manifest.get("method", "")), NAME))
    return f"{many(total.documents, 'pair')} of documents, {many(total.links, 'link')}, aligned with {method}"


def _totals(found: Overview) -> str:
    total = found.total
    rejected = int(found.manifest.get("counts", {}).get("rejected", 0))
    missing = [f"{total.without_links:,} without a link"] if total.without_links else []
    missing += [f'<a href="#not-aligned">{rejected:,} more not aligned</a>'] if rejected else []
    mean = "-" if total.mean_score is None else f"{total.mean_score:.2f}"
    crossing = f"{percent(total.share_of_links(total.crossing))} cross others" if total.crossing else "none cross"
    each = line(f"{total.links / total.documents:.1f} a pair, {crossing}") if total.links else ""
    tiles = [
        ("Pairs", f"{total.documents:,}", "; ".join(missing) or "all with links"),
        ("Links", f"{total.links:,}", each),
        ("Source aligned", percent(total.source.share_aligned), _of_sentences(total.source)),
        ("Target aligned", percent(total.target.share_aligned), _of_sentences(total.target)),
        ("Mean score", mean, "of all links"),
        ("Copies", percent(total.share_of_links(total.identical)), "of the links: same text on both sides"),
    ]
    shown = "".join(
        f'<div class="tile"><dt>{name}</dt><dd><b>{line(number)}</b> <span class="quiet">{words}</span></dd></div>'
        for name, number, words in tiles
    )
    columns = [Column("side", is_number=False), *map(Column, ("paragraphs", "sentences", "aligned", "share"))]
    columns += [Column("words"), Column("words a sentence")]
    sides = [_side(name, side) for name, side in (("source", total.source), ("target", total.target))]
    return f'<dl class="tiles">{shown}</dl>\n' + table("The two sides", columns, sides, is_sortable=False)


def _of_sentences(side: Side) -> str:
    return f"{side.aligned:,} of {many(side.sentences, 'sentence')}"


def _side(name: str, side: Side) -> list[Cell]:
    counts = [count(number) for number in (side.paragraphs, side.sentences, side.aligned)]
    return [
        Cell(name),
        *counts,
        share(side.share_aligned, name),
        count(side.words),
        decimal(side.words_per_sentence, 1),
    ]


def _pictures(found: Overview) -> str:
    """Return the histograms; their style stands in that of the page, whose policy lets no other in."""
    total = found.total
    pictures = [score_plot(total), kind_plot(total), length_plot(total), ratio_plot(total)]
    grouped = [groups for groups in found.groups.values() if groups is not None and len(groups.groups) > 1]
    pictures += [aligned_plot(groups) for groups in grouped[:1]]
    figures = "\n".join(f"<figure>{picture}</figure>" for picture in pictures)
    return f'<div class="pictures">\n{figures}\n</div>'.replace(f"<style>{STYLE}</style>\n", "")


def _groups(found: Overview) -> str:
    parts = []
    for by, statistics in found.groups.items():
        if statistics is None:
            parts.append(f"<p>There are more than {MOST_GROUPS:,} {by}s: <code>vicinal stats --by {by}</code></p>")
        elif len(statistics.groups) > 1:
            parts.append(_group_table(by, statistics))
    return "\n".join(parts)


def _group_table(by: str, statistics: Statistics) -> str:
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
        *(_plain(stats.share_of_links(number)) for number in (*stats.kinds, stats.identical)),
        decimal(stats.mean_score, 3),
    ]


def _plain(part: float | None) -> Cell:
    return Cell(line(percent(part)), -1 if part is None else round(part, 6))


def _doubtful_pairs(found: Overview, pages: Mapping[Place, str]) -> str:
    pairs = list(found.standouts.doubtful_pairs)
    if not pairs:
        return ""
    words = (
        "<p>Look at these first. Doubt is 1 less the mean score of a pair’s links times the share of its target "
        "sentences that are in a link: 0 where every target sentence has a link with score 1, and 1 where there is no "
        "link at all. Only target sentences count, because each sentence of a simpler version should come from "
        "somewhere, while much of an original may have been left out.</p>"
    )
    columns = [Column("pair", is_number=False), Column("from", is_number=False), Column("doubt")]
    columns += [Column("source aligned"), Column("target aligned"), Column("links"), Column("mean score")]
    rows = [_pair(found, pair, pages) for pair in pairs]
    if not any(place_line(pair) for pair in pairs):
        columns, rows = [columns[0], *columns[2:]], [[row[0], *row[2:]] for row in rows]
    caption = "All pairs" if len(pairs) == found.total.documents else f"{len(pairs)} of {found.total.documents:,} pairs"
    return f"{words}\n{table(f'{caption}, the most doubtful first', columns, rows)}"


def _pair(found: Overview, pair: FoundPair, pages: Mapping[Place, str]) -> list[Cell]:
    shares = [
        share(aligned / size if size else None, side)
        for side, aligned, size in zip(("source", "target"), pair.aligned, pair.sentences, strict=True)
    ]
    return [
        Cell(pair_name(pair, found.number(pair.place), pages.get(pair.place))),
        Cell(place_line(pair)),
        decimal(pair.doubt, 3),
        *shares,
        count(pair.links),
        decimal(pair.mean_score),
    ]


def _doubtful_links(found: Overview, pages: Mapping[Place, str]) -> str:
    links = list(found.standouts.doubtful_links)
    if not links:
        return ""
    words = (
        f"<p>The links with the lowest scores, at most {PER_PAIR} of a pair, and the same texts once. A low score does "
        "not mean that a link is wrong, but wrong links are more often found here. Links with the same words on both "
        "sides are left out, here and below: any method finds them. Words that both sides have are marked.</p>\n"
    )
    return words + link_list(links, found.number, pages)


def _best_links(found: Overview, pages: Mapping[Place, str]) -> str:
    links = list(found.standouts.best_links)
    if not links:
        return ""
    words = f"<p>The links with the highest scores, at most {PER_PAIR} of a pair, and the same texts once.</p>\n"
    return words + link_list(links, found.number, pages)


def _making(manifest: Mapping[str, Any]) -> str:
    given, output = manifest.get("input", {}), manifest.get("output", {})
    settings, signature = manifest.get("settings", ""), manifest.get("signature", "")
    weights = {"pair": "of each pair", "corpus": "of the whole corpus"}
    facts: list[tuple[str, object]] = [
        ("Method", manifest.get("method", "")),
        ("Settings", settings),
        *([("In full", signature)] if not signature.endswith(settings) else []),
        ("Word weights", weights.get(str(manifest.get("idf")), manifest.get("idf", ""))),
        ("Corpus", manifest.get("corpus", "")),
        ("Input", f"{many(int(given.get('files', 0)), 'file')}, {int(given.get('bytes', 0)):,} bytes"),
        ("Input SHA-256", given.get("sha256", "")),
        ("Output", f"{many(int(output.get('shards', 0)), 'shard')}, {int(output.get('bytes', 0)):,} bytes"),
        ("Output SHA-256", output.get("sha256", "")),
        ("Versions", ", ".join(f"{name} {number}" for name, number in manifest.get("versions", {}).items())),
    ]
    return definitions(
        (name, f"<code><bdi>{line(shortened(str(value), _LONGEST))}</bdi></code>") for name, value in facts
    )


def _rejected(found: Overview) -> str:
    if not found.rejected:
        return ""
    total = int(found.manifest.get("counts", {}).get("rejected", len(found.rejected)))
    columns = [Column(name, is_number=False) for name in ("file", "line", "pair", "reason")]
    rows = []
    for file, number, id, reason in found.rejected:
        names = [text(shortened(file, NAME)), Cell("" if number is None else f"{number:,}", number)]
        rows.append([*names, text(shortened(id or "", NAME)), text(shortened(reason, _LONGEST))])
    listed = many(total, "pair") if total == len(rows) else f"The first {len(rows)} of {total:,} pairs"
    caption = f"{listed} that could not be read or aligned"
    return table(caption, columns, rows) + "\n<p><code>rejected.jsonl</code> in the run folder has all of them.</p>"
