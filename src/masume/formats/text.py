"""text: a board as a person would type it, with clues and marks in separate blocks.

    slitherlink                 the genre, by any of its names
    title: A loop               info and options, `name: value`
    visit_all: no
                                blank lines are ignored
    3 . 2                       the clues, one word per cell: a clue, "." for none, "_" for a hole
    . ? .

    marks                       a heading: clues, given or marks, and the layer's name if it is not the first
    +-+x+-+                     edges as a picture: "." undecided, "|" instead of "-" on vertical edges
    | x . .
    +-+.+-+
    . . . .
    +.+.+-+

Marks on cells look like clues, one word per cell; "!1,2" rules values out.  See `text_blocks` for the other layouts.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from masume import genres
from masume.core.board import INFO_KEYS, Board
from masume.core.errors import FormatError, InputError
from masume.core.genre import Genre
from masume.core.grid import describe_place, place_name, validate_size
from masume.core.layers import Alphabet, Layer, Options, RuledOut, expected_instead
from masume.core.messages import quote, suggest_names
from masume.core.places import Place
from masume.core.square import SquareGrid, square
from masume.formats.text_blocks import NONE, NumberedLine, choose_layout, error_at, infer_grid, shows_size

_ROLES = ("clues", "given", "marks")


class _Block(NamedTuple):
    role: str
    layer: Layer
    lines: list[NumberedLine]


def read(text: str) -> Board:
    """Read a board from text."""
    heading, *lines = _number_lines(text)
    return _read_lines(genres.find(heading.text), lines)


def read_without_genre(text: str, genre: Genre) -> Board:
    """Read a board from a text that does not begin with its genre."""
    return _read_lines(genre, _number_lines(text))


def _number_lines(text: str) -> list[NumberedLine]:
    """Return the lines that are not blank, with their numbers."""
    lines = (NumberedLine(number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return [line for line in lines if line.text]


def _read_lines(genre: Genre, lines: list[NumberedLine]) -> Board:
    header, body = _header(lines)
    blocks = _blocks(genre, body)
    info = {key: header.pop(key) for key in INFO_KEYS if key in header}
    grid = _grid(header, blocks)
    options = _options(genre, header)
    layers: dict[str, dict[str, dict[Place, Any]]] = {role: {} for role in _ROLES}
    for block in blocks:
        layers[block.role][block.layer.name] = _entries(block, grid, block.layer.alphabet(grid, options))
    try:
        return Board(genre, grid, layers["clues"], layers["given"], layers["marks"], options, info)
    except InputError as error:
        raise FormatError("text", "board", str(error)) from None


def write(board: Board) -> str:
    """Write a board with everything it has."""
    grid = board.grid
    if not isinstance(grid, SquareGrid):
        raise FormatError("text", "grid", "it can carry square grids only")
    lines = [board.genre.name, *(f"{key}: {text}" for key, text in board.info.items())]
    lines += (
        f"{option.name}: {option.values.format(board.options[option.name])}"
        for option in board.genre.options
        if board.options[option.name] != option.default
    )
    shown = _size_layer(board.genre)
    if shown is None:
        lines.append(f"size: {grid.rows}x{grid.columns}")
        if grid.holes:
            lines.append("holes: " + " ".join(grid.name(hole) for hole in sorted(grid.holes)))
    else:
        lines += ["", *_write_layer(shown, board.clues[shown.name], board)]
    for role, layer, entries in _layers(board):
        if entries and not (role == "clues" and layer is shown):
            lines += ["", _heading(board.genre, role, layer), *_write_layer(layer, entries, board)]
    return "\n".join(lines) + "\n"


def _header(lines: list[NumberedLine]) -> tuple[dict[str, str], list[NumberedLine]]:
    header: dict[str, str] = {}
    for index, line in enumerate(lines):
        name, colon, value = line.text.partition(":")
        if not colon:
            return header, lines[index:]
        if name.strip() in header:
            raise error_at(line, f"{quote(name.strip())} occurs twice")
        header[name.strip()] = value.strip()
    return header, []


def _blocks(genre: Genre, lines: list[NumberedLine]) -> list[_Block]:
    """Split lines at the headings; lines before the first heading belong to the first clue layer."""
    blocks: list[_Block] = []
    for line in lines:
        words = line.text.split()
        if words[0] in _ROLES and len(words) <= 2:
            block = _Block(words[0], _named_layer(genre, line, *words), [])
            if any(block[:2] == other[:2] for other in blocks):
                raise error_at(line, f"{quote(line.text)} occurs twice")
            blocks.append(block)
            continue
        if not blocks:
            first = _size_layer(genre)
            if first is None:
                raise error_at(line, "expected a heading: clues, given or marks, and a layer")
            blocks.append(_Block("clues", first, []))
        blocks[-1].lines.append(line)
    return blocks


def _size_layer(genre: Genre) -> Layer | None:
    """Return the clue layer that needs no heading and shows the size: the first one with a word for every cell."""
    return next(filter(shows_size, genre.clue_layers), None)


def _named_layer(genre: Genre, line: NumberedLine, role: str, name: str | None = None) -> Layer:
    known = genre.clue_layers if role == "clues" else genre.mark_layers
    for layer in known:
        if name in (None, layer.name):
            return layer
    raise error_at(
        line, f"{genre.name} has no {role} {quote(name)}: {suggest_names(name, [layer.name for layer in known])}"
    )


def _heading(genre: Genre, role: str, layer: Layer) -> str:
    first = (genre.clue_layers if role == "clues" else genre.mark_layers)[0]
    return role if layer is first else f"{role} {layer.name}"


def _layers(board: Board) -> Iterator[tuple[str, Layer, Mapping[Place, Any]]]:
    yield from (("clues", layer, board.clues[layer.name]) for layer in board.genre.clue_layers)
    yield from (("given", layer, board.given[layer.name]) for layer in board.genre.mark_layers)
    yield from (("marks", layer, board.marks[layer.name]) for layer in board.genre.mark_layers)


def _grid(header: dict[str, str], blocks: list[_Block]) -> SquareGrid:
    """Return the grid that the header describes or, without a size there, the first block of cells."""
    size, names = header.pop("size", None), header.pop("holes", "").split()
    if size is not None:
        rows, _, cols = size.partition("x")
        sides = [int(side) if side.isascii() and side.isdigit() and len(side) < 9 else side for side in (rows, cols)]
        whole = square(*validate_size("text", *sides))
        return square(whole.rows, whole.columns, frozenset(whole.find(name) for name in names))
    block = next((block for block in blocks if shows_size(block.layer) and block.lines), None)
    if block is None or names:
        raise FormatError("text", "size", "expected rows of cells, or a line such as size: 5x5")
    return infer_grid(block.layer, block.lines)


def _options(genre: Genre, header: Mapping[str, str]) -> Options:
    known, options = {option.name: option for option in genre.options}, {}
    for name, word in header.items():
        if name not in known:
            expected = suggest_names(name, [*known, *INFO_KEYS, "size", "holes"])
            raise FormatError("text", "header", f"{quote(name)} is not known: {expected}")
        try:
            options[name] = known[name].values.parse(word)
        except ValueError:
            raise FormatError("text", name, f"expected {known[name].values.expected}, not {quote(word)}") from None
    return genre.complete_options(options)


def _entries(block: _Block, grid: SquareGrid, alphabet: Alphabet) -> dict[Place, Any]:
    entries: dict[Place, Any] = {}
    for line, place, word in choose_layout(block.layer).read(block.lines, grid):
        if word == NONE:
            continue
        if place in entries:
            raise error_at(line, f"{place_name(grid, place)} occurs twice")
        entries[place] = _parse_word(line, grid, place, word, alphabet)
    return entries


def _parse_word(line: NumberedLine, grid: SquareGrid, place: Place, word: str, alphabet: Alphabet) -> Any:
    try:
        if word.startswith("!"):
            return RuledOut(alphabet.parse(part) for part in word[1:].split(","))
        return alphabet.parse(word)
    except ValueError:
        where, expected = describe_place(grid, place), expected_instead(alphabet, word)
        raise error_at(line, f'{where}: expected {expected}, or "{NONE}", not {quote(word)}') from None


def _write_layer(layer: Layer, entries: Mapping[Place, Any], board: Board) -> Iterator[str]:
    alphabet = board.alphabet(layer)
    assert isinstance(board.grid, SquareGrid)
    words = {place: _format_value(alphabet, value) for place, value in entries.items()}
    return choose_layout(layer, words.values()).write(words, board.grid)


def _format_value(alphabet: Alphabet, value: Any) -> str:
    if isinstance(value, RuledOut):
        return "!" + ",".join(alphabet.format(each) for each in alphabet.values if each in value)
    return alphabet.format(value)
