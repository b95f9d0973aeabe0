"""What a run says about one of its cells, in words, with the arithmetic."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from masume.core.phrases import join_words
from masume.genres.kakuro.run_arithmetic import ALL_DIGITS, Digits, Run, bounds, combinations_of

MAX_COMBINATIONS = 2  # with more, the digits of a run are better described by a limit
MAX_SHOWN_DIGITS = 3  # of a cell, if they are given as an argument
MAX_NEEDED_DIGITS = 4  # that some digits would need in another cell
MAX_ORDERS = 3  # of the digits of a run, if they are given as an argument
# Phrases that leave arithmetic to the reader: chosen only if any other would take this many more words.
_WEAKNESS = {" allows ": 16, " not allow ": 16, " cannot make": 12, " takes at most ": 9, " needs at least ": 9}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Limit(NamedTuple):
    """What a run says about one of its cells: the digits that it allows, and why."""

    allowed: Digits
    words: str


def choose_words(sentences: Sequence[str]) -> str:
    """Return the shortest of some sentences that leaves no arithmetic to the reader, if there is one."""
    return min(sentences, key=_weigh)


def leaves_arithmetic(words: str) -> bool:
    """Return whether a sentence leaves arithmetic to the reader."""
    return any(phrase in words for phrase in _WEAKNESS)


def _weigh(words: str) -> int:
    return len(words.split()) + sum(weight * words.count(phrase) for phrase, weight in _WEAKNESS.items())


def limits(run: Run, cell: int) -> Iterator[Limit]:
    """Yield what a run says about a cell; the last one says all."""
    known = run.combinations
    digits = frozenset(digit for each in known for digit in each)
    if len(known) <= MAX_COMBINATIONS:
        yield Limit(digits, f"{run.rest} is {list_combinations(known)}")
    elif digits:
        low, high = min(digits), max(digits)
        if low > min(ALL_DIGITS):
            yield Limit(frozenset(range(low, 10)), f"{run.rest} needs at least {low}")
        if high < max(ALL_DIGITS):
            yield Limit(frozenset(range(high + 1)), f"{run.rest} takes at most {high}")
    others = [other for other in run.candidates if other != cell]
    if len(others) == 1:
        yield from _limits_of_pair(run, cell, others[0])
    low, high = run.bounds_of_others(cell)
    if others and run.left - low < max(ALL_DIGITS):
        allowed = frozenset(range(run.left - low + 1))
        yield Limit(allowed, f"{_take(run, others)} at least {low}, which leaves at most {run.left - low}")
    if others and run.left - high > min(ALL_DIGITS):
        allowed = frozenset(range(run.left - high, 10))
        yield Limit(allowed, f"{_take(run, others)} at most {high}, which leaves at least {run.left - high}")
    if len(run.fit.combinations) <= MAX_COMBINATIONS:
        possible = frozenset(digit for each in run.fit.combinations for digit in each)
        yield Limit(possible, f"{run.rest} can only be {list_combinations(run.fit.combinations)}")
    fitting = run.fitting(cell)
    if orders := run.orders(MAX_ORDERS):
        yield Limit(fitting, f"{run.rest} can only be {list_combinations(orders)}, in this order")
    yield Limit(fitting, f"{run.rest} allows only {list_digits(fitting)}")


def _limits_of_pair(run: Run, cell: int, partner: int) -> Iterator[Limit]:
    """Yield what the digits of the only other open cell leave."""
    digits = run.candidates[partner]
    if len(digits) > MAX_SHOWN_DIGITS:
        digits = dict(zip(run.candidates, run.fit.digits, strict=True))[partner]
    left = [run.left - digit for digit in sorted(digits)]
    if len(digits) <= MAX_SHOWN_DIGITS and ALL_DIGITS.issuperset(left):
        leaves = join_words([str(digit) for digit in left], "or")
        words = f"{run.board.grid.name(partner)} is {list_digits(digits)}, which leaves {leaves} of {run.rest}"
        yield Limit(frozenset(left), words)


def _take(run: Run, others: Sequence[int]) -> str:
    """Return the beginning of a sentence about the sum of the other open cells."""
    if len(others) == 1:
        return f"in {run.rest} {run.board.grid.name(others[0])} is"
    return f"the other cells of {run.rest} are"


def exclusions(run: Run, cell: int, digits: Digits) -> Iterator[str]:
    """Yield reasons why a run does not allow some digits in a cell."""
    yield from _exclusions_together(run, cell, digits)
    in_order = sorted(digits)
    for number in range(1, len(in_order)):
        parts = (frozenset(in_order[:number]), frozenset(in_order[number:]))
        low, high = (choose_words(list(_exclusions_together(run, cell, part))) for part in parts)
        yield f"{low.removesuffix(f' in {run.name}')} and {high}"


def _exclusions_together(run: Run, cell: int, digits: Digits) -> Iterator[str]:
    """Yield reasons why a run does not allow any of some digits in a cell."""
    others = [other for other in run.candidates if other != cell]
    if others:
        yield from _exclusions_by_size(run, cell, digits, others)
    if len(others) == 1:
        yield from _exclusions_of_pair(run, digits, others[0])
    elif len(digits) > 1:
        yield from _exclusions_of_nearest(run, cell, digits, others)
    else:
        yield f"{min(digits)} would leave {run.left - min(digits)} for {_describe_misfit(run, others, digits)}"
    for limit in limits(run, cell):
        if digits.isdisjoint(limit.allowed):
            yield limit.words
    yield f"{run.rest} does not allow {list_digits(digits)}"


class _Sides(NamedTuple):
    """The digits of a cell that "6 or more" and "3 or less" stand for, if 6 and 3 are the digits to be ruled out."""

    high: Digits
    low: Digits


def _sides_of(run: Run, cell: int, digits: Digits) -> _Sides:
    if len(digits) == 1:
        return _Sides(digits, digits)
    own = run.candidates[cell]
    return _Sides(frozenset(d for d in own if d >= min(digits)), frozenset(d for d in own if d <= max(digits)))


def _exclusions_by_size(run: Run, cell: int, digits: Digits, others: Sequence[int]) -> Iterator[str]:
    """Yield why some digits leave too little or too much for the other open cells."""
    least, most, sides = min(digits), max(digits), _sides_of(run, cell, digits)
    name, number = run.board.grid.name(others[0]), len(others)
    rest = f"{count_cells(number)} of {run.name}" if number > 1 else f"{name} in {run.name}"
    or_more, or_less = (f"{least} or more", f"{most} or less") if len(digits) > 1 else (str(least), str(most))
    at_most, at_least = ("at most ", "at least ") if len(digits) > 1 else ("only ", "")
    too_little = f"{or_more} would leave {at_most}{run.left - least} for {rest}"
    too_much = f"{or_less} would leave {at_least}{run.left - most} for {rest}"
    if least > run.left:
        yield f"{or_more} would be more than {run.rest}"
    elif least == run.left:
        yield f"{or_more} would take all of {run.rest}"
    elif all(_smallest(run, number, digit) > run.left - digit for digit in sides.high):
        yield too_little
    elif (smallest := _bounds_without(run, sides.high, others)[0]) > run.left - least:
        yield f"{too_little}, at least {smallest}"
    if all(_largest(run, number, digit) < run.left - digit for digit in sides.low):
        yield too_much
    elif (largest := _bounds_without(run, sides.low, others)[1]) < run.left - most:
        yield f"{too_much}, at most {largest}"


def _exclusions_of_nearest(run: Run, cell: int, digits: Digits, others: Sequence[int]) -> Iterator[str]:
    """Yield why even the smallest or the largest of some digits leaves too little or too much, as the others do."""
    least, most, sides = min(digits), max(digits), _sides_of(run, cell, digits)
    rest = f"{count_cells(len(others))} of {run.name}"
    found = {digit: _bounds_without(run, frozenset([digit]), others) for digit in sides.high | sides.low}
    if all(run.left - digit < found[digit][0] for digit in sides.high):
        yield f"even {least} would leave only {run.left - least} for {rest}, at least {found[least][0]}"
    if all(run.left - digit > found[digit][1] for digit in sides.low):
        yield f"even {most} would leave {run.left - most} for {rest}, at most {found[most][1]}"


def _bounds_without(run: Run, digits: Digits, others: Sequence[int]) -> tuple[int, int]:
    """Return the smallest and the largest sum that other cells can have while one of some digits is elsewhere."""
    found = [bounds(tuple(run.candidates[other] - {digit} for other in others)) for digit in digits]
    possible = [each for each in found if each != (0, 0)] or [(0, sum(ALL_DIGITS))]  # then nothing can be said
    return min(low for low, _ in possible), max(high for _, high in possible)


def _exclusions_of_pair(run: Run, digits: Digits, partner: int) -> Iterator[str]:
    """Yield why the only other open cell cannot have what some digits would leave."""
    needed, name = [run.left - digit for digit in sorted(digits)], run.board.grid.name(partner)
    if len(digits) == 1 and (needed[0] in digits or needed[0] in run.used):
        yield f"{min(digits)} would need a second {needed[0]} in {run.name}"
    elif len(digits) <= MAX_NEEDED_DIGITS and ALL_DIGITS.issuperset(needed) and digits.isdisjoint(needed):
        listed, is_one = join_words([str(digit) for digit in needed], "or"), len(digits) == 1
        yield f"{list_digits(digits)} would need {listed} at {name}, which {'is' if is_one else 'are'} ruled out"


def _describe_misfit(run: Run, cells: Sequence[int], digits: Digits) -> str:
    """Return cells that cannot have what a digit would leave, and why: the digits that they can have, or the sums."""
    names = [run.board.grid.name(cell) for cell in cells]
    if len(cells) <= MAX_SHOWN_DIGITS:
        if all(len(run.candidates[cell]) <= MAX_SHOWN_DIGITS for cell in cells):
            shown = (list_digits(run.candidates[cell]) for cell in cells)
            return f"{join_words([f'{name} ({each})' for name, each in zip(names, shown, strict=True)])} in {run.name}"
        left = run.left - min(digits)
        sums = combinations_of(left, len(cells), run.used | digits)
        if not sums and len(cells) <= left <= len(cells) * max(ALL_DIGITS):
            return f"{join_words(names)} in {run.name}, but that takes a digit twice"
        if 0 < len(sums) <= MAX_SHOWN_DIGITS:
            return f"{join_words(names)} in {run.name}, but {list_combinations(sums)} does not fit there"
    return f"{count_cells(len(cells))} of {run.name}, which cannot make it"


def _smallest(run: Run, cells: int, digit: int) -> int:
    return sum(sorted(ALL_DIGITS - run.used - {digit})[:cells])


def _largest(run: Run, cells: int, digit: int) -> int:
    return sum(sorted(ALL_DIGITS - run.used - {digit}, reverse=True)[:cells])


def count_cells(number: int) -> str:
    """Return a number of cells in words."""
    return f"{_NUMBERS[number]} cell{'s' if number > 1 else ''}"


def list_combinations(combinations: Sequence[tuple[int, ...]]) -> str:
    """Return sets of digits in words: 1+4 or 2+3."""
    return join_words(["+".join(map(str, each)) for each in combinations], "or")


def list_digits(digits: Digits) -> str:
    """Return digits in words: 2 or 5, 1 to 6."""
    ordered = sorted(digits)
    if len(ordered) > 2 and ordered == list(range(ordered[0], ordered[-1] + 1)):
        return f"{ordered[0]} to {ordered[-1]}"
    return join_words([str(digit) for digit in ordered], "or")


def list_range(low: int, high: int) -> str:
    """Return all numbers from one to another in words: 4 or 5, 4 to 8."""
    return f"{low} {'or' if high == low + 1 else 'to'} {high}"
