"""Further formulations of Akari: answer set programs (.lp) and models (.py)."""
