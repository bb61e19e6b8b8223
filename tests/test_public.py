"""The public interface: names, documentation, examples, and light imports."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from dataclasses import is_dataclass
from pathlib import Path

import click
import pytest

import vicinal
from vicinal.cli import cli
from vicinal.methods import METHODS, method_class

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(
    module.name for module in pkgutil.walk_packages(vicinal.__path__, "vicinal.") if "__main__" not in module.name
)


def test_public_names() -> None:
    assert list(vicinal.__all__) == sorted(vicinal.__all__)
    assert " ".join(vicinal.__all__) == (
        "Aligner Alignment BarzilayElhadad Blend BottSaggion Changes Characters Comparison CosterKauchak Counts "
        "Document Embeddings Evaluation Failure FormatError Global Gold GoldWarning Idf InputError Jaccard "
        "LanguageWarning LeftOutWarning Link Massalign Nearest Operations Scores SettingError Similarity "
        "SkippedWarning Smith Stems Step TfIdf Vectors Versions VicinalError Vicinity align align_many "
        "align_versions changes compare evaluate load load_many read_gold save save_many search"
    )


@pytest.mark.parametrize("name", sorted({name.split(".")[1] for name in MODULES if name.count(".") > 1} - {"corpus"}))
def test_a_package_that_is_not_public_says_so(name: str) -> None:
    assert "Internal: public is what" in str(importlib.import_module(f"vicinal.{name}").__doc__)


@pytest.mark.parametrize("name", ["vicinal", *MODULES])
def test_exported_names_exist(name: str) -> None:
    module = importlib.import_module(name)
    for exported in getattr(module, "__all__", ()):
        getattr(module, exported)


def test_results_settings_and_models_are_frozen() -> None:
    public = [value for value in (getattr(vicinal, name) for name in vicinal.__all__) if is_dataclass(value)]
    methods = [method_class(name) for name in METHODS]
    assert len(public) > 10
    assert [kind for kind in public + methods if not kind.__dataclass_params__.frozen] == []


@pytest.mark.parametrize("name", ["vicinal", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_every_public_function_is_documented(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    for key, value in vars(module).items():
        if not key.startswith("_") and getattr(value, "__module__", None) == name and inspect.isroutine(value):
            assert value.__doc__, f"{name}.{key}"


def test_the_command_reference_is_the_help_output() -> None:
    script = ROOT / "docs" / "make_cli_reference.py"
    made = subprocess.run([sys.executable, script, "--print"], capture_output=True, text=True, check=True).stdout
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == made


def test_every_option_has_help() -> None:
    for command in cli.commands.values():
        assert command.help
        parameters = command.get_params(click.Context(command, parent=click.Context(cli, **cli.context_settings)))
        assert all(parameter.help for parameter in parameters if isinstance(parameter, click.Option))


def test_importing_is_light() -> None:
    """Nothing heavy loads with the package or with --help: no numpy, no rich, no reader of documents."""
    heavy = "{'numpy', 'rich', 'sklearn', 'scipy', 'lxml', 'pypdfium2', 'markdown_it'}"
    code = f"import sys, vicinal, vicinal.cli; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_public_package_is_found_without_importing_it() -> None:
    code = "import vicinal; assert 'corpus' in dir(vicinal); print(vicinal.corpus.run.__name__)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "run\n"
