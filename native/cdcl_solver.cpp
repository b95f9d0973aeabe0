// The search of CdclSolver, its assignment, and how it takes constraints.
#include "cdcl_solver.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace masume {

namespace {

constexpr int conflicts_per_restart = 64;
constexpr std::int64_t least_work_per_restart = 4;  // in trails
constexpr std::size_t max_compared = 8;  // literals of a clause: repetitions in longer clauses do no harm

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
    const std::size_t codes = codes_needed();
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
        for (std::size_t index = 0; index < kept && kept <= max_compared; ++index) {
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
    ++assignments_;
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

Verdict CdclSolver::solve(const std::vector<Literal> &assumptions, int conflicts) {
    stop_ = false;
    core_.clear();
    return_to_level(count_reusable_levels(assumptions));
    reusable_.clear();
    take_new_constraints();
    for (std::size_t number = 0; number < propagators_.size(); ++number) {
        mark_changed(static_cast<int>(number));
        propagators_[number].schedule.reset();
    }
    const Verdict verdict = search(assumptions, conflicts);
    if (verdict == Verdict::solved || verdict == Verdict::unsolvable) reusable_ = assumptions;
    return verdict;
}

// Return for how many of the assumptions, each a level, the assignment of the last search can be kept: those that both
// searches begin with, unless there is something to do that needs a level without decisions.
int CdclSolver::count_reusable_levels(const std::vector<Literal> &assumptions) const {
    if (!new_clauses_.empty() || !new_counts_.empty() || propagators_watched_ < propagators_.size()) return 0;
    if (truth_.size() < codes_needed() || clauses_.forgettable() > max_forgettable_ || contradiction_) return 0;
    const std::size_t most = std::min({assumptions.size(), reusable_.size(), level_starts_.size()});
    const auto differs = std::mismatch(assumptions.begin(), assumptions.begin() + static_cast<std::ptrdiff_t>(most),
                                       reusable_.begin());
    return static_cast<int>(differs.first - assumptions.begin());
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
        if (conflicts >= next_restart && is_worth_restarting()) {
            next_restart = conflicts + conflicts_per_restart * luby(++restarts);
            return_to_level(0);
            restarted_at_ = assignments_;
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

// Whether the search has done several times the work that it takes to assign all literals again: on a large board a
// restart is expensive.
bool CdclSolver::is_worth_restarting() const {
    return assignments_ - restarted_at_ >= least_work_per_restart * static_cast<std::int64_t>(trail_.size());
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

}  // namespace masume
