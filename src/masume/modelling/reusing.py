"""What of models is built once: skeletons, which depend on grid and options only, and templates, which recur."""

from collections.abc import Callable, Hashable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, cast

from masume.core.grid import Grid
from masume.core.layers import Options, Value
from masume.core.remembering import memory, remember
from masume.modelling.kernel import TRUE
from masume.modelling.model import Model, Template

P = ParamSpec("P")
MOST_LITERALS = 150  # of a template; what is larger than that seldom recurs, and takes much memory to keep

MOST_TEMPLATES = 1000  # of one sort; then all are forgotten

Piece: TypeAlias = Callable[Concatenate[Model, Any, Sequence[int], P], Sequence[int] | None]


def skeleton(build: Callable[Concatenate[Grid, Options, P], Model]) -> Callable[Concatenate[Grid, Options, P], Model]:
    """Make a model builder build once per grid, options and what else it is given; what grows from that is cheap."""

    @remember(32)
    def built(grid: Hashable, options: tuple[tuple[str, Value], ...], *others: Hashable) -> Model:
        return cast(Callable[..., Model], build)(grid, dict(options), *others)

    @wraps(build)
    def grown(grid: Grid, options: Options, *others: P.args, **named: P.kwargs) -> Model:
        return Model(built(cast(Hashable, grid), tuple(options.items()), *others))

    return cast(Callable[Concatenate[Grid, Options, P], Model], grown)


def template(build: Piece[P]) -> Callable[Concatenate[Model, Any, Sequence[int], P], Sequence[int]]:
    """Make a function that states something about literals do so once for each shape: how many, and whatever follows.

    It is called with a model, a place, literals and the rest of the shape, and returns literals that it made, if any.
    It must say the same of any literals, and use the place only to post there.
    """

    known = memory()

    @wraps(build)
    def stamped(m: Model, place: Any, literals: Sequence[int], *shape: P.args, **named: P.kwargs) -> Sequence[int]:
        if len(literals) > MOST_LITERALS:
            return build(m, place, literals, *shape, **named) or ()
        key = (len(literals), *shape)
        made = known.get(key)
        if made is None:
            if len(known) >= MOST_TEMPLATES:
                known.clear()
            made = known[key] = _made(build, place, len(literals), shape)
        return m.stamp(made, place, literals)

    return cast(Callable[Concatenate[Model, Any, Sequence[int], P], Sequence[int]], stamped)


def _made(build: Callable[..., Any], place: Any, size: int, shape: tuple[Any, ...]) -> Template:
    def rebuild(m: Model, place: Any, literals: Sequence[int]) -> Sequence[int]:
        return build(m, place, literals, *shape) or ()

    model = Model()
    result = rebuild(model, place, model.new(size))
    assert all(literal > size + TRUE for literal in result), "a template returns what it made"
    return Template(model, size, model.variables - TRUE - size, result, rebuild)
