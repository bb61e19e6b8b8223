"""Options that several commands share: how texts are read, and the settings of every method as flags.

The flags of the methods are made from the methods themselves: a flag for each field, with the field's documentation
and each method's default. A flag that the chosen method does not have is an error. Two flags make the field
`similarity`: --similarity names it, and --idf says where the weights of words come from.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import click

from vicinal.errors import SettingError
from vicinal.methods import DEFAULT, METHODS, aligner_for, documentation_of, is_supervised, method_class, settings_of
from vicinal.methods.learned.training import no_model
from vicinal.similarity.tfidf import Idf, TfIdf
from vicinal.text.document import SPLITS

F = TypeVar("F", bound=Callable[..., Any])

SIMILARITIES = {
    "tfidf": "vicinal.similarity.tfidf:TfIdf",
    "char": "vicinal.similarity.characters:Characters",
    "stem": "vicinal.similarity.stems:Stems",
    "embed": "vicinal.similarity.embeddings:Embeddings",
    "blend": "vicinal.similarity.blend:Blend",
}
_HELP = {
    "similarity": "What makes sentences similar: words (tfidf), strings of four letters (char), word stems (stem), "
    "meaning (embed, an extra), or words and strings of letters together (blend).",
    "model": "The model of a supervised method, made with 'vicinal fit'.",
}
_IDF_HELP = (
    "Where word weights come from: the two documents, or a corpus model made with 'vicinal idf'.  [default: pair]"
)


def text_options(command: F) -> F:
    """Add --language and --split."""
    command = click.option(
        "--split",
        type=click.Choice(SPLITS),
        default="auto",
        show_default=True,
        help="How texts are read: prose (sentences are found), lines (one sentence a line, a blank line between "
        "paragraphs), or auto: seen from the text.",
    )(command)
    return click.option(
        "--language",
        "-l",
        metavar="CODE",
        help="Language of the texts, such as en or de; it chooses the sentence rules.  [default: en]",
    )(command)


def method_options(command: F) -> F:
    """Add --method and a flag for each setting of any method."""
    for name, values in reversed(_defaults().items()):
        if name == "similarity":
            command = click.option("--idf", metavar="pair|FILE", help=_IDF_HELP)(command)
        command = _option(name, values)(command)
    return click.option(
        "--method",
        "-m",
        type=click.Choice(list(METHODS)),
        default=DEFAULT,
        show_default=True,
        metavar="NAME",
        help="How to align; 'vicinal methods' lists them all.",
    )(command)


def settings_from(options: dict[str, Any]) -> dict[str, Any]:
    """Take the settings that were given from a command's options, and return them as a method takes them."""
    method = options["method"]
    idf = options.pop("idf")
    settings = {name: options.pop(name) for name in _defaults()}
    given = {name: value for name, value in settings.items() if value is not None}
    for name in given:
        if name not in settings_of(method):
            raise SettingError(f"method {method!r} has no setting {flag(name)}; see 'vicinal methods {method}'")
    if idf is not None and "similarity" not in settings_of(method):
        raise SettingError(f"method {method!r} has no setting --idf; see 'vicinal methods {method}'")
    chosen = given.pop("similarity", None)
    if idf not in (None, "pair"):
        check_idf(chosen)
        given["similarity"] = TfIdf(Idf.load(idf))
    elif chosen is not None:
        given["similarity"] = similarity_named(chosen)
    if "meaning" in given:
        given["meaning"] = similarity_named(given["meaning"])
    if "model" in given:
        given["model"] = method_class(method).load(given["model"]).model
    return given


def aligner_from(options: dict[str, Any]) -> Any:
    """Take --method and its settings from a command's options, and return the aligner they make."""
    settings = settings_from(options)
    method = options.pop("method")
    aligner: Any = aligner_for(method, settings)
    if is_supervised(method) and aligner.model is None:
        raise no_model(method)
    return aligner


def similarity_named(name: str) -> Any:
    """Return a similarity, with its defaults."""
    module, _, attribute = SIMILARITIES[name].partition(":")
    return getattr(import_module(module), attribute)()


def check_idf(similarity: str | None) -> None:
    """Raise SettingError where weights of words are given for a similarity that is not about words."""
    if similarity not in (None, "tfidf"):
        raise SettingError(
            f"--idf weighs words, as --similarity tfidf does; leave it out with --similarity {similarity}"
        )


def note_language(aligner: Any, language: str) -> None:
    """Warn if what makes sentences similar cannot do much with a language; workers would say nothing."""
    for name in ("similarity", "meaning"):
        note = getattr(getattr(aligner, name, None), "note_language", None)
        if note is not None:
            note(language)


def flag(setting: str) -> str:
    """Return the flag of a setting: --sentence-alpha for sentence_alpha."""
    return "--" + setting.replace("_", "-")


def as_flags(settings: dict[str, Any]) -> str:
    """Return numeric settings as they are written on the command line, to the last digit."""
    return " ".join(f"{flag(name)} {value!r}" for name, value in settings.items())


@cache
def _defaults() -> dict[str, dict[str, Any]]:
    """Return every setting of every method, with the default of each method that has it."""
    found: dict[str, dict[str, Any]] = {}
    for method in METHODS:
        for name, default in settings_of(method).items():
            found.setdefault(name, {})[method] = default
    return found


def _option(name: str, defaults: dict[str, Any]) -> Callable[[F], F]:
    first, default = next(iter(defaults.items()))
    text = _HELP.get(name) or documentation_of(first)[name]
    if name in ("similarity", "meaning"):
        shown = "tfidf" if name == "similarity" else "none"
        return click.option(flag(name), type=click.Choice(list(SIMILARITIES)), help=f"{text}  [default: {shown}]")
    if name == "model":
        return click.option("--model", metavar="FILE", help=text)
    if name == "vicinities":
        return click.option(
            "--vicinities",
            callback=_parse_vicinities,
            metavar="OFFSETS",
            help=f"{text} Written 'source,target', a semicolon between one vicinity and the next.  "
            "[default: '1,1 0,1 1,0; 2,1 1,2']",
        )
    shown = f"[default: {_shown(defaults)}]"
    if isinstance(default, bool):
        return click.option(f"{flag(name)}/--no-{flag(name)[2:]}", default=None, help=f"{text}  {shown}")
    if name == "stop_words":
        return click.option(
            flag(name),
            callback=_parse_words,
            metavar="FILE",
            help="A file of words that do not count, one a line.  [default: massalign, the language's function words]",
        )
    return click.option(flag(name), type=type(default), help=f"{text}  {shown}")


def _shown(defaults: dict[str, Any]) -> str:
    """Return '0.45; massalign 0.3': the default of the paper's method, then those of others that differ."""
    own = defaults.get("vicinity")
    others: dict[Any, list[str]] = {}
    for method, value in defaults.items():
        if method != "vicinity" and value != own:
            others.setdefault(value, []).append(method)
    parts = [] if own is None else [_written(own)]
    parts += [f"{', '.join(methods)} {_written(value)}" for value, methods in others.items()]
    return "; ".join(parts)


def _written(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value:g}"


def _parse_vicinities(_: click.Context, __: click.Parameter, value: str | None) -> Any:
    """Read '1,1 0,1 1,0; 2,1 1,2' as offsets."""
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


def _parse_words(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """Read a file of words, one a line."""
    if value is None:
        return None
    from vicinal.files import read_text

    return tuple(dict.fromkeys(word.strip() for word in read_text(Path(value)).splitlines() if word.strip()))
