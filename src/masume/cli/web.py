"""The command `web`: the page in the browser."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from urllib.parse import quote as percent_encode

import click

import masume
from masume import InputError, examples, web
from masume.cli.base import print_text
from masume.cli.commands import main
from masume.cli.parameter_types import SECONDS, Number
from masume.cli.sources import read_board

_SAFE = "/?:@!$&'()*+,;=-._~"  # in the query of an address
_LONGEST_QUERY = 100_000  # characters; the server reads a little more
_LAST_PORT = 65535


@main.command("web")
@click.argument("source", metavar="[BOARD]", required=False)
@click.option("--host", default=web.DEFAULT_HOST, metavar="HOST", help=f"Listen here; default: {web.DEFAULT_HOST}.")
@click.option(
    "--port",
    type=Number(0, _LAST_PORT),
    default=web.DEFAULT_PORT,
    metavar="PORT",
    help=f"Listen at this port, 0 for any free one; default: {web.DEFAULT_PORT}.",
)
@click.option(
    "--allowed-host",
    "allowed_hosts",
    multiple=True,
    metavar="NAME",
    help="Name under which browsers may ask for the page; can be given several times.",
)
@click.option("--root-path", default="", metavar="PATH", help="Path of the page behind a proxy, such as /puzzles.")
@click.option(
    "--workers",
    type=Number(web.MIN_WORKERS),
    metavar="N",
    help="Processes that solve and explain; default: one for each processor, at least three.",
)
@click.option(
    "--time-limit",
    type=SECONDS,
    default=web.DEFAULT_TIME_LIMIT,
    metavar="SECONDS",
    help=f"Limit of long work, such as an explanation; default: {web.DEFAULT_TIME_LIMIT:g}.",
)
@click.option("--open/--no-open", "opens", default=None, help="Open a browser; default: if there is a desktop.")
def serve(
    source: str | None,
    host: str,
    port: int,
    allowed_hosts: tuple[str, ...],
    root_path: str,
    workers: int | None,
    time_limit: float,
    opens: bool | None,
) -> None:
    """Play BOARD, or any board, in the browser, until Ctrl-C.

    docs/web-server.md says how to use it on a server.
    """
    query = "" if source is None else f"?{percent_encode(_find_text(source), safe=_SAFE)}"
    if len(query) > _LONGEST_QUERY:
        raise InputError("the board is too large for an address: start masume web without it, and drop the file there")

    def on_start(address: str) -> None:
        folder = root_path.strip("/")
        page = f"{address}{folder and f'{folder}/'}{query}"
        print_text(f"The page is at {page} (Ctrl-C ends it)")
        sys.stdout.flush()
        if _has_desktop() if opens is None else opens:
            _open_browser(page)

    web.serve(
        host,
        port,
        allowed_hosts=allowed_hosts,
        root_path=root_path,
        workers=workers,
        time_limit=time_limit,
        on_start=on_start,
    )


def _find_text(source: str) -> str:
    """Return the text that opens a board in the page; raise InputError if it is none, as all commands do."""
    board = read_board(source)
    if source in examples.names():
        return source
    with suppress(InputError):  # the format cannot carry the board
        text = masume.write(board, "pzpr").partition("?")[2]
        if masume.read(text) == board:
            return text
    return json.dumps({key: value for key, value in board.to_dict().items() if value != {}}, separators=(",", ":"))


def _has_desktop() -> bool:
    """Return whether a browser with a window can be opened here, or the user has chosen one."""
    if os.environ.get("BROWSER") or sys.platform == "win32":
        return True
    if sys.platform == "darwin":
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(page: str) -> None:
    """Open a browser in a session of its own, without a terminal: a browser for terminals has no business in ours."""
    environment = {name: value for name, value in os.environ.items() if name != "TERM"}
    subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "webbrowser", page],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
    )
