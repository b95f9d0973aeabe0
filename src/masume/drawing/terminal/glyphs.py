"""The characters and colours of terminal pictures: line styles, fill styles, and the characters where lines meet."""

from collections.abc import Sequence
from enum import Enum
from functools import cache

from masume.drawing.roles import Role

# Indexed by up * 27 + right * 9 + down * 3 + left, each 0 (nothing), 1 (light) or 2 (heavy).
_BOX = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
# Indexed by up * 8 + right * 4 + down * 2 + left.
_DOUBLE = " ═║╗══╔╦║╝║╣╚╩╠╬"


_COLOURS = {  # codes of escape sequences: 1 bold, 2 faint, 31 to 36 red to cyan
    Role.LATTICE: "2",
    Role.CLUE: "1",
    Role.GIVEN: "35",
    Role.MARK: "36",
    Role.REMARK: "2;36",
    Role.HINT: "1;33",
    Role.REASON: "34",
    Role.ERROR: "1;31",
}
BRACKETS = {Role.ERROR: "!!", Role.HINT: "><", Role.REASON: "()"}  # around highlights, the most important first


def colour_of(role: Role) -> str:
    """Return the escape code for the colour of a role."""
    return _COLOURS[role]


class LineStyle(Enum):
    """A kind of line: its weight (1 light, 2 heavy, 3 double), its characters in ASCII ("-" and "|"), and its role."""

    HAIRLINE = (1, " ", " ", Role.LATTICE)
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


class FillStyle(Enum):
    """A kind of fill: its character, its ASCII form, and how many characters of it must stay visible beside words."""

    SOLID = ("█", "#", 1)
    GIVEN = ("▒", "%", 1)
    LIGHT = ("░", ":", 1)
    BLACK = ("█", "#", 0)
    HOLE = ("╳", "X", 0)

    @property
    def min_visible(self) -> int:
        return self.value[2]

    def character(self, ascii_only: bool) -> str:
        return str(self.value[ascii_only])


Arms = tuple[LineStyle | None, ...]  # the lines that leave a point: up, right, down and left


@cache
def junction(arms: Arms, ascii_only: bool) -> tuple[str, str]:
    """Return the character where lines meet, and its colour: that of the heaviest line."""
    heaviest = max(
        (style for style in arms if style), key=lambda style: (style.weight, style is not LineStyle.HAIRLINE)
    )
    return (_ascii_junction(arms, heaviest) if ascii_only else _box_junction(arms)), heaviest.colour


def _box_junction(arms: Arms) -> str:
    weights = [style.weight if style else 0 for style in arms]
    if {0, 3}.issuperset(weights):
        return _DOUBLE[_from_digits([weight > 0 for weight in weights], 2)]
    return _BOX[_from_digits([min(weight, 2) for weight in weights], 3)]


def _ascii_junction(arms: Arms, heaviest: LineStyle) -> str:
    """Return the character in ASCII; hairlines count only where all lines are hairlines."""
    hairline = LineStyle.HAIRLINE
    up, right, down, left = (style is not None and (style is not hairline or heaviest is style) for style in arms)
    if (up or down) and (right or left):
        return "." if heaviest is hairline else "+"
    return str(heaviest.value[2 if up or down else 1])


def _from_digits(digits: Sequence[int], base: int) -> int:
    number = 0
    for digit in digits:
        number = number * base + digit
    return number
