// Deductions of structures against brute force on random small graphs.
//
// Every clause follows from the structure and is false or has one open literal where it is found; a structure that is broken
// when everything is decided is never missed, one that holds never blamed.
#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

#include "connected.hpp"
#include "laws.hpp"
#include "loop.hpp"
#include "region.hpp"

using namespace masume;

namespace {

constexpr int variables = 8;

// A partial assignment that grows by what is deduced.
class Known : public Assignment, public Deductions {
public:
    explicit Known(std::vector<Truth> truth) : truth_(std::move(truth)) {}

    Truth truth(Literal literal) const override { return truth_of(literal, truth_); }

    bool add(const Clause &clause) override {
        clauses.push_back(clause);
        Literal open = 0;
        bool satisfied = false;
        for (const Literal literal : clause) {
            satisfied |= truth(literal) == Truth::yes;
            if (truth(literal) != Truth::open) continue;
            EXPECT(open == 0 || open == literal);
            open = literal;
        }
        // Two vertices with one literal may be told the same twice; else nothing that is known is said again.
        EXPECT(!satisfied || may_repeat);
        if (open != 0) truth_[std::abs(open) - 1] = open > 0 ? Truth::yes : Truth::no;
        return satisfied || open != 0;
    }

    bool allows(World world) const {
        for (int variable = 1; variable <= variables; ++variable)
            if (truth(variable) != Truth::open && (truth(variable) == Truth::yes) != true_in(world, variable)) return false;
        return true;
    }

    std::vector<Clause> clauses;
    bool may_repeat = false;

private:
    std::vector<Truth> truth_;
};

struct Case {
    std::function<std::unique_ptr<Propagator>()> structure;
    std::function<bool(World)> holds;    // what the structure says
    std::function<bool(World)> assumed;  // what is said elsewhere
    bool distinct;                       // no variable twice
};

std::vector<Literal> literals(RandomSource &lot, int number, bool distinct) { return lot.literals(variables, number, distinct); }

const auto always = [](World) { return true; };

Case a_connection(RandomSource &lot) {
    const bool distinct = !lot.one_in(3), linked = lot.one_in(2);
    const int size = 1 + lot.below(linked ? 4 : variables);
    std::vector<Edge> edges = lot.edges(size, linked ? variables - size : 12);
    const std::vector<Literal> all = literals(lot, size + (linked ? static_cast<int>(edges.size()) : 0), distinct);
    const auto structure = [=] {
        return std::make_unique<ConnectedPropagator>(graph_of_vertices(size, edges, all.data(), linked ? all.data() + size : nullptr));
    };
    const auto holds = [=](World world) {
        return together(Graph(size, edges), [&](Vertex v) { return true_in(world, all[v]); },
                        [&](int edge) { return !linked || true_in(world, all[size + edge]); });
    };
    return {structure, holds, always, distinct};
}

bool edges_together(const Graph &graph, const std::vector<Literal> &all, World world) {
    const auto on = [&](int edge) { return true_in(world, all[edge]); };
    const auto touched = [&](Vertex vertex) {
        const auto steps = graph.steps_from(vertex);
        return std::any_of(steps.begin(), steps.end(), [&](const Graph::Step &step) { return on(step.edge); });
    };
    return together(graph, touched, on);
}

Case a_route(RandomSource &lot) {
    const bool distinct = !lot.one_in(3);
    const int size = 2 + lot.below(5);
    const std::vector<Edge> edges = lot.edges(size, variables);
    const std::vector<Literal> all = literals(lot, static_cast<int>(edges.size()), distinct);
    const auto structure = [=] { return std::make_unique<ConnectedPropagator>(graph_of_edges(size, edges, all.data())); };
    return {structure, [=](World world) { return edges_together(Graph(size, edges), all, world); }, always, distinct};
}

Case a_loop(RandomSource &lot) {
    const int size = 2 + lot.below(4);
    const std::vector<Edge> edges = lot.edges(size, variables);
    const std::vector<Literal> all = literals(lot, static_cast<int>(edges.size()), true);
    const auto assumed = [=](World world) {
        const Graph graph(size, edges);
        int most = 0;
        for (Vertex vertex = 0; vertex < size; ++vertex) {
            int degree = 0;
            for (const Graph::Step &step : graph.steps_from(vertex)) degree += true_in(world, all[step.edge]);
            if (degree != 0 && degree != 2) return false;
            most = std::max(most, degree);
        }
        return most > 0;
    };
    const auto structure = [=] { return std::make_unique<LoopPropagator>(Graph(size, edges), all); };
    return {structure, [=](World world) { return edges_together(Graph(size, edges), all, world); }, assumed, true};
}

Case a_region(RandomSource &lot) {
    const bool distinct = !lot.one_in(3);
    const int size = 1 + lot.below(variables);
    const std::vector<Edge> edges = lot.edges(size, 12);
    const std::vector<Literal> all = literals(lot, size, distinct);
    std::vector<Vertex> roots;
    for (Vertex vertex = 0; vertex < size; ++vertex)
        if (lot.one_in(4)) roots.push_back(vertex);
    RegionSize wanted;
    if (roots.size() == 1) {
        wanted.least = lot.below(size + 2);
        if (lot.one_in(2)) wanted.most = wanted.least + lot.below(3);
    }
    const auto count = [=](World world) {
        return std::count_if(all.begin(), all.end(), [&](Literal literal) { return true_in(world, literal); });
    };
    const auto holds = [=](World world) {
        const Graph graph(size, edges);
        const auto on = [&](Vertex vertex) { return true_in(world, all[vertex]); };
        std::vector<char> joined(size, false);
        for (const Vertex root : roots) {
            const std::vector<char> part = reach(graph, root, on, [](int) { return true; });
            for (Vertex vertex = 0; vertex < size; ++vertex) joined[vertex] |= part[vertex];
        }
        for (Vertex vertex = 0; vertex < size; ++vertex)
            if (on(vertex) && !joined[vertex]) return false;
        return roots.size() != 1 || !on(roots[0]) || count(world) >= wanted.least;
    };
    const auto structure = [=] { return std::make_unique<RegionPropagator>(size, edges, all.data(), roots, wanted); };
    return {structure, holds, [=](World world) { return count(world) <= wanted.most; }, distinct};
}

void deductions_follow(const Case &drawn, Propagator &structure, const std::vector<Truth> &fixed, RandomSource &lot) {
    std::vector<Truth> truth = lot.truths(variables, 2 + lot.below(6));
    for (int variable = 0; variable < variables; ++variable)
        if (fixed[variable] != Truth::open) truth[variable] = fixed[variable];
    Known known(truth);
    known.may_repeat = !drawn.distinct;
    structure.deduce(known, known);
    const Known for_good(fixed);
    for (World world = 0; world < (1U << variables) && !known.clauses.empty(); ++world) {
        if (!for_good.allows(world) || !drawn.holds(world) || !drawn.assumed(world)) continue;
        for (const Clause &clause : known.clauses)
            EXPECT(std::any_of(clause.begin(), clause.end(), [=](Literal literal) { return true_in(world, literal); }));
    }
}

void nothing_is_missed(const Case &drawn, Propagator &structure, const std::vector<Truth> &fixed, RandomSource &lot) {
    const auto world = static_cast<World>(lot.below(1 << variables));
    if (!Known(fixed).allows(world) || !drawn.assumed(world)) return;
    std::vector<Truth> truth(variables);
    for (int variable = 1; variable <= variables; ++variable)
        truth[variable - 1] = true_in(world, variable) ? Truth::yes : Truth::no;
    Known known(truth);
    structure.deduce(known, known);
    EXPECT(known.clauses.empty() == drawn.holds(world));
}

void law(Case (*draw)(RandomSource &), unsigned seed) {
    RandomSource lot(seed);
    for (int round = 0; round < 3000; ++round) {
        const Case drawn = draw(lot);
        const std::unique_ptr<Propagator> structure = drawn.structure();
        std::vector<Truth> fixed(variables, Truth::open);
        for (int stage = 0; stage < 3; ++stage) {  // more and more is decided for good
            for (int again = 0; again < 5; ++again) {
                deductions_follow(drawn, *structure, fixed, lot);
                nothing_is_missed(drawn, *structure, fixed, lot);
            }
            Truth &another = fixed[lot.below(variables)];
            if (another == Truth::open) another = lot.one_in(3) ? Truth::yes : Truth::no;
            structure->simplify(Known(fixed));
        }
    }
}

void closed_loops_are_recognised() {
    const std::vector<Edge> square = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}};
    const Graph graph(4, square);
    const std::vector<Literal> on = {1, 2, 3, -4, 5};
    const std::vector<Literal> said = {1,  2,  3, -4, 5, 0,  -1, -4, 5, 0,  4, 1, 5,  0, -5, 1,  -4, 0, -1, 4, -5, 0, -1, 2,
                                       0,  -2, 1, 0,  -2, 3, 5,  0, -3, 2,  5, 0, -5, 2, 3,  0,  -2, -3, -5, 0, -3, -4, 0, 4,
                                       3,  0};
    EXPECT(is_closed_route(graph, on, said));
    for (std::size_t begin = 0; begin < said.size();) {  // not if any clause is missing
        std::size_t end = begin;
        while (said[end] != 0) ++end;
        std::vector<Literal> fewer(said.begin(), said.begin() + begin);
        fewer.insert(fewer.end(), said.begin() + end + 1, said.end());
        EXPECT(!is_closed_route(graph, on, fewer));
        begin = end + 1;
    }
}

}  // namespace

int main() {
    law(a_connection, 4);
    law(a_route, 5);
    law(a_loop, 6);
    law(a_region, 7);
    closed_loops_are_recognised();
}
