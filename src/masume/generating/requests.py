"""Requests: what kind of board is wanted, checked and complete."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from masume import genres
from masume.core.board import Board
from masume.core.board_symmetry import clue_symmetries
from masume.core.errors import InputError, WrongTypeError
from masume.core.generation import Generation, Plan
from masume.core.genre import Genre
from masume.core.grid import Grid, require_grid, require_size
from masume.core.layers import Options
from masume.core.levels import LEVELS, find_level
from masume.core.messages import join_alternatives, quote, suggest_names
from masume.core.outcome import NO_LIMITS, Limits
from masume.core.square import square
from masume.core.symmetry import CLUE_SYMMETRIES
from masume.generating.drafts import find_generation
from masume.rating import rate
from masume.setting.minimising import require_clue_symmetry


@dataclass(frozen=True)
class Request:
    """What kind of board is wanted: a plan, and a level from 1 to 6 (None: any)."""

    plan: Plan
    level: int | None = None

    def in_words(self) -> str:
        """Return the kind of board in a few words, such as "Akari, 5 rows and 5 columns, hard, rot2"."""
        words = [self.plan.genre.title, self.plan.grid.size]
        if self.level is not None:
            words.append(LEVELS[self.level - 1])
        if self.plan.is_symmetric:
            words.append(next(name for name, own in CLUE_SYMMETRIES.items() if own == self.plan.symmetry.name))
        return ", ".join(words)

    def advice(self) -> str:
        """Return what to try instead if no such board is found."""
        changes = ["another size"]
        if self.level is not None:
            changes.append("another level")
        if self.plan.is_symmetric:
            changes.append("no symmetry")
        return f"try {join_alternatives(changes)}"


def make_request(
    genre: str | Genre,
    size: object = "medium",
    *,
    level: int | str | None = None,
    symmetry: str = "none",
    style: str | None = None,
    density: float | None = None,
    options: Options | None = None,
) -> Request:
    """Return a request; raise InputError if it makes no sense."""
    found = genre if isinstance(genre, Genre) else genres.find(genre)
    generation = find_generation(found)
    grid = _find_grid(generation, size)
    found.require_abilities(grid)
    complete = found.complete_options(options or {})
    plan = Plan(
        found,
        grid,
        require_clue_symmetry(found, grid, complete, symmetry),
        _find_style(found, generation.styles, style),
        _require_density(density),
        complete,
    )
    return Request(plan, None if level is None else find_level(level))


def request_like(board: Board, *, limits: Limits = NO_LIMITS) -> Request:
    """Return a request for boards of the same genre, size, level, symmetry and density of clues as a board."""
    symmetries = {each.name for each in clue_symmetries(board)}
    own = [name for name, symmetry in CLUE_SYMMETRIES.items() if symmetry in symmetries]
    return make_request(
        board.genre,
        _without_holes(board.grid),
        level=rate(board, limits=limits).level,
        symmetry=next((name for name in ("rot4", *own) if name in own), "none"),
        density=density_of(board),
        options=board.options,
    )


def density_of(board: Board) -> float:
    """Return how many clues and given marks there are for each cell."""
    entries = [*board.clues.values(), *board.given.values()]
    return sum(map(len, entries)) / len(board.grid.cells)


def _find_grid(generation: Generation, size: object) -> Grid:
    """Return the grid of a size: a grid, rows and columns, "ROWSxCOLUMNS" or a usual size such as "small"."""
    if isinstance(size, str):
        name = size.strip().lower()
        rows, times, columns = name.partition("x")
        if name in generation.sizes:
            return square(*generation.sizes[name])
        if not (times and rows.strip().isdecimal() and columns.strip().isdecimal()):
            expected = suggest_names(name, generation.sizes)
            raise InputError(f'unknown size {quote(size)}: {expected}, or rows and columns such as "10x10"')
        return square(*require_size(int(rows), int(columns)))
    if isinstance(size, int) and not isinstance(size, bool):
        return square(*require_size(size, size))
    if isinstance(size, tuple | list):
        if len(size) != 2:
            raise WrongTypeError(f"expected a size such as (10, 10), not {quote(size)}")
        return square(*require_size(*size))
    require_grid(size)
    return size  # type: ignore[return-value]


def _without_holes(grid: Any) -> Grid:
    """Return a square grid without its holes, which a new board has of its own; other grids as they are."""
    return square(grid.rows, grid.columns) if getattr(grid, "holes", None) else grid


def _find_style(genre: Genre, styles: Mapping[str, str], style: str | None) -> str:
    if style is None:
        return next(iter(styles), "")
    if style not in styles:
        expected = suggest_names(style, styles) if styles else "it has none"
        raise InputError(f"{genre.name} has no style {quote(style)}: {expected}")
    return style


def _require_density(density: float | None) -> float | None:
    if density is not None and not (isinstance(density, int | float) and 0 <= density <= 2):
        raise InputError(f"expected a density of clues per cell from 0 to 2, not {quote(density)}")
    return density
