"""masume: a workbench for grid logic puzzles.

>>> import masume
>>> board = masume.read("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g")
>>> masume.solve(board).unique
True
"""

TYPE_CHECKING = False  # type checkers treat it as True; importing `typing` takes longer than the rest of this module

if TYPE_CHECKING:
    from masume import engines, examples, formats, formulations, genres
    from masume.checking import check
    from masume.core.board import Board
    from masume.core.errors import MasumeError
    from masume.core.outcome import Limits, Outcome, Status
    from masume.drawing import render
    from masume.drawing.board_scene import scene_of
    from masume.drawing.booklet import bind
    from masume.explaining import explain, hint, mistakes
    from masume.formats import load, load_all, read, write
    from masume.formulations import Formulation
    from masume.solving import common, conflict, count, formulation_for, solve, violations
else:
    # A name is imported when it is first used.  `import masume` is quick, and the command line has its handler for
    # Ctrl-C in place before anything slow is imported.
    _EXPORTS = {
        "checking": ("check",),
        "core.board": ("Board",),
        "core.errors": ("MasumeError",),
        "core.outcome": ("Limits", "Outcome", "Status"),
        "drawing": ("render",),
        "drawing.board_scene": ("scene_of",),
        "drawing.booklet": ("bind",),
        "explaining": ("explain", "hint", "mistakes"),
        "formats": ("load", "load_all", "read", "write"),
        "formulations": ("Formulation",),
        "solving": ("common", "conflict", "count", "formulation_for", "solve", "violations"),
    }
    _MODULES = {name: module for module, names in _EXPORTS.items() for name in names}
    _PACKAGES = {"checking", "core", "drawing", "engines", "examples", "explaining", "formats", "formulations"}
    _PACKAGES |= {"genres", "modelling", "solving"}

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _PACKAGES:
            return import_module(f"masume.{name}")
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from masume.core.notebook import register_renderer

        register_renderer(_render_for_notebook)  # now, because the user is about to make or get a board
        found = globals()[name] = getattr(import_module(f"masume.{_MODULES[name]}"), name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})

    def _render_for_notebook(board: "Board", **style: str) -> str:
        from masume.drawing import render_for_notebook

        return render_for_notebook(board, **style)


__version__ = "0.1.0"
__all__ = [
    "Board",
    "Formulation",
    "Limits",
    "MasumeError",
    "Outcome",
    "Status",
    "bind",
    "check",
    "common",
    "conflict",
    "count",
    "engines",
    "examples",
    "explain",
    "formats",
    "formulation_for",
    "formulations",
    "genres",
    "hint",
    "load",
    "load_all",
    "mistakes",
    "read",
    "render",
    "scene_of",
    "solve",
    "violations",
    "write",
]
