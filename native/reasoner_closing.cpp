// Closing: facts grow by everything that follows in small steps, and constraints are switched on one after the other.
#include <algorithm>

#include "reasoner.hpp"

namespace masume {

namespace {

constexpr std::size_t largest_local = 24;  // variables of a propagator that counts as local

}  // namespace

// Propagate freely, and run quick propagators first.  Explanations and ratings use the order of the model instead: what they
// find must not depend on how quick a propagator is.
void Reasoner::begin_quick_propagation() {
    begin_free_propagation();
    runs_quick_first_ = true;
}

bool Reasoner::settle(const std::vector<int> &owners) {
    if (all_enabled_) {
        std::fill(enabled_.begin(), enabled_.end(), true);
        all_enabled_ = false;
    }
    ++now_;
    const std::size_t before = trail_.size();
    begin_quick_propagation();
    for (const int owner : owners) {
        if (static_cast<std::size_t>(owner) >= enabled_.size() || enabled_[owner] != 0) continue;
        enabled_[owner] = true;
        switch_on(owner);
    }
    propagate(0);
    return keep_facts(before);
}

// Queue what the constraints of an owner infer now.
void Reasoner::switch_on(int owner) {
    find_owned_constraints();
    for (const int number : clauses_by_owner_[owner]) {
        const OwnedClause &clause = clauses_[number];
        mark_changed(clause);
        if (clause.false_literals >= clause.clause.size - 1) infer(clause);
    }
    for (const int number : propagators_by_owner_[owner]) {
        mark_changed(propagators_[number]);
        is_due_[number] = true;
    }
}

void Reasoner::find_owned_constraints() {
    if (!clauses_by_owner_.empty()) return;
    clauses_by_owner_.resize(enabled_.size());
    propagators_by_owner_.resize(enabled_.size());
    for (std::size_t number = 0; number < clauses_.size(); ++number)
        clauses_by_owner_[clauses_[number].origin.owner].push_back(static_cast<int>(number));
    for (std::size_t number = 0; number < propagators_.size(); ++number)
        propagators_by_owner_[propagators_[number].origin.owner].push_back(static_cast<int>(number));
}

// End free propagation, and make facts of all that is on the trail; return whether there is no contradiction.
bool Reasoner::keep_facts(std::size_t before) {
    const bool is_consistent = !is_contradictory_;
    end_free_propagation();
    limit_ = max_reasons;
    base_ = trail_.size();
    for (std::vector<Inference> &queue : queues_) queue.clear();
    std::fill(heads_.begin(), heads_.end(), 0);
    std::fill(is_due_.begin(), is_due_.end(), false);
    for (std::size_t here = before; here < trail_.size(); ++here) mark_changed_by(trail_[here].literal);
    return is_consistent;
}

// Mark what may lead further together with a new fact.
void Reasoner::mark_changed_by(Literal fact) {
    changed_[index(fact)] = changed_[index(-fact)] = now_;
    for (const int number : clauses_of_[index(-fact)])
        if (enabled(clauses_[number].origin.owner)) mark_changed(clauses_[number]);
    for (const int number : propagators_of_[std::abs(fact)])
        if (enabled(propagators_[number].origin.owner)) mark_changed(propagators_[number]);
}

void Reasoner::mark_changed(const OwnedClause &clause) {
    const auto begin = literals_.begin() + clause.clause.begin, end = begin + clause.clause.size;
    if (std::any_of(begin, end, [this](Literal literal) { return truth(literal) == Truth::yes; })) return;
    for (auto literal = begin; literal != end; ++literal) changed_[index(-*literal)] = now_;
}

void Reasoner::mark_changed(const OwnedPropagator &owned) {
    if (owned.variables.size() > largest_local) return;
    for (const int variable : owned.variables) changed_[index(variable)] = changed_[index(-variable)] = now_;
}

std::vector<int> Reasoner::count_gains(const std::vector<int> &groups, const std::vector<Literal> &wanted) {
    std::vector<int> gains;
    const SavedState state = save();
    for (auto here = groups.begin(); here != groups.end(); ++here) {
        const auto first = here;
        here = std::find(here, groups.end(), 0);
        begin_quick_propagation();
        std::vector<int> switched;
        for (auto owner = first; owner != here; ++owner) {
            if (static_cast<std::size_t>(*owner) >= enabled_.size() || enabled_[*owner] != 0) continue;
            enabled_[*owner] = true;
            switched.push_back(*owner);
            switch_on(*owner);
        }
        propagate(0);
        gains.push_back(static_cast<int>(std::count_if(wanted.begin(), wanted.end(), [&](Literal literal) {
            return truth(literal) != Truth::open &&
                   static_cast<std::size_t>(position_[std::abs(literal)]) >= state.trail;
        })));
        for (const int owner : switched) enabled_[owner] = false;
        end_free_propagation();
        limit_ = max_reasons;
        restore(state);
    }
    return gains;
}

const std::vector<int> &Reasoner::close(const std::vector<Literal> &wanted, int limit) {
    bool goes_on = settle({}) && limit > 0;
    while (goes_on) {
        goes_on = false;
        for (const Literal literal : wanted) {
            if (truth(literal) != Truth::open || !may_be_refuted(-literal) || !is_refuted_within(-literal, limit))
                continue;
            goes_on = true;
            ++now_;
            const std::size_t before = trail_.size();
            begin_quick_propagation();
            assume(literal);
            propagate(0);
            if (!keep_facts(before)) return proof_.clear(), proof_;
        }
    }
    proof_.clear();
    for (const Literal literal : wanted)
        if (truth(literal) == Truth::open) proof_.push_back(literal);
    return proof_;
}

// Return whether anything has changed near the consequences of a literal since it was tried last.
bool Reasoner::may_be_refuted(Literal literal) const {
    const Attempt &attempt = attempts_[index(literal)];
    if (attempt.consequences == nullptr) return true;
    return std::any_of(attempt.consequences->begin(), attempt.consequences->end(),
                       [&](Literal consequence) { return changed_[index(consequence)] > attempt.time; });
}

// Return whether at most `limit` reasons refute a literal; if not, remember what followed from it.
bool Reasoner::is_refuted_within(Literal literal, int limit) {
    const SavedState state = save();
    begin_quick_propagation();
    assume(literal);
    propagate(0);
    const bool is_refuted = is_contradictory_;
    auto consequences = std::make_shared<std::vector<Literal>>();
    for (std::size_t here = state.trail; here < trail_.size(); ++here) consequences->push_back(trail_[here].literal);
    end_free_propagation();
    restore(state);
    attempts_[index(literal)] = {now_, consequences};
    if (is_refuted) {
        wants_proof_ = false;
        const bool is_within_limit = search_with(literal, limit) >= 0;
        wants_proof_ = true;
        restore(state);
        return is_within_limit;
    }
    // Less follows from each of the consequences, so it leads to no contradiction, either.
    for (const Literal consequence : *consequences) attempts_[index(consequence)] = {now_, consequences};
    return false;
}

}  // namespace masume
