// Distances equal those of another algorithm, which relaxes edges until nothing changes.
#include <algorithm>

#include "distances.hpp"
#include "laws.hpp"

using namespace masume;

namespace {

constexpr int unreachable = 1000;

std::vector<int> costs_by_relaxation(const Graph &graph, const std::vector<Truth> &truth, Vertex root,
                                     bool through_excluded) {
    std::vector<int> cost(graph.size(), unreachable);
    cost[root] = 0;
    const auto relax = [&](Vertex from, Vertex to) {
        if (truth[to] == Truth::no && !through_excluded) return;
        cost[to] = std::min(cost[to], cost[from] + (truth[to] == Truth::yes ? 0 : 1));
    };
    for (int round = 0; round < graph.size(); ++round) {
        for (int edge = 0; edge < graph.edge_count(); ++edge) {
            relax(graph.edge(edge).a, graph.edge(edge).b);
            relax(graph.edge(edge).b, graph.edge(edge).a);
        }
    }
    return cost;
}

}  // namespace

int main() {
    RandomSource random(2);
    for (int round = 0; round < 20000; ++round) {
        const int size = 1 + random.below(9);
        const Graph graph(size, random.edges(size, 14));
        Distances distances(graph);
        for (int again = 0; again < 3; ++again) {  // one object for several runs, as in the propagator
            const std::vector<Truth> truth = random.truths(size, 5);
            const Vertex root = random.below(size);
            const int limit = random.below(5);
            const bool through_excluded = random.one_in(2);
            const std::vector<int> cost = costs_by_relaxation(graph, truth, root, through_excluded);
            distances.run(truth, root, limit, through_excluded);
            int within = 0;
            for (Vertex vertex = 0; vertex < size; ++vertex) {
                EXPECT(distances.to(vertex) == (cost[vertex] <= limit ? cost[vertex] : Distances::far));
                within += cost[vertex] <= limit;
                const auto steps = graph.steps_from(vertex);
                const auto near = [&](const Graph::Step &step) { return cost[step.to] <= limit; };
                const bool is_next = cost[vertex] == limit + 1 && std::any_of(steps.begin(), steps.end(), near);
                const auto &beyond = distances.beyond();
                EXPECT(!is_next || std::count(beyond.begin(), beyond.end(), vertex) > 0);
            }
            EXPECT(static_cast<int>(distances.within().size()) == within);
            for (std::size_t next = 1; next < distances.within().size(); ++next)
                EXPECT(distances.to(distances.within()[next - 1]) <= distances.to(distances.within()[next]));
        }
    }
}
