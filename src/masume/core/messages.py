"""Helpers for texts shown to users."""


def pluralize(number: int, noun: str) -> str:
    """Return a number with its noun, such as "1 row" or "2 rows"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def replace_unprintable(text: str) -> str:
    """Replace control characters, line breaks, escapes and lone surrogates by the replacement character."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)
