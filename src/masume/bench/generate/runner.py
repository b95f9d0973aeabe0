"""A run of the benchmark: all kinds of boards take turns in one process, other programs among them."""

import gc
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from masume import genres
from masume.bench.boards import SEED
from masume.bench.generate import peers, verification
from masume.bench.generate.difficulties import DIFFICULTIES, Difficulty
from masume.bench.generate.measurement import BoardKind, KindTally, Tally
from masume.bench.generate.peers import PeerKind, PeerTally
from masume.bench.generate.verification import Verification
from masume.bench.machine import describe_machine, load_averages
from masume.core.board import Board
from masume.generating.drafts import find_generation
from masume.generating.plain_drafts import PLAIN

_MOST_KEPT = 200  # boards of each kind that are verified
_SMALL = (4, 4)  # a board for the start of the engine that verifies


class GenerateSettings(NamedTuple):
    """The CPU seconds for each kind of board, spread over rounds, and the seconds for each try or call of a program."""

    budget: float = 10.0
    rounds: int = 5
    time_limit: float = 60.0
    verify: bool = False
    peers: bool = True


@dataclass
class GenerateRun:
    """The results of a run; an interrupted run has fewer rounds, or fewer verifications."""

    settings: GenerateSettings
    machine: dict[str, str]
    own: Sequence[KindTally]
    peers: Sequence[PeerTally]
    missing: Sequence[PeerKind]
    rounds: int = 0
    verifications: dict[BoardKind, Verification] = field(default_factory=dict)

    @property
    def tallies(self) -> list[Tally]:
        """Those of our kinds and of other programs."""
        return [*self.own, *self.peers]

    @property
    def is_ok(self) -> bool:
        """Whether nothing went wrong."""
        return not any(tally.is_error for tally in self.tallies) and not any(
            each.wrong for each in self.verifications.values()
        )

    @property
    def is_complete(self) -> bool:
        """Whether the run came to its end."""
        to_verify = sum(bool(tally.kept) for tally in self.own)
        return self.rounds == self.settings.rounds and len(self.verifications) == to_verify


def find_genres(names: Sequence[str]) -> list[str]:
    """Return the main names of genres; without names, all genres that say how new boards are drawn."""
    if names:
        return list(dict.fromkeys(genres.find(name).name for name in names))
    return [name for name in genres.names() if find_generation(genres.find(name)) is not PLAIN]


def list_kinds(
    names: Iterable[str], sizes: Sequence[tuple[int, int]], difficulties: Iterable[Difficulty]
) -> list[BoardKind]:
    """Return the kinds of boards: each genre in each size and each difficulty."""
    chosen = list(difficulties)
    return [BoardKind(genre, *size, each) for genre in names for size in sizes for each in chosen]


def run(kinds: Sequence[BoardKind], settings: GenerateSettings, on_progress: Callable[[int, int], None]) -> GenerateRun:
    """Make boards of all kinds and call `on_progress(done, total)` along the way; Ctrl-C ends the run early."""
    keep = _MOST_KEPT if settings.verify else 0
    own = [KindTally(kind=kind, time_limit=settings.time_limit, keep=keep) for kind in kinds]
    found, missing = _open_peers(kinds, settings) if settings.peers else ([], [])
    results = GenerateRun(settings, describe_machine(), own, found, missing)
    try:
        _take_turns(results, on_progress)
        if settings.verify:
            _verify(results)
    except KeyboardInterrupt:
        pass
    results.machine["load after"] = load_averages()
    return results


def _open_peers(kinds: Sequence[BoardKind], settings: GenerateSettings) -> tuple[list[PeerTally], list[PeerKind]]:
    """Return the tallies of other programs, and what cannot be measured because a program is not installed."""
    tallies, missing = list[PeerTally](), list[PeerKind]()
    starts: dict[str, float] = {}
    sizes = list(dict.fromkeys((kind.rows, kind.columns) for kind in kinds))
    for kind in peers.list_peer_kinds(dict.fromkeys(kind.genre for kind in kinds), sizes):
        path = peers.find_program(kind)
        if path is None:
            missing.append(kind)
            continue
        if path not in starts:
            starts[path] = peers.measure_start(path, settings.time_limit)
        tallies.append(PeerTally(kind=kind, path=path, start_seconds=starts[path], time_limit=settings.time_limit))
    return tallies, missing


def _take_turns(results: GenerateRun, on_progress: Callable[[int, int], None]) -> None:
    """Let all kinds take their turns, in a new order in each round."""
    settings, tallies = results.settings, results.tallies
    done, total = 0, settings.rounds * len(tallies)
    on_progress(done, total)
    _warm_up([tally.kind for tally in results.own], settings)
    order = Random(SEED)
    for number in range(1, settings.rounds + 1):
        for tally in order.sample(tallies, len(tallies)):
            tally.take_turn(settings.budget * number / settings.rounds)
            _hide_from_collector()
            done += 1
            on_progress(done, total)
        results.rounds = number


def _warm_up(kinds: Iterable[BoardKind], settings: GenerateSettings) -> None:
    """Make a board of each genre and size in the first difficulties, so that no measurement pays for the caches."""
    sizes = dict.fromkeys((kind.genre, kind.rows, kind.columns) for kind in kinds)
    for genre, rows, columns in sizes:
        for difficulty in DIFFICULTIES[:2]:
            kind = BoardKind(genre, rows, columns, difficulty)
            KindTally(kind=kind, time_limit=settings.time_limit).make_once()
    _hide_from_collector()


def _hide_from_collector() -> None:
    """Let no garbage collection walk through what there is now, such as caches and the boards of other kinds."""
    gc.collect()
    gc.freeze()


def _verify(results: GenerateRun) -> None:
    """Verify the boards that were kept."""
    settings, start = results.settings, None
    for tally in results.own:
        if tally.kept:
            if start is None:
                start = verification.measure_start(_small_board(tally.kind.genre), settings.time_limit)
            results.verifications[tally.kind] = verification.verify_boards(
                tally.kept, settings.budget, settings.time_limit, start
            )


def _small_board(genre: str) -> Board:
    """Return a small board of a genre."""
    tally = KindTally(kind=BoardKind(genre, *_SMALL, DIFFICULTIES[0]), time_limit=60.0)
    while True:
        board = tally.make_once()
        if board is not None:
            return board
