"""The command for the web app: serve."""

from __future__ import annotations

import ipaddress
import secrets
from pathlib import Path

import click

from vicinal.cli.console import advancing, say
from vicinal.cli.sections import Command
from vicinal.corpus.folders import is_url
from vicinal.errors import FormatError, InputError, VicinalError

PORT = 8765
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104  (asked for with --public only)
_SUFFIX = ".edits.sqlite"


@click.command(
    "serve",
    cls=Command,
    examples="""
vicinal serve --open           paste or upload two texts
vicinal serve out              review the pairs of a run, doubtful ones first
vicinal serve gold.jsonl       review gold alignments
""",
)
@click.argument("what", nargs=-1, metavar="[OUT | GOLD...]")
@click.option("--host", metavar="ADDRESS", help=f"Address to listen on.  [default: {LOOPBACK}]")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Port; 0 for any.")
@click.option("--public", is_flag=True, help="Allow other machines, with a token that is printed once.")
@click.option("--edits", metavar="FILE", help="File for corrections.  [default: beside OUT or GOLD]")
@click.option("--open", "browse", is_flag=True, help="Open the app in the browser.")
def serve_command(
    what: tuple[str, ...], host: str | None, port: int, public: bool, edits: str | None, browse: bool
) -> None:
    """View and correct alignments in the browser.

    OUT is the folder of a run, GOLD a file of gold. Without them, you paste or upload two texts.

    Corrections are saved immediately in one SQLite file: OUT.edits.sqlite beside the run or gold file, or
    vicinal.edits.sqlite in the current folder. Several people and tabs can work at the same time. Without --public,
    only this machine can reach the app. Press Ctrl-C to stop.
    """
    from vicinal.app.edits import Edits
    from vicinal.app.guard import own_addresses, served_hosts
    from vicinal.app.library_sources import library_at
    from vicinal.app.server import application, listening, open_browser, serve

    place = edits_file(what, edits)
    host = host or (EVERYWHERE if public else LOOPBACK)
    with listening(host, port, public=public) as at:
        address, port = at.getsockname()[:2]
        bound = ipaddress.ip_address(address.partition("%")[0])
        is_new = not place.exists()
        kept = Edits(place)
        try:
            with advancing() as advance:
                library = library_at(what, kept, advance)
        except VicinalError as error:
            if is_new:
                place.unlink(missing_ok=True)  # no correction can be in it
            if isinstance(error, FormatError):
                raise FormatError(f"{error}; give a run or gold, or nothing to paste or upload two texts") from None
            raise
        names = own_addresses() if bound.is_unspecified else [host, address]
        if bound.is_loopback:
            names = [LOOPBACK, "::1", host, address]
        token = secrets.token_urlsafe(24) if public else None
        shown = served_hosts(names[:1] if bound.is_unspecified else [address], port)
        url = f"http://{min(shown)}/" + (f"?token={token}" if token else "")
        say(f"Vicinal is at {url} (corrections in {place}; press Ctrl-C to stop)")
        if browse:
            open_browser(url)
        with kept.database.held():
            serve(application(library, kept, hosts=served_hosts(names, port), token=token), at)


def edits_file(what: tuple[str, ...], wanted: str | None) -> Path:
    """Return the file of edits: the given one, or the one that belongs to a run or gold file.

    Raises:
        InputError: It would be inside the run folder, or the run does not exist.
    """
    if not what:
        return Path(wanted or f"vicinal{_SUFFIX}")
    if is_url(what[0]):
        return Path(wanted or what[0].rstrip("/").rpartition("/")[2] + _SUFFIX)
    served = Path(what[0]).resolve()
    if not served.exists():
        raise InputError(f"{what[0]}: no such file or folder")
    place = Path(wanted) if wanted else served.with_name((served.name or "run") + _SUFFIX)
    if served.is_dir() and place.resolve().is_relative_to(served):
        raise InputError(f"{place}: is inside the run folder; choose another place with --edits")
    return place
