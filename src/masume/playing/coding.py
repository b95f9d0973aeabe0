"""How shapes are sent to a page: as strings of SVG in units, each distinct one only once.

A page places a glyph, which is drawn around the point 0, 0, wherever it is needed.  So the marks of thousands of places
need only a few glyphs.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from masume.drawing import svg, themes
from masume.drawing.scene import Point, Shape, move
from masume.drawing.scene_builder import Level

UNIT = 40  # the width of a cell; a page scales its pictures, so this decides only how numbers are rounded
LEVELS = {Level.TINT: "tint", Level.AREA: "area", Level.LATTICE: "lattice", Level.REST: "rest"}
GroupKey: TypeAlias = tuple[Level, int]  # the level of shapes, and the number of the look's part that draws them
LookOfPlaces: TypeAlias = int | list[int]


def write_shapes(shapes: Iterable[Shape]) -> str:
    """Return shapes as SVG elements, in units; their colours are CSS variables."""
    return "".join(svg.write_elements(shapes, themes.variable_theme(), UNIT))


def write_levels(shapes: Mapping[Level, Sequence[Shape]]) -> dict[str, str]:
    """Return shapes as SVG by the name of their level, without empty levels."""
    return {LEVELS[level]: write_shapes(drawn) for level, drawn in shapes.items() if drawn}


def write_point(point: Point) -> list[float]:
    """Return a point in units."""
    return [round(point[0] * UNIT, 2), round(point[1] * UNIT, 2)]


class Glyphs:
    """The glyphs of a sheet, and the looks that are composed of them."""

    def __init__(self) -> None:
        self._glyphs: dict[str, int] = {}
        self._looks: dict[tuple[tuple[GroupKey, int], ...], int] = {}

    @property
    def texts(self) -> list[str]:
        """All glyphs as SVG."""
        return list(self._glyphs)

    def add_glyph(self, shapes: Iterable[Shape], middle: Point) -> int:
        """Return the number of the glyph that draws these shapes at a point."""
        x, y = middle
        text = write_shapes(move(shape, -x, -y) for shape in shapes)
        return self._glyphs.setdefault(text, len(self._glyphs))

    def add_look(self, shapes: Mapping[GroupKey, Sequence[Shape]], middle: Point) -> int:
        """Return the number of the look that draws these shapes at a point."""
        drawn = ((group, self.add_glyph(members, middle)) for group, members in shapes.items() if members)
        return self._looks.setdefault(tuple(drawn), len(self._looks))

    def write_looks(self, groups: Sequence[GroupKey]) -> list[list[list[int]]]:
        """Return all looks as pairs of the index of a group and the number of a glyph."""
        index = {group: number for number, group in enumerate(groups)}
        return [[[index[group], glyph] for group, glyph in look] for look in self._looks]

    @property
    def groups(self) -> set[GroupKey]:
        """The groups that the looks use."""
        return {group for look in self._looks for group, _ in look}


def compress(numbers: Sequence[int]) -> LookOfPlaces:
    """Return one number if all are equal, otherwise all of them."""
    return numbers[0] if len(set(numbers)) == 1 else list(numbers)
