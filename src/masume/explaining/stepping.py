"""Stepping: finding the next step of a board, the smallest that can be found with so much work.

First whatever one rule instance forces at once; then, by growing numbers of instances, what follows because its
opposite is refuted by propagation, a chain; then by two cases; then by trial and error.  All budgets are counted in
work, so that every machine tells the same story; only a hint is also told when it is `late`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, cast

from masume.core.board import Board
from masume.core.layers import Mark, RuledOut
from masume.core.places import Place
from masume.core.stopping import breathe
from masume.explaining.proofs import Key, Line, Reader, lines
from masume.explaining.reading import NOBODY, Loop, literals_of, read
from masume.explaining.reasoners import open_reasoner
from masume.explaining.steps import Branch, Claim, Reason, Step
from masume.explaining.trying import Trial, told
from masume.modelling import Model
from masume.modelling.kernel import Connected, Route
from masume.modelling.markings import Marking
from masume.solving.searching import GIVEN, state

FEW, MANY = 7, 14  # reasons: a chain or two cases with few come before those with many
COMPARED = 8  # chains of the same size
CHUNK = 64  # literals that are looked at between two looks at the clock
NEAR = 60  # variables by which cases are told apart
SMALL = 3  # reasons: two cases with so few are good enough; of a step within trial and error
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
        first = _opposite(self.literal)
        return [first] if self.variable is None else [[*first, self.variable], [*first, -self.variable]]


class Stepper:
    """A board on its way to the marks that are its goal, all of which follow from what is known.

    What is obvious, what rules say of the very places of clues, it takes for known if it is told so.
    """

    def __init__(self, board: Board, model: Model | None = None, knows_obvious: bool = False) -> None:
        self.board, self.model = board, model or state(board)
        self.reading = read(self.model, without=frozenset({GIVEN}))
        self.reader = Reader(self.reading)
        self._reasoner = open_reasoner(self.reading)
        self._variables = sorted({abs(literal) for literal in self.reader.claims})
        self._facts: dict[int, int] = {}  # literals of what is known, and after how many steps it was
        self._settled: set[int] = set()
        self._steps, self._budget = 0, WORK_ON_BOARD
        for marks in (board.given, board.marks):
            self._know((layer, place) for layer, entries in marks.items() for place in entries)
        self._obvious = self._find_obvious() if knows_obvious else {}
        for literals in self._obvious.values():
            self._facts.update(dict.fromkeys(literals, 0))
            self._settled.update(literals)

    def _find_obvious(self) -> dict[str, dict[int, int]]:
        """By rule: what it says of the very place of a clue, and who says it: that numbers are not shaded."""
        found: dict[str, dict[int, int]] = {}
        for owner, word in self.reading.statements:
            if owner == NOBODY or not isinstance(word, tuple) or len(word) != 1 or word[0] not in self.reader.claims:
                continue
            rule, place = self.reading.instances[owner - 1]
            is_clue = any(place in clues for clues in self.board.clues.values())
            if is_clue and place == self.reader.claims[word[0]].place and not self._settled & {word[0], -word[0]}:
                found.setdefault(rule, {}).setdefault(word[0], owner)
        return found

    def obvious_steps(self) -> Iterator[Step]:
        """A step for each rule that says something of single marks; the other steps take that for known."""
        for rule, literals in self._obvious.items():
            instances = tuple(self.reading.instances[owner - 1] for owner in literals.values())
            reason = Reason(rule, instances[0].place, instances)
            claims = tuple(self.reader.claims[literal] for literal in literals)
            step = Step(self.board, claims, (reason,), (), minimal=True)
            self.take(step)
            yield step

    def next(self, goal: Iterable[int], late: Late = lambda: False, at_any_price: bool = False) -> Step | None:
        """The next step towards literals that hold, which is then known; None if they all are."""
        step = self.find(goal, late, at_any_price)
        if step is not None:
            self.take(step)
        return step

    def find(self, goal: Iterable[int], late: Late = lambda: False, at_any_price: bool = False) -> Step | None:
        """A step towards literals that hold; None if they are all known or it is too late, unless at any price."""
        wanted = [literal for literal in goal if literal not in self._settled]
        if not wanted:
            return None
        found = self._find(wanted, late)
        if found is None:
            return self._taken_on_trust(wanted) if at_any_price or not late() else None
        return self._told(found, wanted) if isinstance(found, Found) else found

    def conflict(self, late: Late = lambda: False) -> Step:
        """A step without claims, for what is known cannot hold: why not."""
        for limit in range(1, MANY + 1):
            self._begin()
            found = self._refuted(None, None, limit)
            if found is not None:
                found, facts = self._with_few_facts(self._trimmed(found))
                return self._as_step([], found.keys, facts, self._branches(found))
        return self._tried([None], late) or self._taken_on_trust([])

    def literal(self, claim: Claim) -> int:
        """The literal that says what is claimed."""
        (literal,) = self.model.mark_literals(claim.layer, claim.place, claim.value)
        return literal if claim.holds else -literal

    def take(self, step: Step) -> None:
        """Go on from after a step."""
        self._steps += 1
        self.board = step.after
        self._know((claim.layer, claim.place) for claim in step.claims)

    def _know(self, places: Iterable[tuple[str, Place]]) -> None:
        """Take the marks at these places for facts."""
        for layer, place in places:
            for marks in (self.board.given[layer], self.board.marks[layer]):
                if place not in marks:
                    continue
                for literal in self.model.mark_literals(layer, place, marks[place]):
                    self._facts.setdefault(literal, self._steps)
                self._settled.update(self._settled_by(layer, place, marks[place]))

    def _settled_by(self, layer: str, place: Place, mark: Mark) -> list[int]:
        marking = self.model.markings[layer]
        literals = marking.literals(cast(int, place))
        if isinstance(mark, RuledOut):
            return [-literals[value] for value in mark]
        if isinstance(marking, Marking) and marking.one_hot:
            return [literal if value == mark else -literal for value, literal in literals.items()]
        return [literals[mark]]

    def _begin(self, owners: Sequence[int] = (), facts: Iterable[int] | None = None) -> None:
        """Begin to reason with the instances of these owners only, from facts or from all that is known."""
        self._reasoner.begin(list(self._facts if facts is None else facts), owners)

    def _find(self, wanted: list[int], late: Late) -> Found | Step | None:
        self._begin()
        found = self._direct(wanted) or self._chain(wanted, 1, FEW, late)
        if found is None and not late():
            cases = self._cases(wanted, late)
            self._begin()
            found = self._chain(wanted, FEW + 1, cases.size if cases else MANY, late) or cases
        if found is None and not late():
            return self._tried(wanted, late)
        return found

    def _direct(self, wanted: list[int]) -> Found | None:
        """What one instance forces at once: what is near to the last step and is no cut comes first."""
        among = set(wanted)
        best: tuple[tuple[bool, int, int], Line] | None = None
        for line in lines(self._reasoner.direct()):
            if line.literal not in among:
                continue
            age = max((self._facts.get(-literal, 0) for literal in line.clause), default=0)
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
                breathe()
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
            breathe()
            spent = self._reasoner.work
            proof = self._reasoner.refute_by_cases(-literal, self._near(abs(literal)), limit)
            self._budget -= self._reasoner.work - spent
            if proof is not None:
                best = self._cased(literal, proof)
                limit = best.size - 1
        return None if best is None else self._trimmed(best)

    def _tried(self, wanted: Sequence[int | None], late: Late) -> Step | None:
        """What follows by trial and error."""
        undecided = [variable for variable in self._variables if not {variable, -variable} & self._settled]
        end = self._reasoner.work + min(WORK_ON_TRIALS, max(self._budget, 0))

        def is_enough() -> bool:
            return late() or self._reasoner.work > end

        for literal in wanted:
            if is_enough():
                break
            spent = self._reasoner.work
            trial = Trial(self._reasoner, self.reader, list(self._facts), _opposite(literal), undecided, SMALL)
            followed = trial.run(is_enough)
            self._budget -= self._reasoner.work - spent
            if followed is not None:
                keys = {key: line for one in followed for key, line in one.keys.items()}
                facts = dict.fromkeys(fact for one in followed for fact in one.used if fact in self._facts)
                assumed = tuple(self.reader.claims[one] for one in _opposite(literal))
                branch = Branch(assumed, told(self.reader, followed))
                return self._as_step([] if literal is None else [literal], keys, facts, (branch,))
        return None

    def _taken_on_trust(self, wanted: list[int]) -> Step:
        """What is known to follow, and nothing shorter is found: all rules everywhere are its reasons."""
        instances = [self.reading.basis(number) for number in range(1, len(self.reading.instances) + 1)]
        reasons = tuple(Reason(*rests_on[0], rests_on) for rests_on in instances)
        known = tuple(self.reader.claims[fact] for fact in self._facts if fact in self.reader.claims)
        return Step(self.board, tuple(self.reader.claims[literal] for literal in wanted[:1]), reasons, known)

    def _refuted(self, literal: int | None, variable: int | None, limit: int) -> Found | None:
        """The opposite of a literal refuted in the way of another time, with so many instances at most."""
        if variable is None or literal is None:
            proof = self._reasoner.refute(_opposite(literal), limit)
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
                self._begin([other for other in found.owners if other != owner] or [NOBODY])
                smaller = self._refuted(found.literal, found.variable, found.size - 1)
                if smaller is not None:
                    break
        return found

    def _told(self, found: Found, wanted: list[int]) -> Step:
        """A step: with few known marks, and with all that the same reasons force."""
        found, facts = self._with_few_facts(found)
        claims = [] if found.literal is None else [found.literal]
        self._begin(found.owners)
        others = [literal for literal in wanted if literal != found.literal]
        sizes = self._reasoner.sizes([-literal for literal in others], found.size)
        for literal, size in zip(others, sizes, strict=True):
            other = self._refuted(literal, None, found.size) if size <= found.size else None
            if other is not None and other.keys.keys() <= found.keys.keys():
                claims.append(literal)
                facts.update(dict.fromkeys(self.reader.facts(other.proofs[0], [-literal])))
        return self._as_step(claims, found.keys, facts, self._branches(found))

    def _branches(self, found: Found) -> tuple[Branch, ...]:
        return tuple(
            Branch(tuple(self.reader.claims[one] for one in assumed), self.reader.inferences(proof))
            for assumed, proof in zip(found.assumptions, found.proofs, strict=True)
        )

    def _as_step(
        self, literals: list[int], keys: dict[Key, Line], facts: Iterable[int], branches: tuple[Branch, ...]
    ) -> Step:
        return Step(
            board=self.board,
            claims=tuple(self.reader.claims[literal] for literal in literals),
            reasons=tuple(map(self.reader.reason, keys.values())),
            known=tuple(self.reader.claims[literal] for literal in facts),
            branches=branches,
            minimal=len(keys) == 1,
        )

    def _with_few_facts(self, found: Found) -> tuple[Found, dict[int, None]]:
        """The same from as few facts as one comes to by leaving out one after the other."""
        facts = self._facts_of(found)
        for fact in list(facts):
            if fact not in facts:
                continue
            self._begin(found.owners, [other for other in facts if other != fact])
            other = self._refuted(found.literal, found.variable, found.size)
            if other is not None and other.keys.keys() <= found.keys.keys():
                found, facts = other, self._facts_of(other)
        return found, facts

    def _facts_of(self, found: Found) -> dict[int, None]:
        used = (
            fact
            for proof, assumed in zip(found.proofs, found.assumptions, strict=True)
            for fact in self.reader.facts(proof, assumed)
        )
        return {fact: None for fact in used if fact in self._facts or -fact not in self._facts}

    def _near(self, variable: int) -> list[int]:
        """The variables of undecided marks that are nearest to one, itself left out, by statements they share."""
        if not hasattr(self, "_sharing"):
            self._sharing = _sharing(self)
        seen, ring = {variable: None}, [variable]
        while ring and len(seen) <= NEAR:
            around = dict.fromkeys(other for one in ring for other in self._sharing.get(one, ()) if other not in seen)
            seen |= around
            ring = list(around)
        return [one for one in seen if one != variable and one not in self._settled and -one not in self._settled]


def _opposite(literal: int | None) -> list[int]:
    """What is assumed to refute it."""
    return [] if literal is None else [-literal]


def _sharing(stepper: Stepper) -> dict[int, list[int]]:
    """For each variable of a mark those that it shares a statement with, in order."""
    marks = {abs(literal) for literal in stepper.reader.claims}
    found: dict[int, dict[int, None]] = {}
    for _, word in stepper.reading.statements:
        if isinstance(word, Connected | Route | Loop):
            continue  # which everything shares
        variables = [abs(literal) for literal in literals_of(word) if abs(literal) in marks]
        for one in variables:
            found.setdefault(one, {}).update(dict.fromkeys(variables))
    return {one: list(others) for one, others in found.items()}
