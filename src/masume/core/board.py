"""Board: one puzzle of one genre, with its clues, given marks and marks; a frozen value."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from itertools import filterfalse
from types import MappingProxyType
from typing import Any, TypeAlias

from masume.core.errors import InputError
from masume.core.genre import Genre
from masume.core.grid import Grid, describe
from masume.core.layers import UNKNOWN_CLUE, Alphabet, Layer, Mark, Options, RuledOut, Value, Where
from masume.core.messages import counted
from masume.core.notebook import picture_of
from masume.core.places import Place
from masume.core.rooms import divided

# From places to values; the keys are Any because a mapping's key type is invariant: a dict of cells must do.
Entries: TypeAlias = Mapping[Any, Value]
Marks: TypeAlias = Mapping[Any, Mark]
INFO_KEYS = ("title", "author", "source")


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A genre's board: layers by name, each a mapping from places to values.

    `clues` and `given` (marks that are part of the puzzle) belong to the setter, `marks` to the solver.
    Everything is checked against the genre's declarations when the board is made.
    """

    genre: Genre
    grid: Grid
    clues: Mapping[str, Entries] = field(default_factory=dict)
    given: Mapping[str, Marks] = field(default_factory=dict)
    marks: Mapping[str, Marks] = field(default_factory=dict)
    options: Options = field(default_factory=dict)
    info: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.genre.require(self.grid)
        set_field = object.__setattr__
        set_field(self, "options", MappingProxyType(self.genre.checked_options(self.options)))
        set_field(self, "info", MappingProxyType(_checked_info(self.info)))
        set_field(self, "clues", self._layers("clue", self.clues, self.genre.clue_layers))
        set_field(self, "given", self._layers("given mark", self.given, self.genre.mark_layers))
        set_field(self, "marks", self._layers("mark", self.marks, self.genre.mark_layers))

    def __repr__(self) -> str:
        return f"<{self.in_words()}>"

    def _repr_svg_(self) -> str | None:
        return picture_of(self)

    def __hash__(self) -> int:
        return hash((self.genre.name, self.grid, *map(_frozen, (self.clues, self.given, self.marks))))

    def __reduce__(self) -> tuple[Any, ...]:
        def plain(layers: Mapping[str, Mapping[Place, Any]]) -> dict[str, dict[Place, Any]]:
            return {name: dict(entries) for name, entries in layers.items()}

        layers = (plain(self.clues), plain(self.given), plain(self.marks))
        return Board, (self.genre, self.grid, *layers, dict(self.options), dict(self.info))

    def in_words(self, marks: str = "") -> str:
        """The genre, the size and how much is on the board; `marks` says what the marks are instead of how many."""
        clues = sum(len(_told(layer, self.clues[layer.name])) for layer in self.genre.clue_layers)
        given, set_marks = (sum(map(len, layers.values())) for layers in (self.given, self.marks))
        told = [self.genre.title, self.grid.size, counted(clues, "clue")]
        if given:
            told.append(counted(given, "given mark"))
        if set_marks:
            told.append(marks or counted(set_marks, "mark"))
        return ", ".join(told)

    def alphabet(self, layer: Layer) -> Alphabet:
        """The values a layer can hold on this board."""
        return layer.alphabet(self.grid, self.options)

    def decided(self, layer: str) -> dict[Any, Value]:
        """Every set mark of a layer, given or not."""
        both = {**self.given[layer], **self.marks[layer]}
        return {place: mark for place, mark in both.items() if not isinstance(mark, RuledOut)}

    def with_marks(self, marks: Mapping[str, Marks]) -> "Board":
        """The same puzzle with other marks; only these are checked."""
        twin = object.__new__(Board)
        for each in fields(Board):
            object.__setattr__(twin, each.name, getattr(self, each.name))
        object.__setattr__(twin, "marks", twin._layers("mark", marks, self.genre.mark_layers))
        return twin

    def finished(self) -> "Board":
        """The board with every undecided mark read as its layer's default."""
        filled: dict[str, Marks] = {}
        for layer in self.genre.mark_layers:
            known: dict[Any, Mark] = {**self.given[layer.name], **self.marks[layer.name]}
            entries = dict(self.marks[layer.name])
            if layer.default is not None:
                for place in layer.places(self.grid):
                    mark = known.get(place, RuledOut())
                    if isinstance(mark, RuledOut) and layer.default not in mark:
                        entries[place] = layer.default
            filled[layer.name] = entries
        return self.with_marks(filled)

    def _layers(
        self, role: str, given: Mapping[str, Mapping[Place, Any]], declared: tuple[Layer, ...]
    ) -> Mapping[str, Any]:
        if unknown := set(given) - {layer.name for layer in declared}:
            raise InputError(f"{self.genre.name} has no layer {min(unknown)!r:.30} for a {role}")
        layers = {layer.name: self._entries(role, layer, given.get(layer.name, {})) for layer in declared}
        return MappingProxyType(layers)

    def _entries(self, role: str, layer: Layer, entries: Mapping[Any, Any]) -> Mapping[Place, Any]:
        alphabet, kept = self.alphabet(layer), dict[Place, Any]()
        given = self.given[layer.name] if role == "mark" else {}
        if layer.where is Where.ROOMS:
            entries = divided(self.grid, entries)
        self._require_places(role, layer, entries)
        if not given and _are_words(entries.values(), alphabet):
            return MappingProxyType(dict(entries))
        for place, value in entries.items():
            ruled_out = isinstance(value, RuledOut) and role != "clue"
            if not (all(map(alphabet.accepts, value)) if ruled_out else alphabet.accepts(value)):
                where = describe(self.grid, place)
                raise InputError(f"{layer.name} at {where}: expected {alphabet.expected}, not {value!r:.30}")
            mark = value
            if ruled_out or place in given:
                mark = _narrowed(alphabet, value, given.get(place, RuledOut()))
            if mark is None:
                where = describe(self.grid, place)
                raise InputError(f"{layer.name} at {where}: no value is left, or the mark contradicts the given mark")
            if mark not in (given.get(place), RuledOut()):  # a mark that says nothing new is left out
                kept[place] = mark
        return MappingProxyType(kept)

    def _require_places(self, role: str, layer: Layer, entries: Mapping[Any, Any]) -> None:
        everywhere = layer.places(self.grid)
        known = everywhere if isinstance(everywhere, range) or not entries else frozenset(everywhere)
        for place in filterfalse(known.__contains__, entries):
            kind = self.grid.kind_of(place)  # an error if there is no such place
            if isinstance(place, int) or kind is not layer.kind:
                wanted = f"a {layer.kind.value}" if layer.where is Where.EVERYWHERE else layer.where.value
                where = describe(self.grid, place)
                raise InputError(f"a {role} in {layer.name} belongs on {wanted}, not on {where}")


def _told(layer: Layer, clues: Entries) -> list[Value]:
    """The clues that say something: a room is there without a number, too."""
    return [clue for clue in clues.values() if layer.where is not Where.ROOMS or clue != UNKNOWN_CLUE]


def _are_words(values: Iterable[object], alphabet: Alphabet) -> bool:
    """Whether all values are words that an alphabet accepts: then it is enough to look at each word once."""
    try:
        different = set(values)
    except TypeError:  # something that cannot be a value
        return False
    return all(isinstance(value, str) and alphabet.accepts(value) for value in different)


def _narrowed(alphabet: Alphabet, mark: Mark, given: Mark) -> Mark | None:
    """A mark together with the given mark at its place: set once one value is left, None if none is."""
    left = [value for value in alphabet.values if _allows(mark, value) and _allows(given, value)]
    if len(left) < 2:
        return left[0] if left else None
    return RuledOut(value for value in alphabet.values if value not in left)


def _allows(mark: Mark, value: Value) -> bool:
    return value not in mark if isinstance(mark, RuledOut) else value == mark


def _checked_info(info: Mapping[str, str]) -> dict[str, str]:
    for key, text in info.items():
        if key not in INFO_KEYS:
            raise InputError(f"info: expected {', '.join(INFO_KEYS)}, not {key!r:.30}")
        if not isinstance(text, str) or not text.isprintable() or text != text.strip() or not text:
            raise InputError(f"info: expected {key} to be one line of text")
    return {key: info[key] for key in INFO_KEYS if key in info}


def _frozen(layers: Mapping[str, Mapping[Place, Any]]) -> frozenset[tuple[str, frozenset[Any]]]:
    return frozenset((name, frozenset(entries.items())) for name, entries in layers.items())
