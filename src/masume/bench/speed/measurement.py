"""One board and one engine: what each stage of solving takes, in CPU and in wall time, and the verdict."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter, process_time
from typing import NamedTuple

import masume
from masume import engines
from masume.bench.boards import Posed
from masume.bench.time_limit import in_time
from masume.core.caching import clear_caches
from masume.core.errors import OutOfMemoryError, OutOfTimeError, WrongAnswerError
from masume.core.outcome import Limits
from masume.engines.session import Session
from masume.solving.search import state

LATE, WRONG, ERROR = "late", "WRONG", "ERROR"


class Stages(NamedTuple):
    """Seconds for each stage; the hand-over is also what the job's thread and the end of the session cost."""

    reading: float = 0.0
    model: float = 0.0
    hand_over: float = 0.0
    search: float = 0.0
    proof: float = 0.0
    check: float = 0.0

    @property
    def solving(self) -> float:
        """What a solve takes: all but reading the board and checking the answer."""
        return self.model + self.hand_over + self.search + self.proof


class Timed(NamedTuple):
    """A board, an engine (or peer) and what became of it.

    The verdict is how many solutions there are (0, 1, >=2, or >=1 if a peer tells no more), or late, WRONG or ERROR.
    """

    board: Posed
    engine: str
    cold: bool
    verdict: str
    cpu: Stages
    wall: Stages
    note: str = ""

    @property
    def is_bad(self) -> bool:
        """Whether something went wrong."""
        return self.verdict in (WRONG, ERROR)


class _Watch:
    """Two clocks that note what each stage takes."""

    def __init__(self) -> None:
        self._begin, self.elsewhere = _now(), False
        self._cpu: dict[str, float] = {}
        self._wall: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Note what is done within as a stage, or as more of it."""
        cpu, wall = _now()
        try:
            yield
        finally:
            then_cpu, then_wall = _now()
            self._cpu[name] = self._cpu.get(name, 0.0) + then_cpu - cpu
            self._wall[name] = self._wall.get(name, 0.0) + then_wall - wall

    def stop(self) -> tuple[Stages, Stages]:
        """The stages in CPU and wall time; what belongs to no other is hand-over."""
        then_cpu, then_wall = _now()
        cpu = _complete(self._cpu, then_cpu - self._begin[0])
        wall = _complete(self._wall, then_wall - self._begin[1])
        return (wall if self.elsewhere else cpu), wall


def _complete(stages: dict[str, float], whole: float) -> Stages:
    rest = max(0.0, whole - sum(stages.values()))
    return Stages(**{**stages, "hand_over": stages.get("hand_over", 0.0) + rest})


def _now() -> tuple[float, float]:
    return process_time(), perf_counter()


def measured(board: Posed, engine: str, seconds: float, cold: bool = False) -> Timed:
    """Read, solve and check a board within so many seconds; cold if nothing is remembered of others like it."""
    if cold:
        clear_caches()
    watch = _Watch()
    answers: list[masume.Board] = []
    with watch.stage("reading"):
        read = masume.read(board.address)
    try:
        in_time(lambda: _job(read, engine, watch, answers), seconds)
        verdict, note = judged(board, ("0", "1", ">=2")[len(answers)])
    except (OutOfTimeError, OutOfMemoryError):
        return late(board, engine, seconds, cold)
    except WrongAnswerError as error:
        verdict, note = WRONG, str(error)
    except Exception as error:
        verdict, note = ERROR, f"{type(error).__name__}: {error}"
    return Timed(board, engine, cold, verdict, *watch.stop(), note)


def late(board: Posed, engine: str, seconds: float, cold: bool = False) -> Timed:
    """What is told of a board that was not done in time: it counts with the time it had."""
    whole = Stages(search=seconds)
    return Timed(board, engine, cold, LATE, whole, whole)


def _job(board: masume.Board, engine: str, watch: _Watch, answers: list[masume.Board]) -> None:
    """What `masume.solve` does, with a look at the clocks between the stages."""
    with watch.stage("model"):
        model = state(board)
    with watch.stage("hand_over"):
        session = engines.open_session(engine, model)
        watch.elsewhere = _searches_elsewhere(session)
    with session:
        found = session.solutions(model.answer(board.genre.answer), (), Limits(solutions=2))
        for stage in ("search", "proof"):
            with watch.stage(stage):
                solution = next(found, None)
                answer = board.with_marks(model.read_marks(solution.values)) if solution else None
            if answer is None:
                break
            with watch.stage("check"):
                broken = masume.check(answer)
            if broken:
                raise WrongAnswerError(f"the answer breaks {broken[0].rule}")
            answers.append(answer)


def _searches_elsewhere(session: Session) -> bool:
    """Whether a session's solver is in a child process, whose CPU time cannot be told: then wall time stands for it."""
    remote = sys.modules.get("masume.engines.remote")
    return remote is not None and isinstance(session, remote.RemoteSession)


def judged(board: Posed, verdict: str) -> tuple[str, str]:
    """A verdict, or that it is wrong and what it was."""
    fits = verdict == board.known or (verdict == ">=1" and board.known != "0")
    if fits or board.known not in ("0", "1", ">=2"):
        return verdict, ""
    return WRONG, f"{verdict} solutions, not {board.known}"
