"""Genre and Rule: the declaration of a kind of puzzle.

The checks of a genre's rules decide whether an answer is right, whichever engine found it.
"""

import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypedDict, Unpack

from masume.core.errors import InputError, WrongTypeError
from masume.core.frozen_dict import MAPPING_TYPES
from masume.core.grid import Grid
from masume.core.layers import Layer, Option, Options, Value
from masume.core.messages import quote, suggest_names
from masume.core.places import Place
from masume.core.symmetry import Symmetry

if TYPE_CHECKING:
    from masume.core.board import Board
    from masume.core.claims import Claim
    from masume.core.techniques import Deduction, Wording

CheckFunction: TypeAlias = Callable[["Board", bool], list[Place]]
Condition: TypeAlias = Callable[["Board", Place], bool]
Finder: TypeAlias = Callable[["Board"], Iterable[tuple["Claim", Place]]]


class Check(NamedTuple):
    """A function that finds the places where a board breaks a rule; its name is a word for those, such as "pools"."""

    name: str
    find: CheckFunction


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its id, one sentence, and the checks that find where it is broken (a permission has none).

    `when` returns whether the rule applies under the board's options.  `otherwise` is the phrase that explanations use
    for what would be wrong if the rule were broken somewhere: "the {clue} at {place} would see too many cells".
    {place} is a cell ("r1c1"), a pair ("r1c1 and r1c2") or a room or block (its first cell); {line} is a longer chain
    of cells ("r1c1–r1c5"); {clue} is the clue at the place; {clued} is the place with its clue ("the 3 at r4c4");
    {first} and {second} are the places of a pair, the first with its clue; in `in_short`, {run} is the clue of a run
    ("the 16 across").
    A rule that cells are connected has {one} and {other} instead, two cells that would be separated; if it also forbids
    something at single places, `otherwise_there` is the phrase for that.

    `because` says in a positive way why marks follow from the rule at a place: "{place} can be lit only from there".
    It has the same fields, and can also be a function of a `Deduction`.  `statement` says both what follows and why,
    if that is shorter: "the {clue} at {place} needs a line below".  `in_short` is the reason in brackets within a
    chain, "to light {place}", or a function of a `Deduction` that returns it.  In chains, what follows at once has a
    reason only if it has one in short.

    `at_once` is true if what follows from the rule needs no thought, such as the neighbours of a shaded cell.
    Explanations fold these marks into the step that they follow from.  It can also be a short sentence about them, "Its
    neighbours are white.", or a function that returns the sentence for a `Deduction`, or only whether the marks need
    no thought.  A sentence with {end}, "The line goes on to {end}.", is used only for several pieces of a line.
    `at_once_when` returns whether marks follow at once at a place of a board, if it depends on the marks: the last cell
    of a sum needs no thought, the others do.  `at_once_marks` finds all marks that follow at once on a board, each with
    the place of the rule, if looking at the board is easier than reasoning; `at_once` is the sentence about them.
    `dead_ends` is true for a rule about connected cells if it needs no thought that a few cells with one way left go on
    there.
    """

    id: str
    sentence: str
    when: Callable[[Options], bool] = lambda options: True
    otherwise: str = ""
    because: "Wording" = ""
    statement: "Wording" = ""
    in_short: "Wording" = ""
    at_once: "bool | Wording | Callable[[Deduction], bool]" = False
    at_once_when: Condition | None = None
    at_once_marks: Finder | None = None
    dead_ends: bool = False
    otherwise_there: str = ""
    checks: list[Check] = field(default_factory=list)


class RuleDetails(TypedDict, total=False):
    """What a genre may say about a rule: the fields of `Rule` that have a default."""

    when: Callable[[Options], bool]
    otherwise: str
    because: "Wording"
    statement: "Wording"
    in_short: "Wording"
    at_once: "bool | Wording | Callable[[Deduction], bool]"
    at_once_when: Condition
    at_once_marks: Finder
    dead_ends: bool
    otherwise_there: str


class Genre:
    """A kind of puzzle: its names, layers, options and rules.

    `package` is the package that holds the genre's parts; its NAMES are the genre's main name and aliases.  `clues` and
    `marks` are the layers, `answer` names the mark layers that make up a solution (two boards that differ only in other
    layers count as one solution), and `needs` lists the abilities that the rules use (see `Grid`).  `keeps_rules`
    returns whether a board with these options has the same rules after it is rotated or mirrored; default: always.  A
    genre's `rules.py` adds rules and checks with `rule` and `check`.
    """

    def __init__(
        self,
        package: str,
        *,
        title: str,
        clues: tuple[Layer, ...],
        marks: tuple[Layer, ...],
        answer: tuple[str, ...],
        options: tuple[Option, ...] = (),
        needs: frozenset[str] = frozenset(),
        keeps_rules: Callable[[Symmetry, Options], bool] = lambda symmetry, options: True,
    ) -> None:
        self.package, self.title = package, title
        self.names: tuple[str, ...] = importlib.import_module(package).NAMES
        self.name: str = self.names[0]
        self.clue_layers, self.mark_layers, self.options = clues, marks, options
        self.answer, self.needs, self.keeps_rules = answer, needs, keeps_rules
        self._rules: dict[str, Rule] = {}
        self._theorems: dict[str, Rule] = {}

    def __repr__(self) -> str:
        return f"<genre {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _import_genre, (self.package,)

    def rule(self, rule_id: str, sentence: str, **details: Unpack[RuleDetails]) -> Rule:
        """Declare a rule (see `Rule`)."""
        if rule_id in self._rules:
            raise ValueError(f"{self.name} declares rule {rule_id} twice")
        self._rules[rule_id] = Rule(rule_id, sentence, **details)
        return self._rules[rule_id]

    def theorem(self, theorem_id: str, sentence: str, otherwise: str = "", in_short: str = "") -> None:
        """Declare what follows from several rules together and is one reason for people, in words (see `Rule`)."""
        self._theorems[theorem_id] = Rule(theorem_id, sentence, otherwise=otherwise, in_short=in_short)

    def check(
        self, rule_id: str, sentence: str = "", **details: Unpack[RuleDetails]
    ) -> Callable[[CheckFunction], CheckFunction]:
        """Decorate a check of a rule; with a sentence, declare the rule as well.

        The check takes a board and whether it is finished, and returns the places where the rule is broken.  On a
        finished board undecided marks are already set to their layer's default.  On an unfinished board a check may
        report only what no completion can repair.
        """
        rule = self.rule(rule_id, sentence, **details) if sentence else self._rules[rule_id]

        def decorate(find: CheckFunction) -> CheckFunction:
            rule.checks.append(Check(find.__name__, find))
            return find

        return decorate

    def rules(self, options: Options) -> Iterator[Rule]:
        """Return the rules that apply under these options, in the order of their declarations."""
        return (rule for rule in self._rules.values() if rule.when(options))

    @property
    def all_rules(self) -> Iterable[Rule]:
        """All rules, whatever the options."""
        return self._rules.values()

    def find_rule(self, rule_id: str) -> Rule | None:
        """Return the rule or the theorem with this id, or None."""
        return self._rules.get(rule_id) or self._theorems.get(rule_id)

    def mark_layer(self, name: str) -> Layer:
        """Return the mark layer with this name; raise InputError if there is none."""
        for layer in self.mark_layers:
            if layer.name == name:
                return layer
        expected = suggest_names(name, [layer.name for layer in self.mark_layers])
        raise InputError(f"{self.name} has no layer {quote(name)} for a mark: {expected}")

    def require_abilities(self, grid: Grid) -> None:
        """Raise InputError if the grid lacks an ability that the genre needs."""
        if missing := self.needs - grid.abilities:
            raise InputError(f"{self.name} needs a grid with {', '.join(sorted(missing))}, not a {grid.kind} one")

    def complete_options(self, options: Options) -> dict[str, Value]:
        """Return the options with defaults filled in; raise InputError if a name or a value is invalid."""
        if not isinstance(options, MAPPING_TYPES):
            raise WrongTypeError(f"expected a mapping from options to their values, not {quote(options)}")
        known = [option.name for option in self.options]
        if unknown := set(options).difference(known):
            name = min(unknown, key=quote)
            raise InputError(f"{self.name} has no option {quote(name)}: {suggest_names(name, known)}")
        complete: dict[str, Value] = {}
        for option in self.options:
            value = complete[option.name] = options.get(option.name, option.default)
            if not option.values.accepts(value):
                raise InputError(f"option {option.name}: expected {option.values.expected}, not {quote(value)}")
        return complete


def require_genre(genre: object) -> None:
    """Raise WrongTypeError if this is not a genre."""
    if not isinstance(genre, Genre):
        raise WrongTypeError(f"expected a genre, as masume.genres.find returns it, not {quote(genre)}")


def _import_genre(package: str) -> Genre:
    genre: Genre = importlib.import_module(f"{package}.rules").GENRE
    return genre
