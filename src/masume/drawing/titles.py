"""What a picture is of, in words, for those who do not see it."""

from masume.core.board import Board
from masume.core.layers import UNKNOWN_CLUE, Where
from masume.core.wording import counted
from masume.drawing.roles import Role

_KINDS = {Role.SOLUTION: "the solution", Role.COMMON: "the marks that all solutions share"}


def title_of(board: Board, marks: Role = Role.MARK) -> str:
    """The genre, the size, what is on the board, and its own title."""
    clues = sum(_clues(board))
    told = [f"{board.genre.title}, {board.grid.size}", counted(clues, "clue")]
    if given := sum(map(len, board.given.values())):
        told.append(counted(given, "given mark"))
    if number := sum(len(entries) for entries in board.marks.values()):
        told.append(_KINDS.get(marks) or counted(number, "mark"))
    words = ", ".join(told)
    return f"{words}: {named}" if (named := name_of(board)) else words


def name_of(board: Board) -> str:
    """A board's own title and its author, as far as they are known."""
    title, author = board.info.get("title", ""), board.info.get("author", "")
    return f"{title}, by {author}" if title and author else title or (f"by {author}" if author else "")


def _clues(board: Board) -> list[int]:
    layers = board.genre.clue_layers
    return [
        sum(1 for clue in board.clues[layer.name].values() if layer.where is not Where.ROOMS or clue != UNKNOWN_CLUE)
        for layer in layers
    ]
