"""Measures one board with one engine: CPU and wall-clock time of each stage, and the verdict."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter, process_time
from typing import NamedTuple

import masume
from masume import engines
from masume.bench.boards import BenchBoard
from masume.bench.time_limit import run_within
from masume.core.caching import clear_caches
from masume.core.errors import OutOfMemoryError, OutOfTimeError, WrongAnswerError
from masume.core.outcome import Limits
from masume.engines.session import Session
from masume.solving.search import build_model

LATE, WRONG, ERROR = "late", "WRONG", "ERROR"


class Stages(NamedTuple):
    """Seconds for each stage.

    The stages are: read the board, build its model, pass the model to the engine (`hand_over`), search for a solution,
    prove that there is no second one (or find it), and check the answers.  The hand-over includes the cost of the job's
    thread and of closing the session.
    """

    reading: float = 0.0
    model: float = 0.0
    hand_over: float = 0.0
    search: float = 0.0
    proof: float = 0.0
    check: float = 0.0

    @property
    def solving(self) -> float:
        """The solve time: everything except reading the board and checking the answer."""
        return self.model + self.hand_over + self.search + self.proof

    @property
    def url_to_verdict(self) -> float:
        """What a user waits for: the time from the board's URL to its proved and checked answer."""
        return sum(self)


class SpeedMeasurement(NamedTuple):
    """The times and the verdict of an engine (or peer) on a board.

    The verdict is the number of solutions ("0", "1", ">=2", or ">=1" if a peer knows no more), "late", "WRONG" or
    "ERROR".
    """

    board: BenchBoard
    engine: str
    cold: bool
    verdict: str
    cpu: Stages
    wall: Stages
    note: str = ""

    @property
    def is_error(self) -> bool:
        """Whether the verdict is wrong or the engine failed."""
        return self.verdict in (WRONG, ERROR)


class _StageTimer:
    """Measures the CPU and wall-clock time of each stage.

    Set `is_remote` if the solver runs in another process, whose CPU time is not known; wall-clock time replaces it.
    """

    def __init__(self) -> None:
        self._start, self.is_remote = _now(), False
        self._cpu: dict[str, float] = {}
        self._wall: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time spent within to a stage."""
        cpu, wall = _now()
        try:
            yield
        finally:
            end_cpu, end_wall = _now()
            self._cpu[name] = self._cpu.get(name, 0.0) + end_cpu - cpu
            self._wall[name] = self._wall.get(name, 0.0) + end_wall - wall

    def stop(self) -> tuple[Stages, Stages]:
        """Return the stages in CPU and in wall-clock time; time outside all stages counts as hand-over."""
        end_cpu, end_wall = _now()
        cpu = _complete(self._cpu, end_cpu - self._start[0])
        wall = _complete(self._wall, end_wall - self._start[1])
        return (wall if self.is_remote else cpu), wall


def _complete(stages: dict[str, float], total: float) -> Stages:
    rest = max(0.0, total - sum(stages.values()))
    return Stages(**{**stages, "hand_over": stages.get("hand_over", 0.0) + rest})


def _now() -> tuple[float, float]:
    return process_time(), perf_counter()


def measure_board(board: BenchBoard, engine: str, time_limit: float, cold: bool = False) -> SpeedMeasurement:
    """Read, solve and check a board within a time limit; if `cold`, first clear all caches."""
    if cold:
        clear_caches()
    timer = _StageTimer()
    answers: list[masume.Board] = []
    with timer.stage("reading"):
        puzzle = masume.read(board.url)
    try:
        run_within(lambda: _solve(puzzle, engine, timer, answers), time_limit)
        verdict, note = check_verdict(board, ("0", "1", ">=2")[len(answers)])
    except (OutOfTimeError, OutOfMemoryError):
        return build_late_measurement(board, engine, time_limit, cold)
    except WrongAnswerError as error:
        verdict, note = WRONG, str(error)
    except Exception as error:
        verdict, note = ERROR, f"{type(error).__name__}: {error}"
    return SpeedMeasurement(board, engine, cold, verdict, *timer.stop(), note)


def build_late_measurement(board: BenchBoard, engine: str, time_limit: float, cold: bool = False) -> SpeedMeasurement:
    """Return the measurement of a board that was not solved in time: it counts with the time limit."""
    stages = Stages(search=time_limit)
    return SpeedMeasurement(board, engine, cold, LATE, stages, stages)


def _solve(board: masume.Board, engine: str, timer: _StageTimer, answers: list[masume.Board]) -> None:
    """Do what `masume.solve` does, and time each stage."""
    with timer.stage("model"):
        model = build_model(board)
    with timer.stage("hand_over"):
        session = engines.open_session(engine, model)
        timer.is_remote = _is_remote(session)
    with session:
        solutions = session.solutions(model.answer_variables(board.genre.answer), (), Limits(solutions=2))
        for stage in ("search", "proof"):
            with timer.stage(stage):
                solution = next(solutions, None)
                answer = board.with_marks(model.decode_marks(solution.values)) if solution else None
            if answer is None:
                break
            with timer.stage("check"):
                broken = masume.check(answer)
            if broken:
                raise WrongAnswerError(f"the answer breaks {broken[0].rule}")
            answers.append(answer)


def _is_remote(session: Session) -> bool:
    """Return whether a session's solver runs in a child process."""
    remote = sys.modules.get("masume.engines.remote")
    return remote is not None and isinstance(session, remote.RemoteSession)


def check_verdict(board: BenchBoard, verdict: str) -> tuple[str, str]:
    """Compare a verdict with the known number of solutions; return the verdict, or WRONG, and a note."""
    agrees = verdict == board.known or (verdict == ">=1" and board.known != "0")
    if agrees or board.known not in ("0", "1", ">=2"):
        return verdict, ""
    return WRONG, f"{verdict} solutions, not {board.known}"
