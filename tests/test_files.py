"""Reading and writing files: clear errors, whole files, permissions and links kept."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from vicinal import InputError
from vicinal.files import decode, read_bytes, read_text, reason, write_files


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
        (b"\xff\xfeA\0", "in.txt: is UTF-16 text; save it as UTF-8"),
        (b"\xfe\xff\0A", "in.txt: is UTF-16 text; save it as UTF-8"),
        (b"\0", "in.txt: is binary data (a NUL byte at offset 0); give a plain text file"),
        (b"ab\0c", "in.txt: is binary data (a NUL byte at offset 2); give a plain text file"),
        (b"\xe9", "in.txt: is not UTF-8: byte 0xe9 at offset 0, line 1; save it as UTF-8"),
        (b"\n\xe9", "in.txt: is not UTF-8: byte 0xe9 at offset 1, line 2; save it as UTF-8"),
        (b"a\nb\nc\xe9\n", "in.txt: is not UTF-8: byte 0xe9 at offset 5, line 3; save it as UTF-8"),
        (b"\xef\xbb\xbfa\n\xe9", "in.txt: is not UTF-8: byte 0xe9 at offset 5, line 2; save it as UTF-8"),
    ],
)
def test_data_that_is_not_text_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        decode(data, "in.txt")
    assert str(caught.value) == message


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
