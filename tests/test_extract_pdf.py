"""PDF: what is read, what is left out, and files that are bad."""

from __future__ import annotations

import itertools
import random
import re
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.pdf_file import Written, assembled, lines, pdf
from vicinal import Document, InputError
from vicinal.extract import pdf as module
from vicinal.extract.block import Block
from vicinal.extract.content import content_of
from vicinal.extract.pdf_lines import Chunk, Page
from vicinal.extract.pdf_paragraphs import document_blocks
from vicinal.installation import install_command

pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed")

DOCUMENTS = Path(__file__).resolve().parent / "documents"
PROSE = (
    "The water tower of the old paper mill can be seen from",
    "every part of the town. It was built when the mill had",
    "four hundred workers and has been empty since it closed.",
)


def read(data: bytes) -> list[tuple[bool, str]]:
    return [(block.heading, block.text) for block in module.blocks(data, "a.pdf", None)]


def texts(data: bytes) -> list[str]:
    return [text for _, text in read(data)]


def joined(*parts: str) -> str:
    """Return the only paragraph of lines that reach from edge to edge."""
    (text,) = texts(pdf(lines(*parts)))
    return text


def test_lines_become_a_paragraph() -> None:
    assert joined(*PROSE) == " ".join(PROSE)


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ("People often ask for a simpli-", "fication of the letters that they get.", "simplification"),
        ("The train runs on the track Nord-", "Süd through the whole of the country.", "Nord-Süd"),
        ("They met for the first time in 1990-", "1995, and they have written letters since.", "1990-1995"),
        ("Eine Liste der wichtigsten Vor-", "und Nachteile steht am Ende der Broschüre.", "Vor- und Nachteile"),
        ("Some tests in our laboratory are DNA-", "based, and some are not; both are expensive.", "DNA-based"),
        ("It is a state-of-the-", "art machine, as the people who sell it say.", "state-of-the-art"),
        ("In the end there were twenty-", "three people and only nineteen chairs.", "twenty-three"),
        ("A soft hyphen is where a word may be di\xad", "vided; it is never a part of a word.", "divided"),
    ],
)
def test_hyphens_at_the_end_of_a_line(first: str, second: str, wanted: str) -> None:
    text = joined(first, second, "This line has no hyphen at its end.")
    assert re.search(rf" {wanted}[ ,;]", text)


def test_the_document_itself_tells_which_hyphens_are_real() -> None:
    text = joined(
        "The well-read friend of mine gave me a long list of short-",
        "lived plants. Most are short-lived in every garden, and a",
        "few of them are rare. Do not over-",
        "look the rest of the list. People overlook it too often.",
    )
    assert "short-lived plants" in text
    assert "not overlook the" in text


def test_a_gap_an_indent_and_a_short_line_end_paragraphs() -> None:
    gap = lines(*PROSE) + lines(*PROSE, y=670)
    assert texts(pdf(gap)) == [" ".join(PROSE)] * 2
    indent = lines(*PROSE) + lines(PROSE[0][:49], x=90, y=684) + lines(*PROSE[1:], y=672)
    assert texts(pdf(indent)) == [" ".join(PROSE), " ".join([PROSE[0][:49], *PROSE[1:]])]
    short = lines(*PROSE[:2], "four hundred workers.", *PROSE, *PROSE)
    assert texts(pdf(short))[0] == " ".join([*PROSE[:2], "four hundred workers."])


def test_deliberately_short_lines_are_one_paragraph() -> None:
    easy = ("You have a letter.", "The letter is from the town.", "Please read it", "until the end.")
    page = lines(*easy) + lines(*easy, y=650) + lines("This line shows how wide the text of the page could be.", y=590)
    assert texts(pdf(page))[:2] == [" ".join(easy)] * 2


def test_headings_are_larger_or_bold() -> None:
    page = [
        Written("A tower in the town", 72, 760, 18),
        *lines(*PROSE),
        Written("What will become of it", 72, 660, bold=True),
        *lines(*PROSE, y=640),
    ]
    body = " ".join(PROSE)
    assert read(pdf(page)) == [
        (True, "A tower in the town"),
        (False, body),
        (True, "What will become of it"),
        (False, body),
    ]


def test_list_items_lose_their_bullets_and_keep_their_numbers() -> None:
    page = [
        *lines(*PROSE),
        Written("•", 80, 672),
        Written("bread and butter for everybody who comes along, and", 92, 672),
        Written("something to drink", 92, 660),
        Written("•", 80, 648),
        Written("apples", 92, 648),
        Written("1. Wash your hands.", 80, 630),
        Written("2. Cut the apples.", 80, 618),
    ]
    assert texts(pdf(page))[1:] == [
        "bread and butter for everybody who comes along, and something to drink",
        "apples",
        "1. Wash your hands.",
        "2. Cut the apples.",
    ]


def test_bullets_of_private_fonts_are_left_out_and_letters_of_them_stay() -> None:
    page = [
        *lines(*PROSE),
        Written("¤", 80, 672),
        Written("bread and butter for everybody who comes along, and", 98, 672),
        Written("something to drink", 98, 660),
        Written("¤", 80, 648),
        Written("apples", 98, 648),
        Written("¤ pears ¤ of last year", 80, 636),
        *lines("§nd the way home before it is dark.", y=610),
        Written("¤", 300, 560),
        *lines(*PROSE, y=500),
    ]
    assert texts(pdf(page, meant={"¤": "\uf095", "§": "\ue001"}))[1:] == [
        "bread and butter for everybody who comes along, and something to drink",
        "apples",
        "pears of last year",
        "\ue001nd the way home before it is dark.",
        " ".join(PROSE),
    ]


def columns(first: Sequence[str], second: Sequence[str], y: float = 700) -> list[Written]:
    return lines(*first, x=72, y=y) + lines(*second, x=330, y=y)


LEFT = (
    "This is the left column of a page,",
    "and it has six lines, all of which",
    "are about as long as the others so",
    "that it looks like running text in",
    "a paper. It goes on at the top of",
    "the column on the right, where the",
)
RIGHT = (
    "sentence ends. The right column is",
    "a little shorter than the left one",
    "and it ends before the left one is",
    "at its end, which is not unusual.",
)


def test_columns_are_read_one_after_the_other_below_a_title_over_both() -> None:
    title = Written("A title that goes over both columns", 150, 740, 18)
    assert read(pdf([title, *columns(LEFT, RIGHT)])) == [(True, title.text), (False, " ".join(LEFT + RIGHT))]


def test_columns_that_were_drawn_row_by_row() -> None:
    rows = [line for pair in zip(lines(*LEFT), lines(*RIGHT, x=330), strict=False) for line in pair]
    page = [*rows, *lines(*LEFT)[4:]]
    assert texts(pdf(page)) == [" ".join(LEFT + RIGHT)]


def test_cells_of_a_table_are_paragraphs_row_by_row() -> None:
    page = lines(*PROSE)
    for row, cells in enumerate((("Town", "People", "Since"), ("Old Mill", "4,100", "1822"), ("Ash", "900", "1950"))):
        page += [Written(cell, 72 + 120 * column, 660 - 18 * row) for column, cell in enumerate(cells)]
    page += lines(*PROSE, y=580)
    body = " ".join(PROSE)
    wanted = ["Town", "People", "Since", "Old Mill", "4,100", "1822", "Ash", "900", "1950"]
    assert texts(pdf(page)) == [body, *wanted, body]


def test_lines_of_a_cell_belong_together() -> None:
    page = []
    for row, (first, second) in enumerate(
        ((("School trip",), ("To the lake,", "as last year")), (("Lunch",), ("No change",)))
    ):
        page += lines(*first, y=700 - 40 * row) + lines(*second, x=250, y=700 - 40 * row)
    assert texts(pdf(page)) == ["School trip", "To the lake, as last year", "Lunch", "No change"]


def test_running_heads_feet_and_page_numbers_are_left_out() -> None:
    words = " ".join(PROSE).split()
    prose = [[" ".join(words[shift:] + words[:shift])[:60].strip() for shift in (n, n + 5)] for n in range(4)]
    pages = [
        [
            Written("The Town Gazette" if number % 2 else "Towers and Mills", 72, 760, 9),
            *lines(*page, y=720),
            Written(f"- {number} -", 300, 40, 9),
        ]
        for number, page in enumerate(prose, 1)
    ]
    found = " ".join(texts(pdf(*pages)))
    assert found == " ".join(line for page in prose for line in page)


def test_what_only_looks_like_a_running_head_stays() -> None:
    lessons = [[Written(f"Lesson {number}", 72, 740, 16), *lines(*PROSE[number:], y=700)] for number in (1, 2)]
    assert [text for heading, text in read(pdf(*lessons)) if heading] == ["Lesson 1", "Lesson 2"]
    pages = [lines(f"{word} came first.", *PROSE[1:]) for word in ("Anna", "Bert", "Cleo", "Anna")]
    assert [text[:4] for text in texts(pdf(*pages))] == ["Anna", "Bert", "Cleo", "Anna"]


def test_a_number_that_is_no_page_number_stays() -> None:
    assert texts(pdf([*lines(*PROSE), *lines("1984", y=640), *lines(*PROSE, y=600)]))[1] == "1984"


def test_footnotes_and_their_marks_are_left_out() -> None:
    line = PROSE[0]
    page = [
        Written(line[:13], 72, 720),
        Written("2", 72 + 13 * 6, 724, 6),
        Written(line[13:], 72 + 13 * 6 + 4, 720),
        *lines(*PROSE[1:], y=708),
        Written("2", 72, 104, 5),
        Written("As the plans in the archive of the town show.", 76, 100, 8),
    ]
    assert texts(pdf(page, drawn=b"72 112 m 180 112 l S")) == [" ".join(PROSE)]


def test_a_power_is_no_mark_of_a_footnote() -> None:
    page = [Written("The hall has 90 m", 72, 720), Written("2", 72 + 17 * 6, 724, 6), *lines(*PROSE, y=600)]
    assert texts(pdf(page))[0] == "The hall has 90 m2"


def test_a_paragraph_goes_on_on_the_next_page() -> None:
    assert texts(pdf(lines(*PROSE[:2], y=100), lines(PROSE[2]))) == [" ".join(PROSE)]


def test_text_that_runs_another_way_is_left_out() -> None:
    slanted = Written("DRAFT", 200, 300, 60, turned=(0.7, 0.7, -0.7, 0.7))
    margin = Written("archive copy", 30, 300, 8, turned=(0, 1, -1, 0))
    assert texts(pdf([slanted, margin, *lines(*PROSE)])) == [" ".join(PROSE)]


def test_a_page_that_lies_on_its_side() -> None:
    page = [Written(text, 100 + 12 * n, 72, turned=(0, 1, -1, 0)) for n, text in enumerate(PROSE)]
    assert texts(pdf(page)) == [" ".join(PROSE)]


def test_recognised_text_behind_a_scan_is_read() -> None:
    page = [Written(text, 72, 720 - 12 * n, mode=3) for n, text in enumerate(PROSE)]
    assert texts(pdf(page)) == [" ".join(PROSE)]


def test_text_outside_of_the_page_is_left_out() -> None:
    assert texts(pdf([*lines(*PROSE), *lines("nobody sees this", x=900)])) == [" ".join(PROSE)]


def test_what_the_file_calls_an_artifact_is_left_out() -> None:
    stamp = b"/Artifact << /Type /Pagination >> BDC BT /F0 10 Tf 72 500 Td (printed today) Tj ET EMC\n"
    assert texts(pdf(lines(*PROSE), drawn=stamp)) == [" ".join(PROSE)]


def test_dots_of_a_table_of_contents_are_left_out() -> None:
    page = lines(
        "The mill . . . . . . . . . . . . . . . . . . . . . 3", "The tower . . . . . . . . . . . . . . . . . . . . 12"
    )
    assert texts(pdf(page)) == ["The mill", "The tower"]


def test_a_pdf_is_known_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(pdf(lines(*PROSE)))
    assert Document.from_file(path, "en").paragraphs == (
        (
            "The water tower of the old paper mill can be seen from every part of the town.",
            "It was built when the mill had four hundred workers and has been empty since it closed.",
        ),
    )


def test_threads_may_read_at_the_same_time() -> None:
    data = (DOCUMENTS / "two-columns.pdf").read_bytes()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: read(data), range(8)))
    assert found == [read(data)] * 8


# Bad files.


def refused(data: bytes) -> str:
    with pytest.raises(InputError) as error:
        content_of(data, "a.pdf")
    return str(error.value)


def picture_page() -> bytes:
    image = (
        b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>"
    )
    content = b"q 612 0 0 792 0 0 cm /I Do Q"
    return assembled([
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R "
        b"/Resources << /XObject << /I 4 0 R >> >> >>",
        image + b"\nstream\n\x00\nendstream",
        b"<< /Length %d >>\nstream\n" % len(content) + content + b"\nendstream",
    ])  # fmt: skip


def test_a_scan_is_refused_with_what_to_do() -> None:
    wanted = "a.pdf: has no text, only pictures of pages (a scan); run text recognition (OCR) on it first"
    assert refused(picture_page()) == wanted


def test_an_empty_page_has_no_text() -> None:
    assert refused(pdf([])) == "a.pdf: has no text"


def test_a_password_is_needed_or_not() -> None:
    assert (
        refused(pdf(lines(*PROSE), password="secret")) == "a.pdf: is encrypted; remove the password and save it again"
    )
    assert texts(pdf(lines(*PROSE), password="")) == [" ".join(PROSE)]


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7\n",
        b"%PDF-1.4\n%%EOF",
        assembled([b"<< /Type /Catalog >>"]),
        assembled([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"]),
        assembled([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [9 0 R] /Count 1 >>"]),
        assembled([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"]),
        assembled([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [2 0 R] /Count 99999999 >>"]),
    ],
    ids=["head only", "no objects", "no page tree", "no pages", "missing page", "loop of pages", "loop with a lie"],
)
def test_a_damaged_file_is_refused_in_one_line(data: bytes) -> None:
    message = refused(data)
    assert message.startswith("a.pdf: ")
    assert "\n" not in message


@pytest.mark.parametrize("box", ["0 0 1e9 1e9", "-1e30 -1e30 1e30 1e30", "0 0 0 0", "612 792 0 0", "0 0 nan inf", ""])
def test_any_size_of_a_page_is_read_or_refused(box: str) -> None:
    found = outcome(pdf(lines(*PROSE), box=box))
    assert found in (None, [], [Block(" ".join(PROSE))])


def outcome(data: bytes) -> list[Block] | None:
    """Return what is read from damaged data; None if it is refused. Any other error fails the test."""
    try:
        return module.blocks(data, "a.pdf", None)
    except InputError:
        return None


@pytest.mark.parametrize("name", ["two-columns.pdf", "printed-page.pdf", "scanned-notice.pdf"])
def test_a_truncated_file_is_read_in_part_or_refused(name: str) -> None:
    data = (DOCUMENTS / name).read_bytes()
    found = [outcome(data[: len(data) * percent // 100]) for percent in range(1, 100, 11)]
    assert found[0] is None


def test_a_file_with_wrong_bytes_is_read_or_refused() -> None:
    chance = random.Random(13)
    small = pdf(lines(*PROSE), columns(LEFT, RIGHT), password="")
    for data, rounds in ((small, 20), ((DOCUMENTS / "minutes.pdf").read_bytes(), 8)):
        for _ in range(rounds):
            damaged = bytearray(data)
            for _ in range(chance.choice((1, 3, 20))):
                damaged[chance.randrange(9, len(damaged))] = chance.randrange(256)
            outcome(bytes(damaged))
    assert outcome(small) is not None


def test_wild_numbers_in_a_page_are_read_or_refused() -> None:
    for number in ("1e38", "-1e38", "nan", "999999999999999999999999", "0", "-10", "1e-40"):
        wild = f"BT /F0 {number} Tf {number} 0 0 {number} {number} {number} Tm (wild words here) Tj ET\n".encode()
        found = outcome(pdf(lines(*PROSE), drawn=wild))
        assert found is None or any(PROSE[0] in block.text for block in found), number


def test_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pdf(lines(*PROSE), lines(*PROSE))
    monkeypatch.setattr(module, "MOST_LETTERS", 100)
    assert refused(data) == "a.pdf: page 1 has more than 100 letters; it is no page of a text"
    monkeypatch.undo()
    monkeypatch.setattr(module, "MOST_PAGES", 1)
    assert refused(data) == "a.pdf: has 2 pages; at most 1 are read; split it"
    monkeypatch.undo()
    monkeypatch.setattr(module, "MOST_WORDS", 50)
    assert refused(data) == "a.pdf: has more than 50 words; split it"
    monkeypatch.undo()
    monkeypatch.setattr(module, "MOST_PIECES", 30)
    assert refused(data) == "a.pdf: page 1 has more than 30 words; it is no page of a text"


@pytest.mark.parametrize("step", [50, 25])  # the time is over at the lines, or at the columns
def test_the_time_for_all_pages_is_limited(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    data = pdf(*(lines(*PROSE) for _ in range(4)))
    clock = itertools.count(0, step)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))
    assert refused(data) == "a.pdf: takes longer than 120 seconds to read; split it"


def page_of(content: bytes, *others: bytes) -> bytes:
    """Return a file of one page with packed content that may draw the others as forms, each of which the next ones."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources RESOURCES >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
    ]
    forms = b" ".join(b"/X%d %d 0 R" % (number, 6 + number) for number in range(len(others)))
    resources = b"<< /Font << /F0 4 0 R >> /XObject << " + forms + b" >> >>"
    for number, stream in enumerate((content, *others)):
        packed = zlib.compress(stream)
        kind = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources RESOURCES " if number else b""
        head = b"<< " + kind + b"/Length %d /Filter /FlateDecode >>" % len(packed)
        objects.append(head + b"\nstream\n" + packed + b"\nendstream")
    return assembled([one.replace(b"RESOURCES", resources) for one in objects])


def letter(x: float, y: float, size: float = 6.0, number: int = 0, text: str = "a") -> Chunk:
    """Return a letter that an instruction of its own draws."""
    return Chunk(text, x, x + 0.6 * size, y, size, False, False, 1, number)


def scattered(count: int) -> Page:
    chance = random.Random(1)
    chunks = [letter(600 * chance.random(), 780 * chance.random(), 6, number) for number in range(count)]
    return Page(chunks, [], [], 792.0, False)


def in_one_line(count: int) -> Page:
    return Page([letter(5.0 * number + number % 2, 100, 6, number) for number in range(count)], [], [], 792.0, False)


def again_and_again(count: int) -> Page:
    """Lines that touch each other, each drawn in another pass."""
    chunks = [letter(3.0 * (number % 97), 400 * (number % 2) + 100, 6, number) for number in range(count)]
    return Page(chunks, [], [], 792.0, False)


def two_rows(count: int) -> Page:
    places = [(100.0 * (number // 2), 100.0 + 12 * (number % 2)) for number in range(count)]
    return Page([letter(*place, 6, number) for number, place in enumerate(places)], [], [], 792.0, False)


def small_below_large(count: int) -> Page:
    chunks = [letter(50, 5.0 * number, 12 if number < count / 2 else 6, number, "word") for number in range(count)]
    return Page(chunks, [], [], 792.0, False)


def with_dots(count: int) -> Page:
    return scattered(count)._replace(dots=[(600.0 / count * number, 100.0) for number in range(count)])


def one_long_paragraph(count: int) -> Page:
    text = "a" * 10_000
    return Page([letter(50, 10.0 * number, 8, number, text) for number in range(count // 4)], [], [], 10.0, False)


def dots_to_a_letter(count: int) -> Page:
    return Page([letter(50, 100, text="." * 10 * count + "q")], [], [], 792.0, False)


@pytest.mark.parametrize(
    "page",
    [
        scattered,
        in_one_line,
        again_and_again,
        two_rows,
        small_below_large,
        with_dots,
        dots_to_a_letter,
        one_long_paragraph,
    ],
)
def test_the_time_for_a_page_grows_with_what_is_drawn_on_it(page: Callable[[int], Page]) -> None:
    def seconds(count: int) -> float:
        made = page(count)
        begin = time.process_time()
        document_blocks([made])
        return time.process_time() - begin

    assert min(seconds(8_000) for _ in range(3)) < 12 * min(seconds(2_000) for _ in range(3))


def test_a_page_with_too_many_letters_is_refused() -> None:
    data = page_of(b"BT /F0 10 Tf 72 720 Td " + b"(again and again) Tj " * 100_000 + b"ET")
    assert len(data) < 20_000
    assert refused(data) == "a.pdf: page 1 has more than 200,000 letters; it is no page of a text"


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is limited on Linux only")
def test_a_page_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_MEMORY", 500_000_000)
    data = page_of(b"0 0 m 9 9 l S " * 3_000_000)
    assert len(data) < 200_000
    assert refused(data) == "a.pdf: is damaged, or needs more memory to read than 500 MB"


def test_a_page_that_draws_itself_again_and_again_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SECONDS", 2.0)
    forms = [b"/X%d Do " % (number + 1) * 30 for number in range(8)]
    data = page_of(b"/X0 Do", *forms, b"BT /F0 10 Tf 72 720 Td (again) Tj ET")
    assert refused(data) == "a.pdf: takes longer than 2 seconds to read; split it"


NEEDS = f"reading .pdf files needs pypdfium2; install it: {install_command('documents', 'pypdfium2')}"


def test_without_the_library_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    assert refused(pdf(lines(*PROSE))) == f"a.pdf: {NEEDS}"


def package(folder: Path, source: str) -> None:
    """Write a package pypdfium2 that runs a source when it is imported."""
    (folder / "pypdfium2").mkdir()
    (folder / "pypdfium2" / "__init__.py").write_text(source, encoding="utf-8")


@pytest.mark.parametrize("safe_path", ["", "1"])
def test_the_library_is_found_where_this_process_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, safe_path: str
) -> None:
    real = Path(pytest.importorskip("pypdfium2").__file__).parent
    seen = tmp_path / "seen"
    source = "open({!r}, 'w').close()\n__path__ = [{!r}]\nimport pypdfium2._library_scope\n"
    package(tmp_path, source.format(str(seen), str(real)))
    monkeypatch.setenv("PYTHONSAFEPATH", safe_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert joined(*PROSE) == " ".join(PROSE)
    assert seen.exists()


def test_a_library_that_cannot_be_loaded_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "raise ImportError('broken')\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert refused(pdf(lines(*PROSE))) == f"a.pdf: {NEEDS}"


def test_nothing_is_imported_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pypdfium2", "msgspec", "ctypes", "vicinal", "pathlib"):
        (tmp_path / f"{name}.py").write_text("open('imported', 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    assert joined(*PROSE) == " ".join(PROSE)
    assert not (tmp_path / "imported").exists()
