// How CdclSolver learns from conflicts, forgets clauses again, and finds the core of a contradiction.
#include "cdcl_solver.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace masume {

namespace {

constexpr double forgettable_growth = 1.1;

}  // namespace

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
