"""The layer table of ARCHITECTURE.md, kept true: what may import what, and where a genre may be named."""

import ast
import builtins
import re
from pathlib import Path

import pytest

from registry import all_genres

SOURCE = Path(__file__).parent.parent / "src" / "masume"
MODULES = sorted(SOURCE.rglob("*.py"))

# layer -> the layers of masume it may import besides itself, and the packages from outside
LAYERS: dict[str, tuple[set[str], set[str]]] = {
    "core": (set(), set()),
    "modelling": ({"core"}, set()),
    "genres": ({"core", "modelling"}, set()),
    "formats": ({"core", "genres"}, set()),
    "drawing": ({"core", "genres"}, set()),
    "checking": ({"core", "genres"}, set()),
    "examples": ({"core", "formats"}, set()),
    "formulations": ({"core", "modelling", "genres", "formats"}, set()),
    "engines": ({"core", "modelling"}, {"clingo", "ortools", "pychoco", "pysat"}),
    "solving": ({"core", "modelling", "genres", "checking", "engines", "formulations", "formats"}, set()),
    "explaining": ({"core", "modelling", "genres", "checking", "formats", "drawing", "engines", "solving"}, set()),
    "bench": (
        {"core", "", "engines", "examples", "explaining", "formats", "formulations", "solving"},
        {"matplotlib", "numpy", "puzzlekit"},
    ),
    "cli": (
        {"core", "", "bench", "checking", "drawing", "examples", "explaining", "engines", "formats", "formulations"},
        {"click"},
    ),
    "__main__": ({"cli"}, set()),
    "": (
        {
            "core",
            "genres",
            "checking",
            "examples",
            "drawing",
            "formats",
            "formulations",
            "solving",
            "engines",
            "explaining",
        },
        set(),
    ),
}
STANDARD = {
    "abc", "array", "ast", "atexit", "bisect", "collections", "contextlib", "csv", "ctypes", "dataclasses",
    "datetime", "difflib", "enum", "errno", "fcntl", "functools", "gc", "hashlib", "html", "importlib", "io",
    "itertools", "json", "math", "operator", "os", "pathlib", "pickle", "pkgutil", "platform", "queue", "random", "re",
    "resource", "select", "shutil", "statistics", "string", "subprocess", "sys", "tempfile", "textwrap", "threading",
    "time", "traceback", "types", "typing", "urllib", "warnings",
}  # fmt: skip


def layer_of(module: str) -> str:
    """The layer of a module's dotted name, "" for masume itself."""
    return [*module.split("."), ""][1]


def module_name(path: Path) -> str:
    parts = ("masume", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> set[str]:
    """Every module a file imports, wherever in the file it does so."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            packages = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if _exists(name) else str(node.module) for name in packages}
    return found


def _exists(module: str) -> bool:
    path = SOURCE.parent.joinpath(*module.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_a_module_imports_only_from_the_layers_above_it(path: Path) -> None:
    layer = layer_of(module_name(path))
    inside, outside = LAYERS[layer]
    for name in imports(path):
        if name.split(".")[0] == "masume":
            assert layer_of(name) in {layer, *inside}, f"{layer or 'masume'} imports {name}"
        else:
            assert name.split(".")[0] in STANDARD | outside, f"{layer or 'masume'} imports {name}"


def test_no_genre_imports_another() -> None:
    for path in (SOURCE / "genres").glob("*/*.py"):
        homes = {name for name in imports(path) if name.startswith("masume.genres.")}
        assert all(name.split(".")[2] == path.parent.name for name in homes), path


OUTSIDE = [
    path
    for path in [*MODULES, *sorted(Path(__file__).parent.rglob("*.py"))]
    if not (path.is_relative_to(SOURCE / "genres") and path.parent != SOURCE / "genres")
]
LISTED = [
    genre for genre in all_genres() if genre.package.startswith("masume.genres.") and "_template" not in genre.package
]
NAMES = sorted({name.casefold() for genre in LISTED for name in genre.names} - set(dir(builtins)))


@pytest.mark.parametrize("path", [p for p in OUTSIDE if p != Path(__file__)], ids=lambda path: path.name)
def test_no_genre_is_named_outside_its_folder(path: Path) -> None:
    text = "\n".join(line for line in _code(path).splitlines())
    assert not [name for name in NAMES if re.search(rf"\b{re.escape(name)}\b", text.casefold())]


def _code(path: Path) -> str:
    """A file without its docstrings and comments: examples in them may name genres."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)
