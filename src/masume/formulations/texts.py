"""The texts of formulations: their printed and repaired versions, and which rule each line states.

Where a published text is wrong, the file contains both versions: a line that starts with `%printed: ` is as published,
a line that ends with `%repaired` is its repair.  A comment such as `% N3, N6: …` names the rules that the lines below
it state, up to the next such comment or an empty line.
"""

import re
from collections.abc import Mapping

_PRINTED, _REPAIRED = "%printed: ", "%repaired"
_SECTION = re.compile(r"% ([A-Z]+\d+[a-z]?(?:, [A-Z]+\d+[a-z]?)*): ")
_USES = re.compile(r"^% Uses: ([a-z, ]+)\.$", re.MULTILINE)
_VIOLATES = re.compile(r"violates\(([a-z]+\d+[a-z]?),")
_NO_CODE = re.compile(r'"(?:\\[\\n"]|[^"\\\n])*"|%\*.*?\*%|%[^\n]*', re.DOTALL)
_EMPTY_LINES = re.compile(r"\n{3,}")
_APPLIED = re.compile(r"\b(_*[a-z]\w*)\s*\(")


def repaired_text(text: str) -> str:
    """Return the repaired version of a text."""
    kept = (line for line in text.splitlines() if not line.startswith(_PRINTED))
    return "\n".join(line.removesuffix(_REPAIRED).rstrip() for line in kept)


def printed_text(text: str) -> str:
    """Return the version of a text as published."""
    kept = (line for line in text.splitlines() if not line.endswith(_REPAIRED))
    return "\n".join(line.removeprefix(_PRINTED) for line in kept)


def has_repairs(text: str) -> bool:
    """Return whether the two versions of a text differ."""
    return repaired_text(text) != printed_text(text)


def used_pieces(text: str) -> list[str]:
    """Return the names of the shared pieces that a text uses."""
    return [name.strip() for names in _USES.findall(text) for name in names.split(",")]


def used_predicates(text: str) -> set[str]:
    """Return the names of the predicates that a text uses with arguments, and those of function symbols."""
    return set(_APPLIED.findall(blank_comments(text)))


def blank_comments(text: str) -> str:
    """Return a text with its comments and strings replaced by spaces, so that positions stay the same."""
    return _NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def rules_by_line(text: str) -> Mapping[int, tuple[str, ...]]:
    """Return the ids of the rules that each line states, by line number from 1; other lines are left out."""
    rules_at: dict[int, tuple[str, ...]] = {}
    rules: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _SECTION.match(line):
            rules = tuple(header[1].split(", "))
        elif not line.strip():
            rules = ()
        elif rules:
            rules_at[number] = rules
    return rules_at


def lines_by_rule(text: str) -> dict[tuple[str, ...], str]:
    """Return the lines that state each rule or group of rules, by their ids in lower case.

    All other lines are under the key ().
    """
    rules_at = rules_by_line(text)
    grouped: dict[tuple[str, ...], list[str]] = {}
    tag: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if head := _VIOLATES.match(line):
            tag = (head[1],)
        rules = tag or tuple(rule.casefold() for rule in rules_at.get(number, ()))
        if not _SECTION.match(line):
            grouped.setdefault(rules, []).append(line)
        if line.split("%")[0].rstrip().endswith("."):  # a rule may span several lines
            tag = ()
    return {rules: _EMPTY_LINES.sub("\n\n", "\n".join(lines).strip("\n")) for rules, lines in grouped.items()}
