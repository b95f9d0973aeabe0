"""Sketches: rectangular rooms and shaded cells of a board in the making, and ways to change them."""

from collections.abc import Collection, Iterable
from functools import reduce
from math import log
from operator import or_
from typing import NamedTuple

from masume.core.caching import cached
from masume.genres.heyawake.sheet import Rectangle, Sheet


class Change(NamedTuple):
    """What a sketch is changed to: its shading and its walls, and rooms `after` in place of those `before`.

    The rooms in which only the shading changes are both.
    """

    shaded: int
    walls: int
    before: frozenset[Rectangle]
    after: tuple[Rectangle, ...]


class Sketch:
    """Rooms and shaded cells; the rooms may still leave a part of the grid free."""

    def __init__(self, sheet: Sheet, shaded: int, rooms: Iterable[Rectangle] = (), walls: int | None = None) -> None:
        self.sheet, self.shaded, self.rooms = sheet, shaded, tuple(rooms)
        self.walls = reduce(or_, map(sheet.border, self.rooms), 0) if walls is None else walls

    def room_at(self, cell: int) -> Rectangle:
        """Return the room of a cell."""
        row, column = divmod(cell, self.sheet.columns)
        for room in self.rooms:
            if room[0] <= row < room[2] and room[1] <= column < room[3]:
                return room
        raise KeyError(cell)

    def after(self, change: Change) -> "Sketch":
        """Return the changed sketch."""
        kept = (room for room in self.rooms if room not in change.before)
        return Sketch(self.sheet, change.shaded, (*kept, *change.after), change.walls)

    def judge(self, shaded: int, walls: int) -> tuple[int, int]:
        """Return how many shaded cells alone break a line across two walls, and how many such lines are white.

        Both are counted relative to the sketch.
        """
        changed = self.shaded ^ shaded | self.walls ^ walls
        needed = white = 0
        for first, mask in self.sheet.lines:
            if changed >> first & mask:
                after = judge_line(shaded >> first & mask, walls >> first & mask)
                before = judge_line(self.shaded >> first & mask, self.walls >> first & mask)
                needed += after[0] - before[0]
                white += after[1] - before[1]
        return needed, white

    def white_lines(self) -> Collection[int]:
        """Return the cells of the lines of the grid with a white line across two walls."""
        sheet, found = self.sheet, dict[int, None]()
        for first, mask in sheet.lines:
            if judge_line(self.shaded >> first & mask, self.walls >> first & mask)[1]:
                found.update(dict.fromkeys(cell for cell in sheet.cells if sheet.bits[cell] >> first & mask))
        return found

    def freedom(self, room: Rectangle, shaded: int) -> float:
        """Return the freedom of a room with the number of its shaded cells."""
        top, left, bottom, right = room
        return freedom(bottom - top, right - left, (self.sheet.area(room) & shaded).bit_count() // 2)


@cached(100_000)
def judge_line(shaded: int, walls: int) -> tuple[int, int]:
    """Return how many cells of a line each break a line across two walls alone, and how many such lines are white."""
    needed, white, before = 0, 0, -1
    while walls:
        wall = (walls & -walls).bit_length() - 1
        walls &= walls - 1
        if before >= 0:
            inside = shaded & (1 << wall + 2) - (1 << before)
            if not inside:
                white += 1
            elif not inside & inside - 1:
                needed |= inside
        before = wall
    return needed.bit_count(), white


@cached(1_000)
def freedom(height: int, width: int, number: int) -> float:
    """Return the logarithm of the number of ways to shade so many cells of a room, no two of which share a side."""
    if height < width:
        height, width = width, height
    rows = [row for row in range(1 << width) if not row & row << 1]
    ways = {(0, 0): 1}  # by the last row and how many cells are shaded
    for _ in range(height):
        longer = dict[tuple[int, int], int]()
        for (last, count), known in ways.items():
            for row in rows:
                if not row & last:
                    key = row, count + row.bit_count()
                    longer[key] = longer.get(key, 0) + known
        ways = longer
    return log(sum(known for (_, count), known in ways.items() if count == number))
