"""Other shadings: other solutions of a sketch, remembered while it changes, so that none of them comes back."""

from collections.abc import Iterable, Iterator

from masume.genres.heyawake.sheet import Rectangle, Sheet
from masume.genres.heyawake.sketch import Change, Sketch

_FAR = 6  # rooms in which the numbers differ: a few changes do not make such a shading fit


class OtherShadings:
    """Shadings that fit the rooms and the numbers of a sketch, or nearly do: they fitted before it was changed.

    Whether one fits is quickly seen: if the number of shaded cells differs in no room, and it leaves no white line
    across two walls.  For each shading, the rooms in which the numbers differ are known.
    """

    def __init__(self, sketch: Sketch, shadings: Iterable[int]) -> None:
        self._areas = {room: sketch.sheet.area(room) for room in sketch.rooms}
        self._misfits = {sketch.shaded: frozenset[Rectangle]()}
        for shading in shadings:
            self._add(sketch, shading)
        for shading in self.fitting(sketch):
            for part in _parts(sketch.sheet, shading, sketch.shaded):
                if part not in self._misfits and _is_shading(sketch.sheet, part):
                    self._add(sketch, part)

    def fitting(self, sketch: Sketch) -> list[int]:
        """Return the shadings other than its own that fit the sketch."""
        return self.fitting_after(Change(sketch.shaded, sketch.walls, frozenset(), ()), sketch)

    def fitting_after(self, change: Change, sketch: Sketch) -> list[int]:
        """Return the shadings other than its own that will fit the sketch after a change."""
        return [
            shading
            for shading, misfits in self._misfits.items()
            if misfits <= change.before and shading != change.shaded and fits_new_rooms(sketch.sheet, shading, change)
        ]

    def follow(self, change: Change, sheet: Sheet) -> None:
        """Make these the other shadings of the changed sketch."""
        shaded, _, before, after = change
        self._misfits.setdefault(shaded, frozenset())
        numbers = [(room, area := sheet.area(room), (area & shaded).bit_count()) for room in after]
        for shading, misfits in self._misfits.items():
            new = [room for room, area, number in numbers if (area & shading).bit_count() != number]
            if new or not misfits.isdisjoint(before):
                self._misfits[shading] = (misfits - before).union(new)

    def _add(self, sketch: Sketch, shading: int) -> None:
        """Add a shading, unless it is far from fitting."""
        shaded, misfits = sketch.shaded, list[Rectangle]()
        difference = shading ^ shaded
        for room, area in self._areas.items():
            if area & difference and (area & shaded).bit_count() != (area & shading).bit_count():
                misfits.append(room)
                if len(misfits) == _FAR:
                    return
        self._misfits[shading] = frozenset(misfits)


def fits_new_rooms(sheet: Sheet, shading: int, change: Change) -> bool:
    """Return whether a shading fits the rooms that a change makes, and leaves no white line across two walls."""
    for room in change.after:
        area = sheet.area(room)
        if (area & shading).bit_count() != (area & change.shaded).bit_count():
            return False
    return not sheet.has_white_line(shading, change.walls)


def _parts(sheet: Sheet, shading: int, shaded: int) -> Iterator[int]:
    """Yield the shadings that differ from a shading in one part only of what another one differs in.

    Cells that touch, also diagonally, are in one part.
    """
    left = shading ^ shaded
    is_whole = True
    while left & sheet.in_rows:
        part = [sheet.cells_at(left)[0]]
        left ^= sheet.bits[part[0]]
        for cell in part:
            for first in sheet.neighbours[cell]:
                for other in (first, *sheet.neighbours[first]):
                    if left & sheet.bits[other] and _touch(sheet, cell, other):
                        left ^= sheet.bits[other]
                        part.append(other)
        is_whole &= not left
        if not is_whole:
            yield shaded ^ sheet.bits_of(part)


def _touch(sheet: Sheet, one: int, other: int) -> bool:
    (row, column), (other_row, other_column) = divmod(one, sheet.columns), divmod(other, sheet.columns)
    return abs(row - other_row) <= 1 and abs(column - other_column) <= 1


def _is_shading(sheet: Sheet, shaded: int) -> bool:
    """Return whether no two shaded cells share a side, and the others are connected."""
    in_rows = shaded & sheet.in_rows
    return not in_rows & (in_rows << 1 | in_rows << sheet.stride) and sheet.is_connected(shaded)
