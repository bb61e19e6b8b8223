"""HTML as a type of its own, so that text cannot reach a page unescaped.

`Html` is markup; any other `str` is text. `Html.format` and `Html.join` escape text and insert Html as it is:

    Html("<b>{}</b>").format(name)

An f-string is a plain `str`: mypy rejects it where Html is expected, and it is escaped where text is. Call `Html(...)`
only with literals and with files of this package; ruff (S704) reports any other argument.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from typing import Any

from vicinal.view.printable import printable

_SURROGATE = re.compile("[\ud800-\udfff]")
# Inside <script> these could end the element, open a comment or end a line; JSON has them only inside strings.
_IN_SCRIPT = str.maketrans({c: f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"})


class Html(str):
    """Markup that is ready for a page."""

    __slots__ = ()

    def format(self, *values: object, **named: object) -> Html:
        """Return this template with values inserted; those that are not Html are escaped.

        >>> Html('<a title="{}">{:.1f} {}</a>').format('"', 1.25, Html("<br>"))
        '<a title="&quot;">1.2 <br></a>'
        """
        return Html(super().format(*map(_Escaping, values), **{name: _Escaping(named[name]) for name in named}))

    def join(self, parts: Iterable[str], /) -> Html:
        """Return the parts with this markup between them; those that are not Html are escaped."""
        return Html(super().join(map(escaped, parts)))


class _Escaping:
    """A value that a template shows escaped."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __format__(self, format_spec: str) -> str:
        return escaped(self._value if isinstance(self._value, Html) else format(self._value, format_spec))


def escaped(text: str) -> Html:
    """Return text for one line of HTML or for an attribute, without control characters; Html is returned unchanged.

    >>> escaped("<b>"), escaped(Html("<b>"))
    ('&lt;b&gt;', '<b>')
    """
    return text if isinstance(text, Html) else Html(escape(printable(text), quote=True))


def script_data(data: Any) -> Html:
    r"""Return data as JSON for a script element; no text in it can end the element.

    A lone surrogate, which UTF-8 cannot encode, becomes U+FFFD.

    >>> print(script_data(["</script>"]))
    ["\u003c/script\u003e"]
    """
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Html(_SURROGATE.sub("\ufffd", text.translate(_IN_SCRIPT)))


def attribute(html: Html) -> Html:
    """Return HTML as the value of an attribute in single quotes.

    >>> attribute(Html("<p title='a'>&amp;</p>"))
    '<p title=&#39;a&#39;>&amp;amp;</p>'
    """
    return Html(html.replace("&", "&amp;").replace("'", "&#39;"))


def policy(scripts: Sequence[str], styles: Sequence[str]) -> Html:
    """Return a Content-Security-Policy that allows these inline scripts and styles only, and no network access."""
    script, style = (Html(" ").join(map(_hash, texts)) or Html("'none'") for texts in (scripts, styles))
    return Html(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'"
    ).format(script, style)


def _hash(text: str) -> Html:
    return Html("'sha256-{}'").format(b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii"))
