"""The types that tests/js declares for the scripts, against the real data of pages and answers of the app."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.app_window import asked, served
from tests.browser import ARTICLES, ROOT, aligned
from vicinal.view.viewer_data import viewer_data

TSC = ROOT / ".venv" / "js" / "node_modules" / ".bin" / "tsc"


FILES = {"a.txt": b"A text.", "a.md": b"# A title\n\nA text."}


def posted(url: str, body: Any) -> Any:
    """Return the JSON answer to a POST request with JSON, or a file."""
    is_file = isinstance(body, bytes)
    data = body if is_file else json.dumps(body).encode()
    request = Request(url, data, {"Content-Type": f"application/{'octet-stream' if is_file else 'json'}"})
    with urlopen(request, timeout=30) as answer:
        return json.load(answer)


def answers(app: str) -> dict[str, list[Any]]:
    """Return answers of the app, by the type that they should have."""
    texts = [(ARTICLES / f"night-bus.en.{n}.txt").read_text(encoding="utf-8") for n in (0, 1)]
    stored = posted(app + "api/pairs", {"source": texts[0], "target": texts[1]})
    key = stored["key"]
    pair = f"{app}api/pairs/{key}"
    before = asked(pair)
    link = before["state"]["links"][0]
    states = [
        posted(pair + "/change", {"annotator": "Ada", "remove": [link], "add": []}),
        posted(pair + "/undo", {"annotator": "Ada"}),
        posted(pair + "/done", {"annotator": "Bob", "done": True}),
    ]
    posted(pair + "/change", {"annotator": "Ada", "remove": [link], "add": []})
    names = "one=Ada&other=Bob&annotator=third"
    differences = [asked(f"{pair}/differences?{names}")]
    posted(pair + "/adjudicate", {"one": "Ada", "other": "Bob", "annotator": "third"})
    differences.append(asked(f"{pair}/differences?{names}"))
    return {
        "AppInfo": [asked(app + "api/info")],
        "PairListing": [asked(app + "api/pairs")],
        "PairPlace": [asked(f"{pair}/place{query}") for query in ("", "?step=1000")],
        "UnfinishedPair": [asked(f"{pair}/unfinished")],
        "PairAnswer": [before, asked(pair + "?annotator=Ada")],
        "AlignAnswer": [posted(app + "api/align", {"key": key, "method": name}) for name in ("vicinity", "global")],
        "PasteAnswer": [stored],
        "FileAnswer": [posted(app + "api/read?name=" + name, data) for name, data in FILES.items()],
        "EditState": [answer["state"] for answer in states],
        "WhyAnswer": [posted(pair + "/why", {"source": 1, "target": n}) for n in (1, 2)],
        "ExportableAnswer": [asked(app + "api/exportable?annotator=Ada")],
        "AgreementEntry": asked(app + "api/agreement"),
        "PairAnnotator": asked(pair + "/annotators"),
        "LinksAnswer": [asked(pair + "/links?annotator=Ada&sentences_of=Bob")],
        "DifferencesAnswer": differences,
        "ProgressAnswer": [asked(app + "api/adjudication?one=Ada&other=Bob&annotator=third")],
    }


def test_the_data_has_the_declared_types(gold: Path, tmp_path: Path) -> None:
    if not TSC.exists():
        pytest.skip("tsc is not installed: make js")
    with served(gold, edits=tmp_path / "edits.sqlite") as app:
        samples = answers(app)
    assert all(samples.values())
    samples["ViewData"] = [{"title": "A", **viewer_data(aligned())}, viewer_data(aligned("shoutengai", "ja"))]
    # As literals, so that a field too many is an error as well as one too few.
    lines = [f"export const {name}s: {name}[] = {json.dumps(found)};" for name, found in samples.items()]
    (tmp_path / "samples.ts").write_text("\n".join(lines), encoding="utf-8")
    settings = {
        "extends": str(ROOT / "tests" / "js" / "tsconfig.json"),
        "include": [str(tmp_path / "samples.ts"), str(ROOT / "tests" / "js" / "data.d.ts")],
        "compilerOptions": {"skipLibCheck": True},
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    result = subprocess.run([TSC, "--project", tmp_path], capture_output=True, text=True, check=False)
    assert (result.stdout, result.returncode) == ("", 0)
