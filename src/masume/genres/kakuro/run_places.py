"""Where the digits of a run go, if it is known which sets of digits it can have."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from masume.core.phrases import join_words, name_places
from masume.genres.kakuro.run_arithmetic import Digits, Run
from masume.genres.kakuro.run_words import list_combinations, list_digits

MAX_ORDERS = 4  # that are listed
PAIR = 2


def describe_places(run: Run, is_or_can_be: str, sets: Sequence[tuple[int, ...]], claimed: Mapping[int, Digits]) -> str:
    """Say which sets of digits a run can have and, if that does not say it all, where their digits can go."""
    listed = f"{is_or_can_be} {list_combinations(sets)}"
    if _are_clear(run.candidates, [frozenset(each) for each in sets], claimed):
        (first, *others) = claimed.values()
        return f"{listed}; only {min(first)} is left there" if len(first) == 1 and not others else listed
    if places := _place_one_by_one(run, sets, claimed) or _place_together(run, sets, claimed):
        return f"{listed}, and {places}"
    if orders := run.orders(MAX_ORDERS):
        return f"can only be {list_combinations(orders)}, in this order"
    if why := _say_missing_partners(run, sets, claimed) or _say_what_one_takes(run, sets, claimed):
        return f"{listed}, and {why}"
    return f"{listed}, and only these digits fit there"


def _say_missing_partners(run: Run, sets: Sequence[tuple[int, ...]], claimed: Mapping[int, Digits]) -> str:
    """Say of two cells which digits the other one cannot have."""
    if len(run.candidates) != PAIR:
        return ""
    digits = frozenset(digit for each in sets for digit in each)
    missing = {
        other: frozenset(run.left - digit for digit in run.candidates[cell] & digits - left)
        for cell, left in claimed.items()
        for other in run.candidates
        if other != cell
    }
    parts = (f"{run.board.grid.name(cell)} is not {list_digits(each)}" for cell, each in missing.items() if each)
    return ", ".join(parts)


def _say_what_one_takes(run: Run, sets: Sequence[tuple[int, ...]], claimed: Mapping[int, Digits]) -> str:
    """Say which cell takes exactly one digit of each set, so that the others cannot have any of these."""
    digits = frozenset(digit for each in sets for digit in each)
    for cell, own in run.candidates.items():
        taken = own & digits
        takes_one = all(len(taken.intersection(each)) == 1 for each in sets) and taken <= claimed.get(cell, taken)
        if takes_one and _are_clear(_without(run.candidates, [cell], taken), [digits], claimed):
            return f"{run.board.grid.name(cell)} takes {list_digits(taken)} of it"
    return ""


def _place_together(run: Run, sets: Sequence[tuple[int, ...]], claimed: Mapping[int, Digits]) -> str:
    """Say which other cells take as many digits as they are, so that the cells of the claims cannot have them."""
    digits = frozenset(digit for each in sets for digit in each)
    others = [cell for cell in run.candidates if cell not in claimed]
    for size in range(2, len(others) + 1):
        for cells in combinations(others, size):
            taken = digits_of(run, cells) & digits
            if len(taken) == size and _are_clear(_without(run.candidates, cells, taken), [digits], claimed):
                return f"{name_places(run.board, cells)} take {join_words([str(digit) for digit in sorted(taken)])}"
    return ""


def digits_of(run: Run, cells: Iterable[int]) -> Digits:
    """Return all digits that some cells can have."""
    return frozenset[int]().union(*(run.candidates[cell] for cell in cells))


def _without(candidates: Mapping[int, Digits], cells: Sequence[int], taken: Digits) -> Mapping[int, Digits]:
    return {other: left - taken for other, left in candidates.items() if other not in cells}


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
