"""Series: many boards from one request and one seed, all different, made in several processes if wanted.

Every number of a series has random numbers of its own, so its board depends on nothing but the request, the seed and
the number.  Only a board that is the same puzzle as an earlier one, rotated or mirrored, is drawn again.
"""

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeAlias

from masume.core.arguments import require_limits
from masume.core.board import Board
from masume.core.board_symmetry import canonical_form
from masume.core.cancellation import run_job
from masume.core.deadline import NEVER, Deadline
from masume.core.errors import (
    InternalError,
    MasumeError,
    NoBoardError,
    OutOfMemoryError,
    OutOfTimeError,
    WrongTypeError,
)
from masume.core.genre import Genre
from masume.core.layers import Options
from masume.core.messages import pluralize, quote
from masume.core.numbers import require_whole_number
from masume.core.outcome import NO_LIMITS, Limits
from masume.core.process_pool import ProcessPool, RestartingProcess
from masume.generating import draw_seed, make_numbered_board, make_request
from masume.generating.requests import Request
from masume.generating.verifying import require_verifiable, verify

_WORKER = Path(__file__).with_name("worker.py")
_Kind: TypeAlias = tuple[int | str, int | None]
_ATTEMPTS = 2  # to make a board in a process, if it is killed from outside
_REDRAWS = 50  # of one number: if all of them are boards that are there already, there are hardly any others


class Order(NamedTuple):
    """A board to make: one number of the series of a request and a seed."""

    request: Request
    seed: int | str
    number: int

    @property
    def kind(self) -> _Kind:
        """What orders have in common if they ask for boards of the same kind: their seed and level."""
        return self.seed, self.request.level


class Draw(NamedTuple):
    """A board that was made, how many tries were rejected before, and a hash of the puzzle; or why there is none."""

    board: Board | None
    rejected: int
    digest: str = ""
    error: MasumeError | None = None


class NumberedBoard(NamedTuple):
    """A board of a series, its number, and how many tries were rejected before it was found."""

    number: int
    board: Board
    rejected: int


class Series:
    """The boards of a request and a seed, by number; the same for any number of jobs."""

    def __init__(self, request: Request, seed: int | str, *, jobs: int = 1, verify: bool = False) -> None:
        require_seed(seed)
        require_whole_number("jobs", jobs)
        if verify:
            require_verifiable(request.plan)
        self.request, self.seed, self.verify, self._jobs = request, seed, verify, jobs

    def boards(
        self,
        count: int,
        *,
        limits: Limits = NO_LIMITS,
        known: Iterable[Board] = (),
        on_wait: Callable[[], object] = lambda: None,
    ) -> Generator[NumberedBoard, None, None]:
        """Yield the boards up to the number `count` that follow the known ones, which are the first of the series.

        `on_wait` is called regularly while several processes are waited for.
        """
        require_whole_number("count", count)
        require_limits(limits)
        return self._make(count, list(known), limits.deadline(), on_wait)

    def _make(
        self, count: int, known: list[Board], deadline: Deadline, on_wait: Callable[[], object]
    ) -> Generator[NumberedBoard, None, None]:
        orders = (Order(self.request, self.seed, number) for number in range(len(known) + 1, count + 1))
        makers = Makers(self._jobs, verify=self.verify, deadline=deadline, on_wait=on_wait)
        for order, draw in makers.fill(orders, known):
            if draw.board is None:
                raise draw.error or NoBoardError(f"no board was found: {self.request.in_words()}")
            yield NumberedBoard(order.number, draw.board, draw.rejected)


def generate_many(
    genre: str | Genre,
    size: object = "medium",
    *,
    limits: Limits = NO_LIMITS,
    count: int,
    level: int | str | None = None,
    symmetry: str = "none",
    style: str | None = None,
    density: float | None = None,
    seed: int | str | None = None,
    options: Options | None = None,
    jobs: int = 1,
    verify: bool = False,
) -> Iterator[Board]:
    """Yield so many new boards; none of them is another one, rotated or mirrored.

    The boards depend on the seed, not on the number of `jobs`, which is how many processes make boards side by side;
    the first one is that of `generate`, which describes the other options.  Raise NoBoardError if there is no further
    board, and OutOfTimeError at the time limit, which is for all boards together.
    """
    request = make_request(genre, size, level=level, symmetry=symmetry, style=style, density=density, options=options)
    series = Series(request, draw_seed() if seed is None else seed, jobs=jobs, verify=verify)
    return (made.board for made in series.boards(count, limits=limits))


class Makers:
    """What makes boards: this process, or several child processes."""

    def __init__(
        self,
        jobs: int = 1,
        *,
        verify: bool = False,
        deadline: Deadline = NEVER,
        on_wait: Callable[[], object] = lambda: None,
    ) -> None:
        self._jobs, self._verify, self._deadline, self._on_wait = jobs, verify, deadline, on_wait
        self._failed: dict[_Kind, Draw] = {}  # the first draw without a board, in the order of the orders

    def fill(self, orders: Iterable[Order], known: Iterable[Board] = ()) -> Iterator[tuple[Order, Draw]]:
        """Yield each order with its board, which is none of the known boards and of those before.

        If there is none for an order, there is none for later ones of the same kind either.
        """
        seen = {digest_of(board) for board in known}
        known_before, found = len(seen), Counter[_Kind]()
        with self._open() as make_all:
            for order, first in make_all(orders):
                draw = self._failed.get(order.kind, first)
                if draw.digest in seen:
                    draw = self._redraw(order, first.rejected, seen, known_before + found[order.kind])
                if isinstance(draw.error, InternalError):
                    raise draw.error
                if draw.board is None:
                    self._failed[order.kind] = draw
                else:
                    seen.add(draw.digest)
                    found[order.kind] += 1
                yield order, draw

    def _redraw(self, order: Order, rejected: int, seen: set[str], found: int) -> Draw:
        """Return another board for an order, in this process: few are needed."""
        for redraw in range(1, _REDRAWS + 1):
            draw = self._make_here(order, redraw)
            rejected += draw.rejected + 1
            if draw.digest not in seen:
                return draw._replace(rejected=rejected)
        kinds = f"only {pluralize(found, 'different board')} of this kind {'was' if found == 1 else 'were'} found"
        return Draw(None, rejected, error=NoBoardError(f"{kinds}: {order.request.in_words()}"))

    def _make_here(self, order: Order, redraw: int = 0) -> Draw:
        if self._deadline.is_over:
            raise OutOfTimeError("out of time")
        return run_job(partial(make_draw, order, redraw, self._verify), self._deadline)

    @contextmanager
    def _open(self) -> Iterator[Callable[[Iterable[Order]], Iterator[tuple[Order, Draw]]]]:
        """Open what makes the boards of orders, one after the other or side by side."""
        if self._jobs == 1:
            yield lambda orders: ((order, self._failed.get(order.kind) or self._make_here(order)) for order in orders)
            return
        processes = [RestartingProcess(_WORKER, "masume") for _ in range(self._jobs)]
        with ProcessPool(processes, self._make_in_process) as pool:
            yield lambda orders: pool.results(orders, in_order=True, on_wait=lambda done: self._on_wait())

    def _make_in_process(self, process: RestartingProcess, order: Order) -> Draw:
        if order.kind in self._failed:
            return self._failed[order.kind]
        seconds = None if self._deadline == NEVER else self._deadline.seconds_left
        for _ in range(_ATTEMPTS):
            with suppress(OutOfMemoryError):  # the process was killed; the next call starts it again
                return Draw(*process.call("make", seconds, order=order, verify=self._verify))
        raise OutOfMemoryError("a process was killed, which systems do if there is not enough memory")


def make_draw(order: Order, redraw: int, with_proof: bool) -> Draw:
    """Make the board of an order; with a proof by the second engine that its solution is unique, if wanted."""
    rejected = 0

    def count_rejected() -> None:
        nonlocal rejected
        rejected += 1

    try:
        board = make_numbered_board(order.request, order.seed, order.number, redraw, on_rejected=count_rejected)
        if with_proof:
            verify(board)
    except (NoBoardError, InternalError) as error:
        return Draw(None, rejected, error=error)
    return Draw(board, rejected, digest_of(board))


def digest_of(board: Board) -> str:
    """Return a hash of a puzzle that is the same for its rotations and mirror images."""
    return sha256(json.dumps(canonical_form(board).to_dict()).encode()).hexdigest()


def require_seed(seed: object) -> None:
    """Raise WrongTypeError if this is no seed."""
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise WrongTypeError(f"expected a whole number or a text as the seed, not {quote(seed)}")
