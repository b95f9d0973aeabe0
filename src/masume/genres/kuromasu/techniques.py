"""Techniques for Kuromasu."""

from functools import partial

from masume.core.argument_words import has_only_links, say_arguments, say_links
from masume.core.cut_words import has_link, say_cut
from masume.core.sight_techniques import sight_techniques
from masume.core.techniques import Deduction, Technique, ends_by, is_one_argument
from masume.genres.kuromasu.rules import SIGHT


def is_diagonal(deduction: Deduction) -> bool:
    """Return whether the neighbours of a shaded cell would be in the sight of a number: the cell is diagonal to it."""
    if not is_one_argument(deduction) or deduction.claim.value != SIGHT.clear:
        return False
    *neighbours, end = deduction.arguments[0].consequences
    return all(each.grounds[-1].rule == "U3" for each in neighbours) and end.grounds[-1].rule == "U1a"


def say_diagonal(deduction: Deduction) -> str:
    """Say what a number would see if a cell diagonal to it were shaded."""
    number, totals = deduction.cell("U1a"), []
    for argument in deduction.arguments:
        claims = [*argument.assumptions, *(each.claim for each in argument.consequences if each.claim is not None)]
        totals.append(SIGHT.view(deduction.board, number, SIGHT.marks(deduction.board, claims)).least)
    total = f"{'' if len(set(totals)) == 1 else 'at least '}{min(totals)}"
    return f"if one were shaded, its neighbours would be white, and {deduction.name(number)} would see {total}"


TECHNIQUES = (
    *sight_techniques(SIGHT),
    Technique("Link", "U4.apart", say_cut, applies=has_link),
    Technique("Diagonal of a number", "U1a U3 U3", say_diagonal, applies=is_diagonal),
    Technique("Cannot end there", "U1b U3", partial(say_arguments, SIGHT), applies=is_one_argument),
    Technique(
        "Way round a number",
        "U1a|U1b U4.apart U4.apart?",
        partial(say_links, SIGHT),
        applies=has_only_links,
        is_local=False,
    ),
    Technique(
        "No other way",
        "U1a|U1b U1a|U1b? U3? U4.apart U4.apart?",
        partial(say_arguments, SIGHT),
        applies=ends_by("U1a", "U1b"),
    ),
    Technique(
        "Would be cut off",
        "U1a|U1b U1a|U1b? U3? U4.apart",
        partial(say_arguments, SIGHT),
        applies=ends_by("U4"),
    ),
    Technique(
        "Two shaded ends",
        "U1a|U1b U1a|U1b U3",
        partial(say_arguments, SIGHT),
        applies=ends_by("U3"),
    ),
)
