"""Cuts in words: why connected cells need a cell, or cannot have it, as seen from the smaller side."""

from masume.core.phrases import describe_value
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
        way = "reach the edge" if ground.cut == "enclosed" else "join the rest"
        return f"{deduction.name(ends[0])} can {way} only there"
    opposite = deduction.arguments[0].assumptions[0]
    value, they = describe_value(deduction.board, opposite.layer, opposite.value), "they" if len(cells) > 1 else "it"
    if ground.cut == "enclosed":
        return f"as {value} {they} could not reach the edge"
    return f"as {value} {they} would be cut off" + (f" from {deduction.name(outer[0])}" if outer else "")


def find_cut(consequence: Consequence) -> Ground | None:
    """Return the cut by which a consequence follows, if it is one."""
    return next((ground for ground in consequence.grounds if ground.cut), None)
