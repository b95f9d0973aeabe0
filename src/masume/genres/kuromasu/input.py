"""How cells of a Kuromasu are shaded: not those with a number."""

from masume.core.input import Cycle

INPUTS = (Cycle("shade", ("shaded", "white"), not_on="numbers"),)
