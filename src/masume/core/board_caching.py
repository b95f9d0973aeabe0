"""Caches in boards: what several checks, or a model and the checks, ask about a board is found out once.

The results are kept in the board itself, so that they die with it; no cache outlives the boards that it describes.
"""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from masume.core.board import Board

P = ParamSpec("P")
T = TypeVar("T")


class BoardCaches:
    """What a board has cached; not among its fields, since `dataclasses.asdict` would return it."""

    __slots__ = ("_puzzle_results", "_query_results")
    _query_results: dict[Any, Any]
    _puzzle_results: dict[Any, Any]


def cached_per_board(query: Callable[Concatenate["Board", P], T]) -> Callable[Concatenate["Board", P], T]:
    """Cache the results of a query in the board that it asks about; `forget_queries` drops them.

    The other arguments must be hashable.  Nobody may change a result.
    """

    @wraps(query)
    def lookup(board: "Board", /, *arguments: P.args, **named: P.kwargs) -> T:
        key = (query, arguments, *named.items())
        try:
            result: T = board._query_results[key]
        except KeyError:
            result = board._query_results[key] = query(board, *arguments, **named)
        return result

    return lookup


def cached_per_puzzle(query: Callable[["Board"], T]) -> Callable[["Board"], T]:
    """Cache the result of a query that does not depend on marks; a board and its copies `with_marks` share it.

    The query gets a board without marks.  Nobody may change the result.
    """

    @wraps(query)
    def lookup(board: "Board") -> T:
        if query not in board._puzzle_results:
            board._puzzle_results[query] = query(board.with_marks({}) if any(board.marks.values()) else board)
        result: T = board._puzzle_results[query]
        return result

    return lookup
