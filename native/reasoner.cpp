#include "reasoner.hpp"

#include <algorithm>
#include <utility>

#include "literal_table.hpp"
#include "sum.hpp"
#include "parity.hpp"

namespace masume {

namespace {

constexpr int most_instances = 32;   // nobody reads a reason that has more
constexpr int first_cut = 1 << 24;   // cuts are numbered from here on, above all instances
constexpr Literal always_true = 1;

}  // namespace

Reasoner::Reasoner(int variables)
    : variables_(variables), in_clauses_(2 * variables + 2), in_structures_(variables + 1),
      truth_(2 * variables + 2, Truth::open), position_(variables + 1), waiting_(most_instances + 1),
      next_(most_instances + 1) {}

Literal *Reasoner::add_clauses(std::size_t size) {
    const int begin = static_cast<int>(literals_.size());
    literals_.resize(literals_.size() + size);
    stated_.push_back({begin, static_cast<int>(size)});
    stated_owners_.push_back(owner_);
    return literals_.data() + begin;
}

void Reasoner::add_count(Count count) {
    add_propagator(std::make_unique<Counted>(std::move(count), *this), Cuts::none, 0, 0);
}

void Reasoner::add_visibility(Visibility sight) {
    add_propagator(std::make_unique<Sighted>(std::move(sight), *this), Cuts::none, 0, 0);
}

void Reasoner::add_sum(Sum combination) {
    add_propagator(std::make_unique<Combined>(std::move(combination), *this), Cuts::none, 0, 0);
}

void Reasoner::add_literal_table(LiteralTable choices) {
    add_propagator(std::make_unique<Chosen>(std::move(choices), *this), Cuts::none, 0, 0);
}

void Reasoner::add_loop(Graph graph, std::vector<Literal> literals, Literal guard, int longest) {
    add_propagator(std::make_unique<LoopPropagator>(graph, literals), Cuts::by_boundary, guard, longest);
    add_propagator(std::make_unique<Crossings>(std::move(graph), std::move(literals)), Cuts::whole, guard, longest);
}

void Reasoner::add_propagator(std::unique_ptr<Propagator> structure, Cuts cuts, Literal, int) {
    Looking looking{std::move(structure), owner_, owner_ == 0 ? Cuts::none : cuts, true, {}};
    if (looking.cuts == Cuts::by_boundary) {
        looking.positive.assign(2 * variables_ + 2, false);
        for (const Literal literal : looking.structure->literals())
            if (literal != 0) looking.positive[index(literal)] = true;
    }
    const int number = static_cast<int>(propagators_.size());
    for (const Literal literal : looking.structure->literals()) {
        if (literal == 0) continue;
        std::vector<int> &concerned = in_structures_[std::abs(literal)];
        if (concerned.empty() || concerned.back() != number) concerned.push_back(number);
    }
    propagators_.push_back(std::move(looking));
}

// Divide what was stated into clauses.
void Reasoner::finish() {
    if (finished_) return;
    finished_ = true;
    int last = 0;
    for (std::size_t run = 0; run < stated_.size(); ++run) {
        int begin = stated_[run].begin;
        const int end = begin + stated_[run].size;
        last = std::max(last, stated_owners_[run]);
        for (int here = begin; here < end; ++here) {
            if (literals_[here] != 0) {
                in_clauses_[index(literals_[here])].push_back(static_cast<int>(clauses_.size()));
                continue;
            }
            clauses_.push_back({{begin, here - begin}, stated_owners_[run]});
            begin = here + 1;
        }
    }
    for (const Looking &looking : propagators_) last = std::max(last, looking.owner);
    enabled_.assign(last + 1, true);
}

bool Reasoner::begin(const std::vector<Literal> &facts, const std::vector<int> &instances) {
    finish();
    return_to({0, stated_.empty() ? 0 : static_cast<std::size_t>(stated_.back().begin + stated_.back().size), 0,
               std::vector<std::size_t>(waiting_.size()), std::vector<std::size_t>(waiting_.size())});
    base_ = 0;
    cuts_.clear();
    all_enabled_ = instances.empty();
    if (!all_enabled_) {
        std::fill(enabled_.begin(), enabled_.end(), false);
        for (const int instance : instances)
            if (static_cast<std::size_t>(instance) < enabled_.size()) enabled_[instance] = true;  // else it says nothing
    }
    is_broken_ = false;
    limit_ = most_instances;
    level_ = 0;
    for (Looking &looking : propagators_) looking.changed = true;
    assume(always_true);
    for (const Literal fact : facts) assume(fact);
    for (const Clausal &clausal : clauses_)
        if (clausal.clause.size <= 1 && enabled(clausal.owner)) examine(clausal);
    propagate(0);
    base_ = trail_.size();
    return !is_broken_ || broken_.instances.size > 0;
}

Reasoner::Mark Reasoner::mark() const {
    Mark found{trail_.size(), literals_.size(), sets_.size(), {}, next_};
    for (const std::vector<Candidate> &waiting : waiting_) found.waiting.push_back(waiting.size());
    return found;
}

void Reasoner::return_to(const Mark &mark) {
    while (trail_.size() > mark.trail) {
        const Literal literal = trail_.back().literal;
        trail_.pop_back();
        truth_[index(literal)] = truth_[index(-literal)] = Truth::open;
        for (const int clause : in_clauses_[index(-literal)]) --clauses_[clause].excluded;
    }
    literals_.resize(mark.literals);
    sets_.resize(mark.sets);
    for (std::size_t size = 0; size < waiting_.size(); ++size) waiting_[size].resize(mark.waiting[size]);
    next_ = mark.next;
    for (Looking &looking : propagators_) looking.changed = false;
}

int Reasoner::rank(Literal literal) const {
    const auto position = static_cast<std::size_t>(position_[std::abs(literal)]);
    return position < base_ || base_ == 0 ? 0 : static_cast<int>(position - base_) + 1;
}

void Reasoner::assume(Literal literal) { waiting_[0].push_back({literal, {}, {}}); }

// Infer with fewer instances first.
void Reasoner::propagate(int last_level) {
    for (level_ = 0; level_ <= std::min(last_level, limit_); ++level_) {
        std::vector<Candidate> &waiting = waiting_[level_];
        bool all_looked = false;
        while (!all_looked) {
            while (next_[level_] < waiting.size() && level_ <= limit_) {
                const Candidate candidate = waiting[next_[level_]++];
                take(candidate);
            }
            all_looked = true;
            for (std::size_t number = 0; number < propagators_.size() && level_ <= limit_; ++number) {
                if (!propagators_[number].changed) continue;
                look(static_cast<int>(number));
                if (next_[level_] < waiting.size()) {
                    all_looked = false;
                    break;
                }
            }
        }
    }
}

void Reasoner::take(const Candidate &candidate) {
    const Literal literal = candidate.literal;
    const Truth before = truth(literal);
    if (before == Truth::yes) return;
    if (before == Truth::no) {
        united_.clear();
        const Candidate &other = trail_[position_[std::abs(literal)]];
        if (unite(united_, candidate.instances) && unite(united_, other.instances)) {
            // A clause that infers it is false now; if there is none, it was assumed or is a fact.
            contradict(candidate.source.clause.size > 0 ? candidate.source : other.source, united_);
        }
        return;
    }
    ++work_;
    truth_[index(literal)] = Truth::yes;
    truth_[index(-literal)] = Truth::no;
    position_[std::abs(literal)] = static_cast<int>(trail_.size());
    trail_.push_back(candidate);
    for (const int number : in_clauses_[index(-literal)]) ++clauses_[number].excluded;
    for (const int number : in_clauses_[index(-literal)]) {
        const Clausal &clausal = clauses_[number];
        if (clausal.excluded >= clausal.clause.size - 1 && enabled(clausal.owner)) examine(clausal);
    }
    for (const int number : in_structures_[std::abs(literal)])
        if (enabled(propagators_[number].owner)) propagators_[number].changed = true;
}

void Reasoner::examine(const Clausal &clausal) { infer({clausal.clause, clausal.owner, 0, -1}); }

// If a clause has one literal that is not false, it is inferred; if it has none, that is a contradiction.
void Reasoner::infer(const Source &source) {
    Literal open = 0;
    united_.clear();
    for (int here = source.clause.begin; here < source.clause.begin + source.clause.size; ++here) {
        const Literal literal = literals_[here];
        const Truth found = truth(literal);
        if (found == Truth::yes || (found == Truth::open && open != 0 && open != literal)) return;
        if (found == Truth::open) {
            open = literal;
        } else if (!unite(united_, trail_[position_[std::abs(literal)]].instances)) {
            return;
        }
    }
    const int own = source.cut != 0 ? source.cut : source.instance;
    if (own != 0) {
        sets_.push_back(own);
        const bool few = unite(united_, {static_cast<int>(sets_.size()) - 1, 1});
        sets_.pop_back();
        if (!few) return;
    }
    if (open == 0) return contradict(source, united_);
    const Span instances{static_cast<int>(sets_.size()), static_cast<int>(united_.size())};
    sets_.insert(sets_.end(), united_.begin(), united_.end());
    const int cost = std::max(instances.size, level_);
    waiting_[cost].push_back({open, source, instances});
}

// Add instances to others, both in ascending order; says whether they are few enough.
bool Reasoner::unite(std::vector<int> &into, const Span &instances) const {
    for (int here = instances.begin; here < instances.begin + instances.size; ++here) {
        const int instance = sets_[here];
        const auto place = std::lower_bound(into.begin(), into.end(), instance);
        if (place == into.end() || *place != instance) into.insert(place, instance);
    }
    return static_cast<int>(into.size()) <= limit_;
}

void Reasoner::look(int number) {
    Looking &looking = propagators_[number];
    looking.changed = false;
    if (!enabled(looking.owner)) return;
    work_ += static_cast<std::int64_t>(looking.structure->literals().size());
    looking_ = number;
    looking.structure->deduce(*this, *this);
}

bool Reasoner::add(const Clause &clause) {
    const Looking &looking = propagators_[looking_];
    const int begin = static_cast<int>(literals_.size());
    literals_.insert(literals_.end(), clause.begin(), clause.end());
    const int cut = looking.cuts == Cuts::none ? 0 : cut_number(clause);
    infer({{begin, static_cast<int>(clause.size())}, looking.owner, cut, looking_});
    return true;
}

int Reasoner::cut_number(const Clause &clause) {
    std::vector<int> key;
    const std::vector<char> &positive = propagators_[looking_].positive;
    for (const Literal literal : clause)
        if (!positive.empty() && positive[index(literal)] != 0) key.push_back(literal);
    if (key.empty())  // what would close a loop has no boundary
        for (const Literal literal : clause) key.push_back(std::abs(literal));
    std::sort(key.begin(), key.end());
    key.push_back(looking_);
    return cuts_.emplace(std::move(key), first_cut + static_cast<int>(cuts_.size())).first->second;
}

void Reasoner::contradict(const Source &source, const std::vector<int> &instances) {
    if (base_ == 0) {  // among facts: it is kept for later
        if (is_broken_ && broken_.instances.size <= static_cast<int>(instances.size())) return;
        is_broken_ = true;
        broken_ = {0, source, {static_cast<int>(sets_.size()), static_cast<int>(instances.size())}};
        sets_.insert(sets_.end(), instances.begin(), instances.end());
        return;
    }
    best_ = static_cast<int>(instances.size());
    best_set_ = instances;
    limit_ = best_ - 1;
    if (wants_proof_) write_proof(source);
}

void Reasoner::write_proof(const Source &source) {
    std::vector<int> needed;
    needed_.assign(trail_.size(), false);
    const auto need = [&](const Source &why) {
        for (int here = why.clause.begin; here < why.clause.begin + why.clause.size; ++here) {
            const Literal literal = literals_[here];
            const int position = position_[std::abs(literal)];
            if (truth(literal) == Truth::open || needed_[position]) continue;
            needed_[position] = true;
            if (trail_[position].source.clause.size > 0) needed.push_back(position);
        }
    };
    need(source);
    for (std::size_t next = 0; next < needed.size(); ++next) need(trail_[needed[next]].source);
    std::sort(needed.begin(), needed.end());
    proof_.clear();
    for (const int position : needed) write(trail_[position].literal, trail_[position].source);
    write(0, source);
}

void Reasoner::write(Literal literal, const Source &source) {
    proof_.insert(proof_.end(), {literal, source.instance, source.cut, source.structure, source.clause.size});
    const auto begin = literals_.begin() + source.clause.begin;
    proof_.insert(proof_.end(), begin, begin + source.clause.size);
}

const std::vector<int> &Reasoner::direct() {
    proof_.clear();
    for (const Candidate &candidate : waiting_[1]) write(candidate.literal, candidate.source);
    return proof_;
}

// Propagate what is assumed; says how many instances a contradiction takes, -1 if there is none.
int Reasoner::search(int limit) {
    best_ = -1;
    limit_ = std::min(limit, most_instances);
    if (is_broken_ && broken_.instances.size <= limit_) {
        const auto begin = sets_.begin() + broken_.instances.begin;
        contradict(broken_.source, {begin, begin + broken_.instances.size});
    }
    propagate(limit_);
    return best_;
}

int Reasoner::attempt(Literal literal, int limit) {
    assume(literal);
    return search(limit);
}

int Reasoner::refute(const std::vector<Literal> &assumptions, int limit) {
    const Mark before = mark();
    proof_.clear();
    for (const Literal literal : assumptions) assume(literal);
    search(limit);
    return_to(before);
    return best_;
}

std::vector<int> Reasoner::refute_each(const std::vector<Literal> &literals, int limit) {
    std::vector<int> found;
    const Mark before = mark();
    wants_proof_ = false;
    for (const Literal literal : literals) {
        found.push_back(attempt(literal, limit));
        return_to(before);
    }
    wants_proof_ = true;
    return found;
}

int Reasoner::refute_by_cases(Literal assumption, const std::vector<Literal> &variables, int limit) {
    const Mark outside = mark();
    Literal chosen = 0;
    int fewest = -1;
    wants_proof_ = false;
    if (attempt(assumption, limit) < 0) {
        const Mark before = mark();
        for (const Literal variable : variables) {
            if (truth(variable) != Truth::open) continue;
            const int found = both_cases(variable, fewest < 0 ? limit : fewest - 1, before);
            if (found < 0) continue;
            fewest = found;
            chosen = variable;
        }
        wants_proof_ = true;
        if (chosen != 0) both_cases(chosen, fewest, before);
    }
    wants_proof_ = true;
    return_to(outside);
    return fewest;
}

// How many instances it takes to refute a variable and its negation, -1 if it cannot be done.
int Reasoner::both_cases(Literal variable, int limit, const Mark &before) {
    std::vector<int> proof{variable, 0}, instances;
    for (const Literal literal : {variable, -variable}) {
        const int found = attempt(literal, limit);
        return_to(before);
        if (found < 0) return -1;
        for (const int instance : best_set_) {
            const auto place = std::lower_bound(instances.begin(), instances.end(), instance);
            if (place == instances.end() || *place != instance) instances.insert(place, instance);
        }
        if (static_cast<int>(instances.size()) > limit) return -1;
        proof.insert(proof.end(), proof_.begin(), proof_.end());
        if (literal == variable) proof[1] = static_cast<int>(proof_.size());
    }
    if (wants_proof_) proof_ = std::move(proof);
    return static_cast<int>(instances.size());
}

}  // namespace masume
