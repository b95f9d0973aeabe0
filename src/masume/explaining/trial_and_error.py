"""Trying: what neither a chain nor two cases reach.

An assumption is followed step by step, each of them small, until it contradicts itself: trial and error.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from masume.core.cancellation import checkpoint
from masume.explaining.proofs import CONTRADICTION, Key, Line, Reader, lines
from masume.explaining.reasoning import Reasoner
from masume.explaining.steps import Inference


class Followed(NamedTuple):
    """What followed from an assumption: a literal (or a contradiction), why, and from which literals."""

    literal: int
    keys: dict[Key, Line]
    used: list[int]


@dataclass(slots=True)
class Trial:
    """Assumptions that are followed, one or none.

    `small` is how many reasons a step on the way may have, `depth` how often another assumption may be tried within.
    """

    reasoner: Reasoner
    reader: Reader
    facts: list[int]
    assumptions: list[int]
    undecided: list[int]
    small: int
    depth: int = 0
    owners: Sequence[int] = ()  # whose instances may be used; all if none is named
    trail: dict[int, Followed] = field(default_factory=dict)

    def run(self, late: Callable[[], bool]) -> list[Followed] | None:
        """What leads to a contradiction, in order; None if there is none."""
        known = {*self.facts, *self.assumptions}
        while not late():
            checkpoint()
            self.reasoner.begin([*self.facts, *self.assumptions, *self.trail], self.owners)
            proof = self.reasoner.refute([], self.small)
            if proof is not None:
                return self._needed(self._followed(CONTRADICTION, list(lines(proof)), []))
            new = {one.literal: one for one in self._direct(known)} or {one.literal: one for one in self._chains(known)}
            if not new and self.depth > 0:
                new = {one.literal: one for one in islice(self._trials(known, late), 1)}
            if not new:
                return None
            self.trail |= new
            known |= new.keys()
            clash = next((literal for literal in new if -literal in known), None)
            if clash is not None:
                return self._needed(Followed(CONTRADICTION, {}, [clash, -clash]))
        return None

    def _direct(self, known: set[int]) -> Iterator[Followed]:
        for line in list(lines(self.reasoner.direct())):
            if line.literal not in self.reader.claims or line.literal in known:
                continue
            if all(-literal in known for literal in line.clause if literal != line.literal):
                yield self._followed(line.literal, [line], [])
            elif (proof := self.reasoner.refute([-line.literal], 1)) is not None:  # with the bookkeeping before it
                yield self._followed(line.literal, list(lines(proof)), [-line.literal])

    def _chains(self, known: set[int]) -> Iterator[Followed]:
        """All that follows by chains of the fewest reasons by which anything does."""
        left = self._left(known)
        for limit in range(1, self.small + 1):
            checkpoint()
            sizes = self.reasoner.sizes(left, limit)
            refuted = [literal for literal, size in zip(left, sizes, strict=True) if size <= limit]
            for literal in refuted:
                proof = self.reasoner.refute([literal], limit)
                if proof is not None:
                    yield self._followed(-literal, list(lines(proof)), [literal])
            if refuted:
                return

    def _trials(self, known: set[int], late: Callable[[], bool]) -> Iterator[Followed]:
        """What follows because its opposite, if it is followed, contradicts itself."""
        facts = [*self.facts, *self.assumptions, *self.trail]
        for literal in self._left(known):
            if late():
                return
            trial = replace(self, facts=facts, assumptions=[literal], depth=self.depth - 1, trail={})
            followed = trial.run(late)
            if followed is not None:
                keys = {key: line for one in followed for key, line in one.keys.items()}
                used = dict.fromkeys(fact for one in followed for fact in one.used)
                own = {literal, *(one.literal for one in followed)}
                yield Followed(-literal, keys, [fact for fact in used if fact not in own])

    def _left(self, known: set[int]) -> list[int]:
        """Both literals of what is undecided still."""
        return [literal for one in self.undecided for literal in (one, -one) if not {one, -one} & known]

    def _followed(self, literal: int, proof: list[Line], assumed: list[int]) -> Followed:
        return Followed(literal, self.reader.keys(proof), self.reader.facts(proof, assumed))

    def _needed(self, end: Followed) -> list[Followed]:
        needed, queue = {CONTRADICTION: end}, [end]
        while queue:
            for literal in queue.pop().used:
                if literal in self.trail and literal not in needed:
                    needed[literal] = self.trail[literal]
                    queue.append(self.trail[literal])
        return [*(one for literal, one in self.trail.items() if literal in needed), end]


def told(reader: Reader, followed: Sequence[Followed]) -> tuple[Inference, ...]:
    """What followed, as inferences."""
    return tuple(
        Inference(
            reader.claims.get(literal),
            tuple(map(reader.reason, keys.values())),
            tuple(reader.claims[one] for one in used),
        )
        for literal, keys, used in followed
    )
