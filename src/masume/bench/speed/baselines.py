"""Times of other programs or of earlier runs, to compare ours with."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import masume
from masume.bench.speed.measurement import ERROR, LATE, WRONG, Stages
from masume.core.errors import InputError
from masume.core.files import load_text

_MAX_CHARACTERS = 256 * 1024 * 1024  # a run over thousands of boards with several engines
_EXPECTED = "expected lines of JSON with id, genre, status and inner_s, or the output of --format json"


class Baseline(NamedTuple):
    """The name of a program, and the seconds and cells of each board that it solved, by genre and id.

    The seconds are from the URL to the verdict, as far as the program measures them.
    """

    name: str
    seconds: Mapping[tuple[str, str], float]
    cells: Mapping[tuple[str, str], int]


def load_baselines(path: Path) -> list[Baseline]:
    """Return the times in a file: those of one program, or of each engine of an earlier run."""
    text = load_text(path, _MAX_CHARACTERS)
    try:
        run = _parse_run(text)
        baselines = [_from_lines(path, text)] if run is None else _from_run(path, run)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{path}: {_EXPECTED}") from None
    if not any(baseline.seconds for baseline in baselines):
        raise InputError(f"{path}: no board of a known genre was solved: {_EXPECTED}")
    return baselines


def _parse_run(text: str) -> dict[str, Any] | None:
    """Return the data of an earlier run, or None if the text is something else."""
    try:
        data = json.loads(text)
    except ValueError:
        return None  # perhaps lines of JSON
    return data if isinstance(data, dict) and "measurements" in data else None


def _from_lines(path: Path, text: str) -> Baseline:
    lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    solved = [line for line in lines if line["status"] == "solved"]
    return _build_baseline(path.stem, [(line["genre"], line["id"], line["cells"], line["inner_s"]) for line in solved])


def _from_run(path: Path, run: Mapping[str, Any]) -> list[Baseline]:
    times: dict[str, list[tuple[str, str, int, float]]] = {}
    for measurement in run["measurements"]:
        if not measurement["cold"] and measurement["verdict"] not in (LATE, WRONG, ERROR):
            seconds = Stages(*(measurement["cpu"][stage] for stage in Stages._fields)).url_to_verdict
            board = (measurement["genre"], measurement["id"], measurement["cells"], seconds)
            times.setdefault(measurement["engine"], []).append(board)
    return [_build_baseline(f"{path.stem} {engine}", boards) for engine, boards in times.items()]


def _build_baseline(name: str, boards: list[tuple[str, str, int, float]]) -> Baseline:
    """Build a baseline from (genre, id, cells, seconds); boards of unknown genres are ignored."""
    seconds_by_board, cells_by_board = {}, {}
    for genre, board, cells, seconds in boards:
        if masume.genres.is_known(genre) and float(seconds) > 0:
            key = (masume.genres.find(genre).name, str(board))
            seconds_by_board[key], cells_by_board[key] = float(seconds), int(cells)
    return Baseline(name, seconds_by_board, cells_by_board)
