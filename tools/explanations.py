"""Generate the explanations in docs/explanations.md, one per genre, and their pictures in docs/explanations.

    python tools/explanations.py

A test checks that the files in docs are up to date.
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
COLUMNS = 5
CELL_SIZE, GAP, NUMBER_HEIGHT = 36, 14, 22  # pixels
_SVG_SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')


def board_names() -> list[str]:
    """Return the names of the boards to explain: the small one of each genre."""
    return [f"{name}-small" for name in masume.genres.names() if f"{name}-small" in examples.names()]


def draw_steps(steps: list[Step]) -> str:
    """Draw all steps of an explanation, numbered, in one picture."""
    frames = [str(frame_of_step(step).render("svg", cell=CELL_SIZE, coordinates=True)) for step in steps]
    sizes = [_SVG_SIZE.search(frame) for frame in frames]
    width, height = (max(float(size[side]) for size in sizes if size) for side in (1, 2))
    rows = -(-len(frames) // COLUMNS)
    total_width, total_height = COLUMNS * (width + GAP) + GAP, rows * (height + NUMBER_HEIGHT + GAP) + GAP
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{total_width:g}" height="{total_height:g}" role="img">']
    parts.append(f'<title>{len(frames)} steps</title><rect width="100%" height="100%" fill="#ffffff"/>')
    for number, frame in enumerate(frames):
        row, column = divmod(number, COLUMNS)
        x, y = GAP + column * (width + GAP), GAP + row * (height + NUMBER_HEIGHT + GAP)
        parts.append(f'<text x="{x + 6:g}" y="{y + 16:g}" font-size="15" font-family="sans-serif">{number + 1}</text>')
        parts.append(frame.replace("<svg ", f'<svg x="{x:g}" y="{y + NUMBER_HEIGHT:g}" ', 1).strip())
    return "\n".join([*parts, "</svg>"]) + "\n"


def describe_steps(name: str, steps: list[Step]) -> str:
    """Return the explanation of a board in Markdown: its picture, and a numbered list of its steps in words."""
    board = examples.find(name)
    lines = [f"### {board.genre.title}: {name}", "", f"![{board.genre.title}]({FOLDER}/{name}.svg)", ""]
    for number, step in enumerate(steps, 1):
        lines.append(f"{number}. " + " ".join(step.in_words().split()))
    return "\n".join(lines) + "\n"


def generate_files() -> dict[Path, str]:
    """Return the text of every generated file by its path."""
    page = DOCS / PAGE
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    explained = {name: list(masume.explain(examples.find(name))) for name in board_names()}
    text = "\n".join(describe_steps(name, steps) for name, steps in explained.items())
    pictures = {DOCS / FOLDER / f"{name}.svg": draw_steps(steps) for name, steps in explained.items()}
    return {page: f"{before}{BEGIN}\n\n{text}\n{END}{after}", **pictures}


if __name__ == "__main__":
    (DOCS / FOLDER).mkdir(exist_ok=True)
    for path, text in generate_files().items():
        path.write_text(text, encoding="utf-8")
