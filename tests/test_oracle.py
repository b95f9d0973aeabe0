"""Comparison of our checks with pzpr's own answer checker, on solved boards of the corpus and on mutated ones.

`make oracle` installs the npm package pzpr and runs these tests.  They need MASUME_CORPUS, the folder of boards, and
MASUME_ORACLE, the path of a node script that calls pzpr (see CONTRIBUTING.md for its input and output).  If one of
these, node or the package is missing, all tests are skipped.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import masume
from corpus import CORPUS, Entry, corpus_files, known_solution, load_entries
from masume.core.file_blocks import ClueOrMarkRows, Rows
from masume.core.file_items import Signs
from masume.core.genre import Genre
from masume.core.layers import Layer, Value, Where
from masume.core.notation import Notation
from masume.core.places import Place, PlaceKind
from masume.core.square import SquareGrid, square
from registry import all_genres, genre_ids, random_board

SCRIPT = os.environ.get("MASUME_ORACLE", "")
CELLS = int(os.environ.get("MASUME_ORACLE_CELLS", "1000"))
MUTATIONS = 3
JUDGED = {masume.genres.find(path.stem).package for path in corpus_files()}  # the genres the script knows
Marks = dict[Place, Value]


@cache
def reason_to_skip() -> str:
    """Return what pzpr's checker needs and does not find; empty if it can run."""
    if not CORPUS:
        return "MASUME_CORPUS names no folder of boards"
    if not SCRIPT or not Path(SCRIPT).is_file():
        return "MASUME_ORACLE names no script that calls pzpr"
    if shutil.which("node") is None:
        return "node is not installed"
    found = subprocess.run(["node", "-e", "require('pzpr')"], capture_output=True)
    return "" if found.returncode == 0 else "node does not find the package pzpr: npm install pzpr, and set NODE_PATH"


needs_pzpr = pytest.mark.skipif(bool(reason_to_skip()), reason=reason_to_skip())


class Case(NamedTuple):
    """A board with marks, and whether these are its known solution."""

    id: str
    board: masume.Board
    is_solution: bool


class Verdict(NamedTuple):
    """The result of pzpr: accepted or not, the code of the broken rule, and the URL that pzpr writes."""

    accepted: bool
    code: str | None
    url: str


def nothing_is_drawn(case: Case) -> bool:
    """Return whether no mark is set: pzpr rejects such answers even where they are right."""
    layer = case.board.genre.mark_layers[0]
    return layer.default is not None and set(case.board.marks[layer.name].values()) <= {layer.default}


KNOWN_DIFFERENCES: list[Callable[[Case], bool]] = [nothing_is_drawn]


def format_answer(board: masume.Board) -> str:
    """Return the marks as the script reads them, with slashes between rows."""
    (layer,), grid = board.genre.mark_layers, board.grid
    assert isinstance(grid, SquareGrid)
    marks = board.decided_marks(layer.name)
    if layer.kind is PlaceKind.CELL:
        sign = _sign_of(board, layer)
        cells = ((grid.cell(row, col) for col in range(grid.columns)) for row in range(grid.rows))
        return "/".join("".join(sign(marks.get(cell)) for cell in row) for row in cells)
    if layer.where is Where.ACROSS:
        horizontal = [[grid.vertical_edge(r, c + 1) for c in range(grid.columns - 1)] for r in range(grid.rows)]
        vertical = [[grid.horizontal_edge(r + 1, c) for c in range(grid.columns)] for r in range(grid.rows - 1)]
    else:
        horizontal = [[grid.horizontal_edge(r, c) for c in range(grid.columns)] for r in range(grid.rows + 1)]
        vertical = [[grid.vertical_edge(r, c) for c in range(grid.columns + 1)] for r in range(grid.rows)]
    on = board.alphabet(layer).values[0]
    return "/".join("".join("1" if marks.get(edge) == on else "0" for edge in row) for row in (*horizontal, *vertical))


def _sign_of(board: masume.Board, layer: Layer) -> Callable[[Any], str]:
    """Return a function from marks on cells to signs: digits, or # for the value that pzpr's files write as #."""
    if layer.default is None:
        return lambda mark: "." if mark is None else str(mark)
    notation: Notation = masume.genres.load_part(board.genre, "notation", "NOTATION")
    assert notation.pzpr is not None
    blocks = [block for block in notation.pzpr.files[0] if layer.name in block.layers]
    items = [
        block.item if isinstance(block, Rows) else block.mark_item
        for block in blocks
        if isinstance(block, Rows | ClueOrMarkRows)
    ]
    (shaded,) = (item.signs["#"] for item in items if isinstance(item, Signs))
    return lambda mark: "#" if mark == shaded else "."


def cases(entry: Entry) -> Iterator[Case]:
    """Yield the solved board, and boards that differ from it in a few marks."""
    known = known_solution(entry)
    if known is None:
        return
    ((layer, marks),) = known.items()
    yield Case(entry.id, entry.board.with_marks(known), True)
    random = Random(entry.id)
    for number in range(MUTATIONS):
        changed = {layer: mutate(entry.board, marks, random)}
        yield Case(f"{entry.id}~{number + 1}", entry.board.with_marks(changed), False)


def mutate(board: masume.Board, marks: Marks, random: Random) -> Marks:
    """Return marks with changes at one to three places, or at all edges of a cell or of a corner."""
    (layer,), grid = board.genre.mark_layers, board.grid
    values, around = board.alphabet(layer).values, list[int]()
    if layer.kind is PlaceKind.EDGE and random.random() < 0.7:
        corners = layer.where is Where.ACROSS
        around = [
            edge
            for edge in (
                grid.edges_at(random.choice(grid.corners)) if corners else grid.edges_of(random.choice(grid.cells))
            )
            if edge in marks
        ]
    places: Iterable[Any] = around or random.sample(list(marks), min(len(marks), random.randint(1, 3)))
    return {**marks, **{place: random.choice([v for v in values if v != marks[place]]) for place in places}}


def check_by_url(chosen: list[Case]) -> list[Verdict]:
    """Let pzpr check boards that are passed as URLs and answers."""
    lines = [
        json.dumps({"id": case.id, "url": masume.write(case.board, "pzpr"), "answer": format_answer(case.board)})
        for case in chosen
    ]
    return run_pzpr(lines)


def run_pzpr(lines: list[str]) -> list[Verdict]:
    """Run the script on lines of JSON, one for each board."""
    done = subprocess.run(["node", SCRIPT, "--jsonl"], input="\n".join(lines), capture_output=True, text=True)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == len(lines), done.stderr
    assert not [each for each in results if "error" in each]
    return [Verdict(each["ok"], each.get("code"), each.get("clues", "")) for each in results]


@needs_pzpr
@pytest.mark.parametrize("path", corpus_files(), ids=lambda path: path.stem)
def test_pzpr_and_the_checks_agree(path: Path) -> None:
    chosen = [case for entry in load_entries(path, CELLS) for case in cases(entry)]
    assert any(case.is_solution for case in chosen)
    for case, verdict in zip(chosen, check_by_url(chosen), strict=True):
        ours = masume.check(case.board)
        assert not (case.is_solution and ours), case.id
        if verdict.accepted == (not ours):
            continue
        assert any(explains(case) for explains in KNOWN_DIFFERENCES), (case.id, ours, verdict)


@needs_pzpr
@pytest.mark.parametrize("path", corpus_files(), ids=lambda path: path.stem)
def test_pzpr_reads_our_urls_and_files_as_we_do(path: Path) -> None:
    chosen = [case for entry in load_entries(path, CELLS) for case in cases(entry) if case.is_solution]
    by_url = check_by_url(chosen)
    by_file = run_pzpr([json.dumps({"id": c.id, "board": masume.write(c.board, "pzprv3.0")}) for c in chosen])
    for case, from_url, from_file in zip(chosen, by_url, by_file, strict=True):
        assert from_url.accepted == from_file.accepted, case.id
        assert from_url.url == from_file.url, case.id
        assert masume.read(from_url.url) == masume.Board(case.board.genre, case.board.grid, case.board.clues), case.id


@needs_pzpr
@pytest.mark.parametrize("genre", [genre for genre in all_genres() if genre.package in JUDGED], ids=genre_ids)
def test_pzpr_and_the_checks_agree_on_small_boards_of_every_sort(genre: Genre) -> None:
    random, chosen = Random(genre.name), list[Case]()
    grids = [square(3, 3), square(2, 4), square(1, 4), square(3, 3, frozenset({0})), square(3, 4, frozenset({5, 11}))]
    while len(chosen) < 2000:
        board = random_board(genre, random.choice(grids), random, marks=1.0)
        board = masume.Board(genre, board.grid, board.clues, marks=board.marks)  # no options: they are newer than pzpr
        try:
            masume.write(board, "pzpr")
        except masume.MasumeError:  # holes
            continue
        right = masume.solve(board, limits=masume.Limits(solutions=20)).boards
        near = [each.with_marks({n: mutate(each, dict(m), random) for n, m in each.marks.items()}) for each in right]
        chosen += (Case(str(number), each, False) for number, each in enumerate([board, *right, *near], len(chosen)))
    differ = [
        (masume.write(case.board), verdict)
        for case, verdict in zip(chosen, check_by_url(chosen), strict=True)
        if verdict.accepted == bool(masume.check(case.board)) and not any(known(case) for known in KNOWN_DIFFERENCES)
    ]
    assert not differ, (len(differ), differ[0])
