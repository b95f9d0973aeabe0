"""masume: a workbench for grid logic puzzles.

>>> import masume
>>> board = masume.read("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g")
>>> masume.solve(board).unique
True
"""

TYPE_CHECKING = False  # type checkers treat it as True; importing `typing` takes longer than the rest of this module

if TYPE_CHECKING:
    from masume import (
        batch,
        bench,
        drawing,
        engines,
        examples,
        formats,
        formulations,
        generating,
        genres,
        playing,
        rating,
        setting,
        web,
    )
    from masume.checking import BrokenRule, check
    from masume.core import messages
    from masume.core.board import Board
    from masume.core.board_symmetry import canonical_form, transform
    from masume.core.claims import Claim
    from masume.core.errors import (
        FormatError,
        InputError,
        InternalError,
        MasumeError,
        NoBoardError,
        NoSolutionError,
        NotUniqueError,
        OutOfMemoryError,
        OutOfTimeError,
        UnknownNameError,
        WrongAnswerError,
        WrongTypeError,
    )
    from masume.core.genre import Genre, Rule
    from masume.core.grid import Grid
    from masume.core.layers import Layer, RuledOut
    from masume.core.outcome import Limits, Outcome, SearchEnd, Status
    from masume.core.square import SquareGrid
    from masume.core.techniques import Technique
    from masume.drawing import render
    from masume.drawing.board_scene import scene_of
    from masume.drawing.booklet import bind
    from masume.drawing.scene import Scene
    from masume.explaining import explain, hint, hint_or_mistakes, mistakes
    from masume.explaining.chapters import Chapter
    from masume.explaining.explanation import Ending, Explanation
    from masume.explaining.mistake_analysis import Mistakes
    from masume.explaining.naming import TechniqueExample, techniques
    from masume.explaining.steps import Branch, Cut, CutKind, Inference, Reason, Step
    from masume.formats import load, load_all, make_board, read, write
    from masume.formulations import Formulation
    from masume.generating import generate
    from masume.generating.menus import Menu, load_menu
    from masume.generating.series import NumberedBoard, Series, generate_many
    from masume.modelling import RuleInstance
    from masume.rating import Bottleneck, HardThought, Rating, rate
    from masume.reviewing import Finding, Review, review
    from masume.setting import minimise, superfluous_clues
    from masume.solving import common, conflict, count, formulation_for, solve, violations
else:
    # A name is imported when it is first used.  `import masume` is quick, and the command line has its handler for
    # Ctrl-C in place before anything slow is imported.
    _EXPORTS = {
        "checking": (
            "BrokenRule",
            "check",
        ),
        "core.board": ("Board",),
        "core.board_symmetry": (
            "canonical_form",
            "transform",
        ),
        "core.errors": (
            "FormatError",
            "InputError",
            "InternalError",
            "MasumeError",
            "NoBoardError",
            "NoSolutionError",
            "NotUniqueError",
            "OutOfMemoryError",
            "OutOfTimeError",
            "UnknownNameError",
            "WrongAnswerError",
            "WrongTypeError",
        ),
        "core.claims": ("Claim",),
        "core.genre": (
            "Genre",
            "Rule",
        ),
        "core.grid": ("Grid",),
        "core.layers": (
            "Layer",
            "RuledOut",
        ),
        "core.outcome": (
            "Limits",
            "Outcome",
            "SearchEnd",
            "Status",
        ),
        "core.square": ("SquareGrid",),
        "drawing": ("render",),
        "drawing.board_scene": ("scene_of",),
        "drawing.booklet": ("bind",),
        "drawing.scene": ("Scene",),
        "explaining": (
            "explain",
            "hint",
            "hint_or_mistakes",
            "mistakes",
        ),
        "core.techniques": ("Technique",),
        "explaining.chapters": ("Chapter",),
        "explaining.naming": (
            "TechniqueExample",
            "techniques",
        ),
        "explaining.explanation": (
            "Ending",
            "Explanation",
        ),
        "explaining.mistake_analysis": ("Mistakes",),
        "explaining.steps": (
            "Branch",
            "Cut",
            "CutKind",
            "Inference",
            "Reason",
            "Step",
        ),
        "formats": (
            "load",
            "load_all",
            "make_board",
            "read",
            "write",
        ),
        "formulations": ("Formulation",),
        "generating": ("generate",),
        "generating.menus": (
            "Menu",
            "load_menu",
        ),
        "generating.series": (
            "NumberedBoard",
            "Series",
            "generate_many",
        ),
        "modelling": ("RuleInstance",),
        "rating": (
            "Bottleneck",
            "HardThought",
            "Rating",
            "rate",
        ),
        "reviewing": (
            "Finding",
            "Review",
            "review",
        ),
        "setting": (
            "minimise",
            "superfluous_clues",
        ),
        "solving": (
            "common",
            "conflict",
            "count",
            "formulation_for",
            "solve",
            "violations",
        ),
    }
    _MODULES = {name: module for module, names in _EXPORTS.items() for name in names}
    _PUBLIC_PACKAGES = (
        "batch",
        "bench",
        "drawing",
        "engines",
        "examples",
        "formats",
        "formulations",
        "generating",
        "genres",
        "playing",
        "rating",
        "setting",
        "web",
    )
    _OTHER_PACKAGES = (
        "checking",
        "core",
        "explaining",
        "modelling",
        "reviewing",
        "solving",
    )  # internal, but can be reached
    _PACKAGES = {name: name for name in (*_PUBLIC_PACKAGES, *_OTHER_PACKAGES)} | {"messages": "core.messages"}

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _PACKAGES:
            return import_module(f"masume.{_PACKAGES[name]}")
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(f"masume.{_MODULES[name]}"), name)
        return found

    def __dir__() -> list[str]:
        return sorted(__all__)

    def _render_for_notebook(board: "Board", **style: str) -> str:
        from masume.drawing import render_for_notebook

        return render_for_notebook(board, **style)

    from masume.core.notebook import register_renderer as _register_renderer

    _register_renderer(_render_for_notebook)  # now, because boards can be made without any of the names above


del TYPE_CHECKING
__version__ = "0.1.0"
__all__ = [
    "Board",
    "Bottleneck",
    "Branch",
    "BrokenRule",
    "Chapter",
    "Claim",
    "Cut",
    "CutKind",
    "Ending",
    "Explanation",
    "Finding",
    "FormatError",
    "Formulation",
    "Genre",
    "Grid",
    "HardThought",
    "Inference",
    "InputError",
    "InternalError",
    "Layer",
    "Limits",
    "MasumeError",
    "Menu",
    "Mistakes",
    "NoBoardError",
    "NoSolutionError",
    "NotUniqueError",
    "NumberedBoard",
    "OutOfMemoryError",
    "OutOfTimeError",
    "Outcome",
    "Rating",
    "Reason",
    "Review",
    "Rule",
    "RuleInstance",
    "RuledOut",
    "Scene",
    "SearchEnd",
    "Series",
    "SquareGrid",
    "Status",
    "Step",
    "Technique",
    "TechniqueExample",
    "UnknownNameError",
    "WrongAnswerError",
    "WrongTypeError",
    "__version__",
    "batch",
    "bench",
    "bind",
    "canonical_form",
    "check",
    "common",
    "conflict",
    "count",
    "drawing",
    "engines",
    "examples",
    "explain",
    "formats",
    "formulation_for",
    "formulations",
    "generate",
    "generate_many",
    "generating",
    "genres",
    "hint",
    "hint_or_mistakes",
    "load",
    "load_all",
    "load_menu",
    "make_board",
    "messages",
    "minimise",
    "mistakes",
    "playing",
    "rate",
    "rating",
    "read",
    "render",
    "review",
    "scene_of",
    "setting",
    "solve",
    "superfluous_clues",
    "techniques",
    "transform",
    "violations",
    "web",
    "write",
]
