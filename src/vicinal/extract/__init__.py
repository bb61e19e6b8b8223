"""Files as people have them, to blocks of text: Word, OpenDocument, RTF, EPUB, PDF, web pages, Markdown.

`content.content_of` is the door. One module a kind of file, each with one function `blocks`; a module, and the library
it needs (the extra `documents`), is loaded when such a file comes.

Internal: public is what `vicinal.__all__` and `vicinal.corpus.__all__` name.
"""
