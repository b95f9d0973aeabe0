"""Heyawake: shade single cells, as many in each room as its number says, and let no white line see three rooms."""

NAMES = ("heyawake", "heyawacky", "へやわけ", "divided rooms")
