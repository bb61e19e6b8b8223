"""How much other similarities change the vicinity method.

    python benchmarks/similarities.py [--only NAME ...] [GOLD.jsonl ...]

Each similarity on each set, F1 of links and of pairs: with the default thresholds, which were chosen for words (tfidf),
and with thresholds chosen for this similarity on the other documents of the set (five folds; no text is in two). The
sample corpus is always a set. Encoders that are not installed are left out; encoding takes long the first time.
"""

from __future__ import annotations

import argparse
import warnings
from pathlib import Path

from vicinal.errors import LanguageWarning
from vicinal.evaluation.scores import Scores, score
from vicinal.evaluation.tune import tune
from vicinal.gold import Gold, read_gold_lines
from vicinal.methods.vicinity import Vicinity
from vicinal.similarity.blend import Blend
from vicinal.similarity.characters import Characters
from vicinal.similarity.embeddings import Embeddings, installed
from vicinal.similarity.stems import Stems
from vicinal.similarity.tfidf import TfIdf
from vicinal.similarity.vectors import Similarity, Vectors
from vicinal.text.document import Document

SAMPLE = sorted((Path(__file__).resolve().parent.parent / "data" / "gold").glob("*.jsonl"))
PARAGRAPH_ALPHAS = (0.2, 0.3, 0.45, 0.6)
SENTENCE_ALPHAS = (0.1, 0.15, 0.2, 0.3, 0.4)
# To e5 all sentences are alike: its thresholds are high, and close to each other.
HIGH_ALPHAS = (0.8, 0.83, 0.86, 0.89, 0.92)


def similarities() -> dict[str, Similarity]:
    """Return what is compared: all that `--similarity` offers, and words blended with an encoder."""
    found: dict[str, Similarity] = {"tfidf": TfIdf(), "char": Characters(), "stem": Stems(), "blend": Blend()}
    found |= {name: Embeddings(name) for name in installed()}
    if "use" in found:
        found["tfidf + use"] = Blend(((TfIdf(), 1.0), (found["use"], 1.0)))
    return found


def remembered(similarity: Similarity) -> Similarity:
    """Return a similarity that makes the vectors of each two documents once; the compiled words need no help."""
    if isinstance(similarity, TfIdf):
        return similarity
    made: dict[tuple[int, int], Vectors] = {}

    def vectors(source: Document, target: Document) -> Vectors:
        key = (id(source), id(target))
        if key not in made:
            made[key] = similarity(source, target)
        return made[key]

    return vectors


def measure(name: str, similarity: Similarity, documents: list[Gold]) -> tuple[Scores, Scores, str]:
    """Return the scores with the default thresholds, those with chosen ones, and the thresholds chosen for all."""
    similarity = remembered(similarity)
    usual = Vicinity(similarity=similarity)
    default = sum((score(gold, usual(gold.source, gold.target)) for gold in documents), Scores())
    alphas = (HIGH_ALPHAS, HIGH_ALPHAS) if name == "e5" else (PARAGRAPH_ALPHAS, SENTENCE_ALPHAS)
    grid = dict(zip(("paragraph_alpha", "sentence_alpha"), alphas, strict=True))
    tuning = tune(documents, "vicinity", grid=grid, settings={"similarity": similarity})
    best = tuning.best.settings
    return default, tuning.held_out, f"{best['paragraph_alpha']:.2f} {best['sentence_alpha']:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=similarities(), help="this similarity (repeat)")
    parser.add_argument("gold", nargs="*", type=Path)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", LanguageWarning)  # use knows 15 languages
    sets = {"sample corpus": [gold for path in SAMPLE for gold in read_gold_lines(path)]}
    sets |= {path.stem: list(read_gold_lines(path)) for path in arguments.gold}
    print("| set | similarity | default thresholds | chosen ones | best on the whole set |")
    print("| --- | --- | --- | --- | --- |")
    for place, documents in sets.items():
        for name, similarity in similarities().items():
            if arguments.only is None or name in arguments.only:
                default, chosen, best = measure(name, similarity, documents)
                print(f"| {place} | `{name}` | {figures(default)} | {figures(chosen)} | {best} |", flush=True)


def figures(scores: Scores) -> str:
    return f"{scores.links.f1:.3f} / {scores.pairs.f1:.3f}".replace("0.", ".")


if __name__ == "__main__":
    main()
