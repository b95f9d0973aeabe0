#include "reasoner.hpp"

#include <algorithm>
#include <utility>

#include "literal_table.hpp"
#include "sum.hpp"

namespace masume {

namespace {

constexpr int first_cut = 1 << 24;  // cuts are numbered from here on, above all owners
constexpr Literal always_true = 1;

}  // namespace

Reasoner::Reasoner(int variables)
    : variables_(variables), clauses_of_(2 * variables + 2), propagators_of_(variables + 1),
      truth_(2 * variables + 2, Truth::open), position_(variables + 1), queues_(max_reasons + 1),
      heads_(max_reasons + 1), changed_(2 * variables + 2),
      attempts_(2 * variables + 2) {}

Literal *Reasoner::add_clauses(std::size_t size) {
    const int begin = static_cast<int>(literals_.size());
    literals_.resize(literals_.size() + size);
    added_.push_back({begin, static_cast<int>(size)});
    added_origins_.push_back(origin_);
    return literals_.data() + begin;
}

void Reasoner::add_count(Count count) {
    add_propagator(std::make_unique<CountPropagator>(std::move(count), *this), Cuts::none, 0, 0);
}

void Reasoner::add_visibility(Visibility visibility) {
    add_propagator(std::make_unique<VisibilityPropagator>(std::move(visibility), *this), Cuts::none, 0, 0);
}

void Reasoner::add_sum(Sum sum) {
    add_propagator(std::make_unique<SumPropagator>(std::move(sum), *this), Cuts::none, 0, 0);
}

void Reasoner::add_literal_table(LiteralTable table) {
    add_propagator(std::make_unique<TablePropagator>(std::move(table), *this), Cuts::none, 0, 0);
}

void Reasoner::add_propagator(std::unique_ptr<Propagator> propagator, Cuts cuts, Literal, int) {
    OwnedPropagator owned{std::move(propagator), origin_, origin_.owner == 0 ? Cuts::none : cuts, {}, {}, 0};
    if (owned.cuts == Cuts::by_boundary) {
        owned.boundary.assign(2 * variables_ + 2, false);
        for (const Literal literal : owned.propagator->literals())
            if (literal != 0) owned.boundary[index(literal)] = true;
    }
    propagators_.push_back(std::move(owned));
}

// Sort the propagators: those with few variables are quick.
void Reasoner::sort_propagators() {
    for (std::size_t number = 0; number < propagators_.size(); ++number) {
        OwnedPropagator &owned = propagators_[number];
        owned.place_in_model = number;
        for (const Literal literal : owned.propagator->literals())
            if (literal != 0) owned.variables.push_back(std::abs(literal));
        std::sort(owned.variables.begin(), owned.variables.end());
        owned.variables.erase(std::unique(owned.variables.begin(), owned.variables.end()), owned.variables.end());
    }
    std::stable_sort(propagators_.begin(), propagators_.end(), [](const OwnedPropagator &a, const OwnedPropagator &b) {
        return a.variables.size() < b.variables.size();
    });
    model_order_.resize(propagators_.size());
    for (std::size_t number = 0; number < propagators_.size(); ++number) {
        model_order_[propagators_[number].place_in_model] = static_cast<int>(number);
        for (const int variable : propagators_[number].variables)
            propagators_of_[variable].push_back(static_cast<int>(number));
    }
    is_due_.assign(propagators_.size(), true);
}

// Split the literals that were added into clauses.
void Reasoner::split_clauses() {
    if (is_split_) return;
    is_split_ = true;
    sort_propagators();
    int last_owner = 0;
    for (std::size_t number = 0; number < added_.size(); ++number) {
        int begin = added_[number].begin;
        const int end = begin + added_[number].size;
        last_owner = std::max(last_owner, added_origins_[number].owner);
        for (int here = begin; here < end; ++here) {
            if (literals_[here] != 0) {
                clauses_of_[index(literals_[here])].push_back(static_cast<int>(clauses_.size()));
                continue;
            }
            clauses_.push_back({{begin, here - begin}, added_origins_[number]});
            begin = here + 1;
        }
    }
    for (const OwnedPropagator &owned : propagators_) last_owner = std::max(last_owner, owned.origin.owner);
    enabled_.assign(last_owner + 1, true);
}

bool Reasoner::begin(const std::vector<Literal> &facts, const std::vector<int> &owners) {
    split_clauses();
    const int model_literals = added_.empty() ? 0 : added_.back().begin + added_.back().size;
    const std::vector<std::size_t> zeros(queues_.size());
    restore({0, static_cast<std::size_t>(model_literals), 0, zeros, zeros});
    base_ = 0;
    cuts_.clear();
    attempts_.assign(attempts_.size(), {});
    all_enabled_ = owners.empty();
    if (!all_enabled_) {
        std::fill(enabled_.begin(), enabled_.end(), false);
        for (const int owner : owners)
            if (static_cast<std::size_t>(owner) < enabled_.size()) enabled_[owner] = true;  // others own no constraint
    }
    has_base_contradiction_ = false;
    limit_ = max_reasons;
    level_ = 0;
    std::fill(is_due_.begin(), is_due_.end(), true);
    assume(always_true);
    for (const Literal fact : facts) assume(fact);
    for (const OwnedClause &clause : clauses_)
        if (clause.clause.size <= 1 && enabled(clause.origin.owner)) infer(clause);
    propagate(0);
    base_ = trail_.size();
    return !has_base_contradiction_ || base_contradiction_.reasons.size > 0;
}

Reasoner::SavedState Reasoner::save() const {
    SavedState state{trail_.size(), literals_.size(), reasons_.size(), {}, heads_};
    for (const std::vector<Inference> &queue : queues_) state.queues.push_back(queue.size());
    return state;
}

void Reasoner::restore(const SavedState &state) {
    while (trail_.size() > state.trail) {
        const Literal literal = trail_.back().literal;
        trail_.pop_back();
        truth_[index(literal)] = truth_[index(-literal)] = Truth::open;
        for (const int clause : clauses_of_[index(-literal)]) --clauses_[clause].false_literals;
    }
    literals_.resize(state.literals);
    reasons_.resize(state.reasons);
    for (std::size_t level = 0; level < queues_.size(); ++level) queues_[level].resize(state.queues[level]);
    heads_ = state.heads;
    std::fill(is_due_.begin(), is_due_.end(), false);
}

int Reasoner::rank(Literal literal) const {
    const auto position = static_cast<std::size_t>(position_[std::abs(literal)]);
    return position < base_ || base_ == 0 ? 0 : static_cast<int>(position - base_) + 1;
}

void Reasoner::assume(Literal literal) { queues_[0].push_back({literal, {}, {}}); }

// Make inferences with fewer reasons first.
void Reasoner::propagate(int last_level) {
    for (level_ = 0; level_ <= std::min(last_level, limit_); ++level_) {
        std::vector<Inference> &queue = queues_[level_];
        bool is_complete = false;
        while (!is_complete) {
            while (heads_[level_] < queue.size() && level_ <= limit_) {
                const Inference inference = queue[heads_[level_]++];
                process(inference);
            }
            is_complete = true;
            for (std::size_t place = next_due(0); place < is_due_.size() && level_ <= limit_; place = next_due(place + 1)) {
                run_propagator(runs_quick_first_ ? static_cast<int>(place) : model_order_[place]);
                if (heads_[level_] < queue.size()) {
                    is_complete = false;
                    break;
                }
            }
        }
    }
}

// Return the first place from this one on, in the current order, of a propagator that has to run again.
std::size_t Reasoner::next_due(std::size_t place) const {
    const auto begin = is_due_.begin() + static_cast<std::ptrdiff_t>(place);
    if (runs_quick_first_) return static_cast<std::size_t>(std::find(begin, is_due_.end(), true) - is_due_.begin());
    while (place < is_due_.size() && !is_due_[model_order_[place]]) ++place;
    return place;
}

// Put an inference on the trail, unless its literal is decided already.
void Reasoner::process(const Inference &inference) {
    const Literal literal = inference.literal;
    const Truth before = truth(literal);
    if (before == Truth::yes) return;
    if (before == Truth::no && !counts_reasons_) {
        const Source &opposite = trail_[position_[std::abs(literal)]].source;
        return contradict(inference.source.clause.size > 0 ? inference.source : opposite);
    }
    if (before == Truth::no) {
        united_.clear();
        const Inference &opposite = trail_[position_[std::abs(literal)]];
        if (unite(united_, inference.reasons) && unite(united_, opposite.reasons)) {
            // The clause that infers the literal is false now.  A fact or an assumption has no clause.
            record_contradiction(inference.source.clause.size > 0 ? inference.source : opposite.source, united_);
        }
        return;
    }
    ++work_;
    truth_[index(literal)] = Truth::yes;
    truth_[index(-literal)] = Truth::no;
    position_[std::abs(literal)] = static_cast<int>(trail_.size());
    trail_.push_back(inference);
    for (const int number : clauses_of_[index(-literal)]) ++clauses_[number].false_literals;
    for (const int number : clauses_of_[index(-literal)]) {
        const OwnedClause &clause = clauses_[number];
        if (clause.false_literals >= clause.clause.size - 1 && enabled(clause.origin.owner)) infer(clause);
    }
    for (const int number : propagators_of_[std::abs(literal)])
        if (enabled(propagators_[number].origin.owner)) is_due_[number] = true;
}

// Queue the only literal of a clause that is not false; if there is none, record the contradiction.
void Reasoner::infer(const Source &source) {
    if (!counts_reasons_) return infer_freely(source);
    Literal open = 0;
    united_.clear();
    for (int here = source.clause.begin; here < source.clause.begin + source.clause.size; ++here) {
        const Literal literal = literals_[here];
        const Truth value = truth(literal);
        if (value == Truth::yes || (value == Truth::open && open != 0 && open != literal)) return;
        if (value == Truth::open) {
            open = literal;
        } else if (!unite(united_, trail_[position_[std::abs(literal)]].reasons)) {
            return;
        }
    }
    const int own_reason = source.cut != 0 ? source.cut : source.origin.owner;
    if (own_reason != 0) {
        reasons_.push_back(own_reason);
        const bool is_within_limit = unite(united_, {static_cast<int>(reasons_.size()) - 1, 1});
        reasons_.pop_back();
        if (!is_within_limit) return;
    }
    if (open == 0) return record_contradiction(source, united_);
    const Span reasons{static_cast<int>(reasons_.size()), static_cast<int>(united_.size())};
    reasons_.insert(reasons_.end(), united_.begin(), united_.end());
    queues_[std::max(reasons.size, level_)].push_back({open, source, reasons});
}

// Add reasons to others, both in ascending order; return whether they are within the limit.
bool Reasoner::unite(std::vector<int> &into, const Span &reasons) const {
    for (int here = reasons.begin; here < reasons.begin + reasons.size; ++here) {
        const int reason = reasons_[here];
        const auto place = std::lower_bound(into.begin(), into.end(), reason);
        if (place == into.end() || *place != reason) into.insert(place, reason);
    }
    return static_cast<int>(into.size()) <= limit_;
}

void Reasoner::run_propagator(int number) {
    OwnedPropagator &owned = propagators_[number];
    is_due_[number] = false;
    if (!enabled(owned.origin.owner)) return;
    work_ += static_cast<std::int64_t>(owned.propagator->literals().size());
    running_ = number;
    owned.propagator->deduce(*this, *this);
}

bool Reasoner::add(const Clause &clause) {
    if (is_contradictory_) return false;
    const OwnedPropagator &owned = propagators_[running_];
    const int begin = static_cast<int>(literals_.size());
    literals_.insert(literals_.end(), clause.begin(), clause.end());
    const int cut = owned.cuts == Cuts::none ? 0 : cut_number(clause);
    infer(Source{{begin, static_cast<int>(clause.size())}, owned.origin, cut});
    return true;
}

// Return the number of the cut that a clause of the running propagator is.
int Reasoner::cut_number(const Clause &clause) {
    std::vector<int> key;
    const std::vector<char> &boundary = propagators_[running_].boundary;
    for (const Literal literal : clause)
        if (!boundary.empty() && boundary[index(literal)] != 0) key.push_back(literal);
    if (key.empty())  // a clause against the closing of a loop has no boundary
        for (const Literal literal : clause) key.push_back(std::abs(literal));
    std::sort(key.begin(), key.end());
    key.push_back(running_);
    return cuts_.emplace(std::move(key), first_cut + static_cast<int>(cuts_.size())).first->second;
}

void Reasoner::record_contradiction(const Source &source, const std::vector<int> &reasons) {
    if (base_ == 0) {  // between the facts: every later search starts with it
        if (has_base_contradiction_ && base_contradiction_.reasons.size <= static_cast<int>(reasons.size())) return;
        has_base_contradiction_ = true;
        base_contradiction_ = {0, source, {static_cast<int>(reasons_.size()), static_cast<int>(reasons.size())}};
        reasons_.insert(reasons_.end(), reasons.begin(), reasons.end());
        return;
    }
    best_ = static_cast<int>(reasons.size());
    best_reasons_ = reasons;
    limit_ = best_ - 1;
    if (wants_proof_) build_proof(source);
}

// Collect the inferences that a contradiction depends on, and the contradiction.
void Reasoner::build_proof(const Source &source) {
    std::vector<int> needed;
    needed_.assign(trail_.size(), false);
    const auto require = [&](const Source &cause) {
        for (int here = cause.clause.begin; here < cause.clause.begin + cause.clause.size; ++here) {
            const Literal literal = literals_[here];
            const int position = position_[std::abs(literal)];
            if (truth(literal) == Truth::open || needed_[position]) continue;
            needed_[position] = true;
            if (trail_[position].source.clause.size > 0) needed.push_back(position);
        }
    };
    require(source);
    for (std::size_t next = 0; next < needed.size(); ++next) require(trail_[needed[next]].source);
    std::sort(needed.begin(), needed.end());
    proof_.clear();
    for (const int position : needed) append_inference(trail_[position].literal, trail_[position].source);
    append_inference(0, source);
}

void Reasoner::append_inference(Literal literal, const Source &source) {
    const Origin &origin = source.origin;
    proof_.insert(proof_.end(), {literal, origin.statement, origin.constraint, source.cut, source.clause.size});
    const auto begin = literals_.begin() + source.clause.begin;
    proof_.insert(proof_.end(), begin, begin + source.clause.size);
    if (origin.statement == lemma) append_parts(source);
}

const std::vector<int> &Reasoner::direct_inferences() {
    proof_.clear();
    for (const Inference &inference : queues_[1]) append_inference(inference.literal, inference.source);
    return proof_;
}

const std::vector<int> &Reasoner::closure(int limit) {
    const SavedState state = save();
    wants_proof_ = false;
    search(limit);
    wants_proof_ = true;
    proof_.clear();
    for (const Inference &inference : trail_)
        if (inference.source.clause.size > 0) append_inference(inference.literal, inference.source);
    restore(state);
    return proof_;
}

// Propagate the assumptions; return the number of reasons of the smallest contradiction, -1 if there is none.
int Reasoner::search(int limit) {
    best_ = -1;
    limit_ = std::min(limit, max_reasons);
    if (has_base_contradiction_ && base_contradiction_.reasons.size <= limit_) {
        const auto begin = reasons_.begin() + base_contradiction_.reasons.begin;
        record_contradiction(base_contradiction_.source, {begin, begin + base_contradiction_.reasons.size});
    }
    propagate(limit_);
    return best_;
}

int Reasoner::search_with(Literal literal, int limit) {
    assume(literal);
    return search(limit);
}

int Reasoner::refute(const std::vector<Literal> &assumptions, int limit) {
    const SavedState state = save();
    proof_.clear();
    for (const Literal literal : assumptions) assume(literal);
    search(limit);
    restore(state);
    return best_;
}

std::vector<int> Reasoner::proof_sizes(const std::vector<Literal> &literals, int limit) {
    std::vector<int> sizes;
    const SavedState state = save();
    wants_proof_ = false;
    for (const Literal literal : literals) {
        sizes.push_back(search_with(literal, limit));
        restore(state);
    }
    wants_proof_ = true;
    return sizes;
}

int Reasoner::refute_by_cases(Literal assumption, const std::vector<Literal> &variables, int limit) {
    const SavedState outside = save();
    Literal best_variable = 0;
    int fewest = -1;
    wants_proof_ = false;
    if (search_with(assumption, limit) < 0) {
        const SavedState state = save();
        const std::vector<char> is_refutable = both_refuted_freely(variables);
        for (std::size_t number = 0; number < variables.size(); ++number) {
            const Literal variable = variables[number];
            if (truth(variable) != Truth::open || !is_refutable[number]) continue;
            const int size = refute_both(variable, fewest < 0 ? limit : fewest - 1, state);
            if (size < 0) continue;
            fewest = size;
            best_variable = variable;
        }
        wants_proof_ = true;
        if (best_variable != 0) refute_both(best_variable, fewest, state);
    }
    wants_proof_ = true;
    restore(outside);
    return fewest;
}

// Refute a variable and its negation; return the number of reasons, -1 if it is not possible within the limit.
int Reasoner::refute_both(Literal variable, int limit, const SavedState &state) {
    std::vector<int> proof{variable, 0}, reasons;
    for (const Literal literal : {variable, -variable}) {
        const int size = search_with(literal, limit);
        restore(state);
        if (size < 0) return -1;
        for (const int reason : best_reasons_) {
            const auto place = std::lower_bound(reasons.begin(), reasons.end(), reason);
            if (place == reasons.end() || *place != reason) reasons.insert(place, reason);
        }
        if (static_cast<int>(reasons.size()) > limit) return -1;
        proof.insert(proof.end(), proof_.begin(), proof_.end());
        if (literal == variable) proof[1] = static_cast<int>(proof_.size());
    }
    if (wants_proof_) proof_ = std::move(proof);
    return static_cast<int>(reasons.size());
}

}  // namespace masume
