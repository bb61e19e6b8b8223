"""Options shared by several commands: how texts are read, and what the options for methods mean.

An option that the chosen method does not have is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from vicinal.cli.sections import READING, RUNNING, knows_all_settings, option
from vicinal.cli.setting_options import all_settings, flag
from vicinal.errors import SettingError
from vicinal.methods import DEFAULT, aligner_for, is_supervised, method_class, methods_with, settings_of
from vicinal.text.language import language_code
from vicinal.text.reading import SPLITS, Reading
from vicinal.text_encoding import check_encoding

if TYPE_CHECKING:
    from vicinal.corpus.engines import Processes

F = TypeVar("F", bound=Callable[..., Any])

workers_option = option(
    RUNNING, "--workers", "-w", type=click.IntRange(1), help="Number of processes.  [default: the number of cores]"
)


def text_options(command: F) -> F:
    """Add --language, --encoding, --split and --headings; `reading_from` takes them."""
    command = option(
        READING,
        "--headings/--no-headings",
        default=None,
        help="Keep headings, or leave them out: headings of documents, '== x ==', and lines of such a shape.  "
        "[default: headings]",
    )(command)
    command = option(
        READING,
        "--split",
        type=click.Choice(SPLITS),
        default="auto",
        show_default=True,
        metavar="NAME",
        help="How plain text is written: prose (blank lines between paragraphs), paragraphs (one per line), lines (a "
        "sentence per line, blank lines between paragraphs), or auto, which recognises it.",
    )(command)
    command = option(
        READING,
        "--encoding",
        metavar="NAME",
        callback=_parse_encoding,
        help="Encoding of text files, such as windows-1252 or utf-16.  [default: utf-8]",
    )(command)
    return option(
        READING,
        "--language",
        "-l",
        metavar="CODE",
        callback=_parse_language,
        help="Language of the texts, such as en, pt-BR or german; selects the sentence rules, the stemmer and the stop "
        "words.  [default: recognised from the texts]",
    )(command)


def reading_from(options: dict[str, Any]) -> tuple[Reading, str | None]:
    """Remove the options of `text_options` from a command's options; return how to read, and the encoding."""
    reading = Reading(options.pop("language"), options.pop("split"), options.pop("headings") is not False)
    return reading, options.pop("encoding", None)


def settings_from(options: dict[str, Any]) -> dict[str, Any]:
    """Remove the settings from a command's options, and return those that were given, as the method takes them."""
    method = options["method"]
    idf = options.pop("idf", None)
    # The settings of other methods were parsed only if one of them was given.
    parsed = all_settings() if knows_all_settings(click.get_current_context(silent=True)) else settings_of(method)
    settings = {name: options.pop(name) for name in parsed}
    given = {name: value for name, value in settings.items() if value is not None}
    for name in (*given, *(["idf"] if idf is not None else [])):
        if ("similarity" if name == "idf" else name) not in settings_of(method):
            raise SettingError(_not_a_setting(method, name))
    chosen = given.pop("similarity", None)
    if idf not in (None, "pair"):
        from vicinal.similarity.tfidf import Idf, TfIdf

        check_idf(chosen)
        given["similarity"] = TfIdf(Idf.load(idf))
    elif chosen is not None:
        given["similarity"] = chosen
    if "pooled" in given:
        from vicinal.methods.global_.pooling import Pooled

        given["pooled"] = Pooled.load(given["pooled"])
    if "model" in given:
        given["model"] = method_class(method).load(given["model"]).model
    return given


def _not_a_setting(method: str, name: str) -> str:
    """Return what is wrong with a setting that a method does not have, and what to do."""
    owners = methods_with("similarity" if name == "idf" else name)
    if method == DEFAULT:
        return f"method {method!r} has no setting {flag(name)}; add --method {owners[0]}"
    return f"method {method!r} has no setting {flag(name)}; it is a setting of: {', '.join(owners)}"


def aligner_from(options: dict[str, Any]) -> Any:
    """Remove --method and its settings from a command's options, and return the aligner."""
    settings = settings_from(options)
    method = options.pop("method")
    aligner: Any = aligner_for(method, settings)
    if is_supervised(method) and aligner.model is None:
        from vicinal.methods.learned.training import no_model

        raise no_model(method)
    return aligner


def check_idf(similarity: str | None) -> None:
    """Raise SettingError if word weights are given for a similarity that does not use them."""
    if similarity not in (None, "tfidf"):
        raise SettingError(f"--idf needs --similarity tfidf; leave it out with --similarity {similarity}")


def note_language(aligner: Any, language: str) -> None:
    """Warn if a similarity does not support a language; workers do not warn."""
    for name in ("similarity", "meaning"):
        note = getattr(getattr(aligner, name, None), "note_language", None)
        if note is not None:
            note(language)


def processes(workers: int | None, shards: int) -> Processes:
    """Return the engine for --workers; no more processes than there are shards."""
    from vicinal.cores import cores
    from vicinal.corpus.engines import Processes

    return Processes(max(1, min(workers or cores(), shards)))


def as_flags(settings: dict[str, Any]) -> str:
    """Return numeric settings as command-line options, with all digits."""
    return " ".join(f"{flag(name)} {value!r}" for name, value in settings.items())


def _parse_language(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Return the code of a language."""
    return value and language_code(value)


def _parse_encoding(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Check the name of an encoding."""
    return value and check_encoding(value)
