"""Two runs that cross: they leave one digit for the cell that they share or, by that cell, for another one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from masume.core.techniques import Deduction
from masume.genres.kakuro.run_arithmetic import Run
from masume.genres.kakuro.run_words import choose_words, exclusions, limits, list_digits
from masume.genres.kakuro.single_runs import SINGLE_RUN_TECHNIQUES


class Crossing(NamedTuple):
    """Two runs and the open cell that they share."""

    runs: Sequence[Run]
    cell: int


def find_crossing(deduction: Deduction) -> Crossing | None:
    """Return the two runs of a deduction, and where they cross; None if that cell is not open."""
    runs = [Run(deduction.board, start) for start in deduction.places["K3"] if isinstance(start, int)]
    shared = [cell for cell in runs[0].candidates if cell in runs[1].candidates]
    return Crossing(runs, shared[0]) if shared else None


def crosses(deduction: Deduction) -> bool:
    """Return whether two crossing runs leave one digit for a cell."""
    crossing = find_crossing(deduction)
    return crossing is not None and deduction.claim.holds and any(_describe(deduction, crossing))


def describe_crossing(deduction: Deduction) -> str:
    """Say what the two runs leave, with the arithmetic."""
    crossing = find_crossing(deduction)
    assert crossing is not None
    return choose_words(list(_describe(deduction, crossing)))


def _describe(deduction: Deduction, crossing: Crossing) -> Iterator[str]:
    (one, other), cell = crossing.runs, deduction.claim.cell
    for first, second in ((one, other), (other, one)):
        if cell == crossing.cell:
            yield from _describe_shared_cell(deduction, first, second)
        elif cell in second.candidates:
            yield from _describe_other_cell(deduction, first, second, crossing.cell)


def _describe_shared_cell(deduction: Deduction, first: Run, second: Run) -> Iterator[str]:
    """Say which digits the one run allows for the cell, and why the other run leaves only one of them."""
    cell, digit = deduction.claim.cell, deduction.claim.value
    if first.fitting(cell) & second.fitting(cell) != {digit}:
        return
    digits = first.candidates[cell] & second.candidates[cell]
    for limit in limits(first, cell):
        too_many = (digits & limit.allowed) - {digit}
        if not too_many:  # this run alone says it
            yield limit.words
        elif too_many.isdisjoint(second.fitting(cell)):
            yield from (f"{limit.words}, and {words}" for words in exclusions(second, cell, too_many))


def _describe_other_cell(deduction: Deduction, first: Run, second: Run, shared: int) -> Iterator[str]:
    """Say what the one run leaves for the shared cell, and where that leads in the other run."""
    digit, name = deduction.claim.value, first.board.grid.name(shared)
    digits = first.candidates[shared] & second.candidates[shared]
    for limit in limits(first, shared):
        if left := digits & limit.allowed:
            for words in _describe_in_run(deduction, second.with_digits(shared, left)):
                yield f"{limit.words}, so {name} is {list_digits(left)}; {words}"
    ruled_out = digits - first.fitting(shared)
    for some in (ruled_out & {digit}, ruled_out):
        for words in _describe_in_run(deduction, second.with_digits(shared, digits - some)) if some else ():
            for reason in exclusions(first, shared, some):
                yield f"{name} is not {list_digits(some)}, since {reason}; {words}"


def _describe_in_run(deduction: Deduction, run: Run) -> Iterator[str]:
    """Say why a run alone leaves one digit for the claimed cell."""
    cell, digit = deduction.claim.cell, deduction.claim.value
    if cell not in run.candidates or run.fitting(cell) != {digit}:
        return
    alone = replace(deduction, board=run.board, claims=(deduction.claim,), places={"K3": (run.start,)})
    for technique in SINGLE_RUN_TECHNIQUES:
        if technique.applies(alone) and callable(technique.because):
            yield technique.because(alone)
