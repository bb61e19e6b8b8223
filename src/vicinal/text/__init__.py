"""Text in: documents of paragraphs and sentences, how prose is split into them, and words."""
