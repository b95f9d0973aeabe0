"""Boards on paper: one or several a page, with a title, the rules of their genres and the answers apart, if wanted."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from masume import genres
from masume.core.board import Board
from masume.core.errors import InputError, UnknownNameError
from masume.core.genre import Genre
from masume.core.messages import counted
from masume.drawing import MOST_PER_PAGE, PAPERS, themes
from masume.drawing.board_scene import scene_of
from masume.drawing.pdf import Document, split
from masume.drawing.scene import Scene
from masume.drawing.themes import Theme
from masume.drawing.titles import name_of

_MARGIN, _GAP, _CAPTION, _FOOT = 42.0, 18.0, 20.0, 20.0
_LARGEST_CELL = 34.0  # twelve millimetres
_TITLE, _HEADING, _BODY, _SMALL = 28.0, 14.0, 10.0, 9.0
_MOST_TITLE_LINES = 6
_SPACING = 1.5  # from line to line, in sizes of the font


def bind(
    boards: Sequence[Board],
    answers: Sequence[Board | None] = (),
    *,
    title: str = "",
    rules: bool = False,
    per_page: tuple[int, int] = (1, 1),
    paper: str = "a4",
    theme: str = "print",
    coordinates: bool = False,
    marks: str = "mark",
    told: Callable[[int, int], None] = lambda done, total: None,
) -> bytes:
    """A PDF of boards, so many beside each other and below each other on a page.

    With a title or rules it begins with a page of its own; answers (None where there is none) come last, on theirs.
    `told` hears how many pictures are drawn, of how many.
    """
    if not boards:
        raise InputError("pdf: expected a board at least")
    if answers and len(answers) != len(boards):
        raise InputError(f"pdf: expected as many answers as boards, not {len(answers)} for {len(boards)}")
    if len(per_page) != 2 or not all(1 <= number <= MOST_PER_PAGE for number in per_page):
        raise InputError(f"pdf: expected 1 to {MOST_PER_PAGE} boards beside and below each other on a page")
    solved = [(number, answer) for number, answer in enumerate(answers, 1) if answer is not None]
    total = len(boards) + len(solved)
    press = _Press(_document(paper, title or _named(boards)), themes.find(theme), numbered=total > 1)

    def pictures(numbered: Iterable[tuple[int, Board]], sort: str, before: int) -> Iterator[tuple[str, Scene]]:
        for done, (number, board) in enumerate(numbered, before + 1):
            name = board.genre.title if before else _named([board])  # an answer needs no more
            yield f"{number}. " * (total > 1) + name, scene_of(board, marks=sort, coordinates=coordinates)
            told(done, total)

    if title or rules:
        press.open(boards, title or _named(boards), rules)
    press.lay(pictures(enumerate(boards, 1), marks, 0), per_page)
    if solved:
        columns, rows = per_page
        denser = min(2 * columns, max(columns, 4)), min(2 * rows, max(rows, 5))
        press.document.turn()
        press.lay(pictures(solved, "solution", len(boards)), denser, "Answers")
    return press.document.finished()


def one_page(board: Board, shown: Scene, theme: Theme, paper: str = "a4") -> bytes:
    """A PDF of one picture."""
    press = _Press(_document(paper, _named([board])), theme, numbered=False)
    press.lay([(_named([board]), shown)], (1, 1))
    return press.document.finished()


def _document(paper: str, title: str) -> Document:
    if paper not in PAPERS:
        raise UnknownNameError(f"unknown paper {paper!r:.40}: expected one of {', '.join(PAPERS)}")
    return Document(PAPERS[paper], title)


class _Press:
    """A document with boards laid out on its pages."""

    def __init__(self, document: Document, theme: Theme, numbered: bool) -> None:
        self.document, self.theme, self.numbered = document, theme, numbered

    def open(self, boards: Sequence[Board], title: str, rules: bool) -> None:
        """The first page: a title, which boards there are, and the rules, on as many pages as these take."""
        document, at = self.document, 2.0 * _MARGIN
        for line in split(title, _TITLE, self.wide, bold=True)[:_MOST_TITLE_LINES]:
            document.print(line, document.width / 2, at, _TITLE, bold=True, middle=True)
            at += _TITLE * _SPACING
        numbers = Counter(board.genre.title for board in boards)
        content = ", ".join(f"{number} {name}" for name, number in numbers.items()) if len(numbers) > 1 else ""
        about = f"{counted(len(boards), 'board')}: {content or next(iter(numbers))}"
        for line in split(about, _BODY, self.wide):
            document.print(line, document.width / 2, at, _BODY, middle=True)
            at += _BODY * _SPACING
        at += _MARGIN
        for genre in dict.fromkeys(board.genre for board in boards) if rules else ():
            at = self.tell_rules(genre, boards, at)
        self.foot()
        document.turn()

    def tell_rules(self, genre: Genre, boards: Sequence[Board], at: float) -> float:
        """Print what a genre is about and its rules; they stay together on a page."""
        stated = dict.fromkeys(
            rule.sentence for board in boards if board.genre is genre for rule in genre.rules(board.options)
        )
        about = genres.about(genre)
        lines = split(f"{about[:1].upper()}{about[1:]}", _BODY, self.wide)
        bullets = [(line, index) for each in stated for index, line in enumerate(split(each, _BODY, self.wide - 12))]
        height = (len(lines) + len(bullets)) * _BODY * _SPACING + 3 * _HEADING
        if at + height > self.document.height - _MARGIN - _FOOT and at > 2 * _MARGIN:
            self.foot()
            self.document.turn()
            at = _MARGIN
        self.document.print(genre.title, _MARGIN, at, _HEADING, bold=True)
        at += 1.5 * _HEADING
        for line in lines:
            self.document.print(line, _MARGIN, at, _BODY)
            at += _BODY * _SPACING
        for line, index in bullets:
            if not index:
                self.document.print("•", _MARGIN, at, _BODY)
            self.document.print(line, _MARGIN + 12, at, _BODY)
            at += _BODY * _SPACING
        return at + _HEADING

    def lay(self, pictures: Iterable[tuple[str, Scene]], per_page: tuple[int, int], chapter: str = "") -> None:
        """Put pictures under their names on pages, from left to right and down; a chapter heads each of its pages."""
        columns, rows = per_page
        top = _MARGIN + (1.5 * _HEADING if chapter else 0)
        width = (self.wide - (columns - 1) * _GAP) / columns
        height = (self.document.height - top - _MARGIN - _FOOT - (rows - 1) * _GAP) / rows
        for index, (name, shown) in enumerate(pictures):
            row, column = divmod(index % (columns * rows), columns)
            if not (row or column):
                if index:
                    self.foot()
                    self.document.turn()
                self.document.print(chapter, _MARGIN, _MARGIN, _HEADING, bold=True)
            if not index and self.numbered:
                self.document.note(chapter or "Boards")
            left, down = _MARGIN + column * (width + _GAP), top + row * (height + _GAP)
            self.place(name, shown, (left, down, width, height))
        self.foot()

    def place(self, name: str, shown: Scene, room: tuple[float, float, float, float]) -> None:
        """Draw a picture as large as its room lets it be, under its name."""
        left, top, width, height = room
        scale = min(width / shown.width, (height - _CAPTION) / shown.height, _LARGEST_CELL)
        caption, *more = split(name, _SMALL, width - _SMALL, bold=True)
        self.document.print(caption + ("…" if more else ""), left, top, _SMALL, bold=True)
        aside = (width - shown.width * scale) / 2
        self.document.draw(shown, self.theme, left + aside, top + _CAPTION, scale)

    def foot(self) -> None:
        """Number a page, if there are several."""
        if self.numbered:
            document = self.document
            document.print(str(document.pages), document.width / 2, document.height - _MARGIN, _SMALL, middle=True)

    @property
    def wide(self) -> float:
        """The width within the margins."""
        return self.document.width - 2 * _MARGIN


def _named(boards: Sequence[Board]) -> str:
    """The genres of boards, and the name of a single one."""
    titles = ", ".join(dict.fromkeys(board.genre.title for board in boards))
    name = name_of(boards[0]) if len(boards) == 1 else ""
    return f"{titles}: {name}" if name else titles
