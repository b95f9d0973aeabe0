"""The boards of the laws: the smallest shipped board of each genre, boards of the plugin, and one of hexagons."""

import masume
from hexagon import hexagons
from masume import genres
from masume.core.genre import Genre
from masume.playing.specimens import solved_specimen
from registry import all_genres


def smallest_boards() -> dict[str, masume.Board]:
    """Return a small board with one solution of each genre, by a name for the test, and one of hexagons."""
    boards = {genre.name: board for genre in all_genres() if (board := smallest_board(genre)) is not None}
    return {**boards, "hexagons": hexagon_board()}


def smallest_board(genre: Genre) -> masume.Board | None:
    shipped = [masume.examples.find(name) for name in masume.examples.names()]
    own = [board for board in shipped if board.genre is genre]
    if own:
        return min(own, key=lambda board: len(board.grid.cells))
    solved = solved_specimen(genre)
    return None if solved is None else solved.with_marks({})


def hexagon_board() -> masume.Board:
    """Return a board on hexagons whose solution is a loop around some of them."""
    grid = hexagons(3, 3)
    genre = next(
        genre for genre in map(genres.find, genres.names()) if genre.needs <= {"edges", "corners"} and genre.clue_layers
    )
    layer = genre.clue_layers[0].name
    inside = {grid.find(name) for name in ("h1.1", "h1.2", "h2.2")}
    around = {
        cell: sum((other in inside) != (cell in inside) for other in grid.neighbours(cell)) for cell in grid.cells
    }
    edges = {edge for cell in inside for edge in grid.edges_of(cell)}
    lines = [edge for edge in edges if sum(cell in inside for cell in grid.cells_beside(edge)) == 1]
    numbers = {cell: sum(edge in lines for edge in grid.edges_of(cell)) for cell in around}
    board = masume.Board(genre, grid, {layer: numbers})
    assert masume.solve(board).unique
    return board
