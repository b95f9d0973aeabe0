"""The values everything else speaks of: grids, boards, genres, limits, outcomes, errors."""
