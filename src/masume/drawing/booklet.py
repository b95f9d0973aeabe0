"""Boards on paper: PDF pages with one or more boards each, optionally with a title, the rules and the answers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from masume import genres
from masume.core.arguments import require_board
from masume.core.board import Board
from masume.core.errors import InputError, UnknownNameError, WrongTypeError
from masume.core.genre import Genre
from masume.core.messages import pluralize, quote, suggest_names
from masume.core.outcome import Outcome, Status
from masume.drawing import MAX_COLUMNS_AND_ROWS, PAPERS, themes
from masume.drawing.board_scene import scene_of
from masume.drawing.pdf import Document, wrap_text
from masume.drawing.scene import Scene
from masume.drawing.themes import Theme
from masume.drawing.titles import title_and_author

# All lengths and sizes are in points.
_MARGIN, _GAP, _CAPTION_HEIGHT, _FOOTER_HEIGHT = 42.0, 18.0, 20.0, 20.0
_MAX_CELL_SIZE = 34.0  # twelve millimetres
_TITLE_SIZE, _HEADING_SIZE, _BODY_SIZE, _CAPTION_SIZE = 28.0, 14.0, 10.0, 9.0
_MAX_TITLE_LINES = 6
_BULLET_INDENT = 12
_LINE_SPACING = 1.5  # in units of the font size
_NOTES = {  # about answers, by status and whether the solution is unique
    (Status.SOLVED, False): "One of several solutions.",
    (Status.SOLVED, None): "Perhaps not the only solution.",
    (Status.UNSOLVABLE, None): "This board has no solution.",
    (Status.TIMEOUT, None): "Not solved in time.",
    (Status.WRONG, None): "This answer breaks a rule.",
}


class _Picture(NamedTuple):
    """A board to draw: its number, the role of its marks (mark, solution …), and a note for below it."""

    number: int
    board: Board
    marks: str
    note: str = ""


def bind(
    boards: Sequence[Board],
    answers: Sequence[Outcome | Board | None] = (),
    *,
    title: str = "",
    author: str = "",
    rules: bool = False,
    per_page: tuple[int, int] = (1, 1),
    paper: str = "a4",
    theme: str = "print",
    coordinates: bool = False,
    marks: str = "mark",
    by_genre: bool = False,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> bytes:
    """Return a PDF of boards, with `per_page` columns and rows of them on a page.

    With `title` or `rules` it begins with a title page, which names the `author`, too, and has the rules of all genres
    if `rules` is set.  With `by_genre`, the boards of each genre begin on a new page, below its name.  Answers follow
    on separate pages, numbered like the boards.  An answer is what `masume.solve` returns, a solved board, or
    None to leave it out.  For the outcome of `masume.solve`, the page says if the solution is one of several, if there
    is none, or if the board was not solved in time.  After each picture, `on_progress` is called with the number of
    pictures drawn so far and their total.
    """
    _require_bindable(boards, answers, per_page)
    pictures = [_Picture(number, board, marks) for number, board in enumerate(boards, 1)]
    solved = [
        _picture_of_answer(number, board, answer)
        for number, (board, answer) in enumerate(zip(boards, answers, strict=False), 1)
        if answer is not None
    ]
    total = len(pictures) + len(solved)
    booklet = _Booklet(_open_document(paper, title or _describe(boards)), themes.find(theme), numbered=total > 1)

    def draw(
        pictures: Iterable[_Picture], already_drawn: int, are_answers: bool = False
    ) -> Iterator[tuple[str, Scene, str]]:
        for done, (number, board, role, note) in enumerate(pictures, already_drawn + 1):
            caption = _caption(number if total > 1 else None, board, are_answers, by_genre)
            yield caption, scene_of(board, marks=role, coordinates=coordinates), note
            on_progress(done, total)

    if title or rules:
        booklet.add_title_page(boards, title or _describe(boards), author, rules)
    start = 0
    for heading, group in _group(pictures, by_genre):
        if start:
            booklet.document.start_page()
        booklet.add_pictures(draw(group, start), per_page, heading)
        start += len(group)
    if solved:
        columns, rows = per_page
        denser = min(2 * columns, max(columns, 4)), min(2 * rows, max(rows, 5))
        booklet.document.start_page()
        booklet.add_pictures(draw(solved, len(boards), are_answers=True), denser, "Answers")
    return booklet.document.finish()


def _require_bindable(
    boards: Sequence[Board], answers: Sequence[Outcome | Board | None], per_page: tuple[int, int]
) -> None:
    """Raise InputError if these are not boards and their answers, or if so many do not fit on a page."""
    if isinstance(boards, Board):
        raise WrongTypeError("pdf: expected a list of boards, not a single Board")
    if not boards:
        raise InputError("pdf: expected at least one board")
    for board in boards:
        require_board(board)
    if answers and len(answers) != len(boards):
        raise InputError(f"pdf: expected as many answers as boards, not {len(answers)} for {len(boards)}")
    if len(per_page) != 2 or not all(1 <= number <= MAX_COLUMNS_AND_ROWS for number in per_page):
        raise InputError(f"pdf: expected 1 to {MAX_COLUMNS_AND_ROWS} columns and rows of boards on a page")


def _picture_of_answer(number: int, board: Board, answer: Outcome | Board) -> _Picture:
    """Return the picture of a board's answer, or of the board itself if there is none, with what is to say about it."""
    if isinstance(answer, Board):
        return _Picture(number, answer, "solution")
    note = _NOTES.get((answer.status, answer.unique), "")
    if answer.board is None:
        return _Picture(number, board, "mark", note)
    return _Picture(number, answer.board, "solution", note)


def write_single_page(board: Board, scene: Scene, theme: Theme, paper: str = "a4") -> bytes:
    """Return a PDF of one picture."""
    booklet = _Booklet(_open_document(paper, _describe([board])), theme, numbered=False)
    booklet.add_pictures([(_describe([board]), scene, "")], (1, 1))
    return booklet.document.finish()


def _open_document(paper: str, title: str) -> Document:
    if paper not in PAPERS:
        raise UnknownNameError(f"unknown paper {quote(paper)}: {suggest_names(paper, PAPERS)}")
    return Document(PAPERS[paper], title)


class _Booklet:
    """Lays out boards on the pages of a document; with `numbered` it adds page numbers and a table of contents."""

    def __init__(self, document: Document, theme: Theme, numbered: bool) -> None:
        self.document, self.theme, self.numbered = document, theme, numbered

    def add_title_page(self, boards: Sequence[Board], title: str, author: str, rules: bool) -> None:
        """Write the title, a list of the genres and, with `rules`, their rules, on as many pages as needed."""
        document, top = self.document, 2.0 * _MARGIN
        for line in wrap_text(title, _TITLE_SIZE, self.text_width, bold=True)[:_MAX_TITLE_LINES]:
            document.write_text(line, document.width / 2, top, _TITLE_SIZE, bold=True, centred=True)
            top += _TITLE_SIZE * _LINE_SPACING
        for line in wrap_text(f"by {author}" if author else "", _HEADING_SIZE, self.text_width)[:_MAX_TITLE_LINES]:
            document.write_text(line, document.width / 2, top, _HEADING_SIZE, centred=True)
            top += _HEADING_SIZE * _LINE_SPACING
        counts = Counter(board.genre.title for board in boards)
        contents = ", ".join(f"{number} {name}" for name, number in counts.items()) if len(counts) > 1 else ""
        summary = f"{pluralize(len(boards), 'board')}: {contents or next(iter(counts))}"
        for line in wrap_text(summary, _BODY_SIZE, self.text_width):
            document.write_text(line, document.width / 2, top, _BODY_SIZE, centred=True)
            top += _BODY_SIZE * _LINE_SPACING
        top += _MARGIN
        for genre in dict.fromkeys(board.genre for board in boards) if rules else ():
            top = self.add_rules(genre, boards, top)
        self.add_page_number()
        document.start_page()

    def add_rules(self, genre: Genre, boards: Sequence[Board], top: float) -> float:
        """Write a genre's description and rules below `top`, or on a new page; return the top of what follows."""
        sentences = dict.fromkeys(
            rule.sentence for board in boards if board.genre is genre for rule in genre.rules(board.options)
        )
        about = genres.describe(genre)
        lines = wrap_text(f"{about[:1].upper()}{about[1:]}", _BODY_SIZE, self.text_width)
        bullet_width = self.text_width - _BULLET_INDENT
        # Each line of the rules with its number within its rule: the bullet stands before line 0.
        bullets = [line for rule in sentences for line in enumerate(wrap_text(rule, _BODY_SIZE, bullet_width))]
        height = (len(lines) + len(bullets)) * _BODY_SIZE * _LINE_SPACING + 3 * _HEADING_SIZE
        if top + height > self.document.height - _MARGIN - _FOOTER_HEIGHT and top > 2 * _MARGIN:
            self.add_page_number()
            self.document.start_page()
            top = _MARGIN
        self.document.write_text(genre.title, _MARGIN, top, _HEADING_SIZE, bold=True)
        top += 1.5 * _HEADING_SIZE
        for line in lines:
            self.document.write_text(line, _MARGIN, top, _BODY_SIZE)
            top += _BODY_SIZE * _LINE_SPACING
        for index, line in bullets:
            if index == 0:
                self.document.write_text("•", _MARGIN, top, _BODY_SIZE)
            self.document.write_text(line, _MARGIN + _BULLET_INDENT, top, _BODY_SIZE)
            top += _BODY_SIZE * _LINE_SPACING
        return top + _HEADING_SIZE

    def add_pictures(
        self, pictures: Iterable[tuple[str, Scene, str]], per_page: tuple[int, int], heading: str = ""
    ) -> None:
        """Draw pictures with their names and notes, row by row; each page begins with the heading."""
        columns, rows = per_page
        top = _MARGIN + (1.5 * _HEADING_SIZE if heading else 0)
        width = (self.text_width - (columns - 1) * _GAP) / columns
        height = (self.document.height - top - _MARGIN - _FOOTER_HEIGHT - (rows - 1) * _GAP) / rows
        for index, (name, scene, note) in enumerate(pictures):
            row, column = divmod(index % (columns * rows), columns)
            if row == column == 0:
                if index:
                    self.add_page_number()
                    self.document.start_page()
                self.document.write_text(heading, _MARGIN, _MARGIN, _HEADING_SIZE, bold=True)
            if index == 0 and self.numbered:
                self.document.add_outline_entry(heading or "Boards")
            box = _MARGIN + column * (width + _GAP), top + row * (height + _GAP), width, height
            self.draw_picture(name, scene, note, box)
        self.add_page_number()

    def draw_picture(self, name: str, scene: Scene, note: str, box: tuple[float, float, float, float]) -> None:
        """Draw a picture between its name and a note, as large as the box (left, top, width and height) allows."""
        left, top, width, height = box
        note_lines, note_size = _fit_note(note, width, (height - _CAPTION_HEIGHT) / 2)
        line_height = note_size * _LINE_SPACING
        picture_height = height - _CAPTION_HEIGHT - len(note_lines) * line_height
        cell_size = min(width / scene.width, picture_height / scene.height, _MAX_CELL_SIZE)
        caption, *more = wrap_text(name, _CAPTION_SIZE, width - _CAPTION_SIZE, bold=True)
        self.document.write_text(caption + ("…" if more else ""), left, top, _CAPTION_SIZE, bold=True)
        indent = (width - scene.width * cell_size) / 2
        self.document.draw_scene(scene, self.theme, left + indent, top + _CAPTION_HEIGHT, cell_size)
        line_top = top + _CAPTION_HEIGHT + scene.height * cell_size + line_height - note_size
        for line in note_lines:
            self.document.write_text(line, left + width / 2, line_top, note_size, centred=True)
            line_top += line_height

    def add_page_number(self) -> None:
        """Write the number of the current page at its foot, if pages are numbered."""
        if self.numbered:
            document = self.document
            number, bottom = str(document.page_count), document.height - _MARGIN
            document.write_text(number, document.width / 2, bottom, _CAPTION_SIZE, centred=True)

    @property
    def text_width(self) -> float:
        """The width within the margins."""
        return self.document.width - 2 * _MARGIN


def _fit_note(note: str, width: float, height: float) -> tuple[list[str], float]:
    """Return the lines of a note and a font size with which they fit, in small boxes a small one."""
    size = _CAPTION_SIZE
    while len(lines := wrap_text(note, size, width)) * size * _LINE_SPACING > height:
        size *= 0.9
    return lines, size


def _describe(boards: Sequence[Board]) -> str:
    """Return the genres of boards, and the title and author if there is only one board."""
    titles = ", ".join(dict.fromkeys(board.genre.title for board in boards))
    credit = title_and_author(boards[0]) if len(boards) == 1 else ""
    return f"{titles}: {credit}" if credit else titles


def _caption(number: int | None, board: Board, is_answer: bool, by_genre: bool) -> str:
    """Return what stands above a board: its number, unless a heading says so its genre, its title and difficulty."""
    start = "" if number is None else f"{number}. "
    if is_answer:
        return start + board.genre.title
    difficulty = board.info.get("difficulty", "")
    if by_genre:
        credit = title_and_author(board)
        return f"{start}{credit} ({difficulty})" if credit and difficulty else f"{start}{credit or difficulty}"
    return f"{start}{_describe([board])}" + (f" ({difficulty})" if difficulty else "")


def _group(pictures: Sequence[_Picture], by_genre: bool) -> list[tuple[str, list[_Picture]]]:
    """Return pictures that share pages, and the heading of these pages."""
    if not by_genre:
        return [("", list(pictures))]
    return [(genre.title, list(group)) for genre, group in groupby(pictures, lambda picture: picture.board.genre)]
