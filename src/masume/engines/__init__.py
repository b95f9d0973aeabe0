"""The engines by name; each module is imported when its engine is asked for."""

import importlib
from importlib.util import find_spec
from typing import NamedTuple

from masume.core.errors import InputError, UnknownNameError
from masume.engines.session import Session
from masume.modelling import Model


class _Engine(NamedTuple):
    """What an engine is, the module that opens its sessions (None: it takes texts, not models), and what it needs."""

    sentence: str
    module: str | None = None
    package: str | None = None


_ENGINES = {
    "asp": _Engine("clingo on first-order answer set programs, in a child process"),
    "asp-completion": _Engine("completion and loop formulas of such programs on Glucose 4, which resembles CMODELS"),
    "asp-lookahead": _Engine("clingo on them with lookahead and without learning, which resembles SMODELS"),
    "choco": _Engine("Choco, with integers and graph variables, in a child process", "masume.engines.choco", "pychoco"),
    "cp": _Engine("CP-SAT of OR-Tools, with integers, circuits and cuts", "masume.engines.cp", "ortools"),
    "lazy": _Engine("Glucose 4 through PySAT, with cuts added when a solution needs them", "masume.engines.lazy"),
}
DEFAULT = "lazy"


def names() -> list[str]:
    """The names of all engines, the default first."""
    return sorted(_ENGINES, key=lambda name: (name != DEFAULT, name))


def about(name: str) -> str:
    """One sentence on what an engine is, and how to install what it lacks."""
    lacking = "" if is_installed(name) else f" (not installed: {_remedy(name)})"
    return f"{name}: {_find(name).sentence}{lacking}"


def is_installed(name: str) -> bool:
    """Whether the package that an engine needs is there."""
    package = _find(name).package
    return package is None or find_spec(package) is not None


def _remedy(name: str) -> str:
    return f"pip install 'masume[{name}]'"


def takes_models(name: str | None) -> bool:
    """Whether an engine (None: the default) searches models; the others search the texts of formulations."""
    return _find(name).module is not None


def open_session(name: str | None, model: Model, *, guarded: bool = False) -> Session:
    """Open a session of the named engine (None: the default) on a model."""
    engine = _find(name)
    if engine.module is None:
        raise InputError(f"the engine {name} takes the texts of formulations, not models")
    if name is not None and not is_installed(name):
        raise InputError(f"the engine {name} needs the package {engine.package}: {_remedy(name)}")
    session: Session = importlib.import_module(engine.module).open_session(model, guarded=guarded)
    return session


def _find(name: str | None) -> _Engine:
    chosen = DEFAULT if name is None else name
    if chosen not in _ENGINES:
        raise UnknownNameError(f"unknown engine {chosen!r:.40}: expected one of {', '.join(names())}")
    return _ENGINES[chosen]
