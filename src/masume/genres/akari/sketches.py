"""Sketches of new boards: black cells and lamps, while they are being drawn."""

from collections.abc import Iterable, Sequence
from random import Random

from masume.core.board import Board
from masume.core.generation import Plan, shuffled
from masume.core.grid import rays


class Sketch:
    """The black cells and the lamps of a board that is being drawn."""

    def __init__(self, plan: Plan, black: Iterable[int] = (), lamps: Iterable[int] = ()) -> None:
        self.plan, self.black, self.lamps = plan, set(black), set(lamps)

    @classmethod
    def of_board(cls, plan: Plan, board: Board) -> "Sketch":
        """Return the sketch of a solved board."""
        lamps = (cell for cell, mark in board.marks["lamps"].items() if mark == "lamp" and isinstance(cell, int))
        return cls(plan, (cell for cell in board.clues["numbers"] if isinstance(cell, int)), lamps)

    def to_board(self) -> Board:
        """Return the board with all numbers, and the lamps as its solution."""
        grid, lamps = self.plan.grid, self.lamps
        numbers = {cell: sum(other in lamps for other in grid.neighbours(cell)) for cell in sorted(self.black)}
        marks = {cell: "lamp" if cell in lamps else "empty" for cell in grid.cells}
        return self.plan.make_board({"numbers": numbers}, {"lamps": marks})

    def arms(self, cell: int) -> list[list[int]]:
        """Return the white cells that are seen from a cell in each direction."""
        black, arms = self.black, list[list[int]]()
        for ray in rays(self.plan.grid, cell):
            arm = list[int]()
            for other in ray:
                if other in black:
                    break
                arm.append(other)
            arms.append(arm)
        return arms

    def seen(self, cell: int) -> list[int]:
        """Return the cells that a lamp on a cell lights, the cell included."""
        return [cell, *(other for arm in self.arms(cell) for other in arm)]

    def walls_in(self, orbit: Sequence[int]) -> bool:
        """Return whether a single white cell would be cut off if the cells of an orbit became black."""
        black, neighbours = self.black, self.plan.grid.neighbours
        beside = {other for cell in orbit for other in neighbours(cell)}.difference(black, orbit)
        return any(all(other in black or other in orbit for other in neighbours(cell)) for cell in beside)

    def touches(self, orbit: Sequence[int]) -> bool:
        """Return whether a cell of an orbit shares a side with a black cell or another cell of the orbit."""
        black, neighbours = self.black, self.plan.grid.neighbours
        return any(other in black or other in orbit for cell in orbit for other in neighbours(cell))

    def darkened(self, cell: int) -> int:
        """Return how many cells would be dark if a white cell without a lamp became black."""
        lamps, arms, count = self.lamps, self.arms(cell), 0
        for arm, opposite in zip(arms, arms[len(arms) // 2 :] + arms[: len(arms) // 2], strict=True):
            if not lamps.isdisjoint(opposite):
                count += sum(len(lamps.intersection(self.seen(other))) < 2 for other in arm)
        return count

    def light(self, random: Random) -> None:
        """Light all white cells: leave out lamps that shine on others, and put new ones on dark cells."""
        lit, lamps = set[int](), set[int]()
        dark = (cell for cell in shuffled(self.plan.grid.cells, random) if cell not in self.black)
        for cell in (*sorted(self.lamps - self.black), *dark):
            if cell not in lit:
                lamps.add(cell)
                lit.update(self.seen(cell))
        self.lamps = lamps
