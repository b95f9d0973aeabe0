"""The engine `native` on boards: it says what `lazy` says, with short reasons, in time, and leaves nothing behind."""

import ctypes
import gc
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from itertools import count, islice
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

import pytest

import masume
from hexagon import hexagons
from masume import engines, examples
from masume.core.errors import NoSolutionError
from masume.core.genre import Genre
from masume.core.grid import Grid
from masume.core.outcome import NO_LIMITS, Limits, Status
from masume.core.square import square
from masume.engines import native_library
from masume.engines.session import Core, Session
from masume.modelling import Instance, Model
from masume.modelling.compiling import compiled
from masume.solving import state
from registry import all_genres, clue_values, genre_ids, random_board
from test_limits import SHORT, TOLERANCE, assert_in_time, jobs_after

pytestmark = pytest.mark.skipif(engines.lacking("native") is not None, reason="the engine native is not here")

DRAWS = int(os.environ.get("MASUME_DRAWS", "1"))
BOARDS = 260 * DRAWS  # of a genre, on which both engines are asked for all they know
CORES = -(-500 // len(all_genres()))  # of a genre, so that there are 500 in all
CALLS = 1000  # to one session
LIMIT = 20  # of solutions
HARD = Path(__file__).parent / "data" / "hard.txt"
GRIDS: list[Grid] = [
    *(square(*shape) for shape in ((3, 3), (4, 4), (2, 7), (3, 5), (5, 4), (5, 5), (6, 6))),
    *(square(4, 4, frozenset({5})), square(5, 5, frozenset({12})), hexagons(3, 4)),
]

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)


Entry: TypeAlias = tuple[str, str, Any, Any]  # role, layer, place, value


def entries(board: masume.Board) -> list[Entry]:
    roles = {"clues": board.clues, "given": board.given, "marks": board.marks}
    return [
        (role, name, place, value)
        for role, layers in roles.items()
        for name, layer in layers.items()
        for place, value in layer.items()
    ]


def with_entries(board: masume.Board, chosen: list[Entry]) -> masume.Board:
    """An empty board of that sort with other entries; of two at one place the later one counts."""
    roles: dict[str, dict[str, dict[Any, Any]]] = {"clues": {}, "given": {}, "marks": {}}
    for role, layer, place, value in chosen:
        roles[role].setdefault(layer, {})[place] = value
    return masume.Board(board.genre, board.grid, **roles, options=board.options)


def vague_clues(board: masume.Board) -> list[Entry]:
    """A question mark for every clue that may be one."""
    vague = {layer.name for layer in board.genre.clue_layers if "?" in clue_values(layer, board.grid, board.options)}
    return [("clues", name, place, "?") for name in vague & set(board.clues) for place in board.clues[name]]


def is_solvable(board: masume.Board) -> bool:
    """By the other engine, so that boards which `native` would call unsolvable are not left out."""
    return masume.solve(board, "lazy", Limits(solutions=1), from_marks=True).status is Status.SOLVED


def reconciled(board: masume.Board, random: Random) -> list[masume.Board]:
    """A solvable board made of entries of this one, and the same with some more, which mostly is one no longer."""
    rest, vague, refused = entries(board), vague_clues(board), list[Entry]()
    random.shuffle(rest)
    random.shuffle(vague)
    begins = [begin for begin in ([], vague, vague[::2], vague[::4]) if is_solvable(with_entries(board, begin))]
    if not begins:
        return []
    kept, parts = begins[0], [rest[number::4] for number in range(4)]
    for _ in range(12):
        part = parts.pop() if parts else []
        if is_solvable(with_entries(board, kept + part)):
            kept = kept + part
        else:
            refused = part
            parts += [part[::2], part[1::2]] if len(part) > 1 else []
    return [with_entries(board, kept), with_entries(board, kept + refused)]


def drawn(genre: Genre) -> Iterator[masume.Board]:
    """Boards without end: random ones, and what became of them when reconciled."""
    grids = [grid for grid in GRIDS if genre.needs <= grid.abilities]
    for seed in count():
        random = Random(f"{genre.name} {seed}")
        marks, given = random.choice((0, 0.2, 0.5)), random.choice((0, 0.1, 0.4, 0.8))
        board = random_board(genre, random.choice(grids), random, marks, given)
        yield from (board, *reconciled(board, random))


class Verdict(NamedTuple):
    """All that an engine can say of a board; its marks are taken as given."""

    status: Status
    unique: bool | None
    count: int
    solutions: set[masume.Board]  # none if there are too many, for then any may be among the first
    common: masume.Board | None


def verdict(board: masume.Board, engine: str) -> Verdict:
    outcome = masume.solve(board, engine, Limits(solutions=LIMIT), from_marks=True)
    solutions = set(outcome.boards) if len(outcome.boards) < LIMIT else set()
    try:
        common = masume.common(board, engine, from_marks=True)
    except NoSolutionError:
        common = None
    counted = masume.count(board, LIMIT, engine, from_marks=True)
    return Verdict(outcome.status, outcome.unique, counted, solutions, common)


@every_genre
def test_both_engines_say_the_same_of_a_board(genre: Genre) -> None:
    seen: Counter[tuple[Status, bool | None]] = Counter()
    for board in islice(drawn(genre), BOARDS):
        found = verdict(board, "native")
        assert found == verdict(board, "lazy"), masume.write(board, "json")
        seen[found.status, found.unique] += 1
    print(genre.name, dict(seen))
    assert set(seen) == {(Status.SOLVED, True), (Status.SOLVED, False), (Status.UNSOLVABLE, None)}


def size(core: Core) -> int:
    return len(core.instances) + len(core.assumptions)


def status_of(judge: Session, core: Core) -> Status:
    """Whether just what a core names can hold together."""
    others = set(judge.model.instances).difference(core.instances)
    return judge.solve(core.assumptions, without=others).status


def smaller(core: Core) -> Iterator[Core]:
    """All that is left of a core without one of its parts."""
    instances, assumptions = core.instances, core.assumptions
    for number in range(len(instances)):
        yield Core(instances[:number] + instances[number + 1 :], assumptions)
    for number in range(len(assumptions)):
        yield Core(instances, assumptions[:number] + assumptions[number + 1 :])


@every_genre
def test_cores_are_not_much_larger_than_those_of_the_other_engine_and_can_be_made_minimal(genre: Genre) -> None:
    sizes: list[tuple[int, int]] = []
    boards = drawn(genre)
    while len(sizes) < CORES:
        board = next(boards)
        model = state(board)
        marks = model.literals_of(board.marks)
        with (
            engines.open_session("native", model, guarded=True) as session,
            engines.open_session("lazy", model, guarded=True) as judge,
        ):
            core, other = session.solve(marks).core, judge.solve(marks).core
            assert (core is None) == (other is None)
            if core is not None and other is not None:
                sizes.append((size(core), size(other)))
                least = session.minimal(core)
                assert status_of(judge, core) is status_of(judge, least) is Status.UNSOLVABLE
                assert {status_of(judge, less) for less in smaller(least)} <= {Status.SOLVED}
    ours, theirs = (sum(each) for each in zip(*sizes, strict=True))
    print(f"{genre.name}: {ours} against {theirs}, {sum(one > 2 * other for one, other in sizes)} more than twice as large")
    assert ours <= 3 * theirs
