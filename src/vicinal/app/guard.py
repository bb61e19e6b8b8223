"""The guard of the app: which requests are let through, how large they may be, and the headers of every answer.

A page of another site cannot read or change anything: its requests have another host name (DNS rebinding) or another
Origin (cross-site posts), and a form can send neither JSON nor application/octet-stream. If the app is open to other
machines, a token is required.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
import socket
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LIMIT = 8_000_000  # bytes of a request
FILE_LIMIT = 30_000_000  # bytes of a request whose body is a file
MOST_FILES = 4  # that are received or read at a time: each is held in memory
FILE_KIND = "application/octet-stream"  # the content type of a file
COOKIE = "vicinal_token"
_DRAINED = 8  # up to this many times the limit is read and discarded, so that the sender can read the refusal

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """Middleware that passes on only the requests of the app's own page and of programs of the user.

    Args:
        app: The application to protect.
        hosts: The host names of the app, with the port, such as "127.0.0.1:8765".
        token: The token that a browser must have; None: none is needed.
        limit: The maximum size of a request in bytes.
        files: The paths of requests whose body is a file, and their maximum size.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Collection[str],
        token: str | None = None,
        limit: int = LIMIT,
        files: Mapping[str, int] | None = None,
    ) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._origins = frozenset(f"{scheme}://{host}" for scheme in ("http", "https") for host in self._hosts)
        self._token = token
        self._limit = limit
        self._files = files or {}
        self._files_inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that is refused; read the body of any other and pass it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        path = scope["path"]

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                caching = b"no-cache" if path.startswith("/assets/") else b"no-store"
                message["headers"] = [*message.get("headers", ()), *HEADERS, (b"cache-control", caching)]
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await _answer(send_with_headers, path, *refused)
            return
        if self._token is not None and not self._knows_token(scope):
            await self._ask_token(scope, send_with_headers)
            return
        if path not in self._files:
            await self._pass_on(scope, receive, send_with_headers, self._limit, "the request", "send shorter texts")
            return
        limit = self._files[path]
        if self._files_inside >= MOST_FILES:
            await _body(receive, limit, refused=True)
            await _answer(send_with_headers, path, 503, "too many files are being read; try again in a moment")
            return
        self._files_inside += 1
        try:
            await self._pass_on(scope, receive, send_with_headers, limit, "the file", "use 'vicinal align' for it")
        finally:
            self._files_inside -= 1

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send, limit: int, what: str, advice: str) -> None:
        """Read the body of a request, and pass the request on; refuse it if the body is too large."""
        body = await _body(receive, limit, refused=_declared(scope) > limit)
        if body is None:
            await _answer(send, scope["path"], 413, f"{what} is larger than the limit of {limit:,} bytes; {advice}")
        else:
            await self._app(scope, _replayed(body, receive), send)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the reason if a request is refused; None if it is not."""
        hosts = _values(scope, b"host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return 403, "this is not the host name of the app; use the address that 'vicinal serve' printed"
        changes = scope["method"] not in ("GET", "HEAD")
        site = _values(scope, b"sec-fetch-site")
        if (changes or scope["path"].startswith("/api/")) and any(s not in ("same-origin", "none") for s in site):
            return 403, "requests from other sites are refused"
        if not changes:
            return None
        if any(origin.lower() not in self._origins for origin in _values(scope, b"origin")):
            return 403, "requests from other sites are refused"
        kinds = [kind.partition(";")[0].strip().lower() for kind in _values(scope, b"content-type")]
        what, kind = ("a file", FILE_KIND) if scope["path"] in self._files else ("JSON", "application/json")
        if kinds != [kind]:
            return 415, f"send {what}, with the header 'Content-Type: {kind}'"
        return None

    def _knows_token(self, scope: Scope) -> bool:
        pieces = [piece.strip() for line in _values(scope, b"cookie") for piece in line.split(";")]
        given = [piece.partition("=")[2] for piece in pieces if piece.partition("=")[0] == COOKIE]
        return any(self._is_token(value) for value in given)

    def _is_token(self, value: str) -> bool:
        return self._token is not None and hmac.compare_digest(value.encode(), self._token.encode())

    async def _ask_token(self, scope: Scope, send: Send) -> None:
        """Move the token from the address into a cookie; answer with 401 if it is missing or wrong."""
        given: list[str] = []
        if scope["path"] == "/" and scope["method"] == "GET":
            with suppress(ValueError):
                given = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=10).get("token", [])
        if not any(map(self._is_token, given)):
            message = "the token is missing or wrong; open the whole address that 'vicinal serve' printed"
            await _answer(send, scope["path"], 401, message)
            return
        cookie = f"{COOKIE}={self._token}; HttpOnly; SameSite=Strict; Path=/"
        headers = [(b"location", b"/"), (b"set-cookie", cookie.encode()), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def served_hosts(addresses: Iterable[str], port: int) -> frozenset[str]:
    """Return the host names of an app that listens on these names or addresses.

    >>> sorted(served_hosts(["127.0.0.1", "::1"], 8765))
    ['127.0.0.1:8765', '[::1]:8765', 'localhost:8765']
    """
    names = set()
    for address in addresses:
        name = address.lower().partition("%")[0]
        try:
            known = ipaddress.ip_address(name)
        except ValueError:
            names.add(name)
            continue
        names |= {f"[{name}]" if known.version == 6 else name} | ({"localhost"} if known.is_loopback else set())
    # Browsers omit port 80.
    return frozenset(f"{name}:{port}" for name in names) | (frozenset(names) if port == 80 else frozenset())


def own_addresses() -> list[str]:
    """Return the names and addresses of this machine, the one to show first, for an app that listens on all of them."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing, but selects the address to send from
        found.append(probe.getsockname()[0])
    name = socket.gethostname()
    found.append(name)
    with suppress(OSError, UnicodeError):
        found += [str(known[4][0]) for known in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)]
    return [*dict.fromkeys(found), "127.0.0.1", "::1"]


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _declared(scope: Scope) -> int:
    """Return the declared length of a request; 0 if there is none."""
    return max((int(text) for text in _values(scope, b"content-length") if text.isdecimal()), default=0)


async def _body(receive: Receive, limit: int, *, refused: bool) -> bytes | None:
    """Return the body of a request; None if it exceeds the limit, or was refused before: then it is only drained."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":  # the sender has disconnected
            return b""
        part = message.get("body", b"")
        size += len(part)
        if not refused:
            parts.append(part)
            if size > limit:
                refused = True
                parts.clear()
        if not message.get("more_body", False) or size > _DRAINED * limit:
            return None if refused else b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body that was already read, then whatever follows it."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _answer(send: Send, path: str, status: int, message: str) -> None:
    """Send an error of one line: as JSON under /api/, else as text."""
    if path.startswith("/api/"):
        kind, data = b"application/json", json.dumps({"error": message}).encode()
    else:
        kind, data = b"text/plain; charset=utf-8", f"{message}\n".encode()
    headers = [(b"content-type", kind), (b"content-length", str(len(data)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": data})
