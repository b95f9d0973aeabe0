"""Real boards with known solutions, where the folder MASUME_CORPUS names holds them (see CONTRIBUTING.md).

MASUME_CORPUS_CELLS (default 150) is the largest board tried, MASUME_CORPUS_SECONDS (default 10) the time for each.
"""

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import masume
from masume.core.layers import Numbers, Value, Where
from masume.core.places import Place, PlaceKind
from masume.core.square import SquareGrid

CORPUS = os.environ.get("MASUME_CORPUS", "")
CELLS = int(os.environ.get("MASUME_CORPUS_CELLS", "150"))
SECONDS = float(os.environ.get("MASUME_CORPUS_SECONDS", "10"))
OPEN = set((Path(__file__).parent / "data" / "open-boards.txt").read_text(encoding="utf-8").splitlines()[1:])


needs_corpus = pytest.mark.skipif(not CORPUS, reason="MASUME_CORPUS names no folder of boards")


class Entry(NamedTuple):
    """A board of the corpus."""

    id: str
    board: masume.Board
    data: dict[str, Any]


def entries(path: Path) -> list[Entry]:
    found = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    chosen = (data for data in found if data["rows"] * data["cols"] <= CELLS)
    return [Entry(data["id"], masume.read(data["pzpr_url"]), data) for data in chosen]


def files() -> list[Path]:
    return [path for path in sorted(Path(CORPUS).glob("*.jsonl")) if masume.genres.knows(path.stem)] if CORPUS else []


every_file = pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)


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
        told = _matrix(known, lambda r, c: grid.cell(r - margin, c - margin))
    elif layer.where is Where.ACROSS:
        level = _matrix(known["h"], lambda r, c: grid.down(r, c + 1))
        told = [*level, *_matrix(known["v"], lambda r, c: grid.across(r + 1, c))]
    else:
        told = [*_matrix(known["h"], grid.across), *_matrix(known["v"], grid.down)]
    numbers = isinstance(entry.board.alphabet(layer), Numbers)
    return {layer.name: {p: bit if numbers else values[not bit] for p, bit in told if p is not None}}


def _matrix(matrix: list[list[Any]], place: Callable[[int, int], Any]) -> list[tuple[Any, Any]]:
    return [(place(r, c), item) for r, row in enumerate(matrix) for c, item in enumerate(row)]


def clues(entry: Entry) -> dict[Place, Value]:
    """The clues as the corpus tells them beside the address."""
    (layer,), grid, told = entry.board.genre.clue_layers, entry.board.grid, entry.data["grid"]
    assert isinstance(grid, SquareGrid)
    if layer.where is Where.ROOMS:
        rooms: dict[int, set[int]] = {}
        for cell, room in _matrix(told["rooms"], grid.cell):
            rooms.setdefault(room, set()).add(cell)
        return {frozenset(cells): "?" if told["clues"][r] == -1 else told["clues"][r] for r, cells in rooms.items()}
    if layer.where is Where.RUNS:
        found = dict[Place, Value]()
        for at, (down, across) in grid.run_heads().items():
            sums = told[at[0] + 1][at[1] + 1]
            found |= {edge: n for edge, n in zip((down, across), sums, strict=True) if edge is not None and n}
        return found
    alphabet = entry.board.alphabet(layer)
    names = {"-2": "?", "#": "?", **({} if isinstance(alphabet, Numbers) else {str(v)[0]: v for v in alphabet.values})}
    flat = [(cell, str(clue)) for cell, clue in _matrix(told, grid.cell) if str(clue) not in ("-1", ".")]
    return {cell: names.get(clue) or int(clue) for cell, clue in flat}


@needs_corpus
@every_file
def test_corpus(path: Path) -> None:
    late, boards = [], entries(path)
    for entry in boards:
        marks = solution(entry)
        if marks is not None:
            assert masume.check(entry.board.with_marks(marks)) == [], entry.id
        outcome = masume.solve(entry.board, limits=masume.Limits(seconds=SECONDS))
        told = entry.data.get("n_solutions")
        if outcome.status is masume.Status.UNSOLVABLE:
            assert marks is None, entry.id
            assert told in (None, "0"), entry.id
        elif outcome.unique is None:
            late.append(entry.id)
        else:
            assert outcome.board is not None
            assert {"1": True, ">=2": False}.get(told or "", outcome.unique) == outcome.unique, entry.id
            if marks is not None and outcome.unique:
                assert outcome.board.marks == entry.board.with_marks(marks).marks, entry.id
    assert set(late) <= OPEN


@needs_corpus
@every_file
def test_addresses_of_the_corpus_say_what_its_matrices_say(path: Path) -> None:
    for entry in entries(path):
        assert masume.read(masume.write(entry.board, "pzpr")) == entry.board, entry.id
        (layer,) = entry.board.genre.clue_layers
        assert dict(entry.board.clues[layer.name]) == clues(entry), entry.id
