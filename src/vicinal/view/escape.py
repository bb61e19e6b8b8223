"""Text that cannot leave its place in an HTML file, and the policy that says what may run there."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from typing import Any

from vicinal.view.printable import printable

_SURROGATE = re.compile("[\ud800-\udfff]")
# Inside <script> these could end the element, open a comment or end a line; in JSON they only stand inside strings.
_IN_SCRIPT = str.maketrans({c: f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"})


def line(text: str) -> str:
    """Return text for one line of HTML or for an attribute: escaped, without marks that turn the writing direction.

    >>> line("<b>")
    '&lt;b&gt;'
    """
    return escape(printable(text), quote=True)


def script_data(data: Any) -> str:
    r"""Return data as JSON that can stand in a script element, whatever text is in it.

    A lone surrogate, which no UTF-8 file can hold, becomes U+FFFD.

    >>> print(script_data(["</script>"]))
    ["\u003c/script\u003e"]
    """
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _SURROGATE.sub("\ufffd", text.translate(_IN_SCRIPT))


def attribute(html: str) -> str:
    """Return HTML as the value of an attribute in single quotes.

    >>> attribute("<p title='a'>&amp;</p>")
    '<p title=&#39;a&#39;>&amp;amp;</p>'
    """
    return html.replace("&", "&amp;").replace("'", "&#39;")


def policy(scripts: Sequence[str], styles: Sequence[str]) -> str:
    """Return a Content-Security-Policy that lets these inline scripts and styles run and nothing else; no network."""
    allowed = [" ".join(map(_hash, texts)) or "'none'" for texts in (scripts, styles)]
    return (
        f"default-src 'none'; script-src {allowed[0]}; style-src {allowed[1]}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}'"
