// ParityPropagator against brute force on random small graphs.
//
// Every clause follows from the even number of edges at each vertex that are on, and has at most one open literal, the
// others false.  Each bridge of open edges is decided, and only once; everything that is forced is inferred.
#include <algorithm>
#include <numeric>

#include "parity.hpp"
#include "laws.hpp"

using namespace masume;

namespace {

constexpr int max_edges = 10;

// A partial assignment and what is deduced from it.
class State : public Assignment, public Deductions {
public:
    explicit State(std::vector<Truth> truth) : truth_(std::move(truth)) {}

    Truth truth(Literal literal) const override { return truth_of(literal, truth_); }

    bool add(const Clause &clause) override {
        Literal open = 0;
        for (const Literal literal : clause) {
            EXPECT(truth(literal) != Truth::yes);
            if (truth(literal) != Truth::open) continue;
            EXPECT(open == 0);
            open = literal;
        }
        clauses.push_back(clause);
        inferred.push_back(open);
        return true;
    }

    bool allows(World world) const {
        for (int variable = 1; variable <= max_edges; ++variable)
            if (truth(variable) != Truth::open && (truth(variable) == Truth::yes) != true_in(world, variable)) return false;
        return true;
    }

    std::vector<Clause> clauses;
    std::vector<Literal> inferred;  // per clause: the literal it infers; 0 if it is false

private:
    std::vector<Truth> truth_;
};

std::vector<Literal> literals(RandomSource &random, int number) {
    std::vector<Literal> drawn(max_edges);
    std::iota(drawn.begin(), drawn.end(), 1);
    for (int next = 0; next < max_edges; ++next) std::swap(drawn[next], drawn[next + random.below(max_edges - next)]);
    drawn.resize(number);
    for (Literal &literal : drawn)
        if (random.one_in(3)) literal = -literal;
    return drawn;
}

std::vector<World> even_worlds(const Graph &graph, const std::vector<Literal> &on) {
    std::vector<World> found;
    for (World world = 0; world < (1U << max_edges); ++world) {
        std::vector<int> degree(graph.size(), 0);
        for (int edge = 0; edge < graph.edge_count(); ++edge) {
            degree[graph.edge(edge).a] += true_in(world, on[edge]);
            degree[graph.edge(edge).b] += true_in(world, on[edge]);
        }
        if (std::all_of(degree.begin(), degree.end(), [](int each) { return each % 2 == 0; })) found.push_back(world);
    }
    return found;
}

void expect_implied_clauses(const std::vector<World> &even, const State &state) {
    for (const Clause &clause : state.clauses)
        for (const World world : even)
            EXPECT(std::any_of(clause.begin(), clause.end(), [=](Literal literal) { return true_in(world, literal); }));
}

void expect_bridges_decided_once(const Graph &graph, const std::vector<Literal> &on, const State &state) {
    for (int bridge = 0; bridge < graph.edge_count(); ++bridge) {
        const auto passes = [&](int edge) { return edge != bridge && state.truth(on[edge]) == Truth::open; };
        const auto [a, b] = graph.edge(bridge);
        const bool joined = reach(graph, a, [](Vertex) { return true; }, passes)[b] != 0;
        const auto times = std::count_if(state.inferred.begin(), state.inferred.end(),
                                         [&](Literal literal) { return std::abs(literal) == std::abs(on[bridge]); });
        EXPECT(times == (state.truth(on[bridge]) == Truth::open && !joined ? 1 : 0));
    }
}

void expect_complete(const std::vector<World> &even, const std::vector<Literal> &on, const State &state) {
    std::vector<World> left;
    std::copy_if(even.begin(), even.end(), std::back_inserter(left), [&](World world) { return state.allows(world); });
    EXPECT(left.empty() == (std::count(state.inferred.begin(), state.inferred.end(), 0) > 0));
    for (const Literal edge : on) {
        if (state.truth(edge) != Truth::open || left.empty()) continue;
        for (const Literal literal : {edge, -edge}) {
            const bool forced = std::all_of(left.begin(), left.end(), [=](World world) { return true_in(world, literal); });
            EXPECT(forced == (std::count(state.inferred.begin(), state.inferred.end(), literal) > 0));
        }
    }
}

}  // namespace

int main() {
    RandomSource random(12);
    for (int round = 0; round < 2000; ++round) {
        const int size = 1 + random.below(7);
        const Graph graph(size, random.edges(size, max_edges));
        const std::vector<Literal> on = literals(random, graph.edge_count());
        const std::vector<World> even = even_worlds(graph, on);
        ParityPropagator propagator(graph, on);
        for (int repetition = 0; repetition < 5; ++repetition) {  // a run leaves no state behind
            State state(random.truths(max_edges, 1 + random.below(9)));
            propagator.deduce(state, state);
            expect_implied_clauses(even, state);
            expect_bridges_decided_once(graph, on, state);
            expect_complete(even, on, state);
        }
    }
}
