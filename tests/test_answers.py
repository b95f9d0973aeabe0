"""Answers that cannot be misread: whether all solutions were found, how many there are, what was checked."""

import json

import pytest

import masume
from command import run_command
from masume import examples
from masume.core.outcome import Outcome, SearchEnd, Status
from registry import all_genres

SEVERAL = "template/2/1/1"  # two solutions
UNIQUE = "template/2/1/2"
ENDLESS = "template/12/12/"  # without a clue: more solutions than anyone can count


def test_the_boards_are_what_they_are_said_to_be() -> None:
    assert masume.count(masume.read(SEVERAL)) == 2
    assert masume.solve(masume.read(UNIQUE)).unique


@pytest.mark.parametrize(
    ("board", "wanted", "search", "solutions", "sentence"),
    [
        (SEVERAL, "1", "limit", 1, "Stopped at 1 solution: there are more; the first two differ at r1c1, r1c2"),
        (SEVERAL, "2", "complete", 2, "Found all 2 solutions; the first two differ at r1c1, r1c2"),
        (SEVERAL, "3", "complete", 2, "Found all 2 solutions; the first two differ at r1c1, r1c2"),
        (UNIQUE, "1", "complete", 1, "Solved: the solution is unique"),
        (UNIQUE, "5", "complete", 1, "Solved: the solution is unique"),
    ],
)
def test_all_says_whether_these_are_all(board: str, wanted: str, search: str, solutions: int, sentence: str) -> None:
    shown = run_command("solve", "--all", wanted, board)
    assert shown.stdout.decode().splitlines()[-1].startswith(sentence)
    data = run_command("solve", "--all", wanted, board, "--json")
    result = json.loads(data.stdout)
    assert (result["search"], result["solutions"], len(result["boards"])) == (search, solutions, solutions)
    assert shown.returncode == data.returncode == 0


def test_all_out_of_time_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = masume.solve(masume.read(SEVERAL)).boards
    late = Outcome(Status.SOLVED, False, SearchEnd.TIMEOUT, boards[0], boards=boards)
    monkeypatch.setattr(masume, "solve", lambda board, **options: late)
    shown = run_command("solve", "--all", "5", SEVERAL)
    sentence = "Out of time after 2 solutions: there may be more; the first two differ at r1c1, r1c2"
    assert shown.stdout.decode().splitlines()[-1].startswith(sentence)
    data = run_command("solve", "--all", "5", SEVERAL, "--json")
    assert (json.loads(data.stdout)["search"], len(json.loads(data.stdout)["boards"])) == ("timeout", 2)
    assert shown.returncode == data.returncode == 3


def test_a_search_that_ran_out_of_time_ends_with_status_3(monkeypatch: pytest.MonkeyPatch) -> None:
    board = masume.solve(masume.read(UNIQUE)).board
    assert board is not None
    late = Outcome(Status.SOLVED, None, SearchEnd.TIMEOUT, board, boards=(board,))
    monkeypatch.setattr(masume, "solve", lambda board, **options: late)
    shown = run_command("solve", UNIQUE)
    assert "out of time before it was known whether the solution is unique" in shown.stdout.decode()
    assert shown.returncode == 3


def test_the_library_says_how_a_search_ended() -> None:
    board = masume.read(SEVERAL)
    assert masume.solve(board, limits=masume.Limits(solutions=3)).search is SearchEnd.COMPLETE
    assert masume.solve(board, limits=masume.Limits(solutions=2)).search is SearchEnd.LIMIT
    one = masume.solve(board, limits=masume.Limits(solutions=1))
    assert (one.search, one.unique) == (SearchEnd.LIMIT, None)
    assert "only one was looked for" in one.verdict
    late = masume.solve(board, limits=masume.Limits(seconds=0))
    assert (late.search, late.status) == (SearchEnd.TIMEOUT, Status.TIMEOUT)


def test_count_says_whether_there_are_more() -> None:
    for arguments, text, data in (
        ((SEVERAL,), "2", {"count": 2, "more": False, "search": "complete"}),
        ((SEVERAL, "--limit", "2"), "2", {"count": 2, "more": False, "search": "complete"}),
        ((SEVERAL, "--limit", "1"), "more than 1", {"count": 1, "more": True, "search": "limit"}),
        ((SEVERAL, "--time-limit", "0"), "at least 0", {"count": 0, "more": None, "search": "timeout"}),
    ):
        shown, plain = run_command("count", *arguments), run_command("count", *arguments, "--json")
        assert shown.stdout.decode().strip() == text
        assert json.loads(plain.stdout) == data
        assert shown.returncode == plain.returncode == (3 if data["search"] == "timeout" else 0)


def test_count_out_of_time_keeps_what_it_has() -> None:
    """The time limit grows until something is found by then, so that the test does not depend on the machine."""
    board, seconds, counted = masume.read(ENDLESS), 0.1, 0
    while not counted:
        with pytest.raises(masume.OutOfTimeError, match="out of time") as error:
            masume.count(board, limits=masume.Limits(seconds=seconds))
        counted, seconds = error.value.count or 0, 2 * seconds
    shown = run_command("count", ENDLESS, "--limit", "1000000000", "--time-limit", str(seconds))
    assert shown.stdout.decode().startswith("at least ")
    assert shown.returncode == 3


def test_json_says_where_two_solutions_differ() -> None:
    assert json.loads(run_command("solve", SEVERAL, "--json").stdout)["differ_at"] == ["r1c1", "r1c2"]
    assert json.loads(run_command("solve", UNIQUE, "--json").stdout)["differ_at"] == []


def test_to_and_json_exclude_each_other() -> None:
    refused = run_command("solve", UNIQUE, "--to", "text", "--json")
    assert refused.returncode == 2
    assert b"--to and --json exclude each other" in refused.stderr


def test_check_says_that_a_board_has_no_marks() -> None:
    for genre in all_genres():
        if (name := f"{genre.name}-small") not in examples.names():
            continue
        for options, sentence in (((), "The board has no marks: "), (("--unfinished",), "The board has no marks.\n")):
            assert run_command("check", name, *options).stdout.decode().startswith(sentence)
            assert "no marks" not in run_command("check", f"{name}.answer", *options).stdout.decode()
        assert json.loads(run_command("check", name, "--json").stdout)["marks"] == 0
        assert json.loads(run_command("check", f"{name}.answer", "--json").stdout)["marks"] > 0
