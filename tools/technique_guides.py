"""Generate the guides for solvers in docs/techniques: per genre, its techniques with a tiny board each.

    python tools/technique_guides.py

A test checks that the files in docs are up to date.
"""

from pathlib import Path

import masume
from masume import Genre, TechniqueExample

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
        for number, example in enumerate(examples, 1):
            step = next(masume.explain(example.board))
            files[FOLDER / f"{genre.name}-{number}.svg"] = str(step.picture("svg", cell=CELL_SIZE, coordinates=True))
    return files


def _write_guide(genre: Genre, examples: list[TechniqueExample]) -> str:
    description = masume.genres.describe(genre)
    parts = [
        f"# Techniques for {genre.title}",
        "Written by `make docs` from the techniques that explanations know by name; "
        f"`masume genres {genre.name} --techniques` prints them in the terminal.",
        f"{description[:1].upper()}{description[1:]}",
    ]
    for number, (technique, board) in enumerate(examples, 1):
        sentence = next(masume.explain(board)).in_words().removeprefix(f"{technique.name}: ")
        picture = f"![{technique.name}]({genre.name}-{number}.svg)"
        parts.append(f"## {technique.name}\n\n{picture}\n\n{sentence}")
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    expected = generate_files()
    for path in set(FOLDER.iterdir()) - set(expected):
        path.unlink()
    for path, text in expected.items():
        path.write_text(text, encoding="utf-8")
