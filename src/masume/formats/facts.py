"""facts: boards and answers as papers on answer set programming write them, each in its own dialect.

    % masume facts: nurikabe cayli2007
    #const n = 7. #const m = 7.
    numbered(1,1,1). numbered(5,1,2). numbered(3,2,1).

A dialect has the name of its paper.  A genre's notation defines the predicates, coordinates and constants of each
dialect, as an instance of `Facts`.  The papers' own files contain neither genre nor dialect, and often no size: the
caller has to pass them.  An answer is one line of atoms.  Every genre can also be written as masume's own facts (the
default for genres without a paper), but these cannot be read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from masume import genres
from masume.core.board import Board
from masume.core.errors import FormatError, InputError, UnknownNameError
from masume.core.facts_notation import Facts
from masume.core.genre import Genre
from masume.core.grid import describe_place
from masume.core.layers import Value
from masume.core.messages import quote, shorten, suggest_names
from masume.core.notation import Notation
from masume.core.places import Place
from masume.core.square import SquareGrid, square
from masume.formats import facts_answers as answers
from masume.formats.detection import FACTS_HEADING
from masume.formats.facts_clues import FactsReader, FactsWriter, codec_of, fits
from masume.formats.facts_sizes import find_size, merge_constants
from masume.formats.facts_syntax import NAME, ParsedFacts, Signature, parse_facts
from masume.formats.own_facts import OWN, write_own_atoms, write_own_facts

_HEADING = re.compile(rf"{FACTS_HEADING} (\S+) (\S+)\s*?(?:\n|$)")
_PER_LINE = 5  # facts


def dialects(genre: Genre | str) -> list[str]:
    """Return the dialects of a genre, which are named after papers; the first is the default."""
    notation: Notation = genres.load_part(_find_genre(genre), "notation", "NOTATION")
    return list(notation.facts)


def read(
    text: str,
    genre: Genre | str | None = None,
    *,
    size: tuple[int, int] | None = None,
    constants: Mapping[str, int] | None = None,
    dialect: str | None = None,
) -> Board:
    """Read a board.

    If the first line does not name the genre, pass it, and the dialect if several fit.  If the facts do not define the
    size, pass it (rows and columns) or the constants for it.
    """
    genre, dialect = _read_heading(text, None if genre is None else _find_genre(genre), dialect)
    facts = parse_facts(text)
    paper = _find_paper(genre, _choose_dialect(genre, dialect, facts))
    _check_predicates(genre, [paper], facts)
    known = merge_constants(paper, facts, constants or {})
    reader = FactsReader(genre, paper, facts, square(*find_size(paper, facts, size, known)))
    try:
        for notation in paper.clues:
            codec_of(notation).read(notation, reader)
            _check_counts(codec_of(notation).counts(notation), reader, known)
        return Board(genre, reader.grid, reader.clues)
    except FormatError:
        raise
    except InputError as error:
        raise FormatError(NAME, "board", str(error)) from None


def write(board: Board, dialect: str | None = None) -> str:
    """Write a board, with a first line that names its genre and the dialect."""
    dialect = dialect or _default_dialect(board.genre)
    facts = write_own_facts(board) if dialect == OWN else write_instance(board, dialect)
    return f"{FACTS_HEADING} {board.genre.name} {dialect}\n{facts}"


def write_instance(board: Board, dialect: str) -> str:
    """Return the constants and facts of a board."""
    paper = _find_paper(board.genre, dialect)
    writer = FactsWriter(board, _require_grid(board, dialect, paper), paper)
    _check_contents(writer, dialect)
    margin = paper.coordinates.margin
    constants = {paper.columns.constant: writer.grid.columns + margin, paper.rows.constant: writer.grid.rows + margin}
    for notation in paper.clues:
        constants |= {name: len(board.clues[layer]) for name, layer in codec_of(notation).counts(notation).items()}
    lines = [" ".join(f"#const {name} = {value}." for name, value in constants.items())]
    for notation in paper.clues:
        try:
            facts = [f"{fact}." for fact in codec_of(notation).write(notation, writer)]
        except InputError as error:
            raise _write_error(board, dialect, str(error)) from None
        lines += (" ".join(facts[at : at + _PER_LINE]) for at in range(0, len(facts), _PER_LINE))
    return "\n".join([*lines, ""])


def write_answer(board: Board, dialect: str | None = None) -> str:
    """Write the marks of a board as the papers print answers, in one line."""
    dialect = dialect or _default_dialect(board.genre)
    return " ".join(write_own_atoms(board) if dialect == OWN else write_atoms(board, dialect))


def write_atoms(board: Board, dialect: str) -> list[str]:
    """Return the atoms for the marks of a board, by row and column."""
    paper = _find_paper(board.genre, dialect)
    return answers.write_atoms(board, _require_grid(board, dialect, paper), paper)


def answer_signature(genre: Genre | str, dialect: str) -> str:
    """Return the predicate of the atoms in answers, such as black/2."""
    name, arity = answers.signature(_find_paper(_find_genre(genre), dialect).answer)
    return f"{name}/{arity}"


def parse_atoms(board: Board, dialect: str, atoms: Iterable[str]) -> dict[str, dict[Place, Value]]:
    """Return the marks that the atoms of an answer, such as line(h,1,2), stand for."""
    paper = _find_paper(board.genre, dialect)
    return answers.parse_atoms(board, _require_grid(board, dialect, paper), paper, atoms)


def write_condition(board: Board, dialect: str, layer: str, place: Place, value: Value) -> str:
    """Return a rule body that holds in exactly those answers where a mark has this value.

    The bodies of several marks can be joined by commas.
    """
    paper = _find_paper(board.genre, dialect)
    if layer != paper.answer.layer:
        raise InputError(f"answers of {board.genre.name} {dialect} contain {paper.answer.layer}, not {quote(layer)}")
    return answers.write_condition(board, _require_grid(board, dialect, paper), paper, place, value)


def _find_genre(genre: Genre | str) -> Genre:
    return genres.find(genre) if isinstance(genre, str) else genre


def _papers(genre: Genre) -> Mapping[str, Facts]:
    notation: Notation = genres.load_part(genre, "notation", "NOTATION")
    if not notation.facts:
        raise FormatError(NAME, "genre", f"no paper has facts for {genre.name}")
    return notation.facts


def _default_dialect(genre: Genre) -> str:
    return next(iter(dialects(genre)), OWN)


def _find_paper(genre: Genre, dialect: str) -> Facts:
    known = _papers(genre)
    if dialect not in known:
        expected = suggest_names(dialect, known)
        raise UnknownNameError(f"unknown dialect {quote(dialect)} of the facts of {genre.name}: {expected}")
    return known[dialect]


def _read_heading(text: str, genre: Genre | None, dialect: str | None) -> tuple[Genre, str | None]:
    """Return the genre and the dialect, from the first line of the text or from the caller."""
    match = _HEADING.match(text)
    if match is None and text.startswith(FACTS_HEADING):
        raise FormatError(NAME, "line 1", f"expected {FACTS_HEADING} GENRE DIALECT")
    if match is None and genre is None:
        raise FormatError(
            NAME, "genre", f"facts do not contain it: expected --genre, or a first line {FACTS_HEADING} GENRE DIALECT"
        )
    found_genre, found_dialect = (_find_genre(match[1]), match[2]) if match else (genre, dialect)
    assert found_genre is not None
    if found_dialect == OWN:
        raise FormatError(NAME, "dialect", "masume's own facts cannot be read: expected those of a paper")
    if genre not in (None, found_genre) or dialect not in (None, found_dialect):
        expected = f"the facts are {found_genre.name} {shorten(str(found_dialect))}: expected no other genre or dialect"
        raise FormatError(NAME, "line 1", expected)
    return found_genre, found_dialect


def _choose_dialect(genre: Genre, dialect: str | None, facts: ParsedFacts) -> str:
    """Return the dialect of the caller or, without one, the only dialect that the facts fit."""
    known = _papers(genre)
    if dialect is not None or len(known) == 1:
        return dialect or _default_dialect(genre)
    _check_predicates(genre, known.values(), facts)
    fitting = [name for name, paper in known.items() if _fits(paper, facts)]
    if len(fitting) == 1:
        return fitting[0]
    found = "the facts fit several" if fitting else "the facts fit none alone"
    raise FormatError(NAME, "dialect", f"{found}: expected --from and one of {', '.join(fitting or known)}")


def _fits(paper: Facts, facts: ParsedFacts) -> bool:
    return facts.facts.keys() <= set(_signatures(paper)) and all(fits(notation, facts) for notation in paper.clues)


def _signatures(paper: Facts) -> Iterator[Signature]:
    """Yield the predicates of the facts of boards."""
    for notation in paper.clues:
        yield from codec_of(notation).signatures(notation)
    yield from ((side.domain, 1) for side in (paper.columns, paper.rows))


def _check_predicates(genre: Genre, papers: Iterable[Facts], facts: ParsedFacts) -> None:
    """Raise FormatError if a fact has a predicate that no board of these papers has, such as that of an answer."""
    known = {signature: None for paper in papers for signature in _signatures(paper)}
    expected = ", ".join(f"{name}/{arity}" for name, arity in known)
    for (name, arity), found in facts.facts.items():
        if (name, arity) not in known:
            is_answer = (name, arity) in {answers.signature(paper.answer) for paper in _papers(genre).values()}
            problem = "belongs to an answer, not a board" if is_answer else "is not known"
            raise facts.error(found[0], f"{shorten(name)}/{arity} {problem}: expected {expected}")


def _check_counts(counts: Mapping[str, str], reader: FactsReader, constants: Mapping[str, int]) -> None:
    """Raise FormatError if a constant that counts the clues of a layer has the wrong value."""
    for name, layer in counts.items():
        found = len(reader.clues[layer])
        if constants.get(name, found) != found:
            expected = f"expected {name} = {found}, the number of {layer}, not {constants[name]}"
            raise FormatError(NAME, "constants", expected)


def _require_grid(board: Board, dialect: str, paper: Facts) -> SquareGrid:
    """Return the board's grid; raise FormatError if the dialect cannot carry it."""
    holes, grid = any(codec_of(notation).carries_holes for notation in paper.clues), board.grid
    if not isinstance(grid, SquareGrid) or (grid.holes and not holes):
        raise _write_error(board, dialect, f"it can carry square grids{'' if holes else ' without holes'} only")
    return grid


def _check_contents(writer: FactsWriter, dialect: str) -> None:
    """Raise FormatError if the dialect cannot carry an option, a given mark or a clue of the puzzle."""
    board = writer.board
    for option in board.genre.options:
        if board.options[option.name] != option.default:
            raise _write_error(board, dialect, f"it cannot carry {option.name} = {board.options[option.name]}")
    for marks in board.given.values():
        for place in marks:
            raise _write_error(
                board, dialect, f"it cannot carry the given mark at {describe_place(writer.grid, place)}"
            )
    for layer, clues in board.clues.items():
        notations = [notation for notation in writer.paper.clues if notation.layer == layer]
        for place, clue in clues.items():
            if not any(codec_of(notation).can_write(notation, clue) for notation in notations):
                where = describe_place(writer.grid, place)
                raise _write_error(board, dialect, f"it cannot carry the clue {clue} at {where}")


def _write_error(board: Board, dialect: str, reason: str) -> FormatError:
    return FormatError(NAME, f"{board.genre.name} {dialect}", reason)
