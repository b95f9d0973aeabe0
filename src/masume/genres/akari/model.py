"""Akari as a model: which cells have a lamp, and in which corridors one shines."""

from collections.abc import Sequence

from masume.core.board import Board
from masume.core.places import Chain
from masume.genres.akari.rules import corridors
from masume.modelling import Instance, Model, any_of, at_least, at_most, exactly, implies, template


def state(board: Board) -> Model:
    """State a board's rules."""
    m, grid, black = Model(), board.grid, board.clues["numbers"]
    lamp = m.marks("lamps", grid.cells, "lamp", "empty")
    for clue, number in black.items():
        m.post("A1", clue, any_of(-lamp[clue]))
        if isinstance(number, int):
            beside = [lamp[cell] for cell in grid.neighbours(clue) if cell not in black]
            state_number(m, clue, beside, number)
            m.read("A1b", clue, exactly, number, beside, rests_on=[Instance("A1a", clue)])
    lit: dict[int, list[int]] = {cell: [] for cell in grid.cells if cell not in black}
    seen: dict[int, list[int]] = {cell: [] for cell in lit}
    for cells in corridors(board):
        lamps = [lamp[cell] for cell in cells]
        (shining,) = state_corridor(m, cells, lamps)
        for cell in cells:
            lit[cell].append(shining)
            seen[cell] += lamps
    for cell, lights in lit.items():
        m.post("A2", cell, any_of(*lights))
        m.read("A2", cell, any_of, *seen[cell])
    return m


@template
def state_number(m: Model, clue: int, beside: Sequence[int], number: int) -> None:
    """A number has so many lamps beside it."""
    m.post("A1a", clue, at_most(number, beside))
    m.post("A1b", clue, at_least(number, beside))


@template
def state_corridor(m: Model, cells: Chain, lamps: Sequence[int]) -> Sequence[int]:
    """A corridor has one lamp at most; returned is the literal that it has one."""
    (shining,) = m.new(1)
    m.post("A3", cells, at_most(1, lamps))
    m.define(implies(shining, *lamps), *(implies(each, shining) for each in lamps))
    m.prefer([*lamps, shining])  # else large white areas are many rooks on a board, placed by trial and error
    return [shining]
