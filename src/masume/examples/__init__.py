"""The boards that are shipped with masume, by name; `NAME.answer` is the same board solved."""

from pathlib import Path

from masume.core.board import Board
from masume.core.errors import UnknownNameError
from masume.formats import read

_HERE = Path(__file__).parent  # importlib.resources is slow to import
_ENDING = ".txt"


def names() -> list[str]:
    """The names of all examples, answers left out."""
    return sorted(name for name in _stems() if not name.endswith(".answer"))


def find(name: str) -> Board:
    """The example with that name."""
    if name not in _stems():
        raise UnknownNameError(f"unknown example {name!r:.40}: expected a name such as {', '.join(alike(name))}")
    return read((_HERE / f"{name}{_ENDING}").read_text(encoding="utf-8"))


def alike(name: str) -> list[str]:
    """A few names of examples, those that look most like this one."""
    from difflib import get_close_matches  # slow to import, and seldom needed

    return get_close_matches(name, names(), n=3, cutoff=0)


def _stems() -> set[str]:
    found = (entry.name for entry in _HERE.iterdir())
    return {name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING)}
