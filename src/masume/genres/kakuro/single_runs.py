"""Techniques for one run."""

from collections.abc import Sequence
from itertools import combinations

from masume.core.phrases import join_words, name_places
from masume.core.techniques import Deduction, Technique
from masume.genres.kakuro.claims_in_run import claimed_digits, run_of
from masume.genres.kakuro.run_arithmetic import Digits, Run
from masume.genres.kakuro.run_bounds import is_beyond_bounds, say_bounds
from masume.genres.kakuro.run_places import MAX_ORDERS, describe_places, digits_of
from masume.genres.kakuro.run_words import (
    choose_words,
    exclusions,
    leaves_arithmetic,
    list_combinations,
)

MAX_COMBINATIONS = 3  # that are listed


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
    return f"{run.rest} {describe_places(run, 'is', run.combinations, claimed_digits(deduction))}"


def has_few_combinations(deduction: Deduction) -> bool:
    """Return whether few sets of digits have the sum and are not ruled out, or few orders of them."""
    run = run_of(deduction)
    return len(run.fit.combinations) <= MAX_COMBINATIONS or len(run.orders(MAX_ORDERS)) > 0


def say_few_combinations(deduction: Deduction) -> str:
    """Say which sets of digits are left for a run."""
    run = run_of(deduction)
    return f"{run.rest} {describe_places(run, 'can only be', run.fit.combinations, claimed_digits(deduction))}"


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
    """Say which digit a run needs, and in which sums if these are few."""
    run, digit = run_of(deduction), deduction.claim.value
    only_place = f"only {run.board.grid.name(deduction.claim.cell)} can be {digit}"
    if len(run.combinations) <= MAX_COMBINATIONS and all(digit in each for each in run.combinations):
        return f"{run.rest} is {list_combinations(run.combinations)}, and {only_place}"
    if len(run.fit.combinations) <= MAX_COMBINATIONS:
        return f"{run.rest} can only be {list_combinations(run.fit.combinations)}, and {only_place}"
    return f"{run.rest} needs a {digit}, and {only_place}"


def naked_cells(deduction: Deduction) -> tuple[int, ...]:
    """Return some cells of a run that have as many digits left as they are, if they explain the claims.

    The other cells cannot have these digits; if there is one other cell, it has what they leave of the sum.
    """
    run, claimed = run_of(deduction), claimed_digits(deduction)
    others = [cell for cell in run.candidates if cell not in claimed]
    for size in range(2, len(others) + 1):
        for cells in combinations(others, size):
            digits = digits_of(run, cells)
            left = frozenset([run.left - sum(digits)])
            if len(digits) == size and (
                all(run.candidates[cell] - digits <= left for cell, left in claimed.items())
                or (len(run.candidates) == size + 1 and [*claimed.values()] == [left])
            ):
                return cells
    return ()


def is_beside_naked_set(deduction: Deduction) -> bool:
    """Return whether some other cells of the run take digits, which explains the claims."""
    return bool(naked_cells(deduction))


def say_naked_set(deduction: Deduction) -> str:
    """Say which cells of a run take which digits."""
    run, cells = run_of(deduction), naked_cells(deduction)
    digits = digits_of(run, cells)
    taken = f"{name_places(run.board, cells)} take {join_words([str(digit) for digit in sorted(digits)])} of {run.rest}"
    if len(run.candidates) == len(cells) + 1:
        return f"{taken}, which leaves {run.left - sum(digits)}"
    ((_, left), *others) = claimed_digits(deduction).items()
    return f"{taken}; only {min(left)} is left there" if len(left) == 1 and not others else taken


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
    Technique("What the others leave", "K3", say_bounds, applies=is_beyond_bounds),
    Technique("Few combinations left", "K3", say_few_combinations, applies=has_few_combinations),
    Technique("Rest that does not fit", "K3", say_misfit, applies=has_misfit),
)
