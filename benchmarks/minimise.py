"""Measure how long `masume.minimise` takes, per genre and size.

    python benchmarks/minimise.py boards.jsonl [more.txt ...] --cells 90-110

Each file is a list of boards (docs/lists.md).  Boards with exactly one solution count; the table has the medians per
genre: milliseconds, and how many clues can be dropped before and after.  With --all-clues, every place first gets the
number that fits the solution, if there is just one.
"""

import argparse
from collections import defaultdict
from statistics import mean, median
from time import perf_counter

import masume
from masume.core.layers import REMOVED


def measure(board: masume.Board) -> tuple[float, int, int]:
    """Return the milliseconds, and the numbers of clues before and after."""
    start = perf_counter()
    smaller = masume.minimise(board)
    return 1000 * (perf_counter() - start), len(board.droppable_clues), len(smaller.droppable_clues)


def fill_clues(board: masume.Board) -> masume.Board:
    """Return a board with all numbers that fit its solution, where only one fits."""
    solved = masume.solve(board).board
    assert solved is not None
    for layer in board.genre.clue_layers:
        if layer.dropped == REMOVED:
            alphabet = layer.alphabet(board.grid, board.options)
            numbers = [value for value in range(30) if alphabet.accepts(value)]
            fitting = {
                place: [value for value in numbers if fits(solved, layer.name, place, value)]
                for place in layer.places(board.grid)
                if place not in board.clues[layer.name]
            }
            new = {place: values[0] for place, values in fitting.items() if len(values) == 1}
            board = board.with_clues({layer.name: {**board.clues[layer.name], **new}})
    return board


def fits(solved: masume.Board, layer: str, place: int, value: object) -> bool:
    """Return whether a solved board may have this clue, too."""
    return not masume.check(solved.with_clues({layer: {**solved.clues[layer], place: value}}))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--cells", default="1-1000", help="smallest and largest number of cells")
    parser.add_argument("--boards", type=int, default=20, help="at most so many per genre")
    parser.add_argument("--all-clues", action="store_true", help="add all clues that fit the solution first")
    arguments = parser.parse_args()
    low, high = map(int, arguments.cells.split("-"))
    results: dict[str, list[tuple[float, int, int]]] = defaultdict(list)
    for path in arguments.files:
        for _, board in masume.load_all(path):
            own = results[board.genre.name]
            if len(own) < arguments.boards and low <= len(board.grid.cells) <= high and masume.solve(board).unique:
                own.append(measure(fill_clues(board) if arguments.all_clues else board))
    print("| genre | boards | median ms | largest ms | clues before | after |\n|---|---|---|---|---|---|")
    for genre, own in sorted(results.items()):
        if own:
            times, before, after = zip(*own, strict=True)
            numbers = f"{median(times):.1f} | {max(times):.1f} | {mean(before):.1f} | {mean(after):.1f}"
            print(f"| {genre} | {len(own)} | {numbers} |")


if __name__ == "__main__":
    main()
