"""Commands in messages: they fit the way in which Vicinal was installed."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.installed import installed
from vicinal import installation
from vicinal.installation import install_command, own_command, quoted

REQUIRES = [
    "click>=8.1",
    'pyarrow>=16; extra == "corpus"',
    'lxml>=6; extra == "documents"',
    "pypdfium2>=5; extra == 'documents'",
    'fast[cpu]==0.2; extra == "embed"',
    'elsewhere==1; (sys_platform == "amiga" or sys_platform == "atari") and extra == "embed"',
    f'here==2; (sys_platform == "amiga" or sys_platform == "{sys.platform}") and extra == "embed"',
]
Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that pretends a wheel installed in a folder of tmp_path."""

    def pretend(folder: str = "env", *, url: str | None = None, pip: bool = True, known: bool = True) -> Path:
        prefix = tmp_path / folder
        (prefix / "bin").mkdir(parents=True)
        record = json.dumps({"url": url}) if url else None
        found = SimpleNamespace(requires=REQUIRES, read_text=lambda name: record)

        def distribution(name: str) -> SimpleNamespace:
            if not known:
                raise PackageNotFoundError(name)
            return found

        monkeypatch.setattr("importlib.metadata.distribution", distribution)
        monkeypatch.setattr(installation, "find_spec", lambda name: object() if pip else None)
        monkeypatch.setattr(installation, "_ROOT", tmp_path)
        monkeypatch.setattr(sys, "prefix", str(prefix))
        monkeypatch.setattr(sys, "executable", str(prefix / "bin" / "python"))
        monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
        return prefix

    return pretend


def program(path: Path) -> Path:
    """Make an empty program and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o755)
    return path


def test_with_pip_the_libraries_are_named(install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = install() / "bin" / "python"
    assert install_command("documents") == f'{python} -m pip install "lxml>=6" "pypdfium2>=5"'
    assert install_command("documents", "pypdfium2") == f'{python} -m pip install "pypdfium2>=5"'
    assert install_command("documents", "another") == f"{python} -m pip install another"
    assert install_command("embed") == f'{python} -m pip install "fast[cpu]==0.2" here==2'
    monkeypatch.chdir(tmp_path)
    assert install_command("corpus") == 'env/bin/python -m pip install "pyarrow>=16"'
    monkeypatch.setenv("PATH", str(program(python).parent))
    assert install_command("corpus") == 'python -m pip install "pyarrow>=16"'


def test_a_python_of_another_environment_is_not_taken_for_this_one(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = install() / "bin" / "python"
    base = program(tmp_path / "base" / "python")
    own.symlink_to(base)
    monkeypatch.setenv("PATH", str(base.parent))
    assert install_command("corpus") == f'{own} -m pip install "pyarrow>=16"'


def test_a_path_with_a_space_is_quoted(install: Install) -> None:
    python = install("my env") / "bin" / "python"
    assert install_command("corpus") == f'"{python}" -m pip install "pyarrow>=16"'


def test_without_pip_uv_is_named(install: Install) -> None:
    prefix = install(pip=False)
    assert install_command("corpus") == f'uv pip install --python {prefix} "pyarrow>=16"'


def test_a_clone_installs_its_extra(install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(".venv")
    (tmp_path / "pyproject.toml").touch()
    python = tmp_path / ".venv" / "bin" / "python"
    assert install_command("documents", "lxml") == f'{python} -m pip install -e "{tmp_path}[documents]"'
    monkeypatch.chdir(tmp_path)
    assert install_command("documents", "lxml") == '.venv/bin/python -m pip install -e ".[documents]"'
    monkeypatch.setattr(installation, "find_spec", lambda name: None)
    assert install_command("documents") == 'uv pip install --python .venv -e ".[documents]"'


@pytest.mark.parametrize(
    ("url", "source"),
    [
        (None, "vicinal"),
        ("file:///a%20b/v.whl", '"/a b/v.whl"'),
        ("git+https://example.org/v", "git+https://example.org/v"),
    ],
)
def test_a_tool_of_uv_is_installed_with_more(install: Install, url: str | None, source: str) -> None:
    (install(url=url, pip=False) / "uv-receipt.toml").touch()
    assert install_command("documents") == f'uv tool install --with "lxml>=6" --with "pypdfium2>=5" {source}'


@pytest.mark.parametrize("folder", ["uv/archive-v0/x1", "uv/environments-v2/x1"])
def test_uvx_is_called_with_more(install: Install, folder: str) -> None:
    install(folder, url="file:///dist/v.whl", pip=False)
    assert install_command("corpus") == 'uvx --with "pyarrow>=16" --from /dist/v.whl vicinal'
    assert own_command() == "uvx --from /dist/v.whl vicinal"


def test_pipx_injects(install: Install) -> None:
    (install() / "pipx_metadata.json").touch()
    assert install_command("documents") == 'pipx inject vicinal "lxml>=6" "pypdfium2>=5"'


def test_without_a_record_of_the_installation_names_are_enough(install: Install) -> None:
    python = install(known=False) / "bin" / "python"
    assert install_command("documents", "lxml") == f"{python} -m pip install lxml"
    assert install_command("documents") == f'{python} -m pip install "vicinal[documents]"'
    (python.parents[1] / "uv-receipt.toml").touch()
    assert install_command("documents", "lxml") == "uv tool install --with lxml vicinal"


def test_the_own_command_is_what_a_shell_finds(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefix = install()
    assert own_command() == f"{prefix / 'bin' / 'python'} -m vicinal"
    script = program(prefix / "bin" / "vicinal")
    assert own_command() == str(script)
    monkeypatch.chdir(tmp_path)
    assert own_command() == "env/bin/vicinal"
    other = program(tmp_path / "other" / "vicinal")
    monkeypatch.setenv("PATH", str(other.parent))
    assert own_command() == "env/bin/vicinal"
    other.unlink()
    other.symlink_to(script)  # as `uv tool` and pipx do
    assert own_command() == "vicinal"


def test_importing_is_light() -> None:
    heavy = {"email", "importlib.metadata", "urllib.request"}
    code = f"import sys, vicinal.installation; print(*{heavy} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"


def test_the_wheel_names_the_libraries_that_it_lacks() -> None:
    code = "from vicinal.installation import install_command as c; print(c('documents'))"
    done = subprocess.run([installed(), "-I", "-c", code], capture_output=True, text=True, check=True)
    assert re.fullmatch(r'uv pip install --python \S+ "lxml>=6" "pypdfium2>=5"\n', done.stdout)


@pytest.mark.parametrize("executable", ["", None])
def test_a_program_with_python_inside_has_no_path_to_it(
    executable: str | None, install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(".venv")
    monkeypatch.setattr(sys, "executable", executable)
    assert install_command("documents", "lxml").startswith("python -m pip install ")
    assert own_command() == "python -m vicinal"


def test_a_current_folder_that_was_removed(install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prefix = install(".venv")
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert install_command("documents", "lxml").startswith(f"{prefix}/bin/python -m pip install ")


@pytest.mark.skipif(os.name == "nt", reason="shells of Windows quote in another way")
@pytest.mark.parametrize("word", ["it's", "a$HOME b", 'a"b', "a(b)&c", "a`b`", "a b", "new\nline", "plain/path-1"])
def test_a_quoted_word_is_one_word_for_a_shell(word: str) -> None:
    command = f"{shlex.quote(sys.executable)} -c 'import sys; print(sys.argv[1:])' {quoted(word)}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout == f"{[word]}\n"
