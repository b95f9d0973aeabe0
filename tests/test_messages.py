"""How messages show input, and which names they suggest."""

import doctest
import subprocess
import sys
from collections.abc import Callable

import pytest

import masume
from masume import engines, examples, formulations
from masume.core import messages
from masume.core.errors import UnknownNameError
from masume.core.layers import RuledOut
from masume.core.messages import quote, shorten, similar_names, suggest_names
from registry import TEMPLATE


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


def nested(depth: int) -> list[object]:
    value: list[object] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("boards.txt", "'boards.txt'"),
        ("", "''"),
        ("x" * 40, f"'{'x' * 40}'"),
        ("x" * 41, f"'{'x' * 39}…'"),
        ("ぬりかべ", "'ぬりかべ'"),
        ("12\\4", "'12\\4'"),
        ("it's", '"it\'s"'),
        ("'\"", "'\\'\"'"),
        ("a\nb\t\x1b\ud800\u202e", r"'a\nb\t\x1b\ud800\u202e'"),
        ("\0" * 100, "'" + r"\x00" * 9 + "…'"),
        (b"a\xff", "b'aÿ'"),
        (5, "5"),
        (-(10**30), f"-1{'0' * 30}"),
        pytest.param(10**5000, "a number of about 5,001 digits", id="5,000 digits"),
        (1.5, "1.5"),
        (None, "None"),
        (True, "True"),
        ([1, "?", (2,)], "[1, '?', (2,)]"),
        ({"a": [1], "b": {}}, "{'a': [1], 'b': {}}"),
        (RuledOut([7]), "RuledOut({7})"),
        (range(10**9), "range(0, 1000000000)"),
        (list(range(100)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …]"),
        (["x" * 100, 1], f"['{'x' * 37}…', …]"),
        (Unspeakable(), "a value of the type Unspeakable"),
    ],
)
def test_values_are_shown_in_one_line_with_closed_quotes(value: object, shown: str) -> None:
    assert quote(value) == shown


@pytest.mark.parametrize(
    "value",
    ["x" * 30_000_000, [nested(100_000)], [10**5000] * 1_000_000, {"x" * 1_000_000: nested(50)}, nested(25)],
    ids=["long text", "deep list", "long numbers", "long key", "brackets"],
)
def test_huge_values_are_shown_in_part(value: object) -> None:
    assert len(quote(value)) < 100
    assert "…" in quote(value)


def test_a_long_line_is_shortened() -> None:
    assert shorten("one\nline", 9) == r"one\nline"
    assert shorten("one\nline", 8) == r"one\nli…"
    assert shorten("") == ""


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("foru", "did you mean four?"),
        ("FOUR", "did you mean four?"),
        ("for-tyseven", "did you mean forty-seven or seven?"),
        ("tow", "did you mean two?"),
        ("ten", "expected one of one, two, three, four, seven, forty-seven"),
        ("", "expected one of one, two, three, four, seven, forty-seven"),
        (5, "expected one of one, two, three, four, seven, forty-seven"),
        ("VII.", "did you mean vii?"),
    ],
)
def test_similar_names_are_suggested(name: object, end: str) -> None:
    assert suggest_names(name, ["one", "two", "three", "four", "seven", "forty-seven"], ["vii"]) == end


def test_few_names_are_all_listed() -> None:
    assert suggest_names("drk", ["light", "dark"]) == "expected one of light, dark"
    assert suggest_names("drk", ["dark"]) == "expected dark"
    assert suggest_names("drk", []) == "there are none"


def test_comparing_names_takes_little_time() -> None:
    assert similar_names("x" * 30_000_000, ["x" * 60, "y"]) == ["x" * 60]


def misspell(name: str) -> str:
    return name[:-2] + name[-1]


ALIASES = [
    max(filter(str.isascii, masume.genres.find(name).names[1:]), key=len, default=name)
    for name in masume.genres.names()
]


def find_formulation(name: str) -> object:
    return formulations.find(masume.genres.find(masume.genres.names()[0]), name)


@pytest.mark.parametrize(
    ("find", "name"),
    [
        *((masume.genres.find, name) for name in masume.genres.names()),
        *((masume.genres.find, alias) for alias in ALIASES),
        *((engines.describe, name) for name in engines.names() if len(name) > 3),
        *((examples.find, name) for name in examples.names()),
        (find_formulation, formulations.names(masume.genres.find(masume.genres.names()[0]))[0]),
        (lambda name: masume.write(masume.read("template/1/1/"), name), "essence"),
    ],
)
def test_a_misspelt_name_is_suggested(find: Callable[[str], object], name: str) -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean .*\?$") as caught:
        find(misspell(name).upper())
    assert name in str(caught.value) or name.replace(" ", "") in str(caught.value).replace(" ", "")


def test_layers_and_options_are_suggested() -> None:
    genre = masume.genres.find(TEMPLATE)
    board = masume.read("template/1/1/")
    with pytest.raises(masume.MasumeError, match="template has no layer 'number' for a clue: expected numbers"):
        masume.Board(genre, board.grid, {"number": {}})
    with pytest.raises(masume.MasumeError, match="template has no option 'nosuch': there are none"):
        masume.Board(genre, board.grid, options={"nosuch": "yes"})


def test_the_command_starts_without_difflib() -> None:
    code = "import sys, masume.cli.program; sys.exit('difflib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_examples_in_docstrings() -> None:
    assert doctest.testmod(messages).failed == 0
    assert doctest.testmod(messages).attempted > 2
