"""Make the contact sheets in docs: every genre in three sizes, unsolved and solved, as SVG, PNG and PDF.

    python tools/contact_sheet.py [--genre NAME]

They are for inspection by eye.  Chromium must be installed, to draw the SVG, and pdftoppm, to draw the PDF.  The boards
of 31x45 cells are in contact_boards.jsonl; they are generated like the shipped boards, but may have several solutions.
"""

import argparse
import subprocess
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

import masume
from masume import examples

HERE = Path(__file__).parent
SHEETS = HERE.parent / "docs" / "contact-sheets"
LARGE_BOARDS = dict(masume.load_all(HERE / "contact_boards.jsonl"))
CELL_SIZES = {"small": 36, "medium": 30, "31x45": 18}  # pixels
GAP = 12  # pixels between pictures
CAPTION_HEIGHT = 130  # pixels at the top of a page for the name of the board


def collect_boards(genre: str) -> list[tuple[masume.Board, str, int]]:
    """Return the boards of a genre, each unsolved and then solved, with the kind of their marks and the cell size."""
    boards = []
    for size, cell_size in CELL_SIZES.items():
        if size == "31x45":
            board = LARGE_BOARDS[f"{genre}-31x45"]
            answer = masume.solve(board).board
            assert answer is not None
        else:
            board, answer = examples.find(f"{genre}-{size}"), examples.find(f"{genre}-{size}.answer")
        boards += [(board, "mark", cell_size), (answer, "solution", cell_size)]
    return boards


def draw_svg(board: masume.Board, marks: str, cell_size: int, folder: Path) -> Image.Image:
    """Return the SVG as Chromium shows it."""
    svg = masume.render(board, "svg", marks=marks, cell=cell_size)
    scene = masume.scene_of(board, marks=marks)
    (folder / "page.html").write_text(f"<body style='margin:0'>{svg}</body>", encoding="utf-8")
    window = f"--window-size={round(scene.width * cell_size)},{round(scene.height * cell_size)}"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", window]
    screenshot = folder / "screenshot.png"
    subprocess.run(
        ["chromium", *flags, f"--screenshot={screenshot}", str(folder / "page.html")], check=True, capture_output=True
    )
    return Image.open(BytesIO(screenshot.read_bytes()))


def draw_png(board: masume.Board, marks: str, cell_size: int, folder: Path) -> Image.Image:
    """Return the PNG."""
    return Image.open(BytesIO(masume.render(board, "png", marks=marks, cell=cell_size)))


def draw_pdf(board: masume.Board, marks: str, cell_size: int, folder: Path) -> Image.Image:
    """Return the PDF as pdftoppm draws it, cropped to the board and scaled to about the size of the other pictures."""
    (folder / "page.pdf").write_bytes(masume.render(board, "pdf", marks=marks))
    subprocess.run(["pdftoppm", "-r", "150", "-png", "-singlefile", "page.pdf", "page"], cwd=folder, check=True)
    page = Image.open(BytesIO((folder / "page.png").read_bytes())).convert("RGB")
    page = page.crop((0, CAPTION_HEIGHT, page.width, page.height))
    cropped = page.crop(ImageChops.invert(page).getbbox())
    width = round(masume.scene_of(board).width * cell_size)
    return cropped.resize((width, round(cropped.height * width / cropped.width)), Image.Resampling.LANCZOS)


def make_sheet(genre: str) -> Image.Image:
    """Draw all boards of a genre in one image, with one row per format."""
    boards = collect_boards(genre)
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            [draw(board, marks, cell_size, Path(folder)).convert("RGB") for board, marks, cell_size in boards]
            for draw in (draw_svg, draw_png, draw_pdf)
        ]
    width = max(sum(image.width + GAP for image in row) for row in rows)
    height = sum(max(image.height for image in row) + GAP for row in rows)
    sheet, top = Image.new("RGB", (width + GAP, height + GAP), "#d0d0d0"), GAP
    for row in rows:
        left = GAP
        for image in row:
            sheet.paste(image, (left, top))
            left += image.width + GAP
        top += max(image.height for image in row) + GAP
    return sheet.quantize(32)


def main() -> None:
    """Write the contact sheets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--genre", action="append", help="a genre, may be repeated (default: all)")
    SHEETS.mkdir(exist_ok=True)
    for genre in parser.parse_args().genre or masume.genres.names():
        make_sheet(genre).save(SHEETS / f"{genre}.png", optimize=True)


if __name__ == "__main__":
    main()
