"""Every example in the README and in docs/ runs: Python as doctests, commands as they are printed; boards are solved.

A board on a page has exactly one solution, unless a comment directly above its block or line says something else:
`<!-- several solutions -->` or `<!-- no solution -->`.
"""

import ast
import doctest
import io
import json
import re
import shlex
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import masume
from command import output, run_command

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LIMITS = masume.Limits(seconds=60)
NUMBERS = {
    (masume.Status.SOLVED, True): "one",
    (masume.Status.SOLVED, False): "several",
    (masume.Status.UNSOLVABLE, None): "no",
}
ids = [page.name for page in PAGES]


def blocks(page: Path, language: str) -> list[str]:
    """Return the code blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


class Part(NamedTuple):
    """A code block, or a line of text between blocks, and how many solutions its boards have, if not one."""

    solutions: str
    language: str
    text: str

    def boards(self) -> Iterator[masume.Board]:
        """Yield the boards: of a block of a board's format the whole block, otherwise every string that is a board."""
        match self.language:
            case "text" | "facts":
                yield masume.read(self.text)
            case "json" if "grid" in json.loads(self.text):
                yield masume.read(self.text)
            case "console":
                yield from _boards_of_commands(self.text)
            case "python":
                yield from _readable(_strings(self.text))
            case "":
                yield from _readable(re.findall(r"`([^`]+/[^`]+)`", self.text))


def parts(page: Path) -> list[Part]:
    """Return the code blocks and the lines of a page."""
    pattern = r"(?:^<!-- (several|no) solutions? -->\n)?(?:^```(\w+)\n(.*?)^```|^([^\n]+)$)"
    found = re.findall(pattern, page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [Part(solutions or "one", language, block or line) for solutions, language, block, line in found]


def commands(block: str) -> list[tuple[str, str]]:
    """Return the commands of a console block and what they print."""
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


def _boards_of_commands(block: str) -> Iterator[masume.Board]:
    """Yield the boards of a console block: in the files that `cat` shows and in the arguments of commands."""
    files: dict[str, str] = {}
    for line, printed in commands(block):
        program, *words = shlex.split(line)
        if program == "cat":
            files[words[0]] = printed
            continue
        options = dict(pairwise(words))
        size = tuple(map(int, options["--size"].split("x"))) if "--size" in options else None
        yield from _readable((files.get(word, word) for word in words), genre=options.get("--genre"), size=size)


def _strings(block: str) -> list[str]:
    """Return the strings in the Python examples of a block."""
    examples = doctest.DocTestParser().get_examples(block)
    nodes = (node for example in examples for node in ast.walk(ast.parse(example.source)))
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def _readable(texts: Iterable[str], **options: Any) -> Iterator[masume.Board]:
    """Yield the boards among texts; a list has one board per line."""
    for text in texts:
        boards = list(_try_to_read([text], **options))
        yield from boards or _try_to_read(text.splitlines(), **options)


def _try_to_read(texts: Iterable[str], **options: Any) -> Iterator[masume.Board]:
    for text in texts:
        url = re.fullmatch(r'\{"id": .*, "url": "(.*)"\}', text)
        with suppress(masume.MasumeError):  # a text that should be a board fails in the tests of commands and of Python
            yield masume.read(url[1] if url else text, **options)


def without_seconds(text: str) -> str:
    return re.sub(r"\d+\.\d+ s\b", "… s", text.rstrip())


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_python(page: Path) -> None:
    example = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "python")), {}, page.name, str(page), 0)
    failures = io.StringIO()
    doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(example, out=failures.write)
    assert failures.getvalue() == ""


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_commands(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for block in blocks(page, "console"):
        for line, printed in commands(block):
            program, *arguments = shlex.split(line)
            if program == "cat":  # shows a file that later commands need
                (tmp_path / arguments[0]).write_text(printed, encoding="utf-8")
                continue
            assert program == "masume"
            assert without_seconds(output(run_command(*arguments))) == without_seconds(printed), line


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_boards(page: Path) -> None:
    for block in blocks(page, "text"):
        assert masume.read(masume.write(masume.read(block), "text")) == masume.read(block)
    for block in blocks(page, "facts"):
        assert masume.write(masume.read(block), "facts") == block
    for block in (block for block in blocks(page, "json") if "grid" in json.loads(block)):
        assert json.loads(masume.write(masume.read(block), "json")) == json.loads(block)


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_boards_have_the_solutions_that_the_page_says(page: Path) -> None:
    """Every board has one solution, or what the comment above it says; its marks are part of a solution."""
    for part in parts(page):
        from_marks = "--from-marks" in part.text
        outcomes = [masume.solve(board, from_marks=from_marks, limits=LIMITS) for board in part.boards()]
        assert {NUMBERS[outcome.status, outcome.unique] for outcome in outcomes} <= {part.solutions}, part.text
        assert part.solutions == "one" or outcomes, f"{page.name}: no board below {part.solutions!r}"


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_marks_in_blocks_are_part_of_a_solution(page: Path) -> None:
    for part in parts(page):
        if part.language in ("text", "json"):
            assert all(masume.solve(board, from_marks=True, limits=LIMITS).board for board in part.boards()), part.text


def test_boards_are_found_in_every_kind_of_block() -> None:
    found = {part.language for page in PAGES for part in parts(page) for _ in part.boards()}
    assert found == {"", "text", "facts", "json", "console", "python"}


def test_links_lead_to_files() -> None:
    for page in [*PAGES, *ROOT.glob("*.md")]:
        for link in re.findall(r"\]\(([^):]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
