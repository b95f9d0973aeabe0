// Crossings against brute force on random small graphs.
//
// Every clause follows from an even number of edges that are on at every vertex, and is false or has one open literal where
// it is found; all bridges of open edges are told, each once, and nothing that is forced is missed.
#include <algorithm>
#include <numeric>

#include "parity.hpp"
#include "laws.hpp"

using namespace masume;

namespace {

constexpr int most_edges = 10;

// An assignment that stays as it is, and what is deduced from it.
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
        told.push_back(open);
        return true;
    }

    bool allows(World world) const {
        for (int variable = 1; variable <= most_edges; ++variable)
            if (truth(variable) != Truth::open && (truth(variable) == Truth::yes) != true_in(world, variable)) return false;
        return true;
    }

    std::vector<Clause> clauses;
    std::vector<Literal> told;  // per clause: what it infers; 0: it is false

private:
    std::vector<Truth> truth_;
};

std::vector<Literal> literals(RandomSource &lot, int number) {
    std::vector<Literal> drawn(most_edges);
    std::iota(drawn.begin(), drawn.end(), 1);
    for (int next = 0; next < most_edges; ++next) std::swap(drawn[next], drawn[next + lot.below(most_edges - next)]);
    drawn.resize(number);
    for (Literal &literal : drawn)
        if (lot.one_in(3)) literal = -literal;
    return drawn;
}

std::vector<World> even_worlds(const Graph &graph, const std::vector<Literal> &on) {
    std::vector<World> found;
    for (World world = 0; world < (1U << most_edges); ++world) {
        std::vector<int> degree(graph.size(), 0);
        for (int edge = 0; edge < graph.edge_count(); ++edge) {
            degree[graph.edge(edge).a] += true_in(world, on[edge]);
            degree[graph.edge(edge).b] += true_in(world, on[edge]);
        }
        if (std::all_of(degree.begin(), degree.end(), [](int each) { return each % 2 == 0; })) found.push_back(world);
    }
    return found;
}

void clauses_follow(const std::vector<World> &even, const State &state) {
    for (const Clause &clause : state.clauses)
        for (const World world : even)
            EXPECT(std::any_of(clause.begin(), clause.end(), [=](Literal literal) { return true_in(world, literal); }));
}

void bridges_are_told(const Graph &graph, const std::vector<Literal> &on, const State &state) {
    for (int bridge = 0; bridge < graph.edge_count(); ++bridge) {
        const auto passes = [&](int edge) { return edge != bridge && state.truth(on[edge]) == Truth::open; };
        const auto [a, b] = graph.edge(bridge);
        const bool joined = reach(graph, a, [](Vertex) { return true; }, passes)[b] != 0;
        const auto times = std::count_if(state.told.begin(), state.told.end(),
                                         [&](Literal literal) { return std::abs(literal) == std::abs(on[bridge]); });
        EXPECT(times == (state.truth(on[bridge]) == Truth::open && !joined ? 1 : 0));
    }
}

void nothing_is_missed(const std::vector<World> &even, const std::vector<Literal> &on, const State &state) {
    std::vector<World> left;
    std::copy_if(even.begin(), even.end(), std::back_inserter(left), [&](World world) { return state.allows(world); });
    EXPECT(left.empty() == (std::count(state.told.begin(), state.told.end(), 0) > 0));
    for (const Literal edge : on) {
        if (state.truth(edge) != Truth::open || left.empty()) continue;
        for (const Literal literal : {edge, -edge}) {
            const bool forced = std::all_of(left.begin(), left.end(), [=](World world) { return true_in(world, literal); });
            EXPECT(forced == (std::count(state.told.begin(), state.told.end(), literal) > 0));
        }
    }
}

}  // namespace

int main() {
    RandomSource lot(12);
    for (int round = 0; round < 2000; ++round) {
        const int size = 1 + lot.below(7);
        const Graph graph(size, lot.edges(size, most_edges));
        const std::vector<Literal> on = literals(lot, graph.edge_count());
        const std::vector<World> even = even_worlds(graph, on);
        Crossings crossings(graph, on);
        for (int again = 0; again < 5; ++again) {  // it leaves nothing behind
            State state(lot.truths(most_edges, 1 + lot.below(9)));
            crossings.deduce(state, state);
            clauses_follow(even, state);
            bridges_are_told(graph, on, state);
            nothing_is_missed(even, on, state);
        }
    }
}
