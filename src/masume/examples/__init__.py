"""The example boards that come with masume, by name; `NAME.answer` is the same board solved."""

from pathlib import Path

from masume.core.board import Board
from masume.core.errors import UnknownNameError
from masume.formats import read

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
    if name not in _stems():
        raise UnknownNameError(f"unknown example {name!r:.40}: expected a name such as {', '.join(suggest(name))}")
    return (_FOLDER / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def suggest(name: str) -> list[str]:
    """Return the names of a few examples that are most similar to this one."""
    from difflib import get_close_matches  # slow to import and rarely needed

    return get_close_matches(name, names(), n=3, cutoff=0)


def _stems() -> set[str]:
    file_names = (entry.name for entry in _FOLDER.iterdir())
    return {name.removesuffix(_SUFFIX) for name in file_names if name.endswith(_SUFFIX)}
