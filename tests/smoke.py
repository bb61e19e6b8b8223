"""Try an installed Vicinal, without its tests: the version, the demonstration, and the app.

    python tests/smoke.py [--pure]

The compiled parts must run; with --pure, they must not. cibuildwheel calls this for each wheel; the release checklist
calls it for the wheel without compiled parts.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

VICINAL = [sys.executable, "-I", "-m", "vicinal"]


def main() -> None:
    """Run the three, or end with an AssertionError."""
    wanted = "pure Python" if "--pure" in sys.argv[1:] else "compiled kernel"
    version = subprocess.run([*VICINAL, "--version"], capture_output=True, text=True, check=True).stdout
    assert wanted in version, version
    with tempfile.TemporaryDirectory(prefix="vicinal-smoke-") as folder:
        subprocess.run([*VICINAL, "demo"], cwd=folder, stdout=subprocess.DEVNULL, check=True)
        assert (Path(folder) / "vicinal-demo" / "report.html").is_file()
        serve(folder)
    sys.stdout.write(f"works: {version}")


def serve(folder: str) -> None:
    """Start the app on the run of the demonstration, and ask for its page and its list."""
    command = [*VICINAL, "serve", "vicinal-demo/run", "--port", "0"]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            first = process.stderr.readline()
            address = re.search(r"http://\S+", first)
            assert address is not None, first
            with urlopen(address[0], timeout=30) as answer:
                assert b"<!doctype html>" in answer.read(100).lower()
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
