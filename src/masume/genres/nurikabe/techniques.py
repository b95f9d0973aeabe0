"""Techniques for Nurikabe."""

from collections.abc import Iterable
from typing import cast

from masume.core.layers import Value
from masume.core.phrases import clue_at, join_words, name_place, name_places
from masume.core.places import Area, Place
from masume.core.rule_queries import cells_without
from masume.core.techniques import Deduction, Joins, Technique
from masume.genres.nurikabe.land_and_sea import (
    MAX_NAMED,
    beside,
    claimed,
    claims_land,
    claims_sea,
    islands,
    knows_pairs,
    numbers,
    pairs_of,
    seas,
)


def is_unreachable(deduction: Deduction) -> bool:
    """Return whether the claimed cells are sea because numbers would have to reach them as land."""
    return claims_sea(deduction) and {claim.place for claim in deduction.claims} == set(deduction.places["N2"])


def say_one_link(deduction: Deduction) -> str:
    """Name the land that has to be linked with a number."""
    land = deduction.cells("N2")
    reach = "reaches" if len(land) == 1 else "reach"
    return f"{name_places(deduction.board, land)} {reach} a number only by {claimed(deduction)}."


def is_finished(deduction: Deduction) -> bool:
    """Return whether islands have all their cells, and only cells beside them are claimed."""
    walls = set[int]()
    for clue in deduction.cells("N4a"):
        island = islands(deduction.board)[clue]
        if len(island) != deduction.board.clues["numbers"][clue]:
            return False
        walls |= beside(deduction.board, island)
    return walls.issuperset(claim.cell for claim in deduction.claims)


def say_finished(deduction: Deduction) -> str:
    """Name the numbers of finished islands; if these are many, that says more than the names of all cells around."""
    clues = deduction.cells("N4a")
    if len(clues) <= MAX_NAMED:
        are = "are" if len(clues) > 1 else "is"
        return f"{numbers(deduction, clues)} {are} finished, with sea at {claimed(deduction)}."
    names = [_name_all_of(deduction, clue, clues) for clue in dict.fromkeys(clue_at(deduction.board, c) for c in clues)]
    return f"{join_words(names)} are finished: all cells beside these islands are sea."


def _name_all_of(deduction: Deduction, clue: Value | str, cells: Iterable[int]) -> str:
    """Return those numbers that are equal to a clue by name; "all 1s" if each of them on the board is finished."""
    board = deduction.board
    own = sorted(cell for cell in cells if clue_at(board, cell) == clue)
    is_finished = (
        len(islands(board)[cell]) == clue for cell, number in board.clues["numbers"].items() if number == clue
    )
    return f"all {clue}s" if len(own) > 1 and all(is_finished) else deduction.names(own)


def is_between(deduction: Deduction) -> bool:
    """Return whether each claimed cell is beside the islands of two numbers."""
    board, clues = deduction.board, deduction.board.clues["numbers"]
    for claim in deduction.claims:
        near = (islands(board).get(cell, frozenset()) for cell in board.grid.neighbours(claim.cell))
        if claim.value != "sea" or len({min(island) for island in near if not island.isdisjoint(clues)}) < 2:
            return False
    return True


def say_between(deduction: Deduction) -> str:
    """Say which cells touch two islands."""
    return f"{claimed(deduction)} {'touches' if len(deduction.claims) == 1 else 'touch'} two islands: sea."


def say_too_large(deduction: Deduction) -> str:
    """Name the numbers that would get too large."""
    return f"{claimed(deduction)} would make {numbers(deduction, deduction.cells('N4a'))} too large: sea."


def is_way_out(deduction: Deduction) -> bool:
    """Return whether the claimed sea cells connect other sea."""
    return claims_sea(deduction) and not any(claim.place in deduction.places["N7"] for claim in deduction.claims)


def is_walled_in(deduction: Deduction) -> bool:
    """Return whether the claimed land cells, as sea, could not be connected with other sea."""
    return claims_land(deduction) and all(claim.place in deduction.places["N7"] for claim in deduction.claims)


def say_way_out(deduction: Deduction) -> str:
    """Name the parts of the sea, and all cells of their ways out."""
    return f"{seas(deduction)} gets out only by {claimed(deduction)}."


def say_way_to_grow(deduction: Deduction) -> str:
    """Name the numbers, and the cells by which they have to grow."""
    return f"{numbers(deduction, deduction.cells('N4b'))} can grow only to {claimed(deduction)}."


def say_no_pool(deduction: Deduction) -> str:
    """Name the 2x2, unless there are several."""
    blocks = list(dict.fromkeys(deduction.places["N8"]))
    return f"no pool in {name_block(deduction, blocks[0])}" if len(blocks) == 1 else "no pools"


def name_block(deduction: Deduction, block: Place) -> str:
    """Return a 2x2 by two opposite corners."""
    return name_place(deduction.board, block).removeprefix("the 2x2 ")


def concerns_one_number(deduction: Deduction) -> bool:
    """Return whether the sizes concern one number, which is the first of all pairs of numbers."""
    number, *others = {*deduction.cells("N4a"), *deduction.cells("N4b")}
    return not others and knows_pairs(deduction) and all(pair[0] == number for pair in pairs_of(deduction))


def shares_liberty(deduction: Deduction) -> bool:
    """Return whether an island lacks one cell, and each cell that it can take is beside the claimed ones."""
    board, number = deduction.board, deduction.cell("N4b")
    if not concerns_one_number(deduction) or not claims_sea(deduction):
        return False
    if len(islands(board)[number]) + 1 != board.clues["numbers"][number]:
        return False
    return all(liberties(deduction) <= set(board.grid.neighbours(claim.cell)) for claim in deduction.claims)


def liberties(deduction: Deduction) -> set[int]:
    """Return the cells by which the island of a number can grow."""
    board = deduction.board
    return beside(board, islands(board)[deduction.cell("N4b")]) & cells_without(board, "shade", "sea")


def say_shared_liberty(deduction: Deduction) -> str:
    """Name the last cell of an island, and say that it touches the claimed cells anyway."""
    cells = [name_place(deduction.board, cell) for cell in sorted(liberties(deduction))]
    number, them = deduction.name(deduction.cell("N4b")), "it" if len(deduction.claims) == 1 else "them"
    return f"the last cell of {number}, {join_words(cells, 'or')}, touches {them}"


def say_exact_size(deduction: Deduction) -> str:
    """Say that an island has its exact size only so, or would touch the claimed cell anyway."""
    number = deduction.name(deduction.cell("N4b"))
    if claims_sea(deduction) and len(deduction.claims) == 1:
        return f"however {number} is completed, it touches {claimed(deduction)}"
    return f"only so can {number} get exactly {deduction.clue('N4b')} cells"


def say_hemmed_in(deduction: Deduction) -> str:
    """Name the numbers that hem in another."""
    number = deduction.name(deduction.cell("N4b"))
    others = numbers(deduction, (other for _, other in pairs_of(deduction)))
    if "N4a" in deduction.places:
        return f"{number} is hemmed in by {others} and gets exactly {deduction.clue('N4b')} cells only so"
    if claims_sea(deduction):
        return f"with land there, {number} would be hemmed in by {others}"
    return f"{number} is hemmed in by {others}"


def too_far_for(deduction: Deduction) -> str:
    """Say for which numbers a place is too far, or too far without joining another number."""
    pairs = pairs_of(deduction)
    reaching = numbers(deduction, [*deduction.cells("N4a"), *(first for first, _ in pairs)])
    joined = numbers(deduction, [second for _, second in pairs], "or")
    return f"for {reaching}{f' without joining {joined}' if joined else ''}"


def is_link(deduction: Deduction) -> bool:
    """Return whether the claimed cells are land, other than that which has to reach a number."""
    return claims_land(deduction) and not any(claim.place in deduction.places["N2"] for claim in deduction.claims)


def say_short_way(deduction: Deduction) -> str:
    """Say that other ways from some land to a number are too long."""
    land = name_places(deduction.board, deduction.cells("N2"))
    is_one = len(deduction.cells("N2")) == 1
    are_near = f"is {land} near enough to a number" if is_one else f"are {land} together near enough to numbers"
    return f"only by {claimed(deduction)} {are_near}; other ways are too long {too_far_for(deduction)}."


def say_used_up(deduction: Deduction) -> str:
    """Say that numbers need their cells elsewhere."""
    clues, reached = deduction.cells("N4a"), deduction.cells("N2")
    others = set(reached).difference(claim.cell for claim in deduction.claims)
    land = name_places(deduction.board, sorted(others or reached))
    need = "needs its cells" if len(clues) == 1 else "need their cells"
    return f"{numbers(deduction, clues)} {need} to reach {land}"


def breaks_pool(deduction: Deduction) -> bool:
    """Return whether the claimed land is in the 2x2."""
    (block,) = deduction.places["N8"]
    return claims_land(deduction) and all(claim.place in cast(Area, block) for claim in deduction.claims)


def say_one_cell_in_reach(deduction: Deduction) -> str:
    """Say by which cells numbers reach a 2x2."""
    others = {"N4a", "N3"} & deduction.places.keys()
    why = f"; other ways are too long {too_far_for(deduction)}" if others else ""
    block = name_place(deduction.board, deduction.places["N8"][0])
    return f"numbers reach {block} only by {claimed(deduction)}{why}."


def say_no_cell_to_spare(deduction: Deduction) -> str:
    """Say which 2x2 no number could break."""
    block = name_place(deduction.board, deduction.places["N8"][0])
    return f"land there would leave no cell to spare for {block}"


def is_sea_or_island(deduction: Deduction) -> bool:
    """Return whether the sea and one or two islands are in each other's way."""
    cuts, others = count_reasons(deduction)
    if cuts > MAX_NAMED or not 0 < others <= MAX_NAMED or not knows_pairs(deduction):
        return False
    small = deduction.cells("N4b")
    return not small or all(pair[0] in small for pair in pairs_of(deduction))


def count_reasons(deduction: Deduction) -> tuple[int, int]:
    """Return the number of cuts and of other reasons."""
    sizes = {rule: len(places) for rule, places in deduction.places.items()}
    return sizes.pop("N7") // 2, sum(sizes.values())


def say_sea_or_island(deduction: Deduction) -> str:
    """Say that either a part of the sea would be cut off or the islands nearby could not be completed.

    If there are many reasons, nothing is said, since only a chain shows why.
    """
    if sum(count_reasons(deduction)) > MAX_NAMED:
        return ""
    joined = {other for pair in pairs_of(deduction) for other in pair}
    small, large, land = (deduction.cells(rule) for rule in ("N4b", "N4a", "N2"))
    cut_off = seas(deduction).removeprefix("the sea at ")
    blocks = deduction.places.get("N8", ())
    if small and not blocks and not land and set(large) <= set(small):
        others = numbers(deduction, sorted(joined.difference(small)), "or")
        return f"otherwise {numbers(deduction, small)} would cut off {cut_off}{f' or join {others}' if joined else ''}"
    broken = [f"{cut_off} would be cut off"]
    broken += (f"{numbers(deduction, [number])} too small" for number in small)
    broken += (f"{numbers(deduction, [number])} too large" for number in large)
    broken += [f"{name_places(deduction.board, land)} out of reach"] if land else []
    broken += (f"{name_place(deduction.board, block)} all sea" for block in blocks)
    broken += [f"{numbers(deduction, sorted(joined))} joined"] if joined else []
    return f"otherwise {join_words(broken, 'or')}"


TECHNIQUES = (
    Technique(
        "Unreachable", "N2", lambda d: f"no number reaches {claimed(d)}: sea.", is_unreachable, joins=Joins.EVERYWHERE
    ),
    Technique("One link", "N2", say_one_link, is_link, joins=Joins.EVERYWHERE),
    Technique("Finished island", "N4a", say_finished, is_finished, joins=Joins.EVERYWHERE),
    Technique("Too large", "N4a", say_too_large, claims_sea, joins=Joins.EVERYWHERE),
    Technique("Between two islands", "N3, N3 N3", say_between, is_between, joins=Joins.EVERYWHERE),
    Technique("One way out", "N7.apart", say_way_out, is_way_out, joins=Joins.EVERYWHERE),
    Technique("Walled in", "N7.apart", lambda d: f"as sea, {claimed(d)} would be walled in: land.", is_walled_in),
    Technique("One way to grow", "N4b", say_way_to_grow, claims_land, joins=Joins.EVERYWHERE),
    Technique("No pool", "N8", say_no_pool, joins=Joins.EVERYWHERE),
    Technique("Shared liberty", "N4b N4a", say_shared_liberty, shares_liberty),
    Technique("Exact size", "N4b N4a", say_exact_size, concerns_one_number),
    Technique("Hemmed in", "N4b N3+ N4a?", say_hemmed_in, concerns_one_number),
    Technique(
        "Out of reach", "N2 N4a* N3*", lambda d: f"out of reach {too_far_for(d)}", is_unreachable, Joins.EVERYWHERE
    ),
    Technique("Short way", "N2+ N4a+ N3*, N2 N3+", say_short_way, is_link, joins=Joins.AT_ANCHOR_HOWEVER_FAR),
    Technique("Used up", "N2+ N4a+", say_used_up, claims_sea, joins=Joins.AT_ANCHOR_HOWEVER_FAR),
    Technique("One cell in reach", "N8 N2+ N4a* N3*", say_one_cell_in_reach, breaks_pool),
    Technique("No cell to spare", "N8 N4a+ N2* N3*", say_no_cell_to_spare, claims_sea),
    Technique("Sea or island", "N7.apart+ N4b? N4a? N3* N2? N8?", say_sea_or_island, is_sea_or_island),
)
