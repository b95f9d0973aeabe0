"""Steps: what an explanation is made of; frozen values that know their board and nothing of how they were found."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from masume.core.board import Board
from masume.core.grid import runs
from masume.core.layers import Mark, RuledOut, Value, Where
from masume.core.places import Place
from masume.modelling import Instance

if TYPE_CHECKING:
    from masume.drawing import Style

Marks = Mapping[str, Mapping[Place, Mark]]


class Claim(NamedTuple):
    """What is said of a mark: that it has a value, or that it has not."""

    layer: str
    place: Place
    value: Value
    holds: bool = True


class CutKind(Enum):
    """In which way a whole would be broken."""

    APART = "apart"  # what hangs together falls apart
    CLOSED = "closed"  # a loop closes too early
    BLOCKED = "blocked"  # a loop cannot come back but by the way it came
    ODD = "odd"  # a loop comes into a part and does not leave it


class Cut(NamedTuple):
    """Why something falls apart, or closes too early: what would have to hang together, and what stands between."""

    kind: CutKind
    witnesses: tuple[Claim, ...]
    boundary: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing a finger can point at: a rule at a place, or one cut; and the rule instances that it rests on.

    A rule that says something of single marks may be meant at many places at once.
    """

    rule: str
    place: Place
    rests_on: tuple[Instance, ...]
    cut: Cut | None = None

    def places(self, board: Board) -> tuple[Place, ...]:
        """What to look at: where the rule is, or the cut's ends and boundary."""
        if self.cut is not None:
            return tuple(claim.place for claim in (*self.cut.witnesses, *self.cut.boundary))
        if self.place == board.grid.board:
            return ()
        if isinstance(self.place, int) and is_run(board, self.place):
            return runs(board.grid)[self.place]
        return (self.place,)


@dataclass(frozen=True, slots=True)
class Inference:
    """What follows next, if one goes on from an assumption; no claim if it is a contradiction."""

    claim: Claim | None
    reasons: tuple[Reason, ...]
    because: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """What is assumed, and what follows from it, up to a contradiction."""

    assumptions: tuple[Claim, ...]
    inferences: tuple[Inference, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One explained deduction.

    `claims` follow from `known` marks by the `reasons`.  Why the first of them does is told by one branch, from its
    opposite to a contradiction, or by two, if two cases have to be looked at, or by none, if it takes a search.
    `minimal` says that it was proved that none of the reasons can be left out.
    """

    board: Board  # before it
    claims: tuple[Claim, ...]
    reasons: tuple[Reason, ...]
    known: tuple[Claim, ...]
    branches: tuple[Branch, ...] = ()
    minimal: bool = False
    wrong: tuple[Claim, ...] = ()  # marks that were taken off the board, for the step shows that they are wrong
    _after: list[Board] = field(default_factory=list, repr=False, compare=False)

    @property
    def size(self) -> int:
        """How many things one has to look at."""
        return len(self.reasons)

    @property
    def smallest(self) -> bool:
        """Whether it is proved that no step takes fewer reasons: none takes less than one."""
        return self.size == 1

    @property
    def has_cases(self) -> bool:
        """Whether it takes more than one line of thought."""
        return len(self.branches) != 1

    @property
    def has_cut(self) -> bool:
        """Whether it looks at the board as a whole."""
        return any(reason.cut for reason in self.reasons)

    @property
    def marks(self) -> Marks:
        """The marks that it adds, as they are on the board afterwards."""
        after = self.after.marks
        found: dict[str, dict[Place, Mark]] = {}
        for claim in self.claims:
            found.setdefault(claim.layer, {})[claim.place] = after[claim.layer][claim.place]
        return found

    @property
    def after(self) -> Board:
        """The board with the marks that it adds."""
        if not self._after:
            self._after.append(with_claims(self.board, self.claims))
        return self._after[0]

    @property
    def places(self) -> tuple[Place, ...]:
        """Where its marks are, or, if it has none, what cannot hold together."""
        return tuple(dict.fromkeys(claim.place for claim in self.claims or self.known))

    @property
    def reason_places(self) -> tuple[Place, ...]:
        """What its reasons are about, and the known marks that it takes; not what is the whole board."""
        about = [place for reason in self.reasons for place in reason.places(self.board)] if self.branches else []
        return tuple(dict.fromkeys([*about, *(claim.place for claim in self.known)]))

    def showing_wrong(self, wrong: tuple[Claim, ...]) -> "Step":
        """The same step, which shows that these marks are wrong."""
        return replace(self, wrong=wrong)

    def in_words(self, strength: str = "marks") -> str:
        """The step as a sentence: `where` to look, which `rule` to think of, or which `marks` follow and why."""
        from masume.explaining.sentences import sentence  # which knows steps

        return sentence(self, strength)

    def to_json(self) -> dict[str, Any]:
        """The step as plain data."""
        from masume.explaining.json_form import step_to_json

        return step_to_json(self)

    def picture(self, to: str = "svg", strength: str = "marks", **style: "Unpack[Style]") -> str | bytes:
        """The board after it, its marks pointed out as hints and what they rest on as reasons.

        In the strengths `where` and `rule` the board before it, and only what to look at.  `to` and `style` are as for
        `masume.render`.
        """
        from masume.explaining.frames import frame_of_step

        return frame_of_step(self, strength).render(to, **style)

    @property
    def instances(self) -> tuple[Instance, ...]:
        """All rule instances that it rests on, each once."""
        return tuple(dict.fromkeys(instance for reason in self.reasons for instance in reason.rests_on))


def is_run(board: Board, place: Place) -> bool:
    """Whether a clue stands there that speaks of a run."""
    layers = (layer.name for layer in board.genre.clue_layers if layer.where is Where.RUNS)
    return any(place in board.clues[layer] for layer in layers)


def with_claims(board: Board, claims: tuple[Claim, ...]) -> Board:
    """The board with what is claimed marked on it."""
    marks = {layer: dict(entries) for layer, entries in board.marks.items()}
    for layer, place, value, holds in claims:
        before = marks[layer].get(place, RuledOut())
        if holds:
            marks[layer][place] = value
        elif isinstance(before, RuledOut):
            marks[layer][place] = RuledOut({*before, value})
    return board.with_marks(marks)
