"""The encoding of text that is not UTF-8: what it seems to be, and whether a name is that of an encoding.

Each candidate is tried on a part of the data. Its characters beyond ASCII are then compared with the letters of the
languages that are written in it: a wrong candidate shows letters that no such language has, or marks inside words.

Callers: `files.decode`, for its messages, and the command line.
"""

from __future__ import annotations

import codecs
from collections import Counter
from encodings.aliases import aliases
from itertools import pairwise

from vicinal.errors import InputError
from vicinal.lazy_pattern import pattern

_MOST = 50_000  # bytes that are looked at
_LEAST_SCORE = 0.5  # of 1, for each character beyond ASCII
_MOSTLY = 0.75  # the share of letters and spaces of ASCII in text of one byte a character; in Chinese as UTF-16, half
_PLAIN = bytes(byte for byte in range(128) if chr(byte).isalpha() or chr(byte).isspace())
_KANA = "".join(map(chr, range(0x3041, 0x30FF)))
_HAN = (
    "一不人中大有上了在是的我以他到出年国會会这這来來个個们們地为為和就说說要时時也后後能对對下生子过過于於家学學"
    "可里好自多天成小心去起行方前用所法想日本月事二三同新与與全从從没沒只当當很最将將被无無文件安装裝请請使系统統"
)
# Encodings, and the letters beyond ASCII of languages that are written in them, in lower case, a language a word. Where
# two fit equally well, the first is taken.
_CANDIDATES = (
    ("windows-1252", "éèàêçùâîôûëïœæü äöüß áéíóúñü¿¡ºª áâãàçéêíóôõúü àèéìòù åäöé æøåé ëéïö àçèéíòóúüï·"),
    ("windows-1250", "áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž ąćęłńóśźż áéíóöőúüű čćđšž ăâîşţ"),
    ("windows-1251", "оеаинтсрвлкмдпуяызьбгчйхжшюцщэфъё оаиніївтерслкдумпязьбгчхйжєшюцщґф "
                     "оаиенрстјкдвлмпузгбљшчжњцхћђџф аоиентрсвлпкдмзгуъбчщшжяцйхюф"),
    ("windows-1253", "αοιετσνηυρπκμλςίόγέήωύάδχθώφβξζψϊϋΐΰ"),
    ("windows-1254", "ıişğçöüâî"),
    ("windows-1255", "יוהלארתבמשנעםדקחפכטגצןזסךףץ"),
    ("windows-1256", "ايلمنروتبةعدفسهكقحجشطصخذغضثزءأإآئؤى ایرندهمتوبسشکزفگخقجعحپطصچلضذظغثژئآ"),
    ("windows-1257", "āčēģīķļņšūž ąčęėįšųūž äõöüšž"),
    ("cp874", "านรอกเงมยลวดทสตะปบคหแจพชขใไผโภศซธณฐษฉถฟฝฎุู่้ิี์ัึำื็"),
    ("iso-8859-15", "éèàêçùâîôûëïœæü€ äöüß€ áéíóúñü¿¡ºª€ áâãàçéêíóôõúü€ äöåéšž"),
    ("iso-8859-2", "áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž ąćęłńóśźż áéíóöőúüű čćđšž ăâîşţ"),
    ("iso-8859-5", "оеаинтсрвлкмдпуяызьбгчйхжшюцщэфъё"),
    ("iso-8859-7", "αοιετσνηυρπκμλςίόγέήωύάδχθώφβξζψϊϋΐΰ"),
    ("iso-8859-9", "ıişğçöüâî"),
    ("iso-8859-13", "āčēģīķļņšūž ąčęėįšųūž äõöüšž"),
    ("koi8-r", "оеаинтсрвлкмдпуяызьбгчйхжшюцщэфъё"),
    ("koi8-u", "оаиніївтерслкдумпязьбгчхйжєшюцщґф"),
    ("cp866", "оеаинтсрвлкмдпуяызьбгчйхжшюцщэфъё"),
    ("cp850", "éèàêçùâîôûëï äöüß áéíóúñü¿¡ºª áâãàçéêíóôõúü àèéìòù åäöé æøåé"),
    ("cp852", "áčďéěíňóřšťúůýž ąćęłńóśźż áéíóöőúüű čćđšž"),
    ("mac-roman", "éèàêçùâîôûëïœæü äöüß áéíóúñü¿¡ºª áâãàçéêíóôõúü àèéìòù åäöé æøåé"),
    ("shift_jis", _KANA), ("cp932", _KANA), ("euc-jp", _KANA),
    ("gb18030", _HAN), ("big5", _HAN),
    ("euc-kr", "이다는의에가을를고하지로은기서사한도리어자아시해인정으부습니스일나라수대보있제"),
)  # fmt: skip
_MARKS = frozenset("’‘“”„«»‹›–—…•·°§€£©®™ºª¿¡½²³´ \u00a0。、，「」『』（）！？：；・ー《》")
_INSIDE_WORDS = frozenset("’´·-ー・\u00a0")
_FREQUENT = 12  # letters at the beginning of each list
_BEYOND = pattern(r"[^\x00-\x7f]")
_MARK_IN_A_WORD = pattern(r"(?<=[^\W\d_])[^\w\s\x00-\x7f\u0e00-\u0eff](?=[^\W\d_])")

_SCRIPTS_IN_A_WORD = pattern(r"[A-Za-z][\u0370-\u1fff]|[\u0370-\u1fff][A-Za-z]")
_NO_PLAIN_LETTER = pattern(r"[\u00c0-\u024f]{4,}")


def is_utf8(data: bytes, encoding: str) -> bool:
    """Tell whether text that is said to be in another encoding is UTF-8.

    Text in another encoding is hardly ever valid UTF-8 by chance, once it has a letter beyond ASCII. ASCII is the same
    in most encodings, but not in UTF-16 and UTF-32, where it has NUL bytes.
    """
    if data.isascii():
        return encoding.lower().replace("_", "-").startswith(("utf-16", "utf-32")) and b"\0" not in data
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"\0" not in data


def has_narrow_text(data: bytes, encoding: str) -> bool:
    """Tell whether text that is said to be UTF-16 or UTF-32 evidently has one byte a character.

    It has no NUL byte then, and most of its bytes are letters and spaces of ASCII.
    """
    if not codecs.lookup(encoding).name.startswith(("utf-16", "utf-32")) or b"\0" in data:
        return False
    part = data[:_MOST]
    return b" " in part and len(part.translate(None, _PLAIN)) < (1 - _MOSTLY) * len(part)


def check_encoding(name: str) -> str:
    """Return the name of an encoding.

    Raises:
        InputError: It is none, turns bytes into something else than text, or cannot read text with faults.
    """
    try:
        is_text = codecs.lookup(name)._is_text_encoding
    except (LookupError, ValueError):
        from difflib import get_close_matches

        asked = name.lower().replace("-", "_")
        near = get_close_matches(asked, sorted({*aliases, *aliases.values()} - {asked}), n=2)
        hint = f"; perhaps {' or '.join(near)}" if near else "; give one such as windows-1252 or utf-16"
        raise InputError(f"unknown encoding {name!r:.80}{hint}") from None
    if not (is_text and _reads_faults(name)):
        raise InputError(f"{name!r:.80} is not an encoding of text; give one such as windows-1252 or utf-16")
    return name


def _reads_faults(name: str) -> bool:
    """Tell whether an encoding has a character for what it cannot read; those of domain names have none."""
    try:
        b"a\xff".decode(name, "replace")
    except UnicodeError:
        return False
    return True


def likely_encoding(data: bytes) -> str | None:
    """Return the encoding that data seem to be in, which are not UTF-8; None if there is no telling.

    >>> likely_encoding("Der Zug fährt um zwölf Uhr.".encode("cp1252"))
    'windows-1252'
    """
    part = data[:_MOST]
    if part.startswith(codecs.BOM_UTF8):
        return None
    for mark, name in ((codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
                       (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):  # fmt: skip
        if part.startswith(mark):
            return name if _decoded(part, name) is not None else None
    if b"\0" in part:
        wide = ((name, _decoded(part, name) or "") for name in ("utf-16-le", "utf-16-be"))
        return next((name for name, text in wide if _is_prose(text, len(part))), None)
    scores = {}
    for name, letters in _CANDIDATES:
        text = _decoded(part, name)
        if text is not None:
            scores[name] = _score(text, letters.split())
    best = max(scores, key=scores.__getitem__, default=None)
    return best if best is not None and scores[best] >= _LEAST_SCORE else None


def _decoded(part: bytes, name: str) -> str | None:
    """Return a part of some data as text; its last character may be cut off."""
    try:
        return codecs.getincrementaldecoder(name)().decode(part)
    except UnicodeDecodeError:
        return None


def _is_prose(text: str, size: int) -> bool:
    """Tell whether `size` bytes of two bytes a character are text: printable, with letters or spaces of ASCII.

    Bytes that are ASCII and NUL bytes, but not by turns, are strings of a program, not text.
    """
    odd = sum(1 for character in text if not character.isprintable() and not character.isspace())
    plain = sum(1 for character in text if character.isascii() and (character.isalpha() or character.isspace()))
    if not text.isascii() and all(
        byte == 0 or 32 <= byte < 127 or byte in b"\t\r\n" for byte in text.encode("utf-16-le")
    ):
        return False
    return size % 2 == 0 and len(text) > 3 and odd == 0 and plain >= max(2, 0.1 * len(text))


def _score(text: str, languages: list[str]) -> float:
    """Return how well the characters beyond ASCII fit the best of some languages: 1 if all are its frequent letters."""
    found = Counter(_BEYOND.findall(text.lower()))
    marks = sum(1 for mark in _MARK_IN_A_WORD.findall(text) if mark not in _INSIDE_WORDS)
    faults = 2 * marks + 2 * len(_SCRIPTS_IN_A_WORD.findall(text)) + sum(map(len, _NO_PLAIN_LETTER.findall(text)))
    faults += sum(1 for small, large in pairwise(text) if small.islower() and large.isupper())
    best = max(sum(count * _weight(character, letters) for character, count in found.items()) for letters in languages)
    return (best - faults) / max(1, found.total())


def _weight(character: str, letters: str) -> float:
    place = letters.find(character)
    if place >= 0:
        return 1.0 if place < _FREQUENT or character >= "\u3000" else 0.5
    if character in _MARKS:
        return 0.5
    if not character.isprintable():
        return -2.0
    if "\u3400" <= character < "\uff00":
        return 0.55  # one of thousands
    return -0.5 if character.isalpha() else -1.0
