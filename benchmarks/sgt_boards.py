"""Make boards with a known difficulty, with the generators of Simon Tatham's Portable Puzzle Collection.

    python benchmarks/sgt_boards.py --size 7 10 --number 20 > sgt.jsonl
    python benchmarks/sgt_boards.py --game loopy --size 15 --number 20 >> sgt.jsonl

This needs his programs, such as sgt-loopy: Debian has them in the package sgt-puzzles.  For each game that is a genre
of masume, each size and each difficulty of the game, it prints lines of JSON that `masume solve` and `masume.load_all`
take as a list.  The random seeds are 1, 2, … (`--first-seed 1001`: 1001, 1002, …), so the same version of his programs
makes the same boards again; two seeds may make the same small board.  Every board is checked: it has one solution, and
masume writes the same id as the program.  Most boards take milliseconds, but a 15x15 board of sgt-pearl takes minutes.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Any, NamedTuple

import masume
from masume import genres
from masume.core.game_ids import Difficulty
from masume.core.genre import Genre
from masume.core.notation import Sgt
from masume.core.square import square

FOLDER = "/usr/games"  # where Debian installs games; it is not on every PATH
SECONDS = 300  # for one board


class Game(NamedTuple):
    """A genre of masume that is a game of his collection."""

    genre: Genre
    notation: Sgt

    @property
    def name(self) -> str:
        """His name of the game."""
        return self.notation.game

    @property
    def difficulties(self) -> list[str | None]:
        """The labels of the game; None if it has only one difficulty, without a label."""
        parameters = [each for each in self.notation.parameters if isinstance(each, Difficulty)]
        return [label for each in parameters for label in each.labels.values()] or [None]


def find_games() -> list[Game]:
    """Return the games of all genres, by name."""
    found = [
        Game(genre, genres.load_part(genre, "notation", "NOTATION").sgt) for genre in map(genres.find, genres.names())
    ]
    return sorted((game for game in found if game.notation is not None), key=lambda game: game.name)


def find_program(game: Game) -> str:
    """Return the path of a game's program; exit if it is not installed."""
    path = shutil.which(f"sgt-{game.name}", path=os.pathsep.join([os.environ.get("PATH", ""), FOLDER]))
    if path is None:
        expected = "install Simon Tatham's puzzles first (in Debian and Ubuntu: apt install sgt-puzzles)"
        raise SystemExit(f"there is no program sgt-{game.name} on PATH or in {FOLDER}: {expected}")
    return path


def generate_id(program: str, parameters: str, seed: int) -> str:
    """Return the id of the board that a program makes from a seed: COLUMNSxROWS…:description."""
    command = [program, "--generate", "1", f"{parameters}#{seed}"]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=SECONDS)  # noqa: S603 - found by us
    except subprocess.TimeoutExpired:
        raise SystemExit(f"{' '.join(command)}: no board in {SECONDS} s") from None
    if done.returncode or not done.stdout.strip():
        raise SystemExit(f"{' '.join(command)}: {done.stderr.strip() or 'it printed no board'}")
    return done.stdout.strip()


def make_record(game: Game, program: str, size: int, difficulty: str | None, seed: int) -> dict[str, Any]:
    """Return a board as a line of a list; exit if it is not as it should be."""
    info = {} if difficulty is None else {"difficulty": difficulty}
    parameters = masume.write(masume.Board(game.genre, square(size, size), info=info), "sgt").split(":")[1]
    game_id = generate_id(program, parameters, seed)
    url = f"sgtpuzzles:{game.name}:{parameters}:{game_id.partition(':')[2]}"
    name = "-".join(["sgt", game.name, f"{size}x{size}", *info.values(), str(seed)])
    board = masume.read(url)
    if masume.write(masume.Board(board.genre, board.grid, board.clues), "sgt") != f"{game.name}:{game_id}":
        raise SystemExit(f"{name}: masume does not give back the id {game_id}")
    if not masume.solve(board).unique:
        raise SystemExit(f"{name}: masume does not find exactly one solution of {game_id}")
    origin = {"game": game.name, "params": parameters, "seed": seed, "sgt": game_id}
    label = {"genre": game.genre.name, "rows": size, "cols": size, "difficulty": difficulty}
    return {"id": name, **label, **origin, "url": url, "pzpr_url": masume.write(board, "pzpr"), "n_solutions": "1"}


def make_records(games: list[Game], sizes: list[int], number: int, first_seed: int = 1) -> Iterator[dict[str, Any]]:
    """Yield the boards of all games, sizes and difficulties; print how long each kind took."""
    programs = {game.name: find_program(game) for game in games}
    for game in games:
        for size in sizes:
            for difficulty in game.difficulties:
                start = perf_counter()
                for seed in range(first_seed, first_seed + number):
                    yield make_record(game, programs[game.name], size, difficulty, seed)
                kind = f"{game.name} {size}x{size} {difficulty or ''}".strip()
                print(f"{kind}: {number} boards in {perf_counter() - start:.1f} s", file=sys.stderr)


def main() -> None:
    """Print a line of JSON for each board."""
    games = {game.name: game for game in find_games()}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=games, help="default: all games")
    parser.add_argument("--size", type=int, nargs="+", default=[7, 10], help="rows and columns; default: 7 10")
    parser.add_argument("--number", type=int, default=20, help="boards of each size and difficulty; default: 20")
    parser.add_argument(
        "--first-seed", type=int, default=1, metavar="N", help="of each size and difficulty; default: 1"
    )
    options = parser.parse_args()
    chosen = [games[name] for name in options.game or games]
    for record in make_records(chosen, options.size, options.number, options.first_seed):
        print(json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
