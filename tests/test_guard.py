"""The guard alone, in front of an application that records the requests it receives."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest

pytest.importorskip("starlette", reason="the app needs starlette")

from vicinal.app.guard import Guard, own_addresses, served_hosts

HOST = "127.0.0.1:8765"
JSON = ("content-type", "application/json")
GONE = {"type": "http.disconnect"}
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Answer(NamedTuple):
    """The answer to a request, the bodies that reached the application, and how many messages were received."""

    status: int
    headers: dict[str, str]
    body: bytes
    passed: list[bytes]
    received: int

    @property
    def is_passed(self) -> bool:
        return bool(self.passed)


def ask(
    method: str = "GET",
    path: str = "/",
    *headers: tuple[str, str],
    parts: Iterable[bytes] = (b"",),
    query: bytes = b"",
    host: tuple[str, ...] = (HOST,),
    gone: bool = False,
    **options: Any,
) -> Answer:
    """Send a request through a guard; with `gone`, the sender disconnects before the end of the body."""
    passed: list[bytes] = []
    sent: list[Any] = []
    waiting = iter(parts)
    following = next(waiting, None)
    received = 0

    async def app(scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        assert (message["type"], message["more_body"]) == ("http.request", False)
        passed.append(message["body"])
        assert await receive() == GONE
        await send({"type": "http.response.start", "status": 200, "headers": [(b"x-own", b"1")]})
        await send({"type": "http.response.body", "body": b"passed"})

    async def receive() -> Any:
        nonlocal following, received
        received += 1
        if following is None:
            return GONE
        part, following = following, next(waiting, None)
        more = gone or following is not None
        # A server may leave out what is empty or false.
        return {"type": "http.request"} | ({"body": part} if part else {}) | ({"more_body": True} if more else {})

    async def send(message: Any) -> None:
        sent.append(message)

    pairs = [*(("host", name) for name in host), *headers]
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query,
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in pairs],
    }
    guard = Guard(app, options.pop("hosts", [HOST]), **options)
    asyncio.run(guard(scope, receive, send))
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    sent_headers = [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]
    assert len(dict(sent_headers)) == len(sent_headers)
    return Answer(sent[0]["status"], dict(sent_headers), sent[1]["body"], passed, received)


def error_of(answer: Answer, status: int) -> str:
    """Return the message of a refusal, and check its form."""
    assert (answer.status, answer.is_passed) == (status, False)
    assert int(answer.headers["content-length"]) == len(answer.body)
    if answer.headers["content-type"] == "application/json":
        (message,) = json.loads(answer.body).values()
        return str(message)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.body.endswith(b"\n")
    return answer.body.decode().rstrip("\n")


# Host names


@pytest.mark.parametrize("names", [(), (HOST, HOST), (HOST, "evil.example"), ("evil.example", HOST), ("evil.example",)])
def test_exactly_one_host_header_with_an_own_name_is_required(names: tuple[str, ...]) -> None:
    assert "not the host name of the app" in error_of(ask(host=names), 403)


def test_host_names_are_compared_without_case() -> None:
    assert ask(host=("Box:8765",), hosts=["BOX:8765"]).is_passed
    assert ask("POST", "/", JSON, ("origin", "HTTP://BOX:8765"), host=("box:8765",), hosts=["Box:8765"]).is_passed


# Other sites


@pytest.mark.parametrize(
    ("method", "path", "is_passed"),
    [
        ("GET", "/", True),
        ("GET", "/assets/a.js", True),
        ("HEAD", "/", True),
        ("GET", "/api/info", False),
        ("HEAD", "/api/info", False),
        ("POST", "/", False),
        ("POST", "/api/align", False),
    ],
)
def test_other_sites_can_only_link_to_the_page(method: str, path: str, is_passed: bool) -> None:
    for sites in (("cross-site",), ("same-origin", "same-site")):
        answer = ask(method, path, JSON, *(("sec-fetch-site", site) for site in sites))
        assert answer.is_passed == is_passed
        assert is_passed or error_of(answer, 403) == "requests from other sites are refused"
    for site in ("same-origin", "none"):
        assert ask(method, path, JSON, ("sec-fetch-site", site)).is_passed


def test_requests_that_change_something_need_an_origin_of_the_app() -> None:
    for scheme in ("http", "https"):
        assert ask("POST", "/api/align", JSON, ("origin", f"{scheme}://{HOST}")).is_passed
    for origins in (["null"], [HOST], [f"http://{HOST}", "http://evil.example"], [f"ftp://{HOST}"]):
        answer = ask("POST", "/api/align", JSON, *(("origin", origin) for origin in origins))
        assert error_of(answer, 403) == "requests from other sites are refused"
    assert ask("GET", "/api/info", ("origin", "http://evil.example")).is_passed  # which cannot read the answer


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_requests_that_change_something_are_json(method: str) -> None:
    for kind in ("application/json", "Application/JSON ; charset=utf-8"):
        assert ask(method, "/api/align", ("content-type", kind)).is_passed
    for kinds in ([], ["text/plain"], ["application/json", "application/json"], ["text/plain; application/json"]):
        answer = ask(method, "/api/align", *(("content-type", kind) for kind in kinds))
        assert "'Content-Type: application/json'" in error_of(answer, 415)


def test_requests_that_change_nothing_need_no_content_type() -> None:
    assert all(ask(method, "/api/info").is_passed for method in ("GET", "HEAD"))


# Size


def test_a_body_reaches_the_application_whole_up_to_the_limit() -> None:
    for parts in ([b"12345678"], [b"123", b"", b"45678"], [b""]):
        assert ask("POST", "/api/align", JSON, parts=parts, limit=8).passed == [b"".join(parts)]
    assert ask("POST", "/api/align", JSON, limit=0).is_passed
    assert ask("POST", "/api/align", JSON, ("content-length", "8"), parts=[b"12345678"], limit=8).is_passed


@pytest.mark.parametrize("parts", [[b"123456789"], [b"1234", b"5678", b"9"], [b"1234", b"56789", b""]])
def test_a_body_above_the_limit_is_refused_once_all_of_it_is_read(parts: list[bytes]) -> None:
    answer = ask("POST", "/api/align", JSON, parts=parts, limit=8)
    assert "larger than the limit of 8 bytes" in error_of(answer, 413)
    assert answer.received == len(parts)


@pytest.mark.parametrize("lengths", [["9"], ["1", "9"], ["9", "x"]])
def test_a_declared_length_above_the_limit_is_refused(lengths: list[str]) -> None:
    headers = [("content-length", length) for length in lengths]
    answer = ask("POST", "/api/align", JSON, *headers, parts=[b"1", b"2"], limit=8)
    assert "larger than the limit of 8 bytes" in error_of(answer, 413)
    assert answer.received == 2


def test_the_default_limit_is_eight_megabytes() -> None:
    assert ask("POST", "/api/align", JSON, ("content-length", "8000000")).is_passed
    error_of(ask("POST", "/api/align", JSON, ("content-length", "8000001")), 413)


@pytest.mark.parametrize("length", ["", "x", "-9", "1e9", "²"])
def test_a_declared_length_that_is_not_a_number_is_ignored(length: str) -> None:
    assert ask("POST", "/api/align", JSON, ("content-length", length), parts=[b"1234"], limit=8).is_passed


def test_an_endless_body_is_not_read_to_its_end() -> None:
    answer = ask("POST", "/api/align", JSON, parts=(b"12345678" for _ in range(1000)), limit=8)
    error_of(answer, 413)
    assert answer.received == 9  # the first to exceed eight times the limit
    just = [b"12345678"] * 8 + [b""]
    assert ask("POST", "/api/align", JSON, parts=just, limit=8).received == len(just)


def test_the_body_of_a_sender_that_disconnects_is_empty() -> None:
    assert ask("POST", "/api/align", JSON, parts=[b"123"], gone=True).passed == [b""]


# Files

READ = "/api/read"
FILE = ("content-type", "application/octet-stream")


def test_files_have_a_kind_and_a_limit_of_their_own() -> None:
    options: dict[str, Any] = {"limit": 2, "files": {READ: 8}}
    assert ask("POST", READ, FILE, parts=[b"1234", b"5678"], **options).passed == [b"12345678"]
    for kind in (JSON, ("content-type", "text/plain"), ("content-type", "multipart/form-data")):
        assert "send a file" in error_of(ask("POST", READ, kind, **options), 415)
    assert "send JSON" in error_of(ask("POST", "/api/align", FILE, **options), 415)
    refused = ask("POST", READ, FILE, parts=[b"1234", b"56789"], **options)
    assert error_of(refused, 413) == "the file is larger than the limit of 8 bytes; use 'vicinal align' for it"
    assert refused.received == 2
    error_of(ask("POST", "/api/align", JSON, parts=[b"123"], **options), 413)


@pytest.mark.parametrize("header", [("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")])
def test_files_of_other_sites_are_refused(header: tuple[str, str]) -> None:
    error_of(ask("POST", READ, FILE, header, files={READ: 8}), 403)


def test_files_need_the_token() -> None:
    error_of(ask("POST", READ, FILE, files={READ: 8}, token="s3cret"), 401)


# Tokens

TOKEN = "s3cret"


@pytest.mark.parametrize(
    "cookies",
    [
        [f"vicinal_token={TOKEN}"],
        [f"a=b; vicinal_token={TOKEN};c=d"],
        ["a=b", f" vicinal_token={TOKEN} "],
        [f"vicinal_token=old; vicinal_token={TOKEN}"],
    ],
)
def test_a_cookie_with_the_token_gives_access(cookies: list[str]) -> None:
    assert ask("GET", "/api/info", *(("cookie", cookie) for cookie in cookies), token=TOKEN).is_passed


@pytest.mark.parametrize(
    "cookie",
    ["", "vicinal_token", "vicinal_token=", "vicinal_token=s3cre", "vicinal_token=s3cretx", "vicinal_token=s3créta",
     "token=s3cret", "xvicinal_token=s3cret", "vicinal_token=x=s3cret", "vicinal_token=S3CRET"],
)  # fmt: skip
def test_requests_without_the_token_are_refused(cookie: str) -> None:
    for method, path in (("GET", "/"), ("GET", "/api/info"), ("POST", "/api/align"), ("GET", "/assets/a.js")):
        answer = ask(method, path, JSON, ("cookie", cookie), token=TOKEN)
        assert "the token is missing or wrong" in error_of(answer, 401)
        assert "set-cookie" not in answer.headers


def test_the_address_with_the_token_sets_the_cookie() -> None:
    for query in (b"token=s3cret", b"a=b&token=wrong&token=s3cret"):
        answer = ask("GET", "/", query=query, token=TOKEN)
        assert (answer.status, answer.body, answer.is_passed) == (303, b"", False)
        expected = {
            "location": "/",
            "set-cookie": "vicinal_token=s3cret; HttpOnly; SameSite=Strict; Path=/",
            "content-length": "0",
        }
        assert expected.items() <= answer.headers.items()


@pytest.mark.parametrize(
    ("method", "path", "query"),
    [
        ("GET", "/", b"token=wrong"),
        ("GET", "/", b"token="),
        ("GET", "/", b"Token=s3cret"),
        ("GET", "/", b"token=s3cret" + b"&a=b" * 20),
        ("GET", "/", b"\xff"),
        ("GET", "/api/info", b"token=s3cret"),
        ("HEAD", "/", b"token=s3cret"),
        ("POST", "/", b"token=s3cret"),
    ],
)
def test_no_other_address_sets_the_cookie(method: str, path: str, query: bytes) -> None:
    answer = ask(method, path, JSON, query=query, token=TOKEN)
    assert "the token is missing or wrong" in error_of(answer, 401)
    assert "set-cookie" not in answer.headers


def test_an_address_with_more_than_ten_parameters_is_refused() -> None:
    assert ask("GET", "/", query=b"token=s3cret" + b"&a=b" * 9, token=TOKEN).status == 303
    assert ask("GET", "/", query=b"token=s3cret" + b"&a=b" * 10, token=TOKEN).status == 401


def test_an_app_without_a_token_is_open() -> None:
    assert ask("GET", "/api/info", ("cookie", "vicinal_token=anything"), query=b"token=x").is_passed


# Answers


@pytest.mark.parametrize(("path", "caching"), [("/", "no-store"), ("/api/info", "no-store"), ("/assets/a", "no-cache")])
def test_every_answer_has_the_headers(path: str, caching: str) -> None:
    passed = ask("GET", path)
    assert passed.headers == {"x-own": "1", "cache-control": caching, **HEADERS}
    assert passed.body == b"passed"
    for refused in (ask("GET", path, host=()), ask("GET", path, token=TOKEN), ask("GET", path, parts=[b"12"], limit=1)):
        assert (HEADERS | {"cache-control": caching}).items() <= refused.headers.items()


@pytest.mark.parametrize(("path", "kind"), [("/api/info", "application/json"), ("/api", "text/plain; charset=utf-8")])
def test_refusals_are_json_in_the_api_and_text_elsewhere(path: str, kind: str) -> None:
    answer = ask("GET", path, host=())
    assert answer.headers["content-type"] == kind
    if kind == "application/json":
        assert list(json.loads(answer.body)) == ["error"]


@pytest.mark.parametrize(("kind", "expected"), [("lifespan", "passed"), ("websocket", "closed")])
def test_other_protocols(kind: str, expected: str) -> None:
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert await receive() == GONE
        seen.append("passed")

    async def receive() -> Any:
        return GONE

    async def send(message: Any) -> None:
        assert message == {"type": "websocket.close", "code": 1008}
        seen.append("closed")

    asyncio.run(Guard(app, [HOST])({"type": kind}, receive, send))
    assert seen == [expected]


# Addresses


@pytest.mark.parametrize(
    ("addresses", "port", "expected"),
    [
        (["127.0.0.1"], 8765, {"127.0.0.1:8765", "localhost:8765"}),
        (["::1"], 81, {"[::1]:81", "localhost:81"}),
        (["192.0.2.7"], 80, {"192.0.2.7:80", "192.0.2.7"}),
        (["fe80::1%eth0", "Box"], 9, {"[fe80::1]:9", "box:9"}),
        (["Box", "127.0.0.1"], 80, {"box", "box:80", "127.0.0.1", "127.0.0.1:80", "localhost", "localhost:80"}),
        ([], 80, set()),
    ],
)
def test_host_names_of_the_app(addresses: list[str], port: int, expected: set[str]) -> None:
    assert served_hosts(addresses, port) == expected


def test_own_addresses_begin_with_the_one_that_others_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    known = [(None, None, None, "", (address, 0)) for address in ("192.0.2.7", "192.0.2.8")]
    looked_up: list[Any] = []

    class Probe:
        def __init__(self, *kind: Any) -> None:
            assert kind == (socket.AF_INET, socket.SOCK_DGRAM)

        def __enter__(self) -> Probe:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def connect(self, address: Any) -> None:
            self.address = address

        def getsockname(self) -> Any:
            assert self.address == ("192.0.2.1", 9)  # of a network that exists in documentation only
            return "192.0.2.7", 4

    def getaddrinfo(*question: Any, **more: Any) -> Any:
        looked_up.append(question)
        return known

    monkeypatch.setattr(socket, "socket", Probe)
    monkeypatch.setattr(socket, "gethostname", lambda: "box")
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    assert own_addresses() == ["192.0.2.7", "box", "192.0.2.8", "127.0.0.1", "::1"]
    assert looked_up == [("box", None)]


@pytest.mark.parametrize("error", [OSError, UnicodeError])
def test_own_addresses_without_a_network(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    def no_network(*_: Any) -> Any:
        raise OSError

    monkeypatch.setattr(socket, "socket", no_network)
    monkeypatch.setattr(socket, "gethostname", lambda: "box")
    monkeypatch.setattr(socket, "getaddrinfo", fail)
    assert own_addresses() == ["box", "127.0.0.1", "::1"]
