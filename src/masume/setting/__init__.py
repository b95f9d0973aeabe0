"""Setting: what authors of puzzles need.

>>> import masume
>>> board = masume.read("nurikabe/5/5/g5k2o1k3g")
>>> [board.place_name(place) for place in masume.superfluous_clues(board)]
['r2c3', 'r4c3', 'r5c4']
>>> masume.write(masume.minimise(board), "pzpr")
'https://puzz.link/p?nurikabe/5/5/g5k2o.k.g'
"""

from masume.core.symmetry import CLUE_SYMMETRIES
from masume.setting.minimising import minimise, superfluous_clues

__all__ = ["CLUE_SYMMETRIES", "minimise", "superfluous_clues"]
