"""The engines by name; each module is imported when its engine is asked for."""

import importlib

from masume.core.errors import UnknownNameError
from masume.engines.session import Session
from masume.modelling import Model

_ENGINES = {"lazy": "masume.engines.lazy"}
DEFAULT = "lazy"


def names() -> list[str]:
    """The names of all engines, the default first."""
    return sorted(_ENGINES, key=lambda name: (name != DEFAULT, name))


def about(name: str) -> str:
    """One sentence on what an engine is."""
    return (importlib.import_module(_ENGINES[name]).__doc__ or "").split("\n")[0]


def open_session(name: str | None, model: Model, *, guarded: bool = False) -> Session:
    """Open a session of the named engine (None: the default) on a model."""
    chosen = DEFAULT if name is None else name
    if chosen not in _ENGINES:
        raise UnknownNameError(f"unknown engine {chosen!r:.40}: expected one of {', '.join(names())}")
    session: Session = importlib.import_module(_ENGINES[chosen]).open_session(model, guarded=guarded)
    return session
