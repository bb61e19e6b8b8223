"""Files in the app, in a real browser: chosen and dropped, read by the server, aligned as on the command line."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import vicinal
from tests.app_window import SHOWN, indices_of, press
from tests.browser import GROUND, RAN, Open, painted, settled
from vicinal.text.document import Document
from vicinal.text.reading import Reading
from vicinal.text.reading import settled as settled_reading

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

SCHEMAS = "http://schemas.openxmlformats.org"
MAIN = f"{SCHEMAS}/wordprocessingml/2006/main"
KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml"
PARTS = {  # of a Word file
    "[Content_Types].xml": f'<Types xmlns="{SCHEMAS}/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{KIND}.document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{KIND}.styles+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{SCHEMAS}/package/2006/relationships"><Relationship Id="r1" '
    f'Type="{SCHEMAS}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    "word/_rels/document.xml.rels": f'<Relationships xmlns="{SCHEMAS}/package/2006/relationships">'
    f'<Relationship Id="r1" Type="{SCHEMAS}/officeDocument/2006/relationships/styles" Target="styles.xml"/>'
    "</Relationships>",
    "word/styles.xml": f'<w:styles xmlns:w="{MAIN}"><w:style w:type="paragraph" w:styleId="Heading1">'
    '<w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>',
}
LONG = (
    "The ferry across the bay has carried passengers since 1931. It leaves the old harbour every hour, even in winter.",
    "The new captain grew up on the island. She knows every rock of the bay by name.",
)
SHORT = (
    "The ferry has crossed the bay since 1931. It leaves the harbour every hour.",
    "The captain comes from the island. She knows every rock.",
)
HTML = (
    "<!doctype html><html lang='en'><head><title>Ferry</title><script>window.ran = 1</script></head><body>"
    "<nav><a href='/'>Home</a> <a href='/all'>All articles</a></nav><main><h1>A ferry</h1><p>{}</p>\n<p>{}</p>"
    "<img src='http://192.0.2.1/track.png' onerror='window.ran = 2'></main></body></html>"
)


def word(heading: str, *paragraphs: str) -> bytes:
    """Return a Word file with a heading and paragraphs."""
    styled = [('<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>', heading), *(("", text) for text in paragraphs)]
    body = "".join(f"<w:p>{style}<w:r><w:t>{text}</w:t></w:r></w:p>" for style, text in styled)
    document = f'<w:document xmlns:w="{MAIN}"><w:body>{body}</w:body></w:document>'
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {**PARTS, "word/document.xml": document}.items():
            archive.writestr(name, text)
    return file.getvalue()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with two versions of a text, as people have them, and files that cannot be read."""
    (tmp_path / "long.docx").write_bytes(word("The ferry", *LONG))
    (tmp_path / "short.html").write_text(HTML.format(*SHORT), encoding="utf-8")
    (tmp_path / "short.md").write_text("# A *ferry*\n\n" + "\n\n".join(SHORT), encoding="utf-8")
    (tmp_path / "short.txt").write_text("\n".join(SHORT), encoding="utf-8")
    (tmp_path / "latin.txt").write_bytes("Die Fähre fährt über die Bucht. Das Café öffnet früh.".encode("windows-1252"))
    (tmp_path / "broken.docx").write_bytes(word("The ferry", *LONG)[:300])
    (tmp_path / "nothing.txt").touch()
    return tmp_path


def box(window: Page, side: str) -> Locator:
    return window.locator(f".box[data-side={side}]")


def pick(window: Page, side: str, path: Path) -> None:
    """Choose a file with the button and the dialog of the browser."""
    with window.expect_file_chooser() as chooser:
        window.get_by_role("button", name=f"Choose a file for the {side}").click()
    chooser.value.set_files(path)


def drop(window: Page, place: Locator, *paths: Path) -> None:
    """Drop files of this machine on an element, as the browser itself does it."""
    at = place.bounding_box()
    assert at is not None
    session = window.context.new_cdp_session(window)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        x, y = at["x"] + at["width"] / 2, at["y"] + min(at["height"] / 2, 200)
        session.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})
    session.detach()


def told(window: Page, side: str, text: str) -> None:
    """Wait until the line below a text says something."""
    settled(window, f"document.querySelector('.box[data-side={side}] [role=status]').textContent", text)


def aligned(window: Page, source: Path, target: Path, **options: Any) -> None:
    """Press Align, and check what is shown against the command line's way to read and align these files."""
    press(window, "Align")
    window.wait_for_selector(".stage .sentence")
    expected = vicinal.align(Document.from_file(source, **options), Document.from_file(target, **options))
    settled(window, SHOWN, indices_of(expected))
    assert expected.sentences
    for side, document in (("source", expected.source), ("target", expected.target)):
        shown = f"[...document.querySelectorAll('.text-{side} .words')].map(node => node.textContent)"
        settled(window, shown, list(document.sentences))  # an earlier alignment may stand there for a moment


def test_a_word_file_and_a_web_page_are_chosen_and_aligned(app: str, open_app: Open, files: Path) -> None:
    window = open_app(app + "#view=start")
    pick(window, "source", files / "long.docx")
    told(window, "source", "long.docx: Word, 2 paragraphs, 1 heading")
    assert window.get_by_role("textbox", name="Source").input_value() == f"== The ferry ==\n\n{LONG[0]}\n\n{LONG[1]}\n"
    pick(window, "target", files / "short.html")
    told(window, "target", "short.html: web page, 2 paragraphs, 1 heading")
    aligned(window, files / "long.docx", files / "short.html")
    assert window.locator(".stage h1").text_content() == "long.docx / short.html"
    assert window.evaluate(RAN) == [None, 0]


def test_two_files_dropped_at_once_are_source_and_target(app: str, open_app: Open, files: Path) -> None:
    window = open_app(app + "#view=start")
    drop(window, window.locator(".start h1"), files / "long.docx", files / "short.md")
    told(window, "source", "long.docx: Word, 2 paragraphs, 1 heading")
    told(window, "target", "short.md: Markdown, 2 paragraphs, 1 heading")
    aligned(window, files / "long.docx", files / "short.md")


def test_a_file_dropped_elsewhere_in_the_app_opens_the_form(app: str, open_app: Open, files: Path) -> None:
    window = open_app(app)
    window.wait_for_selector(".pairs tbody tr")
    drop(window, window.locator(".pairs"), files / "short.txt")
    window.wait_for_selector(".start")
    told(window, "source", "short.txt: plain text, 2 lines")


def test_a_file_goes_to_the_text_that_it_is_dropped_on(app: str, open_app: Open, files: Path) -> None:
    window = open_app(app + "#view=start")
    drop(window, window.get_by_role("textbox", name="Target"), files / "long.docx")
    told(window, "target", "long.docx: Word, 2 paragraphs, 1 heading")
    assert window.get_by_role("textbox", name="Source").input_value() == ""
    drop(window, window.locator(".bar"), files / "short.txt")  # anywhere else: the text that is still free
    told(window, "source", "short.txt: plain text, 2 lines")
    assert window.get_by_role("textbox", name="Source").input_value() == "\n".join(SHORT)
    drop(window, window.get_by_role("textbox", name="Target"), files / "short.txt")  # in place of the other
    told(window, "target", "short.txt: plain text, 2 lines")
    drop(window, window.locator(".start h1"), *(files / name for name in ("long.docx", "short.md", "short.txt")))
    window.get_by_role("alert").filter(has_text="More than two files.").wait_for()


@pytest.mark.parametrize("suffix", [".odt", ".rtf", ".epub", ".pdf"])
def test_other_kinds_of_files_are_chosen_and_aligned(app: str, open_app: Open, suffix: str) -> None:
    folder = Path(__file__).parent / "documents"
    document = next(iter(sorted(folder.glob(f"*{suffix}"))), None)
    assert document is not None
    window = open_app(app + "#view=start")
    for side in ("source", "target"):
        pick(window, side, document)
        box(window, side).get_by_role("status").filter(has_text=document.name + ": ").wait_for()
    aligned(window, document, document)


def test_bad_files_are_refused_in_plain_sight(app: str, open_app: Open, files: Path) -> None:
    window = open_app(app + "#view=start", known="400")
    pick(window, "source", files / "short.txt")
    told(window, "source", "short.txt: plain text, 2 lines")
    for name, message in (
        ("broken.docx", "is damaged or incomplete"),
        ("nothing.txt", "is empty; give a text with at least one sentence"),
    ):
        drop(window, window.get_by_role("textbox", name="Source"), files / name)
        alert = box(window, "source").get_by_role("alert").filter(has_text=f"{name}: {message}")
        alert.wait_for()
        assert alert.is_visible()
        assert window.get_by_role("textbox", name="Source").input_value() == "\n".join(SHORT)  # what was there stays
        told(window, "source", "short.txt: plain text, 2 lines")
    pick(window, "source", files / "long.docx")
    told(window, "source", "long.docx: Word, 2 paragraphs, 1 heading")
    assert not box(window, "source").get_by_role("alert").is_visible()
    window.evaluate("Vicinal.app.info.file_limit = 100")
    pick(window, "target", files / "long.docx")
    refused = box(window, "target").get_by_role("alert").filter(has_text="at most 100 bytes can be sent.")
    refused.wait_for()
    assert (refused.text_content() or "").startswith("long.docx: has ")
    assert window.get_by_role("button", name="Align", exact=True).is_disabled()


def test_text_in_another_encoding_can_be_read_after_all(app: str, open_app: Open, files: Path) -> None:
    window = open_app(app + "#view=start", known="400")
    pick(window, "source", files / "latin.txt")
    alert = box(window, "source").get_by_role("alert").filter(has_text="latin.txt: is not UTF-8")
    alert.wait_for()
    assert window.get_by_role("textbox", name="Source").input_value() == ""
    chooser = window.get_by_label("Encoding of the source")
    assert chooser.input_value() == "windows-1252"
    chooser.select_option("koi8-r")
    press(window, "Read as koi8-r")
    told(window, "source", "latin.txt: plain text, 1 line, read as koi8-r")
    chooser.select_option("windows-1252")  # the letters were wrong: the choice is still there
    press(window, "Read as windows-1252")
    told(window, "source", "latin.txt: plain text, 1 line, read as windows-1252")
    text = window.get_by_role("textbox", name="Source").input_value()
    assert text == "Die Fähre fährt über die Bucht. Das Café öffnet früh."
    assert not alert.is_visible()
    pick(window, "source", files / "short.txt")
    told(window, "source", "short.txt: plain text, 2 lines")
    assert not chooser.is_visible()


def test_a_file_that_takes_long_can_be_overtaken_and_cancelled(app: str, open_app: Open, files: Path) -> None:
    window = open_app(app + "#view=start")
    window.get_by_role("textbox", name="Target").fill("A ferry.")
    held: list[Route] = []
    window.route("**/api/read?name=long.docx", lambda route: held.append(route))
    source = window.get_by_role("textbox", name="Source")
    pick(window, "source", files / "long.docx")
    told(window, "source", "Reading long.docx …")
    assert box(window, "source").get_attribute("aria-busy") == "true"
    assert not source.is_editable()
    assert window.get_by_role("button", name="Align", exact=True).is_disabled()
    pick(window, "source", files / "short.txt")
    told(window, "source", "short.txt: plain text, 2 lines")
    assert window.get_by_role("button", name="Align", exact=True).is_enabled()
    pick(window, "source", files / "long.docx")
    told(window, "source", "Reading long.docx …")
    press(window, "Cancel")
    told(window, "source", "short.txt: plain text, 2 lines")
    assert source.is_editable()
    assert source.evaluate("node => node === document.activeElement")
    assert not window.get_by_role("button", name="Cancel").is_visible()
    painted(window)
    assert source.input_value() == "\n".join(SHORT)
    assert len(held) == 2


def test_the_app_says_how_the_texts_were_read(app: str, open_app: Open, files: Path) -> None:
    window = open_app(app + "#view=start")
    taken = settled_reading(Reading(), ["\n".join(SHORT), "\n".join(SHORT)])
    label = window.evaluate(f"Vicinal.app.info.splits.find(({{ name }}) => name === '{taken.split}').label")
    for side in ("source", "target"):
        pick(window, side, files / "short.txt")
        told(window, side, "short.txt: plain text, 2 lines")
    language = window.get_by_role("combobox", name="Language", exact=True)
    assert language.locator("option").first.inner_text() == "Recognise from the texts"
    language.select_option(label="Portuguese")
    press(window, "Align")
    window.wait_for_selector(".stage .sentence")
    notice = window.locator(".notice[data-tone=calm] p")
    assert notice.text_content() == f"Read as Portuguese. Plain text: {label.lower()}."
    assert notice.evaluate("node => node.closest('[role]').role") == "status"  # said calmly, not as an alert
    press(window, "Read differently")
    assert window.get_by_role("textbox", name="Source").input_value() == "\n".join(SHORT)
    assert not notice.is_visible()
    language.select_option("other")
    window.get_by_role("textbox", name="Code of the language").fill("pt-BR")
    press(window, "Align")
    window.wait_for_selector(".stage .sentence")
    assert (notice.text_content() or "").startswith("Read as Brazilian Portuguese.")
    press(window, "Read differently")
    language.select_option("")
    pick(window, "source", files / "long.docx")
    told(window, "source", "long.docx: Word, 2 paragraphs, 1 heading")
    pick(window, "target", files / "long.docx")
    told(window, "target", "long.docx: Word, 2 paragraphs, 1 heading")
    window.get_by_label("Leave out headings").check()
    aligned(window, files / "long.docx", files / "long.docx", headings=False)
    notice.wait_for()
    assert (notice.text_content() or "").startswith(("Read as English, recognised from the texts.", "Language not"))
    assert "Plain text" not in (notice.text_content() or "")
    window.get_by_role("link", name="Pairs").click()
    window.wait_for_selector(".pairs")
    assert not notice.is_visible()


def test_changed_and_replaced_texts_are_read_for_what_they_are(app: str, open_app: Open, files: Path) -> None:
    window = open_app(app + "#view=start")
    asked: list[Any] = []
    window.on(
        "request", lambda request: asked.append(request.post_data_json) if request.url.endswith("pairs") else None
    )
    source = window.get_by_role("textbox", name="Source")
    for side in ("source", "target"):
        pick(window, side, files / "short.md")
        told(window, side, "short.md: Markdown, 2 paragraphs, 1 heading")
    source.press("Control+End")
    source.press_sequentially("It is blue.")  # a line of its own: a paragraph of its own
    target = window.get_by_role("textbox", name="Target")
    target.press("Control+a")
    window.evaluate("""() => {
        const data = new DataTransfer();
        data.setData("text/plain", "A ferry. It is blue.");
        const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(event);
        document.execCommand("insertText", false, "A ferry. It is blue.");
    }""")
    told(window, "target", "")
    press(window, "Align")
    window.wait_for_selector(".stage .sentence")
    assert window.locator(".text-source .words").last.text_content() == "It is blue."
    assert [body["documents"] for body in asked if body] == [["source"]]
    assert window.locator(".stage h1").text_content() == "short.md"


def test_hostile_files_are_shown_as_text(app: str, open_app: Open, tmp_path: Path) -> None:
    window = open_app(app + "#view=start", known="400")
    name = "<img src=x onerror='window.ran = 3'>"
    (tmp_path / f"{name}.txt").write_text("<script>window.ran = 4</script> A ferry.", encoding="utf-8")
    (tmp_path / f"{'long ' * 40}.txt").write_bytes(b"a\0b")
    pick(window, "source", tmp_path / f"{name}.txt")
    told(window, "source", f"{name}.txt: plain text, 1 line")
    pick(window, "target", tmp_path / f"{'long ' * 40}.txt")
    alert = box(window, "target").get_by_role("alert").filter(has_text="is binary data")
    alert.wait_for()
    assert (alert.text_content() or "").count(".txt: ") == 1
    assert len((alert.text_content() or "").partition(": ")[0]) == 80
    assert window.evaluate(RAN) == [None, 0]


@pytest.mark.parametrize("width", [1280, 1024, 400])
def test_files_have_room(app: str, open_app: Open, files: Path, tmp_path: Path, width: int) -> None:
    phone = {"has_touch": True, "is_mobile": True} if width < 500 else {}
    window = open_app(app + "#view=start", width=width, height=844, known="400", **phone)
    pick(window, "source", files / "long.docx")
    told(window, "source", "long.docx: Word, 2 paragraphs, 1 heading")
    pick(window, "target", files / "latin.txt")
    alert = box(window, "target").get_by_role("alert")
    alert.filter(has_text="latin.txt").wait_for()
    painted(window)
    assert window.evaluate("document.documentElement.scrollWidth") == width
    for scheme, ground in GROUND.items():
        window.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert window.evaluate("getComputedStyle(document.body).backgroundColor") == ground
        window.screenshot(path=tmp_path / f"files-{width}-{scheme}.png")
    at = alert.bounding_box()
    assert at is not None
    assert at["x"] >= 0
    assert at["x"] + at["width"] <= width


def test_files_can_be_chosen_with_the_keyboard(app: str, open_app: Open, files: Path) -> None:
    window = open_app(app + "#view=start")
    window.get_by_role("textbox", name="Source").focus()
    window.keyboard.press("Shift+Tab")
    button = window.get_by_role("button", name="Choose a file for the source")
    assert button.evaluate("node => node === document.activeElement")
    with window.expect_file_chooser() as chooser:
        painted(window)  # the browser must know that the test answers its dialog
        window.keyboard.press("Enter")
    chooser.value.set_files(files / "short.txt")
    told(window, "source", "short.txt: plain text, 2 lines")
