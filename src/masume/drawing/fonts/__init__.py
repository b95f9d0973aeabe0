"""The bundled font, Open Sans (see NOTICE.txt), so that pictures do not depend on the fonts of the system."""

from pathlib import Path

_HERE = Path(__file__).parent
REGULAR, BOLD = _HERE / "OpenSans-Regular.ttf", _HERE / "OpenSans-Semibold.ttf"
FAMILY = "Open Sans"
FAMILIES = f"{FAMILY}, Helvetica, Arial, sans-serif"  # for SVG: a browser uses the first that it has
BASELINE = 0.357  # how far the baseline is below the middle of a digit, in units of the font size
_FIRST_UNCERTAIN = 0x530  # a code point: the font has the Latin, Greek and Cyrillic letters before it


def covers(text: str) -> bool:
    """Return whether the font certainly has all characters of a text."""
    return all(ord(letter) < _FIRST_UNCERTAIN for letter in text)
