"""Search for loops that many circles fit: a loop is changed at a corner, or at two near each other, again and again."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

from masume.core.caching import cached
from masume.core.generation import Plan
from masume.core.grid import Grid
from masume.core.random_shapes import grow_region
from masume.core.square import square
from masume.core.symmetry import CLUE_SYMMETRIES, IDENTITY
from masume.genres.masyu.loops import Course, Lattice, lattice
from masume.genres.masyu.rules import GENRE

SHARE_INSIDE = 0.5  # of the corners, in the loop with which a search starts
CHANCES = (0, 1, 0.25, 0.05, 0)  # that a corner beside so many inside corners gets inside, too
EMPTY_BLOCK, UNVISITED_CELL = 2, 3  # how many circles a loop may lose in order to pass there
SYMMETRIC_LOOP = CLUE_SYMMETRIES["rot4"]  # circles that fit four cells at once would be too rare otherwise

Change: TypeAlias = tuple[int, ...]  # corners that get to the other side of the loop


class LoopSearch:
    """Draws and changes the loops of boards with some symmetry.

    Symmetry is about the places of circles, not about the loop, which could be guessed from its other half otherwise.
    (And a loop that is its own mirror image crosses the mirror only twice, so a street leads along it.)  So a circle
    counts only if circles of any colour fit all images of its cell.
    """

    def __init__(self, grid: Grid, symmetry: str, visits_all: bool) -> None:
        self.lattice: Lattice = lattice(grid)
        self._visits_all, self._grid = visits_all, grid
        loop_symmetry = SYMMETRIC_LOOP if symmetry == SYMMETRIC_LOOP else IDENTITY
        (*_, last) = grid.cells
        inner = square(*grid.position(last))  # type: ignore[attr-defined]
        self._inner_plan = Plan(GENRE, inner, inner.symmetry(loop_symmetry))
        orbits = dict.fromkeys(self._inner_plan.orbits.values())
        single = [tuple(map(self.lattice.corners.__getitem__, orbit)) for orbit in orbits]
        self.changes = [*single, *self._pairs(single)] if visits_all else single
        self._images: dict[int, int] | None = None
        self._mirror = grid.symmetry(symmetry) if symmetry != loop_symmetry else None
        if self._mirror is not None:
            bits, images = self.lattice.bits, Plan(GENRE, grid, self._mirror).orbits
            self._images = {bits([cell]).bit_length(): bits(orbit) for cell, orbit in images.items()}

    def _pairs(self, changes: Sequence[Change]) -> Iterator[Change]:
        """Yield pairs of changes near each other: it is hard to visit every cell by changes of single corners."""
        change_of = {corner: change for change in changes for corner in change}
        for change in changes:
            near = dict.fromkeys(change_of[corner] for corner in self.lattice.near(change[0]))
            yield from (change + other for other in near if other != change)

    @property
    def is_hard(self) -> bool:
        """Whether good loops are rare, so that a search needs more steps."""
        return self._visits_all or self._images is not None

    def leaves_out(self, inside: int) -> bool:
        """Return whether a loop leaves out cells that it must visit."""
        return self._visits_all and self.lattice.course(inside).unvisited != 0

    def changes_near(self, edge: int) -> list[Change]:
        """Return the changes near an edge, and near its mirror image if the places of the circles are mirrored."""
        edges = (edge,) if self._mirror is None else (edge, self._mirror.numbers[edge])
        ends = (self.lattice.bit_of_corner(end) for each in edges for end in self._grid.ends(each))
        near = {corner for end in ends for corner in self.lattice.near(end)}
        return [change for change in self.changes if not near.isdisjoint(change)]

    def start(self, random: Random) -> int:
        """Return a random loop."""
        region = grow_region(self._inner_plan, SHARE_INSIDE, CHANCES, random)
        return sum(1 << self.lattice.corners[corner] for corner in region.cells)

    def improve(self, inside: int, changes: Sequence[Change], steps: int, heat: float, random: Random) -> int:
        """Return a loop that more circles fit, after this many steps.

        A change may make the loop worse by a random part of the heat, which falls to nothing.
        """
        course = self.lattice.course(inside)
        for step in range(steps):
            changed = self.lattice.flip(inside, changes[int(random.random() * len(changes))])
            if changed is None:
                continue
            new_course = self.lattice.course(changed)
            gain = self._gain(course, new_course)
            if gain >= -random.random() * heat * (steps - step) / steps:
                inside, course = changed, new_course
        return inside

    def shown(self, course: Course) -> Course:
        """Return the course of a loop without the circles that lack an image."""
        if self._images is None:
            return course
        places = course.white | course.black
        kept = sum({orbit for orbit in self._images.values() if orbit & places == orbit})
        return course._replace(white=course.white & kept, black=course.black & kept)

    def _gain(self, old: Course, new: Course) -> int:
        """Return how much better a loop is than another: the circles that it has more, and the empty parts less."""
        if self._visits_all:
            filled = UNVISITED_CELL * (old.unvisited.bit_count() - new.unvisited.bit_count())
        else:
            blocks = self.lattice.blocks
            filled = EMPTY_BLOCK * (blocks(old.unvisited).bit_count() - blocks(new.unvisited).bit_count())
        before, after = old.white | old.black, new.white | new.black
        if self._images is None:
            return filled + after.bit_count() - before.bit_count()
        changed = before ^ after
        while changed:
            orbit = self._images[changed.bit_length()]
            changed &= ~orbit
            filled += orbit.bit_count() * ((after & orbit == orbit) - (before & orbit == orbit))
        return filled


@cached(16)
def find_search(grid: Grid, symmetry: str, visits_all: bool) -> LoopSearch | None:
    """Return the search for loops of a grid; None if there are none: a loop visits an even number of cells."""
    if not lattice(grid).corners or (visits_all and len(grid.cells) % 2):
        return None
    return LoopSearch(grid, symmetry, visits_all)
