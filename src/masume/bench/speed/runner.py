"""A run: every board once per engine, one engine right after the other, in one warm process."""

import gc
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from random import Random
from typing import NamedTuple

import masume
from masume.bench.boards import SEED, Posed, smallest
from masume.bench.machine import load, machine
from masume.bench.speed.baselines import Baseline
from masume.bench.speed.measurement import Timed, measured
from masume.bench.speed.memory import Memory, largest, needed
from masume.bench.speed.peers import Peers, data
from masume.core.errors import InputError
from masume.solving.search import state


class Settings(NamedTuple):
    """How a run goes: by which engines, with how many seconds for each board, cold as well, and beside what."""

    engines: tuple[str, ...]
    limit: float = 10.0
    cold: bool = False
    peers: bool = False
    baselines: tuple[Baseline, ...] = ()


class Run(NamedTuple):
    """What a run found out."""

    settings: Settings
    machine: dict[str, str]
    boards: Sequence[Posed]
    timed: list[Timed]
    peers: list[Timed]
    memory: list[Memory]

    @property
    def is_fine(self) -> bool:
        """Whether none of our engines went wrong."""
        return not any(one.is_bad for one in self.timed)


def usual_engines() -> tuple[str, ...]:
    """The engines that are timed if none is named: the default, and what stands in for it."""
    return tuple(dict.fromkeys((masume.engines.default(), "lazy")))


def checked_engines(names: Sequence[str]) -> tuple[str, ...]:
    """The named engines, each once, if they can be used here and take models."""
    for name in names:
        if (reason := masume.engines.lacking(name)) is not None:
            raise InputError(f"the engine {name} cannot be used here: {reason}")
        if not masume.engines.takes_models(name):
            raise InputError(f"the engine {name} takes the texts of formulations: expected one that takes models")
    return tuple(dict.fromkeys(names))


def run(boards: Sequence[Posed], settings: Settings, told: Callable[[int, int], None]) -> Run:
    """Time all boards, telling now and then how much is done."""
    found = Run(settings, machine(data() if settings.peers else ()), boards, [], [], [])
    greatest = largest(boards)
    turns = len(settings.engines) * (2 if settings.cold else 1)
    total = len(boards) * turns + len(greatest) + sum(len(Peers.of(board)) for board in boards if settings.peers)
    with ExitStack() as stack:
        peers = stack.enter_context(Peers()) if settings.peers else None
        told(0, total)
        _warm_up(boards, settings)
        for number, board in enumerate(boards):
            found.timed.extend(_by_turns(board, settings, Random(SEED + number), cold=False))
            if peers is not None:
                found.peers.extend(peers.measured(board, name, settings.limit) for name in Peers.of(board))
            told(len(found.timed) + len(found.peers), total)
        for number, board in enumerate(boards if settings.cold else ()):  # afterwards, for it makes others cold too
            found.timed.extend(_by_turns(board, settings, Random(SEED + number), cold=True))
            told(len(found.timed) + len(found.peers), total)
        for board in greatest:
            found.memory.append(needed(board, settings.engines[0], settings.limit))
            told(len(found.timed) + len(found.peers) + len(found.memory), total)
    found.machine["load after"] = load()
    return found


def _warm_up(boards: Sequence[Posed], settings: Settings) -> None:
    """Load every genre and every engine, which is nobody's time."""
    for board in smallest(boards):
        for engine in settings.engines:
            measured(board, engine, settings.limit)
    gc.collect()
    gc.freeze()  # the list of all boards is nobody's rubbish


def _know_size(board: masume.Board) -> None:
    """Make what depends on a board's size only, lest whoever is first pays for it; holes are a board's own."""
    if not getattr(board.grid, "holes", None):
        state(masume.Board(board.genre, board.grid, options=board.options))


def _by_turns(board: Posed, settings: Settings, random: Random, cold: bool) -> list[Timed]:
    """Measure a board by each engine in an order drawn by lot."""
    if not cold:
        _know_size(masume.read(board.address))
    order = random.sample(settings.engines, len(settings.engines))
    return [measured(board, engine, settings.limit, cold) for engine in order]
