"""Run docs/tour.ipynb and save it with its output.

    python tools/run_notebook.py [--to FILE]

A test checks that the output in docs is up to date.
"""

import argparse
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

TOUR = Path(__file__).parent.parent / "docs" / "tour.ipynb"
TIMEOUT = 120  # seconds for one cell, and for the kernel to start


def run_notebook(path: Path) -> Any:
    """Return the notebook with the output of its cells; raise the error of a cell that fails."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=TIMEOUT, startup_timeout=TIMEOUT, kernel_name="python3").execute()
    for cell in notebook.cells:
        cell.metadata.clear()  # it holds the times of this run, which would change the file every time
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def main() -> None:
    """Run the notebook in place, or write the result to another file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=TOUR, help="the file to write (default: the notebook itself)")
    nbformat.write(run_notebook(TOUR), parser.parse_args().to)


if __name__ == "__main__":
    main()
