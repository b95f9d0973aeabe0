"""How cells of a Nurikabe are shaded: not those with a number."""

from masume.core.input import Cycle

INPUTS = (Cycle("shade", ("sea", "island"), not_on="numbers"),)
