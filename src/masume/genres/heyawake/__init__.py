"""Heyawake: shade single cells, as many in each room as its number says; no line of white cells crosses three rooms."""

NAMES = ("heyawake", "heyawacky", "へやわけ", "divided rooms")
