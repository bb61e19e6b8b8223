"""Reports on runs and comparisons: pages, plots and tables.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""
