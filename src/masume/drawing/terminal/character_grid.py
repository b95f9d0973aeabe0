"""A sheet of characters, each with the code of its colour, and the text it becomes."""

from collections.abc import Iterator
from itertools import groupby


class Sheet:
    """Rows of characters, blank at first."""

    def __init__(self, height: int, width: int) -> None:
        self._chars = [[" "] * width for _ in range(height)]
        self._colours = [[""] * width for _ in range(height)]

    def put(self, y: int, x: int, text: str, colour: str) -> None:
        """Put text over what is there; blanks, too."""
        self._chars[y][x : x + len(text)] = text
        self._colours[y][x : x + len(text)] = [colour] * len(text)

    def print_over(self, y: int, x: int, text: str, colour: str, solid: str) -> None:
        """Put text so that what is there shows through its blanks, and cut it out of what is solid."""
        for at, char in enumerate(text, x):
            if char != " ":
                inverse = self._chars[y][at] == solid
                self.put(y, at, char, f"{self._colours[y][at]};7" if inverse else colour)

    def text(self, colour: bool) -> str:
        """One line of text per row, without blanks at its end."""
        return "\n".join("".join(self._painted(y, colour)) for y in range(len(self._chars)))

    def _painted(self, y: int, colour: bool) -> Iterator[str]:
        text = "".join(self._chars[y]).rstrip()
        if not colour:
            yield text
            return
        pairs = zip(text, self._colours[y], strict=False)
        for code, run in groupby(pairs, key=lambda pair: pair[1] if pair[0] != " " else ""):
            part = "".join(char for char, _ in run)
            yield f"\x1b[{code}m{part}\x1b[0m" if code else part
