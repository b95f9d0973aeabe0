"""PNG and PDF: everything drawn is visible, only the shipped font is needed, and text can be selected."""

import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

import masume
from command import error_lines, run_command
from effort import example_names
from masume import examples
from masume.core.genre import Genre
from masume.core.look import Look, Text
from masume.core.square import square
from masume.drawing import PAPERS, layout
from registry import all_genres, genre_ids
from test_pictures import random_boards
from test_terminal import number_clues

NAMES = example_names()
SMALL = [name for name in NAMES if name.endswith("-small")]


def image_of(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content)).convert("RGB")


def page_texts(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(content)).pages]


def numbers_in(text: str) -> list[int]:
    return sorted(map(int, re.findall(r"\d+", text)))


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_png_has_the_colours_of_its_theme_and_every_clue(name: str, theme: str) -> None:
    board, cell = examples.find(name), 40
    image = image_of(masume.render(board, "png", theme=theme, cell=cell))
    scene = masume.scene_of(board)
    assert image.size == (round(scene.width * cell), round(scene.height * cell))
    look: Look = masume.genres.load_part(board.genre, "look", "LOOK")
    for layer in [part.layer for part in look.parts if isinstance(part, Text) and part.layer in board.clues]:
        for place, clue in board.clues[layer].items():
            x, y = layout.cell_middle(board.grid, place)
            left, top = (x - scene.left - 0.25) * cell, (y - scene.top - 0.3) * cell
            colours = image.crop((int(left), int(top), int(left + cell / 2), int(top + 0.6 * cell))).getcolors(10_000)
            assert colours is not None
            assert (len(colours) > 1) == (clue != "?"), f"{clue} at {board.grid.name(place)}"


WITHOUT_FONTS = """
import sys

class NoCairo:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("cairo", "cairosvg", "cairocffi", "rlPyCairo"):
            raise ImportError(name)

sys.meta_path.insert(0, NoCairo())
import masume
from pathlib import Path
board = masume.examples.find(sys.argv[1])
for kind in ("png", "pdf"):
    Path(f"board.{kind}").write_bytes(masume.render(board, kind, marks="solution", caption="Solved"))
"""


@pytest.mark.parametrize("name", [f"{name}.answer" for name in SMALL])
def test_no_system_fonts_or_cairo_are_needed(name: str, tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text("<?xml version='1.0'?><fontconfig/>", encoding="utf-8")
    environment = {
        "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"),
        "FONTCONFIG_PATH": str(tmp_path),
        "HOME": str(tmp_path),
    }
    environment |= {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_DIRS": str(tmp_path)}
    subprocess.run(
        [sys.executable, "-c", WITHOUT_FONTS, name], cwd=tmp_path, env={**os.environ, **environment}, check=True
    )
    board = examples.find(name)
    png, pdf = (tmp_path / "board.png").read_bytes(), (tmp_path / "board.pdf").read_bytes()
    assert png == masume.render(board, "png", marks="solution", caption="Solved")
    blank = image_of(masume.render(board, "png", marks="solution", caption=" "))
    bottom = (0, blank.height - 28, blank.width, blank.height)
    assert image_of(png).crop(bottom).getcolors() != blank.crop(bottom).getcolors(), "the caption is missing"
    assert "Solved" in page_texts(pdf)[0]


@pytest.mark.parametrize("name", NAMES)
def test_text_in_pdf_can_be_selected(name: str) -> None:
    board = examples.find(name)
    (page,) = page_texts(masume.render(board, "pdf"))
    printed = numbers_in(page.split("\n", 1)[1] if "\n" in page else page)
    assert sorted(number_clues(board)) == printed
    assert page.startswith(board.genre.title)


def fonts_in(content: bytes) -> list[Any]:
    found = []
    for page in PdfReader(BytesIO(content)).pages:
        resources: Any = page["/Resources"]
        found += [font.get_object() for font in resources["/Font"].values()]
    return found


def test_used_fonts_are_embedded() -> None:
    content = masume.render(examples.find(f"{NAMES[0]}.answer"), "pdf")
    embedded = [font for font in fonts_in(content) if "/FontDescriptor" in font]
    assert embedded
    assert all("/FontFile2" in font["/FontDescriptor"].get_object() for font in embedded)


@pytest.mark.parametrize("genre", all_genres(), ids=genre_ids)
def test_any_board_can_be_rendered(genre: Genre) -> None:
    for board in random_boards(genre, 3):
        assert masume.render(board, "png", errors=board.grid.cells[:1]).startswith(b"\x89PNG")
        highlights: dict[str, Any] = {"hints": board.grid.cells[:1], "reasons": board.grid.corners}
        assert len(page_texts(masume.render(board, "pdf", marks="common", **highlights))) == 1


def test_a_booklet_has_title_rules_boards_and_answers() -> None:
    boards = [examples.find(name) for name in NAMES]
    answers = [examples.find(f"{name}.answer") for name in NAMES]
    progress: list[tuple[int, int]] = []
    content = masume.bind(
        boards,
        answers,
        title="For Sunday",
        rules=True,
        per_page=(2, 3),
        on_progress=lambda *done: progress.append(done),
    )
    assert progress == [(number + 1, 2 * len(NAMES)) for number in range(2 * len(NAMES))]
    texts = page_texts(content)
    first = next(number for number, page in enumerate(texts) if page.startswith("1. "))
    last = next(number for number, page in enumerate(texts) if page.startswith("Answers"))
    opening = " ".join(" ".join(texts[:first]).split())
    assert opening.startswith("For Sunday")
    for genre in {board.genre for board in boards}:
        for rule in genre.rules({option.name: option.default for option in genre.options}):
            assert rule.sentence in opening
    assert last - first == -(-len(NAMES) // 6)
    for number, board in enumerate(boards, 1):
        assert sum(f"{number}. {board.genre.title}" in page for page in texts[first:last]) == 1
        assert sum(f"{number}. {board.genre.title}" in page for page in texts[last:]) == 1
    assert not [page for page in texts[:last] if "Answers" in page]
    assert content == masume.bind(boards, answers, title="For Sunday", rules=True, per_page=(2, 3))


def test_a_booklet_by_genre_has_headings_and_difficulties() -> None:
    first, second = examples.find(SMALL[0]), examples.find(SMALL[1])
    assert first.genre is not second.genre
    hard = masume.make_board(first.genre, first.grid, clues=first.clues, info={"difficulty": "hard"})
    boards = [hard, first, second]
    book = masume.bind(boards, title="Two", author="A. Setter", by_genre=True, per_page=(1, 2))
    title, *pages = page_texts(book)
    assert "by A. Setter" in title
    assert [page.split("\n")[0].strip() for page in pages] == [first.genre.title, second.genre.title]
    assert "1. hard" in pages[0]
    assert f"2. {first.info['title']}" in pages[0]
    plain = page_texts(masume.bind([hard]))
    assert f"{hard.genre.title} (hard)" in plain[0]


UNIQUE, SEVERAL, NONE = "template/1/1/1", "template/2/1/1", "template/2/2/9"  # by their number of solutions


@pytest.mark.parametrize("per_page", [(1, 1), (2, 3), (10, 10)])
def test_a_booklet_says_what_is_wrong_with_an_answer(per_page: tuple[int, int]) -> None:
    boards = [masume.read(url) for url in (UNIQUE, SEVERAL, NONE, UNIQUE, UNIQUE)]
    unique, several, none = map(masume.solve, boards[:3])
    late, doubtful = masume.Outcome(masume.Status.TIMEOUT), masume.Outcome(masume.Status.SOLVED, board=unique.board)
    for outcome, note in (
        (several, "One of several solutions."),
        (none, "This board has no solution."),
        (late, "Not solved in time."),
        (doubtful, "Perhaps not the only solution."),
    ):
        *pages, last = page_texts(masume.bind(boards, [unique, None, outcome, None, None], per_page=per_page))
        assert last.startswith("Answers\n1.")
        assert "\n3." in last
        assert "\n2." not in last
        assert " ".join(last.split()).count(note) == 1
        assert note not in " ".join(" ".join(pages).split())


def test_a_unique_answer_needs_no_note() -> None:
    board = examples.find(NAMES[0])
    outcome = masume.solve(board)
    assert masume.bind([board], [outcome]) == masume.bind([board], [outcome.board])


def test_the_command_tells_the_booklet_how_solving_ended(tmp_path: Path) -> None:
    file = tmp_path / "booklet.pdf"
    done = run_command("show", UNIQUE, SEVERAL, NONE, "--booklet", "--per-page", "2x3", "-o", str(file))
    assert done.returncode == 1
    assert error_lines(done) == [
        f"masume: {SEVERAL}: Solved: the solution is NOT unique",
        f"masume: no answer: {NONE}: no solution",
    ]
    answers = page_texts(file.read_bytes())[-1]
    assert answers.index("2. ") < answers.index("One of several solutions.")
    assert answers.index("3. ") < answers.index("This board has no solution.")
    done = run_command("show", UNIQUE, "--booklet", "--time-limit", "0", "-o", str(file))
    assert done.returncode == 3
    assert "Not solved in time." in page_texts(file.read_bytes())[-1]


@pytest.mark.parametrize("paper", PAPERS)
def test_paper_sizes(paper: str) -> None:
    (page,) = PdfReader(BytesIO(masume.bind([examples.find(NAMES[0])], paper=paper))).pages
    millimetres = tuple(round(float(side) / 72 * 25.4) for side in (page.mediabox.width, page.mediabox.height))
    assert millimetres == {"a4": (210, 297), "letter": (216, 279)}[paper]


def test_bad_options_are_explained() -> None:
    board = examples.find(NAMES[0])
    cases: list[tuple[list[masume.Board], dict[str, Any], str]] = [
        ([], {}, "expected at least one board"),
        ([board], {"answers": [None, None]}, "expected as many answers as boards, not 2 for 1"),
        ([board], {"paper": "b5"}, "unknown paper 'b5': expected one of a4, letter"),
        ([board], {"per_page": (0, 3)}, "expected 1 to 10 columns and rows of boards"),
        ([board], {"per_page": (1, 1, 1)}, "expected 1 to 10 columns and rows of boards"),
        ([board], {"theme": "pink"}, "unknown theme 'pink'"),
    ]
    for boards, options, message in cases:
        with pytest.raises(masume.MasumeError, match=re.escape(message)):
            masume.bind(boards, **options)
    huge = masume.Board(masume.genres.find("template"), square(1, 1000))
    with pytest.raises(masume.MasumeError, match="too large: expected a cell size of at most 16 pixels"):
        masume.render(huge, "png", cell=36)


@pytest.mark.parametrize(("kind", "package"), [("png", "resvg_py"), ("pdf", "reportlab")])
def test_a_missing_extra_is_named(kind: str, package: str, tmp_path: Path) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; from masume.cli.program import main; main()"
    arguments = ["show", NAMES[0], "-o", str(tmp_path / f"never.{kind}")]
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.strip().endswith('is missing: pip install "masume[pictures]"')
    assert not list(tmp_path.iterdir())


def test_letters_of_other_scripts_use_a_font_of_the_pdf_reader() -> None:
    board = examples.find(NAMES[0])
    book, page = masume.bind([board], title="A book of 数独"), masume.render(board, "pdf", caption="A board of 数独")
    assert page_texts(book)[0].startswith("A book of")
    for content in (book, page):
        assert any("HeiseiKakuGo" in str(font["/BaseFont"]) for font in fonts_in(content))
        assert "A bo" in " ".join(page_texts(content))


def test_strange_titles_do_not_fail() -> None:
    board = examples.find(NAMES[0])
    for title in ("\ud800\x00\n", "long" * 500, "a long title " * 100):
        assert len(page_texts(masume.bind([board], title=title))) == 2
