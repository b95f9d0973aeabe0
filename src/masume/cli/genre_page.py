"""What `masume genres` prints about a genre: its rules, layers, options, formats, and a board to fill in."""

import textwrap
from collections.abc import Iterator, Sequence

import masume
from masume import Genre, Layer, formats, generating


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
    lines += ["", "New boards, for `masume generate`", *_generation_lines(genre)]
    template = textwrap.indent(formats.write_template(genre).rstrip("\n"), "  ")
    lines += ["", "A board to fill in, for `masume solve -` (the marks can be left out)", template]
    own_examples = [name for name in examples if masume.examples.find(name).genre is genre]
    formulations = sorted({*masume.formulations.names(genre), *masume.formulations.model_names(genre)})
    lines += ["", f"Formats: {', '.join(_list_formats(genre))}"]
    lines += [f"Formulations: {', '.join(formulations) or '-'}", f"Examples: {', '.join(own_examples) or '-'}"]
    return "\n".join(lines)


def format_techniques(genre: Genre) -> str:
    """Return the techniques of a genre: for each, a tiny board and the step that it leads to."""
    blocks = []
    for technique, board in masume.techniques(genre):
        step = next(masume.explain(board))
        picture = textwrap.indent(str(masume.render(board, ascii_only=True)), "  ")
        sentence = step.in_words().removeprefix(f"{technique.name}: ")
        blocks.append(f"{technique.name}\n{picture}\n  {sentence}")
    return "\n\n".join(blocks) or f"{genre.title} has no techniques with names."


def format_generation(genre: Genre) -> str:
    """Return what can be chosen for new boards of a genre: usual sizes and styles."""
    return "\n".join([genre.title, *_generation_lines(genre)])


def _generation_lines(genre: Genre) -> Iterator[str]:
    generation = generating.find_generation(genre)
    sizes = (f"{name} ({rows}x{columns})" for name, (rows, columns) in generation.sizes.items())
    yield f"  Sizes: {', '.join(sizes)}, or any ROWSxCOLUMNS"
    for number, (style, sentence) in enumerate(generation.styles.items()):
        default = "" if number else " (default)"
        yield f"  Style {style}{default}: {sentence}"


def _rule_lines(genre: Genre) -> Iterator[str]:
    default_rules = list(genre.rules(genre.complete_options({})))
    for rule in genre.all_rules:
        yield f"  {rule.id:4} {rule.sentence}{'' if rule in default_rules else ' (only with an option)'}"


def _layer_lines(role: str, genre: Genre, layer: Layer) -> Iterator[str]:
    """Yield a layer's values as they are typed, and how its block is typed."""
    values, block = formats.describe_layer(genre, layer)
    yield f"  {role} {layer.name}: {values}"
    yield f"    {block}"


def _option_lines(genre: Genre) -> Iterator[str]:
    for option in genre.options:
        default = option.values.format(option.default)
        yield f"  {option.name} ({option.values.expected}; default: {default}): {option.sentence}"


def _list_formats(genre: Genre) -> list[str]:
    """Return the formats that can hold a genre's boards; pzpr, Essence and sgt need a notation."""
    notation = masume.genres.load_part(genre, "notation", "NOTATION")
    missing = tuple(name for name in ("pzpr", "essence", "sgt") if getattr(notation, name) is None)
    return [name for name in masume.formats.names() if not name.startswith(missing)]
