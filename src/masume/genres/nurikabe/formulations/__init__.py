"""Further ways of stating the rules of Nurikabe: as answer set programs (.lp) and as models (.py)."""
