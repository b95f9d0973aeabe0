"""Rooms of new boards: rectangles of mixed sizes, few of them one cell wide, that suit a shading."""

from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from masume.core.generation import Plan
from masume.genres.heyawake.sheet import Rectangle, sheet_of
from masume.genres.heyawake.sketch import Sketch

LONGEST, WIDEST, LARGEST = 7, 5, 25
_CHARM_OF_NEEDED, _CHARM_OF_TIGHT, _FAULT_OF_WHITE = 1.5, 2.5, 3.0
_USUAL_FREEDOM = 0.38  # for each cell of a room


class _Choice(NamedTuple):
    rooms: tuple[Rectangle, ...]
    covered: int
    walls: int
    charm: float


def dislike(room: Rectangle) -> float:
    """Return how little a room is liked for its shape; those that are one cell wide should be few."""
    height, width = room[2] - room[0], room[3] - room[1]
    if min(height, width) == 1:
        return {1: 5.0}.get(max(height, width), 3.0)
    return 0.5 if height == width == 2 else 0.2


def usual_size(cells: int) -> float:
    """Return the usual mean size of rooms, which is larger on larger boards."""
    return min(3.8 + cells / 200, 5.3)


def is_narrow(room: Rectangle) -> bool:
    """Return whether a room is one cell wide."""
    return room[2] - room[0] == 1 or room[3] - room[1] == 1


def is_usual(room: Rectangle) -> bool:
    """Return whether a room is not too large."""
    height, width = room[2] - room[0], room[3] - room[1]
    return max(height, width) <= LONGEST and min(height, width) <= WIDEST and height * width <= LARGEST


def draw_rooms(plan: Plan, shaded: int, random: Random) -> Sketch:
    """Draw rooms, one after the other at the first free cell; few white lines cross three of them."""
    sheet = sheet_of(plan.grid)
    sketch = Sketch(sheet, shaded)
    rooms, covered, walls = list[Rectangle](), 0, 0
    while covered != sheet.everything:
        choices = list(_choices(plan, sketch, covered, walls))
        (choice,) = random.choices(choices, [choice.charm for choice in choices])
        covered, walls = choice.covered, choice.walls
        rooms += choice.rooms
    return Sketch(sheet, shaded, rooms)


def _choices(plan: Plan, sketch: Sketch, before: int, walls_before: int) -> Iterator[_Choice]:
    """Yield the rooms that fit at the first free cell, each with its images."""
    sheet, shaded = sketch.sheet, sketch.shaded
    started = Sketch(sheet, shaded, (), walls_before)
    for room in _free_rooms(sketch, before):
        rooms = tuple(dict.fromkeys(image for (image,) in images_of(plan, (room,))))
        covered, walls = before, walls_before
        for image in rooms:
            area = sheet.area(image)
            if covered & area:
                break
            covered |= area
            walls |= sheet.border(image)
        else:
            needed, white = started.judge(shaded, walls)
            size = (room[2] - room[0]) * (room[3] - room[1])
            charm = _CHARM_OF_NEEDED / size * needed - _FAULT_OF_WHITE * white
            charm += _CHARM_OF_TIGHT * (_USUAL_FREEDOM * size - sketch.freedom(room, shaded))
            yield _Choice(rooms, covered, walls, exp(charm / len(rooms) - dislike(room)))


def _free_rooms(sketch: Sketch, covered: int) -> Iterator[Rectangle]:
    """Yield the rooms whose top left corner is the first free cell, and that are free."""
    sheet = sketch.sheet
    free = sheet.in_rows & ~covered
    first = (free & -free).bit_length() - 1
    top, left = divmod(first, sheet.stride)
    width = min(LONGEST, sheet.columns - left)
    for height in range(1, min(LONGEST, sheet.rows - top) + 1):
        row = covered >> first + (height - 1) * sheet.stride & (1 << width) - 1
        width = (row & -row).bit_length() - 1 if row else width
        rooms = ((top, left, top + height, left + each) for each in range(1, width + 1))
        yield from filter(is_usual, rooms)


def images_of(plan: Plan, rooms: Sequence[Rectangle]) -> list[Sequence[Rectangle]]:
    """Return some rooms and all their images under the symmetry of a plan, together each."""
    images = [rooms]
    if plan.is_symmetric:
        while (image := [_image_of(plan, room) for room in images[-1]]) != list(rooms):
            images.append(image)
    return images


def _image_of(plan: Plan, room: Rectangle) -> Rectangle:
    top, left, bottom, right = room
    columns = sheet_of(plan.grid).columns
    corners = plan.symmetry.numbers[top * columns + left], plan.symmetry.numbers[(bottom - 1) * columns + right - 1]
    rows, cols = zip(*(divmod(corner, columns) for corner in corners), strict=True)
    return min(rows), min(cols), max(rows) + 1, max(cols) + 1
