"""How similar sentences are: vectors, and the ways to make them.

`vectors` is the contract that every search relies on. `sparse` and `dense` store the numbers. One way to make vectors
a module: `tfidf`, `characters`, `stems`, `embeddings` (with `encoders` and `embedding_cache`), and `blend`, which
combines them.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""
