// Deductions of the propagators on graphs, compared with brute force on small random graphs.
//
// Every clause follows from the constraint, and has at most one open literal, the others false.  If everything is
// decided, the propagator finds a clause if and only if the constraint is broken.
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

// A partial assignment that grows with the deductions.
class GrowingAssignment : public Assignment, public Deductions {
public:
    explicit GrowingAssignment(std::vector<Truth> truth) : truth_(std::move(truth)) {}

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
        // Only if two vertices share a literal may a clause be satisfied already.
        EXPECT(!satisfied || may_repeat);
        if (open != 0) truth_[std::abs(open) - 1] = open > 0 ? Truth::yes : Truth::no;
        return satisfied || open != 0;
    }

    bool allows(World world) const {
        for (int variable = 1; variable <= variables; ++variable)
            if (truth(variable) == (true_in(world, variable) ? Truth::no : Truth::yes)) return false;
        return true;
    }

    std::vector<Clause> clauses;
    bool may_repeat = false;

private:
    std::vector<Truth> truth_;
};

struct Case {
    std::function<std::unique_ptr<Propagator>()> make_propagator;
    std::function<bool(World)> holds;    // whether the constraint holds
    std::function<bool(World)> assumed;  // whether the other constraints hold that the propagator relies on
    bool distinct;                       // whether no variable occurs twice
};

std::vector<Literal> literals(RandomSource &random, int number, bool distinct) {
    return random.literals(variables, number, distinct);
}

const auto anything = [](World) { return true; };

Case draw_connected(RandomSource &random) {
    const bool distinct = !random.one_in(3), has_links = random.one_in(2);
    const int size = 1 + random.below(has_links ? 4 : variables);
    std::vector<Edge> edges = random.edges(size, has_links ? variables - size : 12);
    const int link_count = has_links ? static_cast<int>(edges.size()) : 0;
    const std::vector<Literal> all = literals(random, size + link_count, distinct);
    const auto make_propagator = [=] {
        const Literal *links = has_links ? all.data() + size : nullptr;
        return std::make_unique<ConnectedPropagator>(graph_of_vertices(size, edges, all.data(), links));
    };
    const auto holds = [=](World world) {
        return are_connected(Graph(size, edges), [&](Vertex v) { return true_in(world, all[v]); },
                             [&](int edge) { return !has_links || true_in(world, all[size + edge]); });
    };
    return {make_propagator, holds, anything, distinct};
}

bool are_edges_connected(const Graph &graph, const std::vector<Literal> &all, World world) {
    const auto on = [&](int edge) { return true_in(world, all[edge]); };
    const auto touched = [&](Vertex vertex) {
        const auto steps = graph.steps_from(vertex);
        return std::any_of(steps.begin(), steps.end(), [&](const Graph::Step &step) { return on(step.edge); });
    };
    return are_connected(graph, touched, on);
}

Case draw_route(RandomSource &random) {
    const bool distinct = !random.one_in(3);
    const int size = 2 + random.below(5);
    const std::vector<Edge> edges = random.edges(size, variables);
    const std::vector<Literal> all = literals(random, static_cast<int>(edges.size()), distinct);
    const auto make_propagator = [=] {
        return std::make_unique<ConnectedPropagator>(graph_of_edges(size, edges, all.data()));
    };
    const auto holds = [=](World world) { return are_edges_connected(Graph(size, edges), all, world); };
    return {make_propagator, holds, anything, distinct};
}

Case draw_loop(RandomSource &random) {
    const int size = 2 + random.below(4);
    const std::vector<Edge> edges = random.edges(size, variables);
    const std::vector<Literal> all = literals(random, static_cast<int>(edges.size()), true);
    const auto assumed = [=](World world) {
        const Graph graph(size, edges);
        int max_degree = 0;
        for (Vertex vertex = 0; vertex < size; ++vertex) {
            int degree = 0;
            for (const Graph::Step &step : graph.steps_from(vertex)) degree += true_in(world, all[step.edge]);
            if (degree != 0 && degree != 2) return false;
            max_degree = std::max(max_degree, degree);
        }
        return max_degree > 0;
    };
    const auto make_propagator = [=] { return std::make_unique<LoopPropagator>(Graph(size, edges), all); };
    const auto holds = [=](World world) { return are_edges_connected(Graph(size, edges), all, world); };
    return {make_propagator, holds, assumed, true};
}

Case draw_region(RandomSource &random) {
    const bool distinct = !random.one_in(3);
    const int size = 1 + random.below(variables);
    const std::vector<Edge> edges = random.edges(size, 12);
    const std::vector<Literal> all = literals(random, size, distinct);
    std::vector<Vertex> roots;
    for (Vertex vertex = 0; vertex < size; ++vertex)
        if (random.one_in(4)) roots.push_back(vertex);
    RegionSize region_size;
    if (roots.size() == 1) {
        region_size.min = random.below(size + 2);
        if (random.one_in(2)) region_size.max = region_size.min + random.below(3);
    }
    const auto count = [=](World world) {
        return std::count_if(all.begin(), all.end(), [&](Literal literal) { return true_in(world, literal); });
    };
    const auto holds = [=](World world) {
        const Graph graph(size, edges);
        const auto on = [&](Vertex vertex) { return true_in(world, all[vertex]); };
        std::vector<char> connected(size, false);
        for (const Vertex root : roots) {
            const std::vector<char> part = reach(graph, root, on, [](int) { return true; });
            for (Vertex vertex = 0; vertex < size; ++vertex) connected[vertex] |= part[vertex];
        }
        for (Vertex vertex = 0; vertex < size; ++vertex)
            if (on(vertex) && !connected[vertex]) return false;
        return roots.size() != 1 || !on(roots[0]) || count(world) >= region_size.min;
    };
    const auto make_propagator = [=] {
        return std::make_unique<RegionPropagator>(size, edges, all.data(), roots, region_size);
    };
    return {make_propagator, holds, [=](World world) { return count(world) <= region_size.max; }, distinct};
}

void check_deductions_follow(const Case &drawn, Propagator &propagator, const std::vector<Truth> &fixed,
                             RandomSource &random) {
    std::vector<Truth> truth = random.truths(variables, 2 + random.below(6));
    for (int variable = 0; variable < variables; ++variable)
        if (fixed[variable] != Truth::open) truth[variable] = fixed[variable];
    GrowingAssignment assignment(truth);
    assignment.may_repeat = !drawn.distinct;
    propagator.deduce(assignment, assignment);
    const GrowingAssignment permanent(fixed);
    for (World world = 0; world < (1U << variables) && !assignment.clauses.empty(); ++world) {
        if (!permanent.allows(world) || !drawn.holds(world) || !drawn.assumed(world)) continue;
        for (const Clause &clause : assignment.clauses)
            EXPECT(std::any_of(clause.begin(), clause.end(), [=](Literal literal) { return true_in(world, literal); }));
    }
}

void check_nothing_is_missed(const Case &drawn, Propagator &propagator, const std::vector<Truth> &fixed,
                             RandomSource &random) {
    const auto world = static_cast<World>(random.below(1 << variables));
    if (!GrowingAssignment(fixed).allows(world) || !drawn.assumed(world)) return;
    std::vector<Truth> truth(variables);
    for (int variable = 1; variable <= variables; ++variable)
        truth[variable - 1] = true_in(world, variable) ? Truth::yes : Truth::no;
    GrowingAssignment assignment(truth);
    propagator.deduce(assignment, assignment);
    EXPECT(assignment.clauses.empty() == drawn.holds(world));
}

void check_propagator(Case (*draw)(RandomSource &), unsigned seed) {
    RandomSource random(seed);
    for (int round = 0; round < 3000; ++round) {
        const Case drawn = draw(random);
        const std::unique_ptr<Propagator> propagator = drawn.make_propagator();
        std::vector<Truth> fixed(variables, Truth::open);
        for (int stage = 0; stage < 3; ++stage) {  // after each, one more variable may be decided permanently
            for (int again = 0; again < 5; ++again) {
                check_deductions_follow(drawn, *propagator, fixed, random);
                check_nothing_is_missed(drawn, *propagator, fixed, random);
            }
            Truth &another = fixed[random.below(variables)];
            if (another == Truth::open) another = random.one_in(3) ? Truth::yes : Truth::no;
            propagator->simplify(GrowingAssignment(fixed));
        }
    }
}

void check_closed_routes() {
    const std::vector<Edge> square = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}};
    const Graph graph(4, square);
    const std::vector<Literal> edge_literals = {1, 2, 3, -4, 5};
    const std::vector<Literal> clauses = {
        1, 2, 3, -4, 5, 0,  // some edge is on
        -1, -4, 5, 0, 4, 1, 5, 0, -5, 1, -4, 0, -1, 4, -5, 0,  // vertex 0
        -1, 2, 0, -2, 1, 0,  // vertex 1
        -2, 3, 5, 0, -3, 2, 5, 0, -5, 2, 3, 0, -2, -3, -5, 0,  // vertex 2
        -3, -4, 0, 4, 3, 0,  // vertex 3
    };
    EXPECT(is_closed_route(graph, edge_literals, clauses));
    for (std::size_t begin = 0; begin < clauses.size();) {  // not if any clause is missing
        std::size_t end = begin;
        while (clauses[end] != 0) ++end;
        std::vector<Literal> fewer(clauses.begin(), clauses.begin() + begin);
        fewer.insert(fewer.end(), clauses.begin() + end + 1, clauses.end());
        EXPECT(!is_closed_route(graph, edge_literals, fewer));
        begin = end + 1;
    }
}

}  // namespace

int main() {
    check_propagator(draw_connected, 4);
    check_propagator(draw_route, 5);
    check_propagator(draw_loop, 6);
    check_propagator(draw_region, 7);
    check_closed_routes();
}
