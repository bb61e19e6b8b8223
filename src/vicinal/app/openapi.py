"""The OpenAPI document of the app, generated from the endpoints and their msgspec Structs.

Paths, parameters, bodies and answers come from the types, summaries from the docstrings. Only what is not JSON is
described here by hand: the page, its assets, and the refusals that any endpoint can answer with.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from vicinal.app.answer_types import Error, Unreadable
from vicinal.app.correction_types import Conflict
from vicinal.app.endpoint import Endpoint
from vicinal.app.guard import FILE_KIND
from vicinal.app.request_reading import properties

_REFERENCE = "#/components/schemas/{name}"
_INFO = {
    "title": "Vicinal",
    "version": "1",
    "summary": "Look at, make and correct alignments of two versions of a document.",
    "description": "Served by 'vicinal serve'. Requests must use the host name of the app. Requests that change "
    "something are JSON, with the header 'Content-Type: application/json'; a file is sent as application/octet-stream. "
    "If the app is open to other machines, the cookie vicinal_token is required.",
}
_REFUSALS = {
    400: "The request is not valid.",
    401: "The token is missing or wrong.",
    403: "The request comes from another site, or uses a host name that is not the app's.",
    409: "The change does not fit the current sentences and links, or the name of a third set is taken.",
    413: "The request is too large, or the texts are too long to align while someone waits.",
    415: "The request is not sent as the content type of its body.",
    503: "A file that the app needs cannot be used at the moment, or too many requests are waiting.",
}
_TEXT = {"schema": {"type": "string"}}


def openapi_document(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI document of an app with these endpoints."""
    endpoints = tuple(endpoints)
    bodies = [one.request_type for one in endpoints if one.method == "POST" and not one.takes_file]
    answers = [one.answer_type for one in endpoints if not one.is_download]
    types = list(dict.fromkeys([*bodies, *answers, Error, Conflict, Unreadable]))
    schemas, components = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    schema_of = dict(zip(types, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {"/": {"get": _page()}, "/assets/{name}": {"get": _asset()}}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, schema_of)
    document = {"openapi": "3.1.0", "info": _INFO, "paths": paths, "components": {"schemas": components}}
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))  # with lists for tuples, as it is served
    return found


def _operation(one: Endpoint, schema_of: dict[Any, Any]) -> dict[str, Any]:
    summary, _, description = inspect.cleandoc(one.answer.__doc__ or "").partition("\n\n")
    found: dict[str, Any] = {"summary": summary}
    if description:
        found["description"] = " ".join(description.split())
    parameters = [_parameter(name, "path", {"type": "string"}) for name in re.findall(r"\{(\w+)\}", one.path)]
    refusals = {status: _REFUSALS[status] for status in (400, 401, 403, 503)}
    if one.method == "POST":
        refusals |= {status: _REFUSALS[status] for status in (413, 415)}
        content = {FILE_KIND: {}} if one.takes_file else _json(schema_of[one.request_type])
        found["requestBody"] = {"required": True, "content": content}
    if one.method == "GET" or one.takes_file:
        parameters += [_parameter(name, "query", schema) for name, schema in properties(one.request_type).items()]
    if parameters:
        found["parameters"] = parameters
    if one.missing:
        refusals[404] = one.missing
    if one.can_conflict:
        refusals[409] = _REFUSALS[409]
    found["responses"] = {"200": _download() if one.is_download else _answer("Success.", schema_of[one.answer_type])}
    for status, text in sorted(refusals.items()):
        kind = Conflict if status == 409 else Unreadable if status == 400 and one.takes_file else Error
        found["responses"][str(status)] = _answer(text, schema_of[kind])
    return found


def _answer(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": _json(schema)}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _parameter(name: str, place: str, schema: dict[str, Any]) -> dict[str, Any]:
    schema = dict(schema)
    description = schema.pop("description", f"the {name} of a pair")
    return {"name": name, "in": place, "required": place == "path", "schema": schema, "description": description}


def _download() -> dict[str, Any]:
    return {
        "description": "The file; a zip archive if the format has several files.",
        "headers": {
            "Content-Disposition": _TEXT | {"description": "The name of the file."},
            "Vicinal-Left-Out": {
                "schema": {"type": "integer"},
                "description": "The number of links that the format cannot represent.",
            },
        },
        "content": {"application/octet-stream": _TEXT},
    }


def _page() -> dict[str, Any]:
    token = {"type": "string", "description": "the token; it is put into a cookie, and the browser redirected to /"}
    return {
        "summary": "The app.",
        "parameters": [_parameter("token", "query", token)],
        "responses": {
            "200": {"description": "The page.", "content": {"text/html": _TEXT}},
            "303": {"description": "The token is right; a redirect to /."},
            **_unless_served("The page is not part of this installation."),
        },
    }


def _asset() -> dict[str, Any]:
    return {
        "summary": "A script or a style sheet of the app.",
        "parameters": [_parameter("name", "path", {"type": "string", "description": "the name of the file"})],
        "responses": {
            "200": {"description": "The file.", "content": {"text/javascript": _TEXT, "text/css": _TEXT}},
            **_unless_served("There is no such file."),
        },
    }


def _unless_served(missing: str) -> dict[str, Any]:
    """Return the refusals of a path outside the API: one line of text by the guard, JSON by the app."""
    error = _json({"$ref": _REFERENCE.format(name=Error.__name__)})
    guarded = {str(s): {"description": _REFUSALS[s], "content": {"text/plain": _TEXT} | error} for s in (401, 403)}
    return guarded | {"404": {"description": missing, "content": error}}
