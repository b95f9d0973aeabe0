"""What all plots share: matplotlib if it is there, the looks of lines, and a figure that becomes an SVG file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from masume.core.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Colours that the colour-blind can tell apart (Okabe and Ito), each with a marker of its own.
LOOKS = list(
    zip(
        ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#882255", "#44AA99", "#7F7F7F", "#000000"),
        ("o", "s", "^", "D", "v", "P", "<", ">", "X", "*"),
        strict=True,
    )
)


def require() -> None:
    """Complain if there is no matplotlib; it draws to files only."""
    try:
        import matplotlib
    except ImportError:
        raise InputError("plots need matplotlib: pip install 'masume[plots]'") from None
    matplotlib.use("Agg")


@contextmanager
def into(folder: Path) -> Iterator[None]:
    """Make a folder for plots; if it cannot be written to, say so."""
    require()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise InputError(
            f"cannot write plots to {str(folder)!r:.200}: {(error.strerror or 'unknown').lower()}"
        ) from None


@contextmanager
def figure(path: Path, title: str, across: str, upward: str, limit: float) -> Iterator["Axes"]:
    """Axes to draw on, with times upward and our time limit across; then they are written to a file."""
    from matplotlib import pyplot

    # The same bytes each time, and text as text.
    with pyplot.rc_context({"svg.hashsalt": "masume", "svg.fonttype": "none", "font.size": 10}):
        drawn, axes = pyplot.subplots(figsize=(9, 4.5), layout="constrained")
        yield axes
        axes.axhline(limit, color="#7F7F7F", linewidth=1, linestyle=":", label=f"our limit, {limit:g} s")
        axes.set_yscale("log")
        axes.set_xlabel(across)
        axes.set_ylabel(upward)
        axes.set_title(title, loc="left")
        axes.grid(visible=True, color="#dddddd", linewidth=0.6)
        drawn.legend(loc="outside right upper", frameon=False)
        drawn.savefig(path, format="svg", metadata={"Date": None})
        pyplot.close(drawn)
