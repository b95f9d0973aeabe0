"""Programs: compiled models as arrays of integers, which the extension reads as they are (native/program.hpp)."""

from array import array
from enum import IntEnum
from typing import NamedTuple

from masume.core.errors import InputError
from masume.core.stopping import breathe
from masume.engines.native_library import is_closed
from masume.modelling.compiled import Compiled, Guarded
from masume.modelling.counting import positive
from masume.modelling.kernel import TRUE, Connected, Count, Region, Route

# How many fixpoints a structure that found nothing lets pass at most before it looks again (docs/engines.md).
_LONGEST_PAUSE = {Connected: 16, Route: 256, Region: 16}
_MOST_WEIGHT = 2**30  # of a count; clingo adds up in 32 bits


class _Kind(IntEnum):
    CLAUSES, COUNT, CONNECTED, ROUTE, REGION, PREFERRED = range(1, 7)


class Program(NamedTuple):
    """What a compiled model says, where that is in memory, and how many clauses it has."""

    numbers: "array[int]"
    address: int
    size: int
    clauses: int


def program(compiled: Compiled) -> Program:
    """The program of a compiled model, made once, without its parts."""
    made: Program | None = compiled.kept
    if made is None:
        numbers = array("i", (_Kind.CLAUSES, len(compiled.clauses)))
        numbers.fromlist(compiled.clauses)
        for count in compiled.counts:
            _add_count(numbers, count)
        for structure in compiled.structures:
            breathe()
            _add_structure(numbers, structure, compiled.clauses)
        if compiled.preferred:
            numbers.extend((_Kind.PREFERRED, len(compiled.preferred), *compiled.preferred))
        clauses = compiled.clauses.count(0)
        made = compiled.kept = Program(numbers, *numbers.buffer_info(), clauses)
    return made


def _add_count(numbers: "array[int]", count: Count) -> None:
    count = positive(count)
    weight = sum(count.weights)
    if weight > _MOST_WEIGHT:
        raise InputError(f"native: a count weighs {weight}, expected at most {_MOST_WEIGHT}")
    low, high = (max(-1, min(bound, weight + 1)) for bound in (count.low, count.high))
    numbers.extend((_Kind.COUNT, count.when, low, high, len(count.literals), *count.literals, *count.weights))


def _add_structure(numbers: "array[int]", guarded: Guarded, clauses: list[int]) -> None:
    structure, guard = guarded.structure, 0 if guarded.guard == TRUE else guarded.guard
    graph, pause = structure.graph, _LONGEST_PAUSE[type(structure)]
    kind = {Connected: _Kind.CONNECTED, Route: _Kind.ROUTE, Region: _Kind.REGION}[type(structure)]
    numbers.extend((kind, guard, pause, graph.size, len(graph.edges)))
    numbers.extend(graph.ends)
    numbers.extend(structure.literals)
    if isinstance(structure, Connected):
        numbers.extend((0,) if structure.links is None else (1, *structure.links))
    elif isinstance(structure, Region):
        most = -1 if structure.most is None else structure.most
        numbers.extend((len(structure.roots), *structure.roots, structure.least, most))
    else:
        numbers.append(not guard and is_closed(graph.size, graph.ends, structure.literals, array("i", clauses)))
