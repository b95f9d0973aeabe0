"""A judge of explanations: a fresh solver, which gets only the rule instances and marks that a step names."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import masume
from masume import engines
from masume.core.claims import Claim
from masume.core.layers import RuledOut
from masume.core.outcome import Status
from masume.explaining.steps import Step
from masume.modelling import RuleInstance
from masume.solving.search import build_model


class Judge:
    """Decides what follows from rule instances and known marks, in a model in which each instance can be left out."""

    def __init__(self, board: masume.Board, engine: str | None = None) -> None:
        self._model = build_model(board)
        self._session = engines.open_session(engine, self._model, guarded=True)

    def follows(self, claim: Claim, instances: Iterable[RuleInstance], known: Iterable[Claim]) -> bool:
        """Return whether a claim follows from the rule instances and the known marks."""
        return self.contradicts(instances, [*known, claim._replace(holds=not claim.holds)])

    def contradicts(self, instances: Iterable[RuleInstance], known: Iterable[Claim]) -> bool:
        """Return whether the rule instances and the known marks are contradictory."""
        allowed = set(instances)
        assert allowed <= set(self._model.instances)
        without = [instance for instance in self._model.instances if instance not in allowed]
        answer = self._session.solve(list(map(self._literal, known)), without=without)
        assert answer.status in (Status.SOLVED, Status.UNSOLVABLE)
        return answer.status is Status.UNSOLVABLE

    def _literal(self, claim: Claim) -> int:
        (literal,) = self._model.literals_of_mark(claim.layer, claim.place, claim.value)
        return literal if claim.holds else -literal


class Verdict(NamedTuple):
    """The number of judged steps, and what is wrong with them."""

    steps: int
    faults: list[str]


def judge_steps(board: masume.Board, steps: Sequence[Step], *, closely: bool) -> Verdict:
    """Check that all claims follow from what their step names.

    If `closely`, also check each inference, and that no reason can be left out of a step that is marked minimal.
    """
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
        yield from _unargued_claims(step)
        yield from _unsound_folded_marks(judge, step)
        yield from _unsound_inferences(judge, step)
        yield from _needless_reasons(judge, step)


def _unargued_claims(step: Step) -> Iterable[str]:
    """Yield the claims of a step with several reasons for which it has no argument."""
    refuted = {(*claim[:3], not claim.holds) for branch in step.branches for claim in branch.assumptions[:1]}
    for claim in step.claims if step.branches and step.size > 1 else ():
        if tuple(claim) not in refuted and not _is_refuted(step, claim):
            yield f"{claim} is not argued"


def _is_refuted(step: Step, claim: Claim) -> bool:
    """Return whether a branch assumes another value of a mark that has only two."""
    others = (branch.assumptions[0] for branch in step.branches if branch.assumptions)
    return any((other.layer, other.place) == claim[:2] and other.value != claim.value for other in others)


def _unsound_folded_marks(judge: Judge, step: Step) -> Iterable[str]:
    """Yield the folded marks that do not follow by one reason from marks on the board and from the step."""
    established = {*_claims_on_board(step.board), *step.claims}
    established |= {folded.claim for folded in step.folded if folded.claim and not folded.because}  # at clues
    for folded in step.folded:
        assert folded.claim is not None
        if len(folded.reasons) != 1 or not judge.follows(folded.claim, folded.reasons[0].rests_on, folded.because):
            yield f"{folded.claim} does not follow at once"
        obvious = {claim for claim in step.known if claim not in established}
        if unknown := [
            claim
            for claim in folded.because
            if claim not in established | obvious and not _is_implied(claim, established)
        ]:
            yield f"{folded.claim} is folded, but rests on {unknown}"
        established.add(folded.claim)


def _claims_on_board(board: masume.Board) -> Iterable[Claim]:
    """Yield what the marks on a board state, and the given ones."""
    for layers in (board.given, board.marks):
        for layer, marks in layers.items():
            for place, mark in marks.items():
                if isinstance(mark, RuledOut):
                    yield from (Claim(layer, place, value, holds=False) for value in mark)
                else:
                    yield Claim(layer, place, mark)


def _unsound_inferences(judge: Judge, step: Step) -> Iterable[str]:
    """Yield the inferences that do not follow from what they name."""
    for branch in step.branches:
        established = {*step.known, *branch.assumptions}
        for inference in branch.inferences:
            instances = [instance for reason in inference.reasons for instance in reason.rests_on]
            if inference.claim is None:
                sound = judge.contradicts(instances, inference.because)
            else:
                sound = judge.follows(inference.claim, instances, inference.because)
            if not sound:
                yield f"{inference.claim} is inferred from too little"
            if unknown := [
                claim for claim in inference.because if claim not in established and not _is_implied(claim, established)
            ]:
                yield f"{inference.claim} is inferred from {unknown}, which were neither known nor inferred"
            if inference.claim is not None:
                established.add(inference.claim)


def _is_implied(claim: Claim, established: set[Claim]) -> bool:
    """Return whether a claim excludes a value of a mark that is known to have another value."""
    return not claim.holds and any(
        other.holds and (other.layer, other.place) == (claim.layer, claim.place) and other.value != claim.value
        for other in established
    )


def _needless_reasons(judge: Judge, step: Step) -> Iterable[str]:
    """Yield the reasons that can be left out of a step that is marked minimal."""
    for candidate in step.reasons if step.minimal else ():
        others = [instance for reason in step.reasons if reason is not candidate for instance in reason.rests_on]
        if step.claims:
            is_needless = all(judge.follows(claim, others, step.known) for claim in step.claims)
        else:
            is_needless = judge.contradicts(others, step.known)
        if is_needless:
            yield f"{candidate.rule} can be left out"
