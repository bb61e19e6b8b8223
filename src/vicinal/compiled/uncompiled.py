"""Stands in for the module `cython` where a source that is also compiled runs as plain Python."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
