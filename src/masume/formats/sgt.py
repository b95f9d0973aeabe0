"""sgt: the game ids of Simon Tatham's Portable Puzzle Collection.

    [game:]COLUMNSxROWS[parameters]:description

The id can also be in the address of a page, …/game.html#ID, or follow sgtpuzzles:.  It carries clues and the
difficulty, but no marks.  A genre's notation names the game and lists the parts of parameters and description.  An id
with # and a random seed instead of the description is refused: only his generator can turn it into a board.
"""

import re
from collections.abc import Mapping
from urllib.parse import unquote

from masume import genres
from masume.core.board import Board
from masume.core.errors import FormatError, InputError
from masume.core.game_ids import FORMAT
from masume.core.genre import Genre
from masume.core.grid import LARGEST_SIDE, validate_size
from masume.core.messages import quote, suggest_names
from masume.core.notation import Notation, Sgt
from masume.core.square import SquareGrid, square
from masume.core.url_parts import read_body, write_body
from masume.formats.detection import GAME_PAGE, GAME_SCHEME
from masume.formats.pzpr_common import refuse_given_marks, refuse_options, require_square

_SIZE = re.compile(r"(\d{1,9})x(\d{1,9})(?!\d)", re.ASCII)
_ID = re.compile(r"([^:#]*)([:#])(.*)", re.DOTALL)


def read(text: str, genre: Genre | None = None) -> Board:
    """Read a board from a game id; pass the genre if the id does not name the game."""
    game, game_id = _split_game(text)
    genre = _find_genre(game, genre)
    notation = _require_notation(genre)
    parts = _ID.fullmatch(game_id)
    if parts is None:
        raise FormatError(FORMAT, "description", "it is missing: expected COLUMNSxROWS, a colon and a description")
    if parts[2] == "#":
        expected = "expected a colon and a description instead of # and a random seed"
        raise FormatError(FORMAT, "seed", f"only Simon Tatham's program can make its board: {expected}")
    grid, info = _read_parameters(notation, parts[1])
    try:
        body = read_body(notation.description, parts[3], grid)
        clues = {layer.name: body.entries.get(layer.name, {}) for layer in genre.clue_layers}
        given = {layer.name: body.entries.get(layer.name, {}) for layer in genre.mark_layers}
        return Board(genre, body.grid, clues, given, options=body.options, info=info)
    except FormatError as error:
        raise _rename(error) from None
    except InputError as error:
        raise FormatError(FORMAT, "description", str(error)) from None


def write(board: Board) -> str:
    """Write the game, the size, the difficulty if the game has it, and the clues of a board."""
    notation = _require_notation(board.genre)
    parts = notation.description
    grid = require_square(FORMAT, board, holes=any(part.carries_holes for part in parts))
    refuse_given_marks(FORMAT, board, {layer for part in parts for layer in part.layers})
    refuse_options(FORMAT, board, {option for part in parts for option in part.options})
    parameters = "".join(parameter.write(board.info) for parameter in notation.parameters)
    try:
        description = write_body(parts, board, grid)
    except FormatError as error:
        raise _rename(error) from None
    return f"{notation.game}:{grid.columns}x{grid.rows}{parameters}:{description}"


def _split_game(text: str) -> tuple[str | None, str]:
    """Return the name of the game, None if the text does not have it, and the id without that name."""
    if page := GAME_PAGE.fullmatch(text):
        return page["game"], unquote(page["id"])
    if text.startswith(GAME_SCHEME):
        text = unquote(text.removeprefix(GAME_SCHEME))
    game, colon, game_id = text.partition(":")
    is_named = colon and not game[:1].isdigit()  # otherwise this is the size
    return (game, game_id) if is_named else (None, text)


def _find_genre(game: str | None, genre: Genre | None) -> Genre:
    """Return the genre of a game, or the one that the caller has passed; raise FormatError if they differ."""
    if game is None:
        if genre is None:
            expected = "expected --genre, or the name of the game and a colon before the id"
            raise FormatError(FORMAT, "game", f"the id does not name it: {expected}")
        return genre
    named = genres.find(game) if genres.is_known(game) else None
    if named is None or _notation(named) is None:
        notations = (_notation(genres.find(name)) for name in genres.names())
        known = sorted(notation.game for notation in notations if notation is not None)
        raise FormatError(FORMAT, "game", f"{quote(game)} is not known: {suggest_names(game, known)}")
    if genre is not None and genre is not named:
        raise FormatError(FORMAT, "game", f"{quote(game)} is {named.name}, but --genre is {genre.name}")
    return named


def _notation(genre: Genre) -> Sgt | None:
    notation: Notation = genres.load_part(genre, "notation", "NOTATION")
    return notation.sgt


def _require_notation(genre: Genre) -> Sgt:
    notation = _notation(genre)
    if notation is None:
        raise FormatError(FORMAT, "genre", f"this format has no notation for {genre.name}")
    return notation


def _read_parameters(notation: Sgt, text: str) -> tuple[SquareGrid, Mapping[str, str]]:
    """Return the grid, and the info that the other parameters hold."""
    sides = _SIZE.match(text)
    if sides is None:
        expected = f"expected two numbers up to {LARGEST_SIDE}, COLUMNSxROWS, not {quote(text)}"
        raise FormatError(FORMAT, "size", expected)
    grid = square(*validate_size(FORMAT, int(sides[2]), int(sides[1])))
    info, at = dict[str, str](), sides.end()
    for parameter in notation.parameters:
        found, at = parameter.read(text, at)
        info |= found
    if at < len(text):
        unknown = f"{quote(text[at:])} is not known for {notation.game}"
        raise FormatError(FORMAT, "parameters", f"{unknown}: expected a colon and the description")
    return grid, info


def _rename(error: FormatError) -> FormatError:
    """Return an error of a part that URLs share in the words of this format: a description instead of a body."""
    return FormatError(FORMAT, error.where.replace("body", "description"), error.expected)
