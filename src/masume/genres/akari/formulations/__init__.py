"""Further ways of stating the rules of Akari: as answer set programs (.lp) and as models (.py)."""
