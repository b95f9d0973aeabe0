"""Every example of the README and of docs/ is run: Python as doctests, commands as they stand."""

import doctest
import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import masume

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
ids = [page.name for page in PAGES]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def without_seconds(text: str) -> str:
    return re.sub(r"\d+\.\d+ s\b", "… s", text.rstrip())


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_python(page: Path) -> None:
    example = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "python")), {}, page.name, str(page), 0)
    told = io.StringIO()
    doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(example, out=told.write)
    assert told.getvalue() == ""


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_commands(page: Path, tmp_path: Path) -> None:
    for block in blocks(page, "console"):
        for line, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            program, *words = shlex.split(line)
            if program == "cat":  # shows a file that the commands after it read
                (tmp_path / words[0]).write_text(shown, encoding="utf-8")
                continue
            assert program == "masume"
            done = subprocess.run(
                [sys.executable, "-m", "masume", *words], cwd=tmp_path, capture_output=True, text=True
            )
            assert without_seconds(done.stdout) == without_seconds(shown), line


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_boards(page: Path) -> None:
    for block in blocks(page, "text"):
        assert masume.read(masume.write(masume.read(block), "text")) == masume.read(block)
    for block in blocks(page, "facts"):
        assert masume.write(masume.read(block), "facts") == block
    for block in blocks(page, "json"):
        assert json.loads(masume.write(masume.read(block), "json")) == json.loads(block)


def test_pages_name_files_that_exist() -> None:
    for page in [*PAGES, *ROOT.glob("*.md")]:
        for link in re.findall(r"\]\(([^):]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
