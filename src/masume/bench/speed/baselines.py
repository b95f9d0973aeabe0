"""Times of other programs or of earlier runs, to be set beside ours."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import masume
from masume.bench.speed.measurement import ERROR, LATE, WRONG
from masume.core.errors import InputError
from masume.core.files import text_from

_LARGEST = 256 * 1024 * 1024  # characters: a run over thousands of boards with several engines
_EXPECTED = "expected lines of JSON with id, genre, status and inner_s, or what --format json wrote"


class Baseline(NamedTuple):
    """Whose times these are, and the seconds and cells of each board that was solved, by genre and id."""

    name: str
    seconds: Mapping[tuple[str, str], float]
    cells: Mapping[tuple[str, str], int]


def baselines(path: Path) -> list[Baseline]:
    """The times in a file: of one program, or of each engine of an earlier run."""
    text = text_from(path, _LARGEST)
    try:
        run = _run(text)
        found = _of_a_run(path, run) if run is not None else [_of_a_program(path, text)]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{path}: {_EXPECTED}") from None
    if not any(baseline.seconds for baseline in found):
        raise InputError(f"{path}: no board of a known genre was solved: {_EXPECTED}")
    return found


def _run(text: str) -> dict[str, Any] | None:
    """What an earlier run wrote, None if it is something else."""
    try:
        told = json.loads(text)
    except ValueError:
        return None  # more than one line
    return told if isinstance(told, dict) and "measurements" in told else None


def _of_a_program(path: Path, text: str) -> Baseline:
    lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    solved = [line for line in lines if line["status"] == "solved"]
    return _baseline(path.stem, [(line["genre"], line["id"], line["cells"], line["inner_s"]) for line in solved])


def _of_a_run(path: Path, told: Mapping[str, Any]) -> list[Baseline]:
    times: dict[str, list[tuple[str, str, int, float]]] = {}
    for one in told["measurements"]:
        if not one["cold"] and one["verdict"] not in (LATE, WRONG, ERROR):
            board = (one["genre"], one["id"], one["cells"], one["cpu"]["solving"])
            times.setdefault(one["engine"], []).append(board)
    return [_baseline(f"{path.stem} {engine}", boards) for engine, boards in times.items()]


def _baseline(name: str, boards: list[tuple[str, str, int, float]]) -> Baseline:
    seconds, cells = {}, {}
    for genre, board, size, taken in boards:
        if masume.genres.knows(genre) and float(taken) > 0:
            key = (masume.genres.find(genre).name, str(board))
            seconds[key], cells[key] = float(taken), int(size)
    return Baseline(name, seconds, cells)
