"""Compare how generated boards look with how published ones do: the `measures` of each genre, as Markdown tables.

    MASUME_CORPUS=FOLDER python benchmarks/looks.py [--genre NAME] [--size 10x10] [--boards 30] [--level easy]
                                                    [--style NAME] [--kinds published,seed,repo]

A table has, for each measure, the values below which 10, 50 and 90 % of the published boards of a size lie, and the
medians of generated boards without symmetry and with half turns; an asterisk marks those outside of the 10 to 90 %.
Sizes with few boards are pooled with others of nearly as many cells; then the generated boards have the size that is
most frequent among these.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from statistics import median
from typing import NamedTuple

import masume
from corpus import CORPUS, corpus_files, known_solution, load_entries
from masume.core.errors import NoBoardError
from masume.core.genre import Genre
from masume.generating import make_numbered_board, make_request
from masume.generating.drafts import find_generation

POOLED_RATIO = 1.5  # between the numbers of cells of pooled sizes
Size = tuple[int, int]
Values = Sequence[Mapping[str, float]]


class Pool(NamedTuple):
    """Published boards, solved, by size: of one size, or of several that have nearly as many cells."""

    boards: Mapping[Size, Sequence[masume.Board]]

    @property
    def size(self) -> Size:
        """The most frequent size."""
        return max(self.boards, key=lambda size: (len(self.boards[size]), size))

    @property
    def title(self) -> str:
        """The most frequent size, how many boards there are, and what is pooled."""
        number = sum(map(len, self.boards.values()))
        pooled = (
            f", pooled from {_words(min(self.boards))} to {_words(max(self.boards))}" if len(self.boards) > 1 else ""
        )
        return f"{_words(self.size)} ({number} published boards{pooled})"


def _words(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


def load_boards(genre: Genre, kinds: Sequence[str], max_cells: int) -> dict[Size, list[masume.Board]]:
    """Return the boards of a genre in the corpus, solved, by size, the smallest first."""
    found = defaultdict[Size, list[masume.Board]](list)
    for path in corpus_files():
        if masume.genres.find(path.stem) is not genre:
            continue
        for entry in load_entries(path, max_cells):
            if entry.data["kind"] in kinds:
                marks = known_solution(entry)
                solved = entry.board.with_marks(marks) if marks else masume.solve(entry.board).board
                if solved is not None:
                    found[entry.data["rows"], entry.data["cols"]].append(solved)
    return dict(sorted(found.items(), key=lambda item: (math.prod(item[0]), item[0])))


def pool_sizes(boards: Mapping[Size, Sequence[masume.Board]], enough: int) -> Iterator[Pool]:
    """Yield the sizes with enough boards, and groups of the others, as far as these have enough."""
    few = dict[Size, Sequence[masume.Board]]()
    for size, found in boards.items():
        if len(found) >= enough:
            yield Pool({size: found})
        else:
            few[size] = found
    for _, sizes in groupby(few, key=lambda size: round(math.log(math.prod(size), POOLED_RATIO))):
        pool = Pool({size: few[size] for size in sizes})
        if sum(map(len, pool.boards.values())) >= enough:
            yield pool


def measure_all(genre: Genre, boards: Sequence[masume.Board]) -> Values:
    """Return the measures of some boards."""
    measures = find_generation(genre).measures
    return [{name: measure(board) for name, measure in measures.items()} for board in boards]


def make_boards(genre: Genre, size: Size, symmetry: str, arguments: argparse.Namespace) -> list[masume.Board]:
    """Return generated boards with their solutions; fewer or none if they cannot be made."""
    boards = []
    request = make_request(genre, size, symmetry=symmetry, level=arguments.level, style=arguments.style)
    for number in range(arguments.boards):
        try:
            solved = masume.solve(make_numbered_board(request, "looks", number)).board
        except NoBoardError:
            break
        assert solved is not None
        boards.append(solved)
    return boards


def make_table(published: Values, generated: Mapping[str, Values]) -> str:
    """Return a table of one size."""
    columns = ["measure", "10 %", "50 %", "90 %", *generated]
    lines = [f"| {' | '.join(columns)} |", f"|---|{'--:|' * (len(columns) - 1)}"]
    for name in published[0]:
        low, middle, high = quantiles([values[name] for values in published])
        cells = [name, *(f"{value:.3f}" for value in (low, middle, high))]
        for boards in generated.values():
            own = median(values[name] for values in boards) if boards else math.nan
            cells.append("–" if not boards else f"{own:.3f}{'' if low <= own <= high else ' *'}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def quantiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the values below which 10, 50 and 90 % of all lie."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return ordered[round(0.1 * last)], median(ordered), ordered[round(0.9 * last)]


def report(genre: Genre, arguments: argparse.Namespace) -> None:
    """Print the tables of a genre."""
    print(f"## {genre.title}\n")
    if not find_generation(genre).measures:
        print("It has no measures.\n")
        return
    for pool in pool_sizes(load_boards(genre, arguments.kinds.split(","), arguments.cells), arguments.enough):
        if arguments.size in (None, _words(pool.size)):
            published = [board for boards in pool.boards.values() for board in boards]
            boards = {name: make_boards(genre, pool.size, name, arguments) for name in arguments.symmetries.split(",")}
            generated = {f"{name} ({len(made)})": measure_all(genre, made) for name, made in boards.items()}
            print(f"### {pool.title}\n\n{make_table(measure_all(genre, published), generated)}\n", flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--genre", action="append", help="may be repeated (default: all)")
    parser.add_argument("--size", help="only this size, such as 10x10")
    parser.add_argument("--boards", type=int, default=20, help="generated boards per size and symmetry")
    parser.add_argument("--symmetries", default="none,rot2", help="of the generated boards")
    parser.add_argument("--level", help="of the generated boards (default: any)")
    parser.add_argument("--style", help="of the generated boards (default: the first one of the genre)")
    parser.add_argument("--kinds", default="published,seed,repo,site-generated", help="of the boards of the corpus")
    parser.add_argument("--cells", type=int, default=400, help="the largest boards")
    parser.add_argument("--enough", type=int, default=10, help="boards of a size, to be compared")
    arguments = parser.parse_args()
    if not CORPUS:
        parser.error("MASUME_CORPUS does not name the folder of published boards")
    print("# How generated boards look\n\nMedians marked * are outside of the 10 to 90 % of published boards.\n")
    for name in arguments.genre or masume.genres.names():
        report(masume.genres.find(name), arguments)


if __name__ == "__main__":
    main()
