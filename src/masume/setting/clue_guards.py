"""Which rule instances belong to a clue: those that a model has with the clue and not without it.

Switching them off must have the same effect as dropping the clue.  That is certain if the model without the clues is
a part of the model with them: it has no other statement, and what it lacks are rule instances at the places of the
clues, definitions and redundant constraints.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from masume.core.board import Board
from masume.core.places import Place
from masume.modelling import Model, RuleInstance
from masume.modelling.statements import REDUNDANT, PostOrSeries, owners_of
from masume.solving import build_model
from masume.solving.search import GIVEN


class ClueGuards(NamedTuple):
    """A board's model, and the rule instances of each clue."""

    model: Model
    instances: dict[Place, tuple[RuleInstance, ...]]


def find_clue_guards(board: Board, clues: Collection[Place]) -> ClueGuards | None:
    """Return the rule instances of clues; None if they cannot be switched off instead of dropping the clues.

    In a genre without clues, given marks take their place.
    """
    if not clues or not board.genre.clue_layers:
        return ClueGuards(build_model(board), {clue: (RuleInstance(GIVEN, clue),) for clue in clues})
    model, bare = build_model(board), build_model(board.without_clues(clues))
    added = _added_instances(model, bare)
    if added is None:
        return None
    staying = set(bare.instances)
    instances: dict[Place, list[RuleInstance]] = {clue: [] for clue in clues}
    for instance in dict.fromkeys(added):
        if instance in staying or instance.place not in instances:
            return None
        instances[instance.place].append(instance)
    return ClueGuards(model, {clue: tuple(own) for clue, own in instances.items()})


def _added_instances(model: Model, bare: Model) -> list[RuleInstance] | None:
    """Return the owners of what a model has and a bare one lacks; None if the bare one has anything else."""
    if model.base is not bare.base:
        return None
    added, bare_uses = list[RuleInstance](), bare.uses()
    others: Sequence[RuleInstance] | None = _find_added(model.posts, bare.posts)
    next_bare = next(bare_uses, None)
    for use, owners in zip(model.uses(), model.use_instances, strict=True):
        if others is None:
            return None
        added += others
        (template, place, first, literals), others = use, owners
        if next_bare is None:
            continue
        bare_template, *bare_rest = next_bare
        if bare_rest == [place, first, literals]:
            others = []
            if bare_template is not template:
                others = _find_added(template.expand(place, first, literals), bare_template.expand(*bare_rest))
            next_bare = next(bare_uses, None)
    return None if others is None or next_bare is not None else [*added, *others]


def _find_added(posts: Iterable[PostOrSeries], bare_posts: Iterable[PostOrSeries]) -> list[RuleInstance] | None:
    """Return the owners of the posts that are not among the bare ones; None if the bare ones are not part of them."""
    wanted, added = _relevant(bare_posts), list[PostOrSeries]()
    next_bare = next(wanted, None)
    for post in _relevant(posts):
        if next_bare is not None and post[:3] == next_bare[:3]:
            next_bare = next(wanted, None)
        else:
            added.append(post)
    return None if next_bare is not None else list(owners_of(added))


def _relevant(posts: Iterable[PostOrSeries]) -> Iterator[PostOrSeries]:
    return (post for post in posts if post[0] != REDUNDANT)
