"""essence: parameter files for a specification in Essence, which Conjure takes.

    language Essence 1.3
    letting n be 1
    letting m be 3
    letting grid be [
      [0,4,3]
    ]

Carries clues alone, as a matrix of rows from the top.  Which layer that is and how it is told stands in the genre's
notation.  The text does not tell its genre: it has to be said if several genres are written so.
"""

from collections.abc import Mapping

from masume import genres
from masume.core.board import Board, Entries
from masume.core.errors import FormatError, InputError
from masume.core.genre import Genre
from masume.core.grid import describe_place, validate_size
from masume.core.layers import Value
from masume.core.notation import Essence, Notation
from masume.core.places import Place
from masume.core.square import SquareGrid, square
from masume.formats.essence_syntax import NAME, Letting, Matrix, Source
from masume.formats.pzpr_common import refuse_given_marks, require_square

LANGUAGE = "language Essence 1.3"


def read(text: str, genre: Genre | None = None) -> Board:
    """Read a board; its genre is the only one that is written so, unless it is said."""
    meant = genre or _only_genre()
    words = _words(meant)
    source = Source(text)
    lettings = source.lettings()
    known = (words.rows, words.columns, words.matrix)
    for name, letting in lettings.items():
        if name not in known:
            raise source.error(letting.at, f"{name!r:.40} is not known: expected {', '.join(known)}")
    matrix = _matrix(words, lettings)
    grid = _sized(words, lettings, matrix)
    try:
        return Board(meant, grid, {words.layer: _clues(words, matrix)})
    except FormatError:
        raise
    except InputError as error:
        raise FormatError(NAME, "board", str(error)) from None


def write(board: Board) -> str:
    """Write the board's puzzle with the size and the matrix of its clues."""
    words = _words(board.genre)
    grid = require_square(NAME, board, holes=False)
    refuse_given_marks(NAME, board)
    for option in board.genre.options:
        if board.options[option.name] != option.default:
            raise FormatError(NAME, "options", f"it cannot carry {option.name}")
    numbers = _numbers(words, board)
    rows = ",\n".join(
        f"  [{','.join(str(numbers.get(row * grid.cols + col, 0)) for col in range(grid.cols))}]"
        for row in range(grid.rows)
    )
    sides = f"letting {words.rows} be {grid.rows}\nletting {words.columns} be {grid.cols}"
    return f"{LANGUAGE}\n{sides}\nletting {words.matrix} be [\n{rows}\n]\n"


def _notation(genre: Genre) -> Essence | None:
    notation: Notation = genres.load_part(genre, "notation", "NOTATION")
    return notation.essence


def _words(genre: Genre) -> Essence:
    words = _notation(genre)
    if words is None:
        raise FormatError(NAME, "genre", f"{genre.name} has no notation in it")
    return words


def _only_genre() -> Genre:
    """The genre that is meant if none is said."""
    written = [genre for genre in map(genres.find, genres.names()) if _notation(genre) is not None]
    if len(written) != 1:
        raise FormatError(NAME, "genre", f"it is not told: expected --genre and one of {_listed(written)}")
    return written[0]


def _listed(found: list[Genre]) -> str:
    return ", ".join(genre.name for genre in found) or "none"


def _matrix(words: Essence, lettings: Mapping[str, Letting]) -> Matrix:
    if words.matrix not in lettings:
        raise FormatError(NAME, words.matrix, f"it is missing: expected letting {words.matrix} be and a matrix")
    matrix = lettings[words.matrix].value
    if isinstance(matrix, int):
        raise FormatError(NAME, words.matrix, "expected a matrix such as [[0,1],[2,3]], not a number")
    for row, entries in enumerate(matrix, 1):
        if len(entries) != len(matrix[0]):
            expected = f"expected {len(matrix[0])} numbers as in the first row, not {len(entries)}"
            raise FormatError(NAME, f"row {row}", expected)
    return matrix


def _sized(words: Essence, lettings: Mapping[str, Letting], matrix: Matrix) -> SquareGrid:
    """The grid of the matrix, whose sides must be those that are said, if they are."""
    sides = len(matrix), len(matrix[0]) if matrix else 0
    for name, noun, side in ((words.rows, "rows", sides[0]), (words.columns, "columns", sides[1])):
        if name in lettings and lettings[name].value != side:
            raise FormatError(NAME, "size", f"expected {name} to be {side}, the number of {noun} of {words.matrix}")
    return square(*validate_size(NAME, *sides))


def _clues(words: Essence, matrix: Matrix) -> Entries:
    clues: dict[Place, Value] = {}
    for row, entries in enumerate(matrix):
        for col, number in enumerate(entries):
            if number > words.zero:
                where = f"row {row + 1}, column {col + 1}"
                raise FormatError(NAME, where, f"expected a number of 0 to {words.zero}, not {number}")
            if number:
                clues[row * len(entries) + col] = number % words.zero
    return clues


def _numbers(words: Essence, board: Board) -> Mapping[Place, int]:
    """What stands for each clue."""
    numbers: dict[Place, int] = {}
    for layer, clues in board.clues.items():
        for place, clue in clues.items():
            if layer != words.layer or not isinstance(clue, int) or clue >= words.zero:
                raise FormatError(NAME, "clues", f"it cannot carry {clue} at {describe_place(board.grid, place)}")
            numbers[place] = clue or words.zero
    return numbers
