"""The app in the browser: step through pairs, see why they are aligned, correct them, export what came out.

`server.application` is a web application over a `library.Library` (what there is to look at) and an `edits.Edits` (what
people made of it, in one SQLite file). It needs starlette and uvicorn (extra `web`), which nothing else imports.
"""
