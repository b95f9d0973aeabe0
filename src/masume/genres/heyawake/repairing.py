"""Repairs of a sketch: changes after which no other shading that is known fits it, and rooms look better."""

from collections.abc import Iterator, Sequence
from random import Random

from masume.core.generation import Plan
from masume.genres.heyawake.changes import LUCK, charm_of, divide, has_small_rooms, reshade
from masume.genres.heyawake.other_shadings import OtherShadings, fits_new_rooms
from masume.genres.heyawake.room_shapes import dislike, is_narrow
from masume.genres.heyawake.sheet import Rectangle
from masume.genres.heyawake.sketch import Change, Sketch

_STEPS = 20  # of a repair
_CANDIDATES = 8  # of which the best one is taken
_SHARE_RESHADED = 0.35
_RESHADED = 3  # tries to shade other cells, where rooms are not divided
_FAULT_OF_FITTING = 3.0  # for each other shading that fits
_SLACK = 2  # so many more of them may fit than before
_POLISHED = 0.5  # of the rooms, after each repair
# The share of rooms that are one cell wide above which these should be fewer: it is lower on larger boards.
_NARROW, _LESS_PER_CELL, _FEWEST_NARROW = 0.5, 0.0005, 0.38
_CHARM_OF_JOINING = 2.0


class SketchRepair:
    """A repair of a sketch: changes it step by step."""

    def __init__(self, plan: Plan, sketch: Sketch, others: OtherShadings, random: Random) -> None:
        self.sketch = sketch
        self._plan, self._others, self._random = plan, others, random
        self._fitting = others.fitting(sketch)

    def run(self, places: Sequence[int], *, polishes: bool = True) -> bool:
        """Change the sketch until no other shading fits that is known; if none does now, change it near some cells.

        Make rooms look better afterwards if it `polishes` them.  Return whether the sketch was changed.
        """
        is_changed = False
        for _ in range(_STEPS):
            if is_changed and not self._fitting:
                if polishes:
                    self._polish()
                return True
            is_changed |= self._take_step(places)
        return False

    def _take_step(self, places: Sequence[int]) -> bool:
        """Make the best of a few changes; return whether there is any."""
        sketch, doubtful = self.sketch, 0
        for shading in self._fitting:
            doubtful |= shading ^ sketch.shaded
        target = self._random.choice(self._fitting) if self._fitting else None
        cells = places if target is None else sketch.sheet.cells_at(target ^ sketch.shaded)
        changes = self._find_changes(cells, target) if cells else []
        if len(changes) > _CANDIDATES:
            changes = self._random.sample(changes, _CANDIDATES)
        best: tuple[float, Change, list[int]] | None = None
        for change in changes:
            fitting = self._others.fitting_after(change, sketch)
            charm = charm_of(sketch, change, doubtful) + LUCK * self._random.random()
            charm -= _FAULT_OF_FITTING * len(fitting)
            if best is None or charm > best[0]:
                best = charm, change, fitting
        if best is None or len(best[2]) > len(self._fitting) + _SLACK:
            return False
        self._make(best[1])
        self._fitting = best[2]
        return True

    def _make(self, change: Change) -> None:
        self.sketch = self.sketch.after(change)
        self._others.follow(change, self.sketch.sheet)

    def _find_changes(self, cells: Sequence[int], target: int | None) -> list[Change]:
        """Return changes near some cells after which a shading does not fit; if there are none, others."""
        sheet, found = self.sketch.sheet, list[Change]()
        if self._random.random() >= _SHARE_RESHADED:
            rooms = dict.fromkeys(self.sketch.room_at(self._random.choice(cells)) for _ in range(2))
            for room in rooms:
                changes = self._divide(room)
                found += (each for each in changes if target is None or not fits_new_rooms(sheet, target, each))
        if not found:
            tries = (reshade(self.sketch, self._random.choice(cells), self._random) for _ in range(_RESHADED))
            found += (change for change in tries if change is not None and not self._has_white_line(change))
        return found or list(self._divide(self.sketch.room_at(self._random.choice(cells))))

    def _divide(self, room: Rectangle) -> Iterator[Change]:
        changes = divide(self._plan, self.sketch, room)
        return (change for change in changes if not self._has_white_line(change))

    def _has_white_line(self, change: Change) -> bool:
        return self.sketch.sheet.has_white_line(change.shaded, change.walls)

    def _polish(self) -> None:
        """Make rooms larger, and fewer of them narrow, as long as no other shading fits."""
        for _ in range(round(_POLISHED * len(self.sketch.rooms))):
            sketch = self.sketch
            narrow, is_small = list(filter(is_narrow, sketch.rooms)), has_small_rooms(sketch)
            usual = max(_FEWEST_NARROW, _NARROW - _LESS_PER_CELL * sketch.sheet.count)
            has_narrow = len(narrow) > usual * len(sketch.rooms)
            if not has_narrow and not is_small:
                return
            better = list[tuple[float, Change]]()
            for change in self._divide(self._random.choice(narrow if has_narrow else sketch.rooms)):
                gain = sum(map(dislike, sorted(change.before))) - sum(map(dislike, change.after))
                if is_small:
                    gain += _CHARM_OF_JOINING * (len(change.before) - len(change.after))
                if gain > 0 and not self._others.fitting_after(change, sketch):
                    gain += sketch.judge(change.shaded, change.walls)[0]
                    better.append((gain + self._random.random(), change))
            if better:
                self._make(max(better, key=lambda each: each[0])[1])
