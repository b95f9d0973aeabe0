"""Patterns: what several genres say in the same way, stated under the rules that they name."""

from collections.abc import Mapping, Sequence

from masume.core.grid import Grid, rays
from masume.modelling.basic_constraints import any_of, connected, implies
from masume.modelling.graph import cell_graph
from masume.modelling.model import Model, RuleInstance, template
from masume.modelling.ownership import no_isolated_vertex
from masume.modelling.visibility import addition, no_fewer, no_more, prefixes, visible


def post_isolated_shading(m: Model, grid: Grid, shaded: Mapping[int, int], *, apart: str, joined: str) -> None:
    """No two shaded cells share a side (rule `apart`), and the other cells are connected (rule `joined`)."""
    for cell in grid.cells:
        for other in grid.neighbours(cell):
            if cell < other:
                m.post(apart, (cell, other), any_of(-shaded[cell], -shaded[other]))
    graph, clear = cell_graph(grid), [-shaded[cell] for cell in grid.cells]
    m.post(joined, grid.board, connected(graph, clear))
    if graph.has_disjoint_edges:  # of each two neighbours one is clear, so two cells at least are
        m.post_redundant(no_isolated_vertex(graph, clear))


def post_visible_cells(
    m: Model, grid: Grid, clue: int, number: int, clear: Mapping[int, int], *, too_many: str, too_few: str
) -> None:
    """A clear cell sees as many clear cells as its number says, itself included, up to the first that is not clear."""
    explain_visible_cells(m, grid, clue, number, clear, too_many, too_few)
    beyond = ([clear[cell] for cell in cells[:number]] for cells in rays(grid, clue))  # more would be too many anyway
    unary: list[Sequence[int]] = sorted((_counted(m, ray) for ray in beyond if ray), key=len)
    while len(unary) > 2:
        one, other, *rest = unary
        unary = sorted([_added(m, clue, [*one, *other], len(one), number), *rest], key=len)
    one, other = [*unary, [], []][:2]
    _seen(m, clue, [clear[clue], *one, *other], len(one), number, too_many, too_few)


def explain_visible_cells(
    m: Model, grid: Grid, clue: int, number: int, clear: Mapping[int, int], too_many: str, too_few: str
) -> None:
    """How people read a number that sees so many cells: in arms."""

    def arms() -> list[list[int]]:
        return [[clear[cell] for cell in cells] for cells in rays(grid, clue)]

    m.explain_as(too_many, clue, lambda: visible(arms(), high=number - 1, when=clear[clue]))
    m.explain_as(
        too_few,
        clue,
        lambda: visible(arms(), low=number - 1, high=number - 1, when=clear[clue]),
        rests_on=[RuleInstance(too_many, clue)],
    )


def _counted(m: Model, ray: list[int]) -> Sequence[int]:
    """How many literals at the beginning of a ray are true, in unary."""
    return [ray[0], *_prefixes(m, 0, ray)]


# One template per step: of rays that are as long there are many, of clues with as long rays few.


@template
def _prefixes(m: Model, place: int, ray: Sequence[int]) -> Sequence[int]:
    helpers = m.new_literals(len(ray) - 1)
    m.define(*prefixes(ray, helpers))
    return helpers


@template
def _added(m: Model, place: int, literals: Sequence[int], first: int, most: int) -> Sequence[int]:
    sums = m.new_literals(min(len(literals), most))
    m.define(*addition(literals[:first], literals[first:], sums))
    return sums


@template
def _seen(m: Model, clue: int, literals: Sequence[int], first: int, number: int, too_many: str, too_few: str) -> None:
    clear, one, other = literals[0], literals[1 : first + 1], literals[first + 1 :]
    m.post(too_many, clue, *(implies(clear, *clause) for clause in no_more(number - 1, one, other)))
    m.post(too_few, clue, *(implies(clear, *clause) for clause in no_fewer(number - 1, one, other)))
