"""The web application, and the server that runs it.

No path of a request ever reaches the file system: assets are read into a dict once, and pairs are found by their keys.
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
from vicinal.app.answer_types import Error, Unreadable, short_line
from vicinal.app.api import Api, MissingError
from vicinal.app.correction_types import Conflict
from vicinal.app.database import UnavailableError
from vicinal.app.download import Download
from vicinal.app.edits import Edits
from vicinal.app.endpoint import Endpoint
from vicinal.app.endpoint_list import ENDPOINTS
from vicinal.app.guard import FILE_LIMIT, HEADERS, LIMIT, Guard
from vicinal.app.library import Library
from vicinal.app.live_alignment import TooLargeError
from vicinal.app.uploaded_file import EncodingError
from vicinal.app.worker_threads import BusyError, WorkerThreads
from vicinal.errors import InputError, SettingError, VicinalError
from vicinal.files import reason
from vicinal.view.asset_list import APP
from vicinal.view.markup import Html
from vicinal.view.standalone import bundles, served

_SWITCH_INTERVAL = 0.001  # seconds that a thread may run while others wait
_STATUS = {MissingError: 404, TooLargeError: 413, BusyError: 503, UnavailableError: 503}


def application(
    library: Library,
    edits: Edits,
    *,
    hosts: Collection[str],
    token: str | None = None,
    limit: int = LIMIT,
    file_limit: int = FILE_LIMIT,
) -> Starlette:
    """Return the app.

    Args:
        library: The pairs to show.
        edits: The corrections.
        hosts: The host names of the app, with the port; requests to any other are refused.
        token: The token that a browser must have; None: none is needed.
        limit: The maximum size of a request in bytes.
        file_limit: The maximum size of a file in bytes.
    """
    api = Api(library, edits, limit, file_limit)
    pools = {"live": WorkerThreads(), "long": WorkerThreads(1), "files": WorkerThreads()}
    files = {endpoint.path: file_limit for endpoint in ENDPOINTS if endpoint.takes_file}
    routes = [
        Route("/", _page, methods=["GET"]),
        Route("/assets/{name}", _assets(), methods=["GET"]),
        *(_route(endpoint, api, pools.get(endpoint.pool)) for endpoint in ENDPOINTS),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, hosts=hosts, token=token, limit=limit, files=files)],
        exception_handlers={HTTPException: _refusal, Exception: _failure},
    )
    app.router.redirect_slashes = False
    return app


def listening(host: str, port: int, *, public: bool = False) -> socket.socket:
    """Return a socket that listens at an address.

    Args:
        host: A name or an address of this machine.
        port: The port; 0: any free one.
        public: Whether other machines may be able to reach it.

    Raises:
        SettingError: Other machines could reach it, and `public` is false.
        InputError: The port is in use, or there is no such address.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        if not public and not ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback:
            raise SettingError(f"--host {host} gives other machines access; add --public to allow that")
        return _bound(family, address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InputError(f"port {port} is in use by another program; choose another with --port") from None
        raise InputError(f"cannot listen on {host}, port {port}: {reason(error)}") from None
    except (OverflowError, UnicodeError):
        raise InputError(f"cannot listen on {host}, port {port}: there is no such address") from None


def _bound(family: socket.AddressFamily, address: Any) -> socket.socket:
    # Without IPPROTO_TCP, asyncio does not set TCP_NODELAY, and the second packet of an answer waits 40 ms.
    at = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # where it would let two programs share a port
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
    """Serve the app on a socket until the process is interrupted (Ctrl-C), then stop at once.

    Everything acknowledged is already on the disk, so there is nothing to wait for.
    """
    import uvicorn

    # Long work must not block quick requests, and unfinished work at the end is not an error.
    sys.setswitchinterval(_SWITCH_INTERVAL)
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
    """Open an address in the user's browser, without waiting for it."""
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _route(endpoint: Endpoint, api: Api, pool: WorkerThreads | None) -> Route:
    async def answer(request: Request) -> Response:
        body = await request.body()
        query: bytes = request.scope["query_string"]

        def work() -> Response:
            return _response(endpoint, api, request.path_params.get("key"), query, body)

        try:
            return await (run_in_threadpool(work) if pool is None else pool.run(work))
        except BusyError as error:
            return _json(Error(str(error)), 503)
        except asyncio.CancelledError:  # by the server, when it stops
            return _json(Error("the app is stopping"), 503)

    return Route(endpoint.path, answer, methods=[endpoint.method], name=endpoint.answer.__name__)


def _response(endpoint: Endpoint, api: Api, key: str | None, query: bytes, body: bytes) -> Response:
    """Return the answer of an endpoint as a response; every error is one line, with a status that says whose it is."""
    try:
        found = endpoint(api, key, query, body)
    except ConflictError as error:
        return _json(Conflict(short_line(error), error.state.shown), 409)
    except EncodingError as error:
        return _json(Unreadable(short_line(error), error.encoding), 400)
    except VicinalError as error:
        return _json(Error(short_line(error)), _STATUS.get(type(error), 400))
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
    return Response(served("Vicinal", Html('<div id="app"></div>')), media_type="text/html")


def _assets() -> Callable[[Request], Any]:
    """Return the endpoint of scripts and styles, which are read once, here."""
    found = {name: text.encode() for name, text in bundles(APP).items()}

    async def assets(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in found:
            raise HTTPException(404, "there is no such file")
        return Response(found[name], media_type="text/javascript" if name.endswith(".js") else "text/css")

    return assets


async def _refusal(request: Request, error: Exception) -> Response:
    """Answer a request for a path that does not exist, or with a method that it does not have."""
    del request
    status, detail = (error.status_code, error.detail) if isinstance(error, HTTPException) else (500, "")
    headers = getattr(error, "headers", None)
    return Response(msgspec.json.encode(Error(short_line(detail))), status, headers, "application/json")


async def _failure(request: Request, error: Exception) -> Response:
    """Answer after an unexpected error; the details are in the log, not in the answer."""
    del request, error
    response = _json(Error("something went wrong in the app; see the messages of 'vicinal serve'"), 500)
    response.raw_headers.extend(HEADERS)
    return response
