"""Documents in more than two versions: links between all levels that never contradict each other.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""
