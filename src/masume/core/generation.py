"""Generation: what a genre says about new boards of it, in its `generation.py`; `generating/` makes the boards.

A *draft* is a board on which all clues that fit its solution are shown, with the solution as its marks.  A genre draws
drafts that look good.  The mechanism proves that a draft has no other solution, asks the genre to repair it where it
has, and drops clues until the board is as hard as wanted.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import NamedTuple, TypeAlias

from masume.core.board import Board, Entries, Marks
from masume.core.genre import Genre
from masume.core.grid import Grid
from masume.core.layers import Options
from masume.core.places import Place
from masume.core.symmetry import IDENTITY, Symmetry


@dataclass(frozen=True)
class Plan:
    """What a new board should be like.

    `symmetry` is that of the places of the clues, the identity if they need none.  `style` is one of the genre's
    styles, and `density` the wanted share of cells with a clue; None leaves it to the genre.
    """

    genre: Genre
    grid: Grid
    symmetry: Symmetry
    style: str = ""
    density: float | None = None
    options: Options = field(default_factory=dict)

    @property
    def is_symmetric(self) -> bool:
        """Whether the clues have to be symmetric."""
        return self.symmetry.name != IDENTITY

    @cached_property
    def orbits(self) -> Mapping[int, tuple[int, ...]]:
        """The orbit of each cell: the cell and its images under the symmetry."""
        numbers, found = self.symmetry.numbers, dict[int, tuple[int, ...]]()
        for cell in self.grid.cells:
            if cell not in found:
                orbit, image = [cell], numbers[cell]
                while image != cell:
                    orbit.append(image)
                    image = numbers[image]
                found.update(dict.fromkeys(orbit, tuple(orbit)))
        return found

    def make_board(self, clues: Mapping[str, Entries], marks: Mapping[str, Marks]) -> Board:
        """Return a board as planned, with these clues and marks by layer."""
        return Board(self.genre, self.grid, clues, marks=marks, options=self.options)


class Faults(NamedTuple):
    """What a draft has to be repaired for.

    `places` are those where other solutions differ (`has_differences`) or, if there are none, those that cannot be
    decided in easy steps.  `others` are boards with other solutions, of this draft or of earlier ones: none should be a
    solution of the repaired draft.
    """

    has_differences: bool
    places: Sequence[Place]
    others: Sequence[Board] = ()


Draw: TypeAlias = Callable[[Plan, Random], Board | None]
Repair: TypeAlias = Callable[[Plan, Board, Faults, Random], Board | None]
Measure: TypeAlias = Callable[[Board], float]


@dataclass(frozen=True, kw_only=True)
class Generation:
    """How new boards of a genre are made.

    `draw` returns a draft, or None if this try failed; with a symmetry, the places of the clues of the draft need not
    be symmetric, but those that have no image among them are dropped.  `repair` changes a draft near the places of its
    faults, and returns the changed draft, or None if this try failed.  Without `repair`, another draft is drawn.  After
    a repair, `slack` more places than before may differ, which helps where one place can seldom be repaired alone.
    `patience` says how many repairs in a row, for each cell, may bring no progress, and `searches` how many other
    solutions are looked for at most after each: fewer miss some places.

    `drops_clues` is false if boards of the genre usually show all clues.  No more clues are dropped when only `density`
    are left for each cell; with 0, until each one is needed.  `measures` say how a board looks, as numbers
    that can be compared with those of published boards; they get a solved board.  `styles` are names with a sentence
    each; the first one is the default.  `sizes` are rows and columns of usual boards.
    """

    draw: Draw
    repair: Repair | None = None
    slack: float = 0
    patience: float = 3
    searches: int = 16
    drops_clues: bool = True
    density: float = 0
    measures: Mapping[str, Measure] = field(default_factory=dict)
    styles: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[str, tuple[int, int]] = field(
        default_factory=lambda: {"small": (6, 6), "medium": (10, 10), "large": (15, 15)}
    )


def shuffled(items: Iterable[int], random: Random) -> list[int]:
    """Return the items in random order."""
    order = list(items)
    random.shuffle(order)
    return order
