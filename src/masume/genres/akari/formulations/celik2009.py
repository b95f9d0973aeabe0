"""The constraint program for Akari of Çelik et al. 2009: one 0/1 variable per cell, and sums over blocks of cells."""

from functools import partial

from masume.core.board import Board
from masume.genres.akari.rules import corridors
from masume.modelling import AlternativeModel, Model, any_of, at_least, at_most, exactly


def celik2009(board: Board, *, repeated: bool = False) -> Model:
    """Return the model of a board; with `repeated`, as printed, A2 is posted again for each block."""
    m, grid, black = Model(), board.grid, board.clues["numbers"]
    bulb = m.add_marks("lamps", grid.cells, "lamp", "empty")
    for clue, number in black.items():
        m.post("A1", clue, any_of(-bulb[clue]))
        if isinstance(number, int):
            m.post("A1a", clue, exactly(number, (bulb[cell] for cell in grid.neighbours(clue))))
    blocks = corridors(board)
    reachable: dict[int, set[int]] = {cell: {cell} for cell in grid.cells if cell not in black}
    for block in blocks:
        m.post("A3", block, at_most(1, (bulb[cell] for cell in block)))
        for cell in block:
            reachable[cell].update(block)
    for _ in blocks if repeated else blocks[:1]:
        for cell, lit_by in reachable.items():
            m.post("A2", cell, at_least(1, (bulb[other] for other in sorted(lit_by))))
    return m


MODELS = {
    "celik2009": AlternativeModel("sums over blocks of cells", celik2009),
    "celik2009-printed": AlternativeModel(
        "the same, with every cell's light posted once for each block", partial(celik2009, repeated=True)
    ),
}
