// Deductions from counts, sights, combinations and choices against brute force.
//
// Every clause follows and is false or has one open literal where it is found; whatever is forced is told; of what was
// decided, a clause names no more than it needs, and nothing late if something early will do.
#include <algorithm>
#include <bitset>
#include <functional>
#include <memory>
#include <numeric>

#include "bounds.hpp"
#include "literal_table.hpp"
#include "sum.hpp"
#include "laws.hpp"

using namespace masume;

namespace {

constexpr int variables = 10;
using Worlds = WorldsOf<variables>;

Worlds where(const std::function<bool(World)> &holds) { return worlds_where<variables>(holds); }
const Worlds &where(Literal literal) { return worlds_where<variables>(literal); }

const Worlds everywhere = ~Worlds();

bool follows(const Worlds &worlds, const Clause &clause) {
    Worlds outside = worlds;
    for (const Literal literal : clause) outside &= ~where(literal);
    return outside.none();
}

// What is decided, since when, and what is deduced from it.
class State : public Assignment, public Deductions, public Ranks {
public:
    Truth truth(Literal literal) const override { return truth_of(literal, truth_); }

    int rank(Literal literal) const override {
        EXPECT(truth(literal) != Truth::open);
        return ranks_[std::abs(literal) - 1];
    }

    bool add(const Clause &clause) override {
        Literal open = 0;
        for (const Literal literal : clause) {
            EXPECT(truth(literal) != Truth::yes);
            if (truth(literal) != Truth::open) continue;
            EXPECT(open == 0 || open == literal);
            open = literal;
        }
        clauses.push_back(clause);
        told.push_back(open);
        return true;
    }

    // Decide at random, and whatever follows from what is said elsewhere.
    void draw(RandomSource &lot, const Worlds &elsewhere) {
        truth_ = lot.truths(variables, 1 + lot.below(9));
        const int latest = lot.one_in(3) ? 1 : 6;
        for (int &rank : ranks_) rank = lot.below(latest);
        clauses.clear();
        told.clear();
        const Worlds left = elsewhere & allowed();
        for (Literal literal = -variables; literal <= variables && left.any(); ++literal)
            if (literal != 0 && (left & ~where(literal)).none())
                truth_[std::abs(literal) - 1] = literal > 0 ? Truth::yes : Truth::no;
    }

    Worlds allowed() const {
        Worlds worlds = everywhere;
        for (Literal literal = -variables; literal <= variables; ++literal)
            if (literal != 0 && truth(literal) == Truth::yes) worlds &= where(literal);
        return worlds;
    }

    std::vector<Clause> clauses;
    std::vector<Literal> told;  // per clause: what it infers; 0: it is false

private:
    std::vector<Truth> truth_ = std::vector<Truth>(variables);
    std::vector<int> ranks_ = std::vector<int>(variables);
};

enum class Thrift { none, of_the_latest, of_all };

struct Case {
    std::unique_ptr<Propagator> structure;
    Worlds holds;                   // what the structure says
    std::vector<Worlds> parts;      // what it says in part, of which it misses nothing
    Worlds elsewhere = everywhere;  // what is said elsewhere
    Thrift thrift = Thrift::none;   // which literals of a clause are there only if one of the parts needs them,
    int thrifty_since = 0;          // but for those that were decided before
    std::vector<Literal> early{};   // of which those decided early are preferred
};

// Different variables, but for a repetition here and there.
std::vector<Literal> literals(RandomSource &lot, int number, bool distinct) { return lot.literals(variables, number, distinct); }

// A sum that is bounded on either side if a literal is true.
Case bounded(std::unique_ptr<Propagator> structure, Literal when, const std::function<int(World)> &sum, std::int64_t low,
             std::int64_t high, bool distinct) {
    const Worlds fewer = where([&](World world) { return sum(world) <= high; }) | where(-when);
    const Worlds more = where([&](World world) { return sum(world) >= low; }) | where(-when);
    Case made{std::move(structure), fewer & more, {}};
    if (distinct) made.parts = {fewer, more};
    return made;
}

Case a_count(RandomSource &lot, const Ranks &ranks) {
    const bool distinct = !lot.one_in(4), weighted = lot.one_in(3);
    Count count{literals(lot, 1 + lot.below(variables), distinct), {}, 0, 0, 0};
    count.when = count.literals.back();
    count.literals.pop_back();
    int total = 0;
    for (std::size_t index = 0; index < count.literals.size(); ++index) {
        count.weights.push_back(weighted ? 1 + lot.below(4) : 1);
        total += count.weights.back();
    }
    count.low = lot.below(total + 3) - 1;
    count.high = lot.one_in(3) ? total + 1 : count.low + lot.below(3);
    if (lot.one_in(3)) count.low = 0;
    const auto sum = [&](World world) {
        int found = 0;
        for (std::size_t index = 0; index < count.literals.size(); ++index)
            if (true_in(world, count.literals[index])) found += count.weights[index];
        return found;
    };
    Case made = bounded(std::make_unique<Counted>(count, ranks), count.when, sum, count.low, count.high, distinct);
    if (distinct) made.thrift = weighted ? Thrift::of_the_latest : Thrift::of_all;
    if (distinct && !weighted) {
        made.early = count.literals;
        for (const Literal literal : count.literals) made.early.push_back(-literal);
        if (count.low <= count.high) made.parts.push_back(made.holds);
    }
    return made;
}

Case a_sight(RandomSource &lot, const Ranks &ranks) {
    const bool distinct = !lot.one_in(4);
    const int size = lot.below(variables);
    const std::vector<Literal> all = literals(lot, size + 1, distinct);
    Visibility sight{std::vector<std::vector<Literal>>(1 + lot.below(4)), 0, 0, all[size]};
    const int number = static_cast<int>(sight.rays.size());
    for (int index = 0; index < size; ++index) sight.rays[lot.below(number)].push_back(all[index]);
    sight.low = lot.one_in(3) ? 0 : lot.below(size + 2);
    sight.high = lot.one_in(3) ? size : sight.low + lot.below(3);
    const auto seen = [&](World world) {
        int found = 0;
        for (const std::vector<Literal> &ray : sight.rays)
            for (std::size_t next = 0; next < ray.size() && true_in(world, ray[next]); ++next) ++found;
        return found;
    };
    Case made = bounded(std::make_unique<Sighted>(sight, ranks), sight.when, seen, sight.low, sight.high, distinct);
    if (distinct) made.thrift = Thrift::of_all;
    return made;
}

Case a_combination(RandomSource &lot, const Ranks &ranks) {
    constexpr int shapes[][2] = {{0, 2}, {1, 6}, {2, 2}, {2, 3}, {2, 4}, {3, 2}, {3, 3}, {3, 3}, {3, 3}, {4, 2}};
    const auto [size, values] = shapes[lot.below(10)];
    std::vector<Literal> all = literals(lot, size * values + 1, true);
    const Literal when = all.back();
    all.pop_back();
    const int first = lot.below(3), least = first * size + size * (size - 1) / 2;
    const int total = least - 1 + lot.below(std::max(1, size * (values - size)) + 3);
    const auto has = [&, values = values](World world, int number, int value) {
        return true_in(world, all[number * values + value]);
    };
    const Worlds one_each = where([&, size = size, values = values](World world) {
        for (int number = 0; number < size; ++number) {
            int found = 0;
            for (int value = 0; value < values; ++value) found += has(world, number, value);
            if (found != 1) return false;
        }
        return true;
    });
    const Worlds combined = where([&, size = size, values = values](World world) {
        int sum = 0;
        for (int value = 0; value < values; ++value) {
            int found = 0;
            for (int number = 0; number < size; ++number) found += has(world, number, value);
            if (found > 1) return false;
            sum += found * (first + value);
        }
        return sum == total;
    });
    const Worlds holds = combined | where(-when);
    auto structure = std::make_unique<Combined>(Sum{all, first, values, total, when}, ranks);
    return {std::move(structure), holds, {holds}, one_each, Thrift::of_all, 1, all};
}

Case a_choice(RandomSource &lot, const Ranks &ranks) {
    const bool distinct = !lot.one_in(4);
    const int size = lot.below(variables + 1);
    LiteralTable choices{literals(lot, size, distinct), {}};
    for (int rows = lot.below(12); rows > 0; --rows) choices.rows.push_back(lot.below(1 << size));
    const Worlds holds = where([&](World world) {
        LiteralTable::Row chosen = 0;
        for (int index = 0; index < size; ++index)
            if (true_in(world, choices.literals[index])) chosen |= LiteralTable::Row{1} << index;
        return std::find(choices.rows.begin(), choices.rows.end(), chosen) != choices.rows.end();
    });
    Case made{std::make_unique<Chosen>(choices, ranks), holds, {}};
    if (!distinct) return made;
    made.parts = {holds};
    made.thrift = Thrift::of_all;
    made.early = choices.literals;
    for (const Literal literal : choices.literals) made.early.push_back(-literal);
    return made;
}

void nothing_is_missed(const Worlds &part, const Worlds &elsewhere, const State &state) {
    const Worlds left = part & elsewhere & state.allowed();
    Worlds after = elsewhere & state.allowed();
    for (const Literal literal : state.told) after &= literal == 0 ? Worlds() : where(literal);
    for (Literal literal = -variables; literal <= variables; ++literal)
        if (literal != 0 && (left & ~where(literal)).none()) EXPECT((after & ~where(literal)).none());
    if (left.none()) EXPECT(std::count(state.told.begin(), state.told.end(), 0) > 0);
}

// Whether a clause would not follow without one of its literals, though it had all that are preferred to this.
bool is_needed(std::size_t index, Clause clause, const Worlds &part, const Case &drawn, const State &state) {
    const Literal literal = clause[index];
    const bool open = state.truth(literal) == Truth::open;
    if (!open && state.rank(literal) < drawn.thrifty_since) return true;
    clause.erase(clause.begin() + static_cast<std::ptrdiff_t>(index));
    for (const Literal other : drawn.early)
        if (!open && state.truth(other) == Truth::no && state.rank(other) < state.rank(literal)) clause.push_back(other);
    return !follows(part, clause);
}

bool is_thrifty(const Clause &clause, const Worlds &part, const Case &drawn, const State &state) {
    if (!follows(part, clause)) return false;
    const auto rank = [&](Literal literal) { return state.truth(literal) == Truth::open ? -1 : state.rank(literal); };
    int latest = -1, needed_latest = -1;
    for (std::size_t index = 0; index < clause.size(); ++index) {
        latest = std::max(latest, rank(clause[index]));
        if (is_needed(index, clause, part, drawn, state))
            needed_latest = std::max(needed_latest, rank(clause[index]));
        else if (drawn.thrift == Thrift::of_all)
            return false;
    }
    return needed_latest == latest;
}

void clauses_are_thrifty(const Case &drawn, const State &state) {
    for (const Clause &clause : state.clauses)
        EXPECT(std::any_of(drawn.parts.begin(), drawn.parts.end(), [&](const Worlds &part) {
            return is_thrifty(clause, part & drawn.elsewhere, drawn, state);
        }));
}

void law(Case (*draw)(RandomSource &, const Ranks &), unsigned seed) {
    RandomSource lot(seed);
    for (int round = 0; round < 2000; ++round) {
        State state;
        const Case drawn = draw(lot, state);
        for (int again = 0; again < 15; ++again) {
            state.draw(lot, drawn.elsewhere);
            drawn.structure->deduce(state, state);
            for (const Clause &clause : state.clauses) EXPECT(follows(drawn.holds & drawn.elsewhere, clause));
            if ((drawn.elsewhere & state.allowed()).none()) continue;  // what is said elsewhere is broken already
            for (const Worlds &part : drawn.parts) nothing_is_missed(part, drawn.elsewhere, state);
            if (drawn.thrift != Thrift::none) clauses_are_thrifty(drawn, state);
        }
    }
}

}  // namespace

int main() {
    law(a_count, 8);
    law(a_sight, 9);
    law(a_combination, 10);
    law(a_choice, 11);
}
