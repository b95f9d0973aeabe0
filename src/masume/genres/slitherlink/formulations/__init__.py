"""Further ways of stating the rules of Slitherlink: as answer set programs (.lp) and as models (.py)."""
