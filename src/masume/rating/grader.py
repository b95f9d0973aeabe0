"""Grader: what follows on a board, the easiest thoughts first, and how hard these are.

The steps are those of an explanation, before marks are folded into them, but no sentences are made.  In each round the
grader takes the easiest thoughts there are in the position:

1. *Direct*: marks that one reason forces at once.  All marks of the same weight follow together.
2. *Chains*: marks whose opposite is refuted by few reasons.  Each one that still has to be found when its turn comes is
   a thought of its own; those from which most follows come first.
3. *Two cases* and *trials*, and if they fail, too, a mark on trust: one at a time.

Whatever is chosen depends on the position alone, and all budgets are counted in work, so the result is the same on
every machine.
"""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

from masume.core.board import Board
from masume.core.cancellation import checkpoint
from masume.core.claims import Claim
from masume.core.deadline import NEVER
from masume.explaining.budgets import Budgets
from masume.explaining.naming import find_technique
from masume.explaining.nearness import Nearness
from masume.explaining.proofs import ProofReader
from masume.explaining.reasoning import open_reasoner
from masume.explaining.reasoning.annotated_model import BOOKKEEPING, Origin, annotate_model
from masume.explaining.refutations import Refutation, TrialRefutation, make_refutation
from masume.explaining.step_builder import step_of_chain
from masume.explaining.step_search import SHORT_CHAIN, StepSearch
from masume.modelling import Model, RuleInstance
from masume.rating.scale import NEEDS_TRIAL, level_of, level_of_weight
from masume.rating.thoughts import Closure, Kind, Thought
from masume.rating.weights import Weigher
from masume.solving.search import GIVEN

SAME_WEIGHT = 0.25  # thoughts whose weights differ less are equally easy
ASSUMPTION = 0.5  # a chain begins with an assumption, which has to be kept in mind
NAMED = 0.7  # a chain that is a known technique weighs so much less: people look for the pattern, not for the chain
LIGHTEST_PAIR = 2.5  # the lightest chain of two reasons
SIMPLE = 4.5  # a single reason that weighs less, and is no cut, is tried before two are combined
TWO_CASES = 3.0  # two assumptions, whose consequences have to be compared
LIGHTEST_TRIAL, ON_TRUST = 20.0, 60.0  # a trial weighs at least and at most so much; a mark on trust the latter
LEVEL_OF_CASES = 4  # the lowest level of long chains and two cases
BUDGETS = Budgets(cases=300_000, trial=2_000_000, board=6_000_000)


class _Candidates(NamedTuple):
    """The easiest thoughts in a position: their weight, and the marks they find, each with its number of reasons."""

    weight: float
    literals: dict[int, int]
    has_cut: bool = False

    def restricted_to(self, undecided: Container[int]) -> "_Candidates":
        """Return those of the thoughts that find a mark that is still undecided."""
        return self._replace(literals={each: size for each, size in self.literals.items() if each in undecided})

    @property
    def is_simple(self) -> bool:
        """Whether a person tries these thoughts, which have one reason each, before chains."""
        return self.weight < LIGHTEST_PAIR or (self.weight < SIMPLE and not self.has_cut)


class Grader:
    """Grades positions of one board.

    `goal` are the literals of a solution of the model: the grader asks of each whether it follows.  If all of them do,
    the solution is the only one.
    """

    def __init__(self, board: Board, model: Model, goal: Iterable[int]) -> None:
        self._board, self.model = board, model
        self._annotated = annotate_model(model, without=frozenset({GIVEN}))
        self._reasoner, self._reader = open_reasoner(self._annotated), ProofReader(self._annotated)
        self._weigher = Weigher(self._annotated)
        self._owner_of = {origin: owner for origin, owner, _ in self._annotated.constraints}
        self._goal = tuple(literal for literal in goal if literal in self._reader.claims)
        self._nearness = Nearness(board.grid, ())
        self._given = tuple(model.literals_of(board.given))

    def close(
        self,
        known: Iterable[int] = (),
        *,
        max_level: int = NEEDS_TRIAL,
        without: Collection[RuleInstance] = (),
        trust: bool = False,
    ) -> Closure:
        """Return what follows from the given marks and the known literals by thoughts up to a level.

        `without` leaves out rule instances, such as those of clues that are to be dropped.  If no reason is found for
        any mark that is left, this ends; with `trust`, a mark of the goal is added, and it goes on.
        """
        return _Closing(self, (*self._given, *known), self._owners(without), max_level, trust).run()

    def direct_finds(
        self, known: Iterable[int], wanted: Collection[int], max_level: int
    ) -> list[tuple[tuple[RuleInstance, ...], int]]:
        """Return the wanted literals that follow directly by thoughts up to a level, each with what it rests on."""
        position = [*self._given, *known]
        self._reasoner.begin(position)
        found, true = [], set(position)
        for literal, origin, cut, size in _parse_direct(self._reasoner.direct_inferences()):
            if literal in wanted:
                weight = self._weigher.weigh_reason(origin, size if cut else 0, true)
                if level_of_weight(weight) <= max_level:
                    found.append((self._annotated.instances_behind(self._owner_of[origin]), literal))
        return found

    @property
    def claims(self) -> Mapping[int, Claim]:
        """What each literal of a mark claims."""
        return self._reader.claims

    def technique_of(self, literal: int, reasons: int, known: Sequence[int], owners: Sequence[int] = ()) -> str:
        """Return the name of the technique that finds a literal by so many reasons; empty if it has none."""
        self._reasoner.begin(known, owners)
        proof = self._reasoner.refute([-literal], reasons)
        if proof is None:
            return ""
        chain = make_refutation(self._reader, literal, None, [proof], set(known))
        technique = find_technique(step_of_chain(self._board, self._reader, chain))
        return technique.name if technique else ""

    def _owners(self, without: Collection[RuleInstance]) -> list[int]:
        """Return the owners of all constraints that hold without some rule instances; none if all of them hold."""
        if not without:
            return []
        model, excluded = self._annotated, set(without)
        everyone = range(1, len(model.instances) + len(model.theorems) + 1)
        return [owner for owner in everyone if excluded.isdisjoint(model.instances_behind(owner))] or [BOOKKEEPING]


class _Closing:
    """One run of a grader: a position that grows."""

    def __init__(
        self, grader: Grader, known: Sequence[int], owners: Sequence[int], max_level: int, trust: bool
    ) -> None:
        self._grader, self._owners, self._max_level, self._trust = grader, owners, max_level, trust
        self._reasoner, self._weigher = grader._reasoner, grader._weigher
        self._known = list(dict.fromkeys(known))
        self._true = set(self._known)
        self._undecided = {literal: None for literal in grader._goal if literal not in self._true}
        self._thoughts: list[Thought] = []
        self._search: StepSearch | None = None  # only if a thought is needed that is no short chain

    def run(self) -> Closure:
        """Add what follows until all is known, or until a thought would be too hard."""
        waiting = _Candidates(0, {})  # chains of this round whose marks have not had their turn
        goes_on = True
        while goes_on and self._undecided:
            checkpoint()
            self._reasoner.begin(self._known, self._owners)
            if self._add_bookkeeping():
                continue
            direct = self._find_direct()
            waiting = waiting.restricted_to(self._undecided)
            if direct is not None and (direct.is_simple or (waiting.literals and direct.weight <= waiting.weight)):
                goes_on = self._add_direct(direct)
                continue
            if not waiting.literals:
                chains = self._find_chains(inf if direct is None else direct.weight)
                if chains is None:
                    goes_on = self._add_hard_thought() if direct is None else self._add_direct(direct)
                    continue
                waiting = chains
            literal, size = next(iter(waiting.literals.items()))
            technique = self._grader.technique_of(literal, size, self._known, self._owners)
            weight = waiting.weight * (NAMED if technique else 1)
            goes_on = self._add(weight, Kind.CHAIN, [literal], size, len(waiting.literals), technique)
        return Closure(tuple(self._thoughts), tuple(self._known), tuple(self._undecided))

    def _add_direct(self, direct: _Candidates) -> bool:
        return self._add(direct.weight, Kind.DIRECT, direct.literals, 1, len(direct.literals))

    def _add(
        self,
        weight: float,
        kind: Kind,
        literals: Iterable[int],
        reasons: int,
        alternatives: int,
        technique: str = "",
    ) -> bool:
        """Add a thought, unless it is too hard; return whether it was added."""
        found = tuple(literals)
        known, undecided = len(self._known), len(self._undecided)
        thought = Thought(weight, kind, found, reasons, alternatives, undecided, known, technique)
        if level_of(thought) > self._max_level:
            return False
        self._thoughts.append(thought)
        self._add_known(found)
        return True

    def _add_known(self, literals: Collection[int]) -> None:
        self._known += literals
        self._true.update(literals)
        for literal in literals:
            del self._undecided[literal]

    def _add_bookkeeping(self) -> bool:
        """Add what needs no reason, such as the only value that is left for a mark; return whether there is any."""
        found = [line.literal for line in self._grader._reader.parse(self._reasoner.closure(0), self._undecided)]
        self._add_known(found)
        return bool(found)

    def _find_direct(self) -> _Candidates | None:
        """Return the marks that the lightest single reasons force at once."""
        lightest: dict[int, tuple[float, bool]] = {}
        weights: dict[tuple[int, int, int], float] = {}
        for literal, origin, cut, size in _parse_direct(self._reasoner.direct_inferences()):
            if literal not in self._undecided:
                continue
            key = *origin, size if cut else 0
            if key not in weights:
                weights[key] = self._weigher.weigh_reason(origin, size, self._true)
            found = weights[key], cut > 0
            if literal not in lightest or found < lightest[literal]:
                lightest[literal] = found
        easiest = _take_easiest((weight, literal, 1) for literal, (weight, _) in lightest.items())
        if easiest is None:
            return None
        return easiest._replace(has_cut=any(lightest[literal][1] for literal in easiest.literals))

    def _find_chains(self, below: float) -> _Candidates | None:
        """Return the marks that the lightest chains find, if these are lighter than `below`."""
        best, literals = below, self._find_refutable(list(self._undecided))
        found: list[tuple[float, int, int]] = []
        for size in range(1, SHORT_CHAIN + 1):
            if size + ASSUMPTION >= best:  # every reason weighs at least 1
                break
            checkpoint()
            sizes = self._reasoner.proof_sizes([-literal for literal in literals], size)
            for literal, its_size in zip(literals, sizes, strict=True):
                if its_size <= size:
                    weight = self._weigh_chain(literal, its_size)
                    best = min(best, weight)
                    found.append((weight, literal, its_size))
            literals = [literal for literal, its_size in zip(literals, sizes, strict=True) if its_size > size]
        easiest = _take_easiest(each for each in found if each[0] < below)
        if easiest is None:
            return None
        counts = self._reasoner.count_consequences(list(easiest.literals))
        order = sorted(zip(counts, easiest.literals, strict=True), key=lambda each: -each[0])
        return _Candidates(easiest.weight, {literal: easiest.literals[literal] for _, literal in order})

    def _find_refutable(self, literals: list[int]) -> list[int]:
        """Return those of the literals that some chain finds, however long."""
        return [-literal for literal in self._reasoner.find_contradictory([-literal for literal in literals])]

    def _weigh_chain(self, literal: int, size: int) -> float:
        proof = self._reasoner.refute([-literal], size)
        if proof is None:
            return inf
        reader = self._grader._reader
        return ASSUMPTION + self._weigher.weigh_all(reader.reason_lines(reader.parse(proof)), self._true)

    def _add_hard_thought(self) -> bool:
        """Add a mark that takes a long chain, two cases, or a trial; return whether there is one that may be added."""
        if self._max_level < LEVEL_OF_CASES:
            return False
        if self._search is None:
            annotated = self._grader._annotated
            allowed = annotated.restricted_to(self._owners) if self._owners else annotated
            self._search = StepSearch(allowed, self._grader._nearness, BUDGETS)
        search = self._search
        search.facts = dict.fromkeys(self._known, 0)
        search.settled = set(self._known)
        wanted = list(self._undecided)
        found = search.find_hard(wanted, NEVER)
        if found is None or found.literal is None:
            return self._trust and self._add(ON_TRUST, Kind.TRUST, search.most_useful(wanted), 0, 1)
        kind, weight = self._judge(found)
        return self._add(weight, kind, [found.literal], found.size, 1)

    def _judge(self, found: Refutation | TrialRefutation) -> tuple[Kind, float]:
        """Return the kind and the weight of what the search for hard thoughts has found."""
        weight = self._weigher.weigh_all(found.reasons, self._true)
        if isinstance(found, TrialRefutation):
            return Kind.TRIAL, min(max(weight, LIGHTEST_TRIAL), ON_TRUST)
        if found.variable is None:
            return Kind.CHAIN, weight + ASSUMPTION
        return Kind.CASES, weight + TWO_CASES


def _parse_direct(numbers: Sequence[int]) -> Iterator[tuple[int, Origin, int, int]]:
    """Yield direct inferences: literal, origin, cut (0: none) and size of the clause."""
    start = 0
    while start < len(numbers):
        literal, statement, constraint, cut, size = numbers[start : start + 5]
        yield literal, Origin(statement, constraint), cut, size
        start += 5 + size


def _take_easiest(found: Iterable[tuple[float, int, int]]) -> _Candidates | None:
    """Return those of some thoughts (weight, mark, number of reasons) that are as easy as the easiest."""
    thoughts = list(found)
    if not thoughts:
        return None
    lowest = min(weight for weight, _, _ in thoughts)
    easiest = [(weight, literal, size) for weight, literal, size in thoughts if weight < lowest + SAME_WEIGHT]
    return _Candidates(lowest, {literal: size for _, literal, size in easiest})
