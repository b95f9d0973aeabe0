"""What `masume genres` prints about a genre: its rules, layers, options, formats, and a board to fill in."""

import textwrap
from collections.abc import Iterator, Sequence

import masume
from masume.core.genre import Genre
from masume.core.layers import Layer, Where
from masume.core.places import PlaceKind
from masume.core.square import square
from masume.formats.text_template import TEMPLATE_SIZE, write_template
from masume.formulations import models

_CELLS = 'one word per cell, "." for none, "_" for a cell that is not part of the grid'
_ROOMS = 'the letter of its room in each cell; "a=2" in one cell of room a gives it the clue 2'
_RUNS = r'"\" is a black cell; "4\16" gives the run below it the sum 4 and the run to its right 16'
_EDGES = 'a picture of the edges; "+" is a corner, "." is undecided, "|" is an upright "-"'
_LINES = 'a picture of lines from cell to cell; "+" is a cell, "." is undecided, "|" is an upright "-"'
_LIST = 'one line per place, such as "r1c1 2"'


def format_summary(genre: Genre) -> str:
    """Return a genre's name, its description, and its other names."""
    lines = [f"{genre.name:12} {masume.genres.describe(genre)}"]
    if aliases := ", ".join(genre.names[1:]):
        lines.append(f"{'':12} also called {aliases}")
    return "\n".join(lines)


def format_genre(genre: Genre, examples: Sequence[str]) -> str:
    """Return the page about a genre: what you need to know to type its boards."""
    description = masume.genres.describe(genre)
    lines = [
        genre.title,
        f"  {description[:1].upper()}{description[1:]}",
        f"  Also called: {', '.join(genre.names[1:]) or '-'}",
        "",
        "Rules",
        *_rule_lines(genre),
        "",
        "Layers",
        *(line for layer in genre.clue_layers for line in _layer_lines("clues", genre, layer)),
        *(line for layer in genre.mark_layers for line in _layer_lines("marks", genre, layer)),
    ]
    if genre.options:
        lines += ["", "Options", *_option_lines(genre)]
    template = textwrap.indent(write_template(genre).rstrip("\n"), "  ")
    lines += ["", "A board to fill in, for `masume solve -` (the marks can be left out)", template]
    own_examples = [name for name in examples if masume.examples.find(name).genre is genre]
    formulations = sorted({*masume.formulations.names(genre), *models.names(genre)})
    lines += ["", f"Formats: {', '.join(_list_formats(genre))}"]
    lines += [f"Formulations: {', '.join(formulations) or '-'}", f"Examples: {', '.join(own_examples) or '-'}"]
    return "\n".join(lines)


def _rule_lines(genre: Genre) -> Iterator[str]:
    default_rules = list(genre.rules(genre.complete_options({})))
    for rule in genre.all_rules:
        yield f"  {rule.id:4} {rule.sentence}{'' if rule in default_rules else ' (only with an option)'}"


def _layer_lines(role: str, genre: Genre, layer: Layer) -> Iterator[str]:
    """Yield a layer's values as they are typed, on a board with default options, and how its block is typed."""
    alphabet = layer.alphabet(square(*TEMPLATE_SIZE), genre.complete_options({}))
    yield f"  {role} {layer.name}: {alphabet.expected}"
    yield f"    {_block_syntax(layer)}"


def _block_syntax(layer: Layer) -> str:
    match layer.kind, layer.where:
        case PlaceKind.CELL, _:
            return _CELLS
        case _, Where.ROOMS:
            return _ROOMS
        case _, Where.RUNS:
            return _RUNS
        case _, Where.ACROSS:
            return _LINES
        case PlaceKind.EDGE, _:
            return _EDGES
    return _LIST


def _option_lines(genre: Genre) -> Iterator[str]:
    for option in genre.options:
        default = option.values.format(option.default)
        yield f"  {option.name} ({option.values.expected}; default: {default}): {option.sentence}"


def _list_formats(genre: Genre) -> list[str]:
    """Return the formats that can hold a genre's boards; pzpr and Essence need a notation, the others do not."""
    notation = masume.genres.load_part(genre, "notation", "NOTATION")
    missing = tuple(name for name in ("pzpr", "essence") if getattr(notation, name) is None)
    return [name for name in masume.formats.names() if not name.startswith(missing)]
