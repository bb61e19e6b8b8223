"""Mutation testing: change one thing in a module and see whether a test fails.

    python tests/mutants.py src/vicinal/search.py src/vicinal/text --sample 100 --seed 1
    python tests/mutants.py --list src/vicinal/files.py

Run by hand, or with `make mutants`; not part of `make test`. Each mutant is one change of the syntax tree: an operator,
a constant, a condition, a return value, a removed statement. It is written into a copy of the repository, never into
the working tree, and the tests that cover its module (`TESTS`) run on it in a process of their own. They run without
the compiled parts, which would hide the change; a mutant that survives that in a module of `WITH_KERNEL` is run once
more with them. A survivor is printed with its file,
line and function, and the statement before and after.

Some changes make no difference that a test could see. Those are listed in `equivalent_mutants.txt`, each with a reason,
and are left out.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.txt")

# The tests that cover a module, the quickest first: the longest path that fits counts.
TESTS = {
    "aligning.py": "many align",
    "alignment.py": "alignment align gold",
    "app/": "app edits guard",
    "app/corrections.py": "edits",
    "app/guard.py": "guard",
    "calibration.py": "calibration",
    "rewriting/": "operations",
    "compiled/": "compiled",
    "corpus/": "records level_order levels filter stats export runs",
    "corpus/link_filter.py": "filter export",
    "corpus/reconcile.py": "level_order levels",
    "corpus/records.py": "records runs",
    "corpus/stats.py": "stats",
    "errors.py": "errors align search",
    "evaluation/": "evaluate predicted agreement method_runs evaluating",
    "evaluation/scores.py": "evaluate",
    "extract/": "content documents extract_office extract_web extract_pdf office_damage",
    "extract/block.py": "block_text reading",
    "extract/content.py": "content documents",
    "extract/ebook.py": "extract_web documents",
    "extract/html_page.py": "extract_web documents",
    "extract/markdown.py": "extract_web documents",
    "extract/page_parts.py": "extract_web documents",
    "extract/pdf.py": "extract_pdf documents",
    "extract/pdf_layout.py": "extract_pdf documents",
    "extract/pdf_lines.py": "extract_pdf documents",
    "extract/pdf_margins.py": "extract_pdf documents",
    "extract/pdf_paragraphs.py": "extract_pdf documents",
    "extract/pdf_process.py": "extract_pdf documents",
    "extract/pdf_tables.py": "extract_pdf documents",
    "extract/visible_text.py": "extract_web documents",
    "files.py": "files document",
    "gold.py": "gold",
    "methods/": "methods",
    "methods/auto_alpha.py": "auto_alpha",
    "methods/global_/": "global lattice",
    "methods/vicinity.py": "compiled align many auto_alpha",
    "search.py": "search",
    "signature.py": "signature align",
    "similarity/": "similarity similarities embeddings",
    "similarity/embedding_cache.py": "embeddings",
    "similarity/embeddings.py": "embeddings",
    "similarity/encoders.py": "embeddings",
    "text/": "tokens words segment document",
    "text/language.py": "language",
    "text/language_names.py": "language",
    "text/language_words.py": "language",
    "text/line_layout.py": "reading settling document",
    "text/plain_headings.py": "reading block_text document",
    "text/reading.py": "reading settling language document",
    "text/recognition.py": "language",
    "text/starters.py": "segment document",
    "text/document.py": "document",
    "text/abbreviations.py": "segment document",
    "text/function_words.py": "words massalign",
    "text/full_stops.py": "segment document",
    "text/segment.py": "segment document",
    "text/tokens.py": "tokens words operations",
    "text_encoding.py": "files language",
}
# Modules with lines that only run with the compiled parts.
WITH_KERNEL = ("aligning.py", "alignment.py", "compiled/", "corpus/", "methods/vicinity.py")
# Loaded once, before the processes fork.
PRELOADED = ("pytest", "hypothesis.extra.numpy", "numpy", "click", "msgspec", "rich.console", "Stemmer")

MOST_MEMORY = 4 << 30  # bytes, of a process that may grow for ever

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One change of one statement of a module."""

    path: str
    line: int
    function: str
    before: str
    after: str
    source: str

    @property
    def key(self) -> str:
        """The change without its line number, so that it outlives edits elsewhere in the file."""
        return f"{self.path} {self.function}\n  - {self.before}\n  + {self.after}"

    def __str__(self) -> str:
        return self.key.replace(" ", f":{self.line} ", 1)


# Making mutants


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = path.resolve().relative_to(ROOT).as_posix()
    for place in _places(tree, tree.body[0], "module"):
        for changed in _changes(place.node):
            before = _head(place.statement)
            place.put(changed)
            after = _head(changed if place.statement is place.node else place.statement)
            yield Mutant(name, place.node.lineno, place.function, before, after, ast.unparse(tree))
            place.put(place.node)


@dataclass(frozen=True)
class Place:
    """A node that may be changed, where it stands, and how to put another in its place."""

    node: Any
    statement: ast.stmt
    function: str
    put: Callable[[ast.AST], None]


def _places(node: ast.AST, statement: ast.stmt, function: str) -> Iterator[Place]:
    """Yield the expressions and statements below a node."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function = node.name if function == "module" else f"{function}.{node.name}"
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "bases", "type_params") or _is_left_out(node, field):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(child, ast.AST) or _is_docstring(child):
                continue

            def put(new: ast.AST, field: str = field, index: int | None = index) -> None:
                if index is None:
                    setattr(node, field, new)
                else:
                    getattr(node, field)[index] = new

            inside = child if isinstance(child, ast.stmt) else statement
            if isinstance(child, ast.expr | ast.stmt):
                yield Place(child, inside, function, put)
            yield from _places(child, inside, function)


def _head(statement: Any) -> str:
    """Return a statement on one line, without what is nested in it."""
    if hasattr(statement, "body"):
        statement = _with(statement, body=[ast.Expr(ast.Constant(...))])
    if hasattr(statement, "orelse"):
        statement = _with(statement, orelse=[])
    return " ".join(ast.unparse(statement).split())


def _is_left_out(node: ast.AST, field: str) -> bool:
    """Tell whether a part of a node says nothing about behaviour: caches, type checking, checks of invariants."""
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    if isinstance(node, ast.FunctionDef) and field == "decorator_list":
        return True
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand in the place of a node."""
    change = getattr(sys.modules[__name__], f"_changed_{type(node).__name__.lower()}", None)
    if change is not None:
        yield from change(node)
    if (
        isinstance(node, ast.If | ast.While | ast.IfExp)
        and not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant)
        and ast.unparse(node.test) != "TYPE_CHECKING"
    ):
        yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))


def _with(node: Any, **fields: Any) -> Any:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _changed_compare(node: ast.Compare) -> Iterator[ast.AST]:
    for i, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            yield _with(node, ops=[*node.ops[:i], other(), *node.ops[i + 1 :]])


def _changed_boolop(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    for i in range(len(node.values)):
        rest = node.values[:i] + node.values[i + 1 :]
        yield rest[0] if len(rest) == 1 else _with(node, values=rest)


def _changed_binop(node: ast.BinOp) -> Iterator[ast.AST]:
    if type(node.op) in ARITHMETIC and not isinstance(node.left, ast.JoinedStr):
        yield _with(node, op=ARITHMETIC[type(node.op)]())


def _changed_augassign(node: ast.AugAssign) -> Iterator[ast.AST]:
    yield _with(node, op=ARITHMETIC[type(node.op)]())
    yield ast.Pass()


def _changed_unaryop(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not | ast.USub):
        yield node.operand


def _changed_constant(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node.value, float):
        yield ast.Constant(node.value * 10 if node.value else 1.0)


def _changed_call(node: ast.Call) -> Iterator[ast.AST]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in SWAPPED:
        yield _with(node, func=ast.Name(SWAPPED[name]))
    if name in ("min", "max") and len(node.args) > 1 and node.keywords:  # with a key, the first of equals is taken
        yield _with(node, args=node.args[::-1])
    if name in ("sorted", "reversed"):
        yield ast.Call(ast.Name("list"), node.args[:1], [])
    for i, keyword in enumerate(node.keywords):
        if keyword.arg in ("key", "default", "reverse"):
            yield _with(node, keywords=node.keywords[:i] + node.keywords[i + 1 :])


def _changed_return(node: ast.Return) -> Iterator[ast.AST]:
    if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield ast.Return(ast.Constant(None))


def _changed_expr(node: ast.Expr) -> Iterator[ast.AST]:
    yield ast.Pass()


def _changed_raise(node: ast.Raise) -> Iterator[ast.AST]:
    yield ast.Pass()


def _changed_continue(node: ast.Continue) -> Iterator[ast.AST]:
    yield ast.Break()


def _changed_break(node: ast.Break) -> Iterator[ast.AST]:
    yield ast.Continue()


def _changed_comprehension(node: Any) -> Iterator[ast.AST]:
    """Drop each condition of a comprehension."""
    for i, part in enumerate(node.generators):
        for j in range(len(part.ifs)):
            fewer = _with(part, ifs=part.ifs[:j] + part.ifs[j + 1 :])
            yield _with(node, generators=[*node.generators[:i], fewer, *node.generators[i + 1 :]])


_changed_listcomp = _changed_setcomp = _changed_dictcomp = _changed_generatorexp = _changed_comprehension


# Running tests on them


def tests_for(path: str) -> list[str]:
    """Return the test files that cover a module."""
    inside = path.removeprefix("src/vicinal/")
    fitting = [place for place in TESTS if inside == place or (place.endswith("/") and inside.startswith(place))]
    if not fitting:
        raise SystemExit(f"{path}: no tests are named for it; add it to TESTS, or give --tests")
    return TESTS[max(fitting, key=len)].split()


def copied_tree(folder: Path) -> Path:
    """Copy what the tests need of the repository."""
    ignored = shutil.ignore_patterns("__pycache__", ".*", "demo-output", "build", "*.c")
    shutil.copytree(ROOT, folder, ignore=ignored)
    return folder


class Quickest:
    """A plugin of pytest that runs the quickest tests first, by the durations it noted when nothing was changed."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: dict[str, float] = json.loads(file.read_text()) if file.exists() else {}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Sort the tests."""
        items.sort(key=lambda item: self._seconds.get(item.nodeid, 0.0))

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note how long a test takes."""
        self._seconds[report.nodeid] = report.duration + self._seconds.get(report.nodeid, 0.0)

    def pytest_sessionfinish(self) -> None:
        """Keep the durations of the first run."""
        if not self._file.exists():
            self._file.write_text(json.dumps(self._seconds))


def start(tree: Path, tests: list[str], seconds: int, *, compiled: bool) -> int:
    """Run tests in a forked process; return its id. It ends with pytest's status, its output is in `pytest.log`.

    Args:
        tree: A copy of the repository.
        tests: The names of test files.
        seconds: How much time of a core the process may take.
        compiled: Whether to run with the compiled parts.
    """
    pid = os.fork()
    if pid:
        return pid
    status = 99
    try:
        os.setsid()  # so that whatever the tests start can be ended with it
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        os.chdir(tree)
        os.environ["PYTHONPATH"] = str(tree / "src")
        os.environ["VICINAL_PURE_PYTHON"] = "0" if compiled else "1"
        os.environ["HYPOTHESIS_PROFILE"] = "mutants"
        os.environ["PYTHONDONTWRITEBYTECODE"] = ""
        sys.dont_write_bytecode = False  # so that every module but the changed one is compiled once
        sys.path[:0] = [str(tree), str(tree / "src")]
        with Path("pytest.log").open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # of hypothesis, which is loaded already
        quickest = Quickest(tree.parents[1] / f"seconds-{'-'.join(tests)}.json")
        files = [f"tests/test_{name}.py" for name in tests]
        status = int(import_module("pytest").main([*options, *files], plugins=[quickest]))
    except BaseException:  # noqa: BLE001  (nothing may leave the forked process)
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def end(pid: int) -> None:
    """End what is left of a process that `start` started, and of everything that it started itself."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)


def write(tree: Path, path: str, source: str) -> None:
    """Write a module of a copied tree; a cached compilation with the same time and size must not be taken for it."""
    file = tree / path
    file.write_text(source, encoding="utf-8")
    for cached in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
        cached.unlink()


def check_baseline(tree: Path, mutants: list[Mutant], tests: Callable[[str], list[str]]) -> dict[str, int]:
    """Run the tests of each module without a change; return how much time of a core they may take with one."""
    allowed: dict[str, int] = {}
    for path in dict.fromkeys(mutant.path for mutant in mutants):
        same = [other for other in allowed if tests(other) == tests(path)]
        if same:
            allowed[path] = allowed[same[0]]
            continue
        pid = start(tree, tests(path), 3600, compiled=False)
        _, status, used = os.wait4(pid, 0)
        end(pid)
        if status:
            log = (tree / "pytest.log").read_text(encoding="utf-8")
            raise SystemExit(f"the tests {tests(path)} fail without a change:\n{log}")
        allowed[path] = 10 + 3 * int(used.ru_utime)
    return allowed


@dataclass
class Run:
    """A mutant whose tests are running."""

    mutant: Mutant
    tree: Path
    compiled: bool
    deadline: float


def survivors_among(
    mutants: list[Mutant], trees: list[Path], tests: Callable[[str], list[str]], seconds: dict[str, int]
) -> Iterator[tuple[Mutant, bool]]:
    """Run the tests on each mutant; yield it with whether it survived, in the order in which they end."""
    originals = {path: (ROOT / path).read_text(encoding="utf-8") for path in seconds}
    waiting = mutants[::-1]
    free = list(trees)
    running: dict[int, Run] = {}

    def begin(mutant: Mutant, tree: Path, *, compiled: bool) -> None:
        write(tree, mutant.path, mutant.source)
        pid = start(tree, tests(mutant.path), seconds[mutant.path], compiled=compiled)
        # One that sleeps for ever takes no time of a core.
        running[pid] = Run(mutant, tree, compiled, time.monotonic() + 10 * seconds[mutant.path])

    try:
        while waiting or running:
            while waiting and free:
                begin(waiting.pop(), free.pop(), compiled=False)
            time.sleep(0.05)
            for pid, run in list(running.items()):
                late = time.monotonic() > run.deadline
                ended, status = os.waitpid(pid, os.WNOHANG)
                if not ended and not late:
                    continue
                end(pid)
                del running[pid]
                passed = bool(ended) and status == 0
                if passed and not run.compiled and run.mutant.path.removeprefix("src/vicinal/").startswith(WITH_KERNEL):
                    begin(run.mutant, run.tree, compiled=True)
                    continue
                write(run.tree, run.mutant.path, originals[run.mutant.path])
                free.append(run.tree)
                yield run.mutant, passed
    finally:
        for pid in running:
            end(pid)


def keys_in(file: Path) -> set[str]:
    """Return the mutants that a file lists as they are printed, with or without line numbers."""
    pattern = re.compile(r"^(src/\S+?)(?::\d+)?( .*\n  - .*\n  \+ .*)$", re.MULTILINE)
    return {match[1] + match[2] for match in pattern.finditer(file.read_text(encoding="utf-8"))}


def main() -> int:
    """Read the arguments, run the mutants, print the survivors and the share that was killed."""
    parser = argparse.ArgumentParser(description="Change one thing at a time and see whether a test fails.")
    parser.add_argument("paths", nargs="+", type=Path, help="modules, or folders of them")
    parser.add_argument("--sample", type=int, help="how many mutants to run, chosen by --seed; all by default")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--tests", help="names of test files instead of those of TESTS, such as 'search align'")
    parser.add_argument("--only", help="run only the mutants whose description contains this text")
    parser.add_argument(
        "--again", type=Path, help="run only the mutants listed in this file, such as an earlier output"
    )
    parser.add_argument("--list", action="store_true", help="print the mutants without running them")
    arguments = parser.parse_args()

    files = [file for path in arguments.paths for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    equivalent = keys_in(EQUIVALENT)
    made = [mutant for file in files for mutant in mutants_of(file)]
    mutants = [mutant for mutant in made if mutant.key not in equivalent]
    left_out = len(made) - len(mutants)
    if arguments.only:
        mutants = [mutant for mutant in mutants if arguments.only in str(mutant)]
    if arguments.again:
        again = keys_in(arguments.again)
        mutants = [mutant for mutant in mutants if mutant.key in again]
    if arguments.sample is not None and arguments.sample < len(mutants):
        mutants = random.Random(arguments.seed).sample(mutants, arguments.sample)
    print(f"{len(made)} mutants, {left_out} of them reviewed as equivalent; running {len(mutants)}", flush=True)
    if arguments.list:
        print(*mutants, sep="\n")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing is left behind
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for name in PRELOADED:
        import_module(name)
    sys.path[:] = [place for place in sys.path if Path(place).resolve() != Path(__file__).parent]

    def tests(path: str) -> list[str]:
        return arguments.tests.split() if arguments.tests else tests_for(path)

    survived: dict[str, list[Mutant]] = {mutant.path: [] for mutant in mutants}
    with tempfile.TemporaryDirectory(prefix="vicinal-mutants-") as folder:
        trees = [copied_tree(Path(folder, str(number), "repository")) for number in range(arguments.workers)]
        seconds = check_baseline(trees[0], mutants, tests)
        for number, (mutant, alive) in enumerate(survivors_among(mutants, trees, tests, seconds), start=1):
            if number % 25 == 0:
                print(f"{number} of {len(mutants)}", file=sys.stderr, flush=True)
            if alive:
                print(mutant, flush=True)
                survived[mutant.path].append(mutant)
    for path, alive_there in survived.items():
        count = sum(mutant.path == path for mutant in mutants)
        print(f"{path}: {count - len(alive_there)} of {count} killed ({1 - len(alive_there) / count:.1%})")
    alive_count = sum(map(len, survived.values()))
    print(f"all: {len(mutants) - alive_count} of {len(mutants)} killed ({1 - alive_count / max(len(mutants), 1):.1%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
