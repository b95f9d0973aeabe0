"""A grid of characters, each with a colour, that becomes lines of text."""

from collections.abc import Iterator
from itertools import groupby


class CharacterGrid:
    """Rows of characters, initially blank; a colour is the code of an escape sequence, such as "1;31"."""

    def __init__(self, height: int, width: int) -> None:
        self._characters = [[" "] * width for _ in range(height)]
        self._colours = [[""] * width for _ in range(height)]

    def put(self, y: int, x: int, text: str, colour: str) -> None:
        """Replace the characters at a position; blanks replace them too."""
        self._characters[y][x : x + len(text)] = text
        self._colours[y][x : x + len(text)] = [colour] * len(text)

    def overlay(self, y: int, x: int, text: str, colour: str, solid: str) -> None:
        """Put text over other characters: blanks change nothing, and text over a `solid` character is inverted."""
        for at, character in enumerate(text, x):
            if character != " ":
                inverse = self._characters[y][at] == solid
                self.put(y, at, character, f"{self._colours[y][at]};7" if inverse else colour)

    def to_text(self, colour: bool) -> str:
        """Return one line of text per row, without trailing blanks."""
        return "\n".join("".join(self._format_row(y, colour)) for y in range(len(self._characters)))

    def _format_row(self, y: int, colour: bool) -> Iterator[str]:
        text = "".join(self._characters[y]).rstrip()
        if not colour:
            yield text
            return
        pairs = zip(text, self._colours[y], strict=False)
        for code, run in groupby(pairs, key=lambda pair: pair[1] if pair[0] != " " else ""):
            part = "".join(character for character, _ in run)
            yield f"\x1b[{code}m{part}\x1b[0m" if code else part
