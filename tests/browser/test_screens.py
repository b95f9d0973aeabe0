"""Every screen: accessible, stable, and as wide as the window; without scripts, too."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.player import Player
from browser_tools import find_axe
from masume import examples, genres

OpenPage = Callable[..., Page]
SMALL = [name for name in examples.names() if name.endswith("small")]
BOARD = SMALL[0]
_VIOLATIONS = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
}"""
_SHIFTS = """() => new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 800);
})"""


def expect_no_violation(page: Page) -> None:
    """Let axe-core look at what the page shows; scripts of tests may do what the page's policy forbids to others."""
    script = find_axe()
    assert script is not None
    session = page.context.new_cdp_session(page)
    session.send("Page.setBypassCSP", {"enabled": True})
    page.evaluate(Path(script).read_text(encoding="utf-8"))
    assert page.evaluate(_VIOLATIONS) == []


def show_nothing(page: Page) -> None:
    """Leave the page as it is."""


def show_hint(page: Page) -> None:
    page.get_by_role("button", name="Hint", exact=True).click()
    for name in ("Which rule?", "Which marks?"):
        page.get_by_role("button", name=name).click()
    page.get_by_role("button", name=re.compile("Put (it|them) in")).wait_for()


def show_replay(page: Page) -> None:
    page.get_by_role("button", name="More").click()
    page.locator("#more [data-act=replay]").click()
    page.get_by_role("slider").wait_for()
    page.get_by_role("slider").press("End")


def show_menu(page: Page) -> None:
    page.get_by_role("button", name="More").click()
    page.locator("#more").wait_for()


def show_trial(page: Page) -> None:
    page.get_by_role("button", name="Try", exact=True).click()


def show_dialog(name: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        if page.locator("#site").is_visible():
            page.locator("#site").click()
        page.locator(f"[data-act={name}]:visible").first.click()
        page.locator(f"dialog#{name}").wait_for()

    return show


def show_pause(page: Page) -> None:
    page.keyboard.press("p")
    page.locator("#paused").wait_for()


SCREENS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "start": ("", show_nothing),
    **{name: (name, show_nothing) for name in SMALL},
    "hint": (BOARD, show_hint),
    "replay": (BOARD, show_replay),
    "menu": (BOARD, show_menu),
    "trial": (BOARD, show_trial),
    "settings": (BOARD, show_dialog("settings")),
    "share": (BOARD, show_dialog("share")),
    "help": (BOARD, show_dialog("help")),
    "pause": (BOARD, show_pause),
}


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("look", ["light", "dark", "phone"])
def test_a_screen_is_accessible_and_fits(screen: str, look: str, open_page: OpenPage) -> None:
    query, show = SCREENS[screen]
    options: dict[str, Any] = {"phone": True} if look == "phone" else {"color_scheme": look}
    page = open_page(query, **options)
    if query:
        page.locator("#verdict").filter(has_text=re.compile("solution")).wait_for(state="attached")
    show(page)
    page.wait_for_timeout(250)
    expect_no_violation(page)
    widths = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


def test_an_unreadable_address_has_an_accessible_page(open_page: OpenPage) -> None:
    page = open_page("nothing of the kind")
    expect_no_violation(page)


@pytest.mark.parametrize("query", ["", *SMALL])
@pytest.mark.parametrize("phone", [False, True])
def test_nothing_jumps_while_a_page_opens(query: str, phone: bool, open_page: OpenPage) -> None:
    page = open_page(query, phone=phone)
    assert page.evaluate(_SHIFTS) < 0.02


@pytest.mark.parametrize("width", [1440, 1280, 1024, 768, 390])
def test_verdict_and_difficulty_are_not_cut_off(width: int, open_page: OpenPage) -> None:
    page = open_page(next(name for name in examples.names() if name.endswith("medium")))
    page.set_viewport_size({"width": width, "height": 800})
    page.locator("#level").filter(has_text="difficulty").wait_for()
    facts = page.locator(".facts").evaluate("element => [element.scrollWidth, element.clientWidth]")
    assert facts[0] <= facts[1]


def test_without_scripts_the_board_and_its_rules_are_there(open_page: OpenPage) -> None:
    page = open_page(BOARD, java_script_enabled=False)
    assert page.locator("#board svg").count() == 1
    assert page.locator(".rules li").count() > 1
    page = open_page("", java_script_enabled=False)
    assert page.locator(".card").count() == len(genres.names())
    page.locator("#text").fill(BOARD)
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#board svg")).to_be_visible()


def test_the_cursor_is_announced_and_visible(open_page: OpenPage) -> None:
    page = open_page(BOARD)
    player = Player(page, examples.find(BOARD), "keyboard")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board .cursor")).to_have_attribute("visibility", "visible")
    active = page.locator("#board").get_attribute("aria-activedescendant")
    assert active == f"cell-{player.sheet['cells']['names'][player.sheet['cells']['moves'][0][2]]}"
    page.keyboard.press("x")
    expect(page.locator("#spoken")).not_to_be_empty()
