"""The words a genre's model is written in.

A literal is an integer, minus is not; TRUE and FALSE are literals too.  Example: of three cells, one or
two are shaded, whatever the engine:

    m = Model()
    a, b, c = m.new(3)
    m.post("R1", place, at_least(1, (a, b, c)), at_most(2, (a, b, c)))
"""

from masume.modelling.alternative_model import Statement
from masume.modelling.connectivity_encodings import Reach, reach_by_graph, reach_by_paths, reach_by_test
from masume.modelling.cyclic_labels import beside, different_among
from masume.modelling.graph import Graph, cell_graph
from masume.modelling.integers import Integer, Sum, all_different, compare, relation, table, tally, total
from masume.modelling.kernel import (
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
    passed_once_or_never,
    region,
    route,
)
from masume.modelling.literal_table import LiteralTable, arrangements, literal_rows
from masume.modelling.model import Instance, Model, skeleton, template
from masume.modelling.ownership import spread, supported
from masume.modelling.patterns import see_cells, shade_single_cells
from masume.modelling.visibility import run

__all__ = [
    "FALSE",
    "TRUE",
    "Clause",
    "Count",
    "Graph",
    "Instance",
    "Integer",
    "LiteralTable",
    "Model",
    "Reach",
    "Statement",
    "Sum",
    "all_different",
    "any_of",
    "arrangements",
    "at_least",
    "at_most",
    "beside",
    "by_test",
    "cell_graph",
    "compare",
    "connected",
    "different_among",
    "exactly",
    "implies",
    "literal_rows",
    "passed_once_or_never",
    "reach_by_graph",
    "reach_by_paths",
    "reach_by_test",
    "region",
    "relation",
    "route",
    "run",
    "see_cells",
    "shade_single_cells",
    "skeleton",
    "spread",
    "supported",
    "table",
    "tally",
    "template",
    "total",
]
