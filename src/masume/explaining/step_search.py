"""Step search: the smallest reason for one of the marks that are known to follow.

A mark follows if its opposite can be refuted.  The search tries four methods, from easy to hard for a person:

1. A direct consequence: one constraint of one rule instance, or one cut, forces the mark.
2. A chain: propagation under at most n rule instances refutes the opposite, for n = 1, 2, 3, …  The first n with a
   contradiction gives the step.  Instances, and then known marks, that the proof does not need are removed.
3. Two cases: the opposite of the mark is refuted once under the assumption that some other mark is set, and once under
   the assumption that it is not.
4. Trial and error (see `trial_and_error`): the opposite is assumed, and its consequences are collected one small step
   after the other until they contradict each other.

In literals: a mark is one literal, its opposite the negated literal; rule instances appear as owners (their numbers,
see `annotated_model`); and a cut is one clause of a global constraint, which counts as a separate reason (see
`reasoning`).  The size of a step is the number of its reasons.

Budgets are counted in work of the reasoner, not in time, so the explanation is the same on every machine.  Only hints
also have a deadline.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from masume.core.cancellation import checkpoint
from masume.core.deadline import Deadline
from masume.explaining.nearness import JUMP, Nearness
from masume.explaining.proofs import ProofLine, ProofReader, ReasonKey
from masume.explaining.reasoning import open_reasoner
from masume.explaining.reasoning.annotated_model import BOOKKEEPING, AnnotatedModel, ClosedRoute, Parity, literals_of
from masume.explaining.reasoning.propagation import MAX_REASONS
from masume.explaining.steps import Inference
from masume.explaining.trial_and_error import Trial, TrialStep
from masume.modelling.basic_constraints import Connected, Route

SHORT_CHAIN, LONG_CHAIN = 7, 14  # reasons; two cases are tried after short chains and before long ones
MAX_COMPARED_CHAINS = 8  # of several chains with the same number of reasons, that with the shortest proof is taken
MAX_COMPARED_CLAIMS = 8  # of the marks that the same reasons force, that from which most others follow is claimed
MAX_VALUE_REASONS = 2  # that rule out all values of a mark but one
LITERALS_PER_TIME_CHECK = 64
MIN_CASE_VARIABLES = 60  # two cases are tried on at least this many variables: those nearest to the mark
SMALL_STEP = 3  # reasons: the most for a step within trial and error, and few enough to end the search for two cases
TRIAL_BUDGET = 10_000_000  # work: for trials to find one step
PRUNING_BUDGET = 10_000_000  # work: for removing rule instances from one trial
BOARD_BUDGET = 100_000_000  # work: for the two cases and trials of all steps of a board


class Refutation(NamedTuple):
    """A literal and the proof that refutes its opposite, or two proofs, one for each value of a variable."""

    literal: int | None  # None if the proof refutes the facts themselves
    variable: int | None  # that of two cases
    proofs: tuple[Sequence[ProofLine], ...]
    reasons: dict[ReasonKey, ProofLine]

    @property
    def size(self) -> int:
        """The number of reasons."""
        return len(self.reasons)

    @property
    def length(self) -> int:
        """The number of inferences."""
        return sum(map(len, self.proofs))

    @property
    def owners(self) -> list[int]:
        return sorted({owner for owner, _ in self.reasons})

    @property
    def assumptions(self) -> list[list[int]]:
        """The assumptions of each proof."""
        common = opposite_of(self.literal)
        return [common] if self.variable is None else [[*common, self.variable], [*common, -self.variable]]


class TrialRefutation(NamedTuple):
    """A literal and the steps that lead from its opposite to a contradiction."""

    literal: int | None  # None if the steps lead from the facts themselves to a contradiction
    steps: list[TrialStep]

    @property
    def reasons(self) -> dict[ReasonKey, ProofLine]:
        return {key: line for step in self.steps for key, line in step.reasons.items()}

    @property
    def owners(self) -> list[int]:
        return sorted({owner for owner, _ in self.reasons})


class StepSearch:
    """Finds refutations, which prove that literals follow from the facts.  Facts are only added, never removed."""

    def __init__(self, model: AnnotatedModel, nearness: Nearness) -> None:
        self.reader = ProofReader(model)
        self.nearness = nearness  # to the marks of the last step
        self._model = model
        self._reasoner = open_reasoner(model)
        self._variables = sorted({abs(literal) for literal in self.reader.claims})
        self.facts: dict[int, int] = {}  # the literals of known marks, each with the number of steps applied before
        self.has_name: Callable[[Refutation], bool] = lambda chain: False  # whether a technique fits a chain
        self.settled: set[int] = set()  # literals that no step has to find any more
        self._budget = BOARD_BUDGET  # what is left of it
        self._begun_with: set[int] = set()  # the facts that the reasoner has

    def find(self, wanted: list[int], deadline: Deadline) -> Refutation | TrialRefutation | None:
        """Return the smallest refutation found for one of the wanted literals; None if none is found in time."""
        self._begin()
        found = (
            self._find_value(wanted) or self._find_direct(wanted) or self._find_chain(wanted, 1, SHORT_CHAIN, deadline)
        )
        if found is None and not deadline.is_over:
            cases = self._find_cases(wanted, deadline)
            self._begin()
            found = self._find_chain(wanted, SHORT_CHAIN + 1, cases.size if cases else LONG_CHAIN, deadline) or cases
        return found or (None if deadline.is_over else self._find_by_trial(wanted, deadline))

    def find_anything(self, deadline: Deadline) -> Refutation | None:
        """Return a contradiction, a direct consequence or a short chain, without knowing which literals hold."""
        self._begin()
        both = [literal for variable in self._undecided() for literal in (variable, -variable)]
        return (
            self._refute(None, None, SHORT_CHAIN)
            or self._find_direct(both)
            or self._find_chain(both, 1, SHORT_CHAIN, deadline)
        )

    def find_contradiction(self, deadline: Deadline, owners: Sequence[int] = ()) -> Refutation | TrialRefutation | None:
        """Return the smallest contradiction found between the facts and the instances of the owners (default: all)."""
        for limit in range(1, LONG_CHAIN + 1):
            self._begin(owners)
            found = self._refute(None, None, limit)
            if found is not None:
                return self._minimize_reasons(found)
        return self._find_by_trial([None], deadline, owners)

    def find_also_forced(self, refutation: Refutation, wanted: list[int]) -> dict[int, list[int]]:
        """Return the other wanted literals that the same reasons force, each with the facts it needs."""
        self._begin(refutation.owners)
        others = [literal for literal in wanted if literal != refutation.literal]
        sizes = self._reasoner.proof_sizes([-literal for literal in others], refutation.size)
        forced = {}
        for literal, size in zip(others, sizes, strict=True):
            other = self._refute(literal, None, refutation.size) if size <= refutation.size else None
            if other is not None and other.reasons.keys() <= refutation.reasons.keys():
                forced[literal] = self.reader.used_facts(other.proofs[0], [-literal])
        return forced

    def refute_by_same_reasons(self, literal: int, refutation: Refutation) -> Refutation:
        """Return the refutation of a literal by the reasons of a refutation; the latter if there is none."""
        if literal == refutation.literal:
            return refutation
        self._begin(refutation.owners)
        other = self._refute(literal, None, refutation.size)
        return other if other is not None and other.reasons.keys() <= refutation.reasons.keys() else refutation

    def find_strongest(self, refutation: Refutation, wanted: list[int]) -> Refutation:
        """Return a refutation by the same reasons for the literal from which most others that they force follow."""
        if refutation.variable is not None:
            return refutation
        forced = [*self.find_also_forced(refutation, wanted)]
        best, most = refutation, -1
        for literal in [refutation.literal, *forced][:MAX_COMPARED_CLAIMS] if forced else ():
            assert literal is not None
            claims = {inference.claim for inference in self.find_consequences([literal], refutation.owners)}
            number = sum(self.reader.claims[other] in claims for other in forced)
            if number <= most:
                continue
            best, most = self.refute_by_same_reasons(literal, refutation), number
        return best

    def find_chains(self, literals: Sequence[int], max_size: int) -> list[Refutation]:
        """Return the refutations of these literals, as far as there are any of at most this size."""
        self._begin()
        sizes = self._reasoner.proof_sizes([-literal for literal in literals], max_size)
        small = [literal for literal, size in zip(literals, sizes, strict=True) if size <= max_size]
        chains = [self._refute(literal, None, max_size) for literal in small]
        return [self._minimize_reasons(chain) for chain in chains if chain is not None]

    def find_direct_cuts(self, line: ProofLine, wanted: Collection[int]) -> list[ProofLine]:
        """Return the other cuts from the same constraint that force a wanted literal directly."""
        self._begin()
        lines = self.reader.parse(self._reasoner.direct_inferences())
        return [each for each in lines if each.origin == line.origin and each.cut and each.literal in wanted]

    def find_consequences(self, literals: Iterable[int], owners: Sequence[int]) -> tuple[Inference, ...]:
        """Return what follows from the facts and these literals by the constraints of the owners."""
        self._begin(owners, dict.fromkeys((*self.facts, *literals)))
        return self.reader.inferences(self.reader.parse(self._reasoner.closure(MAX_REASONS)))

    def minimize_facts(self, refutation: Refutation) -> tuple[Refutation, dict[int, None]]:
        """Remove facts, one after the other, that the refutation does not need; return it and the facts it uses."""
        facts = self._used_facts(refutation)
        for fact in list(facts):
            if fact not in facts:
                continue
            self._begin(refutation.owners, [other for other in facts if other != fact])
            smaller = self._refute(refutation.literal, refutation.variable, refutation.size)
            # If the proof becomes longer, it only derives the removed fact again.
            if (
                smaller is not None
                and smaller.reasons.keys() <= refutation.reasons.keys()
                and smaller.length <= refutation.length
            ):
                refutation, facts = smaller, self._used_facts(smaller)
        return refutation, facts

    def _begin(self, owners: Sequence[int] = (), facts: Iterable[int] | None = None) -> None:
        """Restart the reasoner with the constraints of the owners (default: all) and the facts (default: all)."""
        self._begun_with = set(self.facts if facts is None else facts)
        self._reasoner.begin(list(self.facts if facts is None else facts), owners)

    def _undecided(self) -> list[int]:
        return [variable for variable in self._variables if not {variable, -variable} & self.settled]

    def _find_direct(self, wanted: list[int]) -> Refutation | None:
        """Return a refutation by one reason: near, preferably not a cut, and least of all a long border."""
        candidates = set(wanted)
        best: tuple[tuple[bool, bool, int, int, int, int], ProofLine] | None = None
        for line in self.reader.parse(self._reasoner.direct_inferences()):
            if line.literal not in candidates:
                continue
            latest_fact = max((self.facts.get(-literal, 0) for literal in line.clause), default=0)
            distance = self._distance(line.literal)
            key = (distance > JUMP, line.cut > 0, self.reader.border_length(line), distance, -latest_fact, line.owner)
            if best is None or key < best[0]:
                best = key, line
        return None if best is None else self._refute(best[1].literal, None, 1)

    def _find_value(self, wanted: list[int]) -> Refutation | None:
        """Return a refutation of all values of a mark but one, each of which is excluded by one of two reasons.

        It makes a mark of several values certain.  A person prefers that to ruling out values one by one.
        """
        alternatives = {literal: self.reader.alternatives(literal) for literal in wanted if self.is_value(literal)}
        if not alternatives:
            return None
        owners: dict[int, set[int]] = {}  # of direct inferences, by literal
        for line in self.reader.parse(self._reasoner.direct_inferences()):
            if not line.cut:
                owners.setdefault(line.literal, set()).add(line.owner)
        best: tuple[tuple[bool, int, int], int] | None = None
        for literal, others in alternatives.items():
            reasons = [owners.get(-other, set()) for other in others if -other not in self.settled]
            size = _fewest_owners(reasons)
            if size is None:
                continue
            distance = self._distance(literal)
            key = (distance > JUMP, size, distance)
            if best is None or key < best[0]:
                best = key, literal
        return None if best is None else self._refute(best[1], None, MAX_VALUE_REASONS)

    def is_value(self, literal: int) -> bool:
        """Return whether a literal makes a mark certain that has one literal per value."""
        return self.reader.claims[literal].holds and -literal in self.reader.claims

    def _distance(self, literal: int) -> int:
        """Return the distance of a literal's mark from the marks of the last step."""
        return self.nearness.distance(self.reader.claims[literal].place)

    def _find_chain(self, wanted: list[int], low: int, high: int, deadline: Deadline) -> Refutation | None:
        """Return a chain with the fewest reasons, between `low` and `high`; of several, the shortest."""
        for limit in range(low, high + 1):
            sizes: list[int] = []
            for start in range(0, len(wanted), LITERALS_PER_TIME_CHECK):
                if deadline.is_over:
                    break
                checkpoint()
                chunk = wanted[start : start + LITERALS_PER_TIME_CHECK]
                sizes += self._reasoner.proof_sizes([-literal for literal in chunk], limit)
            fewest = min(sizes, default=limit + 1)
            if fewest <= limit:
                # If it is late, there are sizes only for the first of the wanted literals.
                candidates = [literal for literal, size in zip(wanted, sizes, strict=False) if size == fewest]
                nearest = sorted(candidates, key=self._distance)[:MAX_COMPARED_CHAINS]
                chains = [self._refute(literal, None, fewest) for literal in nearest]
                minimal = [self._minimize_reasons(chain) for chain in chains if chain is not None]
                return min(minimal, key=self._chain_key)
            if deadline.is_over:
                break
        return None

    def _chain_key(self, chain: Refutation) -> tuple[int, bool, bool, bool, int]:
        """Return the key by which the best chain is chosen: small, near, without a cut, with a name, short."""
        literal = chain.literal
        is_jump = literal is not None and self._distance(literal) > JUMP
        has_cut = any(line.cut for line in chain.reasons.values())
        return chain.size, is_jump, has_cut, not self.has_name(chain), chain.length

    def _find_cases(self, wanted: list[int], deadline: Deadline) -> Refutation | None:
        """Return a refutation by two cases with few reasons, as far as the budget goes."""
        best, limit = None, LONG_CHAIN
        for literal in wanted:
            if deadline.is_over or self._budget < 0 or (best is not None and best.size <= SMALL_STEP):
                break
            checkpoint()
            work_before = self._reasoner.work
            proof = self._reasoner.refute_by_cases(-literal, self._nearby_variables(abs(literal)), limit)
            self._budget -= self._reasoner.work - work_before
            if proof is not None:
                best = self._cases_refutation(literal, proof)
                limit = best.size - 1
        return None if best is None else self._minimize_reasons(best)

    def _find_by_trial(
        self, wanted: Sequence[int | None], deadline: Deadline, owners: Sequence[int] = ()
    ) -> TrialRefutation | None:
        """Return a refutation by trial and error; None among the wanted stands for a contradiction of the facts."""
        undecided = self._undecided()
        last_work = self._reasoner.work + min(TRIAL_BUDGET, max(self._budget, 0))

        def is_spent() -> bool:
            return deadline.is_over or self._reasoner.work > last_work

        for depth, literal in product((0, 1), wanted):
            if is_spent():
                break
            work_before = self._reasoner.work
            trial = Trial(
                self._reasoner,
                self.reader,
                list(self.facts),
                opposite_of(literal),
                undecided,
                SMALL_STEP,
                depth,
                owners,
            )
            steps = trial.run(is_spent)
            self._budget -= self._reasoner.work - work_before
            if steps is not None:
                return self._prune(TrialRefutation(literal, steps), replace(trial, trail={}), deadline)
        return None

    def _prune(self, refutation: TrialRefutation, trial: Trial, deadline: Deadline) -> TrialRefutation:
        """Return the refutation without rule instances that are not needed, as far as the budget goes."""
        last_work = self._reasoner.work + PRUNING_BUDGET

        def is_spent() -> bool:
            return deadline.is_over or self._reasoner.work > last_work

        for owner in refutation.owners:
            others = [other for other in refutation.owners if other != owner]
            if owner not in refutation.owners or not others:
                continue  # already removed together with another one, or the last one
            if is_spent():
                break
            steps = replace(trial, owners=others, trail={}).run(is_spent)
            if steps is not None:
                refutation = TrialRefutation(refutation.literal, steps)
        return refutation

    def _refute(self, literal: int | None, variable: int | None, limit: int) -> Refutation | None:
        """Refute the opposite of a literal (None: the facts), by the two cases of a variable if one is given."""
        if variable is None or literal is None:
            proof = self._reasoner.refute(opposite_of(literal), limit)
            return None if proof is None else self._refutation(literal, None, self.reader.parse(proof))
        proof = self._reasoner.refute_by_cases(-literal, [variable], limit)
        return None if proof is None else self._cases_refutation(literal, proof)

    def _cases_refutation(self, literal: int, proof: list[int]) -> Refutation:
        variable, middle = proof[0], 2 + proof[1]
        return self._refutation(
            literal, variable, self.reader.parse(proof[2:middle]), self.reader.parse(proof[middle:])
        )

    def _refutation(self, literal: int | None, variable: int | None, *proofs: Sequence[ProofLine]) -> Refutation:
        oriented = tuple(self.reader.orient_cuts(proof, self._begun_with) for proof in proofs)
        reasons = self.reader.reason_lines(line for proof in oriented for line in proof)
        return Refutation(literal, variable, oriented, reasons)

    def _minimize_reasons(self, refutation: Refutation) -> Refutation:
        """Return the refutation without rule instances that are not needed."""
        smaller: Refutation | None = refutation
        while smaller is not None and refutation.size > 1:
            refutation, smaller = smaller, None
            for owner in refutation.owners:
                self._begin([other for other in refutation.owners if other != owner] or [BOOKKEEPING])
                smaller = self._refute(refutation.literal, refutation.variable, refutation.size - 1)
                if smaller is not None:
                    break
        return refutation

    def _used_facts(self, refutation: Refutation) -> dict[int, None]:
        """Return the marks that the proofs use without deriving or assuming them, except negations of facts."""
        used = (
            fact
            for proof, assumptions in zip(refutation.proofs, refutation.assumptions, strict=True)
            for fact in self.reader.used_facts(proof, assumptions)
        )
        return {fact: None for fact in used if fact in self.facts or -fact not in self.facts}

    def _nearby_variables(self, variable: int) -> list[int]:
        """Return the undecided variables nearest to a variable; the distance is the number of constraints between."""
        seen, ring = {variable: None}, [variable]
        while ring and len(seen) <= MIN_CASE_VARIABLES:
            next_ring = dict.fromkeys(
                neighbour for member in ring for neighbour in self._neighbours.get(member, ()) if neighbour not in seen
            )
            seen |= next_ring
            ring = list(next_ring)
        return [other for other in seen if other != variable and not {other, -other} & self.settled]

    @cached_property
    def _neighbours(self) -> dict[int, list[int]]:
        """For each variable of a mark, the variables with which it shares a constraint, in order."""
        marks, neighbours = set(self._variables), dict[int, dict[int, None]]()
        for _, _, constraint in self._model.constraints:
            if isinstance(constraint, Connected | Route | ClosedRoute | Parity):
                continue  # it contains nearly all variables
            variables = [abs(literal) for literal in literals_of(constraint) if abs(literal) in marks]
            for variable in variables:
                neighbours.setdefault(variable, {}).update(dict.fromkeys(variables))
        return {variable: list(others) for variable, others in neighbours.items()}


def _fewest_owners(owners_of_each: list[set[int]]) -> int | None:
    """Return whether one owner is in all of the sets (1) or one of two owners is in each (2); None if neither."""
    if not all(owners_of_each):
        return None
    if not owners_of_each or set.intersection(*owners_of_each):
        return 1
    everyone = sorted(set.union(*owners_of_each))
    pairs = combinations(everyone, MAX_VALUE_REASONS)
    return 2 if any(all(not own.isdisjoint(pair) for own in owners_of_each) for pair in pairs) else None


def opposite_of(literal: int | None) -> list[int]:
    """Return a list with the assumption to refute, the negated literal; an empty list to refute the facts."""
    return [] if literal is None else [-literal]
