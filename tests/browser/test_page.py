"""What the page does besides taking marks: opening boards, help, trials, keeping, zooming, sharing."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, Route, expect

import masume
from browser.player import Player
from masume import examples, genres, playing

OpenPage = Callable[..., Page]
SMALL = {name: examples.find(name) for name in examples.names() if name.endswith("small")}


def small_with(kind: str) -> tuple[str, masume.Board]:
    """Return a small shipped board whose marks are put in in this way."""
    return next((name, board) for name, board in SMALL.items() if playing.sheet_of(board)["inputs"][0]["kind"] == kind)


CELLS, LINES, DIGITS = (small_with(kind) for kind in ("cycle", "lines", "digits"))


def solution_of(board: masume.Board) -> dict[str, dict[str, Any]]:
    answer = masume.solve(board).board
    assert answer is not None
    marks: dict[str, dict[str, Any]] = answer.to_dict()["marks"]
    return marks


def free_places(player: Player) -> list[int]:
    """Return the places of the first layer that take marks."""
    each = player.sheet["inputs"][0]
    return [place for place in range(len(player.sheet["layers"][0]["places"])) if place not in each.get("skipped", ())]


def choose(page: Page, action: str) -> None:
    """Choose something in the menu "More"."""
    page.get_by_role("button", name="More").click()
    page.locator(f"#more [data-act={action}]").click()


# Opening


def test_the_first_page_shows_every_genre_and_opens_its_boards(open_page: OpenPage) -> None:
    page = open_page()
    cards = page.locator(".card")
    assert cards.count() == len(genres.names())
    for card in playing.cards():
        shown = cards.filter(has=page.get_by_role("heading", name=card["title"], exact=True))
        expect(shown).to_contain_text(card["other"])
        assert shown.locator(".picture svg").count() == 1
    cards.first.get_by_role("link").first.click()
    expect(page.locator("#board svg")).to_be_visible()


@pytest.mark.parametrize("to", ["pzpr", "text", "json"])
def test_a_text_is_pasted_and_opened(to: str, open_page: OpenPage) -> None:
    page = open_page()
    text = masume.write(SMALL[CELLS[0]], to)
    page.locator("#text").focus()
    page.keyboard.insert_text(text)
    page.get_by_role("button", name="Open").click()
    page.wait_for_url(re.compile(r"/\?"))
    player = Player(page, CELLS[1])
    assert json.loads(page.locator("#data").text_content() or "")["sheet"]["key"] == player.sheet["key"]


def test_a_board_that_is_too_long_for_an_address_is_opened_and_kept(open_page: OpenPage) -> None:
    genre = LINES[1].genre
    layer = genre.clue_layers[0]
    grid = masume.SquareGrid(60, 60)
    clue = next(iter(LINES[1].clues[layer.name].values()))
    board = masume.Board(genre, grid, {layer.name: dict.fromkeys(grid.cells, clue)})
    page = open_page()
    page.locator("#text").focus()
    page.keyboard.insert_text(masume.write(board, "json"))
    page.get_by_role("button", name="Open").click()
    page.locator("#board svg [role=gridcell]").first.wait_for(state="attached", timeout=60_000)
    player = Player(page, board)
    player.put(0, 0, 0)
    assert len(player.marks()) == 1
    page.reload()
    assert len(Player(page, board).marks()) == 1


def test_a_file_is_chosen_or_dropped(open_page: OpenPage, tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(masume.write(CELLS[1], "text"), encoding="utf-8")
    page = open_page()
    page.locator("#file").set_input_files(file)
    expect(page.locator("#board svg")).to_be_visible()
    page = open_page()
    drop_file(page.context.new_cdp_session(page), file)
    expect(page.locator("#board svg")).to_be_visible()


def drop_file(session: CDPSession, file: Path) -> None:
    data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 300, "y": 300, "data": data})


def test_what_cannot_be_read_says_why_and_where(open_page: OpenPage) -> None:
    page = open_page()
    page.locator("#text").fill("slither/5/5/~")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("alert").filter(has_text="character 1")).to_be_visible()
    expect(page.locator("#text")).to_have_value("slither/5/5/~")


def test_an_address_that_cannot_be_read_says_so(open_page: OpenPage) -> None:
    page = open_page("slither/5/5/~")
    expect(page.get_by_role("alert").filter(has_text="character 1")).to_be_visible()
    expect(page.locator("#text")).to_have_value("slither/5/5/~")


def test_a_half_solved_board_keeps_its_marks(open_page: OpenPage) -> None:
    _, board = CELLS
    layer, entries = next(iter(solution_of(board).items()))
    place, mark = next(iter(entries.items()))
    page = open_page(masume.write(board.with_marks({layer: {place: mark}}), "json"))
    Player(page, board)
    assert page.locator("#board .mark").count() > 0


def test_boards_without_one_solution_are_shown_and_say_so(open_page: OpenPage) -> None:
    _, board = CELLS
    several = board.without_clues(board.droppable_clues)
    page = open_page(masume.write(several, "json"))
    expect(page.locator("#verdict")).to_have_text("several solutions")
    layer = board.genre.clue_layers[0].name
    page = open_page(masume.write(impossible(board, layer), "json"))
    expect(page.locator("#verdict")).to_have_text("no solution")
    expect(page.locator("#board svg")).to_be_visible()


def impossible(board: masume.Board, layer: str) -> masume.Board:
    """Return the board with one clue changed so that it has no solution."""
    for place, clue in board.clues[layer].items():
        if isinstance(clue, int):
            for number in (clue + 1, clue + 2, max(clue - 1, 1)):
                changed = board.with_clues({layer: {**board.clues[layer], place: number}})
                if masume.solve(changed).status is masume.Status.UNSOLVABLE:
                    return changed
    raise AssertionError("no change of one clue makes the board impossible")


# Marks


def test_a_drag_is_one_stroke_and_escape_takes_it_back(open_page: OpenPage) -> None:
    name, board = LINES
    page = open_page(name)
    player = Player(page, board)
    nodes = player.sheet["inputs"][0]["nodes"]
    link = player.sheet["inputs"][0]["links"][0]
    points = [player.screen_point(nodes[node]) for node in link]
    page.mouse.move(*points[0])
    page.mouse.down()
    page.mouse.move(*points[1], steps=12)
    assert page.locator("#board .mark").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#board .mark").count() == 0
    page.mouse.up()
    assert player.marks() == {}
    page.mouse.move(*points[0])
    page.mouse.down()
    page.mouse.move(*points[1], steps=12)
    page.mouse.up()
    assert player.marks() == {board.genre.mark_layers[0].name: {player.sheet["layers"][0]["places"][0]: "line"}}
    page.locator("[data-act=undo]").click()
    assert player.marks() == {}
    assert page.locator("[data-act=undo]").is_disabled()


def test_a_drag_paints_the_value_it_began_with_and_the_right_button_the_other(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    row = [cell for cell in player.sheet["cells"]["rows"][1] if cell in free_places(player)]
    at = player.sheet["layers"][0]["at"]
    first, last = (player.screen_point(at[cell]) for cell in (row[0], row[-1]))
    for button, value in (("left", 0), ("right", -1)):
        page.mouse.move(*first)
        page.mouse.down(button=button)  # type: ignore[arg-type]
        page.mouse.move(*last, steps=20)
        page.mouse.up(button=button)  # type: ignore[arg-type]
        painted = set(next(iter(player.marks().values())).values())
        each = player.sheet["inputs"][0]
        assert painted == {player.sheet["layers"][0]["values"][each["values"][value]]}
        page.locator("[data-act=undo]").click()
        assert player.marks() == {}


def test_zooming_and_moving_never_write_on_the_board(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name, phone=True)
    player = Player(page, board, "touch")
    before = player.screen_point([0, 0])
    session = page.context.new_cdp_session(page)
    x, y = player.screen_point(player.sheet["cells"]["at"][len(board.grid.cells) // 2])

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    touch("touchStart", (x, y))
    touch("touchStart", (x, y), (x + 20, y + 20))
    for step in range(1, 12):
        touch("touchMove", (x - 8 * step, y - 8 * step), (x + 20 + 8 * step, y + 20 + 8 * step))
    touch("touchEnd")
    assert player.marks() == {}
    assert player.screen_point([0, 0]) != before
    expect(page.get_by_role("button", name="Whole board")).to_be_visible()
    page.get_by_role("button", name="Whole board").click()
    page.wait_for_timeout(300)
    assert player.screen_point([0, 0]) == pytest.approx(before, abs=1)
    assert player.marks() == {}


def test_the_wheel_zooms_and_the_space_bar_moves_the_board(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    before = player.screen_point([0, 0])
    page.mouse.move(*player.screen_point(player.sheet["cells"]["at"][7]))
    page.mouse.wheel(0, -400)
    page.wait_for_timeout(300)
    zoomed = player.screen_point([0, 0])
    assert zoomed != before
    page.locator("#board").focus()
    page.keyboard.down("Space")
    page.mouse.down()
    page.mouse.move(500, 500, steps=5)
    page.mouse.up()
    page.keyboard.up("Space")
    assert player.screen_point([0, 0]) != zoomed
    assert player.marks() == {}


def test_a_trial_is_accepted_or_rejected(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player, places = Player(page, board), []
    places = free_places(player)
    player.put(0, places[0], 0)
    page.get_by_role("button", name="Try", exact=True).click()
    player.put(0, places[1], 0)
    assert page.locator("#board .mark.trial").count() > 0
    player.expect_label(places[1], "in trial")
    page.get_by_role("button", name="Reject").click()
    assert len(player.marks()[board.genre.answer[0]]) == 1
    page.get_by_role("button", name="Try", exact=True).click()
    player.put(0, places[1], 0)
    page.get_by_role("button", name="Accept").click()
    assert len(player.marks()[board.genre.answer[0]]) == 2
    assert page.locator("#board .mark.trial").count() == 0


def test_digits_have_notes_and_combinations(open_page: OpenPage) -> None:
    name, board = DIGITS
    page = open_page(name)
    player = Player(page, board)
    page.mouse.click(*player.screen_point(player.sheet["cells"]["at"][0]))
    page.keyboard.press("Shift+Digit1")
    page.keyboard.press("Shift+Digit2")
    player.expect_label(0, "notes 1 and 2")
    expect(page.locator("#sums p").first).to_contain_text(re.compile(r"\d+ (across|down): \d\+\d"))
    page.get_by_role("button", name="Notes").click()
    page.locator("#pad [data-value='0']").click()
    player.expect_label(0, "note 2")
    page.get_by_role("button", name="Notes").click()
    page.keyboard.press("Digit3")
    player.expect_label(0, ", 3")


def test_a_note_is_no_answer(open_page: OpenPage) -> None:
    name, board = DIGITS
    page = open_page(name)
    player, solution = Player(page, board), solution_of(board)
    (layer, entries), *_ = solution.items()
    *others, (last, digit) = entries.items()
    player.put_marks({layer: dict(others)})
    page.mouse.click(
        *player.screen_point(player.sheet["layers"][0]["at"][player.sheet["layers"][0]["places"].index(last)])
    )
    page.keyboard.press(f"Shift+Digit{digit}")
    page.wait_for_timeout(800)
    expect(page.get_by_role("dialog", name="Solved!")).to_be_hidden()
    page.keyboard.press(f"Digit{digit}")
    expect(page.get_by_role("dialog", name="Solved!")).to_be_visible()


def test_a_chain_that_plays_ends_with_its_hint(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Which rule?").click()
    page.get_by_role("button", name="Which marks?").click()
    page.get_by_role("button", name="Show it line by line").click()
    page.get_by_role("button", name=re.compile("Put (it|them) in")).click()
    page.wait_for_timeout(1500)
    assert page.locator("#board .overlay-hint").count() == 0
    assert player.marks() != {}


def answer_late(route: Route) -> None:
    time.sleep(0.6)
    route.continue_()


def test_what_is_solved_is_kept_as_solved(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    defaults = {layer.name: layer.default for layer in board.genre.mark_layers}
    *others, (last, mark) = [
        (place, mark)
        for place, mark in solution_of(board)[board.genre.answer[0]].items()
        if mark != defaults[board.genre.answer[0]]
    ]
    player.put_marks({board.genre.answer[0]: dict(others)})
    page.route("**/api/check", answer_late)  # the stroke is kept before
    player.put_marks({board.genre.answer[0]: {last: mark}})
    expect(page.get_by_role("dialog", name="Solved!")).to_be_visible()
    first = open_page(context=page.context)
    expect(first.locator("#begun-list")).to_contain_text("solved")
    widths = first.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


def test_arrows_reach_the_board_without_a_click(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    page.keyboard.press("ArrowDown")
    names = player.sheet["cells"]["names"]
    below = names[player.sheet["cells"]["moves"][0][3]]
    expect(page.locator("#board")).to_have_attribute("aria-activedescendant", f"cell-{below}")


def test_many_boards_begun_do_not_widen_the_first_page(open_page: OpenPage) -> None:
    page = open_page(next(iter(SMALL)), phone=True)
    for name in SMALL:
        tab = open_page(name, context=page.context)
        player = Player(tab, SMALL[name], "touch")
        player.put(0, free_places(player)[0], 0)
        assert player.marks() != {}
        tab.close()
    page = open_page(context=page.context)
    assert page.locator("#begun-list li").count() == len(SMALL)
    widths = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


def test_answers_and_helper_marks_are_erased(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    layer, places = player.sheet["layers"][0], free_places(player)
    standard = layer["standard"]
    player.put(0, places[0], standard)
    player.put(0, places[1], 1 - standard)
    choose(page, "helpers")
    assert player.marks() == {layer["name"]: {layer["places"][places[1]]: layer["values"][1 - standard]}}
    choose(page, "erase")
    assert player.marks() == {}
    page.keyboard.press("z")
    page.keyboard.press("z")
    assert len(player.marks()[layer["name"]]) == 2


# Help


def wrong_mark(player: Player) -> tuple[int, int]:
    """Return a place and a value that is wrong there, which the rules alone do not show."""
    layer, solution = player.sheet["layers"][0], solution_of(player.board)
    for place in free_places(player):
        right = solution[layer["name"]][layer["places"][place]]
        wrong = next(number for number, value in enumerate(layer["values"]) if value != right)
        marked = player.board.with_marks({layer["name"]: {layer["places"][place]: layer["values"][wrong]}})
        if not masume.check(marked, finished=False):
            return place, wrong
    raise AssertionError("every wrong mark breaks a rule")


def test_a_wrong_mark_is_named_and_erased(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    place, wrong = wrong_mark(player)
    player.put(0, place, wrong)
    choose(page, "correct")
    expect(page.locator("#panel")).to_contain_text("one mark is wrong")
    page.keyboard.press("Escape")
    choose(page, "mistake")
    expect(page.locator("#panel")).to_contain_text(f"{player.sheet['layers'][0]['places'][place]} is wrong")
    assert page.locator("#board .overlay-mistakes").count() > 0
    page.get_by_role("button", name="Erase the wrong mark").click()
    assert player.marks() == {}
    choose(page, "correct")
    expect(page.locator("#note")).to_contain_text("right so far")


def test_what_is_said_about_mistakes_goes_with_the_next_stroke(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    place, wrong = wrong_mark(player)
    player.put(0, place, wrong)
    choose(page, "mistake")
    expect(page.locator("#panel")).to_contain_text("is wrong")
    page.wait_for_timeout(500)  # as a person would, who reads it
    player.put(0, next(each for each in free_places(player) if each != place), 0)
    expect(page.locator("#panel")).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator("#panel")).to_contain_text("First, a mistake")
    page.keyboard.press("h")  # the same once more leads to the button
    expect(page.get_by_role("button", name=re.compile("Erase the"))).to_be_focused()
    page.get_by_role("button", name=re.compile("Erase the")).press("Enter")
    expect(page.locator("#panel")).to_be_hidden()


def test_why_beside_a_wrong_mark_shows_the_mistake(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    place, wrong = wrong_mark(player)
    player.put(0, place, wrong)
    choose(page, "why")
    other = next(each for each in free_places(player) if each != place)
    page.mouse.click(*player.screen_point(player.sheet["layers"][0]["at"][other]))
    expect(page.locator("#panel")).to_contain_text(f"{player.sheet['layers'][0]['places'][place]} is wrong")


def test_asking_once_more_while_a_hint_is_on_its_way(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    Player(page, board)
    held: list[Route] = []
    page.route("**/api/hint", lambda route: held.append(route))
    for _ in range(2):
        with page.expect_request("**/api/hint"):
            page.keyboard.press("h")
    page.wait_for_timeout(100)
    held[-1].continue_()
    expect(page.locator("#panel .summary")).to_contain_text("Look at")


def test_broken_rules_are_spoken(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    for place in free_places(player):
        player.put(0, place, 0)
    expect(page.locator("#spoken")).to_contain_text("Broken")


def test_the_focus_stays_in_the_tools_when_one_of_them_goes(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    Player(page, board)
    page.locator("#trial").press("Enter")
    expect(page.locator("#accept")).to_be_focused()
    page.locator("#accept").press("Enter")
    expect(page.locator("#trial")).to_be_focused()
    page.locator("#trial").press("Enter")
    page.keyboard.press("r")
    expect(page.locator("#note")).to_contain_text("The trial is over")
    expect(page.locator("#trial")).to_be_visible()


def test_a_hint_comes_into_view_where_the_board_is_zoomed(open_page: OpenPage) -> None:
    name = next(name for name in examples.names() if name.endswith("large"))
    page = open_page(name)
    player = Player(page, examples.find(name))
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#panel .place").first).to_be_visible()
    named = page.locator("#panel .place").first.text_content()
    page.keyboard.press("Escape")
    box = page.locator("#board").bounding_box()
    assert box is not None
    cells = player.sheet["cells"]
    far = max(cells["at"], key=lambda at: abs(at[0] - cells["at"][0][0]) + abs(at[1] - cells["at"][0][1]))
    page.mouse.move(*player.screen_point(far))
    for _ in range(6):
        page.mouse.wheel(0, -300)
    page.wait_for_timeout(200)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#panel .place").first).to_have_text(named or "")
    page.wait_for_timeout(200)
    (place,) = re.findall(r"r\d+c\d+", named or "")[:1]
    x, y = player.screen_point(cells["at"][cells["names"].index(place)])
    assert box["x"] <= x <= box["x"] + box["width"]
    assert box["y"] <= y <= box["y"] + box["height"]


@pytest.mark.parametrize("size", [(844, 390), (390, 844), (512, 384)])
def test_menus_fit_the_window(size: tuple[int, int], open_page: OpenPage) -> None:
    page = open_page(CELLS[0])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.get_by_role("button", name="More").click()
    box = page.locator("#more").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]


@pytest.mark.parametrize("width", [1440, 1024, 768, 390, 360])
def test_all_tools_of_a_trial_fit(width: int, open_page: OpenPage) -> None:
    page = open_page(DIGITS[0])
    page.set_viewport_size({"width": width, "height": 800})
    page.keyboard.press("t")
    expect(page.locator("#accept")).to_be_visible()
    board = page.locator("#board").bounding_box()
    boxes = [button.bounding_box() for button in page.locator(".tools > button:visible").all()]
    assert board is not None
    assert all(
        box is not None and box["x"] >= 0 and box["x"] + box["width"] <= board["x"] + board["width"] + 8
        for box in boxes
    )


@pytest.mark.parametrize("name", SMALL)
def test_hints_grow_stronger_and_lead_to_the_solution(name: str, open_page: OpenPage) -> None:
    board = SMALL[name]
    page = open_page(name)
    player, solution = Player(page, board), solution_of(board)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#panel .summary")).to_contain_text("Look at")
    page.get_by_role("button", name="Which rule?").click()
    page.get_by_role("button", name="Which marks?").click()
    assert page.locator("#board .overlay-hint").count() > 0
    page.get_by_role("button", name=re.compile("Put (it|them) in")).click()
    marks = player.marks()
    for layer, entries in marks.items():
        assert all(solution[layer][place] == mark for place, mark in entries.items())
    page.locator("[data-act=undo]").click()
    assert player.marks() == {}


def test_why_this_cell_tells_the_steps_that_it_needs(open_page: OpenPage) -> None:
    name, board = LINES
    page = open_page(name)
    player = Player(page, board)
    choose(page, "why")
    lines = [
        number
        for number, place in enumerate(player.sheet["layers"][0]["places"])
        if solution_of(board)[player.sheet["layers"][0]["name"]][place] == "line"
    ]
    page.mouse.click(*player.screen_point(player.sheet["layers"][0]["at"][lines[-1]]))
    expect(page.locator("#panel .ending, #panel .summary").first).to_be_visible()
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("Escape")
    assert player.marks() == {}


def test_the_replay_tells_all_steps_and_gives_the_marks_back(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    place = free_places(player)[0]
    player.put(0, place, 0)
    before = player.marks()
    choose(page, "replay")
    steps = len(list(masume.explain(board)))
    expect(page.locator("#panel")).to_contain_text(f"of {steps}")
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator("#panel .ending")).to_contain_text("Solved")
    shown = [player.label(cell) for cell in range(len(board.grid.cells))]
    page.mouse.click(*player.screen_point(player.sheet["layers"][0]["at"][place]))  # locked
    page.keyboard.press("Home")
    page.locator("#panel [data-act=leave]").click()
    page.wait_for_timeout(300)
    assert player.marks() == before
    assert [player.label(cell) for cell in range(len(board.grid.cells))] != shown


def test_the_solution_is_shown_and_taken_back(open_page: OpenPage) -> None:
    name, board = LINES
    page = open_page(name)
    player = Player(page, board)
    choose(page, "solution")
    expect(page.locator("#note")).to_contain_text("This is the solution")
    assert player.marks() == solution_of(board)
    expect(page.get_by_role("dialog", name="Solved!")).to_be_hidden()
    page.locator("[data-act=undo]").click()
    assert player.marks() == {}


def test_a_board_that_is_solved_is_celebrated_with_a_link(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator("#panel .summary").wait_for()
    page.keyboard.press("Escape")
    defaults = {layer.name: layer.default for layer in board.genre.mark_layers}
    wanted = {
        layer: {place: mark for place, mark in entries.items() if mark != defaults[layer]}
        for layer, entries in solution_of(board).items()
    }
    player.put_marks(wanted)
    dialog = page.get_by_role("dialog", name="Solved!")
    expect(dialog).to_contain_text("1 hint")
    expect(dialog).to_contain_text(re.compile(r"\d+:\d\d"))
    expect(dialog.get_by_role("link").first).to_have_attribute("href", re.compile(r"\?\w+"))
    expect(dialog.get_by_role("button", name="Copy link")).to_be_visible()
    expect(page.locator("#board .clue.satisfied").first).to_be_attached()


# Keeping


def test_a_reload_keeps_everything_and_the_first_page_lists_the_board(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    places = free_places(player)
    player.put(0, places[0], 0)
    player.put(0, places[1], 0)
    before = player.marks()
    page.reload()
    player = Player(page, board)
    assert player.marks() == before
    page.locator("[data-act=undo]").click()
    page.locator("[data-act=undo]").click()
    assert player.marks() == {}
    page.locator("[data-act=redo]").click()
    page.locator("[data-act=redo]").click()
    assert player.marks() == before
    first = open_page(context=page.context)
    first.locator("#begun-list a").click()
    assert Player(first, board).marks() == before
    first.go_back()
    first.locator("#begun-list .remove").click()
    assert first.locator("#begun-list li").count() == 0


def test_two_tabs_with_a_board_stay_in_step(open_page: OpenPage) -> None:
    name, board = CELLS
    one = open_page(name)
    other = open_page(name, context=one.context)
    players = [Player(page, board) for page in (one, other)]
    places = free_places(players[0])
    players[0].put(0, places[0], 0)
    one.wait_for_timeout(500)
    assert other.locator("#board .mark").count() == 1
    players[1].put(0, places[1], 0)
    other.wait_for_timeout(500)
    assert one.locator("#board .mark").count() == 2
    one.wait_for_timeout(800)
    assert [page.locator("#board .mark").count() for page in (one, other)] == [2, 2]
    one.locator("[data-act=undo]").click()
    one.wait_for_timeout(500)
    assert [page.locator("#board .mark").count() for page in (one, other)] == [1, 1]


def test_a_pause_hides_the_board_and_locks_it(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    at = player.screen_point(player.sheet["layers"][0]["at"][free_places(player)[0]])
    page.keyboard.press("p")
    expect(page.locator("#paused")).to_be_visible()
    time = page.locator("#time").text_content()
    page.mouse.click(*at)
    page.wait_for_timeout(1500)
    assert page.locator("#time").text_content() == time
    page.keyboard.press("p")
    expect(page.locator("#paused")).to_be_hidden()
    assert player.marks() == {}


def test_broken_rules_are_shown_at_once_if_wanted(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    for place in free_places(player):
        player.put(0, place, 0)
    expect(page.locator("#board .overlay-errors").first).to_be_attached()
    page.locator("#site-menu [data-act=settings], header [data-act=settings]").first.click()
    page.get_by_label("When I press Check").check()
    page.get_by_role("button", name="Close").last.click()
    assert page.locator("#board .overlay-errors").count() == 0
    page.locator("[data-act=check]").click()
    expect(page.locator("#board .overlay-errors").first).to_be_attached()


def test_a_board_is_shared(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name, permissions=["clipboard-read", "clipboard-write"])
    player = Player(page, board)
    player.put(0, free_places(player)[0], 0)
    page.locator("#site-menu [data-act=share], header [data-act=share]").first.click()
    dialog = page.get_by_role("dialog", name="Share this board")
    dialog.get_by_role("button", name="Copy").first.click()
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert playing.sheet_of(playing.find_board(link.partition("?")[2]))["key"] == player.sheet["key"]
    dialog.get_by_label("With my marks").check()
    dialog.get_by_role("button", name="JSON").click()
    expect(dialog.get_by_role("status")).to_contain_text("The board is copied")
    assert masume.read(page.evaluate("() => navigator.clipboard.readText()")).to_dict()["marks"] == player.marks()
    with page.expect_download() as download:
        dialog.get_by_role("button", name="SVG").click()
    assert "<svg" in Path(download.value.path()).read_text(encoding="utf-8")


def test_the_page_goes_on_when_the_server_does_not_answer(open_page: OpenPage, allowed_errors: list[str]) -> None:
    allowed_errors.append("ERR_INTERNET_DISCONNECTED")
    name, board = CELLS
    page = open_page(name)
    player = Player(page, board)
    page.context.set_offline(True)
    player.put(0, free_places(player)[0], 0)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#panel .warning")).to_contain_text("server")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#panel .summary")).to_be_visible()
    assert len(player.marks()) == 1


def test_keys_of_the_page(open_page: OpenPage) -> None:
    name, board = CELLS
    page = open_page(name)
    Player(page, board)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys and gestures")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.locator("#panel .summary")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()
    page.keyboard.press("t")
    expect(page.get_by_role("button", name="Accept")).to_be_visible()
    page.locator("#text").fill("hct")  # letters in a field are no commands
    page.locator("#text").press("h")
    expect(page.locator("#panel")).to_be_hidden()
