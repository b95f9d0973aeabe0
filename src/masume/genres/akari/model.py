"""Akari as a model: one literal per cell."""

from masume.core.board import Board
from masume.genres.akari.rules import corridors, lights
from masume.modelling import Model, any_of, at_least, at_most


def state(board: Board) -> Model:
    """State a board's rules."""
    m, grid, black = Model(), board.grid, board.clues["numbers"]
    lamp = m.marks("lamps", grid.cells, "lamp", "empty")
    for clue, number in black.items():
        m.post("A1", clue, any_of(-lamp[clue]))
        if isinstance(number, int):
            beside = [lamp[cell] for cell in grid.neighbours(clue) if cell not in black]
            m.post("A1a", clue, at_most(number, beside))
            m.post("A1b", clue, at_least(number, beside))
    for cell, around in lights(board).items():
        m.post("A2", cell, any_of(*(lamp[other] for other in around)))
    for cells in corridors(board):
        m.post("A3", cells, at_most(1, (lamp[cell] for cell in cells)))
    m.prefer(lamp.values())  # without them large white areas are as many rooks on a board, by trial and error
    return m
