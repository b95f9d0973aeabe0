"""Boards with random mistakes and arguments with odd characters are read, or refused with one short and clear line."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import masume
from command import error_lines, run_command
from effort import trials
from masume import examples, formats
from masume.core.errors import FormatError
from masume.core.genre import Genre
from registry import all_genres, genre_ids, specimens_of

LONGEST_MESSAGE = 300
SEPARATORS = ("\n", "\r\n", "\t", "\\", "%", "{", "[", "(", "/", "?", "://", "a b ", ".txt", "~/")
UNPRINTABLE = ("\0", "\x1b[31m", "\u202e", "\ud800", "\ufeff")
LONG = ("9" * 5000, "[" * 5000, "x" * 5000)
KEYWORDS = ("-1", "pzprv3/", "letting ", "marks\n", "r1c1 ", "#const ", "ぬりかべ")
PIECES = (*SEPARATORS, *UNPRINTABLE, *LONG, *KEYWORDS)
_START = r"(?<![^\s(\[{:])"  # a quotation mark begins a quotation after a space, a bracket or a colon
QUOTATION, OPEN_QUOTATION = re.compile(rf"{_START}('[^']*'|\"[^\"]*\")"), re.compile(rf"{_START}['\"]")
OPTIONS = {
    "--time-limit": "0.5",
    "--all": "2",
    "--engine": "native",
    "--formulation": "tuned",
    "--to": "json",
    "--genre": "template",
    "--size": "5x5",
    "-c": "n=5",
    "--from": "report",
}


def mutate(random: Random, text: str) -> str:
    """Return a text with one to three changes: something is left out, repeated, or replaced by an odd piece."""
    quotation_mark = next((mark for mark in "'\"" if mark in text), random.choice("'\""))
    pieces = (*PIECES, "", quotation_mark)  # no two kinds of them in one text: `assert_one_short_line` relies on it
    for _ in range(random.randint(1, 3)):
        start = random.randint(0, len(text))
        end = start + random.choice((0, 0, 1, 2, 10))
        text = text[:start] + random.choice((*pieces, 2 * text[start:end])) + text[end:]
    return text


def assert_one_short_line(message: str) -> None:
    assert message.isprintable()
    assert len(message) <= LONGEST_MESSAGE
    assert not OPEN_QUOTATION.search(QUOTATION.sub("", message)), message


def in_all_formats(genre: Genre) -> Iterator[str]:
    for specimen in specimens_of(genre)[:2]:
        for name in formats.names():
            try:
                yield masume.write(specimen.board, name)
            except FormatError:  # this format cannot carry the board
                continue


@pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
def test_a_board_with_random_mistakes_is_read_or_refused_in_one_short_line(genre: Genre) -> None:
    random, refused = Random(genre.name), 0
    for text in in_all_formats(genre):
        for _ in range(trials(500)):
            try:
                masume.read(mutate(random, text))
            except masume.MasumeError as error:
                refused += 1
                assert_one_short_line(str(error))
    assert refused > 10


@pytest.mark.parametrize("command", ["solve", "check", "count", "convert", "rules", "hint"])
def test_a_command_with_random_mistakes_ends_with_one_short_line(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some mistakes make an option that names a file to write
    random, refused = Random(command), 0
    for _ in range(trials(1000)):
        source = random.choice((*examples.names()[:2], "template/2/2/1g", "boards/one.txt", "p(1).", "{}", "-"))
        words = [command, source, *random.choice(list(OPTIONS.items()))]
        at = random.randrange(len(words))
        words[at] = mutate(random, words[at])
        result = run_command(*words)
        assert result.returncode in (0, 1, 2, 3)
        if result.returncode == 2:
            refused += 1
            assert_one_short_line(error_lines(result)[-1])
    assert refused > 10


@pytest.mark.parametrize("message", ["it is 'open", 'open: "x', "x" * 301, "two\nlines", "a\x1b[31m"])
def test_the_judge_of_messages_sees_what_is_wrong(message: str) -> None:
    assert_one_short_line("the genre's 'name', \"it's\" (\"x\") and r1c1's")
    with pytest.raises(AssertionError):
        assert_one_short_line(message)
