"""The server of the app: its answers, who has access, and that nothing acknowledged is ever lost.

The client checks every answer against the OpenAPI document.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.test_guard import HEADERS
from tests.toy_corpus import Toy
from vicinal import Document, __version__
from vicinal.corpus import Limits, Run, run
from vicinal.errors import FormatError, InputError, SettingError
from vicinal.evaluation.scores import Predicted, score
from vicinal.formats import CORPUS_FORMATS, FORMATS
from vicinal.gold import Gold, read_gold_lines
from vicinal.methods import METHODS, aligner_for, is_supervised
from vicinal.methods.vicinity import Vicinity
from vicinal.signature import signature_of
from vicinal.text.reading import SPLITS

httpx = pytest.importorskip("httpx", reason="the tests of the app need httpx")
jsonschema = pytest.importorskip("jsonschema", reason="the tests of the app need jsonschema")
pytest.importorskip("starlette", reason="the app needs starlette")
pytest.importorskip("uvicorn", reason="the app needs uvicorn")

from vicinal.app import api, endpoint_list, list_types, live_alignment, request_reading, server  # noqa: E402
from vicinal.app.edits import Edits  # noqa: E402
from vicinal.app.guard import FILE_LIMIT, LIMIT, own_addresses  # noqa: E402
from vicinal.app.library import Library, empty_library  # noqa: E402
from vicinal.app.library_sources import library_at, run_library  # noqa: E402
from vicinal.app.offered_methods import offered  # noqa: E402
from vicinal.app.worker_threads import BusyError, WorkerThreads  # noqa: E402
from vicinal.cli.serve_command import edits_file  # noqa: E402
from vicinal.view.asset_list import APP, asset  # noqa: E402
from vicinal.view.viewer_data import viewer_data  # noqa: E402

HOST = "127.0.0.1:8765"
SOURCE = "The old harbour\n\nThe harbour was built of stone in winter. Ships from many countries came to its market.\n"
TARGET = "The harbour\n\nThe harbour was built of stone. Many ships came to its market.\n"
OPENAPI = endpoint_list.description()


class Client:
    """Sends requests to an application, and checks every answer against the OpenAPI document."""

    def __init__(self, app: Any, host: str = HOST) -> None:
        self.app, self.host = app, host
        self.loop = asyncio.new_event_loop()
        transport = httpx.ASGITransport(app)
        self.client = httpx.AsyncClient(transport=transport, base_url=f"http://{host}", follow_redirects=False)

    def close(self) -> None:
        self.loop.run_until_complete(self.client.aclose())
        self.loop.close()

    def __call__(self, method: str, path: str, **options: Any) -> Any:
        return self.loop.run_until_complete(self.asked(method, path, **options))

    async def asked(self, method: str, path: str, **options: Any) -> Any:
        response = await self.client.request(method, path, **options)
        check(method, path, options, response)
        return response

    def get(self, path: str, **options: Any) -> Any:
        return self("GET", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> Any:
        return self("POST", path, json=body, **options)

    def change(self, key: str, remove: Any = (), add: Any = (), name: str = "Ann") -> Any:
        return self.post(f"/api/pairs/{key}/change", {"annotator": name, "remove": list(remove), "add": list(add)})

    def state(self, key: str, name: str = "Ann") -> Any:
        return self.get(f"/api/pairs/{key}", params={"annotator": name}).json()["state"]


def check(method: str, path: str, options: Any, response: Any) -> None:
    """Fail if an answer, or a request that was accepted, does not fit the OpenAPI document."""
    for name, value in HEADERS.items():
        assert response.headers[name] == value
    path, method = path.partition("?")[0], "GET" if method == "HEAD" else method
    for template, known in OPENAPI["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path) and method.lower() in known:
            break
    else:
        assert response.status_code in (403, 404, 405, 415)
        assert not path.startswith("/api/") or list(response.json()) == ["error"]
        return
    described = known[method.lower()]["responses"][str(response.status_code)]
    if response.status_code == 303 or not response.content:
        return
    kind = response.headers["content-type"].partition(";")[0]
    validate(described["content"][kind]["schema"], response.json() if kind == "application/json" else response.text)
    if response.status_code == 200 and method == "POST":
        ((kind, sent),) = known["post"]["requestBody"]["content"].items()
        if kind == "application/json":
            validate(sent["schema"], options["json"])
        else:
            assert options["headers"]["content-type"] == kind


def validate(schema: Any, data: Any) -> None:
    jsonschema.Draft202012Validator({**schema, "components": OPENAPI["components"]}).validate(data)


@pytest.fixture
def edits(tmp_path: Path) -> Edits:
    return Edits(tmp_path / "edits.sqlite", patience=0.2)


@contextmanager
def asking(library: Library, edits: Edits, **options: Any) -> Iterator[Client]:
    client = Client(server.application(library, edits, hosts=[HOST, "localhost:8765"], **options))
    try:
        yield client
    finally:
        client.close()


@pytest.fixture
def client(edits: Edits) -> Iterator[Client]:
    """An app without a library."""
    with asking(empty_library(edits), edits) as client:
        yield client


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of seven pairs in three shards."""
    return run(Toy(count=8, bad=(3,)), tmp_path_factory.mktemp("runs") / "toy", limits=Limits(pairs=3))


@pytest.fixture
def toy(made: Run, edits: Edits) -> Iterator[Client]:
    """An app that serves the run."""
    with asking(run_library(made, edits), edits) as client:
        yield client


def pasted(client: Client, **more: Any) -> str:
    answer = client.post("/api/pairs", {"source": SOURCE, "target": TARGET, **more})
    assert answer.status_code == 200
    return str(answer.json()["key"])


# Answers


def test_the_page_loads_its_scripts_and_styles(client: Client) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert re.findall(r'(?:src|href)="assets/([^"]+)"', answer.text) == ["all.css", "all.js"]
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", answer.text)


@pytest.mark.parametrize(("name", "kind"), [("all.css", "text/css"), ("all.js", "text/javascript")])
def test_all_scripts_and_all_styles_are_served_as_one_file(client: Client, name: str, kind: str) -> None:
    answer = client.get(f"/assets/{name}")
    assert answer.status_code == 200
    parts = [asset(part) for part in (APP.styles if name.endswith(".css") else APP.scripts)]
    lines = set(answer.text.splitlines())
    for part in parts:
        code = [line for line in part.splitlines() if not re.match(r" *(//|/?\*)", line)]
        assert lines.issuperset(code)
    assert answer.headers["content-type"].startswith(kind)
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../app.html",
        "/assets/..%2f..%2f__init__.py",
        "/assets/%2e%2e/%2e%2e/page.py",
        "/assets//etc/passwd",
        "/assets/page.py",
        "/assets/",
        "/assets/viewer.js%00",
        "/assets/all.css/",
        "/etc/passwd",
        "/api/pairs/..%2f..%2fetc%2fpasswd",
        "/api/pairs/%00",
        "/api/nothing",
        "/favicon.ico",
    ],
)
def test_unknown_paths_are_not_found(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert list(answer.json()) == ["error"]


def test_other_methods_are_refused(client: Client) -> None:
    for method, path in (("PUT", "/api/pairs"), ("DELETE", "/api/align"), ("POST", "/api/info"), ("PATCH", "/")):
        answer = client(method, path, json={})
        assert answer.status_code == 405
        assert list(answer.json()) == ["error"]
    assert client("HEAD", "/api/info").status_code == 200


def test_info(toy: Client) -> None:
    info = toy.get("/api/info").json()
    assert info["version"] == __version__
    assert [method["name"] for method in info["methods"]] == [name for name in METHODS if not is_supervised(name)]
    assert info["library"] == {"kind": "run", "name": "toy", "pairs": 7, "ordered": True}
    assert info["formats"][0]["name"] == "gold"
    assert sorted(entry["name"] for entry in info["formats"]) == sorted(CORPUS_FORMATS)
    assert [entry["name"] for entry in info["splits"]] == list(SPLITS)
    assert len({entry["label"] for entry in info["splits"]}) == len(SPLITS)
    assert "windows-1252" in info["encodings"]
    assert (info["limit"], info["file_limit"], info["annotators"]) == (LIMIT, FILE_LIMIT, [])


def test_methods_accept_the_whole_range_of_each_offered_setting() -> None:
    for method, settings in offered().items():
        for setting in settings:
            assert setting.help
            if setting.type == "boolean":
                aligner_for(method, {setting.name: not setting.default})
                continue
            assert setting.least is not None
            assert setting.most is not None
            assert setting.step
            for value in (setting.least, setting.most):
                aligner_for(method, {setting.name: value})
            with pytest.raises(SettingError):
                aligner_for(method, {setting.name: setting.least - setting.step})
            steps = (setting.default - setting.least) / setting.step
            assert steps == pytest.approx(round(steps))


def test_pairs_are_listed_by_doubt_or_in_corpus_order(toy: Client) -> None:
    answer = toy.get("/api/pairs").json()
    assert (answer["total"], answer["done"]) == (7, 0)
    doubts = [entry["doubt"] for entry in answer["pairs"]]
    assert doubts == sorted(doubts, reverse=True)
    ids = [entry["id"] for entry in toy.get("/api/pairs?order=corpus").json()["pairs"]]
    assert ids == [f"pair {k}" for k in (0, 1, 2, 4, 5, 6, 7)]
    some = toy.get("/api/pairs", params={"order": "corpus", "offset": 2, "count": 3}).json()
    assert [entry["id"] for entry in some["pairs"]] == ids[2:5]
    assert toy.get("/api/pairs?offset=7").json()["pairs"] == []
    assert toy.get("/api/pairs?count=0").json()["total"] == 7


def test_pasted_pairs_are_listed_after_those_of_the_library(toy: Client) -> None:
    key = pasted(toy, title="Harbour")
    answer = toy.get("/api/pairs").json()
    assert answer["total"] == 8
    assert (answer["pairs"][7]["key"], answer["pairs"][7]["origin"]) == (key, "pasted")
    for offset in (6, 7):
        window = toy.get("/api/pairs", params={"offset": offset, "count": 2}).json()["pairs"]
        assert window == answer["pairs"][offset : offset + 2]
    # A corrected pair of the library is still listed once.
    first = answer["pairs"][0]["key"]
    toy.post(f"/api/pairs/{first}/done", {"annotator": "Ann"})
    answer = toy.get("/api/pairs?annotator=Ann").json()
    assert (answer["total"], answer["done"], answer["pairs"][0]["done"]) == (8, 1, True)
    assert toy.get("/api/pairs?annotator=Bob").json()["done"] == 0


def test_a_pair_of_a_run_is_shown_as_it_was_aligned(toy: Client, made: Run) -> None:
    for entry, aligned in zip(toy.get("/api/pairs?order=corpus").json()["pairs"], made.aligned(), strict=True):
        answer = toy.get(f"/api/pairs/{entry['key']}").json()
        view = answer["view"]
        assert answer["pair"] == entry
        assert view == json.loads(json.dumps(viewer_data(aligned.alignment)))
        assert entry["links"] == len(view["links"])
        assert answer["state"]["links"] == [link[:2] for link in view["links"]]
        assert (answer["state"]["version"], answer["state"]["edited"]) == (0, False)


def test_pasting_a_pair(client: Client) -> None:
    key = pasted(client, title=" Harbour ", language="en")
    assert pasted(client, title="Harbour", language="en") == key
    answer = client.get(f"/api/pairs/{key}").json()
    assert answer["view"]["source"] == {
        "name": "Harbour",
        "language": "en",
        "paragraphs": [
            ["The old harbour"],
            ["The harbour was built of stone in winter.", "Ships from many countries came to its market."],
        ],
        "headings": list(Document.from_text(SOURCE, "en").headings),
    }
    assert answer["pair"]["id"] == "Harbour"
    assert client.get("/api/info").json()["library"] == {"kind": "empty", "name": "", "pairs": 1, "ordered": False}


def test_a_pasted_pair_has_the_links_of_the_chosen_method(client: Client) -> None:
    settings = {"paragraph_alpha": 1.0, "sentence_alpha": 1.0, "title": False}
    key = pasted(client, method="vicinity", settings=settings)
    assert client.state(key)["links"] == []
    assert pasted(client, method="nearest", settings={"threshold": 0.1}) == key
    assert client.state(key)["links"] == [[[0], [0]], [[1], [1]], [[2], [2]]]


def test_live_alignment_of_texts_and_of_pairs(client: Client) -> None:
    vicinity = {"method": "vicinity", "settings": {"sentence_alpha": 0.1}}
    answer = client.post("/api/align", {"source": SOURCE, "target": TARGET, **vicinity})
    assert [link[:2] for link in answer.json()["view"]["links"]] == [[[0], [0]], [[1], [1]], [[2], [2]]]
    assert answer.json()["view"]["steps"]
    key = pasted(client)
    again = client.post("/api/align", {"key": key, **vicinity}).json()["view"]
    assert again["links"] == answer.json()["view"]["links"]
    strict = client.post("/api/align", {"key": key, **vicinity, "settings": {"sentence_alpha": 1}}).json()["view"]
    assert len(strict["links"]) < len(again["links"])
    refused = client.post("/api/align", {"key": key, "settings": {"sentence_alpha": 1}})
    assert refused.status_code == 400
    assert refused.json()["error"].startswith(
        "method 'global' has no setting 'sentence_alpha'; it is a setting of: vicinity"
    )
    assert strict["method"] == "vicinity, the method of Paetzold & Specia (2016)"
    ours = client.post("/api/align", {"key": key}).json()["view"]
    assert (ours["method"], ours["little"]) == ("global", None)
    assert ours["signature"] == signature_of(aligner_for("global", {}))
    assert client.get("/api/pairs").json()["total"] == 1


def test_why_two_sentences_are_linked_or_not(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    key = pasted(client, method="vicinity")
    path = f"/api/pairs/{key}/why"
    linked = client.post(path, {"source": 1, "target": 1}).json()
    assert (linked["linked"], linked["threshold"], linked["compared"]) == (True, 0.3, "words")
    assert linked["lines"][0].startswith("Linked: source 2 with target 2 (1-1), score ")
    assert sum(part for _, _, part in linked["words"]) == pytest.approx(linked["similarity"], abs=1e-5)
    other = client.post(path, {"source": 1, "target": 2}).json()
    assert (other["linked"], other["probability"], other["lines"][0]) == (False, None, "Not linked.")
    assert "The source sentence is linked elsewhere: source 2 with target 2 (1-1)." in other["lines"]
    ours = client.post(path, {"source": 1, "target": 2, "method": "global", "settings": {"caution": 0.7}}).json()
    assert ours["threshold"] is None
    assert 0 <= ours["probability"] < 0.5
    # An annotator sees their own links; no method gives a reason for them.
    assert client.change(key, [[[1], [1]]], []).status_code == 200
    own = client.post(path, {"source": 1, "target": 1, "annotator": "Ann"}).json()
    assert (own["linked"], own["threshold"]) == (False, None)
    assert (
        own["lines"][-1]
        == "The target sentence has no link; nothing in the source is more similar to it than this one."
    )
    for body, error in (
        ({"source": 1, "target": 9}, "target sentence 10: the target has sentences 1 to 3 only"),
        ({"source": 1}, "the request body: object missing required field `target`; "),
        ({"source": 1, "target": 1, "settings": {"caution": 1}}, "settings: they go with a method; give its name as "),
        ({"source": 1, "target": 1, "method": "magic"}, "unknown method 'magic'; "),
    ):
        refused = client.post(path, body)
        assert refused.status_code == 400
        assert refused.json()["error"].startswith(error)
    assert client.post("/api/pairs/0123456789abcdef/why", {"source": 1, "target": 1}).status_code == 404
    monkeypatch.setattr(live_alignment, "MOST_CELLS", {True: 8, False: 8})
    assert client.post(path, {"source": 1, "target": 1}).status_code == 413


def test_the_view_says_that_little_was_found(client: Client) -> None:
    view = client.post("/api/align", {"source": "Cats purr.", "target": "Dogs bark."}).json()["view"]
    assert view["little"] == (
        "nothing found: no sentences are aligned; no two sentences have a word in common; the caution is 0.5; "
        "caution 0 and the method vicinity find no more; are these versions of one text? If so, try --meaning e5 on "
        "the command line (compares meanings)"
    )
    key = pasted(client)
    before = client.state(key)["links"]
    assert client.change(key, before, []).status_code == 200
    shown = client.get(f"/api/pairs/{key}?annotator=Ann").json()["view"]
    assert (shown["method"], shown["links"], shown["little"]) == (
        None,
        [],
        "no sentences are aligned",
    )


@pytest.mark.parametrize("method", sorted(offered()))
def test_every_offered_method_aligns(client: Client, method: str) -> None:
    settings = {setting.name: setting.default for setting in offered()[method]}
    answer = client.post("/api/align", {"source": SOURCE, "target": TARGET, "method": method, "settings": settings})
    assert answer.status_code == 200
    assert answer.json()["view"]["signature"] == signature_of(aligner_for(method, {}))


def test_languages_without_sentence_rules_are_accepted(client: Client) -> None:
    for language in ("sv", "pt-BR", "EN", "", None):
        body = {"source": SOURCE, "target": TARGET, "language": language, "split": "prose"}
        assert client.post("/api/align", body).status_code == 200


def test_corrections_are_kept(client: Client) -> None:
    key = pasted(client)
    before = client.state(key)["links"]
    answer = client.change(key, before[1:2], [[[1], [1, 2]]] if len(before) < 3 else [])
    assert answer.status_code == 200
    state = answer.json()["state"]
    assert (state["version"], state["edited"], state["can_undo"]) == (1, True, True)
    assert client.state(key) == state
    assert client.state(key, "Bob")["links"] == before
    shown = client.get(f"/api/pairs/{key}?annotator=Ann").json()["view"]
    assert [link[:2] for link in shown["links"]] == state["links"]
    assert shown["steps"] == []
    assert client.post(f"/api/pairs/{key}/undo", {"annotator": "Ann"}).json()["state"]["links"] == before
    assert client.get(f"/api/pairs/{key}?annotator=Ann").json()["view"]["steps"]
    assert client.post(f"/api/pairs/{key}/redo", {"annotator": "Ann"}).json()["state"]["links"] == state["links"]
    done = client.post(f"/api/pairs/{key}/done", {"annotator": "Ann"}).json()["state"]
    assert (done["done"], done["version"]) == (True, 4)
    assert client.get("/api/info").json()["annotators"] == ["Ann"]


def test_conflicts_return_the_current_links(client: Client) -> None:
    key = pasted(client)
    first = client.state(key)["links"][0]
    now = client.change(key, [first]).json()["state"]
    answer = client.change(key, [first])
    assert answer.status_code == 409
    assert answer.json() == {"error": "the link 1 → 1 is not there any more", "state": now}
    answer = client.post(f"/api/pairs/{key}/undo", {"annotator": "Ann", "version": 0})
    assert (answer.status_code, answer.json()["state"]) == (409, now)
    assert client.post(f"/api/pairs/{key}/redo", {"annotator": "Ann"}).status_code == 409


def test_spellings_of_a_name_are_one_annotator(client: Client) -> None:
    key = pasted(client)
    client.change(key, client.state(key)["links"][:1], name=" Zoe\u0308 ")
    assert client.state(key, "Zoë")["version"] == 1
    for name in ("", " ", "a" * 101, "a\nb", "\u202eevil", "\x00"):
        for path in ("change", "undo", "redo", "done"):
            assert client.post(f"/api/pairs/{key}/{path}", {"annotator": name}).status_code == 400
    assert client.change(key, client.state(key)["links"][:1], name="علی\u200cرضا").status_code == 200
    assert client.get("/api/pairs", params={"annotator": "a" * 101}).status_code == 400


def test_agreement_between_annotators(client: Client) -> None:
    key = pasted(client, method="nearest", settings={"threshold": 0.1})
    assert client.get("/api/agreement").json() == []
    for name in ("Ann", "Bob", "Cyd"):
        client.post(f"/api/pairs/{key}/done", {"annotator": name, "done": True})
    client.change(key, [[[2], [2]]], name="Bob")
    client.post(f"/api/pairs/{key}/done", {"annotator": "Cyd", "done": False})
    found = {tuple(one["annotators"]): one for one in client.get("/api/agreement").json()}
    assert list(found) == [("Ann", "Bob"), ("Ann", "Cyd"), ("Bob", "Cyd")]
    # Of nine sentence pairs Ann aligns three, Bob two of them.
    kappa = (8 / 9 - (3 * 2 + 6 * 7) / 81) / (1 - (3 * 2 + 6 * 7) / 81)
    assert found["Ann", "Bob"] == {
        "annotators": ["Ann", "Bob"],
        "adjudicated": [[], []],
        "within": None,
        "pairs": 1,
        "links": [3, 2],
        "common": 2,
        "precision": pytest.approx(2 / 3, abs=1e-6),
        "recall": 1.0,
        "f1": 0.8,
        "pair_precision": pytest.approx(2 / 3, abs=1e-6),
        "pair_recall": 1.0,
        "pair_f1": 0.8,
        "kappa": pytest.approx(kappa, abs=1e-6),
    }
    assert found["Ann", "Cyd"]["kappa"] == 1.0
    only = client.get("/api/agreement", params={"only_done": "true"}).json()
    assert [one["annotators"] for one in only] == [["Ann", "Bob"]]
    own = client.get("/api/agreement", params={"annotator": "Bob"}).json()
    assert [(one["annotators"], one["precision"]) for one in own] == [(["Bob", "Ann"], 1.0), (["Bob", "Cyd"], 1.0)]
    assert client.get("/api/agreement", params={"annotator": "Dan"}).json() == []


def test_adjudication(client: Client) -> None:
    key = pasted(client, method="nearest", settings={"threshold": 0.1})
    for name in ("Ann", "Zoe\u0308"):
        client.post(f"/api/pairs/{key}/done", {"annotator": name, "done": True})
    client.change(key, [[[2], [2]]], name="Ann")
    names = {"one": "Ann", "other": "Zoë", "annotator": "third"}
    assert [one["name"] for one in client.get(f"/api/pairs/{key}/annotators").json()] == ["Ann", "Zoë"]
    found = client.get(f"/api/pairs/{key}/differences", params=names).json()
    expected = {"source": [2], "target": [2], "one": [], "other": [[[2], [2]]], "notes": [], "decided": None}
    assert (found["begun"], found["differences"]) == (False, [expected])
    state = client.post(f"/api/pairs/{key}/adjudicate", names).json()["state"]
    assert state["links"] == [[[0], [0]], [[1], [1]]]
    settled = {"annotator": "third", "settled": [[[2], [2]]], "version": 1}
    assert client.post(f"/api/pairs/{key}/change", settled).json()["state"]["version"] == 2
    assert client.post(f"/api/pairs/{key}/change", settled).status_code == 409
    found = client.get(f"/api/pairs/{key}/differences", params=names).json()
    assert [one["decided"] for one in found["differences"]] == ["one"]
    assert [one["annotators"] for one in found["after"]] == [["Ann", "third"], ["Zoë", "third"]]
    assert client.get("/api/adjudication", params=names).json() == {
        "pairs": 1, "differing": 1, "adjudicated": 0, "alike_left": 0, "next": key
    }  # fmt: skip
    assert client.post("/api/adjudication", names).json() == {"taken": 0, "left": 0}
    on = client.get(f"/api/pairs/{key}/links", params={"annotator": "Zoë", "sentences_of": "third"}).json()
    assert ([link[:2] for link in on["view"]["links"]], on["carried"]) == ([[[0], [0]], [[1], [1]], [[2], [2]]], False)
    taken = client.post(f"/api/pairs/{key}/adjudicate", {"one": "Ann", "other": "third", "annotator": "Zoë"})
    assert (taken.status_code, "links of their own" in taken.json()["error"]) == (409, True)
    for path in ("annotators", "links?annotator=Ann", "differences?one=Ann&other=Zo&annotator=third"):
        assert client.get(f"/api/pairs/0000000000000000/{path}").status_code == 404
    for wrong in (
        {"one": "Ann"},
        {**names, "other": "Ann"},
        {**names, "annotator": " "},
        {**names, "sentences": "his"},
    ):
        assert client.post(f"/api/pairs/{key}/adjudicate", wrong).status_code == 400
    assert client.post(f"/api/pairs/{key}/change", settled | {"settled": [[[9], [2]]], "version": 2}).status_code == 400


def test_many_annotators(client: Client, edits: Edits) -> None:
    key = pasted(client)
    aligned = edits.kept(key)
    assert aligned is not None
    with edits.database.writing() as connection:
        row = ("0", "[]", "[[[0],[0]]]")
        connection.executemany(
            "INSERT INTO state (key, annotator, version, done, position, start, links) VALUES (?, ?, 1, 1, ?, ?, ?)",
            [(key, f"person {n:04}", *row) for n in range(1000)],
        )
    assert len(client.get("/api/info").json()["annotators"]) == 1000
    assert len(client.get("/api/agreement").json()) == 20 * 19 // 2
    assert len(client.get("/api/agreement?annotator=person 0500").json()) == 999


# Exports


def exported(client: Client, **wanted: Any) -> Any:
    answer = client.get("/api/export", params=wanted)
    assert answer.status_code == 200
    assert re.fullmatch(r'attachment; filename="[a-z.-]+"', answer.headers["content-disposition"])
    assert answer.headers["content-type"] == "application/octet-stream"
    assert int(answer.headers["content-length"]) == len(answer.content)
    return answer


def test_exported_gold_can_be_scored(toy: Client, made: Run, tmp_path: Path) -> None:
    alignments = [aligned.alignment for aligned in made.aligned()]
    keys = [entry["key"] for entry in toy.get("/api/pairs?order=corpus").json()["pairs"]]
    links = toy.state(keys[4])["links"]
    toy.change(keys[4], links[:1])
    toy.post(f"/api/pairs/{keys[1]}/done", {"annotator": "Ann"})
    (tmp_path / "gold.jsonl").write_bytes(exported(toy, annotator="Ann").content)
    gold = {one.id: one for one in read_gold_lines(tmp_path / "gold.jsonl")}
    assert list(gold) == ["pair 5", "pair 1"]  # in the order of their first change
    assert score(gold["pair 1"], Predicted.of(alignments[1])).links.f1 == 1.0
    changed = score(gold["pair 5"], Predicted.of(alignments[4])).links
    assert (changed.correct, changed.predicted, changed.gold) == (len(links) - 1, len(links), len(links) - 1)
    (tmp_path / "done.jsonl").write_bytes(exported(toy, annotator="Ann", only_done="1", format="gold").content)
    assert [one.id for one in read_gold_lines(tmp_path / "done.jsonl")] == ["pair 1"]


def test_ids_of_exported_gold_are_unique(client: Client, tmp_path: Path) -> None:
    keys = [pasted(client, title=title) for title in ("One", None)]
    keys.append(client.post("/api/pairs", {"source": "One two.", "target": "One.", "title": "One"}).json()["key"])
    for key in keys:
        client.post(f"/api/pairs/{key}/done", {"annotator": "Ann"})
    (tmp_path / "gold.jsonl").write_bytes(exported(client, annotator="Ann").content)
    assert [one.id for one in read_gold_lines(tmp_path / "gold.jsonl")] == ["One", keys[1], f"One ({keys[2]})"]


@pytest.mark.parametrize("name", CORPUS_FORMATS)
def test_every_format_can_be_exported(toy: Client, name: str) -> None:
    if name == "parquet":
        pytest.importorskip("pyarrow")
    keys = [entry["key"] for entry in toy.get("/api/pairs?order=corpus&count=2").json()["pairs"]]
    for key in keys:
        toy.post(f"/api/pairs/{key}/done", {"annotator": "Ann"})
    answer = exported(toy, annotator="Ann", format=name)
    assert answer.content == exported(toy, annotator="Ann", format=name).content
    assert answer.headers["vicinal-left-out"].isdigit()
    if answer.headers["content-disposition"].endswith('.zip"'):
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            assert archive.testzip() is None
            assert all(re.fullmatch(r"(pairs/)?[\w.-]+", file) for file in archive.namelist())
            suffixes = len(FORMATS[name].suffixes)
            assert len(archive.namelist()) == (suffixes if FORMATS[name].holds == "all" else 2 * suffixes + 1)
    else:
        assert answer.content


def test_links_keep_their_scores_and_new_links_have_the_score_1(client: Client) -> None:
    key = pasted(client, method="nearest", settings={"threshold": 0.1})
    client.change(key, [[[2], [2]]])
    client.change(key, add=[[[2], [2]]])
    same = [json.loads(line) for line in exported(client, annotator="Ann", format="jsonl").text.splitlines()]
    client.change(key, [[[2], [2]], [[1], [1]]], [[[1, 2], [1]]])
    rows = [json.loads(line) for line in exported(client, annotator="Ann", format="jsonl").text.splitlines()]
    begun = [link[2] for link in client.get(f"/api/pairs/{key}").json()["view"]["links"]]
    assert [row["score"] for row in same] == pytest.approx(begun, abs=1e-6)
    assert [(row["source"], row["target"]) for row in rows] == [([0], [0]), ([1, 2], [1])]
    assert [row["score"] for row in rows] == pytest.approx([begun[0], 1.0], abs=1e-6)


def test_one_pair_can_be_exported_whether_it_was_corrected_or_not(client: Client) -> None:
    key = pasted(client)
    whole = json.loads(exported(client, key=key, format="json").text)
    assert whole["format"] == "vicinal-alignment/1"
    links = client.state(key)["links"]
    client.change(key, links[:1])
    assert len(json.loads(exported(client, key=key, format="json").text)["sentences"]) == len(links)
    corrected = json.loads(exported(client, key=key, annotator="Ann", format="json").text)
    assert len(corrected["sentences"]) == len(links) - 1
    assert exported(client, key=key, format="ladder").text.count("\n") > 1


def shown_export(client: Client, key: str, links: Any, **more: Any) -> Any:
    return client.post("/api/export", {"key": key, "links": links, "format": "json", **more})


def test_the_links_of_any_method_on_the_screen_are_exported_as_they_are(client: Client) -> None:
    key = pasted(client)
    for method in ("vicinity", "global", "nearest"):
        settings = {"threshold": 0.1} if method == "nearest" else {}
        body = {"key": key, "method": method, "settings": settings}
        view = client.post("/api/align", body).json()["view"]
        whole = shown_export(client, key, [link[:2] for link in view["links"]], method=method, settings=settings).json()
        assert [[link["source"], link["target"]] for link in whole["sentences"]] == [link[:2] for link in view["links"]]
        assert whole["signature"] == view["signature"]
        part = shown_export(client, key, [view["links"][0][:2]], method=method, settings=settings).json()
        assert [[link["source"], link["target"]] for link in part["sentences"]] == [view["links"][0][:2]]
        assert part["signature"] == f"1 of the links of {view['signature']}"


def test_the_corrected_links_on_the_screen_are_exported_and_no_others(client: Client) -> None:
    key = pasted(client)
    links = client.state(key)["links"]
    client.change(key, links[:1])
    own = shown_export(client, key, links[1:], annotator="Ann").json()
    assert [[link["source"], link["target"]] for link in own["sentences"]] == links[1:]
    refused = shown_export(client, key, links, annotator="Ann")
    assert refused.status_code == 400
    assert refused.json()["error"].startswith("links: 1 link of the screen not known to the server; wait until")
    assert shown_export(client, "0123456789abcdef", links).status_code == 404


def test_what_can_be_exported_is_counted(client: Client) -> None:
    key = pasted(client)
    assert client.get("/api/exportable?annotator=Ann").json() == {"pairs": 0, "done": 0}
    client.change(key, client.state(key)["links"][:1])
    assert client.get("/api/exportable?annotator=Ann").json() == {"pairs": 1, "done": 0}
    client.post(f"/api/pairs/{key}/done", {"annotator": "Ann"})
    assert client.get("/api/exportable?annotator=Ann").json() == {"pairs": 1, "done": 1}


@pytest.mark.parametrize(
    ("query", "status", "message"),
    [
        ("annotator=Nobody", 404, "Nobody has no pair to export yet"),
        ("", 400, "give the annotator whose links to export"),
        ("annotator=Ann&format=word", 400, "unknown format 'word'"),
        ("annotator=Ann&format=json", 400, "unknown format 'json'"),
        ("annotator=Ann&only_done=perhaps", 400, "only_done: invalid enum value 'perhaps'; give true or false"),
        ("key=0123456789abcdef", 404, "there is no pair"),
        (
            "annotator=Ann&path=/etc/passwd",
            400,
            "the query: object contains unknown field `path`; it can have: format, ",
        ),
        ("annotator=Ann&annotator=Bob", 400, "has a parameter twice"),
        ("annotator=%ff", 400, "not UTF-8"),
    ],
)
def test_invalid_exports(client: Client, query: str, status: int, message: str) -> None:
    client.post(f"/api/pairs/{pasted(client)}/done", {"annotator": "Ann"})
    answer = client.get(f"/api/export?{query}")
    assert answer.status_code == status
    assert message in answer.json()["error"]


# Libraries


def test_the_index_of_a_run_is_built_once_and_resumed(made: Run, edits: Edits, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    class Enough(Exception):  # noqa: N818
        pass

    def stop(what: str, done: int, total: int) -> None:
        told.append((done, total))
        if len(told) == 2:
            raise Enough

    with pytest.raises(Enough):
        run_library(made, edits, stop)
    assert told == [(0, 3), (1, 3)]
    library = run_library(made, edits, lambda what, done, total: told.append((done, total)))
    assert told[2:] == [(1, 3), (2, 3), (3, 3)]
    assert library.pairs() == 7
    run_library(made, Edits(tmp_path / "edits.sqlite"), lambda *_: pytest.fail("the index is there already"))


def test_a_run_that_changes_while_it_is_served_is_refused(tmp_path: Path, edits: Edits) -> None:
    made = run(Toy(count=4), tmp_path / "run")
    with asking(run_library(made, edits), edits) as client:
        keys = [entry["key"] for entry in client.get("/api/pairs?order=corpus").json()["pairs"]]
        records = tmp_path / "run" / "shards" / "000000.jsonl"
        lines = records.read_bytes().splitlines(keepends=True)
        records.write_bytes(b"".join(reversed(lines)))
        answers = [client.get(f"/api/pairs/{key}") for key in keys]
        assert {answer.status_code for answer in answers} == {503}
        assert all("was changed while it was served" in answer.json()["error"] for answer in answers)
        records.unlink()
        assert client.get(f"/api/pairs/{keys[0]}").status_code == 503


def test_corrections_do_not_need_the_run_they_were_made_on(made: Run, edits: Edits) -> None:
    with asking(run_library(made, edits), edits) as client:
        key = client.get("/api/pairs?count=1").json()["pairs"][0]["key"]
        client.post(f"/api/pairs/{key}/done", {"annotator": "Ann"})
    with asking(empty_library(edits), edits) as client:
        assert [entry["key"] for entry in client.get("/api/pairs?annotator=Ann").json()["pairs"]] == [key]
        assert client.get(f"/api/pairs/{key}?annotator=Ann").json()["state"]["done"]


def gold_line(name: str, links: Any, **more: Any) -> str:
    source, target = [["The old harbour."], ["It is of stone.", "Ships come."]], [["The harbour."], ["Ships come."]]
    return json.dumps({"id": name, "lang": "en", "source": source, "target": target, "gold": links, **more})


def test_a_library_of_gold_files(tmp_path: Path, edits: Edits) -> None:
    (tmp_path / "a.jsonl").write_text(
        gold_line("found", [[[0], [0]], [[2], [1]]]) + "\n" + gold_line("not found", [[[1], [0, 1]]]) + "\n"
    )
    paragraphs = {"gold_paragraphs": [[[0], [0]]], "has_sentence_gold": False}
    (tmp_path / "b.jsonl").write_text(
        gold_line("odd \ud800 name", [[[0], [0]]]) + "\n" + gold_line("only paragraphs", [], **paragraphs) + "\n"
    )
    library = library_at([str(tmp_path / name) for name in ("a.jsonl", "b.jsonl")], edits)
    with asking(library, edits) as client:
        assert client.get("/api/info").json()["library"] == {
            "kind": "gold",
            "name": "a.jsonl and 1 more",
            "pairs": 4,
            "ordered": True,
        }
        pairs = client.get("/api/pairs?order=corpus").json()["pairs"]
        assert [(entry["id"], entry["origin"]) for entry in pairs] == [
            ("found", "a.jsonl"),
            ("not found", "a.jsonl"),
            ("odd \ufffd name", "b.jsonl"),
            ("only paragraphs", "b.jsonl"),
        ]
        assert (pairs[0]["doubt"], pairs[1]["doubt"]) == (0.0, 1.0)
        assert client.get("/api/pairs?count=1").json()["pairs"] == [pairs[1]]
        answer = client.get(f"/api/pairs/{pairs[1]['key']}").json()
        assert answer["state"]["links"] == [[[1], [0, 1]]]
        assert (answer["view"]["signature"], answer["view"]["steps"]) == ("gold", [])
        assert client.change(pairs[2]["key"], [[[0], [0]]]).status_code == 200
        assert [len(client.get(f"/api/pairs/{p['key']}").json()["view"]["paragraphs"]) for p in pairs] == [2, 1, 1, 1]


def test_the_sample_corpus_is_exported_as_it_was_read(sample: list[Gold], edits: Edits, tmp_path: Path) -> None:
    files = sorted(str(path) for path in (Path(__file__).parents[1] / "data" / "gold").glob("*.jsonl"))
    with asking(library_at(files, edits), edits) as client:
        keys = [entry["key"] for entry in client.get("/api/pairs?order=corpus&count=500").json()["pairs"]]
        for key in keys:
            assert client.post(f"/api/pairs/{key}/done", {"annotator": "Ann"}).status_code == 200
        (tmp_path / "gold.jsonl").write_bytes(exported(client, annotator="Ann", only_done="true").content)
    back = list(read_gold_lines(tmp_path / "gold.jsonl"))
    assert [(one.id, one.source, one.target, one.links) for one in back] == [
        (one.id, one.source, one.target, one.links) for one in sample
    ]


def test_invalid_libraries(tmp_path: Path, edits: Edits) -> None:
    (tmp_path / "text.txt").write_text("This is a text.\n")
    (tmp_path / "empty.jsonl").write_text("\n")
    for paths, message in (
        ([tmp_path], "holds no run"),
        ([tmp_path, tmp_path / "text.txt"], "is a folder; give one run folder alone"),
        ([tmp_path / "text.txt"], "text.txt:1: not JSON"),
        ([tmp_path / "empty.jsonl"], "has no pairs"),
        ([tmp_path / "nothing.jsonl"], "cannot be read"),
    ):
        with pytest.raises((InputError, FormatError), match=message):
            library_at([str(path) for path in paths], edits)


def test_the_default_file_of_edits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "gold.jsonl").touch()
    assert edits_file((), None) == Path("vicinal.edits.sqlite")
    assert edits_file(("out/",), None) == tmp_path / "out.edits.sqlite"
    assert edits_file(("gold.jsonl",), None) == tmp_path / "gold.jsonl.edits.sqlite"
    assert edits_file(("s3://bucket/some/out/",), None) == Path("out.edits.sqlite")
    assert edits_file(("out",), "mine.sqlite") == Path("mine.sqlite")
    monkeypatch.chdir(tmp_path / "out")
    assert edits_file((".",), None) == tmp_path / "out.edits.sqlite"
    with pytest.raises(InputError, match="is inside the run folder"):
        edits_file((".",), "mine.sqlite")
    with pytest.raises(InputError, match="no such file or folder"):
        edits_file(("nothing",), None)


# Hostile requests

DEEP = b"[" * 100_000
HOSTILE = [
    b"",
    b"null",
    b"[]",
    b"{",
    b'"text"',
    b"\xff\xfe{}",
    b'{"annotator": "\xff"}',
    DEEP,
    b'{"annotator": "Ann", "add": ' + DEEP,
    b'{"a": ' * 50_000,
    b'{"annotator": "Ann", "surprise": 1}',
    b'{"annotator": NaN}',
    b'{"annotator": "Ann", "add": [[[NaN], [1]]]}',
    b'{"annotator": "Ann", "add": [[[1e999], [1]]]}',
    b'{"annotator": "Ann", "add": [[[' + b"9" * 5000 + b"], [1]]]}",
    b'{"annotator": "Ann", "add": [[[99999999999999999999], [1]]]}',
    b'{"annotator": "Ann", "add": [[[-1], [1]]]}',
    b'{"annotator": "Ann", "add": [[[1.5], [1]]]}',
    b'{"annotator": "Ann", "add": [[[true], [1]]]}',
    b'{"annotator": "Ann", "add": [[["1"], [1]]]}',
    b'{"annotator": "Ann", "add": [[1, 2]]}',
    b'{"annotator": "Ann", "add": [[[1], [1], [1]]]}',
    b'{"annotator": "Ann", "add": [[[], [1]]]}',
    b'{"annotator": "Ann", "add": {"0": 1}}',
    b'{"annotator": "Ann", "add": [[[4000], [1]]]}',
    b'{"annotator": "Ann", "version": -1}',
    b'{"annotator": "Ann", "done": "yes", "version": "1"}',
    b'{"annotator": "\\ud800"}',
    b'{"annotator": "\\udc00\\ud800"}',
    b'{"annotator": ["Ann"]}',
    b'{"annotator": null}',
    b'{"source": "a", "target": "b", "method": "nothing"}',
    b'{"source": "a", "target": "b", "method": "smith"}',
    b'{"source": "a", "target": "b", "method": 5}',
    b'{"source": "a", "target": "b", "settings": []}',
    b'{"source": "a", "target": "b", "settings": {"similarity": "x"}}',
    b'{"source": "a", "target": "b", "settings": {"vicinities": 1}}',
    b'{"source": "a", "target": "b", "settings": {"\\ud800": 1}}',
    b'{"source": "a", "target": "b", "settings": {"beta": "0.1"}}',
    b'{"source": "a", "target": "b", "settings": {"beta": true}}',
    b'{"source": "a", "target": "b", "settings": {"beta": -0.1}}',
    b'{"source": "a", "target": "b", "settings": {"beta": ' + b"9" * 300 + b"}}",
    b'{"source": "a", "target": "b", "settings": {"beta": null}}',
    b'{"source": "a", "target": "b", "settings": {"title": 1}}',
    b'{"source": "a", "target": "b", "method": "bott_saggion", "settings": {"rounds": 2.5}}',
    b'{"source": "a", "target": "b", "method": "bott_saggion", "settings": {"rounds": 100}}',
    b'{"source": "a", "target": "b", "language": "../../etc"}',
    b'{"source": "a", "target": "b", "language": 7}',
    b'{"source": "a", "target": "b", "split": "chapters"}',
    b'{"source": "", "target": "b"}',
    b'{"source": " \\n ", "target": "b"}',
    b'{"source": "...", "target": "!"}',
    b'{"source": "a\\u0000b", "target": "b"}',
    b'{"source": "\\ud800", "target": "b"}',
    b'{"source": "a"}',
    b'{"source": 5, "target": "b"}',
    b'{"source": "a", "target": "b", "title": "' + b"x" * 201 + b'"}',
    b'{"source": "a", "target": "b", "title": "\\u202e", "key": "\\n"}',
]


@pytest.mark.parametrize("raw", HOSTILE, ids=lambda raw: repr(raw[:60]))
def test_invalid_requests_are_refused_in_one_line(client: Client, raw: bytes) -> None:
    key = pasted(client)
    paths = [
        "/api/align",
        "/api/pairs",
        *(f"/api/pairs/{key}/{what}" for what in ("change", "undo", "redo", "done", "adjudicate")),
    ]
    for path in paths:
        answer = client("POST", path, content=raw, headers={"content-type": "application/json"})
        assert answer.status_code == 400
        assert list(answer.json()) == ["error"]
        assert "\n" not in answer.json()["error"]
        assert 0 < len(answer.json()["error"]) <= 400
    assert client.get("/api/pairs").json()["total"] == 1
    assert client.get("/api/info").json()["annotators"] == []


@pytest.mark.parametrize(
    "query",
    ["offset=-1", "offset=x", "offset=9999999999999999", "count=501", "count=1e3", "count=٣", "order=best",
     "surprise=1", "annotator=%0a", "offset=0&offset=1", "&".join(f"a{n}=1" for n in range(30))],
)  # fmt: skip
def test_invalid_queries(client: Client, query: str) -> None:
    answer = client.get(f"/api/pairs?{query}")
    assert (answer.status_code, list(answer.json())) == (400, ["error"])


def test_missing_pairs(client: Client) -> None:
    for key in ("0123456789abcdef", "'; DROP TABLE kept; --", "%F0%9F%98%80", "a" * 5000):
        assert client.get(f"/api/pairs/{key}").status_code == 404
        assert client.change(key, [[[0], [0]]]).status_code == 404
    assert client.post("/api/align", {"key": "0123456789abcdef"}).status_code == 404
    both = {"key": pasted(client), "source": SOURCE, "target": TARGET}
    assert "not both" in client.post("/api/align", both).json()["error"]


def test_hostile_text_is_returned_unchanged(client: Client) -> None:
    texts = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "]]>", "a \u202e b", "\ufffe"]
    source = "\n".join(f"{text} {n} words" for n, text in enumerate(texts))
    key = client.post("/api/pairs", {"source": source, "target": source, "split": "lines"}).json()["key"]
    answer = client.get(f"/api/pairs/{key}")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["view"]["source"]["paragraphs"] == [source.split("\n")]


def test_a_sentence_of_a_megabyte(client: Client) -> None:
    words = random.Random(1)
    long = " ".join(f"word{words.randrange(3000)}" for _ in range(120_000))
    assert len(long) > 1_000_000
    body = {"source": f"{long}.\nA short one.", "target": f"{long}.", "split": "lines", "method": "vicinity"}
    assert client.post("/api/align", body).json()["view"]["links"] == [[[0], [0], 1.0]]
    key = client.post("/api/pairs", body).json()["key"]
    assert client.change(key, [[[0], [0]]], [[[1], [0]]]).status_code == 200


def test_texts_that_are_too_long_are_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_alignment, "MOST_SENTENCES", 50)
    monkeypatch.setattr(live_alignment, "MOST_CELLS", {True: 900, False: 100})
    texts = {count: "\n".join(f"Sentence number {n}." for n in range(count)) for count in (11, 31, 51)}
    for count, method, status in (
        (51, "vicinity", 413),
        (31, "vicinity", 413),
        (11, "vicinity", 200),
        (11, "jaccard", 413),
    ):
        body = {"source": texts[count], "target": texts[count], "method": method, "split": "lines"}
        for path in ("/api/align", "/api/pairs"):
            answer = client.post(path, body)
            assert answer.status_code == status
            if status == 413:
                assert "at most" in answer.json()["error"]


def test_a_locked_file_of_edits_is_reported(client: Client, edits: Edits) -> None:
    key = pasted(client)
    with edits.database.writing():
        answer = client.change(key, add=[[[1], [1]]])
    assert answer.status_code == 503
    assert "edits.sqlite: is locked by another program" in answer.json()["error"]


def test_unexpected_errors_are_reported_without_details(edits: Edits, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Edits) -> list[str]:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(Edits, "annotators", fail)
    app = server.application(empty_library(edits), edits, hosts=[HOST])

    async def ask() -> Any:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            return await client.get("/api/info")

    answer = asyncio.run(ask())
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


# Access

JSON = {"content-type": "application/json"}


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8765", "127.0.0.1", "127.0.0.1:80", "localhost", ""])
def test_other_host_names_are_refused(client: Client, host: str) -> None:
    for path in ("/", "/api/info", "/assets/all.css"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 403
        assert "not the host name of the app" in answer.text
    assert client.get("/api/info", headers={"host": "LOCALHOST:8765"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:3000"},
        {"origin": f"http://{HOST}.evil.example"},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": f"http://{HOST}", "sec-fetch-site": "cross-site"},
    ],
    ids=str,
)
def test_posts_of_other_sites_are_refused(client: Client, headers: dict[str, str]) -> None:
    key = pasted(client)
    answer = client.post(f"/api/pairs/{key}/done", {"annotator": "Ann"}, headers=headers)
    assert answer.status_code == 403
    assert client.get("/api/info").json()["annotators"] == []


def test_posts_of_the_app_and_of_programs_are_accepted(client: Client) -> None:
    key = pasted(client)
    for headers in (
        {},
        {"origin": f"http://{HOST}", "sec-fetch-site": "same-origin"},
        {"origin": "http://localhost:8765"},
        {"sec-fetch-site": "none"},
    ):
        assert client.post(f"/api/pairs/{key}/done", {"annotator": "Ann"}, headers=headers).status_code == 200


def test_other_sites_cannot_use_the_api(client: Client) -> None:
    for site in ("cross-site", "same-site"):
        assert client.get("/api/info", headers={"sec-fetch-site": site}).status_code == 403
    # A link to the app on another site is not an attack.
    assert client.get("/assets/all.css", headers={"sec-fetch-site": "cross-site"}).status_code == 200


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "application/jsonx"],
)
def test_forms_cannot_post(client: Client, kind: str) -> None:
    body = json.dumps({"source": SOURCE, "target": TARGET}).encode()
    answer = client("POST", "/api/pairs", content=body, headers={"content-type": kind})
    assert answer.status_code == 415
    assert client.get("/api/pairs").json()["total"] == 0
    assert client("POST", "/api/pairs", content=body, json=None).status_code == 415


def test_requests_over_the_limit_are_refused(edits: Edits) -> None:
    with asking(empty_library(edits), edits, limit=1000) as client:
        assert client.get("/api/info").json()["limit"] == 1000

        async def parts(count: int) -> AsyncIterator[bytes]:
            yield b'{"source": "a b.", "target": "a b.", "title": "'
            for _ in range(count):
                yield b" " * 500
            yield b'"}'

        answer = client.post("/api/align", {"source": "a" * 2000, "target": "b"})
        assert answer.status_code == 413
        assert "larger than the limit of 1,000 bytes" in answer.json()["error"]
        for count in (2, 100):  # in parts, without a declared length
            answer = client("POST", "/api/pairs", content=parts(count), headers=JSON)
            assert answer.status_code == 413
        assert client.get("/api/pairs").json()["total"] == 0


def test_a_token_gives_access(edits: Edits) -> None:
    with asking(empty_library(edits), edits, token="s3cret") as client:
        for path in (
            "/",
            "/api/info",
            "/assets/all.css",
            "/?token=wrong",
            "/?token=",
            "/api/info?token=s3cret",
        ):
            answer = client.get(path)
            assert answer.status_code == 401
            assert "token is missing or wrong" in answer.text
            assert "set-cookie" not in answer.headers
        assert client.post("/api/align", {"source": "a", "target": "a"}).status_code == 401
        assert client.get("/api/info", headers={"cookie": "vicinal_token=wrong; x=s3cret"}).status_code == 401
        answer = client.get("/?token=s3cret")
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert answer.headers["set-cookie"] == "vicinal_token=s3cret; HttpOnly; SameSite=Strict; Path=/"
        assert client.get("/api/info", headers={"cookie": "a=b; vicinal_token=s3cret"}).status_code == 200
        assert client.get("/api/info", headers={"cookie": "vicinal_token=s3cret", "host": "x"}).status_code == 403


def test_own_addresses_are_those_of_this_machine() -> None:
    assert {"127.0.0.1", "::1", socket.gethostname()} <= set(own_addresses())


def test_web_sockets_are_closed(edits: Edits) -> None:
    app = server.application(empty_library(edits), edits, hosts=[HOST])
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    asyncio.run(app({"type": "websocket", "path": "/", "headers": [], "query_string": b""}, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]


# The OpenAPI document


def test_the_openapi_document_describes_exactly_the_routes(client: Client) -> None:
    routes = {(route.path, method) for route in client.app.routes for method in route.methods - {"HEAD"}}
    described = {(path, method.upper()) for path, known in OPENAPI["paths"].items() for method in known}
    assert routes == described
    assert client.get("/api/openapi.json").json() == OPENAPI


def test_the_openapi_document_is_valid() -> None:
    assert OPENAPI["openapi"].startswith("3.1.")
    text = json.dumps(OPENAPI)
    for name in re.findall(r"#/components/schemas/(\w+)", text):
        jsonschema.Draft202012Validator.check_schema(OPENAPI["components"]["schemas"][name])
    for name in OPENAPI["components"]["schemas"]:
        assert f'"#/components/schemas/{name}"' in text
    for path, known in OPENAPI["paths"].items():
        for one in known.values():
            named = {parameter["name"] for parameter in one.get("parameters", ()) if parameter["in"] == "path"}
            assert named == set(re.findall(r"\{(\w+)\}", path))
            assert one["summary"]
    for endpoint in endpoint_list.ENDPOINTS:  # error messages end in the description of the field
        assert all(field["description"] for field in request_reading.properties(endpoint.request_type).values())
    limits = {
        parameter["name"]: parameter["schema"] for parameter in OPENAPI["paths"]["/api/pairs"]["get"]["parameters"]
    }
    assert limits["count"]["maximum"] == list_types.MOST_PAIRS_LISTED


# Concurrency


def test_a_long_alignment_does_not_block_other_requests(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    key = pasted(client)
    go_on, aligner = threading.Event(), Vicinity()

    def slow(_: Any, __: str, source: Document, target: Document) -> Any:
        assert go_on.wait(timeout=30)
        return aligner(source, target)

    monkeypatch.setattr(api, "align_live", slow)

    async def ask() -> None:
        long = [asyncio.ensure_future(client.asked("POST", "/api/align", json={"key": key})) for _ in range(4)]
        await asyncio.sleep(0.05)
        for path in ("/api/info", "/api/pairs", f"/api/pairs/{key}", "/api/agreement"):
            answer = await asyncio.wait_for(client.asked("GET", path), 10)
            assert answer.status_code == 200
        assert not any(one.done() for one in long)
        go_on.set()
        assert [(await one).status_code for one in long] == [200] * 4

    client.loop.run_until_complete(ask())


def test_calls_beyond_the_queue_are_refused() -> None:
    go_on = threading.Event()

    async def ask() -> None:
        background = WorkerThreads(threads=1, waiting=1)
        begun = [asyncio.ensure_future(background.run(lambda: go_on.wait(timeout=30))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await background.run(lambda: True)
        go_on.set()
        assert await asyncio.gather(*begun) == [True, True]
        assert await background.run(lambda: 7) == 7
        with pytest.raises(ZeroDivisionError):
            await background.run(lambda: 1 // 0)

    asyncio.run(ask())


# A real server, in its own process

PROGRAM = """
from vicinal.cli import main
main()
"""


class Process:
    """A server in its own process, until the end of the block."""

    def __init__(self, *arguments: str, cwd: Path, program: str = PROGRAM) -> None:
        command = [sys.executable, "-c", program, "serve", "--port", "0", *arguments]
        self.process = subprocess.Popen(command, cwd=cwd, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        self.line = self.process.stderr.readline()
        found = re.search(r"http://\S+", self.line)
        if not found:
            self.process.kill()
            pytest.fail(self.line + self.process.communicate(timeout=10)[1])
        self.url = found[0].rstrip("/")

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate(timeout=10)

    def end(self, with_signal: int) -> tuple[int, str]:
        self.process.send_signal(with_signal)
        _, talk = self.process.communicate(timeout=10)
        return self.process.returncode, talk


def test_acknowledged_changes_survive_kill_9(tmp_path: Path) -> None:
    sentences = "\n".join(f"Sentence number {n} is here." for n in range(40))
    acknowledged: dict[str, Any] = {}
    with Process(cwd=tmp_path) as one:
        with httpx.Client(base_url=one.url) as web:
            body = {"source": sentences, "target": sentences, "split": "lines"}
            key = web.post("/api/pairs", json=body).json()["key"]
        enough = threading.Event()

        def edit(name: str) -> None:
            """Remove links and add them again until the server no longer answers."""
            with httpx.Client(base_url=one.url) as web:
                links = web.get(f"/api/pairs/{key}").json()["state"]["links"]
                number = 0
                while True:
                    what = "remove" if number // len(links) % 2 == 0 else "add"
                    body = {"annotator": name, what: [links[number % len(links)]]}
                    try:
                        acknowledged[name] = web.post(f"/api/pairs/{key}/change", json=body).json()["state"]
                    except httpx.HTTPError:
                        return
                    number += 1
                    if number == 15:
                        enough.set()

        with ThreadPoolExecutor(3) as pool:
            people = [pool.submit(edit, name) for name in ("Ann", "Bob", "Cyd")]
            assert enough.wait(timeout=20)
            one.process.kill()
            for person in people:
                person.result(timeout=20)
    edits = Edits(tmp_path / "vicinal.edits.sqlite")
    for name, told in acknowledged.items():
        state = edits.state(key, name)
        assert state is not None
        # The last change may have been written but not acknowledged.
        assert state.version - told["version"] in (0, 1)
        if state.version > told["version"]:
            kept = edits.kept(key)
            assert kept is not None
            state = edits.undo(key, name, kept)
        assert [[list(xs), list(ys)] for xs, ys in state.links] == told["links"]


def test_two_browsers_lose_no_update(tmp_path: Path) -> None:
    sentences = "\n".join(f"Sentence number {n} is here." for n in range(30))
    with Process(cwd=tmp_path) as one, httpx.Client(base_url=one.url) as web:
        vicinity = {"method": "vicinity", "settings": {"sentence_alpha": 1.0}}
        body = {"source": sentences, "target": sentences, "split": "lines", **vicinity}
        key = web.post("/api/pairs", json=body).json()["key"]
        links = web.get(f"/api/pairs/{key}").json()["state"]["links"]

        def tab(mine: list[Any]) -> list[int]:
            with httpx.Client(base_url=one.url) as browser:
                return [
                    browser.post(f"/api/pairs/{key}/change", json={"annotator": "Ann", "remove": [link]}).status_code
                    for link in mine
                ]

        assert len(links) == 30
        with ThreadPoolExecutor(3) as pool:
            # The first and the third remove the same links: of each, one of them gets a conflict.
            first, second, third = pool.map(tab, (links[:10], links[10:20], links[:10]))
        assert second == [200] * 10
        assert sorted(first + third) == [200] * 10 + [409] * 10
        state = web.get(f"/api/pairs/{key}?annotator=Ann").json()["state"]
        assert (state["links"], state["version"]) == (links[20:], 20)


def test_answers_do_not_wait_for_packets_to_be_acknowledged() -> None:
    """Without TCP_NODELAY every answer takes 40 ms longer; asyncio sets it if the socket names TCP as its protocol."""
    with server.listening("127.0.0.1", 0) as at:
        assert at.proto == socket.IPPROTO_TCP


def test_ctrl_c_stops_the_server_cleanly(tmp_path: Path, made: Run) -> None:
    with Process(made.path, "--edits", str(tmp_path / "mine.sqlite"), cwd=tmp_path) as one:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", one.url)
        with httpx.Client(base_url=one.url) as web:  # a connection that stays open
            key = web.get("/api/pairs").json()["pairs"][0]["key"]
            assert web.post(f"/api/pairs/{key}/done", json={"annotator": "Ann"}).status_code == 200
            assert web.get("/api/info", headers={"host": "evil.example"}).status_code == 403
            code, talk = one.end(signal.SIGINT)  # while the connection is open
    assert (code, talk) == (0, "")
    state = Edits(tmp_path / "mine.sqlite").state(key, "Ann")
    assert state is not None
    assert state.done
    assert [path.name for path in tmp_path.iterdir()] == ["mine.sqlite"]


def test_ctrl_c_does_not_wait_for_a_long_alignment(tmp_path: Path) -> None:
    endless = """
import threading
from pathlib import Path
from vicinal.app import api
def align_live(*_):
    Path("begun").touch()
    threading.Event().wait()
api.align_live = align_live
"""
    with (
        Process(cwd=tmp_path, program=endless + PROGRAM) as one,
        ThreadPoolExecutor(1) as pool,
        httpx.Client(base_url=one.url, timeout=60) as web,
    ):
        answer = pool.submit(web.post, "/api/align", json={"source": SOURCE, "target": TARGET})
        while not (tmp_path / "begun").exists():
            assert not answer.done()
            time.sleep(0.01)
        assert one.end(signal.SIGINT) == (0, "")
        told = answer.result(timeout=20)
    assert (told.status_code, told.json()) == (503, {"error": "the app is stopping"})


def test_a_public_app_requires_its_token(tmp_path: Path) -> None:
    with Process("--public", "--host", "127.0.0.1", cwd=tmp_path) as one:
        address, _, token = one.url.partition("/?token=")
        assert len(token) >= 32
        with httpx.Client(base_url=address) as web:
            assert web.get("/api/info").status_code == 401
            assert web.get("/", params={"token": token}).status_code == 303
            assert web.get("/api/info").status_code == 200


def served(tmp_path: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-c", PROGRAM, "serve", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=30)
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_command_line_errors_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader, this is no database. " * 200)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for arguments, message in (
            (("--port", port), f"port {port} is in use by another program; choose another with --port"),
            (("--host", "0.0.0.0", "--port", "0"), "--host 0.0.0.0 gives other machines access; add --public"),
            (("--public", "--host", "192.0.2.1"), "cannot listen on 192.0.2.1, port 8765: "),
            (("nothing",), "nothing: no such file or folder"),
            (("--edits", "letter.txt", "--port", "0"), "letter.txt: is not a file of edits"),
        ):
            code, talk = served(tmp_path, *arguments)
            assert code == 2
            assert talk.startswith("vicinal: ")
            assert message in talk
            assert talk.count("\n") == 1


def test_what_cannot_be_served_leaves_no_file_of_edits(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader, this is no gold.")
    (tmp_path / "empty").mkdir()
    code, talk = served(tmp_path, "letter.txt", "--port", "0")
    assert code == 2
    assert talk.startswith("vicinal: letter.txt:1: not JSON")
    assert talk.endswith("; give a run or gold, or nothing to paste or upload two texts\n")
    code, talk = served(tmp_path, "empty", "--port", "0")
    assert code == 2
    assert "empty: holds no run" in talk
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "letter.txt"]


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_sigterm_stops_the_server(tmp_path: Path) -> None:
    with Process(cwd=tmp_path) as one:
        code, talk = one.end(signal.SIGTERM)
    assert code in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
    assert talk == ""
