"""Roles: what the parts of a picture are; how each role looks is a theme's affair, or a terminal's."""

from enum import Enum


class Role(Enum):
    """What a part of a picture is."""

    PAPER = "what everything is drawn on"
    LATTICE = "the grid itself"
    LABEL = "numbers of rows and columns, captions"
    CLUE = "what the puzzle tells"
    WALL = "a wall between rooms"
    GIVEN = "a mark that belongs to the puzzle"
    MARK = "a mark that somebody put there"
    SOLUTION = "a mark of the solution"
    COMMON = "a mark that all solutions share"
    REMARK = "what follows from marks, or says that something is not there"
    HINT = "where to look next"
    REASON = "why: what a step rests on"
    ERROR = "where a rule is broken"
