"""Trial search: which mark to explain by trial and error, and how.

The reasoner searches for a refutation with lemmas, which is fast, but its proofs are not meant for people: they have
more reasons than necessary, and a lemma may take many of them at once.  So the search is used to find out which marks
can be refuted at all, and by which rule instances.  Then rule instances that are not needed are removed, and a trial in
small steps (see `trial_and_error`) is run with the remaining ones.  Only if there is none, the lemmas become steps.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from masume.core.cancellation import checkpoint
from masume.explaining.neighbourhood import Neighbourhood
from masume.explaining.proofs import ProofLine, ProofReader
from masume.explaining.reasoning import Reasoner
from masume.explaining.reasoning.annotated_model import AnnotatedModel
from masume.explaining.refutations import TrialRefutation, opposite_of
from masume.explaining.trial_and_error import Trial
from masume.modelling.basic_constraints import TRUE

SMALL_STEP = 3  # reasons: the most for a step within trial and error
MAX_COMPARED = 8  # of several refutations that were found, so many are made smaller, and the most useful is taken
SMALL_TRIAL_BUDGET = 2_000_000  # work: for a trial in small steps
PRUNING_BUDGET = 2_000_000  # work: for removing rule instances from these
MAX_PROMISING = 8  # literals for which two cases are tried first
ALL = 1 << 30


class Stage(NamedTuple):
    """How long to search for a refutation, and with how many decisions: those about the nearest variables."""

    decisions: int
    max_contradictions: int
    max_depth: int


# With depth 1, a lemma is what a person finds by looking at one further assumption.
STAGES = (
    Stage(20, 100, 1),
    Stage(ALL, 8, ALL),
    Stage(60, 100, 1),
    Stage(ALL, 32, ALL),
    Stage(ALL, 128, ALL),
    Stage(ALL, 512, ALL),
    Stage(ALL, 2048, ALL),
)
PRUNING_STAGE = Stage(ALL, 100, ALL)


class _Found(NamedTuple):
    """A refutation by search."""

    literal: int | None
    proof: Sequence[ProofLine]
    owners: list[int]
    size: int  # the number of reasons


IsSpent = Callable[[], bool]


class TrialSearch:
    """Finds refutations by trial and error.  Facts are only added, never removed."""

    def __init__(self, model: AnnotatedModel, reasoner: Reasoner, reader: ProofReader) -> None:
        self._reasoner, self._reader = reasoner, reader
        # Decisions about helper variables help, too, such as whether a cell belongs to the island of a number.
        self._variables = range(TRUE + 1, model.variables + 1)
        self._neighbourhood = Neighbourhood(model, self._variables)
        # For literals that could not be refuted: the last stage, and the number of facts at that time.  They are not
        # tried again until a new fact is near.
        self.failed: dict[int | None, tuple[int, int]] = {}

    def find(
        self,
        wanted: Sequence[int | None],
        facts: list[int],
        undecided: list[int],
        owners: Sequence[int],
        is_spent: IsSpent,
    ) -> TrialRefutation | None:
        """Return a refutation for one of the wanted literals; None among them stands for the facts themselves."""
        found = self._search(wanted, facts, self._decisions(wanted, undecided), owners, is_spent)
        if not found:
            return None
        best = sorted(found, key=lambda each: each.size)[:MAX_COMPARED]
        last_work = self._reasoner.work + PRUNING_BUDGET
        pruned = [self._prune(each, facts, lambda: is_spent() or self._reasoner.work > last_work) for each in best]
        best_found = self._most_useful(pruned, facts)
        return self._in_small_steps(best_found, facts, is_spent) or self._by_lemmas(best_found)

    def find_promising(
        self, wanted: Sequence[int], facts: list[int], undecided: list[int], is_spent: IsSpent
    ) -> list[int]:
        """Return the literals that the first stage refutes, those with the fewest reasons first."""
        self._reasoner.begin(facts)
        found = self._search_stage(0, wanted, facts, self._decisions(wanted, undecided), is_spent)
        best = sorted(found, key=lambda each: each.size)[:MAX_PROMISING]
        return [each.literal for each in best if each.literal is not None]

    def _most_useful(self, found: Sequence[_Found], facts: list[int]) -> _Found:
        """Return the refutation after which most follows, so that few trials are needed; of several, the smallest."""
        if len(found) == 1 or None in [each.literal for each in found]:
            return min(found, key=lambda each: each.size)
        self._reasoner.begin(facts)
        counts = self._reasoner.count_consequences([each.literal for each in found if each.literal is not None])
        return min(zip(counts, found, strict=True), key=lambda each: (-each[0], each[1].size))[1]

    def _decisions(self, wanted: Sequence[int | None], undecided: list[int]) -> dict[int, int]:
        """Return the decisions for all variables; for wanted literals their opposites, which are likely to fail."""
        decided = {abs(literal) for literal in self._reader.claims} - {*undecided}
        decisions = {variable: variable for variable in self._variables if variable not in decided}
        return decisions | {abs(literal): -literal for literal in wanted if literal is not None}

    def _search(
        self,
        wanted: Sequence[int | None],
        facts: list[int],
        decisions: dict[int, int],
        owners: Sequence[int],
        is_spent: IsSpent,
    ) -> list[_Found]:
        """Return the refutations of the first stage that has any."""
        self._reasoner.begin(facts, owners)
        for number in range(len(STAGES)):
            found = self._search_stage(number, wanted, facts, decisions, is_spent)
            if found or is_spent():
                return found
        return []

    def _search_stage(
        self, number: int, wanted: Sequence[int | None], facts: list[int], decisions: dict[int, int], is_spent: IsSpent
    ) -> list[_Found]:
        """Return the refutations that one stage finds, for literals that are not hopeless."""
        stage, found = STAGES[number], list[_Found]()
        for literal in wanted:
            if self._is_hopeless(literal, number, facts):
                continue
            checkpoint()
            if is_spent():
                break
            proof = self._refute(literal, self._choose(decisions, literal, stage.decisions), stage)
            if proof is None:
                self.failed[literal] = number, len(facts)
            else:
                found.append(proof)
        return found

    def _is_hopeless(self, literal: int | None, stage: int, facts: list[int]) -> bool:
        """Return whether a search has failed already, at this stage or a later one, and no new fact is near."""
        failed, known = self.failed.get(literal, (-1, 0))
        if literal is None or failed < stage:
            return False
        near = set(self._neighbourhood.nearest(abs(literal), STAGES[0].decisions))
        return not any(abs(fact) in near for fact in facts[known:])

    def _choose(self, decisions: dict[int, int], literal: int | None, number: int) -> list[int]:
        """Return decisions about the variables nearest to a literal."""
        order: Iterable[int] = decisions if literal is None else self._neighbourhood.by_distance(abs(literal))
        return list(islice((decisions[variable] for variable in order if variable in decisions), number))

    def _refute(self, literal: int | None, decisions: list[int], stage: Stage) -> _Found | None:
        numbers = self._reasoner.refute_by_search(
            opposite_of(literal), decisions, stage.max_contradictions, stage.max_depth
        )
        if numbers is None:
            return None
        proof = self._reader.parse(numbers)
        reasons = self._reader.reason_lines(proof)
        return _Found(literal, proof, sorted({owner for owner, _ in reasons}), len(reasons))

    def _prune(self, found: _Found, facts: list[int], is_spent: IsSpent) -> _Found:
        """Return a refutation without rule instances that are not needed, as far as the budget goes."""
        decisions = self._decisions_in(found)
        for owner in found.owners:
            if owner not in found.owners or len(found.owners) == 1:
                continue  # already removed together with another one, or the last one
            if is_spent():
                break
            self._reasoner.begin(facts, [other for other in found.owners if other != owner])
            smaller = self._refute(found.literal, decisions, PRUNING_STAGE)
            if smaller is not None:
                found, decisions = smaller, self._decisions_in(smaller)
        return found

    def _decisions_in(self, found: _Found) -> list[int]:
        """Return decisions about the variables in the clauses of a proof."""
        decisions: dict[int, int] = {}
        for line in found.proof:
            for part in (line, *line.parts):
                for literal in part.clause:
                    decisions.setdefault(abs(literal), -literal)
        return list(decisions.values())

    def _in_small_steps(self, found: _Found, facts: list[int], is_spent: IsSpent) -> TrialRefutation | None:
        """Return a trial in small steps with the rule instances of a refutation; None if there is none."""
        assumptions = opposite_of(found.literal)
        marks = {abs(literal) for literal in self._reader.claims}
        undecided = [abs(literal) for literal in self._decisions_in(found) if abs(literal) in marks]
        last_work = self._reasoner.work + SMALL_TRIAL_BUDGET
        for depth in (0, 1):
            trial = Trial(self._reasoner, self._reader, facts, assumptions, undecided, SMALL_STEP, depth, found.owners)
            steps = trial.run(lambda: is_spent() or self._reasoner.work > last_work)
            if steps is not None:
                return TrialRefutation(found.literal, steps)
        return None

    def _by_lemmas(self, found: _Found) -> TrialRefutation:
        return TrialRefutation(found.literal, list(self._reader.mark_lines(found.proof)))
