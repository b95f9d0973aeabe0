"""Genre and Rule: what a puzzle is, said once; the checks are the judge of every answer."""

import importlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from masume.core.errors import InputError
from masume.core.grid import Grid
from masume.core.layers import Layer, Option, Options, Value
from masume.core.places import Place

if TYPE_CHECKING:
    from masume.core.board import Board

Find: TypeAlias = Callable[["Board", bool], list[Place]]


class Check(NamedTuple):
    """A function that finds where a board breaks a rule, named by what it finds."""

    name: str
    find: Find


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its id, one sentence, and the checks that find it broken (a permission has none).

    `otherwise` says, for explanations, what would be wrong at a {place}, with its {clue}, if it were broken there.
    """

    id: str
    sentence: str
    when: Callable[[Options], bool] = lambda options: True
    otherwise: str = ""
    checks: list[Check] = field(default_factory=list)


class Genre:
    """Everything the other layers need to know about a genre; its module adds rules and checks to it."""

    def __init__(
        self,
        names: tuple[str, ...],
        *,
        home: str,
        title: str,
        clues: tuple[Layer, ...],
        marks: tuple[Layer, ...],
        answer: tuple[str, ...],
        options: tuple[Option, ...] = (),
        needs: frozenset[str] = frozenset(),
    ) -> None:
        self.name, self.names, self.home, self.title = names[0], names, home, title
        self.clue_layers, self.mark_layers, self.options = clues, marks, options
        self.answer, self.needs = answer, needs
        self._rules: dict[str, Rule] = {}

    def __repr__(self) -> str:
        return f"<genre {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.home,)

    def rule(
        self,
        rule_id: str,
        sentence: str,
        when: Callable[[Options], bool] = lambda options: True,
        otherwise: str = "",
    ) -> Rule:
        """Declare a rule; `when` says under which options it holds, `otherwise` what would be wrong."""
        if rule_id in self._rules:
            raise ValueError(f"{self.name} states {rule_id} twice")
        self._rules[rule_id] = Rule(rule_id, sentence, when, otherwise)
        return self._rules[rule_id]

    def check(
        self,
        rule_id: str,
        sentence: str | None = None,
        when: Callable[[Options], bool] = lambda options: True,
        otherwise: str = "",
    ) -> Callable[[Find], Find]:
        """Add a check to a rule; with a sentence, declare the rule as well."""
        rule = self._rules[rule_id] if sentence is None else self.rule(rule_id, sentence, when, otherwise)

        def add(find: Find) -> Find:
            rule.checks.append(Check(find.__name__, find))
            return find

        return add

    def rules(self, options: Options) -> Iterator[Rule]:
        """The rules that hold under these options, in the order in which the genre states them."""
        return (rule for rule in self._rules.values() if rule.when(options))

    @property
    def all_rules(self) -> Iterable[Rule]:
        """The rules under any options."""
        return self._rules.values()

    def find_rule(self, rule_id: str) -> Rule | None:
        """The rule of that id, if there is one."""
        return self._rules.get(rule_id)

    def mark_layer(self, name: str) -> Layer:
        return next(layer for layer in self.mark_layers if layer.name == name)

    def require(self, grid: Grid) -> None:
        """Refuse a grid that lacks what the genre's rules speak of."""
        if missing := self.needs - grid.abilities:
            raise InputError(f"{self.name} needs a grid with {', '.join(sorted(missing))}, not a {grid.kind} one")

    def checked_options(self, given: Options) -> dict[str, Value]:
        """Complete options with their defaults and refuse unknown ones."""
        if unknown := set(given) - {option.name for option in self.options}:
            raise InputError(f"{self.name} has no option {min(unknown)!r:.30}")
        complete: dict[str, Value] = {}
        for option in self.options:
            value = complete[option.name] = given.get(option.name, option.default)
            if not option.values.accepts(value):
                raise InputError(f"option {option.name}: expected {option.values.expected}, not {value!r:.30}")
        return complete


def _unpickled(home: str) -> Genre:
    genre: Genre = importlib.import_module(f"{home}.rules").GENRE
    return genre
