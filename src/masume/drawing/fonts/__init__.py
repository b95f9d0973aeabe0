"""The font of pictures: Open Sans (see NOTICE.txt), so that no picture has to ask the system for one."""

from pathlib import Path

_HERE = Path(__file__).parent
REGULAR, BOLD = _HERE / "OpenSans-Regular.ttf", _HERE / "OpenSans-Semibold.ttf"
FAMILY = "Open Sans"
FAMILIES = f"{FAMILY}, Helvetica, Arial, sans-serif"  # what a browser may take instead
BASELINE = 0.357  # how far below the middle of a digit its baseline is, in parts of the font's size
_LETTERS = 0x530  # Latin, Greek and Cyrillic ones come before


def has_letters(text: str) -> bool:
    """Whether the font surely has all letters of a text."""
    return all(ord(letter) < _LETTERS for letter in text)
