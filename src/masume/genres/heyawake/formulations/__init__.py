"""Further ways of stating the rules of Heyawake: as answer set programs (.lp) and as models (.py)."""
