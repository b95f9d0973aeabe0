"""Caches for results that recur, such as the geometry of a grid or a compiled template; all can be cleared at once.

Let a cached function return tuples (of numbers, of text, of other tuples) rather than lists, sets or named tuples.  The
garbage collector soon skips these tuples; everything else it visits in each full collection, as long as it is cached.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

T = TypeVar("T")
_clear_functions: list[Callable[[], None]] = []


def cached(size: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Cache a function's results for the `size` most recent arguments; `clear_caches` empties the cache."""

    def decorate(function: Callable[..., T]) -> Callable[..., T]:
        with_cache: Any = lru_cache(maxsize=size, typed=True)(function)
        _clear_functions.append(with_cache.cache_clear)
        typed: Callable[..., T] = with_cache
        return typed

    return decorate


def clearable_dict() -> dict[Any, Any]:
    """Return a new dictionary that `clear_caches` empties."""
    cache: dict[Any, Any] = {}
    _clear_functions.append(cache.clear)
    return cache


def clear_caches() -> None:
    """Empty all caches, as in a new process; for measuring what they save."""
    for clear in _clear_functions:
        clear()
