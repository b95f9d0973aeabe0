"""Generate the gallery in docs: shipped boards of every genre in every theme, unsolved and solved.

    python tools/gallery.py

A test checks that the files in docs are up to date.
"""

from pathlib import Path

import masume
from masume import examples
from masume.drawing import THEMES

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = "gallery"
INTRODUCTION = """# Gallery

Every genre in the themes light, dark and print, unsolved and solved. `tools/gallery.py` makes this page from the
shipped boards (`make docs`). Each picture is `masume.render(board, "svg", theme=…, marks="solution")`, or on the
command line `masume show NAME --solution --theme dark -o FILE.svg`. See [pictures.md](pictures.md) for what pictures
can show, and the [contact sheets](contact-sheets.md) for every genre in three sizes.
"""
HIGHLIGHTS = """
## Marks, hints, reasons and errors

Everything can be distinguished without colour. Given marks are framed or hollow, common ones tiled or dashed. Hints
show the corners of their cells, and errors have a dashed frame (on edges and corners: two rings). What hints are based
on has a line around it: a solid one around the place of a rule, such as a clue; a dotted one around other reasons, such
as known marks; and one of short ties around what separates two parts. Marks that follow at once are lighter. Ghosts,
marks that are only assumed, are hatched or dashed, and numbered.

"""


def genres_with_examples() -> list[str]:
    """Return the genres that have shipped boards."""
    return [name for name in masume.genres.names() if f"{name}-small" in examples.names()]


def render_pictures() -> dict[str, str]:
    """Return every picture by its file name."""
    pictures: dict[str, str] = {}
    for name in genres_with_examples():
        for size, themes in (("small", THEMES), ("medium", THEMES[:1])):
            board, answer = examples.find(f"{name}-{size}"), examples.find(f"{name}-{size}.answer")
            for theme in themes:
                pictures[f"{name}-{size}-{theme}.svg"] = masume.render(board, "svg", theme=theme)
                pictures[f"{name}-{size}-{theme}-solved.svg"] = masume.render(
                    answer, "svg", theme=theme, marks="solution"
                )
    return pictures | render_highlights()


def render_highlights() -> dict[str, str]:
    """Return pictures of given and common marks, and of hints, reasons and errors."""
    answer = examples.find("slitherlink-small.answer")
    marks = dict(answer.decided_marks("loop"))
    given = {edge: marks.pop(edge) for edge in list(marks)[::3]}
    board = masume.Board(answer.genre, answer.grid, answer.clues, {"loop": given}, {"loop": marks})
    puzzle = masume.read("https://puzz.link/p?nurikabe/5/4/o34o")
    wrong = puzzle.with_marks({"shade": dict.fromkeys((0, 1, 5, 6, 12), "sea")})
    broken = [place for _, places in masume.check(wrong, finished=False) for place in places]
    block = frozenset({12, 13, 17, 18})
    begun = puzzle.with_marks({"shade": dict.fromkeys((2, 7, *block - {13}), "sea")})
    sea, island = dict.fromkeys((2, 17, 18, 19), "sea"), dict.fromkeys((13, 14), "island")
    enclosed = puzzle.with_marks({"shade": sea | island})
    claims = [masume.Claim("shade", cell, "island" if cell == 14 else "sea") for cell in (14, 12, 13, 17, 18)]
    ghosts = {"?": claims[:1], "1": claims[1:3], "2": claims[3:4], "3": claims[4:]}
    return {
        "given.svg": masume.render(board, "svg", caption="given and other lines"),
        "common.svg": masume.render(masume.common(puzzle), "svg", marks="common", caption="common marks"),
        "errors.svg": masume.render(wrong, "svg", errors=broken, coordinates=True, caption="a 2x2 block of sea"),
        "hints.svg": masume.render(puzzle, "svg", hints=(9, 10), coordinates=True, caption="look here"),
        "reasons.svg": masume.render(
            begun, "svg", hints=[13], reasons=[block], coordinates=True, caption="and this is why"
        ),
        "basis.svg": masume.render(
            enclosed,
            "svg",
            hints=[18],
            rules=[19],
            reasons=[2],
            boundary=[13, 14],
            folded=[17],
            coordinates=True,
            caption="out of the corner",
        ),
        "ghosts.svg": masume.render(
            puzzle, "svg", ghosts=ghosts, rules=[9], errors=[block], coordinates=True, caption="if r3c5 were land"
        ),
    }


def write_page() -> str:
    """Return the text of the page with all pictures."""
    lines = [INTRODUCTION]
    for name in genres_with_examples():
        title = masume.genres.find(name).title
        lines += [f"## {title}", "", f"| {' | '.join(THEMES)} |", "|---" * len(THEMES) + "|"]
        for state, ending in (("unsolved", ""), ("solved", "-solved")):
            cells = (f"![{title}, {state}, {theme}]({FOLDER}/{name}-small-{theme}{ending}.svg)" for theme in THEMES)
            lines.append(f"| {' | '.join(cells)} |")
        medium = f"{FOLDER}/{name}-medium-light"
        lines += ["", f"![A larger {title}]({medium}.svg) ![its solution]({medium}-solved.svg)", ""]
    images = " ".join(f"![{name.removesuffix('.svg')}]({FOLDER}/{name})" for name in render_highlights())
    return "\n".join(lines).rstrip() + "\n" + HIGHLIGHTS + images + "\n"


def main() -> None:
    """Write the page and its pictures, and delete pictures that are no longer used."""
    folder = DOCS / FOLDER
    folder.mkdir(exist_ok=True)
    pictures = render_pictures()
    for path in folder.iterdir():
        if path.name not in pictures:
            path.unlink()
    for name, picture in pictures.items():
        (folder / name).write_text(picture, encoding="utf-8")
    (DOCS / "gallery.md").write_text(write_page(), encoding="utf-8")


if __name__ == "__main__":
    main()
