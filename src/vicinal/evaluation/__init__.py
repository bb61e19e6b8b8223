"""Scores against gold, comparisons of methods, tuning, and the agreement of annotators.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""
