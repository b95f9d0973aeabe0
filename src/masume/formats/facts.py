"""facts: boards and answers as the papers on answer set programming write them, each in its own dialect.

    % masume facts: nurikabe cayli2007
    #const n = 7. #const m = 7.
    numbered(1,1,1). numbered(5,1,2). numbered(3,2,1).

What a dialect's predicates, coordinates and constants are stands in the genre's notation.  The papers' own files tell
neither genre nor dialect and often no size: whoever reads them has to say.  An answer is atoms in one line.  Genres
without a paper, and all others if asked, are written in masume's own facts, which are not read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from masume import genres
from masume.core.board import Board
from masume.core.errors import FormatError, InputError, UnknownNameError
from masume.core.facts_notation import Facts
from masume.core.genre import Genre
from masume.core.grid import describe
from masume.core.layers import Value
from masume.core.notation import Notation
from masume.core.places import Place
from masume.core.square import SquareGrid, square
from masume.formats import facts_answers as answers
from masume.formats.detection import FACTS
from masume.formats.facts_clues import Page, Sheet, codec, fits
from masume.formats.facts_sizes import constants_of, size_of
from masume.formats.facts_syntax import NAME, Signature, Statements, parsed
from masume.formats.own_facts import OWN, own_atoms, own_facts

_HEADING = re.compile(rf"{FACTS} (\S+) (\S+)\s*?(?:\n|$)")
_IN_A_LINE = 5  # facts


def dialects(genre: Genre | str) -> list[str]:
    """The papers whose facts a genre has; the first is the one that is meant if none is said."""
    notation: Notation = genres.part(_found(genre), "notation", "NOTATION")
    return list(notation.facts)


def read(
    text: str,
    genre: Genre | str | None = None,
    *,
    size: tuple[int, int] | None = None,
    constants: Mapping[str, int] | None = None,
    dialect: str | None = None,
) -> Board:
    """Read a board; what its first line does not tell has to be said: its genre, its rows and columns or the constants
    for them, and the dialect where several fit."""
    meant, dialect = _heading(text, None if genre is None else _found(genre), dialect)
    stated = parsed(text)
    words = _words(meant, _chosen(meant, dialect, stated))
    _require_known(meant, [words], stated)
    known = constants_of(words, stated, constants or {})
    sheet = Sheet(meant, words, stated, square(*size_of(words, stated, size, known)))
    try:
        for word in words.clues:
            codec(word).read(word, sheet)
            _require_counts(codec(word).counts(word), sheet, known)
        return Board(meant, sheet.grid, sheet.clues)
    except FormatError:
        raise
    except InputError as error:
        raise FormatError(NAME, "board", str(error)) from None


def write(board: Board, dialect: str | None = None) -> str:
    """Write a board with a first line that tells its genre and the dialect."""
    dialect = dialect or _default(board.genre)
    facts = own_facts(board) if dialect == OWN else instance(board, dialect)
    return f"{FACTS} {board.genre.name} {dialect}\n{facts}"


def instance(board: Board, dialect: str) -> str:
    """The constants and facts that tell a board."""
    words = _words(board.genre, dialect)
    page = Page(board, _grid(board, dialect, words), words)
    _require_told(page, dialect)
    margin = words.coordinates.margin
    constants = {words.columns.constant: page.grid.cols + margin, words.rows.constant: page.grid.rows + margin}
    for word in words.clues:
        constants |= {name: len(board.clues[layer]) for name, layer in codec(word).counts(word).items()}
    lines = [" ".join(f"#const {name} = {value}." for name, value in constants.items())]
    for word in words.clues:
        try:
            facts = [f"{fact}." for fact in codec(word).write(word, page)]
        except InputError as error:
            raise _untold(board, dialect, str(error)) from None
        lines += (" ".join(facts[at : at + _IN_A_LINE]) for at in range(0, len(facts), _IN_A_LINE))
    return "\n".join([*lines, ""])


def write_answer(board: Board, dialect: str | None = None) -> str:
    """Write the marks of a board as the papers print answers, in one line."""
    dialect = dialect or _default(board.genre)
    return " ".join(own_atoms(board) if dialect == OWN else answer_atoms(board, dialect))


def answer_atoms(board: Board, dialect: str) -> list[str]:
    """The atoms that tell the marks of a board, by row and column."""
    words = _words(board.genre, dialect)
    return answers.atoms(board, _grid(board, dialect, words), words)


def answer_signature(genre: Genre | str, dialect: str) -> str:
    """The predicate of which answers are made, such as black/2."""
    name, arity = answers.signature(_words(_found(genre), dialect).answer)
    return f"{name}/{arity}"


def marks_from(board: Board, dialect: str, atoms: Iterable[str]) -> dict[str, dict[Place, Value]]:
    """The marks that the atoms of an answer tell, such as line(h,1,2)."""
    words = _words(board.genre, dialect)
    return answers.marks(board, _grid(board, dialect, words), words, atoms)


def condition(board: Board, dialect: str, layer: str, place: Place, value: Value) -> str:
    """The body of a rule that holds in just those answers where a mark is so; several may stand in one body."""
    words = _words(board.genre, dialect)
    if layer != words.answer.layer:
        raise InputError(f"answers of {board.genre.name} {dialect} tell {words.answer.layer}, not {layer!r:.30}")
    return answers.condition(board, _grid(board, dialect, words), words, place, value)


def _found(genre: Genre | str) -> Genre:
    return genres.find(genre) if isinstance(genre, str) else genre


def _notation(genre: Genre) -> Mapping[str, Facts]:
    notation: Notation = genres.part(genre, "notation", "NOTATION")
    if not notation.facts:
        raise FormatError(NAME, "genre", f"no paper has facts for {genre.name}")
    return notation.facts


def _default(genre: Genre) -> str:
    return next(iter(dialects(genre)), OWN)


def _words(genre: Genre, dialect: str) -> Facts:
    known = _notation(genre)
    if dialect not in known:
        expected = f"expected one of {', '.join(known)}"
        raise UnknownNameError(f"{genre.name} has no facts of {dialect!r:.40}: {expected}")
    return known[dialect]


def _heading(text: str, genre: Genre | None, dialect: str | None) -> tuple[Genre, str | None]:
    """The genre and the dialect that are said, in the first line or beside the text."""
    match = _HEADING.match(text)
    if match is None and text.startswith(FACTS):
        raise FormatError(NAME, "line 1", f"expected {FACTS} GENRE DIALECT")
    if match is None and genre is None:
        raise FormatError(NAME, "genre", f"it is not told: expected --genre, or a first line {FACTS} GENRE DIALECT")
    told, said = (_found(match[1]), match[2]) if match else (genre, dialect)
    assert told is not None
    if said == OWN:
        raise FormatError(NAME, "dialect", "masume's own facts are written only: expected those of a paper")
    if genre not in (None, told) or dialect not in (None, said):
        raise FormatError(NAME, "line 1", f"the facts are {told.name} {said}: expected nothing else to be said")
    return told, said


def _chosen(genre: Genre, said: str | None, stated: Statements) -> str:
    """The dialect that is said, or else the only one that the facts can be in."""
    known = _notation(genre)
    if said is not None or len(known) == 1:
        return said or _default(genre)
    _require_known(genre, known.values(), stated)
    fitting = [name for name, words in known.items() if _fits(words, stated)]
    if len(fitting) == 1:
        return fitting[0]
    found = "the facts fit several" if fitting else "the facts fit none alone"
    raise FormatError(NAME, "dialect", f"{found}: expected --from and one of {', '.join(fitting or known)}")


def _fits(words: Facts, stated: Statements) -> bool:
    return stated.facts.keys() <= set(_signatures(words)) and all(fits(word, stated) for word in words.clues)


def _signatures(words: Facts) -> Iterator[Signature]:
    """The predicates that tell a board."""
    for word in words.clues:
        yield from codec(word).signatures(word)
    yield from ((side.domain, 1) for side in (words.columns, words.rows))


def _require_known(genre: Genre, allowed: Iterable[Facts], stated: Statements) -> None:
    """Refuse facts that tell no board, above all those that tell an answer."""
    known = {signature: None for words in allowed for signature in _signatures(words)}
    expected = ", ".join(f"{name}/{arity}" for name, arity in known)
    for (name, arity), facts in stated.facts.items():
        if (name, arity) not in known:
            told = (name, arity) in {answers.signature(words.answer) for words in _notation(genre).values()}
            what = f"{name:.40}/{arity} " + ("tells an answer, not a board" if told else "is not known")
            raise stated.error(facts[0], f"{what}: expected {expected}")


def _require_counts(counts: Mapping[str, str], sheet: Sheet, constants: Mapping[str, int]) -> None:
    """Refuse a layer that has not as many clues as a constant says."""
    for name, layer in counts.items():
        found = len(sheet.clues[layer])
        if constants.get(name, found) != found:
            raise FormatError(
                NAME, "constants", f"expected {name} = {found}, the number of {layer}, not {constants[name]}"
            )


def _grid(board: Board, dialect: str, words: Facts) -> SquareGrid:
    """The board's grid, if the dialect can tell it."""
    holes, grid = any(codec(word).holes for word in words.clues), board.grid
    if not isinstance(grid, SquareGrid) or (grid.holes and not holes):
        raise _untold(board, dialect, f"it can tell square grids{'' if holes else ' without holes'} only")
    return grid


def _require_told(page: Page, dialect: str) -> None:
    """Refuse a puzzle that would be another without what the dialect has no word for."""
    board = page.board
    for option in board.genre.options:
        if board.options[option.name] != option.default:
            raise _untold(board, dialect, f"it has no word for {option.name} = {board.options[option.name]}")
    for marks in board.given.values():
        for place in marks:
            raise _untold(board, dialect, f"it has no word for the given mark at {describe(page.grid, place)}")
    for layer, clues in board.clues.items():
        words = [word for word in page.words.clues if word.layer == layer]
        for place, clue in clues.items():
            if not any(codec(word).says(word, clue) for word in words):
                raise _untold(board, dialect, f"it has no word for the clue {clue} at {describe(page.grid, place)}")


def _untold(board: Board, dialect: str, reason: str) -> FormatError:
    return FormatError(NAME, f"{board.genre.name} {dialect}", reason)
