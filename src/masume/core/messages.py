"""Helpers for texts shown to users."""

from collections.abc import Collection, Iterable

_ELLIPSIS = "…"
_QUOTES = ("'", '"')
_BRACKETS = {list: ("[", "]"), tuple: ("(", ")"), set: ("{", "}"), frozenset: ("{", "}"), dict: ("{", "}")}
_LARGEST_INTEGER = 10**39  # those with more digits are described, not written: Python refuses some, and takes long
_DIGITS_PER_BIT = 0.30103
_FEW_NAMES = 3
_LONGEST_NAME = 60  # characters that are compared with known names


def pluralize(number: int, noun: str) -> str:
    """Return a number with its noun, such as "1 row" or "2 rows"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def with_article(noun: str) -> str:
    """Return a noun with its article, such as "a cell" or "an edge"."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def replace_unprintable(text: str) -> str:
    """Replace control characters, line breaks, escapes and lone surrogates by the replacement character."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def shorten(text: str, width: int = 40) -> str:
    r"""Return the start of a text in one line, with an ellipsis if it has more than `width` characters.

    >>> shorten("a line\nand another", 12)
    'a line\\nand…'
    """
    shown = [_escape(character) for character in text[: width + 1]]
    if sum(map(len, shown)) <= width:
        return "".join(shown)
    while shown and sum(map(len, shown)) >= width:
        shown.pop()
    return "".join(shown) + _ELLIPSIS


def quote(value: object, width: int = 40) -> str:
    """Return a value as messages show it: in one line, of about `width` characters, strings in quotes.

    It never fails and takes little time, whatever the value is.

    >>> print(quote("boards.txt"), quote("x" * 1000, 6), quote([1, "?", [2, 3]]), quote(10**5000))
    'boards.txt' 'xxxxx…' [1, '?', [2, 3]] a number of about 5,001 digits
    """
    try:
        if isinstance(value, str):
            return _quote_text(value, width)
        if isinstance(value, bytes | bytearray):
            return "b" + _quote_text(value[: width + 1].decode("latin-1"), width)
        if isinstance(value, int) and abs(value) > _LARGEST_INTEGER:
            return f"a number of about {int(value.bit_length() * _DIGITS_PER_BIT) + 1:,} digits"
        if isinstance(value, list | tuple | set | frozenset | dict):
            return _quote_items(value, width)
        return shorten(" ".join(repr(value).split()), width)
    except Exception:  # the value may be of a class that raises anything
        return f"a value of the type {type(value).__name__}"


def suggest_names(name: object, known: Iterable[str], aliases: Iterable[str] = ()) -> str:
    """Return the end of a sentence about an unknown name: the names most similar to it or, if none is, all known ones.

    Upper case, spaces, hyphens and underscores make no difference.  If there are few names, all are listed.

    >>> suggest_names("Nurikab", ["akari", "corral", "masyu", "nurikabe"]), suggest_names("drk", ["light", "dark"])
    ('did you mean nurikabe?', 'expected one of light, dark')
    """
    known = list(known)
    if len(known) > _FEW_NAMES and (similar := similar_names(name, [*known, *aliases])):
        return f"did you mean {join_alternatives(similar)}?"
    if len(known) > 1:
        return f"expected one of {', '.join(known)}"
    return f"expected {known[0]}" if known else "there are none"


def similar_names(name: object, known: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """Return up to three known names that are similar to a name, the most similar first."""
    if not isinstance(name, str):
        return []
    from difflib import get_close_matches  # slow to import and rarely needed

    by_letters: dict[str, str] = {}
    for each in known:
        by_letters.setdefault(_letters(each), each)
    found = get_close_matches(_letters(name[:_LONGEST_NAME]), by_letters, n=3, cutoff=cutoff)
    return [by_letters[letters] for letters in found]


def join_alternatives(words: Collection[str]) -> str:
    """Join words as in "a, b or c"."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def _letters(name: str) -> str:
    return "".join(character for character in name.casefold() if character not in " -_")


def _escape(character: str) -> str:
    return character if character.isprintable() else repr(character)[1:-1]


def _quote_text(text: str, width: int) -> str:
    # A backslash stays as it is: nobody has to paste this into a program, and some formats consist of backslashes.
    shown = shorten(text, width)
    sign = next((sign for sign in _QUOTES if sign not in shown), _QUOTES[0])
    return sign + shown.replace(sign, "\\" + sign) + sign


def _quote_items(items: Collection[object], width: int) -> str:
    """Quote the items of a list, tuple, set or dictionary; each level leaves less room for the next one."""
    kind = next(kind for kind in _BRACKETS if isinstance(items, kind))
    start, end = _BRACKETS[kind]
    shown, left = list[str](), width - len(start + end)
    for item in items:
        text = quote(item, left) if left > 0 else _ELLIPSIS
        if isinstance(items, dict) and left > len(text):
            text += f": {quote(items[item], left - len(text))}"
        left -= len(text) + len(", ")
        if (left < 0 and shown) or text == _ELLIPSIS:
            shown.append(_ELLIPSIS)
            break
        shown.append(text)
    comma = "," if isinstance(items, tuple) and len(items) == 1 else ""
    text = start + ", ".join(shown) + comma + end
    return text if type(items) is kind else f"{type(items).__name__}({text})"
