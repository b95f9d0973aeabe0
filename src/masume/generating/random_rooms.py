"""Random rooms: the cells of a grid in areas of mixed sizes, as symmetric as planned."""

from collections.abc import Iterable
from random import Random

from masume.core.generation import Plan, shuffled
from masume.core.places import Area

SIZES = (2, 3, 4, 4, 5, 6, 7, 8)  # up to which rooms are joined


def draw_rooms(plan: Plan, random: Random, kept: Iterable[Area] = ()) -> list[Area]:
    """Return random rooms; `kept` are rooms that stay, or grow by being joined with others."""
    sizes = [size for size in SIZES if size <= max(1, len(plan.grid.cells) // 2)] or [1]
    room_of: dict[int, set[int]] = {cell: {cell} for cell in plan.grid.cells}
    for area in kept:
        room = set(area)
        room_of.update((cell, room) for cell in area)
    for cell in shuffled((cell for cell in plan.grid.cells if len(room_of[cell]) == 1), random):
        for other in shuffled(plan.grid.neighbours(cell), random):
            if room_of[cell] is not room_of[other] and len(room_of[cell] | room_of[other]) <= random.choice(sizes):
                _join(plan, room_of, cell, other)
    return _listed(room_of)


def dissolve_rooms(plan: Plan, rooms: Iterable[Area], cell: int, random: Random) -> list[Area]:
    """Return rooms with new ones instead of that of a cell, those of its images, and perhaps those around them."""
    images, cells = [cell], {cell}
    while (image := plan.symmetry.numbers[images[-1]]) != cell:
        images.append(image)
        cells.add(image)
    if random.random() < 0.5:
        cells.update(other for image in images for other in plan.grid.neighbours(image))
    return draw_rooms(plan, random, [room for room in rooms if room.isdisjoint(cells)])


def _join(plan: Plan, room_of: dict[int, set[int]], one: int, other: int) -> None:
    """Make the rooms of two cells one room, and those of their images likewise."""
    numbers, first = plan.symmetry.numbers, (one, other)
    while True:
        large, small = room_of[one], room_of[other]
        if large is not small:
            large |= small
            room_of.update((cell, large) for cell in small)
        one, other = numbers[one], numbers[other]
        if (one, other) == first:
            return


def _listed(room_of: dict[int, set[int]]) -> list[Area]:
    return [frozenset(room) for cell, room in room_of.items() if cell == min(room)]
