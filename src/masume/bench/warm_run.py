"""Measures boards one after another in one warm process."""

import gc
from collections.abc import Callable, Sequence
from typing import TypeVar

from masume.bench.boards import BenchBoard, pick_smallest

T = TypeVar("T")


def measure_boards(
    boards: Sequence[BenchBoard],
    measure: Callable[[BenchBoard], T],
    on_progress: Callable[[int, int], None],
    warm_up: Callable[[BenchBoard], object] | None = None,
) -> list[T]:
    """Measure all boards and call `on_progress(done, total)` along the way; Ctrl-C ends the run early.

    First the smallest board of each genre is measured, or passed to `warm_up`, so that no measurement pays for loading.
    """
    measurements: list[T] = []
    try:
        on_progress(0, len(boards))
        for board in pick_smallest(boards):
            (warm_up or measure)(board)
        gc.collect()
        gc.freeze()  # so that no collection during a measurement walks through the list of boards
        for board in boards:
            measurements.append(measure(board))
            on_progress(len(measurements), len(boards))
    except KeyboardInterrupt:
        pass
    return measurements
