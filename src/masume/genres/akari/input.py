"""How lamps are put into an Akari: not on black cells."""

from masume.core.input import Cycle

INPUTS = (Cycle("lamps", ("lamp", "empty"), not_on="numbers"),)
