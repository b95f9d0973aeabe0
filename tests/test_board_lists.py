"""Many boards at once: folders, and files with one board per line."""

import json
import re
from pathlib import Path

import pytest

import masume
from masume import examples
from masume.core.errors import InputError
from masume.formats import board_lists, list_boards, read_entry
from masume.formats.board_lists import LARGEST_LIST, BoardId

NAMES = examples.names()[:4]
BOARDS = [examples.find(name) for name in NAMES]


def urls() -> list[str]:
    return [masume.write(board, "pzpr") for board in BOARDS]


def write_lines(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def are_our_boards(found: list[tuple[BoardId, masume.Board]]) -> bool:
    """Return whether these are BOARDS, as far as a URL carries them."""
    return [masume.write(board, "pzpr") for _, board in found] == urls()


JSON_BOARDS = [json.loads(masume.write(board, "json")) for board in BOARDS]
LINES = {
    "urls": urls(),
    "bare": [url.partition("?")[2] for url in urls()],
    "files": [masume.write(board, "pzprv3").replace("\n", "/") for board in BOARDS],
    "file-urls": [masume.write(board, "pzprv3-url") for board in BOARDS],
    "json": [json.dumps(data) for data in JSON_BOARDS],
    "strings": [json.dumps(url) for url in urls()],
    "objects": [json.dumps({"url": url}) for url in urls()],
    "ids": [json.dumps({"id": name, "pzpr_url": url}) for name, url in zip(NAMES, urls(), strict=True)],
    "addresses": [json.dumps({"address": url, "id": name}) for name, url in zip(NAMES, urls(), strict=True)],
    "boards": [json.dumps({"id": name, "board": data}) for name, data in zip(NAMES, JSON_BOARDS, strict=True)],
    "board-ids": [json.dumps({"id": name, **data}) for name, data in zip(NAMES, JSON_BOARDS, strict=True)],
}
WITH_IDS = ("ids", "addresses", "boards", "board-ids")


@pytest.mark.parametrize("ending", [".txt", ".jsonl"])
@pytest.mark.parametrize("line_break", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("kind", LINES)
def test_lines_of_every_kind(kind: str, line_break: str, ending: str, tmp_path: Path) -> None:
    """A BOM, empty lines and comments do not matter, and lines are counted as an editor counts them."""
    path = tmp_path / f"{kind}{ending}"
    text = line_break.join(["\ufeff# boards", "", *LINES[kind][:2], "  ", " # more", *LINES[kind][2:], ""])
    path.write_bytes(text.encode())
    entries, found = list_boards(path), list(masume.load_all(path))
    assert are_our_boards(found)
    assert entries.is_list
    assert len(entries) == len(NAMES)
    assert [entry.source for entry in entries] == [f"{path.name}, line {number}" for number in (3, 4, 7, 8)]
    assert [entry.id for entry in entries] == [board_id for board_id, _ in found]
    if kind in WITH_IDS:
        assert [entry.id for entry in entries] == NAMES
        assert [entry.name for entry in entries] == [f"{kind}-{name}" for name in NAMES]
        assert {entry.digest for entry in entries} == {None}
    else:
        assert [entry.id for entry in entries] == [entry.name for entry in entries] == [f"{kind}-{n}" for n in "3478"]
        assert all(re.fullmatch("[0-9a-f]{16}", entry.digest or "") for entry in entries)
        assert len({entry.digest for entry in entries}) == len(NAMES)


def test_ids_are_yielded_as_they_are(tmp_path: Path) -> None:
    """Only strings and integers are ids; names for people have the line with leading zeros."""
    ids = ["a", 7, "7", "", None, True, 1.5, ["x"], "é\n"]
    lines = (json.dumps({"id": each, "url": urls()[0]}) for each in ids)
    path = write_lines(tmp_path / "list.txt", *lines, "")
    expected = ["a", 7, "7", "list-4", "list-5", "list-6", "list-7", "list-8", "é\n"]
    assert [board_id for board_id, _ in masume.load_all(path)] == expected
    path = write_lines(tmp_path / "list.txt", *[urls()[0]] * 12)
    assert [entry.name for entry in list_boards(path)][8:10] == ["list-09", "list-10"]
    assert [entry.id for entry in list_boards(path)][8:10] == ["list-9", "list-10"]


def test_the_digest_depends_on_the_board_only(tmp_path: Path) -> None:
    forms = [urls()[0], f" {urls()[0]}\r", json.dumps(urls()[0]), json.dumps({"note": "new", "url": urls()[0]})]
    path = write_lines(tmp_path / "list.txt", *forms, urls()[1])
    *digests, other = (entry.digest for entry in list_boards(path))
    assert {*digests} != {other}
    assert len({*digests}) == 1


@pytest.mark.parametrize(
    "bad", [["nonsense", "more nonsense"], ["{bad"], ["template"], ["word(1"], ["letting x be"], ["[1]", "7", "<html>"]]
)
def test_a_list_whose_first_lines_are_bad_is_still_a_list(bad: list[str], tmp_path: Path) -> None:
    path = write_lines(tmp_path / "list.txt", *bad, *urls())
    with pytest.raises(InputError, match=r"^list\.txt, line 1: "):
        next(masume.load_all(path))
    found = list(masume.load_all(path, errors="yield"))
    assert are_our_boards([(name, board) for name, board in found if isinstance(board, masume.Board)])
    assert [str(error)[:16] for _, error in found[: len(bad)]] == [f"list.txt, line {n + 1}" for n in range(len(bad))]


def test_a_file_that_ends_in_jsonl_is_always_a_list(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "list.jsonl", masume.write(BOARDS[0], "json"))
    assert list_boards(path).is_list
    assert [entry.id for entry in list_boards(path)] == ["list-1"]
    assert masume.load(path) == BOARDS[0]
    assert list(masume.load_all(write_lines(path))) == []
    assert list(masume.load_all(write_lines(path, "# nothing"))) == []


def test_a_single_line_is_a_list_if_it_is_json_with_an_address(tmp_path: Path) -> None:
    for kind, lines in LINES.items():
        is_list = kind in ("strings", "objects", "ids", "addresses", "boards")
        assert list_boards(write_lines(tmp_path / "one.txt", lines[0])).is_list == is_list, kind


def test_load_refuses_a_list_and_names_load_all(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is a list of boards: expected one board; masume\.load_all is for lists"):
        masume.load(write_lines(tmp_path / "list.txt", *urls()))


@pytest.mark.parametrize("form", ["text", "json", "pzpr", "pzprv3", "pzprv3-url"])
def test_a_file_with_one_board_is_one_board(form: str, tmp_path: Path) -> None:
    for name, board in zip(NAMES, BOARDS, strict=True):
        path = tmp_path / f"{name}.txt"
        path.write_text(masume.write(board, form), encoding="utf-8")
        assert [(name, masume.load(path))] == list(masume.load_all(path))
        path.write_text(json.dumps(json.loads(masume.write(board, "json")), indent=2), encoding="utf-8")
        assert [(name, board)] == list(masume.load_all(path))


def test_facts_with_a_url_in_a_comment_are_one_board(tmp_path: Path) -> None:
    path = tmp_path / "facts.lp"
    path.write_text("% from https://example.org/p?a/b\n" + masume.write(BOARDS[0], "facts"), encoding="utf-8")
    assert len(list_boards(path)) == 1


def test_a_folder_gives_the_boards_of_all_its_files(tmp_path: Path) -> None:
    for name, board in zip(NAMES[:2], BOARDS[:2], strict=True):
        (tmp_path / f"{name}.txt").write_text(masume.write(board, "text"), encoding="utf-8")
    (tmp_path / "more.jsonl").write_text("\n".join(urls()[2:]), encoding="utf-8")
    (tmp_path / ".hidden").write_text("nothing", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    found = list(masume.load_all(tmp_path))
    assert [name for name, _ in found] == [*NAMES[:2], "more-1", "more-2"]
    assert are_our_boards(found)


BAD_LINES = {
    "template/2/2/~": "pzpr: body, character 1: ",
    '{"url": 7}': 'expected a JSON object with the key "url", "pzpr_url", "address" or "board", or with "masume": 1',
    "{": "json: line 1 column 2: ",
    '{"masume": 1, "genre": "template", "genre": "template"}': "json: keys: 'genre' occurs twice",
    "nonsense": "no format recognises 'nonsense'",
    '{"id": ' + "9" * 5000 + "}": "json: text: a number is too long",
    '{"url":' * 100_000: "json: ",
}


def test_bad_lines_are_reported_with_their_numbers(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "list.txt", urls()[0], *BAD_LINES, urls()[1])
    first, *bad, last = masume.load_all(path, errors="yield")
    assert [masume.write(board, "pzpr") for _, board in (first, last) if isinstance(board, masume.Board)] == urls()[:2]
    for number, ((board_id, error), sentence) in enumerate(zip(bad, BAD_LINES.values(), strict=True), 2):
        assert board_id == f"list-{number}"
        assert isinstance(error, InputError)
        assert str(error).startswith(f"list.txt, line {number}: {sentence}")
    with pytest.raises(InputError, match=r"^list\.txt, line 2: pzpr: body, character 1"):
        list(masume.load_all(path))
    with pytest.raises(InputError, match='expected errors="raise" or errors="yield", not'):
        masume.load_all(path, errors="ignore")  # type: ignore[call-overload]


def test_an_invalid_byte_spoils_only_its_line(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes("\n".join(urls()).encode().replace(b"\n", b"\n\xff\n", 1))
    _, (board_id, error), *_ = masume.load_all(path, errors="yield")
    assert board_id == "list-2"
    assert str(error) == "list.txt, line 2: this is not UTF-8 text: byte 1 of the line is invalid"
    assert len(list(masume.load_all(path, errors="yield"))) == len(NAMES) + 1


def test_files_and_folders_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "image.png").write_bytes(b"\x89PNG\xff")
    (tmp_path / "nothing.txt").write_bytes(b" \n")
    image, nothing = list_boards(tmp_path)
    assert (image.name, image.id, image.source) == ("image.png", "image", "image.png")
    with pytest.raises(InputError, match=r"is not UTF-8 text: byte 1 is invalid"):
        read_entry(image)
    with pytest.raises(InputError, match="is empty: expected a board"):
        read_entry(nothing)
    assert [str(error).split(": ")[0] for _, error in masume.load_all(tmp_path, errors="yield")] == [
        "image.png",
        "nothing.txt",
    ]
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="holds no files"):
        list_boards(tmp_path / "empty")
    with pytest.raises(InputError, match="no such file"):
        list_boards(tmp_path / "nowhere")


def test_an_endless_file_is_refused_before_it_fills_the_memory() -> None:
    (entry,) = list_boards("/dev/zero")
    assert len(entry.text) < LARGEST_LIST // 8
    with pytest.raises(InputError, match="too large"):
        read_entry(entry)


def test_an_id_that_occurs_twice_causes_a_warning(tmp_path: Path) -> None:
    lines = [json.dumps({"id": board_id, "url": url}) for board_id, url in zip("abab", urls(), strict=True)]
    path = write_lines(tmp_path / "list.txt", *lines)
    with pytest.warns(UserWarning, match="the id '[ab]' has occurred before") as warned:
        found = list(masume.load_all(path))
    assert [str(each.message).split(":")[0] for each in warned] == ["list.txt, line 3", "list.txt, line 4"]
    assert warned[0].filename == __file__
    assert [board_id for board_id, _ in found] == [*"abab"]
    assert are_our_boards(found)


def test_names_are_printable(tmp_path: Path) -> None:
    ids = ["\ud800", "a\nb", "\x1b[31m", None, 7, "x" * 300]
    lines = [json.dumps({"id": each, "url": urls()[0]}) for each in ids]
    names = [entry.name for entry in list_boards(write_lines(tmp_path / "list.jsonl", *lines))]
    assert all(name.isprintable() for name in names)
    assert names[3:5] == ["list-4", "list-7"]


def test_entries_are_made_only_when_they_are_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = board_lists._parse_line

    def note_and_parse(line: str) -> object:
        parsed.append(line)
        return parse(line)

    monkeypatch.setattr(board_lists, "_parse_line", note_and_parse)
    entries = list_boards(write_lines(tmp_path / "list.jsonl", *LINES["ids"]))
    assert len(entries) == len(NAMES)
    assert next(iter(entries)).id == NAMES[0]
    assert parsed == LINES["ids"][:1]
