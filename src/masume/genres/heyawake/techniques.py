"""Techniques for Heyawake."""

from typing import cast

from masume.core.board import Board
from masume.core.board_caching import cached_per_puzzle
from masume.core.phrases import join_words, name_place, name_shape
from masume.core.places import Area, Chain, Place
from masume.core.rule_queries import cells_with, cells_without
from masume.core.techniques import Deduction, Joins, Technique
from masume.genres.heyawake.bundles import Bundle, bundles
from masume.genres.heyawake.density import most_gaps, possible_gaps
from masume.genres.heyawake.packing import Packing, pack

MAX_NAMED = 5  # of more places, none is named
UNCUT = " without cutting anything off"
MAX_REASONS = 4  # besides neighbours of shaded cells: with more, a sentence could not be checked


def rooms_of(deduction: Deduction) -> list[Area]:
    """Return the different rooms of a deduction."""
    limits = [room for bundle in bundles_of(deduction) for room in limits_of(deduction.board, bundle)]
    places = (*deduction.places.get("packing", ()), *deduction.places.get("H3", ()), *limits)
    return cast("list[Area]", list(dict.fromkeys(places)))


def bundles_of(deduction: Deduction) -> list[Bundle]:
    """Return the bundles of lines of a deduction."""
    cells = cast("tuple[Area, ...]", deduction.places.get("bundle", ()))
    return [bundles(deduction.board)[each] for each in cells]


def limits_of(board: Board, bundle: Bundle) -> list[Area]:
    """Return the rooms that limit a bundle, without those whose cells are all white already."""
    white = cells_with(board, "shade", "white")
    return [room for room in bundle.rooms if not room & bundle.cells <= white] or list(bundle.rooms)


def has_cut(deduction: Deduction) -> bool:
    """Return whether a theorem takes part that leaves out what would cut cells off."""
    return not deduction.places.keys().isdisjoint(("packing", "bundle"))


def line_names(deduction: Deduction) -> list[str]:
    """Return the lines across three rooms, each by its ends: "r1c1–r1c4"; of a bundle the first and the last."""
    board, lines = deduction.board, cast("list[Chain]", list(dict.fromkeys(deduction.places.get("H5", ()))))
    names = [f"{_ends(board, bundle.lines[0])} to {_ends(board, bundle.lines[-1])}" for bundle in bundles_of(deduction)]
    return names + [_ends(board, line) for line in lines]


def lines_of(deduction: Deduction) -> str:
    """Return the lines across three rooms in words: "the lines r1c1–r1c4 and r2c1–r2c3"."""
    return f"the line{'s' if has_lines(deduction) else ''} {join_words(line_names(deduction))}"


def has_lines(deduction: Deduction) -> bool:
    """Return whether a deduction has more than one line."""
    return len(line_names(deduction)) > 1 or "bundle" in deduction.places


def cut_off(deduction: Deduction) -> str:
    """Return the cells that would be cut off, one for each cut."""
    cells = sorted(cast("set[int]", set(deduction.places["H2"][::2])))
    names = [name_place(deduction.board, cell) for cell in cells]
    if has_cut(deduction):
        names.append("others")
    return join_words(names, "or") if len(cells) <= MAX_NAMED else "white cells"


def shading(deduction: Deduction) -> str:
    """Say what has to be shaded: "3 in the room at r1c1 and 2 in the room at r1c5"."""
    return join_words(shadings(deduction))


def shadings(deduction: Deduction) -> list[str]:
    """Say what has to be shaded in each room: "3 in the room at r1c1"."""
    places = ((room, name_place(deduction.board, room)) for room in rooms_of(deduction))
    return [f"{_number(deduction, room)} in the room at {place}" for room, place in places]


def is_finished(deduction: Deduction) -> bool:
    """Return whether rooms have all their shaded cells."""
    shaded = cells_with(deduction.board, "shade", "shaded")
    return all(len(room & shaded) == _number(deduction, room) for room in rooms_of(deduction))


def say_finished(deduction: Deduction) -> str:
    """Name the rooms that have all their shaded cells."""
    rooms = list(map(deduction.name, rooms_of(deduction)))
    return f"finished room{'s' if len(rooms) > 1 else ''} of {join_words(rooms)}"


def is_single(deduction: Deduction) -> bool:
    """Return whether rooms consist of one cell each, which has to be shaded."""
    return all(len(room) == _number(deduction, room) == 1 for room in rooms_of(deduction))


def say_single(deduction: Deduction) -> str:
    """Say that rooms are filled by their only cells."""
    return f"room{'s' if len(rooms_of(deduction)) > 1 else ''} of a single cell with a 1"


def fits_one_way(deduction: Deduction) -> bool:
    """Return whether all cells to be shaded in a room are claimed."""
    (room,) = rooms_of(deduction)
    shaded = {claim.place for claim in deduction.claims if claim.value == "shaded"}
    return len(room & (cells_with(deduction.board, "shade", "shaded") | shaded)) == _number(deduction, room)


def say_fits_one_way(deduction: Deduction) -> str:
    """Name the shape of a room; "now" if some of its cells are white already."""
    (room,) = rooms_of(deduction)
    shape = name_shape(deduction.board, room) or "room"
    fits = "fits" if room <= cells_without(deduction.board, "shade", "white") else "now fits"
    uncut = UNCUT if "packing" in deduction.places else ""
    place = name_place(deduction.board, room)
    return f"the {_number(deduction, room)} in the {shape} at {place} {fits} one way{uncut}"


def say_packed(deduction: Deduction) -> str:
    """Say how many ways are left to fit a number into a room, and whether more would fit."""
    rooms, board = rooms_of(deduction), deduction.board
    packing = packings(board)[rooms[0]]
    if len(deduction.places) > 1 or len(rooms) > 1 or packing is None:
        return f"otherwise {shading(deduction)} would not fit{UNCUT}"
    (room,) = rooms
    left = [way for way in packing.ways if _is_left(board, room, way)]
    ways = f"{len(left)} ways{'' if len(left) == len(packing.ways) else ' left'}"
    place = f"into the {name_shape(board, room) or 'room'} at {name_place(board, room)}{UNCUT}"
    if packing.capacity > _number(deduction, room):
        return f"all {ways} to fit {_number(deduction, room)} {place} have this in common"
    return f"{packing.capacity} is the most that fits {place}; all {ways} have this in common"


@cached_per_puzzle
def packings(board: Board) -> dict[Area, Packing | None]:
    """Return the ways to shade each room with a number."""
    numbers = cast("dict[Area, int | str]", board.clues["rooms"]).items()
    return {room: pack(board.grid, room, number) for room, number in numbers if isinstance(number, int)}


def _is_left(board: Board, room: Area, way: Area) -> bool:
    """Return whether a way to shade a room agrees with the marks on the board."""
    return cells_with(board, "shade", "shaded") & room <= way <= cells_without(board, "shade", "white")


def say_bundle(deduction: Deduction) -> str:
    """Say how many ways are left to break lines side by side."""
    board, (bundle,) = deduction.board, bundles_of(deduction)
    left = sum(_is_left(board, bundle.cells, way) for way in bundle.ways)
    numbers = list(map(deduction.name, limits_of(board, bundle)))
    now = "" if left == len(bundle.ways) else "now "
    leave, ways = "leaves" if len(numbers) == 1 else "leave", "ways" if left > 1 else "way"
    in_common = ", which have this in common" if left > 1 else ""
    lines = f"all lines from {line_names(deduction)[0]}{UNCUT}"
    return f"{join_words(numbers)} {now}{leave} only {left} {ways} to break {lines}{in_common}"


def say_dense(deduction: Deduction) -> str:
    """Say how few gaps the white cells may have, and where they are already, or how many there would be."""
    board, most = deduction.board, most_gaps(deduction.board)
    shaded = sum(number for number in board.clues["rooms"].values() if isinstance(number, int))
    gaps, white = possible_gaps(board.grid), cells_with(board, "shade", "white")
    pairs = f"pairs along the edges ({_ends(board, gaps[0])} and so on)"
    few = (
        f"at most {most} of all 2x2s and {pairs} {'is' if most == 1 else 'are'}" if most else f"no 2x2s and {pairs} are"
    )
    argument = f"with {shaded} shaded cells, the others are connected only if {few} all white"
    known = [_ends(board, gap) for gap in gaps if white.issuperset(gap)]
    if len(known) == most:
        return f"{argument}, and that is {join_words(known)}" if known else argument
    cell = deduction.claims[0].cell
    number = sum((white | {cell}).issuperset(gap) for gap in gaps)
    return f"{argument}; with {board.grid.name(cell)} white, {number} would be" if number > most else argument


def _ends(board: Board, cells: Chain) -> str:
    return f"{board.grid.name(cells[0])}–{board.grid.name(cells[-1])}"


def is_needed(deduction: Deduction) -> bool:
    """Return whether white cells connect others."""
    return all(claim.value == "white" and claim.place not in deduction.places["H2"] for claim in deduction.claims)


def is_short(deduction: Deduction) -> bool:
    """Return whether there are few enough reasons for one sentence."""
    sizes = {rule: len(places) for rule, places in deduction.places.items()}
    return sizes.pop("H2", 0) // 2 + sum(sizes.values()) - sizes.get("H1", 0) <= MAX_REASONS


def say_room_and_line(deduction: Deduction) -> str:
    """Say that the numbers of rooms would leave lines unbroken."""
    one_of = "one of " if has_lines(deduction) else ""
    cut = ", or cut cells off" if has_cut(deduction) else ""
    return f"otherwise {shading(deduction)} would leave {one_of}{lines_of(deduction)} white, through three rooms{cut}"


def say_neighbouring_lines(deduction: Deduction) -> str:
    """Say that lines cannot be broken by cells that are no neighbours."""
    number = "both" if len(line_names(deduction)) == 2 else "all"
    return f"otherwise {lines_of(deduction)} could not {number} be broken"


def _number(deduction: Deduction, room: Place) -> int:
    return cast(int, deduction.board.clues["rooms"][room])


TECHNIQUES = (
    Technique("Single cell", "H3", say_single, is_single, joins=Joins.EVERYWHERE),
    Technique("Finished room", "H3", say_finished, is_finished, joins=Joins.EVERYWHERE),
    Technique("Fits one way", "H3|packing", say_fits_one_way, fits_one_way),
    Technique("Common to all ways", "H3", lambda d: f"common to all ways to shade {shading(d)}"),
    Technique("Packed room", "packing+ H3* H1*", say_packed, is_short),
    Technique("Lines side by side", "bundle", say_bundle),
    Technique("Packed board", "density H1*", say_dense),
    Technique(
        "Three rooms in line",
        "H5",
        lambda d: f"three rooms in line at {join_words(line_names(d))}",
        joins=Joins.EVERYWHERE,
    ),
    Technique(
        "Diagonal wall",
        "H2.apart",
        lambda d: f"a diagonal wall would cut off {cut_off(d)}",
        is_needed,
        joins=Joins.EVERYWHERE,
    ),
    Technique(
        "Room and wall",
        "H3|packing+ H2.apart+ H1*",
        lambda d: f"otherwise {shading(d)} would cut off {cut_off(d)}",
        is_short,
    ),
    Technique(
        "Line and wall",
        "H5+ H2.apart+ H1*",
        lambda d: f"otherwise breaking {lines_of(d)} would cut off {cut_off(d)}",
        is_short,
    ),
    Technique("Neighbouring lines", "H5 H5+ H1*", say_neighbouring_lines, is_short),
    Technique("Room and line", "H3|packing+ H5+ H1*,bundle+ H3|packing* H5* H1*", say_room_and_line, is_short),
    Technique(
        "Room, line and wall",
        "H3|packing+ H5+ H2.apart+ H1*,bundle+ H3|packing* H5* H2.apart+ H1*",
        lambda d: f"otherwise {join_words([*shadings(d), f'breaking {lines_of(d)}'])} would cut off {cut_off(d)}",
        is_short,
    ),
)
