"""The program that runs the blocks of one page, in the environment where Vicinal is installed: standard library only.

    python docs_driver.py STEPS.json

STEPS.json has a list of steps, made by tests/docs_pages.py. Blocks of Python share one namespace, as the cells of a
notebook do; a block with `if __name__ == "__main__":` is a script of its own. Commands see a terminal of 80 columns.
What went wrong is printed as a JSON list at the end.
"""

from __future__ import annotations

import contextlib
import doctest
import fcntl
import importlib
import io
import json
import os
import pty
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback
import types
import urllib.request
import warnings
from dataclasses import dataclass, field
from pathlib import Path

Step = dict[str, str]


def main(steps: list[Step]) -> list[str]:
    """Run the steps in order; return what went wrong."""
    _start_loopback()
    python, server = Python(), Server()
    problems = []
    for step in steps:
        run = {"python": python.run, "pycon": python.doctest, "shell": shell, "serve": server.start}[step["kind"]]
        try:
            printed = run(step)
            if step["shown"] and not any(fits(step["shown"], output) for output in printed):
                problems.append(f"{step['place']}: the page shows another output; this is it:\n{printed[-1]}")
        except Problem as error:
            problems.append(f"{step['place']}: {error}")
    server.stop()
    return problems


class Problem(Exception):  # noqa: N818
    """What is wrong with a block."""


def fits(shown: str, output: str) -> bool:
    """Tell whether a page shows this output: white space does not count, and `...` stands for anything."""
    pieces = [re.escape(" ".join(piece.split())) for piece in re.split(r"\.\.\.|…", shown)]
    return re.fullmatch(r"\s*" + r".*?".join(pieces) + r"\s*", " ".join(output.split()), re.DOTALL) is not None


@dataclass
class Python:
    """The namespace of a page."""

    module: types.ModuleType = field(default_factory=lambda: types.ModuleType("__main__"))
    started: bool = False

    def _start(self) -> None:
        """Make the page the main module. Warnings to it, or of Vicinal, are errors, except that pairs were skipped."""
        if not self.started:
            self.started = True
            sys.modules["__main__"] = self.module
            sys.path[0] = ""
            skipped = getattr(importlib.import_module("vicinal"), "SkippedWarning", UserWarning)
            warnings.filterwarnings("error", module="__main__|vicinal")
            warnings.filterwarnings("ignore", category=skipped)

    def run(self, step: Step) -> list[str]:
        """Run a block of Python; return what it prints."""
        if 'if __name__ == "__main__":' in step["code"]:
            Path("script.py").write_text(step["code"], encoding="utf-8")
            return shell({**step, "code": f"'{sys.executable}' -W error:::__main__ script.py"})
        self._start()
        printed = io.StringIO()
        name, _, line = step["place"].rpartition(":")
        try:
            code = compile("\n" * (int(line) - 1) + step["code"], name, "exec")
            with contextlib.redirect_stdout(printed):
                exec(code, vars(self.module))
        except Exception:  # noqa: BLE001
            raise Problem(traceback.format_exc(limit=-3)) from None
        return [printed.getvalue()]

    def doctest(self, step: Step) -> list[str]:
        """Run a session; raise what is not as shown."""
        self._start()
        test = doctest.DocTestParser().get_doctest(step["code"], vars(self.module), step["place"], None, None)
        report: list[str] = []
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(
            test, out=report.append, clear_globs=False
        )
        vars(self.module).update(test.globs)
        if report:
            raise Problem("".join(report))
        return [""]


def shell(step: Step) -> list[str]:
    """Run commands up to the first that fails; return what the terminal may show: stdout, without or with stderr."""
    command = ["bash", "-eo", "pipefail", "-c", """trap 'echo "failed: $BASH_COMMAND" >&2' ERR\n""" + step["code"]]
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, 0x5414, struct.pack("4H", 24, 80, 0, 0))  # TIOCSWINSZ
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=errors) as process:
            os.close(theirs)
            output = b""
            with contextlib.suppress(OSError):  # the end of a terminal is an error
                while part := os.read(ours, 65536):
                    output += part
            os.close(ours)
        errors.seek(0)
        notes = re.sub(
            r"^\w+: [\d,]+ of [\d,]+\b.*\n", "", errors.read().decode(errors="replace"), flags=re.M
        )  # progress
    text = output.decode(errors="replace").replace("\r\n", "\n")
    if process.returncode:
        raise Problem(f"exit code {process.returncode}\n{text}{notes}")
    return [text, notes + text, text + notes]


@dataclass
class Server:
    """`vicinal serve`, which runs until the next one or the end of the page."""

    process: subprocess.Popen[bytes] | None = None

    def start(self, step: Step) -> list[str]:
        """Start a server and wait until it answers."""
        self.stop()
        found = re.search(r"--port[ =](\d+)", step["code"])
        address = f"http://127.0.0.1:{found[1] if found else 8765}/"
        log = Path("serve.log")
        with log.open("wb") as file:
            self.process = subprocess.Popen(["bash", "-c", "exec " + step["code"]], stdout=file, stderr=file)
        for _ in range(600):
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError), urllib.request.urlopen(address) as answer:
                if b"<html" in answer.read():
                    return [log.read_text(encoding="utf-8")]
            time.sleep(0.1)
        raise Problem(f"no answer at {address}\n{log.read_text(encoding='utf-8')}")

    def stop(self) -> None:
        """Stop the server, if one runs."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait()


def _start_loopback() -> None:
    """Let this machine talk to itself in a network namespace of its own."""
    if os.environ.get("VICINAL_OFFLINE") == "namespace":
        with socket.socket() as any_socket:
            fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh", b"lo", 0x41))  # SIOCSIFFLAGS: up, running


if __name__ == "__main__":
    problems = main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    sys.stdout.write("\n" + json.dumps(problems) + "\n")
