// Free propagation, which does not count reasons, and the search for refutations with lemmas.
#include <algorithm>
#include <utility>

#include "reasoner.hpp"

namespace masume {

namespace {

constexpr int never = -1;

}  // namespace

// Propagate, from now on, with any number of reasons, and first what waits in the queues.
void Reasoner::begin_free_propagation() {
    counts_reasons_ = is_contradictory_ = false;
    limit_ = 0;
    for (std::size_t level = 1; level < queues_.size(); ++level)
        queues_[0].insert(queues_[0].end(), queues_[level].begin() + static_cast<std::ptrdiff_t>(heads_[level]),
                          queues_[level].end());
    if (has_base_contradiction_) contradict(base_contradiction_.source);
}

void Reasoner::end_free_propagation() {
    counts_reasons_ = true;
    is_contradictory_ = runs_quick_first_ = false;
}

void Reasoner::contradict(const Source &source) {
    if (is_contradictory_) return;
    is_contradictory_ = true;
    contradiction_ = source;
    limit_ = -1;  // so that propagation ends
}

// Queue the only literal of a clause that is not false; if there is none, this is a contradiction.
void Reasoner::infer_freely(const Source &source) {
    if (is_contradictory_) return;
    Literal open = 0;
    for (int here = source.clause.begin; here < source.clause.begin + source.clause.size; ++here) {
        const Literal literal = literals_[here];
        const Truth value = truth(literal);
        if (value == Truth::yes || (value == Truth::open && open != 0 && open != literal)) return;
        if (value == Truth::open) open = literal;
    }
    if (open == 0) return contradict(source);
    queues_[0].push_back({open, source, {}});
}

std::vector<int> Reasoner::count_consequences(const std::vector<Literal> &literals) {
    const SavedState outside = save();
    begin_free_propagation();
    propagate(0);
    const SavedState state = save();
    const bool was_contradictory = is_contradictory_;
    std::vector<int> counts;
    for (const Literal literal : literals) {
        if (!was_contradictory) {
            assume(literal);
            propagate(0);
        }
        counts.push_back(is_contradictory_ ? -1 : static_cast<int>(trail_.size() - state.trail));
        if (was_contradictory) continue;
        restore(state);
        is_contradictory_ = false;
        limit_ = 0;
    }
    end_free_propagation();
    restore(outside);
    return counts;
}

std::vector<int> Reasoner::find_contradictory(const std::vector<Literal> &literals) {
    const SavedState outside = save();
    begin_free_propagation();
    propagate(0);
    const SavedState state = save();
    const bool is_refuted = is_contradictory_;
    std::vector<char> is_consistent(truth_.size(), false);
    std::vector<int> results;
    for (const Literal literal : literals) {
        if (!is_refuted && is_consistent[index(literal)] != 0) {
            results.push_back(0);
            continue;
        }
        if (!is_refuted) {
            assume(literal);
            propagate(0);
        }
        results.push_back(is_contradictory_ ? 1 : 0);
        if (is_refuted) continue;
        if (!is_contradictory_)  // less follows from each of the consequences
            for (std::size_t here = state.trail; here < trail_.size(); ++here)
                is_consistent[index(trail_[here].literal)] = true;
        restore(state);
        is_contradictory_ = false;
        limit_ = 0;
    }
    end_free_propagation();
    restore(outside);
    return results;
}

// Return, for each variable, whether propagation with any number of reasons refutes both of its values.
std::vector<char> Reasoner::both_refuted_freely(const std::vector<Literal> &variables) {
    const SavedState outside = save();
    const int limit = limit_;
    begin_free_propagation();
    propagate(0);
    const SavedState state = save();
    std::vector<char> results;
    const bool is_refuted = is_contradictory_;
    for (const Literal variable : variables)
        results.push_back(is_refuted || (is_refuted_freely(variable, state) && is_refuted_freely(-variable, state)));
    end_free_propagation();
    limit_ = limit;
    restore(outside);
    return results;
}

bool Reasoner::is_refuted_freely(Literal literal, const SavedState &state) {
    assume(literal);
    propagate(0);
    const bool is_refuted = is_contradictory_;
    restore(state);
    is_contradictory_ = false;
    limit_ = 0;
    return is_refuted;
}

int Reasoner::refute_by_search(const std::vector<Literal> &assumptions, const std::vector<Literal> &decisions,
                               int max_contradictions, int max_depth) {
    const SavedState outside = save();
    const std::size_t clauses = clauses_.size();
    std::vector<SavedState> levels;  // before each decision
    tried_.assign(variables_ + 1, never);
    priority_.assign(variables_ + 1, 0);
    last_priority_ = static_cast<int>(decisions.size());
    for (std::size_t number = 0; number < decisions.size(); ++number)
        priority_[std::abs(decisions[number])] = last_priority_ - static_cast<int>(number);
    proof_.clear();
    begin_free_propagation();
    for (const Literal literal : assumptions) assume(literal);
    int contradictions = 0;
    bool is_refuted = false;
    while (!is_refuted) {
        propagate(0);
        if (is_contradictory_) {
            if (++contradictions > max_contradictions) break;
            learn(levels);
            is_refuted = is_contradictory_;
            continue;
        }
        const auto is_open = [this](Literal literal) { return truth(literal) == Truth::open; };
        if (std::none_of(decisions.begin(), decisions.end(), is_open)) break;  // there is no contradiction
        const Literal decision = static_cast<int>(levels.size()) < max_depth ? next_decision(decisions) : 0;
        if (decision != 0) {
            levels.push_back(save());
            assume(decision);
        } else if (levels.empty()) {
            break;
        } else {
            take_back_decision(levels);
        }
    }
    if (is_refuted) build_proof(contradiction_);
    end_free_propagation();
    restore(outside);
    forget_lemmas(clauses);
    return is_refuted ? contradictions : -1;
}

// Return the open decision with the highest priority that has not been tried yet, 0 if there is none.
Literal Reasoner::next_decision(const std::vector<Literal> &decisions) const {
    Literal best = 0;
    for (const Literal literal : decisions)
        if (truth(literal) == Truth::open && tried_[std::abs(literal)] == never &&
            (best == 0 || priority_[std::abs(literal)] > priority_[std::abs(best)]))
            best = literal;
    return best;
}

// Take back the last decision, which led to no contradiction.  It is not tried again until a lemma is learned, or until
// the decision before it is taken back as well.
void Reasoner::take_back_decision(std::vector<SavedState> &levels) {
    const int depth = static_cast<int>(levels.size());
    const int decided = std::abs(trail_[levels.back().trail].literal);
    return_to(levels.back());
    levels.pop_back();
    for (int &tried : tried_)
        if (tried != never && tried >= depth) tried = never;
    tried_[decided] = depth - 1;
}

// Return to a state, but keep the clauses of propagators, because lemmas are learned from them.
void Reasoner::return_to(SavedState state) {
    state.literals = literals_.size();
    restore(state);
    is_contradictory_ = false;
    limit_ = 0;
}

// Learn a lemma from the contradiction, go back to where the lemma forces a literal, and infer that literal.  If the
// contradiction depends on no decision, leave it as it is.
void Reasoner::learn(std::vector<SavedState> &levels) {
    const auto position = [this](Literal literal) { return static_cast<std::size_t>(position_[std::abs(literal)]); };
    // A propagator may find a contradiction late: then some of the last decisions have nothing to do with it.
    std::size_t last = 0;
    for (int here = 0; here < contradiction_.clause.size; ++here)
        last = std::max(last, position(literals_[contradiction_.clause.begin + here]));
    while (!levels.empty() && levels.back().trail > last) levels.pop_back();
    if (levels.empty()) return;
    const std::size_t start = levels.back().trail;  // what is found from here on depends on the last decision
    std::vector<Literal> clause;
    std::vector<Source> antecedents;
    std::vector<int> seen;  // variables
    needed_.assign(trail_.size(), false);
    int open = 0;  // literals that depend on the last decision and are not resolved yet
    const auto resolve = [&](const Source &source) {
        antecedents.push_back(source);
        work_ += source.clause.size;
        for (int here = source.clause.begin; here < source.clause.begin + source.clause.size; ++here) {
            const Literal literal = literals_[here];
            if (truth(literal) != Truth::no || needed_[position(literal)]) continue;
            needed_[position(literal)] = true;
            seen.push_back(std::abs(literal));
            if (position(literal) >= start) {
                ++open;
            } else {
                clause.push_back(literal);
            }
        }
    };
    resolve(contradiction_);
    std::size_t here = trail_.size() - 1;
    for (;; --here) {
        if (!needed_[here]) continue;
        if (--open == 0) break;
        resolve(trail_[here].source);
    }
    clause.push_back(-trail_[here].literal);
    std::size_t second = 0;  // the last position among the other literals
    for (std::size_t index = 0; index + 1 < clause.size(); ++index) second = std::max(second, position(clause[index]));
    while (levels.size() > 1 && levels[levels.size() - 2].trail > second) levels.pop_back();
    return_to(levels.back());
    levels.pop_back();
    tried_.assign(tried_.size(), never);
    promote(seen);
    add_lemma(clause, std::move(antecedents));
}

// Decide the variables of the last contradiction first, in the same order as before.
void Reasoner::promote(std::vector<int> &variables) {
    std::sort(variables.begin(), variables.end(), [this](int one, int other) {
        return std::make_pair(priority_[one], one) < std::make_pair(priority_[other], other);
    });
    for (const int variable : variables)
        if (priority_[variable] != 0) priority_[variable] = ++last_priority_;
}

void Reasoner::add_lemma(const std::vector<Literal> &clause, std::vector<Source> antecedents) {
    const Origin origin{lemma, static_cast<int>(lemma_sources_.size()), 0};
    OwnedClause added{{static_cast<int>(literals_.size()), static_cast<int>(clause.size())}, origin};
    literals_.insert(literals_.end(), clause.begin(), clause.end());
    for (const Literal literal : clause) {
        clauses_of_[index(literal)].push_back(static_cast<int>(clauses_.size()));
        added.false_literals += truth(literal) == Truth::no;
    }
    clauses_.push_back(added);
    lemma_sources_.push_back(std::move(antecedents));
    infer(added);
}

// Forget all clauses except the first ones, those of the model.
void Reasoner::forget_lemmas(std::size_t clauses) {
    for (std::vector<int> &numbers : clauses_of_)
        while (!numbers.empty() && static_cast<std::size_t>(numbers.back()) >= clauses) numbers.pop_back();
    clauses_.resize(clauses);
    lemma_sources_.clear();
}

// Append the clauses that a lemma was learned from; instead of other lemmas, those that these were learned from.
void Reasoner::append_parts(const Source &source) {
    std::vector<Source> parts, stack{source};
    std::vector<char> is_listed(literals_.size(), false), is_lemma_done(lemma_sources_.size(), false);
    while (!stack.empty()) {
        const Source next = stack.back();
        stack.pop_back();
        if (next.origin.statement != lemma) {
            if (is_listed[next.clause.begin]) continue;
            is_listed[next.clause.begin] = true;
            parts.push_back(next);
        } else if (!is_lemma_done[next.origin.constraint]) {
            is_lemma_done[next.origin.constraint] = true;
            const std::vector<Source> &antecedents = lemma_sources_[next.origin.constraint];
            stack.insert(stack.end(), antecedents.rbegin(), antecedents.rend());
        }
    }
    proof_[proof_.size() - source.clause.size - 3] = static_cast<int>(parts.size());
    for (const Source &part : parts) append_inference(0, part);
}

}  // namespace masume
