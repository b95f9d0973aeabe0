"""What the parts of a picture are; themes and terminals give each role its colour."""

from enum import Enum


class Role(Enum):
    """What a part of a picture is."""

    PAPER = "the background"
    LATTICE = "the grid itself"
    LABEL = "numbers of rows and columns, captions"
    CLUE = "a clue of the puzzle"
    WALL = "a wall between rooms"
    GIVEN = "a mark that belongs to the puzzle"
    MARK = "a mark that a player has set"
    FOLDED = "a mark that follows at once from others"
    GHOST = "a mark that is only assumed"
    TRIAL = "a mark that a player tries out"
    SOLUTION = "a mark of the solution"
    COMMON = "a mark that all solutions share"
    REMARK = "what only adds to marks and is drawn faintly: the light of lamps, crosses on unused edges"
    HINT = "where to look next"
    RULE = "where a rule applies that a step uses"
    REASON = "what a step is based on"
    BOUNDARY = "what separates two parts"
    ERROR = "where a rule is broken"
