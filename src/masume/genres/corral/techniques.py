"""Techniques for Corral."""

from functools import partial

from masume.core.argument_words import has_only_links, say_arguments, say_links
from masume.core.cut_words import has_link, say_cut
from masume.core.sight_techniques import sight_techniques
from masume.core.techniques import Joins, Technique, is_one_argument
from masume.genres.corral.rules import SIGHT

_NUMBERS = "B3a|B3b B3a|B3b? B3a|B3b?"

TECHNIQUES = (
    *sight_techniques(SIGHT),
    Technique(
        "No checkerboard",
        "B1.",
        "no checkerboard in {B1.all}, where the loop would touch itself",
        joins=Joins.EVERYWHERE,
    ),
    Technique("Link", "B1.apart", say_cut, applies=has_link),
    Technique("Exit", "B1.enclosed", say_cut, applies=has_link),
    Technique(
        "Way round a number",
        "B3a|B3b B1.apart B1.apart?",
        partial(say_links, SIGHT),
        applies=has_only_links,
        joins=Joins.AT_ANCHOR_HOWEVER_FAR,
    ),
    Technique(
        "Number and checkerboard",
        f"{_NUMBERS} B1. B1.? B1.?",
        partial(say_arguments, SIGHT),
        applies=is_one_argument,
    ),
    Technique(
        "Must stay joined",
        f"{_NUMBERS} B1.apart B1.apart? B1.apart? B1.? B1.?",
        partial(say_arguments, SIGHT),
        applies=is_one_argument,
    ),
    Technique(
        "Room for the outside",
        f"{_NUMBERS} B1.enclosed B1.enclosed? B1.enclosed? B1.? B1.?",
        partial(say_arguments, SIGHT),
        applies=is_one_argument,
    ),
)
