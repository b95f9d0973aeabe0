"""Generate the explanations in docs/explanations.md, one per genre, and their pictures in docs/explanations.

    python tools/explanations.py

A test generates them again and compares.
"""

import re
from pathlib import Path

import masume
from masume import examples
from masume.explaining.frames import frame_of_step
from masume.explaining.steps import Step

DOCS = Path(__file__).parent.parent / "docs"
PAGE, FOLDER = "explanations.md", "explanations"
BEGIN, END = "<!-- explanations -->", "<!-- end of explanations -->"
CELL, COLUMNS, GAP, TITLE = 36, 5, 14, 22  # in pixels
_SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')


def board_names() -> list[str]:
    """Return the names of the boards to explain: the small one of each genre."""
    return [f"{name}-small" for name in masume.genres.names() if f"{name}-small" in examples.names()]


def draw_steps(steps: list[Step]) -> str:
    """Draw all steps of an explanation, numbered, in one picture."""
    frames = [str(frame_of_step(step).render("svg", cell=CELL)) for step in steps]
    sizes = [_SIZE.search(frame) for frame in frames]
    width, height = (max(float(size[side]) for size in sizes if size) for side in (1, 2))
    rows = -(-len(frames) // COLUMNS)
    total = COLUMNS * (width + GAP) + GAP, rows * (height + TITLE + GAP) + GAP
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{total[0]:g}" height="{total[1]:g}" role="img">']
    parts.append(f'<title>{len(frames)} steps</title><rect width="100%" height="100%" fill="#ffffff"/>')
    for number, frame in enumerate(frames):
        row, column = divmod(number, COLUMNS)
        x, y = GAP + column * (width + GAP), GAP + row * (height + TITLE + GAP)
        parts.append(f'<text x="{x + 6:g}" y="{y + 16:g}" font-size="15" font-family="sans-serif">{number + 1}</text>')
        parts.append(frame.replace("<svg ", f'<svg x="{x:g}" y="{y + TITLE:g}" ', 1).strip())
    return "\n".join([*parts, "</svg>"]) + "\n"


def describe_steps(name: str, steps: list[Step]) -> str:
    """Return an explanation in Markdown."""
    board = examples.find(name)
    lines = [f"### {board.genre.title}: {name}", "", f"![{board.genre.title}]({FOLDER}/{name}.svg)", ""]
    for number, step in enumerate(steps, 1):
        lines.append(f"{number}. " + " ".join(step.describe().split()))
    return "\n".join(lines) + "\n"


def files() -> dict[Path, str]:
    """Return the generated files: the text of each by its path."""
    page = DOCS / PAGE
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    explained = {name: list(masume.explain(examples.find(name))) for name in board_names()}
    text = "\n".join(describe_steps(name, steps) for name, steps in explained.items())
    pictures = {DOCS / FOLDER / f"{name}.svg": draw_steps(steps) for name, steps in explained.items()}
    return {page: f"{before}{BEGIN}\n\n{text}\n{END}{after}", **pictures}


if __name__ == "__main__":
    (DOCS / FOLDER).mkdir(exist_ok=True)
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
