"""`masume bench generate`: the recipes by reasons, what is measured, other programs, the tables and the reports."""

import json
import os
import sys
from itertools import count
from pathlib import Path
from random import Random

import pytest

import masume
from command import error_lines, interrupt_after, output, run_process
from csv_tables import read_csv, undocumented_columns
from json_schemas import validator
from masume.bench import generate
from masume.bench.generate import measurement, peers, report, runner, tables, verification
from masume.bench.generate.difficulties import DIFFICULTIES, RATING, REASONS, Difficulty
from masume.bench.generate.measurement import KindTally, Stopwatch, Turn
from masume.bench.generate.peers import PeerKind, PeerTally
from masume.bench.generate.verification import Verification
from masume.bench.timed_job import DONE, ERROR, LATE
from masume.core.errors import OutOfTimeError
from masume.generating import drafts, make_request
from masume.generating.clue_reasoner import ClueReasoner, Clues
from masume.generating.making import Choice, Maker
from masume.generating.plain_drafts import PLAIN
from masume.generating.recipes import BY_REASONS
from masume.generating.stages import DRAFT, PATCH, RATE, READ, REDUCE
from masume.rating import find_goal
from masume.setting.clue_guards import find_clue_guards

DRAWN = generate.find_genres([])
GENRE = next(name for name in DRAWN if peers.list_peer_kinds([name], [(4, 4)]))
UNRATED, EASY = DIFFICULTIES[:2]
BOUNDS = {"easy": (None, 0), "medium": (1, 3), "hard": (3, 7)}  # reasons that are too few, and that suffice
FAST = generate.GenerateSettings(budget=0.02, rounds=2, peers=False)
BOARDS = 6  # tries of each recipe


def kind_of(difficulty: Difficulty = UNRATED, size: int = 4) -> generate.BoardKind:
    """Return a kind of small boards."""
    return generate.BoardKind(GENRE, size, size, difficulty)


def ignore(done: int, total: int) -> None:
    """Show no progress."""


def is_within(board: masume.Board, limit: int) -> bool:
    """Return whether steps of so many reasons suffice, by a new reasoner on the board as it is."""
    guards = find_clue_guards(board, [])
    assert guards is not None
    reasoner = ClueReasoner(guards.model, Clues(drafts.Draft(board, ()), guards), find_goal(board, guards.model))
    reasoner.show_only(())
    return not reasoner.close(limit)


@pytest.mark.parametrize("genre", DRAWN)
def test_boards_by_reasons_are_as_hard_as_asked(genre: str) -> None:
    plan = make_request(genre, "7x7").plan
    for name, (too_few, enough) in BOUNDS.items():
        maker, random = Maker(plan, recipe=BY_REASONS[name]), Random(name)
        found: list[bool] = []
        for board in filter(None, (maker.make(random) for _ in range(BOARDS))):
            assert masume.solve(board).unique
            assert is_within(board, enough)
            found.append(too_few is None or not is_within(board, too_few))
        # Without a clue, a model may have a simpler constraint for explanations than with it: then the board is easier.
        assert not found or any(found)


def test_stages_are_told_and_change_nothing() -> None:
    plan, stages = make_request(GENRE, "5x5").plan, list[str]()
    watched = Maker(plan, 3, on_stage=stages.append)
    plain = Maker(plan, 3)
    first, second = Random(1), Random(1)
    assert [watched.make(first) for _ in range(5)] == [plain.make(second) for _ in range(5)]
    assert {DRAFT, READ, REDUCE, PATCH, RATE} <= set(stages)


def test_a_choice_knows_whether_few_reasons_suffice() -> None:
    draft = drafts.find_generation(masume.genres.find(GENRE)).draw(make_request(GENRE, "4x4").plan, Random(1))
    assert draft is not None
    plan = make_request(GENRE, "4x4").plan
    choice = Choice(drafts.group_clues(plan, drafts.find_generation(plan.genre), draft))
    everything = range(choice.clues.size)
    assert choice.is_within(everything, 7) >= choice.is_within((), 7)


def test_difficulties() -> None:
    by_reasons = [each for each in DIFFICULTIES if each.decided_by == REASONS]
    assert [each.name for each in by_reasons] == ["unrated", "easy", "medium", "hard"]
    assert [each.level for each in DIFFICULTIES if each.decided_by == RATING] == [1, 2, 3, 4, 5, 6]
    assert len({(each.decided_by, each.name) for each in DIFFICULTIES}) == len(DIFFICULTIES)


def test_genres_that_say_how_boards_are_drawn() -> None:
    assert [
        name for name in masume.genres.names() if drafts.find_generation(masume.genres.find(name)) != PLAIN
    ] == DRAWN
    assert generate.find_genres([GENRE, GENRE]) == [GENRE]
    assert len(generate.list_kinds([GENRE], [(4, 4), (5, 5)], DIFFICULTIES)) == 2 * len(DIFFICULTIES)


def test_a_stopwatch_adds_up_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()
    monkeypatch.setattr(measurement, "process_time", lambda: next(clock))
    stopwatch = Stopwatch()
    for stage in ("a", "b", "a", "other"):
        stopwatch.begin(stage)
    assert stopwatch.seconds == {"other": 1, "a": 2, "b": 1}


def test_turns_add_up_and_share_the_budget() -> None:
    tally = KindTally(kind=kind_of(), time_limit=30, keep=2)
    assert (tally.speed, tally.speeds) == (None, [])
    tally.take_turn(0.05)
    spent = tally.cpu
    assert spent >= 0.05
    tally.take_turn(spent / 2)  # more than that is spent already
    assert len(tally.turns) == 1
    tally.take_turn(spent + 0.01)
    first, second = tally.turns
    assert (tally.boards, tally.tries) == (first.boards + second.boards, first.tries + second.tries)
    assert tally.cpu == pytest.approx(first.cpu + second.cpu)
    assert len(tally.kept) == min(2, tally.boards)
    assert sum(tally.stages.values()) == pytest.approx(tally.cpu, rel=0.2, abs=0.01)
    assert tally.speeds == sorted(tally.speeds)


def test_the_same_seed_makes_the_same_boards() -> None:
    one, other = (KindTally(kind=kind_of(EASY), time_limit=30) for _ in range(2))
    assert [one.make_once() for _ in range(4)] == [other.make_once() for _ in range(4)]


@pytest.mark.parametrize(("error", "verdict"), [(OutOfTimeError(), LATE), (KeyError("odd"), ERROR)])
def test_a_failing_try_is_noted(error: Exception, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(maker: Maker, random: Random) -> None:
        raise error

    monkeypatch.setattr(Maker, "make", fail)
    tally = KindTally(kind=kind_of(), time_limit=5)
    tally.take_turn(0.001)
    assert (tally.verdict, tally.boards, tally.is_error) == (verdict, 0, verdict == ERROR)
    assert [row[4] for row in tables.tabulate_problems([tally], [], []).rows] == [verdict]
    tries = tally.tries
    tally.take_turn(tally.cpu + 0.001)
    assert (tally.tries == tries) == tally.is_error  # after an error there are no more


def fake_program(folder: Path, name: str, code: str) -> str:
    """Write a program to a folder and return its path."""
    path = folder / name
    path.write_text(f"#!{sys.executable}\nimport sys, time\n{code}", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


PRINTS_IDS = "for _ in range(int(sys.argv[2]) if sys.argv[1] == '--generate' else 1): print('4x4:abc')"


def peer_kind() -> PeerKind:
    """Return what another program can make."""
    return peers.list_peer_kinds([GENRE], [(4, 4)])[0]


def tally_of(path: str, time_limit: float = 30.0) -> PeerTally:
    """Return the tally of a program."""
    return PeerTally(kind=peer_kind(), path=path, start_seconds=0.0, time_limit=time_limit)


def test_programs_are_found_by_the_notation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = peer_kind()
    assert kind.program == f"sgt-{kind.game}"
    assert kind.game in masume.genres.find(kind.genre).names
    assert kind.parameters.startswith("4x4")
    monkeypatch.setattr(peers, "_FOLDER", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    assert peers.find_program(kind) is None
    path = fake_program(tmp_path, kind.program, PRINTS_IDS)
    assert peers.find_program(kind) == path
    without = [name for name in masume.genres.names() if not peers.list_peer_kinds([name], [(4, 4)])]
    assert without


def test_a_program_is_asked_for_more_and_more_boards(tmp_path: Path) -> None:
    path = fake_program(tmp_path, "makes", PRINTS_IDS)
    tally = tally_of(path)
    tally.take_turn(0.3)
    (turn,) = tally.turns
    assert turn.boards == turn.tries > 3
    assert turn.cpu >= 0.25
    assert 0 < peers.measure_start(path, 30) < 5


@pytest.mark.parametrize(
    ("code", "verdict"),
    [("time.sleep(60)", LATE), ("sys.exit('no')", ERROR), ("print(1); print(2); print(3)", ERROR)],
    ids=["late", "fails", "makes too many"],
)
def test_a_program_that_is_late_or_fails(code: str, verdict: str, tmp_path: Path) -> None:
    tally = tally_of(fake_program(tmp_path, "fails", code), time_limit=1.0)
    tally.take_turn(0.001)
    assert (tally.verdict, tally.boards) == (verdict, 0)
    (row,) = tables.tabulate_problems([], [tally], []).rows
    assert row[2:5] == (tally.kind.program, tally.kind.difficulty, verdict)


def test_missing_programs_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "_FOLDER", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    found = generate.run([kind_of()], FAST._replace(peers=True), ignore)
    assert found.is_ok
    assert found.peers == []
    assert f"sgt-{peer_kind().game} |  | missing | Debian has it in the package sgt-puzzles" in report.format_markdown(
        found
    )
    assert json.loads(report.format_json(found))["missing programs"] == [f"sgt-{peer_kind().game}"]


def test_verification_finds_boards_with_several_solutions() -> None:
    plan = make_request(GENRE, "4x4").plan
    board = Maker(plan).make(Random(1))
    assert board is not None
    bare = plan.make_board({}, {})
    assert verification.verify_boards([board, bare], 30, 30, 0.0)[:3] == (2, 0, 1)
    assert verification.verify_boards([board, board], 0.0, 30, 1000.0) == (1, 0, 0, 0.0)
    assert verification.verify_boards([board], 30, 0.0, 0.0)[:3] == (1, 1, 0)
    assert 0 < verification.measure_start(board, 30) < 20


def invented_run() -> generate.GenerateRun:
    """Return a run with invented figures."""
    tally = KindTally(kind=kind_of(), time_limit=9)
    tally.turns = [Turn(10, 10, 1.0), Turn(5, 10, 1.0)]
    tally.stages = {DRAFT: 0.5, PATCH: 1.5}
    rated = KindTally(kind=kind_of(DIFFICULTIES[-1]), time_limit=9)
    rated.turns = [Turn(0, 4, 2.0)]
    peer = tally_of("nowhere")
    peer.turns = [Turn(30, 30, 1.0)]
    settings = generate.GenerateSettings(verify=True, rounds=2)
    checked = {tally.kind: Verification(5, 0, 0, 1.0)}
    return generate.GenerateRun(settings, {}, [tally, rated], [peer], [], rounds=2, verifications=checked)


def test_tables() -> None:
    found = {table.title: table for table in report.build_tables(invented_run())}
    assert found["By the largest step"].rows == ((GENRE, "4x4", 7.5),)
    verified = found["By the largest step, with --verify"].rows[0][2]
    assert verified == pytest.approx(1 / (2 / 15 + 1 / 5))
    assert found["By rating"].rows == ((GENRE, "4x4", 0.0),)
    assert found["Tries and spread"].rows[0][4:] == (15, 20, 25.0, 7.5, 5.0, 10.0)
    assert found["Tries and spread"].rows[1][4:] == (0, 4, 100.0, 0.0, 0.0, 0.0)
    assert found["Where the time goes"].rows[0][4:] == (100.0, 25.0, 0, 0, 0, 75.0, 0, 0)
    assert found["Other programs"].rows[0][4:] == (30, 30.0, 30.0, 30.0, 0.25)
    assert found["Verification"].rows[0][4:] == (5, 0, 0, 200.0)
    assert found["Problems"].rows == ()


def test_csv_has_a_row_for_each_kind() -> None:
    lines = generate.WRITERS["csv"](invented_run())
    assert undocumented_columns(lines) == []
    words = {"genre", "program", "decided_by", "difficulty", "verdict", "note"}
    first, _, third = read_csv(lines, words)
    assert (first["boards"], first["slowest_round"], first["cpu_patch"], first["verified"]) == ("15", "5.0", "1.5", "5")
    assert (third["program"], third["decided_by"], third["cpu_draft"]) == (peer_kind().program, "program", "")


def test_a_run_and_its_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_program(tmp_path, peer_kind().program, PRINTS_IDS)
    monkeypatch.setattr(peers, "_FOLDER", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    progress: list[tuple[int, int]] = []
    kinds = [kind_of(), kind_of(EASY), kind_of(DIFFICULTIES[5])]
    settings = FAST._replace(verify=True, peers=True)
    found = generate.run(kinds, settings, lambda done, total: progress.append((done, total)))
    assert found.is_ok
    assert found.is_complete
    total = 2 * len(found.tallies)
    assert progress == [(done, total) for done in range(total + 1)]
    text, data = (generate.WRITERS[name](found) for name in ("markdown", "json"))
    for table in report.build_tables(found):
        assert f"## {table.title}\n" in text
        assert all(len(row) == len(table.labels) + len(table.figures) for row in table.rows)
    assert all(word in text for word in ("processor", "load after", "rounds: 2", "time limit"))
    validator("bench-generate.json").validate(json.loads(data))


def test_ctrl_c_keeps_the_measurements_so_far() -> None:
    def interrupt(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    found = generate.run([kind_of(), kind_of(EASY)], FAST, interrupt)
    assert (found.rounds, found.is_complete) == (1, False)
    assert "rounds: 1 of 2, interrupted" in report.format_markdown(found)


def test_a_failure_is_an_error_and_not_a_slow_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "_warm_up", lambda kinds, settings: None)
    run = invented_run()
    assert run.is_ok
    run.verifications[run.own[0].kind] = Verification(5, 0, 1, 1.0)
    assert not run.is_ok
    assert run.own[0].verdict == DONE


SMALL = ["--genre", GENRE, "--size", "4x4", "--budget", "0.01", "--rounds", "1"]


def test_the_command() -> None:
    done = run_process("bench", "generate", *SMALL, "--by", "reasons", "--no-peers", "--format", "json")
    assert done.returncode == 0, error_lines(done)
    found = [each["difficulty"] for each in json.loads(output(done))["measurements"]]
    assert found == ["unrated", "easy", "medium", "hard"]


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c_prints_the_results_so_far() -> None:
    options = ["--genre", GENRE, "--size", "4x4", "--budget", "100", "--rounds", "10000", "--no-peers"]
    done = interrupt_after(rb" [1-9]\d*/100000", "bench", "generate", *options)
    assert done.returncode == 130
    assert b" of 10000, interrupted\n" in done.stdout.encode() if isinstance(done.stdout, str) else done.stdout


@pytest.mark.parametrize(
    "arguments",
    [["--genre", "nosuch"], ["--size", "4"], ["--by", "nosuch"], ["--budget", "0"], ["--rounds", "0"]],
    ids=" ".join,
)
def test_bad_options_give_a_message_and_status_2(arguments: list[str]) -> None:
    done = run_process("bench", "generate", *arguments)
    assert (done.returncode, output(done)) == (2, "")
    assert "Traceback" not in "\n".join(error_lines(done))
    assert error_lines(done)
