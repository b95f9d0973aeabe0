"""Kuromasu: shade single cells so that every number sees as many white cells as it says."""

NAMES = ("kuromasu", "kurodoko", "黒どこ", "黒マスはどこだ", "where is black cells", "range")
