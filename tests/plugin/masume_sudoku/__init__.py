"""Sudoku: no digit stands twice in a row, a column or a box; an example of a genre in a separate package."""

NAMES = ("sudoku", "number place", "数独")
