"""Real boards with known solutions, where the folder MASUME_CORPUS names holds them (see CONTRIBUTING.md).

MASUME_CORPUS_CELLS (default 150) is the largest board tried, MASUME_CORPUS_SECONDS (default 10) the time for each.
"""

import os
from pathlib import Path

import pytest

import masume
from corpus import CORPUS, Entry, entries, files, matrix, solution
from masume.core.layers import Numbers, Value, Where
from masume.core.places import Place
from masume.core.square import SquareGrid

CELLS = int(os.environ.get("MASUME_CORPUS_CELLS", "150"))
SECONDS = float(os.environ.get("MASUME_CORPUS_SECONDS", "10"))
OPEN = set((Path(__file__).parent / "data" / "open-boards.txt").read_text(encoding="utf-8").splitlines()[1:])


needs_corpus = pytest.mark.skipif(not CORPUS, reason="MASUME_CORPUS names no folder of boards")


every_file = pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)


def clues(entry: Entry) -> dict[Place, Value]:
    """The clues as the corpus tells them beside the address."""
    (layer,), grid, told = entry.board.genre.clue_layers, entry.board.grid, entry.data["grid"]
    assert isinstance(grid, SquareGrid)
    if layer.where is Where.ROOMS:
        rooms: dict[int, set[int]] = {}
        for cell, room in matrix(told["rooms"], grid.cell):
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
    flat = [(cell, str(clue)) for cell, clue in matrix(told, grid.cell) if str(clue) not in ("-1", ".")]
    return {cell: names.get(clue) or int(clue) for cell, clue in flat}


@needs_corpus
@every_file
def test_corpus(path: Path) -> None:
    late, boards = [], entries(path, CELLS)
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
    for entry in entries(path, CELLS):
        assert masume.read(masume.write(entry.board, "pzpr")) == entry.board, entry.id
        (layer,) = entry.board.genre.clue_layers
        assert dict(entry.board.clues[layer.name]) == clues(entry), entry.id
