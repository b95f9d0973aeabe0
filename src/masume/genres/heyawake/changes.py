"""Changes of a sketch near cells that are in doubt: rooms are divided, joined or divided anew, shading is moved."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from masume.core.generation import Plan, shuffled
from masume.genres.heyawake.room_shapes import dislike, is_usual, usual_size
from masume.genres.heyawake.sketch import Rectangle, Sketch, bits_of, images_of

_CANDIDATES = 4  # of which the best one is taken
_SHARE_RESHADED = 0.4
_SHARE_DENSER = 0.3
_CHARM_OF_NEEDED, _CHARM_OF_UNBALANCED, _CHARM_OF_SHADED, _CHARM_OF_SIZE = 3.0, 1.0, 1.0, 2.0
_LUCK = 2.0
_STEPS = 20  # to mend a sketch, for each room


class _Change(NamedTuple):
    """A changed sketch; the larger its charm, the more likely it has fewer solutions and looks good."""

    charm: float
    sketch: Sketch


class _Division(NamedTuple):
    """Rooms, and other ones that they are divided into."""

    before: Sequence[Rectangle]
    after: Sequence[Rectangle]


def find_change(plan: Plan, sketch: Sketch, doubtful: Sequence[int], random: Random) -> Sketch | None:
    """Return the best of a few random changes at doubtful cells, or None if there is none."""
    best: _Change | None = None
    for _ in range(_CANDIDATES if doubtful else 0):
        cell = random.choice(doubtful)
        if random.random() < _SHARE_RESHADED:
            change = _reshade(sketch, cell, random)
        else:
            change = _divide(plan, sketch, cell, bits_of(sketch.sheet, doubtful), random)
        if change is not None:
            change = change._replace(charm=change.charm + _LUCK * random.random())
            if best is None or change.charm > best.charm:
                best = change
    return None if best is None else best.sketch


def mend(plan: Plan, sketch: Sketch, random: Random) -> Sketch | None:
    """Change a sketch until no white line crosses two walls; return None if this try failed."""
    for _ in range(_STEPS * len(sketch.rooms)):
        cells = sketch.white_lines()
        if not cells:
            return sketch
        sketch = find_change(plan, sketch, cells, random) or sketch
    return None


def _divide(plan: Plan, sketch: Sketch, cell: int, doubtful: int, random: Random) -> _Change | None:
    """Divide the room of a cell, alone or together with another one, in another way."""
    sheet, shaded = sketch.sheet, sketch.shaded
    division = random.choice(list(_divisions(sketch, sketch.room_at(cell))) or [None])
    if division is None or not all(map(is_usual, division.after)):
        return None
    before, after = ({room for image in images_of(plan, rooms) for room in image} for rooms in division)
    rooms = dict.fromkeys([*(room for room in sketch.rooms if room not in before), *sorted(after)])
    changed = Sketch(sheet, shaded, rooms)
    if sum(sheet.area(room).bit_count() for room in rooms) != 2 * sheet.count:
        return None  # images overlap
    charm = _compare(sketch, changed)
    if charm is None:
        return None
    charm += sum(sketch.freedom(room, shaded) + dislike(room) for room in sorted(before))
    for room in sorted(after):
        charm -= sketch.freedom(room, shaded) + dislike(room)
        here = sheet.area(room) & doubtful
        charm += _CHARM_OF_UNBALANCED / 2 * abs((here & shaded).bit_count() - (here & ~shaded).bit_count())
    if sheet.count < usual_size(sheet.count) * len(sketch.rooms):
        charm += _CHARM_OF_SIZE * (len(sketch.rooms) - len(rooms))
    return _Change(charm, changed)


def _compare(sketch: Sketch, changed: Sketch) -> float | None:
    """Return the charm of lines that have to be broken; None if more of them than before are white."""
    needed_before, white_before = sketch.judge(sketch.shaded, sketch.walls)
    needed, white = changed.judge(changed.shaded, changed.walls)
    return None if white > white_before else _CHARM_OF_NEEDED * (needed - needed_before)


def _divisions(sketch: Sketch, room: Rectangle) -> Iterator[_Division]:
    """Yield the ways to divide a room in two, and to join it with a neighbour or move the wall between them."""
    for parts in _in_two(room):
        yield _Division((room,), parts)
    for other in _neighbours(sketch, room):
        top, left = min(room[0], other[0]), min(room[1], other[1])
        bottom, right = max(room[2], other[2]), max(room[3], other[3])
        whole = top, left, bottom, right
        areas = sketch.sheet.area(room) | sketch.sheet.area(other)
        if (bottom - top) * (right - left) * 2 == areas.bit_count():
            yield _Division((room, other), (whole,))
            yield from (_Division((room, other), parts) for parts in _in_two(whole) if room not in parts)


def _neighbours(sketch: Sketch, room: Rectangle) -> Iterator[Rectangle]:
    """Yield the rooms beside the first cells of each side of a room."""
    top, left, bottom, right = room
    columns = sketch.sheet.columns
    if top:
        yield sketch.room_at((top - 1) * columns + left)
    if left:
        yield sketch.room_at(top * columns + left - 1)
    if bottom < sketch.sheet.rows:
        yield sketch.room_at(bottom * columns + left)
    if right < columns:
        yield sketch.room_at(top * columns + right)


def _in_two(room: Rectangle) -> Iterator[tuple[Rectangle, Rectangle]]:
    top, left, bottom, right = room
    for row in range(top + 1, bottom):
        yield (top, left, row, right), (row, left, bottom, right)
    for column in range(left + 1, right):
        yield (top, left, bottom, column), (top, column, bottom, right)


def _reshade(sketch: Sketch, cell: int, random: Random) -> _Change | None:
    """Shade a cell or make it white; what that makes white or shaded is made up for nearby."""
    sheet, shaded = sketch.sheet, _shade_otherwise(sketch, cell, random)
    if shaded == sketch.shaded or not sheet.is_connected(shaded):
        return None
    changed = Sketch(sheet, shaded, sketch.rooms)
    charm = _compare(sketch, changed)
    if charm is None:
        return None
    charm += _CHARM_OF_SHADED * (shaded.bit_count() - sketch.shaded.bit_count()) / 2
    for room in sketch.rooms:
        if sheet.area(room) & (shaded ^ sketch.shaded):
            charm += sketch.freedom(room, sketch.shaded) - sketch.freedom(room, shaded)
    return _Change(charm, changed)


def _shade_otherwise(sketch: Sketch, cell: int, random: Random) -> int:
    """Return the shading with a cell changed, and as many cells shaded nearby as before, or one more."""
    sheet, shaded = sketch.sheet, sketch.shaded ^ sketch.sheet.bits[cell]
    missing = 1
    if shaded & sheet.bits[cell]:
        beside = shaded & bits_of(sheet, sheet.neighbours[cell])
        shaded ^= beside
        missing = max(beside.bit_count() // 2 - 1, int(random.random() < _SHARE_DENSER))
    near = {
        other
        for first in sheet.neighbours[cell]
        for second in (first, *sheet.neighbours[first])
        for other in ((second,) if missing == 1 else (second, *sheet.neighbours[second]))
    }
    for other in shuffled(sorted(near - {cell}), random):
        if missing and not shaded & (sheet.bits[other] | bits_of(sheet, sheet.neighbours[other])):
            shaded |= sheet.bits[other]
            missing -= 1
    return shaded
