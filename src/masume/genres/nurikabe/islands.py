"""Islands that are drawn and changed while the sea stays connected and has no pools."""

from collections.abc import Mapping, Sequence

from masume.core.board import Board
from masume.core.generation import Plan
from masume.core.grid import connected_components, is_connected

SEA = -1


class Islands:
    """For each cell, the number that owns it, which is the cell of the number; SEA for sea.

    The numbers are symmetric as planned.  Every change returns whether it was possible.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.owner = [SEA] * len(plan.grid.cells)
        self._neighbours = [plan.grid.neighbours(cell) for cell in plan.grid.cells]

    @classmethod
    def from_board(cls, plan: Plan, board: Board) -> "Islands":
        """Return the islands of a solved board."""
        islands, shade, numbers = cls(plan), board.marks["shade"], board.clues["numbers"]
        land = (cell for cell in plan.grid.cells if shade[cell] == "island")
        for island in connected_components(land, plan.grid.neighbours):
            (number,) = (cell for cell in island if cell in numbers)
            for cell in island:
                islands.owner[cell] = number
        return islands

    def to_board(self) -> Board:
        """Return the solved board."""
        shade = {cell: "sea" if owner < 0 else "island" for cell, owner in enumerate(self.owner)}
        return self.plan.make_board({"numbers": self.sizes()}, {"shade": shade})

    def sizes(self) -> dict[int, int]:
        """Return the size of each island by its number, in the order of cells."""
        sizes = {cell: 0 for cell, owner in enumerate(self.owner) if owner == cell}
        for owner in self.owner:
            if owner >= 0:
                sizes[owner] += 1
        return sizes

    def pools(self) -> list[Sequence[int]]:
        """Return all blocks of four sea cells."""
        return [block for block in self.plan.grid.blocks(2, 2) if self.is_sea(block)]

    def is_sea(self, cells: Sequence[int]) -> bool:
        """Return whether all of these cells are sea."""
        return all(self.owner[cell] < 0 for cell in cells)

    def begin(self, cell: int) -> Sequence[int]:
        """Begin an island of one cell, and its images; return them, or nothing if that is not possible."""
        orbit, before = self.plan.orbits[cell], self.owner.copy()
        for number in orbit:
            if self.owner[number] >= 0 or self._beside(number):
                self.owner = before
                return ()
            self.owner[number] = number
        if not self._is_sea_connected():
            self.owner = before
            return ()
        return orbit

    def grow(self, cell: int, largest: Mapping[int, int]) -> bool:
        """Add a sea cell to the only island beside it, if that does not become larger than this, by its number."""
        beside = self._beside(cell)
        if self.owner[cell] >= 0 or len(beside) != 1:
            return False
        (number,) = beside
        if self.owner.count(number) >= largest[number]:
            return False
        self.owner[cell] = number
        if not self._is_sea_connected():
            self.owner[cell] = SEA
            return False
        return True

    def join(self, cell: int, largest: int) -> bool:
        """Join the two islands beside a sea cell, and those beside its images, if none becomes larger than this."""
        before, dropped = self.owner.copy(), set[int]()  # the numbers of islands that others take in, and their images
        for joint in self.plan.orbits[cell]:
            beside = sorted(self._beside(joint), key=self.owner.count)
            if self.owner[joint] >= 0 or len(beside) != 2:
                break
            dropped.update(() if dropped else self.plan.orbits[beside[0]])
            kept = [number for number in beside if number not in dropped]
            if len(kept) != 1 or sum(map(self.owner.count, beside)) >= largest:
                break
            self.owner = [kept[0] if owner in beside else owner for owner in self.owner]
            self.owner[joint] = kept[0]
        else:
            if dropped.isdisjoint(self.owner) and self._is_sea_connected():
                return True
        self.owner = before
        return False

    def flood(self, cell: int) -> bool:
        """Make a land cell sea; an island that is only a number disappears, with its images."""
        number, before = self.owner[cell], self.owner.copy()
        for other in self.plan.orbits[cell] if number == cell else (cell,):
            self.owner[other] = SEA
        if not self._are_islands_whole() or not self._is_sea_connected() or self.pools():
            self.owner = before
            return False
        return True

    def move_number(self, cell: int) -> bool:
        """Move the number of an island to one of its cells, and the images of the number likewise."""
        owner, orbits = self.owner, self.plan.orbits
        old, new = orbits[owner[cell]], orbits[cell]
        images = {owner[other]: other for other in new}
        if owner[cell] == cell or images.keys() != set(old) or len(old) != len(new):
            return False
        self.owner = [images.get(number, number) for number in owner]
        return True

    def _beside(self, cell: int) -> set[int]:
        """Return the numbers of the islands beside a cell."""
        return {self.owner[other] for other in self._neighbours[cell]} - {SEA}

    def _is_sea_connected(self) -> bool:
        sea = [cell for cell, owner in enumerate(self.owner) if owner < 0]
        return not sea or is_connected(sea, self._neighbours.__getitem__)

    def _are_islands_whole(self) -> bool:
        """Return whether every island is in one piece with its number."""
        land = (cell for cell, owner in enumerate(self.owner) if owner >= 0)
        return all(
            sum(self.owner[cell] == cell for cell in island) == 1
            for island in connected_components(land, self._neighbours.__getitem__)
        )
