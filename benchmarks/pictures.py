"""Measure how long pictures take: a large board as SVG, PDF and PNG, and a booklet of boards with their answers.

    python benchmarks/pictures.py [--corpus FOLDER] [--boards 200]

The large board is a Slitherlink of 60x60 cells with all its numbers.  The booklet holds the shipped boards, repeated as
often as needed, or a random sample of a corpus.  The time to solve its boards is printed separately.
"""

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import growth_boards
import masume
from masume import examples

REPETITIONS = 7


def measure(work: Callable[[], object]) -> float:
    """Return how many seconds a call takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def make_large_board() -> masume.Board:
    """Return a large board with its solution."""
    return growth_boards.make_board("slitherlink", 60, Random("pictures"), share=1.0)


def choose_boards(corpus: Path | None, number: int) -> list[masume.Board]:
    """Return the boards of the booklet."""
    if corpus is None:
        names = examples.names()
        return [examples.find(names[index % len(names)]) for index in range(number)]
    lines = [line for path in sorted(corpus.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    return [masume.read(json.loads(line)["pzpr_url"]) for line in Random("pictures").sample(lines, number)]


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, help="a folder of GENRE.jsonl files (default: the shipped boards)")
    parser.add_argument("--boards", type=int, default=200, help="boards in the booklet (default: 200)")
    arguments = parser.parse_args()
    solved = make_large_board()
    unsolved = masume.Board(solved.genre, solved.grid, solved.clues)
    masume.render(examples.find(examples.names()[0]), "pdf")  # load modules and fonts once
    for name, board in (("60x60", unsolved), ("60x60, solved", solved)):
        for kind in ("svg", "pdf", "png"):
            times = [measure(partial(masume.render, board, kind)) for _ in range(REPETITIONS)]
            print(f"{name:14} {kind}  median {1000 * median(times):7.1f} ms  longest {1000 * max(times):7.1f} ms")
    boards = choose_boards(arguments.corpus, arguments.boards)
    answers: list[masume.Board | None] = []
    limits = masume.Limits(seconds=5)
    solving = measure(lambda: answers.extend(masume.solve(board, limits=limits).board for board in boards))
    binding = measure(lambda: masume.bind(boards, answers, title="Boards", rules=True, per_page=(2, 3)))
    cells = sum(len(board.grid.cells) for board in boards) / len(boards)
    print(f"{len(boards)} boards of {cells:.0f} cells: solving {solving:.1f} s, drawing and binding {binding:.1f} s")


if __name__ == "__main__":
    main()
