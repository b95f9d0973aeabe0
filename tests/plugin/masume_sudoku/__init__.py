"""Sudoku: no digit stands twice in a row, a column or a box; a test that a genre can be a package of its own."""

NAMES = ("sudoku", "number place", "数独")
