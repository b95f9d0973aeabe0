"""Completion: the name of a step, the other marks that belong to the same thought, and those that follow at once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from masume.core.claims import Claim
from masume.core.techniques import Joins, Technique
from masume.explaining.folding import Folding
from masume.explaining.naming import find_anchor, find_technique, make_deduction, put_into_words
from masume.explaining.nearness import Nearness
from masume.explaining.refutations import Refutation, TrialRefutation
from masume.explaining.step_builder import StepBuilder
from masume.explaining.step_search import StepSearch
from masume.explaining.steps import Branch, Inference, Step

MAX_ANCHOR_DISTANCE = 2  # cells; marks that a technique forces further away from its anchor get a step of their own


class Completion:
    """Completes steps on one board."""

    def __init__(self, builder: StepBuilder, search: StepSearch, folding: Folding | None) -> None:
        self._builder, self._search, self._folding = builder, search, folding
        self._claims = search.reader.claims

    def complete(
        self, step: Step, found: Refutation | TrialRefutation | None = None, wanted: Sequence[int] = ()
    ) -> Step:
        """Return a step with its name, and with other marks."""
        technique = find_technique(step)
        if technique is not None:
            step = replace(step, technique=technique.name)
        if self._folding is None or not step.claims:
            return step
        if not isinstance(found, Refutation):
            return self._fold(step, (), found)
        if found.size == 1:
            return self._fold(step, self._find_same_reason(step, technique, found, wanted), found)
        folded = self._fold(step, (), found)
        if (
            technique is None or technique.joins is Joins.NOTHING or not _has_argument(step, technique)
        ):  # but a chain for one claim
            return folded
        others = [literal for literal in wanted if self._claims[literal] not in folded.all_claims]
        step = self._add_same_technique(step, technique, found, others)
        return self._fold(step, (), found)

    def technique_of(self, chain: Refutation) -> Technique | None:
        """Return the technique that fits a chain."""
        return find_technique(self._builder.step_of_chain(chain))

    def _fold(self, step: Step, joined: tuple[Inference, ...], found: Refutation | TrialRefutation | None) -> Step:
        """Return a step with the marks that were joined to it, and with all that follows at once."""
        assert self._folding is not None
        literals = [self._builder.literal_of(claim) for claim in step.claims]
        return replace(step, folded=(*joined, *self._folding.fold(step.board, literals, joined, found)))

    def _find_same_reason(
        self, step: Step, technique: Technique | None, found: Refutation, wanted: Sequence[int]
    ) -> tuple[Inference, ...]:
        """Return the marks that belong to a step with one reason: the only way out, the same technique elsewhere."""
        assert self._folding is not None
        way = self._folding.find_way(found, wanted)
        if technique is None or technique.joins is not Joins.EVERYWHERE:
            return way
        settled = {*step.claims, *(inference.claim for inference in way)}
        elsewhere = []
        for chain in self._search.find_chains([each for each in wanted if self._claims[each] not in settled], 1):
            other = self._builder.step_of_chain(chain)
            if find_technique(other) is technique:
                _, facts = self._search.minimize_facts(chain)
                elsewhere.append(Inference(other.claims[0], other.reasons, self._builder.claims_of(facts)))
        return (*way, *elsewhere)

    def _add_same_technique(self, step: Step, technique: Technique, found: Refutation, wanted: Sequence[int]) -> Step:
        """Return a step with other marks that the same technique forces (see `Joins`).

        Marks that follow at once from others are left out, and those that the technique cannot put into words as well.
        """
        anchor = find_anchor(step.reasons, technique)
        is_everywhere = technique.joins is Joins.EVERYWHERE
        places = step.places if is_everywhere else [p for reason in anchor for p in reason.places(step.board)]
        nearness = Nearness(step.board.grid, () if technique.joins is Joins.AT_ANCHOR_HOWEVER_FAR else places)
        near = [literal for literal in wanted if nearness.distance(self._claims[literal].place) <= MAX_ANCHOR_DISTANCE]
        chains: list[tuple[int, set[Claim | None], Refutation]] = []
        for chain in self._find_chains(near, found, max(found.size, technique.joins_up_to)) if near else ():
            other = self._builder.step_of_chain(chain)
            is_same_place = is_everywhere or find_anchor(other.reasons, technique) == anchor
            if is_same_place and find_technique(other) is technique:
                follows = self._claims_that_follow_at_once(chain)
                chains.append((-len(follows), follows, chain))
        follow_at_once: set[Claim | None] = set()
        for _, follows, chain in sorted(chains, key=lambda each: each[0]):
            if chain.literal is not None and self._claims[chain.literal] not in follow_at_once:
                extended = self._with_claim(step, *self._search.minimize_facts(chain))
                if _has_argument(extended, technique):
                    step, follow_at_once = extended, follow_at_once | follows
        return step

    def _find_chains(self, literals: Sequence[int], found: Refutation, max_size: int) -> Iterator[Refutation]:
        """Yield the chains of these literals, with the same reasons as the one that was found if these are enough."""
        forced = [] if found.variable else self._search.find_also_forced(found, [*literals])
        for literal in forced:
            chain = self._search.find_reason_for(literal, found)
            if chain is not None:
                yield chain
        yield from self._search.find_chains([literal for literal in literals if literal not in forced], max_size)

    def _claims_that_follow_at_once(self, chain: Refutation) -> set[Claim | None]:
        assert self._folding is not None
        if chain.literal is None:
            return set()
        return {inference.claim for inference in self._folding.fold(self._builder.board, [chain.literal], (), None)}

    def _with_claim(self, step: Step, chain: Refutation, facts: Iterable[int]) -> Step:
        """Return a step that also claims the literal of a chain."""
        reader, (assumptions,), (proof,) = self._search.reader, chain.assumptions, chain.proofs
        claims_of = self._builder.claims_of
        reasons = map(reader.reason, chain.reasons.values())
        return replace(
            step,
            claims=(*step.claims, *claims_of([] if chain.literal is None else [chain.literal])),
            reasons=tuple(dict.fromkeys((*step.reasons, *reasons))),
            known=tuple(dict.fromkeys((*step.known, *claims_of(facts)))),
            branches=(*step.branches, Branch(claims_of(assumptions), reader.inferences_of(proof))),
        )


def _has_argument(step: Step, technique: Technique) -> bool:
    """Return whether the technique itself has words for the argument of a step."""
    return put_into_words(technique.because, make_deduction(step)) != ""
