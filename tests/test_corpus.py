"""Real boards with known solutions, where the folder MASUME_CORPUS names holds them (see CONTRIBUTING.md).

MASUME_CORPUS_CELLS (default 150) is the largest board tried, MASUME_CORPUS_SECONDS (default 10) the time for each.
"""

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import masume
from masume.core.layers import Value
from masume.core.places import Place, PlaceKind
from masume.core.square import SquareGrid

CORPUS = os.environ.get("MASUME_CORPUS", "")
CELLS = int(os.environ.get("MASUME_CORPUS_CELLS", "150"))
SECONDS = float(os.environ.get("MASUME_CORPUS_SECONDS", "10"))
SHARE_IN_TIME = 0.97


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


def solution(entry: Entry) -> dict[Place, Value] | None:
    """The known solution as marks: a matrix over cells, or two over edges."""
    known = entry.data.get("solution")
    if known is None:
        return None
    (layer,), grid = entry.board.genre.mark_layers, entry.board.grid
    assert isinstance(grid, SquareGrid)
    yes, no = entry.board.alphabet(layer).values
    if layer.kind is PlaceKind.CELL:
        pairs = [(grid.cell(r, c), bit) for r, row in enumerate(known) for c, bit in enumerate(row)]
    else:
        pairs = [(grid.across(r, c), bit) for r, row in enumerate(known["h"]) for c, bit in enumerate(row)]
        pairs += [(grid.down(r, c), bit) for r, row in enumerate(known["v"]) for c, bit in enumerate(row)]
    return {place: yes if bit else no for place, bit in pairs if place is not None}


@pytest.mark.skipif(not CORPUS, reason="MASUME_CORPUS names no folder of boards")
@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_corpus(path: Path) -> None:
    late, boards = [], entries(path)
    for entry in boards:
        marks = solution(entry)
        if marks is not None:
            layer = entry.board.genre.mark_layers[0].name
            assert masume.check(entry.board.with_marks({layer: marks})) == [], entry.id
        outcome = masume.solve(entry.board, limits=masume.Limits(seconds=SECONDS))
        if outcome.unique is None:
            assert outcome.status is not masume.Status.UNSOLVABLE, entry.id
            late.append(entry.id)
            continue
        assert outcome.board is not None
        told = {"1": True, ">=2": False}.get(entry.data.get("n_solutions", ""))
        assert told in (None, outcome.unique), entry.id
        if marks is not None and outcome.unique:
            assert dict(outcome.board.marks[layer]) == marks, entry.id
    assert len(late) <= (1 - SHARE_IN_TIME) * len(boards), late


@pytest.mark.skipif(not CORPUS, reason="MASUME_CORPUS names no folder of boards")
@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_addresses_of_the_corpus_say_what_its_matrices_say(path: Path) -> None:
    for entry in entries(path):
        assert masume.read(masume.write(entry.board, "pzpr")) == entry.board, entry.id
        if isinstance(entry.data["grid"], list):
            flat = [clue for row in entry.data["grid"] for clue in row]
            if all(isinstance(clue, int) for clue in flat):
                clues = {cell: "?" if clue == -2 else clue for cell, clue in enumerate(flat) if clue != -1}
                assert dict(entry.board.clues[entry.board.genre.clue_layers[0].name]) == clues, entry.id
