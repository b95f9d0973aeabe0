"""Further formulations of Kakuro: answer set programs (.lp) and models (.py)."""
