"""Akari: place lamps that light every white cell and never shine on each other; a number counts the lamps beside it."""

NAMES = ("akari", "light up", "lightup", "bijutsukan", "美術館")
