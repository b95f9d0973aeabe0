"""The rules of Slitherlink; it needs edges and corners only, so any grid will do."""

from masume.core.board import Board
from masume.core.genre import Genre
from masume.core.grid import parts
from masume.core.layers import Layer, Numbers, Option, Options, Symbols, Value
from masume.core.places import Place, PlaceKind
from masume.genres.slitherlink import NAMES

GENRE = Genre(
    NAMES,
    home=__package__,
    title="Slitherlink",
    clues=(Layer("numbers", PlaceKind.CELL, lambda grid, options: Numbers(0, grid.sides, unknown=True)),),
    marks=(Layer("loop", PlaceKind.EDGE, Symbols({"line": "-", "cross": "x"}), default="cross"),),
    answer=("loop",),
    options=(Option("visit_all", "The loop visits every corner."),),
    needs=frozenset({"edges", "corners"}),
)


def visits_all(options: Options) -> bool:
    """Whether the loop must visit every corner."""
    return options["visit_all"] == "yes"


@GENRE.check("S1a", "The loop takes no more edges of a cell than its number says.")
def crowded_numbers(board: Board, finished: bool) -> list[Place]:
    loop = board.decided("loop")
    return [
        cell
        for cell, number in _numbers(board)
        if sum(loop.get(edge) == "line" for edge in board.grid.edges_of(cell)) > number
    ]


@GENRE.check("S1b", "The loop takes no fewer edges of a cell than its number says.")
def lonely_numbers(board: Board, finished: bool) -> list[Place]:
    loop = board.decided("loop")
    return [
        cell
        for cell, number in _numbers(board)
        if sum(loop.get(edge) != "cross" for edge in board.grid.edges_of(cell)) < number
    ]


@GENRE.check("S2", "At every corner the loop passes once or not at all.")
def branches_and_ends(board: Board, finished: bool) -> list[Place]:
    loop, broken = board.decided("loop"), list[Place]()
    for corner in board.grid.corners:
        marks = [loop.get(edge) for edge in board.grid.edges_at(corner)]
        lines, free = marks.count("line"), marks.count(None)
        if lines > 2 or (lines == 1 and not free):
            broken.append(corner)
    return broken


@GENRE.check("S3", "There is one loop.")
def several_loops(board: Board, finished: bool) -> list[Place]:
    loop = board.decided("loop")
    lines = {edge for edge, mark in loop.items() if mark == "line"}
    around = [part & lines for part in _pieces(board, loop) if part & lines]
    return [frozenset(piece) for piece in sorted(around, key=len)[:-1]]


@GENRE.check("S3")
def missing_loops(board: Board, finished: bool) -> list[Place]:
    loop = board.decided("loop")
    return [] if any(loop.get(edge) != "cross" for edge in board.grid.edges) else [board.grid.board]


@GENRE.check("S4", "The loop visits every corner.", when=visits_all)
def unvisited_corners(board: Board, finished: bool) -> list[Place]:
    loop = board.decided("loop")
    return [
        corner
        for corner in board.grid.corners
        if all(loop.get(edge) == "cross" for edge in board.grid.edges_at(corner))
    ]


def _numbers(board: Board) -> list[tuple[int, int]]:
    clues = board.clues["numbers"].items()
    return [(cell, number) for cell, number in clues if isinstance(number, int)]


def _pieces(board: Board, loop: dict[Place, Value]) -> list[set[int]]:
    """The pieces in which edges that may still be lines hang together."""
    grid = board.grid
    open_edges = {edge for edge in grid.edges if loop.get(edge) != "cross"}
    return parts(
        open_edges,
        lambda edge: (other for end in grid.ends(edge) for other in grid.edges_at(end) if other in open_edges),
    )
