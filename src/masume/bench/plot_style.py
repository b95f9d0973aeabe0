"""What all plots share: the check for matplotlib, the styles of curves, and a figure that is saved as SVG."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from masume.core.errors import InputError
from masume.core.files import file_error

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Points: TypeAlias = list[tuple[float, float]]

# Colours that colour-blind readers can distinguish (Okabe and Ito), each with its own marker.
_STYLES = list(
    zip(
        ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#882255", "#44AA99", "#7F7F7F", "#000000"),
        ("o", "s", "^", "D", "v", "P", "<", ">", "X", "*"),
        strict=True,
    )
)


def curve_style(number: int) -> tuple[str, str]:
    """Return the colour and marker of a curve; negative numbers count from the last style."""
    return _STYLES[number % len(_STYLES)]


def require_matplotlib() -> None:
    """Raise InputError if matplotlib is not installed; select its backend for files."""
    try:
        import matplotlib
    except ImportError:
        raise InputError("plots need matplotlib: pip install 'masume[plots]'") from None
    matplotlib.use("Agg")


@contextmanager
def plots_folder(folder: Path) -> Iterator[None]:
    """Create a folder for plots; raise InputError if it cannot be written to."""
    require_matplotlib()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise file_error("cannot write plots to", folder, error) from None


@contextmanager
def svg_plot(path: Path, title: str, x_label: str, y_label: str, time_limit: float) -> Iterator["Axes"]:
    """Yield axes for times; then add a line at the time limit, make the y axis logarithmic, and save the plot."""
    with svg_axes(path, title, x_label, y_label) as axes:
        yield axes
        axes.axhline(time_limit, color="#7F7F7F", linewidth=1, linestyle=":", label=f"our limit, {time_limit:g} s")
        axes.set_yscale("log")
        axes.grid(visible=True, color="#dddddd", linewidth=0.6)
        axes.figure.legend(loc="outside right upper", frameon=False)


@contextmanager
def svg_axes(path: Path, title: str, x_label: str, y_label: str, width: float = 9) -> Iterator["Axes"]:
    """Yield axes of a figure to draw on; then save it.  The width is in inches."""
    from matplotlib import pyplot

    # A fixed salt gives the same bytes each time; "none" keeps text as text.
    with pyplot.rc_context({"svg.hashsalt": "masume", "svg.fonttype": "none", "font.size": 10}):
        figure, axes = pyplot.subplots(figsize=(width, 4.5), layout="constrained")
        yield axes
        axes.set_xlabel(x_label)
        axes.set_ylabel(y_label)
        axes.set_title(title, loc="left")
        figure.savefig(path, format="svg", metadata={"Date": None})
        pyplot.close(figure)
