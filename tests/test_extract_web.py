"""Web pages, Markdown and e-books: what is read from them, in detail, and bad files."""

from __future__ import annotations

import io
import random
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from vicinal import Document, align
from vicinal.errors import InputError
from vicinal.extract.content import content_of, kind_of
from vicinal.extract.html_page import MOST_BYTES
from vicinal.installation import install_command
from vicinal.text.reading import Reading

FOLDER = Path(__file__).resolve().parent / "documents"


def texts(source: str | bytes, name: str = "page.html", encoding: str | None = None) -> list[str]:
    """Return the paragraphs of a file, headings with a `#` before them."""
    content = content_of(source if isinstance(source, bytes) else source.encode(), name, encoding)
    assert not isinstance(content, str)
    return [("# " if block.heading else "") + block.text for block in content]


def refused(source: str | bytes, name: str = "page.html", encoding: str | None = None) -> str:
    """Return the one line with which a file is refused."""
    with pytest.raises(InputError) as caught:
        content_of(source if isinstance(source, bytes) else source.encode(), name, encoding)
    message = str(caught.value)
    assert message.startswith(name)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("<p><b>Bundes</b>tag<i> und</i>\n Rat</p>", ["Bundestag und Rat"]),
        ("one<br>two<br> <br>three", ["one two", "three"]),
        (
            "<p>To bring:<br>– bread<br>- salt<br>• a well-used cup</p>",
            ["To bring:", "– bread", "- salt", "• a well-used cup"],
        ),
        ("<div>a<div>b</div>c</div>", ["a", "b", "c"]),
        ("<ul><li>a<li>b<ul><li>c</ul></ul>", ["a", "b", "c"]),
        ("<table><tr><th>a<td>b<tr><td>c</table>", ["a", "b", "c"]),
        ("<dl><dt>a<dd>b</dl>", ["a", "b"]),
        ("<h1>a</h1>b<h6>c</h6>", ["# a", "b", "# c"]),
        ("a<div role=heading>b</div>c <span role=heading aria-level=1>d</span> e", ["a", "# b", "c", "# d", "e"]),
        ("<p>5&nbsp;&euro; &lt; 6&#8239;€ &unknown; R&D</p>", ["5 € < 6 € &unknown; R&D"]),
        ("<p>図書館は、<br>駅の\n前です。</p>", ["図書館は、駅の前です。"]),
        ("<p>Brief&shy;wahl, Brief·wahl, Dampf<wbr>schiff</p>", ["Briefwahl, Brief·wahl, Dampfschiff"]),
        ("<pre>one\ntwo\n\n  three</pre><pre><code>x = 1</code></pre>", ["one two", "three"]),
        ("<p>a</p><!-- <p>b</p> --><script>'<p>c</p>'</script><style>d{}</style><template>e</template>", ["a"]),
        ("<p>a<img alt=b><svg><text>c</text></svg><button>d</button><select><option>e</select></p>", ["a"]),
        ("<p>漢<ruby>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby></p>", ["漢字"]),
        ("<p>old <del>wrong</del><ins>right</ins> <s>struck</s></p>", ["old right struck"]),
        ("<p>***</p><p>|</p><p>x</p><p>…</p>", ["x", "…"]),
        ("<p>x<math><mi>y</mi><annotation>\\displaystyle y</annotation></math></p>", ["xy"]),
        ("<p>not closed <b>bold<p>next</div> one</p></b>", ["not closed bold", "next one"]),
        ("<P>UPPER</P><TABLE><TR><TD>CASE", ["UPPER", "CASE"]),
        ("plain words\n\nin a page", ["plain words in a page"]),
    ],
)
def test_text_is_read_as_it_is_shown(source: str, wanted: list[str]) -> None:
    assert texts(source) == wanted


@pytest.mark.parametrize(
    "mark",
    [
        '<sup><a href="#fn1">1</a></sup>',
        '<a href="#fn1"><sup>1</sup></a>',
        '<sup>[<a href="#x">12</a>]</sup>',
        '<sup><a href="#a">1</a>, <a href="#b">2</a></sup>',
        '<sup>[3]</sup>',
        '<sup class="reference"><a href="https://wiki.example/Page#cite_note-7">[7]</a></sup>',
        '<a href="#_ftn2">[2]</a>',
        '<a class="footnote-ref" href="#f">*</a>',
        '<a role="doc-noteref" href="x#y">4</a>',
        '<a href="#top">↑</a>',
        '<span aria-hidden="true">×</span>',
        '<span class="sr-only">(opens in a new window)</span>',
        '<span class="mw-editsection">[edit]</span>',
    ],
)  # fmt: skip
def test_marks_of_notes_are_left_out(mark: str) -> None:
    assert texts(f"<p>A word{mark}, and more.</p>") == ["A word, and more."]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("10 m<sup>2</sup>", "10 m2"),
        ("the 1<sup>st</sup>", "the 1st"),
        ('see <a href="#part-2">part 2</a>', "see part 2"),
        ('on page <a href="#p12">12</a>', "on page 12"),
        ('the <a href="/year">[1999]</a> edition', "the [1999] edition"),
        (
            'the <span aria-hidden="true">Bundes·tag</span><span class="visually-hidden">Bundestag</span>',
            "the Bundes·tag",
        ),
    ],
)
def test_other_marks_stay(source: str, wanted: str) -> None:
    assert texts(f"<p>{source}</p>") == [wanted]


@pytest.mark.parametrize(
    "note",
    [
        '<p id="fn1">1. A source of 1904.</p>',
        '<h2>Notes</h2><ol><li id="fn1"><p>A source of 1904.</p><p>It is lost.</p></li></ol>',
        '<div id="fn1"><a href="#ref1">1</a> A source of 1904.</div>',
        '<p> <a id="fn1" href="#ref1">1</a> A source of 1904.</p>',
        '<p><a name="fn1"></a>1. A source of 1904.</p>',
    ],
)
@pytest.mark.parametrize("mark", ['<sup><a href="#fn1">1</a></sup>', '<a href="#fn1">[1]</a>'])
def test_a_note_is_known_by_its_mark(mark: str, note: str) -> None:
    page = f'<p>A word<a id="ref1"></a>{mark}, and more.</p>{note}<h2>B</h2><p id="p2">The end.</p>'
    assert texts(page) == ["A word, and more.", "# B", "The end."]


def test_a_paragraph_that_is_referred_to_is_no_note() -> None:
    page = '<p>As said at <a href="#p2">[2]</a> and in <a href="#p3">part 3</a>.</p>'
    assert texts(page + '<p id="p2">Two.</p><p id="p3">Three.</p>')[1:] == ["Two.", "Three."]


PROSE = "<p>" + "The river was high that spring, and nobody crossed it. " * 5 + "</p>"


@pytest.mark.parametrize(
    "furniture",
    [
        "<nav>Go home</nav>",
        "<header>Our <b>site</b></header>",
        "<footer>All rights</footer>",
        "<aside>Read <a href=x>this</a></aside>",
        "<form><p>Your name</p><label>Name</label></form>",
        "<div hidden>secret</div>",
        "<div style='Display : None'>secret</div>",
        "<div aria-hidden=true>secret</div>",
        "<div role=navigation>Go home</div>",
        "<div class='site-breadcrumbs'>Home / News</div>",
        "<div class='x fil-d-ariane'>Accueil</div>",
        "<div id=CookieConsentBanner>We use cookies</div>",
        "<div id=onetrust-consent-sdk>We use cookies</div>",
        "<div class='bandeau-cookies'>Nous utilisons</div>",
        "<div id=wrapperBreadcrumbs>Home</div>",
        "<h2 class=aural>Hauptmenü</h2><div id=navServiceMeta><h2>Service</h2><a href=a>Suche</a></div>",
        "<ol class='c-breadcrumb__list c-breadcrumb__list--small'><li>Home</ol>",
        "<p class=navSkip>Springe zu:</p>",
        "<div class=sharedaddy>Tell a friend</div>",
        "<div class=social-share>Tell a friend</div>",
        "<ul class=main-menu><li><a href=a>One</a><li><a href=b>Two</a></ul>",
        "<ul><li><a href=a>One</a></li><li><a href=b>Two</a></li><li><a href=c>Three</a></li></ul>",
        "<a href='#main'>Skip to content</a>",
        "<div id=footer>All rights</div>",
        "<noscript>Switch it on</noscript>",
        "<div class=comments><h3>2 comments</h3><p>Joe: Nice.</p><p>Ann: I was there.</p></div>",
        "<section id=comments><h2>Comments</h2><p>Joe: Nice.</p></section>",
        "<div class='newsletter-signup'><h3>Our newsletter</h3><p>Every Friday in your mailbox.</p></div>",
        "<p>Share this: <a href=f>Facebook</a> <a href=t>Twitter</a></p>",
        "<p>Artikel teilen: <a href=f>WhatsApp</a> | <a href=t>Per Post</a></p>",
        "<h3>Related articles</h3><ul><li><a href=a>The bridge of 1904, and who built it</a><li><a href=b>x</a></ul>",
        "<p><b>Mehr zum Thema:</b></p><ul><li><a href=a>Die alte Brücke</a><li><a href=b>Der Fluss</a></ul>",
        "<div title=header><p>The Valley Post</p></div><div title=footer><p>Page 1</p></div>",
    ],
)
def test_furniture_is_left_out(furniture: str) -> None:
    for page in (furniture + PROSE, PROSE + furniture, f"<div class=wrap>{furniture}<div>{PROSE}</div></div>"):
        assert [text[:9] for text in texts(page)] == ["The river"]


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        ("<div class=menu><h2>Lunch</h2><p>Hot soup</p></div>" + PROSE, ["# Lunch", "Hot soup", "The river"]),
        ("<h2 id=cookie-banner>Tea</h2><div class=cookie-dough>Mix.</div>" + PROSE, ["# Tea", "Mix.", "The river"]),
        ("<section id=navigation><p>How ships find home</p></section>" + PROSE, ["How ships find home", "The river"]),
        ("<header><h1>The flood</h1><nav>Home</nav></header>" + PROSE, ["# The flood", "The river"]),
        ("<header><h1>The Valley Post</h1></header><h1>The flood</h1>" + PROSE, ["# The flood", "The river"]),
        ("<h1>The flood</h1><main>" + PROSE + "</main><p>Advice</p>", ["# The flood", "The river"]),
        ("<main><p>Short</p></main>" + PROSE, ["Short", "The river"]),
        ("<article><p>Teaser</p></article>" + PROSE, ["Teaser", "The river"]),
        ("<p>Outside</p><article><h1>Title</h1>" + PROSE + "</article>", ["# Title", "The river"]),
        ("<article>" + PROSE + "</article><article><p>Two</p></article>", ["The river", "Two"]),
        ("<main><aside>A box</aside><aside><a href=x>More</a></aside>" + PROSE + "</main>", ["A box", "The river"]),
        ("<blockquote>" + PROSE + "<footer>A poet</footer></blockquote>", ["The river", "A poet"]),
        ("<form>" + PROSE + "</form>", ["The river"]),
        ("<div style='display:none'><main>" + PROSE + "</main></div>", ["The river"]),
        ("<ul><li><a href=a>One</a></li><li><a href=b>Two</a></li></ul>" + PROSE, ["One", "Two", "The river"]),
        ("<nav>Only a menu</nav>", ["Only a menu"]),
        (PROSE + "<h2>Notes</h2><ol class=references><li>x</ol><h2>B</h2>y", ["The river", "# B", "y"]),
        ("<h2>Contents</h2><p><a href='#a'>A</a><p><a href='#b'>B</a><h2>A</h2>" + PROSE, ["# A", "The river"]),
        ("<h3><button aria-controls=a>Q</button></h3><p id=a hidden>Yes.</p>" + PROSE, ["# Q", "Yes.", "The river"]),
        ("<p><a data-toggle=x href='#a'>Q</a><p id=a aria-hidden=true>Yes.</p>" + PROSE, ["Q", "Yes.", "The river"]),
        ("<p aria-controls=a>Q</p><nav><p id=a hidden>Home</p></nav>" + PROSE, ["Q", "The river"]),
        ("<p aria-controls=a>Q</p><footer><p id=a hidden>Law</p></footer>" + PROSE, ["Q", "The river"]),
        ("<nav><a href='#m' aria-controls=m>Menu</a></nav><div id=m hidden>Home</div>" + PROSE, ["The river"]),
        ("<h2>A</h2><p class=footnote>Note</p>" + PROSE, ["# A", "The river"]),
        ("<div class=newsletter><h1>May</h1>" + PROSE + "</div><p>x</p>", ["# May", "The river", "x"]),
        ("<section id=comments><p>On Homer</p>" + PROSE + "</section>", ["On Homer", "The river"]),
        (PROSE + "<p>Share <a href=x>your story</a></p>", ["The river", "Share your story"]),
        (PROSE + "<p>Share the road with <a href=x>X</a></p>", ["The river", "Share the road with X"]),
        (PROSE + "<h2>Related</h2><p><a href=x>Wells</a></p><p>y</p>", ["The river", "# Related", "Wells", "y"]),
        (PROSE + "<h2>Links</h2><p><a href=x>Wells</a></p>", ["The river", "# Links", "Wells"]),
    ],
)  # fmt: skip
def test_text_is_not_taken_for_furniture(page: str, wanted: list[str]) -> None:
    assert [text[:9] if text.startswith("The river") else text for text in texts(page)] == wanted


def test_the_encoding_of_a_page() -> None:
    umlauts = "<p>Größe – “ok”"
    for head, encoding in [
        ("<meta charset=windows-1252>", "cp1252"),
        ("<meta http-equiv=Content-Type content='text/html; charset=ISO-8859-1'>", "cp1252"),  # as browsers do
        ("<?xml version='1.0' encoding='windows-1252'?>", "cp1252"),
        ("<meta charset='gb2312'>", "gb18030"),
        ("<meta charset=latin1>", "utf-8"),  # saved anew, and the declaration forgotten
        ("<meta charset=nonsense>", "utf-8"),
        ("", "utf-8"),
        ("", "utf-8-sig"),
        ("", "utf-16"),
    ]:
        assert texts((head + umlauts).encode(encoding)) == ["Größe – “ok”"], (head, encoding)
    assert texts(("<meta charset=utf-8>" + umlauts).encode("cp1252"), encoding="cp1252") == ["Größe – “ok”"]
    assert texts(("<meta charset=shift_jis>" + umlauts).encode("utf-8"), encoding="shift_jis") == ["Größe – “ok”"]
    assert "shift_jis" in refused(("<meta charset=shift_jis>" + umlauts).encode("cp1252"), encoding="shift_jis")
    assert texts("<meta charset=koi8-r><p>мир".encode("koi8-r")) == ["мир"]
    assert "says that its encoding is euc-jp, and is not" in refused(
        ("<meta charset=euc-jp>" + umlauts).encode("cp1252")
    )
    assert "is not UTF-8" in refused(umlauts.encode("cp1252"))


@pytest.mark.parametrize(
    "source",
    [
        "<!DOCTYPE html><p>x",
        "\ufeff\n <!-- a --> <!-- b --><HTML><p>x",
        "<?xml version='1.0'?>\n<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>",
        "<p>One</p><h2>Two</h2>",
        "<p class='a'>One\nline</p>\n<p>Two</p>\n",
        "<div><p>One</p></div>",
        "<h1>Title</h1>\nSome words.\n",
        "Title\n<p>One\n<p>Two\n<p>Three\n",
        "<ul>\n<li>One\n<li>Two\n</ul>",
    ],
)
def test_html_is_recognised_by_its_content(source: str) -> None:
    assert kind_of(source.encode(), "file.txt") == "html"
    assert kind_of(source.encode(), "file") == "html"


@pytest.mark.parametrize(
    "source",
    [
        "In HTML, <b>bold</b> words stand between tags.\n",
        "<p> begins a paragraph. </p> ends it.\n",
        "<p>Hello</p> is a paragraph of one word.\n",
        "If a < b and b > c, then a < c.\n\n<x> is a vector.",
        "<Anna> I am late.\n<Ben> So am I.\n",
        "<header> is a part of C.\n",
        "Use <p>.\nThen use <div>.\n<p>\nThat is all.\nReally all.\nNo more.\n",
        "",
        "<!-- only a comment",
        "<!-- a -->" * 3000 + "text",
    ],
)
def test_prose_stays_plain_text(source: str) -> None:
    assert kind_of(source.encode(), "file.txt") == "text"


def seconds(call: Callable[[], object]) -> float:
    """Return the CPU time of a call, the least of three; a few milliseconds count as ten, for they vary."""
    found = [0.01]
    for _ in range(3):
        begin = time.process_time()
        call()
        found.append(time.process_time() - begin)
    return max(found[0], min(found[1:]))


@pytest.mark.parametrize("unit", ["<", "<p ", "<!--", "<p\n", "<?xml ", "<!-- a -->", "<p>", "</p> "])
def test_the_time_to_recognise_a_page_grows_with_its_size_only(unit: str) -> None:
    short, long = (("x" + unit * (size // len(unit))).encode() for size in (16_000, 64_000))
    assert seconds(lambda: kind_of(long, "a.txt")) <= 10 * seconds(lambda: kind_of(short, "a.txt"))
    assert seconds(lambda: kind_of(long[1:], "a.txt")) <= 10 * seconds(lambda: kind_of(short[1:], "a.txt"))


@pytest.mark.parametrize(
    "source",
    [
        '<?xml version="1.0"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0"><text>\n<p>One.</p>\n<p>Two.</p>\n</text></TEI>',
        '\ufeff<?xml version="1.0" encoding="UTF-8"?><office:document><text:p>One.</text:p></office:document>',
        '<?xml version="1.0"?><!DOCTYPE article><article><para>One.</para></article>',
    ],
)
def test_xml_that_is_no_page_is_refused(source: str) -> None:
    for name in ("text.xml", "text.fodt", "text.txt"):
        assert refused(source, name).endswith(
            "is XML; of such files web pages (.xhtml) are read; extract its text first"
        )
    assert texts('<?xml version="1.0"?><?xml-stylesheet href="a.css"?><html><p>One.</p></html>', "a.xml") == ["One."]


def test_a_readme_that_begins_with_tags_is_markdown() -> None:
    assert kind_of(b"<h1 align=center>Name</h1>\n\nText with *stars*.", "README.md") == "markdown"
    assert kind_of(b"<!doctype html><p>x", "page.md") == "html"


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("---\ntitle: 'A: b'\n---\nText", ["# A: b", "Text"]),
        ("---\nlayout: x\ntitle: Same\n...\n# same\nText", ["# same", "Text"]),
        ('+++\ntitle = "A"\n[extra]\n+++\nText', ["# A", "Text"]),
        ("---\ntitle: >\n  folded\n---\nText", ["Text"]),
        ("---\n\nText\n\n---\n\nMore", ["Text", "More"]),
        ("---\nNote: it rains.\n\nStay at home.\n\n---\n\nMore", ["Note: it rains.", "Stay at home.", "More"]),
        ("---\ntags:\n- a\n# remark\nlist: [\n  b,\n]\n---\nText", ["Text"]),
        ("---\nOnly a line\n", ["Only a line"]),
        ("One\n===\nTwo\n---\n### Three ###\n#not", ["# One", "# Two", "# Three", "#not"]),
        ("a **b**c _d_ `e*` ~~f~~ \\* &amp; <http://x.y>", ["a bc d e* f * & http://x.y"]),
        ("soft\nbreak  \nhard\\\nbreak", ["soft break hard break"]),
        ("3. three\n4. four\n   - five\n\n   six", ["three", "four", "five", "six"]),
        ("- [ ] do\n- [x] done\n- [link](x) first", ["do", "done", "link first"]),
        ("a[^1] b[^long-name]\n\n[^1]: Note\nlazy\n[^long-name]: Other\n\n    more\n\nc", ["a b", "c"]),
        ("a[^1]\n\n[^1]: One\n[ref]: http://x\n\n[t][ref]", ["a", "t"]),
        ("```\ncode\n```\n~~~ py\ncode\n~~~\nText", ["Text"]),
        ("    indented\n\n    twice", ["indented", "twice"]),
        ("| a | b |\n|---|---|\n| c \\| d | |", ["a", "b", "c | d"]),
        ("![picture](x) [![badge](y)](z) text", ["text"]),
        ("<div>raw <b>bo</b>ld<br>x</div>\n\nH<sub>2</sub>O <!-- no -->ok", ["raw bold x", "H2O ok"]),
        ("<script>\nbad()\n</script>\n\n<p hidden>no</p>\n\nText", ["Text"]),
        ("<details>\n<summary>Sum</summary>\n\nText\n</details>", ["Sum", "Text"]),
        ("</div>\n\n<p>open\n\nText", ["open", "Text"]),
        ("# Title {#id .x}\n\n> [!TIP]\n> Hint", ["# Title", "Hint"]),
        ("a < b and c > d, x<y", ["a < b and c > d, x<y"]),
        ("\ufeff# One\r\n\r\ntwo\r\nthree", ["# One", "two three"]),
        ("[A](x)\n\n[B](y)\n\n[C](z)", ["A", "B", "C"]),
    ],
)
def test_markdown(source: str, wanted: list[str]) -> None:
    assert texts(source, "file.md") == wanted


def test_markup_of_markdown_does_not_hinder_the_alignment() -> None:
    sentences = [
        "The bakery on Hill Street has a new owner.",
        "Her name is Marta Lindqvist, and she comes from Uppsala.",
        "She bakes rye bread with honey and caraway.",
        "Every loaf rests for two days before it is baked.",
        "On Saturdays, children may knead the dough.",
        "The old oven was built in 1904.",
        "It is heated with beech wood.",
        "The bakery opens at six in the morning.",
    ]
    marked = """---
title: News
---

# **Bread**

The *bakery* on [Hill Street](https://map.example/hill) has a **new owner**.
Her name is __Marta Lindqvist__[^1], and she comes from *Uppsala*.

- She bakes **rye bread** with `honey` and *caraway*.
- Every loaf ***rests*** for two days before it is baked.

> On **Saturdays**, children may knead the dough.

## The *oven*

1. The old oven was built in **1904**.
2. It is heated with [beech wood][wood].

The bakery opens at **six** in the morning.

[^1]: She is a baker's daughter.
[wood]: https://wood.example
"""
    simple = [
        "The bakery on Hill Street belongs to a new owner.",
        "She is called Marta Lindqvist. She comes from Uppsala.",
        "Her rye bread has honey and caraway in it.",
        "Each loaf rests two days before she bakes it.",
        "Children may knead the dough on Saturdays.",
        "The oven was built in 1904.",
        "Beech wood heats it.",
        "The bakery opens at six in the morning.",
    ]
    content = content_of(marked.encode(), "bread.md")
    assert [block.text for block in content if not isinstance(block, str) and not block.heading] == [
        " ".join(sentences[:2]),
        *sentences[2:],
    ]
    other = Document.from_text("\n\n".join(simple), "en")
    plain = Document.from_text("\n\n".join(["Bread", " ".join(sentences[:2]), *sentences[2:]]), "en")

    def linked(document: Document) -> set[str]:
        alignment = align(document, other)
        return {document.sentences[i] for link in alignment.sentences for i in link.source} & set(sentences)

    assert linked(Document.from_content(content, Reading("en"))) >= linked(plain)
    assert len(linked(plain)) >= 7


def book(
    chapters: dict[str, str], spine: str | None = None, manifest: str = "", more: dict[str, str] | None = None
) -> bytes:
    """Return an e-book with chapters, by the names of their files."""
    items = "".join(f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in chapters)
    order = spine if spine is not None else "".join(f'<itemref idref="{name}"/>' for name in chapters)
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
        f"<manifest>{items}{manifest}</manifest><spine>{order}</spine></package>"
    )
    container = '<container><rootfiles><rootfile full-path="OPS/package.opf"/></rootfiles></container>'
    members = {"mimetype": "application/epub+zip", "META-INF/container.xml": container, "OPS/package.opf": package}
    members |= {f"OPS/{name}": text for name, text in chapters.items()} | (more or {})
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return data.getvalue()


def test_the_order_of_a_book_is_that_of_its_spine() -> None:
    data = book({"b.xhtml": "<p>B</p>", "a.xhtml": "<p>A</p>"}, '<itemref idref="a.xhtml"/><itemref idref="b.xhtml"/>')
    assert kind_of(data, "no suffix") == "epub"
    assert texts(data, "book.epub") == ["A", "B"]
    assert texts(data, "book.epub", encoding="cp1252") == ["A", "B"]


def bombs(kind: str) -> str:
    """Return XML in which entities grow: ten of ten of ten ..."""
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    return f'<?xml version="1.0"?><!DOCTYPE {kind} [<!ENTITY e0 "boom">{entities}]>'


def test_bad_books_are_refused() -> None:
    chapter = {"a.xhtml": "<p>A</p>"}
    encryption = (
        '<encryption xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:CipherData>'
        '<e:CipherReference URI="OPS/a.xhtml"/></e:CipherData></e:EncryptedData></encryption>'
    )
    assert "is protected" in refused(book(chapter, more={"META-INF/encryption.xml": encryption}), "b.epub")
    assert "cannot be read" in refused(book(chapter, more={"META-INF/encryption.xml": "<"}), "b.epub")
    assert "is not listed" in refused(book(chapter, '<itemref idref="zzz"/>'), "b.epub")
    gone = '<item id="x" href="gone.xhtml" media-type="application/xhtml+xml"/>'
    assert "OPS/gone.xhtml is missing" in refused(book(chapter, '<itemref idref="x"/>', gone), "b.epub")
    outside = '<item id="x" href="../../../../etc/passwd" media-type="application/xhtml+xml"/>'
    assert "etc/passwd is missing" in refused(book(chapter, '<itemref idref="x"/>', outside), "b.epub")
    assert "has no text" in refused(book({"a.xhtml": "<p/>"}), "b.epub")
    assert "has no text" in refused(book(chapter, ""), "b.epub")
    assert "cannot be read" in refused(book(chapter, more={"META-INF/container.xml": "<x"}), "b.epub")
    assert "names no package" in refused(book(chapter, more={"META-INF/container.xml": "<x/>"}), "b.epub")
    assert "MB" in refused(book({"a.xhtml": "<p>x</p>" * 8_000_000}), "b.epub")


@pytest.mark.parametrize("member", ["META-INF/container.xml", "META-INF/encryption.xml", "OPS/package.opf"])
def test_no_tree_is_built_of_the_lists_of_a_book_if_they_are_huge(member: str) -> None:
    lists = book({"a.xhtml": "<p>A</p>"}, more={member: "<x>" + "<a/>" * 1_500_000 + "</x>"})
    assert f"{member} has more than 5 MB" in refused(lists, "b.epub")


@pytest.mark.parametrize("href", ["a%0Ab", "a%1B[31mb", "a%00b", "a%E2%80%AEb", "a" * 100_000])
def test_names_inside_a_book_are_shown_on_one_line(href: str) -> None:
    item = f'<item id="x" href="{href}" media-type="application/xhtml+xml"/>'
    found = refused(book({"a.xhtml": "<p>A</p>"}, '<itemref idref="x"/>', item), "b.epub")
    assert found.endswith(" is missing")
    assert found.isprintable()
    assert len(found) < 200


def test_names_of_a_package_and_of_a_chapter_are_shown_on_one_line() -> None:
    container = '<container><rootfile full-path="a&#10;b.opf"/></container>'
    more = {"META-INF/container.xml": container, "a\nb.opf": "<"}
    assert refused(book({}, more=more), "b.epub") == r"b.epub: is damaged or incomplete: 'a\nb.opf' cannot be read"
    more = {"META-INF/container.xml": "<container><rootfile/></container>"}
    assert refused(book({}, more=more), "b.epub") == "b.epub: is damaged or incomplete: '' is missing"
    item = '<item id="x" href="a%1Bb.xhtml" media-type="application/xhtml+xml"/>'
    found = refused(book({}, '<itemref idref="x"/>', item, {"OPS/a\x1bb.xhtml": "<p>A</p>\0"}), "b.epub")
    assert found.startswith(r"b.epub: 'OPS/a\x1bb.xhtml': is binary data")


def test_a_bomb_of_entities_does_not_go_off() -> None:
    package = bombs("package") + (
        '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/></spine><x>&e11;</x></package>'
    )
    assert "cannot be read" in refused(book({"a.xhtml": "<p>A</p>"}, more={"OPS/package.opf": package}), "b.epub")
    chapter = bombs("html") + "<html><body><p>A &e11;</p></body></html>"
    assert "boomboom" not in " ".join(texts(book({"a.xhtml": chapter}), "b.epub"))
    assert "boomboom" not in " ".join(texts(chapter, "page.xhtml"))


@pytest.mark.parametrize(
    ("source", "wanted", "count"),
    [
        (lambda n: "<div>" * n + "deep" + "</div>" * n + "<p>after", lambda _: ["deep", "after"], 20_000),
        (lambda n: "<b>" * n + "deep", lambda _: ["deep"], 100_000),
        (lambda n: "<p " + " ".join(f"a{k}=1" for k in range(n)) + ">text", lambda _: ["text"], 300_000),
        (lambda n: "<p class='" + "menu " * n + "'>text", lambda _: ["text"], 200_000),
        (lambda n: "<p class=brotkrumen" + "a" * n + "!>text", lambda _: ["text"], 40),
        (lambda n: "<div class=menu>x" * n, lambda n: ["x"] * n, 20_000),
        (lambda n: "<sup>x" * n, lambda n: ["x" * n], 20_000),
        (lambda n: "<a href='#'>x<b>" * n, lambda n: ["x" * n], 20_000),
        (lambda n: "<h2>x<ol class=references><li>y</ol>" * n, lambda _: ["x"], 5_000),
        (lambda n: "<p>" + "x<br>" * n, lambda n: ["x " * (n - 1) + "x"], 100_000),
        (lambda n: "<p>x<br>" + " " * n + "y", lambda _: ["x y"], 500_000),
    ],
    ids=["div", "b", "attributes", "classes", "name", "parts", "sup", "a", "notes", "br", "space"],
)
def test_the_time_to_read_strange_markup_grows_with_its_size_only(
    source: Callable[[int], str], wanted: Callable[[int], list[str]], count: int
) -> None:
    found = content_of(source(count).encode(), "page.html")
    assert [getattr(block, "text", block) for block in found][: len(wanted(count))] == wanted(count)
    short, long = (source(size).encode() for size in (count // 16, count // 4))
    assert seconds(lambda: content_of(long, "page.html")) <= 10 * seconds(lambda: content_of(short, "page.html"))


def test_the_time_for_a_page_grows_with_its_size_however_deep_it_is() -> None:
    """The parser looks through all open elements for each end that fits none of them."""

    def seconds(count: int) -> float:
        source = "<html>" + "<div>" * count + "</foo>" * count + "x"
        begin = time.process_time()
        assert "is not read: more than" in refused(source)
        return time.process_time() - begin

    assert min(seconds(120_000) for _ in range(3)) < 12 * min(seconds(30_000) for _ in range(3))


def test_tags_that_are_never_closed_do_not_make_a_page_too_deep() -> None:
    source = "<p><font size=2>One <i>thing</i> is said.\n" * 5_000
    assert len(texts(source)) == 5_000


@pytest.mark.parametrize("tags", ["</foo>", "<body>", "<BODY>"])
def test_deep_pages_are_left_before_the_parser_has_looked_through_them(tags: str) -> None:
    deep = "<b>" * 20_000
    assert texts(deep + "x") == ["x"]
    assert "in each other" in refused(deep + tags * 100_000 + "x")


@pytest.mark.parametrize(("source", "count"), [("<div>\n<{0}", 2_000), ("---\ntitle: a{1}a\n---\nx", 4_000)])
def test_the_time_for_markdown_grows_with_its_size(source: str, count: int) -> None:
    def seconds(length: int) -> float:
        file = source.format("a" * length, " " * length).encode()
        begin = time.process_time()
        content_of(file, "file.md")
        return time.process_time() - begin

    content_of(b"x", "file.md")  # the library is loaded
    assert min(seconds(4 * count) for _ in range(3)) < 12 * min(seconds(count) for _ in range(3))


def test_the_title_of_front_matter_may_have_spaces_around_it() -> None:
    assert texts("---\ntitle: \t Bees  fly \nby: me\n---\nText.", "file.md") == ["# Bees fly", "Text."]
    assert texts("---\ntitle:   \nby: me\n---\nText.", "file.md") == ["Text."]


def test_what_holds_no_text_is_refused() -> None:
    for source in ("", " ", "<html></html>", "<script>x</script>", "<!-- x", "<p>&nbsp;</p><img alt=x><br>"):
        assert "has no text" in refused(source)
    assert "has no text" in refused("<!-- x -->\n\n![a](b)", "file.md")


def test_what_is_too_large_is_refused() -> None:
    assert "is a web page of 50 MB; at most 50 MB are read" in refused(b"<p>x" + b" " * MOST_BYTES)
    assert "is a Markdown file of 20 MB" in refused(b"x" * 20_000_001, "file.md")
    assert "nested more than 100 deep" in refused(">" * 500 + "x", "file.md")
    assert "'['" in refused("[a][" * 20_000, "file.md")


def test_a_picture_named_html_is_refused() -> None:
    assert "is a PNG picture" in refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")


def _flipped(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 20)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


@pytest.mark.parametrize(
    "name", ["library-moves.html", "wiki-fischotter.html", "field-trip.md", "ferry.epub", "conte.epub"]
)
@pytest.mark.parametrize(
    "damage", [_flipped, lambda data, chance: data[: chance.randrange(len(data))]], ids=["flip", "cut"]
)
def test_damaged_files_are_read_or_refused(name: str, damage: Callable[[bytes, random.Random], bytes]) -> None:
    data = (FOLDER / name).read_bytes()
    chance = random.Random(7)
    for _ in range(60):
        damaged = damage(data, chance)
        try:
            content = content_of(damaged, name)
        except InputError:
            refused(damaged, name)
        else:
            assert all(isinstance(block, str) or (block.text and "\n" not in block.text) for block in content)


def test_without_markdown_it_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    found = refused("# Title", "a.md")
    command = install_command("documents", "markdown-it-py")
    assert found == f"a.md: reading .md files needs markdown-it-py; install it: {command}"


@pytest.mark.parametrize(("name", "kind"), [("library-moves.html", ".html"), ("ferry.epub", ".epub")])
def test_without_lxml_one_line_says_what_to_install(name: str, kind: str) -> None:
    code = (
        "import sys; sys.modules['lxml'] = None; sys.modules['lxml.etree'] = None\n"
        "from vicinal import Document; from vicinal.errors import InputError\n"
        f"Document.from_file({str(FOLDER / 'field-trip.md')!r}, 'en')\n"
        f"try: Document.from_file({str(FOLDER / name)!r}, 'en')\n"
        f"except InputError as error: print(str(error).removeprefix({str(FOLDER)!r})[1:])\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    needs = f"reading {kind} files needs lxml; install it: {install_command('documents', 'lxml')}"
    assert found == f"{name}: {needs}\n"


def test_soft_hyphens_and_line_breaks_in_markdown_are_read_as_in_web_pages() -> None:
    source = "---\ntitle: Haus\xadordnung\n---\n\nBrief&shy;wahl, Bundes·tag\n\n図書館は、\n駅の前です。\n"
    found = content_of(source.encode(), "a.md")
    assert [getattr(block, "text", block) for block in found] == [
        "Hausordnung",
        "Briefwahl, Bundes·tag",
        "図書館は、駅の前です。",
    ]
