// Propagators of counts, visibility, sums and tables against brute force on random constraints.
//
// Every clause is implied, and has at most one open literal, the others false.  Everything that is forced is inferred.  A
// clause has no literal that it does not need, and no literal that was decided late if an early one is sufficient.
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

// A partial assignment with ranks, and what is deduced from it.
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
        inferred.push_back(open);
        return true;
    }

    // Decide literals at random, and those that follow from the context.
    void draw(RandomSource &random, const Worlds &context) {
        truth_ = random.truths(variables, 1 + random.below(9));
        const int latest = random.one_in(3) ? 1 : 6;
        for (int &rank : ranks_) rank = random.below(latest);
        clauses.clear();
        inferred.clear();
        const Worlds left = context & allowed();
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
    std::vector<Literal> inferred;  // per clause: the literal it infers; 0 if it is false

private:
    std::vector<Truth> truth_ = std::vector<Truth>(variables);
    std::vector<int> ranks_ = std::vector<int>(variables);
};

// Which literals of a clause must be necessary: none, the one decided last, or all.
enum class Brevity { none_required, latest_is_needed, all_are_needed };

struct TestCase {
    std::unique_ptr<Propagator> propagator;
    Worlds holds;                    // where the constraint holds
    std::vector<Worlds> parts;       // weaker constraints, all consequences of which are found
    Worlds context = everywhere;     // where the other constraints hold that the propagator relies on
    Brevity brevity = Brevity::none_required;  // of each clause, as a consequence of one of the parts
    int short_since_rank = 0;        // literals of lower rank need not be necessary
    std::vector<Literal> early{};    // literals of which those decided early are preferred
};

// Literals of different variables; if not `distinct`, some may repeat.
std::vector<Literal> literals(RandomSource &random, int number, bool distinct) {
    return random.literals(variables, number, distinct);
}

// A test case for `low <= sum <= high` if a literal is true.
TestCase bounded_case(std::unique_ptr<Propagator> propagator, Literal when, const std::function<int(World)> &sum,
                      std::int64_t low, std::int64_t high, bool distinct) {
    const Worlds at_most = where([&](World world) { return sum(world) <= high; }) | where(-when);
    const Worlds at_least = where([&](World world) { return sum(world) >= low; }) | where(-when);
    TestCase result{std::move(propagator), at_most & at_least, {}};
    if (distinct) result.parts = {at_most, at_least};
    return result;
}

TestCase random_count(RandomSource &random, const Ranks &ranks) {
    const bool distinct = !random.one_in(4), weighted = random.one_in(3);
    Count count{literals(random, 1 + random.below(variables), distinct), {}, 0, 0, 0};
    count.when = count.literals.back();
    count.literals.pop_back();
    int total = 0;
    for (std::size_t index = 0; index < count.literals.size(); ++index) {
        count.weights.push_back(weighted ? 1 + random.below(4) : 1);
        total += count.weights.back();
    }
    count.low = random.below(total + 3) - 1;
    count.high = random.one_in(3) ? total + 1 : count.low + random.below(3);
    if (random.one_in(3)) count.low = 0;
    const auto sum = [&](World world) {
        int found = 0;
        for (std::size_t index = 0; index < count.literals.size(); ++index)
            if (true_in(world, count.literals[index])) found += count.weights[index];
        return found;
    };
    TestCase result =
        bounded_case(std::make_unique<CountPropagator>(count, ranks), count.when, sum, count.low, count.high, distinct);
    if (distinct) result.brevity = weighted ? Brevity::latest_is_needed : Brevity::all_are_needed;
    if (distinct && !weighted) {
        result.early = count.literals;
        for (const Literal literal : count.literals) result.early.push_back(-literal);
        if (count.low <= count.high) result.parts.push_back(result.holds);
    }
    return result;
}

TestCase random_visibility(RandomSource &random, const Ranks &ranks) {
    const bool distinct = !random.one_in(4);
    const int size = random.below(variables);
    const std::vector<Literal> all = literals(random, size + 1, distinct);
    Visibility visibility{std::vector<std::vector<Literal>>(1 + random.below(4)), 0, 0, all[size]};
    const int number = static_cast<int>(visibility.rays.size());
    for (int index = 0; index < size; ++index) visibility.rays[random.below(number)].push_back(all[index]);
    visibility.low = random.one_in(3) ? 0 : random.below(size + 2);
    visibility.high = random.one_in(3) ? size : visibility.low + random.below(3);
    const auto visible = [&](World world) {
        int found = 0;
        for (const std::vector<Literal> &ray : visibility.rays)
            for (std::size_t next = 0; next < ray.size() && true_in(world, ray[next]); ++next) ++found;
        return found;
    };
    TestCase result = bounded_case(std::make_unique<VisibilityPropagator>(visibility, ranks), visibility.when, visible,
                                   visibility.low, visibility.high, distinct);
    if (distinct) result.brevity = Brevity::all_are_needed;
    return result;
}

TestCase random_sum(RandomSource &random, const Ranks &ranks) {
    constexpr int shapes[][2] = {{0, 2}, {1, 6}, {2, 2}, {2, 3}, {2, 4}, {3, 2}, {3, 3}, {3, 3}, {3, 3}, {4, 2}};
    const auto [size, values] = shapes[random.below(10)];
    std::vector<Literal> all = literals(random, size * values + 1, true);
    const Literal when = all.back();
    all.pop_back();
    const int first = random.below(3), smallest = first * size + size * (size - 1) / 2;
    const int total = smallest - 1 + random.below(std::max(1, size * (values - size)) + 3);
    const auto has = [&, values = values](World world, int number, int value) {
        return true_in(world, all[number * values + value]);
    };
    const Worlds one_value_each = where([&, size = size, values = values](World world) {
        for (int number = 0; number < size; ++number) {
            int found = 0;
            for (int value = 0; value < values; ++value) found += has(world, number, value);
            if (found != 1) return false;
        }
        return true;
    });
    const Worlds has_total = where([&, size = size, values = values](World world) {
        int sum = 0;
        for (int value = 0; value < values; ++value) {
            int found = 0;
            for (int number = 0; number < size; ++number) found += has(world, number, value);
            if (found > 1) return false;
            sum += found * (first + value);
        }
        return sum == total;
    });
    const Worlds holds = has_total | where(-when);
    auto propagator = std::make_unique<SumPropagator>(Sum{all, first, values, total, when}, ranks);
    return {std::move(propagator), holds, {holds}, one_value_each, Brevity::all_are_needed, 1, all};
}

TestCase random_table(RandomSource &random, const Ranks &ranks) {
    const bool distinct = !random.one_in(4);
    const int size = random.below(variables + 1);
    LiteralTable table{literals(random, size, distinct), {}};
    for (int rows = random.below(12); rows > 0; --rows) table.rows.push_back(random.below(1 << size));
    const Worlds holds = where([&](World world) {
        LiteralTable::Row row = 0;
        for (int index = 0; index < size; ++index)
            if (true_in(world, table.literals[index])) row |= LiteralTable::Row{1} << index;
        return std::find(table.rows.begin(), table.rows.end(), row) != table.rows.end();
    });
    TestCase result{std::make_unique<TablePropagator>(table, ranks), holds, {}};
    if (!distinct) return result;
    result.parts = {holds};
    result.brevity = Brevity::all_are_needed;
    result.early = table.literals;
    for (const Literal literal : table.literals) result.early.push_back(-literal);
    return result;
}

void expect_complete(const Worlds &part, const Worlds &context, const State &state) {
    const Worlds left = part & context & state.allowed();
    Worlds after = context & state.allowed();
    for (const Literal literal : state.inferred) after &= literal == 0 ? Worlds() : where(literal);
    for (Literal literal = -variables; literal <= variables; ++literal)
        if (literal != 0 && (left & ~where(literal)).none()) EXPECT((after & ~where(literal)).none());
    if (left.none()) EXPECT(std::count(state.inferred.begin(), state.inferred.end(), 0) > 0);
}

// Whether a clause would not be implied without one of its literals, even with all literals that are preferred to it.
bool is_needed(std::size_t index, Clause clause, const Worlds &part, const TestCase &test_case, const State &state) {
    const Literal literal = clause[index];
    const bool open = state.truth(literal) == Truth::open;
    if (!open && state.rank(literal) < test_case.short_since_rank) return true;
    clause.erase(clause.begin() + static_cast<std::ptrdiff_t>(index));
    for (const Literal other : test_case.early)
        if (!open && state.truth(other) == Truth::no && state.rank(other) < state.rank(literal)) clause.push_back(other);
    return !follows(part, clause);
}

bool is_short(const Clause &clause, const Worlds &part, const TestCase &test_case, const State &state) {
    if (!follows(part, clause)) return false;
    const auto rank = [&](Literal literal) { return state.truth(literal) == Truth::open ? -1 : state.rank(literal); };
    int latest = -1, needed_latest = -1;
    for (std::size_t index = 0; index < clause.size(); ++index) {
        latest = std::max(latest, rank(clause[index]));
        if (is_needed(index, clause, part, test_case, state))
            needed_latest = std::max(needed_latest, rank(clause[index]));
        else if (test_case.brevity == Brevity::all_are_needed)
            return false;
    }
    return needed_latest == latest;
}

void expect_short_clauses(const TestCase &test_case, const State &state) {
    for (const Clause &clause : state.clauses)
        EXPECT(std::any_of(test_case.parts.begin(), test_case.parts.end(), [&](const Worlds &part) {
            return is_short(clause, part & test_case.context, test_case, state);
        }));
}

void test_propagator(TestCase (*draw)(RandomSource &, const Ranks &), unsigned seed) {
    RandomSource random(seed);
    for (int round = 0; round < 2000; ++round) {
        State state;
        const TestCase test_case = draw(random, state);
        for (int repetition = 0; repetition < 15; ++repetition) {
            state.draw(random, test_case.context);
            test_case.propagator->deduce(state, state);
            for (const Clause &clause : state.clauses) EXPECT(follows(test_case.holds & test_case.context, clause));
            if ((test_case.context & state.allowed()).none()) continue;  // the context is contradictory already
            for (const Worlds &part : test_case.parts) expect_complete(part, test_case.context, state);
            if (test_case.brevity != Brevity::none_required) expect_short_clauses(test_case, state);
        }
    }
}

}  // namespace

int main() {
    test_propagator(random_count, 8);
    test_propagator(random_visibility, 9);
    test_propagator(random_sum, 10);
    test_propagator(random_table, 11);
}
