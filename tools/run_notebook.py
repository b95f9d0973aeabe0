"""Run docs/tour.ipynb and keep what it shows.

python tools/run_notebook.py [--to FILE]
"""

import argparse
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

TOUR = Path(__file__).parent.parent / "docs" / "tour.ipynb"
SECONDS = 120  # for one cell, and for the kernel to begin


def run(path: Path) -> Any:
    """The notebook with what each of its cells shows; an error in one of them goes on."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=SECONDS, startup_timeout=SECONDS, kernel_name="python3").execute()
    for cell in notebook.cells:
        cell.metadata.clear()  # when it ran is of no interest, and differs
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def main() -> None:
    """Run it in place, or write what it shows elsewhere."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=TOUR, help="where to write it")
    nbformat.write(run(TOUR), parser.parse_args().to)


if __name__ == "__main__":
    main()
