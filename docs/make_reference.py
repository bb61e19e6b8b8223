"""Write docs/reference.md, which lists the public names, and docs/reference/, whose pages show their docstrings.

`GROUPS` says on which page a name is described, and which of its methods and properties are public; attributes stand in
the docstring of their class.
"""

from __future__ import annotations

from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent


class Group(NamedTuple):
    """One page of the reference.

    Attributes:
        page: The file, without its folder.
        title: The heading.
        words: What is said before the names.
        names: The names, in the order of the page, each with the methods and properties that are public.
    """

    page: str
    title: str
    words: str
    names: dict[str, str]


GROUPS = (
    Group(
        "aligning.md",
        "Aligning",
        "Two versions of a document, many pairs, or several versions at once. [The library](../api.md) shows them in "
        "use.",
        {
            "vicinal.align": "",
            "vicinal.align_many": "",
            "vicinal.Failure": "",
            "vicinal.align_versions": "",
            "vicinal.Versions": "rows alignment texts",
            "vicinal.Aligner": "__call__",
        },
    ),
    Group(
        "documents.md",
        "Documents",
        "A text as paragraphs of sentences. `align` makes documents of files, strings and lists; make one yourself for "
        "more choices.",
        {"vicinal.Document": "from_text from_file sentences heading_sentences spans"},
    ),
    Group(
        "alignments.md",
        "Alignments",
        "What `align` returns, its links, its files, and what changed in a link.",
        {
            "vicinal.Alignment": "from_links rows texts id unaligned_source unaligned_target probabilities",
            "vicinal.Link": "kind",
            "vicinal.Step": "",
            "vicinal.save": "",
            "vicinal.load": "",
            "vicinal.save_many": "",
            "vicinal.load_many": "",
            "vicinal.changes": "",
            "vicinal.Changes": "is_split is_merge operations",
            "vicinal.Operations": "source_words target_words",
        },
    ),
    Group(
        "methods.md",
        "Methods",
        "A method is a frozen dataclass: its attributes are its settings, and calling it with two documents returns an "
        "alignment. [The method](../method.md) tells how the methods work, [the study](../study.md) how good they are.",
        {
            "vicinal.Global": "",
            "vicinal.Vicinity": "",
            "vicinal.Massalign": "",
            "vicinal.CosterKauchak": "",
            "vicinal.BottSaggion": "",
            "vicinal.Smith": "",
            "vicinal.BarzilayElhadad": "",
            "vicinal.Nearest": "",
            "vicinal.Jaccard": "",
            "vicinal.search": "paragraph_path sentence_path",
        },
    ),
    Group(
        "similarities.md",
        "Similarities",
        "A similarity turns two documents into vectors. [What each is good for](../method.md#other-similarities).",
        {
            "vicinal.TfIdf": "",
            "vicinal.Idf": "fit weight save load",
            "vicinal.Characters": "",
            "vicinal.Stems": "",
            "vicinal.Blend": "",
            "vicinal.Embeddings": "",
            "vicinal.Similarity": "__call__",
            "vicinal.Vectors": "shape pair block group select",
        },
    ),
    Group(
        "evaluation.md",
        "Gold and scores",
        "Documents with the links that people made, and how well an alignment finds them. See also [the gold "
        "format](../gold.md).",
        {
            "vicinal.evaluate": "",
            "vicinal.Evaluation": "scores links pairs paragraphs measures interval rows",
            "vicinal.compare": "",
            "vicinal.Comparison": "best chance rows measures",
            "vicinal.Gold": "from_links from_alignment from_json to_json",
            "vicinal.read_gold": "",
            "vicinal.Scores": "links pairs paragraphs",
            "vicinal.Counts": "precision recall f1 f05",
        },
    ),
    Group(
        "corpus.md",
        "Corpora and runs",
        "Everything on this page is imported from `vicinal.corpus`. [Runs](../runs.md), [readers](../readers.md) and "
        "[exports](../exports.md) have pages of their own.",
        {
            "vicinal.corpus.corpus_at": "",
            "vicinal.corpus.run": "",
            "vicinal.corpus.open_run": "",
            "vicinal.corpus.Run": "signature aligned",
            "vicinal.corpus.Aligned": "",
            "vicinal.corpus.survey": "",
            "vicinal.corpus.export": "",
            "vicinal.corpus.Exported": "",
            "vicinal.corpus.LinkFilter": "",
            "vicinal.corpus.Splits": "of names",
            "vicinal.corpus.Processes": "",
            "vicinal.corpus.RayCluster": "",
            "vicinal.corpus.Engine": "__call__",
            "vicinal.corpus.Corpus": "fingerprint shards read",
            "vicinal.corpus.Files": "",
            "vicinal.corpus.Pair": "id",
            "vicinal.corpus.Rejected": "",
            "vicinal.corpus.LeftOut": "",
            "vicinal.corpus.Shard": "",
            "vicinal.corpus.Limits": "",
            "vicinal.corpus.Fingerprint": "",
        },
    ),
    Group(
        "errors.md",
        "Errors and warnings",
        "Each message is one line: what was found, where, what was expected, and what to do. `InputError` and "
        "`SettingError` are `ValueError`s, too. Warnings are shown once, and what they tell of is done all the same.",
        {
            "vicinal.VicinalError": "",
            "vicinal.InputError": "",
            "vicinal.FormatError": "",
            "vicinal.SettingError": "",
            "vicinal.LanguageWarning": "",
            "vicinal.GoldWarning": "",
            "vicinal.LeftOutWarning": "",
            "vicinal.SkippedWarning": "",
        },
    ),
)

# Types in the signatures of public names that are no public names themselves.
TYPES = {
    "Advance": "a function that is called with progress: what is being done, how much is done, and the total",
    "BarzilayElhadadModel": "what `BarzilayElhadad.fit` learnt",
    "BlockSimilarities": "an object with `shape`, `pair` and `block`, such as `Vectors`",
    "Cell": "a sentence of the source and one of the target, `tuple[int, int]`",
    "Change": "`(operation, source, target)`: one of keep, delete, add, replace and move, and the words on each side",
    "Encoder": "an object with `encode(sentences)`, which returns a vector for each",
    "FileReader": "a function that takes the path of a file and yields `Pair`, `Rejected` or `LeftOut`",
    "GivenGold": "gold: a file, a `Gold`, or several of either",
    "GivenLink": "a `Link`, `(source, target)` or `(source, target, score)`, where a side is a sentence or several",
    "GivenPrediction": "a method by its name, an aligner, a file of alignments or links, or alignments",
    "Interval": "the lower and the upper end, `tuple[float, float]`",
    "Irregularities": "counts of what is unusual in gold, which the readers of gold use",
    "LevelLink": "a link between two levels: `source` and `target` are the numbers of the levels, `link` is the `Link`",
    "LinkKey": "the sentences of both sides of a link, `tuple[tuple[int, ...], tuple[int, ...]]`",
    "Manifest": "the content of `manifest.json` of [a run](runs.md), a dictionary",
    "Missing": '`"error"` or `"empty"`',
    "NotedLink": "a link with `unsure` and `comment`, as an annotator noted them",
    "Offsets": "steps in both texts, `tuple[Cell, ...]`",
    "OnError": '`"raise"`, `"skip"`, or a function that is called with a `Failure`',
    "Place": "a path or a URL: a string or a `pathlib.Path`",
    "Pooled": "the priors in the file `pool.json` of [a run](runs.md) with `pool=True`",
    "Progress": "a function that is called with the number of documents done, and of all",
    "Row": "the sentences of each level, `tuple[tuple[int, ...], ...]`",
    "SmithModel": "what `Smith.fit` learnt",
    "SplitCount": "`pairs` and `links`: how many were written",
    "Statistics": "`total`, and `groups` by name: the counts that `vicinal stats` shows",
    "T": "any type: what the function returns",
    "Vector": "a function that returns the vector of a word, or None",
    "Version": "a text: a string, a `pathlib.Path`, a `Document`, a list of sentences, or a list of lists of sentences",
}


def pages() -> dict[str, str]:
    """Return the pages of the reference by their file in docs/."""
    found = {f"reference/{group.page}": _page(group) for group in GROUPS}
    found["reference.md"] = "\n".join(
        [
            "# Public names\n\nMade by `docs/make_reference.py`. [What counts as public](api.md#what-is-public).\n",
            *map(_listed, GROUPS),
            "## Types in signatures\n\nThese are not imported; a type checker knows them.\n",
            "| type | what it is |\n| --- | --- |",
            *(f"| `{name}` | {words} |" for name, words in TYPES.items()),
            "",
        ]
    )
    return found


def _page(group: Group) -> str:
    """Return the page of a group: mkdocstrings puts a docstring in place of each `:::`."""
    parts = [f"# {group.title}\n\n{group.words}\n"]
    for name, members in group.names.items():
        parts.append(f"::: {name}\n    options:\n      members: [{', '.join(members.split())}]\n")
    return "\n".join(parts)


def _listed(group: Group) -> str:
    """Return the names of a group with the first line of their docstrings."""
    rows = [
        f"| [`{name.rsplit('.', 1)[1]}`](reference/{group.page}#{name}) | {_summary(_object(name))} |"
        for name in group.names
    ]
    head = f"## {group.title}\n\n| name | what it is |\n| --- | --- |\n"
    return head + "\n".join(rows) + "\n"


def _object(name: str) -> Any:
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last)


def _summary(described: Any) -> str:
    return cleandoc(described.__doc__ or "").split("\n\n", 1)[0].replace("\n", " ").replace("|", r"\|")


if __name__ == "__main__":
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")
