"""A list of links with their texts: the source on the left, the target on the right, curves between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from vicinal.report.highlights import FoundLink, FoundPair, Position
from vicinal.view.excerpt import Excerpt, language_code, marked
from vicinal.view.markup import Html

_PLAIN = ("source", "target")
_BASE = 30  # height of a sentence without text, in characters of text
_ITEM = Html("""\
<li data-kind="{kind}">
<p class="of">{name} <span class="quiet">{origin}</span>{right}</p>
<div class="link">{source}
<div class="between">{curves}\
<p class="pill"><span class="unseen">Link of kind </span>{kind} <b>{score:.2f}</b></p></div>
{target}</div>
</li>""")
_RIGHT = Html(' <span class="quiet">right with probability <span class="probability">{:.2f}</span></span>')
_SENTENCE = Html(
    '<p class="sentence{extra}"><span class="index"><span class="unseen">{side} {what} </span>{index}</span>'
    '<span class="words" dir="auto"{lang}>{words}</span></p>'
)
_WORDS = {False: {"what": "sentence", "extra": ""}, True: {"what": "heading", "extra": " heading"}}
_CURVES = Html('<svg class="curves" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{}</svg>')


def link_list(links: Iterable[FoundLink], number: Callable[[Position], int], pages: Mapping[Position, str]) -> Html:
    """Return links as a list.

    Args:
        links: The links, in order.
        number: Returns the number of a pair in the corpus, which is shown if the pair has no name.
        pages: The addresses of the pages of single pairs, where there are any.
    """
    items = Html("\n").join(_item(link, number(link.pair.position), pages.get(link.pair.position)) for link in links)
    return Html('<ol class="links">\n{}\n</ol>').format(items)


def pair_name(pair: FoundPair, number: int, page: str | None, fragment: str = "") -> Html:
    """Return the name of a pair, linked to its page if it has one."""
    name = Html("<bdi>{}</bdi>").format(pair.id or f"pair {number:,}")
    return name if page is None else Html('<a href="{}">{}</a>').format(page + fragment, name)


def pair_origin(pair: FoundPair) -> Html:
    """Return where a pair comes from: its levels, unless they are just source and target, and its origin."""
    levels = "" if pair.levels == _PLAIN else Html("<bdi>{}</bdi> → <bdi>{}</bdi>").format(*pair.levels)
    origin = Html("<bdi>{}</bdi>").format(pair.origin) if pair.origin else ""
    return Html(" · ").join(filter(None, (levels, origin)))


def _item(link: FoundLink, number: int, page: str | None) -> Html:
    source, target = marked(link.source, link.target)
    return _ITEM.format(
        kind=link.kind,
        score=link.score,
        name=pair_name(link.pair, number, page, f"#link-{link.number + 1}"),
        origin=pair_origin(link.pair),
        right="" if link.probability is None else _RIGHT.format(link.probability),
        source=_side("source", link.source, source),
        curves=_curves(link),
        target=_side("target", link.target, target),
    )


def _side(name: str, side: Excerpt, texts: Sequence[Html]) -> Html:
    language = language_code(side.language)
    lang = Html(' lang="{}"').format(language) if language else ""
    sentences = Html("").join(
        _SENTENCE.format(side=name, **_WORDS[index in side.headings], index=index + 1, lang=lang, words=words)
        for (index, _), words in zip(side.sentences, texts, strict=True)
    )
    more = Html('<p class="quiet more">and {:,} more</p>').format(side.more) if side.more else ""
    return Html('<div class="side {}">{}{}</div>').format(name, sentences, more)


def _curves(link: FoundLink) -> Html:
    """Return curves from every source to every target sentence; their ends are estimated from the text lengths."""
    path = Html('<path d="M0 {0:.1f}C50 {0:.1f} 50 {1:.1f} 100 {1:.1f}"/>')
    paths = (path.format(start, end) for start in _middles(link.source) for end in _middles(link.target))
    return _CURVES.format(Html("").join(paths))


def _middles(side: Excerpt) -> list[float]:
    heights = [len(text) + _BASE for _, text in side.sentences]
    return [100 * (sum(heights[:n]) + height / 2) / sum(heights) for n, height in enumerate(heights)]
