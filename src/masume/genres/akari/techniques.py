"""Techniques for Akari."""

from typing import cast

from masume.core.layers import Value
from masume.core.phrases import name_places
from masume.core.techniques import Deduction, Joins, Technique
from masume.genres.akari.rules import cells_lighting, missing_lamps, open_beside


def is_zero(deduction: Deduction) -> bool:
    """Return whether a number has no lamps at all."""
    return deduction.clue("A1a") == 0


def needs_all(deduction: Deduction) -> bool:
    """Return whether a number needs a lamp on every cell that is left beside it."""
    return all(claim.value == "lamp" for claim in deduction.claims)


def say_what_it_needs(deduction: Deduction) -> str:
    """Say how many lamps a number needs, and that there is no choice."""
    board, number = deduction.board, deduction.cell("A1b")
    missing, beside = missing_lamps(board, number), len(open_beside(board, number))
    has_lamps = missing != deduction.clue("A1b")
    cells = "this cell" if beside == 1 else f"these {beside} cells"
    return f"{deduction.name(number)} needs {missing}{' more' if has_lamps else ''} and has only {cells} left"


def _shadow(deduction: Deduction) -> set[int]:
    """Return the cells that the claimed cell would rule out as a lamp; none if other reasons take part.

    It lights its corridors, and fills up the numbers beside it.
    """
    lamp, board = deduction.claim, deduction.board
    if lamp.value != "empty":
        return set()
    ruled_out: set[int] = set()
    for cells in deduction.places.get("A3", ()):
        if not isinstance(cells, tuple) or lamp.cell not in cells:
            return set()
        ruled_out.update(cells)
    for number in deduction.places.get("A1a", ()):
        if (
            not isinstance(number, int)
            or lamp.cell not in open_beside(board, number)
            or missing_lamps(board, number) != 1
        ):
            return set()
        ruled_out.update(open_beside(board, number))
    return ruled_out - {lamp.cell}


def starves_number(deduction: Deduction) -> bool:
    """Return whether a lamp would leave a number too few cells, by what it rules out directly."""
    board, number, lamp = deduction.board, deduction.cell("A1b"), deduction.claim
    beside = open_beside(board, number)
    left = len(beside - _shadow(deduction))
    return lamp.value == "empty" and left < missing_lamps(board, number) and not beside.isdisjoint(_shadow(deduction))


def is_diagonal(deduction: Deduction) -> bool:
    """Return whether a lamp would stand diagonally to a number and light two cells beside it."""
    grid, number, lamp = deduction.board.grid, deduction.cell("A1b"), deduction.claim
    beside = set(grid.neighbours(number))
    is_beside = lamp.cell in beside
    return not is_beside and len(beside.intersection(grid.neighbours(lamp.cell))) > 1 and starves_number(deduction)


def say_only_lamp(deduction: Deduction) -> str:
    """Say which cells have only one lamp that can light them."""
    cells = sorted(cast("tuple[int, ...]", deduction.places["A2"]))
    each, its = (" each", "their") if len(deduction.claims) > 1 else ("", "its")
    own = f", {its} own" if {claim.place for claim in deduction.claims} == set(cells) else ""
    return f"only one lamp{each} can light {name_places(deduction.board, cells)}{own}"


def diagonal_of(clue: int) -> Technique:
    """Return the technique for the cells diagonal to a number."""
    return Technique(
        f"Diagonal of a {clue}",
        "A1b A3 A3",
        say_what_is_left,
        applies=lambda deduction: deduction.clue("A1b") == clue and is_diagonal(deduction),
    )


def say_what_is_left(deduction: Deduction) -> str:
    """Say what a lamp would leave for a number."""
    board, number = deduction.board, deduction.cell("A1b")
    beside, missing = open_beside(board, number), missing_lamps(board, number)
    if len(deduction.claims) > 1:
        spare = len(beside) - missing
        can_spare = f"can spare {spare} of its {len(beside)} cells" if spare else "can spare none of its cells"
        any_of_them = "either" if len(deduction.claims) == 2 else "any of them"
        return (
            f"{deduction.name(number)} {can_spare}; a lamp on {any_of_them} would rule out {'more' if spare else 'one'}"
        )
    taken = sorted(beside & _shadow(deduction))
    left = len(beside) - len(taken)
    what_is_left = f"only {left} cell{'s' if left > 1 else ''} for {missing} lamps" if left else "no cell for its lamps"
    if left == 0 and missing == 1:
        what_is_left = "no cell for its lamp"
    return f"a lamp there would rule out {name_places(board, taken)} and leave {deduction.name(number)} {what_is_left}"


def darkens_cell(deduction: Deduction) -> bool:
    """Return whether a lamp would rule out all lamps that can light a cell."""
    board, (dark,) = deduction.board, deduction.places["A2"]
    assert isinstance(dark, int)
    lights = cells_lighting(board, dark)
    return deduction.claim.cell not in lights and lights <= _shadow(deduction)


def say_what_is_dark(deduction: Deduction) -> str:
    """Say which cell could not be lit any more."""
    board, (dark, *_) = deduction.board, deduction.places["A2"]
    assert isinstance(dark, int)
    lights = sorted(cells_lighting(board, dark))
    where = ("a lamp there", "a lamp on either", "a lamp on any of them")[min(len(deduction.claims), 3) - 1]
    if lights == [dark]:
        return f"{where} would rule out the only light for {board.grid.name(dark)}, in the cell itself"
    return f"{where} would rule out {name_places(board, lights)}, and nothing else can light {board.grid.name(dark)}"


def shares_cells(deduction: Deduction) -> bool:
    """Return whether a mark follows from the cells that two numbers share."""
    board, claim = deduction.board, deduction.claim
    few, many = deduction.cell("A1a"), deduction.cell("A1b")
    shared = open_beside(board, few) & open_beside(board, many)
    own_of_few, own_of_many = open_beside(board, few) - shared, open_beside(board, many) - shared
    if missing_lamps(board, many) - len(own_of_many) != missing_lamps(board, few):
        return False
    return claim.cell in (own_of_many if claim.value == "lamp" else own_of_few)


def say_what_is_shared(deduction: Deduction) -> str:
    """Say how many lamps the cells have that one number shares with others."""
    values, many = {claim.value for claim in deduction.claims}, deduction.cell("A1b")
    sentences = []
    for few in dict.fromkeys(deduction.places["A1a"]):
        assert isinstance(few, int)
        sentences.append(_say_what_two_share(deduction, few, many, values))
    return "; ".join(sentences)


def _say_what_two_share(deduction: Deduction, few: int, many: int, values: set[Value]) -> str:
    board = deduction.board
    shared, number = sorted(open_beside(board, few) & open_beside(board, many)), missing_lamps(board, few)
    cells, lamps = name_places(board, shared), f"{number} lamp{'s' if number > 1 else ''}"
    allows, needs = f"{deduction.name(few)} allows at most {lamps} on {cells}", deduction.name(many)
    if values == {"lamp"}:
        return f"{allows}, so {needs} needs {missing_lamps(board, many) - number} elsewhere"
    if values == {"empty"}:
        return f"{needs} needs {lamps} on {cells}, which is all that {deduction.name(few)} can still have"
    return f"{allows}, and {needs} cannot do with fewer there"


TECHNIQUES = (
    Technique("Zero", "A1a", "no lamp stands beside {A1a.all}", applies=is_zero, joins=Joins.EVERYWHERE),
    Technique("Number needs all its cells", "A1b", say_what_it_needs, applies=needs_all),
    Technique("Only one lamp", "A2", say_only_lamp),
    diagonal_of(3),
    diagonal_of(2),
    diagonal_of(1),
    Technique("Two numbers share cells", "A1b A1a", say_what_is_shared, applies=shares_cells),
    Technique("Too few cells left for a number", "A1b A1a* A3*", say_what_is_left, applies=starves_number),
    Technique("A cell would stay dark", "A2 A1a* A3*", say_what_is_dark, applies=darkens_cell),
)
