"""Chromium on a real server: fixtures for the tests of the page, which run with `make browser`.

Input goes through the mouse, the touchscreen and the keyboard; scripts only read.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, sync_playwright

from browser_tools import find_chromium

TESTS = Path(__file__).parents[1]
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server that knows the genre and the grid of the tests, too."""
    path = os.pathsep.join([str(TESTS), str(TESTS / "plugin"), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-m", "masume", "web", "--no-open", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    address = re.search(r"http://\S+", line)
    assert address is not None, line
    yield address[0].rstrip("/.")
    process.terminate()
    process.wait()
    process.stdout.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def allowed_errors() -> list[str]:
    """Parts of the errors that a test expects in the console."""
    return []


@pytest.fixture
def open_page(browser: Browser, server: str, allowed_errors: list[str]) -> Iterator[OpenPage]:
    """A function that opens a page: of a board by its address after "?", or with "" the start page.

    Pages opened in the same `context` share the storage, as tabs do.  At the end of the test, no page may have written
    an error to its console.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            errors.append(f"{message.type}: {message.text}")

    def open_it(query: str = "", *, phone: bool = False, context: BrowserContext | None = None, **options: Any) -> Page:
        if context is None:
            context = browser.new_context(
                viewport=PHONE if phone else DESKTOP,
                has_touch=phone,
                is_mobile=phone,
                reduced_motion="reduce",
                **options,
            )
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", note)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{server}/?{quote(query, safe='/:,')}" if query else f"{server}/")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert not [error for error in errors if not any(allowed in error for allowed in allowed_errors)]
