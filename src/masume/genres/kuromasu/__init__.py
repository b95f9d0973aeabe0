"""Kuromasu: shade single cells; every number says how many white cells it sees along its row and column, its own included."""

NAMES = ("kuromasu", "kurodoko", "黒どこ", "黒マスはどこだ", "where is black cells", "range")
