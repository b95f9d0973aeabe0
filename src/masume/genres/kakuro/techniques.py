"""Techniques for Kakuro."""

from masume.core.techniques import Joins, Technique
from masume.genres.kakuro.crossing import crosses, describe_crossing
from masume.genres.kakuro.single_runs import SINGLE_RUN_TECHNIQUES

TECHNIQUES = (
    *SINGLE_RUN_TECHNIQUES,
    Technique("Crossing runs", "K3 K3", describe_crossing, applies=crosses, joins=Joins.NOTHING),
)
