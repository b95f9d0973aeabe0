"""The tables of a run: boards per second, other programs, spread, where the time goes, verification, and problems."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from masume.bench.generate.difficulties import RATING, REASONS
from masume.bench.generate.measurement import OTHER, BoardKind, KindTally
from masume.bench.generate.peers import PACKAGE, PeerKind, PeerTally
from masume.bench.generate.verification import Verification
from masume.bench.report_tables import ReportTable, Value
from masume.bench.timed_job import DONE
from masume.generating.stages import DRAFT, PATCH, RATE, READ, REDUCE, REPAIR

_STAGES = (DRAFT, REPAIR, READ, REDUCE, PATCH, RATE, OTHER)


def tabulate_speeds(
    tallies: Sequence[KindTally], verifications: Mapping[BoardKind, Verification], decided_by: str
) -> list[ReportTable]:
    """Show boards per CPU second of each genre, size and difficulty; and the same if each board is verified."""
    title = {REASONS: "By the largest step", RATING: "By rating"}[decided_by]
    chosen = [tally for tally in tallies if tally.kind.difficulty.decided_by == decided_by]
    speeds = {tally.kind: tally.speed for tally in chosen}
    tables = [_tabulate_by_size(title, speeds)]
    if verifications:
        verified = {
            tally.kind: _verified_speed(tally, verifications[tally.kind])
            for tally in chosen
            if tally.kind in verifications
        }
        tables.append(_tabulate_by_size(f"{title}, with --verify", speeds | dict.fromkeys(speeds) | verified))
    return [table for table in tables if table.rows]


def _tabulate_by_size(title: str, speeds: Mapping[BoardKind, float | None]) -> ReportTable:
    names = tuple(dict.fromkeys(kind.difficulty.name for kind in speeds))
    rows: list[tuple[Value, ...]] = []
    for group, kinds in groupby(speeds, key=lambda kind: (kind.genre, kind.size)):
        found = {kind.difficulty.name: speeds[kind] for kind in kinds}
        rows.append((*group, *(found.get(name) for name in names)))
    return ReportTable(title, ("genre", "size"), names, tuple(rows), ("Boards per CPU second on one core.",))


def _verified_speed(tally: KindTally, verification: Verification) -> float | None:
    """Return how many boards per CPU second are made and verified."""
    if not tally.boards:
        return None
    return 1 / (tally.cpu / tally.boards + verification.cpu / verification.boards)


def tabulate_peers(tallies: Iterable[PeerTally], own: Iterable[KindTally]) -> ReportTable:
    """Compare other programs with our boards of any difficulty."""
    ours = {
        (tally.kind.genre, tally.kind.size): tally.speed
        for tally in own
        if (tally.kind.difficulty.decided_by, tally.kind.difficulty.name) == (REASONS, "unrated")
    }
    rows: list[tuple[Value, ...]] = []
    for tally in tallies:
        kind, speed = tally.kind, tally.speed
        our_speed = ours.get((kind.genre, kind.size))
        ratio = our_speed / speed if our_speed is not None and speed else None
        figures = (tally.boards, speed, *_extremes(tally.speeds), ratio)
        rows.append((kind.genre, kind.size, kind.program, kind.difficulty, *figures))
    note = (
        "The programs of Simon Tatham's collection, in the CPU time of their processes without that of their start. "
        "Their difficulties are his own; the last column compares our unrated boards, which may be of any difficulty."
    )
    labels = ("genre", "size", "program", "difficulty")
    figures_named = ("boards", "boards/s", "slowest round", "fastest round", "ours unrated / theirs")
    return ReportTable("Other programs", labels, figures_named, tuple(rows), (note,))


def tabulate_tries(tallies: Iterable[KindTally]) -> ReportTable:
    """Show for each kind how many tries were rejected, and how much its speed varies between rounds."""
    rows: list[tuple[Value, ...]] = []
    for tally in tallies:
        rejected = 100 * (1 - tally.boards / tally.tries) if tally.tries else None
        rows.append((*_names(tally.kind), tally.boards, tally.tries, rejected, tally.speed, *_extremes(tally.speeds)))
    figures = ("boards", "tries", "rejected %", "boards/s", "slowest round", "fastest round")
    note = "A try is rejected if no draft has a unique solution, or if the board does not have the wanted difficulty."
    return ReportTable("Tries and spread", _KIND, figures, tuple(rows), (note,))


def tabulate_stages(tallies: Iterable[KindTally]) -> ReportTable:
    """Show where the time goes."""
    rows: list[tuple[Value, ...]] = []
    for tally in tallies:
        total = sum(tally.stages.values())
        shares = (100 * tally.stages.get(stage, 0.0) / total if total else None for stage in _STAGES)
        per_try = 1000 * total / tally.tries if tally.tries else None
        rows.append((*_names(tally.kind), per_try, *shares))
    note = (
        "CPU time of a try, and the shares of its stages in percent: drawing a draft and testing it for other "
        "solutions, repairing it, building its model and reading it for the reasoner, which tries it with all clues, "
        "dropping clues, adding clues until small steps suffice, rating."
    )
    return ReportTable("Where the time goes", _KIND, ("ms per try", *_STAGES), tuple(rows), (note,))


def tabulate_verifications(verifications: Mapping[BoardKind, Verification]) -> ReportTable:
    """Show how long the second proof takes."""
    rows = tuple(
        (*_names(kind), each.boards, each.late, each.wrong, 1000 * each.cpu / each.boards)
        for kind, each in verifications.items()
    )
    note = "The engine asp, in a process of its own whose start does not count; wrong: it found several solutions."
    return ReportTable("Verification", _KIND, ("boards", "late", "wrong", "CPU ms per board"), rows, (note,))


def tabulate_problems(own: Iterable[KindTally], peers: Iterable[PeerTally], missing: Iterable[PeerKind]) -> ReportTable:
    """List what was late or failed, and the programs that are not installed."""
    rows = [(*_names(each.kind), each.verdict, each.note or "a try") for each in own if each.verdict != DONE]
    for tally in peers:
        if tally.verdict != DONE:
            kind = tally.kind
            rows.append((kind.genre, kind.size, kind.program, kind.difficulty, tally.verdict, tally.note))
    for genre, program in dict.fromkeys((kind.genre, kind.program) for kind in missing):
        rows.append((genre, "", program, "", "missing", f"Debian has it in the package {PACKAGE}"))
    return ReportTable("Problems", _KIND, ("verdict", "note"), tuple(rows))


_KIND = ("genre", "size", "by", "difficulty")


def _names(kind: BoardKind) -> tuple[str, str, str, str]:
    return kind.genre, kind.size, kind.difficulty.decided_by, kind.difficulty.name


def _extremes(speeds: Sequence[float]) -> tuple[float | None, float | None]:
    return (speeds[0], speeds[-1]) if speeds else (None, None)
