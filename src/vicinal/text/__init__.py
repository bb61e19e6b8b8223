"""Text in: documents of paragraphs and sentences, how prose is split into them, and words.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""
