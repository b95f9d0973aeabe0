"""Kuromasu: shade single cells; a number says how many white cells it sees along row and column, itself included."""

NAMES = ("kuromasu", "kurodoko", "黒どこ", "黒マスはどこだ", "where is black cells", "range")
