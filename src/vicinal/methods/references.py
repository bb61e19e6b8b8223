"""What to cite for each method: the one place for it. Callers: the dataset card of an export, titles of methods."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple


class Reference(NamedTuple):
    """A publication.

    Attributes:
        short: Authors and year.
        bibtex: The entry for a bibliography.
    """

    short: str
    bibtex: str


REFERENCES = MappingProxyType(
    {
        "vicinity": Reference(
            "Paetzold & Specia (2016)",
            """\
@article{paetzold-specia-2016-vicinity,
  title = {Vicinity-Driven Paragraph and Sentence Alignment for Comparable Corpora},
  author = {Paetzold, Gustavo Henrique and Specia, Lucia},
  journal = {arXiv preprint arXiv:1612.04113},
  year = {2016}
}""",
        ),
        "massalign": Reference(
            "Paetzold, Alva-Manchego & Specia (2017)",
            """\
@inproceedings{paetzold-etal-2017-massalign,
  title = {{MASSA}lign: Alignment and Annotation of Comparable Documents},
  author = {Paetzold, Gustavo and Alva-Manchego, Fernando and Specia, Lucia},
  booktitle = {Proceedings of the IJCNLP 2017, System Demonstrations},
  year = {2017}
}""",
        ),
        "nearest": Reference(
            "Zhu, Bernhard & Gurevych (2010)",
            """\
@inproceedings{zhu-etal-2010-monolingual,
  title = {A Monolingual Tree-based Translation Model for Sentence Simplification},
  author = {Zhu, Zhemin and Bernhard, Delphine and Gurevych, Iryna},
  booktitle = {Proceedings of the 23rd International Conference on Computational Linguistics (Coling 2010)},
  year = {2010}
}""",
        ),
        "jaccard": Reference(
            "Xu, Callison-Burch & Napoles (2015)",
            """\
@article{xu-etal-2015-problems,
  title = {Problems in Current Text Simplification Research: New Data Can Help},
  author = {Xu, Wei and Callison-Burch, Chris and Napoles, Courtney},
  journal = {Transactions of the Association for Computational Linguistics},
  volume = {3},
  year = {2015}
}""",
        ),
        "coster_kauchak": Reference(
            "Coster & Kauchak (2011)",
            """\
@inproceedings{coster-kauchak-2011-simple,
  title = {Simple {E}nglish {W}ikipedia: A New Text Simplification Task},
  author = {Coster, William and Kauchak, David},
  booktitle = {Proceedings of the 49th Annual Meeting of the Association for Computational Linguistics: \
Human Language Technologies},
  year = {2011}
}""",
        ),
        "bott_saggion": Reference(
            "Bott & Saggion (2011)",
            """\
@inproceedings{bott-saggion-2011-unsupervised,
  title = {An Unsupervised Alignment Algorithm for Text Simplification Corpus Construction},
  author = {Bott, Stefan and Saggion, Horacio},
  booktitle = {Proceedings of the Workshop on Monolingual Text-To-Text Generation},
  year = {2011}
}""",
        ),
        "barzilay_elhadad": Reference(
            "Barzilay & Elhadad (2003)",
            """\
@inproceedings{barzilay-elhadad-2003-sentence,
  title = {Sentence Alignment for Monolingual Comparable Corpora},
  author = {Barzilay, Regina and Elhadad, Noemie},
  booktitle = {Proceedings of the 2003 Conference on Empirical Methods in Natural Language Processing},
  year = {2003}
}""",
        ),
        "smith": Reference(
            "Smith, Quirk & Toutanova (2010)",
            """\
@inproceedings{smith-etal-2010-extracting,
  title = {Extracting Parallel Sentences from Comparable Corpora using Document Level Alignment},
  author = {Smith, Jason R. and Quirk, Chris and Toutanova, Kristina},
  booktitle = {Human Language Technologies: The 2010 Annual Conference of the North American Chapter of the \
Association for Computational Linguistics},
  year = {2010}
}""",
        ),
    }
)


def reference_for(method: str) -> Reference | None:
    """Return what to cite for a method; None for `global`, which is Vicinal's own, and for a user's own aligner."""
    return REFERENCES.get(method)


def software(version: str) -> str:
    """Return the entry for Vicinal itself, in a version."""
    return f"""\
@software{{vicinal,
  title = {{Vicinal: paragraph and sentence alignment of two versions of a document}},
  version = {{{version}}}
}}"""
