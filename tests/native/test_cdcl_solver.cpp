// CdclSolver, compared with brute force on small random problems.
//
// Clauses, counts, connected vertices (with and without guards) and closed loops are added between searches under random
// assumptions.  A solution satisfies everything, a core has none, and blocking one solution after the other counts them.
#include <algorithm>
#include <memory>

#include "cdcl_solver.hpp"
#include "connected.hpp"
#include "laws.hpp"

using namespace masume;

namespace {

constexpr int variables = 11;
using Worlds = WorldsOf<variables>;

Worlds where(const std::function<bool(World)> &holds) { return worlds_where<variables>(holds); }

// A solver, and the worlds in which all its constraints hold.
class Problem {
public:
    explicit Problem(RandomSource &random)
        : random_(random), solver_(random.below(30), random.below(3), random.below(100)), left_(~Worlds()) {
        solver_.grow(variables);
    }

    void add_something() {
        switch (random_.below(8)) {
            case 0: add_count(); break;
            case 1: add_connected(); break;
            case 2: solver_.prefer(random_.literals(variables, 2, true)); break;
            default:
                for (int number = random_.below(12); number > 0; --number) add_clause();
        }
    }

    void add_clause(const Clause &clause) {
        solver_.add_clause(clause);
        left_ &= where([&](World world) {
            return std::any_of(clause.begin(), clause.end(), [=](Literal literal) { return true_in(world, literal); });
        });
    }

    void search() {
        const std::vector<Literal> assumptions = random_.literals(variables, random_.below(4), false);
        Worlds expected = left_;
        for (const Literal literal : assumptions) expected &= worlds_where<variables>(literal);
        Verdict verdict = Verdict::undecided;
        for (int limit = random_.one_in(3) ? 0 : -1; verdict == Verdict::undecided; limit = limit < 0 ? -1 : 2 * limit + 1)
            verdict = solver_.solve(assumptions, limit);
        EXPECT(verdict == (expected.any() ? Verdict::solved : Verdict::unsolvable));
        if (verdict == Verdict::solved) {
            EXPECT(expected[solution()]);
            return;
        }
        for (const Literal literal : solver_.core()) {
            EXPECT(std::count(assumptions.begin(), assumptions.end(), literal) > 0);
            left_of_core(literal);
        }
        EXPECT((left_ & core_).none());
        core_ = ~Worlds();
    }

    // Block one solution after the other, until none is left.
    void enumerate() {
        const std::size_t expected = left_.count();
        std::size_t found = 0;
        for (; solver_.solve({}, -1) == Verdict::solved; ++found) {
            const World world = solution();
            EXPECT(left_[world]);
            Clause others;
            for (Literal variable = 1; variable <= variables; ++variable)
                others.push_back(true_in(world, variable) ? -variable : variable);
            add_clause(others);
        }
        EXPECT(found == expected);
        EXPECT(solver_.core().empty());
        EXPECT(solver_.solve({1}, -1) == Verdict::unsolvable);
    }

    bool has_forgotten() const { return solver_.statistics().conflicts > 60; }

private:
    void add_clause() { add_clause(random_.literals(variables, 1 + random_.below(4), random_.one_in(2))); }

    void add_count() {
        const int size = 1 + random_.below(7);
        Count count;
        count.literals = random_.literals(variables, size, true);
        for (int number = 0; number < size; ++number) count.weights.push_back(1 + random_.below(3));
        count.low = random_.below(5) - 1;
        count.high = count.low + random_.below(8);
        count.when = random_.literals(variables, 1, true)[0];
        left_ &= where([=](World world) {
            int weight = 0;
            for (int number = 0; number < size; ++number)
                weight += true_in(world, count.literals[number]) ? count.weights[number] : 0;
            return !true_in(world, count.when) || (count.low <= weight && weight <= count.high);
        });
        solver_.add_count(count);
    }

    void add_connected() {
        const int size = 1 + random_.below(variables);
        const std::vector<Edge> edges = random_.edges(size, 14);
        const std::vector<Literal> on = random_.literals(variables, size, true);
        const Literal guard = random_.one_in(2) ? 0 : random_.literals(variables, 1, true)[0];
        const Graph graph(size, edges);
        left_ &= where([&](World world) {
            const auto is_on = [&](Vertex vertex) { return true_in(world, on[vertex]); };
            return (guard != 0 && !true_in(world, guard)) || are_connected(graph, is_on, [](int) { return true; });
        });
        solver_.add_propagator(std::make_unique<ConnectedPropagator>(graph_of_vertices(size, edges, on.data(), nullptr)),
                               Cuts::by_boundary, guard, random_.below(4));
    }

    World solution() const {
        World world = 0;
        for (int variable = 1; variable <= variables; ++variable)
            if (solver_.values()[variable] != 0) world |= 1U << (variable - 1);
        return world;
    }

    void left_of_core(Literal literal) { core_ &= worlds_where<variables>(literal); }

    RandomSource &random_;
    CdclSolver solver_;
    Worlds left_, core_ = ~Worlds();
};

}  // namespace

int main() {
    RandomSource random(5);
    int forgotten = 0;
    for (int round = 0; round < 500; ++round) {
        Problem problem(random);
        for (int step = 2 + random.below(6); step > 0; --step) {
            problem.add_something();
            problem.search();
            problem.search();
        }
        problem.enumerate();
        forgotten += problem.has_forgotten();
    }
    EXPECT(forgotten > 10);  // otherwise forgetting is hardly tested
}
