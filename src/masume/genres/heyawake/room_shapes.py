"""Rooms of new boards: rectangles of mixed sizes, few of them one cell wide, that suit a shading."""

from collections.abc import Iterator
from math import exp
from random import Random
from typing import NamedTuple

from masume.core.generation import Plan
from masume.genres.heyawake.sketch import Rectangle, Sketch, images_of, sheet_of

LONGEST, WIDEST, LARGEST = 7, 5, 20
_TRIES = 12  # to place a room, for each cell of the board
_CHARM_OF_NEEDED, _CHARM_OF_TIGHT, _USUAL_FREEDOM = 1.5, 2.5, 0.38  # the last one is for each cell of a room


class _Choice(NamedTuple):
    rooms: tuple[Rectangle, ...]
    covered: int
    walls: int
    charm: float


def dislike(room: Rectangle) -> float:
    """Return how little a room is liked for its shape; those that are one cell wide should be few."""
    height, width = room[2] - room[0], room[3] - room[1]
    if min(height, width) == 1:
        return {1: 3.5, 2: 1.2, 3: 1.0}.get(max(height, width), 1.5)
    return 0.5 if height == width == 2 else 0.2


def usual_size(cells: int) -> float:
    """Return the usual mean size of rooms, which is larger on larger boards."""
    return min(5 + cells / 200, 7)


def is_usual(room: Rectangle) -> bool:
    """Return whether a room is not too large."""
    height, width = room[2] - room[0], room[3] - room[1]
    return max(height, width) <= LONGEST and min(height, width) <= WIDEST and height * width <= LARGEST


def draw_rooms(plan: Plan, shaded: int, random: Random) -> Sketch | None:
    """Draw rooms, so that no white line crosses three of them; None if this try failed.

    One room after the other is placed at the first free cell.  Where none fits, the last ones are taken back.
    """
    sheet = sheet_of(plan.grid)
    sketch, free = Sketch(sheet, shaded), (1 << 2 * sheet.count) - 1
    placed = [_Choice((), 0, 0, 0.0)]
    for _ in range(_TRIES * sheet.count):
        last = placed[-1]
        if last.covered == free:
            return Sketch(sheet, shaded, (room for choice in placed for room in choice.rooms))
        choices = list(_choices(plan, sketch, last))
        if choices:
            placed += random.choices(choices, [choice.charm for choice in choices])
        else:
            del placed[max(1, len(placed) - random.randint(1, 6)) :]
    return None


def _choices(plan: Plan, sketch: Sketch, last: _Choice) -> Iterator[_Choice]:
    """Yield the rooms that fit at the first free cell, each with its images."""
    sheet = sketch.sheet
    needed = sketch.judge(sketch.shaded, last.walls)
    for room in _free_rooms(sketch, last.covered):
        rooms = tuple(dict.fromkeys(image for (image,) in images_of(plan, (room,))))
        covered, walls = last.covered, last.walls
        for image in rooms:
            area = sheet.area(image)
            if covered & area:
                break
            covered |= area
            walls |= sheet.border(image)
        else:
            now_needed = sketch.judge(sketch.shaded, walls)
            if now_needed >= 0:
                size = (room[2] - room[0]) * (room[3] - room[1])
                tight = _USUAL_FREEDOM * size - sketch.freedom(room, sketch.shaded)
                gain = (now_needed - needed) / len(rooms) / size
                charm = exp(_CHARM_OF_NEEDED * gain + _CHARM_OF_TIGHT * tight - dislike(room))
                yield _Choice(rooms, covered, walls, charm)


def _free_rooms(sketch: Sketch, covered: int) -> Iterator[Rectangle]:
    """Yield the rooms whose top left corner is the first free cell, and that are free."""
    sheet = sketch.sheet
    free = ~covered
    cell = (free & -free).bit_length() - 1
    top, left = divmod(cell, sheet.columns)
    width = min(LONGEST, sheet.columns - left)
    for height in range(1, min(LONGEST, sheet.rows - top) + 1):
        row = covered >> cell + (height - 1) * sheet.columns & (1 << width) - 1
        width = (row & -row).bit_length() - 1 if row else width
        rooms = ((top, left, top + height, left + each) for each in range(1, width + 1))
        yield from filter(is_usual, rooms)
