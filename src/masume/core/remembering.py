"""What is worked out once and kept, such as the geometry of a grid or the clauses of a shape; it can be forgotten."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

T = TypeVar("T")
_forgetting: list[Callable[[], None]] = []


def remember(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Make a function remember what it answered last, to so many questions."""

    def remembering(ask: Callable[..., T]) -> Callable[..., T]:
        known: Any = lru_cache(maxsize=most, typed=True)(ask)
        _forgetting.append(known.cache_clear)
        answered: Callable[..., T] = known
        return answered

    return remembering


def memory() -> dict[Any, Any]:
    """A dictionary in which something may be kept until it is forgotten."""
    kept: dict[Any, Any] = {}
    _forgetting.append(kept.clear)
    return kept


def forget() -> None:
    """Forget everything, as in a new process: for measuring what remembering brings."""
    for forget_one in _forgetting:
        forget_one()
