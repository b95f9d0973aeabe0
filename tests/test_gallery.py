"""The pages with pictures are what their scripts make of the shipped boards; the notebook runs."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import explanations
import gallery

TOOLS = Path(__file__).parent.parent / "tools"


def test_the_gallery_is_up_to_date() -> None:
    folder = gallery.DOCS / gallery.FOLDER
    wanted = gallery.pictures()
    assert {path.name for path in folder.iterdir()} == set(wanted), "run `make docs`"
    for name, picture in wanted.items():
        assert (folder / name).read_text(encoding="utf-8") == picture, f"{name}: run `make docs`"
    assert (gallery.DOCS / "gallery.md").read_text(encoding="utf-8") == gallery.page(), "run `make docs`"


def test_the_explanations_are_up_to_date() -> None:
    made = explanations.files()
    assert {path for path in made if path.suffix == ".svg"} == set((explanations.DOCS / explanations.FOLDER).iterdir())
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run `make docs`"


def pictures(path: Path) -> list[Any]:
    """The pictures that a notebook shows."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    shown = [output for cell in cells for output in cell.get("outputs", ())]
    assert not [output for output in shown if output["output_type"] == "error"]
    found = [output.get("data", {}).get("image/svg+xml") for output in shown]
    return ["".join(picture) for picture in found if picture]


def test_the_notebook_runs_and_shows_what_it_did(tmp_path: Path) -> None:
    again = tmp_path / "tour.ipynb"
    done = subprocess.run(
        [sys.executable, str(TOOLS / "run_notebook.py"), "--to", str(again)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    shown = pictures(again)
    assert len(shown) == 5
    assert shown == pictures(gallery.DOCS / "tour.ipynb"), "run `make docs`"
