"""The scripts in benchmarks/ that measure checkouts: they run, and their failures are visible."""

import subprocess
import sys
from pathlib import Path

import pytest

import compare
import masume
from masume.bench.boards import BenchBoard

ROOT = Path(__file__).parent.parent
SMALL = next(name for name in masume.examples.names() if name.endswith("-small"))
BOARD = BenchBoard("some", SMALL, masume.write(masume.examples.find(SMALL), "pzpr"), 25)


def run(script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(ROOT / "benchmarks" / script), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8")


def test_a_checkout_is_compared_with_itself() -> None:
    genre = masume.examples.find(SMALL).genre.name
    done = run("compare.py", str(ROOT), str(ROOT), "--genre", genre, "--max-cells", "36", "--held-out", "apart")
    assert (done.returncode, done.stderr) == (0, "")
    _, held_out, others = done.stdout.split("## ")
    assert held_out.startswith("Held-out boards")
    assert others.startswith("Other boards")
    assert f"| {genre} | 1–150 | " in done.stdout


@pytest.mark.parametrize("cold", [False, True])
def test_times_and_verdicts_of_a_checkout(cold: bool) -> None:
    broken = BOARD._replace(id="broken", url="nosuch")
    good, bad = compare.compare([ROOT, ROOT], [BOARD, broken], 2, 60, cold)
    assert all(seconds > 0 for seconds in good.times)
    assert good.verdicts == ("solved, unique: True",) * 2
    assert not good.is_problem
    assert bad.verdicts[0].startswith("error: ")
    assert bad.is_problem


def test_checkouts_are_compared_by_ratios() -> None:
    results = [
        compare.Comparison(BOARD, (0.004, 0.002), ("solved", "solved")),
        compare.Comparison(BOARD, (0.032, 0.004), ("solved", "solved")),
        compare.Comparison(BOARD, (9.0, 1.0), ("solved", "late")),
    ]
    assert [each.is_problem for each in results] == [False, False, True]
    ((*group, before, after, ratio),) = compare.tabulate("some", results).rows
    assert group == ["some", "1–150", 2]
    assert (before, after, ratio) == pytest.approx((18.0, 3.0, 4.0))


def test_a_folder_without_masume_is_refused(tmp_path: Path) -> None:
    done = run("compare.py", str(ROOT), str(tmp_path), "--max-cells", "25")
    assert (done.returncode, done.stdout) == (1, "")
    assert str(tmp_path) in done.stderr


def test_a_process_that_dies_is_reported(tmp_path: Path) -> None:
    package = tmp_path / "src" / "masume"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise SystemExit(3)", encoding="utf-8")
    with pytest.raises(SystemExit, match="ended with status 3"):
        compare.Checkout(tmp_path)


def test_start_up_of_this_checkout() -> None:
    done = run("startup.py", "--times", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("| checkout | wall ms | CPU ms |\n")
    assert len(done.stdout.splitlines()) == 3
