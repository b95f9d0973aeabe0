"""Slitherlink: draw one loop along the edges; a number says how many of its edges the loop takes."""

NAMES = ("slitherlink", "slither", "loopy", "スリザーリンク", "fences", "loop the loop", "takegaki")
