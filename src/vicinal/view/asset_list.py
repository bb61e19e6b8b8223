"""The style sheets and scripts of each kind of page, in loading order.

This is the only list: the self-contained files, the app's page, the app's server and the tests all read it. A script
may use what the scripts before it define.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Assets(NamedTuple):
    """Names of files in `assets`.

    Attributes:
        styles: Style sheets; later ones override earlier ones.
        scripts: Scripts, run in this order after the body.
    """

    styles: tuple[str, ...]
    scripts: tuple[str, ...]


_VIEWER = Assets(
    styles=("theme.css", "viewer.css", "texts.css", "map.css", "legend.css", "narrow.css"),
    scripts=(
        "dom.js",
        "preferences.js",
        "theme.js",
        "wording.js",
        "schedule.js",
        "alignment-model.js",
        "search-steps.js",
        "tokens.js",
        "tfidf.js",
        "word-weights.js",
        "text-elements.js",
        "text-heights.js",
        "text-pane.js",
        "scrolling.js",
        "curves.js",
        "link-filter.js",
        "similarity-map.js",
        "replay.js",
        "map-panel.js",
        "word-changes.js",
        "link-detail.js",
        "folding.js",
        "print-table.js",
        "legend.js",
        "viewer-layout.js",
        "viewer.js",
    ),
)
# One alignment.
PAGE = Assets(styles=(*_VIEWER.styles, "print.css"), scripts=(*_VIEWER.scripts, "page.js"))
# A run, a comparison of methods, or all versions of a document.
REPORT = Assets(
    styles=(
        "theme.css",
        "report.css",
        "report-plots.css",
        "report-tables.css",
        "report-links.css",
        "report-versions.css",
        "report-narrow.css",
        "report-print.css",
    ),
    scripts=("dom.js", "preferences.js", "theme.js", "report.js"),
)
APP = Assets(
    styles=(
        *_VIEWER.styles,
        "app.css",
        "app-sheets.css",
        "app-pair-list.css",
        "app-workbench.css",
        "app-controls.css",
        "app-sentences.css",
        "app-narrow.css",
        "app-phone.css",
        "app-flow.css",
        "app-adjudicate.css",
        "print.css",
    ),
    scripts=(
        *_VIEWER.scripts,
        "app-server.js",
        "app-latest-request.js",
        "app-address.js",
        "app-notices.js",
        "app-sentence-changes.js",
        "app-sentence-origins.js",
        "app-pair-selection.js",
        "app-patches.js",
        "app-notes.js",
        "app-corrected-view.js",
        "app-settings.js",
        "app-corrections.js",
        "app-selection.js",
        "app-live-limit.js",
        "app-question.js",
        "app-method-mode.js",
        "app-compare-mode.js",
        "app-outcome.js",
        "app-suggestions.js",
        "app-word-similarities.js",
        "app-current-sentence.js",
        "app-link-notes.js",
        "app-jumps.js",
        "app-sentence-cuts.js",
        "app-sentence-patches.js",
        "app-sentence-cutter.js",
        "app-sentence-editor.js",
        "app-sentence-tools.js",
        "app-preview.js",
        "app-correct-keys.js",
        "app-correct-mode.js",
        "app-agreement.js",
        "app-adjudication.js",
        "app-adjudicate-keys.js",
        "app-set-by-hand.js",
        "app-set-controls.js",
        "app-adjudicated-people.js",
        "app-difference-panel.js",
        "app-adjudication-progress.js",
        "app-adjudicate-mode.js",
        "app-why.js",
        "app-ways-on.js",
        "app-walk.js",
        "app-workbench.js",
        "app-pair-row.js",
        "app-pair-list.js",
        "app-text-files.js",
        "app-text-box.js",
        "app-language.js",
        "app-new-texts.js",
        "app-dialogs.js",
        "app-export.js",
        "app-keys.js",
        "app-help.js",
        "app.js",
    ),
)


@cache
def asset(name: str) -> str:
    """Return the text of a file in `assets`, with Unix line ends whatever the checkout has."""
    return files("vicinal.view").joinpath("assets", name).read_text(encoding="utf-8")
