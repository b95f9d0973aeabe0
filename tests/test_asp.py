"""The engine asp: users' own formulations, error messages, limits and Ctrl-C even while grounding, statistics."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import masume
from masume import examples, formulations
from masume.core.errors import InputError, WrongAnswerError
from masume.core.outcome import Limits, Status
from masume.engines import child_pool
from masume.engines.asp import AspProgram, AspSession
from processes import environment, is_running, running_children, start_process, wait_until, wait_until_busy
from registry import labelled_blocks

DATA = Path(__file__).parent / "data"
SHORT = 0.5  # a time limit in seconds
BOARD = masume.read("template\n\n2 .\n. .\n")


class BadFormulation(NamedTuple):
    """A wrong formulation, and part of its error message."""

    text: str
    message: str


def bad_formulations() -> list[BadFormulation]:
    return [
        BadFormulation(text, message)
        for message, text in labelled_blocks((DATA / "bad-formulations.txt").read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("bad", bad_formulations(), ids=lambda bad: bad.message)
def test_a_bad_formulation_raises_with_one_sentence(bad: BadFormulation, tmp_path: Path) -> None:
    file = tmp_path / "mine.lp"
    file.write_text(bad.text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        masume.solve(BOARD, formulation=formulations.load(file))
    assert str(error.value).startswith("mine.lp: ")
    assert bad.message in str(error.value)
    assert "\n" not in str(error.value)


MINE = """
{ shaded(P) } :- cell(P).
:- clue(numbers,P,N), N != #count { Q : touches(P,Q), shaded(Q) }.
touches((R,C),(S,D)) :- cell((R,C)), cell((S,D)), |R-S| < 2, |C-D| < 2.
mark(shade,P,shaded) :- shaded(P).   mark(shade,P,clear) :- cell(P), not shaded(P).
"""


def test_a_closed_session_shares_no_process_with_others() -> None:
    program = AspProgram("mine.lp", "{ a }. b :- a.", "", ("a/0",))
    first = AspSession(program)
    first.close()
    first.close()
    with AspSession(program) as one, AspSession(program) as other:
        answers = one.answers()
        assert next(answers) in ([], ["a"])
        assert len(list(other.answers())) == 2
        assert len(list(answers)) == 1
        with pytest.raises(ValueError, match="closed"):
            first.common()


def test_a_users_own_formulation_is_not_vouched_for() -> None:
    mine = formulations.from_text(MINE, "mine.lp")
    outcome = masume.solve(BOARD, formulation=mine)
    assert (outcome.status, outcome.unique) == (Status.SOLVED, False)
    assert (outcome.formulation, outcome.vouched) == ("mine.lp", False)
    assert masume.count(BOARD, formulation=mine) == masume.count(BOARD) == 6
    wrong = formulations.from_text(MINE.replace("N !=", "N >"), "wrong.lp")
    with pytest.raises(WrongAnswerError, match=r"wrong\.lp gives an answer that breaks T1a at r1c1"):
        masume.count(BOARD, formulation=wrong)


def test_shared_pieces_can_be_used() -> None:
    text = """% Uses: connected.
{ shaded(P) } :- cell(P).   node(g,P) :- shaded(P).   link(g,P,Q) :- adjacent(P,Q).   turn(g,I,P) :- index(P,I).
:- apart(g,_).   :- clue(numbers,P,N), N != #count { Q : shaded(Q) }.
mark(shade,P,shaded) :- shaded(P).   mark(shade,P,clear) :- cell(P), not shaded(P).
"""
    assert (
        masume.count(BOARD, formulation=formulations.from_text(text)) == 4
    )  # in two of the six solutions, the shaded cells are not connected


ENDLESS_GROUNDING = "p(0). p(X+1) :- p(X). mark(a,b,c) :- p(-1)."
ENDLESS_SEARCH = (
    "{ in(P,H) : H = 1..12 } = 1 :- P = 1..13. :- in(P,H), in(Q,H), P < Q. mark(shade,(1,1),shaded) :- in(1,1)."
)


@pytest.mark.parametrize("text", [ENDLESS_GROUNDING, ENDLESS_SEARCH], ids=["grounding", "searching"])
@pytest.mark.parametrize("question", [masume.solve, masume.count, masume.common])
def test_limits_hold_while_grounding_and_searching(text: str, question: Callable[..., masume.Outcome]) -> None:
    try:
        outcome = question(BOARD, formulation=formulations.from_text(text, "mine.lp"), limits=Limits(seconds=SHORT))
        assert (outcome.status, outcome.formulation) == (Status.TIMEOUT, "mine.lp")
    except masume.MasumeError as error:
        assert str(error) == "out of time"
    child_pool._idle.clear()
    assert wait_until(lambda: not running_children(os.getpid()))


@pytest.mark.thorough
def test_running_out_of_memory_is_reported(tmp_path: Path) -> None:
    """Endless grounding ends when memory runs out."""
    (tmp_path / "endless.lp").write_text(ENDLESS_GROUNDING, encoding="utf-8")
    (tmp_path / "board.txt").write_text(masume.write(BOARD), encoding="utf-8")
    command = f"ulimit -v 400000; exec {sys.executable} -m masume solve board.txt --formulation endless.lp"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, env=environment(), capture_output=True, timeout=600)
    assert done.stderr.decode().splitlines()[-1] == "masume: endless.lp: clingo needs more memory than there is"
    assert done.returncode == 3


AT_WORK = 0.6  # processor time after which clingo is at work: starting the child process takes about half of it
INTERRUPTED = """
import sys, masume
from masume import formulations
print("ready", flush=True)
masume.solve(masume.read(sys.argv[2]), formulation=formulations.from_text(sys.argv[1]))
"""


@pytest.mark.parametrize("text", [ENDLESS_GROUNDING, ENDLESS_SEARCH], ids=["grounding", "searching"])
@pytest.mark.parametrize("signal_sent", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_running(text: str, signal_sent: signal.Signals) -> None:
    """Child processes end after Ctrl-C, and when masume itself is killed."""
    with start_process(sys.executable, "-c", INTERRUPTED, text, masume.write(BOARD)) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            workers = wait_until_busy(process.pid, AT_WORK)
            process.send_signal(signal_sent)
            process.wait(timeout=600)
        finally:
            process.kill()
    assert workers
    assert wait_until(lambda: not any(map(is_running, workers)))


def test_statistics_have_the_figures_of_the_papers() -> None:
    statistics = masume.solve(examples.find(examples.names()[0]), engine="asp").statistics
    expected = {
        "atoms", "rules", "variables", "constraints", "choices", "conflicts", "loop_nogoods", "loop_literals",
        "loop_length", "grounding_seconds", "solving_seconds", "peak_megabytes",
    }  # fmt: skip
    assert expected <= set(statistics)
