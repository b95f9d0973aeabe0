"""Further formulations of Heyawake: answer set programs (.lp) and models (.py)."""
