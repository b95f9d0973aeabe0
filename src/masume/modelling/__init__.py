"""The vocabulary in which genres write their models.

A literal is an integer, and its negative is its negation; TRUE and FALSE are literals, too.  Functions such as
`at_most` return a constraint, and their docstrings state what it means; with `when=LITERAL` it need hold only if that
literal is true.  `Model.post` adds constraints to a model, as one statement under a rule and a place.  For example,
this posts under rule R1 that one or two of three cells are shaded:

    m = Model()
    a, b, c = m.new_literals(3)
    m.post("R1", place, at_least(1, (a, b, c)), at_most(2, (a, b, c)))
"""

from masume.modelling.alternative_model import AlternativeModel
from masume.modelling.basic_constraints import (
    FALSE,
    TRUE,
    Clause,
    Count,
    any_of,
    at_least,
    at_most,
    by_test,
    connected,
    exactly,
    implies,
    not_all,
    region,
    route,
    zero_or_two,
)
from masume.modelling.broken_clauses import BrokenClauses, at_most_broken
from masume.modelling.connectivity_encodings import (
    ConnectivityEncoding,
    connected_by_graph,
    connected_by_paths,
    connected_by_test,
)
from masume.modelling.cyclic_labels import all_different_if, cyclic_neighbours
from masume.modelling.graph import Graph, cell_graph
from masume.modelling.integers import Integer, Sum, all_different, compare, relation, sum_equals, table, tally
from masume.modelling.literal_table import LiteralTable, arrangements, literal_rows
from masume.modelling.model import Model, skeleton, template
from masume.modelling.ownership import no_isolated_vertex, spread_ownership
from masume.modelling.patterns import post_isolated_shading, post_visible_cells
from masume.modelling.statements import Restatement, RuleInstance, Statement, Theorem
from masume.modelling.visibility import visible

__all__ = [
    "FALSE",
    "TRUE",
    "AlternativeModel",
    "BrokenClauses",
    "Clause",
    "ConnectivityEncoding",
    "Count",
    "Graph",
    "Integer",
    "LiteralTable",
    "Model",
    "Restatement",
    "RuleInstance",
    "Statement",
    "Sum",
    "Theorem",
    "all_different",
    "all_different_if",
    "any_of",
    "arrangements",
    "at_least",
    "at_most",
    "at_most_broken",
    "by_test",
    "cell_graph",
    "compare",
    "connected",
    "connected_by_graph",
    "connected_by_paths",
    "connected_by_test",
    "cyclic_neighbours",
    "exactly",
    "implies",
    "literal_rows",
    "no_isolated_vertex",
    "not_all",
    "post_isolated_shading",
    "post_visible_cells",
    "region",
    "relation",
    "route",
    "skeleton",
    "spread_ownership",
    "sum_equals",
    "table",
    "tally",
    "template",
    "visible",
    "zero_or_two",
]
