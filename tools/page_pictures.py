"""Take pictures of the page of every genre, light, dark and on a phone, for docs/page.md (`make page-pictures`).

Each shows the shipped board of medium size, a part of its solution, and a hint.  Chromium has to be there.
"""

import io
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

import masume
from masume import genres

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = DOCS / "page"
INTRODUCTION = """# The page in pictures

The page of every genre ([web.md](web.md)) with a board that is half solved and a hint. `make page-pictures` takes these
pictures in Chromium.
"""
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
DESKTOP: ViewportSize = {"width": 1200, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 780}
COLOURS = 96  # of a picture: the pages have few, and the files stay small
STEPS = 0.55  # the part of the explanation whose marks are on the board


def half_solved(board: masume.Board) -> masume.Board:
    """Return the board as it is somewhere in the middle of its explanation."""
    steps = list(masume.explain(board))
    return steps[int(len(steps) * STEPS)].board


def take_picture(browser: Browser, address: str, path: Path, viewport: ViewportSize, **options: Any) -> None:
    """Open an address, ask for a hint, and save what can be seen."""
    context = browser.new_context(viewport=viewport, reduced_motion="reduce", **options)
    page = context.new_page()
    page.goto(address)
    page.wait_for_function("() => document.querySelector('#level').textContent !== ''")
    for _ in range(2):
        page.locator("[data-act=hint]").click()
        page.locator("#panel .summary").first.wait_for()
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(COLOURS)
    picture.save(path, optimize=True)
    context.close()


def write_list() -> None:
    """Write the document that shows all pictures."""
    parts = [INTRODUCTION]
    for name in genres.names():
        title = genres.find(name).title
        pictures = [f"![{title}, {look}](page/{name}-{look}.png)" for look in ("light", "dark", "phone")]
        parts.append(f"## {title}\n\n| light | dark | on a phone |\n|---|---|---|\n| {' | '.join(pictures)} |\n")
    (DOCS / "page.md").write_text("\n".join(parts), encoding="utf-8")


def main() -> None:
    """Take all pictures."""
    write_list()
    FOLDER.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "masume", "web", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for name in genres.names():
            board = half_solved(masume.examples.find(f"{name}-medium"))
            address = f"{found[0].rstrip('/')}/?{quote(masume.write(board, 'json'))}"
            take_picture(browser, address, FOLDER / f"{name}-light.png", DESKTOP, color_scheme="light")
            take_picture(browser, address, FOLDER / f"{name}-dark.png", DESKTOP, color_scheme="dark")
            take_picture(browser, address, FOLDER / f"{name}-phone.png", PHONE, is_mobile=True, has_touch=True)
        browser.close()
        server.terminate()


if __name__ == "__main__":
    main()
