"""Many boards at once: folders, and files with one board per line."""

import json
import re
from pathlib import Path

import pytest

import masume
from masume import examples
from masume.formats import list_boards

NAMES = examples.names()[:4]
BOARDS = [examples.find(name) for name in NAMES]


def urls() -> list[str]:
    return [masume.write(board, "pzpr") for board in BOARDS]


def are_our_boards(found: list[tuple[str, masume.Board]]) -> bool:
    """Return whether these are BOARDS, as far as a URL carries them."""
    return [masume.write(board, "pzpr") for _, board in found] == urls()


def test_lines_are_urls_or_json_or_objects_with_a_url(tmp_path: Path) -> None:
    lines = {
        "urls": urls(),
        "bare": [url.partition("?")[2] for url in urls()],
        "json": [masume.write(board, "json").replace("\n", "") for board in BOARDS],
        "strings": [json.dumps(url) for url in urls()],
        "objects": [json.dumps({"url": url}) for url in urls()],
        "ids": [json.dumps({"id": name, "pzpr_url": url}) for name, url in zip(NAMES, urls(), strict=True)],
    }
    lines["with a bad line first"] = ["# boards", *lines["ids"]]
    lines["with bad JSON first"] = ["{bad", *lines["json"]]
    for kind, content in lines.items():
        path = tmp_path / f"{kind}.jsonl"
        path.write_text("\ufeff\n" + "\n\n".join(content) + "\n", encoding="utf-8")
        good = [entry for entry in list_boards(path) if "bad" not in kind or not entry.name.endswith("-02")]
        found = [(name, read()) for name, read in good]
        assert are_our_boards(found), kind
        assert len({name for name, _ in found}) == len(NAMES)
    assert [name for name, _ in masume.load_all(tmp_path / "ids.jsonl")] == [f"ids-{name}" for name in NAMES]
    assert [name for name, _ in masume.load_all(tmp_path / "urls.jsonl")] == [f"urls-{line}" for line in (2, 4, 6, 8)]


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


def test_a_board_that_cannot_be_read_keeps_its_name(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("\n".join([urls()[0], "template/2/2/~", '{"url": 7}', "{", "nonsense"]), encoding="utf-8")
    for name, read in list_boards(path)[1:]:
        assert re.fullmatch(r"list-[2345]", name)
        with pytest.raises(masume.MasumeError):
            read()
    with pytest.raises(masume.MasumeError, match="list-2: pzpr: body, character 1"):
        list(masume.load_all(path))
    (tmp_path / "image.png").write_bytes(b"\x89PNG\xff")
    name, read = list_boards(tmp_path)[0]
    assert name == "image.png"
    with pytest.raises(masume.MasumeError, match="is not UTF-8 text"):
        read()
    (tmp_path / "empty").mkdir()
    with pytest.raises(masume.MasumeError, match="holds no files"):
        list_boards(tmp_path / "empty")
    with pytest.raises(masume.MasumeError, match="no such file"):
        list_boards(tmp_path / "nowhere")


def test_names_are_printable(tmp_path: Path) -> None:
    path = tmp_path / "list.jsonl"
    ids = ["\ud800", "a\nb", "\x1b[31m", None, 7, "x" * 300]
    path.write_text("\n".join(json.dumps({"id": each, "url": urls()[0]}) for each in ids), encoding="utf-8")
    names = [entry.name for entry in list_boards(path)]
    assert all(name.isprintable() for name in names)
    assert names[3:5] == ["list-4", "list-7"]
