"""Propagation with as few rule instances as possible, in Python, for installations without the extension.

It makes the same inferences as native/reasoner.cpp in the same order, and so finds the same proofs.

Every inference carries the set of its reasons: numbers of owners and of cuts.  Literals that are inferred but not yet
on the trail wait in queues, one queue per number of reasons.  The queues are processed in ascending order, up to the
limit; propagators run only when the queue of the current number is empty.  After a contradiction the limit falls below
the number of its reasons, and propagation continues, in search of a smaller one.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from masume.core.cancellation import checkpoint
from masume.explaining.reasoning.annotated_model import (
    BOOKKEEPING,
    AnnotatedModel,
    ClosedRoute,
    ExplainableConstraint,
    Origin,
    OwnedConstraint,
    Parity,
)
from masume.explaining.reasoning.graphs.parity import ParityPropagator
from masume.explaining.reasoning.graphs.propagators import (
    LoopPropagator,
    Propagator,
    RegionPropagator,
    connected_edges,
    connected_vertices,
)
from masume.explaining.reasoning.graphs.reachability import NO, OPEN, YES
from masume.explaining.reasoning.local_constraints import (
    CountPropagator,
    Rank,
    SumPropagator,
    TablePropagator,
    VisibilityPropagator,
)
from masume.modelling.basic_constraints import TRUE, Connected, Count, Region, Route
from masume.modelling.integers import Sum
from masume.modelling.literal_table import LiteralTable
from masume.modelling.visibility import Visibility

MAX_REASONS = 32  # of one inference; no person follows more
FIRST_CUT = 1 << 24  # cuts are numbered from here on, above all owners
LEMMA = -2  # instead of the id of a statement: a clause that was learned
_NO_REASONS: frozenset[int] = frozenset()


class Source(NamedTuple):
    """The clause that an inference is made by, and where that clause comes from."""

    clause: Sequence[int] = ()  # empty for facts and assumptions
    origin: Origin = Origin()
    owner: int = BOOKKEEPING
    cut: int = 0


class _Inference(NamedTuple):
    """A literal, the clause it is inferred by, and all reasons behind it."""

    literal: int
    source: Source
    reasons: frozenset[int]


class _OwnedPropagator(NamedTuple):
    propagator: Propagator
    origin: Origin
    owner: int
    # Clauses with the same literals from this set are one cut; without any, those with the same variables are.  None if
    # its clauses are no cuts.
    boundary: frozenset[int] | None


class SavedState(NamedTuple):
    """The lengths of the trail and the queues, and the heads of the queues, to which propagation can return."""

    trail: int
    queues: list[int]
    heads: list[int]


class Propagation:
    """The state of propagation: constraints, assignment, trail and queues.

    Lists with one entry per literal use negative indices for negative literals: the entry of -1 is the last one.
    """

    def __init__(self, model: AnnotatedModel) -> None:
        size = 2 * model.variables + 1
        self.work = 0
        self._clauses: list[Source] = []
        self._clauses_of: list[list[int]] = [[] for _ in range(size)]  # per literal
        self._propagators: list[_OwnedPropagator] = []
        self._propagators_of: list[list[int]] = [[] for _ in range(model.variables + 1)]  # per variable
        for owned in model.constraints:
            self._add_constraint(owned)
        self._sort_propagators()
        self._enabled = [True] * (len(model.instances) + len(model.theorems) + 1)  # per owner
        self._truth = [OPEN] * size  # per literal
        self._position = [0] * size  # per literal: its index in the trail
        # Per clause: how many literals must still become false until at most one is left.
        self._until_unit = [len(source.clause) - 1 for source in self._clauses]
        self._is_due = bytearray(len(self._propagators))  # whether a propagator has to run again
        self._trail: list[_Inference] = []
        self._base = 0  # length of the part of the trail that follows from facts and bookkeeping alone
        self._base_contradiction: tuple[Source, frozenset[int]] | None = None  # between the facts themselves
        self._queues: list[list[_Inference]] = [[] for _ in range(MAX_REASONS + 1)]  # per number of reasons
        self._heads = [0] * len(self._queues)  # per queue: the index of the next inference to process
        self._cuts: dict[tuple[int, ...], int] = {}  # numbers of cuts, by propagator and boundary
        self._level, self._limit = 0, MAX_REASONS  # the current and the largest allowed number of reasons
        self._wants_proof = True
        self._best: frozenset[int] | None = None  # the reasons of the last search's smallest contradiction
        self._proof: list[int] = []
        self._counts_reasons = True  # False: propagation is free, with any number of reasons
        self._runs_quick_first = False  # the order of propagators; False: as they come in the model
        self._contradiction: Source | None = None  # that free propagation has found
        self._lemma_sources: list[list[Source]] = []  # per lemma: the clauses, or lemmas, that it was learned from

    def _add_constraint(self, owned: OwnedConstraint) -> None:
        origin, owner, constraint = owned
        if isinstance(constraint, tuple):
            for literal in constraint:
                self._clauses_of[literal].append(len(self._clauses))
            self._clauses.append(Source(constraint, origin, owner))
            return
        for propagator, boundary in _build_propagators(constraint, self._rank):
            is_cut = owner != BOOKKEEPING
            self._propagators.append(_OwnedPropagator(propagator, origin, owner, boundary if is_cut else None))

    def _sort_propagators(self) -> None:
        """Sort the propagators: those with few variables are quick."""
        variables = [{abs(literal) for literal in _own_literals(owned.propagator)} for owned in self._propagators]
        order = sorted(range(len(variables)), key=lambda number: len(variables[number]))
        self._propagators = [self._propagators[number] for number in order]
        self._model_order = sorted(range(len(order)), key=order.__getitem__)
        self._variables_of = [variables[number] for number in order]  # per propagator
        for number, own in enumerate(self._variables_of):
            for variable in own:
                self._propagators_of[variable].append(number)

    def begin(self, facts: Sequence[int], owners: Sequence[int] = ()) -> bool:
        self._restore(SavedState(0, [0] * len(self._queues), [0] * len(self._queues)))
        self._base, self._level, self._limit = 0, 0, MAX_REASONS
        self._base_contradiction, self._wants_proof = None, True
        self._cuts.clear()
        allowed = {BOOKKEEPING, *owners}
        self._enabled = [not owners or owner in allowed for owner in range(len(self._enabled))]
        self._is_due = bytearray(b"\1" * len(self._propagators))
        self._assume(TRUE, *facts)
        for source in self._clauses:
            if len(source.clause) <= 1 and self._enabled[source.owner]:
                self._infer(source)
        self._propagate(0)
        self._base = len(self._trail)
        return self._base_contradiction is None or len(self._base_contradiction[1]) > 0

    def _assume(self, *literals: int) -> None:
        self._queues[0] += (_Inference(literal, Source(), _NO_REASONS) for literal in literals)

    def _save(self) -> SavedState:
        return SavedState(len(self._trail), [len(queue) for queue in self._queues], self._heads.copy())

    def _restore(self, state: SavedState) -> None:
        truth, until_unit = self._truth, self._until_unit
        for literal, _, _ in self._trail[state.trail :]:
            truth[literal] = truth[-literal] = OPEN
            for number in self._clauses_of[-literal]:
                until_unit[number] += 1
        del self._trail[state.trail :]
        for queue, size in zip(self._queues, state.queues, strict=True):
            del queue[size:]
        self._heads = state.heads.copy()
        self._is_due = bytearray(len(self._propagators))

    def _search(self, assumptions: Sequence[int], limit: int) -> None:
        """Propagate the assumptions; leave the smallest contradiction in `_best` and its proof in `_proof`."""
        self._assume(*assumptions)
        self._best = None
        self._limit = min(limit, MAX_REASONS)
        if self._base_contradiction is not None and len(self._base_contradiction[1]) <= self._limit:
            self._record_contradiction(*self._base_contradiction)
        self._propagate(self._limit)

    def _propagate(self, last_level: int) -> None:
        self._level = 0
        while self._level <= min(last_level, self._limit):
            self._process_queue(self._level)
            while self._run_due_propagators(self._level):
                self._process_queue(self._level)
            self._level += 1

    def _process_queue(self, level: int) -> None:
        queue = self._queues[level]
        while self._heads[level] < len(queue) and level <= self._limit:
            self._heads[level] += 1
            self._process(queue[self._heads[level] - 1])

    def _run_due_propagators(self, level: int) -> bool:
        """Run propagators until one adds to the queue of this level; return whether one did."""
        queue, place = self._queues[level], self._next_due(0)
        while place < len(self._is_due) and level <= self._limit:
            self._run_propagator(place if self._runs_quick_first else self._model_order[place])
            if self._heads[level] < len(queue):
                return True
            place = self._next_due(place + 1)
        return False

    def _next_due(self, place: int) -> int:
        """Return the first place from this one on, in the current order, of a propagator that has to run again."""
        if self._runs_quick_first:
            found = self._is_due.find(1, place)
            return len(self._is_due) if found < 0 else found
        order = self._model_order
        return next((at for at in range(place, len(order)) if self._is_due[order[at]]), len(order))

    def _process(self, inference: _Inference) -> None:
        """Put an inference on the trail, unless its literal is decided already."""
        literal, truth = inference.literal, self._truth
        if truth[literal] == YES:
            return
        if truth[literal] == NO:
            opposite = self._trail[self._position[literal]]
            if not self._counts_reasons:
                self._contradict(inference.source if inference.source.clause else opposite.source)
                return
            reasons = inference.reasons | opposite.reasons
            if len(reasons) <= self._limit:
                # The clause that infers the literal is false now.  A fact or an assumption has no clause.
                self._record_contradiction(inference.source if inference.source.clause else opposite.source, reasons)
            return
        self.work += 1
        truth[literal], truth[-literal] = YES, NO
        self._position[literal] = self._position[-literal] = len(self._trail)
        self._trail.append(inference)
        self._falsify(self._clauses_of[-literal])
        for number in self._propagators_of[abs(literal)]:
            if self._enabled[self._propagators[number].owner]:
                self._is_due[number] = True

    def _falsify(self, numbers: Sequence[int]) -> None:
        """Note that one more literal of these clauses is false."""
        enabled, clauses, until_unit = self._enabled, self._clauses, self._until_unit
        for number in numbers:
            until_unit[number] -= 1
        for number in numbers:
            if until_unit[number] <= 0 and enabled[clauses[number].owner]:
                self._infer(clauses[number])

    def _infer(self, source: Source) -> None:
        """Queue the only literal of a clause that is not false; if there is none, record the contradiction."""
        if not self._counts_reasons:
            self._infer_freely(source)
            return
        truth, trail, position = self._truth, self._trail, self._position
        open_literal, reason_sets = 0, []
        for literal in source.clause:
            value = truth[literal]
            if value == NO:
                reason_sets.append(trail[position[literal]].reasons)
            elif value == YES or open_literal not in (0, literal):
                return
            else:
                open_literal = literal
        own_reason = source.cut or source.owner
        reasons = _NO_REASONS.union(*reason_sets, (own_reason,) if own_reason else ())
        if len(reasons) > self._limit:
            return
        if open_literal:
            self._queues[max(len(reasons), self._level)].append(_Inference(open_literal, source, reasons))
        else:
            self._record_contradiction(source, reasons)

    def _begin_free_propagation(self) -> None:
        """Propagate, from now on, with any number of reasons, and first what waits in the queues."""
        self._counts_reasons, self._contradiction, self._limit = False, None, 0
        for queue, head in zip(self._queues[1:], self._heads[1:], strict=True):
            self._queues[0] += queue[head:]
        if self._base_contradiction is not None:
            self._contradict(self._base_contradiction[0])

    def _end_free_propagation(self, state: SavedState) -> None:
        """Return to a state, and count reasons again."""
        self._counts_reasons, self._contradiction, self._runs_quick_first = True, None, False
        self._restore(state)

    def _contradict(self, source: Source) -> None:
        if self._contradiction is None:
            self._contradiction, self._limit = source, -1  # with this limit, propagation ends

    def _infer_freely(self, source: Source) -> None:
        """Queue the only literal of a clause that is not false; if there is none, this is a contradiction."""
        if self._contradiction is not None:
            return
        truth, open_literal = self._truth, 0
        for literal in source.clause:
            value = truth[literal]
            if value == YES or (value == OPEN and open_literal not in (0, literal)):
                return
            if value == OPEN:
                open_literal = literal
        if open_literal:
            self._queues[0].append(_Inference(open_literal, source, _NO_REASONS))
        else:
            self._contradict(source)

    def _run_propagator(self, number: int) -> None:
        checkpoint()
        propagator, origin, owner, boundary = self._propagators[number]
        self._is_due[number] = False
        if not self._enabled[owner]:
            return
        self.work += len(propagator.literals)
        for clause in propagator.deduce(self._truth.__getitem__):
            if self._contradiction is not None:
                break
            cut = 0 if boundary is None else self._cut_number(clause, number, boundary)
            self._infer(Source(clause, origin, owner, cut))

    def _cut_number(self, clause: Sequence[int], propagator: int, boundary: frozenset[int]) -> int:
        """Return the number of a cut; if the clause has no boundary (a loop would close), its variables identify it."""
        key = [literal for literal in clause if literal in boundary] or [abs(literal) for literal in clause]
        return self._cuts.setdefault((propagator, *sorted(key)), FIRST_CUT + len(self._cuts))

    def _record_contradiction(self, source: Source, reasons: frozenset[int]) -> None:
        if self._base > 0:
            self._best = reasons
            self._limit = len(reasons) - 1
            if self._wants_proof:
                self._proof = self._build_proof(source)
        elif self._base_contradiction is None or len(reasons) < len(self._base_contradiction[1]):
            self._base_contradiction = source, reasons  # between the facts: every later search starts with it

    def _build_proof(self, last: Source) -> list[int]:
        """Return the inferences that a contradiction depends on, and the contradiction."""
        truth, trail, position = self._truth, self._trail, self._position
        needed: set[int] = set()  # positions in the trail
        sources = [last]
        for source in sources:  # grows during the iteration
            for literal in source.clause:
                if truth[literal] != OPEN and position[literal] not in needed:
                    needed.add(position[literal])
                    sources.append(trail[position[literal]].source)
        inferred = (trail[place] for place in sorted(needed) if trail[place].source.clause)
        lines = [*((inference.literal, inference.source) for inference in inferred), (0, last)]
        return [number for literal, source in lines for number in self._encode_line(literal, source)]

    def _encode_line(self, literal: int, source: Source) -> list[int]:
        """Return an inference as integers of a proof; for a lemma, with the clauses that it was learned from."""
        if source.origin.statement != LEMMA:
            return encode_inference(literal, source)
        parts = self._parts_of(source)
        head = source._replace(origin=Origin(LEMMA, len(parts)))
        return [*encode_inference(literal, head), *(number for part in parts for number in encode_inference(0, part))]

    def _parts_of(self, lemma: Source) -> list[Source]:
        """Return the clauses that a lemma was learned from; instead of other lemmas, those that these come from."""
        parts: dict[int, Source] = {}  # by identity: equal clauses of propagators were found at different times
        stack, done = [lemma], set[int]()
        while stack:
            source = stack.pop()
            number = source.origin.constraint
            if source.origin.statement != LEMMA:
                parts.setdefault(id(source), source)
            elif number not in done:
                done.add(number)
                stack += reversed(self._lemma_sources[number])
        return list(parts.values())

    def _rank(self, literal: int) -> int:
        """Return when a literal was decided: 0 if it follows from the facts and bookkeeping alone."""
        return max(0, self._position[literal] - self._base + 1) if self._base else 0


def encode_inference(literal: int, source: Source) -> list[int]:
    """Return an inference as integers of a proof (see `Reasoner`)."""
    return [literal, *source.origin, source.cut, len(source.clause), *source.clause]


def _build_propagators(
    constraint: ExplainableConstraint, rank: Rank
) -> Iterator[tuple[Propagator, frozenset[int] | None]]:
    """Yield the propagators of a constraint, with the literals that identify their cuts (see `_OwnedPropagator`)."""
    match constraint:
        case Count():
            yield CountPropagator(constraint, rank), None
        case LiteralTable():
            yield TablePropagator(constraint, rank), None
        case Visibility():
            yield VisibilityPropagator(constraint, rank), None
        case Sum():
            yield SumPropagator(constraint, rank), None
        case ClosedRoute(route):
            loop = LoopPropagator(route.graph, route.literals)
            yield loop, _own_literals(loop)
        case Parity(route):
            yield ParityPropagator(route.graph, route.literals), frozenset()
        case Route():
            edges = connected_edges(constraint.graph, constraint.literals)
            yield edges, _own_literals(edges)
        case Connected():
            vertices = connected_vertices(constraint.graph, constraint.literals, constraint.links)
            yield vertices, _own_literals(vertices)
        case Region(graph, literals, roots, min_size, max_size):
            yield from ((CountPropagator(count, rank), None) for count in _size_counts(constraint))
            yield RegionPropagator(graph, literals, roots, min_size, max_size), None


def _own_literals(propagator: Propagator) -> frozenset[int]:
    return frozenset(propagator.literals) - {0}


def _size_counts(region: Region) -> Iterator[Count]:
    """Yield counts for the size of a region, because its propagator only knows how far the region can reach."""
    literals, size = tuple(region.literals), len(region.literals)
    if region.min_size > 0:
        yield Count(literals, (1,) * size, region.min_size, size, literals[region.roots[0]])
    if region.max_size is not None:
        yield Count(literals, (1,) * size, 0, region.max_size)
