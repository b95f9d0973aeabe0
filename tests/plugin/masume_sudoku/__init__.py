"""Sudoku: no digit stands twice in a row, a column or a box; here to show that a folder is all a genre needs."""

NAMES = ("sudoku", "number place", "数独")
