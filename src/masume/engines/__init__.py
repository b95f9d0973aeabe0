"""The engines by name; each module is imported when its engine is asked for."""

import importlib
from typing import NamedTuple

from masume.core.errors import UnknownNameError
from masume.engines.session import Session
from masume.modelling import Model


class _Engine(NamedTuple):
    """The module of an engine, and whether it searches models or the texts of formulations."""

    module: str
    takes_models: bool


_ENGINES = {
    "asp": _Engine("masume.engines.asp", False),
    "choco": _Engine("masume.engines.choco", True),
    "cp": _Engine("masume.engines.cp", True),
    "lazy": _Engine("masume.engines.lazy", True),
}
DEFAULT = "lazy"


def names() -> list[str]:
    """The names of all engines, the default first."""
    return sorted(_ENGINES, key=lambda name: (name != DEFAULT, name))


def about(name: str) -> str:
    """One sentence on what an engine is."""
    return (importlib.import_module(_find(name).module).__doc__ or "").split("\n")[0]


def takes_models(name: str | None) -> bool:
    """Whether an engine (None: the default) searches models; the others search the texts of formulations."""
    return _find(name).takes_models


def open_session(name: str | None, model: Model, *, guarded: bool = False) -> Session:
    """Open a session of the named engine (None: the default) on a model."""
    session: Session = importlib.import_module(_find(name).module).open_session(model, guarded=guarded)
    return session


def _find(name: str | None) -> _Engine:
    chosen = DEFAULT if name is None else name
    if chosen not in _ENGINES:
        raise UnknownNameError(f"unknown engine {chosen!r:.40}: expected one of {', '.join(names())}")
    return _ENGINES[chosen]
