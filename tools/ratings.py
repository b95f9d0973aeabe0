"""Write the ratings of the shipped boards to tests/data/ratings.txt, which change only on purpose.

    python tools/ratings.py

A test compares them.  docs/rating.md says what to measure before a weight or a threshold is changed.
"""

from pathlib import Path

import masume
from masume import examples

PATH = Path(__file__).parent.parent / "tests" / "data" / "ratings.txt"


def rating_line(name: str) -> str:
    """Return the rating of a shipped board in a line, or why it has none."""
    try:
        rating = masume.rate(examples.find(name))
    except masume.MasumeError as error:
        return f"{name}: {error}"
    thoughts = " ".join(map(str, rating.thoughts))
    return f"{name}: {rating.score:.4f} {rating.name}; thoughts {thoughts}; {rating.direct_share:.0%} direct"


def main() -> None:
    """Write the file."""
    PATH.write_text("".join(f"{rating_line(name)}\n" for name in examples.names()), encoding="utf-8")


if __name__ == "__main__":
    main()
