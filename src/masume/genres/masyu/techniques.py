"""Techniques for Masyu."""

from masume.core.cut_words import say_not_joined
from masume.core.grid import Grid, rays
from masume.core.phrases import name_place, name_places
from masume.core.places import Place
from masume.core.techniques import Deduction, Joins, Technique
from masume.core.tracks import drawn_loop
from masume.genres.masyu.rules import edges_ahead


def circles(deduction: Deduction) -> list[int]:
    """Return the circles that a deduction uses."""
    return [cell for rule in ("M2", "M3") for cell in _cells(deduction, rule)]


def _cells(deduction: Deduction, rule: str) -> list[int]:
    """Return the cells among the places of a rule; the others are edges, of cuts."""
    edges = set(deduction.board.genre.mark_layer("loop").places(deduction.board.grid))
    return [place for place in deduction.places.get(rule, ()) if isinstance(place, int) and place not in edges]


def is_at_edge(deduction: Deduction) -> bool:
    """Return whether a circle is so near to the frame that the loop cannot pass it towards there."""
    grid, (cell,) = deduction.board.grid, circles(deduction)
    ahead, needed = edges_ahead(grid, cell), 1 if deduction.places.get("M2") else 2
    ways = [way for way in range(len(ahead) // 2) if len(grid.cells_beside(ahead[2 * way + needed - 1])) < 2]
    known = {claim.place for claim in deduction.known}
    return bool(ways) and known.isdisjoint(grid.edges_of(cell)) and known.isdisjoint(ahead)


def white_at_edge_argument(deduction: Deduction) -> str:
    """Say how the loop passes white circles at the edge."""
    return f"along the edge the loop runs straight through {name_places(deduction.board, circles(deduction))}"


def black_at_edge_argument(deduction: Deduction) -> str:
    """Say why the loop leads away from the edge in black circles."""
    return f"towards the edge the loop could not go straight on from {name_places(deduction.board, circles(deduction))}"


def is_met_by_line(deduction: Deduction) -> bool:
    """Return whether a line comes to a circle and goes on in it."""
    (cell,) = circles(deduction)
    edges = {*deduction.board.grid.edges_of(cell)}
    return not edges.isdisjoint(claim.place for claim in deduction.claims) and any(
        claim.value == "line" and claim.place in edges for claim in deduction.known
    )


def are_in_a_row(deduction: Deduction) -> bool:
    """Return whether all white circles are neighbours in a line."""
    grid, cells = deduction.board.grid, set(_cells(deduction, "M2"))
    return all(cells & {*grid.cells_beside(claim.cell)} for claim in deduction.claims) and any(
        cells == {cell, *ray[: len(cells) - 1]} for cell in cells for ray in rays(grid, cell)
    )


def is_pair_with_line(deduction: Deduction) -> bool:
    """Return whether two white circles are neighbours and a line goes straight on before or after them."""
    grid, cells = deduction.board.grid, sorted(_cells(deduction, "M2"))
    along = {edge for cell in cells for edge in _along(grid, cells, cell)}
    return bool(_lines_beyond(deduction)) and all(
        (claim.value == "cross") == (claim.place in along) for claim in deduction.claims
    )


def _along(grid: Grid, cells: list[int], cell: int) -> list[int]:
    """Return the edges of a cell in the direction of its neighbour among two cells."""
    shared = _edge_between(grid, *cells)
    return [shared, _opposite(grid, cell, shared)]


def _lines_beyond(deduction: Deduction) -> list[int]:
    """Return the lines that lead straight on from two neighbours, one cell away from them."""
    grid, cells = deduction.board.grid, sorted(_cells(deduction, "M2"))
    if cells[1] not in grid.neighbours(cells[0]):
        return []
    beyond = [edge for cell in cells for edge in _straight_on(grid, cell, _along(grid, cells, cell)[1])]
    return [edge for edge in beyond if edge in drawn_loop(deduction.board, "loop").lines]


def pair_argument(deduction: Deduction) -> str:
    """Say why the loop does not pass two white circles in a row."""
    cells = deduction.names(_cells(deduction, "M2"))
    line = name_place(deduction.board, _lines_beyond(deduction)[0])
    return f"passing {cells} in a row, the loop would have to turn just before and just after them, not go on to {line}"


def three_argument(deduction: Deduction) -> str:
    """Say why the loop crosses three white circles in a row."""
    cells = name_places(deduction.board, sorted(_cells(deduction, "M2")))
    return f"along {cells} the loop could not turn beside the middle one, so it crosses all three"


def are_black_neighbours(deduction: Deduction) -> bool:
    """Return whether two black circles are neighbours and the claims are about the line between them."""
    grid, (one, other) = deduction.board.grid, _cells(deduction, "M3")
    if other not in grid.neighbours(one):
        return False
    shared = _edge_between(grid, one, other)
    away = {(_opposite(grid, cell, shared), "line") for cell in (one, other)}
    return {(claim.place, claim.value) for claim in deduction.claims} <= {(shared, "cross"), *away}


def is_line_in_the_way(deduction: Deduction) -> bool:
    """Return whether the loop cannot go straight on from a black circle through a cell, because of a line there."""
    grid, (black,), (cell,) = deduction.board.grid, circles(deduction), _cells(deduction, "M1")
    if cell not in grid.neighbours(black):
        return False
    edge = _edge_between(grid, black, cell)
    others = drawn_loop(deduction.board, "loop").lines.intersection(grid.edges_of(cell))
    return not others <= {edge, *_straight_on(grid, black, edge)} and _leads_away(deduction, black, edge)


def _leads_away(deduction: Deduction, black: int, edge: int) -> bool:
    """Return whether the claims are that the loop does not leave a black circle by an edge, but on the other side."""
    grid = deduction.board.grid
    other_side = _opposite(grid, black, edge)
    away = {(line, "line") for line in (other_side, *_straight_on(grid, black, other_side))}
    return {(claim.place, claim.value) for claim in deduction.claims} <= {(edge, "cross"), *away}


def _edge_between(grid: Grid, one: int, other: int) -> int:
    return next(edge for edge in grid.edges_of(one) if other in grid.cells_beside(edge))


def _opposite(grid: Grid, cell: int, edge: int) -> int:
    """Return the edge on the other side of a cell."""
    edges = grid.edges_of(cell)
    return edges[(edges.index(edge) + len(edges) // 2) % len(edges)]


def _straight_on(grid: Grid, cell: int, edge: int) -> list[int]:
    """Return the next edge straight on from a cell through one of its edges, if there is one."""
    ahead = edges_ahead(grid, cell)
    return [onward for out, onward in zip(ahead[::2], ahead[1::2], strict=True) if out == edge != onward]


def _names(deduction: Deduction) -> str:
    return deduction.names(circles(deduction))


def _cut_edges(deduction: Deduction) -> list[Place]:
    """Return the edges of a cut, except those that are claimed or at a circle of the deduction."""
    at_circles = (edge for cell in circles(deduction) for edge in deduction.board.grid.edges_of(cell))
    left_out = {*_cells(deduction, "M1"), *(claim.place for claim in deduction.claims), *at_circles}
    return [place for place in deduction.places["M1"] if place not in left_out]


def is_closed(deduction: Deduction) -> bool:
    """Return whether the loop is closed, and the claim is about a line that it would leave out."""
    return deduction.places["M1"][0] == deduction.claim.place


def closing_argument(deduction: Deduction) -> str:
    """Say which line would be left out."""
    cells, places = _cells(deduction, "M1"), {*deduction.places["M1"]}
    edge = next(place for place in deduction.places["M1"] if place not in cells)
    left_out = name_place(deduction.board, edge)
    on_loop = [cell for cell in circles(deduction) if not places.isdisjoint(deduction.board.grid.edges_of(cell))]
    if on_loop:
        names = deduction.names(on_loop)
        return f"otherwise the line through {names} would close the loop without the line {left_out}"
    if not cells and not circles(deduction):
        return f"the loop would close without the line {left_out}"
    return f"otherwise the line would have to go on and close the loop without the line {left_out}"


def dead_end_argument(deduction: Deduction) -> str:
    """Say which lines could not be joined."""
    own_line = f"the line through {_names(deduction)}" if circles(deduction) else ""
    return say_not_joined(deduction.board, _cut_edges(deduction)[:2], own_line)


TECHNIQUES = (
    Technique("Three whites in a row", "M2 M2 M2", three_argument, applies=are_in_a_row),
    Technique("Two whites in a row", "M2 M2", pair_argument, applies=is_pair_with_line),
    Technique(
        "Black beside black",
        "M3 M3",
        "a line between {M3.all} could go straight on through neither",
        applies=are_black_neighbours,
    ),
    Technique("White at the edge", "M2", white_at_edge_argument, applies=is_at_edge, joins=Joins.EVERYWHERE),
    Technique("Black at the edge", "M3", black_at_edge_argument, applies=is_at_edge, joins=Joins.EVERYWHERE),
    Technique("Line meets a white circle", "M2", "the line goes straight through {M2.place}", applies=is_met_by_line),
    Technique(
        "Line meets a black circle", "M3", "the line turns in {M3.place} and goes straight on", applies=is_met_by_line
    ),
    Technique(
        "Line in the way of a black circle",
        "M3 M1.",
        "from {M3.place} the loop would have to go straight on through {M1.place}, which has another line already",
        applies=is_line_in_the_way,
    ),
    Technique("The loop is closed", "M1.closed", "", applies=is_closed),
    Technique("Closing too early", "M1.closed M1.* M3? M2?", closing_argument),
    Technique("Dead end", "M1.blocked M1.*, M1.blocked M1.* M2|M3", dead_end_argument),
)
