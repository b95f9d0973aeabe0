"""Minimise a board: drop clues that it does not need for its solution to be the only one."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from random import Random
from typing import Any, TypeAlias

from masume.core.arguments import require_board, require_limits
from masume.core.board import Board
from masume.core.cancellation import run_job
from masume.core.errors import InputError, InternalError, OutOfTimeError
from masume.core.genre import Genre
from masume.core.grid import Grid
from masume.core.layers import Options, Where
from masume.core.levels import LEVELS, find_level
from masume.core.messages import pluralize
from masume.core.outcome import NO_LIMITS, Limits
from masume.core.places import Place, PlaceKey
from masume.core.symmetry import Symmetry, find_clue_symmetry
from masume.rating import is_within_level
from masume.setting.sufficient_clues import ClueTests, open_clue_tests
from masume.solving import solve

Image: TypeAlias = Callable[[Place], Place]  # the image of each place under a symmetry
Accepts: TypeAlias = Callable[[Board], bool]
Group: TypeAlias = tuple[Place, ...]  # clues that are dropped together
_ORDERS = 2  # in which clues are tried; more orders take longer and drop few more clues


def minimise(
    board: Board,
    *,
    limits: Limits = NO_LIMITS,
    keep: Iterable[PlaceKey] = (),
    symmetry: str = "none",
    level: int | str | None = None,
) -> Board:
    """Return the board with as few clues as this search finds: if one more is dropped, there are several solutions.

    The clues at the places `keep` stay.  With a `symmetry` ("rot2", "rot4", "horizontal", "vertical", "diagonal" or
    "antidiagonal"), clues are dropped only together with their images.  With a `level` (see `rate`), a clue stays if
    the board would be harder without it.  Raise OutOfTimeError at the time limit; its `board` has the clues dropped
    until then.
    """
    require_board(board)
    require_limits(limits)
    clues = _droppable_clues(board)
    kept = frozenset(board.find_droppable_clues(keep))
    found = require_clue_symmetry(board.genre, board.grid, board.options, symmetry)
    groups = orbits(clues, image_of_clues(board, found))
    accepts = None if level is None else partial(is_within_level, level=find_level(level))
    reduction = _Reduction(board, clues, accepts)

    def job() -> Board:
        with open_clue_tests(_with_sorted_clues(board), clues) as tests:
            if accepts is not None and not accepts(board):
                raise InputError(f"the board is harder than {LEVELS[find_level(level) - 1]} already")
            fixed = [clue for group in groups for clue in group if not kept.isdisjoint(group)]
            reduction.run(tests, fixed, [group for group in groups if kept.isdisjoint(group)])
        return _require_same_solution(board, reduction.board)

    try:
        return run_job(job, limits.deadline())
    except OutOfTimeError:
        best = reduction.board
        dropped = pluralize(len(clues) - len(best.droppable_clues), "clue")
        raise OutOfTimeError(f"out of time: {dropped} dropped, and more may be superfluous", board=best) from None


def superfluous_clues(board: Board, *, limits: Limits = NO_LIMITS) -> list[Place]:
    """Return the places of the clues each of which can be dropped, if all others stay, with the solution still unique.

    Two of them together may be needed: `minimise` finds clues that can be dropped together.
    """
    require_board(board)
    require_limits(limits)
    clues = _droppable_clues(board)

    def job() -> list[Place]:
        with open_clue_tests(_with_sorted_clues(board), clues) as tests:
            return _find_superfluous(clues, tests)

    return run_job(job, limits.deadline())


def image_of_clues(board: Board, symmetry: Symmetry) -> Image:
    """Return the image of each place of a clue under a symmetry."""
    has_runs = any(layer.where is Where.RUNS for layer in board.genre.clue_layers)
    images: Mapping[Any, Place] = symmetry.image_runs() if has_runs else {}
    return lambda place: images[place] if place in images else symmetry.image_of(place)


def require_clue_symmetry(genre: Genre, grid: Grid, options: Options, name: str) -> Symmetry:
    """Return the symmetry with this name (see `find_clue_symmetry`); raise InputError if it would change the rules."""
    found = find_clue_symmetry(grid, name)
    if not genre.keeps_rules(found, options):
        raise InputError(f"the rules of this board would change under the symmetry {name}")
    return found


def orbits(places: Collection[Place], image: Image) -> list[Group]:
    """Return groups of places: each place with its image, the image of that, and so on, as far as they are listed."""
    listed, seen, groups = frozenset(places), set[Place](), list[Group]()
    for place in places:
        if place in seen:
            continue
        group, other = [place], image(place)
        while other != place:
            group.append(other)
            other = image(other)
        groups.append(tuple(each for each in group if each in listed))
        seen.update(group)
    return groups


class _Reduction:
    """Drops groups of clues, and knows the smallest set of clues found so far."""

    def __init__(self, board: Board, clues: Sequence[Place], accepts: Accepts | None) -> None:
        self._board, self._clues, self._accepts = board, clues, accepts
        self._left = frozenset(clues)

    @property
    def board(self) -> Board:
        """The board with the clues that are left."""
        return self._board_with(self._left)

    def run(self, tests: ClueTests, fixed: Sequence[Place], groups: Sequence[Group]) -> None:
        """Drop groups until none can be dropped, in several orders; `fixed` clues stay."""
        random, order = Random(0), list(groups)  # noqa: S311 - always the same orders, which are no secret
        for _ in range(_ORDERS):
            random.shuffle(order)
            self._drop(tests, fixed, order)

    def _drop(self, tests: ClueTests, fixed: Sequence[Place], groups: Sequence[Group]) -> None:
        """Try to drop one group after the other, the last first; give up if not fewer clues can be left than before."""
        needed, left = list(fixed), list(groups)
        while left and len(needed) < len(self._left):
            *rest, group = left
            sufficient = tests.find_sufficient([*needed, *chain.from_iterable(rest)])
            left = rest
            if sufficient is None:
                needed += group
            elif not self._try([*needed, *chain.from_iterable(part := _touched(rest, sufficient))]):
                if not self._try([*needed, *chain.from_iterable(rest)]):
                    needed += group
            else:
                left = part

    def _try(self, clues: Collection[Place]) -> bool:
        """Keep only these clues, which suffice; return whether the board with them is accepted."""
        left = frozenset(clues)
        if self._accepts is not None and not self._accepts(self._board_with(left)):
            return False
        if len(left) < len(self._left):
            self._left = left
        return True

    def _board_with(self, clues: Collection[Place]) -> Board:
        return self._board.without_clues([clue for clue in self._clues if clue not in clues])


def _touched(groups: Iterable[Group], clues: Collection[Place]) -> list[Group]:
    """Return the groups that contain one of these clues."""
    return [group for group in groups if any(clue in clues for clue in group)]


def _find_superfluous(clues: Sequence[Place], tests: ClueTests) -> list[Place]:
    """Try to drop each clue, except those without which other clues were seen to suffice."""
    superfluous = set[Place]()
    for clue in clues:
        if clue not in superfluous:
            sufficient = tests.find_sufficient([other for other in clues if other != clue])
            if sufficient is not None:
                superfluous.update(other for other in clues if other == clue or other not in sufficient)
    return [clue for clue in clues if clue in superfluous]


def _droppable_clues(board: Board) -> list[Place]:
    """Return the places of all clues that can be dropped, in an order that does not depend on that of the clues."""
    if all(layer.dropped is None for layer in board.genre.clue_layers):
        raise InputError(f"{board.genre.title} has no clues that can be dropped")
    return sorted(board.droppable_clues, key=_position)


def _position(place: Place) -> tuple[int, ...]:
    return (place,) if isinstance(place, int) else tuple(sorted(place))


def _with_sorted_clues(board: Board) -> Board:
    """Return the same board with its clues in order, because the order of a model's statements affects its search."""
    clues = {
        name: dict(sorted(layer.items(), key=lambda entry: _position(entry[0]))) for name, layer in board.clues.items()
    }
    return Board(board.genre, board.grid, clues, board.given, {}, board.options)


def _require_same_solution(board: Board, smaller: Board) -> Board:
    """Return the smaller board; raise InternalError if it does not have the solution of the board as its only one."""
    before, after = solve(board), solve(smaller)
    if before.board is None or after.board is None or not after.unique or after.board.marks != before.board.marks:
        raise InternalError(f"a {board.genre.name} board lost its solution when clues were dropped")
    return smaller
