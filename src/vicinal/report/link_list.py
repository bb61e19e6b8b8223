"""Links with their texts, one below the other: the source on the left, the target on the right, curves between."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from vicinal.report.highlights import FoundLink, FoundPair, Place
from vicinal.view.escape import line
from vicinal.view.excerpt import Excerpt, marked

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_PLAIN = ("source", "target")
_BASE = 30  # characters that a sentence is taller than its text says, when the ends of curves are placed


def link_list(links: Iterable[FoundLink], number: Callable[[Place], int], pages: Mapping[Place, str]) -> str:
    """Return links as a list.

    Args:
        links: What to show, in order.
        number: Which pair of the corpus stands at a place, for pairs without a name.
        pages: The addresses of the pages of single pairs, as far as there are any.
    """
    items = "\n".join(_item(link, number(link.pair.place), pages.get(link.pair.place)) for link in links)
    return f'<ol class="links">\n{items}\n</ol>'


def pair_name(pair: FoundPair, number: int, page: str | None, fragment: str = "") -> str:
    """Return the name of a pair as HTML, with its page behind it if it has one."""
    name = f"<bdi>{line(pair.id or f'pair {number:,}')}</bdi>"
    return name if page is None else f'<a href="{line(page + fragment)}">{name}</a>'


def place_line(pair: FoundPair) -> str:
    """Return where a pair comes from as HTML: its levels, unless they are just source and target, and its source."""
    levels = "" if pair.levels == _PLAIN else " → ".join(f"<bdi>{line(level)}</bdi>" for level in pair.levels)
    return " · ".join(filter(None, (levels, f"<bdi>{line(pair.origin)}</bdi>" if pair.origin else "")))


def _item(link: FoundLink, number: int, page: str | None) -> str:
    name = pair_name(link.pair, number, page, f"#link-{link.number}")
    source, target = marked(link.source, link.target)
    pill = f'<p class="pill"><span class="unseen">Link of kind </span>{link.kind} <b>{link.score:.2f}</b></p>'
    return (
        f'<li data-kind="{link.kind}">\n<p class="of">{name} <span class="quiet">{place_line(link.pair)}</span></p>\n'
        f'<div class="link">{_side("source", link.source, source)}\n'
        f'<div class="between">{_curves(link)}{pill}</div>\n{_side("target", link.target, target)}</div>\n</li>'
    )


def _side(name: str, side: Excerpt, texts: Sequence[str]) -> str:
    lang = f' lang="{side.language}"' if side.language and _LANGUAGE.fullmatch(side.language) else ""
    sentences = "".join(
        f'<p class="sentence"><span class="index"><span class="unseen">{name} sentence </span>{index}</span>'
        f'<span class="words" dir="auto"{lang}>{words}</span></p>'
        for (index, _), words in zip(side.sentences, texts, strict=True)
    )
    more = f'<p class="quiet more">and {side.more:,} more</p>' if side.more else ""
    return f'<div class="side {name}">{sentences}{more}</div>'


def _curves(link: FoundLink) -> str:
    """Return curves from every source to every target sentence; for how tall each is, its length must do."""
    paths = "".join(
        f'<path d="M0 {y:.1f}C50 {y:.1f} 50 {z:.1f} 100 {z:.1f}"/>'
        for y in _middles(link.source)
        for z in _middles(link.target)
    )
    return f'<svg class="curves" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{paths}</svg>'


def _middles(side: Excerpt) -> list[float]:
    heights = [len(text) + _BASE for _, text in side.sentences]
    return [100 * (sum(heights[:n]) + height / 2) / sum(heights) for n, height in enumerate(heights)]
