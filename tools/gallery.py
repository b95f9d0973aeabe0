"""The gallery in docs, made of the shipped boards: every genre in every theme, unsolved and solved.

    python tools/gallery.py

A test makes it again and compares.
"""

from pathlib import Path

import masume
from masume import examples
from masume.drawing import THEMES

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = "gallery"
INTRODUCTION = """# Gallery

Every genre in the themes light, dark and print, unsolved and solved. `tools/gallery.py` makes this page from the
shipped boards (`make docs`): each picture is `masume.render(board, "svg", theme=…, marks="solution")`, and on the
command line `masume show NAME --solution --theme dark -o FILE.svg`. [pictures.md](pictures.md) tells what pictures can
show, and how; the [contact sheets](contact-sheets.md) have every genre in three sizes.
"""
MARKED = """
## Marks, hints, reasons and errors

Given marks are framed or slit, common ones tiled or dashed; hints have the corners of their cells drawn, errors a
dashed frame, or two rings where they are no cells, and what a hint rests on a dotted line around it: what is what shows
without colour, too.

"""


def shipped() -> list[str]:
    """The genres of which there are boards."""
    return [name for name in masume.genres.names() if f"{name}-small" in examples.names()]


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    found: dict[str, str] = {}
    for name in shipped():
        for size, themes in (("small", THEMES), ("medium", THEMES[:1])):
            board, answer = examples.find(f"{name}-{size}"), examples.find(f"{name}-{size}.answer")
            for theme in themes:
                found[f"{name}-{size}-{theme}.svg"] = masume.render(board, "svg", theme=theme)
                found[f"{name}-{size}-{theme}-solved.svg"] = masume.render(answer, "svg", theme=theme, marks="solution")
    return found | marked()


def marked() -> dict[str, str]:
    """Pictures of boards on which more is to be told apart."""
    answer = examples.find("slitherlink-small.answer")
    marks = dict(answer.decided("loop"))
    given = {edge: marks.pop(edge) for edge in list(marks)[::3]}
    board = masume.Board(answer.genre, answer.grid, answer.clues, {"loop": given}, {"loop": marks})
    puzzle = masume.read("https://puzz.link/p?nurikabe/5/4/o34o")
    wrong = puzzle.with_marks({"shade": dict.fromkeys((0, 1, 5, 6, 12), "sea")})
    broken = [place for _, places in masume.check(wrong, finished=False) for place in places]
    block = frozenset({12, 13, 17, 18})
    begun = puzzle.with_marks({"shade": dict.fromkeys((2, 7, *block - {13}), "sea")})
    return {
        "given.svg": masume.render(board, "svg", caption="given and other lines"),
        "common.svg": masume.render(masume.common(puzzle), "svg", marks="common", caption="common marks"),
        "errors.svg": masume.render(wrong, "svg", errors=broken, coordinates=True, caption="a 2x2 block of sea"),
        "hints.svg": masume.render(puzzle, "svg", hints=(9, 10), coordinates=True, caption="look here"),
        "reasons.svg": masume.render(
            begun, "svg", hints=[13], reasons=[block], coordinates=True, caption="and this is why"
        ),
    }


def page() -> str:
    """The page that shows them."""
    lines = [INTRODUCTION]
    for name in shipped():
        title = masume.genres.find(name).title
        lines += [f"## {title}", "", f"| {' | '.join(THEMES)} |", "|---" * len(THEMES) + "|"]
        for word, ending in (("unsolved", ""), ("solved", "-solved")):
            cells = (f"![{title}, {word}, {theme}]({FOLDER}/{name}-small-{theme}{ending}.svg)" for theme in THEMES)
            lines.append(f"| {' | '.join(cells)} |")
        medium = f"{FOLDER}/{name}-medium-light"
        lines += ["", f"![A larger {title}]({medium}.svg) ![its solution]({medium}-solved.svg)", ""]
    shown = " ".join(f"![{name.removesuffix('.svg')}]({FOLDER}/{name})" for name in marked())
    return "\n".join(lines).rstrip() + "\n" + MARKED + shown + "\n"


def main() -> None:
    """Write the page and its pictures, and nothing else into their folder."""
    folder = DOCS / FOLDER
    folder.mkdir(exist_ok=True)
    wanted = pictures()
    for path in folder.iterdir():
        if path.name not in wanted:
            path.unlink()
    for name, picture in wanted.items():
        (folder / name).write_text(picture, encoding="utf-8")
    (DOCS / "gallery.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
