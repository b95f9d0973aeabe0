"""Borders: edges that separate a part of the board from the rest, which a loop crosses an even number of times."""

from collections.abc import Collection, Sequence

from masume.core.board import Board
from masume.core.grid import Grid, connected_components
from masume.core.layers import Layer, Where
from masume.core.phrases import name_place, name_places
from masume.core.tracks import Track, cell_track, corner_track

MAX_NAMED_CELLS = 6  # of a part of the board that has no name
OUTSIDE = -1  # stands for a cell beyond the frame


def track_of(grid: Grid, layer: Layer) -> Track:
    """Return the track of the loop that a layer draws."""
    return cell_track(grid) if layer.where is Where.ACROSS else corner_track(grid)


def vertex_inside(track: Track, border: Collection[int]) -> int | None:
    """Return the vertex that a border encloses if it encloses a single one."""
    edges = set(border)
    common = set.intersection(*({*track.ends[edge]} for edge in edges)) if edges else set[int]()
    return next((vertex for vertex in common if edges == {*track.edges_at[vertex]}), None)


def describe_crossing(board: Board, layer: Layer, border: Sequence[int], lines: int) -> str:
    """Return in words that a loop would cross a border this often, an odd number."""
    times = "once" if lines == 1 else f"{lines} times"
    if layer.where is Where.ACROSS:
        return f"the loop would go into or out of {_name_part(board, border)} {times}, an odd number"
    return f"the {_name_way(board, border)} would cross the loop {times}, an odd number"


def describe_even_crossing(board: Board, layer: Layer, border: Sequence[int]) -> str:
    """Return in a few words that a loop crosses a border an even number of times."""
    if layer.where is Where.ACROSS:
        return f"as often into as out of {_name_part(board, border)}"
    return f"even crossings on the {_name_way(board, border)}"


def _name_way(board: Board, border: Sequence[int]) -> str:
    walk = find_walk(board.grid, border)
    return f"way {name_walk(board, walk)}" if walk else f"border {name_places(board, border)}"


def _name_part(board: Board, border: Sequence[int]) -> str:
    """Return the cells inside a border in words; if they are many, their number."""
    part = _part_inside(board.grid, border)
    if len(part) <= MAX_NAMED_CELLS:
        return name_places(board, part)
    (here,) = set(board.grid.cells_beside(border[-1])).intersection(part)
    return f"the {len(part)} cells around {name_place(board, here)}"


def name_walk(board: Board, walk: Sequence[int]) -> str:
    """Return a walk by its first and last cell and those where it turns."""
    grid, cells = board.grid, [cell for cell in walk if cell != OUTSIDE]
    turns = [
        cell
        for before, cell, after in zip(cells, cells[1:], cells[2:], strict=False)
        if not _is_straight(grid, before, cell, after)
    ]
    stops = [cells[0], *turns, cells[-1]] if len(cells) > 1 else cells
    names = "–".join(name_place(board, cell) for cell in stops)
    return f"outside–{names}–outside" if OUTSIDE in walk else f"{names}–{name_place(board, stops[0])}"


def find_walk(grid: Grid, border: Collection[int]) -> list[int]:
    """Return the cells that a border passes, in order, if it crosses from cell to cell over each edge once.

    If the border leaves the grid, the walk begins outside.  It is empty if the edges form no such walk.
    """
    beside: dict[int, list[int]] = {}
    for edge in border:
        for cell in _sides(grid, edge):
            beside.setdefault(cell, []).append(edge)
    if any(len(edges) != 2 for edges in beside.values()):
        return []
    start = OUTSIDE if OUTSIDE in beside else min(beside)
    walk, edge = [start], beside[start][0]
    while True:
        (here,) = (cell for cell in _sides(grid, edge) if cell != walk[-1])
        if here == start:
            return walk if len(walk) == len(beside) else []
        walk.append(here)
        (edge,) = (other for other in beside[here] if other != edge)


def _sides(grid: Grid, edge: int) -> tuple[int, int]:
    one, other = [*grid.cells_beside(edge), OUTSIDE][:2]
    return one, other


def _is_straight(grid: Grid, before: int, cell: int, after: int) -> bool:
    edges = grid.edges_of(cell)
    ways = [way for way, edge in enumerate(edges) if {before, after} & {*grid.cells_beside(edge)}]
    return len(ways) == 2 and ways[1] - ways[0] == len(edges) // 2


def _part_inside(grid: Grid, border: Collection[int]) -> list[int]:
    """Return the smallest part of the cells that a border encloses."""
    edges = set(border)

    def neighbours(cell: int) -> list[int]:
        inner = [edge for edge in grid.edges_of(cell) if edge not in edges]
        return [other for edge in inner for other in grid.cells_beside(edge) if other != cell]

    def encloses(part: set[int]) -> bool:
        return all(len(part.intersection(grid.cells_beside(edge))) == 1 for edge in edges)

    parts = connected_components(grid.cells, neighbours)
    return min((sorted(part) for part in parts if encloses(part)), key=len, default=[])
