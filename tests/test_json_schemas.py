"""The JSON of every command fits its schema in docs/schemas, and docs/json.md shows it.

The commands run on boards of every genre and with every kind of outcome.  Every key of a schema occurs in some of
their output, so that no schema describes what does not exist.
"""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import masume
from command import error_lines, output, run_command, run_process
from json_schemas import FOLDER, SCHEMAS, Coverage, list_keys, validator
from masume.core.layers import RuledOut
from registry import TEMPLATE, Specimen, all_genres, specimens, specimens_of

PAGE = FOLDER.parent / "json.md"
SMALL = [name for name in masume.examples.names() if name.endswith("-small")]
OF_EACH_GENRE = [
    specimen
    for genre in all_genres()
    for label in ("solved", "two", "unsolvable")
    for specimen in specimens_of(genre)
    if specimen.label == label
]
WITH_PROGRAM = [specimen for specimen in OF_EACH_GENRE if masume.formulations.names(specimen.board.genre)]
WRONG_FORMULATION = "mark(shade,P,clear) :- cell(P)."  # ignores the clues


def run_json(*arguments: str, board: masume.Board | None = None) -> list[Any]:
    """Run a command, on a board from standard input if there is one, and return the lines that it prints."""
    text = b"" if board is None else masume.write(board, "json").encode()
    run = run_process if arguments[0] == "bench" else run_command
    done = run(*arguments, *(["-"] if board is not None else []), text=text)
    assert done.returncode in (0, 1, 3), error_lines(done)
    return [json.loads(line) for line in output(done).splitlines()]


def run_on_each(boards: list[Specimen], *arguments: str) -> Iterator[Any]:
    """Run a command on each board; yield what it prints."""
    for specimen in boards:
        yield from run_json(*arguments, board=specimen.board)


def with_all_keys() -> masume.Board:
    """Return a board with info, a hole and a mark with a value ruled out."""
    genre = masume.genres.find(TEMPLATE)
    grid = masume.read(f"{TEMPLATE}\n\n1 _\n. .").grid
    (layer,) = genre.mark_layers
    value = layer.alphabet(grid, {}).values[0]
    info = {name: f"some {name}" for name in ("title", "author", "source", "difficulty")}
    return masume.Board(genre, grid, marks={layer.name: {grid.cells[0]: RuledOut([value])}}, info=info)


def boards_as_json() -> Iterator[Any]:
    yield from run_on_each(specimens(), "convert", "--to", "json")
    yield from run_json("convert", "--to", "json", board=with_all_keys())


def solve_as_json() -> Iterator[Any]:
    for arguments in ([], ["--all", "1"], ["--all", "9"], ["--time-limit", "0"]):
        yield from run_on_each(OF_EACH_GENRE, "solve", "--json", *arguments)
    for arguments in (["--conflict"], ["--engine", "asp"]):
        yield from run_on_each(WITH_PROGRAM, "solve", "--json", *arguments)
    solvable = [specimen for specimen in OF_EACH_GENRE if specimen.label != "unsolvable"]
    yield from run_on_each(solvable, "solve", "--json", "--common")


def wrong_answers_as_json(folder: Path) -> Iterator[Any]:
    path = folder / "wrong.lp"
    path.write_text(WRONG_FORMULATION, encoding="utf-8")
    yield from run_json("solve", f"{TEMPLATE}/1/2/1", "--json", "--formulation", str(path))


def check_as_json() -> Iterator[Any]:
    yield from run_on_each(specimens(), "check", "--json")
    yield from run_on_each(specimens(), "check", "--json", "--unfinished")
    solved = [specimen for specimen in WITH_PROGRAM if specimen.label == "solved"]
    tuned = [specimen for specimen in solved if "tuned" in masume.formulations.names(specimen.board.genre)]
    yield from run_on_each(tuned, "check", "--json", "--formulation", "tuned")


def count_as_json() -> Iterator[Any]:
    for arguments in ([], ["--limit", "1"], ["--time-limit", "0"]):
        yield from run_on_each(OF_EACH_GENRE, "count", "--json", *arguments)


def minimise_as_json() -> Iterator[Any]:
    for name in SMALL:
        yield from run_json("minimise", name, "--json")
    yield from run_json("minimise", SMALL[0], "--json", "--time-limit", "0")


def generate_as_json() -> Iterator[Any]:
    yield from run_json("generate", TEMPLATE, "--size", "2x2", "--seed", "1", "--count", "2", "--json")
    yield from run_json("generate", TEMPLATE, "--size", "2x2", "--seed", "1", "--level", "beginner", "--json")


def rate_as_json() -> Iterator[Any]:
    for name in SMALL:
        yield from run_json("rate", name, "--json")


def review_as_json() -> Iterator[Any]:
    for name in SMALL:
        yield from run_json("review", name, "--json")
    for arguments in ([], ["--limit", "1"], ["--time-limit", "0"]):
        yield from run_on_each(OF_EACH_GENRE, "review", "--json", *arguments)


def hint_as_json() -> Iterator[Any]:
    for name in SMALL:
        yield from run_json("hint", name, "--json", "--strength", "where")
        yield from run_json("hint", f"{name}.answer", "--json")
    yield from run_on_each(specimens(), "hint", "--json")  # mistakes of every kind
    without_marks = [specimen._replace(board=specimen.board.with_marks({})) for specimen in OF_EACH_GENRE]
    yield from run_on_each(without_marks, "hint", "--json")


def explain_as_json() -> Iterator[Any]:
    for name in SMALL:
        yield from run_json("explain", name, "--to", "json")
    yield from run_json("explain", SMALL[0], "--to", "json", "--steps", "1")
    yield from run_json("explain", SMALL[0], "--to", "json", "--at", "r1c1")
    yield from run_json("explain", SMALL[0], "--to", "json", "--time-limit", "0")
    several = [specimen for specimen in OF_EACH_GENRE if specimen.label == "two"]
    yield from run_on_each(several, "explain", "--to", "json")


def ablation_as_json() -> Iterator[Any]:
    yield from run_json("bench", "ablation", TEMPLATE, "--board", f"{TEMPLATE}/2/2/2", "--json")
    yield from run_json("bench", "ablation", TEMPLATE, "--board", f"{TEMPLATE}/2/2/2", "--json", "--time-limit", "0")


def papers_as_json(folder: Path) -> Iterator[Any]:
    results = str(folder / "results.jsonl")
    options = ["--quick", "--only", "report", "--time-limit", "1", "--jobs", "2", "--results", results]
    yield from run_json("bench", "papers", *options, "--format", "json")


def speed_as_json() -> Iterator[Any]:
    yield from run_json("bench", "speed", "--cells", "25", "--boards", "1", "--cold", "--format", "json")


def bench_explain_as_json() -> Iterator[Any]:
    yield from run_json("bench", "explain", "--cells", "25", "--boards", "1", "--hints", "2", "--format", "json")


def bench_rate_as_json() -> Iterator[Any]:
    yield from run_json("bench", "rate", "--cells", "25", "--boards", "1", "--format", "json")


def bench_generate_as_json() -> Iterator[Any]:
    genre = masume.examples.find(SMALL[0]).genre.name
    options = ["--genre", genre, "--size", "4x4", "--budget", "0.05", "--rounds", "1", "--verify"]
    yield from run_json("bench", "generate", *options, "--format", "json")


def write_list(folder: Path) -> str:
    """Write a list of boards of every genre; an id occurs twice, a board has none, and a line is bad."""
    solvable = [specimen.board.with_marks({}) for specimen in OF_EACH_GENRE if specimen.label == "solved"]
    boards = [json.loads(masume.write(board, "json")) for board in solvable]
    lines = [json.dumps({"id": number, "board": board}) for number, board in enumerate(boards)]
    path = folder / "boards.jsonl"
    path.write_text("\n".join([*lines, lines[0], f"{TEMPLATE}/1/2/1", '{"id": "bad", "url": "no/board"}', ""]))
    return str(path)


def list_records(folder: Path) -> Iterator[Any]:
    boards = write_list(folder)
    commands = ["solve --json", "solve --json --all 2", "solve --json --common", "solve --json --time-limit 0"]
    commands += ["check --json", "count --json", "convert --to text --json", "explain --to json", "rate --json"]
    commands += ["review --json"]
    for name, *options in map(str.split, commands):
        yield from map(json.loads, output(run_process(name, boards, *options)).splitlines())


CASES: dict[str, list[Callable[..., Iterator[Any]]]] = {
    "ablation.json": [ablation_as_json],
    "bench-explain.json": [bench_explain_as_json],
    "bench-generate.json": [bench_generate_as_json],
    "bench-papers.json": [papers_as_json],
    "bench-rate.json": [bench_rate_as_json],
    "bench-speed.json": [speed_as_json],
    "board-input.json": [boards_as_json],
    "board.json": [boards_as_json],
    "check.json": [check_as_json],
    "count.json": [count_as_json],
    "explain.json": [explain_as_json],
    "generate.json": [generate_as_json],
    "hint.json": [hint_as_json],
    "minimise.json": [minimise_as_json],
    "list-records.json": [list_records],
    "rate.json": [rate_as_json],
    "review.json": [review_as_json],
    "solve.json": [solve_as_json, wrong_answers_as_json],
}
NEED_A_FOLDER = (list_records, papers_as_json, wrong_answers_as_json)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[Any]]:
    """Return a function that runs the commands of a schema, once, and returns all data that they print."""

    @cache
    def run(file: str) -> list[Any]:
        folder = tmp_path_factory.mktemp("json")
        return [data for case in CASES[file] for data in (case(folder) if case in NEED_A_FOLDER else case())]

    return run


def without_times(data: Any) -> Any:
    """Return data without what differs from run to run: the figures of the engine, and all fractions."""
    if isinstance(data, dict):
        return {name: without_times(value) for name, value in data.items() if name != "statistics"}
    if isinstance(data, list):
        return [without_times(item) for item in data]
    return None if isinstance(data, float) else data


@pytest.mark.parametrize("file", SCHEMAS)
def test_schemas_are_valid_and_describe_every_key(file: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[file])
    assert file == "common.json" or file in CASES
    for pointer, schema in list_keys(file):
        assert re.fullmatch(r"[A-Z][^\n]*\.", schema.get("description", "")), f"{file}{pointer} has no sentence"


def slow_if_benchmark(file: str) -> Any:
    return pytest.param(file, marks=[pytest.mark.thorough] if file.startswith("bench-") else [])


@pytest.mark.parametrize("file", [slow_if_benchmark(file) for file in CASES])
def test_output_fits_its_schema(file: str, outputs: Callable[[str], list[Any]]) -> None:
    check, found = validator(file), outputs(file)
    assert found
    for data in found:
        check.validate(data)


@pytest.mark.parametrize(
    ("file", "key", "values"),
    [
        ("solve.json", "status", {"solved", "unsolvable", "timeout", "wrong"}),
        ("solve.json", "search", {"complete", "limit", "timeout", None}),
        ("solve.json", "unique", {True, False, None}),
        ("count.json", "search", {"complete", "limit", "timeout"}),
        ("count.json", "more", {True, False, None}),
        ("check.json", "right", {True, False}),
        ("minimise.json", "complete", {True, False}),
        ("review.json", "status", {"solved", "unsolvable", "timeout"}),
        ("review.json", "unique", {True, False, None}),
        ("hint.json", "status", {"step", "solved", "wrong", "several", "unsolvable"}),
        ("explain.json", "status", {"solved", "several", "explained", "stopped", "timeout"}),
        ("ablation.json", "complete", {True, False}),
        ("list-records.json", "command", {"solve", "check", "count", "convert", "explain", "rate", "review"}),
    ],
)
def test_every_kind_of_outcome_was_tried(
    file: str, key: str, values: set[Any], outputs: Callable[[str], list[Any]]
) -> None:
    assert {data[key] for data in outputs(file) if key in data} == values


@pytest.mark.thorough
def test_every_key_of_a_schema_occurs(outputs: Callable[[str], list[Any]]) -> None:
    coverage = Coverage()
    for file in CASES:
        for data in outputs(file):
            coverage.add(file, data)
    declared = {(file, pointer) for file in SCHEMAS for pointer, _ in list_keys(file)}
    assert declared - coverage.keys == set()


def test_masume_reads_what_the_schema_allows() -> None:
    board = json.loads(masume.write(with_all_keys(), "json"))
    check = validator("board-input.json")
    for name in board:
        smaller = {key: value for key, value in board.items() if key != name}
        assert check.is_valid(smaller) == is_readable(smaller), name
        assert not check.is_valid({**board, name: None}), name
        assert not is_readable({**board, name: None}), name
    assert not check.is_valid({**board, "more": 1})
    assert not is_readable({**board, "more": 1})


def is_readable(data: dict[str, Any]) -> bool:
    try:
        masume.read(json.dumps(data))
    except masume.MasumeError:
        return False
    return True


def sections() -> dict[str, str]:
    """Return the sections of the page that describe a schema, by its file."""
    text = PAGE.read_text(encoding="utf-8")
    return {match[1]: part for part in text.split("\n## ") if (match := re.search(r"\(schemas/([\w-]+\.json)\)", part))}


def test_the_page_links_every_schema() -> None:
    linked = re.findall(r"\(schemas/([\w-]+\.json)\)", PAGE.read_text(encoding="utf-8"))
    assert sorted(set(linked)) == sorted(SCHEMAS)


@pytest.mark.parametrize("file", [file for file in CASES if file not in ("board-input.json", "list-records.json")])
def test_examples_of_the_page_are_real_and_fit_their_schema(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each example follows the command that prints it; "this is a `measurement`" is an excerpt of a long output."""
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"`masume ([^`]+)`([^`]*(?:`\w+`)?[^`]*)\n```json\n(.*?)```", sections()[file], re.DOTALL)
    assert len(examples) == sections()[file].count("```json")
    for command, words, text in examples:
        example = json.loads(text)
        if excerpt := re.search(r"this is a `(\w+)`", words):
            validator(file, f"/$defs/{excerpt[1]}").validate(example)
        else:
            validator(file).validate(example)
            assert without_times(example) in map(without_times, run_json(*shlex.split(command))), command


def test_records_on_the_page_fit_their_schema() -> None:
    """tests/test_readme.py compares them with what the command prints."""
    section = sections()["list-records.json"]
    records = re.findall(r"^\{.*\}$", section.partition("\n$ masume ")[2], re.MULTILINE)
    assert {json.loads(record)["status"] for record in records} == {"counted", "unreadable"}
    for record in records:
        validator("list-records.json").validate(json.loads(record))
