"""The list of all endpoints of the API, and its OpenAPI document; `server` makes routes of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from vicinal.app.api import Api
from vicinal.app.endpoint import Endpoint
from vicinal.app.openapi import openapi_document

_NO_PAIR = "There is no such pair."


def _openapi(api: Api) -> dict[str, Any]:
    """Return this OpenAPI document."""
    del api
    return description()


ENDPOINTS = (
    Endpoint("GET", "/api/info", Api.info),
    Endpoint("GET", "/api/pairs", Api.pairs),
    Endpoint("POST", "/api/pairs", Api.paste, pool="live"),
    Endpoint("POST", "/api/read", Api.read, pool="files"),
    Endpoint("GET", "/api/pairs/{key}", Api.pair, missing=_NO_PAIR),
    Endpoint("GET", "/api/pairs/{key}/place", Api.place, missing=_NO_PAIR),
    Endpoint("GET", "/api/pairs/{key}/unfinished", Api.unfinished, missing=_NO_PAIR),
    Endpoint("POST", "/api/align", Api.align, pool="live", missing=_NO_PAIR),
    Endpoint("POST", "/api/pairs/{key}/why", Api.why, pool="live", missing=_NO_PAIR),
    Endpoint("POST", "/api/pairs/{key}/change", Api.change, missing=_NO_PAIR, can_conflict=True),
    Endpoint("POST", "/api/pairs/{key}/undo", Api.undo, missing=_NO_PAIR, can_conflict=True),
    Endpoint("POST", "/api/pairs/{key}/redo", Api.redo, missing=_NO_PAIR, can_conflict=True),
    Endpoint("POST", "/api/pairs/{key}/done", Api.done, missing=_NO_PAIR),
    Endpoint("GET", "/api/pairs/{key}/annotators", Api.annotators, missing=_NO_PAIR),
    Endpoint("GET", "/api/pairs/{key}/links", Api.links, missing=_NO_PAIR),
    Endpoint("GET", "/api/pairs/{key}/differences", Api.differences, missing=_NO_PAIR, can_conflict=True),
    Endpoint("POST", "/api/pairs/{key}/adjudicate", Api.adjudicate, missing=_NO_PAIR, can_conflict=True),
    Endpoint("GET", "/api/adjudication", Api.progress, pool="long"),
    Endpoint("POST", "/api/adjudication", Api.take_over, pool="long", can_conflict=True),
    Endpoint("GET", "/api/agreement", Api.agreement, pool="long"),
    Endpoint(
        "GET", "/api/export", Api.export, pool="long", missing="There is no such pair, or the annotator has none."
    ),
    Endpoint("POST", "/api/export", Api.export_shown, pool="live", missing=_NO_PAIR),
    Endpoint("GET", "/api/exportable", Api.exportable),
    Endpoint("GET", "/api/openapi.json", _openapi),
)


@cache
def description() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return openapi_document(ENDPOINTS)
