"""The tables of a run: times per genre and size, where they go, how they grow, what is held out, memory, trouble."""

from collections.abc import Iterable, Sequence
from statistics import median

from masume.bench.boards import by_band
from masume.bench.report_tables import Table, Value
from masume.bench.speed.measurement import LATE, Stages, Timed
from masume.bench.speed.memory import Memory
from masume.bench.summary_figures import doublings, growth, percentile


def milliseconds(values: Iterable[float]) -> float | None:
    """The median in milliseconds, None of nothing."""
    found = list(values)
    return 1000 * median(found) if found else None


def of(timed: Iterable[Timed], engine: str, cold: bool = False) -> list[Timed]:
    """The measurements of one engine, warm or cold, but for those that went wrong: nothing is fast that is wrong."""
    return [one for one in timed if one.engine == engine and one.cold is cold and not one.is_bad]


def times(timed: Sequence[Timed], engine: str) -> Table:
    """What an engine takes for each genre and band."""
    cold = dict(by_band(of(timed, engine, cold=True)))
    rows = []
    for place, every in by_band(one for one in timed if one.engine == engine and not one.cold):
        band = of(every, engine)
        wrong, late = len(every) - len(band), sum(one.verdict == LATE for one in band)
        cpu = [one.cpu.solving for one in band]
        wall = milliseconds(one.wall.solving for one in band)
        high = 1000 * percentile(cpu, 95) if cpu else None
        row: list[Value] = [*place, len(every), wrong, late, milliseconds(cpu), high, wall]
        if cold:
            row.append(milliseconds(one.cpu.solving for one in cold.get(place, ())))
        rows.append(tuple(row))
    figures = ("boards", "wrong", "late", "median CPU ms", "95 % CPU ms", "median wall ms")
    return Table(
        f"Times of {engine}", ("genre", "cells"), (*figures, "cold median CPU ms") if cold else figures, tuple(rows)
    )


def stages(timed: Sequence[Timed], engine: str) -> Table:
    """Where the milliseconds of an engine go."""
    rows = []
    for cold in (False, True):
        for place, band in by_band(of(timed, engine, cold)):
            told = [one.cpu for one in band if one.verdict != LATE]
            if told:
                medians = [milliseconds(column) for column in zip(*told, strict=True)]
                rows.append((*place, "cold" if cold else "warm", len(told), *medians))
    figures = ("boards", *(name.replace("_", "-") for name in Stages._fields))
    note = "Medians of CPU ms; boards that were late are left out. Reading and check are not part of the solve time."
    labels = ("genre", "cells", "memory")
    return Table(f"Where the milliseconds of {engine} go", labels, figures, tuple(rows), (note,))


def growths(timed: Sequence[Timed], engine: str) -> Table:
    """How the time of an engine grows with the board."""
    rows, sizes = [], dict[str, dict[int, tuple[int, float]]]()
    by_genre: dict[str, list[tuple[int, float]]] = {}
    for one in of(timed, engine):
        by_genre.setdefault(one.board.genre, []).append((one.board.cells, one.cpu.solving))
    for genre in sorted(by_genre):
        sizes[genre] = doublings(by_genre[genre])
    classes = sorted({most for found in sizes.values() for most in found})
    for genre, found in sizes.items():
        fit = growth(by_genre[genre])
        told = (fit.exponent, 1000 * fit.seconds) if fit else (None, None)
        medians = (1000 * found[most][1] if most in found else None for most in classes)
        rows.append((genre, len(by_genre[genre]), *told, *medians))
    figures = ("boards", "exponent", "ms for 100 cells", *(f"{most // 2 + 1}–{most}" for most in classes))
    note = "Exponent and ms for 100 cells: log time against log cells, least squares. Then median CPU ms by cells."
    return Table(f"Growth of {engine}", ("genre",), figures, tuple(rows), (note,))


def held_out(timed: Sequence[Timed], engines: Sequence[str]) -> Table:
    """The medians of the boards that are kept out of tuning, and of the others."""
    rows = []
    for engine in engines:
        for place, band in by_band(of(timed, engine)):
            out, others = (
                [one.cpu.solving for one in band if one.board.is_held_out is which] for which in (True, False)
            )
            rows.append((engine, *place, len(out), milliseconds(out), len(others), milliseconds(others)))
    figures = ("held out", "median CPU ms", "others", "median CPU ms")
    return Table("The third that is kept out of tuning", ("engine", "genre", "cells"), figures, tuple(rows))


def memories(memory: Sequence[Memory]) -> Table:
    """The memory for the largest board of each genre."""
    rows = tuple(
        (one.board.genre, one.board.id, one.engine, one.board.cells, one.verdict, one.before, one.megabytes)
        for one in memory
    )
    note = "The largest board of each genre, in a process of its own: the most that it had in memory."
    figures = ("cells", "solutions", "MB before", "MB")
    return Table("Memory", ("genre", "board", "engine"), figures, rows, (note,))


def trouble(timed: Sequence[Timed]) -> Table:
    """The boards that were late or went wrong."""
    found = [one for one in timed if one.is_bad or one.verdict == LATE]
    rows = tuple(
        (one.engine, one.board.genre, one.board.id, "cold" if one.cold else "warm", one.verdict, one.note)
        for one in sorted(found, key=lambda one: (not one.is_bad, one.engine, one.board))
    )
    return Table("Late or wrong", ("engine", "genre", "board", "memory", "verdict", "note"), (), rows)
