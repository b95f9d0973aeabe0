"""Formulations: they state every rule, agree with the checks and with the model, and stop in time."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import masume
import papers
from agreement import AGREES, INEXPRESSIBLE, compare_with_lazy, is_expressible, list_tasks
from corpus import CORPUS
from effort import Effort, example_names, sample, trials
from hexagon import hexagons
from masume import examples, formulations
from masume.bench import ablate
from masume.core.errors import InputError, WrongAnswerError
from masume.core.genre import Genre
from masume.core.outcome import Limits, Status
from masume.core.square import square
from masume.engines.asp import AspProgram, AspSession
from masume.formats import own_facts
from masume.formats.own_facts import PREDICATES, Terms
from masume.formulations import texts
from masume.formulations.facts_codec import facts_codec_for
from masume.solving.program_search import ProgramSearch
from registry import Specimen, all_genres, fillings, genre_ids, labelled_blocks, random_board, small_grids, specimens

DATA = Path(__file__).parent / "data"
GENRES_WITH_TEXTS = [genre for genre in all_genres() if formulations.names(genre)]
EVERY = [(genre, name) for genre in GENRES_WITH_TEXTS for name in formulations.names(genre)]
every_formulation = pytest.mark.parametrize(
    ("genre", "name"), EVERY, ids=lambda parameter: getattr(parameter, "name", parameter)
)
VOUCHED = [(genre, name) for genre, name in EVERY if formulations.find(genre, name).vouched]
every_vouched_formulation = pytest.mark.parametrize(
    ("genre", "name"), VOUCHED, ids=lambda parameter: getattr(parameter, "name", parameter)
)
ON_HEXAGONS = [genre for genre in GENRES_WITH_TEXTS if genre.needs <= hexagons(2, 2).abilities]
every_genre_with_texts = pytest.mark.parametrize("genre", GENRES_WITH_TEXTS, ids=genre_ids)
MAX_LINES = 60


@every_genre_with_texts
def test_our_own_formulation_is_the_default_and_short(genre: Genre) -> None:
    tuned = formulations.find(genre)
    assert tuned.name == formulations.DEFAULT
    assert len(tuned.text.splitlines()) <= MAX_LINES
    assert tuned.text.startswith(f"% {genre.title}.  In: ")
    inputs = set(re.findall(r"(\w+)/(\d)", tuned.text.splitlines()[0])) - {("mark", "3")}
    assert inputs <= {(name, str(arity)) for name, (arity, _) in PREDICATES.items()}


@every_formulation
def test_a_formulation_states_every_rule_and_no_other(genre: Genre, name: str) -> None:
    text = formulations.find(genre, name).text
    ids = {rule.id.casefold(): rule for rule in genre.all_rules}
    stated = {rule for group in texts.lines_by_rule(text) for rule in group}
    defaults = {option.name: option.default for option in genre.options}
    needed = {rule.id.casefold() for rule in genre.rules(defaults) if rule.checks}
    assert stated <= set(ids)
    if name == formulations.DEFAULT:
        needed = {rule.id.casefold() for rule in genre.all_rules if rule.checks} - implied_rules(genre)
    assert needed <= stated | implied_rules(genre)


def implied_rules(genre: Genre) -> set[str]:
    """Return the rules that a board with a mark on every place cannot break."""
    shown = {specimen.broken[0] for specimen in specimens() if specimen.board.genre is genre and specimen.broken}
    full = {s.broken[0] for s in specimens() if s.board.genre is genre and s.broken and is_full(s.board)}
    return {rule.casefold() for rule in shown - full}


def is_full(board: masume.Board) -> bool:
    completed = board.with_defaults()
    return all(
        len(completed.decided_marks(layer.name)) == len(layer.places(board.grid)) for layer in board.genre.mark_layers
    )


def boards_for_laws(genre: Genre, number: int) -> Iterator[masume.Board]:
    random = Random(genre.name)
    grids = small_grids(genre)
    for index in range(number):
        yield random_board(genre, grids[index % len(grids)], random)


@every_genre_with_texts
def test_violations_are_what_the_checks_find(genre: Genre) -> None:
    """Compare them on every filling: with its heads kept, the text has each filling as one answer."""
    tuned = formulations.find(genre)
    for board in boards_for_laws(genre, 16 if Effort.thorough else 6):
        codec, expected = facts_codec_for(board, tuned), {_key(filling): filling for filling in fillings(board)}
        program = AspProgram(tuned.name, tuned.program, codec.write_facts(), ("mark/3", "violates/2"), heads="keep")
        with AspSession(program) as session:
            for atoms in session.answers():
                marked = board.with_marks(codec.parse_marks(atom for atom in atoms if atom.startswith("mark(")))
                filling = expected.pop(_key(marked))
                violated = {atom.removeprefix("violates(").split(",")[0] for atom in atoms if atom[0] == "v"}
                broken = {rule.casefold() for rule, _ in masume.check(filling)}
                assert violated == broken, masume.write(filling, "text")
        assert not expected


def _key(board: masume.Board) -> frozenset[object]:
    return frozenset((layer, *entry) for layer in board.genre.answer for entry in board.decided_marks(layer).items())


@every_vouched_formulation
def test_a_vouched_formulation_has_exactly_the_solutions(genre: Genre, name: str) -> None:
    boards = [board for board in boards_for_laws(genre, 60) if is_expressible(board, name)]
    assert len(boards) > 5
    for board in boards[:16]:
        assert masume.count(board, formulation=name) == masume.count(board), masume.write(board, "text")


@pytest.mark.parametrize("genre", ON_HEXAGONS, ids=genre_ids)
def test_our_own_formulation_works_on_hexagons_where_the_genre_does(genre: Genre) -> None:
    random = Random(genre.name)
    for _ in range(4):
        board = random_board(genre, hexagons(2, 2), random)
        assert masume.count(board, formulation=formulations.DEFAULT) == masume.count(board)


@every_vouched_formulation
def test_given_marks_marks_and_common_marks_are_as_in_the_model(genre: Genre, name: str) -> None:
    random, grid = Random(name), small_grids(genre)[-1]
    boards = (random_board(genre, grid, random, marks=0.1, given=0.1) for _ in range(trials(300)))
    usable = [
        board for board in boards if is_expressible(masume.Board(genre, grid, board.clues, options=board.options), name)
    ]
    solvable = [board for board in usable if masume.solve(board, from_marks=True).board is not None]
    for board in solvable[:4]:
        assert masume.common(board, from_marks=True, formulation=name) == masume.common(board, from_marks=True)
    for board in [board for board in usable if board not in solvable][:2]:
        assert masume.solve(board, from_marks=True, formulation=name).status is Status.UNSOLVABLE


def shipped_boards() -> list[tuple[str, str]]:
    """Return shipped boards with formulations that can solve them; published ones only on small boards, for speed."""
    found = []
    for example in example_names():
        board = examples.find(example)
        small = len(board.grid.cells) <= 150
        names = [n for n in formulations.names(board.genre) if n == formulations.DEFAULT or small]
        found += [(example, name) for name in names if is_expressible(board, name)]
    return found


@pytest.mark.parametrize(("example", "name"), shipped_boards())
def test_every_formulation_solves_the_shipped_boards(example: str, name: str) -> None:
    board, answer = examples.find(example), examples.find(f"{example}.answer")
    formulation = formulations.find(board.genre, name)
    if formulation.vouched:
        outcome = masume.solve(board, formulation=name, limits=Limits(seconds=300))
        assert outcome.unique is True
        assert outcome.board == answer
        assert (outcome.statistics["engine"], outcome.formulation) == ("asp", name)
    else:  # it may accept wrong answers, but must not reject the right one
        with ProgramSearch(answer, formulation, from_marks=True) as search:
            assert list(search.answers(None)) == [answer]


def figures() -> list[list[str]]:
    """Return the boards of the papers' figures: an example, a formulation, and "1" or "many" answers."""
    lines = (DATA / "figures.txt").read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


@pytest.mark.parametrize(("example", "name", "answers"), figures())
def test_printed_texts_solve_the_boards_of_their_own_figures(example: str, name: str, answers: str) -> None:
    board = examples.find(example)
    with ProgramSearch(board, formulations.find(board.genre, name)) as search:
        found = list(search.answers(2))
    assert (found == [examples.find(f"{example}.answer")]) == (answers == "1")
    assert len(found) == (1 if answers == "1" else 2)


@pytest.mark.skipif(not CORPUS, reason="MASUME_CORPUS is not set to a folder of boards")
@pytest.mark.parametrize("row", [row for row in papers.printed_rows() if row.within is not None], ids=str)
def test_sizes_are_as_printed(row: papers.PrintedRow) -> None:
    assert row.within is not None
    for found, printed in zip(zip(*row.measure_sizes(), strict=True), (row.atoms, row.rules), strict=True):
        assert min(printed) * (1 - row.within) <= min(found)
        assert max(found) <= max(printed) * (1 + row.within)


@pytest.mark.parametrize("row", [row for row in papers.printed_rows() if row.without], ids=str)
def test_a_rule_adds_as_many_atoms_and_rules_as_in_print(row: papers.PrintedRow) -> None:
    same = [other for other in papers.printed_rows() if other[:3] == row[:3] and not other.without]
    (whole,) = same
    for index, (with_rule, without) in enumerate(((whole.atoms, row.atoms), (whole.rules, row.rules))):
        printed, ours = with_rule[0] - without[0], whole.measure_sizes()[0][index] - row.measure_sizes()[0][index]
        assert ours == pytest.approx(printed, rel=0.05)


class Misprint(NamedTuple):
    """A smallest board on which a printed text and its repair differ, with their numbers of answers."""

    name: str
    printed: int
    repaired: int
    board: masume.Board

    def __str__(self) -> str:
        return f"{self.board.genre.name}-{self.name}"


def misprints() -> list[Misprint]:
    """Return the boards of data/misprints.txt."""
    found = []
    for head, board in labelled_blocks((DATA / "misprints.txt").read_text(encoding="utf-8")):
        name, printed, repaired = head.split()
        found.append(Misprint(name, int(printed), int(repaired), masume.read(board)))
    return found


@pytest.mark.parametrize("misprint", sample(misprints(), 4), ids=str)
def test_misprints_give_wrong_answers_and_repairs_do_not(misprint: Misprint) -> None:
    name, printed, repaired, board = misprint
    for variant, answers in ((name, repaired), (f"{name}-printed", printed)):
        formulation = formulations.find(board.genre, variant)
        with ProgramSearch(board, formulation) as search:
            assert len(list(search.answer_atoms(None))) == answers
    assert masume.count(board) == repaired
    outcome = masume.solve(board, formulation=f"{name}-printed", limits=Limits(solutions=printed + 1))
    assert not outcome.vouched
    if printed > repaired:  # then one of its answers is wrong, and reported as such
        assert outcome.status is Status.WRONG
        assert outcome.board is not None
        assert masume.check(outcome.board)
        with pytest.raises(WrongAnswerError, match=f"{name}-printed gives an answer that breaks"):
            masume.count(board, formulation=f"{name}-printed")


def test_every_text_that_differs_from_print_has_a_board_that_shows_it() -> None:
    shown = {(misprint.board.genre.name, misprint.name) for misprint in misprints()}
    wrong = {(genre.name, name) for genre, name in EVERY if not formulations.find(genre, name).vouched}
    assert shown == {(genre, name.removesuffix("-printed")) for genre, name in wrong}


full_specimens = [
    s
    for s in specimens()
    if s.board.genre in GENRES_WITH_TEXTS and is_full(s.board) and s.label not in ("unsolvable", "two")
]


@pytest.mark.parametrize("specimen", full_specimens, ids=str)
def test_violations_and_conflicts_of_the_specimens(specimen: Specimen) -> None:
    board = specimen.board.with_defaults()
    broken = specimen.broken
    assert {rule for rule, _ in masume.violations(board)} == ({broken[0]} if broken else set())
    conflict = masume.conflict(board, from_marks=True)
    if broken is None:
        assert conflict is None
    else:
        assert conflict is not None
        assert {rule for rule, _ in conflict} == {broken[0]}
        for _, place in conflict:
            board.grid.kind_of(place)  # raises an error if there is no such place


@pytest.mark.parametrize(
    "specimen", [s for s in specimens() if s.label == "unsolvable" and s.board.genre in GENRES_WITH_TEXTS], ids=str
)
def test_a_conflict_is_minimal(specimen: Specimen) -> None:
    conflict = masume.conflict(specimen.board)
    assert conflict
    assert len(set(conflict)) == len(conflict)
    ids = {rule.id for rule in specimen.board.genre.all_rules}
    assert {rule for rule, _ in conflict} <= ids
    rules = tuple({rule for rule, _ in conflict})
    others = tuple(ids - set(rules))
    with ProgramSearch(specimen.board, formulations.find(specimen.board.genre), without=others) as search:
        assert list(search.answer_atoms(1)) == []  # the rules it names suffice
    for rule in rules:
        left = tuple(ids - (set(rules) - {rule}))
        with ProgramSearch(specimen.board, formulations.find(specimen.board.genre), without=left) as search:
            assert list(search.answer_atoms(1))  # and each of them is needed


def test_a_board_with_a_solution_has_no_conflict() -> None:
    assert masume.conflict(examples.find(examples.names()[0])) is None


@every_formulation
def test_ablation_leaves_out_each_rule_once(genre: Genre, name: str) -> None:
    board = next(s.board for s in specimens() if s.board.genre is genre and s.label == "two")
    if not is_expressible(board, name):
        board = masume.Board(genre, square(2, 2))
    rows = list(ablate(board, name, Limits(solutions=50)))
    assert rows[0].without == ()
    assert len({row.without for row in rows}) == len(rows)
    assert {rule.casefold() for row in rows for rule in row.without} == {
        rule for group in texts.lines_by_rule(formulations.find(genre, name).text) for rule in group
    }
    for row in rows:
        assert row.atoms is not None
        assert row.rules is not None
        assert row.answers >= rows[0].answers or not rows[0].complete
        assert row.complete == (row.answers < 50)


def test_places_become_terms_and_back() -> None:
    for genre in GENRES_WITH_TEXTS:
        board = random_board(genre, square(2, 3), Random(genre.name))
        terms = Terms(board)
        for term, place in terms.all().items():
            assert terms.term(place) == term


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 1), (1, 4), (3, 1), (2, 2), (3, 4), (5, 3)])
def test_the_rules_for_square_grids_derive_exactly_the_facts(shape: tuple[int, int]) -> None:
    board = random_board(all_genres()[0], square(*shape), Random(0))
    signatures = tuple(f"{name}/{arity}" for name, (arity, _) in PREDICATES.items())
    derived = [
        sorted(_atoms(AspProgram("facts", "", facts, signatures)))
        for facts in (own_facts.write_own_facts(board), own_facts.write_own_instance(board, set(PREDICATES)))
    ]
    assert derived[0] == derived[1]


def _atoms(program: AspProgram) -> list[str]:
    with AspSession(program) as session:
        return next(session.answers())


def test_an_unknown_formulation_is_refused_with_a_list_of_known_ones() -> None:
    board = examples.find(examples.names()[0])
    with pytest.raises(InputError, match=r"^no formulation 'nosuch' of \w+: expected one of .*tuned"):
        masume.solve(board, formulation="nosuch")
    with pytest.raises(InputError, match=r"no formulation 'tuned' of .* for the engine lazy: expected one of"):
        masume.solve(board, engine="lazy", formulation="tuned")
    assert masume.solve(board, engine="asp").formulation == "tuned"
    assert masume.solve(board).formulation is None  # the genre's own model


@pytest.mark.parametrize("engine", ["asp", "asp-completion", "asp-lookahead"])
def test_a_genre_without_texts_names_the_engines_to_use_instead(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = examples.find(examples.names()[0])
    monkeypatch.setattr(formulations, "_texts", lambda genre: {})
    expected = (
        rf"^{board.genre.name} has no text for the engine {engine}: use one of the engines [\w, ]*\blazy\b[\w, ]*$"
    )
    with pytest.raises(InputError, match=expected):
        masume.solve(board, engine=engine)
    with pytest.raises(InputError, match=f"^no formulation 'tuned' of .* for the engine {engine}: there are none$"):
        masume.solve(board, engine=engine, formulation="tuned")
    for question in (masume.violations, masume.conflict):
        with pytest.raises(InputError, match=f"^{board.genre.name} has no formulation in answer set programming$"):
            question(board)


@pytest.mark.skipif(not CORPUS, reason="MASUME_CORPUS is not set to a folder of boards")
@pytest.mark.parametrize("genre", masume.genres.names())
def test_formulations_agree_with_the_model_on_the_corpus(genre: str) -> None:
    chosen = [task for task in list_tasks(Path(CORPUS), 49) if (task.genre, task.engine) == (genre, "asp")]
    verdicts = {task: compare_with_lazy(task, 60).verdict for task in chosen}
    assert not {task: verdict for task, verdict in verdicts.items() if verdict not in (AGREES, INEXPRESSIBLE)}
    assert all(verdict == AGREES for task, verdict in verdicts.items() if task.formulation == formulations.DEFAULT)
