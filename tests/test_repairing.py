"""Repairing drafts: which of them are taken, and what is remembered of their solutions."""

from collections.abc import Sequence
from typing import cast

import masume
from masume.core.board import Board
from masume.core.generation import Faults
from masume.core.square import square
from masume.generating.drafts import Draft
from masume.generating.repairing import LONGEST_DETOUR, STUCK_SLACK, Walk, find_other_solutions
from masume.solving import build_model
from registry import all_genres

SLACK = 3


def draft(name: str) -> Draft:
    """Return something that stands for a draft."""
    return Draft(cast(Board, name), ())


def differing(places: int) -> Faults:
    """Return the faults of a draft with other solutions, which differ at so many places."""
    return Faults(True, range(places), ())


def stuck(places: int) -> Faults:
    """Return the faults of a draft with one solution, but so many places that no easy step decides."""
    return Faults(False, range(places), ())


def visited(start: Faults, *others: Faults) -> list[str]:
    """Return where a walk is after each further draft: they are named by their numbers, and the first one is 0."""
    walk, names = Walk(draft("0"), start, SLACK), []
    for number, faults in enumerate(others, 1):
        walk.go_on(draft(str(number)), faults)
        names.append(str(walk.draft.board))
    return names


def test_drafts_that_are_hardly_worse_are_taken() -> None:
    assert visited(differing(5), differing(5 + SLACK), differing(6 + 2 * SLACK)) == ["1", "1"]
    assert visited(stuck(5), stuck(5 + STUCK_SLACK), stuck(6 + 2 * STUCK_SLACK)) == ["1", "1"]


def test_one_solution_is_better_than_several() -> None:
    assert visited(differing(1), stuck(50), stuck(49)) == ["1", "2"]


def test_detours_lead_to_drafts_with_fewer_faults() -> None:
    assert visited(stuck(9), differing(70), differing(90), stuck(4)) == ["1", "2", "3"]


def test_detours_that_lead_nowhere_go_back() -> None:
    assert visited(stuck(9), differing(7), stuck(20)) == ["1", "0"]
    endless = visited(stuck(9), *[differing(7)] * (LONGEST_DETOUR + 2))
    assert endless[-3:] == [str(LONGEST_DETOUR), "0", str(LONGEST_DETOUR + 2)]


def test_what_is_remembered_is_kept_on_the_way_back() -> None:
    walk, other = Walk(draft("0"), stuck(1), SLACK), cast(Sequence[Board], ("another solution",))
    walk.go_on(draft("1"), stuck(20)._replace(others=other))
    assert str(walk.draft.board) == "0"
    assert walk.faults.others == other


def test_other_solutions_are_solutions() -> None:
    """They are different, too, and differ from the board's own one at the places that are named."""
    found = 0
    for genre in all_genres():
        board = masume.solve(masume.Board(genre, square(3, 3))).board if genre.clue_layers else None
        if board is None or not build_model(board).instances:
            continue
        others = find_other_solutions(board, searches=5)
        found += len(others.boards)
        for other in others.boards:
            assert masume.check(other) == []
        answers = [tuple(board.marks[layer] for layer in genre.answer) for board in (board, *others.boards)]
        assert len({str(answer) for answer in answers}) == len(answers)
        differ = {
            place
            for other in others.boards
            for layer in genre.answer
            for place, mark in board.marks[layer].items()
            if other.marks[layer].get(place) != mark
        }
        assert differ == set(others.places)
    assert found
