"""Changes of a sketch: rooms are divided, joined or divided anew, shading is moved; and how much they improve it."""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from random import Random

from masume.core.generation import Plan, shuffled
from masume.genres.heyawake.room_shapes import dislike, images_of, is_usual, usual_size
from masume.genres.heyawake.sheet import Rectangle, Sheet
from masume.genres.heyawake.sketch import Change, Sketch

_CANDIDATES = 4  # of which the best one is taken, to mend a sketch
_SHARE_RESHADED = 0.4
_SHARE_DENSER = 0.3
_CHARM_OF_NEEDED, _CHARM_OF_UNBALANCED, _CHARM_OF_SHADED, _CHARM_OF_SIZE = 3.0, 0.5, 0.5, 2.0
LUCK = 2.0
_STEPS = 20  # to mend a sketch, for each room


def mend(plan: Plan, sketch: Sketch, random: Random) -> Sketch | None:
    """Change a sketch until no white line crosses two walls; return None if this try failed."""
    for _ in range(_STEPS * len(sketch.rooms)):
        cells = list(sketch.white_lines())
        if not cells:
            return sketch
        best: tuple[float, Change] | None = None
        for _ in range(_CANDIDATES):
            change = _find_change(plan, sketch, random.choice(cells), random)
            if change is not None and sketch.judge(change.shaded, change.walls)[1] <= 0:
                charm = charm_of(sketch, change, sketch.sheet.bits_of(cells)) + LUCK * random.random()
                if best is None or charm > best[0]:
                    best = charm, change
        if best is not None:
            sketch = sketch.after(best[1])
    return None


def _find_change(plan: Plan, sketch: Sketch, cell: int, random: Random) -> Change | None:
    if random.random() < _SHARE_RESHADED:
        return reshade(sketch, cell, random)
    return random.choice(list(divide(plan, sketch, sketch.room_at(cell))) or [None])


def charm_of(sketch: Sketch, change: Change, doubtful: int) -> float:
    """Return how much better a changed sketch looks, and how much fewer solutions it seems to have.

    The numbers of rooms should tell the solutions apart that differ at the doubtful cells.
    """
    sheet, shaded = sketch.sheet, change.shaded
    charm = _CHARM_OF_NEEDED * sketch.judge(shaded, change.walls)[0]
    charm += _CHARM_OF_SHADED * (shaded.bit_count() - sketch.shaded.bit_count())
    for room in sorted(change.before):
        charm += sketch.freedom(room, sketch.shaded) + dislike(room)
    for room in change.after:
        charm -= sketch.freedom(room, shaded) + dislike(room)
    if change.walls != sketch.walls:
        for room in change.after:
            here = sheet.area(room) & doubtful
            charm += _CHARM_OF_UNBALANCED * abs((here & shaded).bit_count() - (here & ~shaded).bit_count())
        if has_small_rooms(sketch):
            charm += _CHARM_OF_SIZE * (len(change.before) - len(change.after))
    return charm


def has_small_rooms(sketch: Sketch) -> bool:
    """Return whether rooms are smaller than usual, on average."""
    return sketch.sheet.count < usual_size(sketch.sheet.count) * len(sketch.rooms)


def divide(plan: Plan, sketch: Sketch, room: Rectangle) -> Iterator[Change]:
    """Yield the ways to divide a room in two, to join it with a neighbour, or to move the wall between them."""
    sheet = sketch.sheet
    for before, after in _divisions(sketch, room):
        if not all(map(is_usual, after)):
            continue
        walls, befores, afters = sketch.walls, before, after
        if plan.is_symmetric:
            images = images_of(plan, before), images_of(plan, after)
            befores, afters = (tuple(dict.fromkeys(room for image in each for room in image)) for each in images)
            union = reduce(or_, map(sheet.area, afters))
            if any(sum(map(sheet.area, rooms)) != union for rooms in (befores, afters)):
                continue  # images overlap
            for image in images[0]:
                walls &= ~_wall_between(sheet, image)
            for image in images[1]:
                walls |= _wall_between(sheet, image)
        else:
            walls = walls & ~_wall_between(sheet, before) | _wall_between(sheet, after)
        yield Change(sketch.shaded, walls, frozenset(befores), tuple(afters))


def _wall_between(sheet: Sheet, rooms: Sequence[Rectangle]) -> int:
    """Return the wall between two rooms; none if there is only one."""
    return sheet.border(rooms[0]) & sheet.border(rooms[1]) if len(rooms) == 2 else 0


def _divisions(sketch: Sketch, room: Rectangle) -> Iterator[tuple[Sequence[Rectangle], Sequence[Rectangle]]]:
    """Yield rooms, and other rooms of the same cells."""
    for parts in _in_two(room):
        yield (room,), parts
    for other in _neighbours(sketch, room):
        top, left = min(room[0], other[0]), min(room[1], other[1])
        bottom, right = max(room[2], other[2]), max(room[3], other[3])
        size = sum((each[2] - each[0]) * (each[3] - each[1]) for each in (room, other))
        if (bottom - top) * (right - left) == size:
            whole = top, left, bottom, right
            yield (room, other), (whole,)
            for parts in _in_two(whole):
                if room not in parts:
                    yield (room, other), parts


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


def reshade(sketch: Sketch, cell: int, random: Random) -> Change | None:
    """Shade a cell or make it white; what that makes white or shaded is made up for nearby."""
    sheet, shaded = sketch.sheet, _shade_otherwise(sketch, cell, random)
    difference = shaded ^ sketch.shaded
    if not difference or not sheet.is_connected(shaded):
        return None
    rooms = tuple(room for room in sketch.rooms if sheet.area(room) & difference)
    return Change(shaded, sketch.walls, frozenset(rooms), rooms)


def _shade_otherwise(sketch: Sketch, cell: int, random: Random) -> int:
    """Return the shading with a cell changed, and as many cells shaded nearby as before, or one more."""
    sheet, shaded = sketch.sheet, sketch.shaded ^ sketch.sheet.bits[cell]
    missing = 1
    if shaded & sheet.bits[cell]:
        beside = shaded & sheet.bits_of(sheet.neighbours[cell])
        shaded ^= beside
        missing = max(beside.bit_count() // 2 - 1, int(random.random() < _SHARE_DENSER))
    near = {
        other
        for first in sheet.neighbours[cell]
        for second in (first, *sheet.neighbours[first])
        for other in ((second,) if missing == 1 else (second, *sheet.neighbours[second]))
    }
    for other in shuffled(sorted(near - {cell}), random):
        if missing and not shaded & (sheet.bits[other] | sheet.bits_of(sheet.neighbours[other])):
            shaded |= sheet.bits[other]
            missing -= 1
    return shaded
