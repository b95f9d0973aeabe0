"""Digits that are too large or too small for what the other cells of a run add up to."""

from masume.core.phrases import name_places
from masume.core.techniques import Deduction
from masume.genres.kakuro.claims_in_run import claimed_digits, run_of
from masume.genres.kakuro.run_arithmetic import Digits, Run, bounds
from masume.genres.kakuro.run_words import count_cells, list_combinations, list_range

MAX_NAMED_CELLS = 2


def is_beyond_bounds(deduction: Deduction) -> bool:
    """Return whether all digits that are ruled out are too large or too small for the rest of the run."""
    run, claimed = run_of(deduction), claimed_digits(deduction)
    if len(claimed) > MAX_NAMED_CELLS and len({run.bounds_of_others(cell) for cell in claimed}) > 1:
        return False
    for cell, left in claimed.items():
        low, high = run.bounds_of_others(cell)
        if not all(digit in left for digit in run.candidates[cell] if run.left - high <= digit <= run.left - low):
            return False
    return True


def say_bounds(deduction: Deduction) -> str:
    """Say what the other cells add up to at least or at most, and what that leaves."""
    run, claimed = run_of(deduction), claimed_digits(deduction)
    if len(claimed) == len(run.candidates) and run.left in (limits := bounds(tuple(run.candidates.values()))):
        least = "least" if run.left == limits[0] else "most"
        return f"{run.rest} is at {least} {list_combinations(run.orders(1) or run.fit.combinations)} there"
    (cell, *others) = claimed
    if not others:
        rest = _say_rest(run, cell, _limit(run, cell, claimed[cell]), _name_others(run, cell))
        return f"{rest} of {run.rest}{_say_only_digit(run, cell, claimed[cell])}"
    limits_of_others = {each: _limit(run, each, left) for each, left in claimed.items()}
    if len({*limits_of_others.values()}) == 1:
        number = len(run.candidates) - 1
        name = f"the other {count_cells(number)} add up to" if number > 1 else "the other cell is"
        return f"{_say_rest(run, cell, limits_of_others[cell], name)} of {run.rest}"
    rests = [run.rest, *["it"] * len(others)]
    parts = zip(rests, limits_of_others.items(), strict=True)
    return ", ".join(f"without {run.board.grid.name(each)} {rest} is {limit}" for rest, (each, limit) in parts)


def _name_others(run: Run, cell: int) -> str:
    """Return the beginning of a sentence about the sum of the other open cells."""
    others = [other for other in run.candidates if other != cell]
    name = name_places(run.board, others) if len(others) <= MAX_NAMED_CELLS else "the other cells"
    return f"{name} {'is' if len(others) == 1 else 'add up to'}"


def _say_rest(run: Run, cell: int, limit: str, others: str) -> str:
    """Say what the other cells add up to, and what that leaves for a cell."""
    low, high = run.bounds_of_others(cell)
    if limit.startswith("at least"):
        return f"{others} {limit}, which leaves at most {run.left - low}"
    if limit.startswith("at most"):
        return f"{others} {limit}, which leaves at least {run.left - high}"
    return f"{others} {limit}, which leaves {list_range(run.left - high, run.left - low)}"


def _limit(run: Run, cell: int, left: Digits) -> str:
    """Return what the other cells are at least or at most, whichever rules out digits."""
    low, high = run.bounds_of_others(cell)
    ruled_out = run.candidates[cell] - left
    is_too_large, is_too_small = max(ruled_out) > run.left - low, min(ruled_out) < run.left - high
    if is_too_large and is_too_small:
        return list_range(low, high)
    return f"at least {low}" if is_too_large else f"at most {high}"


def _say_only_digit(run: Run, cell: int, left: Digits) -> str:
    """Say that only one digit is left of those within the bounds, if a digit is claimed that is not a bound itself."""
    is_bound = run.left - min(left) in run.bounds_of_others(cell)
    return f"; only {min(left)} is left there" if len(left) == 1 and not is_bound else ""
