"""Build the compiled parts where a C compiler exists; without one, the package installs and runs in Python alone."""

from pathlib import Path

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            f"vicinal.compiled.{name}",
            [f"src/vicinal/compiled/{name}.pyx"],
            # The files that _kernel.pyx includes; named here, they are part of a source distribution.
            depends=sorted(map(str, Path("src/vicinal/compiled").glob("*.pxi"))),
            # No fused multiply-add: sums must round as they do in Python, on every machine.
            extra_compile_args=["-O3", "-fno-tree-vectorize", "-ffp-contract=off"],
            optional=True,
        )
        for name in ("_kernel", "_lattice")
    ]
)
