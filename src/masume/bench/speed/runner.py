"""A run of the benchmark: every board with every engine in one warm process, board by board."""

import gc
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from random import Random
from typing import NamedTuple

import masume
from masume.bench.boards import SEED, BenchBoard, pick_largest, pick_smallest
from masume.bench.machine import describe_machine, load_averages
from masume.bench.speed.baselines import Baseline
from masume.bench.speed.measurement import SpeedMeasurement, measure_board
from masume.bench.speed.memory import MemoryUse, measure_memory
from masume.bench.speed.peers import PeerProcesses, list_peers, peer_data
from masume.core.errors import InputError
from masume.solving.search import build_model


class SpeedSettings(NamedTuple):
    """The engines, the seconds for each board, whether to time cold boards and peers too, and the baselines."""

    engines: tuple[str, ...]
    time_limit: float = 10.0
    cold: bool = False
    peers: bool = False
    baselines: tuple[Baseline, ...] = ()


class SpeedRun(NamedTuple):
    """The results of a run."""

    settings: SpeedSettings
    machine: dict[str, str]
    boards: Sequence[BenchBoard]
    measurements: list[SpeedMeasurement]
    peer_measurements: list[SpeedMeasurement]
    memory: list[MemoryUse]

    @property
    def is_ok(self) -> bool:
        """Whether no engine of ours failed or gave a wrong answer."""
        return not any(measurement.is_error for measurement in self.measurements)

    @property
    def done(self) -> int:
        """The number of measurements so far."""
        return len(self.measurements) + len(self.peer_measurements) + len(self.memory)


def default_engines() -> tuple[str, ...]:
    """Return the engines to time by default: the default engine and its fallback."""
    return tuple(dict.fromkeys((masume.engines.default(), "lazy")))


def check_engines(names: Sequence[str]) -> tuple[str, ...]:
    """Return the named engines without duplicates; raise InputError if one is not available or takes no models."""
    for name in names:
        if (reason := masume.engines.why_unavailable(name)) is not None:
            raise InputError(f"the engine {name} cannot be used here: {reason}")
        if not masume.engines.takes_models(name):
            raise InputError(f"the engine {name} takes only the texts of formulations: choose one that takes models")
    return tuple(dict.fromkeys(names))


def run(boards: Sequence[BenchBoard], settings: SpeedSettings, on_progress: Callable[[int, int], None]) -> SpeedRun:
    """Time all boards and call `on_progress(done, total)` along the way."""
    results = SpeedRun(settings, describe_machine(peer_data() if settings.peers else ()), boards, [], [], [])
    largest = pick_largest(boards)
    per_board = len(settings.engines) * (2 if settings.cold else 1)
    total = len(boards) * per_board + len(largest) + sum(len(list_peers(board)) for board in boards if settings.peers)
    with ExitStack() as stack:
        peers = stack.enter_context(PeerProcesses()) if settings.peers else None
        on_progress(0, total)
        _warm_up(boards, settings)
        for number, board in enumerate(boards):
            results.measurements.extend(_measure_engines(board, settings, Random(SEED + number), cold=False))
            if peers is not None:
                measured = (peers.measure(board, peer, settings.time_limit) for peer in list_peers(board))
                results.peer_measurements.extend(measured)
            on_progress(results.done, total)
        for number, board in enumerate(boards if settings.cold else ()):  # last, because it clears the caches
            results.measurements.extend(_measure_engines(board, settings, Random(SEED + number), cold=True))
            on_progress(results.done, total)
        for board in largest:
            results.memory.append(measure_memory(board, settings.engines[0], settings.time_limit))
            on_progress(results.done, total)
    results.machine["load after"] = load_averages()
    return results


def _warm_up(boards: Sequence[BenchBoard], settings: SpeedSettings) -> None:
    """Load every genre and every engine, so that no measurement pays for it."""
    for board in pick_smallest(boards):
        for engine in settings.engines:
            measure_board(board, engine, settings.time_limit)
    gc.collect()
    gc.freeze()  # so that no collection during a measurement walks through the list of boards


def _warm_size(board: masume.Board) -> None:
    """Fill the caches that depend only on the board's size, so that the first engine does not pay for them.

    Boards with holes are skipped, because no other board shares their grid.
    """
    if not getattr(board.grid, "holes", None):
        build_model(masume.Board(board.genre, board.grid, options=board.options))


def _measure_engines(board: BenchBoard, settings: SpeedSettings, random: Random, cold: bool) -> list[SpeedMeasurement]:
    """Measure a board with each engine, in random order."""
    if not cold:
        _warm_size(masume.read(board.url))
    order = random.sample(settings.engines, len(settings.engines))
    return [measure_board(board, engine, settings.time_limit, cold) for engine in order]
