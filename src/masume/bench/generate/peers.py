"""Other programs that make boards: those of Simon Tatham's Portable Puzzle Collection, if they are installed.

Debian has them in the package sgt-puzzles.  Each is a child process, whose CPU time counts, without that of its start.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import masume
from masume import genres
from masume.bench.generate.child_time import ended_children_seconds
from masume.bench.generate.measurement import Tally, Turn
from masume.bench.timed_job import ERROR, LATE
from masume.core.game_ids import Difficulty
from masume.core.square import square

PACKAGE = "sgt-puzzles"
_FOLDER = "/usr/games"  # where Debian installs games; it is not on every PATH
_STARTS = 5  # of a program, to see how long its start takes


class PeerKind(NamedTuple):
    """Boards that a program makes: of a genre, a size, and a difficulty of the program's own; empty if it has one."""

    genre: str
    rows: int
    columns: int
    game: str
    difficulty: str

    @property
    def size(self) -> str:
        """Rows and columns, such as "10x10"."""
        return f"{self.rows}x{self.columns}"

    @property
    def program(self) -> str:
        """The name of the program."""
        return f"sgt-{self.game}"

    @property
    def parameters(self) -> str:
        """What the program wants to know about the board."""
        info = {"difficulty": self.difficulty} if self.difficulty else {}
        board = masume.Board(genres.find(self.genre), square(self.rows, self.columns), info=info)
        return masume.write(board, "sgt").split(":")[1]


def list_peer_kinds(names: Iterable[str], sizes: Sequence[tuple[int, int]]) -> list[PeerKind]:
    """Return what his programs can make of some genres, whether they are installed or not."""
    kinds = []
    for name in names:
        genre = genres.find(name)
        notation = genres.load_part(genre, "notation", "NOTATION").sgt
        if notation is None:
            continue
        difficulties = [each for each in notation.parameters if isinstance(each, Difficulty)]
        labels = [label for each in difficulties for label in each.labels.values()] or [""]
        kinds += [PeerKind(genre.name, *size, notation.game, label) for size in sizes for label in labels]
    return kinds


def find_program(kind: PeerKind) -> str | None:
    """Return the path of the program that makes these boards; None if it is not installed."""
    return shutil.which(kind.program, path=os.pathsep.join([os.environ.get("PATH", ""), _FOLDER]))


@dataclass
class PeerTally(Tally):
    """Lets a program make boards; it is ended when it exceeds the time limit."""

    kind: PeerKind = field(kw_only=True)
    path: str = field(kw_only=True)
    start_seconds: float = field(kw_only=True)
    time_limit: float = field(kw_only=True)
    _latest: int = 0

    def make_boards(self, seconds: float) -> Turn:
        boards = tries = 0
        cpu = spent = 0.0
        while spent < seconds and not self.is_error:
            number = self._choose_number(boards, cpu, seconds - spent)
            used, is_done = self._run_program(number)
            spent += used
            cpu += max(used - self.start_seconds, 0.0)
            tries += number
            boards += number if is_done else 0
        return Turn(boards, tries, cpu)

    def _choose_number(self, boards: int, cpu: float, seconds: float) -> int:
        """Return how many boards to ask for: as many as fit in the time, but at most twice as many as before."""
        boards, cpu = self.boards + boards, self.cpu + cpu
        fitting = int(seconds * boards / cpu) if cpu else boards
        self._latest = max(1, min(2 * self._latest, fitting))
        return self._latest

    def _run_program(self, number: int) -> tuple[float, bool]:
        """Return the CPU seconds that the program used, and whether it made all boards."""
        before = ended_children_seconds()
        try:
            lines = run_program(self.path, ["--generate", str(number), self.kind.parameters], self.time_limit)
        except subprocess.TimeoutExpired:
            self.verdict, self.note = LATE, f"{number} boards took more than {self.time_limit:g} s"
            return ended_children_seconds() - before, False
        except (OSError, subprocess.CalledProcessError) as error:
            self.verdict, self.note = ERROR, str(error)
            return 0.0, False
        if len(lines) != number:
            self.verdict, self.note = ERROR, f"the program made {len(lines)} boards instead of {number}"
        return ended_children_seconds() - before, len(lines) == number


def run_program(path: str, arguments: Sequence[str], time_limit: float) -> list[str]:
    """Run a program and return the lines that it prints."""
    done = subprocess.run(  # noqa: S603 - found by us
        [path, *arguments], capture_output=True, encoding="utf-8", timeout=time_limit, check=True
    )
    return done.stdout.splitlines()


def measure_start(path: str, time_limit: float) -> float:
    """Return the CPU seconds that a program takes to start: the fewest of several runs that print its version."""
    used = []
    for _ in range(_STARTS):
        before = ended_children_seconds()
        run_program(path, ["--version"], time_limit)
        used.append(ended_children_seconds() - before)
    return min(used)
