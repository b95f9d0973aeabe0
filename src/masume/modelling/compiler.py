"""Compiling a model for an engine: plain or guarded, with or without counts.

Plain: every instance simply holds.  GuardedStructure: each rule instance gets one selector literal, whose
negation stands in all its clauses, so that instances can be switched and cores name them.  An engine that has
integers of its own may keep the supported it knows, in a plain model; all others are lower.
"""

from array import array
from collections.abc import Hashable, Iterable, Mapping, MutableSequence, Sequence
from dataclasses import replace
from typing import cast

from masume.core.cancellation import checkpoint
from masume.modelling.basic_constraints import (
    TRUE,
    BasicConstraint,
    Clause,
    Connected,
    Count,
    Region,
    Route,
    TestedStructure,
    at_least,
    at_most,
)
from masume.modelling.cardinality import MOST_WEIGHED, Counters, is_large, is_small, is_tight
from masume.modelling.compiled_model import CompiledModel, CountSupport, GuardedStructure, Part
from masume.modelling.integers import Relation
from masume.modelling.model import (
    REDUNDANT,
    Constraint,
    DerivedConstraint,
    Model,
    Post,
    PreferredLiterals,
    RuleInstance,
)

_BREATH = 256  # posts
ConstraintTypes = tuple[type[DerivedConstraint], ...]
Selectors = Mapping[RuleInstance, int]  # of the rule instances; none if the model is plain


def compile_model(
    model: Model,
    *,
    guarded: bool = False,
    counts: CountSupport = CountSupport.NONE,
    supported: ConstraintTypes = (),
    in_parts: bool = False,
) -> CompiledModel:
    """Compile a model; supported that are not named (or guarded) become clauses and counts.

    What recurs in a plain model, its skeleton and templates, may be left in parts.
    """
    if guarded or (supported and not in_parts):
        instances = model.instances if guarded else ()
        selectors = range(model.variables + 1, model.variables + 1 + len(instances))
        made = CompiledModel(model.variables + len(instances), [], selectors)
        named = dict(zip(instances, selectors, strict=True))
        _compile(model.all_posts(), made, guarded, counts, () if guarded else supported, named)
        return made
    made = CompiledModel(model.variables, [], range(0))
    _compile(model.posts, made, False, counts, supported)
    recurring: list[tuple[Model, Sequence[int]]] = [
        (template.model, [TRUE, *literals, *range(first, first + template.new)])
        for template, _, literals, first in model.template_uses
    ]
    if model.base:
        recurring.append((model.base, range(TRUE, model.base.variables + 1)))
    sort = (counts.name, supported)  # of engine
    for part, literals in recurring:
        once = part.compiled.get(sort)
        if once is None:
            once = part.compiled[sort] = compile_model(part, counts=counts, supported=supported)
            once.clauses = array("i", once.clauses)  # in which the garbage collector need not look at each number
        made.parts.append(Part(once, literals, made.variables + 1))
        made.variables += once.variables - len(literals)  # its helpers
    made.inline_parts(everything=not in_parts)
    return made


def _compile(
    said: Iterable[Post],
    made: CompiledModel,
    guarded: bool,
    counts: CountSupport,
    supported: ConstraintTypes = (),
    selector_of: Selectors = {},  # noqa: B006 - never changed
) -> None:
    others = _take_clauses(said, made.clauses, guarded, selector_of)
    if not others:
        return
    counters = Counters(made.new_variable)
    conditional = any(getattr(constraint, "when", TRUE) != TRUE for _, _, constraint in others)
    always = _facts(made.clauses) if conditional else set()
    for rule, guard, constraint in others:
        checkpoint()
        if isinstance(constraint, PreferredLiterals):
            made.preferred += constraint.literals
            continue
        when = getattr(constraint, "when", TRUE)
        if -when in always or (rule == REDUNDANT and (guarded or _costs_too_much(constraint, counts))):
            continue  # what never applies says nothing
        word = constraint.as_table() if supported and isinstance(constraint, Relation) else constraint
        if isinstance(word, supported):
            made.derived.append(replace(word, when=TRUE) if when != TRUE and when in always else word)  # type: ignore[type-var]
            continue
        for kernel in _kernel(constraint, made, sized=counts is CountSupport.MOST and not guarded):
            kept = isinstance(kernel, Count) and _is_kept(kernel, constraint, rule, counts)
            _add(kernel, guard, made, None if kept else counters)
    made.add_clauses(counters.definitions)
    made.structures = _merged(made.structures)


def _take_clauses(
    said: Iterable[Post], flat: MutableSequence[int], guarded: bool, selector_of: Selectors
) -> list[tuple[str, int, Constraint]]:
    """Take the clauses of what was said, under their guards; say what else there is, each with its rule and guard."""
    others: list[tuple[str, int, Constraint]] = []
    for number, (rule, place, constraints) in enumerate(said):
        if number % _BREATH == 0:
            checkpoint()
        guard = selector_of.get(RuleInstance(rule, place), TRUE) if guarded else TRUE
        for constraint in constraints:
            if not isinstance(constraint, tuple):
                others.append((rule, guard, constraint))
            elif not (guarded and rule == REDUNDANT):
                if guard != TRUE:
                    flat.append(-guard)
                flat += constraint
                flat.append(0)
    return others


def _is_kept(count: Count, constraint: Constraint, rule: str, counts: CountSupport) -> bool:
    """Whether an engine takes a count, which a constraint says, as it is."""
    if counts is not CountSupport.MOST:
        return counts is CountSupport.ALL
    if isinstance(constraint, Region) or any(abs(weight) > 1 for weight in count.weights):
        return True
    if rule == REDUNDANT and not _is_worth_its_clauses(count):
        return True
    return is_large(count) or (len(count.literals) <= MOST_WEIGHED and not is_small(count))


def _costs_too_much(constraint: Constraint, counts: CountSupport) -> bool:
    """Whether a constraint that follows anyway is a count that an engine does not know and that takes many clauses."""
    return counts is CountSupport.NONE and isinstance(constraint, Count) and not _is_worth_its_clauses(constraint)


def _is_worth_its_clauses(count: Count) -> bool:
    """Whether a count that follows anyway brings more than the clauses cost that it takes to say it."""
    return is_small(count) or (is_tight(count) and not is_large(count))


def _facts(flat: Sequence[int]) -> set[int]:
    """The literals that stand in a clause alone."""
    alone = {literal for before, literal, after in zip(flat, flat[1:], flat[2:], strict=False) if before == after == 0}
    return alone | (set(flat[:1]) if len(flat) > 1 and flat[1] == 0 else set())


def _kernel(
    constraint: BasicConstraint | DerivedConstraint, made: CompiledModel, sized: bool
) -> Iterable[BasicConstraint]:
    """Say a constraint in supported of the kernel; sizes of regions are counts beside them, condition_prefix those are sized."""
    if isinstance(constraint, Region):
        if constraint.min_size > 0 and not sized:
            yield at_least(constraint.min_size, constraint.literals, when=constraint.literals[constraint.roots[0]])
        if constraint.max_size is not None and not sized:
            yield at_most(constraint.max_size, constraint.literals)
        yield constraint
    elif isinstance(constraint, tuple | Count | Connected | Route | TestedStructure):
        yield constraint
    else:
        yield from constraint.lower(made)


def _add(kernel: BasicConstraint, guard: int, made: CompiledModel, counters: Counters | None) -> None:
    if isinstance(kernel, tuple):
        made.add_clauses([_under(guard, kernel)])
    elif isinstance(kernel, TestedStructure):
        made.tested.append(GuardedStructure(kernel.structure, guard))
    elif not isinstance(kernel, Count):
        made.structures.append(GuardedStructure(kernel, guard))
    elif counters is None:
        made.counts.append(kernel if guard == TRUE else _counted_under(guard, kernel, made))
    else:
        made.add_clauses(_under(guard, clause) for clause in counters.bounds(kernel))


def _merged(structures: list[GuardedStructure]) -> list[GuardedStructure]:
    """The structures, regions of the same vertices and roots as one that has all their sizes."""
    merged: dict[Hashable, GuardedStructure] = {}
    for number, (structure, guard) in enumerate(structures):
        key: Hashable = number
        if isinstance(structure, Region):
            key = (id(structure.graph), id(structure.literals), structure.roots, guard)
            if key in merged:
                other = cast(Region, merged[key].structure)
                max_size = min((one.max_size for one in (structure, other) if one.max_size is not None), default=None)
                structure = replace(structure, min_size=max(structure.min_size, other.min_size), max_size=max_size)
        merged[key] = GuardedStructure(structure, guard)
    return list(merged.values())


def _under(guard: int, clause: Clause) -> Clause:
    return clause if guard == TRUE else (-guard, *clause)


def _counted_under(guard: int, count: Count, made: CompiledModel) -> Count:
    """A count under a guard and its own condition at once."""
    if count.when == TRUE:
        return Count(count.literals, count.weights, count.low, count.high, guard)
    both = made.new_variable()
    made.add_clauses([(-both, guard), (-both, count.when), (both, -guard, -count.when)])
    return Count(count.literals, count.weights, count.low, count.high, both)
