"""Cuts in words: why connected cells need a cell, or cannot have it, as seen from the smaller side."""

from collections.abc import Sequence

from masume.core.board import Board
from masume.core.phrases import describe_value, join_words, name_place
from masume.core.places import Place
from masume.core.techniques import Consequence, Deduction, Ground


def say_cut(deduction: Deduction) -> str:
    """Say why a cell is needed to connect others, or why it would be cut off; empty if there is no cut."""
    ground = find_cut(deduction.arguments[0].consequences[-1]) if deduction.arguments else None
    if ground is None:
        return ""
    cells = {claim.place for claim in deduction.claims}
    ends = [claim.place for claim in ground.ends]
    outer = [end for end in ends if end not in cells]
    if len(outer) == len(ends):
        return f"only {'exit' if ground.cut == 'enclosed' else 'link'} of {deduction.name(ends[0])}"
    opposite = deduction.arguments[0].assumptions[0]
    value, they = describe_value(deduction.board, opposite.layer, opposite.value), "they" if len(cells) > 1 else "it"
    if ground.cut == "enclosed":
        return f"as {value} {they} could not reach the edge"
    return f"as {value} {they} would be cut off"


def has_link(deduction: Deduction) -> bool:
    """Return whether the claims of a deduction by a cut are needed to connect others."""
    ground = find_cut(deduction.arguments[0].consequences[-1]) if deduction.arguments else None
    return ground is not None and {claim.place for claim in deduction.claims}.isdisjoint(e.place for e in ground.ends)


def find_cut(consequence: Consequence) -> Ground | None:
    """Return the cut by which a consequence follows, if it is one."""
    return next((ground for ground in consequence.grounds if ground.cut), None)


def say_not_joined(board: Board, lines: Sequence[Place], own_line: str) -> str:
    """Say that a loop would come to a dead end: two lines could not be joined, or, if they are, not become a loop.

    `own_line` is the line that the clues of the deduction force, in words; empty if there is none.
    """
    names = [name_place(board, line) for line in lines]
    if own_line and len(names) == 1:
        return f"otherwise {own_line} could not be joined with the line {names[0]}"
    if own_line and names:  # it belongs to one of them, but which?
        return f"otherwise {own_line} would lead into a dead end"
    if own_line or len(names) == 1:
        return f"a line there could not be joined with {own_line or f'the line {names[0]}'}"
    return f"otherwise the lines {join_words(names)} could not be on one loop"
