"""How fast the app lists many pairs: the first screen and a search, at the API and in a real browser.

    python benchmarks/app_list.py [--pairs N] [--runs N] [--keep FOLDER]

Makes a run of small generated pairs (10,000 by default), of which an annotator has done and begun some, serves it with
the real command, and prints the median and the longest time of each request and of what a user does. Times in
the browser end when the result is painted. That of the first screen begins with the navigation; that of a search with
the last key, so it includes the 150 ms that the page waits for another key. The processor time is that of the server,
the browser and its driver together; a busy machine changes it little. Needs playwright and Debian's chromium.
--keep leaves run and edits in a folder.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

from vicinal import Document
from vicinal.alignment import Aligned
from vicinal.app.edits import Edits
from vicinal.corpus.contract import Fingerprint, Limits, Pair, Shard
from vicinal.corpus.runs import run

NAMES = ["ferry", "mill", "orchard", "lantern", "bridge", "glacier", "violin", "kettle", "harbour", "beacon"]
PEOPLE = ["baker", "pilot", "teacher", "gardener", "sailor", "miller", "nurse", "painter"]
ACTS = ["repaired", "counted", "painted", "carried", "described", "measured", "cleaned", "watched"]
THINGS = ["boats", "ropes", "apples", "windows", "stones", "letters", "bells", "barrels", "nets", "clocks"]
PLACES = ["by the river", "in the old town", "behind the station", "near the lake", "on the hill", "at the market"]
ANNOTATOR = "Ada"
DONE, BEGUN = 400, 60  # pairs of the annotator

FIRST_SCREEN = """async () => {
    while (!document.querySelector(".pairs tbody tr")) await new Promise(requestAnimationFrame);
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    return performance.now();
}"""
SEARCH = """async words => {
    const list = Vicinal.app.list;
    const before = list.rows.firstChild;
    const start = performance.now();
    list.search.value = words;
    list.search.dispatchEvent(new Event("input"));
    while (list.rows.firstChild === before) await new Promise(requestAnimationFrame);
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
}"""


@dataclass(frozen=True)
class Generated:
    """A corpus of generated pairs."""

    count: int

    def fingerprint(self) -> Fingerprint:
        """Return what tells this corpus from another."""
        return Fingerprint(1, self.count, f"{self.count:064x}", 0)

    def shards(self, limits: Limits) -> Iterator[Shard]:
        """Yield the parts of the corpus."""
        for number, start in enumerate(range(0, self.count, limits.pairs)):
            stop = min(start + limits.pairs, self.count)
            yield Shard(number, stop - start, (start, stop))

    def read(self, shard: Shard) -> Iterator[Pair]:
        """Yield the pairs of a part."""
        for number in range(*shard.part):
            yield self.pair(number)

    def pair(self, number: int) -> Pair:
        """Return a pair: some sentences, and most of them again in other words."""
        choose = random.Random(number)
        source, target = [], []
        for _ in range(choose.randint(4, 9)):
            who, act, what, where = (choose.choice(words) for words in (PEOPLE, ACTS, THINGS, PLACES))
            source.append(f"Early in the morning the {who} {act} {choose.randint(2, 99)} {what} {where}.")
            if choose.random() < 0.7:
                target.append(f"The {who} {act} some {what} {where if choose.random() < 0.6 else 'there'}.")
        name = f"{choose.choice(NAMES)} {number}"
        documents = Document([source], name, "en"), Document([target or ["Nobody came."]], name, "en")
        return Pair(*documents, ("0", "1"), f"part {number % 7}", "generated.txt", number + 1)


def made(folder: Path, pairs: int) -> tuple[Path, Path]:
    """Return a run, and a file of edits in which the annotator has worked on it."""
    out, file = folder / "pairs", folder / "edits.sqlite"
    if out.exists():
        return out, file
    edits = Edits(file)
    found = run(Generated(pairs), out, limits=Limits(pairs=500))
    for number, aligned in enumerate(found.aligned()):
        if number >= DONE + BEGUN:
            break
        work(edits, aligned, is_done=number < DONE)
    return out, file


def work(edits: Edits, aligned: Aligned, *, is_done: bool) -> None:
    key = edits.keep(aligned)
    links = aligned.alignment.sentences
    if is_done:
        edits.mark(key, ANNOTATOR, aligned, True)
    elif links:
        edits.change(key, ANNOTATOR, aligned, remove=[(links[0].source, links[0].target)])


@contextmanager
def served(out: Path, edits: Path) -> Iterator[str]:
    """Serve a run, and yield the address once it is indexed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "vicinal", "serve", str(out), "--edits", str(edits), "--port", str(port)]
    begun = time.perf_counter()
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}/"
    try:
        while True:
            try:
                urlopen(url + "api/info", timeout=5).close()
                break
            except OSError:
                if process.poll() is not None:
                    sys.exit("the server did not start")
                time.sleep(0.05)
        print(f"{'start of the server, with the index':44}{time.perf_counter() - begun:8.3f} s")
        yield url
    finally:
        process.terminate()
        process.wait(20)


def report(what: str, seconds: list[float]) -> None:
    print(f"{what:44}{statistics.median(seconds):8.3f} s, at most {max(seconds):.3f}")


def measure_api(url: str, runs: int) -> None:
    with urlopen(f"{url}api/pairs?count=1&offset=5000") as answer:
        key = json.load(answer)["pairs"][0]["key"]
    asked = {
        "first page": "pairs?",
        "last page": "pairs?offset=9950&",
        "search, found in many": "pairs?search=Ferry&",
        "search, found in none": "pairs?search=nothing+has+this&",
        "not done": "pairs?filter=todo&",
        "mine, searched": "pairs?filter=mine&search=ferry&",
        "place of a pair": f"pairs/{key}/place?filter=todo&search=ferry&",
        "next unfinished pair": f"pairs/{key}/unfinished?",
    }
    for what, path in asked.items():
        times = []
        for _ in range(runs):
            start = time.perf_counter()
            urlopen(f"{url}api/{path}annotator={quote(ANNOTATOR)}").read()
            times.append(time.perf_counter() - start)
        report(f"API: {what}", times)


def measure_browser(url: str, runs: int) -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context()
        context.add_init_script(f"localStorage.setItem('vicinal-annotator', {ANNOTATOR!r})")
        window: Page = context.new_page()
        spent: list[list[float]] = [[], []]
        times: list[list[float]] = [[], []]
        for number in range(runs):
            window.goto("about:blank")
            before = processor_time()
            window.goto(url, wait_until="commit")
            times[0].append(window.evaluate(FIRST_SCREEN) / 1000)
            between = processor_time()
            times[1].append(window.evaluate(SEARCH, NAMES[number % len(NAMES)]) / 1000)
            spent[0].append(between - before)
            spent[1].append(processor_time() - between)
        browser.close()
    for what, seconds, used in zip(("first screen", "search, from the last key"), times, spent, strict=True):
        report(f"browser: {what}", seconds)
        report("    processor time", used)


def processor_time() -> float:
    """Return the seconds that the server, the browser and what they started have computed so far (on Linux)."""
    children: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        children[int(fields[1])].append((int(path.parent.name), int(fields[11]) + int(fields[12])))
    total, parents = 0, [os.getpid()]
    while parents:
        for process, ticks in children[parents.pop()]:
            total += ticks
            parents.append(process)
    return total / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=12)
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    measure: list[Callable[[str, int], None]] = [measure_api, measure_browser]
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        with served(*made(folder, arguments.pairs)) as url:
            for one in measure:
                one(url, arguments.runs)


if __name__ == "__main__":
    main()
