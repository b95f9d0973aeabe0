"""Write the explanations of the shipped boards to tests/data/stories, for people to read when they change.

    python tools/stories.py

The first lines of a story are figures that must not get worse: see `docs/explanations.md`.  A test compares the files.
"""

from pathlib import Path

import masume
from masume import examples
from masume.bench.explain.measurement import StepKind, StepSummary, summarise_step

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "stories"


def story_names() -> list[str]:
    """Return the names of the boards whose stories are kept: all but the large ones."""
    return [name for name in examples.names() if not name.endswith("-large")]


def tell_story(name: str) -> str:
    """Return the figures and the sentences of the explanation of a shipped board."""
    explanation = masume.Explanation(examples.find(name))
    lines = []
    for number, (title, step) in enumerate(explanation.narrate(), 1):
        lines += ["", title] if title else []
        lines.append(f"{number}. {step.in_words()}")
    return "\n".join([*_describe_figures(explanation), *lines, "", explanation.in_words()]) + "\n"


def _describe_figures(explanation: masume.Explanation) -> list[str]:
    steps = [summarise_step(*pair) for pair in zip(explanation.steps, [None, *explanation.steps], strict=False)]
    large = [step for step in steps if step.is_argued_by_several]
    words, cells = sum(step.words for step in steps), len(explanation.board.grid.cells)
    return [
        f"{len(steps)} steps, {_count(steps, 'is_bookkeeping')} of them bookkeeping",
        f"{100 * words // cells} words per 100 cells",
        f"{len(large)} steps with several reasons, {sum(bool(step.technique) for step in large)} of them with a name",
        f"{_count(steps, 'is_jump')} jumps, {_count(steps, 'is_needless')} of them needless",
        f"{sum(step.unargued for step in steps)} claims without an argument",
        f"{sum(step.kind is StepKind.TRUST for step in steps)} steps on trust",
    ]


def _count(steps: list[StepSummary], flag: str) -> int:
    return sum(getattr(step, flag) for step in steps)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in story_names():
        (FOLDER / f"{name}.txt").write_text(tell_story(name), encoding="utf-8")
