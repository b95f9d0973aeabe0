"""The public API: all of it is in `masume`, and it says what to do when it is called in the wrong way."""

import contextlib
import copy
import dataclasses
import html
import inspect
import io
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

import masume
from hexagon import hexagons
from masume import examples, genres
from masume.core.layers import Where
from registry import all_genres

ROOT = Path(__file__).parent.parent
NAMES = [name for name in examples.names() if name.endswith("-small")]
WITH_BOARD = (
    "canonical_form check common conflict count explain hint hint_or_mistakes minimise mistakes render review scene_of "
    "solve superfluous_clues violations write"
)
BOARD = examples.find(NAMES[0])


def in_new_process(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


# Names


def test_dir_shows_the_public_names_and_nothing_else() -> None:
    assert dir(masume) == sorted(masume.__all__)
    shown = in_new_process("import masume; masume.solve; import masume.cli.program; print(*dir(masume))").split()
    assert shown == sorted(masume.__all__)
    assert not hasattr(masume, "TYPE_CHECKING")
    assert not hasattr(masume, "import_module")


@pytest.mark.parametrize("name", masume.__all__)
def test_every_public_name_leads_to_something_with_a_docstring(name: str) -> None:
    assert name.startswith("__") or inspect.getdoc(getattr(masume, name))


def test_help_describes_every_class_and_function() -> None:
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        help(masume)
    described = [name for name in masume.__all__ if inspect.isroutine(getattr(masume, name))]
    described += [name for name in masume.__all__ if inspect.isclass(getattr(masume, name))]
    assert described
    assert [name for name in described if name not in shown.getvalue()] == []
    assert "TYPE_CHECKING" not in shown.getvalue()


def test_the_documentation_names_every_public_name() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert [name for name in masume.__all__ if f"`{name}" not in page and f"`masume.{name}" not in page] == []


def test_type_checkers_and_programs_see_the_same_names() -> None:
    source = (ROOT / "src" / "masume" / "__init__.py").read_text(encoding="utf-8")
    imports = source.partition("if TYPE_CHECKING:")[2].partition("\nelse:")[0].replace("(", "").replace(")", "")
    listed = [name.strip() for part in imports.split("import ")[1:] for name in part.split("from ")[0].split(",")]
    assert sorted(filter(None, listed)) == sorted(set(masume.__all__) - {"__version__"})


def test_every_error_is_public_and_calls_itself_so() -> None:
    from masume.core import errors

    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert all(getattr(masume, kind.__name__) is kind for kind in kinds)
    assert {f"{kind.__module__}.{kind.__name__}" for kind in kinds} <= {f"masume.{name}" for name in masume.__all__}


# Arguments


def options_of(function: Callable[..., Any]) -> list[str]:
    """Return the names of a function's options; fail if one can be given by position."""
    optional = [each for each in inspect.signature(function).parameters.values() if each.default is not each.empty]
    positional = [each.name for each in optional if each.kind is not each.KEYWORD_ONLY]
    assert set(positional) <= {"to", "format_name", "answers", "size"}, function
    return [each.name for each in optional if each.kind is each.KEYWORD_ONLY]


def test_options_are_keyword_only_and_in_the_same_order_everywhere() -> None:
    shared = ["engine", "limits", "from_marks", "formulation"]
    for name in masume.__all__:
        if inspect.isfunction(function := getattr(masume, name)):
            options = options_of(function)
            used = [option for option in shared if option in options]
            assert options[: len(used)] == used, name


@pytest.mark.parametrize("name", WITH_BOARD.split())
def test_a_text_or_a_path_instead_of_a_board_is_refused_with_advice(name: str) -> None:
    function = getattr(masume, name)
    for value, advice in (
        ("template/2/2/", r"masume\.read\("),
        (Path("board.txt"), r"masume\.load\("),
        (3, "type int"),
    ):
        with pytest.raises(masume.WrongTypeError, match=f"expected a Board, not .*{advice}"):
            function(value)
    with pytest.raises(TypeError, match="expected a Board"):  # also a TypeError, as programmers expect
        function(None)


def test_a_path_instead_of_a_text_is_refused_with_advice() -> None:
    with pytest.raises(masume.WrongTypeError, match=r"expected a text, .*Path; masume\.load\(path\) reads a file"):
        masume.read(Path("board.txt"))  # type: ignore[arg-type]
    with pytest.raises(masume.WrongTypeError, match="expected a text, not a value of type Board"):
        masume.read(BOARD)  # type: ignore[arg-type]


def test_limits_that_are_a_number_are_refused_with_advice() -> None:
    functions: list[Any] = [masume.solve, masume.count, masume.common, masume.explain, masume.mistakes, masume.conflict]
    functions += [masume.minimise, masume.review, masume.superfluous_clues]
    for function in functions:
        with pytest.raises(masume.WrongTypeError, match=r"masume\.Limits\(seconds=5\), not 5"):
            function(BOARD, limits=5)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: masume.Limits(seconds="5"), "limits: expected a number of seconds, not '5'"),  # type: ignore[arg-type]
        (lambda: masume.Limits(seconds=float("nan")), "limits: expected 0 or more seconds, not nan"),
        (lambda: masume.Limits(solutions=2.5), "limits: solutions: expected a whole number, not 2.5"),  # type: ignore[arg-type]
        (lambda: masume.Limits(solutions=0), "limits: solutions: expected 1 or more, not 0"),
        (lambda: masume.count(BOARD, limit="3"), "count: limit: expected a whole number, not '3'"),  # type: ignore[arg-type]
        (lambda: masume.hint(BOARD, seconds=None), "hint: expected a number of seconds, not None"),  # type: ignore[arg-type]
        (lambda: masume.Explanation(BOARD, max_steps=-1), "max_steps: expected 0 or more, not -1"),
        (lambda: masume.solve(BOARD).to_dict(max_boards=-1), "max_boards: expected 1 or more, not -1"),
        (lambda: masume.solve(BOARD, engine=[]), r"unknown engine \[\]"),  # type: ignore[arg-type]
        (lambda: masume.write(BOARD, []), r"unknown format \[\]"),  # type: ignore[arg-type]
        (lambda: masume.genres.find(5), "expected the name of a genre, not 5"),  # type: ignore[arg-type]
        (lambda: masume.genres.describe("x"), "expected a genre, as masume.genres.find"),  # type: ignore[arg-type]
        (lambda: masume.formulations.names("x"), "expected a genre, as masume.genres.find"),  # type: ignore[arg-type]
        (lambda: masume.examples.find([]), r"unknown example \[\]"),  # type: ignore[arg-type]
        (lambda: masume.load(5), "expected the path of a file or folder, not a value of type int"),  # type: ignore[arg-type]
        (lambda: masume.load_all(["a"]), "expected the path of a file or folder"),  # type: ignore[call-overload]
        (lambda: masume.load("https://puzz.link/p?a/1/1/"), "looks like a URL: masume.read reads URLs"),
        (lambda: masume.read("a(1).", size=5), r"expected the size as \(rows, columns\), not 5"),  # type: ignore[arg-type]
        (lambda: masume.read("a(1).", constants={"n": "5"}), "expected constants"),  # type: ignore[dict-item]
        (lambda: masume.bind(BOARD), "expected a list of boards"),  # type: ignore[arg-type]
        (lambda: masume.bind(["x"]), "expected a Board, not a text"),  # type: ignore[list-item]
        (lambda: masume.Board(BOARD.genre, (3, 3)), "expected a grid such as"),  # type: ignore[arg-type]
        (lambda: masume.Board(BOARD.genre, BOARD.grid, options=5), "expected a mapping from options"),  # type: ignore[arg-type]
        (lambda: masume.Board(BOARD.genre, BOARD.grid, info=5), "info: expected a mapping"),  # type: ignore[arg-type]
        (lambda: masume.SquareGrid(0, 5), "expected 1 to 1000 rows, not 0"),
        (lambda: masume.SquareGrid(2, 3, holes="r1c1"), "expected holes to be a list of cells"),
        (lambda: masume.SquareGrid(2, 3, holes=5), "expected holes to be a list of cells"),  # type: ignore[arg-type]
        (lambda: masume.SquareGrid(2, 3, holes=[["r1c1"]]), "expected a place"),  # type: ignore[list-item]
        (lambda: BOARD.with_clues({10**5000: 1}), "has no place a number of about 5,001 digits"),
        (lambda: BOARD.find_place(99_999), "has no place 99999"),
        (lambda: BOARD.place_name("r1c1"), "expected a place"),  # type: ignore[arg-type]
        (lambda: BOARD.genre.mark_layer("x"), "has no layer 'x' for a mark: expected "),
        (lambda: next(masume.explain(BOARD)).picture(strength="x"), "unknown strength 'x'"),
    ],
)
def test_other_wrong_arguments_get_one_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(masume.InputError, match=sentence) as error:
        call()
    assert "\n" not in str(error.value)


# Making boards


@pytest.mark.parametrize("name", NAMES)
def test_make_board_reads_a_text_without_its_genre(name: str) -> None:
    board = examples.find(name)
    _, _, rest = masume.write(board, "text").partition("\n")
    assert masume.make_board(board.genre.name, rest) == board
    assert masume.make_board(board.genre, f"\n\n{rest}\n") == board


def test_make_board_names_the_line_of_an_error() -> None:
    with pytest.raises(masume.FormatError, match=r"text: line 2"):
        masume.make_board(BOARD.genre, ". . .\n. ~ .")


@pytest.mark.parametrize("name", NAMES)
def test_make_board_takes_a_size_or_a_grid_and_layers(name: str) -> None:
    board = examples.find(f"{name}.answer")
    made = masume.make_board(
        board.genre.name,
        board.grid,
        clues=board.clues,
        given=board.given,
        marks=board.marks,
        options=board.options,
        info=board.info,
    )
    assert made == board
    assert masume.make_board(board.genre, (3, 4)) == masume.Board(board.genre, masume.SquareGrid(3, 4))


def test_make_board_refuses_other_layouts() -> None:
    with pytest.raises(masume.WrongTypeError, match=r"expected a text, a size \(rows, columns\) or a grid, not 5"):
        masume.make_board(BOARD.genre, 5)  # type: ignore[arg-type]
    with pytest.raises(masume.InputError, match=r"\(rows, columns\)"):
        masume.make_board(BOARD.genre, (1, 2, 3))  # type: ignore[arg-type]
    with pytest.raises(masume.UnknownNameError):
        masume.make_board("no such genre", (5, 5))


def test_make_board_says_what_to_do_with_a_genre_or_a_url() -> None:
    with pytest.raises(masume.InputError, match=r"leave out the first line, .*, or call masume\.read"):
        masume.make_board(BOARD.genre, masume.write(BOARD, "text"))
    with pytest.raises(masume.InputError, match=r"looks like a URL: masume\.read"):
        masume.make_board(BOARD.genre, masume.write(BOARD, "pzpr"))


class ForeignInteger:
    """An integer as other packages, such as numpy, have them: not an int, but it can be used as one."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_integers_of_other_packages_are_accepted() -> None:
    one, two, three = map(ForeignInteger, (1, 2, 3))
    assert masume.SquareGrid(two, three, holes=[(one, two)]) == masume.SquareGrid(2, 3, holes=[5])  # type: ignore[arg-type, list-item]
    for genre, layer in cell_layers():
        board = masume.make_board(genre, (two, three))  # type: ignore[arg-type]
        if board.alphabet(layer).accepts(3):
            expected = {3: 3, 5: 3}
            clues = board.with_clues({three: three, (one, two): three}).clues[layer.name]
            assert clues == expected
            assert {type(value) for value in clues.values()} == {int}
    for board in map(examples.find, NAMES):
        for mark_layer in board.genre.mark_layers:
            if board.alphabet(mark_layer).accepts(3):
                marks = board.with_marks(
                    {mark_layer.name: {mark_layer.places(board.grid)[0]: masume.RuledOut([cast(Any, three)])}}
                )
                assert list(marks.marks[mark_layer.name].values()) == [masume.RuledOut([3])]


def test_highlights_can_be_named() -> None:
    for to in ("svg", "terminal"):
        assert masume.render(BOARD, to, hints=["r1c1"]) == masume.render(BOARD, to, hints=[0])


def test_holes_are_named_as_cells_are() -> None:
    grids = [masume.SquareGrid(2, 3, holes=holes) for holes in (["r1c2"], [(0, 1)], [1], frozenset({1}))]
    assert len(set(grids)) == 1
    assert repr(grids[0]) == "SquareGrid(2, 3, holes=['r1c2'])"
    assert eval(repr(grids[0]), {"SquareGrid": masume.SquareGrid}) == grids[0]
    for holes in (["r9c9"], [(2, 0)], [6], [1.5], ["r1c1n"]):
        with pytest.raises(masume.InputError):
            masume.SquareGrid(2, 3, holes=holes)  # type: ignore[arg-type]


def cell_layers() -> list[tuple[masume.Genre, masume.Layer]]:
    grid = masume.SquareGrid(2, 2)
    return [
        (genre, genre.clue_layers[0])
        for genre in all_genres()
        if len(genre.clue_layers) == 1 and list(genre.clue_layers[0].places(grid)) == list(grid.cells)
    ]


@pytest.mark.parametrize(("genre", "layer"), cell_layers(), ids=lambda value: getattr(value, "name", ""))
def test_places_can_be_names_positions_and_numbers(genre: masume.Genre, layer: masume.Layer) -> None:
    board = masume.make_board(genre, (2, 3))
    values = [value for value in (1, "?", 2, "black", "white") if board.alphabet(layer).accepts(value)]
    expected = {0: values[0], 4: values[0]}
    for first, second in (("r1c1", "r2c2"), ((0, 0), (1, 1)), (0, (1, 1)), ("r1c1", 4)):
        entries = {first: values[0], second: values[0]}
        assert board.with_clues(entries).clues[layer.name] == expected
        assert board.with_clues({layer.name: entries}).clues[layer.name] == expected
        assert masume.Board(genre, board.grid, {layer.name: entries}).clues[layer.name] == expected
    changed = board.with_clues({**board.with_clues(expected).clues[layer.name], "r2c2": values[-1]})
    assert changed.clues[layer.name] == {0: values[0], 4: values[-1]}


@pytest.mark.parametrize("key", [1.0, True, None, "x", "r9c9", (9, 9), (-1, 0), 99_999, ("r1c1", "r1c2"), b"r1c1"])
def test_other_keys_get_one_clear_error(key: object) -> None:
    for change in (BOARD.with_clues, BOARD.with_marks):
        with pytest.raises(masume.InputError, match=r"place|cell|belongs"):
            change({key: 1})


def test_positions_need_rows_and_columns() -> None:
    for genre in all_genres():
        if not genre.needs - hexagons(2, 2).abilities and genre.mark_layers[0].kind.value == "cell":
            board = masume.Board(genre, hexagons(2, 2))
            with pytest.raises(masume.InputError, match="no rows and columns"):
                board.with_marks({genre.mark_layers[0].name: {(0, 0): genre.mark_layers[0].default}})


def test_marks_accept_names_too() -> None:
    for name in NAMES:
        answer = examples.find(f"{name}.answer")
        by_name = {
            layer: {answer.place_name(place): mark for place, mark in entries.items()}
            for layer, entries in answer.marks.items()
        }
        assert answer.with_marks({}).with_marks(by_name) == answer


def test_rooms_are_named_or_found_by_one_of_their_cells() -> None:
    for board in map(examples.find, NAMES):
        for layer in board.genre.clue_layers:
            if layer.where is Where.ROOMS:
                rooms = board.clues[layer.name]
                by_name = {board.place_name(room): clue for room, clue in rooms.items()}
                assert board.with_clues({layer.name: by_name}) == board
                as_sets = {frozenset(map(board.place_name, room)): clue for room, clue in rooms.items()}
                assert board.with_clues({layer.name: as_sets}) == board
                with pytest.raises(masume.InputError, match=r'a room: a name such as "r1c1\+r1c2" .*, not r1c1'):
                    masume.make_board(board.genre, board.grid, clues={"r1c1": 1})
                first = board.with_clues({board.place_name(min(next(iter(rooms)))): 1}).clues[layer.name]
                assert list(first) == list(rooms)
                assert list(first.values()) == [1, *("?" for _ in list(rooms)[1:])]


def test_a_position_is_no_edge() -> None:
    for board in map(examples.find, NAMES):
        for layer in board.genre.mark_layers:
            if layer.kind.value == "edge":
                with pytest.raises(masume.InputError, match='expected an edge: a name such as "r1c1n", or a number'):
                    board.with_marks({layer.name: {(0, 0): layer.default}})
                with pytest.raises(masume.InputError, match=r"belongs on an edge.*, not on r1c1"):
                    board.with_marks({layer.name: {"r1c1": layer.default}})


def test_layers_that_are_no_mappings_are_refused() -> None:
    for layers in (None, 3, [1], {BOARD.genre.mark_layers[0].name: None}, {BOARD.genre.mark_layers[0].name: [0]}):
        with pytest.raises(masume.WrongTypeError, match="expected a mapping from places to marks"):
            BOARD.with_marks(layers)  # type: ignore[arg-type]
    with pytest.raises(masume.InputError, match="has no layer 'nothing' for a mark: expected "):
        BOARD.with_marks({"nothing": {}})
    with pytest.raises(masume.WrongTypeError, match=r"masume\.genres\.find"):
        masume.Board(BOARD.genre.name, BOARD.grid)  # type: ignore[arg-type]


def test_names_of_places_can_be_found_again() -> None:
    for board in map(examples.find, NAMES):
        for places in (
            board.grid.cells,
            board.grid.edges,
            *(board.clues[layer.name] for layer in board.genre.clue_layers),
        ):
            for place in places:
                assert board.find_place(board.place_name(place)) == place
        assert board.find_place((0, 0)) == board.find_place("r1c1") == 0


# Plain data and copies


@pytest.mark.parametrize("name", NAMES)
def test_values_can_be_copied_pickled_and_taken_apart(name: str) -> None:
    board, answer = examples.find(name), examples.find(f"{name}.answer")
    step = next(masume.explain(board))
    assert step.after != board  # it is cached in the step, but no part of its data
    values: list[Any] = [board, answer, masume.solve(board), step, masume.mistakes(answer)]
    for value in values:
        assert copy.copy(value) == value
        assert copy.deepcopy(value) == value
        assert pickle.loads(pickle.dumps(value)) == value
        assert hash(copy.copy(value)) == hash(value)
        assert not [field for field in dataclasses.asdict(value) if field.startswith("_")]
        data = value.to_dict()
        assert json.loads(json.dumps(data)) == data


def test_a_board_as_plain_data_can_be_read_back() -> None:
    for name in NAMES:
        board = examples.find(f"{name}.answer")
        assert masume.read(json.dumps(board.to_dict())) == board


def test_outcomes_make_a_table() -> None:
    rows = [masume.solve(examples.find(name)).to_dict() for name in NAMES]
    assert {tuple(row) for row in rows} == {tuple(rows[0])}
    assert [row["status"] for row in rows] == ["solved"] * len(NAMES)
    assert [row["board"] for row in rows] == [examples.find(f"{name}.answer").to_dict() for name in NAMES]


def test_layers_cannot_be_changed() -> None:
    mappings: list[Any] = [BOARD.clues, BOARD.clues[BOARD.genre.clue_layers[0].name], BOARD.options, BOARD.info]
    for layers in mappings:
        changes: list[Callable[[Any], Any]] = [
            lambda layers: layers.update(a=1),
            lambda layers: layers.clear(),
            lambda layers: layers.pop(0, None),
            lambda layers: layers.setdefault("a", 1),
            lambda layers: layers.__setitem__("a", 1),
            lambda layers: layers.__delitem__("a"),
            lambda layers: layers.popitem(),
            lambda layers: layers.__ior__({"a": 1}),
        ]
        before = dict(layers)
        for change in changes:
            with pytest.raises(TypeError, match="cannot be changed"):
                change(layers)
        assert layers == before
        assert type(layers.copy()) is dict


# Notebooks


def test_steps_mistakes_and_outcomes_show_themselves_in_notebooks() -> None:
    for name in NAMES:
        board = examples.find(name)
        outcome, step = masume.solve(board), masume.hint(board)
        assert step is not None
        assert "<svg" in step._repr_html_()
        assert step.in_words() in repr(step)
        assert "<svg" in (outcome._repr_svg_() or "")
        assert outcome.verdict in repr(outcome)
    layer = BOARD.genre.mark_layers[0]
    answer = examples.find(f"{NAMES[0]}.answer")
    wrong = dict(answer.marks[layer.name])
    place = next(iter(wrong))
    wrong[place] = next(value for value in BOARD.alphabet(layer).values if value != wrong[place])
    found = masume.mistakes(answer.with_marks({layer.name: wrong}))
    assert "<svg" in found._repr_html_()
    assert found.in_words() in repr(found)


@pytest.mark.parametrize("code", ["import masume; ", "import masume.examples; ", "from masume.examples import find; "])
def test_boards_show_themselves_however_they_were_found(code: str) -> None:
    call = "find" if "find" in code else "masume.examples.find"
    assert in_new_process(f"{code}print({call}({NAMES[0]!r})._repr_svg_())").startswith("<svg")


def test_an_explanation_shows_itself_in_notebooks() -> None:
    explanation = masume.Explanation(BOARD)
    assert repr(explanation) == f"<Explanation: {BOARD.in_words()}: 0 steps so far>"
    shown = explanation._repr_html_()
    assert shown.startswith("<iframe")
    assert html.unescape(shown.split('"')[1]) == explanation.to_html()
    assert repr(explanation) == f"<Explanation: {BOARD.in_words()}: Solved in {len(explanation.steps)} steps.>"


def test_a_step_is_no_wider_than_the_page_of_a_notebook() -> None:
    step = masume.hint(examples.find(next(name for name in examples.names() if name.endswith("-large"))))
    assert step is not None
    width = re.search(r'width="([\d.]+)"', step._repr_html_())
    assert width is not None
    assert float(width[1]) <= 900


def test_a_registry_finds_what_a_board_needs() -> None:
    assert isinstance(genres.find(BOARD.genre.name), masume.Genre)
    assert isinstance(BOARD.grid, masume.SquareGrid)


# Explanations


def test_the_ending_of_an_explanation_is_never_guessed() -> None:
    explanation = masume.Explanation(BOARD)
    assert explanation.ending is masume.Ending.SOLVED  # although nobody has asked for a step before
    assert explanation.steps == list(explanation) == list(masume.explain(BOARD))
    stopped = masume.Explanation(BOARD, max_steps=1)
    assert (stopped.ending, len(stopped.steps)) == (masume.Ending.STOPPED, 1)
    late = masume.Explanation(BOARD, limits=masume.Limits(seconds=0))
    assert (late.ending, late.steps) == (masume.Ending.TIMEOUT, [])


def test_steps_can_be_taken_by_several_readers() -> None:
    explanation = masume.Explanation(BOARD)
    pairs = list(zip(explanation, explanation, strict=True))
    assert [first for first, _ in pairs] == [second for _, second in pairs] == list(masume.explain(BOARD))


def test_an_explanation_that_failed_fails_again() -> None:
    explanation = masume.Explanation(masume.read("template/1/1/2"))
    for _ in range(2):
        with pytest.raises(masume.NoSolutionError):
            explanation.find_all()
    assert "no solution" in explanation._repr_html_()


def test_explanations_can_be_copied_and_pickled() -> None:
    explanation = masume.Explanation(BOARD)
    first = next(iter(explanation))
    for copied in (copy.copy(explanation), copy.deepcopy(explanation), pickle.loads(pickle.dumps(explanation))):
        assert copied.steps == [first]
        assert copied.ending is masume.Ending.SOLVED
    assert pickle.loads(pickle.dumps(explanation.find_all())).steps == explanation.steps == list(masume.explain(BOARD))


def test_an_interrupted_explanation_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    explanation = masume.Explanation(BOARD)
    first = next(iter(explanation))

    def interrupt(*arguments: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("masume.explaining.run_job", interrupt)
        with pytest.raises(KeyboardInterrupt):
            explanation.find_all()
    assert explanation.ending is masume.Ending.SOLVED
    assert explanation.steps[0] == first
