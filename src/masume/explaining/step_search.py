"""Finding: the smallest way to what follows that can be found with so much work.

First whatever one rule instance forces at once; then, by growing numbers of instances, what follows because its
opposite is refuted by propagation, a chain; then by two cases; then by trial and error.  All budgets are counted in
work, so that every machine tells the same story; only a hint is also told when it is `late`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from masume.core.cancellation import checkpoint
from masume.explaining.proofs import Key, Line, Reader, lines
from masume.explaining.reasoning import open_reasoner
from masume.explaining.reasoning.annotated_model import NOBODY, Loop, Reading, literals_of
from masume.explaining.trial_and_error import Followed, Trial
from masume.modelling.kernel import Connected, Route

FEW, MANY = 7, 14  # reasons: a chain or two cases with few come before those with many
COMPARED = 8  # chains of the same size
CHUNK = 64  # literals that are looked at between two looks at the clock
NEAR = 60  # variables by which cases are told apart
SMALL = 3  # reasons: two cases with so few are good enough; of a step within trial and error
WORK_ON_PRUNING = 10_000_000  # at most, for one trial
WORK_ON_TRIALS, WORK_ON_BOARD = 10_000_000, 100_000_000  # at most: for one step; for all with cases or trials

Late = Callable[[], bool]


class Found(NamedTuple):
    """A literal whose opposite is refuted, by cases of a variable if there is one; the lines of each case.

    Without a literal, what is known is contradicted.
    """

    literal: int | None
    variable: int | None
    proofs: tuple[Sequence[Line], ...]
    keys: dict[Key, Line]

    @property
    def size(self) -> int:
        return len(self.keys)

    @property
    def length(self) -> int:
        return sum(map(len, self.proofs))

    @property
    def owners(self) -> list[int]:
        return sorted({owner for owner, _ in self.keys})

    @property
    def assumptions(self) -> list[list[int]]:
        """What is assumed in each case."""
        first = opposite(self.literal)
        return [first] if self.variable is None else [[*first, self.variable], [*first, -self.variable]]


class Tried(NamedTuple):
    """A literal whose opposite was followed to a contradiction; without one, what is known was."""

    literal: int | None
    followed: list[Followed]

    @property
    def keys(self) -> dict[Key, Line]:
        return {key: line for one in self.followed for key, line in one.keys.items()}

    @property
    def owners(self) -> list[int]:
        return sorted({owner for owner, _ in self.keys})


class Finder:
    """Finds ways on a reading, from facts, which only grow; what is settled is not looked for any more."""

    def __init__(self, reading: Reading) -> None:
        self.reader = Reader(reading)
        self._reading = reading
        self._reasoner = open_reasoner(reading)
        self._variables = sorted({abs(literal) for literal in self.reader.claims})
        self.facts: dict[int, int] = {}  # literals of what is known, and after how many steps it was
        self.settled: set[int] = set()  # literals that say nothing new
        self._budget = WORK_ON_BOARD

    def find(self, wanted: list[int], late: Late) -> Found | Tried | None:
        """The smallest way to one of the literals that is found; None if there is none, or it is too late."""
        self.begin()
        found = self._direct(wanted) or self._chain(wanted, 1, FEW, late)
        if found is None and not late():
            cases = self._cases(wanted, late)
            self.begin()
            found = self._chain(wanted, FEW + 1, cases.size if cases else MANY, late) or cases
        return found or (None if late() else self.tried(wanted, late))

    def find_anything(self, late: Late) -> Found | None:
        """The smallest contradiction or chain that is found, where it is not known which literals hold."""
        self.begin()
        both = [literal for variable in self._undecided() for literal in (variable, -variable)]
        return self._refuted(None, None, FEW) or self._direct(both) or self._chain(both, 1, FEW, late)

    def contradiction(self, late: Late, owners: Sequence[int] = ()) -> Found | Tried | None:
        """The smallest way in which what is known contradicts itself that is found, with the instances of owners."""
        for limit in range(1, MANY + 1):
            self.begin(owners)
            found = self._refuted(None, None, limit)
            if found is not None:
                return self._trimmed(found)
        return self.tried([None], late, owners)

    def forced_too(self, found: Found, wanted: list[int]) -> dict[int, list[int]]:
        """The other literals that the same reasons force, each with the facts that it takes."""
        self.begin(found.owners)
        others = [literal for literal in wanted if literal != found.literal]
        forced = {}
        for literal, size in zip(others, self._reasoner.sizes([-one for one in others], found.size), strict=True):
            other = self._refuted(literal, None, found.size) if size <= found.size else None
            if other is not None and other.keys.keys() <= found.keys.keys():
                forced[literal] = self.reader.facts(other.proofs[0], [-literal])
        return forced

    def tried(self, wanted: Sequence[int | None], late: Late, owners: Sequence[int] = ()) -> Tried | None:
        """What follows by trial and error; without a literal, what is known leads to a contradiction."""
        undecided = self._undecided()
        end = self._reasoner.work + min(WORK_ON_TRIALS, max(self._budget, 0))

        def is_enough() -> bool:
            return late() or self._reasoner.work > end

        for depth, literal in product((0, 1), wanted):
            if is_enough():
                break
            spent = self._reasoner.work
            trial = Trial(
                self._reasoner, self.reader, list(self.facts), opposite(literal), undecided, SMALL, depth, owners
            )
            followed = trial.run(is_enough)
            self._budget -= self._reasoner.work - spent
            if followed is not None:
                return self._pruned(Tried(literal, followed), replace(trial, trail={}), late)
        return None

    def _pruned(self, tried: Tried, trial: Trial, late: Late) -> Tried:
        """The same without instances that are not needed, as far as the time for that reaches."""
        end = self._reasoner.work + WORK_ON_PRUNING

        def is_enough() -> bool:
            return late() or self._reasoner.work > end

        for owner in tried.owners:
            others = [other for other in tried.owners if other != owner]
            if owner not in tried.owners or not others:
                continue  # it was left out with another, or is the last
            if is_enough():
                break
            followed = replace(trial, owners=others, trail={}).run(is_enough)
            if followed is not None:
                tried = Tried(tried.literal, followed)
        return tried

    def begin(self, owners: Sequence[int] = (), facts: Iterable[int] | None = None) -> None:
        """Begin to reason with the instances of these owners only, from facts or from all that is known."""
        self._reasoner.begin(list(self.facts if facts is None else facts), owners)

    def _undecided(self) -> list[int]:
        return [variable for variable in self._variables if not {variable, -variable} & self.settled]

    def _direct(self, wanted: list[int]) -> Found | None:
        """What one instance forces at once: what is near to the last step and is no cut comes first."""
        among = set(wanted)
        best: tuple[tuple[bool, int, int], Line] | None = None
        for line in lines(self._reasoner.direct()):
            if line.literal not in among:
                continue
            age = max((self.facts.get(-literal, 0) for literal in line.clause), default=0)
            rank = (line.cut > 0, -age, line.owner)
            if best is None or rank < best[0]:
                best = rank, line
        return None if best is None else self._refuted(best[1].literal, None, 1)

    def _chain(self, wanted: list[int], low: int, high: int, late: Late) -> Found | None:
        """The shortest chain of few instances."""
        for limit in range(low, high + 1):
            sizes: list[int] = []
            for start in range(0, len(wanted), CHUNK):
                if late():
                    break
                checkpoint()
                sizes += self._reasoner.sizes([-literal for literal in wanted[start : start + CHUNK]], limit)
            fewest = min(sizes, default=limit + 1)
            if fewest <= limit:
                candidates = [literal for literal, size in zip(wanted, sizes, strict=False) if size == fewest]
                chains = [self._refuted(literal, None, fewest) for literal in candidates[:COMPARED]]
                trimmed = [self._trimmed(chain) for chain in chains if chain is not None]
                return min(trimmed, key=lambda found: (found.size, found.length))
            if late():
                break
        return None

    def _cases(self, wanted: list[int], late: Late) -> Found | None:
        """Two cases that take few instances."""
        best, limit = None, MANY
        for literal in wanted:
            if late() or self._budget < 0 or (best is not None and best.size <= SMALL):
                break
            checkpoint()
            spent = self._reasoner.work
            proof = self._reasoner.refute_by_cases(-literal, self._near(abs(literal)), limit)
            self._budget -= self._reasoner.work - spent
            if proof is not None:
                best = self._cased(literal, proof)
                limit = best.size - 1
        return None if best is None else self._trimmed(best)

    def _refuted(self, literal: int | None, variable: int | None, limit: int) -> Found | None:
        """The opposite of a literal refuted in the way of another time, with so many instances at most."""
        if variable is None or literal is None:
            proof = self._reasoner.refute(opposite(literal), limit)
            return None if proof is None else self._as_found(literal, None, list(lines(proof)))
        proof = self._reasoner.refute_by_cases(-literal, [variable], limit)
        return None if proof is None else self._cased(literal, proof)

    def _cased(self, literal: int, proof: list[int]) -> Found:
        variable, middle = proof[0], 2 + proof[1]
        return self._as_found(literal, variable, list(lines(proof[2:middle])), list(lines(proof[middle:])))

    def _as_found(self, literal: int | None, variable: int | None, *proofs: Sequence[Line]) -> Found:
        return Found(literal, variable, proofs, self.reader.keys(line for proof in proofs for line in proof))

    def _trimmed(self, found: Found) -> Found:
        """The same without instances that are not needed."""
        smaller: Found | None = found
        while smaller is not None and found.size > 1:
            found, smaller = smaller, None
            for owner in found.owners:
                self.begin([other for other in found.owners if other != owner] or [NOBODY])
                smaller = self._refuted(found.literal, found.variable, found.size - 1)
                if smaller is not None:
                    break
        return found

    def with_few_facts(self, found: Found) -> tuple[Found, dict[int, None]]:
        """The same from as few facts as one comes to by leaving out one after the other."""
        facts = self._facts_of(found)
        for fact in list(facts):
            if fact not in facts:
                continue
            self.begin(found.owners, [other for other in facts if other != fact])
            other = self._refuted(found.literal, found.variable, found.size)
            # A longer chain would only prove again what is known.
            if other is not None and other.keys.keys() <= found.keys.keys() and other.length <= found.length:
                found, facts = other, self._facts_of(other)
        return found, facts

    def _facts_of(self, found: Found) -> dict[int, None]:
        used = (
            fact
            for proof, assumed in zip(found.proofs, found.assumptions, strict=True)
            for fact in self.reader.facts(proof, assumed)
        )
        return {fact: None for fact in used if fact in self.facts or -fact not in self.facts}

    def _near(self, variable: int) -> list[int]:
        """The variables of undecided marks that are nearest to one, itself left out, by statements they share."""
        seen, ring = {variable: None}, [variable]
        while ring and len(seen) <= NEAR:
            around = dict.fromkeys(other for one in ring for other in self._sharing.get(one, ()) if other not in seen)
            seen |= around
            ring = list(around)
        return [one for one in seen if one != variable and not {one, -one} & self.settled]

    @cached_property
    def _sharing(self) -> dict[int, list[int]]:
        """For each variable of a mark those that it shares a statement with, in order."""
        marks, found = set(self._variables), dict[int, dict[int, None]]()
        for _, word in self._reading.statements:
            if isinstance(word, Connected | Route | Loop):
                continue  # which everything shares
            variables = [abs(literal) for literal in literals_of(word) if abs(literal) in marks]
            for one in variables:
                found.setdefault(one, {}).update(dict.fromkeys(variables))
        return {one: list(others) for one, others in found.items()}


def opposite(literal: int | None) -> list[int]:
    """What is assumed to refute it."""
    return [] if literal is None else [-literal]
