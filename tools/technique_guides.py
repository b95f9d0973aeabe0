"""Generate the guides for solvers in docs/techniques: per genre, its techniques with a tiny board each.

    python tools/technique_guides.py

A test checks that the files in docs are up to date.
"""

from pathlib import Path

import masume
from masume import Board, Genre, TechniqueExample
from masume.core.layers import RuledOut

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = DOCS / "techniques"
CELL_SIZE = 40  # pixels


def generate_files() -> dict[Path, str]:
    """Return the text of every guide and picture by its path."""
    files = {}
    for genre in map(masume.genres.find, masume.genres.names()):
        examples = masume.techniques(genre)
        if examples:
            files[FOLDER / f"{genre.name}.md"] = _write_guide(genre, examples)
        for number, (_, board) in enumerate(examples, 1):
            step = next(masume.explain(board))
            for name, when in _pictures(board).items():
                picture = step.picture("svg", when=when, cell=CELL_SIZE, coordinates=True)
                files[FOLDER / f"{genre.name}-{number}{name}.svg"] = str(picture)
    return files


def _pictures(board: Board) -> dict[str, str]:
    """Return the moments of the pictures of an example, by what their names end in.

    The board before the step is shown if values are ruled out on it, which one cannot see afterwards.
    """
    marks = [mark for entries in board.marks.values() for mark in entries.values()]
    before = {"-before": "before"} if any(isinstance(mark, RuledOut) for mark in marks) else {}
    return before | {"": "after"}


def _write_guide(genre: Genre, examples: list[TechniqueExample]) -> str:
    description = masume.genres.describe(genre)
    parts = [
        f"# Techniques for {genre.title}",
        f"{description[:1].upper()}{description[1:]} `masume genres {genre.name} --techniques` prints these techniques "
        "in the terminal.",
        "In the pictures, corners in a cell mark what follows, a frame the clue or the part that it follows from, dots "
        "and strokes known marks and borders. What is drawn lighter follows at once.",
    ]
    for number, (technique, board) in enumerate(examples, 1):
        sentence = next(masume.explain(board)).in_words().removeprefix(f"{technique.name}: ")
        pictures = [f"![{technique.name}]({genre.name}-{number}{name}.svg)" for name in _pictures(board)]
        parts.append(f"## {technique.name}\n\n{' → '.join(pictures)}\n\n{sentence}")
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    expected = generate_files()
    for path in set(FOLDER.iterdir()) - set(expected):
        path.unlink()
    for path, text in expected.items():
        path.write_text(text, encoding="utf-8")
