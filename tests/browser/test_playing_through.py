"""Laws of the page: every genre is played to the end by mouse, touch and keyboard, without code per genre."""

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

import masume
from browser.boards import smallest_boards
from browser.player import Device, Player
from masume import playing

BOARDS = smallest_boards()
DEVICES: tuple[Device, ...] = ("mouse", "touch", "keyboard")
every_board = pytest.mark.parametrize("name", BOARDS)
every_device = pytest.mark.parametrize("device", DEVICES)


def query_of(board: masume.Board) -> str:
    """Return what opens a board, from after the "?" on."""
    link: str = playing.sheet_of(board)["link"]
    return unquote(link.removeprefix("?")) or masume.write(board, "json")


def marks_to_put(board: masume.Board) -> dict[str, dict[str, Any]]:
    """Return the marks of the solution that a player has to put in: all but those with the default value."""
    answer = masume.solve(board).board
    assert answer is not None
    marks = answer.to_dict()["marks"]
    defaults = {layer.name: layer.default for layer in board.genre.mark_layers}
    return {
        name: {place: mark for place, mark in entries.items() if mark != defaults[name]}
        for name, entries in marks.items()
    }


@every_board
@every_device
def test_a_board_is_played_to_the_end_and_undone(name: str, device: Device, open_page: Callable[..., Page]) -> None:
    board = BOARDS[name]
    page = open_page(query_of(board), phone=device == "touch")
    player, wanted = Player(page, board, device), marks_to_put(board)
    assert player.marks() == {}
    player.put_marks(wanted)
    expect(page.get_by_role("dialog", name="Solved!")).to_be_visible()
    assert player.marks() == {name: entries for name, entries in wanted.items() if entries}
    shown = playing.board_from(player.sheet["puzzle"], player.marks())
    assert masume.check(shown) == []
    page.keyboard.press("Escape")
    page.locator("#board").focus()
    while page.locator("[data-act=undo]").is_enabled():
        page.keyboard.press("z")
    assert player.marks() == {}
    assert page.locator("#board .mark").count() == 0
    assert [player.label(cell) for cell in range(len(board.grid.cells))] == player.sheet["cells"]["words"]


@every_board
@every_device
def test_every_value_can_be_put_in_and_taken_back(name: str, device: Device, open_page: Callable[..., Page]) -> None:
    board = BOARDS[name]
    page = open_page(query_of(board), phone=device == "touch")
    player = Player(page, board, device)
    for number, layer in enumerate(player.sheet["layers"]):
        skipped = {place for each in player.sheet["inputs"] for place in each.get("skipped", ())}
        places = [n for n, named in enumerate(layer["places"]) if named not in layer["given"] and n not in skipped]
        for index, value in enumerate(layer["values"]):
            place = places[(5 * index + 3) % len(places)]
            player.put(number, place, index)
            assert player.marks() == {layer["name"]: {layer["places"][place]: value}}
            cell = next(cell for cell, around in enumerate(layer["around"]) if place in around)
            assert layer["words"][index] in player.label(cell)
            player.take_back(number, place, index)
            assert player.marks() == {}


@every_board
def test_the_page_says_what_check_says(name: str, open_page: Callable[..., Page]) -> None:
    board = BOARDS[name]
    page = open_page(query_of(board))
    player = Player(page, board)
    layer = player.sheet["layers"][0]
    for place in range(0, len(layer["places"]), 2):
        if layer["places"][place] not in layer["given"] and place not in player.sheet["inputs"][0].get("skipped", ()):
            player.put(0, place, 0)
    marked = playing.board_from(player.sheet["puzzle"], player.marks())
    if not masume.check(marked):
        expect(page.get_by_role("dialog", name="Solved!")).to_be_visible()
        return
    page.locator("[data-act=check]").click()
    broken = masume.check(marked, finished=False)
    expected = [rule["sentence"] for rule in playing.position_of(marked)["broken"]] or ["No rule is broken"]
    for sentence in expected:
        expect(page.locator("body")).to_contain_text(f"broken: {sentence}" if len(broken) == 1 else sentence)
    assert (page.locator("#board .overlay-errors").count() > 0) == any(
        place for rule in broken for place in rule.places if place != board.grid.board
    )
