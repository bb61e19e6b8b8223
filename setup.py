"""Build what pyproject.toml cannot say: compiled parts, the sample corpus, the README as a package index shows it.

Compiled parts are built where a C compiler exists; without one, the package installs and runs in Python alone. With
VICINAL_PURE_PYTHON=1 in the environment none are built, and the wheel is one for every platform.
"""

import os
import re
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCES = {
    **{path.stem: path.as_posix() for path in sorted(Path("src/vicinal/compiled").glob("*.pyx"))},
    # One source for both: Python as it is, compiled with the types of compiled/NAME.pxd.
    **{
        f"_{name}": f"src/vicinal/methods/global_/{name}.py"
        for name in ("hubs", "lattice", "whole_passes", "forward_backward", "candidates")
    },
}
# No fused multiply-add: sums must round as they do in Python, on every machine.
FLAGS = ["-O3", "-fno-tree-vectorize", "-ffp-contract=off"]
FLAGS_OF_MSVC = ["/O2", "/fp:precise"]
SAMPLE = {"articles": "*.txt", "gold": "*.jsonl"}


class BuildExtensions(build_ext):
    """Choose the flags that the compiler knows, use all cores, and keep generated C out of the source tree."""

    def finalize_options(self) -> None:
        """Set what every build wants."""
        super().finalize_options()
        self.parallel = os.cpu_count()
        self.cython_c_in_temp = True

    def build_extension(self, ext: Extension) -> None:
        """Build one extension."""
        ext.extra_compile_args = FLAGS_OF_MSVC if self.compiler.compiler_type == "msvc" else FLAGS
        super().build_extension(ext)


class BuildModules(build_py):
    """Put the sample corpus into the package, for `vicinal demo`; an editable install finds it in data/."""

    def run(self) -> None:
        """Build the modules and copy the corpus."""
        super().run()
        if self.editable_mode:
            return
        for part, pattern in SAMPLE.items():
            folder = Path(self.build_lib, "vicinal", "sample", part)
            folder.mkdir(parents=True, exist_ok=True)
            for file in Path("data", part).glob(pattern):
                shutil.copy(file, folder)


def description() -> str:
    """Return the README without its pictures, and with links that do not depend on where it stands."""
    project = Path("pyproject.toml").read_text(encoding="utf-8")
    version = Path("src/vicinal/version.py").read_text(encoding="utf-8").split('"')[-2]
    source = re.search(r'^Repository = "(.+)"$', project, re.MULTILINE)[1]
    text = re.sub(r"^!\[[^]]*\]\(.*\)\n\n", "", Path("README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return re.sub(r"(?<=\]\()(?!https?:|#)", f"{source}/blob/v{version}/", text)


def extensions() -> list[Extension]:
    """Return what is compiled."""
    if os.environ.get("VICINAL_PURE_PYTHON", "0") not in ("", "0"):
        return []
    # Included files and types; named here, they are part of a source distribution.
    depends = sorted(map(str, Path("src/vicinal/compiled").glob("*.px[di]")))
    return [
        Extension(f"vicinal.compiled.{name}", [source], depends=depends, optional=True)
        for name, source in SOURCES.items()
    ]


setup(
    cmdclass={"build_ext": BuildExtensions, "build_py": BuildModules},
    ext_modules=extensions(),
    long_description=description(),
    long_description_content_type="text/markdown",
)
