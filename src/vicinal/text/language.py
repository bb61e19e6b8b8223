"""Language codes, as everything that has rules for a language reads them."""

from __future__ import annotations


def base_code(language: str | None) -> str:
    """Return the language of a code, without its region or script; "" where no language is given.

    >>> base_code("pt-BR"), base_code("zh_Hant"), base_code(None)
    ('pt', 'zh', '')
    """
    return (language or "").replace("_", "-").partition("-")[0].lower()
