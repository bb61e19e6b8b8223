"""The app as a web application, and a server for it.

No path of a request ever reaches the file system: assets are a dict that is filled once, pairs are found by their keys.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import socket
import sys
import threading
from collections.abc import Callable, Collection
from importlib.resources import files
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from vicinal.app.annotator_state import ConflictError
from vicinal.app.api import Api, MissingError
from vicinal.app.database import UnavailableError
from vicinal.app.download import Download
from vicinal.app.edits import Edits
from vicinal.app.guard import HEADERS, LIMIT, Guard
from vicinal.app.library import Library
from vicinal.app.live_alignment import TooLargeError
from vicinal.app.request_types import Call, query, shown
from vicinal.app.worker_threads import Background, BusyError
from vicinal.errors import InputError, SettingError, VicinalError
from vicinal.files import reason
from vicinal.view.standalone import asset

PAGE = "app.html"
_TURN = 0.001  # seconds that a thread may go on while others wait
_KINDS = {".js": "text/javascript", ".css": "text/css"}
_STATUS = {MissingError: 404, ConflictError: 409, TooLargeError: 413, BusyError: 503, UnavailableError: 503}

Answer = Callable[[Call], Any]


def application(
    library: Library, edits: Edits, *, hosts: Collection[str], token: str | None = None, limit: int = LIMIT
) -> Starlette:
    """Return the app.

    Args:
        library: The pairs to show.
        edits: Where corrections are kept.
        hosts: The names under which it is served, with the port; any other is refused.
        token: What a browser must know to come in; None: nothing.
        limit: How many bytes a request may have.
    """
    api = Api(library, edits, limit)
    live, long = Background(), Background(1)
    routes = [
        Route("/", _page, methods=["GET"]),
        Route("/assets/{name}", _assets(), methods=["GET"]),
        _route("GET", "/api/info", api.info),
        _route("GET", "/api/pairs", api.pairs),
        _route("POST", "/api/pairs", api.paste, live),
        _route("GET", "/api/pairs/{key}", api.pair),
        _route("POST", "/api/align", api.align, live),
        _route("POST", "/api/pairs/{key}/change", api.change),
        _route("POST", "/api/pairs/{key}/undo", api.undo),
        _route("POST", "/api/pairs/{key}/redo", api.redo),
        _route("POST", "/api/pairs/{key}/done", api.done),
        _route("GET", "/api/agreement", api.agreement, long),
        _route("GET", "/api/export", api.export, long),
        _route("GET", "/api/openapi.json", api.openapi),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, hosts=hosts, token=token, limit=limit)],
        exception_handlers={HTTPException: _refusal, Exception: _failure},
    )
    app.router.redirect_slashes = False  # what is not there is not somewhere else either
    return app


def listening(host: str, port: int, *, public: bool = False) -> socket.socket:
    """Return a socket that listens at an address.

    Args:
        host: A name or an address of this machine.
        port: The port; 0: any that is free.
        public: Whether it may be an address that other machines can reach.

    Raises:
        SettingError: Other machines could reach it, and that was not said to be wanted.
        InputError: The port is taken, or there is no such address.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        if not public and not ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback:
            raise SettingError(f"--host {host} lets other machines in; add --public if you want that")
        return _bound(family, address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InputError(f"port {port} is taken by another program; choose another with --port") from None
        raise InputError(f"cannot listen at {host}, port {port}: {reason(error)}") from None
    except (OverflowError, UnicodeError):
        raise InputError(f"cannot listen at {host}, port {port}: there is no such address") from None


def _bound(family: socket.AddressFamily, address: Any) -> socket.socket:
    # Named as TCP, or asyncio would not see that it is, and an answer's second packet would wait 40 ms for the first.
    at = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # there, it would let two programs have the same port
            at.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            at.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        at.bind(address)
        at.listen()
    except OSError:
        at.close()
        raise
    return at


def serve(app: Starlette, at: socket.socket) -> None:
    """Serve the app at a socket until the process is interrupted (Ctrl-C); then end at once.

    What was acknowledged is on the disk by then; there is nothing to wait for.
    """
    import uvicorn

    # Work in the background must not make the rest wait for long at a time, nor what it leaves undone be an error.
    sys.setswitchinterval(_TURN)
    logging.getLogger("uvicorn.error").addFilter(lambda record: not str(record.msg).startswith("Cancel %s running"))
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    try:
        uvicorn.Server(config).run(sockets=[at])
    except KeyboardInterrupt:
        pass
    finally:
        at.close()


def open_browser(url: str) -> None:
    """Show an address in the user's browser, without waiting for it."""
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _route(method: str, path: str, answer: Answer, background: Background | None = None) -> Route:
    async def endpoint(request: Request) -> Response:
        body = await request.body()
        text: bytes = request.scope["query_string"]

        def work() -> Response:
            return _answered(answer, request.path_params.get("key", ""), text, body)

        try:
            return await (run_in_threadpool(work) if background is None else background.run(work))
        except BusyError as error:
            return _json({"error": str(error)}, 503)
        except asyncio.CancelledError:  # by the server, when it has waited long enough
            return _json({"error": "the app is ending"}, 503)

    endpoint.__name__ = answer.__name__
    return Route(path, endpoint, methods=[method])


def _answered(answer: Answer, key: str, text: bytes, body: bytes) -> Response:
    """Return the answer as a response; every mistake of the sender is one line with a status that says whose it is."""
    try:
        found = answer(Call(key, query(text), body))
    except VicinalError as error:
        told: dict[str, Any] = {"error": shown(error)}
        if isinstance(error, ConflictError):
            told["state"] = error.state.as_json()
        return _json(told, _STATUS.get(type(error), 400))
    if not isinstance(found, Download):
        return _json(found)
    headers = {
        "content-disposition": f'attachment; filename="{found.name}"',
        "content-length": str(found.size),
        "vicinal-left-out": str(found.left_out),
    }
    return StreamingResponse(found.chunks(), headers=headers, media_type="application/octet-stream")


def _json(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")


async def _page(request: Request) -> Response:
    del request
    try:
        return Response(asset(PAGE), media_type="text/html")
    except FileNotFoundError:
        raise HTTPException(404, "the page of the app is not part of this installation") from None


def _assets() -> Callable[[Request], Any]:
    """Return the endpoint of scripts and styles, which are read now, once and for all."""
    found = {}
    for file in files("vicinal.view").joinpath("assets").iterdir():
        kind = _KINDS.get("." + file.name.rpartition(".")[2])
        if kind is not None:
            found[file.name] = asset(file.name).encode(), kind

    async def assets(request: Request) -> Response:
        try:
            data, kind = found[request.path_params["name"]]
        except KeyError:
            raise HTTPException(404, "there is no such file") from None
        return Response(data, media_type=kind)

    return assets


async def _refusal(request: Request, error: Exception) -> Response:
    """Answer a request for what is not there."""
    del request
    status, detail = (error.status_code, error.detail) if isinstance(error, HTTPException) else (500, "")
    headers = getattr(error, "headers", None)
    return Response(msgspec.json.encode({"error": shown(detail)}), status, headers, "application/json")


async def _failure(request: Request, error: Exception) -> Response:
    """Answer where something went wrong that nobody thought of; what it was is in the log, not in the answer."""
    del request, error
    response = _json({"error": "something went wrong in the app; what it was stands where 'vicinal serve' runs"}, 500)
    response.raw_headers.extend(HEADERS)
    return response
