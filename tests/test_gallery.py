"""The generated pages in docs are up to date, and the notebook runs."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import explanations
import gallery
import technique_guides

TOOLS = Path(__file__).parent.parent / "tools"


def test_the_gallery_is_up_to_date() -> None:
    folder = gallery.DOCS / gallery.FOLDER
    expected = gallery.render_pictures()
    assert {path.name for path in folder.iterdir()} == set(expected), "run `make docs`"
    for name, picture in expected.items():
        assert (folder / name).read_text(encoding="utf-8") == picture, f"{name}: run `make docs`"
    assert (gallery.DOCS / "gallery.md").read_text(encoding="utf-8") == gallery.write_page(), "run `make docs`"


def test_the_explanations_are_up_to_date() -> None:
    folder = explanations.DOCS / explanations.FOLDER
    expected = explanations.generate_files()
    assert {path for path in expected if path.suffix == ".svg"} == set(folder.iterdir())
    for path, text in expected.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run `make docs`"


def test_the_guides_to_techniques_are_up_to_date() -> None:
    expected = technique_guides.generate_files()
    assert set(expected) == set(technique_guides.FOLDER.iterdir()), "run `make docs`"
    for path, text in expected.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run `make docs`"


def pictures_in(path: Path) -> list[Any]:
    """Return the pictures in the output of a notebook."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    assert not [output for output in outputs if output["output_type"] == "error"]
    pictures = [output.get("data", {}).get("image/svg+xml") for output in outputs]
    return ["".join(picture) for picture in pictures if picture]


@pytest.mark.thorough
def test_the_notebook_runs_and_is_up_to_date(tmp_path: Path) -> None:
    result = tmp_path / "tour.ipynb"
    process = subprocess.run(
        [sys.executable, str(TOOLS / "run_notebook.py"), "--to", str(result)], capture_output=True, text=True
    )
    assert process.returncode == 0, process.stderr
    pictures = pictures_in(result)
    assert len(pictures) == 5
    assert pictures == pictures_in(gallery.DOCS / "tour.ipynb"), "run `make docs`"
