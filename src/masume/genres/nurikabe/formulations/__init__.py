"""Further formulations of Nurikabe: answer set programs (.lp) and models (.py)."""
