"""Chapters: an explanation divided into parts with a title."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from masume.explaining.steps import Step

UNTITLED = "Further steps"  # the title of steps that have no technique


class Chapter(NamedTuple):
    """Consecutive steps with a title; the steps are numbered from 1."""

    title: str
    first: int
    last: int


def chapters_of(steps: Sequence[Step]) -> list[Chapter]:
    """Return the chapters of an explanation: a new one begins where the technique changes."""
    chapters: list[Chapter] = []
    for title, group in groupby(steps, key=lambda step: step.technique or UNTITLED):
        first = chapters[-1].last + 1 if chapters else 1
        chapters.append(Chapter(title, first, first + len(list(group)) - 1))
    return chapters
