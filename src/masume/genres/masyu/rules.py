"""The rules of Masyu, with the ids of Çaylı et al. 2007."""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

from masume.core import tracks
from masume.core.board import Board
from masume.core.genre import Genre
from masume.core.grid import Grid, edge_towards, once_per_place, opposite
from masume.core.layers import Layer, Option, Options, Symbols, Where
from masume.core.places import Place, PlaceKind
from masume.core.tracks import LINES, across_edges
from masume.genres.masyu import NAMES

GENRE = Genre(
    NAMES,
    home=__package__,
    title="Masyu",
    clues=(Layer("circles", PlaceKind.CELL, Symbols({"white": "w", "black": "b"})),),
    marks=(Layer("loop", PlaceKind.EDGE, LINES, default="cross", where=Where.ACROSS),),
    answer=("loop",),
    options=(Option("visit_all", "The loop visits every cell."),),
    needs=frozenset({"edges", "rays"}),
)


def visits_all(options: Options) -> bool:
    """Whether the loop must visit every cell."""
    return options["visit_all"] == "yes"


class Passage(NamedTuple):
    """A way through a cell: the two edges it crosses, the others, and the edges straight on beyond the two."""

    straight: bool
    taken: tuple[int, int]
    others: tuple[int, ...]
    beyond: tuple[int, int]


@once_per_place
def passages(grid: Grid, cell: int) -> list[Passage]:
    """The ways through a cell; `beyond` may be edges of the frame."""
    ahead = {way: other for way in grid.directions if (other := grid.step(cell, way)) is not None}
    edge = {way: edge_towards(grid, cell, way) for way in ahead}
    beyond = {way: edge_towards(grid, other, way) for way, other in ahead.items()}
    return [
        Passage(
            other == opposite(grid, one),
            taken=(edge[one], edge[other]),
            others=tuple(edge[way] for way in ahead if way not in (one, other)),
            beyond=(beyond[one], beyond[other]),
        )
        for one, other in combinations(ahead, 2)
    ]


@GENRE.check(
    "M1",
    "There is one loop, which neither branches nor ends.",
    otherwise="the loop would branch or end in {place}",
)
def branches_and_ends(board: Board, finished: bool) -> list[Place]:
    return list(tracks.branches_and_ends(across_edges(board.grid), board.decided("loop")))


@GENRE.check("M1")
def several_loops(board: Board, finished: bool) -> list[Place]:
    return list(tracks.stray_pieces(across_edges(board.grid), board.decided("loop")))


@GENRE.check("M1")
def missing_loops(board: Board, finished: bool) -> list[Place]:
    return [board.grid.board] if tracks.is_missing(across_edges(board.grid), board.decided("loop")) else []


@GENRE.check(
    "M2",
    "Through a white circle the loop goes straight, and it turns in the cell before or after.",
    otherwise="the loop would not go straight through the white circle at {place} and turn beside it",
)
def wrong_white_circles(board: Board, finished: bool) -> list[Place]:
    return _impassable(board, "white", lambda way, lines, free: way.straight and not lines.issuperset(way.beyond))


@GENRE.check(
    "M3",
    "In a black circle the loop turns, and it goes straight through the cells before and after.",
    otherwise="the loop would not turn in the black circle at {place} and go straight on both sides",
)
def wrong_black_circles(board: Board, finished: bool) -> list[Place]:
    return _impassable(board, "black", lambda way, lines, free: not way.straight and free.issuperset(way.beyond))


@GENRE.check(
    "M4",
    "The loop visits every cell.",
    when=visits_all,
    otherwise="the loop would not visit {place}",
)
def unvisited_cells(board: Board, finished: bool) -> list[Place]:
    return list(tracks.unvisited(across_edges(board.grid), board.decided("loop")))


def _impassable(board: Board, colour: str, fits: Callable[[Passage, set[int], set[int]], bool]) -> list[Place]:
    """The circles of a colour through which no passage that fits can be drawn any more.

    A passage is judged by the edges that the loop surely, and those that it at most, crosses.
    """
    loop, steps = board.decided("loop"), across_edges(board.grid).steps
    lines = {step for step in steps if loop.get(step) == "line"}
    free = {step for step in steps if loop.get(step) != "cross"}

    def is_open(way: Passage) -> bool:
        return free.issuperset(way.taken) and lines.isdisjoint(way.others) and fits(way, lines, free)

    circles = (cell for cell, found in board.clues["circles"].items() if found == colour)
    return [cell for cell in circles if not any(map(is_open, passages(board.grid, cell)))]
