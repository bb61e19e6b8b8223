"""Build the compiled parts where a C compiler exists; without one, the package installs and runs in Python alone."""

import os
from pathlib import Path

from setuptools import Extension, setup

SOURCES = {
    **{name: f"src/vicinal/compiled/{name}.pyx" for name in ("_kernel", "_storage", "_fourgrams")},
    # One source for both: Python as it is, compiled with the types of compiled/NAME.pxd.
    **{f"_{name}": f"src/vicinal/methods/global_/{name}.py" for name in ("lattice", "forward_backward", "candidates")},
}

setup(
    ext_modules=[
        Extension(
            f"vicinal.compiled.{name}",
            [source],
            # Included files and types; named here, they are part of a source distribution.
            depends=sorted(map(str, Path("src/vicinal/compiled").glob("*.px[di]"))),
            # No fused multiply-add: sums must round as they do in Python, on every machine.
            extra_compile_args=["-O3", "-fno-tree-vectorize", "-ffp-contract=off"],
            optional=True,
        )
        for name, source in SOURCES.items()
    ],
    options={"build_ext": {"cython_c_in_temp": True, "parallel": os.cpu_count()}},
)
