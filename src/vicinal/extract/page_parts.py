"""Which elements of a page are no part of its text: navigation, page headers and footers, banners, notes, hidden ones.

`part_of` looks at one element: its tag, role, class and id. What it says is a first guess; when the part has been read,
`left_out` checks it against what the part holds.

Caller: `visible_text`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

# Kinds of parts, from sure to less sure. How each is checked against its content: `left_out`.
HIDDEN = "hidden"  # not on the screen
FURNITURE = "furniture"  # navigation, banners, share bars
NOTES = "notes"  # footnotes, lists of references
HEADER = "header"  # the top of the page
MARGIN = "margin"  # footers, forms and side columns: left out unless most of the text is in there
BOX = "box"  # comments, sign-up boxes: left out unless nearly all of the text is in there
LINKS = "links"  # what is named like a menu: left out if it mostly holds links
LIST = "list"  # a list: left out if it is plainly a menu

_ROLES = {
    "alertdialog": FURNITURE,
    "banner": HEADER,
    "complementary": MARGIN,
    "contentinfo": MARGIN,
    "dialog": FURNITURE,
    "doc-backlink": NOTES,
    "doc-endnotes": NOTES,
    "doc-footnote": NOTES,
    "doc-noteref": NOTES,
    "doc-pagebreak": NOTES,
    "doc-toc": FURNITURE,
    "menu": FURNITURE,
    "menubar": FURNITURE,
    "navigation": FURNITURE,
    "search": FURNITURE,
    "toolbar": FURNITURE,
    "tooltip": HIDDEN,
    "button": FURNITURE,
}
# The same for `epub:type`, the roles of e-books.
_BOOK_TYPES = {
    "annoref": NOTES,
    "cover": FURNITURE,
    "endnote": NOTES,
    "endnotes": NOTES,
    "footnote": NOTES,
    "footnotes": NOTES,
    "landmarks": FURNITURE,
    "noteref": NOTES,
    "page-list": FURNITURE,
    "pagebreak": NOTES,
    "rearnote": NOTES,
    "rearnotes": NOTES,
    "toc": FURNITURE,
}
_TAGS = {"nav": FURNITURE, "dialog": FURNITURE, "search": FURNITURE, "form": MARGIN, "footer": MARGIN}
_UNSEEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.I)

# Names of classes and ids. A name is matched as a whole, from its first letter to its last.
_NAMES = {
    HIDDEN: r"""
        sr-only | visually-?hidden | screen-?reader(?:-?text|-?only)? | element-invisible | assistive-text
        | aural
        """,
    NOTES: r"""
        footnotes? | fussnoten? | fn-list | endnotes? | footnote-ref | footnote-back(?:ref)? | noteref | reflist
        | references | mw-references-wrap | mw-cite-backlink
        """,
    FURNITURE: r"""
        mw-editsection(?:-like)? | mw-jump-link | navbox(?:-\w+)? | catlinks | printfooter | noprint | no-print | toc
        | mw-portlet | mw-indicators | site-?sub | content-?sub
        | (?:\w+-)?breadcrumbs?(?:-\w+)* | brotkrumen?[\w-]* | brotkruemel | kruemelnavigation
        | fil-?d-?ariane | migas(?:-de-pan)? | rastro-?de-?migas | briciole(?:-di-pane)? | broodkruimels?
        | skip-?(?:links?|nav|to-[\w-]+) | nav-?skip | skip | sprungmarken? | sprunglinks?
        | [\w-]*cookie[\w-]*(?:banner|bar|box|consent|dialog|hinweis|info|law|layer|message|modal|notice|overlay|popup)
        | (?:banner|bandeau|aviso|hinweis|notice|popup|bar)-?(?:de-)?cookies? | cookiebot\w* | cybotcookiebot\w*
        | (?:cookie-?|gdpr-?|dsgvo-?|rgpd-?)?consent(?:-?(?:banner|manager|layer|dialog|overlay|popup|modal))
        | gdpr(?:-\w+)? | dsgvo(?:-\w+)? | rgpd(?:-\w+)? | onetrust[\w-]* | usercentrics[\w-]* | borlabs[\w-]*
        | didomi[\w-]* | cmp-?(?:banner|container|wrapper)
        | (?:social|page|article|post)?-?(?:share|sharing)-?(?:bar|box|buttons?|icons?|links?|list|tools?|widget)?
        | social-?(?:bar|buttons?|icons?|links?|media(?:-\w+)?) | shariff | sharedaddy | addtoany\w* | addthis\w*
        | a2a-\w+
        | teilen(?:-?(?:leiste|buttons?))? | partager | partage | compartir | condividi | delen
        | related-?(?:articles?|content|links?|news|pages?|posts?|stories|topics?) | mehr-zum-thema
        | (?:weitere|aehnliche)-artikel | articles-(?:lies|similaires) | (?:articulos|noticias)-relacionad[ao]s
        | (?:jp-?)?relatedposts | comments-?area | comment-?list | disqus-thread
        | ads? | advert(?:isement)? | adsbygoogle | ad-(?:container|slot|wrapper) | anzeige | werbung | publicite
        """,
    HEADER: r"(?:site|page)-?header | header | masthead | kopfzeile | seitenkopf",
    MARGIN: r"""
        (?:site|page)-?footer | footer | fusszeile | seitenfuss | pied-de-page | sidebar | widget-area | seitenleiste
        """,
    BOX: r"""
        comments(?:-?(?:box|container|list|section|wrapper))? | comment-?(?:area|section) | kommentare
        | commentaires | comentarios | commenti | reacties
        | newsletter(?:-?(?:anmeldung|banner|block|box|container|form|sign-?up|subscribe|subscription|teaser|widget))?
        """,
    LINKS: r"""
        [\w-]*nav(?:bar|igation|i)?(?:-[\w-]+)? | [\w-]*menu(?:e|-?\w+)? | menü
        | pager | pagination | paging | related | recommended | recommendations | teaser-?list | tags? | tag-?list
        | inhaltsverzeichnis | sommaire | table-of-contents | quick-?links | linkliste | link-?list | post-meta
        """,
}
_NAME = re.compile("|".join(f"(?P<{kind}>{names})" for kind, names in _NAMES.items()), re.I | re.X)
_WORD_END = re.compile(r"(?<=[a-z])(?=[A-Z])|[_-]+")  # `navSkip` and `nav__skip` are `nav-skip`
_LONGEST_NAME = 60  # of a class or an id; longer ones are looked at no further
_MOST_NAMES = 30  # of one element
# A paragraph before links to share the page, and one of those links.
_SHARE = re.compile(
    r"(?:please )?share(?: this)?(?: (?:page|article|post|story|on|via|with friends))*"
    r"|(?:(?:diesen )?(?:artikel|beitrag)|(?:diese )?seite|jetzt)? ?teilen(?: (?:auf|über|via|mit))?"
    r"|partage[rz](?: (?:cet article|cette page|sur|via))*"
    r"|compart[ei]r?(?: (?:en|esta página|este artículo))*|compartilh(?:ar|e)(?: (?:em|no))*|partilhar"
    r"|condividi(?: (?:su|via))*|de(?:len|el)(?: (?:dit artikel|deze pagina|op|via))*"
    r"|dela(?: på)?|del(?: (?:på|artikkelen|artiklen))*|udostępnij"
    r"|sdílet|jaa|поделиться|поширити|分享|シェア|공유",
    re.I,
)
_SHARED_ON = re.compile(
    r"facebook|twitter|x|whats ?app|linkedin|xing|mastodon|bluesky|threads|telegram|signal|pinterest|reddit|instagram"
    r"|e-?mail|mail|vk|line|weibo|微信|微博",
    re.I,
)
# What stands over links to other pages.
RELATED = re.compile(
    r"related(?: (?:articles?|content|coverage|links?|news|pages?|posts?|reading|stories|topics?))?"
    r"|more (?:on this(?: (?:story|topic))?|stories|articles)|you (?:may|might) also (?:like|be interested in)"
    r"|read (?:also|next)|recommended(?: for you)?"
    r"|(?:mehr )?zum thema|mehr dazu|(?:weitere|ähnliche|verwandte) (?:artikel|beiträge|meldungen"
    r"|nachrichten|themen)|das könnte sie auch interessieren|lesen sie auch|auch interessant"
    r"|articles (?:liés|similaires|connexes)|sur le même (?:sujet|thème)|(?:à )?lire aussi|à voir aussi"
    r"|(?:art[íi]culos|noticias|artigos|notícias) relacionad[ao]s|te puede interesar|más sobre (?:este|el) tema"
    r"|lee también|leia também|veja também|articoli correlati|leggi anche|potrebbe interessarti(?: anche)?"
    r"|gerelateerde artikelen|lees ook|meer over dit onderwerp|relaterade artiklar|läs också|læs også|les også|lue myös"
    r"|powiązane artykuły|(?:czytaj|zobacz) (?:także|też)|související články|читайте также|по теме"
    r"|関連記事|相关(?:文章|阅读|新闻)|相關文章|관련 ?기사",
    re.I,
)
# An id of these is often made from the words of a title.
_NAMED_BY_TITLE = ("section", "h1", "h2", "h3", "h4", "h5", "h6", "li", "p", "a", "span")


class Part:
    """A part of the page that may be left out: what it is, and what it holds."""

    __slots__ = ("depth", "has_main", "has_title", "items", "kind", "left_out", "linked", "name", "parent", "size")

    def __init__(self, kind: str, parent: Part | None, name: str) -> None:
        self.kind = kind
        self.name = name
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent else 1
        self.size = self.linked = self.items = 0  # characters without headings; those in links; list items
        self.has_main = self.has_title = self.left_out = False


def part_of(tag: str, attributes: Mapping[str, str], *, inside: bool, page: bool) -> str | None:
    """Return what kind of part of the page an element is, or None if it is ordinary text.

    `visible_text.VisibleText` calls it for each element that might be one.

    Args:
        tag: The tag, in lower case.
        attributes: Its attributes.
        inside: Whether it is in the main part or an article of the page, where a header belongs to the text.
        page: Whether this is a web page. E-books and Markdown have no page header, margin, menu or banner.
    """
    if _is_hidden(attributes):
        return HIDDEN
    book_type = attributes.get("epub:type")
    if book_type:
        for word in book_type.lower().split():
            if word in _BOOK_TYPES:
                return _BOOK_TYPES[word]
    found = _ROLES.get(attributes.get("role", "").lower()) or _TAGS.get(tag)
    if not found and tag not in ("main", "article"):
        found = _by_tag_or_name(tag, attributes)
        if found != HIDDEN and tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            return None
    if not page and found not in (HIDDEN, NOTES) and tag != "nav":
        return None
    if inside and found == HEADER:
        return None
    if inside and found == MARGIN and tag not in ("footer", "form"):
        return LINKS
    return found


def stands_in(part: Part | None, *kinds: str) -> bool:
    """Tell whether a part is of one of some kinds, or in a part that is."""
    while part:
        if part.kind in kinds:
            return True
        part = part.parent
    return False


def left_out(part: Part, total: int, is_title: bool) -> bool:
    """Tell whether a part is left out, now that it is known what it holds.

    Args:
        part: The part.
        total: The number of characters of the page.
        is_title: Whether it holds the title of the page, which is nowhere else.
    """
    if part.has_main or (is_title and part.kind in (HIDDEN, HEADER, MARGIN)):
        return False
    if part.kind in (HEADER, MARGIN):
        return 2 * part.size <= total
    if part.kind == BOX:
        return 4 * part.size <= 3 * total
    if part.kind == LINKS:
        return 2 * part.linked > part.size
    if part.kind == LIST:
        return part.items >= 3 and part.linked >= 0.9 * part.size and part.size <= 40 * part.items
    return True


def is_share_bar(parts: Sequence[tuple[str, int]]) -> bool:
    """Tell whether a paragraph is "Share this:" and links for it; each part is a text and, if it is a link, not 0."""
    if not any(link and _SHARED_ON.fullmatch(text.strip()) for text, link in parts):
        return False
    rest = "".join(" " if link else text for text, link in parts)
    return bool(_SHARE.fullmatch(" ".join(re.sub(r"[\W_]+", " ", rest).split())))


def _is_hidden(attributes: Mapping[str, str]) -> bool:
    if "hidden" in attributes and attributes["hidden"].lower() != "false":
        return True
    style = attributes.get("style")
    return bool(style and _UNSEEN.search(style[:2000]))


def _by_tag_or_name(tag: str, attributes: Mapping[str, str]) -> str | None:
    names = attributes.get("class", "")[:2000].split()[:_MOST_NAMES]
    id = attributes.get("id", "")
    if tag not in _NAMED_BY_TITLE or (tag == "section" and id.lower() == "comments"):
        names.append(id)
    if tag == "div" and attributes.get("title") in ("header", "footer"):  # as LibreOffice writes them
        names.append(attributes["title"])
    kinds = [kind for name in names if (kind := _kind_of_name(name))]
    for kind in _NAMES:
        if kind in kinds:
            return kind
    if tag == "header":
        return HEADER
    return MARGIN if tag == "aside" else None


@lru_cache(maxsize=4096)
def _kind_of_name(name: str) -> str | None:
    found = _NAME.fullmatch(_WORD_END.sub("-", name)) if 0 < len(name) <= _LONGEST_NAME else None
    return found.lastgroup if found else None
