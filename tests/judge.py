"""A judge of explanations who knows nothing of how they are found: a fresh solver, given only what a step names."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import masume
from masume import engines
from masume.core.outcome import Status
from masume.explaining.steps import Claim, Step
from masume.modelling import RuleInstance
from masume.solving.search import build_model


class Judge:
    """Says what follows from rule instances and known marks, by the model of a board and its definitions."""

    def __init__(self, board: masume.Board, engine: str | None = None) -> None:
        self._model = build_model(board)
        self._session = engines.open_session(engine, self._model, guarded=True)

    def follows(self, claim: Claim, instances: Iterable[RuleInstance], known: Iterable[Claim]) -> bool:
        """Whether a claim follows."""
        return self.contradicts(instances, [*known, claim._replace(holds=not claim.holds)])

    def contradicts(self, instances: Iterable[RuleInstance], known: Iterable[Claim]) -> bool:
        """Whether rule instances and marks cannot hold together."""
        chosen = set(instances)
        assert chosen <= set(self._model.instances)
        without = [one for one in self._model.instances if one not in chosen]
        answer = self._session.solve(list(map(self._literal, known)), without=without)
        assert answer.status in (Status.SOLVED, Status.UNSOLVABLE)
        return answer.status is Status.UNSOLVABLE

    def _literal(self, claim: Claim) -> int:
        (literal,) = self._model.literals_of_mark(claim.layer, claim.place, claim.value)
        return literal if claim.holds else -literal


class Verdict(NamedTuple):
    """How many steps were judged, and what is wrong with them."""

    steps: int
    faults: list[str]


def judged(board: masume.Board, steps: Sequence[Step], *, closely: bool) -> Verdict:
    """Judge steps: each claim by its reasons; and, closely, each inference, and that nothing can be left out."""
    judge, faults = Judge(board), list[str]()
    for number, step in enumerate(steps, 1):
        problems = list(_faults(judge, step, closely))
        faults += (f"step {number}, {step.in_words()}: {problem}" for problem in problems)
    return Verdict(len(steps), faults)


def _faults(judge: Judge, step: Step, closely: bool) -> Iterable[str]:
    for claim in step.claims:
        if not judge.follows(claim, step.instances, step.known):
            yield f"{claim} does not follow"
    if not step.claims and not judge.contradicts(step.instances, step.known):
        yield "there is no contradiction"
    if closely:
        yield from _loose_inferences(judge, step)
        yield from _idle_reasons(judge, step)


def _loose_inferences(judge: Judge, step: Step) -> Iterable[str]:
    """Inferences that do not follow from what they say they do."""
    for branch in step.branches:
        shown = {*step.known, *branch.assumptions}
        for inference in branch.inferences:
            instances = [instance for reason in inference.reasons for instance in reason.rests_on]
            if inference.claim is None:
                sound = judge.contradicts(instances, inference.because)
            else:
                sound = judge.follows(inference.claim, instances, inference.because)
            if not sound:
                yield f"{inference.claim} is inferred from too little"
            if loose := [claim for claim in inference.because if claim not in shown and not _is_implied(claim, shown)]:
                yield f"{inference.claim} is inferred from {loose}, which nobody said"
            if inference.claim is not None:
                shown.add(inference.claim)


def _is_implied(claim: Claim, shown: set[Claim]) -> bool:
    """Whether a mark of one value is said not to have another."""
    return not claim.holds and any(
        other.holds and (other.layer, other.place) == (claim.layer, claim.place) and other.value != claim.value
        for other in shown
    )


def _idle_reasons(judge: Judge, step: Step) -> Iterable[str]:
    """Reasons without which all the same follows, although it is said that there are none."""
    for idle in step.reasons if step.minimal else ():
        others = [one for reason in step.reasons if reason is not idle for one in reason.rests_on]
        if step.claims:
            is_idle = all(judge.follows(claim, others, step.known) for claim in step.claims)
        else:
            is_idle = judge.contradicts(others, step.known)
        if is_idle:
            yield f"{idle.rule} can be left out"
