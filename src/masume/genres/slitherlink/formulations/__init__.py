"""Further formulations of Slitherlink: answer set programs (.lp) and models (.py)."""
