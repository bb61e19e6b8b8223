"""Options shared by several commands: how texts are read, and the settings of all methods.

The options for settings are made from the methods: one per field, with its documentation and each method's default.
An option that the chosen method does not have is an error. The field `similarity` has two options: --similarity names
it, and --idf selects the word weights of TF-IDF.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from vicinal.errors import SettingError
from vicinal.methods import (
    DEFAULT,
    METHODS,
    PAPER,
    aligner_for,
    documentation_of,
    is_supervised,
    method_class,
    methods_with,
    settings_of,
)
from vicinal.methods.learned.training import no_model
from vicinal.similarity.named import SIMILARITIES
from vicinal.similarity.tfidf import Idf, TfIdf
from vicinal.text.language import language_code
from vicinal.text.reading import SPLITS, Reading
from vicinal.text_encoding import check_encoding

if TYPE_CHECKING:
    from vicinal.corpus.engines import Processes

F = TypeVar("F", bound=Callable[..., Any])

_METHOD_HELP = (
    f"Alignment method: vicinity is {PAPER}; global, our own and the default, takes the most probable of all "
    "alignments, in any order and without thresholds; 'vicinal methods' lists the others."
)
_SIMILARITY_HELP = (
    "Sentence similarity of vicinity and others, not of global: tfidf (words), char (character 4-grams), stem (word "
    "stems), embed (sentence embeddings, an extra: the first installed of the encoders e5, for 93 languages, and use, "
    "for 15 and faster), e5 or use (that encoder), or blend (words and character 4-grams).  [default: tfidf]"
)
_IDF_HELP = (
    "Word weights of tfidf: 'pair' counts the two documents; a FILE is a model from 'vicinal idf'.  [default: pair]"
)

workers_option = click.option(
    "--workers", "-w", type=click.IntRange(1), help="Number of processes.  [default: the number of cores]"
)


def text_options(command: F) -> F:
    """Add --language, --encoding, --split and --headings; `reading_from` takes them."""
    command = click.option(
        "--headings/--no-headings",
        default=None,
        help="Keep headings, or leave them out: headings of documents, '== x ==', and lines of such a shape.  "
        "[default: headings]",
    )(command)
    command = click.option(
        "--split",
        type=click.Choice(SPLITS),
        default="auto",
        show_default=True,
        help="How to split plain text: 'prose' has blank lines between paragraphs, 'paragraphs' has a paragraph per "
        "line, and both find the sentences; 'lines' has a sentence per line and blank lines between paragraphs; "
        "'auto' recognises which, once for all texts that belong together.",
    )(command)
    command = click.option(
        "--encoding",
        metavar="NAME",
        callback=_parse_encoding,
        help="Encoding of text files, such as windows-1252 or utf-16.  [default: utf-8]",
    )(command)
    return click.option(
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


def method_options(command: F) -> F:
    """Add --method and an option for each setting of any method."""
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
        help=_METHOD_HELP,
    )(command)


def settings_from(options: dict[str, Any]) -> dict[str, Any]:
    """Remove the settings from a command's options, and return those that were given, as the method takes them."""
    method = options["method"]
    idf = options.pop("idf")
    settings = {name: options.pop(name) for name in _defaults()}
    given = {name: value for name, value in settings.items() if value is not None}
    for name in (*given, *(["idf"] if idf is not None else [])):
        if ("similarity" if name == "idf" else name) not in settings_of(method):
            raise SettingError(_not_a_setting(method, name))
    chosen = given.pop("similarity", None)
    if idf not in (None, "pair"):
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
    from vicinal.corpus.engines import Processes, cores

    return Processes(max(1, min(workers or cores(), shards)))


def flag(setting: str) -> str:
    """Return the option of a setting: --sentence-alpha for sentence_alpha."""
    return "--" + setting.replace("_", "-")


def as_flags(settings: dict[str, Any]) -> str:
    """Return numeric settings as command-line options, with all digits."""
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
    text = documentation_of(first)[name]
    if name == "similarity":
        return click.option(flag(name), type=click.Choice(list(SIMILARITIES)), help=_SIMILARITY_HELP)
    if name == "meaning":
        return click.option(
            flag(name),
            type=click.Choice(list(SIMILARITIES)),
            help=f"{text} Named as for --similarity.  [default: none]",
        )
    if name == "pooled":
        return click.option(
            flag(name), metavar="FILE", help=f"{text} A FILE is the pool.json of 'vicinal run --pool'.  [default: none]"
        )
    if name == "model":
        return click.option("--model", metavar="FILE", help="Model of a supervised method, from 'vicinal fit'.")
    if name == "vicinities":
        return click.option(
            "--vicinities",
            callback=_parse_vicinities,
            metavar="OFFSETS",
            help=f"{text} Written as 'source,target', with semicolons between vicinities.  "
            "[default: '1,1 0,1 1,0; 2,1 1,2']",
        )
    if name == "stop_words":
        return click.option(
            flag(name),
            callback=_parse_words,
            metavar="FILE",
            help="File of words to ignore, one per line.  [default: massalign: function words of the language]",
        )
    shown = f"[default: {_shown(defaults)}]"
    if name.endswith("_alpha"):
        return click.option(flag(name), callback=_parse_alpha, metavar="FLOAT|auto", help=f"{text}  {shown}")
    if isinstance(default, bool):
        return click.option(f"{flag(name)}/--no-{flag(name)[2:]}", default=None, help=f"{text}  {shown}")
    return click.option(flag(name), type=type(default), help=f"{text}  {shown}")


def _shown(defaults: dict[str, Any]) -> str:
    """Return 'vicinity: 0.45; massalign: 0.3': the default of each method that has the setting."""
    methods: dict[Any, list[str]] = {}
    for method, value in defaults.items():
        methods.setdefault(value, []).append(method)
    return "; ".join(f"{', '.join(names)}: {_written(value)}" for value, names in methods.items())


def _written(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value:g}"


def _parse_language(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Return the code of a language."""
    return value and language_code(value)


def _parse_encoding(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Check the name of an encoding."""
    return value and check_encoding(value)


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
