"""Techniques about numbers that see along rays, for each genre that has such numbers."""

from functools import partial
from itertools import combinations

from masume.core.argument_words import numbers_of, say_arguments
from masume.core.grid import rays
from masume.core.shared_lines import say_shared_lines
from masume.core.sight import Sight
from masume.core.sight_words import must_reach, say_too_few, say_too_many
from masume.core.techniques import Deduction, Joins, Technique, is_one_argument


def sight_techniques(sight: Sight) -> tuple[Technique, ...]:
    """Return the techniques about one number, and about two or three that see the same cells."""
    many, few = sight.too_many, sight.too_few
    both = f"{many}|{few}"
    return (
        Technique("No more", many, partial(say_too_many, sight)),
        Technique("Reach", few, partial(say_too_few, sight), applies=partial(must_reach, sight)),
        Technique(
            "Shared line",
            f"{both} {both}",
            partial(say_shared_lines, sight),
            applies=partial(are_in_line, sight),
            joins=Joins.AT_ANCHOR_HOWEVER_FAR,  # but on lines of the numbers, which may be long
        ),
        Technique(
            "Crossing numbers",
            f"{both} {both} {both}? {both}?",
            partial(say_arguments, sight),
            applies=partial(are_crossing, sight),
            joins=Joins.AT_ANCHOR_HOWEVER_FAR,
        ),
    )


def are_in_line(sight: Sight, deduction: Deduction) -> bool:
    """Return whether the two numbers of a deduction are on one line."""
    if not is_one_argument(deduction):
        return False
    cells = sorted({cell for _, cell in numbers_of(sight, deduction.arguments[0])})
    return len(cells) == 2 and any(cells[1] in ray for ray in rays(deduction.board.grid, cells[0]))


def are_crossing(sight: Sight, deduction: Deduction) -> bool:
    """Return whether each number of a deduction has a cell in its sight that another one has as well."""
    if not is_one_argument(deduction):
        return False
    grid = deduction.board.grid
    cells = sorted({cell for _, cell in numbers_of(sight, deduction.arguments[0])})
    sights = {cell: {cell}.union(*rays(grid, cell)) for cell in cells}
    crossing = {cell for pair in combinations(cells, 2) if sights[pair[0]] & sights[pair[1]] for cell in pair}
    return len(cells) > 1 and len(crossing) == len(cells)
