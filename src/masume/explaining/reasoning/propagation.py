"""Propagation by few rule instances, in Python, for where the extension is lacking.

What is inferred has a set of instances, and what has fewer of them is inferred first; nothing beyond a limit.  So an
assumption is refuted by few instances if propagation can do it at all, and little is looked at while the limit is low.
Nothing is learned.  It takes the steps of native/reasoner.cpp in their order, and so finds the same proofs.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from masume.core.cancellation import checkpoint
from masume.explaining.reasoning.annotated_model import NOBODY, Loop, Reading, Word
from masume.explaining.reasoning.graphs import structures
from masume.explaining.reasoning.graphs.crossings import Crossings
from masume.explaining.reasoning.graphs.structures import Structure
from masume.explaining.reasoning.graphs.survey import NO, OPEN, YES
from masume.explaining.reasoning.local_constraints import Chosen, Combined, Counted, Rank, Sighted
from masume.modelling.integers import Sum
from masume.modelling.kernel import TRUE, Connected, Count, Region, Route
from masume.modelling.literal_table import LiteralTable
from masume.modelling.visibility import Visibility

MOST_INSTANCES = 32  # nobody reads a reason that has more
FIRST_CUT = 1 << 24  # cuts are numbered from here on, above all instances
_NOTHING: frozenset[int] = frozenset()


class _Source(NamedTuple):
    """Why something is inferred."""

    clause: Sequence[int] = ()  # empty for facts and assumptions
    instance: int = NOBODY
    cut: int = 0
    structure: int = -1


class _Candidate(NamedTuple):
    literal: int
    source: _Source
    instances: frozenset[int]


class _Looking(NamedTuple):
    structure: Structure
    owner: int
    boundary: frozenset[int] | None  # literals that tell its cuts apart (none: everything does); None: it finds no cuts


class Mark(NamedTuple):
    """To come back to."""

    trail: int
    waiting: list[int]
    next: list[int]


class Propagation:
    """What is inferred, and how.

    Lists that have something per literal have that of -1 at their end, that of -2 before it, and so on.
    """

    def __init__(self, reading: Reading) -> None:
        size = 2 * reading.variables + 1
        self.work = 0
        self._clauses: list[_Source] = []
        self._in_clauses: list[list[int]] = [[] for _ in range(size)]  # per literal
        self._structures: list[_Looking] = []
        self._in_structures: list[list[int]] = [[] for _ in range(reading.variables + 1)]  # per variable
        for owner, word in reading.statements:
            self._state(owner, word)
        self._enabled = [True] * (len(reading.instances) + 1)
        self._truth = [OPEN] * size  # per literal
        self._position = [0] * size  # per literal: in the trail
        self._left = [len(source.clause) - 1 for source in self._clauses]  # not false yet, besides one
        self._changed = bytearray(len(self._structures))  # which have to look again
        self._trail: list[_Candidate] = []
        self._base = 0  # how much of it are facts and what follows from them alone
        self._broken: tuple[_Source, frozenset[int]] | None = None  # how the facts themselves are contradicted
        self._waiting: list[list[_Candidate]] = [[] for _ in range(MOST_INSTANCES + 1)]  # per number of instances
        self._next = [0] * len(self._waiting)  # of those waiting
        self._cuts: dict[tuple[int, ...], int] = {}  # numbers of cuts, by structure and boundary
        self._level, self._limit = 0, MOST_INSTANCES  # how many instances propagation is at, how many are allowed
        self._wants_proof = True
        self._best: frozenset[int] | None = None  # instances by which the last search ended in a contradiction
        self._proof: list[int] = []

    def _state(self, owner: int, word: Word) -> None:
        if isinstance(word, tuple):
            for literal in word:
                self._in_clauses[literal].append(len(self._clauses))
            self._clauses.append(_Source(word, owner))
            return
        for structure, boundary in _structures(word, self._rank):
            for variable in {abs(literal) for literal in _own(structure)}:
                self._in_structures[variable].append(len(self._structures))
            self._structures.append(_Looking(structure, owner, None if owner == NOBODY else boundary))

    def begin(self, facts: Sequence[int], instances: Sequence[int] = ()) -> bool:
        self._return_to(Mark(0, [0] * len(self._waiting), [0] * len(self._waiting)))
        self._base, self._level, self._limit = 0, 0, MOST_INSTANCES
        self._broken, self._wants_proof = None, True
        self._cuts.clear()
        named = {NOBODY, *instances}
        self._enabled = [not instances or number in named for number in range(len(self._enabled))]
        self._changed = bytearray(b"\1" * len(self._structures))
        self._assume(TRUE, *facts)
        for source in self._clauses:
            if len(source.clause) <= 1 and self._enabled[source.instance]:
                self._infer(source)
        self._propagate(0)
        self._base = len(self._trail)
        return self._broken is None or len(self._broken[1]) > 0

    def _assume(self, *literals: int) -> None:
        self._waiting[0] += (_Candidate(literal, _Source(), _NOTHING) for literal in literals)

    def _mark(self) -> Mark:
        return Mark(len(self._trail), [len(waiting) for waiting in self._waiting], self._next.copy())

    def _return_to(self, mark: Mark) -> None:
        truth, left = self._truth, self._left
        for literal, _, _ in self._trail[mark.trail :]:
            truth[literal] = truth[-literal] = OPEN
            for number in self._in_clauses[-literal]:
                left[number] += 1
        del self._trail[mark.trail :]
        for waiting, size in zip(self._waiting, mark.waiting, strict=True):
            del waiting[size:]
        self._next = mark.next.copy()
        self._changed = bytearray(len(self._structures))

    def _search(self, assumptions: Sequence[int], limit: int) -> None:
        """Propagate what is assumed, and after each contradiction go on with fewer instances."""
        self._assume(*assumptions)
        self._best = None
        self._limit = min(limit, MOST_INSTANCES)
        if self._broken is not None and len(self._broken[1]) <= self._limit:
            self._contradict(*self._broken)
        self._propagate(self._limit)

    def _propagate(self, last_level: int) -> None:
        """Infer with fewer instances first."""
        self._level = 0
        while self._level <= min(last_level, self._limit):
            self._take_waiting(self._level)
            while self._look_around(self._level):
                self._take_waiting(self._level)
            self._level += 1

    def _take_waiting(self, level: int) -> None:
        waiting = self._waiting[level]
        while self._next[level] < len(waiting) and level <= self._limit:
            self._next[level] += 1
            self._take(waiting[self._next[level] - 1])

    def _look_around(self, level: int) -> bool:
        """Let structures look again until one finds something for this level; says whether one does."""
        waiting, number = self._waiting[level], self._changed.find(1)
        while number >= 0 and level <= self._limit:
            self._look(number)
            if self._next[level] < len(waiting):
                return True
            number = self._changed.find(1, number + 1)
        return False

    def _take(self, candidate: _Candidate) -> None:
        literal, truth = candidate.literal, self._truth
        if truth[literal] == YES:
            return
        if truth[literal] == NO:
            other = self._trail[self._position[literal]]
            united = candidate.instances | other.instances
            if len(united) <= self._limit:
                # A clause that infers it is false now; if there is none, it was assumed or is a fact.
                self._contradict(candidate.source if candidate.source.clause else other.source, united)
            return
        self.work += 1
        truth[literal], truth[-literal] = YES, NO
        self._position[literal] = self._position[-literal] = len(self._trail)
        self._trail.append(candidate)
        self._examine(self._in_clauses[-literal])
        for number in self._in_structures[abs(literal)]:
            if self._enabled[self._structures[number].owner]:
                self._changed[number] = True

    def _examine(self, concerned: Sequence[int]) -> None:
        """Note that these clauses have a false literal more."""
        enabled, clauses, left = self._enabled, self._clauses, self._left
        for number in concerned:
            left[number] -= 1
        for number in concerned:
            if left[number] <= 0 and enabled[clauses[number].instance]:
                self._infer(clauses[number])

    def _infer(self, source: _Source) -> None:
        """If a clause has one literal that is not false, it is inferred; if it has none, that is a contradiction."""
        truth, trail, position = self._truth, self._trail, self._position
        not_false, behind = 0, []
        for literal in source.clause:
            value = truth[literal]
            if value == NO:
                behind.append(trail[position[literal]].instances)
            elif value == YES or not_false not in (0, literal):
                return
            else:
                not_false = literal
        own = source.cut or source.instance
        united = _NOTHING.union(*behind, (own,) if own else ())
        if len(united) > self._limit:
            return
        if not_false:
            self._waiting[max(len(united), self._level)].append(_Candidate(not_false, source, united))
        else:
            self._contradict(source, united)

    def _look(self, number: int) -> None:
        checkpoint()
        structure, owner, boundary = self._structures[number]
        self._changed[number] = False
        if not self._enabled[owner]:
            return
        self.work += len(structure.literals)
        for clause in structure.deduce(self._truth.__getitem__):
            cut = 0 if boundary is None else self._cut(clause, number, boundary)
            self._infer(_Source(clause, owner, cut, number))

    def _cut(self, clause: Sequence[int], structure: int, boundary: frozenset[int]) -> int:
        """The number of a cut; what would close a loop has no boundary."""
        told_by = [literal for literal in clause if literal in boundary] or [abs(literal) for literal in clause]
        return self._cuts.setdefault((structure, *sorted(told_by)), FIRST_CUT + len(self._cuts))

    def _contradict(self, source: _Source, instances: frozenset[int]) -> None:
        if self._base > 0:
            self._best = instances
            self._limit = len(instances) - 1
            if self._wants_proof:
                self._proof = self._proof_by(source)
        elif self._broken is None or len(instances) < len(self._broken[1]):  # among facts: it is kept for later
            self._broken = source, instances

    def _proof_by(self, last: _Source) -> list[int]:
        """The inferences that a contradiction needs, and it."""
        truth, trail, position = self._truth, self._trail, self._position
        needed: set[int] = set()
        sources = [last]
        for source in sources:  # which grow
            for literal in source.clause:
                if truth[literal] != OPEN and position[literal] not in needed:
                    needed.add(position[literal])
                    sources.append(trail[position[literal]].source)
        inferred = (trail[place] for place in sorted(needed) if trail[place].source.clause)
        lines = [*((candidate.literal, candidate.source) for candidate in inferred), (0, last)]
        return [number for literal, source in lines for number in line(literal, source)]

    def _rank(self, literal: int) -> int:
        """When a literal was decided; 0 if it is a fact or follows from facts alone."""
        return max(0, self._position[literal] - self._base + 1) if self._base else 0


def line(literal: int, source: _Source) -> list[int]:
    """An inference of a proof."""
    return [literal, source.instance, source.cut, source.structure, len(source.clause), *source.clause]


def _structures(word: Word, rank: Rank) -> Iterator[tuple[Structure, frozenset[int] | None]]:
    """The structures of a word, and what tells their cuts apart."""
    match word:
        case Count():
            yield Counted(word, rank), None
        case LiteralTable():
            yield Chosen(word, rank), None
        case Visibility():
            yield Sighted(word, rank), None
        case Sum():
            yield Combined(word, rank), None
        case Loop():
            loop = structures.Loop(word.route.graph, word.route.literals)
            yield loop, _own(loop)
            yield Crossings(word.route.graph, word.route.literals), _NOTHING
        case Route():
            joined = structures.joined_edges(word.graph, word.literals)
            yield joined, _own(joined)
        case Connected():
            joined = structures.joined_vertices(word.graph, word.literals, word.links)
            yield joined, _own(joined)
        case Region():
            yield from ((Counted(count, rank), None) for count in _bounds(word))
            yield structures.Region(word.graph, word.literals, word.roots, word.least, word.most), None


def _own(structure: Structure) -> frozenset[int]:
    return frozenset(structure.literals) - {0}


def _bounds(region: Region) -> Iterator[Count]:
    """How large a region is, of which its structure says only how far it can reach."""
    literals, size = tuple(region.literals), len(region.literals)
    if region.least > 0:
        yield Count(literals, (1,) * size, region.least, size, literals[region.roots[0]])
    if region.most is not None:
        yield Count(literals, (1,) * size, 0, region.most)
