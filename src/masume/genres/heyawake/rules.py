"""The rules of Heyawake, with the ids of Çaylı et al. 2007; the clue "?" means a room without a number."""

from collections.abc import Sequence
from itertools import compress, count, pairwise
from operator import ne
from typing import cast

from masume.core.board import Board
from masume.core.board_caching import cached_per_puzzle
from masume.core.genre import Genre
from masume.core.grid import runs
from masume.core.layers import UNKNOWN_CLUE, Layer, Numbers, Symbols, Where
from masume.core.phrases import name_place
from masume.core.places import Area, Chain, Place, PlaceKind
from masume.core.rule_queries import cells_with, cells_without, cut_off_components, neighbours_with
from masume.core.techniques import Deduction

GENRE = Genre(
    __package__,
    title="Heyawake",
    clues=(Layer("rooms", PlaceKind.AREA, Numbers(0, unknown=True), where=Where.ROOMS, dropped=UNKNOWN_CLUE),),
    marks=(Layer("shade", PlaceKind.CELL, Symbols({"shaded": "#", "white": "+"}), default="white"),),
    answer=("shade",),
    needs=frozenset({"rays"}),
)


@cached_per_puzzle
def lines_over_two_walls(board: Board) -> Sequence[Chain]:
    """Return the shortest straight lines across two walls: from the cell before the first to that after the second."""
    room_number = {cell: number for number, room in enumerate(board.clues["rooms"]) for cell in room}
    lines: list[Chain] = []
    for run in runs(board.grid).values():
        rooms = [room_number[cell] for cell in run]
        walls = list(compress(count(), map(ne, rooms, rooms[1:])))
        lines += (run[first : second + 2] for first, second in pairwise(walls))
    return tuple(lines)


def finished_rooms(deduction: Deduction) -> str:
    """Say which rooms have all their shaded cells if the rest of them is claimed to be white; empty otherwise."""
    shaded = {claim.place for claim in deduction.known if claim.value == "shaded"}
    rooms = dict.fromkeys(cast("tuple[Area, ...]", deduction.places["H3"]))
    if any(len(room & shaded) != deduction.board.clues["rooms"][room] for room in rooms):
        return ""
    if len(rooms) > 1:
        return "Rooms that have their number are finished."
    (room,) = rooms
    return f"The room at {name_place(deduction.board, room)} is finished."


@GENRE.check(
    "H1",
    "No two shaded cells share a side.",
    otherwise="{place} would both be shaded",
    at_once=True,
    because="a cell beside it is shaded",
)
def shaded_neighbours(board: Board, finished: bool) -> list[Place]:
    return list(neighbours_with(board, "shade", "shaded"))


@GENRE.check(
    "H2",
    "The white cells are connected by their sides.",
    otherwise="{one} would be cut off",
)
def cut_off_cells(board: Board, finished: bool) -> list[Place]:
    return list(cut_off_components(board, "shade", "white", blocked_by="shaded"))


@GENRE.check(
    "H3",
    "A room with a number has as many shaded cells as it says.",
    otherwise="the room at {place} could not have {clue}",
    at_once=finished_rooms,
    in_short="for the {clue} at {place}",
)
def wrong_rooms(board: Board, finished: bool) -> list[Place]:
    certain, possible = cells_with(board, "shade", "shaded"), cells_without(board, "shade", "white")
    return [
        room
        for room, number in board.clues["rooms"].items()
        if isinstance(number, int) and not len(room & certain) <= number <= len(room & possible)
    ]


GENRE.rule("H4", "A room without a number may have any number of shaded cells.")


@GENRE.check(
    "H5",
    "No straight line of white cells passes through more than two rooms.",
    otherwise="{line} would be white through three rooms",
    in_short="to break {line}",
)
def long_lines(board: Board, finished: bool) -> list[Place]:
    white = cells_with(board, "shade", "white")
    return [line for line in lines_over_two_walls(board) if white.issuperset(line)]


GENRE.theorem(
    "packing",
    "The shaded cells of a room with a number cut nothing off.",
    otherwise="{clue} would not fit into the room at {place} without cutting anything off",
    in_short="to fit {clue} into the room at {place}",
)
GENRE.theorem(
    "density",
    "If many cells are shaded, few 2x2s and few pairs along the edges can be all white.",
    otherwise="too many 2x2s or pairs along the edges would be white",
    in_short="to leave no more 2x2s or pairs white",
)
GENRE.theorem(
    "bundle",
    "Lines side by side through three rooms are all broken, without cutting anything off.",
    otherwise="the lines side by side at {place} could not all be broken",
    in_short="to break all lines at {place}",
)
