"""The explanations of the shipped boards, word for word: read them when they change, then run `make docs`."""

import pytest

import stories
from effort import sample


@pytest.mark.parametrize("name", sample(stories.story_names(), 12))
def test_a_story_is_the_one_that_was_read(name: str) -> None:
    path = stories.FOLDER / f"{name}.txt"
    assert stories.tell_story(name) == path.read_text(encoding="utf-8"), f"read {path.name}, then run `make docs`"


def test_there_is_a_story_for_every_board() -> None:
    assert {path.stem for path in stories.FOLDER.iterdir()} == set(stories.story_names())
