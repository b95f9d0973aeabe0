"""Compile a model for an engine: plain or guarded, with or without counts.

Plain: every rule instance holds.  Guarded: each of the chosen rule instances gets a selector literal, whose negation is
in all its clauses, so that instances can be switched off and unsatisfiable cores can name them.  An engine takes the
derived constraints that it supports directly unless they are guarded; all others are lowered to basic constraints.

Redundant constraints of a skeleton follow from the skeleton's own rules: they are kept unless one of these is guarded.
All other redundant constraints are left out if anything is guarded, because nobody knows what they follow from.
"""

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from typing import cast

from masume.core.cancellation import checkpoint
from masume.core.records import replace
from masume.modelling.basic_constraints import (
    TRUE,
    BasicConstraint,
    CandidateTest,
    Clause,
    Connected,
    Count,
    Region,
    Route,
    Structure,
    at_least,
    at_most,
)
from masume.modelling.cardinality import MAX_LITERALS_IN_COUNT, CountEncoder, is_large, is_small, is_tight
from masume.modelling.compiled_model import NO_GUARDS, CompiledModel, CountSupport, GuardedStructure, Guards
from masume.modelling.integers import Relation
from masume.modelling.model import Model
from masume.modelling.statements import (
    REDUNDANT,
    ClauseSeries,
    Constraint,
    DerivedConstraint,
    Guarded,
    PostOrSeries,
    PreferredLiterals,
    RuleInstance,
    split_series,
)

_POSTS_PER_CHECKPOINT = 256
_BASIC = (tuple, Count, Connected, Route, CandidateTest)  # basic constraints, without regions
ConstraintTypes = tuple[type[DerivedConstraint], ...]
Owned = tuple[str, int, Constraint]  # the id of a rule, the guard, a constraint


def number_guards(model: Model, guarded: Guarded) -> Guards | None:
    """Return a selector, beyond the model's variables, of each rule instance to guard; None for a plain model."""
    if not guarded:
        return None
    instances = model.instances
    if guarded is not True:
        wanted = set(guarded)
        instances = [instance for instance in instances if instance in wanted]
        if unknown := wanted.difference(instances):
            raise ValueError(f"the model has no rule instance {min(map(str, unknown))}")
    return {instance: selector for selector, instance in enumerate(instances, model.variables + 1)}


def has_guarded_skeleton(model: Model, guards: Guards | None) -> bool:
    """Return whether a rule instance of the model's skeleton is guarded, so that its redundant constraints must go.

    A skeleton without rule instances has none from which they could follow.
    """
    if model.base is None or guards is None:
        return False
    instances = model.base.instances
    return not instances or not guards.keys().isdisjoint(instances)


def compile_model(
    model: Model,
    *,
    guarded: Guarded = False,
    counts: CountSupport = CountSupport.NONE,
    supported: ConstraintTypes = (),
) -> CompiledModel:
    """Compile all statements of a model, with guards for all, none or the chosen ones of its rule instances.

    Derived constraints of the `supported` types are kept if they are not guarded.
    """
    guards = number_guards(model, guarded)
    if guards is None and not supported:
        return _compile_in_pieces(model, counts)
    result = _new_result(model, guards)
    others: list[Owned] = []
    if model.base:
        keeps_redundant = not has_guarded_skeleton(model, guards)
        others += _add_posts(model.base.all_posts(), guards, result, keeps_redundant)
    others += _add_posts(model.own_posts(), guards, result, keeps_redundant=guards is None)
    _add_others(others, result, counts, supported)
    return result


def compile_own_statements(
    model: Model, counts: CountSupport, supported: ConstraintTypes, guards: Guards | None = None
) -> CompiledModel:
    """Compile a model without the statements of templates and of its skeleton, which the engine takes apart.

    The skeleton is included if it has guards.
    """
    result = _new_result(model, guards)
    others: list[Owned] = []
    if model.base is not None and has_guarded_skeleton(model, guards):
        others += _add_posts(model.base.all_posts(), guards, result, keeps_redundant=False)
    others += _add_posts(model.posts, guards, result, keeps_redundant=guards is None)
    _add_others(others, result, counts, supported)
    return result


def compile_with_guards(
    model: Model, guards: Guards, counts: CountSupport, supported: ConstraintTypes
) -> CompiledModel:
    """Compile a template's model in which some of its own variables serve as guards, without redundant constraints."""
    result = CompiledModel(model.variables, [], guards)
    others = _add_posts(model.all_posts(), guards, result, keeps_redundant=False)
    _add_others(others, result, counts, supported)
    return result


def _new_result(model: Model, guards: Guards | None) -> CompiledModel:
    return CompiledModel(model.variables + len(guards or ()), [], guards or NO_GUARDS)


def _compile_in_pieces(model: Model, counts: CountSupport) -> CompiledModel:
    """Compile a plain model; its skeleton and templates are compiled only once and copied."""
    result = compile_own_statements(model, counts, ())
    for piece, literals in model.recurring_pieces():
        compiled = piece.engine_forms.get(counts.name)
        if compiled is None:
            compiled = piece.engine_forms[counts.name] = _compile_in_pieces(piece, counts)
        helpers = [result.new_variable() for _ in range(piece.variables, compiled.variables)]
        result.add_copy(compiled, [*literals, *helpers])
    return result


def _add_clauses(posts: Iterable[PostOrSeries], result: CompiledModel) -> list[Owned]:
    """Add the posted clauses; return all other constraints."""
    others: list[Owned] = []
    clauses = result.clauses
    for number, (rule, _, constraints, _) in enumerate(posts):
        if not number % _POSTS_PER_CHECKPOINT:
            checkpoint()
        for constraint in constraints:
            if isinstance(constraint, tuple):
                clauses += constraint
                clauses.append(0)
            elif isinstance(constraint, ClauseSeries):
                clauses += chain.from_iterable(constraint.flat_clauses())
            else:
                others.append((rule, TRUE, constraint))
    return others


def _add_posts(
    posts: Iterable[PostOrSeries], guards: Guards | None, result: CompiledModel, keeps_redundant: bool
) -> list[Owned]:
    """Add the posted clauses with their guards; return all other constraints.

    Keep redundant constraints only if nothing here is guarded.
    """
    if keeps_redundant or guards is None:
        return _add_clauses(posts, result)
    others: list[Owned] = []
    for number, (rule, place, constraints, _) in enumerate(split_series(posts)):
        if not number % _POSTS_PER_CHECKPOINT:
            checkpoint()
        guard = guards.get(RuleInstance(rule, place), TRUE)
        for constraint in constraints if rule != REDUNDANT else ():
            if isinstance(constraint, tuple):
                result.add_clauses([_guard_clause(guard, constraint)])
            else:
                others.append((rule, guard, constraint))
    return others


def _add_others(
    others: Sequence[Owned], result: CompiledModel, counts: CountSupport, supported: ConstraintTypes = ()
) -> None:
    """Add constraints that are no clauses."""
    if not others:
        return
    encoder = CountEncoder(result.new_variable)
    conditional = any(getattr(constraint, "when", TRUE) != TRUE for _, _, constraint in others)
    facts = _unit_clauses(result.clauses) if conditional else set()
    clauses = result.clauses
    for rule, guard, constraint in others:
        checkpoint()
        if isinstance(constraint, PreferredLiterals):
            result.preferred += constraint.literals
            continue
        if rule == REDUNDANT and _costs_too_much(constraint, counts):
            continue
        when = getattr(constraint, "when", TRUE)
        if -when in facts:
            continue  # a constraint whose condition is false has no effect
        derived = constraint.as_table() if supported and isinstance(constraint, Relation) else constraint
        if guard == TRUE and isinstance(derived, supported):
            result.derived.append(replace(derived, when=TRUE) if when != TRUE and when in facts else derived)
            continue
        for basic in _lower(constraint, result, keep_sizes=counts is CountSupport.MOST and guard == TRUE):
            if isinstance(basic, tuple):
                clauses += basic if guard == TRUE else (-guard, *basic)
                clauses.append(0)
            else:
                is_kept = isinstance(basic, Count) and _is_kept(basic, constraint, rule, counts)
                _add(basic, guard, result, None if is_kept else encoder)
    result.add_clauses(encoder.definitions)
    result.structures = _merge_regions(result.structures)


def _is_kept(count: Count, constraint: Constraint, rule: str, counts: CountSupport) -> bool:
    """Return whether a count, lowered from `constraint`, stays a count for the engine instead of becoming clauses."""
    if counts is not CountSupport.MOST:
        return counts is CountSupport.ALL
    if isinstance(constraint, Region) or max(map(abs, count.weights), default=0) > 1:
        return True
    if rule == REDUNDANT and not _is_worth_its_clauses(count):
        return True
    return is_large(count) or (len(count.literals) <= MAX_LITERALS_IN_COUNT and not is_small(count))


def _costs_too_much(constraint: Constraint, counts: CountSupport) -> bool:
    """Return whether a redundant constraint is a count whose clauses, for an engine without counts, are too many."""
    return counts is CountSupport.NONE and isinstance(constraint, Count) and not _is_worth_its_clauses(constraint)


def _is_worth_its_clauses(count: Count) -> bool:
    """Return whether a redundant count helps a search more than its clauses cost."""
    return is_small(count) or (is_tight(count) and not is_large(count))


def _unit_clauses(clauses: Sequence[int]) -> set[int]:
    """Return the literals that are clauses by themselves."""
    units = {
        literal
        for before, literal, after in zip(clauses, clauses[1:], clauses[2:], strict=False)
        if before == after == 0
    }
    return units | (set(clauses[:1]) if len(clauses) > 1 and clauses[1] == 0 else set())


def _lower(
    constraint: BasicConstraint | DerivedConstraint, result: CompiledModel, keep_sizes: bool
) -> Iterable[BasicConstraint]:
    """Yield a constraint as basic ones; unless `keep_sizes`, counts are added for the size limits of regions."""
    if isinstance(constraint, Region):
        if constraint.min_size > 0 and not keep_sizes:
            yield at_least(constraint.min_size, constraint.literals, when=constraint.literals[constraint.roots[0]])
        if constraint.max_size is not None and not keep_sizes:
            yield at_most(constraint.max_size, constraint.literals)
        yield constraint
    elif isinstance(constraint, _BASIC):
        yield constraint
    else:
        yield from constraint.lower(result)


def _add(
    basic: Count | Structure | CandidateTest, guard: int, result: CompiledModel, encoder: CountEncoder | None
) -> None:
    """Add a basic constraint that is no clause under a guard; a count becomes clauses if there is an encoder."""
    if isinstance(basic, CandidateTest):
        result.tested.append(GuardedStructure(basic.structure, guard))
    elif not isinstance(basic, Count):
        result.structures.append(GuardedStructure(basic, guard))
    elif encoder is None:
        result.counts.append(basic if guard == TRUE else _guard_count(guard, basic, result))
    else:
        result.add_clauses(_guard_clause(guard, clause) for clause in encoder.encode(basic))


def _merge_regions(structures: list[GuardedStructure]) -> list[GuardedStructure]:
    """Merge regions with the same vertices, roots and guard into one that has all their size limits."""
    merged: dict[Hashable, GuardedStructure] = {}
    for number, (structure, guard) in enumerate(structures):
        key: Hashable = number
        if isinstance(structure, Region):
            key = (id(structure.graph), id(structure.literals), structure.roots, guard)
            if key in merged:
                other = cast(Region, merged[key].structure)
                limits = [region.max_size for region in (structure, other) if region.max_size is not None]
                min_size = max(structure.min_size, other.min_size)
                structure = Region(
                    structure.graph, structure.literals, structure.roots, min_size, min(limits, default=None)
                )
        merged[key] = GuardedStructure(structure, guard)
    return list(merged.values())


def _guard_clause(guard: int, clause: Clause) -> Clause:
    return clause if guard == TRUE else (-guard, *clause)


def _guard_count(guard: int, count: Count, result: CompiledModel) -> Count:
    """Return a count that holds if both the guard and its own condition are true."""
    if count.when == TRUE:
        return Count(count.literals, count.weights, count.low, count.high, guard)
    both = result.new_variable()
    result.add_clauses([(-both, guard), (-both, count.when), (both, -guard, -count.when)])
    return Count(count.literals, count.weights, count.low, count.high, both)
