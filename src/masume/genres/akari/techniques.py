"""Techniques for Akari."""

from masume.core.techniques import Deduction, Technique


def is_diagonal(deduction: Deduction) -> bool:
    """Return whether a lamp would stand diagonally to the number and take away two cells beside it."""
    grid, number, lamp = deduction.board.grid, deduction.cell("A1b"), deduction.claim
    beside = set(grid.neighbours(number))
    taken = beside.intersection(grid.neighbours(lamp.cell))
    return lamp.value == "empty" and lamp.cell not in beside and len(taken) > 1


TECHNIQUES = (
    Technique(
        "Diagonal of a number",
        "A1b A3 A3",
        "a lamp there would rule out two cells beside {A1b}, and too few would be left",
        applies=is_diagonal,
    ),
)
