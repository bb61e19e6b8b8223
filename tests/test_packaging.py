"""What is published: the sdist, the wheel with its metadata, the citation, and the version, which agrees everywhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import tarfile
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from tests.installed import built, installed
from vicinal.compiled import active, kernel
from vicinal.methods.references import REFERENCES
from vicinal.version import __version__

ROOT = Path(__file__).resolve().parents[1]
NOT_IN_THE_SDIST = {".gitignore"}
ONLY_IN_THE_SDIST = {"PKG-INFO", "setup.cfg"}


@pytest.fixture(scope="module")
def wheel() -> zipfile.ZipFile:
    """The wheel that `make installed` built."""
    return zipfile.ZipFile(built("*.whl"))


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    """What a package index shows of the wheel."""
    return message_from_string(wheel.read(f"vicinal-{__version__}.dist-info/METADATA").decode())


def project() -> dict[str, str]:
    """Return the addresses of the project."""
    part = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[project.urls]\n")[2].partition("\n\n")[0]
    return dict(re.findall(r'^(\w+) = "(.+)"$', part, re.MULTILINE))


def citation() -> dict[str, Any]:
    """Return the content of CITATION.cff."""
    yaml = pytest.importorskip("yaml")
    content: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    return content


def test_the_sdist_is_the_repository() -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    tracked = {name for name in listed if (ROOT / name).is_file()} - NOT_IN_THE_SDIST
    with tarfile.open(built("*.tar.gz")) as archive:
        names = {member.name.partition("/")[2] for member in archive if member.isfile()}
    shipped = {name for name in names if not name.startswith("src/vicinal.egg-info/")} - ONLY_IN_THE_SDIST
    assert shipped == tracked


def test_the_wheel_has_modules_data_licence_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    info = f"vicinal-{__version__}.dist-info/"
    assert info + "licenses/LICENSE" in names
    source = ROOT / "src" / "vicinal"
    modules = {path.relative_to(ROOT / "src").as_posix() for path in source.rglob("*.py")}
    data = {
        "vicinal/sample/" + path.relative_to(ROOT / "data").as_posix()
        for part in ("articles", "gold")
        for path in (ROOT / "data" / part).iterdir()
    }
    assert modules | data | {"vicinal/py.typed"} <= names
    others = {name for name in names - modules - data if not name.startswith((info, "vicinal/view/assets/"))}
    assert {Path(name).suffix for name in others} <= {".typed", ".json", ".so", ".pyd"}


def test_the_metadata_are_complete(metadata: Message) -> None:
    assert metadata["Name"] == "vicinal"
    assert metadata["Version"] == __version__
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Author"] == "The Vicinal developers"
    urls = dict(line.split(", ", 1) for line in metadata.get_all("Project-URL", []))
    assert urls == project()
    assert {"Homepage", "Documentation", "Repository", "Issues", "Changelog"} <= set(urls)
    config = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    built_for = re.search(r"^build = \[(.+)\]$", config, re.MULTILINE)
    assert built_for is not None
    versions = [f"3.{number}" for number in re.findall(r"cp3(\d+)-", built_for[1])]
    classifiers = metadata.get_all("Classifier", [])
    assert [name.rpartition(" ")[2] for name in classifiers if re.search(r":: 3\.\d+$", name)] == versions
    assert metadata["Requires-Python"] == f">={versions[0]}"


def test_the_description_depends_on_no_other_file(metadata: Message) -> None:
    assert metadata["Description-Content-Type"] == "text/markdown"
    text = metadata.get_payload()
    assert isinstance(text, str)
    assert text.startswith("# Vicinal\n")
    tokens = [child for token in MarkdownIt("commonmark").parse(text) for child in token.children or ()]
    links = [str(token.attrs["href"]) for token in tokens if token.type == "link_open"]
    assert not [link for link in links if not link.startswith("https://")]
    assert not [token for token in tokens if token.type == "image"]
    blob = f"{project()['Repository']}/blob/v{__version__}/"
    files = [link.removeprefix(blob).partition("#")[0] for link in links if link.startswith(blob)]
    assert "docs/method.md" in files
    assert not [file for file in files if not (ROOT / file).exists()]


def test_addresses_of_the_project_stand_in_one_place() -> None:
    home = project()["Homepage"]
    for name in ("README.md", "CITATION.cff", "mkdocs.yml", "setup.py", "src/vicinal/version.py"):
        assert home not in (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    heading = re.search(r"^## (\S+) \(", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert heading is not None
    assert heading[1] == __version__
    assert citation()["version"] == __version__


def test_the_citation_names_the_software_and_the_paper() -> None:
    cited = citation()
    assert {"cff-version", "message", "title", "authors"} <= set(cited)  # what version 1.2.0 of the format asks for
    assert cited["cff-version"] == "1.2.0"
    (paper,) = cited["references"]
    bibtex = REFERENCES["vicinity"].bibtex
    names = " and ".join(f"{person['family-names']}, {person['given-names']}" for person in paper["authors"])
    for field in (paper["title"], names, paper["journal"], str(paper["year"])):
        assert f"{{{field}}}" in bibtex
    assert paper["identifiers"][0]["value"] in paper["journal"]


def test_the_installed_wheel_works() -> None:
    flags = [] if kernel else ["--pure"]  # without a compiler here, there was none for the wheel
    command = [str(installed()), "-I", str(ROOT / "tests" / "smoke.py"), *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"works: vicinal {__version__} ({active()})\n"
