"""The commands `masume explain` and `masume hint`, and steps as text, JSON, pictures and an HTML page."""

import html
import json
import os
import pty
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import masume
from command import COMMAND, error_lines, output, run_command
from masume import examples
from masume.core.errors import OutOfTimeError
from masume.core.genre import Genre
from masume.core.layers import Value
from masume.drawing.roles import Role
from masume.explaining import Mistakes, Step
from masume.explaining.chapters import chapters_of
from masume.explaining.frames import frame_of_step
from masume.formats.json import from_dict
from registry import TEMPLATE, all_genres, genre_ids, specimens_of

GENRES = [genre for genre in all_genres() if genre.package.startswith("masume.")]
SMALL = [name for name in examples.names() if len(examples.find(name).grid.cells) <= 25]
VOID = {"meta", "link", "br", "hr", "img", "input"}  # elements without an end tag


def in_terminal(item: Step | Mistakes, **style: Any) -> str:
    return str(item.picture("terminal", coordinates=True, **style))


def explain_example(name: str) -> list[Step]:
    return list(masume.explain(examples.find(name)))


def add_mistake(name: str) -> tuple[masume.Board, str]:
    """Return a shipped board with one wrong mark, and the name of its place."""
    board, answer = examples.find(name), examples.find(f"{name}.answer")
    layer = board.genre.mark_layer(board.genre.answer[0])
    place, right = list(answer.decided_marks(layer.name).items())[-1]
    wrong: Value = next(value for value in board.alphabet(layer).values if value != right)
    return board.with_marks({layer.name: {place: wrong}}), board.grid.name(place)


def test_every_genre_is_tried() -> None:
    assert {examples.find(name).genre.name for name in SMALL} == {genre.name for genre in GENRES} - {TEMPLATE}


@pytest.mark.parametrize("name", SMALL)
def test_text_has_a_sentence_and_a_picture_for_every_step(name: str) -> None:
    steps = explain_example(name)
    done = run_command("explain", name)
    assert done.returncode == 0
    for number, step in enumerate(steps, 1):
        assert f"{number}. {step.in_words()}\n{in_terminal(step)}\n" in output(done)
    assert output(done).endswith(f"Solved in {len(steps)} steps.\n")
    assert "\x1b" not in output(done)
    titles = [chapter.title for chapter in chapters_of(steps)]
    assert [line for line in output(done).splitlines() if line in titles] == titles
    brief = output(run_command("explain", name, "--brief", "--steps", "1")).splitlines()
    expected = [*f"1. {steps[0].in_words()}".splitlines(), "Stopped after 1 step."]
    assert [line for line in brief if line and line not in titles] == expected


@pytest.mark.parametrize("name", SMALL)
def test_json_leads_from_the_board_to_its_answer(name: str, tmp_path: Path) -> None:
    result = json.loads(output(run_command("explain", name, "--to", "json")))
    assert result["masume"] == 1
    assert result["status"] == "solved"
    assert from_dict(result["board"]) == examples.find(name)
    data = result["board"]
    for step in result["steps"]:
        for layer, marks in step["marks"].items():
            data["marks"].setdefault(layer, {}).update(marks)
    answer = examples.find(f"{name}.answer")
    assert from_dict(data).marks == answer.marks
    assert run_command("explain", name, "--to", "json", "-o", str(tmp_path / "steps.json")).stdout == b""
    assert json.loads((tmp_path / "steps.json").read_text(encoding="utf-8"))["steps"] == result["steps"]


@pytest.mark.parametrize("name", SMALL)
def test_json_names_places_rules_and_claims_that_exist(name: str) -> None:
    board = examples.find(name)
    rules = {rule.id for rule in board.genre.all_rules}
    for step in explain_example(name):
        result = json.loads(json.dumps(step.to_dict()))
        assert result["sentence"] == step.in_words()
        assert result["size"] == len(result["reasons"])
        assert (result["smallest"], result["minimal"]) == (step.smallest, step.minimal)
        inferences = [inference for branch in result["branches"] for inference in branch["inferences"]]
        reasons = [*result["reasons"], *(reason for inference in inferences for reason in inference["reasons"])]
        for instance in (each for reason in reasons for each in reason["rests_on"]):
            assert instance["rule"] in rules
        cuts = [reason["cut"] for reason in reasons if reason["cut"]]
        claims = [*result["claims"], *result["known"], *(claim for cut in cuts for claim in cut["witnesses"])]
        claims += (claim for inference in inferences for claim in inference["because"])
        for claim in claims:
            place = board.grid.find(claim["place"])
            assert place in board.genre.mark_layer(claim["layer"]).places(board.grid)


@pytest.mark.parametrize("name", SMALL)
def test_frames_are_pictures_in_a_folder(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "frames"
    assert run_command("explain", name, "--to", "svg", "-o", str(folder), "--steps", "3").returncode == 0
    steps = explain_example(name)[:3]  # small boards can have fewer
    assert [path.name for path in sorted(folder.iterdir())] == ["001.svg", "002.svg", "003.svg"][: len(steps)]
    for path, step in zip(sorted(folder.iterdir()), steps, strict=True):
        assert path.read_text(encoding="utf-8") == step.picture("svg", coordinates=True)
        ET.fromstring(path.read_text(encoding="utf-8"))


class PageParser(HTMLParser):
    """The tags, ids and links of a page; fails if a tag is not closed or closed twice."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        attributes = dict(attrs)
        self.ids += [attributes["id"] or ""] if "id" in attributes else []
        self.links += [attributes["href"] or ""] if "href" in attributes else []
        assert not {"src", "onclick"} & set(attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", SMALL)
def test_the_page_is_one_well_formed_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    assert run_command("explain", name, "-o", str(file)).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    text = file.read_text(encoding="utf-8")
    assert output(run_command("explain", name, "--to", "html")) == text
    parser, steps = PageParser(text), explain_example(name)
    assert len(parser.ids) == len(set(parser.ids))
    assert {link.removeprefix("#") for link in parser.links} <= set(parser.ids)
    assert all(link.startswith("#") for link in parser.links)
    assert parser.tags.count("section") == parser.tags.count("figure") == len(steps) + 1
    for piece in text.split("<svg")[1:]:
        ET.fromstring(f"<svg{piece.partition('</svg>')[0]}</svg>")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert not {"link", "img", "iframe", "object"} & set(parser.tags)
    assert "@import" not in text
    assert "url(" not in text


@pytest.mark.parametrize("name", SMALL)
def test_the_page_shows_each_step_in_several_ways(name: str) -> None:
    explanation = masume.Explanation(examples.find(name)).find_all()
    text = explanation.to_html()
    sections = text.split("<section ")[1:]
    for step, section in zip(explanation.steps, sections[1:], strict=True):
        ghosts = re.findall(r'class="g" data-from="(\d+)" data-to="(\d+)"', section)
        items = re.findall(r'data-tick="(\d+)"', section)
        assert sorted(int(first) for first, _ in ghosts) == [*map(int, items)] == [*range(len(items))]
        assert (len(items) >= 2) == bool(step.branches)
        assert all(int(first) <= int(last) for first, last in ghosts)
        assert ('<details class="folded">' in section) == bool(step.folded)
        assert f'<p class="where">{html.escape(step.in_words("where"))}</p>' in section
        assert ("<b>" + step.reasons[0].rule + "</b>" in section) == bool(step.reasons)
        before, after = (set(re.findall(rf'class="{when}"', section)) for when in "ba")
        assert before or after, "the board changes"


@pytest.mark.parametrize("name", SMALL)
def test_the_page_lists_chapters_and_steps(name: str) -> None:
    explanation = masume.Explanation(examples.find(name)).find_all()
    nav = explanation.to_html().partition("<nav")[2].partition("</nav>")[0]
    chapters = chapters_of(explanation.steps)
    assert re.findall("<h2>(.*?)</h2>", nav) == [html.escape(chapter.title) for chapter in chapters]
    assert re.findall(r'href="#step-(\d+)"', nav) == [str(number) for number in range(len(explanation.steps) + 1)]
    covered = [number for _, first, last in chapters for number in range(first, last + 1)]
    assert covered == list(range(1, len(explanation.steps) + 1))


def test_the_page_has_controls_for_everybody() -> None:
    board = examples.find(SMALL[0])
    explanation = masume.Explanation(board).find_all()
    text = explanation.to_html()
    assert f'class="scrubber" min="0" max="{len(explanation.steps)}"' in text
    assert 'role="status" aria-live="polite"' in text
    for key in ("←", "→", "Home", "End", "Space", "B", "A", "T"):
        assert f"<kbd>{key}</kbd>" in text
    controls = re.findall(r"<(?:button|input)[^>]*>[^<]*", text)
    assert all('type="button"' in control or "aria-label=" in control for control in controls)
    places = json.loads(text.partition('id="places">')[2].partition("</script>")[0])
    assert list(places["at"]) == [board.grid.name(cell) for cell in board.grid.cells]


@pytest.mark.parametrize("name", SMALL)
def test_a_step_has_pictures_before_and_after_it_and_of_its_chains(name: str) -> None:
    for step in explain_example(name):
        after, before = step.picture("svg"), step.picture("svg", when="before")
        assert after == step.picture("svg", when="after")
        assert before != after
        assert step.picture("svg", "where") == step.picture("svg", "where", when="before")
        for number in range(len(step.branches)):
            chain = str(step.picture("svg", when="chain", branch=number))
            assert chain not in (before, after)
            assert ">?</text>" in chain
            assert step.picture("terminal", when="chain", branch=number)
        for branch in (-1, len(step.branches)):
            with pytest.raises(masume.InputError, match=f"expected a branch below {len(step.branches)}"):
                step.picture("svg", when="chain", branch=branch)
    with pytest.raises(masume.MasumeError, match="unknown moment 'then'"):
        step.picture("svg", when="then")


def test_marks_that_follow_at_once_are_in_every_picture_and_drawn_lighter() -> None:
    steps = [step for name in SMALL for step in explain_example(name) if step.folded]
    lighter = 0
    for step in steps:
        frame = frame_of_step(step)
        assert {inference.claim.place for inference in step.folded if inference.claim} == set(frame.folded)
        roles = {shape.role for shape in masume.scene_of(frame.board, **frame.highlights).shapes}
        lighter += Role.FOLDED in roles
        assert str(step.picture("terminal")).count(">") >= len(step.places), "only what is thought about is highlighted"
    assert lighter > len(steps) / 2, "some marks are not drawn beside clues"


@pytest.mark.thorough
def test_the_page_is_not_large() -> None:
    name = max((each for each in examples.names() if len(examples.find(each).grid.cells) <= 100), key=len)
    assert len(masume.Explanation(examples.find(name)).to_html()) < 1_000_000


def test_titles_of_boards_are_escaped() -> None:
    board = examples.find(SMALL[0])
    titled = masume.Board(
        board.genre, board.grid, board.clues, options=board.options, info={"title": "<script>&</script>"}
    )
    text = masume.Explanation(titled).to_html()
    PageParser(text)
    assert text.count("<script>") == 1


@pytest.mark.parametrize("name", SMALL)
def test_a_hint_is_one_step_in_three_strengths(name: str) -> None:
    strength = ("where", "rule", "marks")[SMALL.index(name) % 3]
    done = run_command("hint", name, "--strength", strength, "--seconds", "1")
    step = masume.hint(examples.find(name), seconds=1)
    assert done.returncode == 0
    assert step is not None
    assert output(done) == f"{step.in_words(strength)}\n{in_terminal(step, strength=strength)}\n\n"
    result = json.loads(output(run_command("hint", name, "--strength", strength, "--json", "--seconds", "1")))
    assert (result["status"], result["mistakes"]) == ("step", None)
    assert result["sentence"] == step.in_words(strength)
    assert result["step"] == step.to_dict()


@pytest.mark.parametrize("name", SMALL)
def test_a_hint_on_a_solved_board(name: str) -> None:
    for command in ("hint", "explain"):
        done = run_command(command, f"{name}.answer")
        assert (output(done), done.returncode) == ("Nothing is left to find.\n", 0)
    result = json.loads(output(run_command("hint", f"{name}.answer", "--json")))
    assert (result["status"], result["step"], result["mistakes"]) == ("solved", None, None)


@pytest.mark.parametrize("name", SMALL)
def test_wrong_marks_are_shown_with_their_reason(name: str) -> None:
    board, place = add_mistake(name)
    text = masume.write(board, "json").encode()
    done = run_command("hint", "-", text=text)
    found = masume.mistakes(board)
    assert done.returncode == 1
    assert output(done) == f"{found.in_words()}\n{in_terminal(found)}\n\n"
    result = json.loads(output(run_command("hint", "-", "--json", text=text)))
    assert result["status"] == "wrong"
    assert [claim["place"] for claim in result["mistakes"]["wrong"]] == [place]
    assert result["mistakes"]["steps"]
    weak = run_command("hint", "-", "--strength", "where", "--brief", text=text)
    assert weak.returncode == 1
    assert output(weak).startswith("Something is wrong here. Look at ")
    explained = run_command("explain", "-", text=text)
    assert (explained.returncode, explained.stdout) == (1, b"")
    assert b"masume hint" in explained.stderr


@pytest.mark.parametrize("genre", GENRES, ids=genre_ids)
def test_boards_without_a_solution_and_with_two(genre: Genre) -> None:
    boards = {specimen.label: specimen.board for specimen in specimens_of(genre)}
    text = masume.write(boards["unsolvable"].with_marks({}), "json").encode()
    done = run_command("hint", "-", "--brief", text=text)
    assert done.returncode == 1
    assert output(done).startswith("The puzzle has no solution: ")
    result = json.loads(output(run_command("hint", "-", "--json", text=text)))
    assert result["status"] == "unsolvable"
    assert result["mistakes"]["conflict"]["claims"] == []
    common = masume.common(boards["two"].with_marks({}))
    text = masume.write(common, "json").encode()
    done = run_command("hint", "-", text=text)
    assert done.returncode == 0
    assert output(done).startswith("The puzzle has several solutions: in one ")
    result = json.loads(output(run_command("hint", "-", "--json", text=text)))
    assert result["status"] == "several"
    assert len(result["mistakes"]["solutions"]) == 2
    assert result["mistakes"]["differ"]
    assert output(run_command("explain", "-", text=text)).startswith("The puzzle has several solutions: ")


@pytest.mark.parametrize(
    "words",
    [
        ["explain"],
        ["explain", "nosuch"],
        ["explain", SMALL[0], "--to", "nosuch"],
        ["explain", SMALL[0], "--to", "svg"],
        ["explain", SMALL[0], "--steps", "0"],
        ["explain", SMALL[0], "--time-limit", "-1"],
        ["explain", SMALL[0], "-o", "/nonexistent/page.html"],
        ["explain", SMALL[0], "--to", "svg", "-o", "/dev/null/folder"],
        ["explain", SMALL[0], "-o", "page.txt"],
        ["hint"],
        ["hint", "nosuch"],
        ["hint", "-"],
        ["hint", SMALL[0], "--strength", "nosuch"],
        ["hint", SMALL[0], "--seconds", "-1"],
        ["hint", SMALL[0], "--seconds", "nan"],
    ],
    ids=" ".join,
)
def test_bad_input_gets_an_error_message(words: list[str]) -> None:
    done = run_command(*words)
    assert done.returncode == 2
    assert done.stderr.decode().strip()
    assert "Traceback" not in done.stderr.decode()


LARGE = max(examples.names(), key=lambda name: len(examples.find(name).grid.cells))


def test_time_limits_end_the_work(tmp_path: Path) -> None:
    page, pictures = tmp_path / "page.html", tmp_path / "pictures"
    for words in (["-o", str(page)], ["--to", "svg", "-o", str(pictures)], ["--to", "html"]):
        done = run_command("explain", LARGE, "--time-limit", "0", *words)
        assert (done.returncode, done.stdout) == (3, b"")
        assert error_lines(done) == ["masume: out of time before the first step: nothing was written"]
    assert not list(tmp_path.iterdir())
    result = json.loads(output(run_command("explain", LARGE, "--time-limit", "0", "--to", "json")))
    assert (result["status"], result["steps"]) == ("timeout", [])
    done = run_command("explain", LARGE, "--time-limit", "0", "--brief")
    assert (done.returncode, done.stderr) == (3, b"")
    assert output(done) == "Out of time before the first step: the explanation is incomplete.\n"


@pytest.fixture
def out_of_time_after_two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    def explain(board: masume.Board, **options: object) -> Iterator[Step]:
        yield from steps[:2]
        raise OutOfTimeError("out of time")

    steps = explain_example(SMALL[0])
    monkeypatch.setattr("masume.explaining.explanation.explain", explain)


@pytest.mark.usefixtures("out_of_time_after_two_steps")
def test_steps_found_in_time_are_kept(tmp_path: Path) -> None:
    page, pictures, data = tmp_path / "page.html", tmp_path / "pictures", tmp_path / "steps.json"
    for path, words in ((page, []), (pictures, ["--to", "svg"]), (data, ["--to", "json"])):
        done = run_command("explain", SMALL[0], "-o", str(path), *words)
        assert (done.returncode, done.stdout) == (3, b"")
        assert error_lines(done) == [f"masume: out of time after 2 steps: wrote what was found to {path}"]
    sentence = "Out of time after 2 steps: the explanation is incomplete."
    text = page.read_text(encoding="utf-8")
    PageParser(text)
    assert f'<p class="ending">{sentence}</p></div></section>\n<details class="help">' in text
    assert f"{sentence}</p>\n</header>" in text
    assert sorted(path.name for path in pictures.iterdir()) == ["001.svg", "002.svg"]
    result = json.loads(data.read_text(encoding="utf-8"))
    assert (result["status"], len(result["steps"])) == ("timeout", 2)
    done = run_command("explain", SMALL[0], "--to", "html")
    assert (done.returncode, output(done)) == (3, text)
    assert error_lines(done) == ["masume: out of time after 2 steps: wrote what was found to standard output"]
    done = run_command("explain", SMALL[0], "--brief")
    assert (done.returncode, done.stderr) == (3, b"")
    assert output(done).splitlines()[-1] == sentence


def test_the_page_says_how_the_explanation_ended() -> None:
    board, steps = examples.find(SMALL[0]), explain_example(SMALL[0])
    solved = f'<p class="ending">Solved in {len(steps)} steps.</p>'
    assert solved in masume.Explanation(board).to_html()
    assert solved in output(run_command("explain", SMALL[0], "--to", "html"))
    stopped = output(run_command("explain", SMALL[0], "--to", "html", "--steps", "1"))
    assert '<p class="ending">Stopped after 1 step.</p>' in stopped
    assert '<p class="ending">Nothing is left to find.</p>' in masume.Explanation(steps[-1].after).to_html()
    several = output(run_command("explain", "template/2/1/1", "--to", "html"))
    assert '<p class="ending">The puzzle has several solutions: they have no further marks in common.</p>' in several


def test_all_steps_are_enough_even_at_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def explain(board: masume.Board, **options: object) -> Iterator[Step]:
        yield from steps
        raise OutOfTimeError("out of time")  # before it is known that there is no further step

    steps = explain_example(SMALL[0])
    monkeypatch.setattr("masume.explaining.explanation.explain", explain)
    done = run_command("explain", SMALL[0], "--brief")
    assert (done.returncode, output(done).splitlines()[-1]) == (0, f"Solved in {len(steps)} steps.")


# Runs masume with an explanation that gets Ctrl-C after two steps.
INTERRUPTED_EXPLANATION = """
import os, signal, sys
import masume, masume.explaining.explanation
from masume.__main__ import main

def explain(board, **options):
    yield from steps[:2]
    os.kill(os.getpid(), signal.SIGINT)

steps = list(masume.explain(masume.examples.find(sys.argv[2])))
masume.explaining.explanation.explain = explain
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


@pytest.mark.parametrize("name", ["page.html", "steps.json"])
def test_ctrl_c_leaves_a_file_as_it_was(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    command = [sys.executable, "-c", INTERRUPTED_EXPLANATION, "explain", SMALL[0], "-o", str(file)]
    command += ["--to", file.suffix.removeprefix(".")]
    for content in (None, "an earlier file"):
        if content is not None:
            file.write_text(content, encoding="utf-8")
        process = subprocess.run(command, capture_output=True)
        assert (process.returncode, process.stderr) == (130, b"masume: interrupted\n")
        left = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
        assert left == ({} if content is None else {name: content})


def test_ctrl_c_leaves_whole_pictures(tmp_path: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED_EXPLANATION, "explain", SMALL[0], "--to", "svg", "-o", str(tmp_path)]
    assert subprocess.run(command, capture_output=True).returncode == 130
    steps = explain_example(SMALL[0])[:2]
    left = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.iterdir())]
    assert left == [step.picture("svg", coordinates=True) for step in steps]


def test_ctrl_c_ends_the_work(tmp_path: Path) -> None:
    slow = subprocess.Popen([*COMMAND, "explain", LARGE, "--brief"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert slow.stdout is not None
    slow.stdout.readline()
    slow.send_signal(signal.SIGINT)
    _, errors = slow.communicate(timeout=600)
    assert slow.returncode == 130
    assert errors == b"masume: interrupted\n"


def test_a_terminal_gets_colours_and_lines_that_fit() -> None:
    reader, writer = pty.openpty()
    with os.fdopen(reader, "rb") as terminal:
        environment = {**os.environ, "COLUMNS": "50", "TERM": "xterm"}
        environment.pop("NO_COLOR", None)
        words = [*COMMAND, "explain", SMALL[0], "--steps", "1"]
        done = subprocess.Popen(words, stdout=writer, stdin=writer, env=environment)
        os.close(writer)
        received = b""
        try:
            while chunk := terminal.read1(65536):
                received += chunk
        except OSError:  # raised when the terminal is closed
            pass
        assert done.wait() == 0
    assert b"\x1b[" in received
    assert all(len(line) <= 50 for line in received.decode().split("\r\n")[:2])
