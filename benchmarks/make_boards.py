"""Make the boards for `masume bench papers`: of the sizes of the papers' instances, each with one solution.

    python benchmarks/make_boards.py > src/masume/bench/boards.jsonl

Every board is generated from its own random seed: a solution, and the clues that describe it.  While the board has
other solutions, it is altered where they differ; then the clues that it does not need are removed.  A board on which a
search exceeds `SEARCH_LIMITS` is given up, so a very slow machine may make different boards.  Heyawake
boards also depend on which solution the default engine finds first.
"""

import json
import sys
from collections.abc import Callable
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import masume
from board_generators import (
    SEARCH_LIMITS,
    Clues,
    alter_digits,
    alter_islands,
    alter_lamps,
    alter_loop,
    alter_rooms,
    generate_akari,
    generate_corral,
    generate_heyawake,
    generate_kakuro,
    generate_kuromasu,
    generate_masyu,
    generate_nurikabe,
    generate_slitherlink,
)
from grid_shapes import shuffled
from masume.core.errors import OutOfTimeError
from masume.core.layers import UNKNOWN_CLUE, RuledOut
from masume.core.square import SquareGrid, square

SIZES = [
    ("nurikabe", [(5, 5)] * 4 + [(7, 7)] * 4 + [(10, 10)] * 7 + [(12, 12)] + [(15, 15)] * 3),
    ("heyawake", [(6, 6)] * 4 + [(7, 7)] * 2 + [(10, 10)] * 7 + [(15, 15)] * 3),
    ("masyu", [(10, 10)] * 7 + [(15, 15)] * 3),
    ("corral", [(10, 10)]),
    ("akari", [(7, 7)] * 6 + [(10, 10)] * 3 + [(14, 14)] * 2),
    ("kakuro", [(7, 7), (11, 9), (9, 13), (11, 11), (13, 11), (11, 15), (19, 11), (15, 15), (19, 13), (31, 21)]),
    ("kuromasu", [(11, 11)]),
    ("slitherlink", [(10, 10), (15, 15), (5, 5), (7, 7)]),
]
MAX_FAILED_ALTERATIONS = 500  # in a row, before a board is given up


class BoardMaker(NamedTuple):
    """The functions that make a genre's boards.

    `generate` returns a board with its solution as marks; `alter` changes it near some places and returns None if that
    fails; `remove_clue` removes a clue, for genres whose boards need not have all clues.
    """

    generate: Callable[[SquareGrid, Random], masume.Board]
    alter: Callable[[masume.Board, list[int], Random], masume.Board | None] | None = None
    remove_clue: Callable[[Clues, Any], Clues] | None = None


def make_board(genre: str, rows: int, cols: int, seed: str) -> masume.Board:
    """Return a board with one solution, without needless clues."""
    random, maker = Random(seed), MAKERS[genre]
    while True:
        board = maker.generate(square(rows, cols), random)
        unique = make_unique(board, maker.alter, random) if maker.alter else board
        if unique is None or not is_unique(unique):
            continue
        if maker.remove_clue is None:
            return unique
        reduced = remove_needless_clues(unique, maker.remove_clue, random)
        if reduced.clues != unique.clues:
            return reduced


def is_unique(board: masume.Board) -> bool:
    """Return whether a board is proved to have exactly one solution."""
    return masume.solve(board, limits=SEARCH_LIMITS).unique is True


def remove_needless_clues(board: masume.Board, remove: Callable[[Clues, Any], Clues], random: Random) -> masume.Board:
    """Remove the clues that a board does not need for a unique solution, tried in random order."""
    (layer,) = board.genre.clue_layers
    for place in shuffled(board.clues[layer.name], random):
        reduced = masume.Board(board.genre, board.grid, {layer.name: remove(board.clues[layer.name], place)})
        if is_unique(reduced):
            board = reduced
    return board


def make_unique(
    board: masume.Board,
    alter: Callable[[masume.Board, list[int], Random], masume.Board | None],
    random: Random,
) -> masume.Board | None:
    """Alter a board where its solutions differ until there is only one; return None if that fails."""
    places, failures = find_undecided(board), 0
    while places and failures < MAX_FAILED_ALTERATIONS:
        failures += 1
        altered = alter(board, places, random)
        remaining = find_undecided(altered) if altered is not None else None
        if altered is not None and remaining is not None and len(remaining) <= len(places):
            failures = failures if len(remaining) == len(places) else 0
            board, places = altered, remaining
    return board if places == [] else None


def find_undecided(board: masume.Board) -> list[int] | None:
    """Return the places where the solutions of a board differ, or None if the search takes too long."""
    try:
        common = masume.common(board, limits=SEARCH_LIMITS)
    except OutOfTimeError:
        return None
    (layer,) = board.genre.mark_layers
    known = common.marks[layer.name]
    return [place for place in layer.places(board.grid) if isinstance(known.get(place, RuledOut()), RuledOut)]


def remove_clue(clues: Clues, place: Any) -> Clues:
    """Return the clues without the one at a place."""
    return {other: clue for other, clue in clues.items() if other != place}


def hide_clue(clues: Clues, place: Any) -> Clues:
    """Return the clues with an unknown clue at a place."""
    return {**clues, place: UNKNOWN_CLUE}


MAKERS = {
    "nurikabe": BoardMaker(generate_nurikabe, alter_islands),
    "heyawake": BoardMaker(generate_heyawake, alter_rooms, hide_clue),
    "masyu": BoardMaker(generate_masyu, alter_loop, remove_clue),
    "corral": BoardMaker(generate_corral, remove_clue=remove_clue),
    "akari": BoardMaker(generate_akari, alter_lamps, hide_clue),
    "kakuro": BoardMaker(generate_kakuro, alter_digits),
    "kuromasu": BoardMaker(generate_kuromasu, remove_clue=remove_clue),
    "slitherlink": BoardMaker(generate_slitherlink, remove_clue=remove_clue),
}


def main() -> None:
    """Print a line of JSON for each board."""
    for genre, sizes in SIZES:
        numbers: dict[tuple[int, int], Any] = {size: count(1) for size in sizes}
        for rows, cols in sizes:
            name, start = f"{genre}-{rows}x{cols}-{next(numbers[rows, cols])}", perf_counter()
            board = make_board(genre, rows, cols, name)
            url = masume.write(board, "pzpr")
            print(json.dumps({"id": name, "genre": genre, "rows": rows, "cols": cols, "url": url}), flush=True)
            print(f"{name}: {perf_counter() - start:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
