"""Invalid input raises an error with one sentence that names the format, the place and what was expected."""

import json
import time
import tracemalloc
from pathlib import Path

import pytest

import masume
from effort import Effort
from masume.core.genre import Genre
from masume.core.layers import LARGEST_NUMBER, Layer
from masume.core.places import PlaceKind
from masume.core.square import SquareGrid, square
from registry import all_genres, default_options, genre_ids
from strategies import pzpr_genres

PIDS = pytest.mark.parametrize("pid", [notation.pid for _, notation in pzpr_genres()])

HUGE = 10_000_000 if Effort.thorough else 300_000  # characters


@PIDS
@pytest.mark.parametrize(
    ("tail", "sentence"),
    [
        ("", "pzpr: size: expected two numbers up to 1000, COLUMNS/ROWS, not "),
        ("5", "pzpr: size: expected two numbers up to 1000, COLUMNS/ROWS, not "),
        ("5/", "pzpr: size: expected two numbers up to 1000, COLUMNS/ROWS, not "),
        ("5/x/g", "pzpr: size: expected two numbers up to 1000, COLUMNS/ROWS, not "),
        ("0/5/", "pzpr: size: expected 1 to 1000 columns, not 0"),
        ("1001/5/", "pzpr: size: expected 1 to 1000 columns, not 1001"),
        ("5/999999999/", "pzpr: size: expected 1 to 1000 rows, not 999999999"),
        ("99999999999999999999/5/", "pzpr: size: expected two numbers up to 1000, COLUMNS/ROWS, not "),
        ("nonsense/5/5/", "pzpr: flag: 'nonsense' is not known"),
        ("v:myrules/5/5/", "pzpr: variant: 'myrules'"),
        ("v:/5/5/", "pzpr: variant: ''"),
        ("1/1/~", "pzpr: body, character 1: expected "),
        ("2/2/j/more", "pzpr: body, character "),
    ],
)
def test_urls(pid: str, tail: str, sentence: str) -> None:
    for start in ("", "https://puzz.link/p?"):
        with pytest.raises(masume.MasumeError) as caught:
            masume.read(f"{start}{pid}/{tail}")
        assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the input is empty"),
        (" \n\t\n", "the input is empty"),
        ("https://puzz.link/p", "pzpr: URL: expected a ?"),
        ("https://puzz.link/p?", "pzpr: genre: '' is not known"),
        ("https://puzz.link/p?nosuchgenre/5/5/a", "pzpr: genre: 'nosuchgenre' is not known: expected one of"),
        ("nosuchgenre/5/5/a", "pzpr: genre: 'nosuchgenre' is not known"),
        ("template/2/2/z", "pzpr: body, character 1: 'z' covers 20 places, but the board has only 4 left"),
        ("template/2/2/j0", "pzpr: body, character 2: the 2 x 2 board is full"),
        ("template/2/2/-g0", "pzpr: body, character 2: expected 2 digits from 0 to f, not 'g0'"),
        ("pzprv3/x/5/5/", "pzprv3: genre: 'x' is not known: expected one of"),
        ("https://puzz.link/p?pzprv3/x/5/5/", "pzprv3: genre: 'x' is not known"),
        ("pzprv3", "pzprv3: genre: expected the genre"),
        ("v:myrules\npzprv3\ntemplate\n1\n1\n.", "pzprv3: variant: 'myrules'"),
        ("pzprv3.9/template/1/1/.", "pzprv3: version: expected 0 for template, not 9"),
        ("pzprv3/template", "pzprv3: size: expected rows and columns"),
        ("pzprv3/template/1", "pzprv3: size: expected rows and columns"),
        ("pzprv3/template/1/x/.", "pzprv3: size: expected rows and columns"),
        ("pzprv3/template/1/1001/.", "pzprv3: size: expected 1 to 1000 columns, not 1001"),
        ("pzprv3/template/2/2/1 ./", "pzprv3: line 6: expected 2 items, not 0"),
        ("pzprv3/template/1/2/1 . 1/", "pzprv3: line 5: expected 2 items, not more"),
        ("pzprv3/template/1/2/1 x/", "pzprv3: line 5: expected a number, - or ., not 'x'"),
        ("pzprv3/template/1/2/1 99/", "pzprv3: board: numbers at r1c2: expected a number from 0 to 9"),
        ("pzprv3/template/1/2/1 ./# x/", "pzprv3: line 6: expected #, + or ., not 'x'"),
        ("pzprv3/template/1/2/1 ./# +/0 0/", "pzprv3: line 7: the board is full: expected the end"),
        ("pzprv3/template/1/2/1 ./info:{x", "pzprv3: info: expected a JSON object"),
        ("pzprv3/template/1/2/1 ./info:[]", "pzprv3: info: expected a JSON object"),
        ("pzprv3/template/1/2/1 ./info:" + '{"a":' * 100_000, "pzprv3: info: expected a JSON object"),
        ("nosuchgenre\n1 . .", "no format recognises 'nosuchgenre'"),
        ("{", "json: line 1 column 2"),
        ("{}", 'json: keys: expected "masume": 1'),
        ('{"masume": 2}', 'json: keys: expected "masume": 1'),
        ('{"masume": 1, "genre": "nosuchgenre"}', "json: board: unknown genre 'nosuchgenre'"),
        ('{"masume": 1, "genre": 5}', "json: genre: expected the name of a genre"),
        ('{"masume": 1, "nonsense": 5}', "json: keys: unknown key 'nonsense'"),
        ('{"masume": 1, "masume": 1}', "json: keys: 'masume' occurs twice"),
        ('{"masume": NaN}', "json: text: this is not JSON, which has no NaN"),
        ('{"masume": ' + "9" * 5000 + "}", "json: text: a number is too long: expected at most 9 digits"),
        ("[" * 100_000, "no format recognises '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…': expected"),
        ("あ\u202e'\n", """no format recognises "あ\\u202e'": expected"""),
        (
            "template/" + "9" * 5000 + "/5/",
            f"pzpr: size: expected two numbers up to 1000, COLUMNS/ROWS, not '{'9' * 39}…'",
        ),
        ("template\nsize: 5x" + "9" * 5000, f"text: size: expected 1 to 1000 columns, not '{'9' * 39}…'"),
        ("p(" + "9" * 5000 + ").\n% masume facts:", "facts: genre"),
        ("letting n be " + "9" * 5000, "essence: line 1, column 14: expected a number of at most 9 digits"),
        ("tempalte\n1 .", "no format recognises 'tempalte'"),
        ("pzprv3/template/1/2/1 ./info:[" + "9" * 5000 + "]", "pzprv3: info: expected a JSON object"),
        ('{"a":' * 100_000, "json: "),
        ("\0\1\2\3", "no format recognises"),
    ],
)
def test_texts(text: str, sentence: str) -> None:
    with pytest.raises(masume.MasumeError) as caught:
        masume.read(text)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


TEMPLATE = pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("", "text: size: expected rows of cells"),
        ("1 . .\n. .", "text: line 3: expected 3 cells as in the first row, not 2"),
        ("1 . 99", "text: board: numbers at r1c3: expected a number from 0 to 9"),
        ("1 . x", "text: line 2: r1c3: expected a number from 0 to 9"),
        ("1 . .\nmarks\n# # #\n# # #", "text: rows: expected 1 rows"),
        ("1 . .\nmarks\n# #", "text: line 4: expected 3 cells, not 2"),
        ("1 . .\nmarks\n# # 1", 'text: line 4: r1c3: expected "#" (shaded)'),
        ("1 . .\nmarks nonsense\n# # #", "text: line 3: template has no marks 'nonsense'"),
        ("1 . .\nmarks\n# # #\nmarks\n# # #", "text: line 5: 'marks' occurs twice"),
        ("1 _ .\nmarks\n# # #", "text: line 4: column 2: holes must be the same"),
        ("_ _", "holes must lie on the grid and leave at least one cell"),
        ("nonsense: yes\n1 . .", "text: header: 'nonsense' is not known"),
        ("size: 5\n", "text: size: expected 1 to 1000 columns"),
        ("size: 5x5000\n", "text: size: expected 1 to 1000 columns, not 5000"),
        ("1 . .\ngiven\n# # #\nmarks\n+ . .", "text: board: shade at r1c1: no value is left, or the mark contradicts"),
    ],
)


@TEMPLATE
def test_text_boards(body: str, sentence: str) -> None:
    with pytest.raises(masume.MasumeError) as caught:
        masume.read(f"template\n{body}")
    assert str(caught.value).startswith(sentence)


def test_repeated_keys_are_refused() -> None:
    start = '{"masume": 1, "genre": "template", "grid": {"kind": "square", "rows": 1, "cols": 1}, '
    with pytest.raises(masume.MasumeError, match="json: keys: 'r1c1' occurs twice"):
        masume.read(start + '"clues": {"numbers": {"r1c1": 1, "r1c1": 2}}}')
    with pytest.raises(masume.MasumeError, match="json: "):
        masume.read(start + '"clues": {"numbers": {"r1c1": ' + "[" * 900 + "]" * 900 + "}}}")


@pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
def test_a_place_under_two_names_is_refused(genre: Genre) -> None:
    for layer in genre.mark_layers:
        if layer.kind is PlaceKind.EDGE:
            value = layer.alphabet(square(2, 1), default_options(genre)).values[0]
            marks = {layer.name: {"r1c1s": value, "r2c1n": value}}
            grid = {"kind": "square", "rows": 2, "cols": 1}
            text = json.dumps({"masume": 1, "genre": genre.name, "grid": grid, "marks": marks})
            with pytest.raises(masume.MasumeError, match="r2c1n occurs twice"):
                masume.read(text)


def test_repeated_flags_are_refused() -> None:
    seen = 0
    for _, notation in pzpr_genres():
        for flag in notation.flags:
            seen += 1
            for repeated in (2, 1_000_000):
                with pytest.raises(masume.MasumeError, match=f"pzpr: flag: '{flag}' occurs twice"):
                    masume.read(f"{notation.pid}/" + f"{flag}/" * repeated + "5/5/")
    assert seen


@pytest.mark.parametrize(
    "name",
    [
        *("file.txt", "FILE.TXT", "boards.jsonl", "facts.lp", "board.param", "saved.url", "my board (1).txt"),
        *("folder/file.txt", "template/file.json", "/tmp/board", "~/x.txt", "./board", "../board", "C:\\x.txt", "C:/x"),
    ],
)
def test_the_name_of_a_file_is_not_a_board(name: str) -> None:
    """A name is recognized by its looks: `read` never touches the disk."""
    with pytest.raises(masume.MasumeError) as caught:
        masume.read(name)
    assert str(caught.value) == f"'{name}' looks like the name of a file: masume.load reads files, masume.read text"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("template/2/2/.txt", "pzpr: body, character 2"),
        ("https://puzz.link/file.txt", "pzpr: URL: expected a ?"),
        ('{"file.txt', "json: line 1"),
        ("p(1). % from file.txt", "facts: genre"),
        ("v:/pzprv3/x.txt", "pzprv3: "),
        ("template\nfile.txt", "text: "),
    ],
)
def test_a_board_is_not_taken_for_the_name_of_a_file(text: str, sentence: str) -> None:
    with pytest.raises(masume.MasumeError) as caught:
        masume.read(text)
    assert str(caught.value).startswith(sentence)


def test_a_genre_and_a_size_are_for_facts_only() -> None:
    url, text = "template/2/2/", "template\n1 ."
    for board in (url, text, "pzprv3/template/1/1/./", masume.write(masume.read(url), "json")):
        with pytest.raises(
            masume.MasumeError, match=r"^a genre \(--genre\) can be given for facts, Essence and game ids only: "
        ):
            masume.read(board, genre="template")
        with pytest.raises(masume.MasumeError, match=r"^a size \(--size\), constants \(-c\) or a dialect"):
            masume.read(board, size=(2, 2))


def test_files(tmp_path: Path) -> None:
    with pytest.raises(masume.MasumeError, match="the name of the file is empty"):
        masume.load("")
    with pytest.raises(masume.MasumeError, match=r"cannot read 'a\\x00b': no file can have this name"):
        masume.load("a\0b")
    with pytest.raises(masume.MasumeError, match=r"cannot read .*: there is no such file"):
        masume.load(tmp_path / "nothing")
    with pytest.raises(masume.MasumeError, match=r"cannot read .*: it is a folder, expected a file"):
        masume.load(tmp_path)
    (tmp_path / "binary").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(masume.MasumeError, match="is not UTF-8 text: byte 1 is invalid"):
        masume.load(tmp_path / "binary")


@pytest.mark.parametrize(
    "start",
    [
        "",
        "{",
        "template\n",
        "template/100/100/",
        "https://puzz.link/p?template/9/9/",
        "template\nsize: 5x5\nmarks\n",
        "pzprv3\ntemplate\n9\n9\n",
        "pzprv3/template/9/9/",
        "pzprv3/template/1/1/./info:",
    ],
)
@pytest.mark.parametrize("filling", ["g", "{", "1 ", "1 . .\n", "r1c1 #\n", "a: b\n", "marks\n", '"'])
def test_megabytes_are_refused_in_linear_time(start: str, filling: str) -> None:
    """Quadratic time would take hours of CPU time, not seconds."""
    begin = time.process_time()
    with pytest.raises(masume.MasumeError):
        masume.read(start + filling * (HUGE // len(filling)))
    assert time.process_time() - begin < 20


def test_the_limit_of_a_count_is_checked() -> None:
    for limit in (0, -1):
        with pytest.raises(masume.MasumeError, match="count: limit: expected 1 or more"):
            masume.count(masume.read("template/2/2/"), limit=limit)


def test_reading_a_large_empty_board_takes_little_memory() -> None:
    tracemalloc.start()
    try:
        assert masume.read("template/1000/1000/").grid.board > 1_000_000
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("grid", [square(1, 3), square(1, 4, frozenset({3}))], ids=repr)
def test_a_place_that_only_equals_a_number_is_refused(grid: SquareGrid) -> None:
    for numbers in ({1.0: 1}, {0: 1, 1.0: 2}):
        with pytest.raises(masume.MasumeError, match=r"expected a place: a name .*, a number, .* not 1\.0"):
            masume.Board(masume.genres.find("template"), grid, {"numbers": numbers})


@pytest.mark.parametrize("value", [True, 1.0, None, (1,), [1], "1", -1])
def test_a_value_beside_valid_ones_is_refused_even_if_it_equals_one_of_them(value: object) -> None:
    clues: dict[int, object] = {0: 1, 1: value, 2: 1}
    with pytest.raises(masume.MasumeError, match="numbers at r1c2: expected a number"):
        masume.Board(masume.genres.find("template"), square(1, 3), {"numbers": clues})  # type: ignore[dict-item]


UNBOUNDED = [
    (genre, layer)
    for genre in all_genres()
    for layer in genre.clue_layers
    if layer.kind is PlaceKind.CELL and layer.alphabet(square(2, 2), default_options(genre)).accepts(LARGEST_NUMBER)
]


@pytest.mark.parametrize(("genre", "layer"), UNBOUNDED, ids=str)
def test_a_number_that_is_too_long_is_called_so(genre: Genre, layer: Layer) -> None:
    sentence = f"expected a number of at most 9 digits.*, not '{'9' * 39}…'"
    with pytest.raises(masume.MasumeError, match=sentence):
        masume.read(f"{genre.name}\nsize: 1x2\nclues {layer.name}\n. {'9' * 5000}")
    data = {"masume": 1, "genre": genre.name, "grid": {"kind": "square", "rows": 1, "cols": 1}}
    text = json.dumps(data | {"clues": {layer.name: {"r1c1": 10**3999}}})
    with pytest.raises(masume.MasumeError, match="expected a number of at most 9 digits, not a number of about 4,000"):
        masume.read(text)
    with pytest.raises(masume.MasumeError, match=r"expected a number of at most 9 digits, not 1000000000$"):
        masume.Board(genre, square(1, 1), {layer.name: {0: 10**9}})
