"""What pictures are made of: colours of roles, lines, fills, and the characters in which lines meet."""

from collections.abc import Sequence
from enum import Enum
from functools import cache

from masume.drawing.roles import Role

# Indexed by up * 27 + right * 9 + down * 3 + left, each 0 (nothing), 1 (light) or 2 (heavy).
_BOX = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
# Indexed by up * 8 + right * 4 + down * 2 + left.
_DOUBLE = " ═║╗══╔╦║╝║╣╚╩╠╬"


_COLOURS = {
    Role.LATTICE: "2",
    Role.CLUE: "1",
    Role.GIVEN: "35",
    Role.MARK: "36",
    Role.REMARK: "2;36",
    Role.HINT: "1;33",
    Role.REASON: "34",
    Role.ERROR: "1;31",
}
BRACKETS = {Role.ERROR: "!!", Role.HINT: "><", Role.REASON: "()"}  # around what is pointed out, the loudest first


def colour_of(role: Role) -> str:
    """The code that colours a role in a terminal."""
    return _COLOURS[role]


class Line(Enum):
    """A kind of line: its weight (1 light, 2 heavy, 3 double), its ASCII forms across and upright, its role."""

    HAIR = (1, " ", " ", Role.LATTICE)
    LATTICE = (1, "-", "|", Role.LATTICE)
    RAY = (1, "-", "|", Role.REMARK)
    WALL = (2, "-", "|", Role.CLUE)
    MARK = (2, "-", "|", Role.MARK)
    GIVEN = (3, "=", "#", Role.GIVEN)

    @property
    def weight(self) -> int:
        return self.value[0]

    @property
    def colour(self) -> str:
        return colour_of(self.value[3])


class Fill(Enum):
    """What a cell is filled with, in box characters and in ASCII, and how much of it words have to leave."""

    SOLID = ("█", "#", 1)
    GIVEN = ("▒", "%", 1)
    LIGHT = ("░", ":", 1)
    BLACK = ("█", "#", 0)
    HOLE = ("╳", "X", 0)

    @property
    def least(self) -> int:
        return self.value[2]

    def sign(self, ascii_only: bool) -> str:
        return str(self.value[ascii_only])


Arms = tuple[Line | None, ...]  # the lines that leave a point: up, right, down and left


@cache
def joined(arms: Arms, ascii_only: bool) -> tuple[str, str]:
    """The character in which lines meet, and its colour, that of the heaviest."""
    heaviest = max((line for line in arms if line), key=lambda line: (line.weight, line is not Line.HAIR))
    return (_plainly(arms, heaviest) if ascii_only else _in_boxes(arms)), heaviest.colour


def _in_boxes(arms: Arms) -> str:
    weights = [line.weight if line else 0 for line in arms]
    if {0, 3}.issuperset(weights):
        return _DOUBLE[_number([weight > 0 for weight in weights], 2)]
    return _BOX[_number([min(weight, 2) for weight in weights], 3)]


def _plainly(arms: Arms, heaviest: Line) -> str:
    up, right, down, left = (line is not None and (line is not Line.HAIR or heaviest is line) for line in arms)
    if (up or down) and (right or left):
        return "." if heaviest is Line.HAIR else "+"
    return str(heaviest.value[2 if up or down else 1])


def _number(digits: Sequence[int], base: int) -> int:
    number = 0
    for digit in digits:
        number = number * base + digit
    return number
