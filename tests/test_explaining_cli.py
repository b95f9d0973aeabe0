"""`masume explain` and `masume hint` as their users meet them, and the forms in which they tell steps."""

import json
import os
import pty
import signal
import subprocess
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import masume
from command import COMMAND, output, run_command
from masume import examples
from masume.core.genre import Genre
from masume.core.layers import Value
from masume.explaining import Mistakes, Step
from masume.explaining.html_page import render_page
from masume.formats.json import from_json
from registry import TEMPLATE, all_genres, genre_ids, specimens_of

GENRES = [genre for genre in all_genres() if genre.package.startswith("masume.")]
SMALL = [name for name in examples.names() if len(examples.find(name).grid.cells) <= 25]
VOID = {"meta", "link", "br", "hr", "img", "input"}


def in_terminal(what: Step | Mistakes, **told: Any) -> str:
    return str(what.picture("terminal", coordinates=True, **told))


def steps_of(name: str) -> list[Step]:
    return list(masume.explain(examples.find(name)))


def with_a_mistake(name: str) -> tuple[masume.Board, str]:
    """A shipped board with one wrong mark, and the name of its place."""
    board, answer = examples.find(name), examples.find(f"{name}.answer")
    layer = board.genre.mark_layer(board.genre.answer[0])
    place, right = list(answer.decided_marks(layer.name).items())[-1]
    wrong: Value = next(value for value in board.alphabet(layer).values if value != right)
    return board.with_marks({layer.name: {place: wrong}}), board.grid.name(place)


def test_every_genre_is_tried() -> None:
    assert {examples.find(name).genre.name for name in SMALL} == {genre.name for genre in GENRES} - {TEMPLATE}


@pytest.mark.parametrize("name", SMALL)
def test_text_tells_every_step_and_draws_it(name: str) -> None:
    steps = steps_of(name)
    done = run_command("explain", name)
    assert done.returncode == 0
    for number, step in enumerate(steps, 1):
        assert f"{number}. {step.in_words()}\n{in_terminal(step)}\n" in output(done)
    assert output(done).endswith(f"Solved in {len(steps)} steps.\n")
    assert "\x1b" not in output(done)
    brief = output(run_command("explain", name, "--brief", "--steps", "2")).splitlines()
    told = [f"{number}. {step.in_words()}" for number, step in enumerate(steps[:2], 1)]
    assert brief == [*"\n".join(told).splitlines(), "Stopped after 2 steps."]


@pytest.mark.parametrize("name", SMALL)
def test_json_leads_from_the_board_to_its_answer(name: str, tmp_path: Path) -> None:
    told = json.loads(output(run_command("explain", name, "--to", "json")))
    assert told["masume"] == 1
    assert told["status"] == "solved"
    assert from_json(told["board"]) == examples.find(name)
    data = told["board"]
    for step in told["steps"]:
        for layer, marks in step["marks"].items():
            data["marks"].setdefault(layer, {}).update(marks)
    answer = examples.find(f"{name}.answer")
    assert from_json(data).marks == answer.marks
    assert run_command("explain", name, "--to", "json", "-o", str(tmp_path / "steps.json")).stdout == b""
    assert json.loads((tmp_path / "steps.json").read_text(encoding="utf-8"))["steps"] == told["steps"]


@pytest.mark.parametrize("name", SMALL)
def test_json_names_places_rules_and_claims_that_exist(name: str) -> None:
    board = examples.find(name)
    rules = {rule.id for rule in board.genre.all_rules}
    for step in steps_of(name):
        told = json.loads(json.dumps(step.to_json()))
        assert told["sentence"] == step.in_words()
        assert told["size"] == len(told["reasons"])
        assert (told["smallest"], told["minimal"]) == (step.smallest, step.minimal)
        inferences = [inference for branch in told["branches"] for inference in branch["inferences"]]
        reasons = [*told["reasons"], *(reason for inference in inferences for reason in inference["reasons"])]
        for instance in (each for reason in reasons for each in reason["rests_on"]):
            assert instance["rule"] in rules
        cuts = [reason["cut"] for reason in reasons if reason["cut"]]
        claims = [*told["claims"], *told["known"], *(claim for cut in cuts for claim in cut["witnesses"])]
        claims += (claim for inference in inferences for claim in inference["because"])
        for claim in claims:
            place = board.grid.find(claim["place"])
            assert place in board.genre.mark_layer(claim["layer"]).places(board.grid)


@pytest.mark.parametrize("name", SMALL)
def test_frames_are_pictures_in_a_folder(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "frames"
    assert run_command("explain", name, "--to", "svg", "-o", str(folder), "--steps", "3").returncode == 0
    assert [path.name for path in sorted(folder.iterdir())] == ["001.svg", "002.svg", "003.svg"]
    for path, step in zip(sorted(folder.iterdir()), steps_of(name), strict=False):
        assert path.read_text(encoding="utf-8") == step.picture("svg", coordinates=True)
        ET.fromstring(path.read_text(encoding="utf-8"))


class Outline(HTMLParser):
    """What a page is made of; tags that are not closed, or closed twice, fail."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.seen: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        named = dict(attrs)
        self.ids += [named["id"] or ""] if "id" in named else []
        self.links += [named["href"] or ""] if "href" in named else []
        assert not {"src", "onclick"} & set(named)
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
    outline, steps = Outline(text), steps_of(name)
    assert len(outline.ids) == len(set(outline.ids))
    assert {link.removeprefix("#") for link in outline.links} <= set(outline.ids)
    assert all(link.startswith("#") for link in outline.links)
    assert outline.seen.count("section") == len(steps) + 1
    pieces = text.split("<svg")[1:]
    assert len(pieces) == len(steps) + 2
    for piece in pieces:
        ET.fromstring(f"<svg{piece.partition('</svg>')[0]}</svg>")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_the_page_is_not_large() -> None:
    name = max((each for each in examples.names() if len(examples.find(each).grid.cells) <= 100), key=len)
    assert len(render_page(examples.find(name), steps_of(name))) < 1_000_000


def test_what_a_board_says_of_itself_is_escaped() -> None:
    board = examples.find(SMALL[0])
    named = masume.Board(
        board.genre, board.grid, board.clues, options=board.options, info={"title": "<script>&</script>"}
    )
    text = render_page(named, list(masume.explain(named)))
    Outline(text)
    assert text.count("<script>") == 1


@pytest.mark.parametrize("name", SMALL)
def test_a_hint_is_one_step_in_three_strengths(name: str) -> None:
    strength = ("where", "rule", "marks")[SMALL.index(name) % 3]
    done = run_command("hint", name, "--strength", strength, "--seconds", "1")
    step = masume.hint(examples.find(name), 1)
    assert done.returncode == 0
    assert step is not None
    assert output(done) == f"{step.in_words(strength)}\n{in_terminal(step, strength=strength)}\n\n"
    told = json.loads(output(run_command("hint", name, "--strength", strength, "--json", "--seconds", "1")))
    assert (told["status"], told["mistakes"]) == ("step", None)
    assert told["sentence"] == step.in_words(strength)
    assert told["step"] == step.to_json()


@pytest.mark.parametrize("name", SMALL)
def test_a_hint_on_a_solved_board(name: str) -> None:
    for command in ("hint", "explain"):
        done = run_command(command, f"{name}.answer")
        assert (output(done), done.returncode) == ("Nothing is left to find.\n", 0)
    told = json.loads(output(run_command("hint", f"{name}.answer", "--json")))
    assert (told["status"], told["step"], told["mistakes"]) == ("solved", None, None)


@pytest.mark.parametrize("name", SMALL)
def test_wrong_marks_are_shown_with_their_reason(name: str) -> None:
    board, place = with_a_mistake(name)
    text = masume.write(board, "json").encode()
    done = run_command("hint", "-", text=text)
    found = masume.mistakes(board)
    assert done.returncode == 1
    assert output(done) == f"{found.in_words()}\n{in_terminal(found)}\n\n"
    told = json.loads(output(run_command("hint", "-", "--json", text=text)))
    assert told["status"] == "wrong"
    assert [claim["place"] for claim in told["mistakes"]["wrong"]] == [place]
    assert told["mistakes"]["steps"]
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
    told = json.loads(output(run_command("hint", "-", "--json", text=text)))
    assert told["status"] == "unsolvable"
    assert told["mistakes"]["conflict"]["claims"] == []
    common = masume.common(boards["two"].with_marks({}))
    text = masume.write(common, "json").encode()
    done = run_command("hint", "-", text=text)
    assert done.returncode == 0
    assert output(done).startswith("The puzzle has several solutions: in one ")
    told = json.loads(output(run_command("hint", "-", "--json", text=text)))
    assert told["status"] == "several"
    assert len(told["mistakes"]["solutions"]) == 2
    assert told["mistakes"]["differ"]
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
def test_bad_input_gets_a_sentence(words: list[str]) -> None:
    done = run_command(*words)
    assert done.returncode == 2
    assert done.stderr.decode().strip()
    assert "Traceback" not in done.stderr.decode()


LARGE = max(examples.names(), key=lambda name: len(examples.find(name).grid.cells))


def test_time_limits_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    for words in (["--brief"], ["--to", "json"], ["-o", str(file)]):
        done = run_command("explain", LARGE, "--time-limit", "0.05", *words)
        assert done.returncode == 3
    assert not file.exists()
    told = json.loads(output(run_command("explain", LARGE, "--time-limit", "0.05", "--to", "json")))
    assert told["status"] == "timeout"


def test_ctrl_c_ends_the_work(tmp_path: Path) -> None:
    slow = subprocess.Popen([*COMMAND, "explain", LARGE, "--brief"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert slow.stdout is not None
    slow.stdout.readline()
    slow.send_signal(signal.SIGINT)
    _, told = slow.communicate(timeout=600)
    assert slow.returncode == 130
    assert told == b"masume: interrupted\n"


def test_a_terminal_gets_colours_and_lines_that_fit() -> None:
    reader, writer = pty.openpty()
    with os.fdopen(reader, "rb") as terminal:
        environment = {**os.environ, "COLUMNS": "50", "TERM": "xterm"}
        environment.pop("NO_COLOR", None)
        words = [*COMMAND, "explain", SMALL[0], "--steps", "1"]
        done = subprocess.Popen(words, stdout=writer, stdin=writer, env=environment)
        os.close(writer)
        told = b""
        try:
            while piece := terminal.read1(65536):
                told += piece
        except OSError:  # how a terminal ends
            pass
        assert done.wait() == 0
    assert b"\x1b[" in told
    assert all(len(line) <= 50 for line in told.decode().split("\r\n")[:2])
