"""Tables of sentence pairs from two versions of each text: an example of a package that is built on Vicinal.

`similarity` has a similarity of its own, `aligner` an aligner of its own. `pairs` aligns a folder, `quality` measures.
"""

from .aligner import InOrder
from .pairs import Pairs, read_folder
from .quality import compared, is_good_enough, mistakes
from .similarity import Beginnings

__all__ = ["Beginnings", "InOrder", "Pairs", "compared", "is_good_enough", "mistakes", "read_folder"]
