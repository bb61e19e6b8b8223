"""Measure the recognition of languages and encodings: how often it is right, and what it costs.

    python benchmarks/languages.py SHARED [--installer FOLDER] [--pages FOLDER]

SHARED holds `gold/` and `corpora/` with texts in known languages (English, German, French, Portuguese). For more
languages, two kinds of Debian packages are read: the files `templates` of packages of the installer (`dpkg-deb -e`),
with the same messages in some seventy languages, and the folder /usr/share/help of gnome-user-docs (`dpkg-deb -x`),
with pages in some forty. py3langid and charset-normalizer are measured beside, if they are installed.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path

from vicinal.text.document import Document
from vicinal.text.recognition import recognised
from vicinal.text_encoding import likely_encoding

Texts = list[tuple[str, str]]  # a language and a text
# Codes of the packages, as the recogniser has them. Serbian in Latin letters is not told from Croatian.
CODES = {"no": "nb", "pt_BR": "pt", "zh_CN": "zh", "zh_TW": "zh", "sr@latin": "hr", "C": "en"}
UNKNOWN = {"as", "ast", "bs", "dz", "kab", "ku", "oc", "se"}  # not among the languages that are recognised
UNSPACED = {"ja", "km", "lo", "my", "th", "zh"}
CORPORA = {"onestop": "en", "alector": "fr", "klexikon": "de"}
LINES = (
    "wiki_doc/wiki_doc.valid.complex",
    "wiki_doc/wiki_doc.valid.simple",
    "d_wikipedia/valid.src",
    "d_wikipedia/valid.tgt",
)
ENCODINGS = {
    "windows-1252": "fr de es pt it nl sv da ca fi nb", "iso-8859-15": "fr de es", "windows-1250": "cs pl hu hr sl sk",
    "iso-8859-2": "cs pl hu", "windows-1251": "ru uk sr bg", "koi8-r": "ru", "cp866": "ru", "windows-1253": "el",
    "windows-1254": "tr", "windows-1255": "he", "windows-1256": "ar fa", "windows-1257": "lv lt et", "cp874": "th",
    "shift_jis": "ja", "euc-jp": "ja", "gb18030": "zh", "euc-kr": "ko",
    "cp850": "de fr", "mac-roman": "fr de", "utf-16": "en de ru", "utf-16-le": "en de ru",
}  # fmt: skip


def is_long_enough(text: str, code: str) -> bool:
    return len(text.split()) >= 5 or (code in UNSPACED and len(text) >= 10)


def gold(folder: Path, least: int = 5) -> tuple[Texts, Texts]:
    """Return the sentences of the gold that have so many words, and its documents."""
    sentences, documents = [], []
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            for side in (row["source"], row["target"]):
                sentences += [(row["lang"], s) for p in side for s in p if len(s.split()) >= least]
                documents.append((row["lang"], "\n\n".join(" ".join(p) for p in side)))
    return sentences, documents


def corpora(folder: Path) -> Texts:
    found = []
    for name, code in CORPORA.items():
        for file in sorted((folder / name).rglob("*.txt")):
            data = file.read_bytes()
            try:
                found.append((code, data.decode("utf-8-sig")))
            except UnicodeDecodeError:
                found.append((code, data.decode("cp1252", "replace")))
    return found


def short_articles(folder: Path) -> Texts:
    lines = (line for name in LINES for line in (folder / name).read_text(encoding="utf-8").split("\n"))
    return [("en", line) for line in lines if is_long_enough(line, "en")]


def installer(folder: Path) -> tuple[Texts, Texts]:
    """Return the messages of the installer that are translated, and 40 of each language as a document."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for file in sorted(folder.rglob("templates")):
        for block in file.read_text(encoding="utf-8").split("\n\n"):
            fields = dict(re.findall(r"^(Description(?:-[\w@]+)?)[^:\n]*: ?(.*(?:\n .*)*)", block, re.M))
            english = set(_paragraphs(fields.get("Description", "")))
            for field, text in fields.items():
                code = field.partition("-")[2] or "C"
                found[code].update(dict.fromkeys(p for p in _paragraphs(text) if code == "C" or p not in english))
    kept = [(CODES.get(code, code), list(texts)) for code, texts in found.items() if code not in UNKNOWN]
    sentences = [(code, text) for code, texts in kept for text in texts if is_long_enough(text, code)]
    return sentences, [(code, "\n".join(texts[:40])) for code, texts in kept]


def _paragraphs(text: str) -> list[str]:
    lines = (re.sub(r"\$\{\w+\}", "", line).strip() for line in text.split("\n"))
    return [line for line in lines if line not in ("", ".")]


def help_pages(folder: Path) -> tuple[Texts, Texts]:
    """Return the paragraphs and the pages of the help; what is not translated is left out."""
    sentences, documents, english = [], [], set[str]()
    for language in sorted(folder.iterdir(), key=lambda path: (path.name != "C", path.name)):
        if language.name in UNKNOWN:
            continue
        code, seen = CODES.get(language.name, language.name), set[str]()
        for file in sorted(language.rglob("*.page")):
            page = re.sub(r"<info>.*?</info>|<!--.*?-->", "", file.read_text(encoding="utf-8"), flags=re.S)
            tags = re.findall(r"<(p|title)\b[^>]*>(.*?)</\1>", page, flags=re.S)
            texts = [" ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split()) for _, text in tags]
            own = [text for text in texts if text and text not in english]
            if language.name == "C":
                english.update(texts)
            if sum(map(len, own)) < 0.8 * sum(map(len, texts)):
                continue
            if sum(len(text.split()) for text in own) >= 50 or code in UNSPACED:
                documents.append((code, "\n\n".join(own)))
            sentences += [(code, text) for text in own if text not in seen and is_long_enough(text, code)]
            seen.update(own)
    return sentences, documents


def ours(text: str) -> str | None:
    found = recognised([text])
    return found.language if found else None


def py3langid() -> Callable[[str], str | None] | None:
    try:
        classify = import_module("py3langid").classify
    except ImportError:
        return None
    return lambda text: {"no": "nb", "bs": "hr", "yue": "zh", "wuu": "zh"}.get(code := classify(text)[0], code)


def row(name: str, texts: Texts, recognisers: Iterable[Callable[[str], str | None] | None]) -> str:
    cells = [name, str(len({code for code, _ in texts})), f"{len(texts):,}"]
    for recognise in recognisers:
        if recognise is None:
            cells += ["", ""]
            continue
        recognise(texts[0][1])  # loads what it needs
        begun = time.process_time()
        found = [recognise(text) for _, text in texts]
        seconds = time.process_time() - begun
        right = sum(1 for (code, _), one in zip(texts, found, strict=True) if code == one)
        cells += [f"{100 * right / len(texts):.2f}", f"{1e6 * seconds / len(texts):,.0f}"]
    return "| " + " | ".join(cells) + " |"


def few_words(sentences: Texts, documents: Texts) -> Texts:
    """Return the sentences of fewer than twelve words, each once: those given, and those of French documents."""
    french = (
        ("fr", one) for code, text in documents if code == "fr" for one in Document.from_text(text, "fr").sentences
    )
    return [
        one for one in dict.fromkeys((*sentences, *french)) if re.search(r"\w", one[1]) and len(one[1].split()) < 12
    ]


def few_words_row(name: str, texts: Texts) -> str:
    found = [(code, ours(text)) for code, text in texts]
    right, none = sum(code == one for code, one in found), sum(one is None for _, one in found)
    return f"| {name} | {len(found):,} | {right:,} | {none:,} | {len(found) - right - none:,} |"


def confusions(texts: Texts) -> str:
    wrong = Counter((code, found) for code, text in texts if (found := ours(text)) != code)
    return ", ".join(f"{code} as {found}: {count}" for (code, found), count in wrong.most_common(12))


def cost(texts: Texts) -> str:
    """Return how much longer reading takes with recognition: the median of ratios, measured in turns."""
    ratios = []
    for _ in range(9):
        times = []
        for given in (True, False):
            begun = time.process_time()
            for code, text in texts:
                Document.from_text(text, code if given else None)
            times.append(time.process_time() - begun)
        ratios.append(times[1] / times[0])
    return f"{sorted(ratios)[4]:.2f}"


def encoded(documents: Texts) -> Iterator[tuple[str, int, str, bytes]]:
    by_code: dict[str, list[str]] = defaultdict(list)
    for code, text in documents:
        by_code[code].append(text)
    for encoding, codes in ENCODINGS.items():
        for code in codes.split():
            texts = by_code[code]
            for text in texts[:: max(1, len(texts) // 20)][:20]:
                kept = text.encode(encoding, "ignore").decode(encoding)
                if len(kept) < 0.98 * len(text):
                    continue
                for size in (200, 3_000):
                    data = kept[:size].encode(encoding)
                    if "\ufffd" in data.decode("utf-8", "replace") or b"\0" in data:
                        yield encoding, size, kept[:size], data


def charset_normalizer() -> Callable[[bytes], str | None] | None:
    try:
        from_bytes = import_module("charset_normalizer").from_bytes
    except ImportError:
        return None
    return lambda data: found.encoding if (found := from_bytes(data).best()) else None


def encoding_table(documents: Texts) -> None:
    samples = list(encoded(documents))
    guessers = [likely_encoding, charset_normalizer()]
    for encoding in ENCODINGS:
        cells = [encoding]
        for size in (200, 3_000):
            chosen = [(text, data) for name, length, text, data in samples if (name, length) == (encoding, size)]
            cells.append(str(len(chosen)))
            for guess in guessers:
                right = sum(1 for text, data in chosen if guess and _is_right(guess(data), text, data))
                cells.append(f"{100 * right / len(chosen):.0f}" if guess and chosen else "")
        print("| " + " | ".join(cells) + " |")


def _is_right(encoding: str | None, text: str, data: bytes) -> bool:
    try:
        return encoding is not None and data.decode(encoding).removeprefix("\ufeff") == text.removeprefix("\ufeff")
    except UnicodeError:
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--installer", type=Path)
    parser.add_argument("--pages", type=Path)
    options = parser.parse_args()
    sentences, documents = gold(options.shared / "gold")
    sets = {f"gold, {code}": [one for one in sentences if one[0] == code] for code in ("en", "de", "pt")}
    whole = {"gold": documents}
    known = corpora(options.shared / "corpora")
    for name, code in CORPORA.items():
        whole[name] = [one for one in known if one[0] == code]
    whole["articles of a line"] = short_articles(options.shared / "corpora")
    if options.installer:
        sets["installer"], whole["installer"] = installer(options.installer)
    if options.pages:
        sets["help"], whole["help"] = help_pages(options.pages)
    recognisers = (ours, py3langid())
    print("| texts | languages | number | right, % | µs | py3langid, % | µs |\n" + "| --- " * 7 + "|")
    for kind, found in (("sentences", sets), ("documents", whole)):
        for name, texts in found.items():
            print(row(f"{kind}: {name}", texts, recognisers), flush=True)
    short = few_words(gold(options.shared / "gold", 1)[0], known)
    print("\n| sentences of fewer than 12 words | number | right | no answer | wrong |\n" + "| --- " * 5 + "|")
    for name in ("gold, en", "gold, de", "gold, pt", "alector, fr"):
        print(few_words_row(name, [one for one in short if one[0] == name[-2:]]), flush=True)
    for name, texts in (*sets.items(), *whole.items()):
        print(f"{name}: {confusions(texts)}", flush=True)
    for name in CORPORA:
        print(f"reading {name} with recognition, against without: {cost(whole[name])}")
    print("\n| encoding | texts | right, % | charset-normalizer | long texts | right, % | charset-normalizer |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    encoding_table([*whole.get("help", []), *whole.get("installer", []), *known])


if __name__ == "__main__":
    main()
