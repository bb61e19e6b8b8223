"""An endpoint of the API: a method and a path, and the typed function that answers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

from vicinal.app.download import Download
from vicinal.app.request_reading import NoFields, of_body, of_query


@dataclass(frozen=True)
class Endpoint:
    """One kind of request.

    Attributes:
        method: "GET", with a query, or "POST", with a JSON body, or with a query and a file as the body.
        path: The path; "{key}" stands for the key of a pair.
        answer: Returns the answer, given the Api, the key if the path has one, and the request as `asked`, unless it
            takes no parameters; then the file as `data`, if it takes one. The type hint of `asked` is the Struct that
            the request is read as, the return type the Struct of the answer.
        pool: The worker threads that it runs in: "live", "long", "files", or "" for a thread of the server.
        missing: What a 404 means; "" if there is none.
        can_conflict: Whether it can answer with a Conflict.
    """

    method: str
    path: str
    answer: Callable[..., Any]
    pool: str = ""
    missing: str = ""
    can_conflict: bool = False

    @cached_property
    def _types(self) -> dict[str, Any]:
        return get_type_hints(self.answer)

    @property
    def request_type(self) -> Any:
        """The Struct of the query or body."""
        return self._types.get("asked", NoFields)

    @property
    def answer_type(self) -> Any:
        """The type of the answer."""
        return self._types["return"]

    @property
    def takes_file(self) -> bool:
        """Whether the body of the request is a file; the Struct is that of the query then."""
        return "data" in self._types

    @property
    def is_download(self) -> bool:
        """Whether the answer is a file."""
        return self.answer_type is Download

    def __call__(self, api: object, key: str | None, query: bytes, body: bytes) -> Any:
        """Return the answer to a request.

        Raises:
            VicinalError: The request is not valid, or cannot be answered.
        """
        if self.takes_file:
            return self.answer(api, of_query(query, self.request_type), body)
        if self.method == "POST":
            of_query(query, NoFields)
            asked = of_body(body, self.request_type)
        else:
            asked = of_query(query, self.request_type)
        arguments = [api] if key is None else [api, key]
        return self.answer(*arguments, *([asked] if "asked" in self._types else []))
