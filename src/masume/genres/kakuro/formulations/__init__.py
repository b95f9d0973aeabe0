"""Further ways of stating the rules of Kakuro: as answer set programs (.lp) and as models (.py)."""
