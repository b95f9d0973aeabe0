"""The engines by name; each module is imported when its engine is asked for."""

import importlib
from importlib.util import find_spec
from typing import NamedTuple

from masume.core.errors import InputError, UnknownNameError
from masume.engines.session import Session
from masume.modelling import Model


class _Engine(NamedTuple):
    """What an engine is, the module that opens its sessions (None: it takes texts, not models), and what it needs.

    That is a package that an extra installs, or what a module's function `lacking` says.
    """

    sentence: str
    module: str | None = None
    package: str | None = None
    probe: str | None = None


_ENGINES = {
    "asp": _Engine("clingo on first-order answer set programs, in a child process"),
    "asp-completion": _Engine("completion and loop formulas of such programs on Glucose 4, which resembles CMODELS"),
    "asp-lookahead": _Engine("clingo on them with lookahead and without learning, which resembles SMODELS"),
    "choco": _Engine("Choco, with integers and graph variables, in a child process", "masume.engines.choco", "pychoco"),
    "cp": _Engine("CP-SAT of OR-Tools, with integers, circuits and cuts", "masume.engines.cp", "ortools"),
    "lazy": _Engine("Glucose 4 through PySAT, with cuts added when a solution needs them", "masume.engines.lazy"),
    "native": _Engine(
        "clingo's search with propagators in C++ for what hangs together",
        "masume.engines.native",
        probe="masume.engines.native_library",
    ),
}
_FASTEST, _FALLBACK = "native", "lazy"


def default() -> str:
    """The engine that searches if none is named: the fastest one, where it could be built."""
    return _FASTEST if lacking(_FASTEST) is None else _FALLBACK


def names() -> list[str]:
    """The names of all engines, the default first."""
    first = default()
    return sorted(_ENGINES, key=lambda name: (name != first, name))


def about(name: str) -> str:
    """One sentence on what an engine is, and why it cannot be used if so."""
    reason = lacking(name)
    return f"{name}: {_find(name).sentence}" + (f" (not here: {reason})" if reason else "")


def lacking(name: str) -> str | None:
    """Why an engine cannot be used here, None if it can."""
    engine = _find(name)
    if engine.package is not None and find_spec(engine.package) is None:
        return f"it needs the package {engine.package}: pip install 'masume[{name}]'"
    if engine.probe is not None:
        reason: str | None = importlib.import_module(engine.probe).lacking()
        return reason
    return None


def takes_models(name: str | None) -> bool:
    """Whether an engine (None: the default) searches models; the others search the texts of formulations."""
    return name is None or _find(name).module is not None


def open_session(name: str | None, model: Model, *, guarded: bool = False) -> Session:
    """Open a session of the named engine (None: the default) on a model."""
    chosen = default() if name is None else name
    engine = _find(chosen)
    if engine.module is None:
        raise InputError(f"the engine {name} takes the texts of formulations, not models")
    if (reason := lacking(chosen)) is not None:
        raise InputError(f"the engine {name} cannot be used here: {reason}")
    session: Session = importlib.import_module(engine.module).open_session(model, guarded=guarded)
    return session


def _find(name: str) -> _Engine:
    if name not in _ENGINES:
        raise UnknownNameError(f"unknown engine {name!r:.40}: expected one of {', '.join(names())}")
    return _ENGINES[name]
