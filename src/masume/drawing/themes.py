"""Themes: a colour for every role and tone, based on the palette of Okabe and Ito for colour-blind readers.

No picture depends on colour alone: clues are bold, given marks are framed or hollow, common ones tiled or dashed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from masume.core.errors import UnknownNameError
from masume.core.messages import quote, suggest_names
from masume.drawing.roles import Role
from masume.drawing.scene import Tone


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of paper, black and white, and for each role those of ink, area and tint."""

    name: str
    paper: str
    black: str
    white: str
    colours: Mapping[Role, tuple[str, str, str]]

    def colour(self, role: Role, tone: Tone) -> str:
        """Return the colour of a shape."""
        match tone:
            case Tone.PAPER:
                return self.paper
            case Tone.BLACK:
                return self.black
            case Tone.WHITE:
                return self.white
        ink, area, tint = self.colours[role]
        return ink if tone is Tone.INK else area if tone is Tone.AREA else tint


_LIGHT = Theme(
    "light",
    paper="#ffffff",
    black="#1a1a1a",
    white="#ffffff",
    colours={
        Role.LATTICE: ("#4d4d4d", "#a6a6a6", "#e6e6e6"),
        Role.LABEL: ("#595959", "#a6a6a6", "#e6e6e6"),
        Role.CLUE: ("#000000", "#4d4d4d", "#e6e6e6"),
        Role.WALL: ("#000000", "#4d4d4d", "#e6e6e6"),
        Role.GIVEN: ("#000000", "#404040", "#d9d9d9"),
        Role.MARK: ("#00785a", "#3f8f7a", "#d5efe7"),
        Role.FOLDED: ("#5cab95", "#a9d3c7", "#e9f6f2"),
        Role.GHOST: ("#7b3fa0", "#b394c9", "#f0e6f6"),
        Role.TRIAL: ("#1f66c1", "#6d9fd8", "#dce8f7"),
        Role.SOLUTION: ("#0072b2", "#4a7ba6", "#d6e8f5"),
        Role.COMMON: ("#a04a80", "#b0709a", "#f3e0ec"),
        Role.REMARK: ("#808080", "#bfbfbf", "#fbfad0"),
        Role.HINT: ("#b35900", "#e69f00", "#ffdcb5"),
        Role.RULE: ("#1f6fa8", "#8ab8d6", "#dcecf8"),
        Role.REASON: ("#4a86ad", "#8ab8d6", "#eaf3fa"),
        Role.BOUNDARY: ("#24476b", "#8ab8d6", "#eaf3fa"),
        Role.ERROR: ("#d55e00", "#d55e00", "#fbdfce"),
    },
)
_DARK = Theme(
    "dark",
    paper="#2e3440",
    black="#000000",
    white="#ffffff",
    colours={
        Role.LATTICE: ("#aab3c2", "#6b7588", "#3b4252"),
        Role.LABEL: ("#c3cad6", "#6b7588", "#3b4252"),
        Role.CLUE: ("#ffffff", "#aab3c2", "#3b4252"),
        Role.WALL: ("#ffffff", "#aab3c2", "#3b4252"),
        Role.GIVEN: ("#ffffff", "#d5dbe6", "#545d6e"),
        Role.MARK: ("#4fd0a5", "#45b590", "#31514f"),
        Role.FOLDED: ("#3f917a", "#37705f", "#303f46"),
        Role.GHOST: ("#cfa8f2", "#8d6fae", "#443c56"),
        Role.TRIAL: ("#85b6ff", "#5b8bd0", "#34486a"),
        Role.SOLUTION: ("#6cc0f5", "#5aa9dc", "#3a5068"),
        Role.COMMON: ("#eba6cf", "#cf8db5", "#55455c"),
        Role.REMARK: ("#a0a9b8", "#6b7588", "#47493a"),
        Role.HINT: ("#ffb04d", "#d99a1c", "#7f5020"),
        Role.RULE: ("#7cc4ff", "#6f93b5", "#3a4d69"),
        Role.REASON: ("#8fb4d6", "#6f93b5", "#38465a"),
        Role.BOUNDARY: ("#c4dcf5", "#6f93b5", "#38465a"),
        Role.ERROR: ("#ff9358", "#e0743a", "#5f3f33"),
    },
)
_PRINT = Theme(
    "print",
    paper="#ffffff",
    black="#000000",
    white="#ffffff",
    colours={
        Role.LATTICE: ("#000000", "#8c8c8c", "#e6e6e6"),
        Role.LABEL: ("#404040", "#8c8c8c", "#e6e6e6"),
        Role.CLUE: ("#000000", "#404040", "#e6e6e6"),
        Role.WALL: ("#000000", "#404040", "#e6e6e6"),
        Role.GIVEN: ("#000000", "#333333", "#d9d9d9"),
        Role.MARK: ("#333333", "#6e6e6e", "#e3e3e3"),
        Role.FOLDED: ("#808080", "#b8b8b8", "#f0f0f0"),
        Role.GHOST: ("#333333", "#8c8c8c", "#ebebeb"),
        Role.TRIAL: ("#404040", "#8c8c8c", "#ebebeb"),
        Role.SOLUTION: ("#333333", "#6e6e6e", "#e3e3e3"),
        Role.COMMON: ("#595959", "#8c8c8c", "#ebebeb"),
        Role.REMARK: ("#737373", "#bfbfbf", "#efefef"),
        Role.HINT: ("#000000", "#808080", "#d6d6d6"),
        Role.RULE: ("#262626", "#a6a6a6", "#ebebeb"),
        Role.REASON: ("#595959", "#a6a6a6", "#f2f2f2"),
        Role.BOUNDARY: ("#262626", "#a6a6a6", "#f2f2f2"),
        Role.ERROR: ("#000000", "#808080", "#d0d0d0"),
    },
)
_VARIABLE_TONES = (Tone.INK, Tone.AREA, Tone.TINT)
_THEMES = {theme.name: theme for theme in (_LIGHT, _DARK, _PRINT)}


def names() -> list[str]:
    """Return the names of all themes."""
    return list(_THEMES)


def find(name: str) -> Theme:
    """Return the theme with this name; raise UnknownNameError if there is none."""
    if name not in _THEMES:
        raise UnknownNameError(f"unknown theme {quote(name)}: {suggest_names(name, _THEMES)}")
    return _THEMES[name]


@cache
def variable_theme() -> Theme:
    """Return a theme whose colours are CSS variables, which a page sets for light and dark screens."""
    variables = {
        role: tuple(f"var(--{variable_name(role, tone)})" for tone in _VARIABLE_TONES) for role in _LIGHT.colours
    }
    colours = {role: (ink, area, tint) for role, (ink, area, tint) in variables.items()}
    return Theme("page", "var(--paper)", "var(--black)", "var(--white)", colours)


def variable_name(role: Role, tone: Tone) -> str:
    """Return the name of the CSS variable of a colour."""
    return f"{role.name}-{tone.name}".lower()


def variable_values(theme_name: str) -> dict[str, str]:
    """Return the colours of a theme by the names of their CSS variables."""
    theme = find(theme_name)
    values = {tone.name.lower(): theme.colour(Role.PAPER, tone) for tone in (Tone.PAPER, Tone.BLACK, Tone.WHITE)}
    return values | {
        variable_name(role, tone): theme.colour(role, tone) for role in theme.colours for tone in _VARIABLE_TONES
    }
