#include "cdcl_solver.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace masume {

namespace {

constexpr int conflicts_per_restart = 64;
constexpr double forgettable_growth = 1.1;

// The Luby sequence 1, 1, 2, 1, 1, 2, 4, …: how long each run until the next restart is.
std::int64_t luby(std::int64_t index) {
    std::int64_t size = 1, length = 1;
    while (size < index + 1) {
        size = 2 * size + 1;
        length *= 2;
    }
    while (size - 1 != index) {
        size = (size - 1) / 2;
        length /= 2;
        index %= size;
    }
    return length;
}

}  // namespace

class CdclSolver::CurrentAssignment final : public Assignment {
public:
    explicit CurrentAssignment(const CdclSolver &solver) : solver_(solver) {}
    Truth truth(Literal literal) const override { return solver_.truth(code_of(literal)); }

private:
    const CdclSolver &solver_;
};

class CdclSolver::ClauseAdder final : public Deductions {
public:
    ClauseAdder(CdclSolver &solver, Literal guard) : solver_(solver), guard_(guard) {}

    bool add(const Clause &clause) override {
        const auto is_true = [this](Literal literal) { return solver_.truth(code_of(literal)) == Truth::yes; };
        if (std::any_of(clause.begin(), clause.end(), is_true)) return true;
        ++solver_.statistics_.deductions;
        ++count;
        conflict = solver_.add_deduced_clause(clause, guard_);
        return conflict.kind == Reason::none && !solver_.contradiction_ && !solver_.stop_;
    }

    int count = 0;  // of clauses
    Reason conflict;

private:
    CdclSolver &solver_;
    const Literal guard_;
};

void CdclSolver::grow(int variables) { variables_ = std::max(variables_, variables); }

void CdclSolver::prefer(const std::vector<Literal> &literals) {
    for (const Literal literal : literals) {
        const std::size_t variable = std::abs(literal);
        if (phase_.size() <= variable) phase_.resize(variable + 1, false);
        phase_[variable] = literal > 0;
    }
}

Literal *CdclSolver::add_clauses(std::size_t size) {
    new_clauses_.resize(new_clauses_.size() + size);
    return new_clauses_.data() + new_clauses_.size() - size;
}

void CdclSolver::add_propagator(std::unique_ptr<Propagator> propagator, Cuts, Literal guard, int longest_pause) {
    propagators_.push_back({std::move(propagator), guard, Schedule(longest_pause)});
}

void CdclSolver::take_new_constraints() {
    const std::size_t codes = 2 * static_cast<std::size_t>(variables_) + 2;
    if (truth_.size() < codes) {
        truth_.resize(codes, Truth::open);
        level_of_.resize(variables_ + 1, 0);
        is_early_.resize(variables_ + 1, false);
        position_.resize(variables_ + 1, 0);
        reason_.resize(variables_ + 1);
        seen_.resize(variables_ + 1, false);
        if (phase_.size() <= static_cast<std::size_t>(variables_)) phase_.resize(variables_ + 1, false);
        watches_.grow(codes);
        minimums_.grow(codes);
        dependents_.grow(variables_ + 1);
        order_.grow(variables_);
    }
    clause_.clear();
    for (const Literal literal : new_clauses_) {
        if (literal != 0) {
            clause_.push_back(code_of(literal));
            continue;
        }
        add_new_clause();
        clause_.clear();
    }
    new_clauses_.clear();
    for (const Count &count : new_counts_) add_new_count(count);
    new_counts_.clear();
    watch_new_propagators();
}

// Add `clause_`, without literals that are false or repeated; no decision has been made yet.
void CdclSolver::add_new_clause() {
    std::size_t kept = 0;
    for (const Code code : clause_) {
        if (truth(code) == Truth::yes) return;
        if (truth(code) == Truth::no) continue;
        bool repeated = false;
        for (std::size_t index = 0; index < kept && kept <= 8; ++index) {
            if (clause_[index] == negated(code)) return;
            repeated = repeated || clause_[index] == code;
        }
        if (!repeated) clause_[kept++] = code;
    }
    clause_.resize(kept);
    if (kept == 0) {
        contradiction_ = true;
    } else if (kept == 1) {
        assign(clause_[0], {});
    } else {
        store_clause(clause_, permanent);
    }
}

void CdclSolver::add_new_count(const Count &count) {
    add_minimum(count, false);
    add_minimum(count, true);
}

// "At most `high`" means: the false literals weigh at least the rest.
void CdclSolver::add_minimum(const Count &count, bool is_upper_bound) {
    std::int64_t total = 0;
    for (const int weight : count.weights) total += weight;
    if (is_upper_bound ? count.high >= total : count.low <= 0) return;
    const std::int64_t bound = std::min(is_upper_bound ? total - count.high : count.low, total + 1);
    std::vector<Minimums::Term> terms;
    const auto add_term = [&](Minimums::Term term) {  // no decision has been made: what is false stays false
        if (truth(term.literal) != Truth::no) terms.push_back(term);
    };
    for (std::size_t number = 0; number < count.literals.size(); ++number) {
        const Code code = code_of(count.literals[number]);
        add_term({is_upper_bound ? negated(code) : code, count.weights[number]});
    }
    // The negated condition has the weight of the bound: if the condition is false, the constraint holds.
    add_term({negated(code_of(count.when)), static_cast<std::int32_t>(bound)});
    minimums_.add(terms, bound);
}

void CdclSolver::watch_new_propagators() {
    for (; propagators_watched_ < propagators_.size(); ++propagators_watched_) {
        const Scheduled &scheduled = propagators_[propagators_watched_];
        const int number = static_cast<int>(propagators_watched_);
        for (const Literal literal : scheduled.propagator->literals())
            if (literal != 0) dependents_.add(std::abs(literal), number);
        if (scheduled.guard != 0) dependents_.add(std::abs(scheduled.guard), number);
    }
}

void CdclSolver::assign(Code code, Reason reason, int level) {
    const int variable = variable_of(code);
    truth_[code] = Truth::yes;
    truth_[negated(code)] = Truth::no;
    level_of_[variable] = level;
    is_early_[variable] = level < this->level();
    early_count_ += is_early_[variable];
    position_[variable] = static_cast<int>(trail_.size());
    reason_[variable] = reason;
    trail_.push_back(code);
}

void CdclSolver::decide(Code code) {
    level_starts_.push_back(trail_.size());
    assign(code, {});
}

// Undo all decisions after this level.  Literals that need fewer decisions stay, and are propagated again.
void CdclSolver::return_to_level(int level) {
    if (this->level() <= level) return;
    const std::size_t start = level_starts_[level];
    staying_.clear();
    for (std::size_t index = trail_.size(); index-- > start;) {
        const Code code = trail_[index];
        const int variable = variable_of(code);
        early_count_ -= is_early_[variable];
        if (index < next_to_propagate_) minimums_.restore(negated(code));
        if (level_of_[variable] <= level) {
            staying_.push_back(code);
            continue;
        }
        truth_[code] = truth_[negated(code)] = Truth::open;
        phase_[variable] = (code & 1U) == 0;
        order_.insert(variable);
    }
    trail_.resize(start);
    level_starts_.resize(level);
    next_to_propagate_ = std::min(next_to_propagate_, start);
    for (std::size_t index = staying_.size(); index-- > 0;) {
        const int variable = variable_of(staying_[index]);
        assign(staying_[index], reason_[variable], level_of_[variable]);
    }
}

CdclSolver::Reason CdclSolver::propagate() {
    while (true) {
        Reason conflict = propagate_clauses();
        if (conflict.kind == Reason::none) conflict = propagate_minimums();
        if (conflict.kind != Reason::none) return conflict;
        if (next_to_propagate_ < trail_.size()) continue;
        conflict = run_propagators(false);
        if (conflict.kind != Reason::none || contradiction_ || stop_) return conflict;
        if (next_to_propagate_ == trail_.size()) return {};
    }
}

CdclSolver::Reason CdclSolver::propagate_clauses() {
    while (next_to_propagate_ < trail_.size()) {
        const Code code = trail_[next_to_propagate_++];
        minimums_.falsify(negated(code));
        const std::size_t variable = variable_of(code);
        const int *dependents = dependents_.items(variable);
        for (std::uint32_t index = 0; index < dependents_.size(variable); ++index) mark_changed(dependents[index]);
        const Reason conflict = visit_watches(negated(code));
        if (conflict.kind != Reason::none) return conflict;
    }
    return {};
}

// Look at the clauses that watch a literal which has become false.
CdclSolver::Reason CdclSolver::visit_watches(Code false_literal) {
    const std::uint32_t size = watches_.size(false_literal);
    Watch *watches = watches_.items(false_literal);
    std::uint32_t kept = 0;
    Reason conflict;
    for (std::uint32_t next = 0; next < size; ++next) {
        const Watch watch = watches[next];
        if (truth(watch.blocker) == Truth::yes || conflict.kind != Reason::none) {
            watches[kept++] = watch;
            continue;
        }
        if (watch.is_binary) {
            watches[kept++] = watch;
            if (truth(watch.blocker) == Truth::no) {
                conflict = {Reason::clause, watch.clause};
            } else {
                const int level = early_count_ == 0 ? this->level() : level_of_[variable_of(false_literal)];
                assign(watch.blocker, {Reason::clause, watch.clause}, level);
            }
            continue;
        }
        Code *literals = clauses_.literals(watch.clause);
        if (literals[0] == false_literal) std::swap(literals[0], literals[1]);
        const Code other = literals[0];
        if (other != watch.blocker && truth(other) == Truth::yes) {
            watches[kept++] = {watch.clause, other, false};
            continue;
        }
        const std::uint32_t clause_size = clauses_.size(watch.clause);
        std::uint32_t found = 2;
        while (found < clause_size && truth(literals[found]) == Truth::no) ++found;
        if (found < clause_size) {
            std::swap(literals[1], literals[found]);
            watches_.add(literals[1], {watch.clause, other, false});
            watches = watches_.items(false_literal);  // adding may move all lists
            continue;
        }
        if (truth(other) == Truth::no) {
            watches[kept++] = {watch.clause, other, false};
            conflict = {Reason::clause, watch.clause};
            continue;
        }
        if (early_count_ > 0) {  // watch the literal that will be the first to be undone
            const auto is_earlier = [this](Code one, Code another) {
                return level_of_[variable_of(one)] < level_of_[variable_of(another)];
            };
            std::iter_swap(literals + 1, std::max_element(literals + 1, literals + clause_size, is_earlier));
        }
        const int level = early_count_ == 0 ? this->level() : level_of_[variable_of(literals[1])];
        if (literals[1] == false_literal) {
            watches[kept++] = {watch.clause, other, false};
        } else {
            watches_.add(literals[1], {watch.clause, other, false});
            watches = watches_.items(false_literal);
        }
        assign(other, {Reason::clause, watch.clause}, level);
    }
    watches_.shorten(false_literal, kept);
    return conflict;
}

// The level at which a reason forces a literal.
int CdclSolver::level_of_reason(Reason reason, Code implied) {
    if (early_count_ == 0) return level();
    position_[variable_of(implied)] = static_cast<int>(trail_.size());
    collect_reason(reason, implied);
    int highest = 0;
    for (const Code code : reason_literals_) highest = std::max(highest, level_of_[variable_of(code)]);
    return highest;
}

// Let a violated clause be watched by the two literals that will be undone first.
void CdclSolver::watch_latest_literals(ClauseNumber clause) {
    Code *literals = clauses_.literals(clause);
    const std::uint32_t size = clauses_.size(clause);
    if (size == 2) return;
    const Code first = literals[0], second = literals[1];
    const auto is_later = [this](Code one, Code other) {
        return level_of_[variable_of(one)] > level_of_[variable_of(other)];
    };
    std::partial_sort(literals, literals + 2, literals + size, is_later);
    remove_watch(first, clause);
    remove_watch(second, clause);
    const Code now_first = literals[0], now_second = literals[1];
    watches_.add(now_first, {clause, now_second, false});
    watches_.add(now_second, {clause, now_first, false});
}

void CdclSolver::remove_watch(Code literal, ClauseNumber clause) {
    Watch *watches = watches_.items(literal);
    const std::uint32_t size = watches_.size(literal);
    Watch *kept = std::remove_if(watches, watches + size, [=](const Watch &watch) { return watch.clause == clause; });
    watches_.shorten(literal, static_cast<std::uint32_t>(kept - watches));
}

CdclSolver::Reason CdclSolver::propagate_minimums() {
    for (int number = minimums_.take_due(); number >= 0; number = minimums_.take_due()) {
        const std::int64_t slack = minimums_.slack(number);
        const Reason reason{Reason::minimum, static_cast<std::uint32_t>(number)};
        if (slack < 0) return reason;
        for (const Minimums::Term &term : minimums_.terms(number))
            if (term.weight > slack && truth(term.literal) == Truth::open)
                assign(term.literal, reason, level_of_reason(reason, term.literal));
        if (next_to_propagate_ < trail_.size()) return {};
    }
    return {};
}

void CdclSolver::mark_changed(int propagator) {
    if (propagators_[propagator].has_changed) return;
    propagators_[propagator].has_changed = true;
    changed_.push_back(propagator);
}

// Run all propagators, or those whose literals have changed and whose pause is over, until one finds something.
CdclSolver::Reason CdclSolver::run_propagators(bool all) {
    if (all)
        for (std::size_t number = 0; number < propagators_.size(); ++number) mark_changed(static_cast<int>(number));
    const CurrentAssignment assignment(*this);
    Reason conflict;
    bool is_done = false;
    const auto has_run = [&](int number) {
        Scheduled &scheduled = propagators_[number];
        if (is_done || (!all && !scheduled.schedule.is_due())) return false;
        scheduled.has_changed = false;
        if (scheduled.guard != 0 && truth(code_of(scheduled.guard)) != Truth::yes) return true;
        ++statistics_.propagator_runs;
        ClauseAdder adder(*this, scheduled.guard);
        scheduled.propagator->deduce(assignment, adder);
        scheduled.schedule.record_run(adder.count > 0);
        conflict = adder.conflict;
        is_done = adder.count > 0 || stop_;
        scheduled.has_changed = conflict.kind != Reason::none || stop_;  // then it may have more to find
        return !scheduled.has_changed;
    };
    changed_.erase(std::remove_if(changed_.begin(), changed_.end(), has_run), changed_.end());
    return conflict;
}

// Add a clause of a propagator: it forces its open literal or is violated.
CdclSolver::Reason CdclSolver::add_deduced_clause(const Clause &clause, Literal guard) {
    clause_.clear();
    const auto keep = [this](Code code) {
        if (truth(code) != Truth::no || level_of_[variable_of(code)] > 0) clause_.push_back(code);
    };
    if (guard != 0) keep(code_of(-guard));
    for (const Literal literal : clause) keep(code_of(literal));
    if (clause_.empty()) {
        contradiction_ = true;
        return {};
    }
    // Watch the open literal first, then the one that will be undone first.
    const auto lateness = [this](Code code) {
        return truth(code) == Truth::no ? level_of_[variable_of(code)] : level() + 1;
    };
    for (std::size_t first = 0; first < 2 && first < clause_.size(); ++first)
        for (std::size_t index = first + 1; index < clause_.size(); ++index)
            if (lateness(clause_[index]) > lateness(clause_[first])) std::swap(clause_[first], clause_[index]);
    if (clause_.size() == 1) {
        return_to_level(0);
        if (truth(clause_[0]) == Truth::open) assign(clause_[0], {});
        return {};
    }
    const Reason reason{Reason::clause, store_clause(clause_, 2 + count_levels(clause_))};
    if (truth(clause_[0]) == Truth::no) return reason;
    if (truth(clause_[0]) == Truth::open && truth(clause_[1]) == Truth::no) assign(clause_[0], reason);
    return {};
}

void CdclSolver::simplify_propagators() {
    if (trail_.size() == simplified_at_) return;
    simplified_at_ = trail_.size();
    const CurrentAssignment assignment(*this);
    for (Scheduled &scheduled : propagators_) scheduled.propagator->simplify(assignment);
}

Verdict CdclSolver::solve(const std::vector<Literal> &assumptions, int conflicts) {
    stop_ = false;
    core_.clear();
    return_to_level(0);
    take_new_constraints();
    for (std::size_t number = 0; number < propagators_.size(); ++number) {
        mark_changed(static_cast<int>(number));
        propagators_[number].schedule.reset();
    }
    return search(assumptions, conflicts);
}

Verdict CdclSolver::search(const std::vector<Literal> &assumptions, std::int64_t conflict_limit) {
    std::int64_t conflicts = 0, restarts = 0, next_restart = conflicts_per_restart;
    std::int64_t new_phases = 0, next_new_phases = new_phase_interval_;
    Reason conflict;
    while (true) {
        if (conflict.kind == Reason::none) conflict = propagate();
        if (conflict.kind != Reason::none && !contradiction_ && !stop_) {
            ++statistics_.conflicts;
            ++conflicts;
            learn_from(std::exchange(conflict, {}));
            continue;
        }
        if (contradiction_) return Verdict::unsolvable;
        if (stop_) return Verdict::stopped;
        if (conflict_limit >= 0 && conflicts >= conflict_limit) return Verdict::undecided;
        if (conflicts >= next_restart) {
            next_restart = conflicts + conflicts_per_restart * luby(++restarts);
            return_to_level(0);
            if (conflicts >= next_new_phases) {
                next_new_phases = conflicts + new_phase_interval_ * ++new_phases;
                choose_new_phases();
            }
            continue;  // literals that need no decision are propagated again
        }
        if (level() == 0) {
            simplify_propagators();
            if (clauses_.forgettable() > max_forgettable_) forget_clauses();
        }
        if (level() < static_cast<int>(assumptions.size())) {
            const Code assumption = code_of(assumptions[level()]);
            if (truth(assumption) == Truth::no) {
                find_core(assumption);
                return Verdict::unsolvable;
            }
            if (truth(assumption) == Truth::yes) {
                level_starts_.push_back(trail_.size());  // a level without a decision
            } else {
                decide(assumption);
            }
            continue;
        }
        const int variable = next_variable();
        if (variable != 0) {
            ++statistics_.choices;
            const Code code = code_of(variable);
            decide(phase_[variable] != 0 ? code : negated(code));
            continue;
        }
        const std::int64_t deductions_before = statistics_.deductions;
        conflict = run_propagators(true);
        if (statistics_.deductions == deductions_before && !stop_) {
            keep_values();
            return Verdict::solved;
        }
    }
}

// Return the next variable to decide, 0 if all are decided.
int CdclSolver::next_variable() {
    while (!order_.is_empty()) {
        const int variable = order_.remove_first();
        if (truth(code_of(variable)) == Truth::open) return variable;
    }
    return 0;
}

// Let the search try other values for the variables of the latest conflicts.  If it is stuck in a part of a large board,
// it would otherwise build the same part again after each restart; the rest of the board keeps its values.
void CdclSolver::choose_new_phases() {
    for (int variable = 1; variable <= variables_; ++variable)
        if (order_.was_bumped_lately(variable)) phase_[variable] = static_cast<char>(random_() & 1U);
}

void CdclSolver::keep_values() {
    values_.resize(variables_ + 1);
    for (Literal variable = 1; variable <= variables_; ++variable)
        values_[variable] = truth(code_of(variable)) == Truth::yes;
}

// Put the false literals that a reason consists of into `reason_literals_`; `implied` is the literal that they force (0:
// none, they are a conflict).
void CdclSolver::collect_reason(Reason reason, Code implied) {
    reason_literals_.clear();
    if (reason.kind == Reason::clause) {
        const Code *literals = clauses_.literals(reason.number);
        for (std::uint32_t index = 0; index < clauses_.size(reason.number); ++index)
            if (literals[index] != implied) reason_literals_.push_back(literals[index]);
        return;
    }
    const int number = static_cast<int>(reason.number);
    const int before = implied == 0 ? static_cast<int>(trail_.size()) : position_[variable_of(implied)];
    std::int64_t missing = minimums_.full_slack(number);  // the false literals must weigh more than this
    for (const Minimums::Term &term : minimums_.terms(number))
        if (term.literal == implied) missing -= term.weight;
    for (const Minimums::Term &term : minimums_.terms(number)) {
        if (missing < 0) return;
        if (truth(term.literal) != Truth::no || position_[variable_of(term.literal)] >= before) continue;
        missing -= term.weight;
        reason_literals_.push_back(term.literal);
    }
}

// Learn a clause that excludes a conflict, return to the level where it forces a literal, and assign that literal.
void CdclSolver::learn_from(Reason conflict) {
    collect_reason(conflict, 0);
    int highest = 0;
    for (const Code code : reason_literals_) highest = std::max(highest, level_of_[variable_of(code)]);
    if (highest == 0) {
        contradiction_ = true;
        return;
    }
    const bool is_in_order = early_count_ == 0;
    return_to_level(highest);
    if (!is_in_order && conflict.kind == Reason::clause) watch_latest_literals(conflict.number);
    // Replace literals of the highest level by their reasons until only one is left.
    learnt_.assign(1, 0);
    int open = 0;  // literals of the highest level that are still to be replaced
    for (std::size_t index = trail_.size();;) {
        for (const Code code : reason_literals_) {
            const int variable = variable_of(code);
            if (seen_[variable] || level_of_[variable] == 0) continue;
            seen_[variable] = true;
            order_.bump(variable);
            if (level_of_[variable] == highest) {
                ++open;
            } else {
                learnt_.push_back(code);
            }
        }
        do --index;
        while (!seen_[variable_of(trail_[index])] || level_of_[variable_of(trail_[index])] != highest);
        const Code code = trail_[index];
        seen_[variable_of(code)] = false;
        if (--open == 0) {
            learnt_[0] = negated(code);
            break;
        }
        collect_reason(reason_[variable_of(code)], code);
    }
    remove_implied_literals();
    keep_learnt_clause();
    order_.decay();
}

// Remove the literals of the learnt clause that follow from its other literals.
void CdclSolver::remove_implied_literals() {
    count_levels(learnt_);  // stamps the levels of the clause
    marked_.assign(learnt_.begin() + 1, learnt_.end());
    std::size_t kept = 1;
    for (std::size_t index = 1; index < learnt_.size(); ++index)
        if (!is_implied_by_others(learnt_[index])) learnt_[kept++] = learnt_[index];
    learnt_.resize(kept);
    for (const Code code : marked_) seen_[variable_of(code)] = false;
}

// Whether the reasons of a literal, their reasons and so on lead to literals of the learnt clause only.
bool CdclSolver::is_implied_by_others(Code code) {
    if (reason_[variable_of(code)].kind == Reason::none) return false;
    const std::size_t marked_before = marked_.size();
    for (open_.assign(1, code); !open_.empty();) {
        const int variable = variable_of(open_.back());
        collect_reason(reason_[variable], negated(open_.back()));
        open_.pop_back();
        for (const Code other : reason_literals_) {
            const int behind = variable_of(other);
            if (seen_[behind] || level_of_[behind] == 0) continue;
            if (reason_[behind].kind == Reason::none || level_stamps_[level_of_[behind]] != stamp_) {
                for (std::size_t index = marked_before; index < marked_.size(); ++index)
                    seen_[variable_of(marked_[index])] = false;
                marked_.resize(marked_before);
                return false;
            }
            seen_[behind] = true;  // implied as well, if this search succeeds
            marked_.push_back(other);
            open_.push_back(other);
        }
    }
    return true;
}

// Keep the learnt clause and assign the literal that it forces.  The decisions that the clause does not need are undone,
// but if they are many, only the last one: on a large board, most of them have nothing to do with the conflict.
void CdclSolver::keep_learnt_clause() {
    const auto is_earlier = [this](Code one, Code other) {
        return level_of_[variable_of(one)] < level_of_[variable_of(other)];
    };
    Reason reason;
    int needed = 0;
    if (learnt_.size() > 1) {
        std::iter_swap(learnt_.begin() + 1, std::max_element(learnt_.begin() + 1, learnt_.end(), is_earlier));
        needed = level_of_[variable_of(learnt_[1])];
        reason = {Reason::clause, store_clause(learnt_, 2 + count_levels(learnt_))};
    }
    return_to_level(level() - needed > longest_jump_ ? level() - 1 : needed);
    assign(learnt_[0], reason, needed);
}

// Count the levels of these literals.
std::uint32_t CdclSolver::count_levels(const std::vector<Code> &literals) {
    ++stamp_;
    level_stamps_.resize(level() + 1, 0);
    std::uint32_t levels = 0;
    for (const Code code : literals) {
        std::int64_t &stamp = level_stamps_[std::min(level_of_[variable_of(code)], level())];
        levels += stamp != stamp_;
        stamp = stamp_;
    }
    return levels;
}

ClauseNumber CdclSolver::store_clause(const std::vector<Code> &literals, std::uint32_t rank) {
    const ClauseNumber clause = clauses_.add(literals, rank);
    const bool is_binary = literals.size() == 2;
    watches_.add(literals[0], {clause, literals[1], is_binary});
    watches_.add(literals[1], {clause, literals[0], is_binary});
    return clause;
}

// Forget the worse half of the learnt clauses, all satisfied clauses and all false literals; no decision has been made.
void CdclSolver::forget_clauses() {
    std::vector<std::uint32_t> ranks;
    for (ClauseNumber clause = clauses_.first(); clause < clauses_.end(); clause = clauses_.after(clause))
        if (clauses_.rank(clause) != permanent) ranks.push_back(clauses_.rank(clause));
    const auto middle = ranks.begin() + static_cast<std::ptrdiff_t>(ranks.size() / 2);
    std::nth_element(ranks.begin(), middle, ranks.end());
    const std::uint32_t worst_kept = *middle > 0 ? *middle - 1 : 0;
    ClauseStore old;
    std::swap(old, clauses_);
    watches_.clear();
    for (ClauseNumber clause = old.first(); clause < old.end(); clause = old.after(clause)) {
        if (old.rank(clause) > worst_kept && old.rank(clause) != permanent) continue;
        const Code *literals = old.literals(clause);
        clause_.clear();
        bool satisfied = false;
        for (std::uint32_t index = 0; index < old.size(clause); ++index) {
            satisfied = satisfied || truth(literals[index]) == Truth::yes;
            if (truth(literals[index]) == Truth::open) clause_.push_back(literals[index]);
        }
        if (!satisfied) store_clause(clause_, old.rank(clause));
    }
    max_forgettable_ = static_cast<std::size_t>(static_cast<double>(max_forgettable_) * forgettable_growth);
}

// Find the assumptions that make an assumption false.
void CdclSolver::find_core(Code failed) {
    core_.assign(1, literal_of(failed));
    if (level_of_[variable_of(failed)] == 0) return;
    seen_[variable_of(failed)] = true;
    for (std::size_t index = trail_.size(); index-- > level_starts_[0];) {
        const Code code = trail_[index];
        const int variable = variable_of(code);
        if (!seen_[variable]) continue;
        seen_[variable] = false;
        if (reason_[variable].kind == Reason::none) {
            core_.push_back(literal_of(code));
            continue;
        }
        collect_reason(reason_[variable], code);
        for (const Code other : reason_literals_)
            if (level_of_[variable_of(other)] > 0) seen_[variable_of(other)] = true;
    }
}

}  // namespace masume
