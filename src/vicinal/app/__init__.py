"""The app in the browser: step through pairs, see why they are aligned, correct them, and export the result.

`server.application` is a web application over a `library.Library` (the pairs) and an `edits.Edits` (the corrections, in
one SQLite file). It needs starlette and uvicorn, which nothing else imports.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""
