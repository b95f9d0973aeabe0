"""Limits and Ctrl-C stop any work, and nothing keeps running in the background."""

import math
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from time import monotonic
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import masume
from clock import Clock
from masume import engines
from masume.core import cancellation
from masume.core.cancellation import call_interruptibly, checkpoint, run_in_place, run_job
from masume.core.deadline import NEVER, Deadline
from masume.core.errors import InputError, OutOfTimeError
from masume.core.genre import Genre
from masume.core.layers import Layer, Symbols
from masume.core.outcome import NO_LIMITS, Limits, Status
from masume.core.places import PlaceKind
from masume.core.square import square
from masume.engines.session import Core, Solution
from masume.modelling import Graph, Model, any_of, at_most, connected, exactly
from processes import start_process, wait_until, wait_until_busy
from registry import model_engines

PIGEONS = 13  # with one hole less, enough to keep any engine busy for a long time
SHORT = 0.3  # a time limit in seconds

every_engine = pytest.mark.parametrize("engine", model_engines())


end_of_test = threading.Event()  # ends the busy work of jobs that were abandoned


@pytest.fixture(autouse=True)
def _no_job_left_running() -> Iterator[None]:
    end_of_test.clear()
    yield
    end_of_test.set()
    assert jobs_end()


def jobs_end() -> bool:
    """Wait for all jobs to end; return whether they do.  (Glucose reacts to an interrupt only at a restart.)"""
    return wait_until(lambda: all(thread.name != "masume-job" for thread in threading.enumerate()))


def pigeons(model: Model) -> int:
    """Post as many pigeons as holes; return a literal that closes one hole, which makes the model hard to refute."""
    (closed,) = model.new_literals(1)
    sits = [model.new_literals(PIGEONS) for _ in range(PIGEONS)]
    for number, holes in enumerate(sits):
        model.post("pigeon", number, exactly(1, holes), any_of(-closed, -holes[-1]))
    for hole in range(PIGEONS):
        model.post("hole", hole, at_most(1, [holes[hole] for holes in sits]))
    return closed


@pytest.fixture
def hard() -> tuple[Model, int]:
    """A model, and a literal that makes it hard."""
    model = Model()
    return model, pigeons(model)


def work_without_checkpoints(seconds: float = 600) -> None:
    """Be busy without a checkpoint, like a genre that processes a huge board; at the latest until the test is over."""
    end = monotonic() + seconds
    while monotonic() < end and not end_of_test.is_set():
        pass


def work_with_checkpoints(seconds: float = 600) -> None:
    """Be busy with checkpoints, at the latest until the test is over."""
    end = monotonic() + seconds
    while monotonic() < end and not end_of_test.is_set():
        checkpoint()


def assert_not_early(begin: float, limit: float) -> None:
    """Check that a call has used its time, which it does on any machine.

    How late calls return depends on the machine: see benchmarks/stopping.py.
    """
    assert monotonic() - begin >= limit - 0.001


@pytest.mark.parametrize("seconds", [-1, -0.001, math.nan, -math.inf])
def test_limits_reject_wrong_times(seconds: float) -> None:
    with pytest.raises(InputError, match="seconds"):
        Limits(seconds=seconds)


@pytest.mark.parametrize("solutions", [0, -1])
def test_limits_reject_wrong_numbers_of_solutions(solutions: int) -> None:
    with pytest.raises(InputError, match="solution"):
        Limits(solutions=solutions)


def test_a_deadline_is_the_current_time_plus_the_limit() -> None:
    assert NO_LIMITS.deadline() == Limits(solutions=3).deadline() == Limits(seconds=math.inf).deadline() == NEVER
    for seconds in (0, 0.5, 100):
        before = monotonic()
        assert before + seconds <= Limits(seconds=seconds).deadline().moment <= monotonic() + seconds


def test_a_deadline_is_over_when_its_time_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    deadline = Deadline.after(1000)
    assert not deadline.is_over
    assert 0 < deadline.seconds_left <= 1000
    clock.advance(1000)
    assert deadline.is_over
    assert deadline.seconds_left == 0
    assert not NEVER.is_over
    assert NEVER.seconds_left == math.inf


@every_engine
def test_solve_stops_at_the_limit_and_the_session_remains_usable(engine: str, hard: tuple[Model, int]) -> None:
    model, closed = hard
    with engines.open_session(engine, model) as session:
        for _ in range(2):
            begin = monotonic()
            answer = session.solve([closed], Limits(seconds=SHORT))
            assert_not_early(begin, SHORT)
            assert (answer.status, answer.solution, answer.core) == (Status.TIMEOUT, None, None)
            assert session.solve([-closed]).status is Status.SOLVED
            assert session.solve([-closed, closed]).status is Status.UNSOLVABLE


@pytest.mark.slow_in_children
@every_engine
def test_enumeration_stops_at_the_limit_and_the_session_remains_usable(engine: str, hard: tuple[Model, int]) -> None:
    """Projected on that literal there is one solution, but that there is no other is hard to prove."""
    model, closed = hard
    with engines.open_session(engine, model) as session:
        begin, found = monotonic(), list[Solution]()
        with pytest.raises(OutOfTimeError):
            found.extend(session.solutions([closed], limits=Limits(seconds=SHORT)))  # keeps the solutions found in time
        assert_not_early(begin, SHORT)
        assert [solution.true_literal(closed) for solution in found] in ([], [-closed])
        assert [solution.true_literal(closed) for solution in session.solutions([closed], [-closed])] == [-closed]


@pytest.mark.slow_in_children
@every_engine
def test_backbone_stops_at_the_limit_and_the_session_remains_usable(engine: str, hard: tuple[Model, int]) -> None:
    model, closed = hard
    with engines.open_session(engine, model) as session:
        begin = monotonic()
        with pytest.raises(OutOfTimeError):
            session.backbone([closed], limits=Limits(seconds=SHORT))
        assert_not_early(begin, SHORT)
        assert session.backbone([closed], [-closed]) == [-closed]


@pytest.mark.slow_in_children
@every_engine
def test_minimize_core_stops_at_the_limit(engine: str, hard: tuple[Model, int]) -> None:
    model, closed = hard
    with engines.open_session(engine, model, guarded=True) as session:
        core = session.solve([-closed, closed]).core
        assert core is not None
        begin = monotonic()
        with pytest.raises(OutOfTimeError):
            session.minimize_core(Core(tuple(model.instances), (closed,)), Limits(seconds=SHORT))
        assert_not_early(begin, SHORT)
        assert session.minimize_core(core).assumptions in ((-closed, closed), (closed, -closed))


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> masume.Board:
    """A board of a genre with one mark, whose model is hard."""
    package, module = ModuleType("pigeonry"), ModuleType("pigeonry.model")
    monkeypatch.setattr(module, "build_model", lambda board: build_hard_model(board), raising=False)
    monkeypatch.setattr(package, "NAMES", ("pigeonry",), raising=False)
    monkeypatch.setitem(sys.modules, package.__name__, package)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    layer = Layer("hole", PlaceKind.CELL, Symbols({"closed": "#", "open": "."}))
    genre = Genre(package.__name__, title="Pigeonry", clues=(), marks=(layer,), answer=("hole",))
    return masume.Board(genre, square(1, 1))


def build_hard_model(board: masume.Board) -> Model:
    model = Model()
    model.add_marks("hole", board.grid.cells, "closed", "open")
    model.post("closed", board.grid.board, any_of(pigeons(model)))
    return model


@every_engine
def test_a_hard_board_times_out(engine: str, board: masume.Board) -> None:
    begin = monotonic()
    outcome = masume.solve(board, engine=engine, limits=Limits(seconds=SHORT))
    assert_not_early(begin, SHORT)
    assert (outcome.status, outcome.unique, outcome.board, outcome.boards) == (Status.TIMEOUT, None, None, ())


@every_engine
@pytest.mark.parametrize("question", [masume.common, masume.count])
def test_common_and_count_raise_at_the_limit(engine: str, board: masume.Board, question: Callable[..., object]) -> None:
    begin = monotonic()
    with pytest.raises(OutOfTimeError):
        question(board, engine=engine, limits=Limits(seconds=SHORT))
    assert_not_early(begin, SHORT)


def build_partly_hard_model(board: masume.Board) -> Model:
    """Return a model with one solution, for which it is hard to prove that there is no other."""
    model = Model()
    (hole,) = model.add_marks("hole", board.grid.cells, "closed", "open").values()
    closed = pigeons(model)
    model.post("same", board.grid.board, any_of(-hole, closed), any_of(hole, -closed))
    return model


@pytest.mark.slow_in_children
@every_engine
def test_a_solution_is_not_called_unique_before_that_is_proved(
    engine: str, board: masume.Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["pigeonry.model"], "build_model", build_partly_hard_model)
    for limits in (Limits(seconds=SHORT), Limits(seconds=SHORT, solutions=1)):
        outcome = masume.solve(board, engine=engine, limits=limits)
        print(outcome.status)
        assert outcome.unique is None
        assert outcome.status is (Status.SOLVED if outcome.boards else Status.TIMEOUT)
        assert [solved.marks["hole"] for solved in outcome.boards] in ([], [{0: "open"}])


@every_engine
def test_an_answer_that_was_not_checked_in_time_is_not_returned(
    engine: str, board: masume.Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["pigeonry.model"], "build_model", build_easy_model)
    monkeypatch.setattr(masume.solving, "check", lambda answer: work_with_checkpoints())
    outcome = masume.solve(board, engine=engine, limits=Limits(seconds=SHORT))
    assert (outcome.status, outcome.boards) == (Status.TIMEOUT, ())


def build_easy_model(board: masume.Board) -> Model:
    model = Model()
    model.add_marks("hole", board.grid.cells, "closed", "open")
    return model


class SlowLiterals(Sequence[int]):
    def __init__(self, literals: Iterable[int]) -> None:
        self._literals = list(literals)

    def __iter__(self) -> Iterator[int]:
        work_without_checkpoints()
        return iter(self._literals)

    def __len__(self) -> int:
        return len(self._literals)

    def __getitem__(self, index: Any) -> Any:
        return self._literals[index]

    def __reduce__(self) -> tuple[Any, ...]:  # called when they are sent to a child process
        work_without_checkpoints()
        return list, (self._literals,)


def build_model_slowly(board: masume.Board) -> Model:
    work_without_checkpoints()
    return Model()


def build_slow_model(board: masume.Board) -> Model:
    model = Model()
    literals = model.add_marks("hole", board.grid.cells, "closed", "open").values()
    model.post("slow", board.grid.board, connected(Graph(1, []), SlowLiterals(literals)))
    return model


@every_engine
@pytest.mark.parametrize("build", [build_model_slowly, build_slow_model])
def test_building_and_compiling_a_model_count_too(
    engine: str, build: Callable[[masume.Board], Model], board: masume.Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["pigeonry.model"], "build_model", build)
    begin = monotonic()
    outcome = masume.solve(board, engine=engine, limits=Limits(seconds=SHORT))
    assert_not_early(begin, SHORT)
    assert (outcome.status, outcome.unique) == (Status.TIMEOUT, None)


@pytest.mark.parametrize("endless", [work_without_checkpoints, work_with_checkpoints])
def test_a_job_ends_at_its_deadline(endless: Callable[[], None]) -> None:
    for seconds in (0, 0.01, SHORT):
        begin = monotonic()
        with pytest.raises(OutOfTimeError):
            run_job(endless, Deadline(begin + seconds))
        assert_not_early(begin, seconds)


@pytest.mark.parametrize("endless", [work_without_checkpoints, work_with_checkpoints])
@pytest.mark.parametrize("inner_seconds", [None, 600.0])
def test_an_outer_deadline_ends_an_inner_job(endless: Callable[[], None], inner_seconds: float | None) -> None:
    def outer() -> None:
        run_job(endless, Deadline.after(inner_seconds))

    begin = monotonic()
    with pytest.raises(OutOfTimeError):
        run_job(outer, Deadline(begin + SHORT))
    assert_not_early(begin, SHORT)


def test_an_inner_deadline_does_not_end_the_outer_job() -> None:
    def outer() -> str:
        with pytest.raises(OutOfTimeError):
            run_job(work_with_checkpoints, Deadline.after(0.05))
        return "continued"

    assert run_job(outer) == run_job(outer, Deadline.after(600)) == "continued"


def test_a_solver_that_ignores_its_interrupt_is_abandoned_and_its_job_does_not_continue() -> None:
    continued: list[str] = []

    def ignore_interrupt() -> None:
        call_interruptibly(lambda: end_of_test.wait(600), lambda: None)
        continued.append("continued")

    begin = monotonic()
    with pytest.raises(OutOfTimeError):
        run_job(ignore_interrupt, Deadline(begin + 0.1))
    assert_not_early(begin, 0.1)
    end_of_test.set()
    assert jobs_end()
    assert continued == []


def test_without_a_deadline_a_function_runs_in_place_and_only_its_waits_in_a_worker_thread() -> None:
    here = threading.current_thread()
    assert run_in_place(threading.current_thread) is here
    assert run_in_place(threading.current_thread, Deadline.after(600)) is not here
    assert call_interruptibly(threading.current_thread, lambda: None) is not here
    assert run_in_place(lambda: call_interruptibly(threading.current_thread, lambda: None)) is not here


def test_ctrl_c_interrupts_a_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, interrupted = threading.Event(), threading.Event()

    def wait() -> bool:
        begun.set()
        return interrupted.wait(600)

    def raise_if_begun() -> None:
        if begun.is_set() and threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt

    monkeypatch.setattr(cancellation, "checkpoint", raise_if_begun)  # as Ctrl-C does between two instructions
    with pytest.raises(KeyboardInterrupt):
        run_in_place(lambda: call_interruptibly(wait, interrupted.set))
    assert interrupted.is_set()


class OddError(Exception):
    pass


@pytest.mark.parametrize("error", [OddError, KeyboardInterrupt, SystemExit, OutOfTimeError])
@pytest.mark.parametrize("deadline", [NEVER, Deadline.after(1e9)], ids=["never", "later"])
def test_an_error_in_a_job_is_raised_unchanged(error: type[BaseException], deadline: Deadline) -> None:
    def fail() -> None:
        raise error("this message")

    for job in (fail, lambda: run_job(fail, deadline)):
        with pytest.raises(error, match="this message"):
            run_job(job, deadline)


def test_run_job_returns_what_its_function_returns() -> None:
    assert [run_job(lambda: None), run_job(lambda: run_job(lambda: 1)), run_job(lambda: 2, Deadline.after(1e9))] == [
        None,
        1,
        2,
    ]


def test_a_job_stopped_at_any_moment_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also during the first and last instructions of its thread."""
    errors: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", errors.append)
    monkeypatch.setattr(threading, "excepthook", errors.append)
    random, stopped, interval = Random(0), 0, sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # so that threads take turns in unlikely places
    try:
        for _ in range(3000):
            job = partial(work_with_checkpoints, random.random() * 1e-4)
            try:
                run_job(job, Deadline.after(random.random() * 1e-4))
            except OutOfTimeError:
                stopped += 1
    finally:
        sys.setswitchinterval(interval)
    print(f"{stopped} of 3000 were stopped")
    assert 0 < stopped < 3000
    assert errors == []


@pytest.mark.parametrize("idle", [False, True])
def test_ctrl_c_during_the_start_of_a_job_leaves_nothing_running(monkeypatch: pytest.MonkeyPatch, idle: bool) -> None:
    start = cancellation._start

    def start_and_interrupt(job: cancellation._Job) -> None:
        start(job)
        raise KeyboardInterrupt

    run_job(lambda: None)  # so that a worker thread is idle
    if not idle:
        monkeypatch.setattr(cancellation, "_idle", [])
    monkeypatch.setattr(cancellation, "_start", start_and_interrupt)
    with pytest.raises(KeyboardInterrupt):
        run_job(work_with_checkpoints)
    assert jobs_end()


def test_worker_threads_are_few_and_reused() -> None:
    def nested(depth: int) -> int:
        return run_job(lambda: nested(depth - 1), Deadline.after(600)) + 1 if depth else 0

    before = threading.active_count()
    for _ in range(100):
        assert nested(3) == 3
    assert threading.active_count() <= before + 3
    assert nested(30) == 30
    assert wait_until(lambda: threading.active_count() <= before + cancellation._MAX_IDLE)


def test_a_forked_process_has_its_own_worker_threads() -> None:
    run_job(lambda: None)
    child = os.fork()
    if child == 0:
        os._exit(run_job(lambda: 7, Deadline.after(600)))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


INTERRUPTED = """
import sys
from masume import engines
from masume.modelling import Model
from test_limits import pigeons

model = Model()
closed = pigeons(model)
session = engines.open_session(sys.argv[1], model)
session.solve([-closed])  # now a solver in a child process has started
try:
    print("ready", flush=True)
    session.solve([closed])
except KeyboardInterrupt:
    if sys.argv[2] == "continue":
        print("stopped", flush=True)
        assert session.solve([-closed]).solution is not None
        session.close()
        print("closed", flush=True)
    else:
        raise
"""


class Interrupted(NamedTuple):
    """What a process has printed before and after Ctrl-C, and its exit status."""

    output: list[str]
    errors: list[str]
    status: int


def interrupt_search(engine: str, then: str) -> Interrupted:
    """Send Ctrl-C to a process that has been busy with a hard search; `then` is "end" or "continue"."""
    with start_process(sys.executable, "-c", INTERRUPTED, engine, then) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            wait_until_busy(process.pid)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=600)
            return Interrupted(output.split(), errors.splitlines(), process.returncode)
        finally:
            process.kill()


@every_engine
def test_ctrl_c_ends_a_search(engine: str) -> None:
    ended = interrupt_search(engine, "end")
    assert ended.errors[-1] == "KeyboardInterrupt"
    assert ended.status == -signal.SIGINT


@pytest.mark.slow_in_children
@every_engine
def test_after_ctrl_c_the_session_can_be_used_and_closed(engine: str) -> None:
    ended = interrupt_search(engine, "continue")
    assert (ended.output, ended.errors, ended.status) == (["stopped", "closed"], [], 0)
