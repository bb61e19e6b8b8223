"""`.src` and `.tgt`: parallel line files, the form that translation toolkits train on.

Line k of one file belongs to line k of the other; the sentences of a link stand on one line.
"""

from __future__ import annotations

from vicinal.alignment import Alignment
from vicinal.formats.tsv import one_line


def render(alignment: Alignment) -> tuple[str, str]:
    """Return the source lines and the target lines of the sentence links."""
    texts = [alignment.texts(link) for link in alignment.sentences]
    source = "".join(one_line(source) + "\n" for source, _ in texts)
    return source, "".join(one_line(target) + "\n" for _, target in texts)
