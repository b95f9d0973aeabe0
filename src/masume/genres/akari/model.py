"""The model of Akari: one literal for a lamp in each cell, one for each corridor that has a lamp."""

from collections.abc import Mapping, Sequence
from functools import partial

from masume.core.board import Board
from masume.core.places import Chain
from masume.genres.akari.rules import corridors
from masume.modelling import Model, Restatement, RuleInstance, any_of, at_least, at_most, exactly, implies, template


def build_model(board: Board) -> Model:
    """Return the model of a board."""
    m, grid, black = Model(), board.grid, board.clues["numbers"]
    lamp = m.add_marks("lamps", grid.cells, "lamp", "empty")
    for clue, number in black.items():
        m.post("A1", clue, any_of(-lamp[clue]))
        if isinstance(number, int):
            beside = [lamp[cell] for cell in grid.neighbours(clue) if cell not in black]
            post_number(m, clue, beside, number)
    lit: dict[int, list[int]] = {cell: [] for cell in grid.cells if cell not in black}
    lamps_in: dict[int, list[int]] = {}  # by the literal that a corridor has a lamp
    for cells in corridors(board):
        lamps = [lamp[cell] for cell in cells]
        (has_lamp,) = post_corridor(m, cells, lamps)
        lamps_in[has_lamp] = lamps
        for cell in cells:
            lit[cell].append(has_lamp)
    for cell, lit_corridors in lit.items():
        m.post("A2", cell, any_of(*lit_corridors), explained_as=partial(any_lamp, lit_corridors, lamps_in))
    return m


def any_lamp(corridors: Sequence[int], lamps_in: Mapping[int, Sequence[int]]) -> Restatement:
    """Restate that one of two corridors has a lamp, without literals for corridors."""
    return Restatement(any_of(*(lamp for corridor in corridors for lamp in lamps_in[corridor])))


@template
def post_number(m: Model, clue: int, beside: Sequence[int], number: int) -> None:
    """Post that a number has this many lamps beside it."""
    m.post("A1a", clue, at_most(number, beside))
    m.post(
        "A1b",
        clue,
        at_least(number, beside),
        explained_as=lambda: Restatement(exactly(number, beside), rests_on=(RuleInstance("A1a", clue),)),
    )


@template
def post_corridor(m: Model, cells: Chain, lamps: Sequence[int]) -> Sequence[int]:
    """Post that a corridor has at most one lamp; return the literal that it has one."""
    (has_lamp,) = m.new_literals(1)
    m.post("A3", cells, at_most(1, lamps))
    m.define(implies(has_lamp, *lamps), *(implies(lamp, has_lamp) for lamp in lamps))
    # Without this, a large white area is the problem of placing rooks on a board, which takes much trial and error.
    m.prefer([*lamps, has_lamp])
    return [has_lamp]
