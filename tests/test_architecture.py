"""The layer table of ARCHITECTURE.md is true: modules import only from the layers listed there, and only a genre's own
folder names the genre."""

import ast
import importlib
import re
import sys
from pathlib import Path

import pytest

import masume
from registry import all_genres

SOURCE = Path(__file__).parent.parent / "src" / "masume"
MODULES = sorted(SOURCE.rglob("*.py"))

PUBLIC_PACKAGES = [name for name in masume.__all__ if (SOURCE / name / "__init__.py").is_file()]

# Layer -> the other layers of masume that it may import, and the third-party packages.
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
    "setting": ({"core", "modelling", "engines", "solving", "rating"}, set()),
    "generating": (
        {"core", "modelling", "genres", "checking", "engines", "solving", "explaining", "rating", "setting"},
        set(),
    ),
    "explaining": ({"core", "modelling", "genres", "checking", "formats", "drawing", "engines", "solving"}, set()),
    "rating": ({"core", "modelling", "engines", "solving", "explaining"}, set()),
    "reviewing": (
        {"core", "drawing", "examples", "explaining", "rating", "setting", "solving"},
        set(),
    ),
    "playing": (
        {
            "core",
            "genres",
            "checking",
            "formats",
            "drawing",
            "examples",
            "explaining",
            "rating",
            "solving",
            "engines",
        },
        set(),
    ),
    "batch": ({"core", "", "formats"}, set()),
    "bench": (
        {"core", "", "engines", "examples", "explaining", "formats", "formulations", "generating", "genres", "solving"},
        {"matplotlib", "numpy", "puzzlekit"},
    ),
    "web": ({"core", "", *PUBLIC_PACKAGES}, {"starlette", "uvicorn"}),
    "cli": ({"", *PUBLIC_PACKAGES}, {"click"}),  # see also test_the_command_line_uses_only_the_public_api
    "__main__": ({"cli"}, set()),
    "": ({*PUBLIC_PACKAGES, "checking", "core", "explaining", "modelling", "reviewing", "setting", "solving"}, set()),
}
STANDARD_LIBRARY = sys.stdlib_module_names


def layer_of(module: str) -> str:
    """Return the layer of a module, "" for masume itself."""
    return [*module.split("."), ""][1]


def module_name(path: Path) -> str:
    parts = ("masume", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> set[str]:
    """Return every module that a file imports, at its top or inside functions."""
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
            assert name.split(".")[0] in STANDARD_LIBRARY | outside, f"{layer or 'masume'} imports {name}"


def public_names(module: str) -> set[str]:
    return set(importlib.import_module(module).__all__)


@pytest.mark.parametrize("path", [path for path in MODULES if path.is_relative_to(SOURCE / "cli")], ids=module_name)
def test_the_command_line_uses_only_the_public_api(path: Path) -> None:
    """It imports from masume and its public packages only what they list in `__all__`, and uses no other attribute."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    used = {"masume": "masume"}  # what names in this file stand for
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] == "masume":
            names = {alias.name for alias in node.names} - {"cli"}
            if not str(node.module).startswith("masume.cli"):
                assert names <= public_names(str(node.module))
            used |= {name: f"masume.{name}" for name in names & set(PUBLIC_PACKAGES) if node.module == "masume"}
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in used:
            assert node.attr in public_names(used[node.value.id]), ast.unparse(node)


def test_no_genre_imports_another() -> None:
    for path in (SOURCE / "genres").glob("*/*.py"):
        packages = {name for name in imports(path) if name.startswith("masume.genres.")}
        assert all(name.split(".")[2] == path.parent.name for name in packages), path


OUTSIDE = [
    path
    for path in [*MODULES, *sorted(Path(__file__).parent.rglob("*.py"))]
    if not (path.is_relative_to(SOURCE / "genres") and path.parent != SOURCE / "genres")
]
LISTED = [
    genre for genre in all_genres() if genre.package.startswith("masume.genres.") and "_template" not in genre.package
]
GENRE_NAMES = sorted({name.casefold() for genre in LISTED for name in (genre.name, genre.title)})


@pytest.mark.parametrize("path", [p for p in OUTSIDE if p != Path(__file__)], ids=lambda path: path.name)
def test_no_genre_is_named_outside_its_folder(path: Path) -> None:
    """Code outside a genre's folders contains neither the genre's main name nor its title, as whole words.

    A genre has a folder in the package, and perhaps one for its own tests in tests/genres.  Aliases are allowed: many
    are ordinary English words ("range", "fences", "rectangles"), and code that treats one genre in a special way would
    name it by its main name.
    """
    code = _code_without_docstrings(path).casefold()
    own = path.parent.name if path.parent.parent == Path(__file__).parent / "genres" else ""
    assert not [name for name in GENRE_NAMES if name != own and re.search(rf"\b{re.escape(name)}\b", code)]


def _code_without_docstrings(path: Path) -> str:
    """Return a file's code without docstrings and comments, in which examples may name genres."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)
