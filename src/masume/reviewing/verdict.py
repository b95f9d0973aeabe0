"""The verdict: whether a board has exactly one solution."""

from masume.core.outcome import Outcome, Status
from masume.reviewing.findings import Finding, marks_to_dict


def describe_verdict(outcome: Outcome) -> Finding | None:
    """Return whether the solution is unique; None if the time ran out before any solution was found."""
    match outcome.status, outcome.unique:
        case Status.TIMEOUT, _:
            return None
        case Status.UNSOLVABLE, _:
            text = "There is no solution."
        case _, True:
            text = "The solution is unique."
        case _, False:
            text = "The solution is not unique."
        case _:
            text = "There is a solution, but the time ran out before it was known whether it is the only one."
    is_complete = outcome.unique is not None or outcome.status is Status.UNSOLVABLE
    solution = marks_to_dict(outcome.board) if outcome.board else None
    return Finding("verdict", text, {"solution": solution}, complete=is_complete)
