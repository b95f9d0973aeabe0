// Propagation of CdclSolver: clauses, minimums, and the clauses that propagators find.
#include "cdcl_solver.hpp"

#include <algorithm>
#include <utility>

namespace masume {

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
    std::uint32_t kept = 0;
    Reason conflict;
    for (std::uint32_t next = 0; next < size; ++next) {
        Watch watch = watches_.items(false_literal)[next];
        const bool can_wait = truth(watch.blocker) == Truth::yes || conflict.kind != Reason::none;
        if (can_wait || visit_clause(watch, false_literal, conflict)) watches_.items(false_literal)[kept++] = watch;
    }
    watches_.shorten(false_literal, kept);
    return conflict;
}

// Let a clause watch another literal than one that has become false; if there is none, force its last literal or report a
// conflict.  Returns whether the clause still watches the false literal.
bool CdclSolver::visit_clause(Watch &watch, Code false_literal, Reason &conflict) {
    const Reason reason{Reason::clause, watch.clause};
    if (watch.is_binary) {
        if (truth(watch.blocker) == Truth::no) {
            conflict = reason;
        } else {
            assign(watch.blocker, reason, early_count_ == 0 ? level() : level_of_[variable_of(false_literal)]);
        }
        return true;
    }
    Code *literals = clauses_.literals(watch.clause);
    if (literals[0] == false_literal) std::swap(literals[0], literals[1]);
    const Code other = watch.blocker = literals[0];
    if (truth(other) == Truth::yes) return true;
    const std::uint32_t size = clauses_.size(watch.clause);
    std::uint32_t found = 2;
    while (found < size && truth(literals[found]) == Truth::no) ++found;
    if (found < size) {
        std::swap(literals[1], literals[found]);
        watches_.add(literals[1], watch);
        return false;
    }
    if (truth(other) == Truth::no) {
        conflict = reason;
        return true;
    }
    if (early_count_ == 0) {
        assign(other, reason);
        return true;
    }
    // Watch the literal that will be the first to be undone.
    const auto is_earlier = [this](Code one, Code another) {
        return level_of_[variable_of(one)] < level_of_[variable_of(another)];
    };
    std::iter_swap(literals + 1, std::max_element(literals + 1, literals + size, is_earlier));
    assign(other, reason, level_of_[variable_of(literals[1])]);
    if (literals[1] == false_literal) return true;
    watches_.add(literals[1], watch);
    return false;
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

}  // namespace masume
