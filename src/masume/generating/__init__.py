"""Generating: new boards with a unique solution, of a wanted size, level and symmetry."""
