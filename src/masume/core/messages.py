"""Words that are put together from numbers, and words from elsewhere that are fit to be printed."""


def counted(number: int, word: str) -> str:
    """A number of things in words: 1 row, 2 rows."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def printable(text: str) -> str:
    """The text with a replacement character for whatever is no letter, sign or blank: lines' ends, escapes, halves."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
