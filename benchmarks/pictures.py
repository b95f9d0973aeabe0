"""How long pictures take: a large board as SVG, PDF and PNG, and a booklet of many boards with their answers.

    python benchmarks/pictures.py [--corpus FOLDER] [--boards 200]

The large board is a Slitherlink of 60x60 cells with all its numbers.  The booklet is of the shipped boards, again and
again, or of boards drawn by lot from a corpus; solving them counts.
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

TIMES = 7


def seconds(work: Callable[[], object]) -> float:
    """How long work takes."""
    begin = perf_counter()
    work()
    return perf_counter() - begin


def large_board() -> masume.Board:
    """A large board, solved."""
    return growth_boards.made("slitherlink", 60, Random("pictures"), share=1.0)


def drawn(corpus: Path | None, number: int) -> list[masume.Board]:
    """The boards of the booklet."""
    if corpus is None:
        names = examples.names()
        return [examples.find(names[index % len(names)]) for index in range(number)]
    lines = [line for path in sorted(corpus.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    return [masume.read(json.loads(line)["pzpr_url"]) for line in Random("pictures").sample(lines, number)]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, help="a folder of GENRE.jsonl")
    parser.add_argument("--boards", type=int, default=200, help="in the booklet")
    chosen = parser.parse_args()
    solved = large_board()
    board = masume.Board(solved.genre, solved.grid, solved.clues)
    masume.render(examples.find(examples.names()[0]), "pdf")  # imports and fonts, once
    for name, shown in (("60x60", board), ("60x60, solved", solved)):
        for kind in ("svg", "pdf", "png"):
            times = [seconds(partial(masume.render, shown, kind)) for _ in range(TIMES)]
            print(f"{name:14} {kind}  median {1000 * median(times):7.1f} ms  longest {1000 * max(times):7.1f} ms")
    boards = drawn(chosen.corpus, chosen.boards)
    answers: list[masume.Board | None] = []
    limits = masume.Limits(seconds=5)
    solving = seconds(lambda: answers.extend(masume.solve(each, limits=limits).board for each in boards))
    binding = seconds(lambda: masume.bind(boards, answers, title="Boards", rules=True, per_page=(2, 3)))
    cells = sum(len(each.grid.cells) for each in boards) / len(boards)
    print(f"{len(boards)} boards of {cells:.0f} cells: solving {solving:.1f} s, drawing and binding {binding:.1f} s")


if __name__ == "__main__":
    main()
