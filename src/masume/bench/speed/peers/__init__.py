"""Peers: other programs that solve the same puzzles; `peers.json` lists their genres.

They are not installed with masume: `pip install 'masume[peers]'`.
"""

import json
from contextlib import ExitStack
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from masume.bench.boards import BenchBoard
from masume.bench.measuring_process import MeasuringProcess
from masume.bench.speed.measurement import ERROR, LATE, SpeedMeasurement, Stages, build_late_measurement, check_verdict
from masume.core.errors import InputError, InternalError, OutOfMemoryError, OutOfTimeError

INEXPRESSIBLE = "cannot be said"  # the verdict on a board that a peer's notation cannot express
_GRACE = 5.0  # extra seconds for the peer's process to start and to load the peer


@cache
def peer_data() -> dict[str, Any]:
    """Return the contents of peers.json: for each peer its adapter module and its genres."""
    data: dict[str, Any] = json.loads(Path(__file__).with_name("peers.json").read_text(encoding="utf-8"))
    return data


def list_peers(board: BenchBoard) -> list[str]:
    """Return the peers that know the genre of a board."""
    return [name for name, peer in peer_data().items() if board.genre in peer["genres"]]


def require_peers() -> None:
    """Raise InputError if a peer is not installed."""
    missing = [name for name in peer_data() if not _is_installed(name)]
    if missing:
        raise InputError(f"the peers are not all installed: pip install {' '.join(missing)}")


def _is_installed(package: str) -> bool:
    try:
        metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return False
    return True


class PeerProcesses:
    """All peers, each in its own process, which can be killed."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        worker = Path(__file__).with_name("worker.py")
        self._processes = {name: self._stack.enter_context(MeasuringProcess(worker, name)) for name in peer_data()}

    def __enter__(self) -> "PeerProcesses":
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def measure(self, board: BenchBoard, peer: str, time_limit: float) -> SpeedMeasurement:
        """Solve a board with a peer and return its time and verdict."""
        try:
            process = self._processes[peer]
            reply = process.measure(time_limit + _GRACE, peer=peer, board=board, seconds=time_limit)
        except OutOfTimeError:
            return build_late_measurement(board, peer, time_limit)
        except (OutOfMemoryError, InternalError) as error:
            return SpeedMeasurement(board, peer, False, ERROR, Stages(), Stages(), str(error))
        verdict, note = reply["verdict"], reply["note"]
        if verdict == LATE or reply["wall"] > time_limit:
            return build_late_measurement(board, peer, time_limit)
        if verdict not in (ERROR, INEXPRESSIBLE):
            verdict, note = check_verdict(board, verdict)
        cpu, wall = Stages(search=reply["cpu"]), Stages(search=reply["wall"])
        return SpeedMeasurement(board, peer, False, verdict, cpu, wall, note)
