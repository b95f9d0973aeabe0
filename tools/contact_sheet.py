"""Contact sheets for docs: every genre in three sizes, unsolved and solved, as SVG, PNG and PDF, to be looked at.

    python tools/contact_sheet.py [--genre NAME]

Chromium draws the SVG and pdftoppm the PDF: both have to be installed.  The boards of 31x45 cells, made like the
shipped ones but not necessarily with one solution, are in contact_boards.jsonl.
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
LARGE = dict(masume.load_all(HERE / "contact_boards.jsonl"))
CELLS = {"small": 36, "medium": 30, "31x45": 18}  # pixels a cell
GAP = 12
CAPTIONED = 130  # pixels at the top of a page, on which the name of the board stands


def boards(genre: str) -> list[tuple[masume.Board, str, int]]:
    """The boards of a genre with what their marks are and how large they are drawn: each unsolved, then solved."""
    found = []
    for size, cell in CELLS.items():
        if size == "31x45":
            board = LARGE[f"contact_boards-{genre}-31x45"]
            answer = masume.solve(board).board
            assert answer is not None
        else:
            board, answer = examples.find(f"{genre}-{size}"), examples.find(f"{genre}-{size}.answer")
        found += [(board, "mark", cell), (answer, "solution", cell)]
    return found


def by_chromium(board: masume.Board, marks: str, cell: int, folder: Path) -> Image.Image:
    """The SVG as a browser shows it."""
    picture = masume.render(board, "svg", marks=marks, cell=cell)
    scene = masume.scene_of(board, marks=marks)
    (folder / "page.html").write_text(f"<body style='margin:0'>{picture}</body>", encoding="utf-8")
    size = f"--window-size={round(scene.width * cell)},{round(scene.height * cell)}"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", size]
    shot = folder / "shot.png"
    subprocess.run(
        ["chromium", *flags, f"--screenshot={shot}", str(folder / "page.html")], check=True, capture_output=True
    )
    return Image.open(BytesIO(shot.read_bytes()))


def by_resvg(board: masume.Board, marks: str, cell: int, folder: Path) -> Image.Image:
    """The PNG."""
    return Image.open(BytesIO(masume.render(board, "png", marks=marks, cell=cell)))


def by_pdftoppm(board: masume.Board, marks: str, cell: int, folder: Path) -> Image.Image:
    """The PDF, cut to the picture on it, about as large as the others."""
    (folder / "page.pdf").write_bytes(masume.render(board, "pdf", marks=marks))
    subprocess.run(["pdftoppm", "-r", "150", "-png", "-singlefile", "page.pdf", "page"], cwd=folder, check=True)
    page = Image.open(BytesIO((folder / "page.png").read_bytes())).convert("RGB")
    page = page.crop((0, CAPTIONED, page.width, page.height))
    cut = page.crop(ImageChops.invert(page).getbbox())
    width = round(masume.scene_of(board).width * cell)
    return cut.resize((width, round(cut.height * width / cut.width)), Image.Resampling.LANCZOS)


def sheet(genre: str) -> Image.Image:
    """All pictures of a genre, a row for each way of drawing."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            [draw(*each, Path(folder)).convert("RGB") for each in boards(genre)]
            for draw in (by_chromium, by_resvg, by_pdftoppm)
        ]
    width = max(sum(image.width + GAP for image in row) for row in rows)
    height = sum(max(image.height for image in row) + GAP for row in rows)
    whole, top = Image.new("RGB", (width + GAP, height + GAP), "#d0d0d0"), GAP
    for row in rows:
        left = GAP
        for image in row:
            whole.paste(image, (left, top))
            left += image.width + GAP
        top += max(image.height for image in row) + GAP
    return whole.quantize(32)


def main() -> None:
    """Draw the sheets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--genre", action="append", help="all if none is named")
    SHEETS.mkdir(exist_ok=True)
    for genre in parser.parse_args().genre or masume.genres.names():
        sheet(genre).save(SHEETS / f"{genre}.png", optimize=True)


if __name__ == "__main__":
    main()
