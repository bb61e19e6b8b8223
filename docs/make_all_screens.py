"""Take pictures of all screens, at the sizes of a desktop, a zoomed laptop and a phone, in both colour schemes.

    python docs/make_all_screens.py FOLDER [--size 1440x900 ...] [--only NAME ...]

Needs playwright and Debian's chromium. The pictures are to be looked at before a release; the repository keeps none.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.screens import NAME, places, walk

SIZES = ("1440x900", "1024x576", "390x844")
SCHEMES = ("light", "dark")
PHONE = 500  # pixels: a narrower window has a touch screen
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


def main() -> None:
    """Write one picture for each screen, size and scheme into a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", action="append", metavar="WIDTHxHEIGHT", help=f"default: {', '.join(SIZES)}")
    parser.add_argument("--only", action="append", metavar="NAME", help="screens whose name begins so")
    options = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("chromium is not installed; on Debian: apt-get install chromium")
    options.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as work, places(Path(work)) as where:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for size in options.size or SIZES:
            width, height = map(int, size.split("x"))
            touch = width < PHONE
            window = browser.new_page(
                viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=touch, is_mobile=touch
            )
            window.add_init_script(f"try {{ localStorage['vicinal-annotator'] ??= {NAME!r} }} catch {{}}")
            for name in walk(window, where):
                if options.only and not name.startswith(tuple(options.only)):
                    continue
                for scheme in SCHEMES:
                    window.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                    window.screenshot(path=options.folder / f"{name}-{size}-{scheme}.png")
                window.emulate_media(color_scheme=None)
            window.close()
            print(f"{size}: done")
        browser.close()


if __name__ == "__main__":
    main()
