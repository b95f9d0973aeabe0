"""Corral: draw one loop along the edges around all numbers; each says how many cells it sees inside, along its row and column."""

NAMES = ("corral", "bag", "cave", "correl", "バッグ")
