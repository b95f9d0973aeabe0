"""Step search: the smallest reason for one of the marks that are known to follow.

A mark follows if its opposite can be refuted.  The search tries four methods, from easy to hard for a person:

1. A direct consequence: one constraint of one rule instance, or one cut, forces the mark.
2. A chain: propagation under at most n rule instances refutes the opposite, for n = 1, 2, 3, …  The first n with a
   contradiction gives the step.  Instances, and then known marks, that the proof does not need are removed.
3. Two cases: the opposite of the mark is refuted once under the assumption that some other mark is set, and once under
   the assumption that it is not.
4. Trial and error (see `trial_search` and `trial_and_error`): the opposite is assumed, and its consequences are
   collected one small step after the other until they contradict each other.

In literals: a mark is one literal, its opposite the negated literal; rule instances appear as owners (their numbers,
see `annotated_model`); and a cut is one clause of a global constraint, which counts as a separate reason (see
`reasoning`).  The size of a step is the number of its reasons.

Budgets are counted in work of the reasoner, not in time, so the explanation is the same on every machine.  Each step
has its own budgets; the board has one as well, because a few boards would take minutes.  Only hints also have a
deadline.  `is_cut_off` says whether a search ended at the board's budget or at the deadline.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations

from masume.core.cancellation import checkpoint
from masume.core.deadline import Deadline
from masume.explaining.budgets import DEFAULT_BUDGETS, Budgets
from masume.explaining.nearness import JUMP, Nearness
from masume.explaining.neighbourhood import Neighbourhood
from masume.explaining.proofs import ProofLine, ProofReader
from masume.explaining.reasoning import open_reasoner
from masume.explaining.reasoning.annotated_model import BOOKKEEPING, AnnotatedModel
from masume.explaining.reasoning.propagation import MAX_REASONS
from masume.explaining.refutations import Refutation, TrialRefutation, make_refutation, opposite_of
from masume.explaining.steps import LONG_CHAIN, Inference
from masume.explaining.trial_search import SMALL_STEP, TrialSearch

SHORT_CHAIN = 7  # reasons; two cases are tried after chains up to this length and before longer ones
MAX_COMPARED_CHAINS = 8  # of several chains with the same number of reasons, that which is best to read is taken
STEP_LENGTH = 2  # what a step takes to read beside its inferences, compared with one of them
MAX_COMPARED_CLAIMS = 8  # of the marks that the same reasons force, that from which most others follow is claimed
MAX_VALUE_REASONS = 2  # that rule out all values of a mark but one
LITERALS_PER_TIME_CHECK = 64
MIN_CASE_VARIABLES = 60  # two cases are tried on at least this many variables: those nearest to the mark


class StepSearch:
    """Finds refutations, which prove that literals follow from the facts.  Facts are only added, never removed."""

    def __init__(self, model: AnnotatedModel, nearness: Nearness, budgets: Budgets = DEFAULT_BUDGETS) -> None:
        self.reader = ProofReader(model)
        self.nearness = nearness  # to the marks of the last step
        self._model = model
        self._reasoner = open_reasoner(model)
        self._variables = sorted({abs(literal) for literal in self.reader.claims})
        self._neighbourhood = Neighbourhood(model, self._variables)
        self._trials = TrialSearch(model, self._reasoner, self.reader)
        # Literals that two cases could not refute, each with the number of facts at that time.
        self._without_cases: dict[int, int] = {}
        self.facts: dict[int, int] = {}  # the literals of known marks, each with the number of steps applied before
        self.has_name: Callable[[Refutation], bool] = lambda chain: False  # whether a technique fits a chain
        self.settled: set[int] = set()  # literals that no step has to find any more
        self._budgets, self._budget = budgets, budgets.board  # the latter is what is left for the board
        self._begun_with: set[int] = set()  # the facts that the reasoner has
        self.is_cut_off = False  # whether the last search ended at the deadline or because of the board's budget

    def find(self, wanted: list[int], deadline: Deadline) -> Refutation | TrialRefutation | None:
        """Return the smallest refutation found for one of the wanted literals; None if none is found in time."""
        self._begin()
        self.is_cut_off = False
        found: Refutation | TrialRefutation | None = self._find_near_value(wanted, deadline)
        found = found or self._find_near_direct(wanted, deadline)
        if found is None:
            refutable = self._refutable(wanted, deadline)
            found = self._find_chain(refutable, 1, SHORT_CHAIN, deadline)
            found = found or self._find_without_short_chain(wanted, refutable, deadline)
        self.is_cut_off |= deadline.is_over
        return found

    def find_hard(self, wanted: list[int], deadline: Deadline) -> Refutation | TrialRefutation | None:
        """Do as `find` where there is no direct consequence and no short chain."""
        self._begin()
        return self._find_without_short_chain(wanted, self._refutable(wanted, deadline), deadline)

    def _find_without_short_chain(
        self, wanted: list[int], refutable: list[int], deadline: Deadline
    ) -> Refutation | TrialRefutation | None:
        has_skipped = bool(self._trials.failed or self._without_cases)
        found = self._find_with_cases(wanted, refutable, deadline)
        if found is None and has_skipped:
            # Literals that failed on the way here were not tried again.  They may succeed with the new facts.
            self._trials.failed.clear()
            self._without_cases.clear()
            found = self._find_with_cases(wanted, refutable, deadline)
        return found

    def _find_with_cases(
        self, wanted: list[int], refutable: list[int], deadline: Deadline
    ) -> Refutation | TrialRefutation | None:
        """Return a refutation by two cases, by a long chain (of the refutable literals), or by trial and error."""
        if deadline.is_over:
            return None
        promising = self._find_promising(wanted, deadline)
        self._begin()
        cases = self._find_cases(promising or wanted, deadline)
        self._begin()
        found = self._find_chain(refutable, SHORT_CHAIN + 1, cases.size if cases else LONG_CHAIN, deadline) or cases
        return found or (None if deadline.is_over else self._find_by_trial(wanted, deadline))

    def most_useful(self, wanted: list[int]) -> list[int]:
        """Return the literal from which most others follow by propagation, in a list; nothing if none is wanted."""
        self._begin()
        counts = self._reasoner.count_consequences(wanted)
        return [wanted[counts.index(max(counts))]] if wanted else []

    def find_anything(self, deadline: Deadline) -> Refutation | None:
        """Return a contradiction, a direct consequence or a short chain, without knowing which literals hold."""
        self._begin()
        both = [literal for variable in self._undecided() for literal in (variable, -variable)]
        return (
            self._refute(None, None, SHORT_CHAIN)
            or self._find_direct(both)
            or self._find_chain(self._refutable(both, deadline), 1, SHORT_CHAIN, deadline)
        )

    def find_contradiction(self, deadline: Deadline, owners: Sequence[int] = ()) -> Refutation | TrialRefutation | None:
        """Return the smallest contradiction found between the facts and the instances of the owners (default: all)."""
        self.is_cut_off = False
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

    def find_reason_for(self, literal: int, refutation: Refutation) -> Refutation | None:
        """Return a refutation for another literal by the same reasons; None if there is none."""
        self._begin(refutation.owners)
        other = self._refute(literal, None, refutation.size)
        return other if other is not None and other.reasons.keys() <= refutation.reasons.keys() else None

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
            other = self.find_reason_for(literal, refutation)
            if other is not None:
                best, most = other, number
        return best

    def find_chains(self, literals: Sequence[int], max_size: int) -> list[Refutation]:
        """Return the refutations of these literals, as far as there are any of at most this size."""
        self._begin()
        sizes = self._reasoner.proof_sizes([-literal for literal in literals], max_size)
        small = [literal for literal, size in zip(literals, sizes, strict=True) if size <= max_size]
        chains = [self._refute(literal, None, max_size) for literal in small]
        return [self._minimize_reasons(chain) for chain in chains if chain is not None]

    def has_chain(self, literals: Sequence[int], max_size: int) -> bool:
        """Return whether one of these literals has a refutation of at most this size."""
        self._begin()
        return min(self._reasoner.proof_sizes([-literal for literal in literals], max_size)) <= max_size

    def find_direct_cuts(self, line: ProofLine, wanted: Collection[int]) -> list[ProofLine]:
        """Return the other cuts from the same constraint that force a wanted literal directly."""
        self._begin()
        lines = self.reader.parse(self._reasoner.direct_inferences(), wanted)
        return [each for each in lines if each.origin == line.origin and each.cut]

    def find_consequences(self, literals: Iterable[int], owners: Sequence[int]) -> tuple[Inference, ...]:
        """Return what follows from the facts and these literals by the constraints of the owners."""
        self._begin(owners, dict.fromkeys((*self.facts, *literals)))
        return self.reader.inferences_of(self.reader.parse(self._reasoner.closure(MAX_REASONS)))

    def find_forced(self, literal: int, owner: int, known: Sequence[int]) -> Inference | None:
        """Return the inference of a literal by one reason of the owner, given the facts and the known literals."""
        self._begin([owner], dict.fromkeys((*self.facts, *known)))
        chain = self._refute(literal, None, 1)
        if chain is None:
            return None
        reasons = tuple(map(self.reader.reason, chain.reasons.values()))
        because = self.reader.used_facts(chain.proofs[0], [-literal])
        return Inference(self.reader.claims[literal], reasons, tuple(self.reader.claims[each] for each in because))

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
        known = list(self.facts if facts is None else facts)
        self._begun_with = set(known)
        self._reasoner.begin(known, owners)

    def _undecided(self) -> list[int]:
        return [variable for variable in self._variables if not {variable, -variable} & self.settled]

    def _find_direct(self, wanted: list[int]) -> Refutation | None:
        """Return a refutation by one reason: near, preferably not a cut, and least of all a long border."""
        candidates = set(wanted)
        best: tuple[tuple[bool, bool, int, int, int, int], ProofLine] | None = None
        for line in self.reader.parse(self._reasoner.direct_inferences(), candidates):
            latest_fact = max((self.facts.get(-literal, 0) for literal in line.clause), default=0)
            distance = self._distance(line.literal)
            key = (distance > JUMP, line.cut > 0, self.reader.border_length(line), distance, -latest_fact, line.owner)
            if best is None or key < best[0]:
                best = key, line
        return None if best is None else self._refute(best[1].literal, None, 1)

    def _find_near_direct(self, wanted: list[int], deadline: Deadline) -> Refutation | None:
        """Return a direct refutation or, if that is a jump, a chain with one reason that is nearer."""
        found = self._find_direct(wanted)
        if found is None or not self._is_jump(found):
            return found
        near = [literal for literal in wanted if self._distance(literal) <= JUMP]
        return self._find_chain(near, 1, 1, deadline) or found

    def _find_near_value(self, wanted: list[int], deadline: Deadline) -> Refutation | None:
        """Return a refutation of all values of a mark but one or, if that is a jump, as small a one of a nearer value.

        If the value that is near follows from one further away by the same reasons, that comes first.
        """
        found = self._find_value(wanted)
        if found is None or found.size == 1 or not self._is_jump(found):
            return found
        near = [literal for literal in wanted if self._distance(literal) <= JUMP and self.is_value(literal)]
        self._begin()
        chain = self._find_chain(near, found.size, found.size, deadline)
        if chain is None:
            return found
        self._begin(chain.owners)
        return self._find_value(wanted) or chain

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
        best: tuple[tuple[bool, int, int], int, Sequence[int]] | None = None
        for literal, others in alternatives.items():
            reasons = [owners.get(-other, set()) for other in others if -other not in self.settled]
            fewest = _fewest_owners(reasons)
            if fewest is None:
                continue
            distance = self._distance(literal)
            key = (distance > JUMP, len(fewest), distance)
            if best is None or key < best[0]:
                best = key, literal, fewest
        if best is None:
            return None
        _, literal, fewest = best
        self._begin(fewest)  # otherwise a proof by others of the same number might be found, less directly
        return self._refute(literal, None, MAX_VALUE_REASONS)

    def is_value(self, literal: int) -> bool:
        """Return whether a literal makes a mark certain that has one literal per value."""
        opposite = self.reader.claims.get(-literal)
        return self.reader.claims[literal].holds and opposite is not None and not opposite.holds

    def _distance(self, literal: int) -> int:
        """Return the distance of a literal's mark from the marks of the last step."""
        return self.nearness.distance(self.reader.claims[literal].place)

    def _refutable(self, wanted: list[int], deadline: Deadline) -> list[int]:
        """Return the literals for which there is a chain with any number of reasons, as far as the time goes."""
        refutable = []
        for start in range(0, len(wanted), LITERALS_PER_TIME_CHECK):
            if deadline.is_over:
                break
            checkpoint()
            chunk = wanted[start : start + LITERALS_PER_TIME_CHECK]
            counts = self._reasoner.count_consequences([-literal for literal in chunk])
            refutable += [literal for literal, count in zip(chunk, counts, strict=True) if count < 0]
        return refutable

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
                return self._best_chain(minimal)
            if deadline.is_over:
                break
        return None

    def _best_chain(self, chains: Sequence[Refutation]) -> Refutation:
        """Return the best of some chains: small, near, with a name, and with many consequences for its length."""
        self._begin()
        literals = [chain.literal for chain in chains if chain.literal is not None]
        consequences = dict(zip(literals, self._reasoner.count_consequences(literals), strict=True))

        def key(chain: Refutation) -> tuple[int, bool, bool, float, int]:
            gain = consequences.get(chain.literal or 0, 0) / (chain.length + STEP_LENGTH)
            return chain.size, self._is_jump(chain), not self.has_name(chain), -gain, chain.length

        return min(chains, key=key)

    def _is_jump(self, chain: Refutation) -> bool:
        return chain.literal is not None and self._distance(chain.literal) > JUMP

    def _find_cases(self, wanted: list[int], deadline: Deadline) -> Refutation | None:
        """Return a refutation by two cases with few reasons, as far as the budget goes."""
        best, limit, facts = None, LONG_CHAIN, list(self.facts)
        with self._spending(deadline, self._budgets.cases) as is_spent:
            for literal in wanted:
                if is_spent() or (best is not None and best.size <= SMALL_STEP):
                    break
                checkpoint()
                nearby = self._neighbourhood.nearest(abs(literal), MIN_CASE_VARIABLES)
                changed = {abs(fact) for fact in facts[self._without_cases.get(literal, 0) :]}
                if literal in self._without_cases and changed.isdisjoint(nearby):
                    continue
                undecided = [variable for variable in nearby if not {variable, -variable} & self.settled]
                proof = self._reasoner.refute_by_cases(-literal, undecided, limit)
                if proof is not None:
                    best = self._cases_refutation(literal, proof)
                    limit = best.size - 1
                elif best is None:
                    self._without_cases[literal] = len(facts)
        return None if best is None else self._minimize_reasons(best)

    def _find_promising(self, wanted: list[int], deadline: Deadline) -> list[int]:
        """Return the literals that a short search refutes, those with the fewest reasons first."""
        with self._spending(deadline, self._budgets.trial) as is_spent:
            return self._trials.find_promising(wanted, list(self.facts), self._undecided(), is_spent)

    def _find_by_trial(
        self, wanted: Sequence[int | None], deadline: Deadline, owners: Sequence[int] = ()
    ) -> TrialRefutation | None:
        """Return a refutation by trial and error; None among the wanted stands for a contradiction of the facts."""
        with self._spending(deadline, self._budgets.trial) as is_spent:
            return self._trials.find(wanted, list(self.facts), self._undecided(), owners, is_spent)

    @contextmanager
    def _spending(self, deadline: Deadline, budget: int) -> Iterator[Callable[[], bool]]:
        """Provide a function that returns whether a part of the board's budget is spent, or the time is over."""
        work_before = self._reasoner.work
        last_work = work_before + min(budget, max(self._budget, 0))
        yield lambda: deadline.is_over or self._reasoner.work > last_work
        self._budget -= self._reasoner.work - work_before
        self.is_cut_off |= deadline.is_over or self._budget < 0

    def _refute(self, literal: int | None, variable: int | None, limit: int) -> Refutation | None:
        """Refute the opposite of a literal (None: the facts), by the two cases of a variable if one is given."""
        if variable is None or literal is None:
            proof = self._reasoner.refute(opposite_of(literal), limit)
            return None if proof is None else self._refutation(literal, None, proof)
        proof = self._reasoner.refute_by_cases(-literal, [variable], limit)
        return None if proof is None else self._cases_refutation(literal, proof)

    def _cases_refutation(self, literal: int, proof: list[int]) -> Refutation:
        variable, middle = proof[0], 2 + proof[1]
        return self._refutation(literal, variable, proof[2:middle], proof[middle:])

    def _refutation(self, literal: int | None, variable: int | None, *proofs: list[int]) -> Refutation:
        return make_refutation(self.reader, literal, variable, proofs, self._begun_with)

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


def _fewest_owners(owners_of_each: list[set[int]]) -> Sequence[int] | None:
    """Return an owner that is in all of the sets, or two so that one of them is in each; None if there are none."""
    if not all(owners_of_each):
        return None
    everyone = sorted(set[int]().union(*owners_of_each))
    for number in range(MAX_VALUE_REASONS + 1):
        for some in combinations(everyone, number):
            if all(not own.isdisjoint(some) for own in owners_of_each):
                return some
    return None
