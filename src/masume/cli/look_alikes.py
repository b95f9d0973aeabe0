"""Look-alikes: what is printed for characters that the encoding of an output stream lacks.

With cp1252, latin-1 or ASCII, `≥` becomes `>=`, box-drawing characters become those of `--ascii`, letters lose their
accents, and everything else becomes `?`.  The encoding itself stays as the user set it.  Data must not change this
way: JSON is written with escapes instead (`reports.format_json`).
"""

import codecs
import sys

HANDLER = "masume.look-alikes"
_REPLACED_HANDLERS = ("strict", "surrogateescape")  # the defaults of standard output; the user may set others
_UNKNOWN = "?"
# Pairs of a character and its look-alike; the look-alikes of what pictures consist of are those of `--ascii`.
_PAIRS = "═= ║# ╱/ ╲\\ ╳X █# ▒% ░: ·. •* ◦o ○O ●@ ◉* ×x ÷/ −- –- —- ‑- ‘' ’' ‚' “\" ”\" „\" ıi"
_LOOK_ALIKES: dict[str, str] = {
    **{chr(code): "+" for code in range(0x2500, 0x2580)},  # corners and crossings of box-drawing lines
    **dict.fromkeys("─━┄┅┈┉╌╍╴╶╸╺╼╾", "-"),
    **dict.fromkeys("│┃┆┇┊┋╎╏╵╷╹╻╽╿", "|"),
    **{pair[0]: pair[1] for pair in _PAIRS.split()},
    "…": "...",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "→": "->",
    "←": "<-",
    "ß": "ss",
    "\u00a0": " ",
}


def install() -> None:
    """Let standard output and standard error replace what they cannot encode."""
    codecs.register_error(HANDLER, replace)
    for stream in (sys.stdout, sys.stderr):
        # A stream is None if the caller closed it.  The user cannot choose how standard error replaces characters.
        if stream is not None and (stream is sys.stderr or stream.errors in _REPLACED_HANDLERS):
            stream.reconfigure(errors=HANDLER)  # type: ignore[union-attr]


def replace(error: UnicodeError) -> tuple[str, int]:
    """Return the look-alikes of the characters that cannot be encoded, and where to go on; an error handler."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_look_alike, error.object[error.start : error.end])), error.end


def _look_alike(character: str) -> str:
    from unicodedata import normalize  # most output has no such characters

    known = _LOOK_ALIKES.get(character)
    if known is not None:
        return known
    letter = normalize("NFD", character)[0]  # without its accents
    return letter if letter.isascii() else _UNKNOWN
