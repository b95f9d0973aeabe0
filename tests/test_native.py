"""The engine `native` on boards: its answers equal those of `lazy`; cores, limits, memory, statistics, loading."""

import ctypes
import gc
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from itertools import count, islice
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

import pytest

import masume
from effort import trials
from hexagon import hexagons
from masume import engines, examples
from masume.core.errors import NoSolutionError
from masume.core.genre import Genre
from masume.core.grid import Grid
from masume.core.outcome import NO_LIMITS, Limits, Status
from masume.core.square import square
from masume.engines import native_library
from masume.engines.session import Core, Session
from masume.modelling import Model, RuleInstance
from masume.modelling.compiler import compile_model
from masume.solving import build_model
from processes import start_process, wait_until_busy
from registry import all_genres, clue_values, genre_ids, random_board
from test_limits import SHORT, assert_not_early, jobs_end

pytestmark = pytest.mark.skipif(engines.why_unavailable("native") is not None, reason="needs the extension")

DRAWS = int(os.environ.get("MASUME_DRAWS", "1"))  # `make differential` sets a higher factor
BOARDS = trials(260) * DRAWS  # per genre, for the comparison of both engines
CORES = trials(-(-500 // len(all_genres())))  # per genre; 500 in total with --thorough
CALLS = trials(1000)  # per session
MAX_SOLUTIONS = 20
AMPLE = Limits(seconds=600)  # for easy searches, so that a session that is still busy cannot hang the test
HARD = Path(__file__).parent / "data" / "hard.txt"
GRIDS: list[Grid] = [
    *(square(*shape) for shape in ((3, 3), (4, 4), (2, 7), (3, 5), (5, 4), (5, 5), (6, 6))),
    *(square(4, 4, frozenset({5})), square(5, 5, frozenset({12})), hexagons(3, 4)),
]

every_genre = pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)


Entry: TypeAlias = tuple[str, str, Any, Any]  # role, layer, place, value


def entries(board: masume.Board) -> list[Entry]:
    roles = {"clues": board.clues, "given": board.given, "marks": board.marks}
    return [
        (role, name, place, value)
        for role, layers in roles.items()
        for name, layer in layers.items()
        for place, value in layer.items()
    ]


def with_entries(board: masume.Board, chosen: list[Entry]) -> masume.Board:
    """Return the board with these entries instead of its own; a later entry replaces an earlier one at its place."""
    roles: dict[str, dict[str, dict[Any, Any]]] = {"clues": {}, "given": {}, "marks": {}}
    for role, layer, place, value in chosen:
        roles[role].setdefault(layer, {})[place] = value
    return masume.Board(board.genre, board.grid, roles["clues"], roles["given"], roles["marks"], board.options)


def vague_clues(board: masume.Board) -> list[Entry]:
    """Return a question mark for every clue that may be one."""
    layers = [layer for layer in board.genre.clue_layers if "?" in clue_values(layer, board.grid, board.options)]
    return [("clues", layer.name, place, "?") for layer in layers for place in board.clues[layer.name]]


def solution_of(board: masume.Board) -> masume.Board | None:
    """Return a solution found by the other engine, so that a wrong "unsolvable" of `native` hides no board."""
    return masume.solve(board, engine="lazy", limits=Limits(solutions=1), from_marks=True).board


def solvable_variants(board: masume.Board, random: Random) -> list[masume.Board]:
    """Return a solvable board made of entries of this one, the same with more entries, and the same partly solved.

    With more entries it is mostly unsolvable.
    """
    rest, vague, contradictory = entries(board), vague_clues(board), list[Entry]()
    random.shuffle(rest)
    random.shuffle(vague)
    starts = ((start, solution_of(with_entries(board, start))) for start in ([], vague[::3], vague[::2]))
    kept, solution = next(((start, solved) for start, solved in starts if solved), ([], None))
    if solution is None:
        return []
    parts = [rest[number::3] for number in range(3)]
    for part in islice(parts, 8):  # the list grows during the loop
        if solved := solution_of(with_entries(board, kept + part)):
            kept, solution = kept + part, solved
        else:
            contradictory = part
            parts += [part[::2], part[1::2]] if len(part) > 1 else []
    share = random.choice((0.3, 0.6, 0.9))
    marks = [entry for entry in entries(solution) if entry[0] == "marks" and random.random() < share]
    return [with_entries(board, chosen) for chosen in (kept, kept + contradictory, kept + marks)]


def draw_boards(genre: Genre) -> Iterator[masume.Board]:
    """Yield random boards and their solvable variants, endlessly."""
    grids = [grid for grid in GRIDS if genre.needs <= grid.abilities]
    for seed in count():
        random = Random(f"{genre.name} {seed}")
        marks, given = random.choice((0, 0.2, 0.5)), random.choice((0, 0.1, 0.4, 0.8))
        board = random_board(genre, random.choice(grids), random, marks, given)
        yield from (board, *solvable_variants(board, random))


class Findings(NamedTuple):
    """The results of all questions that an engine can answer about a board with its marks."""

    status: Status
    unique: bool | None
    counted: int
    solutions: set[masume.Board]  # empty if there are too many, because engines find them in different orders
    common: masume.Board | None


def examine(board: masume.Board, engine: str) -> Findings:
    outcome = masume.solve(board, engine=engine, limits=Limits(solutions=MAX_SOLUTIONS), from_marks=True)
    solutions = set(outcome.boards) if len(outcome.boards) < MAX_SOLUTIONS else set()
    try:
        common = masume.common(board, engine=engine, from_marks=True)
    except NoSolutionError:
        common = None
    counted = masume.count(board, limit=MAX_SOLUTIONS, engine=engine, from_marks=True)
    return Findings(outcome.status, outcome.unique, counted, solutions, common)


@every_genre
def test_both_engines_find_the_same(genre: Genre) -> None:
    outcomes = {(Status.SOLVED, True), (Status.SOLVED, False), (Status.UNSOLVABLE, None)}
    seen: Counter[tuple[Status, bool | None]] = Counter()
    for number, board in enumerate(islice(draw_boards(genre), 260 * DRAWS)):
        if number >= BOARDS and set(seen) == outcomes:  # each outcome was compared at least once
            break
        found = examine(board, "native")
        assert found == examine(board, "lazy"), masume.write(board, "json")
        seen[found.status, found.unique] += 1
    assert set(seen) == outcomes


def size(core: Core) -> int:
    return len(core.instances) + len(core.assumptions)


def status_of(session: Session, core: Core) -> Status:
    """Return whether the instances and assumptions of a core can hold together."""
    others = set(session.model.instances).difference(core.instances)
    return session.solve(core.assumptions, without=others).status


def smaller_cores(core: Core) -> Iterator[Core]:
    """Yield the core without each of its instances and assumptions in turn."""
    instances, assumptions = core.instances, core.assumptions
    for number in range(len(instances)):
        yield Core(instances[:number] + instances[number + 1 :], assumptions)
    for number in range(len(assumptions)):
        yield Core(instances, assumptions[:number] + assumptions[number + 1 :])


@every_genre
def test_cores_are_as_small_as_those_of_lazy_and_can_be_minimized(genre: Genre) -> None:
    sizes: list[tuple[int, int]] = []
    boards = draw_boards(genre)
    while len(sizes) < CORES:
        board = next(boards)
        model = build_model(board)
        marks = model.literals_of(board.marks)
        with (
            engines.open_session("native", model, guarded=True) as session,
            engines.open_session("lazy", model, guarded=True) as other_session,
        ):
            core, other_core = session.solve(marks).core, other_session.solve(marks).core
            assert (core is None) == (other_core is None)
            if core is not None and other_core is not None:
                sizes.append((size(core), size(other_core)))
                minimal = session.minimize_core(core)
                assert status_of(other_session, core) is status_of(other_session, minimal) is Status.UNSOLVABLE
                assert {status_of(other_session, less) for less in smaller_cores(minimal)} <= {Status.SOLVED}
    ours, theirs = (sum(each) for each in zip(*sizes, strict=True))
    much_larger = sum(our_size > 2 * their_size for our_size, their_size in sizes)
    print(f"{genre.name}: {ours} against {theirs}; {much_larger} of {len(sizes)} more than twice as large")
    assert ours <= 2 * theirs
    assert much_larger <= len(sizes) / 5


@cache
def examples_by_genre() -> list[list[str]]:
    """Return the names of the examples of each genre, the smallest first."""
    by_size = sorted(examples.names(), key=lambda name: (len(examples.find(name).grid.cells), name))
    genres = {examples.find(name).genre: list[str]() for name in by_size}
    for name in by_size:
        genres[examples.find(name).genre].append(name)
    return list(genres.values())


class SolvedExample:
    """A board with a unique solution: `true` has the literals of its marks."""

    def __init__(self, name: str) -> None:
        board, answer = examples.find(name), examples.find(f"{name}.answer")
        self.model = build_model(board)
        self.variables = self.model.answer_variables(board.genre.answer)
        self.true = self.model.literals_of({layer: answer.marks[layer] for layer in board.genre.answer})

    def status(self, assumptions: list[int]) -> Status:
        return Status.SOLVED if set(assumptions) <= set(self.true) else Status.UNSOLVABLE

    def draw_assumptions(self, random: Random) -> list[int]:
        """Return some marks, most of them as in the solution."""
        chosen = random.sample(self.true, random.randint(0, 5))
        return [random.choice((1, 1, 1, 1, -1)) * literal for literal in chosen]

    def draw_instances(self, random: Random) -> list[RuleInstance]:
        share = random.choice((0.02, 0.1, 0.5))
        return [instance for instance in self.model.instances if random.random() < share]


def make_random_call(known: SolvedExample, session: Session, random: Random) -> None:
    """Make one call of any kind, and check its result unless it ran out of time."""
    assumptions = known.draw_assumptions(random)
    expected = known.status(assumptions)
    match random.randrange(6):
        case 0:
            assert session.solve(assumptions).status is expected
        case 1:
            short = session.solve(assumptions, Limits(seconds=random.choice((0, 1e-5, 1e-4, 1e-3))))
            assert short.status in (Status.TIMEOUT, expected)
        case 2:
            limit = random.randint(0, 2)
            found = list(islice(session.solutions(known.variables, assumptions), limit))
            assert len(found) == (min(limit, 1) if expected is Status.SOLVED else 0)
            assert all(solution.is_true(literal) for solution in found for literal in known.true)
        case 3:
            common = session.backbone(known.variables, assumptions)
            assert (common is None) == (expected is Status.UNSOLVABLE)
            assert common is None or set(common) >= set(known.true)
        case 4:
            core = session.solve(assumptions).core
            if core is not None:
                assert known.status(list(session.minimize_core(core).assumptions)) is Status.UNSOLVABLE
        case _:
            relaxed = session.solve(assumptions, without=known.draw_instances(random))
            assert relaxed.status is Status.SOLVED or expected is Status.UNSOLVABLE


@pytest.mark.parametrize("name", [names[0] for names in examples_by_genre()])
def test_after_many_calls_a_session_answers_like_a_fresh_one(name: str) -> None:
    known, random = SolvedExample(name), Random(name)
    with (
        engines.open_session("native", known.model, guarded=True) as session,
        engines.open_session("native", known.model, guarded=True) as fresh,
    ):
        for _ in range(CALLS):
            make_random_call(known, session, random)
        for literal in (*known.true, *(-literal for literal in known.true)):
            assert session.solve([literal]).status is fresh.solve([literal]).status is known.status([literal])
        statuses = Counter(compare_without_instances(known, random, session, fresh) for _ in range(50))
        assert len(statuses) == 2
        for each in (session, fresh):
            (solution,) = each.solutions(known.variables)
            assert all(map(solution.is_true, known.true))
            assert set(each.backbone(known.variables) or ()) >= set(known.true)


def compare_without_instances(known: SolvedExample, random: Random, session: Session, fresh: Session) -> Status:
    """Return the status that both sessions find when some rule instances are left out."""
    assumptions, left_out = known.draw_assumptions(random), known.draw_instances(random)
    status, other = (each.solve(assumptions, without=left_out).status for each in (session, fresh))
    assert status is other
    return status


@cache
def hard_model() -> tuple[Model, int]:
    """Return a model that takes the engine minutes, and the variable of a mark in it."""
    board = masume.load(HARD)
    model = build_model(board)
    return model, model.answer_variables(board.genre.answer)[0]


@pytest.mark.parametrize("guarded", [False, True])
def test_a_hard_search_stops_at_the_limit_and_the_session_remains_usable(guarded: bool) -> None:
    model, mark = hard_model()
    with engines.open_session("native", model, guarded=guarded) as session:
        for _ in range(2):
            begin = monotonic()
            answer = session.solve(limits=Limits(seconds=SHORT))
            assert_not_early(begin, SHORT)
            assert (answer.status, answer.solution, answer.core) == (Status.TIMEOUT, None, None)
            assert session.solve([mark, -mark], AMPLE).status is Status.UNSOLVABLE
            if guarded:
                assert session.solve([mark], AMPLE, without=model.instances).status is Status.SOLVED
    assert jobs_end()


def test_a_hard_board_times_out() -> None:
    board, begin = masume.load(HARD), monotonic()
    outcome = masume.solve(board, engine="native", limits=Limits(seconds=SHORT))
    assert_not_early(begin, SHORT)
    assert (outcome.status, outcome.unique, outcome.boards) == (Status.TIMEOUT, None, ())
    assert jobs_end()


def test_ctrl_c_stops_a_hard_search() -> None:
    with start_process(sys.executable, "-m", "masume", "solve", str(HARD), "--engine", "native") as process:
        try:
            assert process.stderr is not None
            assert process.stderr.readline().startswith("masume: solving")
            wait_until_busy(process.pid)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=600)
        finally:
            process.kill()
    assert (process.returncode, output) == (130, "")
    assert errors.splitlines()[-1] == "masume: interrupted"


def resident_kilobytes() -> int:
    """Return the resident memory, without what the allocator keeps in reserve."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    (kilobytes,) = re.findall(
        r"^VmRSS:\s+(\d+) kB$", Path("/proc/self/status").read_text(encoding="ascii"), re.MULTILINE
    )
    return int(kilobytes)


def open_and_close(sessions: int) -> None:
    """Open sessions: every fifth abandons a hard search, every second is guarded."""
    easy, (hard, _) = SolvedExample(examples_by_genre()[0][0]).model, hard_model()
    for number in range(sessions):
        abandoned = number % 5 == 0
        with engines.open_session("native", hard if abandoned else easy, guarded=number % 2 == 1) as session:
            status = session.solve(limits=Limits(seconds=0.003) if abandoned else NO_LIMITS).status
        assert status is (Status.TIMEOUT if abandoned else Status.SOLVED)


@pytest.mark.thorough
def test_closed_sessions_free_their_memory() -> None:
    open_and_close(200)
    before = resident_kilobytes()
    open_and_close(1000)
    growth = resident_kilobytes() - before
    print(f"{growth:+} kB")
    assert growth < 10_000  # 10 kB per session, 50 kB per abandoned one


COUNTERS = ("variables", "clauses", "searches", "choices", "conflicts", "looks", "deductions")


def read_counters(session: Session) -> dict[str, int]:
    statistics = session.statistics
    assert statistics["engine"] == "native"
    assert all(type(statistics[name]) is int for name in COUNTERS)
    return {name: int(statistics[name]) for name in COUNTERS}


def check_counters_grow(session: Session, known: SolvedExample) -> dict[str, int]:
    """Make several calls, check after each that no counter decreases, and return the counters."""
    calls: list[Callable[[], object]] = [
        lambda: session.solve(),
        lambda: list(session.solutions(known.variables)),
        lambda: session.backbone(known.variables),
        lambda: session.solve([-known.true[0]]),
    ]
    counts = read_counters(session)
    for call in calls:
        call()
        before, counts = counts, read_counters(session)
        assert all(counts[name] >= before[name] for name in COUNTERS)
        assert counts["searches"] > before["searches"]
    return counts


@pytest.mark.parametrize("names", examples_by_genre(), ids=lambda names: names[0])
def test_statistics_grow_with_the_work(names: list[str]) -> None:
    total, structures = Counter[str](), 0
    for known in map(SolvedExample, names):
        with engines.open_session("native", known.model) as session:
            total.update(check_counters_grow(session, known))
        structures += len(compile_model(known.model).structures)
    print(dict(total))
    assert all(total[name] > 0 for name in ("variables", "clauses", "choices", "conflicts"))
    assert (total["looks"] > 0) == (total["deductions"] > 0) == (structures > 0)


def test_on_a_hard_board_every_counter_grows() -> None:
    with engines.open_session("native", hard_model()[0]) as session:
        for _ in range(1000):  # on a busy machine, a search within the limit may not get far
            assert session.solve(limits=Limits(seconds=SHORT)).status is Status.TIMEOUT
            if min(read_counters(session).values()) > 0:
                break
        assert min(read_counters(session).values()) > 0


def test_four_threads_solve_at_the_same_time() -> None:
    def solve_all(seed: int) -> list[str]:
        """Return the examples with a wrong answer."""
        names = examples.names()
        Random(seed).shuffle(names)
        outcomes = {name: masume.solve(examples.find(name), engine="native") for name in names}
        expected = {name: (True, examples.find(f"{name}.answer")) for name in names}
        return [name for name in names if (outcomes[name].unique, outcomes[name].board) != expected[name]]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(solve_all, range(4))) == [[], [], [], []]


def run_without_native(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "MASUME_NO_NATIVE": "1"}
    return subprocess.run([sys.executable, "-m", "masume", *arguments], capture_output=True, text=True, env=environment)


def test_an_environment_variable_disables_it() -> None:
    listed = run_without_native("genres", "--engines").stdout.splitlines()
    assert listed[0].startswith("lazy ")
    (line,) = [line for line in listed if line.startswith("native ")]
    assert line.endswith("(unavailable: MASUME_NO_NATIVE is set)")
    name = examples.names()[0]
    assert json.loads(run_without_native("solve", name, "--json").stdout)["statistics"]["engine"] == "lazy"
    failed = run_without_native("solve", name, "--engine", "native")
    assert (failed.returncode, failed.stdout) == (2, "")
    assert failed.stderr == "masume: the engine native cannot be used here: MASUME_NO_NATIVE is set\n"


@pytest.fixture
def fresh_loading() -> Iterator[pytest.MonkeyPatch]:
    """A patch for the loading of libraries, with the caches of `native_library` cleared before and after."""

    def clear_caches() -> None:
        native_library.load_extension.cache_clear()
        native_library.why_unavailable.cache_clear()

    with pytest.MonkeyPatch.context() as patch:
        clear_caches()
        yield patch
    clear_caches()
    assert engines.why_unavailable("native") is None


EXTENSION = "masume.engines._native"


@pytest.mark.parametrize(("module", "reason"), [(EXTENSION, "compiler"), ("clingo", "clingo")])
def test_a_missing_library_is_reported(fresh_loading: pytest.MonkeyPatch, module: str, reason: str) -> None:
    fresh_loading.setattr(native_library, "find_spec", lambda name: None if name == module else find_spec(name))
    assert_unavailable(reason)


def text_file() -> str:
    return __file__


def extension_path() -> str:
    spec = find_spec(EXTENSION)
    assert spec is not None
    return str(spec.origin)


def clingo_path() -> str:
    return str(native_library._find_clingo())


@pytest.mark.parametrize(
    ("path", "reason"), [(text_file, "cannot be loaded"), (clingo_path, "another version of masume")]
)
def test_a_wrong_extension_is_reported(fresh_loading: pytest.MonkeyPatch, path: Callable[[], str], reason: str) -> None:
    spec = ModuleSpec(EXTENSION, None, origin=path())
    fresh_loading.setattr(native_library, "find_spec", lambda name: spec if name == EXTENSION else find_spec(name))
    assert_unavailable(reason)


@pytest.mark.parametrize("path", [text_file, extension_path])
def test_a_library_other_than_clingo_is_reported(fresh_loading: pytest.MonkeyPatch, path: Callable[[], str]) -> None:
    other = Path(path())
    fresh_loading.setattr(native_library, "_find_clingo", lambda: other)
    assert_unavailable("clingo")


def assert_unavailable(reason: str) -> None:
    message = engines.why_unavailable("native")
    assert message is not None
    assert re.search(reason, message)
    assert engines.default() == "lazy"
    assert engines.names()[0] == "lazy"
    assert engines.describe("native").endswith(f"(unavailable: {message})")
    with pytest.raises(masume.MasumeError, match=r"^the engine native cannot be used here: "):
        engines.open_session("native", Model())
