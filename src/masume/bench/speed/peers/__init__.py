"""Peers: other programs that solve such boards, in processes that can be killed; `peers.json` lists what they have.

They are not installed with masume: `pip install 'masume[peers]'`.
"""

import json
from contextlib import ExitStack
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from masume.bench.boards import Posed
from masume.bench.speed.measurement import ERROR, LATE, Stages, Timed, judged, late
from masume.bench.worker_process import EndedError, Hand, LateError
from masume.core.errors import InputError

UNSAID = "cannot be said"
_GRACE = 5.0  # seconds that a peer may take beyond the time limit: its process starts and loads it


@cache
def data() -> dict[str, Any]:
    """What is known of the peers."""
    told: dict[str, Any] = json.loads(Path(__file__).with_name("peers.json").read_text(encoding="utf-8"))
    return told


def require() -> None:
    """Complain if a peer is not installed."""
    missing = [name for name in data() if not _is_installed(name)]
    if missing:
        raise InputError(f"the peers are not all installed: pip install {' '.join(missing)}")


def _is_installed(package: str) -> bool:
    try:
        metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return False
    return True


class Peers:
    """The peers, each in a process of its own."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._hands = {name: self._stack.enter_context(Hand(f"{__name__}.worker")) for name in data()}

    def __enter__(self) -> "Peers":
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    @staticmethod
    def of(board: Posed) -> list[str]:
        """The peers that know the genre of a board."""
        return [name for name, told in data().items() if board.genre in told["genres"]]

    def measured(self, board: Posed, name: str, seconds: float) -> Timed:
        """What a peer takes for a board."""
        try:
            told = self._hands[name].ask({"peer": name, "board": board, "seconds": seconds}, seconds + _GRACE)
        except LateError:
            return late(board, name, seconds)
        except EndedError as error:
            return Timed(board, name, False, ERROR, Stages(), Stages(), str(error))
        verdict, note = told["verdict"], told["note"]
        if verdict == LATE or told["wall"] > seconds:
            return late(board, name, seconds)
        if verdict not in (ERROR, UNSAID):
            verdict, note = judged(board, verdict)
        return Timed(board, name, False, verdict, Stages(search=told["cpu"]), Stages(search=told["wall"]), note)
