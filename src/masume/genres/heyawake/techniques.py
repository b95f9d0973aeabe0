"""Techniques for Heyawake."""

from typing import cast

from masume.core.phrases import join_words, name_place, name_shape
from masume.core.places import Area, Chain, Place
from masume.core.rule_queries import cells_with, cells_without
from masume.core.techniques import Deduction, Technique

MAX_NAMED = 5  # of more places, none is named
MAX_REASONS = 4  # besides neighbours of shaded cells: with more, a sentence could not be checked


def rooms_of(deduction: Deduction) -> list[Area]:
    """Return the different rooms of a deduction."""
    return cast("list[Area]", list(dict.fromkeys(deduction.places.get("H3", ()))))


def line_names(deduction: Deduction) -> list[str]:
    """Return the lines across three rooms, each by its ends: "r1c1–r1c4"."""
    lines = cast("list[Chain]", list(dict.fromkeys(deduction.places["H5"])))
    name = deduction.board.grid.name
    return [f"{name(line[0])}–{name(line[-1])}" for line in lines]


def lines_of(deduction: Deduction) -> str:
    """Return the lines across three rooms in words: "the lines r1c1–r1c4 and r2c1–r2c3"."""
    names = line_names(deduction)
    return f"the line{'s' if len(names) > 1 else ''} {join_words(names)}"


def cut_off(deduction: Deduction) -> str:
    """Return the cells that would be cut off, one for each cut."""
    cells = sorted(cast("set[int]", set(deduction.places["H2"][::2])))
    names = [name_place(deduction.board, cell) for cell in cells]
    return join_words(names, "or") if len(cells) <= MAX_NAMED else "white cells"


def shading(deduction: Deduction) -> str:
    """Say what has to be shaded: "3 in the room at r1c1 and 2 in the room at r1c5"."""
    places = ((room, name_place(deduction.board, room)) for room in rooms_of(deduction))
    return join_words([f"{_number(deduction, room)} in the room at {place}" for room, place in places])


def is_finished(deduction: Deduction) -> bool:
    """Return whether rooms have all their shaded cells."""
    shaded = cells_with(deduction.board, "shade", "shaded")
    return all(len(room & shaded) == _number(deduction, room) for room in rooms_of(deduction))


def say_finished(deduction: Deduction) -> str:
    """Name the rooms that have all their shaded cells."""
    rooms = list(map(deduction.name, rooms_of(deduction)))
    return f"finished room{'s' if len(rooms) > 1 else ''} of {join_words(rooms)}"


def fits_one_way(deduction: Deduction) -> bool:
    """Return whether all cells to be shaded in a room are claimed."""
    (room,) = rooms_of(deduction)
    shaded = {claim.place for claim in deduction.claims if claim.value == "shaded"}
    return len(room & (cells_with(deduction.board, "shade", "shaded") | shaded)) == _number(deduction, room)


def say_fits_one_way(deduction: Deduction) -> str:
    """Name the shape of a room; "now" if some of its cells are white already."""
    (room,) = rooms_of(deduction)
    shape = name_shape(deduction.board, room) or "room"
    left = "" if room <= cells_without(deduction.board, "shade", "white") else " now"
    return f"the {_number(deduction, room)} in the {shape} at {name_place(deduction.board, room)} fits one way{left}"


def is_needed(deduction: Deduction) -> bool:
    """Return whether white cells connect others."""
    return all(claim.value == "white" and claim.place not in deduction.places["H2"] for claim in deduction.claims)


def is_short(deduction: Deduction) -> bool:
    """Return whether there are few enough reasons for one sentence."""
    sizes = {rule: len(places) for rule, places in deduction.places.items()}
    return sizes.get("H2", 0) // 2 + sizes.get("H3", 0) + sizes.get("H5", 0) <= MAX_REASONS


def say_room_and_line(deduction: Deduction) -> str:
    """Say that the numbers of rooms would leave lines unbroken."""
    one_of = "one of " if len(line_names(deduction)) > 1 else ""
    return f"otherwise {shading(deduction)} would leave {one_of}{lines_of(deduction)} white, through three rooms"


def _number(deduction: Deduction, room: Place) -> int:
    return cast(int, deduction.board.clues["rooms"][room])


TECHNIQUES = (
    Technique("Finished room", "H3", say_finished, is_finished, everywhere=True),
    Technique("Fits one way", "H3", say_fits_one_way, fits_one_way),
    Technique("Common to all ways", "H3", lambda d: f"common to all ways to shade {shading(d)}"),
    Technique(
        "Three rooms in line", "H5", lambda d: f"three rooms in line at {join_words(line_names(d))}", everywhere=True
    ),
    Technique(
        "Diagonal wall", "H2.apart", lambda d: f"a diagonal wall would cut off {cut_off(d)}", is_needed, everywhere=True
    ),
    Technique(
        "Room and wall",
        "H3+ H2.apart+ H1*",
        lambda d: f"otherwise {shading(d)} would cut off {cut_off(d)}",
        is_short,
    ),
    Technique(
        "Line and wall",
        "H5+ H2.apart+ H1*",
        lambda d: f"otherwise breaking {lines_of(d)} would cut off {cut_off(d)}",
        is_short,
    ),
    Technique("Room and line", "H3+ H5+ H1*", say_room_and_line, is_short),
    Technique(
        "Room, line and wall",
        "H3+ H5+ H2.apart+ H1*",
        lambda d: f"otherwise {shading(d)} and breaking {lines_of(d)} would cut off {cut_off(d)}",
        is_short,
    ),
)
