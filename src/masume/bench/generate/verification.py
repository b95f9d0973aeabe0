"""Verifies boards once more: the engine asp, which shares no model with those that made them, proves them unique."""

from collections.abc import Sequence
from time import process_time
from typing import NamedTuple

import masume
from masume.bench.generate.child_time import ended_children_seconds
from masume.core.board import Board
from masume.core.outcome import Limits, Status
from masume.engines.child_pool import end_idle_children

ENGINE = "asp"
_STARTS = 3  # of the engine's process, to see how long its start takes


class Verification(NamedTuple):
    """The number of boards verified, of those that were late and of those that are not unique; CPU seconds of all."""

    boards: int
    late: int
    wrong: int
    cpu: float


def measure_start(board: Board, time_limit: float) -> float:
    """Return the CPU seconds that it takes to start the engine's process and to solve a small board: the fewest."""
    return min(verify_boards([board], time_limit, time_limit, 0.0).cpu for _ in range(_STARTS))


def verify_boards(boards: Sequence[Board], budget: float, time_limit: float, start: float) -> Verification:
    """Verify boards until the budget of CPU seconds is spent; `start` is what the engine's process takes to start."""
    end_idle_children()
    own, children = process_time(), ended_children_seconds()
    done = late = wrong = 0
    seconds = 0.0
    for board in boards:
        outcome = masume.solve(board, engine=ENGINE, limits=Limits(seconds=time_limit, solutions=2))
        done += 1
        is_late = outcome.status is Status.TIMEOUT
        late += is_late
        wrong += not is_late and not outcome.unique
        seconds += outcome.seconds
        if seconds > budget:
            break
    end_idle_children()  # only the time of processes that have ended is known
    used = process_time() - own + ended_children_seconds() - children
    return Verification(done, late, wrong, max(used - start, 0.0))
