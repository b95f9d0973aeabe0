"""Corral: draw one loop along the edges around all numbers; each sees as many cells inside it as it says."""

NAMES = ("corral", "bag", "cave", "correl", "バッグ")
