"""Game ids: laws over every genre that has a game, and what is refused; boards of the real generator, if installed."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import masume
import sgt_boards
from command import error_lines, output, run_command
from effort import example_names, trials
from masume import examples
from masume.core.errors import FormatError
from masume.core.game_ids import Difficulty
from masume.core.genre import Genre
from masume.core.layers import UNKNOWN_CLUE
from masume.core.notation import Notation, Sgt
from masume.core.square import square
from registry import all_genres, default_options, specimens_of
from strategies import boards, deterministic, mangle

CANNOT_CARRY = re.compile(r"sgt: (description|options|given marks|grid): it can(not)? carry ")
PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"


def sgt_notation(genre: Genre) -> Sgt | None:
    notation: Notation = masume.genres.load_part(genre, "notation", "NOTATION")
    return notation.sgt


GAMES = [(genre, notation) for genre in all_genres() if (notation := sgt_notation(genre))]
every_game = pytest.mark.parametrize(("genre", "notation"), GAMES, ids=[notation.game for _, notation in GAMES])


def labels(notation: Sgt) -> list[str]:
    """Return the difficulties that a game has."""
    found = [parameter for parameter in notation.parameters if isinstance(parameter, Difficulty)]
    return [label for parameter in found for label in parameter.labels.values()]


def carried(board: masume.Board, notation: Sgt) -> masume.Board:
    """Return what an id carries of a board that it does not refuse: no marks, and only the game's difficulties."""
    kept = {key: text for key, text in board.info.items() if key == "difficulty" and text in labels(notation)}
    return masume.Board(board.genre, board.grid, board.clues, info=kept)


def assert_carried_or_refused(board: masume.Board, notation: Sgt) -> bool:
    """Check that the id of a board is read as the same board, or that the id cannot carry it; return which."""
    try:
        game_id = masume.write(board, "sgt")
    except FormatError as error:
        assert CANNOT_CARRY.match(str(error)), error
        return False
    assert masume.read(game_id) == carried(board, notation)
    return True


@every_game
def test_the_game_is_a_name_of_the_genre(genre: Genre, notation: Sgt) -> None:
    assert masume.genres.find(notation.game) is genre


@every_game
@deterministic
@given(data=st.data())
def test_an_id_carries_or_refuses_a_board(genre: Genre, notation: Sgt, data: st.DataObject) -> None:
    assert_carried_or_refused(data.draw(boards(genre)), notation)


@every_game
@deterministic
@given(data=st.data())
def test_an_id_carries_clues_and_difficulty(genre: Genre, notation: Sgt, data: st.DataObject) -> None:
    drawn = data.draw(boards(genre, holes=False))
    label = data.draw(st.sampled_from([*labels(notation), "in no game"]))
    clues = {
        layer: {place: clue for place, clue in entries.items() if clue != UNKNOWN_CLUE}
        for layer, entries in drawn.clues.items()
    }
    board = masume.Board(genre, drawn.grid, clues, marks=drawn.marks, info={**drawn.info, "difficulty": label})
    game_id = masume.write(board, "sgt")
    assert masume.read(game_id) == carried(board, notation)
    game, bare = game_id.split(":", 1)
    assert game == notation.game
    page = f"{PAGE}{game}.html#"
    for text in (f"sgtpuzzles:{game_id}", f"{genre.name}:{bare}", page + bare, page + bare.replace(":", "%3A")):
        assert masume.read(text) == masume.read(game_id)
    for text in (bare, game_id):
        assert masume.read(text, genre=genre.name) == masume.read(game_id)


@every_game
def test_specimens_and_examples_are_carried_or_refused(genre: Genre, notation: Sgt) -> None:
    shown = [board for board in map(examples.find, example_names()) if board.genre is genre]
    found = [*shown, *(specimen.board for specimen in specimens_of(genre))]
    assert sum(assert_carried_or_refused(board, notation) for board in found) > len(found) / 2


@every_game
def test_options_given_marks_and_holes_are_refused(genre: Genre, notation: Sgt) -> None:
    grid = square(2, 2)
    for option in genre.options:
        other = next(value for value in option.values.values if value != option.default)
        with pytest.raises(FormatError, match=f"^sgt: options: it cannot carry {option.name}$"):
            masume.write(masume.Board(genre, grid, options={option.name: other}), "sgt")
    for layer in genre.mark_layers:
        given_mark = {layer.places(grid)[0]: layer.alphabet(grid, default_options(genre)).values[0]}
        with pytest.raises(FormatError, match=r"^sgt: given marks: it cannot carry them"):
            masume.write(masume.Board(genre, grid, given={layer.name: given_mark}), "sgt")
    with pytest.raises(FormatError, match=r"^sgt: grid: it can carry square grids without holes only$"):
        masume.write(masume.Board(genre, square(2, 2, frozenset({0}))), "sgt")


def test_an_unknown_number_is_refused_unless_the_game_has_it() -> None:
    refused = 0
    for genre, notation in GAMES:
        for layer in genre.clue_layers:
            if layer.alphabet(square(2, 2), default_options(genre)).accepts(UNKNOWN_CLUE):
                board = masume.Board(genre, square(2, 2), {layer.name: {0: UNKNOWN_CLUE}})
                refused += not assert_carried_or_refused(board, notation)
    assert 0 < refused < len(GAMES)


def test_a_genre_without_a_game_has_no_id() -> None:
    for genre in all_genres():
        if sgt_notation(genre) is None:
            with pytest.raises(FormatError, match=f"^sgt: genre: this format has no notation for {genre.name}$"):
                masume.write(masume.Board(genre, square(2, 2)), "sgt")
            with pytest.raises(FormatError, match=f"^sgt: genre: this format has no notation for {genre.name}$"):
                masume.read("2x2:d", genre=genre.name)


@every_game
def test_ids_with_mistakes_are_refused_in_one_sentence(genre: Genre, notation: Sgt) -> None:
    game, (other, _) = notation.game, next(each for each in GAMES if each[0] is not genre)
    empty = masume.write(masume.Board(genre, square(3, 4)), "sgt")
    parameters = empty.split(":")[1]
    for text, sentence in (
        (f"{game}:{parameters}#12-ab", "sgt: seed: only Simon Tatham's program can make its board: expected "),
        (f"{PAGE}{game}.html#{parameters}%2312", "sgt: seed: only Simon Tatham's program can make its board: "),
        (parameters + ":l", "sgt: game: the id does not name it: expected --genre, or the name of the game"),
        ("nosuch:3x4:l", "sgt: game: 'nosuch' is not known: expected one of "),
        ("sgtpuzzles:nosuch:3x4:l", "sgt: game: 'nosuch' is not known: expected one of "),
        ("sgtpuzzles:", "sgt: game: the id does not name it"),
        (f"{game}:3x4", "sgt: description: it is missing: expected COLUMNSxROWS, a colon and a description"),
        (f"{game}:3:l", "sgt: size: expected two numbers up to 1000, COLUMNSxROWS, not '3'"),
        (f"{game}:3x{'9' * 5000}:l", "sgt: size: expected two numbers up to 1000, COLUMNSxROWS, not '3x99"),
        (f"{game}:3x1001:l", "sgt: size: expected 1 to 1000 rows, not 1001"),
        (f"{game}:0x4:l", "sgt: size: expected 1 to 1000 columns, not 0"),
        (f"{game}:{parameters}y:l", f"sgt: parameters: 'y' is not known for {game}: expected a colon"),
        (f"{game}:{parameters}:k", "sgt: description, character 2: expected 1 more cell, not the end"),
        (f"{game}:{parameters}:", "sgt: description, character 1: expected 12 more cells, not the end"),
        (f"{game}:{parameters}:m", "sgt: description, character 1: 'm' covers 13 places, but the board has only 12"),
        (f"{game}:{parameters}:la", "sgt: description, character 2: the 3 x 4 board is full: expected the end"),
        (f"{game}:{parameters}:a!j", "sgt: description, character 2: expected "),
    ):
        with pytest.raises(FormatError) as caught:
            masume.read(text)
        assert str(caught.value).startswith(sentence)
        assert error_lines(run_command("solve", text)) == [f"masume: {caught.value}"]
        assert run_command("solve", text).returncode == 2
    with pytest.raises(FormatError, match=f"^sgt: game: '{game}' is {genre.name}, but --genre is {other.name}$"):
        masume.read(empty, genre=other.name)


@every_game
def test_an_unknown_difficulty_is_refused(genre: Genre, notation: Sgt) -> None:
    parameters = masume.write(masume.Board(genre, square(2, 2)), "sgt").split(":")[1]
    sentence = "sgt: difficulty: expected one of d" if labels(notation) else "sgt: parameters: 'd!' is not known"
    with pytest.raises(FormatError, match=f"^{sentence}"):
        masume.read(f"{notation.game}:{parameters}d!:d")


@every_game
def test_mangled_ids_raise_only_our_errors(genre: Genre, notation: Sgt) -> None:
    random = Random(notation.game)
    texts = [masume.write(examples.find(name), "sgt") for name in example_names() if examples.find(name).genre is genre]
    for text in texts:
        for _ in range(trials(500)):
            broken = mangle(random.choice((text, f"sgtpuzzles:{text}", PAGE + text.replace(":", ".html#", 1))), random)
            try:
                assert isinstance(masume.read(broken, genre=random.choice((None, genre.name))), masume.Board)
            except masume.MasumeError as error:
                assert "\n" not in str(error)
                assert len(str(error)) < 400


@every_game
def test_commands_and_lists_take_ids(genre: Genre, notation: Sgt) -> None:
    name = next(name for name in examples.names() if examples.find(name).genre is genre)
    game_id, url = (output(run_command("convert", name, "--to", to)).strip() for to in ("sgt", "pzpr"))
    assert game_id.startswith(f"{notation.game}:")
    bare = game_id.split(":", 1)[1]
    assert output(run_command("convert", bare, "--genre", genre.name, "--to", "pzpr")).split() == [url]
    assert output(run_command("convert", game_id, game_id, "--to", "pzpr")).split() == [url, url]
    for lines in (f"{game_id}\n{game_id}\n", f'"{game_id}"\n"{game_id}"\n'):
        assert output(run_command("convert", "-", "--to", "pzpr", text=lines.encode())).split() == [url, url]


def programs() -> dict[str, str]:
    """Return the path of each of the real programs that is installed."""
    found = {notation.game: shutil.which(f"sgt-{notation.game}", path=sgt_boards.FOLDER) for _, notation in GAMES}
    return {game: path for game, path in found.items() if path is not None}


with_programs = pytest.mark.skipif(
    len(programs()) < len(GAMES), reason="the programs of Debian's package sgt-puzzles are not installed"
)


@with_programs
@every_game
def test_the_real_program_takes_our_ids_and_we_take_its_own(genre: Genre, notation: Sgt) -> None:
    path = programs()[notation.game]
    generated = subprocess.run([path, "--generate", "5", "7x7#law"], capture_output=True, text=True, check=True)
    ours = []
    for bare in generated.stdout.split():
        board = masume.read(bare, genre=genre.name)
        assert masume.solve(board).unique
        assert masume.write(board, "sgt") == f"{notation.game}:{bare}"
        for label in [*labels(notation), ""]:
            info = {"difficulty": label} if label else {}
            ours.append(masume.write(masume.Board(genre, board.grid, board.clues, info=info), "sgt").split(":", 1)[1])
    printed = subprocess.run([path, "--print", "1x1"], input="\n".join(ours), capture_output=True, text=True)
    assert (printed.returncode, printed.stderr) == (0, "")
    refused = subprocess.run([path, "--print", "1x1"], input=ours[0] + "a", capture_output=True, text=True)
    assert "error parsing" in refused.stderr


@with_programs
def test_labelled_boards_are_a_list_and_the_same_each_time(tmp_path: Path) -> None:
    first, again = (list(sgt_boards.make_records(sgt_boards.find_games(), [6], 2)) for _ in range(2))
    assert first == again
    second = list(sgt_boards.make_records(sgt_boards.find_games(), [6], 1, first_seed=2))
    assert second == [record for record in first if record["seed"] == 2]
    expected = [(notation.game, label) for _, notation in GAMES for label in labels(notation) or ["None"] for _ in "12"]
    assert sorted((record["game"], str(record["difficulty"])) for record in first) == sorted(expected)
    path = tmp_path / "sgt.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in first))
    read = list(masume.load_all(path))
    assert [board_id for board_id, _ in read] == [record["id"] for record in first]
    assert [board.info.get("difficulty") for _, board in read] == [record["difficulty"] for record in first]


def test_missing_programs_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sgt_boards, "FOLDER", str(tmp_path))
    for game in sgt_boards.find_games():
        with pytest.raises(SystemExit, match=f"^there is no program sgt-{game.name} on PATH or in "):
            sgt_boards.find_program(game)


def test_a_program_that_fails_is_named(tmp_path: Path) -> None:
    program = tmp_path / "sgt-nosuch"
    program.write_text("#!/bin/sh\necho no such size >&2\nexit 1\n")
    program.chmod(0o755)
    with pytest.raises(SystemExit, match=r"sgt-nosuch --generate 1 2x2#7: no such size$"):
        sgt_boards.generate_id(str(program), "2x2", 7)
