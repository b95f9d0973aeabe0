"""Measures one kind of board: makes as many as it can in a budget of CPU time, turn by turn."""

from abc import ABC, abstractmethod
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import NamedTuple

from masume.bench.boards import SEED
from masume.bench.generate.difficulties import Difficulty
from masume.bench.timed_job import DONE, ERROR, run_timed
from masume.core.board import Board
from masume.generating.making import Maker
from masume.generating.requests import make_request

OTHER = "other"  # the stage of what belongs to no other


class BoardKind(NamedTuple):
    """Boards of a genre, a size and a difficulty."""

    genre: str
    rows: int
    columns: int
    difficulty: Difficulty

    @property
    def size(self) -> str:
        """Rows and columns, such as "10x10"."""
        return f"{self.rows}x{self.columns}"


class Turn(NamedTuple):
    """What happened in a turn: boards made, tries, and CPU seconds."""

    boards: int
    tries: int
    cpu: float


@dataclass
class Tally(ABC):
    """The turns of something that makes boards, and a note if something went wrong."""

    turns: list[Turn] = field(default_factory=list)
    verdict: str = DONE
    note: str = ""

    @property
    def boards(self) -> int:
        """All boards made."""
        return sum(turn.boards for turn in self.turns)

    @property
    def tries(self) -> int:
        """All tries."""
        return sum(turn.tries for turn in self.turns)

    @property
    def cpu(self) -> float:
        """The CPU seconds of all turns."""
        return sum(turn.cpu for turn in self.turns)

    @property
    def speed(self) -> float | None:
        """Boards per CPU second; None before the first turn."""
        return self.boards / self.cpu if self.cpu else None

    @property
    def speeds(self) -> list[float]:
        """Boards per CPU second of each turn, in ascending order."""
        return sorted(turn.boards / turn.cpu for turn in self.turns if turn.cpu)

    @property
    def is_error(self) -> bool:
        """Whether making boards failed: that no board is found is no error."""
        return self.verdict == ERROR

    def take_turn(self, spent: float) -> None:
        """Make boards until this many CPU seconds are spent in all turns together."""
        if self.cpu < spent and not self.is_error:
            self.turns.append(self.make_boards(spent - self.cpu))

    @abstractmethod
    def make_boards(self, seconds: float) -> Turn:
        """Make boards until this many CPU seconds have passed."""


class Stopwatch:
    """Adds up the CPU seconds of stages; each begins where the one before ends."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._stage, self._start = OTHER, process_time()

    def begin(self, stage: str) -> None:
        """Begin a stage."""
        now = process_time()
        self.seconds[self._stage] += now - self._start
        self._stage, self._start = stage, now


@dataclass
class KindTally(Tally):
    """Makes boards of one kind; a try that takes longer than the time limit is rejected.

    The first boards are kept, at most `keep` of them.  The seed of a kind is fixed, so each run makes the same boards.
    """

    kind: BoardKind = field(kw_only=True)
    time_limit: float = field(kw_only=True)
    keep: int = field(kw_only=True, default=0)
    kept: list[Board] = field(default_factory=list)
    stages: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def __post_init__(self) -> None:
        kind = self.kind
        self._stopwatch = Stopwatch()
        plan = make_request(kind.genre, (kind.rows, kind.columns)).plan
        self._maker = Maker(plan, kind.difficulty.level, kind.difficulty.recipe, self._begin_stage)
        self._random = Random(f"{SEED}/{kind.genre}/{kind.size}/{kind.difficulty.name}")

    def make_boards(self, seconds: float) -> Turn:
        boards = tries = 0
        start = process_time()
        self._stopwatch = Stopwatch()
        while not self.is_error and process_time() - start < seconds:
            tries += 1
            board = self.make_once()
            if board is not None:
                boards += 1
                if len(self.kept) < self.keep:
                    self.kept.append(board)
        self._stopwatch.begin(OTHER)
        for stage, passed in self._stopwatch.seconds.items():
            self.stages[stage] += passed
        return Turn(boards, tries, process_time() - start)

    def make_once(self) -> Board | None:
        """Return a board; None if this try was rejected."""
        found: list[Board | None] = []
        result, _ = run_timed(lambda: found.append(self._try_once()), self.time_limit)
        if result.verdict != DONE:
            self.verdict, self.note = result
        return found[0] if found else None

    def _try_once(self) -> Board | None:
        board = self._maker.make(self._random)
        self._begin_stage(OTHER)
        return board

    def _begin_stage(self, stage: str) -> None:
        self._stopwatch.begin(stage)
