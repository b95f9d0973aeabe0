"""Shared lines in words: two numbers in one line that see each other see the same cells of it.

the 9 at r6c5 allows the 10 at r8c5 at most 8 in the column: at least 2 to the right
the 10 at r8c5 gives the 9 at r6c5 at least 8 in the column: at most 1 more in the row
"""

from collections.abc import Sequence
from typing import NamedTuple

from masume.core.argument_words import numbers_of, say_arguments
from masume.core.directions import DirectionWords, direction_words
from masume.core.sight import Sight, View
from masume.core.techniques import Argument, Deduction


class _Pair(NamedTuple):
    """Two numbers that see each other along a line: one that could see too many cells, and one too few."""

    many: View
    few: View
    line: str
    across: Sequence[int]  # the rays that are not on the line
    words: Sequence[DirectionWords]


def say_shared_lines(sight: Sight, deduction: Deduction) -> str:
    """Say what two numbers in one line see there, and what remains for the other line; otherwise say the arguments."""
    sentences = [_say_shared_line(sight, deduction, argument) for argument in deduction.arguments]
    if None in sentences:
        return say_arguments(sight, deduction)
    return "; ".join(dict.fromkeys(sentence for sentence in sentences if sentence is not None))


def _say_shared_line(sight: Sight, deduction: Deduction, argument: Argument) -> str | None:
    pair = _find_pair(sight, deduction, argument)
    if pair is None:
        return None
    claim = next(each for each in deduction.claims if each.place == argument.assumptions[0].place)
    if claim.value == sight.clear:
        return _say_needed(deduction, pair, claim.cell)
    return _say_excluded(sight, deduction, pair, claim.cell)


def _find_pair(sight: Sight, deduction: Deduction, argument: Argument) -> _Pair | None:
    """Return the two numbers of an argument if they see each other."""
    board, words = deduction.board, direction_words(deduction.board.grid)
    cells = dict(numbers_of(sight, argument))
    if words is None or len(cells) < 2:
        return None
    marks = sight.marks(board)
    many, few = (sight.view(board, cells[rule], marks) for rule in (sight.too_many, sight.too_few))
    found = many.find(few.cell)
    if found is None or many.lengths[found[0]][0] <= found[1]:  # a cell between them is not known to be clear
        return None
    line = words[found[0]].line
    return _Pair(many, few, line, [ray for ray, each in enumerate(words) if each.line != line], words)


def _say_needed(deduction: Deduction, pair: _Pair, cell: int) -> str | None:
    """Say how little one number can see in the line, so that the other needs a cell across it."""
    many, few, line, across, words = pair
    at_most = many.number - sum(many.lengths[ray][0] for ray in across)
    found = few.find(cell)
    if found is None or found[0] not in across:
        return None
    target, position = found
    opposite = [ray for ray in across if ray != target and few.longest[ray]]
    needed = few.number - at_most - sum(few.longest[ray] for ray in opposite)
    if position >= needed:
        return None
    others = "".join(f", {words[ray].source} at most {few.longest[ray]}" for ray in opposite)
    return (
        f"{deduction.name(many.cell)} allows {deduction.name(few.cell)} at most {at_most} in {line}{others}: "
        f"at least {needed} {words[target].there}"
    )


def _say_excluded(sight: Sight, deduction: Deduction, pair: _Pair, cell: int) -> str | None:
    """Say how much one number has to see in the line, so that the other cannot see a cell across it."""
    many, few, line, across, words = pair
    at_least = few.number - sum(few.longest[ray] for ray in across)
    found = many.find(cell)
    if found is None or found[0] not in across:
        return None
    target, position = found
    with_cell = next((length for length in many.lengths[target] if length > position), position + 1)
    left = many.number - at_least
    if with_cell + sum(many.lengths[ray][0] for ray in across if ray != target) <= left:
        return None
    return (
        f"{deduction.name(few.cell)} gives {deduction.name(many.cell)} at least {at_least} in {line}: "
        f"{f'at most {left}' if left > 0 else 'nothing'} more in {words[target].line}"
    )
