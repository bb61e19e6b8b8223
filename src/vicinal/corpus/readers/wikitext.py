"""Parse wikitext into paragraphs of prose, in linear time for any input.

`paragraphs` is one pass over the text with a stack, like MediaWiki's own preprocessor: it finds where comments, tags,
templates, links and tables open and close. What never closes is text, so that a missing bracket costs a word and not
the article. There is no backtracking: a page of nothing but `{{` or `<b>` takes no longer than any other of its size.

Why not mwparserfromhell: it backtracks when a construct has no end. 50,000 characters of `<b>` take it 8 seconds, four
times as many 16 times as long, and an old revision of a real page took it 30 GB of memory (its issue 286). A time limit
would make the output depend on the machine, and a fallback parser for such pages would be this one.

Caller: `wikipedia_pairs`. `wikitext_lines` does the second half.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from vicinal.corpus.readers.wikinames import HIDDEN_NAMESPACES, names_in, plain
from vicinal.corpus.readers.wikitext_lines import APART, BREAK, blocks
from vicinal.corpus.readers.wikitext_templates import NOT_ALONE, shown, shows_text

_TOKEN = re.compile(
    r"<!--|<(?P<end>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9]*)(?P<rest>(?:[\s/][^<>]*)?)>"
    r"|\{\{\{(?!\{)|\{\{|\{\||\}\}|\|\}|\||\[\[|\]\]|\n[ \t]*\n"
)
_DEPTH = 100  # nested constructs; MediaWiki gives up at 40
_MARGIN = 20  # characters searched for the start of a line

# Tags whose content is not prose: it is skipped up to the closing tag.
_SKIPPED = names_in(
    "ref, references, math, chem, ce, gallery, timeline, score, syntaxhighlight, source, imagemap, hiero, graph, "
    "mapframe, maplink, templatedata, templatestyles, inputbox, categorytree, indicator, pre, style, script, "
    "includeonly, rt, rp"
)
# Tags around text. What is in none of these sets is text, not a tag, for MediaWiki too.
_INLINE = names_in(
    "b, i, u, s, small, big, sub, sup, span, font, em, strong, cite, abbr, q, code, tt, kbd, samp, var, del, ins, "
    "strike, dfn, bdi, bdo, ruby, rb, wbr, time, data, mark, noinclude, onlyinclude, section, tr, td, th, caption"
)
_BLOCKS = names_in("p, div, center, blockquote, poem, ul, ol, dl, hr, h1, h2, h3, h4, h5, h6")
_ITEMS = names_in("li, dt, dd")

# Markup in nowiki is replaced by entities, which are decoded last.
_LITERAL = {ord(mark): f"&#{ord(mark)};" for mark in "'=|[]{}_<>"}
_LIST_MARKS = "*#:;"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85]")
_INTERLANGUAGE = re.compile(r"(?:[a-z]{2,3}|simple)(?:-[a-z]+)*:(?=\S)")
_ALONE = re.compile(r"[ \t]*(?:\n|\[\[|$)")
_PIPE_TRICK = re.compile(r"^(?:[^:]{1,30}:)?(.+?)(?: ?\([^()]*\)|, [^,]*)?$")
_LONGEST_TITLE = 300  # MediaWiki allows 255 bytes


class _Frame(NamedTuple):
    """An open construct: its kind, where its content starts in the output, and its bars."""

    kind: str  # "{{", "{{{", "[[" or "{|"
    start: int
    bars: list[int]


def paragraphs(wikitext: str, hidden: Collection[str] = ()) -> list[str]:
    r"""Return the paragraphs of an article.

    Templates are left out (except for those known to show text, such as `lang` and `convert`), and so are tables,
    references, images with captions, categories, formulas, galleries, headings, and sections without prose, such as
    "References", or "Literature" if it is a list. List items are lines of the paragraph before them; a paragraph has no
    other line ends.

    Args:
        wikitext: The text of a page.
        hidden: Additional names of the wiki's file and category namespaces.

    >>> paragraphs("'''Oslo''' ({{x}}) is a [[city|town]].<ref>A map</ref>\n\n== See also ==\n* [[Bergen]]")
    ['Oslo is a town.']
    """
    text = _CONTROL.sub(" ", wikitext.replace("\r\n", "\n").replace("\u2028", "\n").replace("\u2029", "\n\n"))
    return blocks(_Scanner(text, HIDDEN_NAMESPACES | {plain(name) for name in hidden}).text())


class _Scanner:
    """One pass over a wikitext."""

    def __init__(self, text: str, hidden: Collection[str]) -> None:
        self._in = text
        self._at = 0
        self._hidden = hidden
        self._out: list[str] = []
        self._frames: list[_Frame] = []
        self._open = dict.fromkeys(("{{", "{{{", "[[", "{|"), 0)
        self._unclosed: set[str] = set()  # tags without a closing tag in the rest of the text

    def text(self) -> str:
        """Return the text without markup, except for headings, list items, bold and italics."""
        text, out = self._in, self._out
        while found := _TOKEN.search(text, self._at):
            if found.start() > self._at:
                out.append(text[self._at : found.start()])
            self._at = found.end()
            mark = found[0]
            if mark == "|":
                self._bar()
            elif mark in ("{{", "{{{", "[["):
                self._begin(mark)
            elif mark == "}}":
                self._end_template()
            elif mark == "]]":
                self._end_link()
            elif mark == "<!--":
                self._comment(found.start())
            elif mark[0] == "<":
                self._tag(found)
            elif mark[0] == "\n":
                self._blank_line(mark)
            else:
                self._table(mark, found.start())
        out.append(text[self._at :])
        while self._frames:
            self._give_up()
        return "".join(out)

    def _begin(self, kind: str) -> None:
        if len(self._frames) < _DEPTH:
            self._frames.append(_Frame(kind, len(self._out), []))
            self._open[kind] += 1

    def _close(self, *kinds: str) -> _Frame | None:
        """Pop the innermost frame of some kinds, and give up those open inside it; None if there is none."""
        if not any(self._open[kind] for kind in kinds):
            return None
        while self._frames[-1].kind not in kinds:
            self._give_up()
        frame = self._frames.pop()
        self._open[frame.kind] -= 1
        return frame

    def _give_up(self) -> None:
        """Treat the content of the innermost frame as text, as far as possible."""
        frame, out = self._frames.pop(), self._out
        self._open[frame.kind] -= 1
        if frame.kind == "{|" and len(out) > frame.start:  # drop the attributes of a table; its rows start with bars
            _, end, rest = out[frame.start].partition("\n")
            out[frame.start] = end + rest
        elif frame.kind == "[[" and frame.bars:
            hidden = self._is_hidden(self._name(frame))
            del out[frame.start : len(out) if hidden else frame.bars[0] + 1]
        elif frame.kind == "{{" and frame.bars and "\n" not in self._name(frame).strip():
            del out[frame.start : frame.bars[0]]  # keep the bars: `wikitext_lines` skips such lines

    def _bar(self) -> None:
        if self._frames:
            frame = self._frames[-1]
            if frame.kind != "{|":
                frame.bars.append(len(self._out))
        self._out.append("|")

    def _blank_line(self, mark: str) -> None:
        while self._frames and self._frames[-1].kind == "[[":
            self._give_up()
        # Rescan the second line end: another blank line may start with it.
        self._at -= 1
        self._out.append(mark[:-1])

    def _comment(self, start: int) -> None:
        """Skip a comment, and its line if nothing else is on it."""
        end = self._in.find("-->", self._at)
        self._at = len(self._in) if end < 0 else end + 3
        before = self._in[max(0, start - _MARGIN) : start].rpartition("\n")
        after = self._in[self._at : self._at + _MARGIN].partition("\n")
        if before[1] and after[1] and not before[2].strip() and not after[0].strip():
            self._at += len(after[0]) + 1

    def _tag(self, found: re.Match[str]) -> None:
        name, closes = found["tag"].lower(), bool(found["end"])
        if name in _SKIPPED or name == "nowiki":
            if not closes and not found["rest"].endswith("/"):
                content = self._until(name)
                if name == "nowiki":
                    first = f"&#{ord(content[0])};" if content and content[0] in _LIST_MARKS else content[:1]
                    self._out.append((first + content[1:]).translate(_LITERAL))
        elif name == "br":
            self._out.append(BREAK)
        elif name in _BLOCKS:
            self._out.append("\n\n")
        elif name in _ITEMS:
            self._out.append("" if closes else "\n* ")
        elif name == "table":
            if not closes:
                self._begin("{|")
            elif frame := self._close("{|"):
                del self._out[frame.start :]
        elif name not in _INLINE:
            self._out.append(found[0])
        if self._out and self._out[-1].endswith("'") and self._in.startswith("'", self._at):
            self._out.append(APART)

    def _until(self, name: str) -> str:
        """Skip past the closing tag and return the content; if there is none, stay, so that the content is text."""
        if name not in self._unclosed:
            end = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(self._in, self._at)
            if end:
                content = self._in[self._at : end.start()]
                self._at = end.end()
                return content
            self._unclosed.add(name)
        return ""

    def _table(self, mark: str, start: int) -> None:
        line = self._in[max(0, start - _MARGIN) : start].rpartition("\n")
        at_margin = not line[2].strip(" \t:*#") and (bool(line[1]) or start < _MARGIN)
        if mark == "{|":
            if at_margin:
                self._begin("{|")
            else:
                self._at = start + 1  # `{` is text, `|` a bar
                self._out.append("{")
            return
        in_template = bool(self._frames) and self._frames[-1].kind != "{|" and self._in.startswith("}", self._at)
        frame = self._close("{|") if at_margin and not in_template else None
        if frame:
            del self._out[frame.start :]
            self._out.append("\n\n")
        else:
            self._at = start + 1
            self._bar()

    def _end_template(self) -> None:
        frame = self._close("{{", "{{{")
        if not frame:
            return
        name = text = ""
        if frame.kind == "{{{":
            self._at += self._in.startswith("}", self._at)
        elif shows_text(name := plain(self._name(frame)).removeprefix("template:")):
            text = shown(name, self._parts(frame)[1:])
        del self._out[frame.start :]
        if not (name in NOT_ALONE and self._is_alone()):
            self._out.append(text)

    def _name(self, frame: _Frame) -> str:
        """Return the text before the first bar."""
        return "".join(self._out[frame.start : frame.bars[0] if frame.bars else None])

    def _parts(self, frame: _Frame) -> list[str]:
        """Return the parts between bars: a name, then arguments."""
        ends = [*frame.bars, len(self._out)]
        starts = [frame.start, *(bar + 1 for bar in frame.bars)]
        return ["".join(self._out[start:end]) for start, end in zip(starts, ends, strict=True)]

    def _end_link(self) -> None:
        frame = self._close("[[")
        if not frame:
            return
        target, *labels = self._parts(frame)
        del self._out[frame.start :]
        if "\n" in target or len(target) > _LONGEST_TITLE:  # not a link for MediaWiki
            self._out.append("|".join([target, *labels]))
        elif not self._is_hidden(target) and not self._is_interlanguage(target, labels):
            label = "|".join(labels)
            if self._in.startswith("|]]", self._at - 3):
                trick = _PIPE_TRICK.match(target)
                label = trick[1] if trick else target
            self._out.append(label if labels else target.removeprefix(":").strip())

    def _is_hidden(self, target: str) -> bool:
        namespace, colon, _ = target.partition(":")
        return bool(colon) and plain(namespace) in self._hidden

    def _is_interlanguage(self, target: str, labels: Sequence[str]) -> bool:
        """Tell whether a link is an interlanguage link, which is alone on its line and has no label."""
        return not labels and _INTERLANGUAGE.match(target) is not None and self._is_alone()

    def _is_alone(self) -> bool:
        """Tell whether a link or template that was just taken from the output had a line of its own."""
        if not _ALONE.match(self._in, self._at):
            return False
        before = self._out[-1].rstrip(" \t") if self._out else ""
        return not before or before.endswith("\n")
