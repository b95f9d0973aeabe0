"""Masyu: draw one loop from cell to cell through all circles; white ones are passed straight, black ones turn it."""

NAMES = ("masyu", "mashu", "pearl", "pearls", "ましゅ", "真珠", "shiroshinju kuroshinju")
