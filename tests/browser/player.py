"""A player: puts marks on the board of a page by mouse, touch or keyboard, as a sheet says, for any genre and grid."""

import json
import re
from collections import deque
from typing import Any, Literal

from playwright.sync_api import Page, expect

import masume
from masume import playing

Device = Literal["mouse", "touch", "keyboard"]
ARROWS = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown")
_TO_SCREEN = """() => {
  const matrix = document.querySelector("#board svg").getScreenCTM();
  return [matrix.a, matrix.e, matrix.d, matrix.f];
}"""
_STORED = "key => localStorage.getItem(`masume:board:${key}`)"


class Player:
    """Plays the board that a page shows."""

    def __init__(self, page: Page, board: masume.Board, device: Device = "mouse") -> None:
        self.page, self.board, self.device = page, board, device
        self.sheet = playing.sheet_of(board)
        page.wait_for_selector("#board svg [role=gridcell]", state="attached")
        if device == "keyboard":
            page.locator("#board").focus()

    def put(self, layer: int, place: int, value: int) -> None:
        """Put a value on a place that has no mark yet."""
        number, each = next((n, each) for n, each in enumerate(self.sheet["inputs"]) if each["layer"] == layer)
        if len(self.sheet["inputs"]) > 1:
            self.page.locator(f"[data-tool='{number}']").click()
        getattr(self, f"_put_{each['kind']}")(each, place, value)

    def take_back(self, layer: int, place: int, value: int) -> None:
        """Erase the value of a place by the same device."""
        each = next(each for each in self.sheet["inputs"] if each["layer"] == layer)
        if self.device == "keyboard":
            self._go_to(layer, place)
            self.page.keyboard.press("Backspace")
        elif each["kind"] == "digits":
            self._point_at(layer, place)
            self.page.get_by_role("button", name="Erase", exact=True).click()
        else:
            steps = self._steps(each)
            self._point_at(layer, place, times=len(steps) - steps.index(value))

    def put_marks(self, marks: dict[str, dict[str, Any]]) -> None:
        """Put marks on the board, given as in JSON, in the order of their places."""
        for number, layer in enumerate(self.sheet["layers"]):
            entries = marks.get(layer["name"], {})
            for place in sorted(layer["places"].index(name) for name in entries):
                if layer["places"][place] not in layer["given"]:
                    self.put(number, place, layer["values"].index(entries[layer["places"][place]]))

    def marks(self) -> dict[str, dict[str, Any]]:
        """Return the marks on the board as the page has kept them."""
        self.page.wait_for_timeout(400)  # it keeps them a moment after a stroke
        stored = json.loads(self.page.evaluate(_STORED, self.sheet["key"]) or "null")
        found: dict[str, dict[str, Any]] = {}
        for number, place, state in (stored["game"] or {"marks": []})["marks"] if stored else []:
            layer = self.sheet["layers"][number]
            if layer["places"][place] not in layer["given"] and isinstance(state, int) and state >= 0:
                found.setdefault(layer["name"], {})[layer["places"][place]] = layer["values"][state]
        return found

    def label(self, cell: int) -> str:
        """Return a cell in words, as a screen reader says it."""
        label = self.page.locator(f"[id='cell-{self.sheet['cells']['names'][cell]}']").get_attribute("aria-label")
        assert label is not None
        return label

    def expect_label(self, cell: int, part: str) -> None:
        """Wait until a cell in words contains a text; descriptions follow a moment after the marks."""
        named = self.page.locator(f"[id='cell-{self.sheet['cells']['names'][cell]}']")
        expect(named).to_have_attribute("aria-label", re.compile(re.escape(part)))

    def screen_point(self, at: list[float]) -> tuple[float, float]:
        """Return where a point of the board is on the screen."""
        a, e, d, f = self.page.evaluate(_TO_SCREEN)
        return a * at[0] + e, d * at[1] + f

    def _steps(self, each: dict[str, Any]) -> list[int]:
        return each["values"] if each["kind"] == "cycle" else [each["on"], each["off"]]

    def _point_at(self, layer: int, place: int, times: int = 1, button: Literal["left", "right"] = "left") -> None:
        x, y = self.screen_point(self.sheet["layers"][layer]["at"][place])
        for _ in range(times):
            if self.device == "touch":
                self.page.touchscreen.tap(x, y)
            else:
                self.page.mouse.click(x, y, button=button)

    def _put_cycle(self, each: dict[str, Any], place: int, value: int) -> None:
        times = each["values"].index(value) + 1
        if self.device == "keyboard":
            self._go_to(each["layer"], place)
            for _ in range(times):
                self.page.keyboard.press("Space")
        else:
            self._point_at(each["layer"], place, times)

    def _put_lines(self, each: dict[str, Any], place: int, value: int) -> None:
        if self.device == "keyboard":
            self._go_to(each["layer"], place)
            self.page.keyboard.press("Space" if value == each["on"] else "x")
        elif self.device == "mouse" and value == each["off"]:
            self._point_at(each["layer"], place, button="right")
        else:
            self._point_at(each["layer"], place, times=[each["on"], each["off"]].index(value) + 1)

    def _put_digits(self, each: dict[str, Any], place: int, value: int) -> None:
        sign = self.sheet["layers"][each["layer"]]["signs"][value]
        if self.device == "keyboard":
            self._go_to(each["layer"], place)
            self.page.keyboard.type(sign)
        else:
            self._point_at(each["layer"], place)
            self.page.locator(f"#pad [data-value='{value}']").click()

    def _go_to(self, layer: int, place: int) -> None:
        """Move the cursor to a place: by the shortest way to a cell beside it, and then round its edges."""
        around = self.sheet["layers"][layer]["around"]
        start = self.page.locator("#board").get_attribute("aria-activedescendant")
        names = self.sheet["cells"]["names"]
        assert start is not None
        for arrow in self._way(
            names.index(start.removeprefix("cell-")), {n for n, a in enumerate(around) if place in a}
        ):
            self.page.keyboard.press(arrow)
        if self.sheet["layers"][layer]["kind"] != "cell":
            self._choose_beside(layer, place)

    def _way(self, start: int, targets: set[int]) -> list[str]:
        ways: dict[int, list[str]] = {start: []}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            if cell in targets:
                return ways[cell]
            for arrow, other in zip(ARROWS, self.sheet["cells"]["moves"][cell], strict=True):
                if other >= 0 and other not in ways:
                    ways[other] = [*ways[cell], arrow]
                    queue.append(other)
        raise AssertionError("the cursor cannot get there")

    def _choose_beside(self, layer: int, place: int) -> None:
        """Go round the edges or corners of the cell until the cursor is at a place."""
        at = self.sheet["layers"][layer]["at"][place]
        for _ in range(2 * self.board.grid.sides + 2):
            circle = self.page.locator("#board .cursor circle")
            if circle.count():
                chosen = [float(circle.first.get_attribute(name) or 0) for name in ("cx", "cy")]
                if max(abs(chosen[0] - at[0]), abs(chosen[1] - at[1])) < 0.1:
                    return
            self.page.keyboard.press("e")
        raise AssertionError("the cursor does not reach this place")
