"""The shipped boards for benchmarks: each matches its line of JSON and has one solution."""

import json
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

import masume
from masume.core.layers import Where
from masume.core.square import SquareGrid
from masume.formats.facts import dialects

TEXT = files("masume.bench").joinpath("boards.jsonl").read_text(encoding="utf-8")
LINES: list[dict[str, Any]] = [json.loads(line) for line in TEXT.splitlines()]
LIMITS = masume.Limits(seconds=60)


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line["id"]))
def test_board_matches_its_line(line: dict[str, Any]) -> None:
    board = masume.read(line["url"])
    assert isinstance(board.grid, SquareGrid)
    assert (board.genre.name, board.grid.rows, board.grid.columns) == (line["genre"], line["rows"], line["cols"])
    assert line["id"].startswith(f"{line['genre']}-{line['rows']}x{line['cols']}-")
    assert masume.write(board, "pzpr") == line["url"]
    assert not any(map(len, (*board.given.values(), *board.marks.values())))


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line["id"]))
def test_board_has_one_solution(line: dict[str, Any]) -> None:
    assert masume.solve(masume.read(line["url"]), limits=LIMITS).unique is True


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line["id"]))
def test_board_round_trips_through_the_facts_of_every_paper(line: dict[str, Any]) -> None:
    board = masume.read(line["url"])
    for dialect in dialects(board.genre):
        facts = masume.write(board, "facts", dialect=dialect)
        assert masume.read(facts) == board


@pytest.mark.parametrize("line", LINES, ids=lambda line: str(line["id"]))
def test_rooms_are_rectangles(line: dict[str, Any]) -> None:
    board = masume.read(line["url"])
    assert isinstance(board.grid, SquareGrid)
    for layer in board.genre.clue_layers:
        for room in board.clues[layer.name] if layer.where is Where.ROOMS else ():
            rows, cols = ({*side} for side in zip(*map(board.grid.position, room), strict=True))
            assert len(room) == (max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1)


def test_no_two_boards_are_equal() -> None:
    assert Counter(line["id"] for line in LINES).most_common(1)[0][1] == 1
    assert len({masume.read(line["url"]) for line in LINES}) == len(LINES)
