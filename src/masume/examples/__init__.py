"""The example boards that come with masume, by name; `NAME.answer` is the same board solved."""

from pathlib import Path

from masume.core.board import Board
from masume.core.errors import UnknownNameError
from masume.core.messages import join_alternatives, quote, similar_names
from masume.formats import read

__all__ = ["find", "find_text", "names", "suggest"]
_FOLDER = Path(__file__).parent  # importlib.resources is slow to import
_SUFFIX = ".txt"


def names() -> list[str]:
    """Return the names of all examples, without answers."""
    return sorted(name for name in _stems() if not name.endswith(".answer"))


def find(name: str) -> Board:
    """Return the example with this name."""
    return read(find_text(name))


def find_text(name: str) -> str:
    """Return the text of the example with this name."""
    if not isinstance(name, str) or name not in _stems():
        raise UnknownNameError(f"unknown example {quote(name)}: {suggest(name)}")
    return (_FOLDER / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def suggest(name: str) -> str:
    """Return the end of a sentence about an unknown name: similar ones or, if there are none, any example."""
    similar = similar_names(name, names())
    return f"did you mean {join_alternatives(similar)}?" if similar else f"expected a name such as {names()[0]}"


def _stems() -> set[str]:
    file_names = (entry.name for entry in _FOLDER.iterdir())
    return {name.removesuffix(_SUFFIX) for name in file_names if name.endswith(_SUFFIX)}
