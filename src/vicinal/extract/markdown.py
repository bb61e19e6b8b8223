"""Markdown to the paragraphs that a reader sees.

markdown-it-py, which rich brings along, finds the structure; its tokens drive `visible_text`, as the tags of a web page
do. Front matter is left out, except for a title that no heading repeats. Code in fences is left out, and so are
footnotes with their marks, pictures and comments.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vicinal.errors import InputError
from vicinal.extract.block import Block
from vicinal.extract.libraries import library
from vicinal.extract.lines import one_line
from vicinal.extract.visible_text import VisibleText
from vicinal.files import decode

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

MOST_BYTES = 20_000_000
_DEEPEST = 200  # elements around a paragraph; a list is two
_BRACKET = re.compile(r"[\[\]]")
_MOST_WORK = 30_000_000  # open brackets times characters: a few seconds at worst
_FRONT_MATTER = re.compile(r"(---|\+\+\+)[ \t]*\n(.*?)\n(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_MOST_FRONT_MATTER = 20_000  # characters
_FIELD = re.compile(r"\s*$|[\w\"'.-]+\s*[:=]|[ \t#\[\]{}-]")  # the beginning of a line of YAML or TOML
_TITLE = re.compile(r"^title\s*[:=](.*)", re.M | re.I)
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,100}\]")
_DEFINITION = re.compile(r"\[[^\]\n]{1,200}\]:")
_TAG = re.compile(r"""<!--.*?(?:-->|\Z)|<(/?)([a-zA-Z][\w:-]*)(?=[\s/>"'])((?:"[^"]*"|'[^']*'|[^<>"'])*)>""", re.S)
_ATTRIBUTE = re.compile(r"""([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_HEADING_ATTRIBUTES = re.compile(r"\s*\{[#.][^{}]*\}$")  # of Pandoc: `# Title {#name .class}`
_CHECKBOX = re.compile(r"\[[ xX]\]\s+|\[![A-Z]+\]\s*")  # a task; a note of GitHub
_VOID = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")


def blocks(data: bytes, name: str, encoding: str | None) -> list[Block]:
    """Return what a reader sees of a Markdown file; `content.content_of` calls this.

    Args:
        data: All bytes of the file.
        name: The name of the file, for errors.
        encoding: The encoding that the user named; None for UTF-8.

    Raises:
        InputError: It is too large, or not in this encoding, or markdown-it-py is missing.
    """
    if len(data) > MOST_BYTES:
        raise InputError(
            f"{name}: is a Markdown file of {len(data) // 10**6} MB; "
            f"at most {MOST_BYTES // 10**6} MB are read; split it"
        )
    text, title = _without_front_matter("\n".join(decode(data, name, encoding).splitlines()))
    target = VisibleText(page=False)
    parser = _parser(name)
    parser.core.ruler.before("inline", "bounded", lambda state: _check_brackets(state.tokens, name))
    for token in parser.parse(text):
        if token.level >= _DEEPEST - 1:  # the parser goes no deeper, and says nothing
            raise InputError(f"{name}: is not read: its lists or quotes are nested more than {_DEEPEST // 2} deep")
        _take(token, target)
    found = target.close().blocks()
    found = [Block(_HEADING_ATTRIBUTES.sub("", text) or text if heading else text, heading) for text, heading in found]
    if title and not any(block.heading and block.text.casefold() == title.casefold() for block in found):
        found.insert(0, Block(title, True))
    return found


def _without_front_matter(text: str) -> tuple[str, str]:
    """Return the text after the front matter, and the title in the front matter, else an empty string."""
    found = _FRONT_MATTER.match(text, 0, _MOST_FRONT_MATTER)
    if not found or not found[2].strip() or not all(map(_FIELD.match, found[2].splitlines())):
        return text, ""
    title = _TITLE.search(found[2])
    line = title[1].strip() if title else ""
    if line[:1] in ("'", '"'):
        line = line[1:].rpartition(line[0])[0]
    elif line[:1] in (">", "|"):
        line = ""
    return text[found.end() :], one_line(line)


def _parser(name: str) -> MarkdownIt:
    markdown_it = library("markdown_it", "markdown-it-py", ".md", name)
    parser: MarkdownIt = markdown_it.MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    parser.enable(["table", "strikethrough"])
    parser.block.ruler.before("reference", "footnote", _footnote_definition, {"alt": ["paragraph", "reference"]})
    parser.inline.ruler.before("link", "footnote", _footnote_mark)
    return parser


def _check_brackets(tokens: list[Token], name: str) -> None:
    """Refuse what the parser would need too long for: it looks for the end of each open bracket anew."""
    work = 0
    for token in tokens:
        depth = deepest = 0
        for bracket in _BRACKET.findall(token.content if token.type == "inline" else ""):
            depth = depth + 1 if bracket == "[" else max(0, depth - 1)
            deepest = max(deepest, depth)
        work += deepest * len(token.content)
        if work > _MOST_WORK:
            raise InputError(f"{name}: is not read: it has thousands of '[' that are never closed")


def _footnote_definition(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """Skip the definition of a footnote: its line, and the lines after it up to a blank one or indented under it."""
    begin = state.bMarks[first] + state.tShift[first]
    mark = _FOOTNOTE.match(state.src, begin, state.eMarks[first])
    if not mark or not state.src.startswith(":", mark.end()) or state.is_code_block(first):
        return False
    if silent:
        return True
    line = first + 1
    after_blank = False
    while line < last:
        if state.isEmpty(line):
            after_blank = True
        elif state.sCount[line] - state.blkIndent < 2:
            begin = state.bMarks[line] + state.tShift[line]
            if after_blank or _DEFINITION.match(state.src, begin, state.eMarks[line]):
                break
        line += 1
    state.line = line
    return True


def _footnote_mark(state: StateInline, silent: bool) -> bool:  # noqa: ARG001 - the parser passes it
    mark = _FOOTNOTE.match(state.src, state.pos, state.posMax)
    if mark:
        state.pos = mark.end()
    return bool(mark)


def _take(token: Token, target: VisibleText) -> None:
    """Give a token, and those in it, to the collector."""
    if token.type == "inline":
        checked = _CHECKBOX.match(token.content)
        for number, child in enumerate(token.children or ()):
            if number == 0 and checked and child.type == "text":
                child.content = _CHECKBOX.sub("", child.content, count=1)
            _take(child, target)
    elif token.type in ("text", "code_inline", "text_special"):
        target.data(token.content)
    elif token.type == "softbreak":
        target.data("\n")
    elif token.type == "hardbreak":
        target.start("br", {})
        target.end("br")
    elif token.type == "code_block":
        target.start("pre", {})
        target.data(token.content)
        target.end("pre")
    elif token.type in ("html_block", "html_inline"):
        _take_html(token.content, target)
    elif token.nesting > 0:
        target.start(token.tag, {})
    elif token.nesting < 0:
        target.end(token.tag)


def _take_html(source: str, target: VisibleText) -> None:
    """Give raw HTML to the collector; lxml is not needed for this, so Markdown can be read without it."""
    from html import unescape

    position = 0
    for tag in _TAG.finditer(source):
        target.data(unescape(source[position : tag.start()]))
        position = tag.end()
        if not tag[2]:
            continue
        element = tag[2].lower()
        if tag[1]:
            target.end(element)
            continue
        attributes = {key.lower(): one or two or three for key, one, two, three in _ATTRIBUTE.findall(tag[3] or "")}
        target.start(element, attributes)
        if element in _VOID or (tag[3] or "").endswith("/"):
            target.end(element)
    target.data(unescape(source[position:]))
