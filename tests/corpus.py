"""Real boards with known solutions, in the folder that the variable MASUME_CORPUS names (see CONTRIBUTING.md)."""

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


def load_entries(path: Path, max_cells: int) -> list[Entry]:
    """Return the boards of a file that have at most `max_cells` cells."""
    records = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    small = (data for data in records if data["rows"] * data["cols"] <= max_cells)
    return [Entry(data["id"], masume.read(data["pzpr_url"]), data) for data in small]


def corpus_files() -> list[Path]:
    """Return the files of the corpus, one per genre; nothing if there is no corpus."""
    paths = sorted(Path(CORPUS).glob("*.jsonl")) if CORPUS else []
    return [path for path in paths if masume.genres.is_known(path.stem)]


def known_solution(entry: Entry) -> dict[str, dict[Place, Value]] | None:
    """Return the known solution as marks; the corpus has a matrix of cells, or two matrices of edges."""
    known = entry.data.get("solution")
    if known is None:
        return None
    (layer,), grid = entry.board.genre.mark_layers, entry.board.grid
    assert isinstance(grid, SquareGrid)
    values = entry.board.alphabet(layer).values
    items: Iterable[tuple[int | None, int]]
    if layer.kind is PlaceKind.CELL:
        margin = len(known) - grid.rows  # 1 if the matrix has an extra row and column for clues
        items = matrix_items(known, lambda r, c: grid.cell(r - margin, c - margin))
    elif layer.where is Where.ACROSS:
        horizontal = matrix_items(known["h"], lambda r, c: grid.vertical_edge(r, c + 1))
        items = [*horizontal, *matrix_items(known["v"], lambda r, c: grid.horizontal_edge(r + 1, c))]
    else:
        items = [*matrix_items(known["h"], grid.horizontal_edge), *matrix_items(known["v"], grid.vertical_edge)]
    numbers = isinstance(entry.board.alphabet(layer), Numbers)
    return {layer.name: {p: bit if numbers else values[not bit] for p, bit in items if p is not None}}


def matrix_items(rows: list[list[Any]], place: Callable[[int, int], Any]) -> list[tuple[Any, Any]]:
    """Return the items of a matrix, each with the place at its row and column."""
    return [(place(r, c), item) for r, row in enumerate(rows) for c, item in enumerate(row)]
