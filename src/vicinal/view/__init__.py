"""Views of finished results: alignments and versions in the terminal and as pages.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""
