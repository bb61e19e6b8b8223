"""Views of finished results: alignments and versions in the terminal and as pages."""
