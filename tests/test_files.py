"""Reading and writing files: clear errors, whole files, permissions and links kept."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vicinal import InputError
from vicinal.files import decode, read_bytes, read_text, reason, write_files
from vicinal.text_encoding import likely_encoding

READ = "give a text file"
WINDOWS = "it seems to be windows-1252: give --encoding windows-1252, or save it as UTF-8"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# Reading


def test_utf_8_with_and_without_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "marked.txt").write_bytes(b"\xef\xbb\xbf\xc3\xa9t\xc3\xa9")
    (tmp_path / "plain.txt").write_bytes(b"\xc3\xa9t\xc3\xa9")
    assert read_text(tmp_path / "marked.txt") == read_text(str(tmp_path / "plain.txt")) == "été"
    assert read_bytes(tmp_path / "marked.txt").startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfeA\0", "is UTF-16 text; give --encoding utf-16, or save it as UTF-8"),
        (b"\xfe\xff\0A", "is UTF-16 text; give --encoding utf-16, or save it as UTF-8"),
        (b"\xff\xfe\0\0A\0\0\0", "is UTF-32 text; give --encoding utf-32, or save it as UTF-8"),
        ("Zwölf Tage".encode("utf-16-le"), "is UTF-16 text; give --encoding utf-16-le, or save it as UTF-8"),
        ("И снова день.".encode("utf-16-be"), "is UTF-16 text; give --encoding utf-16-be, or save it as UTF-8"),
        (b"\0", f"is binary data (a NUL byte at offset 0); {READ}"),
        (b"ab\0c", f"is binary data (a NUL byte at offset 2); {READ}"),
        (b"abc\0def\0", f"is binary data (a NUL byte at offset 3); {READ}"),
        (b"a\0b\0", f"is binary data (a NUL byte at offset 1); {READ}"),
        ("一月。The end".encode("utf-16-le"), "is UTF-16 text; give --encoding utf-16-le, or save it as UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0", f"is a PNG picture; {READ}"),
        (b"\x1f\x8b\x08\x00", f"is a gzip archive; {READ}"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", f"is an old Office file (.doc, .xls, .ppt); {READ}"),
        (b"SQLite format 3\0", f"is an SQLite database; {READ}"),
        (b"\xff\xd8\xff\xe0", f"is not UTF-8: byte 0xff at offset 0, line 1; it is a JPEG picture; {READ}"),
        (b"\xe9", f"is not UTF-8: byte 0xe9 at offset 0, line 1; {WINDOWS}"),
        (b"\n\xe9", f"is not UTF-8: byte 0xe9 at offset 1, line 2; {WINDOWS}"),
        (b"a\nb\nc\xe9\n", f"is not UTF-8: byte 0xe9 at offset 5, line 3; {WINDOWS}"),
        (b"\xef\xbb\xbfa\n\xe9", "is not UTF-8: byte 0xe9 at offset 5, line 2; save it as UTF-8"),
    ],
)
def test_data_that_is_not_text_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        decode(data, "in.txt")
    assert str(caught.value) == f"in.txt: {message}"


@pytest.mark.parametrize("encoding", ["windows-1252", "latin-1", "utf-16", "utf-16-le", "cp850", "UTF-8", "utf-8-sig"])
def test_a_named_encoding_is_read(encoding: str) -> None:
    assert decode("\ufeffÀ demain".encode(encoding, "ignore"), "in.txt", encoding) == "À demain"
    assert decode("À demain".encode(encoding), "in.txt", encoding) == "À demain"


@pytest.mark.parametrize(
    ("data", "encoding", "message"),
    [
        (b"a\n\x81", "windows-1252", "byte 0x81 at offset 2, line 2; it seems to be cp850: give --encoding cp850"),
        ("À\n".encode("latin-1"), "ascii", "byte 0xc0 at offset 0, line 1; it seems to be windows-1252"),
        ("A long line.".encode("utf-16-le"), "latin-1", "NUL characters in it; it seems to be utf-16-le"),
        (
            b"\x81\x8d\xff\x9d\x8f\xfd\xfe",
            "shift_jis",
            "byte 0xff at offset 2, line 1; give another --encoding, or save it as UTF-8",
        ),
        (
            "Le café fermé rouvrira.\n".encode("latin-1"),
            "utf-16",
            "it has a byte a character; it seems to be windows-1252: give --encoding windows-1252",
        ),
        (b"\xef\xbb\xbf\xe9\x90", "utf-8-sig", "byte 0xe9 at offset 3, line 1; "),
    ],
)
def test_a_wrong_encoding_is_refused(data: bytes, encoding: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        decode(data, "in.txt", encoding)
    assert str(caught.value).startswith(f"in.txt: is not {encoding}: {message}")


def test_utf16_without_any_ascii_is_read() -> None:
    text = "天下大势，分久必合，合久必分。"
    assert decode(text.encode("utf-16-le"), "in.txt", "utf-16-le") == text


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("windows-1225", "unknown encoding 'windows-1225'; perhaps windows_125"),
        ("utf9", "unknown encoding 'utf9'; perhaps utf"),
        ("klingon", "unknown encoding 'klingon'; give one such as windows-1252 or utf-16"),
        ("\0", "unknown encoding '\\x00'; give one such as windows-1252 or utf-16"),
        ("base64", "'base64' is not an encoding of text; give one such as windows-1252 or utf-16"),
        ("rot13", "'rot13' is not an encoding of text; give one such as windows-1252 or utf-16"),
        ("idna", "'idna' is not an encoding of text; give one such as windows-1252 or utf-16"),
        ("punycode", "'punycode' is not an encoding of text; give one such as windows-1252 or utf-16"),
        ("undefined", "'undefined' is not an encoding of text; give one such as windows-1252 or utf-16"),
        ("zip", "'zip' is not an encoding of text; give one such as windows-1252 or utf-16"),
    ],
)
def test_names_that_are_no_encodings_of_text(name: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        decode(b"abc", "in.txt", name)
    assert str(caught.value).startswith(message)


# A text of each encoding that is recognised.
SAMPLES = {
    "windows-1252": "L’été dernier, nous avons marché jusqu’à la forêt. Ça a duré très longtemps, même trop.",
    "windows-1250": "Včera večer přišel starý muž a vyprávěl dětem příběh o řece, která neměla žádný most.",
    "windows-1251": "Вчера вечером мы долго шли домой пешком, потому что последний автобус уже уехал.",
    "windows-1253": "Το πρωί πήγαμε στην αγορά και αγοράσαμε ψωμί, τυρί και λίγες ελιές για το ταξίδι.",
    "windows-1254": "Dün akşam küçük kardeşim ağaçtan düştü, ama çok şükür hiçbir şey olmadı.",
    "windows-1255": "אתמול בערב הלכנו לשפת הים וישבנו שם עד שהשמש שקעה.",
    "windows-1256": "ذهبنا أمس إلى السوق واشترينا الخبز والفاكهة ثم عدنا إلى البيت.",
    "windows-1257": "Vakar vakare mes ilgai ėjome namo, nes paskutinis autobusas jau buvo išvažiavęs į miestą.",
    "cp874": "เมื่อวานนี้เราไปตลาดเพื่อซื้อผลไม้และขนมปัง",
    "iso-8859-2": "Wczoraj wieczorem szliśmy długo pieszo, bo ostatni autobus już odjechał, a taksówka była za droga.",
    "koi8-r": "Вчера вечером мы долго шли домой пешком, потому что последний автобус уже уехал.",
    "cp866": "Вчера вечером мы долго шли домой пешком, потому что последний автобус уже уехал.",
    "cp850": "Die Bäckerei öffnet früh, und die Straße ist dann schon voller Menschen.",
    "mac-roman": "L'été dernier, nous avons marché jusqu'à la forêt. Ça a duré très longtemps, même trop.",
    "shift_jis": "昨日の夜、私たちは長い道を歩いて家に帰りました。",
    "euc-jp": "昨日の夜、私たちは長い道を歩いて家に帰りました。",
    "gb18030": "昨天晚上我们走了很长的路才回到家，因为最后一班车已经开走了。",
    "big5": "昨天晚上我們走了很長的路才回到家，因為最後一班車已經開走了。",
    "euc-kr": "어제 저녁에 우리는 오랫동안 걸어서 집으로 돌아왔습니다.",
}


@pytest.mark.parametrize("encoding", SAMPLES)
def test_the_encoding_that_data_seem_to_be_in_is_named(encoding: str) -> None:
    data = SAMPLES[encoding].encode(encoding)
    found = likely_encoding(data)
    assert found is not None
    assert data.decode(found) == SAMPLES[encoding]
    with pytest.raises(InputError, match=f"it seems to be {found}: give --encoding {found}, or save it as UTF-8"):
        decode(data, "in.txt")


def test_a_long_text_is_judged_by_its_beginning() -> None:
    data = (SAMPLES["shift_jis"] * 3000).encode("shift_jis")
    assert likely_encoding(b"a" + data) == likely_encoding(data) == "shift_jis"  # a character is cut in two


@given(st.binary(max_size=200))
def test_any_data_are_text_or_refused_in_one_line(data: bytes) -> None:
    message = ""
    try:
        text = decode(data, "in.txt")
    except InputError as error:
        text, message = "", str(error)
    if message:
        assert message.startswith("in.txt: is ")
        assert message.isprintable()
    else:
        assert text.encode() == data.removeprefix(b"\xef\xbb\xbf").removeprefix(b"\xef\xbb\xbf")


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'' is no file name"):
        read_bytes("")
    with pytest.raises(InputError, match="is a directory; give a text file"):
        read_bytes(tmp_path)
    with pytest.raises(InputError, match=r"gone\.txt: cannot be read: no such file"):
        read_bytes(tmp_path / "gone.txt")
    with pytest.raises(InputError, match="cannot be read: embedded null"):
        read_bytes("a\0b")


def test_the_reason_is_the_message_of_the_system() -> None:
    assert reason(OSError(2, "No such FILE")) == "no such file"
    assert reason(ValueError("Embedded null byte")) == "embedded null byte"


# Writing


def test_files_are_written_and_replaced(tmp_path: Path) -> None:
    files = {tmp_path / "a": b"one", tmp_path / "b": b""}
    write_files(files)
    write_files({**files, tmp_path / "a": b"two"}, sync=False)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"two", "b": b""}


@pytest.mark.parametrize("permissions", [0o600, 0o640, 0o755, 0o444])
def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path: Path, permissions: int) -> None:
    path = tmp_path / "kept.txt"
    path.write_bytes(b"old")
    path.chmod(permissions)
    write_files({path: b"new", tmp_path / "new.txt": b"new"})
    assert path.read_bytes() == b"new"
    assert mode(path) == permissions
    (tmp_path / "plain.txt").write_bytes(b"")
    assert mode(tmp_path / "new.txt") == mode(tmp_path / "plain.txt")


def test_a_symbolic_link_stays_one_and_the_file_behind_it_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_bytes(b"old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_files({tmp_path / "link.txt": b"new"})
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_bytes() == b"new"


def test_streams_and_pipes_are_written_to(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_files({Path("/dev/stdout"): b"one ", Path("/proc/self/fd/1"): b"two"})
    assert capfdbinary.readouterr().out == b"one two"
    with (tmp_path / "out.txt").open("wb") as out:
        out.write(b"before ")
        out.flush()
        write_files({Path(f"/dev/fd/{out.fileno()}"): b"after"})  # a regular file behind the name of a stream
    assert (tmp_path / "out.txt").read_bytes() == b"before after"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_files({pipe: b"through", tmp_path / "file": b"beside"})
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert (tmp_path / "file").read_bytes() == b"beside"


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(InputError) as caught:
        write_files({tmp_path / "a": b"new", tmp_path / "nowhere" / "b": b"new"})
    assert str(caught.value) == f"{tmp_path / 'nowhere' / 'b'}: cannot be written: no such file or directory"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"old"}


def test_the_file_that_cannot_be_renamed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def refuse_b(self: Path, target: Path) -> Path:
        if target.name == "b":
            raise OSError(5, "Input/output error")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refuse_b)
    with pytest.raises(InputError) as caught:
        write_files({tmp_path / "a": b"1", tmp_path / "b": b"2", tmp_path / "c": b"3"})
    assert str(caught.value) == f"{tmp_path / 'b'}: cannot be written: input/output error"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


@pytest.mark.parametrize("options", [{}, {"sync": True}, {"sync": False}], ids=repr)
def test_files_are_synchronised_before_they_are_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, bool]
) -> None:
    events: list[Any] = []
    replace = Path.replace

    def noted(self: Path, target: Path) -> Path:
        events.append("renamed")
        return replace(self, target)

    # What is flushed is in the file by the time it is synchronised.
    monkeypatch.setattr(os, "fsync", lambda number: events.append(os.fstat(number).st_size))
    monkeypatch.setattr(Path, "replace", noted)
    write_files({tmp_path / "a": b"12", tmp_path / "b": b"345"}, **options)
    assert events == [*([2, 3] if options.get("sync", True) else []), "renamed", "renamed"]


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        ("Le café".encode(), "windows-1252", "Le café"),
        ("Le café".encode("cp1252"), "windows-1252", "Le café"),
        (b"\xef\xbb\xbfLe caf\xc3\xa9", "latin-1", "Le café"),
        (b"coffee", "utf-16", "coffee"),
        ("coffee".encode("utf-16"), "utf-16", "coffee"),
        (b"+AOk-", "utf-7", "é"),
        ("日本語".encode("iso-2022-jp"), "iso-2022-jp", "日本語"),
    ],
)
def test_utf_8_stays_utf_8_beside_text_in_another_encoding(data: bytes, encoding: str, text: str) -> None:
    assert decode(data, "a.txt", encoding) == text
