"""What a picture is of, in words, for those who do not see it."""

from masume.core.board import Board
from masume.drawing.roles import Role

_KINDS = {Role.SOLUTION: "the solution", Role.COMMON: "the marks that all solutions share"}


def title_of(board: Board, marks: Role = Role.MARK) -> str:
    """The genre, the size, what is on the board, and its own title."""
    words = board.in_words(_KINDS.get(marks, ""))
    return f"{words}: {named}" if (named := name_of(board)) else words


def name_of(board: Board) -> str:
    """A board's own title and its author, as far as they are known."""
    title, author = board.info.get("title", ""), board.info.get("author", "")
    return f"{title}, by {author}" if title and author else title or (f"by {author}" if author else "")
