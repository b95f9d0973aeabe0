"""Places and claims in words."""

import pytest

import masume
from masume.core.claims import Claim
from masume.core.layers import RuledOut
from masume.core.phrases import capitalize, describe_claims, join_words, name_place, name_places
from masume.core.places import Place

CELLS = masume.make_board("islands in the stream", "\n".join([". . . . ."] * 4))
EDGES = masume.make_board("loop the loop", "\n".join([". . . ."] * 3))
LINES = masume.make_board("pearls", "\n".join([". . . ."] * 3))
DIGITS = masume.examples.find(f"{masume.genres.find('cross sums').name}-small")


def places(board: masume.Board, names: str) -> list[Place]:
    return [board.grid.find(name) for name in names.split()]


def claims(board: masume.Board, names: str, value: str) -> list[Claim]:
    layer = board.genre.answer[0]
    return [Claim(layer, place, value) for place in places(board, names)]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("r1c1", "r1c1"),
        ("r1c1 r1c2", "r1c1 and r1c2"),
        ("r1c1 r1c2 r1c3", "r1c1–r1c3"),
        ("r1c1 r2c1 r3c1 r1c3", "r1c1–r3c1 and r1c3"),
        ("r2c2 r2c3 r2c4 r1c3 r3c3", "r1c3–r3c3, r2c2 and r2c4"),
        ("r1c1 r1c3 r1c5", "r1c1, r1c3 and r1c5"),
    ],
)
def test_three_cells_in_a_row_are_named_by_the_first_and_the_last(names: str, words: str) -> None:
    assert name_places(CELLS, places(CELLS, names)) == words


def test_a_block_is_named_by_two_corners_and_a_room_by_its_first_cell() -> None:
    block = frozenset(CELLS.grid.find(name) for name in ("r2c2", "r2c3", "r3c2", "r3c3"))
    assert name_place(CELLS, block) == "the 2x2 r2c2–r3c3"
    rooms = masume.examples.find(f"{masume.genres.find('divided rooms').name}-small")
    assert all(name_place(rooms, room) == rooms.grid.name(min(room)) for room in rooms.clues["rooms"])


def test_every_edge_has_one_name() -> None:
    names = [name_place(EDGES, edge) for edge in EDGES.grid.edges]
    assert len(set(names)) == len(names)
    assert name_place(EDGES, EDGES.grid.find("r2c2n")) == "between r1c2 and r2c2"
    assert name_place(EDGES, EDGES.grid.find("r1c2n")) == "above r1c2"
    assert name_place(EDGES, EDGES.grid.find("r3c4s")) == "below r3c4"
    assert name_place(EDGES, EDGES.grid.find("r2c1w")) == "left of r2c1"


def test_lines_from_cell_to_cell_are_paths() -> None:
    assert describe_claims(LINES, claims(LINES, "r1c2w r1c3w r2c3n", "line")) == "there is a line r1c1-r1c2-r1c3-r2c3"
    assert describe_claims(LINES, claims(LINES, "r1c2w r3c3w", "cross")) == "there are no lines r1c1-r1c2 and r3c2-r3c3"


def test_claims_take_another_verb_and_the_plural() -> None:
    sea = claims(CELLS, "r1c1 r2c2", "sea")
    assert describe_claims(CELLS, sea) == "r1c1 and r2c2 are sea"
    assert describe_claims(CELLS, sea, "would be") == "r1c1 and r2c2 would be sea"
    assert describe_claims(EDGES, claims(EDGES, "r1c2n", "line"), "were") == "there were a line above r1c2"


def test_of_many_values_those_that_are_left_are_named() -> None:
    (cell, *_), layer = DIGITS.grid.cells, "digits"
    excluded = [Claim(layer, cell, digit, holds=False) for digit in (1, 2, 3, 4, 5, 6, 8)]
    assert describe_claims(DIGITS, excluded) == "r1c1 is 7 or 9"
    assert describe_claims(DIGITS, excluded[:2]) == "r1c1 is 3 to 9"
    known = DIGITS.with_marks({layer: {cell: RuledOut({9})}})
    assert describe_claims(known, [*excluded]) == "r1c1 is 7"


def test_words_are_joined_and_capitalized() -> None:
    assert [join_words(["a", "b", "c"][:number]) for number in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert [capitalize(text) for text in ("there is", "r1c1 is", "")] == ["There is", "r1c1 is", ""]
