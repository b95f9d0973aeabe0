"""essence: parameter files for a specification in Essence, as Conjure reads them.

    language Essence 1.3
    letting n be 1
    letting m be 3
    letting grid be [
      [0,4,3]
    ]

It carries clues only, as a matrix of rows from the top; the genre's notation names their layer.  The text does not
contain its genre: pass it if several genres have a notation in Essence.
"""

from collections.abc import Mapping

from masume import genres
from masume.core.board import Board, Entries
from masume.core.errors import FormatError, InputError
from masume.core.genre import Genre
from masume.core.grid import describe_place, validate_size
from masume.core.layers import Value
from masume.core.messages import quote
from masume.core.notation import Essence, Notation
from masume.core.places import Place
from masume.core.square import SquareGrid, square
from masume.formats.essence_syntax import NAME, EssenceParser, Letting, Matrix
from masume.formats.pzpr_common import refuse_given_marks, refuse_options, require_square

LANGUAGE = "language Essence 1.3"


def read(text: str, genre: Genre | None = None) -> Board:
    """Read a board; default for `genre`: the only genre that has a notation in Essence."""
    genre = genre or _only_genre()
    notation = _require_notation(genre)
    parser = EssenceParser(text)
    lettings = parser.parse()
    known = (notation.rows, notation.columns, notation.matrix)
    for name, letting in lettings.items():
        if name not in known:
            raise parser.error(letting.at, f"{quote(name)} is not known: expected {', '.join(known)}")
    matrix = _matrix(notation, lettings)
    grid = _grid(notation, lettings, matrix)
    try:
        return Board(genre, grid, {notation.layer: _clues(notation, matrix)})
    except FormatError:
        raise
    except InputError as error:
        raise FormatError(NAME, "board", str(error)) from None


def write(board: Board) -> str:
    """Write the size of a board and the matrix of its clues."""
    notation = _require_notation(board.genre)
    grid = require_square(NAME, board, holes=False)
    refuse_given_marks(NAME, board)
    refuse_options(NAME, board)
    numbers = _numbers(notation, board)
    rows = ",\n".join(
        f"  [{','.join(str(numbers.get(row * grid.columns + col, 0)) for col in range(grid.columns))}]"
        for row in range(grid.rows)
    )
    sides = f"letting {notation.rows} be {grid.rows}\nletting {notation.columns} be {grid.columns}"
    return f"{LANGUAGE}\n{sides}\nletting {notation.matrix} be [\n{rows}\n]\n"


def _notation(genre: Genre) -> Essence | None:
    notation: Notation = genres.load_part(genre, "notation", "NOTATION")
    return notation.essence


def _require_notation(genre: Genre) -> Essence:
    notation = _notation(genre)
    if notation is None:
        raise FormatError(NAME, "genre", f"this format has no notation for {genre.name}")
    return notation


def _only_genre() -> Genre:
    """Return the only genre that has a notation in Essence; raise FormatError if there are several."""
    found = [genre for genre in map(genres.find, genres.names()) if _notation(genre) is not None]
    if len(found) != 1:
        known = ", ".join(genre.name for genre in found) or "none"
        raise FormatError(NAME, "genre", f"the text does not contain it: expected --genre and one of {known}")
    return found[0]


def _matrix(notation: Essence, lettings: Mapping[str, Letting]) -> Matrix:
    if notation.matrix not in lettings:
        raise FormatError(NAME, notation.matrix, f"expected letting {notation.matrix} be and a matrix")
    matrix = lettings[notation.matrix].value
    if isinstance(matrix, int):
        raise FormatError(NAME, notation.matrix, "expected a matrix such as [[0,1],[2,3]], not a number")
    for row, entries in enumerate(matrix, 1):
        if len(entries) != len(matrix[0]):
            expected = f"expected {len(matrix[0])} numbers as in the first row, not {len(entries)}"
            raise FormatError(NAME, f"row {row}", expected)
    return matrix


def _grid(notation: Essence, lettings: Mapping[str, Letting], matrix: Matrix) -> SquareGrid:
    """Return a grid of the size of the matrix; raise FormatError if the text states another size."""
    sides = len(matrix), len(matrix[0]) if matrix else 0
    for name, noun, side in ((notation.rows, "rows", sides[0]), (notation.columns, "columns", sides[1])):
        if name in lettings and lettings[name].value != side:
            raise FormatError(NAME, "size", f"expected {name} to be {side}, the number of {noun} of {notation.matrix}")
    return square(*validate_size(NAME, *sides))


def _clues(notation: Essence, matrix: Matrix) -> Entries:
    clues: dict[Place, Value] = {}
    for row, entries in enumerate(matrix):
        for col, number in enumerate(entries):
            if number > notation.zero:
                where = f"row {row + 1}, column {col + 1}"
                raise FormatError(NAME, where, f"expected a number from 0 to {notation.zero}, not {number}")
            if number:
                clues[row * len(entries) + col] = number % notation.zero
    return clues


def _numbers(notation: Essence, board: Board) -> Mapping[Place, int]:
    """Return the number in the matrix for each clue; raise FormatError if a clue has none."""
    numbers: dict[Place, int] = {}
    for layer, clues in board.clues.items():
        for place, clue in clues.items():
            if layer != notation.layer or not isinstance(clue, int) or clue >= notation.zero:
                raise FormatError(NAME, "clues", f"it cannot carry {clue} at {describe_place(board.grid, place)}")
            numbers[place] = clue or notation.zero
    return numbers
