"""What a deduction about one run claims."""

from collections.abc import Mapping

from masume.core.techniques import Deduction
from masume.genres.kakuro.run_arithmetic import Digits, Run


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
