"""What follows at once in Nurikabe: walls of finished islands, and land or sea that has one open cell beside it."""

from collections.abc import Iterable
from itertools import chain
from typing import cast

from masume.core.board import Board
from masume.core.phrases import join_words, name_places
from masume.core.places import Area
from masume.core.rule_queries import cells_with, components
from masume.core.techniques import Deduction


def finished_islands(deduction: Deduction) -> str:
    """Say which islands are complete if the cells beside them are claimed to be sea; empty if others are claimed."""
    land = {claim.cell for claim in deduction.known if claim.value == "island"}
    numbers = dict.fromkeys(cast("tuple[int, ...]", deduction.places["N4a"]))
    if not all(_is_finished(deduction.board, clue, frozenset({*land, clue})) for clue in numbers):
        return ""
    if len(numbers) > 1:
        return f"{len(numbers)} islands are complete."
    return f"The {deduction.clue('N4a')} is complete."


def _is_finished(board: Board, clue: int, land: Area) -> bool:
    """Return whether these land cells connect the clue with as many cells as it says."""
    island = next(component for component in components(board, land) if clue in component)
    return len(island) == board.clues["numbers"][clue]


def growing_islands(deduction: Deduction) -> str:
    """Say by which cells islands grow if no other cell beside them is open; empty if that takes a thought."""
    numbers = cast("tuple[int, ...]", deduction.places["N4b"])
    if len(deduction.claims) == 1 and not _goes_on(deduction, numbers[0], "island"):
        return ""  # several claims come one by one before
    cells: dict[int, list[int]] = {}
    for number, claim in zip(numbers, deduction.claims, strict=True):
        cells.setdefault(number, []).append(claim.cell)
    board = deduction.board
    parts = [f"the {board.clues['numbers'][number]} to {name_places(board, sorted(cells[number]))}" for number in cells]
    return f"{join_words(parts).replace(' to ', ' grows to ', 1).capitalize()}."


def linking_land(deduction: Deduction) -> str:
    """Say where land has to go on to reach a number if no other cell beside it is open; empty otherwise."""
    place = cast(int, deduction.places["N2"][0])
    if len(deduction.claims) == 1 and not _goes_on(deduction, place, "island"):
        return ""
    return f"The land goes on to {_claimed(deduction)}."


def spreading_sea(deduction: Deduction) -> str:
    """Say where the sea has to go on if no other cell beside a part of it is open; empty if that takes a thought."""
    ends = cast("tuple[int, ...]", deduction.places["N7"])
    if len(deduction.claims) == 1 and not any(_goes_on(deduction, end, "sea") for end in ends):
        return ""
    return f"The sea goes on to {_claimed(deduction)}."


def broken_pools(deduction: Deduction) -> str:
    """Say which cells have to be land, since the others of a 2x2 are sea."""
    return f"No pool{'s' if len(deduction.claims) > 1 else ''}: {_claimed(deduction)}."


def _claimed(deduction: Deduction) -> str:
    return name_places(deduction.board, sorted(claim.cell for claim in deduction.claims))


def _goes_on(deduction: Deduction, start: int, value: str) -> bool:
    """Return whether the cells that are connected with the start go on to the claimed one, by one open cell each time.

    All that is known of the marks is on the board or among the known marks of the deduction.
    """
    board, (claim,) = deduction.board, deduction.claims
    if claim.value != value:
        return False
    other = "sea" if value == "island" else "island"
    closed = {*cells_with(board, "shade", other), *_cells(deduction, other)}
    same = {*cells_with(board, "shade", value), *_cells(deduction, value)}
    clues = board.clues["numbers"].keys()
    (same if value == "island" else closed).update(clues)
    part, liberties = _spread(board, {start}, same, closed)
    while len(liberties) == 1 and claim.cell not in liberties:
        part, liberties = _spread(board, part | liberties, same, closed)
    return liberties == {claim.cell}


def _cells(deduction: Deduction, value: str) -> Iterable[int]:
    return (known.cell for known in deduction.known if known.value == value)


def _spread(board: Board, cells: set[int], same: set[int], closed: set[int]) -> tuple[set[int], set[int]]:
    """Return all cells that are connected with these, and the open cells beside them."""
    part, queue = set(cells), list(cells)
    while queue:
        for cell in board.grid.neighbours(queue.pop()):
            if cell in same and cell not in part:
                part.add(cell)
                queue.append(cell)
    return part, set(chain.from_iterable(map(board.grid.neighbours, part))) - part - closed
