"""The explanations of the shipped boards, word for word: read them when they change, then run `make docs`."""

import re

import pytest

import stories
from effort import sample


@pytest.mark.parametrize("name", sample(stories.story_names(), 12))
def test_a_story_is_the_one_that_was_read(name: str) -> None:
    path = stories.FOLDER / f"{name}.txt"
    assert stories.tell_story(name) == path.read_text(encoding="utf-8"), f"read {path.name}, then run `make docs`"


def test_there_is_a_story_for_every_board() -> None:
    assert {path.stem for path in stories.FOLDER.iterdir()} == set(stories.story_names())


def test_the_sentences_that_the_documentation_quotes_are_in_a_story() -> None:
    docs = stories.FOLDER.parent.parent.parent / "docs" / "explanations.md"
    table = docs.read_text(encoding="utf-8").split("| | before | now |")[1].split("\n\n")[0]
    now = [row.split(" | ")[-1] for row in table.splitlines() if " | " in row]
    quoted = [piece.strip(" ;") for cell in now for quote in re.findall('"(.+)"', cell) for piece in quote.split("…")]
    all_stories = " ".join(" ".join(path.read_text(encoding="utf-8").split()) for path in stories.FOLDER.iterdir())
    assert len(quoted) > 8
    assert [piece for piece in quoted if piece not in all_stories] == []
