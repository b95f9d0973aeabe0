"""Steps: the values that an explanation consists of.

A `Step` adds marks to a board and gives the reasons for them.  All values here are frozen.  They know their board, but
nothing about how they were found; `step_search` finds them.

    Step        claims that follow from known marks, and why
    Claim       a mark has a value, or does not have it
    Reason      a rule at a place, or one cut: the smallest thing that a person can point at
    Cut         why a set of marks would break a global rule: what is separated from what, and by which marks
    Branch      an assumption and the inferences from it that end in a contradiction
    Inference   one claim within a branch, with its reasons
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from masume.core.board import Board
from masume.core.claims import Claim, with_claims
from masume.core.grid import runs
from masume.core.layers import Mark
from masume.core.phrases import has_run_clue
from masume.core.places import Place
from masume.modelling import RuleInstance

if TYPE_CHECKING:
    from masume.drawing import Style

LONG_CHAIN = 14  # reasons; a chain with more of them is a trial: a person would have to try
MAX_EASY_REASONS = 2  # of a step without a name that a player can see at once

Marks = Mapping[str, Mapping[Place, Mark]]


class CutKind(Enum):
    """How a global rule (one connected area, one loop) would be broken."""

    APART = "apart"  # a connected area would be split in two
    ENCLOSED = "enclosed"  # a part of an area could not reach what always belongs to it, such as the outside
    CLOSED = "closed"  # a loop would close and leave out a line elsewhere
    BLOCKED = "blocked"  # a loop would enter a part that it can leave only through the vertex where it entered
    ODD = "odd"  # a loop would cross the border of a part an odd number of times


class Cut(NamedTuple):
    """One way in which a global rule would be broken.

    The `witnesses` are the marks that would have to be connected, the `boundary` the marks that separate them.
    """

    kind: CutKind
    witnesses: tuple[Claim, ...]
    boundary: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that a person can point at: a rule at a place, or one cut.

    `rests_on` lists every rule instance behind it.  There are several if people treat several instances as one thought,
    or if the step applies a rule that sets single marks, such as "a numbered cell is not shaded", at many places.
    """

    rule: str
    place: Place
    rests_on: tuple[RuleInstance, ...]
    cut: Cut | None = None

    def places(self, board: Board) -> tuple[Place, ...]:
        """Return the places to look at: the rule's place, or the witnesses and the boundary of the cut."""
        if self.cut is not None:
            return tuple(claim.place for claim in (*self.cut.witnesses, *self.cut.boundary))
        if self.place == board.grid.board:
            return ()
        if isinstance(self.place, int) and has_run_clue(board, self.place):
            return runs(board.grid)[self.place]
        return (self.place,)


@dataclass(frozen=True, slots=True)
class Inference:
    """A claim that follows from the claims in `because` by the reasons; the claim is None for a contradiction."""

    claim: Claim | None
    reasons: tuple[Reason, ...]
    because: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """Assumptions and the inferences from them, the last of which is a contradiction."""

    assumptions: tuple[Claim, ...]
    inferences: tuple[Inference, ...]


class _StepCache:
    """What a step has cached: the board after it.  Not among its fields, or `dataclasses.asdict` would return it."""

    __slots__ = ("_after",)
    _after: Board


@dataclass(frozen=True, slots=True, repr=False)
class Step(_StepCache):
    """One explained deduction.

    The `claims` follow from the `known` marks by the `reasons`.  The `branches` show why: each begins with the opposite
    of a claim.  One branch leads from it to a contradiction, or two branches, which distinguish two cases.  If there is
    one reason, it forces all claims, and there is a branch only for the first.  There is no branch if a rule states the
    claims directly or if no short reason was found.  A step without claims is a conflict: it shows that the known marks
    contradict the rules.  `minimal` is true if it is proved that no reason can be left out.

    `folded` are further marks that follow at once, without a thought.  Each follows by one reason from the known marks,
    the claims and the folded marks before it.  `technique` is the name of the technique that the step uses, if it has
    one.
    """

    board: Board  # before the step
    claims: tuple[Claim, ...]
    reasons: tuple[Reason, ...]
    known: tuple[Claim, ...]
    branches: tuple[Branch, ...] = ()
    minimal: bool = False
    cut_off: bool = False  # whether the search ended early: there may be a short reason, although the step has none
    wrong: tuple[Claim, ...] = ()  # marks of the user's board that this step shows to be wrong
    folded: tuple[Inference, ...] = ()
    technique: str = ""

    @property
    def size(self) -> int:
        """The number of reasons: how many things a person has to look at."""
        return len(self.reasons)

    @property
    def smallest(self) -> bool:
        """Whether it is proved that no step has fewer reasons: true exactly for steps with one reason."""
        return self.size == 1

    @property
    def has_cut(self) -> bool:
        """Whether a global rule, such as connectivity, is among its reasons."""
        return any(reason.cut for reason in self.reasons)

    @property
    def all_claims(self) -> tuple[Claim, ...]:
        """The claims, and those that follow at once."""
        return (*self.claims, *(folded.claim for folded in self.folded if folded.claim is not None))

    @property
    def marks(self) -> Marks:
        """The marks that the step adds, with the values they have on the board after it."""
        after = self.after.marks
        marks: dict[str, dict[Place, Mark]] = {}
        for claim in self.all_claims:
            marks.setdefault(claim.layer, {})[claim.place] = after[claim.layer][claim.place]
        return marks

    @property
    def after(self) -> Board:
        """The board after the step."""
        if not hasattr(self, "_after"):
            object.__setattr__(self, "_after", with_claims(self.board, self.all_claims))
        return self._after

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of its claims; without claims, those of the marks that contradict the rules."""
        return tuple(dict.fromkeys(claim.place for claim in self.claims or self.known))

    @property
    def reason_places(self) -> tuple[Place, ...]:
        """The places of its reasons and of the known marks, except reasons that concern the whole board."""
        # Without a branch, the reasons are at the marks themselves or everywhere: no use in pointing at them.
        places = [place for reason in self.reasons for place in reason.places(self.board)] if self.branches else []
        return tuple(dict.fromkeys([*places, *(claim.place for claim in self.known)]))

    def with_wrong(self, wrong: tuple[Claim, ...]) -> "Step":
        """Return a copy of this step whose `wrong` marks are these."""
        return replace(self, wrong=wrong)

    def in_words(self, strength: str = "marks", *, full: bool = False) -> str:
        """Return the step as a sentence.

        The strength `where` names only where to look, `rule` also the rules to think of; `marks` gives the marks and
        why they follow.  A long chain is shortened to its beginning and end, unless `full`.
        """
        from masume.explaining.sentences import describe_step  # here, since it imports this module

        return describe_step(self, strength, full)

    def to_dict(self) -> dict[str, Any]:
        """Return the step as plain dictionaries and lists; see `json_form`."""
        from masume.explaining.json_form import step_to_dict

        return step_to_dict(self)

    def picture(
        self, to: str = "svg", strength: str = "marks", when: str = "after", branch: int = 0, **style: "Unpack[Style]"
    ) -> str | bytes:
        """Draw the step: its marks highlighted as hints, and what they are based on.

        - `when`: the board `after` the step, in which what follows at once is drawn lighter; the board `before` it; or
          `chain`: the board before it with the marks of a branch as numbered ghosts
        - `branch`: which branch, counted from 0
        - `strength`: with `where` or `rule`, draw the board before the step and highlight only what to look at
        - `to` and `style`: those of `masume.render`
        """
        from masume.explaining.frames import frame_of_step

        return frame_of_step(self, strength, when, branch).render(to, **style)

    def __repr__(self) -> str:
        return f"<Step: {self.in_words()}>"

    def _repr_html_(self) -> str:
        from masume.explaining.frames import frame_of_step, notebook_html

        return notebook_html(self.in_words(), frame_of_step(self))

    @property
    def instances(self) -> tuple[RuleInstance, ...]:
        """All rule instances behind the reasons, each once."""
        return tuple(dict.fromkeys(instance for reason in self.reasons for instance in reason.rests_on))


def is_easy(step: Step) -> bool:
    """Return whether a player can see what a step shows: few reasons, or a technique that solvers know."""
    return len(step.branches) == 1 and (step.size <= MAX_EASY_REASONS or step.technique != "")
