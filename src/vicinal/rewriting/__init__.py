"""What changed in a linked pair: words kept, deleted, added, replaced and moved; sentences split and merged.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""
