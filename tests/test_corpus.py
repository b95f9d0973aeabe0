"""Real boards with known solutions, in the folder that the variable MASUME_CORPUS names (see CONTRIBUTING.md).

MASUME_CORPUS_CELLS is the size of the largest board to try (default: 150), MASUME_CORPUS_SECONDS the time limit for
each board (default: 10).
"""

import os
from pathlib import Path

import pytest

import masume
from corpus import CORPUS, Entry, corpus_files, known_solution, load_entries, matrix_items
from masume.core.layers import Numbers, Value, Where
from masume.core.places import Place
from masume.core.square import SquareGrid

CELLS = int(os.environ.get("MASUME_CORPUS_CELLS", "150"))
SECONDS = float(os.environ.get("MASUME_CORPUS_SECONDS", "10"))
OPEN = set((Path(__file__).parent / "data" / "open-boards.txt").read_text(encoding="utf-8").splitlines()[1:])

needs_corpus = pytest.mark.skipif(not CORPUS, reason="MASUME_CORPUS names no folder of boards")
every_file = pytest.mark.parametrize("path", corpus_files(), ids=lambda path: path.stem)


def known_clues(entry: Entry) -> dict[Place, Value]:
    """Return the clues as the corpus has them beside the URL."""
    (layer,), grid, data = entry.board.genre.clue_layers, entry.board.grid, entry.data["grid"]
    assert isinstance(grid, SquareGrid)
    if layer.where is Where.ROOMS:
        rooms: dict[int, set[int]] = {}
        for cell, room in matrix_items(data["rooms"], grid.cell):
            rooms.setdefault(room, set()).add(cell)
        return {frozenset(cells): "?" if data["clues"][r] == -1 else data["clues"][r] for r, cells in rooms.items()}
    if layer.where is Where.RUNS:
        clues = dict[Place, Value]()
        for (row, col), (down, across) in grid.run_clue_positions().items():
            sums = data[row + 1][col + 1]
            clues |= {edge: n for edge, n in zip((down, across), sums, strict=True) if edge is not None and n}
        return clues
    alphabet = entry.board.alphabet(layer)
    names = {"-2": "?", "#": "?", **({} if isinstance(alphabet, Numbers) else {str(v)[0]: v for v in alphabet.values})}
    flat = [(cell, str(clue)) for cell, clue in matrix_items(data, grid.cell) if str(clue) not in ("-1", ".")]
    return {cell: names.get(clue) or int(clue) for cell, clue in flat}


@needs_corpus
@every_file
def test_boards_are_solved_as_known(path: Path) -> None:
    late = []
    for entry in load_entries(path, CELLS):
        marks = known_solution(entry)
        if marks is not None:
            assert masume.check(entry.board.with_marks(marks)) == [], entry.id
        outcome = masume.solve(entry.board, limits=masume.Limits(seconds=SECONDS))
        known_count = entry.data.get("n_solutions")
        if outcome.status is masume.Status.UNSOLVABLE:
            assert marks is None, entry.id
            assert known_count in (None, "0"), entry.id
        elif outcome.unique is None:
            late.append(entry.id)
        else:
            assert outcome.board is not None
            assert {"1": True, ">=2": False}.get(known_count or "", outcome.unique) == outcome.unique, entry.id
            if marks is not None and outcome.unique:
                assert outcome.board.marks == entry.board.with_marks(marks).marks, entry.id
    assert set(late) <= OPEN


@needs_corpus
@every_file
def test_urls_and_matrices_of_the_corpus_agree(path: Path) -> None:
    for entry in load_entries(path, CELLS):
        assert masume.read(masume.write(entry.board, "pzpr")) == entry.board, entry.id
        (layer,) = entry.board.genre.clue_layers
        assert dict(entry.board.clues[layer.name]) == known_clues(entry), entry.id
