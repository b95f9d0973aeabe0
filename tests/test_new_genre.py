"""The five steps of ARCHITECTURE.md, "Add a genre in five steps": they turn a copy of the template into a new genre.

The genre is made in a temporary package with an entry point, and all laws run on it in a separate process.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

NAME = "orchard"
PACKAGE = "masume_orchard"
TESTS = Path(__file__).parent
TEMPLATE = TESTS.parent / "src" / "masume" / "genres" / "_template"
LAWS = sorted(
    path
    for path in TESTS.glob("test_*.py")
    if re.search(r"^from (registry|strategies) import", path.read_text(encoding="utf-8"), re.MULTILINE)
    and not path.name.startswith("test_web")  # they start a server
)
MAIN_LAWS = [TESTS / f"test_{name}.py" for name in ("formats", "genres")]

SPECIMENS = f"""
== solved
{NAME}
2 .
. .
marks
+ #
# +

== unsolvable
{NAME}
3 .
. .

== two
{NAME}
1 .

== O1a crowded_numbers
{NAME}
0 .
marks
# #

== O1b lonely_numbers
{NAME}
1 .
marks
# +
"""


def edit(path: Path, *changes: tuple[str, str]) -> None:
    """Replace each old text, which must be there, by its new text."""
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, f"{path.name} has no {old!r}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def write_names(package: Path) -> None:
    edit(package / "__init__.py", ('NAMES = ("template",)', f'NAMES = ("{NAME}", "fruit trees")'))


def write_rules(package: Path) -> None:
    """Count the shaded cells beside a number; the template counts those around it and in its own cell."""
    edit(
        package / "rules.py",
        ('title="Template"', 'title="Orchard"'),
        ("Numbers(0, 9, unknown=True)", "Numbers(0, 4, unknown=True)"),
        ("[cell, *board.grid.touching(cell)]", "[*board.grid.neighbours(cell)]"),
        ('"T1a"', '"O1a"'),
        ('"T1b"', '"O1b"'),
    )


def write_model(package: Path) -> None:
    edit(
        package / "model.py",
        ("(cell, *grid.touching(cell))", "grid.neighbours(cell)"),
        ('"T1a"', '"O1a"'),
        ('"T1b"', '"O1b"'),
    )


def write_formulation(package: Path) -> None:
    """Do the optional step: state the rules as an answer set program, too."""
    edit(
        package / "formulations" / "tuned.lp",
        ("% Template.", "% Orchard."),
        ("near(P,P) :- clue(numbers,P,_).\n", ""),
        ("touching", "adjacent"),
        ("t1a", "o1a"),
        ("t1b", "o1b"),
    )


def write_notation_and_look(package: Path) -> None:
    edit(package / "notation.py", ('"template"', f'"{NAME}"'))
    edit(
        package / "look.py",
        ('sign="·"', 'sign="×"'),
        ('plain="."', 'plain="x"'),
        ('("T1a", "T1b")', '("O1a", "O1b")'),
    )


def write_specimens(package: Path) -> None:
    (package / "specimens.txt").write_text(SPECIMENS, encoding="utf-8")


STEPS: list[Callable[[Path], None]] = [write_names, write_rules, write_model, write_notation_and_look, write_specimens]


def copy_template(folder: Path) -> Path:
    """Copy the template into a package with an entry point below `folder`; return the package."""
    package, metadata = folder / PACKAGE, folder / f"{PACKAGE}-0.dist-info"
    shutil.copytree(TEMPLATE, package, ignore=shutil.ignore_patterns("__pycache__"))
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: 0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[masume.genres]\n{NAME} = {PACKAGE}\n", encoding="utf-8")
    return package


def run_python(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Python with the packages in `folder` on its path."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "MASUME"))}
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=TESTS.parent,
        env={**inherited, "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, sys.path)])},
        capture_output=True,
        text=True,
    )


def run_laws(folder: Path, laws: list[Path]) -> subprocess.CompletedProcess[str]:
    """Run the laws on the new genre: the tests with its name among their parameters."""
    return run_python(
        folder, "-m", "pytest", "-vv", "-x", "-k", NAME, "-p", "no:cacheprovider", "-p", "no:xdist", *laws
    )


def test_a_copy_of_the_template_becomes_a_genre_in_five_steps(tmp_path: Path) -> None:
    package = copy_template(tmp_path)
    for step in (*STEPS, write_formulation):
        step(package)
    result = run_laws(tmp_path, LAWS)
    assert result.returncode == 0, result.stdout[-3000:]
    passed = {line.split("::")[0] for line in result.stdout.splitlines() if "PASSED" in line}
    expected = ("explaining", "formats", "formulations", "genres", "grids", "pictures", "terminal")
    assert passed >= {f"tests/test_{name}.py" for name in expected}


@pytest.mark.thorough
@pytest.mark.parametrize("omitted", STEPS, ids=lambda step: str(step.__name__))
def test_the_laws_fail_if_a_step_is_left_out(omitted: Callable[[Path], None], tmp_path: Path) -> None:
    package = copy_template(tmp_path)
    for step in (*STEPS, write_formulation):
        if step is not omitted:
            step(package)
    result = run_laws(tmp_path, MAIN_LAWS)
    assert result.returncode in (1, 2), result.stdout[-3000:]  # a test failed, or the genre could not be imported


FIND_GENRE = f"""
import sys, masume
masume.genres.__path__ += sys.argv[1:]
try:
    masume.genres.find("{NAME}")
except masume.MasumeError as error:
    print(type(error).__name__, error)
"""


def test_a_package_that_still_has_the_name_of_the_template_is_refused(tmp_path: Path) -> None:
    package = copy_template(tmp_path)
    assert run_python(tmp_path, "-c", FIND_GENRE).stdout == (
        f'InputError {PACKAGE} is a copy of the template that is still named "template": '
        f"edit NAMES in {package / '__init__.py'}\n"
    )


def test_a_folder_that_still_has_the_name_of_the_template_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / NAME
    shutil.copytree(TEMPLATE, folder)
    assert run_python(tmp_path, "-c", FIND_GENRE, tmp_path).stdout == (
        f'InputError masume.genres.{NAME} is a copy of the template that is still named "template": '
        f"edit NAMES in {folder / '__init__.py'}\n"
    )


def test_a_package_that_still_has_the_title_of_the_template_is_refused(tmp_path: Path) -> None:
    package = copy_template(tmp_path)
    write_names(package)
    assert run_python(tmp_path, "-c", FIND_GENRE).stdout == (
        f'InputError {PACKAGE} is a copy of the template that is still titled "Template": '
        f"edit title in {package / 'rules.py'}\n"
    )
