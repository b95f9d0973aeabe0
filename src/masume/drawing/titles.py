"""Titles of pictures: descriptions in words, which screen readers read aloud."""

from masume.core.board import Board
from masume.drawing.roles import Role

_MARK_DESCRIPTIONS = {Role.SOLUTION: "the solution", Role.COMMON: "the marks that all solutions share"}


def describe_picture(board: Board, mark_role: Role = Role.MARK) -> str:
    """Return the genre, the size, what is on the board, and its title and author."""
    description, credit = board.in_words(_MARK_DESCRIPTIONS.get(mark_role, "")), title_and_author(board)
    return f"{description}: {credit}" if credit else description


def title_and_author(board: Board) -> str:
    """Return a board's title and author as far as they are known, or an empty string."""
    title, author = board.info.get("title", ""), board.info.get("author", "")
    return f"{title}, by {author}" if title and author else title or (f"by {author}" if author else "")
