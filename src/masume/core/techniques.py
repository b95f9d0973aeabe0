"""Techniques: patterns of reasons that solvers know by a name, declared by a genre as data.

A genre lists its techniques in TECHNIQUES of its `techniques.py`, those with the most special patterns first:

    Technique(
        "Diagonal of a number",
        "A1b A3 A3",
        "a lamp there would take two of the cells beside {A1b}, which cannot spare two",
        applies=lambda deduction: …,
    )

An explanation finds its steps without them.  Afterwards, the first technique whose pattern fits the reasons of a step
gives the step its name and its sentence.  `techniques.txt` has a tiny board for each technique.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple, cast

from masume.core.board import Board
from masume.core.claims import Claim
from masume.core.layers import Value
from masume.core.phrases import clue_at, join_same_clues, join_words, name_with_clue
from masume.core.places import Place


class Ground(NamedTuple):
    """Why a consequence follows: a rule at a place, or a cut of a kind that separates some marks (its `ends`)."""

    rule: str
    place: Place
    cut: str = ""
    ends: tuple[Claim, ...] = ()


class Consequence(NamedTuple):
    """What would follow within an argument, and why; the claim is None for the contradiction at the end."""

    claim: Claim | None
    grounds: tuple[Ground, ...]


class Argument(NamedTuple):
    """The refutation of the opposite of a claim: what is assumed, and what would follow up to a contradiction."""

    assumptions: tuple[Claim, ...]
    consequences: tuple[Consequence, ...]


@dataclass(frozen=True, slots=True)
class Deduction:
    """What a step claims and why, for the rule or the technique that puts it into words.

    `places` has the places of the reasons by rule; those of a cut are the marks that would be separated.  A step with
    several reasons has an argument for each claim, or two for a claim if it distinguishes two cases.
    """

    board: Board  # before the step
    claims: tuple[Claim, ...]
    known: tuple[Claim, ...]
    places: Mapping[str, tuple[Place, ...]]
    arguments: tuple[Argument, ...] = ()

    @property
    def claim(self) -> Claim:
        """The first claim."""
        return self.claims[0]

    def cell(self, rule: str, number: int = 0) -> int:
        """Return a place of a rule that is a cell, an edge or a corner."""
        return cast(int, self.places[rule][number])

    def cells(self, rule: str) -> list[int]:
        """Return the different places of a rule that are cells, edges or corners."""
        return [place for place in dict.fromkeys(self.places.get(rule, ())) if isinstance(place, int)]

    def clue(self, rule: str, number: int = 0) -> Value | str:
        """Return the clue at a place of a rule; an empty string if there is none."""
        return clue_at(self.board, self.places[rule][number])

    def name(self, place: Place) -> str:
        """Return a place in words: with its clue if it has one ("the 3 at r4c4", "the 16 across from r2c2")."""
        return name_with_clue(self.board, place)

    def names(self, places: Iterable[Place], conjunction: str = "and") -> str:
        """Return places in words, each with its clue: "the 3s at r1c1 and r2c2 and the 2 at r5c5"."""
        names = [self.name(place) for place in dict.fromkeys(places)]
        return join_words(join_same_clues(names, conjunction), conjunction)


def is_one_argument(deduction: Deduction) -> bool:
    """Return whether a claim is refuted by one argument, not by two cases."""
    return len(deduction.arguments) == 1 and len(deduction.arguments[0].assumptions) == 1


Wording = str | Callable[[Deduction], str]  # a phrase with fields in braces, or a function that returns the phrase


class Joins(Enum):
    """Which marks that a technique forces become one step."""

    NOTHING = "nothing"  # each has its own step
    AT_ANCHOR = "at the same anchor, and near it"
    AT_ANCHOR_HOWEVER_FAR = "at the same anchor"  # such as all cells of a long way
    EVERYWHERE = "wherever it fits"  # "no number reaches these"; with several reasons, wherever it fits nearby


class _Part(NamedTuple):
    """A part of a pattern: one of some rules, from `fewest` to `most` times."""

    rules: frozenset[str]
    fewest: int
    most: float

    def has(self, rule: str, kind: str) -> bool:
        """Return whether a reason belongs to this part; `kind` is that of its cut, empty if it is none."""
        return rule in self.rules or f"{rule}.{kind}" in self.rules


@dataclass(frozen=True)
class Technique:
    """A pattern of reasons with a name.

    `pattern` lists the rules of the reasons, separated by spaces: "A1b A3 A3".  "A1a|A1b" stands for one of two rules,
    "A3?" for at most one reason, "A3*" for any number of them, "A3+" for at least one.  "S3.closed" is a cut of this
    kind, "S3." a reason that is no cut, "S3" any reason of the rule.  Several patterns are separated by commas.  The
    reasons of the first part of a pattern are the anchor: that is where the technique is applied.

    `because` is the argument, without a capital letter and a full stop.  Its fields are {claims} and rules: {A1b} is
    the place of the first reason of this rule, with its clue ("the 3 at r4c4"), {A1b.clue} only the clue, {A1b.place}
    only the place; {A1b.all} lists the places of all its reasons.  `applies` can look at places and clues as well; the
    argument must be true of every deduction that it accepts.  If it has the name of the technique in it, "the sea at
    r6c9 has one way out", it comes first and the claims follow; if it ends with a full stop, it has the
    claims in it, too.  Without it the chain of inferences is the argument.

    `joins` says which other marks that the technique forces belong to the same step.  They may need no more reasons
    than its first mark, or at most `joins_up_to`.
    """

    name: str
    pattern: str
    because: Wording = ""
    applies: Callable[[Deduction], bool] = lambda deduction: True
    joins: Joins = Joins.AT_ANCHOR
    joins_up_to: int = 0

    def fits(self, rules: list[tuple[str, str]]) -> bool:
        """Return whether the reasons fit the pattern; each has a rule and the kind of its cut, empty if it is none."""
        return any(_fits(parts, rules) for parts in self._alternatives)

    @property
    def rules(self) -> frozenset[str]:
        """All rules in the pattern; cuts have their kind after a full stop."""
        return frozenset(rule for parts in self._alternatives for part in parts for rule in part.rules)

    def is_anchor(self, rule: str, kind: str) -> bool:
        """Return whether a reason belongs to the first part of a pattern: that is where the technique is applied."""
        return any(parts[0].has(rule, kind) for parts in self._alternatives)

    @cached_property
    def _alternatives(self) -> list[list[_Part]]:
        return [[_parse_part(word) for word in pattern.split()] for pattern in self.pattern.split(",")]


_REPEATS = {"?": (0, 1.0), "*": (0, float("inf")), "+": (1, float("inf"))}


def _parse_part(word: str) -> _Part:
    fewest, most = _REPEATS.get(word[-1], (1, 1.0))
    return _Part(frozenset(word.rstrip("?*+").split("|")), fewest, most)


def _fits(parts: list[_Part], rules: list[tuple[str, str]]) -> bool:
    """Return whether the reasons can be distributed over the parts: each to the first part that has room for it."""
    counts = [0] * len(parts)
    for rule, kind in rules:
        for number, part in enumerate(parts):
            if counts[number] < part.most and part.has(rule, kind):
                counts[number] += 1
                break
        else:
            return False
    return all(count >= part.fewest for count, part in zip(counts, parts, strict=True))
