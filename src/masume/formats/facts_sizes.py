"""The size of a board in facts: from constants, domain facts, rooms, or the caller."""

from collections.abc import Mapping

from masume.core.errors import FormatError
from masume.core.facts_notation import Facts, SizeFact
from masume.core.grid import validate_size
from masume.core.messages import quote
from masume.formats.facts_clues import codec_of, covered_size
from masume.formats.facts_syntax import NAME, Interval, ParsedFacts


def merge_constants(paper: Facts, facts: ParsedFacts, extra: Mapping[str, int]) -> dict[str, int]:
    """Return the constants of the text and those of the caller; raise FormatError if they differ or are unknown."""
    names = [
        paper.columns.constant,
        paper.rows.constant,
        *(name for notation in paper.clues for name in codec_of(notation).counts(notation)),
    ]
    for name in (*facts.constants, *extra):
        if name not in names:
            raise FormatError(NAME, "constants", f"{quote(name)} is not known: expected {', '.join(names)}")
        value, other = facts.constants.get(name), extra.get(name)
        if None not in (value, other) and value != other:
            raise FormatError(NAME, "constants", f"expected one value of {name}, not {value} and {other}")
    return {**facts.constants, **extra}


def find_size(
    paper: Facts, facts: ParsedFacts, size: tuple[int, int] | None, constants: Mapping[str, int]
) -> tuple[int, int]:
    """Return the rows and columns of the board; raise FormatError if nothing defines them or two definitions differ."""
    covered, sides = covered_size(paper, facts), list[int]()
    for index, (noun, side) in enumerate((("rows", paper.rows), ("columns", paper.columns))):
        sources = {} if size is None else {f"--size {size[0]}x{size[1]}": size[index]}
        if side.constant in constants:
            sources[f"{side.constant} = {constants[side.constant]}"] = (
                constants[side.constant] - paper.coordinates.margin
            )
        last = _last(paper, facts, side)
        if last is not None:
            sources[_domain(paper, side, last)] = last - paper.coordinates.margin
        if len(set(sources.values())) > 1:
            raise FormatError(NAME, "size", f"expected one number of {noun}, not {' and '.join(sources)}")
        if not sources and covered is None:
            raise FormatError(NAME, "size", f"the facts do not contain it: expected {_describe_ways(paper)}")
        sides.append(next(iter(sources.values()), covered[index] if covered else 0))
    return validate_size(NAME, *sides)


def _last(paper: Facts, facts: ParsedFacts, side: SizeFact) -> int | None:
    """Return the last number in the domain facts of a side; None if there are no such facts."""
    found = []
    for fact in facts.facts.get((side.domain, 1), ()):
        span = fact.arguments[0]
        if isinstance(span, str):
            raise facts.error(fact, f"expected numbers such as {_domain(paper, side, 7)}, not {fact}")
        found.append((span if isinstance(span, Interval) else Interval(span, span), fact))
    start = paper.coordinates.first
    for span, fact in sorted(found):
        if span.first != start or span.last < span.first:
            raise facts.error(fact, f"expected all numbers from {paper.coordinates.first} on, each once, not {fact}")
        start = span.last + 1
    return start - 1 if found else None


def _domain(paper: Facts, side: SizeFact, last: int) -> str:
    return f"{side.domain}({paper.coordinates.first}..{last})"


def _describe_ways(paper: Facts) -> str:
    """Return the ways to define the size, for errors."""
    sides = paper.columns, paper.rows
    constants = " ".join(f"-c {side.constant}=7" for side in sides)
    domains = " ".join(f"{_domain(paper, side, 7)}." for side in sides)
    return f"--size ROWSxCOLUMNS, {constants}, or {domains} among the facts"
