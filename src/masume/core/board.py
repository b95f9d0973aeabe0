"""Board: a puzzle of some genre with its clues, given marks and marks; an immutable value."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from masume.core.board_caching import BoardCaches, cached_per_board
from masume.core.errors import InputError, WrongTypeError
from masume.core.frozen_dict import MAPPING_TYPES, FrozenDict
from masume.core.genre import Genre, require_genre
from masume.core.grid import Grid, describe_place, place_name, require_grid
from masume.core.layers import (
    REMOVED,
    UNKNOWN_CLUE,
    Alphabet,
    Layer,
    Mark,
    Options,
    RuledOut,
    Symbols,
    Value,
    Where,
    expected_instead,
)
from masume.core.messages import join_alternatives, pluralize, quote, suggest_names, with_article
from masume.core.notebook import render_svg
from masume.core.numbers import to_integer
from masume.core.place_keys import resolve_key
from masume.core.places import Place, PlaceKey
from masume.core.plain_data import board_to_dict
from masume.core.rooms import complete_rooms, resolve_rooms

# Mappings from places to values.  The keys are `PlaceKey`s, but typed as Any because a mapping's key type is invariant:
# otherwise a dict[int, …] of cells would not fit.
Entries: TypeAlias = Mapping[Any, Value]
Marks: TypeAlias = Mapping[Any, Mark]
_MAX_PLACES = 5  # named in a message
INFO_KEYS = ("title", "author", "source", "difficulty")
_NO_ENTRIES: Mapping[Any, Any] = FrozenDict()
_NUMBERS = frozenset({int})
_PLAIN_TYPES = frozenset({int, str})


@dataclass(frozen=True, slots=True, repr=False)
class Board(BoardCaches):
    """A board of a genre: layers by name, each a mapping from places to values.

    `clues` and `given` (marks that are part of the puzzle) are set by the puzzle's author, `marks` by its solver.
    Places can be given by name ("r1c1"), cells also by (row, column) counted from 0; the board's own layers have the
    numbers of places as keys.  If the genre has only one such layer, its name can be left out.  The constructor checks
    everything against the genre's declarations and raises InputError.  `masume.make_board` is a simpler way to make a
    board.
    """

    genre: Genre
    grid: Grid
    clues: Mapping[str, Entries] = field(default_factory=dict)
    given: Mapping[str, Marks] = field(default_factory=dict)
    marks: Mapping[str, Marks] = field(default_factory=dict)
    options: Options = field(default_factory=dict)
    info: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        require_genre(self.genre)
        require_grid(self.grid)
        self.genre.require_abilities(self.grid)
        set_field = object.__setattr__
        set_field(self, "_query_results", {})
        set_field(self, "_puzzle_results", {})
        set_field(self, "options", FrozenDict(self.genre.complete_options(self.options)))
        set_field(self, "info", FrozenDict(_check_info(self.info)))
        set_field(self, "clues", self._check_layers("clue", self.clues, self.genre.clue_layers))
        set_field(self, "given", self._check_layers("given mark", self.given, self.genre.mark_layers))
        set_field(self, "marks", self._check_layers("mark", self.marks, self.genre.mark_layers))

    def __repr__(self) -> str:
        return f"<{self.in_words()}>"

    def _repr_svg_(self) -> str | None:
        return render_svg(self)

    def __hash__(self) -> int:
        return hash((self.genre.name, self.grid, *map(_freeze, (self.clues, self.given, self.marks))))

    def __reduce__(self) -> tuple[Any, ...]:
        def to_dicts(layers: Mapping[str, Mapping[Place, Any]]) -> dict[str, dict[Place, Any]]:
            return {name: dict(entries) for name, entries in layers.items()}

        layers = (to_dicts(self.clues), to_dicts(self.given), to_dicts(self.marks))
        return Board, (self.genre, self.grid, *layers, dict(self.options), dict(self.info))

    def in_words(self, marks: str = "") -> str:
        """Return the genre, the size and the numbers of clues and marks; `marks` replaces the number of marks."""
        clues = sum(_count_clues(layer, self.clues[layer.name]) for layer in self.genre.clue_layers)
        given, set_marks = (sum(map(len, layers.values())) for layers in (self.given, self.marks))
        items = [self.genre.title, self.grid.size, pluralize(clues, "clue")]
        if given:
            items.append(pluralize(given, "given mark"))
        if set_marks:
            items.append(marks or pluralize(set_marks, "mark"))
        return ", ".join(items)

    @property
    def has_marks(self) -> bool:
        """Whether there is any mark on the board, given ones included."""
        return any(self.given.values()) or any(self.marks.values())

    def alphabet(self, layer: Layer) -> Alphabet:
        """Return the values that a layer can hold on this board."""
        return layer.alphabet(self.grid, self.options)

    @cached_per_board
    def decided_marks(self, layer: str) -> Mapping[Any, Value]:
        """Return the marks of a layer that are set, given ones included; values only ruled out are left out."""
        given, marks = self.given[layer], self.marks[layer]
        both: Mapping[Any, Any] = FrozenDict({**given, **marks}) if given else marks
        if not any(isinstance(mark, RuledOut) for mark in set(both.values())):  # each mark is tested once
            return both
        return FrozenDict({place: mark for place, mark in both.items() if not isinstance(mark, RuledOut)})

    def forget_queries(self) -> None:
        """Drop all cached results that depend on marks, so that a list of many solutions does not keep them."""
        self._query_results.clear()

    def with_marks(self, marks: Mapping[Any, Any]) -> "Board":
        """Return the same puzzle with these marks instead of its own; only the marks are checked."""
        copy = object.__new__(Board)
        for name in Board.__slots__:
            object.__setattr__(copy, name, getattr(self, name))
        object.__setattr__(copy, "_query_results", {})
        object.__setattr__(copy, "_puzzle_results", self._puzzle_results)
        object.__setattr__(copy, "marks", copy._check_layers("mark", marks, self.genre.mark_layers))
        return copy

    def with_clues(self, clues: Mapping[Any, Any]) -> "Board":
        """Return a board with these clues instead of its own, and otherwise the same.

        To change a single clue: `board.with_clues({**board.clues["numbers"], "r1c1": 3})`.  A room keeps its shape if
        it is given by one of its cells.
        """
        layers = self._name_layers("clue", clues, self.genre.clue_layers)
        for layer in self.genre.clue_layers:
            if layer.where is Where.ROOMS and layer.name in layers:
                layers[layer.name] = resolve_rooms(self.grid, layers[layer.name], self.clues[layer.name])
        return Board(self.genre, self.grid, layers, self.given, self.marks, self.options, self.info)

    @property
    def droppable_clues(self) -> list[Place]:
        """The places of the clues that can be dropped: a solution stays a solution, but there may be others."""
        layers = [layer for layer in self.genre.clue_layers if layer.dropped is not None]
        places = (place for layer in layers for place, clue in self.clues[layer.name].items() if clue != layer.dropped)
        return list(dict.fromkeys(places))

    def without_clues(self, keys: Iterable[PlaceKey]) -> "Board":
        """Return the board without the clues at these places, or with what is left of them (see `Layer.dropped`).

        A room can be given by one of its cells.  Raise InputError if there is no clue that can be dropped.
        """
        places = set(self.find_droppable_clues(keys))
        clues: dict[str, dict[Any, Value]] = {}
        for layer in self.genre.clue_layers:
            old = self.clues[layer.name]
            kept = {place: clue for place, clue in old.items() if layer.dropped is None or place not in places}
            if layer.dropped is not None and layer.dropped != REMOVED:
                kept = {place: kept.get(place, layer.dropped) for place in old}
            clues[layer.name] = kept
        return Board(self.genre, self.grid, clues, self.given, self.marks, self.options, self.info)

    def find_droppable_clues(self, keys: Iterable[PlaceKey]) -> list[Place]:
        """Return the places with these names; raise InputError if there is no clue that can be dropped."""
        droppable = dict.fromkeys(self.droppable_clues)
        rooms = {cell: area for area in droppable if isinstance(area, frozenset) for cell in area}
        found = []
        for key in keys:
            place: Any = key if key in droppable else self.find_place(key)
            place = place if place in droppable else rooms.get(place, place)
            if place not in droppable:
                raise InputError(f"there is no clue that can be dropped at {self.describe_place(place)}")
            found.append(place)
        return found

    def find_place(self, key: PlaceKey) -> Place:
        """Return the place with this name; a cell also by (row, column) counted from 0."""
        place = resolve_key(self.grid, key)
        self.grid.kind_of(place)  # raises InputError if there is no such place
        return place

    def place_name(self, place: Place) -> str:
        """Return the name of a place, such as "r3c4"; for an area all its cells, as "r1c1+r1c2"."""
        self.grid.kind_of(place)  # raises InputError if there is no such place
        return place_name(self.grid, place)

    def describe_place(self, place: Place) -> str:
        """Return a short name of a place for a message; a large area becomes "r1c1 and 7 more"."""
        self.grid.kind_of(place)  # raises InputError if there is no such place
        return describe_place(self.grid, place)

    def describe_places(self, places: Sequence[Place]) -> str:
        """Return short names of places for a message: "r1c1, r1c2", or "r1c1, … and 7 more" if there are many."""
        names = ", ".join(map(self.describe_place, places[:_MAX_PLACES]))
        return names if len(places) <= _MAX_PLACES else f"{names} and {len(places) - _MAX_PLACES} more"

    def to_dict(self) -> dict[str, Any]:
        """Return the board as plain dictionaries, lists, strings and numbers, as the format json has them."""
        return board_to_dict(self)

    def with_defaults(self) -> "Board":
        """Return the board with every undecided mark set to its layer's default, if the layer has one."""
        filled: dict[str, Marks] = {}
        for layer in self.genre.mark_layers:
            places = layer.places(self.grid)
            if layer.default is None or len(self.decided_marks(layer.name)) == len(places):
                continue
            known: dict[Any, Mark] = {**self.given[layer.name], **self.marks[layer.name]}
            entries = dict(self.marks[layer.name])
            for place in places:
                mark = known.get(place, RuledOut())
                if isinstance(mark, RuledOut) and layer.default not in mark:
                    entries[place] = layer.default
            filled[layer.name] = entries
        return self.with_marks({**self.marks, **filled}) if filled else self

    def _check_layers(self, role: str, layers: Mapping[Any, Any], declared: tuple[Layer, ...]) -> Mapping[str, Any]:
        """Return all declared layers with their valid entries; raise InputError if a layer or an entry is invalid."""
        named = self._name_layers(role, layers, declared)
        return FrozenDict(
            {layer.name: self._check_entries(role, layer, named.get(layer.name, _NO_ENTRIES)) for layer in declared}
        )

    def _name_layers(
        self, role: str, layers: Mapping[Any, Any], declared: tuple[Layer, ...]
    ) -> dict[str, Mapping[Any, Any]]:
        """Return layers by name; if there is only one, its name may be left out."""
        if not isinstance(layers, MAPPING_TYPES):
            raise WrongTypeError(f"expected a mapping from places to {role}s, not {quote(layers)}")
        names = [layer.name for layer in declared]
        if unknown := [name for name in layers if name not in names]:
            if len(declared) != 1 or any(isinstance(entry, Mapping) for entry in layers.values()):
                expected = suggest_names(unknown[0], names)
                raise InputError(f"{self.genre.name} has no layer {quote(unknown[0])} for a {role}: {expected}")
            return {names[0]: layers}
        return dict(layers)

    def _check_entries(self, role: str, layer: Layer, entries: Mapping[Any, Any]) -> Mapping[Place, Any]:
        if not isinstance(entries, MAPPING_TYPES):
            raise WrongTypeError(f"{layer.name}: expected a mapping from places to {role}s, not {quote(entries)}")
        if layer.where is Where.ROOMS:
            # Raises InputError if an entry is not at a room.
            entries = complete_rooms(self.grid, resolve_rooms(self.grid, entries))
        elif not entries:
            return _NO_ENTRIES
        else:
            entries = self._resolve_places(role, layer, entries)
        alphabet, kept = self.alphabet(layer), dict[Place, Any]()
        given = self.given[layer.name] if role == "mark" else {}
        if not given and _are_plain_values(entries.values(), alphabet):
            return FrozenDict(entries)
        for place, entry in entries.items():
            ruled_out = isinstance(entry, RuledOut) and role != "clue"
            value = _plain_value(entry)
            if not (all(map(alphabet.accepts, value)) if ruled_out else alphabet.accepts(value)):
                where, expected = describe_place(self.grid, place), _expected_values(alphabet, value)
                raise InputError(f"{layer.name} at {where}: expected {expected}, not {quote(value)}")
            mark = value
            if ruled_out or place in given:
                mark = _combine_marks(alphabet, value, given.get(place, RuledOut()))
            if mark is None:
                where = describe_place(self.grid, place)
                raise InputError(f"{layer.name} at {where}: no value is left, or the mark contradicts the given mark")
            if mark not in (given.get(place), RuledOut()):  # a mark that adds nothing is left out
                kept[place] = mark
        return FrozenDict(kept)

    def _resolve_places(self, role: str, layer: Layer, entries: Mapping[Any, Any]) -> Mapping[Any, Any]:
        """Return the entries with places as keys; raise InputError if one does not belong on this layer."""
        everywhere = layer.places(self.grid)
        allowed = everywhere if isinstance(everywhere, range) else frozenset(everywhere)
        if _are_numbers_among(entries, allowed):
            return entries
        resolved = {resolve_key(self.grid, key, layer.kind): value for key, value in entries.items()}
        for place in resolved:
            if place not in allowed:
                kind = self.grid.kind_of(place)  # raises InputError if there is no such place
                if isinstance(place, int) or kind is not layer.kind:
                    wanted = with_article(layer.kind.value) if layer.where is Where.EVERYWHERE else layer.where.value
                    where = describe_place(self.grid, place)
                    raise InputError(f"a {role} in {layer.name} belongs on {wanted}, not on {where}")
        return resolved


def _count_clues(layer: Layer, clues: Entries) -> int:
    """Count the clues of a layer; a room without a number is an entry, but not a clue."""
    return sum(layer.where is not Where.ROOMS or clue != UNKNOWN_CLUE for clue in clues.values())


def _are_numbers_among(places: Collection[Any], allowed: range | frozenset[int]) -> bool:
    """Return whether all places are numbers, and among the allowed ones; quick, because it makes no call per place."""
    if not _NUMBERS.issuperset(map(type, places)):
        return False
    if isinstance(allowed, range):  # all ranges of places are without gaps
        return bool(allowed.start <= min(places) and max(places) < allowed.stop)
    return allowed.issuperset(places)


def _are_plain_values(values: Collection[object], alphabet: Alphabet) -> bool:
    """Return whether all values are numbers and strings that the alphabet accepts; quick: each is tested once."""
    if not _PLAIN_TYPES.issuperset(map(type, values)):  # bool is not among them, or True would be taken for 1
        return False
    return all(map(alphabet.accepts, set(values)))


def _plain_value(value: Any) -> Any:
    """Return a value with Python's own integers instead of those of other packages, such as numpy."""
    if type(value) in _PLAIN_TYPES:
        return value
    if isinstance(value, RuledOut):
        return value if _PLAIN_TYPES.issuperset(map(type, value)) else RuledOut(map(_plain_value, value))
    number = to_integer(value)
    return value if number is None else number


def _expected_values(alphabet: Alphabet, value: object) -> str:
    """Return the allowed values as Python programs and JSON write them: symbols by name, not by token."""
    if isinstance(alphabet, Symbols):
        return join_alternatives([quote(name) for name in alphabet.tokens])
    return expected_instead(alphabet, value)


def _combine_marks(alphabet: Alphabet, mark: Mark, given: Mark) -> Mark | None:
    """Return what a mark and the given mark at its place leave: a value, values ruled out, or None for nothing."""
    left = [value for value in alphabet.values if _allows(mark, value) and _allows(given, value)]
    if len(left) < 2:
        return left[0] if left else None
    return RuledOut(value for value in alphabet.values if value not in left)


def _allows(mark: Mark, value: Value) -> bool:
    return value not in mark if isinstance(mark, RuledOut) else value == mark


def _check_info(info: Mapping[str, str]) -> dict[str, str]:
    if not isinstance(info, MAPPING_TYPES):
        raise WrongTypeError(f"info: expected a mapping with {', '.join(INFO_KEYS)}, not {quote(info)}")
    for key, text in info.items():
        if key not in INFO_KEYS:
            raise InputError(f"info: expected {', '.join(INFO_KEYS)}, not {quote(key)}")
        if not isinstance(text, str) or not text.isprintable() or text != text.strip() or not text:
            raise InputError(f"info: expected {key} to be one line of text")
    return {key: info[key] for key in INFO_KEYS if key in info}


def _freeze(layers: Mapping[str, Mapping[Place, Any]]) -> frozenset[tuple[str, frozenset[Any]]]:
    return frozenset((name, frozenset(entries.items())) for name, entries in layers.items())
