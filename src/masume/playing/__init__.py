"""Playing: what a page needs to show a board and to let somebody solve it, as plain data.

sheet_of     (sheet)      everything about a board: its drawing, the looks of all marks, how they are put in
position_of  (positions)  what is broken, satisfied and solved on a board with marks
hint_for     (steps)      a hint, or what is wrong, in words and as shapes over the board
narrate      (steps)      the steps of an explanation, one after the other
cards        (cards)      all genres with a picture and their shipped boards

The results contain only dictionaries, lists, strings and numbers; `web/types.js` describes them.
"""

from masume.drawing import themes
from masume.playing.boards import board_from, find_board
from masume.playing.cards import cards
from masume.playing.positions import position_of
from masume.playing.sheet import sheet_of
from masume.playing.steps import HINT_SECONDS, hint_for, mistakes_in, narrate
from masume.playing.verdicts import rating_of, verdict_of

__all__ = [
    "HINT_SECONDS",
    "board_from",
    "cards",
    "find_board",
    "hint_for",
    "mistakes_in",
    "narrate",
    "position_of",
    "rating_of",
    "sheet_of",
    "theme_css",
    "verdict_of",
]


def theme_css() -> str:
    """Return the colours of pictures as CSS variables: light or dark as the system wants, or as the page chooses."""
    light, dark = (
        " ".join(f"--{variable}: {colour};" for variable, colour in themes.variable_values(name).items())
        for name in ("light", "dark")
    )
    return (
        f":root {{ {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {{ {dark} }} }}\n"
        f":root[data-theme=dark] {{ {dark} }}\n"
    )
