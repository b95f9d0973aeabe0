"""A run of the benchmark: every board once, in one warm process."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from masume.bench.boards import BenchBoard
from masume.bench.explain.measurement import ExplainMeasurement, measure_board
from masume.bench.machine import describe_machine, load_averages
from masume.bench.warm_run import measure_boards


class ExplainSettings(NamedTuple):
    """The seconds for each board, the number of hints on each, and the seconds a hint may look for a better step."""

    time_limit: float = 60.0
    hints: int = 8
    hint_seconds: float = 0.2


class ExplainRun(NamedTuple):
    """The results of a run; an interrupted run has fewer measurements than boards."""

    settings: ExplainSettings
    machine: dict[str, str]
    boards: Sequence[BenchBoard]
    measurements: list[ExplainMeasurement]

    @property
    def is_ok(self) -> bool:
        """Whether nothing went wrong."""
        return not any(measurement.is_error for measurement in self.measurements)

    @property
    def is_complete(self) -> bool:
        """Whether all boards were measured."""
        return len(self.measurements) == len(self.boards)


def run(boards: Sequence[BenchBoard], settings: ExplainSettings, on_progress: Callable[[int, int], None]) -> ExplainRun:
    """Explain all boards and call `on_progress(done, total)` along the way; Ctrl-C ends the run early."""
    machine = describe_machine()
    measurements = measure_boards(
        boards,
        lambda board: measure_board(board, *settings),
        on_progress,
        warm_up=lambda board: measure_board(board, settings.time_limit, 1, settings.hint_seconds),
    )
    return ExplainRun(settings, machine | {"load after": load_averages()}, boards, measurements)
