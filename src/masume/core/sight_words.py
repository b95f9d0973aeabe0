"""Sight in words: why numbers that see along rays have to see cells, or cannot see them.

the column gives the 13 at r4c2 at most 10, the left 1: at least 2 to the right
the 6 at r4c7 can spare 2 of 3 upwards, 1 downwards and 3 to the left
the 5 at r2c2 sees its 5 cells already
with r3c4 the 5 at r2c2 would see 7 cells
"""

from collections.abc import Sequence

from masume.core.claims import Claim
from masume.core.directions import DirectionWords, direction_words
from masume.core.phrases import join_words, name_place
from masume.core.sight import Sight, View
from masume.core.techniques import Deduction

_MAX_WAYS = 3  # to see the right number of cells, to name them all
_TOO_MANY = " (more would be too many)"  # a longer view


def say_too_many(sight: Sight, deduction: Deduction) -> str:
    """Say why a number cannot see the claimed cells: it would see too many."""
    view, name = _view_of(sight, deduction, sight.too_many), deduction.name(deduction.places[sight.too_many][0])
    if view.least == view.number:
        return f"{name} sees {view.number} already"
    return _say_with(sight, deduction, name, view, (), deduction.claims)


def must_reach(sight: Sight, deduction: Deduction) -> bool:
    """Return whether a number has to see cells, and perhaps no more, because other directions give too few."""
    view = _view_of(sight, deduction, sight.too_few)
    return _is_bound(sight, deduction, view) or (_has_words(deduction) and bool(_few_ways(view)))


def _is_bound(sight: Sight, deduction: Deduction, view: View) -> bool:
    """Return whether the claimed clear cells are needed, and the blocked ones follow because these are enough."""
    clear = [claim for claim in deduction.claims if claim.value == sight.clear]
    if not clear or not all(_is_needed(sight, view, claim) for claim in clear):
        return False
    after = sight.view(deduction.board, view.cell, sight.marks(deduction.board, clear))
    return len(clear) == len(deduction.claims) or after.least == after.number


def say_too_few(sight: Sight, deduction: Deduction) -> str:
    """Say why a number has to see the claimed cells, and perhaps no more: it would see too few.

    If some of the claims follow in another way, say what the number would see otherwise.
    """
    view = _view_of(sight, deduction, sight.too_few)
    name, words = deduction.name(view.cell), direction_words(deduction.board.grid)
    if _is_bound(sight, deduction, view):
        needed = [claim for claim in deduction.claims if claim.value == sight.clear]
        return _say_needed(sight, deduction, name, view, needed)
    if words is not None and (ways := _few_ways(view)):
        return f"{name} can see {_count_others(view)} only {_say_ways(words, ways)}"
    clear = [claim for claim in deduction.claims if claim.value == sight.clear]
    blocked = [claim for claim in deduction.claims if claim.value == sight.blocked]
    parts = [_say_without(sight, deduction, name, view, clear)] if clear else []
    parts += [_say_with(sight, deduction, "it" if clear else name, view, clear, blocked)] if blocked else []
    return ", and ".join(parts)


def _has_words(deduction: Deduction) -> bool:
    return direction_words(deduction.board.grid) is not None


def _few_ways(view: View) -> Sequence[tuple[int, ...]]:
    """Return the ways to see the right number of cells if they are few."""
    ways = view.ways() or ()
    return ways if len(ways) <= _MAX_WAYS else ()


def _say_ways(words: Sequence[DirectionWords], ways: Sequence[tuple[int, ...]]) -> str:
    """Say how many cells lie in each direction; a single direction needs no number."""
    rays = [ray for ray, length in enumerate(ways[0]) if length]
    if len(ways) == len(rays) == 1:
        return words[rays[0]].there
    return f"as {' or as '.join(_say_way(words, way) for way in ways)}"


def _say_way(words: Sequence[DirectionWords], way: Sequence[int]) -> str:
    return join_words([f"{length} {words[ray].there}" for ray, length in enumerate(way) if length])


def _say_needed(sight: Sight, deduction: Deduction, name: str, view: View, claims: Sequence[Claim]) -> str:
    """Say why a number has to see some cells, from what the other directions give."""
    words, rays = direction_words(deduction.board.grid), sorted({_ray_of(view, claim) for claim in claims})
    if words is None:
        return _say_without(sight, deduction, name, view, claims)
    if len(rays) == 1:
        return _say_rest(name, view, words, rays[0])
    if view.reach > view.number:
        return _say_spare(name, view, words)
    if view.reach == view.most:
        return f"{name} can see only {_count_cells(view.number)}, and needs them all"
    return f"{name} can see only {_say_longest(view, words)}{_TOO_MANY}"


def say_total(view: View) -> str:
    """Say how many cells a number would see, none of which is the right number."""
    if view.most < view.number:
        return f"{'only' if view.least == view.most else 'at most'} {view.most}"
    if view.least > view.number:
        return str(view.least) if view.least == view.most else f"at least {view.least}"
    if len(view.totals) == 2:
        return f"{view.totals[0]} or {view.totals[1]}"
    fewer = max(total for total in view.totals if total < view.number)
    more = min(total for total in view.totals if total > view.number)
    return f"at most {fewer} or at least {more}"


def _view_of(sight: Sight, deduction: Deduction, rule: str) -> View:
    return sight.view(deduction.board, deduction.cell(rule), sight.marks(deduction.board))


def _ray_of(view: View, claim: Claim) -> int:
    found = view.find(claim.cell)
    assert found is not None
    return found[0]


def _is_needed(sight: Sight, view: View, claim: Claim) -> bool:
    found = view.find(claim.cell)
    return claim.value == sight.clear and found is not None and found[1] < view.needed(found[0])


def _say_rest(name: str, view: View, words: Sequence[DirectionWords], target: int) -> str:
    """Say what the other directions give, and what remains for one."""
    line, there = words[target].line, words[target].there
    across = [ray for ray, each in enumerate(words) if each.line != line]
    opposite = [ray for ray, each in enumerate(words) if each.line == line and ray != target]
    others = [*across, *opposite]
    is_exact = all(view.longest[ray] == view.lengths[ray][0] for ray in others)
    rest = f"{'exactly' if is_exact else 'at least'} {view.needed(target)}"
    if not any(view.longest[ray] for ray in others):
        return f"{name} can see only {there}, {rest} more"
    sources = [f"{words[across[0]].line} gives {name} {_say_most(view, across, own=1, certain='only ')}"]
    sources += [f"{words[ray].source} {_say_most(view, [ray])}" for ray in opposite if view.longest[ray]]
    return f"{', '.join(sources)}: {rest} {there}"


def _say_spare(name: str, view: View, words: Sequence[DirectionWords]) -> str:
    """Say how few cells a number can spare of those it can see; the claims say what remains for some directions."""
    capped = "" if view.reach == view.most else _TOO_MANY
    return f"{name} can spare only {view.reach - view.number} of {_say_longest(view, words)}{capped}"


def _say_longest(view: View, words: Sequence[DirectionWords]) -> str:
    return join_words([f"{most} {words[ray].there}" for ray, most in enumerate(view.longest) if most])


def _say_most(view: View, rays: Sequence[int], own: int = 0, certain: str = "") -> str:
    """Say how much some rays give at most; the number's own cell counts with one of the lines."""
    most = own + sum(view.longest[ray] for ray in rays)
    is_certain = all(view.longest[ray] == view.lengths[ray][0] for ray in rays)
    is_capped = any(view.longest[ray] < view.lengths[ray][-1] for ray in rays)
    return f"{certain if is_certain else 'at most '}{most}{_TOO_MANY if is_capped else ''}"


def _say_with(
    sight: Sight, deduction: Deduction, name: str, view: View, given: Sequence[Claim], claims: Sequence[Claim]
) -> str:
    """Say what a number would see with each of some cells, if it sees the given ones."""
    totals: dict[str, list[int]] = {}
    for claim in claims:
        totals.setdefault(_total_if_not(sight, deduction, view, given, claim), []).append(claim.cell)
    parts = [f"{total} with {_name_alternatives(deduction, cells)}" for total, cells in totals.items()]
    if len(totals) == 1:
        (total,), (cells,) = totals, totals.values()
        return f"with {_name_alternatives(deduction, cells)} {name} would see {total}"
    return f"{name} would see {join_words(parts)}"


def _say_without(sight: Sight, deduction: Deduction, name: str, view: View, claims: Sequence[Claim]) -> str:
    """Say what a number would see without the last of some cells on each ray."""
    last: dict[int, Claim] = {}
    for claim in claims:
        ray = _ray_of(view, claim)
        if ray not in last or view.rays[ray].index(claim.cell) > view.rays[ray].index(last[ray].cell):
            last[ray] = claim
    totals: dict[str, list[int]] = {}
    for claim in last.values():
        totals.setdefault(_total_if_not(sight, deduction, view, (), claim), []).append(claim.cell)
    parts = [f"{total} without {_name_alternatives(deduction, cells)}" for total, cells in totals.items()]
    return f"{name} would see {join_words(parts)}"


def _name_alternatives(deduction: Deduction, cells: Sequence[int]) -> str:
    """Return cells, one of which is meant, in words."""
    names = [name_place(deduction.board, cell) for cell in sorted(cells)]
    return names[0] if len(names) == 1 else f"{'either ' if len(names) == 2 else ''}{join_words(names, 'or')}"


def _total_if_not(sight: Sight, deduction: Deduction, view: View, given: Sequence[Claim], claim: Claim) -> str:
    """Say what a number would see if a claim were false and the given ones true."""
    other = sight.clear if claim.value == sight.blocked else sight.blocked
    marks = sight.marks(deduction.board, [*given, claim._replace(value=other)])
    return say_total(sight.view(deduction.board, view.cell, marks))


def _count_others(view: View) -> str:
    """Return how many cells a number sees besides its own."""
    return "1 other" if view.number == 2 else f"{view.number - 1} others"


def _count_cells(number: int) -> str:
    return "cell" if number == 1 else f"{number} cells"
