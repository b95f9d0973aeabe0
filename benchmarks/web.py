"""Measure how quick the page of `masume web` is in Chromium.

    python benchmarks/web.py [--times 5] [--strokes 200]

Every time is a median: from the address to the paint of the board, and until it can be played; from a stroke to the
frame that shows it, as the page's own performance marks tell; and from the click on "Hint" to the sentence.  The goals:
0.5 s and 1 s for a board of 10x10 and of 31x45, 16 ms, 0.4 s, and 200 KB for the page's own files.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from urllib.parse import quote

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

import masume
from masume import genres, playing

FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
STATIC = Path(masume.__file__).parent / "web" / "static"
LARGE_BOARDS = Path(__file__).parent.parent / "tools" / "contact_boards.jsonl"
VIEWPORT: ViewportSize = {"width": 1440, "height": 1000}
_PAINT = """() => Math.max(...performance.getEntriesByType("paint").map(entry => entry.startTime))"""
_READY = """() => performance.getEntriesByName("board")[0].startTime"""
_STROKES = """name => performance.getEntriesByName(name).map(entry => entry.duration)"""


@contextmanager
def running_server() -> Iterator[str]:
    """Run a server, and yield its address."""
    command = [sys.executable, "-m", "masume", "web", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own module
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None
        try:
            yield address[0].rstrip("/.")
        finally:
            process.terminate()


def large_boards() -> list[masume.Board]:
    """Return a board of 31x45 of each genre."""
    boards = dict(masume.load_all(LARGE_BOARDS))
    return [boards[f"{name}-31x45"] for name in genres.names()]


def address_of(server: str, board: masume.Board) -> str:
    """Return the address of the page of a board."""
    link = playing.sheet_of(board)["link"] or f"?{quote(masume.write(board, 'text'))}"
    return f"{server}/{link}"


def measure_opening(browser: Browser, address: str) -> tuple[float, float]:
    """Return the milliseconds until the board is painted, and until it can be played; nothing is cached before."""
    page = browser.new_page(viewport=VIEWPORT)
    page.goto(address)
    page.wait_for_selector("#board svg [role=gridcell]", state="attached")
    page.wait_for_timeout(100)
    paint, ready = page.evaluate(_PAINT), page.evaluate(_READY)
    page.close()
    return paint, ready


def measure_strokes(page: Page, board: masume.Board, number: int) -> tuple[float, float]:
    """Return the medians of the whole time and of the script's time of strokes, in milliseconds."""
    sheet = playing.sheet_of(board)
    layer, is_typed = sheet["layers"][0], sheet["inputs"][0]["kind"] == "digits"
    a, e, d, f = page.evaluate(
        "() => { const m = document.querySelector('#board svg').getScreenCTM(); return [m.a, m.e, m.d, m.f]; }"
    )
    random = Random(number)
    for x, y in random.choices(layer["at"], k=number):
        page.mouse.move(a * x + e, d * y + f)
        page.wait_for_timeout(random.randrange(20, 60))  # a press directly after a move would wait for the next frame
        page.mouse.down()
        page.mouse.up()
        if is_typed:
            page.keyboard.press(str(random.randrange(1, 10)))
    whole, script = (page.evaluate(_STROKES, name) for name in ("stroke", "stroke-script"))
    return median(whole), median(script)


def measure_hint(page: Page) -> float:
    """Return the milliseconds from the click on "Hint" to the sentence."""
    page.evaluate(
        """() => {
          const button = document.querySelector("[data-act=hint]");
          button.addEventListener("click", () => performance.mark("hint-asked"), true);
          new MutationObserver((_, observer) => {
            if (!document.querySelector("#panel-body .summary")) return;
            performance.mark("hint-shown");
            observer.disconnect();
          }).observe(document.querySelector("#panel"), {childList: true, subtree: true, attributes: true});
        }"""
    )
    page.locator("[data-act=hint]").click()
    page.wait_for_function("() => performance.getEntriesByName('hint-shown').length > 0")
    shown, asked = (
        page.evaluate("name => performance.getEntriesByName(name)[0].startTime", name)
        for name in ("hint-shown", "hint-asked")
    )
    return float(shown - asked)


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description="Measure how quick the page of `masume web` is.")
    parser.add_argument("--times", type=int, default=5, help="how often each board is opened (default: 5)")
    parser.add_argument("--strokes", type=int, default=200, help="strokes on each large board (default: 200)")
    arguments = parser.parse_args()
    size = sum(path.stat().st_size for path in STATIC.iterdir())
    print(f"The page's own files: {size / 1000:.0f} KB\n")
    print("| genre | 10x10: paint | ready | hint | 31x45: paint | ready | stroke | of it script |")
    print("|---|---|---|---|---|---|---|---|")
    with running_server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        measure_opening(browser, address_of(server, large_boards()[0]))
        for large in large_boards():
            name = large.genre.name
            small = next(masume.examples.find(each) for each in masume.examples.names() if each == f"{name}-medium")
            openings = [
                map(median, zip(*(measure_opening(browser, address) for _ in range(arguments.times)), strict=True))
                for address in (address_of(server, small), address_of(server, large))
            ]
            page = browser.new_page(viewport=VIEWPORT)
            page.goto(address_of(server, small))
            page.wait_for_timeout(1500)
            hint = measure_hint(page)
            page.goto(address_of(server, large))
            page.wait_for_timeout(1500)
            stroke, script = measure_strokes(page, large, arguments.strokes)
            page.close()
            times = (*openings[0], hint, *openings[1], stroke, script)
            print(f"| {large.genre.title} | {' | '.join(f'{time:.1f} ms' for time in times)} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
