"""Techniques for one run."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from masume.core.phrases import join_words, name_places
from masume.core.techniques import Deduction, Technique
from masume.genres.kakuro.claims_in_run import claimed_digits, run_of
from masume.genres.kakuro.run_arithmetic import Digits, Run
from masume.genres.kakuro.run_bounds import is_beyond_bounds, say_bounds
from masume.genres.kakuro.run_words import (
    choose_words,
    exclusions,
    leaves_arithmetic,
    list_combinations,
    list_digits,
)

MAX_COMBINATIONS = 3  # that are listed
MAX_ORDERS = 4  # that are listed
PAIR = 2


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
    """Return whether few sets of digits have the sum and are not ruled out, or few orders of them."""
    run = run_of(deduction)
    return len(run.fit.combinations) <= MAX_COMBINATIONS or len(run.orders(MAX_ORDERS)) > 0


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
        return f"{listed}; only {min(first)} is left there" if len(first) == 1 and not others else listed
    if (places := _place_one_by_one(run, sets, claimed)) is not None:
        return f"{listed}, and {places}"
    if orders := run.orders(MAX_ORDERS):
        return f"{list_combinations(orders)}, in this order"
    if (why := _say_why_not(run, sets, claimed)) is not None:
        return f"{listed}, and {why}"
    return f"{listed}, and no other order fits"


def _say_why_not(run: Run, sets: Sequence[tuple[int, ...]], claimed: Mapping[int, Digits]) -> str | None:
    """Say which digits the other cell of two cannot have, or which cell takes one digit of each set."""
    digits = frozenset(digit for each in sets for digit in each)
    if len(run.candidates) == PAIR:
        missing = {
            other: frozenset(run.left - digit for digit in run.candidates[cell] & digits - left)
            for cell, left in claimed.items()
            for other in run.candidates
            if other != cell
        }
        parts = [f"{run.board.grid.name(cell)} is not {list_digits(each)}" for cell, each in missing.items() if each]
        return ", ".join(parts)
    for cell, own in run.candidates.items():
        taken = own & digits
        rest = {other: left - taken for other, left in run.candidates.items() if other != cell}
        takes_one = all(len(taken.intersection(each)) == 1 for each in sets) and taken <= claimed.get(cell, taken)
        if takes_one and _are_clear(rest, [digits], claimed):
            return f"{run.board.grid.name(cell)} takes {list_digits(taken)} of it"
    return None


def _place_one_by_one(run: Run, sets: Sequence[tuple[int, ...]], claimed: Mapping[int, Digits]) -> str | None:
    """Say where digits of a run go, one after the other, until the claims are clear; None if that is not enough."""
    digits, open_sets, words = dict(run.candidates), [frozenset(each) for each in sets], list[str]()
    while not _are_clear(digits, open_sets, claimed):
        found = _next_place(digits, open_sets)
        if found is None:
            return None
        cell, digit = found
        is_only_cell = not any(digit in digits[other] for other in digits if other != cell)
        name = run.board.grid.name(cell)
        can_be = "" if words else " can be"  # which is clear from the first one
        words.append(f"only {name}{can_be} {digit}" if is_only_cell else f"{name} can only be {digit}")
        open_sets = [each - {digit} for each in open_sets if digit in each]
        digits = {other: left - {digit} for other, left in digits.items() if other != cell}
    return ", then ".join(words)


def _are_clear(digits: Mapping[int, Digits], sets: Sequence[Digits], claimed: Mapping[int, Digits]) -> bool:
    """Return whether the sets of digits leave no more for the cells than the claims say."""
    possible = frozenset[int]().union(*sets)
    return all(digits[cell] & possible <= left for cell, left in claimed.items() if cell in digits)


def _next_place(digits: Mapping[int, Digits], sets: Sequence[Digits]) -> tuple[int, int] | None:
    """Return a cell and its digit: all sets have it and no other cell can, or no other digit can be there."""
    possible, needed = frozenset[int]().union(*sets), frozenset.intersection(*sets)
    for digit in sorted(needed):
        cells = [cell for cell, left in digits.items() if digit in left]
        if len(cells) == 1:
            return cells[0], digit
    for cell, left in digits.items():
        if len(left & possible) == 1:
            return cell, min(left & possible)
    return None


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
    return f"{run_of(deduction).rest} needs a {deduction.claim.value}, and no other cell can have it"


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


def has_misfit(deduction: Deduction) -> bool:
    """Return whether it can be said what the digits that are ruled out would leave."""
    return not deduction.claim.holds and not leaves_arithmetic(say_misfit(deduction))


def say_misfit(deduction: Deduction) -> str:
    """Say what digits would leave for the other cells, which do not fit."""
    run = run_of(deduction)
    ruled_out = {cell: run.candidates[cell] - left for cell, left in claimed_digits(deduction).items()}
    words = (choose_words(list(exclusions(run, cell, digits))) for cell, digits in ruled_out.items())
    return "; ".join(dict.fromkeys(words))


SINGLE_RUN_TECHNIQUES = (
    Technique("Last cell of a run", "K3", say_what_is_left, applies=is_last_cell),
    Technique("Only one combination", "K3", say_combination, applies=has_one_combination),
    Technique("Naked set in a run", "K3", say_naked_set, applies=is_beside_naked_set),
    Technique("Hidden digit in a run", "K3", say_hidden, applies=is_hidden),
    Technique("Smallest or largest rest", "K3", say_bounds, applies=is_beyond_bounds),
    Technique("Few combinations left", "K3", say_few_combinations, applies=has_few_combinations),
    Technique("Rest that does not fit", "K3", say_misfit, applies=has_misfit),
)
