"""Techniques for Kuromasu."""

from functools import partial

from masume.core.argument_words import has_only_links, say_arguments, say_links
from masume.core.cut_words import has_link, say_cut
from masume.core.sight_techniques import sight_techniques
from masume.core.techniques import Argument, Deduction, Joins, Technique, is_one_argument
from masume.genres.kuromasu.rules import SIGHT


def say_neighbours(deduction: Deduction) -> str:
    """Say what a number would see if a cell diagonal to it were shaded; otherwise say the arguments."""
    if not all(map(is_diagonal, deduction.arguments)):
        return say_arguments(SIGHT, deduction)
    number, totals = deduction.cell("U1a"), []
    for argument in deduction.arguments:
        claims = [*argument.assumptions, *(each.claim for each in argument.consequences if each.claim is not None)]
        totals.append(SIGHT.view(deduction.board, number, SIGHT.marks(deduction.board, claims)).least)
    one = "it" if len(deduction.claims) == 1 else "one"
    sees = f"{deduction.name(number)} would see at least {min(totals)}"
    return f"if {one} were shaded, its neighbours would be white, and {sees}"


def is_diagonal(argument: Argument) -> bool:
    """Return whether two neighbours of a shaded cell would be in the sight of a number: the cell is diagonal to it."""
    *neighbours, end = argument.consequences
    return (
        argument.assumptions[0].value == SIGHT.blocked
        and len(neighbours) > 1
        and all(each.grounds[-1].rule == "U3" for each in neighbours)
        and end.grounds[-1].rule == "U1a"
    )


TECHNIQUES = (
    *sight_techniques(SIGHT),
    Technique("Link", "U4.apart", say_cut, applies=has_link),
    Technique(
        "Shaded neighbours",
        "U1a|U1b U1a|U1b? U3 U3?",
        say_neighbours,
        applies=is_one_argument,
    ),
    Technique(
        "Way round a number",
        "U1a|U1b U4.apart U4.apart?",
        partial(say_links, SIGHT),
        applies=has_only_links,
        joins=Joins.AT_ANCHOR_HOWEVER_FAR,
    ),
    Technique(
        "Must stay joined",
        "U1a|U1b U1a|U1b? U3? U4.apart U4.apart?",
        partial(say_arguments, SIGHT),
        applies=is_one_argument,
    ),
)
