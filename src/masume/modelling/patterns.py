"""Patterns: groups of constraints that several genres share, posted under rule ids that the caller passes."""

from collections.abc import Mapping, Sequence

from masume.core.grid import Grid, rays
from masume.modelling.basic_constraints import connected, implies, not_all
from masume.modelling.graph import cell_graph
from masume.modelling.model import Model, template
from masume.modelling.ownership import no_isolated_vertex
from masume.modelling.statements import Restatement, RuleInstance
from masume.modelling.visibility import Visibility, addition_clauses, prefix_clauses, sum_at_least, sum_at_most, visible


def post_isolated_shading(m: Model, grid: Grid, shaded: Mapping[int, int], *, apart: str, joined: str) -> None:
    """Post that no two shaded cells share a side (rule `apart`) and all other cells are connected (rule `joined`)."""
    pairs = [(cell, other) for cell in grid.cells for other in grid.neighbours(cell) if cell < other]
    m.post_each(apart, pairs, [(shaded[cell], shaded[other]) for cell, other in pairs], not_all)
    graph, clear = cell_graph(grid), [-shaded[cell] for cell in grid.cells]
    m.post(joined, grid.board, connected(graph, clear))
    if graph.has_disjoint_edges:  # each edge has a clear end, so at least two cells are clear
        m.post_redundant(no_isolated_vertex(graph, clear))


def post_visible_cells(
    m: Model, grid: Grid, clue: int, number: int, clear: Mapping[int, int], *, too_many: str, too_few: str
) -> None:
    """Post that the clue's cell, if it is clear, sees as many clear cells as its number, including itself.

    It sees along each ray up to the first cell that is not clear.  `too_many` and `too_few` are the ids of the rules
    that forbid larger and smaller numbers.
    """
    truncated = ([clear[cell] for cell in ray[:number]] for ray in rays(grid, clue))  # more cells would be too many
    unary: list[Sequence[int]] = sorted((_count_ray(m, ray) for ray in truncated if ray), key=len)
    while len(unary) > 2:
        one, other, *rest = unary
        limit = min(number, len(one) + len(other))  # a limit that has no effect would only make more shapes
        unary = sorted([_add(m, clue, [*one, *other], len(one), limit), *rest], key=len)
    one, other = [*unary, [], []][:2]
    _post_bounds(m, (clue, grid, clear), [clear[clue], *one, *other], len(one), number, too_many, too_few)


def _count_ray(m: Model, ray: list[int]) -> Sequence[int]:
    """Return the number of literals that are true from the start of a ray, as a unary number (see visibility.py)."""
    return [ray[0], *_define_prefixes(m, 0, ray)]


# Each step is its own template: many rays have the same length, but few clues have all rays of the same lengths.


@template
def _define_prefixes(m: Model, place: int, ray: Sequence[int]) -> Sequence[int]:
    helpers = m.new_literals(len(ray) - 1)
    m.define(*prefix_clauses(ray, helpers))
    return helpers


@template
def _add(m: Model, place: int, literals: Sequence[int], first: int, limit: int) -> Sequence[int]:
    """Return the sum, up to a limit, of two unary numbers: the first `first` literals and the others."""
    total = m.new_literals(min(len(literals), limit))
    m.define(*addition_clauses(literals[:first], literals[first:], total))
    return total


@template
def _post_bounds(
    m: Model,
    place: tuple[int, Grid, Mapping[int, int]],
    literals: Sequence[int],
    first: int,
    number: int,
    too_many: str,
    too_few: str,
) -> None:
    """Post the bounds on the sum of two unary numbers; the literals are the clue's cell and both numbers.

    The place is the clue's cell; explanations also need the grid and the literals of clear cells.
    """
    clue, clear, one, other = place[0], literals[0], literals[1 : first + 1], literals[first + 1 :]
    at_most = [implies(clear, *clause) for clause in sum_at_most(number - 1, one, other)]
    at_least = [implies(clear, *clause) for clause in sum_at_least(number - 1, one, other)]
    m.post(too_many, clue, *at_most, explained_as=lambda: Restatement(_visible(*place, high=number - 1)))
    m.post(
        too_few,
        clue,
        *at_least,
        explained_as=lambda: Restatement(
            _visible(*place, low=number - 1, high=number - 1), rests_on=(RuleInstance(too_many, clue),)
        ),
    )


def _visible(clue: int, grid: Grid, clear: Mapping[int, int], *, high: int, low: int = 0) -> Visibility:
    """Return bounds on the clear cells that a clue sees, counted ray by ray, as people do."""
    return visible([[clear[cell] for cell in ray] for ray in rays(grid, clue)], low=low, high=high, when=clear[clue])
