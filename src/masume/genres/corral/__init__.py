"""Corral: draw one loop around all numbers; a number says how many cells it sees inside, along its row and column."""

NAMES = ("corral", "bag", "cave", "correl", "バッグ")
