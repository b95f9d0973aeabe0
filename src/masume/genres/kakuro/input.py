"""How digits are put into a Kakuro: with the combinations that are left for each sum."""

from masume.core.input import Digits

INPUTS = (Digits("digits", sums="sums"),)
