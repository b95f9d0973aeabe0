"""Every example in the README and in docs/ runs: Python as doctests, commands as they are printed."""

import doctest
import io
import json
import re
import shlex
from pathlib import Path

import pytest

import masume
from command import output, run_command

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
ids = [page.name for page in PAGES]


def blocks(page: Path, language: str) -> list[str]:
    """Return the code blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


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
        for line, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
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
    for block in blocks(page, "json"):
        assert json.loads(masume.write(masume.read(block), "json")) == json.loads(block)


def test_links_lead_to_files() -> None:
    for page in [*PAGES, *ROOT.glob("*.md")]:
        for link in re.findall(r"\]\(([^):]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
