"""Two runs that leave one digit for the cell where they cross, in words."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from masume.core.phrases import join_words
from masume.core.techniques import Deduction
from masume.genres.kakuro.run_arithmetic import ALL_DIGITS, Digits, Run, bounds, candidates

MAX_COMBINATIONS = 2  # with more, the digits of a run are better described by a limit
MAX_LISTED_DIGITS = 4
WEAKNESS = 8  # a phrase without arithmetic is chosen only if any other would take this many more words
_WEAK = (" allows ", " not allow ")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Limit(NamedTuple):
    """What a run says about one of its cells: the digits that it allows, and why."""

    allowed: Digits
    words: str


def crosses(deduction: Deduction) -> bool:
    """Return whether two runs leave one digit for the cell that they share."""
    cell, digit = deduction.claim.cell, deduction.claim.value
    runs = [Run(deduction.board, start) for start in deduction.places["K3"] if isinstance(start, int)]
    if not deduction.claim.holds or not all(cell in run.candidates for run in runs):
        return False
    fitting = [run.fitting(cell) for run in runs]
    return fitting[0] & fitting[1] == {digit}


def describe_crossing(deduction: Deduction) -> str:
    """Say which digits the one run allows, and why the other run leaves only one of them."""
    cell, digit = deduction.claim.cell, deduction.claim.value
    one, other = (Run(deduction.board, start) for start in deduction.places["K3"] if isinstance(start, int))
    left, sentences = candidates(deduction.board, cell), list[str]()
    for first, second in ((one, other), (other, one)):
        for limit in limits(first, cell):
            too_many = (left & limit.allowed) - {digit}
            if not too_many:  # this run alone says it
                sentences.append(limit.words)
            else:
                sentences += (f"{limit.words}, and {words}" for words in exclusions(second, cell, too_many))
    return min(sentences, key=lambda words: len(words.split()) + WEAKNESS * sum(map(words.count, _WEAK)))


def limits(run: Run, cell: int) -> Iterator[Limit]:
    """Yield what a run says about a cell, what is easy to see first; the last one says all."""
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
    low, high = run.bounds_of_others(cell)
    yield Limit(frozenset(range(run.left - low + 1)), f"the other cells of {run.rest} are at least {low}")
    yield Limit(frozenset(range(run.left - high, 10)), f"the other cells of {run.rest} are at most {high}")
    fitting = run.fitting(cell)
    if len(run.fit.combinations) <= MAX_COMBINATIONS:
        possible = frozenset(digit for each in run.fit.combinations for digit in each)
        yield Limit(possible, f"{run.rest} can only be {list_combinations(run.fit.combinations)}")
    yield Limit(fitting, f"{run.rest} allows only {list_digits(fitting)}")


def exclusions(run: Run, cell: int, digits: Digits) -> Iterator[str]:
    """Yield reasons why a run does not allow some digits in a cell."""
    listed = list_digits(digits)
    low, high = min(digits), max(digits)
    others = [other for other in run.candidates if other != cell]
    rest = _name_others(run, others)
    if len(digits) > 1:
        more, less = f"{low} or more", f"{high} or less"
        at_most, at_least = f"at most {run.left - low}", f"at least {run.left - high}"
    else:
        more = less = listed
        at_most = at_least = str(run.left - low)
    if all(_smallest(run, len(others), digit) > run.left - digit for digit in digits):
        yield f"{more} would leave {'only ' if len(digits) == 1 else ''}{at_most} for {rest}"
    if all(_largest(run, len(others), digit) < run.left - digit for digit in digits):
        yield f"{less} would leave {at_least} for {rest}"
    if len(others) == 1 and len(digits) == 1:
        yield _describe_partner(run, low, others[0])
    smallest, largest = bounds(tuple(run.candidates[other] for other in others))
    if others and all(smallest > run.left - digit for digit in digits):
        yield f"{more} would leave {at_most} for {rest}, at least {smallest}"
    if others and all(largest < run.left - digit for digit in digits):
        yield f"{less} would leave {at_least} for {rest}, at most {largest}"
    for limit in limits(run, cell):
        if digits.isdisjoint(limit.allowed):
            yield limit.words
    yield f"{run.rest} does not allow {listed}"


def _describe_partner(run: Run, digit: int, partner: int) -> str:
    """Say which digit the only other open cell would need."""
    needed, name = run.left - digit, run.board.grid.name(partner)
    if needed == digit or needed in run.used:
        return f"{digit} would need a second {needed} in {run.name}"
    if needed not in ALL_DIGITS:
        return f"{digit} would leave {needed} for {name}"
    return f"{digit} would need {needed} at {name}, which is ruled out"


def _name_others(run: Run, others: list[int]) -> str:
    """Return the other cells of a run; two of three are named, more are counted."""
    return f"{count_cells(len(others))} of {run.name}" if len(others) > 1 else f"the other cell of {run.name}"


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
