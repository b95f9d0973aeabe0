"""The engines by name; an engine's module is imported when the engine is first used."""

import importlib
from importlib.util import find_spec
from typing import NamedTuple

from masume.core.errors import InputError, UnknownNameError
from masume.core.messages import quote, suggest_names
from masume.engines.session import Session
from masume.modelling import Model
from masume.modelling.statements import Guarded

__all__ = ["default", "describe", "names", "open_session", "takes_models", "why_unavailable"]


class _Engine(NamedTuple):
    """An engine: a description, the module that opens its sessions, and what it requires."""

    description: str
    module: str | None = None  # None: the engine runs formulations (answer set programs), not models
    package: str | None = None  # a required package; `pip install masume[NAME OF THE ENGINE]` installs it
    probe: str | None = None  # a module whose function `why_unavailable` checks other requirements


_ENGINES = {
    "asp": _Engine("clingo on first-order answer set programs, in a child process"),
    "asp-completion": _Engine("completion and loop formulas of answer set programs on Glucose 4, similar to CMODELS"),
    "asp-lookahead": _Engine("clingo on answer set programs with lookahead and without learning, similar to SMODELS"),
    "choco": _Engine("Choco, with integers and graph variables, in a child process", "masume.engines.choco", "pychoco"),
    "cp": _Engine("CP-SAT of OR-Tools, with integers, circuits and cuts", "masume.engines.cp", "ortools"),
    "lazy": _Engine("Glucose 4 through PySAT, with cuts for structures that a solution breaks", "masume.engines.lazy"),
    "native": _Engine(
        "a small solver and, in long searches, clingo, with propagators in C++ for connectivity and loops",
        "masume.engines.native",
        probe="masume.engines.native_library",
    ),
}
_FASTEST, _FALLBACK = "native", "lazy"


def default() -> str:
    """Return the name of the default engine: the fastest one that is available."""
    return _FASTEST if why_unavailable(_FASTEST) is None else _FALLBACK


def names() -> list[str]:
    """Return the names of all engines, the default first."""
    first = default()
    return sorted(_ENGINES, key=lambda name: (name != first, name))


def describe(name: str) -> str:
    """Return one line: the name and description of an engine, and the reason if it is unavailable."""
    reason = why_unavailable(name)
    return f"{name}: {_find(name).description}" + (f" (unavailable: {reason})" if reason else "")


def why_unavailable(name: str) -> str | None:
    """Return why an engine cannot be used here, or None if it can."""
    engine = _find(name)
    if engine.package is not None and find_spec(engine.package) is None:
        return f"it needs the package {engine.package}: pip install 'masume[{name}]'"
    if engine.probe is not None:
        reason: str | None = importlib.import_module(engine.probe).why_unavailable()
        return reason
    return None


def takes_models(name: str | None) -> bool:
    """Return whether an engine (None: the default) takes models; the others run formulations."""
    return name is None or _find(name).module is not None


def open_session(name: str | None, model: Model, *, guarded: Guarded = False) -> Session:
    """Open a session of the named engine (None: the default) on a model.

    `guarded` says which rule instances can be switched off: all (True), none (False) or those in a collection.  Cores
    name the guarded rule instances in conflict.
    """
    engine_name = default() if name is None else name
    engine = _find(engine_name)
    if engine.module is None:
        raise InputError(f"the engine {engine_name} runs formulations (answer set programs), not models")
    if (reason := why_unavailable(engine_name)) is not None:
        raise InputError(f"the engine {engine_name} cannot be used here: {reason}")
    session: Session = importlib.import_module(engine.module).open_session(model, guarded=guarded)
    return session


def _find(name: str) -> _Engine:
    if not isinstance(name, str) or name not in _ENGINES:
        raise UnknownNameError(f"unknown engine {quote(name)}: {suggest_names(name, names())}")
    return _ENGINES[name]
