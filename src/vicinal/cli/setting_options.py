"""The options for settings of methods: made from the methods, one per field, with its documentation and default.

--help shows those of the chosen method; all are accepted, and `options.settings_from` refuses those that the method
does not have. The options of other methods are made only where they are needed, so that a command loads one method.
The field `similarity` has two options: --similarity names it, and --idf selects the word weights of TF-IDF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import click

from vicinal.cli.sections import METHOD, Option, add_settings, method_given, option
from vicinal.methods import DEFAULT, METHODS, PAPER, documentation_of, is_supervised, settings_of
from vicinal.similarity.named import SIMILARITIES

F = TypeVar("F", bound=Callable[..., Any])

_NAMES = (
    "tfidf (words), char (character 4-grams), stem (word stems), blend (words and character 4-grams), or sentence "
    "embeddings, which are an extra: e5 (93 languages), use (15 languages, faster), or embed (the one installed)"
)
_METHOD_HELP = (
    f"How to align. global, our own, takes the most probable of all alignments, in any order and without thresholds. "
    f"vicinity is {PAPER}. 'vicinal methods' lists all."
)


class SettingOption(Option):
    """An option for a setting, shown with the documentation and the default of one method."""

    def __init__(self, *args: Any, setting: str, **attributes: Any) -> None:
        super().__init__(*args, section=METHOD, **attributes)
        self.setting = setting

    def section_in(self, ctx: click.Context) -> str:
        """Return the section of the settings, named after the method."""
        return f"Settings of {_method_in(ctx)}"

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the flag and the help for the method that was given, or the default one; None if it has no such."""
        method = _method_in(ctx)
        return self.record(ctx, method) if method is not None else None

    def record(self, ctx: click.Context, method: str) -> tuple[str, str] | None:
        """Return the flag and the help for a method; None if it has no such setting."""
        owner = "similarity" if self.setting == "idf" else self.setting
        if owner not in settings_of(method):
            return None
        usual = super().get_help_record(ctx)
        if usual is None:  # hidden
            return None
        names = usual[0]
        text, default = _documented(self.setting, method)
        if "'auto'" not in text:
            names = names.replace("FLOAT|auto", "FLOAT")
        return names, f"{text}  [default: {default}]"


def _method_in(context: click.Context) -> str | None:
    """Return the method that was given, or the default one; None if there is none.

    Raises:
        click.BadParameter: The command has no such method.
    """
    parameter = next(one for one in context.command.params if one.name == "method")
    given = method_given(context)
    if given is not None:
        parameter.type.convert(given, parameter, context)
        return given
    return parameter.default if isinstance(parameter.default, str) else None


def method_options(command: F, methods: tuple[str, ...] = tuple(METHODS), default: str | None = DEFAULT) -> F:
    """Add --method and an option for each setting of any method; without a default, --method must be given."""

    def options_for(method: str | None) -> list[SettingOption]:
        """Return the options for the settings of a method; None for those of all."""
        names = setting_names() if method is None else _names_with_idf(settings_of(method))
        found = []
        for name in names:
            flags, attributes = _attributes(name, method)
            hidden = default is None and name == "model"  # what is trained has no model yet
            found.append(SettingOption(flags, hidden=hidden, **attributes))
        return found

    add_settings(command, options_for)
    text = _METHOD_HELP if default else f"What to train: {' or '.join(methods)}."
    return option(
        METHOD,
        "--method",
        "-m",
        type=click.Choice(methods),
        metavar="NAME",
        help=text,
        **({"required": True} if default is None else {"default": default, "show_default": True}),
    )(command)


def setting_names() -> list[str]:
    """Return the names of all options for settings: the fields of all methods, and idf."""
    return _names_with_idf(all_settings())


def _names_with_idf(settings: Iterable[str]) -> list[str]:
    return [name for field in settings for name in ([field, "idf"] if field == "similarity" else [field])]


def supervised() -> tuple[str, ...]:
    """Return the methods that must be fitted."""
    return tuple(name for name in METHODS if is_supervised(name))


@cache
def all_settings() -> Mapping[str, list[str]]:
    """Return every setting, with the methods that have it."""
    found: dict[str, list[str]] = {}
    for method in METHODS:
        for name in settings_of(method):
            found.setdefault(name, []).append(method)
    return found


def setting_records(context: click.Context, method: str) -> list[tuple[str, str]]:
    """Return the flag and the help of each setting of a method, for 'vicinal methods NAME'."""
    order = [*settings_of(method), "idf"]
    names = sorted(filter(order.__contains__, setting_names()), key=order.index)
    made = (SettingOption(flags, **attributes) for flags, attributes in map(_attributes, names))
    return [record for one in made if (record := one.record(context, method)) is not None]


def flag(setting: str) -> str:
    """Return the option of a setting: --sentence-alpha for sentence_alpha."""
    return "--" + setting.replace("_", "-")


def _attributes(name: str, method: str | None = None) -> tuple[list[str], dict[str, Any]]:
    """Return the names and the attributes of the option for a setting, of a method or of the first that has it."""
    method = method or all_settings()["similarity" if name == "idf" else name][0]
    default = None if name == "idf" else settings_of(method)[name]
    made: dict[str, Any] = {"setting": name, "help": _documented(name, method)[0]}
    if name in ("similarity", "meaning"):
        return [flag(name)], {**made, "type": click.Choice(list(SIMILARITIES)), "metavar": "NAME"}
    if name == "idf":
        return [flag(name)], {**made, "metavar": "pair|FILE"}
    if name in ("pooled", "model"):
        return [flag(name)], {**made, "metavar": "FILE"}
    if name == "stop_words":
        return [flag(name)], {**made, "metavar": "FILE", "callback": _parse_words}
    if name == "vicinities":
        return [flag(name)], {**made, "metavar": "OFFSETS", "callback": _parse_vicinities}
    if name.endswith("_alpha"):
        return [flag(name)], {**made, "metavar": "FLOAT|auto", "callback": _parse_alpha}
    if isinstance(default, bool):
        return [f"{flag(name)}/--no-{flag(name)[2:]}"], {**made, "default": None}
    return [flag(name)], {**made, "type": type(default)}


def _documented(name: str, method: str) -> tuple[str, str]:
    """Return what a setting of a method means on the command line, and its default."""
    if name == "idf":
        return "Word weights of tfidf: 'pair' counts the two documents; a FILE is a model from 'vicinal idf'.", "pair"
    default, text = settings_of(method)[name], documentation_of(method)[name]
    if name == "similarity":
        return f"How similar two sentences are: by {_NAMES}.", "tfidf"
    if name == "meaning":
        return f"A second similarity, beside shared spelling: {_NAMES}.", "none"
    if name == "pooled":
        return f"{text} A FILE is the pool.json of 'vicinal run --pool'.", "none"
    if name == "model":
        return "The model, a FILE from 'vicinal fit'.", "none"
    if name == "stop_words":
        return "A FILE of words to ignore, one per line; case matters.", "function words of the language"
    if name == "vicinities":
        offsets = "; ".join(" ".join(f"{x},{y}" for x, y in part) for part in default)
        return f"{text} Written as 'source,target', with semicolons between vicinities.", f"'{offsets}'"
    return text, {True: "yes", False: "no"}[default] if isinstance(default, bool) else f"{default:g}"


def _parse_vicinities(_: click.Context, __: click.Parameter, value: str | None) -> Any:
    """Parse '1,1 0,1 1,0; 2,1 1,2' as offsets."""
    if value is None:
        return None
    try:
        vicinities = tuple(
            tuple((int(x), int(y)) for x, y in (offset.split(",") for offset in part.split()))
            for part in value.split(";")
        )
    except ValueError:
        vicinities = ()
    if not vicinities or not all(vicinities):
        raise click.BadParameter(f"{value!r}: write offsets as '1,1 0,1 1,0; 2,1 1,2'")
    return vicinities


def _parse_alpha(_: click.Context, __: click.Parameter, value: str | None) -> float | str | None:
    """Parse a number or 'auto'; the method checks the range, and whether it has 'auto'."""
    if value is None or value == "auto":
        return value
    try:
        return float(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a number, nor 'auto'") from None


def _parse_words(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """Read a file of words, one per line."""
    if value is None:
        return None
    from vicinal.files import read_text

    return tuple(dict.fromkeys(word.strip() for word in read_text(Path(value)).splitlines() if word.strip()))
