"""Recipes: which clues of a draft to show, for boards of a level.

A rating counts what a person goes through; a recipe only counts reasons, which is much faster.  So a board made by the
recipe of a level often has that level, but not always: it has to be rated, and may need further clues.
"""

from typing import NamedTuple

DIRECT = 0  # as the limit on reasons: only what follows directly


class Recipe(NamedTuple):
    """How the clues of a board are chosen from those of a draft.

    starts_directly   begin without clues, and add some until the board can be solved directly; otherwise with all
    reduces           drop clues until each one that is left is needed
    max_conflicts     but keep those, too, without which searches for other solutions take more conflicts, since the
                      board would be hard; None: search until it is known whether a clue is needed
    keeps_density     but drop no more than leaves the usual density of clues
    limit             add clues until steps of at most so many reasons suffice; None: the board may be as hard as it is
    harder_than       reject the board if steps of at most so many reasons suffice; None: it may be as easy as it is
    """

    starts_directly: bool = False
    reduces: bool = True
    max_conflicts: int | None = None
    keeps_density: bool = False
    limit: int | None = None
    harder_than: int | None = None


_FEW_CONFLICTS = 20
UNRATED = Recipe(keeps_density=True)
MINIMAL = Recipe()
_DIRECT_ONLY = Recipe(starts_directly=True, reduces=False, limit=DIRECT)
# Which recipe is best depends on the genre and the size: if the first one fails, those of a level take turns.
BY_LEVEL = {
    1: (_DIRECT_ONLY,),
    2: (_DIRECT_ONLY, Recipe(starts_directly=True, max_conflicts=_FEW_CONFLICTS, limit=2)),
    3: (Recipe(starts_directly=True, max_conflicts=_FEW_CONFLICTS, limit=3), Recipe(limit=3)),
    4: (Recipe(limit=6),),
    5: (Recipe(limit=12), MINIMAL),
    6: (MINIMAL,),
}

# By the number of reasons of the largest step, which is quicker to find out than a rating.
BY_REASONS = {
    "unrated": MINIMAL,
    "easy": _DIRECT_ONLY,
    "medium": Recipe(starts_directly=True, max_conflicts=_FEW_CONFLICTS, limit=3, harder_than=1),
    "hard": Recipe(limit=7, harder_than=3),
}
