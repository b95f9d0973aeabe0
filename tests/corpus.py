"""Real boards with known solutions, where the folder MASUME_CORPUS names holds them (see CONTRIBUTING.md)."""

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import masume
from masume.core.layers import Numbers, Value, Where
from masume.core.places import Place, PlaceKind
from masume.core.square import SquareGrid

CORPUS = os.environ.get("MASUME_CORPUS", "")


class Entry(NamedTuple):
    """A board of the corpus."""

    id: str
    board: masume.Board
    data: dict[str, Any]


def entries(path: Path, cells: int) -> list[Entry]:
    found = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    chosen = (data for data in found if data["rows"] * data["cols"] <= cells)
    return [Entry(data["id"], masume.read(data["pzpr_url"]), data) for data in chosen]


def files() -> list[Path]:
    return (
        [path for path in sorted(Path(CORPUS).glob("*.jsonl")) if masume.genres.is_known(path.stem)] if CORPUS else []
    )


def solution(entry: Entry) -> dict[str, dict[Place, Value]] | None:
    """The known solution as marks: a matrix over cells, or two over edges."""
    known = entry.data.get("solution")
    if known is None:
        return None
    (layer,), grid = entry.board.genre.mark_layers, entry.board.grid
    assert isinstance(grid, SquareGrid)
    values = entry.board.alphabet(layer).values
    told: Iterable[tuple[int | None, int]]
    if layer.kind is PlaceKind.CELL:
        margin = len(known) - grid.rows  # where clues stand in a row and a column of their own
        told = matrix(known, lambda r, c: grid.cell(r - margin, c - margin))
    elif layer.where is Where.ACROSS:
        level = matrix(known["h"], lambda r, c: grid.down(r, c + 1))
        told = [*level, *matrix(known["v"], lambda r, c: grid.across(r + 1, c))]
    else:
        told = [*matrix(known["h"], grid.across), *matrix(known["v"], grid.down)]
    numbers = isinstance(entry.board.alphabet(layer), Numbers)
    return {layer.name: {p: bit if numbers else values[not bit] for p, bit in told if p is not None}}


def matrix(rows: list[list[Any]], place: Callable[[int, int], Any]) -> list[tuple[Any, Any]]:
    return [(place(r, c), item) for r, row in enumerate(rows) for c, item in enumerate(row)]
