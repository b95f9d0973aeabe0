"""Techniques for Kakuro."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from masume.core.phrases import join_words, name_places
from masume.core.techniques import Deduction, Technique
from masume.genres.kakuro.crossing import crosses, describe_crossing, list_combinations
from masume.genres.kakuro.run_arithmetic import Digits, Run, bounds

MAX_COMBINATIONS = 3  # that are listed
MAX_NAMED_CELLS = 2


def run_of(deduction: Deduction) -> Run:
    """Return the run of a deduction that concerns only one."""
    return Run(deduction.board, deduction.cell("K3"))


def claimed_digits(deduction: Deduction) -> Mapping[int, Digits]:
    """Return the digits that are left in the cells of the claims."""
    left: dict[int, Digits] = {}
    run = run_of(deduction)
    for claim in deduction.claims:
        digits = left.get(claim.cell, run.candidates[claim.cell])
        left[claim.cell] = digits & {claim.value} if claim.holds else digits - {claim.value}
    return left


def is_last_cell(deduction: Deduction) -> bool:
    """Return whether a run has one open cell."""
    return len(run_of(deduction).candidates) == 1


def say_what_is_left(deduction: Deduction) -> str:
    """Say what is left of a sum for its last cell."""
    run = run_of(deduction)
    return f"it is the last cell of {run.name}, and {run.left} is left" if run.used else f"it is all of {run.name}"


def has_one_combination(deduction: Deduction) -> bool:
    """Return whether only one set of digits has the sum."""
    return len(run_of(deduction).combinations) == 1


def say_combination(deduction: Deduction) -> str:
    """Say which digits have the sum, and where they go if that is not clear."""
    run = run_of(deduction)
    return f"{run.rest} is {_place(deduction, run, run.combinations)}"


def has_few_combinations(deduction: Deduction) -> bool:
    """Return whether few sets of digits have the sum and are not ruled out."""
    return len(run_of(deduction).fit.combinations) <= MAX_COMBINATIONS


def say_few_combinations(deduction: Deduction) -> str:
    """Say which sets of digits are left for a run."""
    run = run_of(deduction)
    return f"{run.rest} can only be {_place(deduction, run, run.fit.combinations)}"


def _place(deduction: Deduction, run: Run, sets: Sequence[tuple[int, ...]]) -> str:
    """Return sets of digits in words, and, if they do not say it all, where their digits can go."""
    listed, digits = list_combinations(sets), frozenset(digit for each in sets for digit in each)
    claimed = claimed_digits(deduction)
    if all(run.candidates[cell] & digits <= left for cell, left in claimed.items()):
        (first, *others) = claimed.values()
        return f"{listed}, of which only {min(first)} is left there" if len(first) == 1 and not others else listed
    for cell, left in claimed.items():
        if len(left) == 1 and _is_only_place(run, cell, left, sets):
            rest = {other: run.candidates[other] & digits - left for other in claimed if other != cell}
            if all(rest[other] <= claimed[other] for other in rest):
                return f"{listed}, and only {run.board.grid.name(cell)} can be {min(left)}"
    is_decided = all(len(fitting) == 1 for fitting in run.fit.digits)
    return f"{listed}, {'which fits in only one order' if is_decided else 'and no other order fits'}"


def _is_only_place(run: Run, cell: int, digit: Digits, sets: Sequence[tuple[int, ...]]) -> bool:
    return all(digit <= set(each) for each in sets) and not any(
        digit <= digits for other, digits in run.candidates.items() if other != cell
    )


def is_hidden(deduction: Deduction) -> bool:
    """Return whether a run needs a digit that only one cell can have."""
    run, claimed = run_of(deduction), claimed_digits(deduction)
    return len(claimed) == 1 and all(
        len(left) == 1 and _is_only_place(run, cell, left, run.fit.combinations) for cell, left in claimed.items()
    )


def say_hidden(deduction: Deduction) -> str:
    """Say which digit a run needs."""
    return f"{run_of(deduction).rest} cannot do without {deduction.claim.value}, and no other cell of it can have it"


def naked_cells(deduction: Deduction) -> tuple[int, ...]:
    """Return some cells of a run that have as many digits left as they are, if they explain the claims.

    The other cells cannot have these digits; if there is one other cell, it has what they leave of the sum.
    """
    run, claimed = run_of(deduction), claimed_digits(deduction)
    others = [cell for cell in run.candidates if cell not in claimed]
    for size in range(2, len(others) + 1):
        for cells in combinations(others, size):
            digits = _digits_of(run, cells)
            left = frozenset([run.left - sum(digits)])
            if len(digits) == size and (
                all(run.candidates[cell] - digits <= left for cell, left in claimed.items())
                or (len(run.candidates) == size + 1 and [*claimed.values()] == [left])
            ):
                return cells
    return ()


def _digits_of(run: Run, cells: Iterable[int]) -> Digits:
    return frozenset[int]().union(*(run.candidates[cell] for cell in cells))


def is_beside_naked_set(deduction: Deduction) -> bool:
    """Return whether some other cells of the run take digits, which explains the claims."""
    return bool(naked_cells(deduction))


def say_naked_set(deduction: Deduction) -> str:
    """Say which cells of a run take which digits."""
    run, cells = run_of(deduction), naked_cells(deduction)
    digits = _digits_of(run, cells)
    taken = f"{name_places(run.board, cells)} take {join_words([str(digit) for digit in sorted(digits)])} of {run.rest}"
    return taken if len(run.candidates) > len(cells) + 1 else f"{taken}, which leaves {run.left - sum(digits)}"


def is_beyond_bounds(deduction: Deduction) -> bool:
    """Return whether all digits that are ruled out are too large or too small for the rest of the run."""
    run, claimed = run_of(deduction), claimed_digits(deduction)
    if len(claimed) > MAX_NAMED_CELLS:
        return False
    for cell, left in claimed.items():
        low, high = run.bounds_of_others(cell)
        if not all(digit in left for digit in run.candidates[cell] if run.left - high <= digit <= run.left - low):
            return False
    return True


def say_bounds(deduction: Deduction) -> str:
    """Say what the other cells add up to at least or at most."""
    run, claimed = run_of(deduction), claimed_digits(deduction)
    if len(claimed) == len(run.candidates) and run.left in (limits := bounds(tuple(run.candidates.values()))):
        return f"the {'smallest' if run.left == limits[0] else 'largest'} digits left there make {run.rest}"
    parts = [_say_rest(run, cell, run.candidates[cell] - left) for cell, left in claimed.items()]
    return f"of {run.rest} {' and '.join(dict.fromkeys(parts))}"


def _say_rest(run: Run, cell: int, ruled_out: Digits) -> str:
    """Say why some digits are too large or too small for a cell."""
    low, high = run.bounds_of_others(cell)
    limits = []
    if any(digit > run.left - low for digit in ruled_out):
        limits.append(f"at least {low}")
    if any(digit < run.left - high for digit in ruled_out):
        limits.append(f"at most {high}")
    others = [other for other in run.candidates if other != cell]
    name = name_places(run.board, others) if len(others) <= MAX_NAMED_CELLS else "the other cells"
    return f"{name} {'is' if len(others) == 1 else 'add up to'} {' and '.join(limits)}"


TECHNIQUES = (
    Technique("Last cell of a run", "K3", say_what_is_left, applies=is_last_cell),
    Technique("Only one combination", "K3", say_combination, applies=has_one_combination),
    Technique("Naked set in a run", "K3", say_naked_set, applies=is_beside_naked_set),
    Technique("Hidden digit in a run", "K3", say_hidden, applies=is_hidden),
    Technique("Smallest or largest rest", "K3", say_bounds, applies=is_beyond_bounds),
    Technique("Few combinations left", "K3", say_few_combinations, applies=has_few_combinations),
    Technique("Crossing runs", "K3 K3", describe_crossing, applies=crosses, one_by_one=True),
)
