"""What tells the size of a board in facts: constants, domain facts, rooms, or whoever reads them."""

from collections.abc import Mapping

from masume.core.errors import FormatError
from masume.core.facts_notation import Facts, Side
from masume.core.grid import checked_sides
from masume.formats.facts_clues import codec, extent
from masume.formats.facts_syntax import NAME, Interval, Statements


def constants_of(words: Facts, stated: Statements, said: Mapping[str, int]) -> dict[str, int]:
    """The constants of the text together with those that are said beside it."""
    names = [
        words.columns.constant,
        words.rows.constant,
        *(name for word in words.clues for name in codec(word).counts(word)),
    ]
    for name in (*stated.constants, *said):
        if name not in names:
            raise FormatError(NAME, "constants", f"{name!r:.40} is not known: expected {', '.join(names)}")
        one, other = stated.constants.get(name), said.get(name)
        if None not in (one, other) and one != other:
            raise FormatError(NAME, "constants", f"expected one value of {name}, not {one} and {other}")
    return {**stated.constants, **said}


def size_of(
    words: Facts, stated: Statements, said: tuple[int, int] | None, constants: Mapping[str, int]
) -> tuple[int, int]:
    """The rows and columns of the board, which must be told somehow, and not in two ways that differ."""
    reach, sides = extent(words, stated), list[int]()
    for index, (noun, side) in enumerate((("rows", words.rows), ("columns", words.columns))):
        tellers = {} if said is None else {f"--size {said[0]}x{said[1]}": said[index]}
        if side.constant in constants:
            tellers[f"{side.constant} = {constants[side.constant]}"] = (
                constants[side.constant] - words.coordinates.margin
            )
        last = _last(words, stated, side)
        if last is not None:
            tellers[_domain(words, side, last)] = last - words.coordinates.margin
        if len(set(tellers.values())) > 1:
            raise FormatError(NAME, "size", f"expected one number of {noun}, not {' and '.join(tellers)}")
        if not tellers and reach is None:
            raise FormatError(NAME, "size", f"it is not told: expected {_ways(words)}")
        sides.append(next(iter(tellers.values()), reach[index] if reach else 0))
    return checked_sides(NAME, *sides)


def _last(words: Facts, stated: Statements, side: Side) -> int | None:
    """The last number of a side's domain, None if there is no domain."""
    found = []
    for fact in stated.facts.get((side.domain, 1), ()):
        span = fact.arguments[0]
        if isinstance(span, str):
            raise stated.error(fact, f"expected numbers such as {_domain(words, side, 7)}, not {fact}")
        found.append((span if isinstance(span, Interval) else Interval(span, span), fact))
    start = words.coordinates.first
    for span, fact in sorted(found):
        if span.first != start or span.last < span.first:
            raise stated.error(fact, f"expected all numbers from {words.coordinates.first} on, each once, not {fact}")
        start = span.last + 1
    return start - 1 if found else None


def _domain(words: Facts, side: Side, last: int) -> str:
    return f"{side.domain}({words.coordinates.first}..{last})"


def _ways(words: Facts) -> str:
    """How a size can be told."""
    sides = words.columns, words.rows
    constants = " ".join(f"-c {side.constant}=7" for side in sides)
    domains = " ".join(f"{_domain(words, side, 7)}." for side in sides)
    return f"--size ROWSxCOLUMNS, {constants}, or {domains} among the facts"
