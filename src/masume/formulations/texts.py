"""The texts of formulations: which lines belong to the printed and which to the repaired one, and what they state.

Where a published text is wrong, both versions stand beside each other: a line after `%printed: ` is as published, a
line before `%repaired` is its repair.  A comment such as `% N3, N6: …` says which rules the lines below it state, up to
the next such comment or an empty line.
"""

import re
from collections.abc import Mapping

_PRINTED, _REPAIRED = "%printed: ", "%repaired"
_SECTION = re.compile(r"% ([A-Z]+\d+[a-z]?(?:, [A-Z]+\d+[a-z]?)*): ")
_USES = re.compile(r"^% Uses: ([a-z, ]+)\.$", re.MULTILINE)
_VIOLATES = re.compile(r"violates\(([a-z]+\d+[a-z]?),")
_NO_CODE = re.compile(r'"(?:\\[\\n"]|[^"\\\n])*"|%\*.*?\*%|%[^\n]*', re.DOTALL)
_EMPTY_LINES = re.compile(r"\n{3,}")
_CALLED = re.compile(r"\b(_*[a-z]\w*)\s*\(")


def repaired(text: str) -> str:
    """The text in which what is wrong in print is repaired."""
    kept = (line for line in text.splitlines() if not line.startswith(_PRINTED))
    return "\n".join(line.removesuffix(_REPAIRED).rstrip() for line in kept)


def printed(text: str) -> str:
    """The text as it was published."""
    kept = (line for line in text.splitlines() if not line.endswith(_REPAIRED))
    return "\n".join(line.removeprefix(_PRINTED) for line in kept)


def differs_from_print(text: str) -> bool:
    """Whether something had to be repaired."""
    return repaired(text) != printed(text)


def pieces(text: str) -> list[str]:
    """The shared pieces that a text uses."""
    return [name.strip() for found in _USES.findall(text) for name in found.split(",")]


def mentioned(text: str) -> set[str]:
    """The predicates that occur in a text; more than do occur are no harm."""
    return set(_CALLED.findall(code(text)))


def code(text: str) -> str:
    """A text with blanks in place of its comments and strings."""
    return _NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def sections(text: str) -> Mapping[int, tuple[str, ...]]:
    """The rules that each line states, where it states any; lines count from 1."""
    found: dict[int, tuple[str, ...]] = {}
    rules: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _SECTION.match(line):
            rules = tuple(header[1].split(", "))
        elif not line.strip():
            rules = ()
        elif rules:
            found[number] = rules
    return found


def statements(text: str) -> dict[tuple[str, ...], str]:
    """The lines that state each rule or group of rules, by their ids in small letters; () holds all other lines."""
    lines, stated_at = text.splitlines(), sections(text)
    stated: dict[tuple[str, ...], list[str]] = {}
    tag: tuple[str, ...] = ()
    for number, line in enumerate(lines, 1):
        if head := _VIOLATES.match(line):
            tag = (head[1],)
        rules = tag or tuple(rule.casefold() for rule in stated_at.get(number, ()))
        if not _SECTION.match(line):
            stated.setdefault(rules, []).append(line)
        if line.split("%")[0].rstrip().endswith("."):  # a rule may go over several lines
            tag = ()
    return {rules: _EMPTY_LINES.sub("\n\n", "\n".join(found).strip("\n")) for rules, found in stated.items()}
