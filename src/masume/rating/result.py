"""Rating: how hard a board is, and why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from masume.core.board import Board
from masume.core.board_symmetry import map_claim
from masume.core.claims import Claim, with_claims
from masume.core.grid import place_name
from masume.core.levels import LEVELS
from masume.core.messages import pluralize
from masume.core.phrases import describe_claims, name_places
from masume.core.places import Place
from masume.core.plain_data import layers_to_dict, value_to_data
from masume.core.symmetry import Symmetry
from masume.rating.grader import Grader
from masume.rating.scale import level_of, score_of
from masume.rating.thoughts import Closure, Kind, Thought

MAX_HARDEST = 5  # thoughts that a rating shows


@dataclass(frozen=True, slots=True)
class HardThought:
    """One of the hardest thoughts on the way to the solution.

    `board` is the position in which it is needed, and `claims` are the marks that it finds.  `kind` is "direct" (one
    reason forces the marks at once), "chain", "two cases", "trial", or "trust" (no reason was found within the budget).
    `reasons` is how many rules or cuts it combines, `weight` how hard it is by docs/rating.md, and `technique` its name
    if it has one.
    """

    level: int
    weight: float
    kind: str
    reasons: int
    technique: str
    board: Board
    claims: tuple[Claim, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of the marks that it finds."""
        return tuple(dict.fromkeys(claim.place for claim in self.claims))

    def in_words(self) -> str:
        """Return a phrase about it, such as "a chain of 4 reasons: r3c4 is white"."""
        name = f" ({self.technique})" if self.technique else ""
        more = f", and {pluralize(len(self.claims) - 1, 'more mark')} like it" if len(self.claims) > 1 else ""
        kind = _describe_kind(Kind(self.kind), self.reasons)
        return f"{kind}{name}: {describe_claims(self.board, self.claims[:1])}{more}"

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, with the marks of the position in which it is needed."""
        grid = self.board.grid
        claims = [
            {
                "layer": claim.layer,
                "place": place_name(grid, claim.place),
                "value": value_to_data(claim.value),
                "holds": claim.holds,
            }
            for claim in self.claims
        ]
        return {
            "level": self.level,
            "weight": round(self.weight, 3),
            "kind": self.kind,
            "reasons": self.reasons,
            "technique": self.technique or None,
            "claims": claims,
            "marks": layers_to_dict(grid, self.board.marks),
        }


@dataclass(frozen=True, slots=True)
class Bottleneck:
    """The position with the fewest ways to go on, where at least one mark takes more than a glance.

    `ways` is the number of marks that can be found there by the easiest thoughts, and `undecided` that of all marks
    still to be found.
    """

    board: Board
    places: tuple[Place, ...]
    ways: int
    undecided: int

    def in_words(self) -> str:
        """Return a phrase about it, such as "1 way to go on (r3c4), with 40 marks left to find"."""
        first = name_places(self.board, self.places[:1])
        where = first if self.ways == 1 else f"such as {first}"
        left = pluralize(self.undecided, "mark")
        return f"{pluralize(self.ways, 'way')} to go on ({where}), with {left} left to find"

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "ways": self.ways,
            "undecided": self.undecided,
            "places": [place_name(self.board.grid, place) for place in self.places],
            "marks": layers_to_dict(self.board.grid, self.board.marks),
        }


@dataclass(frozen=True, slots=True, repr=False)
class Rating:
    """How hard a board is.

    `level` is a number from 1 to 6, and `name` its name.  `score` is a number whose whole part is the level.
    `thoughts` has the number of thoughts of each level on the way to the solution, `hardest` the hardest of them (five
    at most), and `direct_share` the share of the marks that follow directly, each from one rule at one place.
    `bottleneck` is None if every thought is direct.  docs/rating.md defines all of them.
    """

    board: Board
    score: float
    level: int
    thoughts: tuple[int, ...]
    direct_share: float
    hardest: tuple[HardThought, ...]
    bottleneck: Bottleneck | None

    @property
    def name(self) -> str:
        """The name of the level."""
        return LEVELS[self.level - 1]

    def __repr__(self) -> str:
        return f"<Rating: {self.verdict}>"

    @property
    def verdict(self) -> str:
        """The rating in a few words."""
        return f"{self.name.capitalize()}: level {self.level} of {len(LEVELS)}, score {self.score:.2f}"

    def in_words(self) -> str:
        """Return a paragraph: the rating, and why."""
        lines = [f"{self.verdict}."]
        if self.hardest:
            number = self.thoughts[self.level - 1]
            lines.append(f"{pluralize(number, 'thought')} of this level; the hardest is {self.hardest[0].in_words()}.")
        if self.bottleneck is not None:
            lines.append(f"Bottleneck: {self.bottleneck.in_words()}.")
        lines.append(f"{self.direct_share:.0%} of the marks follow directly.")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the rating as plain data."""
        return {
            "score": round(self.score, 4),
            "level": self.level,
            "name": self.name,
            "thoughts": list(self.thoughts),
            "direct_share": round(self.direct_share, 4),
            "hardest": [thought.to_dict() for thought in self.hardest],
            "bottleneck": None if self.bottleneck is None else self.bottleneck.to_dict(),
        }


def make_rating(board: Board, upright: Board, symmetry: Symmetry, grader: Grader, closure: Closure) -> Rating:
    """Return the rating of a board; the grader has closed its image under the symmetry."""
    thoughts = closure.thoughts
    levels = [level_of(thought) for thought in thoughts]
    positions = _Positions(board, symmetry, grader, closure)
    order = sorted(range(len(thoughts)), key=lambda number: (-levels[number], -thoughts[number].weight, number))
    highest = max(levels, default=1)
    hardest = [number for number in order if levels[number] == highest][:MAX_HARDEST]
    direct = sum(len(thought.found) for thought in thoughts if thought.kind is Kind.DIRECT and thought.weight <= 1)
    return Rating(
        board,
        score_of(thoughts, len(upright.grid.cells)),
        highest,
        tuple(levels.count(level) for level in range(1, len(LEVELS) + 1)),
        direct / max(1, sum(len(thought.found) for thought in thoughts)),
        tuple(positions.hard_thought(thoughts[number]) for number in hardest),
        positions.bottleneck([thought for thought in thoughts if thought.kind is not Kind.DIRECT]),
    )


class _Positions:
    """Shows thoughts about the image of a board on the board itself."""

    def __init__(self, board: Board, symmetry: Symmetry, grader: Grader, closure: Closure) -> None:
        self._board, self._inverse = board.with_marks({}), symmetry.inverse()
        self._grader, self._known = grader, closure.known

    def hard_thought(self, thought: Thought) -> HardThought:
        """Return a thought with the position in which it is needed."""
        board = self._position(thought)
        claims = self._claims(thought.found)
        technique = self._grader.technique_of(thought, self._known[: thought.known])
        return HardThought(
            level_of(thought), thought.weight, thought.kind.value, thought.reasons, technique, board, claims
        )

    def bottleneck(self, thoughts: Sequence[Thought]) -> Bottleneck | None:
        """Return the position of the thought to which there were fewest alternatives, compared with what is open."""
        if not thoughts:
            return None
        thought = min(thoughts, key=lambda each: (each.alternatives / each.undecided, -each.weight))
        places = dict.fromkeys(claim.place for claim in self._claims(thought.found))
        return Bottleneck(self._position(thought), tuple(places), thought.alternatives, thought.undecided)

    def _position(self, thought: Thought) -> Board:
        return with_claims(self._board, self._claims(self._known[: thought.known]))

    def _claims(self, literals: Iterable[int]) -> tuple[Claim, ...]:
        claims = self._grader.claims
        layer_of = self._board.genre.mark_layer
        return tuple(
            map_claim(layer_of(claims[literal].layer), self._inverse, claims[literal])
            for literal in literals
            if literal in claims
        )


def _describe_kind(kind: Kind, reasons: int) -> str:
    match kind:
        case Kind.DIRECT:
            return "one reason"
        case Kind.CHAIN:
            return f"a chain with {pluralize(reasons, 'reason')}"
        case Kind.CASES:
            return f"two cases with {pluralize(reasons, 'reason')}"
        case Kind.TRIAL:
            return f"a trial with {pluralize(reasons, 'reason')}"
    return "a mark for which no short reason was found"
