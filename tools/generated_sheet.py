"""Make the contact sheets of generated boards in docs: every genre, by level and symmetry, unsolved and solved, as PNG.

    python tools/generated_sheet.py [--genre NAME] [--size 8x8] [--seconds 20]

They are for inspection by eye.  Where no board was found within the time limit, the sheet says so.
"""

import argparse
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

import masume
from masume.core.levels import LEVELS

SHEETS = Path(__file__).parent.parent / "docs" / "contact-sheets"
SYMMETRIES = ("none", "rot2", "rot4", "horizontal", "diagonal")
CELL_SIZE = 14  # pixels
GAP = 10  # pixels between pictures
LABEL = 16  # pixels above the columns and above each row of pictures
BACKGROUND, INK = "#e4e4e4", "#202020"
COLOURS = 16


class Entry(NamedTuple):
    """A place on the sheet: the pictures of a board and of its solution, or why there are none."""

    level: str
    symmetry: str
    pictures: tuple[Image.Image, ...]
    note: str = ""


def make_entry(genre: str, size: str, level: str, symmetry: str, seconds: float) -> Entry:
    """Generate a board and draw it."""
    try:
        board = masume.generate(
            genre,
            size,
            level=level,
            symmetry=symmetry,
            seed=f"sheet {level} {symmetry}",
            limits=masume.Limits(seconds=seconds),
        )
    except masume.OutOfTimeError:
        return Entry(level, symmetry, (), f"none in {seconds:g} seconds")
    except masume.MasumeError:
        return Entry(level, symmetry, (), "none was found")
    solved = masume.solve(board).board
    assert solved is not None
    return Entry(level, symmetry, (draw(board, "mark"), draw(solved, "solution")))


def draw(board: masume.Board, marks: str) -> Image.Image:
    """Return the picture of a board."""
    return Image.open(BytesIO(masume.render(board, "png", marks=marks, cell=CELL_SIZE))).convert("RGB")


def make_sheet(genre: str, size: str, seconds: float) -> Image.Image:
    """Draw the boards of a genre in one image: a row for each level, a column for each symmetry."""
    rows = [[make_entry(genre, size, level, symmetry, seconds) for symmetry in SYMMETRIES] for level in LEVELS]
    pictures = [picture for row in rows for entry in row for picture in entry.pictures]
    width = 2 * max((picture.width for picture in pictures), default=100) + GAP // 2
    height = max((picture.height for picture in pictures), default=100)
    sheet = Image.new("RGB", (GAP + len(SYMMETRIES) * (width + GAP), len(rows) * (height + LABEL + GAP)), BACKGROUND)
    pen = ImageDraw.Draw(sheet)
    for row, entries in enumerate(rows):
        top = row * (height + LABEL + GAP)
        for column, entry in enumerate(entries):
            left = GAP + column * (width + GAP)
            pen.text((left, top + 3), f"{entry.level}, {entry.symmetry}", fill=INK)
            pen.text((left, top + LABEL + 3), entry.note, fill=INK)
            for position, picture in enumerate(entry.pictures):
                sheet.paste(picture, (left + position * (width + GAP // 2) // 2, top + LABEL))
    return sheet.quantize(COLOURS)


def main() -> None:
    """Write the sheets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--genre", action="append", help="a genre, may be repeated (default: all)")
    parser.add_argument("--size", default="8x8")
    parser.add_argument("--seconds", type=float, default=20, help="time limit for each board")
    arguments = parser.parse_args()
    SHEETS.mkdir(exist_ok=True)
    for genre in arguments.genre or masume.genres.names():
        path = SHEETS / f"generated-{genre}.png"
        make_sheet(genre, arguments.size, arguments.seconds).save(path, optimize=True)


if __name__ == "__main__":
    main()
